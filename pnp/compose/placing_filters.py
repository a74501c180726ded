"""Computes places and curves for templates, as filters: tracks, lattices, guilloche.

All numbers are millimetres; nothing is left to chance. Each place is a record with `number`, `x`
and `y` of its middle, `width`, `height` and `angle` (degrees, clockwise).
"""

from __future__ import annotations

import cmath
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain, pairwise
from math import cos, isfinite, pi, sin
from struct import unpack
from typing import Any, TypeGuard

from pnp.assets import path_geometry
from pnp.assets.paths import PathError, canonical
from pnp.sandbox.environment import LimitError, Record
from pnp.units.geometry import Um, moved, rect
from pnp.units.lattice import CORNERS, Grid, Spot, ring_count, spaced, spot
from pnp.units.lattice import ring as ring_spots
from pnp.units.lattice import rows as row_spots

MOST = 1_000
"""Places that a filter gives at most."""
MAX_CURVES = 3_000
"""Curves that one guilloche may have."""
FARTHEST = 5_000
"""No length is longer than 5 m."""


def straight(
    count: int,
    cell: Any,
    x: float = 0,
    y: float = 0,
    *,
    direction: str = "right",
    gap: float = 0,
    first: int = 1,
) -> tuple[Record, ...]:
    """Places side by side from the corner (x, y), each as large as `cell`: one length, or width
    and height.
    """
    _one_of("direction", direction, ("right", "left", "down", "up"))
    columns = 1 if direction in ("down", "up") else _counted(count)
    start = {"left": "top-right", "up": "bottom-left"}.get(direction, "top-left")
    return rows(count, columns, cell, x, y, gap=gap, start=start, first=first)


def rows(
    count: int,
    columns: int,
    cell: Any,
    x: float = 0,
    y: float = 0,
    *,
    gap: float = 0,
    start: str = "top-left",
    direction: str = "across",
    boustrophedon: bool = False,
    first: int = 1,
) -> tuple[Record, ...]:
    """Places line by line (`direction="down"`: column by column) from a corner of the rectangle
    that begins at (x, y).
    """
    _one_of("start", start, CORNERS)
    _one_of("direction", direction, ("across", "down"))
    wide, high = _pair(cell)
    between = _um("gap", gap)
    width = spaced(wide, between, _counted(columns, "columns"))
    height = spaced(high, between, -(-_counted(count) // columns))
    area, down = rect(_um("x", x), _um("y", y), width, height), direction == "down"
    spots = row_spots(
        area, count, columns, gap=between, start=start, down=down, boustrophedon=boustrophedon
    )
    return _numbered(spots, first)


def ring(
    count: int,
    columns: int,
    width: float,
    height: float,
    x: float = 0,
    y: float = 0,
    *,
    corner: float = 0,
    start: str = "top-left",
    direction: str = "clockwise",
    upright: bool = False,
    first: int = 0,
) -> tuple[Record, ...]:
    """Places along the inside of a rectangle's edges, their feet at the edge unless `upright`;
    `corner` is the side of the corner ones.
    """
    _one_of("start", start, CORNERS)
    _one_of("direction", direction, ("clockwise", "counterclockwise"))
    lines = (_counted(count) + 4) // 2 - _counted(columns, "columns")
    if columns < 2 or lines < 2 or ring_count(columns, lines) != count:
        raise ValueError(
            f"no ring of {count} places has {columns} columns: columns and rows together are half"
            " the places and 2"
        )
    area = rect(_um("x", x), _um("y", y), _um("width", width), _um("height", height))
    side, counter = _um("corner", corner), direction == "counterclockwise"
    if min(area.size) <= 0 or not 0 <= 2 * side < min(area.size):
        raise ValueError("a ring needs a width and a height, and corners smaller than half of them")
    spots = ring_spots(
        area, columns, lines, corner=side, start=start, counter=counter, upright=upright
    )
    return _numbered(spots, first)


def along(
    path: str,
    count: int,
    cell: Any = 0,
    x: float = 0,
    y: float = 0,
    *,
    upright: bool = False,
    first: int = 1,
) -> tuple[Record, ...]:
    """Places at equal distances along SVG path data in millimetres, moved by (x, y)."""
    wide, high = _pair(cell)
    try:
        line = canonical(path, 1000, moved(_length("x", x), _length("y", y)))
        points = path_geometry.along(line, _counted(count))
    except (PathError, path_geometry.AlongError) as problem:
        raise ValueError(str(problem)) from None
    spots = [spot(px, py, wide, high, 0.0 if upright else angle) for px, py, angle in points]
    return _numbered(spots, first)


def squares(
    columns: int, rows: int, cell: Any, x: float = 0, y: float = 0, *, gap: float = 0
) -> tuple[Record, ...]:
    """The cells of a grid of squares or rectangles, row by row, with `column` and `row` from 1
    and `points` for a polygon.
    """
    return _lattice("square", columns, rows, cell, x, y, gap, False)


def hexes(
    columns: int,
    rows: int,
    cell: float,
    x: float = 0,
    y: float = 0,
    *,
    gap: float = 0,
    turned: bool = False,
) -> tuple[Record, ...]:
    """The cells of a grid of hexagons; `cell` is the distance of two opposite sides.

    They stand on a point unless they are `turned`.
    """
    return _lattice("hex", columns, rows, cell, x, y, gap, turned)


def triangles(
    columns: int, rows: int, cell: float, x: float = 0, y: float = 0, *, gap: float = 0
) -> tuple[Record, ...]:
    """The cells of a grid of triangles; `cell` is the length of a side.

    The first points upwards; `angle` is 180 for the others.
    """
    return _lattice("triangle", columns, rows, cell, x, y, gap, False)


def _lattice(
    kind: str, columns: int, rows: int, cell: Any, x: float, y: float, gap: float, turned: bool
) -> tuple[Record, ...]:
    if _counted(columns, "columns") * _counted(rows, "rows") > MOST:
        raise LimitError(
            f"{columns * rows:,} places are more than the {MOST:,} that a filter gives"
        )
    wide, high = _pair(cell, least=1)
    grid = Grid(kind, _um("x", x), _um("y", y), wide, high, columns, rows, _um("gap", gap), turned)
    return tuple(
        _record(grid.at(column, row), number, column=column, row=row, points=grid.points)
        for number, (column, row) in enumerate(grid.cells(), 1)
    )


# --- curves
# --------------------------------------------------------------------------------


def guilloche(
    seed: Any, width: float, height: float, petals: int = 12, rings: int = 8, shape: str = "rosette"
) -> str:
    """Path data of fine interlaced curves in a box of width × height, in millimetres: the
    engine-turned ground of banknotes.

    A rosette has `rings` closed curves of `petals` waves about the middle; a band has `rings`
    strands of `petals` waves across the box. Equal arguments give equal curves everywhere; another
    seed, a number or a text, gives others. Nothing leaves the box.
    """
    _one_of("shape", shape, ("rosette", "band"))
    wide, high = _length("width", width), _length("height", height)
    if wide <= 0 or high <= 0:
        raise ValueError("a guilloche needs a width and a height above 0")
    if not all(isinstance(number, int) and 1 <= number <= 200 for number in (petals, rings)):
        raise ValueError("petals and rings are whole numbers from 1 to 200")
    if rings * petals * _PIECES > MAX_CURVES:
        raise LimitError(
            f"petals × rings may be {MAX_CURVES // _PIECES:,} at most, not {petals * rings:,}"
        )
    if not isinstance(seed, (int, float, str)):
        raise ValueError("the seed of a guilloche is a number or a text")
    return _guilloche(str(seed), wide, high, petals, rings, shape)


_PIECES = 3
"""Cubics for each wave: the curve then leaves the true one by less than a thirtieth of the wave's
height.
"""


@lru_cache(maxsize=64)
def _guilloche(seed: str, wide: float, high: float, petals: int, rings: int, shape: str) -> str:
    digest = sha256(seed.encode("utf-8", "surrogatepass")).digest()
    # numbers from 0 to 1 that the seed stands for, the same on every machine
    chance = [number / 65_536 for number in unpack(">4H", digest[:8])]
    closed = shape == "rosette"
    third = (2 * pi if closed else 1) / (petals * _PIECES) / 3
    curves = [
        [(point, slope * third) for point, slope in curve]
        for curve in (_rosette if closed else _band)(chance, petals, rings)
    ]
    steps = [*chain(*curves)]
    down = high / 2 / max(abs(point.imag) + abs(handle.imag) for point, handle in steps)
    left, across = 0.0, wide
    if closed:
        left = wide / 2
        across = left / max(abs(point.real) + abs(handle.real) for point, handle in steps)

    middle = complex(left, high / 2)
    placed = [
        [
            (
                middle + complex(across * point.real, down * point.imag),
                complex(across * handle.real, down * handle.imag),
            )
            for point, handle in curve
        ]
        for curve in curves
    ]
    return "".join(_smooth(curve) + "Z" * closed for curve in placed)


Curve = list[tuple[complex, complex]]
"""Points with their derivatives: x (of a band from 0 to 1, else about 0) and y about 0."""


def _rosette(chance: Sequence[float], petals: int, rings: int) -> Iterator[Curve]:
    """Closed curves whose waves run through each other in a wreath, and in a smaller one within
    it where there are enough of them.
    """
    inner = rings // 3 if rings >= 6 else 0
    share, hole = 0.55 + 0.3 * chance[0], 0.42 + 0.12 * chance[1]
    wreaths = [
        (rings - inner, (1 + hole) / 2, (1 - hole) / 2, chance[2]),
        (inner, hole * 0.72, hole * 0.4, chance[3]),
    ]
    count = petals * _PIECES
    for strands, middle, swing, lean in wreaths:
        for index in range(strands):
            phase = 2 * pi * index / strands
            steps: Curve = []
            for step in range(count):
                angle = 2 * pi * step / count
                there = petals * angle + phase
                back = petals * angle - (1 + int(3 * lean)) * phase + pi * lean
                radius = middle + swing * (share * cos(there) + (1 - share) * cos(back))
                slope = -swing * petals * (share * sin(there) + (1 - share) * sin(back))
                turn = cmath.rect(1, angle)
                steps.append((radius * turn, complex(slope, radius) * turn))
            yield [*steps, steps[0]]


def _band(chance: Sequence[float], petals: int, rings: int) -> Iterator[Curve]:
    """Strands across the box whose waves run against each other."""
    other, lean = 1 + int(chance[0] * 3), (chance[1] - 0.5) * pi
    count = petals * _PIECES
    for index in range(rings):
        phase = 2 * pi * index / rings
        swing = 0.62 + 0.14 * chance[2] * cos(phase)
        steps: Curve = []
        for step in range(count + 1):
            t = step / count
            wave, slow = 2 * pi * petals * t + phase, 2 * pi * other * t + lean - phase
            level = swing * cos(wave) + (1 - swing) * sin(slow)
            slope = 2 * pi * ((1 - swing) * other * cos(slow) - swing * petals * sin(wave))
            steps.append((complex(t, level), complex(1, slope)))
        yield steps


def _smooth(curve: Curve) -> str:
    """Cubics through points that have the way to their handles beside them (Hermite).

    A cubic lies within its points and handles: where these are in a box, so is the curve.
    """
    parts = [("M", [curve[0][0]])]
    for (start, out), (end, back) in pairwise(curve):
        parts.append(("C", [start + out, end - back, end]))
    return "".join(
        sign
        + " ".join(f"{round(n, 3) + 0.0:g}" for point in points for n in (point.real, point.imag))
        for sign, points in parts
    )


# --- arguments
# --------------------------------------------------------------------------------


def _counted(value: Any, what: str = "the number of places") -> int:
    if not _is_number(value, int) or value < 1:
        raise ValueError(f"{what}: expected a whole number from 1, found {_shown(value)}")
    if value > MOST:
        raise LimitError(f"{value:,} places are more than the {MOST:,} that a filter gives")
    return value


def _shown(value: Any) -> str:
    return f"{value:,}" if _is_number(value) else "something else"


def _is_number(value: Any, of: type[int] | tuple[type, ...] = (int, float)) -> TypeGuard[int]:
    return isinstance(value, of) and not isinstance(value, bool)


def _length(what: str, value: Any) -> float:
    if not _is_number(value) or not isfinite(value) or abs(value) > FARTHEST:
        raise ValueError(
            f"{what}: expected millimetres, a number up to {FARTHEST:,}, found {_shown(value)}"
        )
    return float(value)


def _um(what: str, value: Any) -> Um:
    return Um(round(_length(what, value) * 1000))


def _pair(cell: Any, least: int = 0) -> tuple[Um, Um]:
    sides = list(cell) if isinstance(cell, (list, tuple)) else [cell, cell]
    if len(sides) != 2:
        raise ValueError("cell: expected one length, or width and height such as [20, 12]")
    wide, high = (_um("cell", side) for side in sides)
    if min(wide, high) < least:
        raise ValueError("cell: expected a length above 0")
    return wide, high


def _one_of(what: str, value: Any, among: Sequence[str]) -> None:
    if value not in among:
        raise ValueError(f"{what}: expected {', '.join(among[:-1])} or {among[-1]}")


def _numbered(spots: Iterable[Spot], first: int) -> tuple[Record, ...]:
    if not _is_number(first, int):
        raise ValueError("first: expected a whole number")
    return tuple(_record(spot, first + index) for index, spot in enumerate(spots))


def _record(spot: Spot, number: int, **more: Any) -> Record:
    x, y, width, height, angle = spot
    lengths = {"x": x / 1000, "y": y / 1000, "width": width / 1000, "height": height / 1000}
    return Record(str(number), {"number": number, **lengths, "angle": angle, **more})
