"""Whether a point lies inside an outline, as its fill is painted, and how much an outline
covers.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from pnp.assets import paths
from pnp.units.geometry import Transform

STEP = 250
"""Micrometres to which a point is rounded, so that what is asked of an outline is often known."""
_CHORDS = 8
"""Straight lines that stand for a curve."""


@lru_cache(maxsize=8192)
def is_rectangle(path: str) -> bool:
    """Whether a path fills its bounds."""
    if path.count(" ") != 4:  # one in each corner
        return False
    corners = [numbers for _, numbers in paths.segments(path) if numbers]
    if len(corners) != 4 or any(len(corner) != 2 for corner in corners):
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    return (ay == by and bx == cx and cy == dy and dx == ax) or (
        ax == bx and by == cy and cx == dx and dy == ay
    )


def covers(outline: str, transform: Transform, x: float, y: float) -> bool:
    """Whether a point of the face, rounded, lies inside an outline."""
    x, y = round(x / STEP) * STEP, round(y / STEP) * STEP
    a, b, c, d, e, f = transform
    determinant = a * d - b * c
    if not determinant:
        return False
    return _inside(
        outline,
        round((d * (x - e) - c * (y - f)) / determinant),
        round((a * (y - f) - b * (x - e)) / determinant),
    )


@lru_cache(maxsize=1 << 15)
def _inside(outline: str, x: int, y: int) -> bool:
    """The non-zero winding rule, as the fill is painted."""
    turns = 0
    for x0, y0, x1, y1 in _edges(outline):
        if (y0 <= y) is not (y1 <= y):
            side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
            turns += (side > 0) - (side < 0) if (side > 0) is (y1 > y0) else 0
    return turns != 0


@lru_cache(maxsize=512)
def _edges(outline: str) -> tuple[tuple[float, float, float, float], ...]:
    """A canonical path as straight lines, every subpath closed."""
    found: list[tuple[float, float, float, float]] = []
    x = y = start_x = start_y = 0.0
    for command, v in paths.segments(outline):
        if command in "MZ":
            found.append((x, y, start_x, start_y))
            x, y = (v[0], v[1]) if v else (start_x, start_y)
            start_x, start_y = x, y
            continue
        points = [(v[0], v[1])] if command == "L" else _chords(x, y, v)
        for to_x, to_y in points:
            found.append((x, y, to_x, to_y))
            x, y = to_x, to_y
    return (*found, (x, y, start_x, start_y))


_STEPS = [
    ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
    for t in (n / _CHORDS for n in range(1, _CHORDS + 1))
]
"""How much of each point of a cubic there is in a point of it."""


def _chords(x: float, y: float, v: tuple[int, ...]) -> list[tuple[float, float]]:
    x0, y0 = round(x), round(y)
    x1, y1, x2, y2, x3, y3 = v
    return [
        (p * x0 + q * x1 + r * x2 + s * x3, p * y0 + q * y1 + r * y2 + s * y3)
        for p, q, r, s in _STEPS
    ]


@lru_cache(maxsize=8192)
def extent(outline: str) -> tuple[float, float]:
    """The area of an outline in square micrometres, holes not counted, and the length of its edges
    in micrometres.

    By the shoelace formula over straight lines: right where subpaths wind as the non-zero rule
    wants them and do not overlap.
    """
    twice = length = 0.0
    for x0, y0, x1, y1 in _edges(outline):
        twice += x0 * y1 - x1 * y0
        length += hypot(x1 - x0, y1 - y0)
    return abs(twice) / 2, length
