"""Packs pieces of many sizes on sheets, in rows for straight cuts or nested for a cutting machine;
every back behind its front. Whole micrometres throughout.

Each band of rows holds pieces of one width. Bands are stacked in order (next-fit shelves), so that
pieces of one kind stay together and every level cut crosses the whole sheet. Bands have different
upright cuts: the marks of these stand in the waste above and below the band, where no other band is
cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.assets.paths import moved as move_path
from pnp.assets.paths import rectangle
from pnp.face import GLEAM, HAIRLINE, Group, Item, Shape, Stroke, halves
from pnp.impose import ComponentSheets, Copy, Duplex, PaperOptions, Placement, Sheet, sided
from pnp.impose.cuts import INNER, CutBand, cut_marks
from pnp.impose.duplex import verso_slot
from pnp.impose.nesting import Lattice, lattice_of, nests
from pnp.impose.nup import FOLD_GAP, grid, orientations
from pnp.impose.sharing import edge_color, ground
from pnp.impose.sheet_marks import (
    BAND,
    LONGEST,
    SHORTEST,
    LabelText,
    SheetMarks,
    clearance,
    sheet_marks,
)
from pnp.units.color import Color
from pnp.units.geometry import Edges, Rect, Size, Um, around, moved, rect, size


class Lot(NamedTuple):
    """Pieces in groups, each of which begins a row; the cells of a row are as large as they need to
    be. When nested, pieces of one outline.

    `gutter` parts them from others. Nested ones stand in each other's gaps by a `lattice` and have
    no straight cuts. `rim` is the colour at the cut of those that share their cuts.
    """

    bleed: Um
    gutter: Um
    groups: Sequence[Sequence[Copy]]
    lattice: Lattice | None = None
    rim: Color | None = None

    @property
    def sizes(self) -> list[Size]:
        """The most that a cell of each group may measure: all are of one width."""
        width = max(copy.front.size.width for group in self.groups for copy in group)
        heights = (max(copy.front.size.height for copy in group) for group in self.groups)
        return [Size(width, height) for height in heights]


class Band(NamedTuple):
    """Rows of pieces of one lot on one sheet, each in the middle of its cell on the paper."""

    lot: Lot
    copies: Sequence[Copy]
    cells: tuple[Rect, ...]

    @property
    def slots(self) -> list[Rect]:
        """Where the pieces lie."""
        sizes = [copy.front.size for copy in self.copies]
        return [
            rect(x + (across - w) // 2, y + (down - h) // 2, w, h)
            for (x, y, across, down), (w, h) in zip(self.cells, sizes, strict=True)
        ]


Stack = tuple[Band, ...]
"""The bands of one sheet, from the top."""


def stacks(
    lots: Sequence[Lot], room: Size, channel: int, block: bool = False
) -> list[Stack] | None:
    """The bands of each sheet, from the top left of the room; None where a piece is larger.

    `channel` is the least space between two bands; in a `block` pieces that share their cuts need
    as few of them as there are ways to.
    """
    if any(w > room.width or h > room.height for lot in lots for w, h in lot.sizes):
        return None
    done: list[Stack] = []
    bands: list[Band] = []
    y, gutter = 0, 0
    for lot in lots:
        left = lot.groups
        while left:
            top = y + max(gutter, lot.gutter, channel) if bands else 0
            rest = lot._replace(groups=left)
            cells = _cells(rest, room, top, block and not lot.gutter)
            if cells:
                copies = [copy for group in left for copy in group]
                bands.append(Band(lot, copies[: len(cells)], cells))
                left = [*_without(left, len(cells))]
                y, gutter = max(cell.bottom for cell in cells), lot.gutter
            if left:
                done.append(tuple(bands))
                bands = []
    return [*done, tuple(bands)] if bands else done


def _without(groups: Sequence[Sequence[Copy]], count: int) -> Iterator[Sequence[Copy]]:
    """What is left of groups without their first copies."""
    for group in groups:
        if count < len(group):
            yield group[count:]
        count = max(0, count - len(group))


def _cells(lot: Lot, room: Size, top: int, block: bool) -> tuple[Rect, ...]:
    """The cells for pieces, centred across the room, row by row from `top` on; fewer where the
    room ends.

    Straight rows are as equal as they can be; those of a block as many as there are pieces in one,
    nearly.
    """
    width = lot.sizes[0].width
    if lot.lattice:
        places = _nested(lot, room, top)
    else:
        most = max(0, (room.width + lot.gutter) // (width + lot.gutter))
        found = {columns: [*_rows(lot, room, top, columns)] for columns in range(1, most + 1)}
        count = sum(len(row) for row in found[most])
        rows = min(
            (rows for rows in found.values() if sum(map(len, rows)) == count),
            key=lambda rows: (
                (len(rows) + max(map(len, rows), default=0), len(rows)) if block else len(rows)
            ),
        )
        places = [place for row in rows for place in row]
    left = (room.width - max((place.right for place in places), default=0)) // 2
    return tuple(moved(left, 0).bounds(place) for place in places)


def _rows(lot: Lot, room: Size, top: int, columns: int) -> Iterator[list[Rect]]:
    """Rows of so many pieces at most, as far as there is room."""
    width = lot.sizes[0].width
    for group in lot.groups:
        for at in range(0, len(group), columns):
            row = group[at : at + columns]
            height = max(copy.front.size.height for copy in row)
            if top + height > room.height:
                return
            yield [rect(n * (width + lot.gutter), top, width, height) for n in range(len(row))]
            top += height + lot.gutter


def _nested(lot: Lot, room: Size, top: int) -> list[Rect]:
    """The places of nested pieces, as far as there is room."""
    assert lot.lattice
    (across, down, shift), ((width, height), *_) = lot.lattice, lot.sizes
    rows = max(0, (room.height - top - height) // down + 1)
    # A moved row may have no room for one piece: the next row follows.
    even, odd = (max(0, (room.width - x - width) // across + 1) for x in (0, shift))
    return [
        rect(row % 2 * shift + column * across, top + row * down, width, height)
        for row in range(rows)
        for column in range(odd if row % 2 else even)
    ][: sum(map(len, lot.groups))]


RIM = 700
"""How wide the rim of one colour is that pieces have where they share their cuts, at least."""
SHAPED_GUTTER = Um(3_000)
"""The least space around shaped pieces, which their ground fills: room for scissors or a punch to
miss.
"""
NESTED_GUTTER = Um(2_000)
"""The least space around nested ones: cutting services ask for 2 mm between outlines."""

CUT = Stroke(Color("#999999"), HAIRLINE)
"""The line along which a shaped piece is cut."""

_BETWEEN = 1_000  # what parts the marks of one band from those of the next
_OFF_FOLD = 300  # how far a cut line ends before a fold
_RESERVE = (
    10_000  # height left free for marks and the small line wherever that takes no more sheets
)


_OnPaper = tuple[Size, Stack]
"""The bands of one sheet, on an orientation of the paper."""


def piece_sheets(
    titles: Mapping[str, str],
    copies: Sequence[Copy],
    options: PaperOptions,
    text: LabelText | None = None,
    nest: bool = False,
    backed: bool = False,
) -> ComponentSheets:
    """The sheets of the pieces of components, by their titles, and what there is no room for on
    them.

    Pieces of one size stand together, in the order given; larger ones first where that saves a
    sheet. Rectangles with a rim of one and the same colour share their cuts, without a gutter;
    those of one ground have rows of their own where that takes no sheet more. Between others lie
    the gutter asked for, twice the bleed, and 3 mm around shaped ones, whichever is most. With
    `nest` circles and hexagons stand in each other's gaps and have no crop marks; the ink of their
    faces ends at outline and bleed. All sheets have a verso when one piece has a back, or when
    `backed` says that other sheets of the same document have. Raises DoesNotFit for a piece larger
    than the paper; ValueError where front and back of a piece differ in size.
    """
    if not copies:
        return ComponentSheets(())
    duplex = sided(copies, options.duplex, backed)
    lots = _lots(copies, options, nest, duplex is not Duplex.NONE)
    bleed = Um(max(lot.bleed for lot in lots))
    for lot in lots:
        for trim in lot.sizes:  # each of them raises DoesNotFit
            grid(options.paper, options.margin, lot.gutter, trim, bleed, duplex is Duplex.FOLD)
    stacked = _stacked(lots, options, duplex, bleed)
    marks: dict[tuple[Size, Sequence[CutBand], str], SheetMarks] = {}
    sheets = []
    for number, (paper, stack) in enumerate(stacked, 1):
        placed = [one for band in stack for one in zip(band.copies, band.slots, strict=True)]
        title = ", ".join(dict.fromkeys(titles[copy.component] for copy, _ in placed))
        key = paper, tuple(map(_cut_band, stack)), title
        if key not in marks:
            words = text and text._replace(title=title, sheets=len(stacked))
            nested = [cell for band in stack if band.lot.lattice for cell in band.cells]
            marks[key] = _sheet_marks(paper, key[1], nested, options, duplex, bleed, words)
        fronts = tuple(_front(slot, *one, paper) for slot, one in enumerate(placed))
        backs = tuple(
            _placed(copy, "back", number, *verso_slot(slot, paper, duplex), paper)
            for number, (copy, slot) in enumerate(placed)
            if copy.back is not None and duplex is not Duplex.NONE
        )
        if any(not band.lot.gutter and len(band.slots) > 1 for band in stack):
            fronts, backs = _apart(fronts), _apart(backs)
        sides = marks[key].sides(duplex, fronts, backs, number)
        sheets.append(Sheet(placed[0][0].component, title, number, paper, *sides))
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
        key = nests(copy.outline, size) if nest else ""
        found.setdefault((size, key), []).append(copy)
    return [_lot(size, key, group, options, backed) for (size, key), group in found.items()]


def _lot(
    size: Size, nested: str, copies: Sequence[Copy], options: PaperOptions, backed: bool
) -> Lot:
    faces = [face for copy in copies for face in (copy.front, backed and copy.back) if face]
    bleed = max(face.bleed for face in faces)
    shaped = any(copy.outline for copy in copies)
    least = NESTED_GUTTER if nested else SHAPED_GUTTER if shaped else 0
    gutter = Um(max(options.gutter, 2 * bleed, least))
    rim = None
    if not (options.gutter or shaped):
        fronts = {id(copy.front): (copy.front, copy.folded) for copy in copies}
        sides = [
            one for face, folded in fronts.values() for one in (halves(face) if folded else [face])
        ]
        sides += {id(copy.back): copy.back for copy in copies if backed and copy.back}.values()
        rims = {edge_color(face, RIM) for face in sides}
        rim = rims.pop() if len(rims) == 1 else None
        gutter = gutter if rim is None else Um(0)
    lattice = None
    if nested:
        lattice = lattice_of(copies[0].outline or "", nested, gutter)
    return Lot(bleed, gutter, [copies], lattice, rim)


def _neat(lots: Sequence[Lot]) -> list[Lot]:
    """Lots of one width as one, if shaped or if they share their cuts, these with rows for each
    ground; shaped pieces of which there is one stand in a row.
    """
    done: dict[object, Lot] = {}
    for lot in lots:
        copies = [copy for group in lot.groups for copy in group]
        width, key = lot.sizes[0].width, object()
        groups: dict[object, list[Copy]] = {}
        if lot.rim:
            key = width, lot.rim
            faces = {id(copy.front): copy.front for copy in copies}
            grounds = {number: ground(face) for number, face in faces.items()}
            for copy in copies:
                groups.setdefault(grounds[id(copy.front)], []).append(copy)
        elif not lot.lattice and all(copy.outline for copy in copies):
            key = "shaped", width if len(copies) > 1 else 0, lot.gutter
        first = done.get(key, lot._replace(groups=()))
        every = [*first.groups, *groups.values()]
        if not lot.rim:
            both = [*(copy for group in first.groups for copy in group), *copies]
            every = [sorted(both, key=lambda copy: copy.front.size.height)]
        done[key] = first._replace(groups=every, bleed=max(first.bleed, lot.bleed))
    return [*done.values()]


def _stacked(lots: list[Lot], options: PaperOptions, duplex: Duplex, bleed: int) -> list[_OnPaper]:
    """The arrangement with the fewest sheets; among equals rows of one ground, then the given
    order, then room for marks and the small line, then portrait.

    Where neither orientation holds every piece, each piece goes onto one that does.
    """
    papers = orientations(options.paper)
    margin, fold = options.margin, duplex is Duplex.FOLD
    channel = 2 * clearance(bleed) + 2 * INNER + _BETWEEN if options.crop_marks else 0

    def on(paper: Size, lots: list[Lot], reserve: int, block: bool) -> list[_OnPaper]:
        """The sheets of an orientation; none where it does not hold every piece."""
        gap = paper.height - paper.height // 2 + max(2 * bleed, FOLD_GAP)
        bottom = paper.height - (gap if fold else margin)
        room = size(paper.width - 2 * margin, bottom - margin - reserve)
        return [
            (paper, _on_paper(stack, margin, bottom, fold, clearance(bleed)))
            for stack in stacks(lots, room, channel, block) or ()
        ]

    def orders(lots: list[Lot]) -> list[list[Lot]]:
        larger = sorted(lots, key=lambda lot: -max(lot.sizes, key=lambda one: one.height).height)
        return [lots] if larger == lots else [lots, larger]

    neat = _neat(lots)
    found = [
        sheets
        for block, these in ((True, neat), (True, lots), (False, lots))
        for order in orders(these)
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


def _on_paper(stack: Stack, margin: int, bottom: int, fold: bool, clear: int) -> Stack:
    """A stack next to the fold, or near the top, so that what is left over lies together below:
    room for marks and the small line, where there is so much.
    """
    rest = bottom - margin - max(cell.bottom for band in stack for cell in band.cells)
    above = min(rest // 2, LONGEST + BAND, max(0, rest - clear - SHORTEST - BAND))
    down = moved(margin, margin + (rest if fold else above))
    return tuple(band._replace(cells=tuple(map(down.bounds, band.cells))) for band in stack)


def _cut_band(band: Band) -> CutBand:
    """What is cut out of a band: shaped pieces with half of what parts them, so that one cut does
    for neighbours; nothing of nested ones.
    """
    if band.lot.lattice:
        return CutBand((), (), 0)
    reach = -Um(max(band.lot.bleed, SHAPED_GUTTER // 2))
    pairs = zip(band.copies, band.cells, strict=True)
    cuts = tuple(cell.inset(reach) if copy.outline else cell for copy, cell in pairs)
    return CutBand(band.cells, cuts, band.lot.bleed)


def _sheet_marks(
    paper: Size,
    bands: Sequence[CutBand],
    nested: Sequence[Rect],
    options: PaperOptions,
    duplex: Duplex,
    bleed: Um,
    text: LabelText | None,
) -> SheetMarks:
    fronts = [band for band in bands if band.slots]
    behind: list[CutBand] = []
    if duplex is Duplex.FOLD:

        def across(slots: Sequence[Rect]) -> list[Rect]:
            return [verso_slot(slot, paper, duplex)[0] for slot in slots]

        behind = [
            CutBand(across(band.slots), across(band.cuts), band.bleed) for band in reversed(fronts)
        ]
        nested = [*nested, *across(nested)]
    slots = [*nested, *(slot for band in (*fronts, *behind) for slot in band.slots)]
    area = around(slots)

    def marks(lengths: Edges) -> tuple[Item, ...]:
        """The cuts of a folded sheet are numbered once."""
        sides = [(fronts, text), (behind, None)]
        return tuple(
            item
            for side, words in sides
            if side
            for item in cut_marks(side, area, lengths, bleed, words)
        )

    cut = marks if fronts and options.crop_marks else None
    return sheet_marks(slots, paper, bleed, options.margin, duplex, text, cut)


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
