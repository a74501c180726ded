"""Sets the parts of a book that are generated, not written: cover, contents, list of components,
icon glossary, credits, running feet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.assets.paths import line, rectangle
from pnp.compose.markdown_tree import Heading, Icon, Inlines, Link, Run
from pnp.diagnostics import Span
from pnp.face import Face, Group, Item, Shape, Stroke
from pnp.face import Link as Area
from pnp.layout.figures import embedded, side_by_side
from pnp.layout.fragmentation import Canvas, Fragment, spaced, stacked
from pnp.layout.typesetter import COVER_BLEED, Credit, Listed, Meaning, Typesetter, line_at
from pnp.units.geometry import MM, Um, rect, scaled

CONTENTS_LEVELS = 2
_NUMBER_ROOM = 12 * MM
_PICTURE = 13 * MM
_GAP = 4 * MM
_WIDE = 88 * MM
"""From this width on lists of small things have two columns."""


def contents(typesetter: Typesetter, headings: Sequence[Heading], width: int) -> list[Fragment]:
    """Headings of the first two levels with a dotted line to their page; the whole line leads
    there.
    """
    done: list[Fragment] = []
    half = typesetter.line_height("book-body") // 2
    for heading in headings:
        deep = heading.level > 1
        if heading.level > CONTENTS_LEVELS:
            continue
        if not deep:  # only a chapter with sections below it stays with the next line
            done[-1:] = [last._replace(keep=False) for last in done[-1:]]
        done += _contents_entry(typesetter, heading, deep, width)
    done[-1:] = [last._replace(keep=False) for last in done[-1:]]
    return spaced(done, half, half * 2)


def _contents_entry(
    typesetter: Typesetter, heading: Heading, deep: bool, width: int
) -> list[Fragment]:
    style, indent = ("book-contents", 4 * MM) if deep else ("book-contents-1", 0)
    words: Inlines = tuple(
        part
        for inline in heading.inlines
        for part in (inline.inlines if isinstance(inline, Link) else (inline,))
    )
    text = typesetter.shaped(words, style, heading.span)
    lines = typesetter.broken(text, width - indent - _NUMBER_ROOM)
    if not lines:
        return []
    half = typesetter.line_height("book-body") // 2
    height, draw_lines = stacked(lines)
    dots = Stroke(typesetter.color("line"), Um(220), (220, 1_200))

    def draw(canvas: Canvas, x: int, y: int) -> None:
        draw_lines(canvas, x + indent, y)
        baseline = y + height - lines[-1].height + typesetter.baseline(style)
        page = str(canvas.numbers.get(heading.anchor, ""))
        number = line_at(typesetter, page, style, x + width, baseline, heading.span, "right")
        start = x + indent + text.max_content + 1_500
        stop = min((part.x for part in number), default=x + width) - 1_200
        if len(lines) == 1 and stop > start:
            path = line(start, baseline, stop, baseline)
            canvas.items.append(Shape(path, None, dots, heading.span))
        canvas.items += number
        canvas.links.append(Area(rect(x + indent, y, width - indent, height), f"#{heading.anchor}"))

    before = half // 4 if deep else half
    return [Fragment(height, draw, before, keep=not deep, span=heading.span)]


def _cell_width(width: int) -> int:
    """How wide each of a list of small things is: there are two columns where they have room."""
    return (width - _GAP) // 2 if width >= _WIDE else width


def _in_columns(
    typesetter: Typesetter, cells: Sequence[Fragment], width: int, white: int
) -> list[Fragment]:
    """A list of small things in one column or two, with so much white below each row."""
    columns = 2 if width >= _WIDE else 1
    rows = side_by_side(cells, columns, _cell_width(width) + _GAP)
    half = typesetter.line_height("book-body") // 2
    return spaced([row._replace(after=white) for row in rows], half, half)


def components(
    typesetter: Typesetter, rows: Iterable[Listed], width: int, span: Span
) -> list[Fragment]:
    """Every component with a small picture, how many there are, and what it is."""
    indent = _PICTURE + 2_600
    each = _cell_width(width)

    def cell(row: Listed) -> Fragment:
        words = (Run(f"{row.count}\u00a0× ", bold=True), Run(row.title, bold=True))
        lines = typesetter.lines(words, "book-table", each - indent, span)
        if row.note:
            lines += typesetter.lines((Run(row.note),), "book-small", each - indent, span)
        end, draw_lines = stacked(lines)
        wide = tall = 0
        if row.face:
            wide = min(_PICTURE, _PICTURE * row.face.size.width // row.face.size.height)
            tall = wide * row.face.size.height // row.face.size.width
        height = max(end, tall)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            if row.face:
                outline = row.outline or rectangle(rect(0, 0, *row.face.size))
                left, top = x + (_PICTURE - wide) // 2, y + (height - tall) // 2
                canvas.items += embedded(typesetter, row.face, outline, left, top, wide, span)
            draw_lines(canvas, x + indent, y + (height - end) // 2)

        return Fragment(height, draw, span=span)

    return _in_columns(typesetter, list(map(cell, rows)), width, 1_800)


def icons(
    typesetter: Typesetter, rows: Iterable[Meaning], width: int, span: Span
) -> list[Fragment]:
    """Every icon beside what it means."""
    indent = 8 * MM
    each = _cell_width(width)

    def cell(row: Meaning) -> Fragment:
        tall, draw_glyph = typesetter.stacked((Icon(row.icon, span),), "book-icon", indent, span)
        end, draw_lines = typesetter.stacked(row.text, "book-table", each - indent, span)
        top = max(0, (tall - typesetter.line_height("book-table")) // 2)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            draw_glyph(canvas, x, y)
            draw_lines(canvas, x + indent, y + top)

        return Fragment(max(tall, top + end), draw, span=span)

    return _in_columns(typesetter, list(map(cell, rows)), width, 900)


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
    title, draw_title = typesetter.stacked(book.title, "book-title", width, span)
    below, draw_below = typesetter.stacked(book.subtitle, "book-subtitle", width, span)
    top = band * 45 // 100 - (title + below) // 2
    draw_title(canvas, side, top)
    draw_below(canvas, side, top + title + 4 * MM)
    y = band + 12 * MM
    for text in book.lines:
        height, draw_text = typesetter.stacked(text, "book-cover-line", width, span)
        draw_text(canvas, side, y)
        y += height + MM
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

    words = shown = title
    while words and width(shown) > right - left - 12 * MM:
        words = words[:-1]
        shown = f"{words}…"
    if words != title:
        shown = f"{words.rstrip()}…"
    return [
        *line_at(typesetter, str(number), "book-number", edge, baseline, span, align),
        *line_at(typesetter, shown, "book-running", edge + gap, baseline, span, align),
    ]
