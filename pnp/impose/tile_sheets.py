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
from pnp.impose.sheet_marks import (
    CLEAR,
    DEPTH,
    GREY,
    PAPER_EDGE,
    SHEET_WORDS,
    SPACE,
    TYPE_SIZE,
    Band,
    LabelText,
    SheetLabel,
    bands,
    clearance,
    cut_lines,
    distances,
    filled,
    fitting_size,
    free_bands,
    mark_length,
    path_of,
    plan,
    text_at,
    text_width,
    unmarked,
)
from pnp.impose.tiling import OVERLAP, Keep, Tile, Tiling, tiling
from pnp.units.color import BLACK, WHITE
from pnp.units.geometry import (
    MM,
    PT,
    Edges,
    Rect,
    Size,
    Um,
    rect,
)

_LOUD_DEPTH = 5_000
_BESIDE_MARK = 2_000
_TICK_DASH = (500, 350)
_GLUE_NOTE_SIZE = 8.0
_GLUE_NOTE_PAD = 1_200
_LOUD_SIZE = 13.0


def _clear(tile: Tile) -> Edges:
    """How far marks stay away from each edge: there is no bleed at a seam."""
    return Edges(*(Um(clearance(bleed)) for bleed in tile.bleeds))


def _joints(tile: Tile) -> tuple[int, int]:
    """The x where the tile to the right begins and the y where the one below does; the edges of
    the tile where there is none.
    """
    return tile.spot.x + tile.seen.width, tile.spot.y + tile.seen.height


class ScaleNote(NamedTuple):
    """The words of a sheet, and what it must say in large letters in the strip at its foot; empty
    at true size.
    """

    text: LabelText | None
    note: str
    margin: Um

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
    """The sheets of a board, numbered from 1: every copy, row by row, on rectos only.

    `scale` is that of a desk copy, which each sheet says; copies and `keep` come in that scale.
    Several tiles have crop marks in any case: they cannot be joined without them. Raises
    DoesNotFit, KeepTooLarge; ValueError for a copy with a back.
    """
    if any(copy.back is not None for copy in copies):
        raise ValueError(f'"{component}" has a back; tiles are printed on one side')
    foot = foot_of(options, scale)
    tilings = {
        key: tiling(*key, options.paper, options.margin, keep, foot)
        for key in dict.fromkeys((copy.front.size, copy.front.bleed) for copy in copies)
    }
    tiled = [
        (copy, found, tile)
        for copy in copies
        for found in [tilings[copy.front.size, copy.front.bleed]]
        for tile in found.tiles
    ]
    words = text.words if text else SHEET_WORDS
    loud = filled(words["scaled"], n=f"{100 * scale:.12g}") if scale != 1 else ""
    if text:
        # The label opens with what is loud.
        note = " · ".join(filter(None, (text.note, loud)))
        text = text._replace(title=title, sheets=len(tiled), note=note)
    scale_note = ScaleNote(text, loud, options.margin)
    sides: list[tuple[Size, Side]] = []
    missing: list[str] = []
    for copy, found, tile in tiled:
        side, lacks = _side(copy, tile, found, options, scale_note, len(sides) + 1)
        missing += lacks
        sides.append((found.paper, side))
    sheets = tuple(
        Sheet(component, title, number, paper, side, None)
        for number, (paper, side) in enumerate(sides, 1)
    )
    crossed = tuple(dict.fromkeys(name for found in tilings.values() for name in found.crossed))
    return ComponentSheets(sheets, tuple(dict.fromkeys(missing)), crossed)


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
    words = scale_note.text.words if scale_note.text else SHEET_WORDS
    name = filled(words["tile" if several else "front"], n=tile.label, of=len(found.tiles))
    name = f"{filled(words['copy'], n=copy.copy)} · {name}" if copy.copy > 1 else name
    marks, missing = tile_marks(tile, found, options, scale_note, name, number)
    notes = overlay(tile, scale_note.text)
    label = tile.label if several else ""
    return Side((copy.placed("front", 0, trim, 0, tile.ink, notes, label),), marks), missing


def tile_marks(
    tile: Tile, found: Tiling, options: PaperOptions, scale_note: ScaleNote, side: str, number: int
) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """Marks, ruler, small line and hints of one tile, or of a board on one sheet; and which of
    them there is no room for.
    """
    spot, (x, y), (_, right, below, _) = tile.spot, _joints(tile), tile.next_to
    lengths = Edges(
        *(
            mark_length(distance, options.margin, bleed)
            for distance, bleed in zip(distances(spot, found.bed), tile.bleeds, strict=True)
        )
    )
    # Where the edges of the next tiles lie there are dashed marks.
    cuts: list[tuple[Sequence[int], Sequence[int], tuple[int, ...]]]
    cuts = [((x,) if right else (), (y,) if below else (), _TICK_DASH)]
    bare: tuple[str, ...] = ()
    if options.crop_marks or any(tile.next_to):
        cuts.insert(0, ((spot.x, spot.right), (spot.y, spot.bottom), ()))
        bare = (unmarked(lengths),) * bool(unmarked(lengths))
    items: tuple[Item, ...] = tuple(
        Shape(path_of(lines), stroke=Stroke(BLACK, HAIRLINE, dash))
        for xs, ys, dash in cuts
        if (lines := cut_lines(spot, _clear(tile), lengths, xs, ys))
    )
    text = scale_note.text
    if not text:
        return items, bare
    label = _label(tile, found, options.margin, lengths, text, side)
    items += label.items(number, side) + tuple(_hints(tile, found, text, label.taken))
    return items + scale_note.items(found.paper), label.missing + bare


def overlay(tile: Tile, words: LabelText | None) -> tuple[Item, ...]:
    """What stands in the overlap: the dashed line along which the next tile's edge lies, and its
    label.
    """
    _, right, below, _ = tile.next_to
    (x, y), spot = _joints(tile), tile.spot
    overlaps = (
        (right, (x, spot.y, x, spot.bottom), Band("right", rect(x, spot.y, OVERLAP, y - spot.y))),
        (below, (spot.x, y, spot.right, y), Band("bottom", rect(spot.x, y, x - spot.x, OVERLAP))),
    )
    items: tuple[Item, ...] = ()
    for other, line, band in overlaps:
        if other:
            items += _glue_line(*line) + _glue_note(tile, words, other, band)
    return items


def _glue_line(x0: int, y0: int, x1: int, y1: int) -> tuple[Item, ...]:
    """The line to glue along, wholly inside the overlap, dashed on white so that it shows on
    dark art.
    """
    shapes = []
    for width, color, dash in ((4 * HAIRLINE, WHITE, ()), (HAIRLINE, BLACK, FOLD)):
        across, down = (width // 2, 0) if x0 == x1 else (0, width // 2)
        path = path_of([(x0 + across, y0 + down, x1 + across, y1 + down)])
        shapes.append(Shape(path, stroke=Stroke(color, Um(width), dash)))
    return tuple(shapes)


def _glue_note(tile: Tile, words: LabelText | None, other: str, band: Band) -> tuple[Item, ...]:
    """Which tile this is and which one is glued over it, on a white plate in the middle of the
    overlap; shorter where room is short.
    """
    if not words:
        return ()
    height = round(_GLUE_NOTE_SIZE * PT) + _GLUE_NOTE_PAD
    base = height // 2 + round(0.35 * _GLUE_NOTE_SIZE * PT)
    lines = (words.say(key, tile=tile.label, other=other) for key in ("glue", "under"))
    for text in (*lines, other):
        width = text_width(words, text, _GLUE_NOTE_SIZE) + 2 * _GLUE_NOTE_PAD
        if width <= band.length:
            plate = Shape(rectangle(rect(0, 0, width, height)), fill=WHITE)
            line = text_at(words, text, _GLUE_NOTE_PAD, base, _GLUE_NOTE_SIZE)
            return (Group((plate, line), transform=band.centred(width, height)),)
    return ()


def _label(
    tile: Tile, found: Tiling, margin: int, lengths: Edges, text: LabelText, side: str
) -> SheetLabel:
    """Ruler and small line: beyond the marks where there is room, else between them, and nearer
    to the paper's edge as a last resort.
    """
    spot, bed, (x, y), off = tile.spot, found.bed, _joints(tile), _BESIDE_MARK
    block = spot.inset(-SPACE).outside(_clear(tile))
    inner = max(margin, PAPER_EDGE)

    def between(keep: int) -> list[Band]:
        """The strips beside the tile, between the marks at its corners."""
        return free_bands(bed, keep, block, (spot.x + off, x - off), (spot.y + off, y - off))

    tries = (
        bands(spot, bed, lengths, found.bleed, inner),
        between(inner),
        between(PAPER_EDGE),
        bands(spot, bed, lengths, found.bleed, PAPER_EDGE),
    )
    labels = [plan(free, text, side) for free in tries]
    return max(labels, key=lambda label: (label.line is not None, bool(label.ruler)))


def _hints(tile: Tile, found: Tiling, words: LabelText, taken: Sequence[Rect]) -> Iterator[Item]:
    """Beside the edges that are cut and seen: where they come to lie.

    Left out where ruler and line take the place.
    """
    above, _, _, left = tile.next_to
    (x, y, width, height), base = tile.spot, DEPTH - round(0.25 * TYPE_SIZE * PT)
    page = rect(0, 0, *found.bed).inset(PAPER_EDGE)
    for other, band in (
        (left, Band("left", rect(x - CLEAR - DEPTH, y, DEPTH, height))),
        (above, Band("top", rect(x, y - CLEAR - DEPTH, width, DEPTH))),
    ):
        text = words.say("onto", other=other)
        length = text_width(words, text)
        start, end = _BESIDE_MARK + OVERLAP, band.length - length - OVERLAP - _BESIDE_MARK
        for at in (start, end, (start + end) // 2):
            where = band.place(at, 0)
            area = where.bounds(rect(0, 0, length, DEPTH))
            free = page.contains(area) and not any(map(area.overlaps, taken))
            if other and start <= at <= end and free:
                yield Group((text_at(words, text, 0, base, TYPE_SIZE, GREY),), transform=where)
                break
