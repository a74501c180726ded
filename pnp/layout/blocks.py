"""Sets blocks as fragments: headings, paragraphs, lists, call-outs, dividers and tables; and the
parts of a book that are generated: cover, contents, credits, running feet.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, count

from pnp.assets.paths import ellipse, line, rectangle
from pnp.compose.markdown_tree import (
    UNTITLED,
    Block,
    Callout,
    Divider,
    Figure,
    FigureRow,
    Heading,
    Inlines,
    Link,
    ListBlock,
    Paragraph,
    Run,
    Table,
    plain,
)
from pnp.diagnostics import Span
from pnp.face import Anchor, Face, Group, Item, Shape, Stroke
from pnp.face import Link as Area
from pnp.layout.figures import figure_fragments, row_fragments
from pnp.layout.fragmentation import (
    Canvas,
    Draw,
    Fragment,
    Frame,
    composite,
    draw_nothing,
    framed,
    kept,
    shifted,
    spaced,
    stacked,
    with_mark,
)
from pnp.layout.typesetter import (
    COVER_BLEED,
    Credit,
    ShapedText,
    Typesetter,
    line_at,
)
from pnp.units.geometry import MM, PT, Um, millimetres, rect, scaled

CONTENTS_LEVELS = 2
_NUMBER_ROOM = 12 * MM
BODY = "book-body"
MARGIN = "book-margin"
"""The style of asides in the margin column."""
_CAPS = 0.66
"""How high capitals are, about, in em."""
_PADDING_X, _PADDING_Y = 3 * MM, 2_200
_FILLS = {"note": "tint", "example": "mist", "variant": "tint", "aside": "", "quote": ""}
_INDENT = 4_600
_BEHIND = 1_300
"""White between a number and the words of its item."""
_RHYTHM = {"book": ((4, 2), (3, 1), (2, 0), (2, 0)), "aid": ((2, 1), (2, 0), (1, 0), (1, 0))}
"""White above and below headings by level, in half lines."""
_WHOLE = 28
"""Call-outs up to this percentage of the page's height are not split."""
_CELL_X, _CELL_Y = 1_600, 900
_SPREAD = 0.62
"""From this share of the column on, a table is made as wide as the column."""


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
    half = typesetter.line_height(style) // 2
    done: list[Fragment] = []
    for block in blocks:
        made: list[Fragment] = []
        white = half * 2
        match block:
            case Heading():
                made, white = heading(typesetter, block, width), 0
            case Paragraph(inlines, span):
                made = typesetter.lines(inlines, style, width, span, snap=not depth)
                white = half
            case ListBlock():
                made, white = _list(typesetter, block, width, depth, style), 0
            case Callout():
                made, white = _callout(typesetter, block, width, depth), 0
            case Table():
                made = _table(typesetter, block, width)
            case Figure():
                made = figure_fragments(typesetter, block, width)
            case FigureRow():
                made = row_fragments(typesetter, block, width)
            case Divider(span):
                made = [_divider(typesetter, width, span)]
        done += spaced(made, white, white)
    return done


def heading(typesetter: Typesetter, block: Heading, width: int) -> list[Fragment]:
    """A heading, with its anchor; it never stands alone at the foot of a column."""
    lines = headline(typesetter, block.inlines, block.level, width, block.span)
    if not lines:
        return []
    title = plain(block.inlines).strip()

    def mark(canvas: Canvas, _x: int, y: int) -> None:
        canvas.anchors.append(Anchor(block.anchor, Um(y), title, block.level))

    return [with_mark(lines[0], mark)._replace(anchors=(block.anchor,)), *lines[1:]]


def headline(
    typesetter: Typesetter, inlines: Inlines, level: int, width: int, span: Span
) -> list[Fragment]:
    """The lines of a heading with the white around them; none where nothing of it can be shown."""
    half = typesetter.half_line
    before, after = _RHYTHM[typesetter.family][level - 1]
    lines = kept(typesetter.lines(inlines, f"book-h{level}", width, span), whole=True)
    lines[-1:] = [line._replace(keep=True) for line in lines[-1:]]
    return spaced(lines, before * half, after * half)


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
        widest = _numeral(typesetter, last, style, block.span).max_content + _BEHIND
        indent = max(indent + indent // 2, widest)
    loose = any(len(item) > 1 and isinstance(item[1], Paragraph) for item in block.items)
    between = half if loose else half // 3
    done: list[Fragment] = []
    for number, item in zip(count(block.start), block.items, strict=False):
        parts = item or (Paragraph((Run("\u00a0"),), block.span),)
        inner = _list_item(typesetter, parts, width - indent, depth + 1, style, between)
        if not inner:  # what it holds cannot be shown, as has been reported
            continue
        if block.ordered:
            mark = _number(typesetter, number, style, indent, block.span)
        else:
            mark = _bullet(typesetter, depth, style, indent, block.span)
        first, *others = shifted(inner, indent)
        first = with_mark(first, mark)._replace(snap=False, before=between)
        done += [first, *others]
        done[-1] = done[-1]._replace(after=between)
    around = half if not depth else half // 3
    return spaced(done, around, around)


def _list_item(
    typesetter: Typesetter,
    parts: Sequence[Block],
    width: int,
    depth: int,
    style: str,
    between: int,
) -> list[Fragment]:
    """What stands in an item; an inner list is as near to the words around it as the items of
    the list are to each other.
    """
    done: list[Fragment] = []
    for before, part in zip((None, *parts), parts, strict=False):
        inner = fragments_of(typesetter, (part,), width, depth=depth, style=style)
        if inner and isinstance(part, ListBlock):
            inner[0] = inner[0]._replace(before=between)
            inner[-1] = inner[-1]._replace(after=between)
            if isinstance(before, Paragraph):
                done[-1:] = [fragment._replace(after=between) for fragment in done[-1:]]
        done += inner
    return done


def _bullet(typesetter: Typesetter, depth: int, style: str, indent: int, span: Span) -> Draw:
    em = typesetter.size(typesetter.style(style)) * PT
    height = typesetter.line_height(style)
    color = typesetter.color("accent")
    radius = round(em * 0.17)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        cx, cy = x + indent // 2 - round(em * 0.12), y + round(height * 0.52)
        circle = ellipse(rect(cx - radius, cy - radius, 2 * radius, 2 * radius))
        dash = line(cx - radius, cy, cx + radius * 2, cy)
        marks = (
            Shape(circle, color, None, span),
            Shape(circle, None, Stroke(color, Um(220)), span),
            Shape(dash, None, Stroke(color, Um(250)), span),
        )
        canvas.items.append(marks[depth % 3])

    return draw


def _number(typesetter: Typesetter, number: int, style: str, indent: int, span: Span) -> Draw:
    text = _numeral(typesetter, number, style, span)
    first = typesetter.broken(text, indent)[0]
    return composite((first.draw, max(0, indent - text.max_content - _BEHIND), 0))


def _numeral(typesetter: Typesetter, number: int, style: str, span: Span) -> ShapedText:
    return typesetter.shaped((Run(f"{number}.", bold=True),), style, span)


def _callout(typesetter: Typesetter, block: Callout, width: int, depth: int) -> list[Fragment]:
    """A tinted box with a bar of colour, titled by itself or by its kind; a quotation has the
    bar alone.
    """
    inner_width = width - 2 * _PADDING_X
    half = typesetter.half_line
    inner: list[Fragment] = []
    kind = "" if block.kind in UNTITLED else typesetter.book.word(block.kind)
    if kind or block.title:
        inner = _titled(typesetter, block, kind, inner_width)
    inner += fragments_of(
        typesetter, block.blocks, inner_width, depth=depth + 1, style="book-aside"
    )
    fill = _FILLS.get(block.kind, "tint")
    tint = typesetter.color(fill) if fill else None
    bar = typesetter.color("line" if block.kind == "quote" else "accent")
    frame = Frame(0, width, tint, bar, object())
    boxed = framed(shifted(inner, _PADDING_X), frame, _PADDING_Y if fill else 300)
    if stacked(boxed).height <= typesetter.book.size.height * _WHOLE // 100:
        boxed = kept(boxed, whole=True)
    return spaced(boxed, half * 2, half * 2)


def _titled(typesetter: Typesetter, block: Callout, kind: str, width: int) -> list[Fragment]:
    """The title of a call-out behind the name of its kind, kept with what follows."""
    colon = typesetter.book.word("colon") if block.title and kind else ""
    words = (Run(f"{kind}{colon}"), *block.title)
    lines = kept(typesetter.lines(words, "book-callout", width, block.span), whole=True)
    return [line._replace(keep=True, after=typesetter.half_line // 3) for line in lines]


def aside(typesetter: Typesetter, block: Callout, width: int) -> Fragment:
    """An aside in the margin column, its first baseline that of the text beside it."""
    lines = _titled(typesetter, block, "", width) if block.title else []
    first = "book-callout" if lines else MARGIN
    lines += fragments_of(typesetter, block.blocks, width, depth=1, style=MARGIN)
    lower = typesetter.baseline(BODY) - typesetter.baseline(first)
    return _lowered(stacked(lines, block.span), lower)


def margin_figure(typesetter: Typesetter, figure: Figure, width: int) -> Fragment:
    """A figure as wide as the margin column, its top at that of the letters beside it."""
    lower = typesetter.baseline(BODY) - round(typesetter.style(BODY).size * PT * _CAPS)
    whole = figure._replace(width="100%")
    return _lowered(stacked(figure_fragments(typesetter, whole, width), figure.span), lower)


def _lowered(fragment: Fragment, by: int) -> Fragment:
    draw = composite((fragment.draw, 0, by))
    return fragment._replace(height=fragment.height + by, draw=draw)


def _table(typesetter: Typesetter, table: Table, width: int) -> list[Fragment]:
    """A table as one fragment per row, its header again above every column that it is split into;
    none where it is wider than its column, which is an error.
    """
    rows = [
        [
            typesetter.shaped(
                cell or (Run(""),), f"book-table{'' if number else '-head'}", table.span
            )
            for cell in cells
        ]
        for number, cells in enumerate((table.header, *table.rows))
    ]
    columns = list(zip(*rows, strict=True))
    least = [max(cell.min_content for cell in column) + 2 * _CELL_X for column in columns]
    natural = [max(cell.max_content for cell in column) + 2 * _CELL_X for column in columns]
    if (over := sum(least) - width) > 0:
        message = f"the table is {millimetres(over)} wider than its column of {millimetres(width)}"
        hint = "give it fewer columns or shorter words"
        typesetter.report("P356", message, table.span, hint)
        return []
    widths = column_widths(least, natural, width)
    header, *body = [
        _table_row(typesetter, cells, widths, table, n) for n, cells in enumerate(rows)
    ]
    if not any(cell.atoms for cell in rows[0]):  # a table without words in its header needs none
        header = Fragment(0, draw_nothing, span=table.span)
    header = header._replace(keep=True)
    return [header, *kept([row._replace(again=header) for row in body])]


def column_widths(least: Sequence[int], natural: Sequence[int], width: int) -> list[int]:
    """A width for each column: what it would like; where there is no room for that, the wide ones
    alone give way, down to their least.

    A table that nearly fills its column is made to fill it.
    """
    total = sum(natural)
    if total < width * _SPREAD:
        return list(natural)

    def limited(limit: int) -> list[int]:
        return [max(small, min(limit, wide)) for small, wide in zip(least, natural, strict=True)]

    if total <= width:
        widths = [wide + (width - total) * wide // total for wide in natural]
    else:
        beyond = bisect_right(range(width + 1), width, key=lambda limit: sum(limited(limit)))
        widths = limited(beyond - 1)  # the largest common limit under which all columns fit
    widest = max(range(len(widths)), key=widths.__getitem__)
    widths[widest] += width - sum(widths)
    return widths


def _table_row(
    typesetter: Typesetter,
    cells: Sequence[ShapedText],
    widths: Sequence[int],
    table: Table,
    number: int,
) -> Fragment:
    columns = [
        stacked(typesetter.broken(cell, wide - 2 * _CELL_X, align))
        for cell, wide, align in zip(cells, widths, table.align, strict=True)
    ]
    height = max(column.height for column in columns) + 2 * _CELL_Y
    lefts = accumulate(widths, initial=_CELL_X)
    draw_cells = composite(
        *((cell.draw, left, _CELL_Y) for cell, left in zip(columns, lefts, strict=False))
    )
    full = sum(widths)
    outer = number in (0, len(table.rows))
    rule = Stroke(typesetter.color("accent" if outer else "line"), Um(300 if outer else 150))
    tint = typesetter.color("tint")

    def draw(canvas: Canvas, x: int, y: int) -> None:
        if number == 0:
            canvas.items.append(Shape(rectangle(rect(x, y, full, height)), tint, None, table.span))
        draw_cells(canvas, x, y)
        path = line(x, y + height, x + full, y + height)
        canvas.items.append(Shape(path, None, rule, table.span))

    anchors = tuple(name for column in columns for name in column.anchors)
    return Fragment(height, draw, anchors=anchors, span=table.span, what="a row of the table")


def contents(typesetter: Typesetter, headings: Sequence[Heading], width: int) -> list[Fragment]:
    """Headings of the first two levels with a dotted line to their page; the whole line leads
    there.
    """
    done: list[Fragment] = []
    half = typesetter.half_line
    for entry in headings:
        if entry.level == 1:  # only a chapter with sections below it stays with the next line
            done[-1:] = [last._replace(keep=False) for last in done[-1:]]
        if entry.level <= CONTENTS_LEVELS:
            done += _contents_entry(typesetter, entry, width)
    done[-1:] = [last._replace(keep=False) for last in done[-1:]]
    return spaced(done, half, half * 2)


def _contents_entry(typesetter: Typesetter, entry: Heading, width: int) -> list[Fragment]:
    deep = entry.level > 1
    style, indent = ("book-contents", 4 * MM) if deep else ("book-contents-1", 0)
    words: Inlines = tuple(
        part
        for inline in entry.inlines
        for part in (inline.inlines if isinstance(inline, Link) else (inline,))
    )
    text = typesetter.shaped(words, style, entry.span)
    lines = typesetter.broken(text, width - indent - _NUMBER_ROOM)
    if not lines:
        return []
    half = typesetter.half_line
    title = stacked(lines)
    dots = Stroke(typesetter.color("line"), Um(220), (220, 1_200))

    def draw(canvas: Canvas, x: int, y: int) -> None:
        title.draw(canvas, x + indent, y)
        baseline = y + title.height - lines[-1].height + typesetter.baseline(style)
        page = str(canvas.numbers.get(entry.anchor, ""))
        number = line_at(typesetter, page, style, x + width, baseline, entry.span, "right")
        start = x + indent + text.max_content + 1_500
        stop = min((part.x for part in number), default=x + width) - 1_200
        if len(lines) == 1 and stop > start:
            path = line(start, baseline, stop, baseline)
            canvas.items.append(Shape(path, None, dots, entry.span))
        canvas.items += number
        canvas.links.append(
            Area(rect(x + indent, y, width - indent, title.height), f"#{entry.anchor}")
        )

    before = half // 4 if deep else half
    return [Fragment(title.height, draw, before, keep=not deep, span=entry.span)]


def credit_list(
    typesetter: Typesetter, rows: Iterable[Credit], width: int, span: Span
) -> list[Fragment]:
    """Fonts, artists and licences, a small paragraph each."""
    third = typesetter.line_height("book-small") // 3
    done: list[Fragment] = []
    for title, text in rows:
        words = (Run(title, bold=True), Run(" \u2002"), Run(text))
        done += spaced(typesetter.lines(words, "book-small", width, span), third, third)
    return done


def cover(typesetter: Typesetter, span: Span) -> Face:
    """The first page: the finished face of the game, scaled to the page, else title, subtitle
    and facts on a plain ground.
    """
    book = typesetter.book
    page, art = book.size, book.cover
    if art is not None:
        by = max(page.width / art.size.width, page.height / art.size.height)
        x = round((page.width - art.size.width * by) / 2)
        y = round((page.height - art.size.height * by) / 2)
        bleed = Um(min(COVER_BLEED, int(art.bleed * by)))
        clip = rectangle(rect(0, 0, *page).inset(-bleed))
        inner = Group(art.items, scaled(by, x, y))
        return Face(page, bleed, (Group((inner,), None, clip, origin=span),))
    band = page.height * 62 // 100
    wide = page.width + 2 * COVER_BLEED
    upper = rect(-COVER_BLEED, -COVER_BLEED, wide, band + COVER_BLEED)
    rule = rect(-COVER_BLEED, band, wide, 1_400)
    canvas = Canvas({})
    canvas.items += [
        Shape(rectangle(upper), typesetter.color("accent")),
        Shape(rectangle(rule), typesetter.color("spark")),
    ]
    side = page.width // 9
    width = page.width - 2 * side
    title = typesetter.stacked(book.title, "book-title", width, span)
    subtitle = typesetter.stacked(book.subtitle, "book-subtitle", width, span)
    top = band * 45 // 100 - (title.height + subtitle.height) // 2
    title.draw(canvas, side, top)
    subtitle.draw(canvas, side, top + title.height + 4 * MM)
    y = band + 12 * MM
    for text in book.lines:
        words = typesetter.stacked(text, "book-cover-line", width, span)
        words.draw(canvas, side, y)
        y += words.height + MM
    return Face(page, COVER_BLEED, tuple(canvas.items))


def running_foot(
    typesetter: Typesetter,
    number: int,
    chapter: str,
    left: int,
    right: int,
    baseline: int,
    span: Span,
) -> list[Item]:
    """The foot of a page: its number at the outer edge, the book's title (left pages) or the
    chapter (right pages) beside it, shortened where there is no room for it.
    """
    odd = number % 2 == 1
    title = chapter if odd and chapter else typesetter.book.title
    edge, align, gap = (right, "right", -8 * MM) if odd else (left, "left", 8 * MM)

    def width(words: str) -> int:
        run = Run(words.replace(" ", "\u00a0"))
        return typesetter.shaped((run,), "book-running", span).max_content

    words = title
    while words and width(title) > right - left - 12 * MM:
        words = words[:-1].rstrip()
        title = f"{words}…"
    return [
        *line_at(typesetter, str(number), "book-number", edge, baseline, span, align),
        *line_at(typesetter, title, "book-running", edge + gap, baseline, span, align),
    ]
