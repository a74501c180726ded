"""Blocks as strips: headings, paragraphs, lists, call-outs and dividers; tables, figures and
generated parts have rooms of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from pnp.assets.paths import ellipse, line, rectangle
from pnp.compose.markdown_tree import (
    Block,
    Callout,
    Divider,
    Figure,
    FigureRow,
    Heading,
    Inlines,
    ListBlock,
    Paragraph,
    Run,
    Table,
    plain,
)
from pnp.diagnostics import Span
from pnp.face import Anchor, Shape, Stroke
from pnp.layout.figures import figure_strips, row_strips
from pnp.layout.inlines import Measured, Setter
from pnp.layout.strips import (
    Canvas,
    Draw,
    Frame,
    Strip,
    framed,
    kept,
    placed,
    shifted,
    spaced,
    with_mark,
)
from pnp.layout.tables import table_strips
from pnp.units.geometry import MM, PT, Um, rect

BODY = "book-body"
_PADDING_X, _PADDING_Y, _BAR, _BEYOND = 3 * MM, 2_200, 900, 1_000
_FILLS = {"note": "tint", "example": "mist", "variant": "tint", "quote": ""}
_MARKS = ("accent", "line", "accent")
_INDENT = 4_600
_BEHIND = 1_300
"""White between a number and the words of its item."""
_RHYTHM = {"book": ((4, 2), (3, 1), (2, 0), (2, 0)), "aid": ((2, 1), (2, 0), (1, 0), (1, 0))}
"""White above and below headings by level, in half lines."""
_WHOLE = 28
"""Call-outs up to this percentage of the page's height are not parted."""


def strips_of(
    setter: Setter, blocks: Iterable[Block], width: int, *, depth: int = 0, style: str = BODY
) -> list[Strip]:
    """The strips of blocks in a column of a width.

    Generated parts are none of them: the flow makes those.
    """
    done: list[Strip] = []
    for block in blocks:
        done += _block(setter, block, width, depth, style)
    return done


def _block(setter: Setter, block: Block, width: int, depth: int, style: str) -> list[Strip]:
    half = setter.line_height(style) // 2
    match block:
        case Heading():
            return heading(setter, block, width)
        case Paragraph(inlines, span):
            return spaced(setter.lines(inlines, style, width, span, snap=not depth), half, half)
        case ListBlock():
            return _list(setter, block, width, depth, style)
        case Table():
            return spaced(table_strips(setter, block, width), half * 2, half * 2)
        case Callout():
            return _callout(setter, block, width, depth)
        case Figure():
            return spaced(figure_strips(setter, block, width), half * 2, half * 2)
        case FigureRow():
            return spaced(row_strips(setter, block, width), half * 2, half * 2)
        case Divider(span):
            return spaced([_divider(setter, width, span)], half * 2, half * 2)
        case _:
            return []


def heading(setter: Setter, block: Heading, width: int) -> list[Strip]:
    """A heading, with its anchor; it never stands alone at the foot of a column."""
    lines = headline(setter, block.inlines, block.level, width, block.span)
    if not lines:
        return []
    title = plain(block.inlines).strip()

    def mark(canvas: Canvas, _x: int, y: int) -> None:
        canvas.anchors.append(Anchor(block.anchor, Um(y), title, block.level))

    lines[0] = with_mark(lines[0], mark)._replace(anchors=(block.anchor,))
    return lines


def headline(setter: Setter, inlines: Inlines, level: int, width: int, span: Span) -> list[Strip]:
    """The lines of a heading with the white around them; none where nothing of it can be shown."""
    grid = setter.line_height(BODY) // 2
    before, after = _RHYTHM[setter.family][level - 1]
    lines = kept(setter.lines(inlines, f"book-h{level}", width, span), whole=True)
    if lines:
        lines[0] = lines[0]._replace(before=before * grid)
        lines[-1] = lines[-1]._replace(keep=True, after=after * grid)
    return lines


def _divider(setter: Setter, width: int, span: Span) -> Strip:
    stroke = Stroke(setter.color("line"), Um(200))

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.items.append(Shape(line(x, y, x + width, y), None, stroke, span))

    return Strip(200, draw, span=span)


def _list(setter: Setter, block: ListBlock, width: int, depth: int, style: str) -> list[Strip]:
    """Items indented by their mark: a dot, a ring or a dash by depth, or a number."""
    half = setter.line_height(style) // 2
    indent = round(_INDENT * max(setter.size(setter.style(style)) / 9.5, 0.8))
    last = block.start + len(block.items) - 1
    if block.ordered and last > 99:
        indent = max(
            indent + indent // 2, _numeral(setter, last, style, block.span).natural + _BEHIND
        )
    loose = any(len(item) > 1 and isinstance(item[1], Paragraph) for item in block.items)
    between = half if loose else half // 3
    done: list[Strip] = []
    for number, item in zip(count(block.start), block.items, strict=False):
        inner = _item(
            setter,
            item or (Paragraph((Run("\u00a0"),), block.span),),
            width - indent,
            depth + 1,
            style,
            between,
        )
        if not inner:  # what it holds cannot be shown, as has been said
            continue
        mark = (
            _number(setter, number, style, indent, block.span)
            if block.ordered
            else _dot(setter, depth, style, indent, block.span)
        )
        inner[0] = with_mark(shifted(inner[:1], indent)[0], mark)._replace(snap=False)
        inner[1:] = shifted(inner[1:], indent)
        inner[0] = inner[0]._replace(before=between)
        inner[-1] = inner[-1]._replace(after=between)
        done += inner
    return spaced(done, half if not depth else half // 3, half if not depth else half // 3)


def _item(
    setter: Setter, parts: Sequence[Block], width: int, depth: int, style: str, between: int
) -> list[Strip]:
    """What stands in an item; an inner list is as near to the words around it as the items of
    the list are to each other.
    """
    done: list[Strip] = []
    for before, part in zip((None, *parts), parts, strict=False):
        strips = strips_of(setter, (part,), width, depth=depth, style=style)
        if strips and isinstance(part, ListBlock):
            strips[0] = strips[0]._replace(before=between)
            strips[-1] = strips[-1]._replace(after=between)
            if isinstance(before, Paragraph):
                done[-1:] = [strip._replace(after=between) for strip in done[-1:]]
        done += strips
    return done


def _dot(setter: Setter, depth: int, style: str, indent: int, span: Span) -> Draw:
    em = setter.size(setter.style(style)) * PT
    height = setter.line_height(style)
    color = setter.color(_MARKS[min(depth, 2)] if depth % 2 == 0 else "accent")
    radius = round(em * 0.17)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        cx, cy = x + indent // 2 - round(em * 0.12), y + round(height * 0.52)
        if depth % 3 == 2:
            path = line(cx - radius, cy, cx + radius * 2, cy)
            canvas.items.append(Shape(path, None, Stroke(color, Um(250)), span))
        else:
            circle = ellipse(rect(cx - radius, cy - radius, 2 * radius, 2 * radius))
            canvas.items.append(
                Shape(circle, None, Stroke(color, Um(220)), span)
                if depth % 3
                else Shape(circle, color, None, span)
            )

    return draw


def _number(setter: Setter, number: int, style: str, indent: int, span: Span) -> Draw:
    text = _numeral(setter, number, style, span)
    base = setter.broken(text, indent)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        base[0].draw(canvas, x + max(0, indent - text.natural - _BEHIND), y)

    return draw


def _numeral(setter: Setter, number: int, style: str, span: Span) -> Measured:
    return setter.measured((Run(f"{number}.", bold=True),), style, span)


def _callout(setter: Setter, block: Callout, width: int, depth: int) -> list[Strip]:
    """A tinted box with a bar of colour, titled by itself or by its kind; a quotation has the
    bar alone.
    """
    inner_width = width - 2 * _PADDING_X
    half = setter.line_height(BODY) // 2
    strips: list[Strip] = []
    if block.kind != "quote":
        kind = setter.book.word(block.kind)
        words = (Run(f"{kind}: "), *block.title) if block.title else (Run(kind),)
        strips = kept(setter.lines(words, "book-callout", inner_width, block.span), whole=True)
        strips[-1:] = [strip._replace(keep=True, after=half // 3) for strip in strips[-1:]]
    strips += strips_of(setter, block.blocks, inner_width, depth=depth + 1, style="book-aside")
    strips = _trimmed(strips)
    fill = _FILLS.get(block.kind, "tint")
    frame = Frame(
        0,
        width,
        setter.color(fill) if fill else None,
        setter.color("accent" if block.kind != "quote" else "line"),
        object(),
    )
    boxed = framed(shifted(strips, _PADDING_X), frame, _PADDING_Y if fill else 300)
    if placed(boxed)[1] <= setter.book.size.height * _WHOLE // 100:
        boxed = kept(boxed, whole=True)
    return spaced(boxed, half * 2, half * 2)


def _trimmed(strips: Sequence[Strip]) -> list[Strip]:
    done = list(strips)
    if done:
        done[-1] = done[-1]._replace(after=0)
    return done


def paint_frame(
    frame: Frame, canvas: Canvas, x: int, top: int, bottom: int, parted: tuple[bool, bool]
) -> None:
    """The box behind strips, from the top of the first to the bottom of the last, a little
    beyond where it is parted from its rest.
    """
    above, below = parted
    top, bottom = top - _BEYOND * above, bottom + _BEYOND * below
    area = rect(x + frame.x, top, frame.width, bottom - top)
    if frame.fill:
        canvas.items.append(Shape(rectangle(area), frame.fill))
    if frame.bar:
        canvas.items.append(Shape(rectangle(rect(area.x, area.y, _BAR, area.height)), frame.bar))
