"""Blocks as fragments: headings, paragraphs, lists, call-outs and dividers; tables, figures and
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
from pnp.layout.figures import figure_fragments, row_fragments
from pnp.layout.fragmentation import (
    Canvas,
    Draw,
    Fragment,
    Frame,
    framed,
    kept,
    placed,
    shifted,
    spaced,
    with_mark,
)
from pnp.layout.inlines import Measured, Typesetter
from pnp.layout.tables import table_fragments
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


def fragments_of(
    typesetter: Typesetter,
    blocks: Iterable[Block],
    width: int,
    *,
    depth: int = 0,
    style: str = BODY,
) -> list[Fragment]:
    """The fragments of blocks in a column of a width.

    Generated parts are none of them: the flow makes those.
    """
    done: list[Fragment] = []
    for block in blocks:
        done += _block(typesetter, block, width, depth, style)
    return done


def _block(
    typesetter: Typesetter, block: Block, width: int, depth: int, style: str
) -> list[Fragment]:
    half = typesetter.line_height(style) // 2
    match block:
        case Heading():
            return heading(typesetter, block, width)
        case Paragraph(inlines, span):
            return spaced(typesetter.lines(inlines, style, width, span, snap=not depth), half, half)
        case ListBlock():
            return _list(typesetter, block, width, depth, style)
        case Table():
            return spaced(table_fragments(typesetter, block, width), half * 2, half * 2)
        case Callout():
            return _callout(typesetter, block, width, depth)
        case Figure():
            return spaced(figure_fragments(typesetter, block, width), half * 2, half * 2)
        case FigureRow():
            return spaced(row_fragments(typesetter, block, width), half * 2, half * 2)
        case Divider(span):
            return spaced([_divider(typesetter, width, span)], half * 2, half * 2)
        case _:
            return []


def heading(typesetter: Typesetter, block: Heading, width: int) -> list[Fragment]:
    """A heading, with its anchor; it never stands alone at the foot of a column."""
    lines = headline(typesetter, block.inlines, block.level, width, block.span)
    if not lines:
        return []
    title = plain(block.inlines).strip()

    def mark(canvas: Canvas, _x: int, y: int) -> None:
        canvas.anchors.append(Anchor(block.anchor, Um(y), title, block.level))

    lines[0] = with_mark(lines[0], mark)._replace(anchors=(block.anchor,))
    return lines


def headline(
    typesetter: Typesetter, inlines: Inlines, level: int, width: int, span: Span
) -> list[Fragment]:
    """The lines of a heading with the white around them; none where nothing of it can be shown."""
    grid = typesetter.line_height(BODY) // 2
    before, after = _RHYTHM[typesetter.family][level - 1]
    lines = kept(typesetter.lines(inlines, f"book-h{level}", width, span), whole=True)
    if lines:
        lines[0] = lines[0]._replace(before=before * grid)
        lines[-1] = lines[-1]._replace(keep=True, after=after * grid)
    return lines


def _divider(typesetter: Typesetter, width: int, span: Span) -> Fragment:
    stroke = Stroke(typesetter.color("line"), Um(200))

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.items.append(Shape(line(x, y, x + width, y), None, stroke, span))

    return Fragment(200, draw, span=span)


def _list(
    typesetter: Typesetter, block: ListBlock, width: int, depth: int, style: str
) -> list[Fragment]:
    """Items indented by their mark: a dot, a ring or a dash by depth, or a number."""
    half = typesetter.line_height(style) // 2
    indent = round(_INDENT * max(typesetter.size(typesetter.style(style)) / 9.5, 0.8))
    last = block.start + len(block.items) - 1
    if block.ordered and last > 99:
        indent = max(
            indent + indent // 2, _numeral(typesetter, last, style, block.span).natural + _BEHIND
        )
    loose = any(len(item) > 1 and isinstance(item[1], Paragraph) for item in block.items)
    between = half if loose else half // 3
    done: list[Fragment] = []
    for number, item in zip(count(block.start), block.items, strict=False):
        inner = _item(
            typesetter,
            item or (Paragraph((Run("\u00a0"),), block.span),),
            width - indent,
            depth + 1,
            style,
            between,
        )
        if not inner:  # what it holds cannot be shown, as has been said
            continue
        mark = (
            _number(typesetter, number, style, indent, block.span)
            if block.ordered
            else _dot(typesetter, depth, style, indent, block.span)
        )
        inner[0] = with_mark(shifted(inner[:1], indent)[0], mark)._replace(snap=False)
        inner[1:] = shifted(inner[1:], indent)
        inner[0] = inner[0]._replace(before=between)
        inner[-1] = inner[-1]._replace(after=between)
        done += inner
    return spaced(done, half if not depth else half // 3, half if not depth else half // 3)


def _item(
    typesetter: Typesetter, parts: Sequence[Block], width: int, depth: int, style: str, between: int
) -> list[Fragment]:
    """What stands in an item; an inner list is as near to the words around it as the items of
    the list are to each other.
    """
    done: list[Fragment] = []
    for before, part in zip((None, *parts), parts, strict=False):
        fragments = fragments_of(typesetter, (part,), width, depth=depth, style=style)
        if fragments and isinstance(part, ListBlock):
            fragments[0] = fragments[0]._replace(before=between)
            fragments[-1] = fragments[-1]._replace(after=between)
            if isinstance(before, Paragraph):
                done[-1:] = [fragment._replace(after=between) for fragment in done[-1:]]
        done += fragments
    return done


def _dot(typesetter: Typesetter, depth: int, style: str, indent: int, span: Span) -> Draw:
    em = typesetter.size(typesetter.style(style)) * PT
    height = typesetter.line_height(style)
    color = typesetter.color(_MARKS[min(depth, 2)] if depth % 2 == 0 else "accent")
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


def _number(typesetter: Typesetter, number: int, style: str, indent: int, span: Span) -> Draw:
    text = _numeral(typesetter, number, style, span)
    base = typesetter.broken(text, indent)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        base[0].draw(canvas, x + max(0, indent - text.natural - _BEHIND), y)

    return draw


def _numeral(typesetter: Typesetter, number: int, style: str, span: Span) -> Measured:
    return typesetter.measured((Run(f"{number}.", bold=True),), style, span)


def _callout(typesetter: Typesetter, block: Callout, width: int, depth: int) -> list[Fragment]:
    """A tinted box with a bar of colour, titled by itself or by its kind; a quotation has the
    bar alone.
    """
    inner_width = width - 2 * _PADDING_X
    half = typesetter.line_height(BODY) // 2
    fragments: list[Fragment] = []
    if block.kind != "quote":
        kind = typesetter.book.word(block.kind)
        words = (Run(f"{kind}: "), *block.title) if block.title else (Run(kind),)
        fragments = kept(
            typesetter.lines(words, "book-callout", inner_width, block.span), whole=True
        )
        fragments[-1:] = [
            fragment._replace(keep=True, after=half // 3) for fragment in fragments[-1:]
        ]
    fragments += fragments_of(
        typesetter, block.blocks, inner_width, depth=depth + 1, style="book-aside"
    )
    fragments = _trimmed(fragments)
    fill = _FILLS.get(block.kind, "tint")
    frame = Frame(
        0,
        width,
        typesetter.color(fill) if fill else None,
        typesetter.color("accent" if block.kind != "quote" else "line"),
        object(),
    )
    boxed = framed(shifted(fragments, _PADDING_X), frame, _PADDING_Y if fill else 300)
    if placed(boxed)[1] <= typesetter.book.size.height * _WHOLE // 100:
        boxed = kept(boxed, whole=True)
    return spaced(boxed, half * 2, half * 2)


def _trimmed(fragments: Sequence[Fragment]) -> list[Fragment]:
    done = list(fragments)
    if done:
        done[-1] = done[-1]._replace(after=0)
    return done


def paint_frame(
    frame: Frame, canvas: Canvas, x: int, top: int, bottom: int, parted: tuple[bool, bool]
) -> None:
    """The box behind fragments, from the top of the first to the bottom of the last, a little
    beyond where it is parted from its rest.
    """
    above, below = parted
    top, bottom = top - _BEYOND * above, bottom + _BEYOND * below
    area = rect(x + frame.x, top, frame.width, bottom - top)
    if frame.fill:
        canvas.items.append(Shape(rectangle(area), frame.fill))
    if frame.bar:
        canvas.items.append(Shape(rectangle(rect(area.x, area.y, _BAR, area.height)), frame.bar))
