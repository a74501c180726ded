"""The slug: what a sheet says about itself outside the cards, a ruler of 100 mm and one small line.

Both stand in the deepest free band along an edge, beyond cards, bleed and marks, inside the printer
margin where there is room for that. Along the left and right edges they are turned, the feet of the
letters towards the middle of the sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from pnp.face import HAIRLINE, Group, Item, Shape, Stroke, Text
from pnp.impose.marks import BAND, clearance, path_of
from pnp.units.color import Color
from pnp.units.geometry import PT, Edges, Rect, Size, Transform, Um, rect

if TYPE_CHECKING:
    from pnp.assets.fonts import Typeface

TYPE_SIZE = 6.0
GREY = Color("#555555")
DEPTH = 2_200
"""How deep the small line and the ruler are, each."""
RULER = 100_000
_FOOT, _TICK, _LONG_TICK = DEPTH - 100, 1_200, 2_000
_STEP = 10_000
_LABEL = "100 mm"
_LABEL_GAP = 1_500
_SPACE = BAND - DEPTH
_APART, _STACKED = 8_000, 800
PAPER_EDGE = 1_000
"""How near to the edge of the paper words go where the printable area has no room for them."""


class SmallLine(NamedTuple):
    """The words and the type of the small line: the game's title, and a note such as DRAFT that is
    never left out alone.

    `typeface` has the letters of what the sheets themselves say; titles of other scripts are set in
    `others`.
    """

    game: str
    typeface: Typeface
    note: str = ""
    others: tuple[Typeface, ...] = ()


class Band(NamedTuple):
    """A free strip along one edge of a side.

    Its own coordinates run along the edge (x) and across it (y), as the slug is read.
    """

    edge: str
    area: Rect

    @property
    def depth(self) -> int:
        """Its extent across the edge."""
        return self.area.width if self.edge in ("left", "right") else self.area.height

    @property
    def length(self) -> int:
        """Its extent along the edge."""
        return self.area.height if self.edge in ("left", "right") else self.area.width

    def place(self, x: int, y: int) -> Transform:
        """From the coordinates of a thing that starts at (x, y) in the band to those of the
        side.
        """
        area = self.area
        if self.edge == "left":
            return Transform(0, -1, 1, 0, area.x + y, area.bottom - x)
        if self.edge == "right":
            return Transform(0, 1, -1, 0, area.right - y, area.y + x)
        return Transform(e=area.x + x, f=area.y + y)


class Slug(NamedTuple):
    """The slug of one kind of side: ruler and small line where they have a place; `with_game` is
    False where the title was too long.

    `outside`: they stand nearer to the paper's edge than the printer margin.
    """

    ruler: tuple[Item, ...]
    line: Transform | None
    with_game: bool
    baseline: Um
    width: Um
    outside: bool = False


def bands(area: Rect, paper: Size, lengths: Edges, bleed: int, keep: int) -> list[Band]:
    """The free strips deep enough for a line, deepest first (bottom, top, left, right among
    equals); `keep` stays free at the paper's edge.

    `area` is the block of slots, `lengths` those of its marks. No two strips overlap: the upright
    ones end where the level ones begin.
    """
    clear = clearance(bleed)
    left, right = (
        area.x - clear - lengths.left - _SPACE,
        area.right + clear + lengths.right + _SPACE,
    )
    top, bottom = (
        area.y - clear - lengths.top - _SPACE,
        area.bottom + clear + lengths.bottom + _SPACE,
    )
    upper, lower = max(keep, area.y - clear), min(paper.height - keep, area.bottom + clear)
    found = (
        Band("bottom", rect(keep, bottom, paper.width - 2 * keep, paper.height - keep - bottom)),
        Band("top", rect(keep, keep, paper.width - 2 * keep, top - keep)),
        Band("left", rect(keep, upper, left - keep, lower - upper)),
        Band("right", rect(right, upper, paper.width - keep - right, lower - upper)),
    )
    return sorted((band for band in found if band.depth >= DEPTH), key=lambda band: -band.depth)


def planned(
    area: Rect,
    paper: Size,
    lengths: Edges,
    bleed: int,
    margin: int,
    words: SmallLine,
    title: str,
    sheets: int,
) -> Slug:
    """The slug of a side on the bands inside the printer margin; on those up to 1 mm from the
    paper's edge where there are none.
    """
    if inside := bands(area, paper, lengths, bleed, max(margin, PAPER_EDGE)):
        return plan(inside, words, title, sheets)
    made = plan(bands(area, paper, lengths, bleed, PAPER_EDGE), words, title, sheets)
    return made._replace(outside=bool(made.line or made.ruler))


def arrange(
    free: Sequence[Band], line: int, ruler: int
) -> tuple[Transform | None, Transform | None]:
    """Places for things of these lengths: in one row on the deepest band long enough, else in
    two rows, else on two bands, else none.
    """
    home = next((band for band in free if band.length >= line), None)
    if home:
        y, both = (home.depth - DEPTH) // 2, line + _APART + ruler
        if home.length >= both:
            x = (home.length - both) // 2
            return home.place(x, y), home.place(x + line + _APART, y)
        rows = 2 * DEPTH + _STACKED
        if home.depth >= rows and home.length >= ruler:
            y = (home.depth - rows) // 2
            return (
                home.place((home.length - line) // 2, y),
                home.place((home.length - ruler) // 2, y + DEPTH + _STACKED),
            )
    other = next((band for band in free if band is not home and band.length >= ruler), None)
    return _centred(home, line), _centred(other, ruler)


def _centred(band: Band | None, length: int) -> Transform | None:
    return band.place((band.length - length) // 2, (band.depth - DEPTH) // 2) if band else None


def plan(
    free: Sequence[Band], words: SmallLine, title: str, sheets: int, side: str = "front + back"
) -> Slug:
    """Finds the places of ruler and small line once for all sides of a kind; the line is
    measured at its longest.
    """
    font = words.typeface
    label = measured(words, _LABEL)
    last = max("0123456789", key=font.width) * len(str(sheets))
    texts = [line_text(words, title, last, sheets, side, with_game) for with_game in (True, False)]
    widths = [measured(words, text) for text in texts]
    with_game = any(band.length >= widths[0] for band in free)
    width = widths[0] if with_game else widths[1]
    line_at, ruler_at = arrange(free, width, RULER + _LABEL_GAP + label)
    baseline = Um(round(DEPTH * font.ascent / (font.ascent + abs(font.descent))))
    ruler = (Group(_ruler(font, label), transform=ruler_at),) if ruler_at else ()
    return Slug(ruler, line_at, with_game, baseline, width)


def small_line(
    slug: Slug, words: SmallLine, title: str, number: int, sheets: int, side: str
) -> tuple[Item, ...]:
    """The small line of one side; nothing where it has no place."""
    if not slug.line:
        return ()
    text = line_text(words, title, str(number), sheets, side, slug.with_game)
    return (Group(runs(words, text, 0, slug.baseline, TYPE_SIZE, GREY), transform=slug.line),)


def line_text(
    words: SmallLine, title: str, number: str, sheets: int, side: str, with_game: bool
) -> str:
    """`Game · component · sheet n of m · front · print at 100 %`, after the note; a question
    mark for what no typeface shows.
    """
    parts = (
        words.note,
        words.game if with_game else "",
        title,
        f"sheet {number} of {sheets}",
        side,
        "print at 100 %",
    )
    return "".join(part for _, part in _parts(words, " · ".join(part for part in parts if part)))


def measured(words: SmallLine, text: str, size: float = TYPE_SIZE) -> Um:
    """How long a text is, rounded up."""
    return Um(
        int(
            sum(
                face.width(part) * size * PT / face.units_per_em
                for face, part in _parts(words, text)
            )
        )
        + 1
    )


def runs(
    words: SmallLine, text: str, x: int, y: int, size: float, color: Color
) -> tuple[Text, ...]:
    """A text as runs of one typeface each."""
    made: list[Text] = []
    for face, part in _parts(words, text):
        width = int(face.width(part) * size * PT / face.units_per_em) + 1
        made.append(Text(Um(x), Um(y), part, face.ref, size, color, width=Um(width)))
        x += width
    return tuple(made)


def _parts(words: SmallLine, text: str) -> list[tuple[Typeface, str]]:
    """A text in parts, each with the typeface that shows it; a question mark for what none
    shows.
    """
    lost = words.typeface.missing(text)
    if not lost:
        return [(words.typeface, text)]
    homes: list[tuple[Typeface, str]] = []
    for character in normalize("NFC", text):
        face = (
            next((other for other in words.others if not other.missing(character)), None)
            if character in lost
            else words.typeface
        )
        homes.append((face, character) if face else (words.typeface, "?"))
    return [
        (face, "".join(character for _, character in part))
        for face, part in groupby(homes, key=lambda home: home[0])
    ]


def _ruler(font: Typeface, label: int) -> tuple[Item, ...]:
    """100 mm from the middle of the first tick to the middle of the last; 0, 50 and 100 are
    longer and bolder.
    """
    short = [(x, _FOOT, x, _FOOT - _TICK) for x in range(0, RULER + 1, _STEP) if x % 50_000]
    long = [(x, _FOOT, x, _FOOT - _LONG_TICK) for x in range(0, RULER + 1, 50_000)]
    return (
        Shape(path_of([(0, _FOOT, RULER, _FOOT), *short]), stroke=Stroke(GREY, HAIRLINE)),
        Shape(path_of(long), stroke=Stroke(GREY, Um(2 * HAIRLINE))),
        Text(
            Um(RULER + _LABEL_GAP),
            Um(DEPTH - 300),
            _LABEL,
            font.ref,
            TYPE_SIZE,
            GREY,
            width=Um(label),
        ),
    )
