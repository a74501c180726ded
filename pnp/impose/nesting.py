"""Takes pieces of one outline; gives how they stand in each other's gaps for a cutting machine.
Whole micrometres throughout.
"""

from __future__ import annotations

from math import ceil, hypot, sqrt
from typing import NamedTuple

from pnp.assets.die_lines import shape_path
from pnp.assets.paths import bounds
from pnp.units.geometry import Size


class Lattice(NamedTuple):
    """How pieces of one size follow each other:

    `across` from one to the next, `down` from row to row, odd rows moved by `shift`.
    """

    across: int
    down: int
    shift: int = 0


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


def nests(outline: str | None, size: Size) -> str:
    """The shape of a piece that can stand in the gaps of its like: a true circle or a hexagon;
    else nothing.
    """
    if outline and size.width == size.height and outline == shape_path("circle", size):
        return "circle"
    return "hex" if outline and outline == shape_path("hex", size) else ""


def lattice_of(outline: str, shape: str, gap: int) -> Lattice:
    """How pieces of a shape that nests follow each other."""
    found = round_lattice if shape == "circle" else hex_lattice
    return found(bounds(outline).size, gap)
