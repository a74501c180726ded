"""The parts of a book that are made, not written: cover, contents, list of components, icon
glossary, credits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.assets.paths import line, rectangle
from pnp.compose.markdown_tree import Heading, Icon, Inlines, Link, Run
from pnp.diagnostics import Span
from pnp.face import Face, Group, Item, Shape, Stroke
from pnp.face import Link as Area
from pnp.layout.book import COVER_BLEED, Listed
from pnp.layout.figures import embedded, side_by_side
from pnp.layout.fragmentation import Canvas, Fragment, kept, placed, spaced
from pnp.layout.inlines import Typesetter, spot
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
        if heading.level > CONTENTS_LEVELS:
            continue
        deep = heading.level > 1
        style, indent = ("book-contents", 4 * MM) if deep else ("book-contents-1", 0)
        words: Inlines = tuple(
            part
            for inline in heading.inlines
            for part in (inline.inlines if isinstance(inline, Link) else (inline,))
        )
        text = typesetter.measured(words, style, heading.span)
        lines = kept(typesetter.broken(text, width - indent - _NUMBER_ROOM), whole=True)
        if not lines:
            continue
        end = text.natural if len(lines) == 1 else 0
        if done and not deep:
            done[-1] = done[-1]._replace(
                keep=False
            )  # only a chapter with sections below it keeps together with the next line
        entry = _entry(typesetter, heading, style, lines, indent, end, width)
        done.append(entry._replace(before=half if not deep else half // 4, keep=not deep))
    if done:
        done[-1] = done[-1]._replace(keep=False)
    return spaced(done, half, half * 2)


def _entry(
    typesetter: Typesetter,
    heading: Heading,
    style: str,
    lines: Sequence[Fragment],
    indent: int,
    end: int,
    width: int,
) -> Fragment:
    places, height = placed(lines)
    last = lines[-1].height
    target = f"#{heading.anchor}"
    dots = Stroke(typesetter.color("line"), Um(220), (220, 1_200))

    def draw(canvas: Canvas, x: int, y: int) -> None:
        for fragment, at in zip(lines, places, strict=True):
            fragment.draw(canvas, x + indent, y + at)
        baseline = y + height - last + typesetter.baseline(style)
        number = spot(
            typesetter,
            str(canvas.numbers.get(heading.anchor, "")),
            style,
            x + width,
            baseline,
            heading.span,
            "right",
        )
        start, stop = (
            x + indent + end + 1_500,
            min((part.x for part in number), default=x + width) - 1_200,
        )
        if end and stop > start:
            canvas.items.append(
                Shape(line(start, baseline, stop, baseline), None, dots, heading.span)
            )
        canvas.items += number
        canvas.links.append(Area(rect(x + indent, y, width - indent, height), target))

    return Fragment(height, draw, span=heading.span)


def components(
    typesetter: Typesetter, rows: Iterable[Listed], width: int, span: Span
) -> list[Fragment]:
    """Every component with a small picture, how many there are, and what it is."""
    columns = 2 if width >= _WIDE else 1
    each = (width - _GAP * (columns - 1)) // columns
    cells = [_listed(typesetter, row, each, span) for row in rows]
    half = typesetter.line_height("book-body") // 2
    return spaced(
        [fragment._replace(after=1_800) for fragment in side_by_side(cells, columns, each + _GAP)],
        half,
        half,
    )


def _listed(typesetter: Typesetter, row: Listed, width: int, span: Span) -> Fragment:
    indent = _PICTURE + 2_600
    lines = typesetter.lines(
        (Run(f"{row.count}\u00a0× ", bold=True), Run(row.title, bold=True)),
        "book-table",
        width - indent,
        span,
    )
    if row.note:
        lines += typesetter.lines((Run(row.note),), "book-small", width - indent, span)
    places, end = placed(lines)
    size = row.face.size if row.face else None
    wide = min(_PICTURE, _PICTURE * size.width // size.height) if size else 0
    tall = wide * size.height // size.width if size else 0
    height = max(end, tall)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        if row.face:
            outline = row.outline or rectangle(rect(0, 0, *row.face.size))
            canvas.items += embedded(
                typesetter,
                row.face,
                outline,
                x + (_PICTURE - wide) // 2,
                y + (height - tall) // 2,
                wide,
                span,
            )
        for fragment, at in zip(lines, places, strict=True):
            fragment.draw(canvas, x + indent, y + (height - end) // 2 + at)

    return Fragment(height, draw, span=span)


def icons(
    typesetter: Typesetter, rows: Iterable[tuple[str, str]], width: int, span: Span
) -> list[Fragment]:
    """Every icon beside what it means."""
    columns = 2 if width >= _WIDE else 1
    each = (width - _GAP * (columns - 1)) // columns
    indent = 8 * MM
    cells = []
    for name, text in rows:
        glyph = typesetter.lines((Icon(name, span),), "book-icon", indent, span)
        lines = typesetter.lines((Run(text),), "book-table", each - indent, span)
        cells.append(_beside(glyph, lines, indent, span))
    half = typesetter.line_height("book-body") // 2
    return spaced(
        [fragment._replace(after=900) for fragment in side_by_side(cells, columns, each + _GAP)],
        half,
        half,
    )


def _beside(
    glyph: Sequence[Fragment], lines: Sequence[Fragment], indent: int, span: Span
) -> Fragment:
    """A glyph, and lines that stand level with it."""
    places, end = placed(lines)
    tall = sum(fragment.height for fragment in glyph)
    height = max(tall, end)
    top = max(0, (tall - lines[0].height) // 2) if lines else 0

    def draw(canvas: Canvas, x: int, y: int) -> None:
        for fragment in glyph:
            fragment.draw(canvas, x, y)
        for fragment, at in zip(lines, places, strict=True):
            fragment.draw(canvas, x + indent, y + top + at)

    return Fragment(max(height, top + end), draw, span=span)


def credit_list(
    typesetter: Typesetter, rows: Iterable[tuple[str, str]], width: int, span: Span
) -> list[Fragment]:
    """Fonts, artists and licences, a small paragraph each."""
    third = typesetter.line_height("book-small") // 3
    done: list[Fragment] = []
    for title, text in rows:
        done += spaced(
            typesetter.lines(
                (Run(title, bold=True), Run(" \u2002"), Run(text)), "book-small", width, span
            ),
            third,
            third,
        )
    return done


def cover(typesetter: Typesetter, span: Span) -> Face:
    """The first page: the finished face of the game, scaled to the page, else title, subtitle
    and facts on a plain ground.
    """
    book = typesetter.book
    page = book.size
    if book.cover is not None:
        by = max(page.width / book.cover.size.width, page.height / book.cover.size.height)
        x, y = (
            (page.width - book.cover.size.width * by) / 2,
            (page.height - book.cover.size.height * by) / 2,
        )
        bleed = Um(min(COVER_BLEED, int(book.cover.bleed * by)))
        clip = rectangle(rect(0, 0, *page).inset(-bleed))
        return Face(
            page,
            bleed,
            (
                Group(
                    (Group(book.cover.items, scaled(by, round(x), round(y))),),
                    None,
                    clip,
                    origin=span,
                ),
            ),
        )
    side = page.width // 9
    canvas = Canvas({})
    accent, spark = typesetter.color("accent"), typesetter.color("spark")
    band = page.height * 62 // 100
    wide = page.width + 2 * COVER_BLEED
    canvas.items.append(
        Shape(rectangle(rect(-COVER_BLEED, -COVER_BLEED, wide, band + COVER_BLEED)), accent)
    )
    canvas.items.append(Shape(rectangle(rect(-COVER_BLEED, band, wide, 1_400)), spark))
    width = page.width - 2 * side
    title = typesetter.lines((Run(book.title),), "book-title", width, span)
    below = (
        typesetter.lines((Run(book.subtitle),), "book-subtitle", width, span)
        if book.subtitle
        else []
    )
    top = band * 45 // 100 - (placed(title)[1] + placed(below)[1]) // 2
    top = _drawn(canvas, title, side, top) + 4 * MM
    _drawn(canvas, below, side, top)
    y = band + 12 * MM
    for text in book.lines:
        y = (
            _drawn(canvas, typesetter.lines((Run(text),), "book-cover-line", width, span), side, y)
            + MM
        )
    return Face(page, COVER_BLEED, tuple(canvas.items))


def _drawn(canvas: Canvas, fragments: Sequence[Fragment], x: int, y: int) -> int:
    for fragment in fragments:
        fragment.draw(canvas, x, y)
        y += fragment.height
    return y


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
    chapter (right pages) beside it.
    """
    odd = number % 2 == 1
    words = chapter if odd and chapter else typesetter.book.title
    edge, align = (right, "right") if odd else (left, "left")
    gap = 8 * MM if odd else -8 * MM
    words = _shortened(typesetter, words, right - left - 12 * MM, span)
    return [
        *spot(typesetter, str(number), "book-number", edge, baseline, span, align),
        *spot(typesetter, words, "book-running", edge - gap, baseline, span, align),
    ]


def _shortened(typesetter: Typesetter, words: str, room: int, span: Span) -> str:
    """Words that fit into a room, with an ellipsis where some are left out."""
    if (
        typesetter.measured((Run(words.replace(" ", "\u00a0")),), "book-running", span).natural
        <= room
    ):
        return words
    while (
        words
        and typesetter.measured(
            (Run(f"{words}…".replace(" ", "\u00a0")),), "book-running", span
        ).natural
        > room
    ):
        words = words[:-1]
    return f"{words.rstrip()}…"
