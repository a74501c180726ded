"""The box solver: rows, columns, stacks and grids give each child a rectangle; children are
asked first how large they would like to be.
"""

from __future__ import annotations

from collections.abc import Callable

from pnp.compose.markup import Element
from pnp.diagnostics import did_you_mean
from pnp.face import Group, Item
from pnp.layout import shapes
from pnp.layout import text_element as texts
from pnp.layout.context import (
    TOLERANCE,
    LayoutContext,
    LayoutProblem,
    choice,
    edges,
    elements,
    exceeded,
    extent,
    known,
    length,
    number,
    share,
    whole,
)
from pnp.layout.vocabulary import ANCHORS, EMPTY
from pnp.units.geometry import Rect, rect, rotated

Place = Callable[[LayoutContext, Element, Rect, list[Item]], None]

_JUSTIFY = ("start", "center", "end", "between")
_ALIGN = ("stretch", "start", "center", "end")
_FILLS = frozenset(("rect", "circle", "line", "polygon", "path", "image", "stack"))
"""Elements that take what room there is unless they are told a size."""
_DRAWN = ("rect", "circle", "polygon", "path")
"""Elements that would be nothing in a row or column without a size."""


def place(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Draw an element into its rectangle."""
    known(element)
    if "rotate" in element.attrs or "opacity" in element.attrs:
        _wrapped(context, element, area, out)
    else:
        _PLACE[element.tag](context, element, area, out)


def _wrapped(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    opacity = number(element, "opacity", 1.0, 0.0, 1.0)
    degrees = number(element, "rotate", 0.0, -360.0, 360.0)
    inner: list[Item] = []
    middle = (area.x + area.width / 2, area.y + area.height / 2)
    turn = rotated(degrees, *middle) if degrees else None
    outer = context.trim
    if turn and outer:
        context.trim = None if degrees % 90 else rotated(-degrees, *middle).bounds(outer)
    _PLACE[element.tag](context, element, area, inner)
    context.trim = outer
    if inner and opacity:
        out.append(Group(tuple(inner), turn, None, opacity, element.origin))


def wanted(
    context: LayoutContext, element: Element, aw: int | None, ah: int | None
) -> tuple[int, int]:
    """The width and height that an element would like, given what is available (None: not
    known).
    """
    known(element)
    match element.tag:
        case "text":
            return texts.natural(context, element, aw, ah)
        case "icon":
            return shapes.icon_size(context, element, aw, ah)
        case "image":
            return shapes.image_size(context, element, aw, ah) or (aw or 0, ah or 0)
        case "circle" if "r" in element.attrs:
            return 2 * length(element, "r"), 2 * length(element, "r")
    width, height = extent(element, "width", aw), extent(element, "height", ah)
    if width is not None and height is not None:
        return width, height
    if element.tag in ("row", "column", "grid", "box", "stack"):
        inner = _content(
            context,
            element,
            width if width is not None else aw,
            height if height is not None else ah,
        )
        return (width if width is not None else inner[0]), (
            height if height is not None else inner[1]
        )
    return width or 0, height or 0


def _content(
    context: LayoutContext, element: Element, aw: int | None, ah: int | None
) -> tuple[int, int]:
    """The size of a container around its children."""
    pad = edges(element)
    across, down = pad.left + pad.right, pad.top + pad.bottom
    inner_w = None if aw is None else max(0, aw - across)
    inner_h = None if ah is None else max(0, ah - down)
    children = elements(element)
    gap = length(element, "gap") * max(0, len(children) - 1)
    if element.tag == "row":
        sizes = _row_sizes(context, children, gap, inner_w, inner_h)
        return sum(w for w, _ in sizes) + gap + across, max([h for _, h in sizes], default=0) + down
    if element.tag == "column":
        sizes = [wanted(context, child, inner_w, None) for child in children]
        return max([w for w, _ in sizes], default=0) + across, sum(h for _, h in sizes) + gap + down
    if element.tag == "grid":
        return _grid_content(context, element, children, inner_w, across, down)
    right = bottom = 0
    for child in children:
        width, height = wanted(context, child, inner_w, inner_h)
        at = element_at(child, inner_w or 0, inner_h or 0) if "at" in child.attrs else (0, 0)
        right, bottom = max(right, at[0] + width), max(bottom, at[1] + height)
    return right + across, bottom + down


def _row_sizes(
    context: LayoutContext,
    children: list[Element],
    gap: int,
    inner_w: int | None,
    inner_h: int | None,
) -> list[tuple[int, int]]:
    """What each child of a row would like: its own width, of a growing one at most what is left,
    and the height that it needs in that.
    """
    sizes = [wanted(context, child, inner_w, inner_h) for child in children]
    weights = [_weight(child) for child in children]
    if inner_w is None or not any(weights):
        return sizes
    widths = _divided(
        [0 if weight else size[0] for size, weight in zip(sizes, weights, strict=True)],
        weights,
        inner_w - gap,
    )
    return [
        (min(size[0], width), wanted(context, child, width, inner_h)[1]) if weight else size
        for child, size, weight, width in zip(children, sizes, weights, widths, strict=True)
    ]


def _grid_content(
    context: LayoutContext,
    element: Element,
    children: list[Element],
    inner_w: int | None,
    across: int,
    down: int,
) -> tuple[int, int]:
    columns = whole(element, "columns", 1, 1, 1000)
    gap = length(element, "gap")
    each = None if inner_w is None else (inner_w - gap * (columns - 1)) // columns
    sizes = [wanted(context, child, each, None) for child in children]
    rows = -(-len(children) // columns)
    high = max([h for _, h in sizes], default=0)
    wide = each if each is not None else max([w for w, _ in sizes], default=0)
    return (
        wide * columns + gap * (columns - 1) + across,
        high * rows + gap * max(0, rows - 1) + down,
    )


_PAINTING = frozenset(("fill", "stroke", "stroke-width", "dash"))


def _decorated(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> Rect:
    """Paint a container's fill and stroke; return the room inside its padding."""
    if not element.attrs.keys().isdisjoint(_PAINTING):
        shapes.rectangle(context, element, area, out)
    inner = area.inside(edges(element))
    if inner.width < 0 or inner.height < 0:
        raise LayoutProblem(element, f"<{element.tag}> is smaller than its padding")
    return inner


def stack(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Children one over the other, each `at` a point of the box by its `anchor`."""
    inner = _decorated(context, element, area, out)
    for child in elements(element):
        if child.tag in EMPTY and not child.children:
            out += _made(context, child, inner)
        else:
            place(context, child, _stacked(context, child, inner), out)


def _made(context: LayoutContext, child: Element, inner: Rect) -> list[Item]:
    """What a child that holds nothing looks like in a stack: its attributes alone decide, so
    equal ones are made once a deck.
    """
    attrs = child.attrs
    key = (child.tag, child.origin, inner, context.trim, *attrs, *attrs.values())
    found = context.made.get(key)
    if found is None:
        said = len(context.reports), context.patterned
        found = []
        place(context, child, _spot(context, child, inner), found)
        if said == (
            len(context.reports),
            context.patterned,
        ):  # else every face with it has something to say, or patterns to count
            context.made[key] = found
    return found


def element_at(child: Element, width: int, height: int) -> tuple[int, int]:
    """The point that `at` names in a box of the given size."""
    parts = child.attrs["at"].split()
    if len(parts) != 2:
        raise LayoutProblem(
            child,
            f'at="{child.attrs["at"]}": expected two lengths, across and down',
            'for example at="4mm 50%"',
        )
    return share(child, "at", parts[0], width), share(child, "at", parts[1], height)


def _stacked(context: LayoutContext, child: Element, inner: Rect) -> Rect:
    """The rectangle of a stack's child.

    Where its attributes alone decide, it is worked out once a deck.
    """
    attrs = child.attrs
    if child.tag in EMPTY or "width" not in attrs or "height" not in attrs:
        return _spot(context, child, inner)
    key = (
        child.tag,
        inner,
        context.trim,
        attrs.get("at"),
        attrs.get("anchor"),
        attrs["width"],
        attrs["height"],
    )
    found = context.spots.get(key)
    if found is None:
        said = len(context.reports)
        found = _spot(context, child, inner)
        if said == len(
            context.reports
        ):  # else every element there, on every face, has something to say
            context.spots[key] = found
    return found


def _spot(context: LayoutContext, child: Element, inner: Rect) -> Rect:
    """What a stack's child asks for, else the room from its point to the edges."""
    anchor = child.attrs.get("anchor", "top-left")
    if anchor not in ANCHORS:
        words = {*anchor.casefold().replace("-", " ").split()} - {"center", "centre", "middle"}
        same = [
            f'did you mean "{name}"?'
            for name in ANCHORS
            if words == {*name.split("-")} - {"center"}
        ]
        hint = same[0] if same else did_you_mean(anchor, ANCHORS)
        raise LayoutProblem(child, f'anchor="{anchor}": expected {", ".join(ANCHORS)}', hint)
    fx, fy = ANCHORS[anchor]
    if "at" in child.attrs:
        x, y = element_at(child, inner.width, inner.height)
    else:
        x, y = round(inner.width * fx), round(inner.height * fy)
    room_w, room_h = _room(fx, x, inner.width), _room(fy, y, inner.height)
    width, height = extent(child, "width", inner.width), extent(child, "height", inner.height)
    if child.tag == "icon" or (child.tag == "circle" and "r" in child.attrs):
        width, height = wanted(context, child, inner.width, inner.height)
    elif child.tag == "image":
        width, height = shapes.image_size(context, child, inner.width, inner.height) or (
            room_w,
            room_h,
        )
    elif child.tag in _FILLS:
        width, height = (room_w if width is None else width), (room_h if height is None else height)
    else:
        if width is None:
            width = room_w if child.tag != "box" else wanted(context, child, room_w, room_h)[0]
        if height is None:
            height = _height(context, child, width, room_h, fy)
    spot = rect(inner.x + x - round(width * fx), inner.y + y - round(height * fy), width, height)
    context.tell_outside(child, spot)
    return spot


def _room(share_before: float, at: int, total: int) -> int:
    """How far an element can reach in one direction, anchored at a point by a share of itself."""
    if share_before == 0:
        return max(0, total - at)
    if share_before == 1:
        return max(0, at)
    return max(0, 2 * min(at, total - at))


def _height(context: LayoutContext, child: Element, width: int, room: int, fy: float) -> int:
    if child.tag == "text" and fy == 0 and "valign" not in child.attrs:
        return room
    if child.tag == "text" and "valign" in child.attrs:
        return room
    if child.tag == "column" and any(
        "grow" in c.attrs or c.tag == "spacer" for c in elements(child)
    ):
        return room
    high = wanted(context, child, width, room)[1]
    if child.tag == "column" and high > room:
        return room  # its texts may shrink; it says itself what it lacks
    exceeded(context, child, "height", high - room)
    return high


def row(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Children side by side."""
    inner = _decorated(context, element, area, out)
    children = _in_line(element, "width")
    gap = length(element, "gap")
    free = inner.width - gap * max(0, len(children) - 1)
    wants = [
        0 if _grows(child) else wanted(context, child, max(0, free), inner.height)[0]
        for child in children
    ]
    widths = _shared(context, element, children, wants, free, "width")
    align = choice(element, "align", "stretch", _ALIGN)
    x = inner.x + _lead(element, free - sum(widths))
    between = gap + _between(element, free - sum(widths), len(children))
    for child, width in zip(children, widths, strict=True):
        height: int = inner.height
        if (
            align != "stretch"
            or child.tag in ("icon", "image")
            or "height" in child.attrs
            or "r" in child.attrs
        ):
            filled = child.tag in _FILLS and child.tag != "image"
            height = (
                _filled(child, inner.height)
                if filled
                else min(wanted(context, child, width, inner.height)[1], inner.height)
            )
        y = inner.y + _offset(align, inner.height - height)
        place(context, child, rect(x, y, width, height), out)
        x = x + width + between


def column(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Children one below the other."""
    inner = _decorated(context, element, area, out)
    children = _in_line(element, "height")
    gap = length(element, "gap")
    free = inner.height - gap * max(0, len(children) - 1)
    wants = [
        0 if _grows(child, "height") else wanted(context, child, inner.width, None)[1]
        for child in children
    ]
    if sum(wants) > free:
        wants = _squeezed(context, children, wants, free, inner.width)
    heights = _shared(context, element, children, wants, free, "height")
    align = choice(element, "align", "stretch", _ALIGN)
    y = inner.y + _lead(element, free - sum(heights))
    between = gap + _between(element, free - sum(heights), len(children))
    for child, height in zip(children, heights, strict=True):
        width: int = inner.width
        if "width" in child.attrs or child.tag in ("icon", "circle", "image") or align != "stretch":
            width = min(wanted(context, child, inner.width, height)[0] or inner.width, inner.width)
        x = inner.x + _offset(align, inner.width - width)
        place(context, child, rect(x, y, width, height), out)
        y = y + height + between


def _in_line(element: Element, along: str) -> list[Element]:
    """The children of a row or column: their place follows from their neighbours, the extent of
    a shape only from itself.
    """
    children = elements(element)
    for child in children:
        if "at" in child.attrs or "anchor" in child.attrs:
            name = "at" if "at" in child.attrs else "anchor"
            hint = "put it into a <stack>, or shift it with <spacer>, justify or align"
            raise LayoutProblem(
                child,
                f'{name}="{child.attrs[name]}": a child of <{element.tag}> has no place of its own',
                hint,
            )
        if child.tag in _DRAWN and child.attrs.keys().isdisjoint((along, "grow", "r")):
            raise LayoutProblem(child, f"<{child.tag}> in a <{element.tag}> needs {along} or grow")
    return children


def _squeezed(
    context: LayoutContext, children: list[Element], wants: list[int], free: int, width: int
) -> list[int]:
    """Heights in which texts that may shrink have what the others leave, in proportion to what
    they would like.
    """
    yielding = [
        n
        for n, child in enumerate(children)
        if child.tag == "text" and "height" not in child.attrs and wants[n]
    ]
    done = wants
    while yielding:
        wish = sum(wants[n] for n in yielding)
        left = free - sum(high for n, high in enumerate(done) if n not in yielding)
        rooms = {n: max(0, left) * wants[n] // wish for n in yielding}
        done = [
            wanted(context, child, width, rooms[n])[1] if n in rooms else done[n]
            for n, child in enumerate(children)
        ]
        stiff = [n for n in yielding if done[n] > rooms[n] + TOLERANCE]
        if not stiff:
            break
        yielding = [n for n in yielding if n not in stiff]
    return done


def _filled(child: Element, available: int) -> int:
    given = extent(child, "height", available)
    if given is not None:
        return given
    return 2 * length(child, "r") if "r" in child.attrs else available


def _grows(child: Element, extent_name: str = "width") -> bool:
    return "grow" in child.attrs or (child.tag == "spacer" and extent_name not in child.attrs)


def _shared(
    context: LayoutContext,
    element: Element,
    children: list[Element],
    wants: list[int],
    free: int,
    what: str,
) -> list[int]:
    """The extents along a row or column: growing children share what the others leave, by their
    weights.
    """
    left = free - sum(wants)
    weights = [_weight(child, what) for child in children]
    if left < 0 or not sum(weights):
        exceeded(context, element, what, -left)
        return wants
    return _divided(wants, weights, free)


def _weight(child: Element, what: str = "width") -> float:
    """The share of a child in what is left over along its row or column."""
    return number(child, "grow", 1.0, 0.0, 1000.0) if _grows(child, what) else 0.0


def _divided(wants: list[int], weights: list[float], free: int) -> list[int]:
    """The wanted extents and, by the weights, all that is left over."""
    left, total = max(0, free - sum(wants)), sum(weights)
    done = 0
    extents: list[int] = []
    gathered = 0.0
    for want, weight in zip(wants, weights, strict=True):
        gathered += weight
        upto = round(left * gathered / total)
        extents.append(want + (upto - done if weight else 0))
        done = upto
    return extents


def _lead(element: Element, spare: int) -> int:
    justify = choice(element, "justify", "start", _JUSTIFY)
    return max(0, spare) // 2 if justify == "center" else max(0, spare) if justify == "end" else 0


def _between(element: Element, spare: int, count: int) -> int:
    return (
        max(0, spare) // (count - 1)
        if element.attrs.get("justify") == "between" and count > 1
        else 0
    )


def _offset(align: str, spare: int) -> int:
    return spare // 2 if align == "center" else spare if align == "end" else 0


def grid(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Children row by row in equal cells: `columns` across, as many `rows` as are needed or given.

    A child fills its cell; with a size or place of its own it stands there as in a stack.
    """
    inner = _decorated(context, element, area, out)
    children = elements(element)
    columns = whole(element, "columns", 1, 1, 1000)
    rows = whole(element, "rows", max(1, -(-len(children) // columns)), 1, 1000)
    if len(children) > rows * columns:
        raise LayoutProblem(
            element, f"{len(children)} children do not fit a grid of {columns} by {rows}"
        )
    gap = length(element, "gap")
    exceeded(context, element, "width", gap * (columns - 1) - inner.width)
    exceeded(context, element, "height", gap * (rows - 1) - inner.height)
    for index, child in enumerate(children):
        down, across = divmod(index, columns)
        x, right = (_cut(inner.width, gap, columns, n) for n in (across, across + 1))
        y, bottom = (_cut(inner.height, gap, rows, n) for n in (down, down + 1))
        cell = rect(inner.x + x, inner.y + y, right - gap - x, bottom - gap - y)
        own = child.attrs.keys() & {"width", "height", "size", "r", "at", "anchor"}
        place(context, child, _stacked(context, child, cell) if own else cell, out)


def _cut(total: int, gap: int, count: int, index: int) -> int:
    """Where cell `index` begins, so that rounding never adds up."""
    return (total + gap) * index // count


def _spacer(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Room, and nothing in it."""
    number(element, "grow", 1.0, 0.0, 1000.0)


_PLACE: dict[str, Place] = {
    "stack": stack,
    "box": stack,
    "row": row,
    "column": column,
    "grid": grid,
    "text": texts.text,
    "icon": shapes.icon,
    "image": shapes.image,
    "rect": shapes.rectangle,
    "circle": shapes.circle,
    "line": shapes.line,
    "polygon": shapes.polygon,
    "path": shapes.path,
    "spacer": _spacer,
}
