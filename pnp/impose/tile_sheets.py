"""Places a board on sheets: tiles that are glued together, each with crop marks, ticks where the
next tile begins, the line to glue along and the sheet label; or one sheet where it fits.

Nothing lies on art that is seen when the board is glued: notes stand in the overlap, which the
next tile covers, all else beyond the tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.assets.paths import rectangle
from pnp.face import FOLD, HAIRLINE, Group, Item, Shape, Stroke
from pnp.impose import ComponentSheets, Copy, PaperOptions, Sheet, Side
from pnp.impose.assembly_map import map_sheet
from pnp.impose.sheet_marks import (
    CLEAR,
    DEPTH,
    GREY,
    LINE,
    PAPER_EDGE,
    RULER,
    RULER_LENGTH,
    TYPE_SIZE,
    Band,
    LabelText,
    SheetLabel,
    bands,
    clearance,
    cut_lines,
    fitting_size,
    mark_lengths,
    path_of,
    plan,
    text_at,
    text_width,
    unmarked,
)
from pnp.impose.tiling import OVERLAP, Keep, Tile, Tiling, bed, neighbours, tiling
from pnp.units.color import BLACK, WHITE
from pnp.units.geometry import MM, PT, Edges, Rect, Size, Um, rect

_LOUD_DEPTH = 5_000
_SPACE = 300
_BESIDE_MARK = 2_000
_TICK_DASH = (500, 350)
_GLUE_NOTE_SIZE = 8.0
_GLUE_NOTE_PAD = 1_200
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


class ScaleNote(NamedTuple):
    """The words of a sheet, and what it must say in large letters in the strip at its foot; empty
    at true size.
    """

    text: LabelText | None
    note: str
    margin: Um

    @property
    def label_text(self) -> LabelText | None:
        """The words of the label, which opens with what is loud."""
        if not self.text or not self.note:
            return self.text
        return self.text._replace(note=" · ".join(filter(None, (self.text.note, self.note))))

    def items(self, paper: Size) -> tuple[Item, ...]:
        """The loud text, centred at the foot of the paper."""
        if not self.text or not self.note:
            return ()
        size = fitting_size(self.text, self.note, _LOUD_SIZE, paper.width - 2 * self.margin)
        width = text_width(self.text, self.note, size)
        base = paper.height - self.margin - round(0.3 * size * PT)
        return (text_at(self.text, self.note, (paper.width - width) // 2, base, size),)


def foot_of(options: PaperOptions, scale: float) -> Um:
    """The strip that sheets of a scaled board leave free to say so; nothing at true size."""
    return Um(0) if scale == 1 else Um(max(options.margin, 5 * MM) + _LOUD_DEPTH)


def tile_sheets(
    component: str,
    title: str,
    copies: Sequence[Copy],
    options: PaperOptions,
    text: LabelText | None = None,
    keep: Sequence[Keep] = (),
    scale: float = 1.0,
) -> ComponentSheets:
    """The sheets of a board, numbered from 1: an assembly map where it is tiled, then every copy,
    row by row, on rectos only.

    `scale` is that of a desk copy, which each sheet says; copies and `keep` come in that scale.
    Several tiles have crop marks in any case: they cannot be joined without them. Raises
    DoesNotFit, KeepTooLarge; ValueError for a copy with a back.
    """
    if any(copy.back is not None for copy in copies):
        raise ValueError(f'"{component}" has a back; tiles are printed on one side')
    foot = foot_of(options, scale)
    measures = dict.fromkeys((copy.front.size, copy.front.bleed) for copy in copies)
    tilings = {
        (size, bleed): tiling(size, bleed, options.paper, options.margin, keep, foot)
        for size, bleed in measures
    }
    mapped = [(size, found) for (size, _), found in tilings.items() if len(found.tiles) > 1]
    tiled = [(copy, tilings[copy.front.size, copy.front.bleed]) for copy in copies]
    total = len(mapped) + sum(len(found.tiles) for _, found in tiled)
    if text:
        text = text._replace(title=title, sheets=total)
    scaled = f"SCALED TO {100 * scale:.12g} % – NOT TRUE SIZE" if scale != 1 else ""
    scale_note = ScaleNote(text, scaled, options.margin)
    sheets: list[Sheet] = []
    missing: list[str] = []

    def add(paper: Size, side: Side) -> None:
        sheets.append(Sheet(component, title, len(sheets) + 1, paper, side, None))

    for size, found in mapped:
        items, unlabelled = map_sheet(size, found.paper, found.tiles, scale_note, len(sheets) + 1)
        missing += (LINE,) * unlabelled
        add(found.paper, Side((), items))
    for copy, found in tiled:
        for tile in found.tiles:
            side, left_out = _side(copy, tile, found, options, scale_note, len(sheets) + 1)
            missing += left_out
            add(found.paper, side)
    crossed = tuple(dict.fromkeys(name for found in tilings.values() for name in found.crossed))
    return ComponentSheets(tuple(sheets), tuple(dict.fromkeys(missing)), None, crossed)


def _side(
    copy: Copy,
    tile: Tile,
    found: Tiling,
    options: PaperOptions,
    scale_note: ScaleNote,
    number: int,
) -> tuple[Side, tuple[str, ...]]:
    """One tile with all that it carries, and what of that there is no room for."""
    several = len(found.tiles) > 1
    trim = rect(tile.spot.x - tile.source.x, tile.spot.y - tile.source.y, *copy.front.size)
    piece = Piece(
        tile.label,
        tile.spot,
        bed(found.paper, found.foot),
        found.paper,
        copy.front.bleed,
        neighbours(tile, found),
    )
    name = f"tile {tile.label} of {len(found.tiles)}" if several else "front"
    name = f"copy {copy.copy} · {name}" if copy.copy > 1 else name
    marks, missing = tile_marks(piece, options, scale_note, name, number)
    notes = overlay(piece, scale_note.text) if several else ()
    label = tile.label if several else ""
    placed = copy.placed("front", 0, trim, 0, tile.ink, notes, label)
    return Side((placed,), marks), missing


def tile_marks(
    piece: Piece, options: PaperOptions, scale_note: ScaleNote, side: str, number: int
) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """Marks, ruler, small line and hints of one tile, or of a board on one sheet; and which of
    them there is no room for.
    """
    lengths = _lengths(piece, options.margin)
    marked = options.crop_marks or any(piece.next_to)
    items: tuple[Item, ...] = _crop_marks(piece, lengths) if marked else ()
    items += _ticks(piece, lengths)
    bare = (unmarked(lengths),) if marked and unmarked(lengths) else ()
    text = scale_note.label_text
    if not text:
        return items, bare
    label = _label(piece, options.margin, lengths, text, side)
    items += label.items(number, side)
    missing = (LINE,) * (label.line is None) + (RULER,) * (not label.ruler) + bare
    hints = tuple(_hints(piece, text, _taken(label)))
    return items + hints + scale_note.items(piece.paper), missing


def overlay(piece: Piece, words: LabelText | None) -> tuple[Item, ...]:
    """What stands in the overlap: the dashed line along which the next tile's edge lies, and its
    label.
    """
    _, right, below, _ = piece.next_to
    (x, y), spot = piece.joins, piece.spot
    items: list[Item] = []
    if right:
        items += _line(x, spot.y, x, spot.bottom)
        items += _glue_note(
            piece, words, right, Band("right", rect(x, spot.y, OVERLAP, y - spot.y))
        )
    if below:
        items += _line(spot.x, y, spot.right, y)
        items += _glue_note(
            piece, words, below, Band("bottom", rect(spot.x, y, x - spot.x, OVERLAP))
        )
    return tuple(items)


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


def _crop_marks(piece: Piece, lengths: Edges) -> tuple[Item, ...]:
    spot = piece.spot
    return _stroked(piece, lengths, (spot.x, spot.right), (spot.y, spot.bottom))


def _ticks(piece: Piece, lengths: Edges) -> tuple[Item, ...]:
    """Dashed marks where the edges of the next tiles lie."""
    _, right, below, _ = piece.next_to
    x, y = piece.joins
    return _stroked(piece, lengths, (x,) if right else (), (y,) if below else (), _TICK_DASH)


def _stroked(
    piece: Piece,
    lengths: Edges,
    xs: Sequence[int],
    ys: Sequence[int],
    dash: tuple[int, ...] = (),
) -> tuple[Item, ...]:
    lines = cut_lines(piece.spot, piece.clear, lengths, xs, ys)
    return (Shape(path_of(lines), stroke=Stroke(BLACK, HAIRLINE, dash)),) if lines else ()


def _line(x0: int, y0: int, x1: int, y1: int) -> tuple[Item, ...]:
    """The line to glue along, wholly inside the overlap, dashed on white so that it shows on
    dark art.
    """

    def shape(width: int, stroke: Stroke) -> Shape:
        across, down = (width // 2, 0) if x0 == x1 else (0, width // 2)
        return Shape(path_of([(x0 + across, y0 + down, x1 + across, y1 + down)]), stroke=stroke)

    wide = 4 * HAIRLINE
    return (
        shape(wide, Stroke(WHITE, Um(wide))),
        shape(HAIRLINE, Stroke(BLACK, HAIRLINE, FOLD)),
    )


def _glue_note(piece: Piece, words: LabelText | None, other: str, band: Band) -> tuple[Item, ...]:
    """Which tile this is and which one is glued over it, on a white plate in the middle of the
    overlap; shorter where room is short.
    """
    if not words:
        return ()
    height = round(_GLUE_NOTE_SIZE * PT) + _GLUE_NOTE_PAD
    base = height // 2 + round(0.35 * _GLUE_NOTE_SIZE * PT)
    for text in (f"{piece.label} · glue under {other}", f"under {other}", other):
        width = text_width(words, text, _GLUE_NOTE_SIZE) + 2 * _GLUE_NOTE_PAD
        if width <= band.length:
            plate = Shape(rectangle(rect(0, 0, width, height)), fill=WHITE)
            line = text_at(words, text, _GLUE_NOTE_PAD, base, _GLUE_NOTE_SIZE)
            where = band.place((band.length - width) // 2, (band.depth - height) // 2)
            return (Group((plate, line), transform=where),)
    return ()


def _label(piece: Piece, margin: int, lengths: Edges, text: LabelText, side: str) -> SheetLabel:
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
    labels = [plan(free, text, side) for free in tries]
    return max(labels, key=lambda label: (label.line is not None, bool(label.ruler)))


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


def _taken(label: SheetLabel) -> list[Rect]:
    """Where ruler and small line lie."""
    found = [label.line.bounds(rect(0, 0, label.width, DEPTH))] if label.line else []
    rulers = [item.transform for item in label.ruler if isinstance(item, Group) and item.transform]
    return found + [where.bounds(rect(0, 0, RULER_LENGTH + 12_000, DEPTH)) for where in rulers]


def _hints(piece: Piece, words: LabelText, taken: Sequence[Rect]) -> Iterator[Item]:
    """Beside the edges that are cut and seen: where they come to lie.

    Left out where ruler and line take the place.
    """
    above, _, _, left = piece.next_to
    (x, y, width, height), base = piece.spot, DEPTH - round(0.25 * TYPE_SIZE * PT)
    page = rect(0, 0, *piece.bed).inset(PAPER_EDGE)
    for other, band in (
        (left, Band("left", rect(x - CLEAR - DEPTH, y, DEPTH, height))),
        (above, Band("top", rect(x, y - CLEAR - DEPTH, width, DEPTH))),
    ):
        text = f"cut here, glue onto {other}"
        length = text_width(words, text)
        start, end = _BESIDE_MARK + OVERLAP, band.length - length - OVERLAP - _BESIDE_MARK
        for at in (start, end, (start + end) // 2):
            where = band.place(at, 0)
            area = where.bounds(rect(0, 0, length, DEPTH))
            if (
                other
                and start <= at <= end
                and page.contains(area)
                and not any(area.overlaps(one) for one in taken)
            ):
                yield Group((text_at(words, text, 0, base, TYPE_SIZE, GREY),), transform=where)
                break
