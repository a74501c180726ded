"""Places what a sheet carries beside cards: crop marks and the fold line, derived from slots, and
the sheet label, a ruler of 100 mm and one small line that says which sheet it is.

Marks stand in the sheet's margin, beyond every card and its bleed. Ruler and small line stand at
the foot of the sheet, else in the deepest free band along an edge, beyond cards, bleed and marks,
inside the printer margin where there is room for that. Along the left and right edges they are
turned, the feet of the letters towards the middle of the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from pnp.face import FOLD, HAIRLINE, Group, Item, Shape, Stroke, Text
from pnp.impose import Duplex, Placement, Side
from pnp.impose.duplex import verso_slot
from pnp.units.color import BLACK, Color
from pnp.units.geometry import PT, Edges, Rect, Size, Transform, Um, around, moved, rect, turned

if TYPE_CHECKING:
    from pnp.assets.fonts import Typeface

LINE, RULER = "the small line", "the ruler"
"""What a sheet may have no room for, beside crop marks."""
LONGEST, SHORTEST, CLEAR = 5_000, 1_500, 1_000
"""The longest mark, the shortest one worth drawing, and the least distance of a mark from a
trim.
"""
BAND = 2_500
"""What a mark leaves free beside it for a line of 6 pt, where there is room for both."""
TYPE_SIZE = 6.0
GREY = Color("#555555")
DEPTH = 2_200
"""How deep the small line and the ruler are, each."""
RULER_LENGTH = 100_000
_FOOT, _TICK, _LONG_TICK = DEPTH - 100, 1_200, 2_000
_STEP = 10_000
_LABEL = "100 mm"
_LABEL_GAP = 1_500
SPACE = BAND - DEPTH
_APART, _STACKED = 8_000, 800
PAPER_EDGE = 1_000
"""How near to the edge of the paper words go where the printable area has no room for them."""


def clearance(bleed: int) -> int:
    """How far marks and everything beyond them stay away from the trims: the bleed, at least 1
    mm.
    """
    return max(bleed, CLEAR)


def distances(area: Rect, paper: Size) -> Edges:
    """From each edge of a rectangle to the edge of the paper."""
    return Edges(area.y, Um(paper.width - area.right), Um(paper.height - area.bottom), area.x)


def mark_lengths(area: Rect, paper: Size, margin: int, bleed: int) -> Edges:
    """How long a mark may be at each edge of the block of slots; 0 where less than 1.5 mm is
    left for it.
    """

    return Edges(*(mark_length(distance, margin, bleed) for distance in distances(area, paper)))


def mark_length(distance: int, margin: int, bleed: int) -> Um:
    """How long a mark may be that begins so far from the edge of the paper."""
    to_edge = distance - clearance(bleed)
    room = to_edge - margin
    if room >= SHORTEST + BAND:
        return Um(min(LONGEST, room - BAND))
    # Where the printable area ends too soon the mark runs on towards the edge: many printers
    # reach farther than they say.
    room = room if room >= SHORTEST else to_edge
    return Um(min(LONGEST, room)) if room >= SHORTEST else Um(0)


def unmarked(lengths: Edges) -> str:
    """Which crop marks there is no room for at either end of their cuts; empty where every cut
    has one.
    """
    upright, level = lengths.top or lengths.bottom, lengths.left or lengths.right
    if not upright and not level:
        return "crop marks at any edge"
    return (
        "" if upright and level else f"crop marks of the {'level' if upright else 'upright'} cuts"
    )


def cut_lines(
    area: Rect, clear: Edges, lengths: Edges, xs: Iterable[int], ys: Iterable[int]
) -> list[tuple[int, int, int, int]]:
    """Marks of these lengths at all edges of an area, each so far off, for upright cuts at `xs` and
    level cuts at `ys`.
    """
    outer = area.outside(clear)
    upright = [(outer.y, -lengths.top), (outer.bottom, lengths.bottom)]
    level = [(outer.x, -lengths.left), (outer.right, lengths.right)]
    return [(x, at, x, at + length) for x in xs for at, length in upright if length] + [
        (at, y, at + length, y) for y in ys for at, length in level if length
    ]


def crop_marks(slots: Sequence[Rect], lengths: Edges, bleed: int) -> tuple[Shape, ...]:
    """One mark for every distinct cut at each edge where there is room for marks, as one shape."""
    clear = Edges(*[Um(clearance(bleed))] * 4)
    xs = sorted({x for slot in slots for x in (slot.x, slot.right)})
    ys = sorted({y for slot in slots for y in (slot.y, slot.bottom)})
    lines = cut_lines(around(slots), clear, lengths, xs, ys)
    return (Shape(path_of(lines), stroke=Stroke(BLACK, HAIRLINE)),) if lines else ()


def fold_line(slots: Sequence[Rect], paper: Size, lengths: Edges, bleed: int) -> tuple[Shape, ...]:
    """The fold across the middle of the sheet: dashed between fronts and backs, with a solid
    mark at each end where there is room.
    """
    area, clear, middle = around(slots), clearance(bleed), paper.height // 2
    left, right = max(0, area.x - clear), min(paper.width, area.right + clear)
    dashed = Shape(path_of([(left, middle, right, middle)]), stroke=Stroke(BLACK, HAIRLINE, FOLD))
    ends = cut_lines(rect(left, middle, right - left, 0), Edges(), lengths, (), (middle,))
    return (dashed, Shape(path_of(ends), stroke=Stroke(BLACK, HAIRLINE))) if ends else (dashed,)


def path_of(lines: Iterable[tuple[int, int, int, int]]) -> str:
    """Straight lines, each from (x, y) to (x, y), as one canonical path."""
    return "".join(f"M{x0} {y0}L{x1} {y1}" for x0, y0, x1, y1 in lines)


SHEET_WORDS: Mapping[str, str] = {
    "sheet": "sheet {n} of {of}",
    "tile": "tile {n} of {of}",
    "copy": "copy {n}",
    "front": "front",
    "back": "back",
    "both": "front + back",
    "size": "print at 100 %",
    "glue": "{tile} · glue under {other}",
    "under": "under {other}",
    "onto": "cut here, glue onto {other}",
    "flap": "glue",
    "scaled": "SCALED TO {n} % – NOT TRUE SIZE",
    "set": "set {n} of {of}",
    "pictures": "DRAFT: a picture is missing",
    "broken": "DRAFT: a promise of the rules is broken",
    "untranslated": "DRAFT: some texts are not translated",
}
"""What sheets say in English; a game says it under `sheet:` in its words."""


class LabelText(NamedTuple):
    """The words and the type of a sheet label: the game's title, and a note such as DRAFT that is
    never left out alone; the title of the component, and how many sheets it has.

    `typeface` has the letters of what the sheets themselves say; titles of other scripts are set in
    `others`.
    """

    game: str
    typeface: Typeface
    note: str = ""
    others: tuple[Typeface, ...] = ()
    title: str = ""
    sheets: int = 0
    words: Mapping[str, str] = SHEET_WORDS

    def say(self, key: str, **places: object) -> str:
        """A word or line of sheets, its places filled in."""
        return filled(self.words[key], **places)


def filled(words: str, **places: object) -> str:
    """A line of words with its places, such as {n}, filled in."""
    words = str(words)
    for name, value in places.items():
        words = words.replace(f"{{{name}}}", str(value))
    return words


class Band(NamedTuple):
    """A free strip along one edge of a side.

    Its own coordinates run along the edge (x) and across it (y), as the label is read.
    """

    edge: str
    area: Rect

    @property
    def turn(self) -> int:
        """How what stands in it is turned clockwise."""
        return {"left": 270, "right": 90}.get(self.edge, 0)

    @property
    def depth(self) -> int:
        """Its extent across the edge."""
        return self.area.width if self.turn else self.area.height

    @property
    def length(self) -> int:
        """Its extent along the edge."""
        return self.area.height if self.turn else self.area.width

    def place(self, x: int, y: int) -> Transform:
        """From the coordinates of a thing that starts at (x, y) in the band to those of the
        side.
        """
        return moved(x, y).then(turned(self.turn, self.area))

    def centred(self, length: int, depth: int = DEPTH) -> Transform:
        """The place in its middle for a thing of these measures."""
        return self.place((self.length - length) // 2, (self.depth - depth) // 2)

    def at_foot(self, length: int, depth: int = DEPTH) -> Transform:
        """The place in its middle, in a strip below near the edge of the paper."""
        free = self.depth - depth
        return self.place((self.length - length) // 2, free if self.edge == "bottom" else free // 2)


class SheetLabel(NamedTuple):
    """The label of one kind of side: ruler and small line where they have a place; `with_game` is
    False where the title was too long.

    Both cover `taken`. `outside`: they stand nearer to the paper's edge than the printer margin.
    """

    text: LabelText
    ruler: tuple[Item, ...]
    line: Transform | None
    with_game: bool
    baseline: Um
    taken: tuple[Rect, ...]
    outside: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        """What has no place."""
        return (LINE,) * (not self.line) + (RULER,) * (not self.ruler)

    def items(self, number: int, side: str) -> tuple[Item, ...]:
        """Ruler and small line of one side of sheet `number`, as far as they have a place."""
        if not self.line:
            return self.ruler
        text = line_text(self.text, str(number), side, self.with_game)
        runs = text_runs(self.text, text, 0, self.baseline, TYPE_SIZE, GREY)
        return (*self.ruler, Group(runs, transform=self.line))


class SheetMarks(NamedTuple):
    """What all sheets with the same slots carry: marks on rectos only, since sheets are cut from
    the front, and the labels of both sides.
    """

    marks: tuple[Item, ...]
    recto: SheetLabel | None
    verso: SheetLabel | None
    missing: tuple[str, ...]
    """What there is no room for, `of the fronts` or `of the backs` where only those lack it."""
    outside: str
    """Which sides have their label in the printer margin."""

    def sides(
        self,
        duplex: Duplex,
        fronts: tuple[Placement, ...],
        backs: tuple[Placement, ...],
        number: int,
    ) -> tuple[Side, Side | None]:
        """Both sides of sheet `number`; under a fold fronts and backs are on one."""

        def items(label: SheetLabel | None, side: str) -> tuple[Item, ...]:
            return label.items(number, label.text.say(side)) if label else ()

        if duplex is Duplex.FOLD:
            return Side(fronts + backs, self.marks + items(self.recto, "both")), None
        recto = Side(fronts, self.marks + items(self.recto, "front"))
        return recto, None if duplex is Duplex.NONE else Side(backs, items(self.verso, "back"))


def sheet_marks(
    slots: Sequence[Rect],
    paper: Size,
    bleed: int,
    margin: int,
    duplex: Duplex,
    text: LabelText | None,
    crop: Callable[[Edges], tuple[Item, ...]] | None,
) -> SheetMarks:
    """Marks and labels of both sides of a sheet with these slots, folded ones included; without
    text there are no labels.

    `crop` makes the crop marks, so long at each edge of the block of slots; None for none.
    """
    area = around(slots)
    lengths = mark_lengths(area, paper, margin, bleed)
    marks = crop(lengths) if crop else ()
    lacks = (unmarked(lengths),) if crop and unmarked(lengths) else ()
    if duplex is Duplex.FOLD:
        marks += fold_line(slots, paper, lengths, bleed)
    if not text:
        return SheetMarks(marks, None, None, lacks, "")
    labels = {"fronts": planned(area, paper, lengths if marks else Edges(), bleed, margin, text)}
    if duplex in (Duplex.LONG, Duplex.SHORT):
        behind = verso_slot(area, paper, duplex)[0]
        labels["backs"] = planned(behind, paper, Edges(), bleed, margin, text)
    missing = [
        what if len(sides) == len(labels) else f"{what} of the {sides[0]}"
        for what in (LINE, RULER)
        if (sides := [side for side, label in labels.items() if what in label.missing])
    ]
    outside = [side for side, label in labels.items() if label.outside]
    where = "sheets" if len(outside) == len(labels) else "".join(outside)
    return SheetMarks(marks, labels["fronts"], labels.get("backs"), (*missing, *lacks), where)


def bands(area: Rect, paper: Size, lengths: Edges, bleed: int, keep: int) -> list[Band]:
    """The free strips deep enough for a line, the one at the foot first, then by depth (top, left,
    right among equals); `keep` stays free at the paper's edge.

    `area` is the block of slots, `lengths` those of its marks. No two strips overlap: the upright
    ones end where the level ones begin.
    """
    clear = Um(clearance(bleed))
    block = area.inset(-clear - SPACE).outside(lengths)
    upper, lower = max(keep, area.y - clear), min(paper.height - keep, area.bottom + clear)
    return free_bands(paper, keep, block, (keep, paper.width - keep), (upper, lower))


def free_bands(
    paper: Size, keep: int, block: Rect, level: tuple[int, int], upright: tuple[int, int]
) -> list[Band]:
    """The strips around a block that are deep enough for a line, the one at the foot first, then
    by depth: from where to where the level ones run, and the upright ones.
    """
    (left, right), (upper, lower) = level, upright
    found = (
        ("bottom", left, block.bottom, right, paper.height - keep),
        ("top", left, keep, right, block.y),
        ("left", keep, upper, block.x, lower),
        ("right", block.right, upper, paper.width - keep, lower),
    )
    bands = [Band(edge, rect(x, y, end - x, foot - y)) for edge, x, y, end, foot in found]
    deep = (band for band in bands if band.depth >= DEPTH)
    return sorted(deep, key=lambda band: (band.edge != "bottom", -band.depth))


def planned(
    area: Rect, paper: Size, lengths: Edges, bleed: int, margin: int, text: LabelText
) -> SheetLabel:
    """The label of a side on the bands inside the printer margin; on those up to 1 mm from the
    paper's edge where there are none.
    """
    if inside := bands(area, paper, lengths, bleed, max(margin, PAPER_EDGE)):
        return plan(inside, text)
    label = plan(bands(area, paper, lengths, bleed, PAPER_EDGE), text)
    return label._replace(outside=bool(label.line or label.ruler))


def arrange(
    free: Sequence[Band], line: int, ruler: int
) -> tuple[Transform | None, Transform | None]:
    """Places for things of these lengths: in one row on the first band long enough, else in two
    rows, else on two bands, else none.
    """
    home = next((band for band in free if band.length >= line), None)
    if home:
        row, rows = line + _APART + ruler, 2 * DEPTH + _STACKED
        if home.length >= row:
            start = home.at_foot(row)
            return start, moved(line + _APART, 0).then(start)
        if home.depth >= rows and home.length >= ruler:
            below = moved(0, DEPTH + _STACKED)
            return home.at_foot(line, rows), below.then(home.at_foot(ruler, rows))
    rulers = [band for band in free if band.length >= ruler]
    lines = [band for band in free if band.length >= line]
    for other, home in ((other, home) for other in rulers for home in lines if other is not home):
        return home.at_foot(line), other.at_foot(ruler)
    rulers = rulers if not home else []
    return home and home.at_foot(line), rulers[0].at_foot(ruler) if rulers else None


def plan(free: Sequence[Band], text: LabelText, side: str = "") -> SheetLabel:
    """Finds the places of ruler and small line once for all sides of a kind; the line is
    measured at its longest.
    """
    font, side = text.typeface, side or text.say("both")
    label = text_width(text, _LABEL)
    last = max("0123456789", key=font.width) * len(str(text.sheets))
    lines = [line_text(text, last, side, with_game) for with_game in (True, False)]
    widths = [text_width(text, line) for line in lines]
    with_game = any(band.length >= widths[0] for band in free)
    width = widths[0] if with_game else widths[1]
    line_at, ruler_at = arrange(free, width, RULER_LENGTH + _LABEL_GAP + label)
    taken = [
        at.bounds(rect(0, 0, length, DEPTH))
        for at, length in ((line_at, width), (ruler_at, RULER_LENGTH + 12_000))
        if at
    ]
    baseline = Um(round(DEPTH * font.ascent / (font.ascent + abs(font.descent))))
    ruler = (Group(_ruler(font, label), transform=ruler_at),) if ruler_at else ()
    return SheetLabel(text, ruler, line_at, with_game, baseline, tuple(taken))


def line_text(text: LabelText, number: str, side: str, with_game: bool) -> str:
    """`Game · component · sheet n of m · front · print at 100 %`, after the note; a question
    mark for what no typeface shows.
    """
    parts = (
        text.note,
        text.game if with_game else "",
        text.title,
        text.say("sheet", n=number, of=text.sheets),
        side,
        text.say("size"),
    )
    return "".join(part for _, part in _parts(text, " · ".join(part for part in parts if part)))


def text_width(words: LabelText, text: str, size: float = TYPE_SIZE) -> Um:
    """How long a text is, rounded up."""
    widths = (
        face.width(part) * size * PT / face.units_per_em for face, part in _parts(words, text)
    )
    return Um(int(sum(widths)) + 1)


def text_runs(
    words: LabelText, text: str, x: int, y: int, size: float, color: Color
) -> tuple[Text, ...]:
    """A text as runs of one typeface each."""
    runs: list[Text] = []
    for face, part in _parts(words, text):
        width = int(face.width(part) * size * PT / face.units_per_em) + 1
        runs.append(Text(Um(x), Um(y), part, face.ref, size, color, width=Um(width)))
        x += width
    return tuple(runs)


def fitting_size(words: LabelText, text: str, size: float, room: int) -> float:
    """The largest type size up to `size`, in quarter points, at which a text fits; 4 points at
    least.
    """
    return max(4.0, int(4 * size * min(1.0, room / text_width(words, text, size))) / 4)


def text_at(words: LabelText, text: str, x: int, y: int, size: float, color: Color = BLACK) -> Item:
    """A text as one item; a question mark for what no typeface shows."""
    found = text_runs(words, text, x, y, size, color)
    return found[0] if len(found) == 1 else Group(found)


def _parts(words: LabelText, text: str) -> list[tuple[Typeface, str]]:
    """A text in parts, each with the typeface that shows it; a question mark for what none
    shows.
    """
    if not words.typeface.missing(text):
        return [(words.typeface, text)]
    faces = (words.typeface, *words.others)
    homes: list[tuple[Typeface, str]] = []
    for character in normalize("NFC", text):
        face = next((face for face in faces if not face.missing(character)), None)
        homes.append((face, character) if face else (words.typeface, "?"))
    return [
        (face, "".join(character for _, character in part))
        for face, part in groupby(homes, key=lambda home: home[0])
    ]


def _ruler(font: Typeface, label: int) -> tuple[Item, ...]:
    """100 mm from the middle of the first tick to the middle of the last; 0, 50 and 100 are
    longer and bolder.
    """
    short = [(x, _FOOT, x, _FOOT - _TICK) for x in range(0, RULER_LENGTH + 1, _STEP) if x % 50_000]
    long = [(x, _FOOT, x, _FOOT - _LONG_TICK) for x in range(0, RULER_LENGTH + 1, 50_000)]
    return (
        Shape(path_of([(0, _FOOT, RULER_LENGTH, _FOOT), *short]), stroke=Stroke(GREY, HAIRLINE)),
        Shape(path_of(long), stroke=Stroke(GREY, Um(2 * HAIRLINE))),
        Text(
            Um(RULER_LENGTH + _LABEL_GAP),
            Um(DEPTH - 300),
            _LABEL,
            font.ref,
            TYPE_SIZE,
            GREY,
            width=Um(label),
        ),
    )
