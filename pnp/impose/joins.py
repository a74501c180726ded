"""What a tile carries beside art: crop marks, ticks where the next tile begins, the line to glue
along, ruler and small line.

Nothing lies on art that is seen when the board is glued: stamps stand in the overlap, which the
next tile covers, all else beyond the tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.assets.paths import rectangle
from pnp.face import FOLD, HAIRLINE, Group, Item, Shape, Stroke
from pnp.impose.cards import LINE as NO_LINE
from pnp.impose.cards import RULER as NO_RULER
from pnp.impose.marks import CLEAR, clearance, mark_lengths, path_of, unmarked
from pnp.impose.sheet import PaperOptions
from pnp.impose.slug import (
    DEPTH,
    GREY,
    PAPER_EDGE,
    RULER,
    TYPE_SIZE,
    Band,
    Slug,
    SmallLine,
    bands,
    measured,
    plan,
    runs,
    small_line,
)
from pnp.units.color import BLACK, WHITE, Color
from pnp.units.geometry import PT, Edges, Rect, Size, Transform, Um, rect

OVERLAP = Um(10_000)
"""How much neighbours share: 10 to 15 mm are usual for posters that are glued."""
_SPACE = 300
_BESIDE_MARK = 2_000
_TICK_DASH = (500, 350)
_STAMP_SIZE = 8.0
_STAMP_PAD = 1_200
_LOUD_SIZE = 13.0


class Piece(NamedTuple):
    """One tile on its sheet:

    `bed` is the part of the paper that it may use, `next_to` the labels above, right, below and
    left of it.
    """

    label: str
    spot: Rect
    bed: Size
    paper: Size
    bleed: Um
    next_to: tuple[str, str, str, str]

    @property
    def clear(self) -> Edges:
        """How far marks stay away from each edge: there is no bleed at a seam."""
        return Edges(*(Um(CLEAR if label else clearance(self.bleed)) for label in self.next_to))

    @property
    def joins(self) -> tuple[int, int]:
        """The x where the tile to the right begins and the y where the one below does; the edges
        of the tile where there is none.
        """
        _, right, below, _ = self.next_to
        return self.spot.right - (OVERLAP if right else 0), self.spot.bottom - (
            OVERLAP if below else 0
        )


class Loud(NamedTuple):
    """The words of a sheet and what it must say in large letters, in the strip at its foot;
    empty at true size.
    """

    words: SmallLine | None
    text: str
    margin: Um

    @property
    def line(self) -> SmallLine | None:
        """The words of the small line, which opens with what is loud."""
        if not self.words or not self.text:
            return self.words
        return self.words._replace(note=" · ".join(filter(None, (self.words.note, self.text))))

    def items(self, paper: Size) -> tuple[Item, ...]:
        """The loud text, centred at the foot of the paper."""
        if not self.words or not self.text:
            return ()
        size = fitting(self.words, self.text, _LOUD_SIZE, paper.width - 2 * self.margin)
        width = width_of(self.words, self.text, size)
        base = paper.height - self.margin - round(0.3 * size * PT)
        return (text_at(self.words, self.text, (paper.width - width) // 2, base, size),)


class Furniture(NamedTuple):
    """What a tile carries beside art, and what of it there is no room for."""

    items: tuple[Item, ...]
    lacking: tuple[str, ...]


def furniture(
    piece: Piece, press: PaperOptions, loud: Loud, title: str, side: str, number: int, sheets: int
) -> Furniture:
    """Marks, ruler, small line and hints of one tile, or of a board on one sheet; and which of
    them there is no room for.
    """
    lengths = _lengths(piece, press.margin)
    marked = press.crop_marks or any(piece.next_to)
    items: tuple[Item, ...] = _crop_marks(piece, lengths) if marked else ()
    items += _ticks(piece, lengths)
    bare = (unmarked(lengths),) if marked and unmarked(lengths) else ()
    words = loud.line
    if not words:
        return Furniture(items, bare)
    slug = _slug(piece, press.margin, lengths, words, title, side, sheets)
    items += slug.ruler + small_line(slug, words, title, number, sheets, side)
    lacking = (NO_LINE,) * (slug.line is None) + (NO_RULER,) * (not slug.ruler) + bare
    return Furniture(
        items + tuple(_hints(piece, words, _taken(slug))) + loud.items(piece.paper), lacking
    )


def overlay(piece: Piece, words: SmallLine | None) -> tuple[Item, ...]:
    """What stands in the overlap: the dashed line along which the next tile's edge lies, and its
    label.
    """
    _, right, below, _ = piece.next_to
    (x, y), spot = piece.joins, piece.spot
    items: list[Item] = []
    if right:
        items += _line(x, spot.y, x, spot.bottom)
        items += _stamp(piece, words, right, Band("right", rect(x, spot.y, OVERLAP, y - spot.y)))
    if below:
        items += _line(spot.x, y, spot.right, y)
        items += _stamp(piece, words, below, Band("bottom", rect(spot.x, y, x - spot.x, OVERLAP)))
    return tuple(items)


def width_of(words: SmallLine, text: str, size: float) -> int:
    """How long a text of this type size is, rounded up."""
    return measured(words, text, size)


def fitting(words: SmallLine, text: str, size: float, room: int) -> float:
    """The largest type size up to `size`, in quarter points, at which a text fits; 4 points at
    least.
    """
    return max(4.0, int(4 * size * min(1.0, room / width_of(words, text, size))) / 4)


def text_at(words: SmallLine, text: str, x: int, y: int, size: float, color: Color = BLACK) -> Item:
    """A text as one item; a question mark for what no typeface shows."""
    found = runs(words, text, x, y, size, color)
    return found[0] if len(found) == 1 else Group(found)


def _lengths(piece: Piece, margin: int) -> Edges:
    """How long marks may be at each edge."""
    bled = mark_lengths(piece.spot, piece.bed, margin, piece.bleed)
    seam = mark_lengths(piece.spot, piece.bed, margin, 0)
    return Edges(
        *(
            within if label else outer
            for label, within, outer in zip(piece.next_to, seam, bled, strict=True)
        )
    )


def _across(piece: Piece, lengths: Edges, xs: Sequence[int], ys: Sequence[int]) -> str:
    """Marks at all edges for cuts at these places, as one path."""
    spot, clear = piece.spot, piece.clear
    lines: list[tuple[int, int, int, int]] = []
    for x in xs:
        lines += (
            [(x, spot.y - clear.top, x, spot.y - clear.top - lengths.top)] if lengths.top else []
        )
        lines += (
            [(x, spot.bottom + clear.bottom, x, spot.bottom + clear.bottom + lengths.bottom)]
            if lengths.bottom
            else []
        )
    for y in ys:
        lines += (
            [(spot.x - clear.left, y, spot.x - clear.left - lengths.left, y)]
            if lengths.left
            else []
        )
        lines += (
            [(spot.right + clear.right, y, spot.right + clear.right + lengths.right, y)]
            if lengths.right
            else []
        )
    return path_of(lines)


def _crop_marks(piece: Piece, lengths: Edges) -> tuple[Item, ...]:
    spot = piece.spot
    path = _across(piece, lengths, (spot.x, spot.right), (spot.y, spot.bottom))
    return (Shape(path, stroke=Stroke(BLACK, HAIRLINE)),) if path else ()


def _ticks(piece: Piece, lengths: Edges) -> tuple[Item, ...]:
    """Dashed marks where the edges of the next tiles lie."""
    _, right, below, _ = piece.next_to
    x, y = piece.joins
    path = _across(piece, lengths, (x,) if right else (), (y,) if below else ())
    return (Shape(path, stroke=Stroke(BLACK, HAIRLINE, _TICK_DASH)),) if path else ()


def _line(x0: int, y0: int, x1: int, y1: int) -> tuple[Item, ...]:
    """The line to glue along, wholly inside the overlap, dashed on white so that it shows on
    dark art.
    """

    def beside(width: int) -> str:
        by = width // 2
        across, down = (by, 0) if x0 == x1 else (0, by)
        return path_of([(x0 + across, y0 + down, x1 + across, y1 + down)])

    wide = 4 * HAIRLINE
    return (
        Shape(beside(wide), stroke=Stroke(WHITE, Um(wide))),
        Shape(beside(HAIRLINE), stroke=Stroke(BLACK, HAIRLINE, FOLD)),
    )


def _stamp(piece: Piece, words: SmallLine | None, other: str, band: Band) -> tuple[Item, ...]:
    """Which tile this is and which one is glued over it, on a white plate in the middle of the
    overlap; shorter where room is short.
    """
    if not words:
        return ()
    for text in (f"{piece.label} · glue under {other}", f"under {other}", other):
        width = width_of(words, text, _STAMP_SIZE) + 2 * _STAMP_PAD
        if width <= band.length:
            break
    else:
        return ()
    height = round(_STAMP_SIZE * PT) + _STAMP_PAD
    plate = Shape(rectangle(rect(0, 0, width, height)), fill=WHITE)
    base = height // 2 + round(0.35 * _STAMP_SIZE * PT)
    where = band.place((band.length - width) // 2, (band.depth - height) // 2)
    return (Group((plate, text_at(words, text, _STAMP_PAD, base, _STAMP_SIZE)), transform=where),)


def _slug(
    piece: Piece, margin: int, lengths: Edges, words: SmallLine, title: str, side: str, sheets: int
) -> Slug:
    """Ruler and small line: beyond the marks where there is room, else between them, and nearer
    to the paper's edge as a last resort.
    """
    inner, edge = max(margin, PAPER_EDGE), PAPER_EDGE
    tries = (
        bands(piece.spot, piece.bed, lengths, piece.bleed, inner),
        _between(piece, inner),
        _between(piece, edge),
        bands(piece.spot, piece.bed, lengths, piece.bleed, edge),
    )
    plans = [plan(free, words, title, sheets, side) for free in tries]
    return max(plans, key=lambda slug: (slug.line is not None, bool(slug.ruler)))


def _between(piece: Piece, keep: int) -> list[Band]:
    """The strips beside the tile, between the marks at its corners, deepest first."""
    spot, clear, bed = piece.spot, piece.clear, piece.bed
    left, top, right, bottom = (
        spot.x + _BESIDE_MARK,
        spot.y + _BESIDE_MARK,
        piece.joins[0] - _BESIDE_MARK,
        piece.joins[1] - _BESIDE_MARK,
    )
    above, below = spot.y - clear.top - _SPACE, spot.bottom + clear.bottom + _SPACE
    before, after = spot.x - clear.left - _SPACE, spot.right + clear.right + _SPACE
    found = (
        Band("bottom", rect(left, below, right - left, bed.height - keep - below)),
        Band("top", rect(left, keep, right - left, above - keep)),
        Band("left", rect(keep, top, before - keep, bottom - top)),
        Band("right", rect(after, top, bed.width - keep - after, bottom - top)),
    )
    return sorted(
        (band for band in found if band.depth >= DEPTH and band.length > 0),
        key=lambda band: -band.depth,
    )


def _taken(slug: Slug) -> list[Rect]:
    """Where ruler and small line lie."""
    found = [slug.line.bounds(rect(0, 0, slug.width, DEPTH))] if slug.line else []
    rulers = [item.transform for item in slug.ruler if isinstance(item, Group) and item.transform]
    return found + [where.bounds(rect(0, 0, RULER + 12_000, DEPTH)) for where in rulers]


def _hints(piece: Piece, words: SmallLine, taken: Sequence[Rect]) -> Iterator[Item]:
    """Beside the edges that are cut and seen: where they come to lie.

    Left out where ruler and line take the place.
    """
    above, _, _, left = piece.next_to
    spot = piece.spot
    if left:
        band = Band("left", rect(spot.x - CLEAR - DEPTH, spot.y, DEPTH, spot.height))
        yield from _hint(words, f"cut here, glue onto {left}", band, piece, taken)
    if above:
        band = Band("top", rect(spot.x, spot.y - CLEAR - DEPTH, spot.width, DEPTH))
        yield from _hint(words, f"cut here, glue onto {above}", band, piece, taken)


def _hint(
    words: SmallLine, text: str, band: Band, piece: Piece, taken: Sequence[Rect]
) -> Iterator[Item]:
    width, base = width_of(words, text, TYPE_SIZE), DEPTH - round(0.25 * TYPE_SIZE * PT)
    start, end = _BESIDE_MARK + OVERLAP, band.length - width - OVERLAP - _BESIDE_MARK
    page = rect(0, 0, *piece.bed).inset(PAPER_EDGE)
    for x in (start, end, (start + end) // 2):
        where: Transform = band.place(x, 0)
        area = where.bounds(rect(0, 0, width, DEPTH))
        if (
            start <= x <= end
            and page.contains(area)
            and not any(area.overlaps(other) for other in taken)
        ):
            yield Group((text_at(words, text, 0, base, TYPE_SIZE, GREY),), transform=where)
            return
