"""Packs pieces of many sizes on sheets, in rows for straight cuts or nested for a cutting machine;
every back behind its front. Whole micrometres throughout.

Each band of rows holds pieces of one size. Bands are stacked in order (next-fit shelves), so that
pieces of one kind stay together and every level cut crosses the whole sheet. Bands of different
sizes have different upright cuts: the marks of these stand in the waste above and below the band,
where no other band is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, hypot, sqrt
from typing import NamedTuple

from pnp.assets.die_lines import shape_path
from pnp.assets.paths import bounds, rectangle
from pnp.assets.paths import moved as move_path
from pnp.face import GLEAM, HAIRLINE, Group, Item, Shape, Stroke
from pnp.impose import ComponentSheets, Copy, Duplex, PaperOptions, Placement, Sheet, sided
from pnp.impose.duplex import verso_slot
from pnp.impose.nup import FOLD_GAP, grid, orientations
from pnp.impose.sharing import edge_color
from pnp.impose.sheet_marks import (
    BAND,
    LONGEST,
    LabelText,
    SheetMarks,
    clearance,
    crop_marks,
    sheet_marks,
)
from pnp.units.color import Color
from pnp.units.geometry import Edges, Rect, Size, Um, around, moved, rect, size


class Lattice(NamedTuple):
    """How pieces of one size follow each other:

    `across` from one to the next, `down` from row to row, odd rows moved by `shift`.
    """

    across: int
    down: int
    shift: int = 0


class Lot(NamedTuple):
    """Pieces of one size and, when nested, one outline.

    `gutter` parts them from others, `nested` ones stand in each other's gaps and have no straight
    cuts.
    """

    size: Size
    bleed: Um
    gutter: Um
    copies: Sequence[Copy]
    lattice: Lattice
    nested: bool = False


class Band(NamedTuple):
    """Rows of pieces of one lot on one sheet, each with its slot on the paper."""

    lot: Lot
    copies: Sequence[Copy]
    slots: tuple[Rect, ...]


Stack = tuple[Band, ...]
"""The bands of one sheet, from the top."""


def round_lattice(size: Size, gap: int) -> Lattice:
    """Circles in the densest packing, `gap` between neighbours: rows follow at √3/2 of the
    pitch.
    """
    across = size.width + gap + (size.width + gap) % 2
    return Lattice(across, ceil(across * sqrt(3) / 2), across // 2)


def hex_lattice(size: Size, gap: int) -> Lattice:
    """Hexagons as wide and high as `size`, side by side like a honeycomb with `gap` between
    parallel sides.

    Two slanting sides keep their distance where the way from middle to middle, measured across
    them, is as long as one hexagon and the gap; lying hexagons (at least as wide as high) fill
    every second place of a row, the next row standing half a height below.
    """
    w, h = size
    slant = hypot(w / 2, h / 4) if w < h else hypot(w / 4, h / 2)
    if w < h:
        across = w + gap + (w + gap) % 2
        return Lattice(across, ceil(h + 2 * gap * slant / w - h * across / (4 * w)), across // 2)
    down = ceil((h + gap) / 2)
    across = max(w + gap, ceil(2 * w + 4 * gap * slant / h - w * down / h))
    return Lattice(across + across % 2, down, (across + 1) // 2)


def stacks(
    lots: Sequence[Lot], room: Size, channel: int, block: bool = False
) -> list[Stack] | None:
    """The bands of each sheet, from the top left of the room; None where a piece is larger.

    `channel` is the least space between two bands; in a `block` pieces that share their cuts need
    as few of them as there are ways to.
    """
    if any(lot.size.width > room.width or lot.size.height > room.height for lot in lots):
        return None
    done: list[Stack] = []
    bands: list[Band] = []
    y, gutter = 0, 0
    for lot in lots:
        left = lot.copies
        while left:
            top = y + max(gutter, lot.gutter, channel) if bands else 0
            slots = _slots(lot, room, top, len(left), block and not lot.gutter)
            if slots:
                bands.append(Band(lot, left[: len(slots)], slots))
                left = left[len(slots) :]
                y, gutter = max(slot.bottom for slot in slots), lot.gutter
            if left:
                done.append(tuple(bands))
                bands = []
    return [*done, tuple(bands)] if bands else done


def _slots(lot: Lot, room: Size, top: int, count: int, block: bool) -> tuple[Rect, ...]:
    """The slots for `count` pieces, centred across the room, row by row from `top` on; fewer where
    the room ends.

    Straight rows are as equal as they can be; those of a block as many as there are pieces in one,
    nearly.
    """
    (width, height), (across, down, shift) = lot.size, lot.lattice
    rows = max(0, (room.height - top - height) // down + 1)
    # A moved row may have no room for one piece: the next row follows.
    even, odd = (max(0, (room.width - x - width) // across + 1) for x in (0, shift))
    if rows and not shift:
        count = min(count, even * rows)
        columns = -(-count // -(-count // even))
        if block:
            few = range(-(-count // rows), even + 1)
            columns = min(few, key=lambda columns: (columns + -(-count // columns), -columns))
        even = odd = columns
    places = [
        (row % 2 * shift + column * across, top + row * down)
        for row in range(rows)
        for column in range(odd if row % 2 else even)
    ][:count]
    left = (room.width - width - max((x for x, _ in places), default=0)) // 2
    return tuple(rect(left + x, y, width, height) for x, y in places)


_NESTED = {"circle": round_lattice, "hex": hex_lattice}

RIM = 700
"""How wide the rim of one colour is that pieces have where they share their cuts, at least."""
SHAPED_GUTTER = Um(2_000)
"""The least space around shaped pieces: cutting services ask for 2 mm between outlines."""

CUT = Stroke(Color("#999999"), HAIRLINE)
"""The line along which a shaped piece is cut."""

_INNER, _BETWEEN = (
    2_000,
    1_000,
)  # marks between two bands, and what parts the marks of one from those of the other
_OFF_FOLD = 300  # how far a cut line ends before a fold
_RESERVE = (
    10_000  # height left free for marks and the small line wherever that takes no more sheets
)


_OnPaper = tuple[Size, Stack]
"""The bands of one sheet, on an orientation of the paper."""


def piece_sheets(
    component: str,
    title: str,
    copies: Sequence[Copy],
    options: PaperOptions,
    text: LabelText | None = None,
    nest: bool = False,
    backed: bool = False,
) -> ComponentSheets:
    """The sheets of pieces, and what there is no room for on them.

    Pieces of one size stand together, in the order given; larger ones first where that saves a
    sheet. Rectangles with a rim of one and the same colour share their cuts, without a gutter.
    Between others lie the gutter asked for, twice the bleed, and 2 mm around shaped ones, whichever
    is most. With `nest` circles and hexagons stand in each other's gaps and have no crop
    marks; the ink of their faces ends at outline and bleed. All sheets have a verso when one piece
    has a back, or when `backed` says that other sheets of the same document have. Raises DoesNotFit
    for a piece larger than the paper; ValueError where front and back of a piece differ in size.
    """
    if not copies:
        return ComponentSheets(())
    duplex = sided(copies, options.duplex, backed)
    lots = _lots(copies, options, nest, duplex is not Duplex.NONE)
    bleed = Um(max(lot.bleed for lot in lots))
    for lot in lots:  # each of them raises DoesNotFit
        fold = duplex is Duplex.FOLD
        grid(options.paper, options.margin, lot.gutter, lot.size, bleed, fold)
    stacked = _stacked(lots, options, duplex, bleed)
    if text:
        text = text._replace(title=title, sheets=len(stacked))
    marks: dict[_Cut, SheetMarks] = {}
    sheets = []
    for number, (paper, stack) in enumerate(stacked, 1):
        cut = tuple((band.slots, None if band.lot.nested else band.lot.bleed) for band in stack)
        if (paper, cut) not in marks:
            marks[paper, cut] = _sheet_marks(paper, cut, options, duplex, bleed, text)
        placed = [one for band in stack for one in zip(band.copies, band.slots, strict=True)]
        fronts = tuple(_front(slot, *one, paper) for slot, one in enumerate(placed))
        backs = tuple(
            _placed(copy, "back", number, *verso_slot(slot, paper, duplex), paper)
            for number, (copy, slot) in enumerate(placed)
            if copy.back is not None and duplex is not Duplex.NONE
        )
        if any(not band.lot.gutter and len(band.slots) > 1 for band in stack):
            fronts, backs = _apart(fronts), _apart(backs)
        sides = marks[paper, cut].sides(duplex, fronts, backs, number)
        sheets.append(Sheet(component, title, number, paper, *sides))
    missing = dict.fromkeys(what for found in marks.values() for what in found.missing)
    outside = {found.outside for found in marks.values()} - {""}
    where = outside.pop() if len(outside) == 1 else "sheets" if outside else ""
    return ComponentSheets(tuple(sheets), tuple(missing), outside=where)


def _lots(copies: Sequence[Copy], options: PaperOptions, nest: bool, backed: bool) -> list[Lot]:
    """The copies by size, in order of first appearance."""
    found: dict[tuple[Size, str], list[Copy]] = {}
    for copy in copies:
        if backed and copy.back is not None and copy.back.size != copy.front.size:
            raise ValueError(
                f'front and back of "{copy.card}" differ in size: {copy.front.size},'
                f" {copy.back.size}"
            )
        size = copy.front.size
        key = _nests(copy.outline, size) if nest else ""
        found.setdefault((size, key), []).append(copy)
    return [_lot(size, key, group, options, backed) for (size, key), group in found.items()]


def _lot(
    size: Size, nested: str, copies: Sequence[Copy], options: PaperOptions, backed: bool
) -> Lot:
    faces = [face for copy in copies for face in (copy.front, backed and copy.back) if face]
    bleed = max(face.bleed for face in faces)
    shaped = any(copy.outline for copy in copies)
    gutter = Um(max(options.gutter, 2 * bleed, SHAPED_GUTTER if shaped else 0))
    if not (options.gutter or shaped or any(copy.folded for copy in copies)):
        rims = {edge_color(face, RIM) for face in {id(face): face for face in faces}.values()}
        gutter = gutter if None in rims or len(rims) > 1 else Um(0)
    lattice = Lattice(size.width + gutter, size.height + gutter)
    if nested:
        lattice = _NESTED[nested](bounds(copies[0].outline or "").size, gutter)
    return Lot(size, bleed, gutter, copies, lattice, bool(nested))


def _nests(outline: str | None, size: Size) -> str:
    """The shape of a piece that can stand in the gaps of its like: a true circle or a hexagon;
    else nothing.
    """
    if outline and size.width == size.height and outline == shape_path("circle", size):
        return "circle"
    return "hex" if outline and outline == shape_path("hex", size) else ""


def _stacked(lots: list[Lot], options: PaperOptions, duplex: Duplex, bleed: int) -> list[_OnPaper]:
    """The arrangement with the fewest sheets; among equals the given order, then room for marks and
    the small line, then portrait.

    Where neither orientation holds every piece, each piece goes onto one that does.
    """
    papers = orientations(options.paper)
    margin, fold = options.margin, duplex is Duplex.FOLD
    channel = 2 * clearance(bleed) + 2 * _INNER + _BETWEEN if options.crop_marks else 0

    def on(paper: Size, lots: list[Lot], reserve: int, block: bool) -> list[_OnPaper]:
        """The sheets of an orientation; none where it does not hold every piece."""
        gap = paper.height - paper.height // 2 + max(2 * bleed, FOLD_GAP)
        bottom = paper.height - (gap if fold else margin)
        room = size(paper.width - 2 * margin, bottom - margin - reserve)
        return [
            (paper, _on_paper(stack, margin, bottom, fold))
            for stack in stacks(lots, room, channel, block) or ()
        ]

    larger = sorted(lots, key=lambda lot: -lot.size.height)
    found = [
        sheets
        for block in (True, False)
        for order in ([lots] if larger == lots else [lots, larger])
        for reserve in (_RESERVE, 0)
        for paper in papers
        if (sheets := on(paper, order, reserve, block))
    ]
    if found:
        return min(found, key=len)
    parts: tuple[list[Lot], list[Lot]] = ([], [])
    for lot in lots:
        parts[not on(papers[0], [lot], 0, False)].append(lot)
    return [sheet for part in parts for sheet in _stacked(part, options, duplex, bleed)]


def _on_paper(stack: Stack, margin: int, bottom: int, fold: bool) -> Stack:
    """A stack next to the fold, or near the top, so that what is left over lies together below."""
    rest = bottom - margin - max(slot.bottom for band in stack for slot in band.slots)
    down = moved(margin, margin + (rest if fold else min(rest // 2, LONGEST + BAND)))
    return tuple(band._replace(slots=tuple(map(down.bounds, band.slots))) for band in stack)


_Bands = tuple[tuple[tuple[Rect, ...], Um | None], ...]
"""The slots of each band on a sheet, and the bleed of its pieces; None for nested ones."""
_Cut = tuple[Size, _Bands]
"""What the marks of a sheet follow from; they are made once for all sheets that are cut alike."""


def _sheet_marks(
    paper: Size,
    bands: _Bands,
    options: PaperOptions,
    duplex: Duplex,
    bleed: Um,
    text: LabelText | None,
) -> SheetMarks:
    if duplex is Duplex.FOLD:
        bands += tuple(
            (tuple(verso_slot(slot, paper, duplex)[0] for slot in slots), own)
            for slots, own in reversed(bands)
        )
    cut = [(slots, own) for slots, own in bands if options.crop_marks and own is not None]
    slots = [slot for slots, _ in bands for slot in slots]
    area = around(slots)
    return sheet_marks(
        slots,
        paper,
        bleed,
        options.margin,
        duplex,
        text,
        (lambda lengths: _crop_marks(cut, area, lengths, bleed)) if cut else None,
    )


def _front(number: int, copy: Copy, slot: Rect, paper: Size) -> Placement:
    path = move_path(copy.outline, moved(slot.x, slot.y)) if copy.outline else ""
    line: tuple[Item, ...] = (Shape(path, stroke=GLEAM), Shape(path, stroke=CUT)) if path else ()
    if line and copy.folded:
        # no knife goes along a fold, and the white under the line would wipe out its dashes
        x, y, width, _ = slot.inset(-HAIRLINE)
        above = rect(x, y, width, slot.height // 2 + HAIRLINE - _OFF_FOLD)
        line = (Group(line, None, rectangle(above)),)
    return _placed(copy, "front", number, slot, 0, paper, line)


def _apart(side: tuple[Placement, ...]) -> tuple[Placement, ...]:
    """The pieces of a side, none inked over another that it touches."""
    at = {(one.trim.x, one.trim.y): one.trim for one in side}
    ends = {(trim.right, trim.y): trim for trim in at.values()}
    feet = {(trim.x, trim.bottom): trim for trim in at.values()}
    done = []
    for one in side:
        trim, clip = one.trim, one.clip
        left = trim.x if (trim.x, trim.y) in ends else clip.x
        top = trim.y if (trim.x, trim.y) in feet else clip.y
        right = trim.right if (trim.right, trim.y) in at else clip.right
        bottom = trim.bottom if (trim.x, trim.bottom) in at else clip.bottom
        done.append(one._replace(clip=rect(left, top, right - left, bottom - top)))
    return tuple(done)


def _placed(
    copy: Copy,
    side: str,
    slot: int,
    trim: Rect,
    turn: int,
    paper: Size,
    line: tuple[Item, ...] = (),
) -> Placement:
    """A piece, inked over its trim and bleed on the paper; gutters are at least twice as wide.

    A cut line keeps its whole width.
    """
    placed = copy.placed(side, slot, trim, turn, trim, line)
    reach = max(placed.face.bleed, HAIRLINE if line else 0)
    return placed._replace(clip=trim.inset(-reach).meet(rect(0, 0, *paper)))


def _crop_marks(
    cut: Sequence[tuple[tuple[Rect, ...], int]], area: Rect, lengths: Edges, bleed: int
) -> tuple[Item, ...]:
    """Level cuts at the left and right of the sheet's block, upright cuts above and below their
    band.
    """
    edges = [slot for slots, _ in cut for slot in slots]
    sideways = lengths._replace(top=Um(0), bottom=Um(0))
    found: list[Item] = [*crop_marks(edges, sideways, bleed)]
    inner = Um(_INNER)
    for slots, bleed_here in cut:
        own = around(slots)
        top = lengths.top if own.y == area.y else inner
        bottom = lengths.bottom if own.bottom == area.bottom else inner
        found += crop_marks(slots, Edges(top, bottom=bottom), bleed_here)
    return tuple(found)
