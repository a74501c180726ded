"""Packs pieces of many sizes on sheets, in rows for straight cuts or nested for a cutting machine;
every back behind its front. Whole micrometres throughout.

Each band of rows holds pieces of one size. Bands are stacked in order (next-fit shelves), so that
pieces of one kind stay together and every level cut crosses the whole sheet. Bands of different
sizes have different upright cuts: the marks of these stand in the waste above and below the band,
where no other band is cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, hypot, sqrt
from typing import NamedTuple

from pnp.assets.die_lines import shape_path
from pnp.assets.paths import bounds, moved, rectangle
from pnp.face import GLEAM, HAIRLINE, Group, Item, Shape, Stroke
from pnp.impose import ComponentSheets, Copy, Duplex, PaperOptions, Placement, Sheet, Side
from pnp.impose.duplex import verso_slot
from pnp.impose.nup import FOLD_GAP, fold_grid, grid
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
from pnp.units.geometry import Edges, Rect, Size, Transform, Um, around, rect


class Lattice(NamedTuple):
    """How pieces of one size follow each other:

    `across` from one to the next, `down` from row to row, odd rows moved by `shift`.
    """

    across: int
    down: int
    shift: int = 0


class Kind(NamedTuple):
    """So many pieces of one size.

    `gutter` parts them from others, `nested` ones stand in each other's gaps and have no straight
    cuts.
    """

    size: Size
    bleed: Um
    gutter: Um
    pieces: int
    lattice: Lattice
    nested: bool = False


class Band(NamedTuple):
    """Rows of one kind on one sheet: the pieces from number `first` of the kind, and their slots
    from the top left of the stack's room.
    """

    kind: int
    first: int
    slots: tuple[Rect, ...]


Stack = tuple[Band, ...]
"""The bands of one sheet, from the top."""


def straight(size: Size, gutter: int) -> Lattice:
    """Rows under rows."""
    return Lattice(size.width + gutter, size.height + gutter)


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


def stacks(kinds: Sequence[Kind], room: Size, channel: int) -> list[Stack] | None:
    """The bands of each sheet; None where a piece is larger than the room.

    `channel` is the least space between two bands.
    """
    if any(kind.size.width > room.width or kind.size.height > room.height for kind in kinds):
        return None
    done: list[Stack] = []
    bands: list[Band] = []
    y, gutter = 0, 0
    for number, kind in enumerate(kinds):
        first = 0
        while first < kind.pieces:
            top = y + max(gutter, kind.gutter, channel) if bands else 0
            rows = _rows(kind, room, top, kind.pieces - first)
            if rows:
                bands.append(Band(number, first, _slots(kind, rows, room.width, top)))
                first += sum(rows)
                y, gutter = max(slot.bottom for slot in bands[-1].slots), kind.gutter
            if first < kind.pieces:
                done.append(tuple(bands))
                bands = []
    return [*done, tuple(bands)] if bands else done


def _rows(kind: Kind, room: Size, top: int, count: int) -> list[int]:
    """How many of `count` pieces stand in each row from `top` on; fewer where the room ends.

    Straight rows are as equal as they can be.
    """
    (width, height), (across, down, shift) = kind.size, kind.lattice
    columns, rows = (
        (room.width - width) // across + 1,
        max(0, (room.height - top - height) // down + 1),
    )
    if not shift:
        count = min(count, columns * rows)
        columns = -(-count // -(-count // columns)) if count else 0
    found: list[int] = []
    while count and len(found) < rows:
        # None in an odd row that has no room for one piece: the next even row follows.
        fitting = (
            max(0, (room.width - shift - width) // across + 1)
            if len(found) % 2 and shift
            else columns
        )
        found.append(min(count, fitting))
        count -= found[-1]
    return found if found and found[-1] else found[:-1]


def _slots(kind: Kind, rows: Sequence[int], room: int, top: int) -> tuple[Rect, ...]:
    """The slots of a band, centred across the room."""
    across, down, shift = kind.lattice
    starts = [shift if row % 2 else 0 for row in range(len(rows))]
    wide = max(
        start + (count - 1) * across + kind.size.width
        for start, count in zip(starts, rows, strict=True)
        if count
    )
    left = (room - wide) // 2
    return tuple(
        rect(left + start + column * across, top + row * down, *kind.size)
        for row, (start, count) in enumerate(zip(starts, rows, strict=True))
        for column in range(count)
    )


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


class _Lot(NamedTuple):
    """Pieces that share a size (and, when nested, an outline)."""

    kind: Kind
    copies: Sequence[Copy]


class _Plan(NamedTuple):
    """The lots in printing order and their stacks on one orientation of the paper; `room` is
    where those may lie.
    """

    lots: Sequence[_Lot]
    paper: Size
    stacks: Sequence[Stack]
    room: Rect


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
    sheet. Between pieces lie the gutter asked for, twice the bleed, and 2 mm around shaped ones,
    whichever is most. With `nest` circles and hexagons stand in each other's gaps and have no crop
    marks; the ink of their faces ends at outline and bleed. All sheets have a verso when one piece
    has a back, or when `backed` says that other sheets of the same document have. Raises DoesNotFit
    for a piece larger than the paper; ValueError where front and back of a piece differ in size.
    """
    if not copies:
        return ComponentSheets(())
    duplex = sided(copies, options.duplex, backed)
    lots = _lots(copies, options, nest, duplex is not Duplex.NONE)
    bleed = Um(max(lot.kind.bleed for lot in lots))
    for lot in lots:  # each of them raises DoesNotFit
        (fold_grid if duplex is Duplex.FOLD else grid)(
            options.paper, options.margin, lot.kind.gutter, lot.kind.size, bleed
        )
    plans = _plans(lots, options, duplex, bleed)
    if text:
        text = text._replace(title=title, sheets=sum(len(plan.stacks) for plan in plans))
    maker = _Maker(options, duplex, bleed, text)
    sides = [(plan.paper, maker.sides(plan, stack)) for plan in plans for stack in plan.stacks]
    sheets = [
        Sheet(component, title, number, paper, *both)
        for number, (paper, both) in enumerate(sides, 1)
    ]
    outside = maker.outside.pop() if len(maker.outside) == 1 else "sheets" if maker.outside else ""
    return ComponentSheets(tuple(sheets), tuple(dict.fromkeys(maker.missing)), outside=outside)


def sided(copies: Iterable[Copy], duplex: Duplex, backed: bool = False) -> Duplex:
    """How pieces are printed: on both sides as soon as one has a back, or when they share a
    document with such pieces.
    """
    return (
        duplex
        if any(copy.back is not None for copy in copies) or (backed and duplex is not Duplex.FOLD)
        else Duplex.NONE
    )


def _lots(copies: Sequence[Copy], options: PaperOptions, nest: bool, backed: bool) -> list[_Lot]:
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
    size: Size, nested: str, group: Sequence[Copy], options: PaperOptions, backed: bool
) -> _Lot:
    bleed = max(
        max(copy.front.bleed, copy.back.bleed if backed and copy.back else 0) for copy in group
    )
    shaped = any(copy.outline for copy in group)
    gutter = Um(max(options.gutter, 2 * bleed, SHAPED_GUTTER if shaped else 0))
    lattice = straight(size, gutter)
    if nested == "circle":
        lattice = round_lattice(size, gutter)
    elif nested:
        lattice = hex_lattice(bounds(group[0].outline or "").size, gutter)
    return _Lot(Kind(size, Um(bleed), gutter, len(group), lattice, bool(nested)), group)


def _nests(outline: str | None, size: Size) -> str:
    """The shape of a piece that can stand in the gaps of its like: a true circle or a hexagon;
    else nothing.
    """
    if outline and size.width == size.height and outline == shape_path("circle", size):
        return "circle"
    return "hex" if outline and outline == shape_path("hex", size) else ""


def _plans(lots: Sequence[_Lot], options: PaperOptions, duplex: Duplex, bleed: int) -> list[_Plan]:
    """The arrangement with the fewest sheets; among equals the given order, then room for marks and
    the small line, then portrait.

    Where neither orientation holds every piece, each piece goes onto one that does.
    """
    portrait = Size(min(options.paper), max(options.paper))
    papers = (portrait, portrait.turned())
    larger = sorted(lots, key=lambda lot: -lot.kind.size.height)
    found = [
        plan
        for order in (lots, *([larger] if larger != list(lots) else []))
        for reserve in (_RESERVE, 0)
        for paper in papers
        if (plan := _plan(order, paper, options, duplex, bleed, reserve))
    ]
    if found:
        return [min(found, key=lambda plan: len(plan.stacks))]
    parts: tuple[list[_Lot], list[_Lot]] = ([], [])
    for lot in lots:
        parts[_plan([lot], portrait, options, duplex, bleed, 0) is None].append(lot)
    return [plan for part in parts for plan in _plans(part, options, duplex, bleed)]


def _plan(
    lots: Sequence[_Lot],
    paper: Size,
    options: PaperOptions,
    duplex: Duplex,
    bleed: int,
    reserve: int,
) -> _Plan | None:
    bottom = (
        paper.height // 2 - max(2 * bleed, FOLD_GAP)
        if duplex is Duplex.FOLD
        else paper.height - options.margin
    )
    room = rect(
        options.margin, options.margin, paper.width - 2 * options.margin, bottom - options.margin
    )
    marks = 2 * clearance(bleed) + 2 * _INNER + _BETWEEN if options.crop_marks else 0
    stacked = stacks([lot.kind for lot in lots], Size(room.width, Um(room.height - reserve)), marks)
    return _Plan(lots, paper, stacked, room) if stacked else None


_Cut = tuple[Size, tuple[tuple[Rect, ...], ...], tuple[tuple[bool, Um], ...]]
"""What the marks of a sheet follow from: paper, slots of each band, and of each whether its
pieces are nested, and their bleed.
"""


class _Maker:
    """Makes the sides of the sheets of one component in turn; marks of sheets with the same slots
    are made once.
    """

    def __init__(
        self, options: PaperOptions, duplex: Duplex, bleed: Um, text: LabelText | None
    ) -> None:
        self.options, self.duplex, self.bleed, self.text = options, duplex, bleed, text
        self.number = 0
        self.missing: list[str] = []
        self.outside: set[str] = set()
        self._marks: dict[_Cut, SheetMarks] = {}

    def sides(self, plan: _Plan, stack: Stack) -> tuple[Side, Side | None]:
        """Both sides of the next sheet."""
        self.number += 1
        height = max(slot.bottom for band in stack for slot in band.slots)
        dx, dy = plan.room.x, _top(plan.room, height, self.duplex is Duplex.FOLD)
        bands = [
            tuple(rect(slot.x + dx, slot.y + dy, slot.width, slot.height) for slot in band.slots)
            for band in stack
        ]
        kinds = [plan.lots[band.kind].kind for band in stack]
        placed = [
            (copy, slot)
            for band, slots in zip(stack, bands, strict=True)
            for copy, slot in zip(
                plan.lots[band.kind].copies[band.first : band.first + len(slots)],
                slots,
                strict=True,
            )
        ]
        fronts = tuple(self._front(number, *one, plan.paper) for number, one in enumerate(placed))
        backs = tuple(
            _placed(copy, "back", number, *verso_slot(slot, plan.paper, self.duplex), plan.paper)
            for number, (copy, slot) in enumerate(placed)
            if copy.back is not None and self.duplex is not Duplex.NONE
        )
        key = (plan.paper, tuple(bands), tuple((kind.nested, kind.bleed) for kind in kinds))
        if key not in self._marks:
            self._marks[key] = self._sheet_marks(plan.paper, bands, kinds)
        return self._marks[key].sides(self.duplex, fronts, backs, self.number)

    def _front(self, number: int, copy: Copy, slot: Rect, paper: Size) -> Placement:
        path = moved(copy.outline, Transform(e=slot.x, f=slot.y)) if copy.outline else ""
        line: tuple[Item, ...] = (
            (Shape(path, stroke=GLEAM), Shape(path, stroke=CUT)) if path else ()
        )
        if (
            line and copy.folded
        ):  # no knife goes along a fold, and the white under the line would wipe out its dashes
            above = rect(
                slot.x - HAIRLINE,
                slot.y - HAIRLINE,
                slot.width + 2 * HAIRLINE,
                slot.height // 2 + HAIRLINE - _OFF_FOLD,
            )
            line = (Group(line, None, rectangle(above)),)
        return _placed(copy, "front", number, slot, 0, paper, line)

    def _sheet_marks(
        self, paper: Size, bands: list[tuple[Rect, ...]], kinds: Sequence[Kind]
    ) -> SheetMarks:
        cut = [
            (slots, kind.bleed)
            for slots, kind in zip(bands, kinds, strict=True)
            if self.options.crop_marks and not kind.nested
        ]
        if self.duplex is Duplex.FOLD:

            def behind(slots: tuple[Rect, ...]) -> tuple[Rect, ...]:
                return tuple(verso_slot(slot, paper, self.duplex)[0] for slot in slots)

            bands = bands + [behind(slots) for slots in reversed(bands)]
            cut += [(behind(slots), bleed) for slots, bleed in reversed(cut)]
        found = sheet_marks(
            [slot for band in bands for slot in band],
            paper,
            self.bleed,
            self.options.margin,
            self.duplex,
            self.text,
            (lambda area, lengths: _crop_marks(cut, area, lengths, self.bleed)) if cut else None,
        )
        self.missing += found.missing
        self.outside |= {found.outside} - {""}
        return found


def _top(room: Rect, height: int, fold: bool) -> int:
    """Where a stack begins: next to the fold, or near the top, so that what is left over lies
    together below.
    """
    rest = room.height - height
    return room.y + (rest if fold else min(rest // 2, LONGEST + BAND))


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
    level = crop_marks(edges, Edges(Um(0), lengths.right, Um(0), lengths.left), bleed)
    found: list[Item] = list(level)
    inner = Um(_INNER)
    for slots, bleed_here in cut:
        own = around(slots)
        top = lengths.top if own.y == area.y else inner
        bottom = lengths.bottom if own.bottom == area.bottom else inner
        found += crop_marks(slots, Edges(top, Um(0), bottom, Um(0)), bleed_here)
    return tuple(found)
