"""Packs pieces of different sizes on sheets: bands of rows, each band holding pieces of one size.

Whole micrometres throughout.

Bands are stacked in order (next-fit shelves), so that pieces of one kind stay together and every
level cut crosses the whole sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, hypot, sqrt
from typing import NamedTuple

from pnp.units.geometry import Rect, Size, Um, rect


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
