"""Tiles: a board larger than the paper, spread at true size over sheets that are glued together; or
one sheet where it fits.

A tile goes from its seam to an overlap beyond the next seam. The tile to the right and the one
below are glued on top of that overlap, so it may carry marks: of the finished board nothing is
covered. Neighbours look alike in the overlap, so a cut that is half a millimetre off leaves no gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.impose.assembly import map_sheet
from pnp.impose.cards import Made
from pnp.impose.joins import OVERLAP, Loud, Piece, furniture, overlay
from pnp.impose.keep import Keep, KeepTooLarge
from pnp.impose.nup import DoesNotFit
from pnp.impose.seams import cuts, parts
from pnp.impose.sheet import Copy, PaperOptions, Placement, Sheet, Side
from pnp.impose.slug import SmallLine
from pnp.units.geometry import MM, Edges, Rect, Size, Um, rect
from pnp.units.sizes import PAPERS

INSET = 4_500
"""What a tile leaves free at least on each edge of the paper, for its marks and its label."""
MOST_TILES = 400
"""More sheets than this nobody glues."""
_LOUD_DEPTH = 5_000
_NO_FOOT = Um(0)


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
            return Tiling(1, 1, _tiles(size, bleed, _bed(sheet, foot), (), ()), sheet, foot)
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


def foot_of(press: PaperOptions, scale: float) -> Um:
    """The strip that sheets of a scaled board leave free to say so; nothing at true size."""
    return Um(0) if scale == 1 else Um(max(press.margin, 5 * MM) + _LOUD_DEPTH)


def imposed_tiles(
    component: str,
    title: str,
    copies: Sequence[Copy],
    press: PaperOptions,
    words: SmallLine | None = None,
    keep: Sequence[Keep] = (),
    scale: float = 1.0,
) -> Made:
    """The sheets of a board, numbered from 1: an assembly map where it is tiled, then every copy,
    row by row, on rectos only.

    `scale` is that of a desk copy, which each sheet says; copies and `keep` come in that scale.
    Several tiles have crop marks in any case: they cannot be joined without them. Raises
    DoesNotFit, KeepTooLarge; ValueError for a copy with a back.
    """
    if any(copy.back is not None for copy in copies):
        raise ValueError(f'"{component}" has a back; tiles are printed on one side')
    foot = foot_of(press, scale)
    measures = dict.fromkeys((copy.front.size, copy.front.bleed) for copy in copies)
    tilings = {
        (size, bleed): tiling(size, bleed, press.paper, press.margin, keep, foot)
        for size, bleed in measures
    }
    mapped = [(size, found) for (size, _), found in tilings.items() if len(found.tiles) > 1]
    laid = [(copy, tilings[copy.front.size, copy.front.bleed]) for copy in copies]
    total = len(mapped) + sum(len(found.tiles) for _, found in laid)
    loud = Loud(
        words, f"SCALED TO {100 * scale:.12g} % – NOT TRUE SIZE" if scale != 1 else "", press.margin
    )
    sheets: list[Sheet] = []
    lacking: list[str] = []

    def add(paper: Size, side: Side) -> None:
        sheets.append(Sheet(component, title, len(sheets) + 1, paper, side, None))

    for size, found in mapped:
        mapping = map_sheet(
            size, found.paper, found.tiles, OVERLAP, loud, title, len(sheets) + 1, total
        )
        lacking += mapping.lacking
        add(found.paper, Side((), mapping.items))
    for copy, found in laid:
        for tile in found.tiles:
            side, left_out = _side(copy, tile, found, press, loud, title, len(sheets) + 1, total)
            lacking += left_out
            add(found.paper, side)
    crossed = tuple(dict.fromkeys(name for found in tilings.values() for name in found.crossed))
    return Made(tuple(sheets), tuple(dict.fromkeys(lacking)), None, crossed)


def label(column: int, row: int) -> str:
    """A1 for the first tile, B1 to its right, A2 below it; after Z comes AA."""
    letters, rest = "", column + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row + 1}"


def _side(
    copy: Copy,
    tile: Tile,
    found: Tiling,
    press: PaperOptions,
    loud: Loud,
    title: str,
    number: int,
    total: int,
) -> tuple[Side, tuple[str, ...]]:
    """One tile with all that it carries, and what of that there is no room for."""
    several = len(found.tiles) > 1
    face = copy.front
    trim = rect(tile.spot.x - tile.source.x, tile.spot.y - tile.source.y, *face.size)
    piece = Piece(
        tile.label,
        tile.spot,
        _bed(found.paper, found.foot),
        found.paper,
        face.bleed,
        _neighbours(tile, found),
    )
    name = f"tile {tile.label} of {len(found.tiles)}" if several else "front"
    name = f"copy {copy.copy} · {name}" if copy.copy > 1 else name
    beside = furniture(piece, press, loud, title, name, number, total)
    stamps = overlay(piece, loud.words) if several else ()
    placed = Placement(
        face,
        copy.component,
        copy.card,
        copy.copy,
        "front",
        0,
        trim,
        0,
        tile.ink,
        stamps,
        tile=tile.label if several else "",
    )
    return Side((placed,), beside.items), beside.lacking


def _neighbours(tile: Tile, found: Tiling) -> tuple[str, str, str, str]:
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
    tiles = _tiles(size, bleed, _bed(sheet, foot), across.seams, down.seams)
    return Tiling(len(across.seams) + 1, len(down.seams) + 1, tiles, sheet, foot, crossed)


def _tiles(
    size: Size, bleed: Um, bed: Size, across: Sequence[int], down: Sequence[int]
) -> tuple[Tile, ...]:
    found = []
    columns, rows = parts(size.width, across, OVERLAP), parts(size.height, down, OVERLAP)
    for row, (top, bottom) in enumerate(rows):
        for column, (left, right) in enumerate(columns):
            source = rect(left, top, right - left, bottom - top)
            spot = rect(
                (bed.width - source.width) // 2, (bed.height - source.height) // 2, *source.size
            )
            outside = Edges(
                bleed if top == 0 else Um(0),
                bleed if right == size.width else Um(0),
                bleed if bottom == size.height else Um(0),
                bleed if left == 0 else Um(0),
            )
            ink = spot.inside(Edges(*(Um(-edge) for edge in outside))).meet(rect(0, 0, *bed))
            found.append(Tile(label(column, row), column, row, source, spot, ink))
    return tuple(found)


def _bed(paper: Size, foot: int) -> Size:
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
