"""Spreads a board larger than the paper over tiles: where its seams lie, kept off the areas that
must stay whole, and where each tile lies on its sheet. Whole micrometres.

A tile goes from its seam to an overlap beyond the next seam. The tile to the right and the one
below are glued on top of that overlap, so it may carry marks: of the finished board nothing is
covered. Neighbours look alike in the overlap, so a cut that is half a millimetre off leaves no gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from math import prod
from typing import NamedTuple

from pnp.face import Face, Group
from pnp.impose.nup import DoesNotFit, orientations, papers_that
from pnp.units.geometry import Edges, Rect, Size, Um, by, centred, rect, size
from pnp.units.geometry import scaled as scale_by

OVERLAP = Um(10_000)
"""How much neighbours share: 10 to 15 mm are usual for posters that are glued."""
INSET = 4_500
"""What a tile leaves free at least on each edge of the paper, for its marks and its label."""
MOST_TILES = 400
"""More sheets than this nobody glues."""
_NO_FOOT = Um(0)


Stretch = tuple[int, int]
"""From one place to another along the axis."""

_EFFORT = 20_000
"""How many stretches are looked at, in all, for those that can stay whole together."""


class Keep(NamedTuple):
    """An area of the board, in micrometres from its top left, that no seam should cut."""

    name: str
    area: Rect


class KeepTooLarge(ValueError):
    """An area that should stay whole is larger than a tile.

    Carries its name, its size and the largest tiles of this paper.
    """

    def __init__(self, name: str, size: Size, tiles: tuple[Size, ...], paper: Size) -> None:
        super().__init__(name, size, tiles, paper)
        self.name, self.size, self.tiles, self.paper = name, size, tiles, paper

    def __str__(self) -> str:
        room = " or ".join(by(tile) for tile in dict.fromkeys(self.tiles))
        return (
            f'"{self.name}" ({by(self.size)}) cannot stay whole: a tile on paper of'
            f" {by(self.paper)} holds at most {room}"
        )


def scaled(face: Face, factor: float, clip: str | None = None) -> Face:
    """The same face smaller or larger, with its links and anchors, its items cut at `clip`; sizes
    in whole micrometres.

    Raises ValueError for a factor of nothing.
    """
    if not factor > 0:
        raise ValueError(f"a face cannot be scaled by {factor}")
    smaller = scale_by(factor)
    return Face(
        smaller.bounds(rect(0, 0, *face.size)).size,
        Um(round(face.bleed * factor)),
        (Group(face.items, smaller, clip),),
        tuple(link._replace(area=smaller.bounds(link.area)) for link in face.links),
        tuple(anchor._replace(y=Um(round(anchor.y * factor))) for anchor in face.anchors),
    )


def scaled_keep(keep: Keep, factor: float) -> Keep:
    """The same area of a scaled board."""
    return Keep(keep.name, scale_by(factor).bounds(keep.area))


class Tile(NamedTuple):
    """One tile: its label (column letter, row number), what of the board it shows, where that
    lies on the sheet and how far ink reaches.

    `bleeds` are those at its edges, 0 at seams; `next_to` holds the labels of the tiles above, to
    the right, below and to the left, empty at the edges of the board.
    """

    label: str
    column: int
    row: int
    source: Rect
    spot: Rect
    ink: Rect
    bleeds: Edges
    next_to: tuple[str, ...]

    @property
    def seen(self) -> Size:
        """How much of it is seen on the finished board: up to the seams of its neighbours."""
        _, right, below, _ = self.next_to
        width, height = self.source.size
        return size(width - (OVERLAP if right else 0), height - (OVERLAP if below else 0))


class Tiling(NamedTuple):
    """How a board is spread over sheets, row by row.

    `paper` is turned as it is printed, `bed` the part of it that tiles may use; `crossed` names
    what seams cut nevertheless.
    """

    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    paper: Size
    bed: Size
    bleed: Um
    crossed: tuple[str, ...] = ()


def tiling(
    board: Size, bleed: Um, paper: Size, margin: Um, keep: Sequence[Keep] = (), foot: Um = _NO_FOOT
) -> Tiling:
    """The fewest tiles of both orientations of the paper (then the fewest areas cut, then
    portrait), each centred on its sheet above a strip of height `foot`.

    Every tile keeps the margin, and 4.5 mm at least where there are several; bleed may enter it,
    and there is none at seams. Raises DoesNotFit where the paper is too small for tiles,
    KeepTooLarge.
    """
    if min(board) <= 0 or min(paper) <= 0:
        raise ValueError(f"a size must be more than nothing: board {board}, paper {paper}")

    def room(sheet: Size, margin: int) -> Size:
        """The largest tile of a paper."""
        return size(sheet.width - 2 * margin, sheet.height - foot - 2 * margin)

    def several(sheet: Size) -> bool:
        return _many(board, room(sheet, max(margin, INSET)))

    sheets = orientations(paper)
    for sheet in sheets:
        whole = room(sheet, margin)
        if board.width <= whole.width and board.height <= whole.height:
            return _tiled(board, bleed, sheet, whole, (), foot)
    rooms = {sheet: room(sheet, max(margin, INSET)) for sheet in sheets if several(sheet)}
    if not rooms:
        raise DoesNotFit(board, paper, margin, papers_that(several))
    for name, area in keep:
        inner = area.meet(rect(0, 0, *board)).size
        if not any(
            inner.width <= room.width and inner.height <= room.height for room in rooms.values()
        ):
            raise KeepTooLarge(name, inner, tuple(rooms.values()), sheets[0])
    found = [_tiled(board, bleed, sheet, room, keep, foot) for sheet, room in rooms.items()]
    return min(found, key=lambda option: (len(option.tiles), len(option.crossed)))


def label(column: int, row: int) -> str:
    """A1 for the first tile, B1 to its right, A2 below it; after Z comes AA."""
    letters, rest = "", column + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row + 1}"


def _tiled(
    board: Size, bleed: Um, paper: Size, room: Size, keep: Sequence[Keep], foot: Um
) -> Tiling:
    across = cuts(board.width, room.width, OVERLAP, [(area.x, area.right) for _, area in keep])
    down = cuts(board.height, room.height, OVERLAP, [(area.y, area.bottom) for _, area in keep])
    columns = parts(board.width, across.seams, OVERLAP)
    rows = parts(board.height, down.seams, OVERLAP)
    bed = size(paper.width, paper.height - foot)

    def named(column: int, row: int) -> str:
        is_there = 0 <= column < len(columns) and 0 <= row < len(rows)
        return label(column, row) if is_there else ""

    tiles = []
    for (row, (top, bottom)), (column, (left, right)) in product(
        enumerate(rows), enumerate(columns)
    ):
        source = rect(left, top, right - left, bottom - top)
        spot = centred(source.size, bed)
        steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
        next_to = tuple(named(column + right, row + down) for right, down in steps)
        bleeds = Edges(*(Um(0) if other else bleed for other in next_to))
        ink = spot.outside(bleeds).meet(rect(0, 0, *bed))
        tiles.append(Tile(label(column, row), column, row, source, spot, ink, bleeds, next_to))
    cut = {*across.crossed, *down.crossed}
    crossed = tuple(one.name for index, one in enumerate(keep) if index in cut)
    return Tiling(len(columns), len(rows), tuple(tiles), paper, bed, bleed, crossed)


def _many(size: Size, room: Size) -> bool:
    """Whether tiles of this size can make up the board: a seam needs three overlaps."""
    pairs = list(zip(size, room, strict=True))
    # A stand-in for the number of tiles that is never too large and costs nothing.
    least = prod(max(1, (length - OVERLAP) // max(1, reach - OVERLAP)) for length, reach in pairs)
    return least <= MOST_TILES and all(reach >= min(length, 3 * OVERLAP) for length, reach in pairs)


class Cuts(NamedTuple):
    """The seams of one axis in order, and which of the stretches they cut all the same (by
    index).
    """

    seams: tuple[int, ...]
    crossed: tuple[int, ...]


def pieces(length: int, reach: int, overlap: int) -> int:
    """How many tiles of at most `reach` cover a length when neighbours share `overlap`."""
    return 1 if length <= reach else -(-(length - overlap) // (reach - overlap))


def cuts(length: int, reach: int, overlap: int, whole: Sequence[Stretch] = ()) -> Cuts:
    """The seams of the fewest tiles, near even parts; tile i goes from seam i to `overlap` beyond
    seam i + 1.

    Where not all stretches can stay whole, those named first win. `reach` must be three overlaps at
    least where a seam is needed.
    """
    number = pieces(length, reach, overlap)
    if number == 1:
        return Cuts((), ())
    kept = list(dict.fromkeys(stretch for stretch in whole if stretch[0] < stretch[1]))
    kept = _respected(length, reach, overlap, number, kept)
    found = _seams(length, reach, overlap, number, kept) or ()
    crossed = tuple(
        index
        for index, (start, end) in enumerate(whole)
        if any(start < seam < end for seam in found)
    )
    return Cuts(found, crossed)


def _respected(
    length: int, reach: int, overlap: int, number: int, whole: list[Stretch]
) -> list[Stretch]:
    """The stretches that can stay whole together: taken by halves, so that a few that cannot cost
    little.

    Among hundreds that cannot, the search ends early and the last named are left to chance.
    """
    kept: list[Stretch] = []
    waiting = [whole]
    for _ in range(20 + _EFFORT // max(1, len(whole))):
        if not waiting:
            break
        some = waiting.pop()
        if _seams(length, reach, overlap, number, kept + some) is not None:
            kept += some
        elif len(some) > 1:
            waiting += [some[len(some) // 2 :], some[: len(some) // 2]]
    return kept


def _seams(
    length: int, reach: int, overlap: int, number: int, whole: Sequence[Stretch]
) -> tuple[int, ...] | None:
    """Seams that cut no stretch: first every place that each can have, from the start; then,
    from the end, the nearest to even.
    """
    # Between two stretches that touch there is a place for a seam.
    barred = _joined(sorted(whole), 1)
    free: list[list[Stretch]] = [[(0, 0)]]
    for seam in range(1, number):
        least = length - reach if seam == number - 1 else 0
        places = [(start + overlap, end + reach - overlap) for start, end in free[-1]]
        free.append(_allowed(places, (least, length - overlap), barred))
    found: list[int] = []
    least, most = 0, length
    for seam in range(number - 1, 0, -1):
        even = (2 * seam * (length - overlap) + number) // (2 * number)
        places = [
            (max(start, least), min(end, most))
            for start, end in free[seam]
            if max(start, least) <= min(end, most)
        ]
        if not places:
            return None
        found.append(
            min(
                (min(max(even, start), end) for start, end in places),
                key=lambda place: (abs(place - even), place),
            )
        )
        least, most = found[-1] - (reach - overlap), found[-1] - overlap
    return tuple(reversed(found))


def _allowed(places: list[Stretch], bounds: Stretch, barred: list[Stretch]) -> list[Stretch]:
    """What of the places (in order) lies in the bounds and not inside a barred stretch; ends are
    included.
    """
    edges = [bounds[0], *(edge for stretch in barred for edge in stretch), bounds[1]]
    gaps = list(zip(edges[::2], edges[1::2], strict=True))
    wanted = _joined(places, 0)
    found: list[Stretch] = []
    at = gap = 0
    while at < len(wanted) and gap < len(gaps):
        (start, end), (low, high) = wanted[at], gaps[gap]
        both = max(start, low, bounds[0]), min(end, high, bounds[1])
        found += [both] if both[0] <= both[1] else []
        at, gap = (at + 1, gap) if end < high else (at, gap + 1)
    return found


def _joined(stretches: Sequence[Stretch], shared: int) -> list[Stretch]:
    """The stretches, in order, those that share so much as one."""
    found: list[Stretch] = []
    for start, end in stretches:
        if found and start + shared <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def parts(length: int, seams: Sequence[int], overlap: int) -> tuple[Stretch, ...]:
    """Each tile of a length, from its seam to the end of the band that it shares with the next."""
    starts = (0, *seams, length)
    return tuple(
        (start, min(length, end + (overlap if end < length else 0)))
        for start, end in pairwise(starts)
    )
