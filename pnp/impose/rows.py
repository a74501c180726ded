"""Pieces of many sizes on sheets: rows for straight cuts, or nested for a cutting machine; every
back behind its front.

Bands of different sizes have different upright cuts. Level cuts part the bands first; the marks of
a band's upright cuts stand in the waste above and below it, where no other band is cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.assets.die_lines import shape_path
from pnp.assets.paths import bounds, moved, rectangle
from pnp.face import GLEAM, HAIRLINE, Face, Group, Item, Shape, Stroke
from pnp.impose.cards import Made, without
from pnp.impose.duplex import verso_slot
from pnp.impose.marks import BAND, LONGEST, clearance, crop_marks, fold_line, mark_lengths, unmarked
from pnp.impose.nup import FOLD_GAP, fold_grid, grid
from pnp.impose.sheet import Copy, Duplex, PaperOptions, Placement, Sheet, Side
from pnp.impose.shelves import Kind, Stack, hex_lattice, round_lattice, stacks, straight
from pnp.impose.slug import Slug, SmallLine, planned, small_line
from pnp.units.color import Color
from pnp.units.geometry import Edges, Rect, Size, Transform, Um, around, rect

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
_NONE = Edges(Um(0), Um(0), Um(0), Um(0))


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


def imposed_rows(
    component: str,
    title: str,
    copies: Sequence[Copy],
    press: PaperOptions,
    words: SmallLine | None = None,
    nest: bool = False,
    backed: bool = False,
) -> Made:
    """The sheets of pieces, and what there is no room for on them.

    Pieces of one size stand together, in the order given; larger ones first where that saves a
    sheet. Between pieces lie the gutter of the press, twice the bleed, and 2 mm around shaped ones,
    whichever is most. With `nest` circles and hexagons stand in each other's gaps and have no crop
    marks; the ink of their faces ends at outline and bleed. All sheets have a verso when one piece
    has a back, or when `backed` says that other sheets of the same document have. Raises DoesNotFit
    for a piece larger than the paper; ValueError where front and back of a piece differ in size.
    """
    if not copies:
        return Made((), (), None)
    duplex = sided(copies, press.duplex, backed)
    lots = _lots(copies, press, nest, duplex is not Duplex.NONE)
    bleed = Um(max(lot.kind.bleed for lot in lots))
    for lot in lots:  # each of them raises DoesNotFit
        (fold_grid if duplex is Duplex.FOLD else grid)(
            press.paper, press.margin, lot.kind.gutter, lot.kind.size, bleed
        )
    plans = _plans(lots, press, duplex, bleed)
    total = sum(len(found.stacks) for found in plans)
    maker = _Maker(component, title, press, duplex, bleed, words, total)
    sheets = [maker.sheet(found, stack) for found in plans for stack in found.stacks]
    outside = (
        maker.outside[0] if len(set(maker.outside)) == 1 else "sheets" if maker.outside else ""
    )
    return Made(tuple(sheets), tuple(dict.fromkeys(maker.lacking)), None, outside=outside)


def sided(copies: Iterable[Copy], duplex: Duplex, backed: bool = False) -> Duplex:
    """How pieces are printed: on both sides as soon as one has a back, or when they share a
    document with such pieces.
    """
    return (
        duplex
        if any(copy.back is not None for copy in copies) or (backed and duplex is not Duplex.FOLD)
        else Duplex.NONE
    )


def _lots(copies: Sequence[Copy], press: PaperOptions, nest: bool, backed: bool) -> list[_Lot]:
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
    return [_lot(size, key, group, press, backed) for (size, key), group in found.items()]


def _lot(size: Size, nested: str, group: Sequence[Copy], press: PaperOptions, backed: bool) -> _Lot:
    bleed = max(
        max(copy.front.bleed, copy.back.bleed if backed and copy.back else 0) for copy in group
    )
    shaped = any(copy.outline for copy in group)
    gutter = Um(max(press.gutter, 2 * bleed, SHAPED_GUTTER if shaped else 0))
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


def _plans(lots: Sequence[_Lot], press: PaperOptions, duplex: Duplex, bleed: int) -> list[_Plan]:
    """The arrangement with the fewest sheets; among equals the given order, then room for marks and
    the small line, then portrait.

    Where neither orientation holds every piece, each piece goes onto one that does.
    """
    portrait = Size(min(press.paper), max(press.paper))
    papers = (portrait, portrait.turned())
    larger = sorted(lots, key=lambda lot: -lot.kind.size.height)
    found = [
        plan
        for order in (lots, *([larger] if larger != list(lots) else []))
        for reserve in (_RESERVE, 0)
        for paper in papers
        if (plan := _plan(order, paper, press, duplex, bleed, reserve))
    ]
    if found:
        return [min(found, key=lambda plan: len(plan.stacks))]
    parts: tuple[list[_Lot], list[_Lot]] = ([], [])
    for lot in lots:
        parts[_plan([lot], portrait, press, duplex, bleed, 0) is None].append(lot)
    return [plan for part in parts for plan in _plans(part, press, duplex, bleed)]


def _plan(
    lots: Sequence[_Lot], paper: Size, press: PaperOptions, duplex: Duplex, bleed: int, reserve: int
) -> _Plan | None:
    bottom = (
        paper.height // 2 - max(2 * bleed, FOLD_GAP)
        if duplex is Duplex.FOLD
        else paper.height - press.margin
    )
    room = rect(press.margin, press.margin, paper.width - 2 * press.margin, bottom - press.margin)
    marks = 2 * clearance(bleed) + 2 * _INNER + _BETWEEN if press.crop_marks else 0
    done = stacks([lot.kind for lot in lots], Size(room.width, Um(room.height - reserve)), marks)
    return _Plan(lots, paper, done, room) if done else None


_Cut = tuple[Size, tuple[tuple[Rect, ...], ...], tuple[tuple[bool, Um], ...]]
"""What the furniture of a sheet follows from: paper, slots of each band, and of each whether its
pieces are nested, and their bleed.
"""


class _Maker:
    """Makes the sheets of one component in turn; furniture of sheets with the same slots is made
    once.
    """

    def __init__(
        self,
        component: str,
        title: str,
        press: PaperOptions,
        duplex: Duplex,
        bleed: Um,
        words: SmallLine | None,
        total: int,
    ) -> None:
        self.component, self.title, self.press, self.duplex = component, title, press, duplex
        self.bleed, self.words, self.total = bleed, words, total
        self.number = 0
        self.lacking: list[str] = []
        self.outside: list[str] = []
        self._cuts: dict[_Cut, tuple[tuple[Item, ...], Slug | None, Slug | None]] = {}

    def sheet(self, plan: _Plan, stack: Stack) -> Sheet:
        """The next sheet."""
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
        backs = self._backs(placed, plan.paper) if self.duplex is not Duplex.NONE else ()
        marks, recto, verso = self._furniture(plan.paper, bands, kinds)
        if self.duplex is Duplex.FOLD:
            return self._made(
                plan.paper, Side(fronts + backs, marks + self._line(recto, "front + back")), None
            )
        second = Side(backs, self._line(verso, "back")) if self.duplex is not Duplex.NONE else None
        return self._made(plan.paper, Side(fronts, marks + self._line(recto, "front")), second)

    def _made(self, paper: Size, recto: Side, verso: Side | None) -> Sheet:
        return Sheet(self.component, self.title, self.number, paper, recto, verso)

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
        clip = _clip(slot, copy.front, line, paper)
        return Placement(
            copy.front, copy.component, copy.card, copy.copy, "front", number, slot, 0, clip, line
        )

    def _backs(self, placed: Sequence[tuple[Copy, Rect]], paper: Size) -> tuple[Placement, ...]:
        found = []
        for number, (copy, slot) in enumerate(placed):
            if copy.back is not None:
                trim, turn = verso_slot(slot, paper, self.duplex)
                clip = _clip(trim, copy.back, (), paper)
                found.append(
                    Placement(
                        copy.back,
                        copy.component,
                        copy.card,
                        copy.copy,
                        "back",
                        number,
                        trim,
                        turn,
                        clip,
                    )
                )
        return tuple(found)

    def _furniture(
        self, paper: Size, bands: Sequence[tuple[Rect, ...]], kinds: Sequence[Kind]
    ) -> tuple[tuple[Item, ...], Slug | None, Slug | None]:
        """Marks of the recto (sheets are cut from the front), and where ruler and small line of
        both sides stand.
        """
        key = (paper, tuple(bands), tuple((kind.nested, kind.bleed) for kind in kinds))
        if key not in self._cuts:
            self._cuts[key] = self._new_furniture(paper, bands, kinds)
        return self._cuts[key]

    def _new_furniture(
        self, paper: Size, bands: Sequence[tuple[Rect, ...]], kinds: Sequence[Kind]
    ) -> tuple[tuple[Item, ...], Slug | None, Slug | None]:
        folded = self.duplex is Duplex.FOLD
        cut = (
            [
                (slots, kind.bleed)
                for slots, kind in zip(bands, kinds, strict=True)
                if not kind.nested
            ]
            if self.press.crop_marks
            else []
        )
        if folded:
            bands = [
                *bands,
                *(
                    tuple(verso_slot(slot, paper, self.duplex)[0] for slot in slots)
                    for slots in reversed(bands)
                ),
            ]
            cut += [
                (tuple(verso_slot(slot, paper, self.duplex)[0] for slot in slots), bleed)
                for slots, bleed in reversed(cut)
            ]
        every = [slot for slots in bands for slot in slots]
        area = around(every)
        lengths = mark_lengths(area, paper, self.press.margin, self.bleed)
        marks = _marks(cut, area, lengths, self.bleed) if cut else ()
        if folded:
            marks += fold_line(every, paper, lengths, self.bleed)
        self.lacking += [unmarked(lengths)] if cut and unmarked(lengths) else []
        recto = self._slug(area, paper, lengths if marks else _NONE)
        two = self.duplex in (Duplex.LONG, Duplex.SHORT)
        verso = self._slug(verso_slot(area, paper, self.duplex)[0], paper, _NONE) if two else None
        lacking, outside = without(recto, verso)
        self.lacking += lacking
        self.outside += [outside] if outside else []
        return marks, recto, verso

    def _slug(self, area: Rect, paper: Size, lengths: Edges) -> Slug | None:
        if not self.words:
            return None
        return planned(
            area, paper, lengths, self.bleed, self.press.margin, self.words, self.title, self.total
        )

    def _line(self, slug: Slug | None, name: str) -> tuple[Item, ...]:
        if not slug or not self.words:
            return ()
        return slug.ruler + small_line(slug, self.words, self.title, self.number, self.total, name)


def _top(room: Rect, height: int, fold: bool) -> int:
    """Where a stack begins: next to the fold, or near the top, so that what is left over lies
    together below.
    """
    rest = room.height - height
    return room.y + (rest if fold else min(rest // 2, LONGEST + BAND))


def _clip(trim: Rect, face: Face, line: tuple[Item, ...], paper: Size) -> Rect:
    """The trim and its bleed, on the paper; gutters are at least twice as wide.

    A cut line keeps its whole width.
    """
    return trim.inset(-max(face.bleed, HAIRLINE if line else 0)).meet(rect(0, 0, *paper))


def _marks(
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
