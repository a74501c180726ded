"""Cards on sheets: fills slots row by row and puts every back behind its front."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.face import Face, Item, digest
from pnp.impose.duplex import verso_slot
from pnp.impose.marks import crop_marks, fold_line, mark_lengths, unmarked
from pnp.impose.nup import DoesNotFit, Grid, clips, fold_grid, grid
from pnp.impose.sheet import Copy, Duplex, PaperOptions, Placement, Sheet, Side
from pnp.impose.slug import Slug, SmallLine, planned, small_line
from pnp.units.geometry import MM, Edges, Rect, Size, Um, around

_ZERO = Um(0)
LEAST_GUTTER = Um(MM)
"""From here on two cuts beside each other are two: a hand with a knife misses by as much as a
millimetre.
"""
LINE, RULER = "the small line", "the ruler"
"""What a sheet may have no room for, beside crop marks."""


class Parted(NamedTuple):
    """A component whose cards have different backs and so take more sheets with shared cuts than
    `together` with a gutter.
    """

    title: str
    sheets: int
    gutter: Um
    together: int


class _Spots(NamedTuple):
    """Trim and clip of the first slots of a grid, for fronts and for backs."""

    fronts: tuple[tuple[Rect, Rect], ...]
    backs: tuple[tuple[Rect, Rect], ...]
    turn: int


class _Furniture(NamedTuple):
    """What all rectos or all versos of a component share, and where their small line goes."""

    items: tuple[Item, ...]
    slug: Slug | None
    unmarked: str = ""
    """Which cuts have no mark for want of room."""


class Made(NamedTuple):
    """The sheets of one kind of cards of a component, what there is no room for on them, and
    which areas of a board seams have to cross.
    """

    sheets: tuple[Sheet, ...]
    lacking: tuple[str, ...]
    parted: Parted | None
    crossed: tuple[str, ...] = ()
    outside: str = ""
    """Which sides have small line and ruler in the printer margin, for want of room inside it:
    sheets, fronts, backs.
    """


def several_fit(copies: Sequence[Copy], press: PaperOptions) -> bool:
    """Whether there are several fronts, all of one size, and a sheet has room for more than one."""
    sizes = {(copy.front.size, copy.front.bleed) for copy in copies}
    if len(copies) < 2 or len(sizes) > 1:
        return False
    ((trim, bleed),) = sizes
    try:
        return len(grid(press.paper, press.margin, press.gutter, trim, bleed).slots) > 1
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
    looks = {key: digest(back) for key, back in backs.items()}
    groups: dict[str, list[Copy]] = {}
    for copy in copies:
        groups.setdefault(looks[id(copy.back)], []).append(copy)
    return list(groups.values())


def imposed(
    component: str, title: str, copies: Sequence[Copy], press: PaperOptions, words: SmallLine | None
) -> Made:
    """The sheets of one component, numbered from 1, and what there is no room for on them.

    Slots are filled in rows, the last sheet perhaps in part; every verso mirrors its recto. Where
    no gutter keeps two cuts apart a sheet holds one back only. Raises DoesNotFit; ValueError where
    one-sided cards are among others (`split_sided` parts them) or sizes differ.
    """
    duplex = _sides(component, copies, press.duplex)
    trim, bleed = _measure(component, copies, backed=duplex is not Duplex.NONE)
    make = fold_grid if duplex is Duplex.FOLD else grid
    slots = make(press.paper, press.margin, press.gutter, trim, bleed)
    groups = (
        by_back(copies) if press.gutter < LEAST_GUTTER and duplex is not Duplex.NONE else [copies]
    )
    capacity = len(slots.slots)
    batches = [
        group[at : at + capacity] for group in groups for at in range(0, len(group), capacity)
    ]
    spots = {count: _spots(slots, count, duplex) for count in {len(batch) for batch in batches}}
    recto, verso = _furniture(slots, press, duplex, words, title, len(batches))

    def side(kind: _Furniture, placements: tuple[Placement, ...], number: int, name: str) -> Side:
        line = (
            small_line(kind.slug, words, title, number, len(batches), name)
            if kind.slug and words
            else ()
        )
        return Side(placements, kind.items + line)

    sheets = []
    for number, batch in enumerate(batches, 1):
        where = spots[len(batch)]
        fronts = _placements(batch, where.fronts, "front", 0)
        backs = _placements(batch, where.backs, "back", where.turn)
        if duplex is Duplex.FOLD:
            first, second = side(recto, fronts + backs, number, "front + back"), None
        else:
            first = side(recto, fronts, number, "front")
            second = side(verso, backs, number, "back") if duplex is not Duplex.NONE else None
        sheets.append(Sheet(component, title, number, slots.paper, first, second))
    lacking, outside = without(recto.slug, verso.slug)
    lacking += [recto.unmarked] if recto.unmarked else []
    saved = _parted(title, copies, press, duplex, slots, len(batches)) if len(groups) > 1 else None
    return Made(tuple(sheets), tuple(lacking), saved, outside=outside)


def without(recto: Slug | None, verso: Slug | None) -> tuple[list[str], str]:
    """What there is no room for, `of the fronts` or `of the backs` where only those lack it;
    which sides have it in the printer margin.
    """
    there = [(name, slug) for name, slug in (("fronts", recto), ("backs", verso)) if slug]
    missing = (
        (LINE, [name for name, slug in there if slug.line is None]),
        (RULER, [name for name, slug in there if not slug.ruler]),
    )
    lacking = [
        what if len(names) == len(there) else f"{what} of the {names[0]}"
        for what, names in missing
        if names
    ]
    out = [name for name, slug in there if slug.outside]
    return lacking, ("sheets" if len(out) == len(there) else out[0]) if out else ""


def _parted(
    title: str,
    copies: Sequence[Copy],
    press: PaperOptions,
    duplex: Duplex,
    slots: Grid,
    sheets: int,
) -> Parted | None:
    """What keeping different backs apart costs, where a gutter for their bleed would save
    sheets.
    """
    make = fold_grid if duplex is Duplex.FOLD else grid
    gutter = Um(2 * slots.bleed or LEAST_GUTTER)
    capacity = len(make(press.paper, press.margin, gutter, slots.slots[0].size, slots.bleed).slots)
    together = -(-len(copies) // capacity)
    return Parted(title, sheets, gutter, together) if together < sheets else None


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


def _furniture(
    slots: Grid,
    press: PaperOptions,
    duplex: Duplex,
    words: SmallLine | None,
    title: str,
    sheets: int,
) -> tuple[_Furniture, _Furniture]:
    """What rectos and versos carry beside cards.

    Marks are on rectos only: sheets are cut from the front.
    """
    paper, bleed, margin = slots.paper, slots.bleed, press.margin
    none = Edges(_ZERO, _ZERO, _ZERO, _ZERO)

    def slug(area: Rect, lengths: Edges) -> Slug | None:
        return planned(area, paper, lengths, bleed, margin, words, title, sheets) if words else None

    def ruler(found: Slug | None) -> tuple[Item, ...]:
        return found.ruler if found else ()

    marked = slots.slots
    if duplex is Duplex.FOLD:
        marked += tuple(verso_slot(slot, paper, duplex)[0] for slot in slots.slots)
    area = around(marked)
    lengths = mark_lengths(area, paper, margin, bleed)
    marks: tuple[Item, ...] = crop_marks(marked, lengths, bleed) if press.crop_marks else ()
    if duplex is Duplex.FOLD:
        marks += fold_line(marked, paper, lengths, bleed)
    found = slug(area, lengths if marks else none)
    recto = _Furniture(marks + ruler(found), found, unmarked(lengths) if press.crop_marks else "")
    if duplex in (Duplex.FOLD, Duplex.NONE):
        return recto, _Furniture((), None)
    verso = slug(verso_slot(area, paper, duplex)[0], none)
    return recto, _Furniture(ruler(verso), verso)


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
