"""Places the cards of a component on sheets: slots are filled row by row, every back behind its
front.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.face import Face, Item, digest
from pnp.impose.duplex import verso_slot
from pnp.impose.nup import DoesNotFit, Grid, clips, fold_grid, grid
from pnp.impose.sheet import (
    ComponentSheets,
    Copy,
    Duplex,
    PaperOptions,
    Placement,
    SeparateBacks,
    Sheet,
)
from pnp.impose.sheet_marks import (
    LabelText,
    SheetMarks,
    crop_marks,
    fold_line,
    labelled,
    mark_lengths,
    unmarked,
)
from pnp.units.geometry import MM, Rect, Size, Um, around

LEAST_GUTTER = Um(MM)
"""From here on two cuts beside each other are two: a hand with a knife misses by as much as a
millimetre.
"""


class _Spots(NamedTuple):
    """Trim and clip of the first slots of a grid, for fronts and for backs."""

    fronts: tuple[tuple[Rect, Rect], ...]
    backs: tuple[tuple[Rect, Rect], ...]
    turn: int


def several_fit(copies: Sequence[Copy], options: PaperOptions) -> bool:
    """Whether there are several fronts, all of one size, and a sheet has room for more than one."""
    sizes = {(copy.front.size, copy.front.bleed) for copy in copies}
    if len(copies) < 2 or len(sizes) > 1:
        return False
    ((trim, bleed),) = sizes
    try:
        return len(grid(options.paper, options.margin, options.gutter, trim, bleed).slots) > 1
    except DoesNotFit:
        return False


def split_sided(copies: Iterable[Copy]) -> tuple[tuple[Copy, ...], tuple[Copy, ...]]:
    """The copies that have a back and those that have none, each in their order."""
    both = tuple(copies)
    backed = tuple(copy for copy in both if copy.back is not None)
    return (
        (backed, ())
        if len(backed) == len(both)
        else (backed, tuple(copy for copy in both if copy.back is None))
    )


def by_back(copies: Sequence[Copy]) -> list[Sequence[Copy]]:
    """The copies grouped by the look of their back, in order of first appearance; backs that are
    one object are not compared.
    """
    backs: dict[int, Face] = {id(copy.back): copy.back for copy in copies if copy.back is not None}
    if len(backs) <= 1:
        return [copies]
    digests = {key: digest(back) for key, back in backs.items()}
    groups: dict[str, list[Copy]] = {}
    for copy in copies:
        groups.setdefault(digests[id(copy.back)], []).append(copy)
    return list(groups.values())


def card_sheets(
    component: str,
    title: str,
    copies: Sequence[Copy],
    options: PaperOptions,
    text: LabelText | None,
) -> ComponentSheets:
    """The sheets of one component, numbered from 1, and what there is no room for on them.

    Slots are filled in rows, the last sheet perhaps in part; every verso mirrors its recto. Where
    no gutter keeps two cuts apart a sheet holds one back only. Raises DoesNotFit; ValueError where
    one-sided cards are among others (`split_sided` parts them) or sizes differ.
    """
    duplex = _sides(component, copies, options.duplex)
    trim, bleed = _measure(component, copies, backed=duplex is not Duplex.NONE)
    make = fold_grid if duplex is Duplex.FOLD else grid
    slots = make(options.paper, options.margin, options.gutter, trim, bleed)
    backed = duplex is not Duplex.NONE
    groups = by_back(copies) if options.gutter < LEAST_GUTTER and backed else [copies]
    capacity = len(slots.slots)
    batches = [
        group[at : at + capacity] for group in groups for at in range(0, len(group), capacity)
    ]
    spots = {count: _spots(slots, count, duplex) for count in {len(batch) for batch in batches}}
    if text:
        text = text._replace(title=title, sheets=len(batches))
    marks, missing = _sheet_marks(slots, options, duplex, text)
    sheets = []
    for number, batch in enumerate(batches, 1):
        where = spots[len(batch)]
        fronts = _placements(batch, where.fronts, "front", 0)
        backs = _placements(batch, where.backs, "back", where.turn)
        sides = marks.sides(duplex, fronts, backs, number)
        sheets.append(Sheet(component, title, number, slots.paper, *sides))
    unlabelled, outside = marks.missing()
    separate = None
    if len(groups) > 1:
        separate = _separate_backs(title, copies, options, duplex, slots, len(batches))
    return ComponentSheets(tuple(sheets), (*unlabelled, *missing), separate, outside=outside)


def _separate_backs(
    title: str,
    copies: Sequence[Copy],
    options: PaperOptions,
    duplex: Duplex,
    slots: Grid,
    sheets: int,
) -> SeparateBacks | None:
    """What keeping different backs apart costs, where a gutter for their bleed would save
    sheets.
    """
    make = fold_grid if duplex is Duplex.FOLD else grid
    gutter = Um(2 * slots.bleed or LEAST_GUTTER)
    capacity = len(
        make(options.paper, options.margin, gutter, slots.slots[0].size, slots.bleed).slots
    )
    together = -(-len(copies) // capacity)
    return SeparateBacks(title, sheets, gutter, together) if together < sheets else None


def _sides(component: str, copies: Sequence[Copy], duplex: Duplex) -> Duplex:
    """How these cards are printed: one-sided cards have no versos."""
    one_sided = sum(copy.back is None for copy in copies)
    if duplex is Duplex.NONE or one_sided == len(copies):
        return Duplex.NONE
    if one_sided:
        raise ValueError(
            f'"{component}" mixes cards with and without backs; split_sided them first'
        )
    return duplex


def _measure(component: str, copies: Sequence[Copy], backed: bool) -> tuple[Size, Um]:
    """The one trim size of all faces that are printed, and their largest bleed."""
    faces = {id(copy.front): copy.front for copy in copies}
    if backed:
        faces |= {id(copy.back): copy.back for copy in copies if copy.back is not None}
    sizes = {face.size for face in faces.values()}
    if len(sizes) > 1:
        raise ValueError(
            f'the faces of "{component}" have {len(sizes)} sizes; one sheet needs one:'
            f" {sorted(sizes)}"
        )
    return sizes.pop(), max(face.bleed for face in faces.values())


def _spots(slots: Grid, count: int, duplex: Duplex) -> _Spots:
    fronts = tuple(zip(slots.slots, clips(slots, count), strict=False))
    if duplex is Duplex.NONE:
        return _Spots(fronts, (), 0)
    backs = tuple(
        (verso_slot(trim, slots.paper, duplex)[0], verso_slot(clip, slots.paper, duplex)[0])
        for trim, clip in fronts
    )
    return _Spots(fronts, backs, verso_slot(slots.slots[0], slots.paper, duplex)[1])


def _sheet_marks(
    slots: Grid, options: PaperOptions, duplex: Duplex, text: LabelText | None
) -> tuple[SheetMarks, list[str]]:
    """What all sheets carry beside cards, and which crop marks there is no room for."""
    paper, bleed, margin = slots.paper, slots.bleed, options.margin
    marked = slots.slots
    if duplex is Duplex.FOLD:
        marked += tuple(verso_slot(slot, paper, duplex)[0] for slot in slots.slots)
    area = around(marked)
    lengths = mark_lengths(area, paper, margin, bleed)
    marks: tuple[Item, ...] = crop_marks(marked, lengths, bleed) if options.crop_marks else ()
    if duplex is Duplex.FOLD:
        marks += fold_line(marked, paper, lengths, bleed)
    missing = [unmarked(lengths)] if options.crop_marks and unmarked(lengths) else []
    return labelled(marks, area, paper, lengths, bleed, margin, duplex, text), missing


def _placements(
    batch: Sequence[Copy], spots: Sequence[tuple[Rect, Rect]], side: str, turn: int
) -> tuple[Placement, ...]:
    found = []
    for slot, ((trim, clip), (component, card, number, front, back, _, of, _)) in enumerate(
        zip(spots, batch, strict=False)
    ):
        face = front if side == "front" else back
        if face is not None:
            found.append(
                Placement(face, component, card, number, side, slot, trim, turn, clip, (), "", of)
            )
    return tuple(found)
