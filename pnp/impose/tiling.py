"""Spreads a board larger than the paper over tiles: where its seams lie, kept off the areas that
must stay whole, and where each tile lies on its sheet. Whole micrometres.

A tile goes from its seam to an overlap beyond the next seam. The tile to the right and the one
below are glued on top of that overlap, so it may carry marks: of the finished board nothing is
covered. Neighbours look alike in the overlap, so a cut that is half a millimetre off leaves no gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.face import Face, Group
from pnp.impose.nup import DoesNotFit
from pnp.units.geometry import PAPERS, Edges, Rect, Size, Um, by, rect
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


def scaled(face: Face, factor: float) -> Face:
    """The same face smaller or larger, for a desk copy; sizes in whole micrometres.

    Raises ValueError for a factor of nothing.
    """
    if not factor > 0:
        raise ValueError(f"a face cannot be scaled by {factor}")
    size = Size(_times(face.size.width, factor), _times(face.size.height, factor))
    return face._replace(
        size=size,
        bleed=_times(face.bleed, factor),
        items=(Group(face.items, transform=scale_by(factor)),),
    )


def scaled_keep(keep: Keep, factor: float) -> Keep:
    """The same area of a scaled board."""
    x, y, right, bottom = (
        _times(at, factor) for at in (keep.area.x, keep.area.y, keep.area.right, keep.area.bottom)
    )
    return Keep(keep.name, rect(x, y, right - x, bottom - y))


def _times(length: int, factor: float) -> Um:
    return Um(round(length * factor))


class Tile(NamedTuple):
    """One tile: its label (column letter, row number), what of the board it shows, where that
    lies on the sheet and how far ink reaches.
    """

    label: str
    column: int
    row: int
    source: Rect
    spot: Rect
    ink: Rect


class Tiling(NamedTuple):
    """How a board is spread over sheets, row by row.

    `paper` is turned as it is printed; `crossed` names what seams cut nevertheless.

    `foot` is a strip along the lower edge of the paper that tiles leave free.
    """

    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    paper: Size
    foot: Um = _NO_FOOT
    crossed: tuple[str, ...] = ()


def tiling(
    size: Size, bleed: Um, paper: Size, margin: Um, keep: Sequence[Keep] = (), foot: Um = _NO_FOOT
) -> Tiling:
    """The fewest tiles of both orientations of the paper (then the fewest areas cut, then
    portrait), each centred on its sheet.

    Every tile keeps the margin, and 4.5 mm at least where there are several; bleed may enter it,
    and there is none at seams. Raises DoesNotFit where the paper is too small for tiles,
    KeepTooLarge.
    """
    if min(size) <= 0 or min(paper) <= 0:
        raise ValueError(f"a size must be more than nothing: board {size}, paper {paper}")
    portrait = Size(min(paper), max(paper))
    sheets = (portrait, portrait.turned())
    for sheet in sheets:
        room = _room(sheet, margin, foot)
        if size.width <= room.width and size.height <= room.height:
            return Tiling(1, 1, _tiles(size, bleed, bed(sheet, foot), (), ()), sheet, foot)
    rooms = {
        sheet: room
        for sheet in sheets
        if _many(size, room := _room(sheet, max(margin, INSET), foot))
    }
    if not rooms:
        raise DoesNotFit(size, paper, margin, _would_do(size, margin, foot))
    for name, area in keep:
        inner = area.meet(rect(0, 0, *size)).size
        if not any(
            inner.width <= room.width and inner.height <= room.height for room in rooms.values()
        ):
            raise KeepTooLarge(name, inner, tuple(rooms.values()), portrait)
    found = [_tiled(size, bleed, sheet, room, keep, foot) for sheet, room in rooms.items()]
    return min(found, key=lambda option: (len(option.tiles), len(option.crossed)))


def label(column: int, row: int) -> str:
    """A1 for the first tile, B1 to its right, A2 below it; after Z comes AA."""
    letters, rest = "", column + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row + 1}"


def neighbours(tile: Tile, found: Tiling) -> tuple[str, str, str, str]:
    """The labels of the tiles above, to the right, below and to the left; empty at the edges of
    the board.
    """
    column, row = tile.column, tile.row
    return (
        label(column, row - 1) if row else "",
        label(column + 1, row) if column + 1 < found.columns else "",
        label(column, row + 1) if row + 1 < found.rows else "",
        label(column - 1, row) if column else "",
    )


def _tiled(
    size: Size, bleed: Um, sheet: Size, room: Size, keep: Sequence[Keep], foot: Um
) -> Tiling:
    across = cuts(size.width, room.width, OVERLAP, [(area.x, area.right) for _, area in keep])
    down = cuts(size.height, room.height, OVERLAP, [(area.y, area.bottom) for _, area in keep])
    crossed = tuple(
        one.name for index, one in enumerate(keep) if index in {*across.crossed, *down.crossed}
    )
    tiles = _tiles(size, bleed, bed(sheet, foot), across.seams, down.seams)
    return Tiling(len(across.seams) + 1, len(down.seams) + 1, tiles, sheet, foot, crossed)


def _tiles(
    size: Size, bleed: Um, bed_size: Size, across: Sequence[int], down: Sequence[int]
) -> tuple[Tile, ...]:
    found = []
    columns, rows = parts(size.width, across, OVERLAP), parts(size.height, down, OVERLAP)
    for row, (top, bottom) in enumerate(rows):
        for column, (left, right) in enumerate(columns):
            source = rect(left, top, right - left, bottom - top)
            spot = rect(
                (bed_size.width - source.width) // 2,
                (bed_size.height - source.height) // 2,
                *source.size,
            )
            outside = Edges(
                bleed if top == 0 else Um(0),
                bleed if right == size.width else Um(0),
                bleed if bottom == size.height else Um(0),
                bleed if left == 0 else Um(0),
            )
            ink = spot.inside(Edges(*(Um(-edge) for edge in outside))).meet(rect(0, 0, *bed_size))
            found.append(Tile(label(column, row), column, row, source, spot, ink))
    return tuple(found)


def bed(paper: Size, foot: int) -> Size:
    """The paper above its foot."""
    return Size(paper.width, Um(paper.height - foot))


def _room(paper: Size, margin: int, foot: int) -> Size:
    """The largest tile of a paper."""
    return Size(Um(paper.width - 2 * margin), Um(paper.height - foot - 2 * margin))


def _many(size: Size, room: Size) -> bool:
    """Whether tiles of this size can make up the board: a seam needs three overlaps."""
    if any(reach < min(length, 3 * OVERLAP) for length, reach in zip(size, room, strict=True)):
        return False
    # A stand-in for the number of tiles that is never too large and costs nothing.
    across, down = (
        max(1, (length - OVERLAP) // max(1, reach - OVERLAP))
        for length, reach in zip(size, room, strict=True)
    )
    return across * down <= MOST_TILES


def _would_do(size: Size, margin: int, foot: int) -> tuple[str, ...]:
    """The papers that can hold tiles of this board, smallest first."""
    inset = max(margin, INSET)
    able = (
        name
        for name, paper in PAPERS.items()
        if any(_many(size, _room(one, inset, foot)) for one in (paper, paper.turned()))
    )
    return tuple(sorted(able, key=lambda name: PAPERS[name].width * PAPERS[name].height))


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
    found = (
        _seams(length, reach, overlap, number, _respected(length, reach, overlap, number, kept))
        or ()
    )
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
        last = seam == number - 1
        bounds = (length - reach if last else 0, length - overlap)
        free.append(
            _allowed(
                [(start + overlap, end + reach - overlap) for start, end in free[-1]],
                bounds,
                barred,
            )
        )
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
    gaps = [
        (max(start, bounds[0]), min(end, bounds[1]))
        for start, end in zip(edges[::2], edges[1::2], strict=True)
    ]
    found: list[Stretch] = []
    at = 0
    for start, end in _joined(places, 0):
        while at < len(gaps) and gaps[at][1] < start:
            at += 1
        for gap in gaps[at:]:
            if gap[0] > end:
                break
            low, high = max(start, gap[0]), min(end, gap[1])
            found += [(low, high)] if low <= high else []
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
