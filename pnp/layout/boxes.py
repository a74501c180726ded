"""Solves boxes: rows, columns, stacks and grids give each child a rectangle; children are measured
first, then arranged as items.
"""

from __future__ import annotations

from itertools import accumulate, pairwise

from pnp.compose.markup import Element
from pnp.diagnostics import did_you_mean
from pnp.face import Group, Item
from pnp.layout import codes as codes  # registers its elements
from pnp.layout import shapes
from pnp.layout.context import (
    ANCHORS,
    PAINTED,
    PLACED,
    SHAPES,
    TOLERANCE,
    LayoutContext,
    LayoutProblem,
    choice,
    edges,
    element_type,
    elements,
    extent,
    length,
    number,
    point,
    type_of,
    whole,
    wrong,
)
from pnp.layout.context import (
    ELEMENTS as ELEMENTS,
)
from pnp.units.geometry import Rect, rect, rotated

_CONTAINER = f"{PLACED} {PAINTED} padding"
_JUSTIFY = ("start", "center", "end", "between")
_ALIGN = ("stretch", "start", "center", "end")
_FILLS = ("line", "image", "stack")
"""Elements that take what room there is unless they have a size, as shapes do."""
_OWN_SIZE = ("icon", "image", "qr", "barcode")
"""Elements that are not stretched across a row or column."""
_PAINTING = frozenset(("fill", "stroke", "stroke-width", "dash"))


def arrange(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Draw an element into its rectangle."""
    draw = type_of(element).arrange
    if "rotate" not in element.attrs and "opacity" not in element.attrs:
        draw(context, element, area, out)
        return
    opacity = number(element, "opacity", 1.0, 0.0, 1.0)
    degrees = number(element, "rotate", 0.0, -360.0, 360.0)
    inner: list[Item] = []
    middle = (area.x + area.width / 2, area.y + area.height / 2)
    turn = rotated(degrees, *middle) if degrees else None
    outer = context.trim
    if turn and outer:
        context.trim = None if degrees % 90 else rotated(-degrees, *middle).bounds(outer)
    draw(context, element, area, inner)
    context.trim = outer
    if inner and opacity:
        out.append(Group(tuple(inner), turn, None, opacity, element.origin))


def measure(
    context: LayoutContext, element: Element, aw: int | None, ah: int | None
) -> tuple[int, int]:
    """The width and height that an element would like, given what is available (None: not
    known).
    """
    own = type_of(element).measure
    if own and (size := own(context, element, aw, ah)):
        return size
    width, height = extent(element, "width", aw), extent(element, "height", ah)
    if width is not None and height is not None:
        return width, height
    inner = 0, 0
    if element.tag == "image":
        inner = aw or 0, ah or 0
    elif element.tag in ("row", "column", "grid", "box", "stack"):
        inner = _measure_content(
            context,
            element,
            aw if width is None else width,
            ah if height is None else height,
        )
    return inner[0] if width is None else width, inner[1] if height is None else height


def _measure_content(
    context: LayoutContext, element: Element, aw: int | None, ah: int | None
) -> tuple[int, int]:
    """The size of a container around its children."""
    pad = edges(element)
    across, down = pad.left + pad.right, pad.top + pad.bottom
    inner_w = None if aw is None else max(0, aw - across)
    inner_h = None if ah is None else max(0, ah - down)
    children = elements(element)
    gap = length(element, "gap")
    gaps = gap * max(0, len(children) - 1)
    width = height = 0
    match element.tag:
        case "row":
            sizes = _row_sizes(context, children, gaps, inner_w, inner_h)
            width = sum(wide for wide, _ in sizes) + gaps
            height = max((high for _, high in sizes), default=0)
        case "column":
            sizes = [measure(context, child, inner_w, None) for child in children]
            width = max((wide for wide, _ in sizes), default=0)
            height = sum(high for _, high in sizes) + gaps
        case "grid":
            columns = whole(element, "columns", 1, 1, 1000)
            between = gap * (columns - 1)
            each = None if inner_w is None else (inner_w - between) // columns
            sizes = [measure(context, child, each, None) for child in children]
            rows = -(-len(children) // columns)
            wide = max((wide for wide, _ in sizes), default=0) if each is None else each
            width = wide * columns + between
            high = max((high for _, high in sizes), default=0)
            height = high * rows + gap * max(0, rows - 1)
        case _:
            inner = rect(0, 0, inner_w or 0, inner_h or 0)
            for child in children:
                wide, high = measure(context, child, inner_w, inner_h)
                x, y = _at(child, inner) if "at" in child.attrs else (0, 0)
                width, height = max(width, x + wide), max(height, y + high)
    return width + across, height + down


def _row_sizes(
    context: LayoutContext,
    children: list[Element],
    gaps: int,
    inner_w: int | None,
    inner_h: int | None,
) -> list[tuple[int, int]]:
    """What each child of a row would like: its own width, of a growing one at most what is left,
    and the height that it needs in that.
    """
    sizes = [measure(context, child, inner_w, inner_h) for child in children]
    weights = [_weight(child, "width") for child in children]
    if inner_w is None or not any(weights):
        return sizes
    fixed = [0 if weight else width for (width, _), weight in zip(sizes, weights, strict=True)]
    widths = _distributed(fixed, weights, inner_w - gaps)
    return [
        (min(size[0], width), measure(context, child, width, inner_h)[1]) if weight else size
        for child, size, weight, width in zip(children, sizes, weights, widths, strict=True)
    ]


def _decorated(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> Rect:
    """Paint a container's fill and stroke; return the room inside its padding."""
    if not element.attrs.keys().isdisjoint(_PAINTING):
        shapes.rectangle(context, element, area, out)
    inner = area.inside(edges(element))
    if inner.width < 0 or inner.height < 0:
        raise LayoutProblem(element, f"<{element.tag}> is smaller than its padding")
    return inner


@element_type("face", f"{PAINTED} padding")
@element_type("stack", _CONTAINER)
@element_type("box", _CONTAINER)
def stack(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Children one over the other, each `at` a point of the box by its `anchor`."""
    inner = _decorated(context, element, area, out)
    for child in elements(element):
        if not child.children and child.tag in ELEMENTS and ELEMENTS[child.tag].holds == "nothing":
            out += _drawn_once(context, child, inner)
        else:
            arrange(context, child, _child_area(context, child, inner), out)


def _drawn_once(context: LayoutContext, child: Element, inner: Rect) -> list[Item]:
    """What a child that holds nothing looks like in a stack: its attributes alone decide, so
    equal ones are drawn once per deck.
    """
    attrs = child.attrs
    key = (child.tag, child.origin, inner, context.trim, *attrs, *attrs.values())
    items = context.drawings.get(key)
    if items is None:
        before = len(context.reports), context.patterned
        items = []
        arrange(context, child, _placed_area(context, child, inner), items)
        # Else every face with it has something to report, or patterns to count.
        if before == (len(context.reports), context.patterned):
            context.drawings[key] = items
    return items


def _child_area(context: LayoutContext, child: Element, inner: Rect) -> Rect:
    """The rectangle of a stack's child, worked out once per deck where its attributes alone
    decide.
    """
    attrs = child.attrs
    kind = ELEMENTS.get(child.tag)
    if "width" not in attrs or "height" not in attrs or kind is None or kind.holds == "nothing":
        return _placed_area(context, child, inner)
    place = attrs.get("at"), attrs.get("anchor"), attrs["width"], attrs["height"]
    key = (child.tag, inner, context.trim, *place)
    area = context.areas.get(key)
    if area is None:
        before = len(context.reports)
        area = _placed_area(context, child, inner)
        if before == len(context.reports):  # else every element there has something to report
            context.areas[key] = area
    return area


def _at(child: Element, inner: Rect) -> tuple[int, int]:
    """The point that `at` names, from the upper left corner of a box."""
    x, y = point(child, "at", child.attrs["at"], inner, 'for example at="4mm 50%"')
    return x - inner.x, y - inner.y


def _placed_area(context: LayoutContext, child: Element, inner: Rect) -> Rect:
    """What a stack's child asks for, else the room from its point to the edges."""
    anchor = child.attrs.get("anchor", "top-left")
    if anchor not in ANCHORS:
        hint = did_you_mean(anchor.replace("middle", "center"), ANCHORS)
        raise wrong(child, "anchor", anchor, f": expected {', '.join(ANCHORS)}", hint)
    fx, fy = ANCHORS[anchor]
    if "at" in child.attrs:
        x, y = _at(child, inner)
    else:
        x, y = round(inner.width * fx), round(inner.height * fy)
    room_w, room_h = _room(fx, x, inner.width), _room(fy, y, inner.height)
    width, height = extent(child, "width", inner.width), extent(child, "height", inner.height)
    own = type_of(child).measure if child.tag != "text" else None
    if own and (size := own(context, child, inner.width, inner.height)):
        width, height = size
    elif child.tag in SHAPES or child.tag in _FILLS:
        width, height = (room_w if width is None else width), (room_h if height is None else height)
    else:
        if width is None:
            width = room_w if child.tag != "box" else measure(context, child, room_w, room_h)[0]
        if height is None:
            height = _height_in_room(context, child, width, room_h, fy)
    area = rect(inner.x + x - round(width * fx), inner.y + y - round(height * fy), width, height)
    context.report_outside(child, area)
    return area


def _room(share_before: float, at: int, total: int) -> int:
    """How far an element can reach in one direction, anchored at a point by a share of itself."""
    if share_before == 0:
        return max(0, total - at)
    if share_before == 1:
        return max(0, at)
    return max(0, 2 * min(at, total - at))


def _height_in_room(
    context: LayoutContext, child: Element, width: int, room: int, fy: float
) -> int:
    if child.tag == "text" and (fy == 0 or "valign" in child.attrs):
        return room
    if child.tag == "column" and any(
        "grow" in part.attrs or part.tag == "spacer" for part in elements(child)
    ):
        return room
    height = measure(context, child, width, room)[1]
    if child.tag == "column" and height > room:
        return room  # its texts may shrink; it reports itself what room it lacks
    context.report_overflow(child, "height", height - room)
    return height


@element_type("row", f"{_CONTAINER} gap align justify")
@element_type("column", f"{_CONTAINER} gap align justify")
def flex(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Children side by side in a row, or one below the other in a column."""
    inner = _decorated(context, element, area, out)
    row = element.tag == "row"
    along = "width" if row else "height"
    children = _flex_children(element, along)
    gap = length(element, "gap")
    free = (inner.width if row else inner.height) - gap * max(0, len(children) - 1)
    room = (max(0, free), inner.height) if row else (inner.width, None)
    wants = [
        0 if _grows(child, along) else measure(context, child, *room)[not row] for child in children
    ]
    if not row and sum(wants) > free:
        wants = _shrunk_texts(context, children, wants, free, inner.width)
    weights = [_weight(child, along) for child in children]
    extents = wants
    if sum(wants) > free or not sum(weights):
        context.report_overflow(element, along, sum(wants) - free)
    else:
        extents = _distributed(wants, weights, free)
    align = choice(element, "align", "stretch", _ALIGN)
    spare = max(0, free - sum(extents))
    begin = 0
    match choice(element, "justify", "start", _JUSTIFY):
        case "center":
            begin = spare // 2
        case "end":
            begin = spare
        case "between" if len(children) > 1:
            gap += spare // (len(children) - 1)
    across = inner.height if row else inner.width
    for child, size in zip(children, extents, strict=True):
        own = _cross_size(context, child, size, across, align, row)
        left = across - own
        offset = left // 2 if align == "center" else left if align == "end" else 0
        if row:
            place = rect(inner.x + begin, inner.y + offset, size, own)
        else:
            place = rect(inner.x + offset, inner.y + begin, own, size)
        arrange(context, child, place, out)
        begin += size + gap


def _flex_children(element: Element, along: str) -> list[Element]:
    """The children of a row or column: their place follows from their neighbours, the extent of
    a shape only from itself.
    """
    children = elements(element)
    for child in children:
        for name in ("at", "anchor"):
            if name in child.attrs:
                message = f": a child of <{element.tag}> has no place of its own"
                hint = "put it into a <stack>, or shift it with <spacer>, justify or align"
                raise wrong(child, name, child.attrs[name], message, hint)
        if child.tag in SHAPES and child.attrs.keys().isdisjoint((along, "grow", "r")):
            raise LayoutProblem(child, f"<{child.tag}> in a <{element.tag}> needs {along} or grow")
    return children


def _shrunk_texts(
    context: LayoutContext, children: list[Element], wants: list[int], free: int, width: int
) -> list[int]:
    """Heights in which texts that may shrink have what the others leave, in proportion to what
    they would like.
    """
    shrinking = [
        n
        for n, child in enumerate(children)
        if child.tag == "text" and "height" not in child.attrs and wants[n]
    ]
    heights = wants
    while shrinking:
        wish = sum(wants[n] for n in shrinking)
        left = free - sum(height for n, height in enumerate(heights) if n not in shrinking)
        rooms = {n: max(0, left) * wants[n] // wish for n in shrinking}
        heights = [
            measure(context, child, width, rooms[n])[1] if n in rooms else heights[n]
            for n, child in enumerate(children)
        ]
        fitting = [n for n in shrinking if heights[n] <= rooms[n] + TOLERANCE]
        if len(fitting) == len(shrinking):
            break
        shrinking = fitting
    return heights


def _cross_size(
    context: LayoutContext, child: Element, size: int, available: int, align: str, row: bool
) -> int:
    """How far a child reaches across its row or column: all the way unless it has an extent of its
    own. A shape in a row may go on beyond it.
    """
    given = child.attrs.keys() & {"height" if row else "width", "r"}
    own = given or child.tag in _OWN_SIZE
    free = row and (child.tag in SHAPES or child.tag in ("line", "stack"))
    if not own and (free or align == "stretch"):
        return available
    room = (size, available) if row else (available, size)
    wanted = measure(context, child, *room)[row] or available
    return wanted if free else min(wanted, available)


def _grows(child: Element, along: str) -> bool:
    return "grow" in child.attrs or (child.tag == "spacer" and along not in child.attrs)


def _weight(child: Element, along: str) -> float:
    """The share of a child in what is left over along its row or column."""
    return number(child, "grow", 1.0, 0.0, 1000.0) if _grows(child, along) else 0.0


def _distributed(wants: list[int], weights: list[float], free: int) -> list[int]:
    """The wanted extents and, by the weights, all that is left over."""
    left, total = max(0, free - sum(wants)), sum(weights)
    ends = [round(left * weight / total) for weight in accumulate(weights, initial=0.0)]
    return [want + end - start for want, (start, end) in zip(wants, pairwise(ends), strict=True)]


@element_type("grid", f"{_CONTAINER} gap columns rows")
def grid(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Children row by row in equal cells: `columns` across, as many `rows` as are needed or given.

    A child fills its cell; with a size or place of its own it stands there as in a stack.
    """
    inner = _decorated(context, element, area, out)
    children = elements(element)
    columns = whole(element, "columns", 1, 1, 1000)
    rows = whole(element, "rows", max(1, -(-len(children) // columns)), 1, 1000)
    if len(children) > rows * columns:
        message = f"{len(children)} children do not fit a grid of {columns} by {rows}"
        raise LayoutProblem(element, message)
    gap = length(element, "gap")
    context.report_overflow(element, "width", gap * (columns - 1) - inner.width)
    context.report_overflow(element, "height", gap * (rows - 1) - inner.height)
    for index, child in enumerate(children):
        down, across = divmod(index, columns)
        # Each edge is worked out by itself, so that rounding never adds up.
        x, right = ((inner.width + gap) * n // columns for n in (across, across + 1))
        y, bottom = ((inner.height + gap) * n // rows for n in (down, down + 1))
        cell = rect(inner.x + x, inner.y + y, right - gap - x, bottom - gap - y)
        own = child.attrs.keys() & {"width", "height", "size", "r", "at", "anchor"}
        arrange(context, child, _child_area(context, child, cell) if own else cell, out)


@element_type("spacer", "width height grow", holds="nothing")
def spacer(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Room, and nothing in it."""
    number(element, "grow", 1.0, 0.0, 1000.0)
