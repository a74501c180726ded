"""Measures canonical paths: places along them, what their outlines cover and enclose, and which
way round holes turn.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import TypeVar

from pnp.assets.paths import PathLimit, bezier, segments
from pnp.units.geometry import Transform

Point = tuple[float, float]
_P = TypeVar("_P")

MAX_PIECES = 2_000
"""Segments that a path may have for places to be found along it."""
MAX_COMPARED = 2_000_000
"""Points of other subpaths that may be looked at, all in all, to see which subpath lies in
which.
"""
STEP = 250
"""Micrometres to which a point is rounded, so that what is asked of an outline is often known."""
CHORDS = 8
"""Straight lines that stand for a curve."""
_FINE_CHORDS = 64
"""The same where distances count: equal steps are then equal to a thousandth."""


class AlongError(ValueError):
    """A path along which nothing can lie; the message says why."""


def polygons(path: str, chords: int = CHORDS) -> list[list[Point]]:
    """The points of each subpath of a canonical path, curves as so many chords; those of one that
    is closed by Z end where they begin.
    """
    found: list[list[Point]] = []
    x = y = 0
    for command, v in segments(path):
        if command == "M":
            found.append([])
        points = found[-1]
        if command == "C":
            points += [
                (bezier(i / chords, x, v[0], v[2], v[4]), bezier(i / chords, y, v[1], v[3], v[5]))
                for i in range(1, chords)
            ]
        if v:
            x, y = v[-2], v[-1]
            points.append((x, y))
        else:
            points.append(points[0])
    return found


def doubled_area(points: Sequence[Point]) -> float:
    """Twice the area of a polygon, positive when it runs clockwise as seen on paper."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _sides(points))


def _sides(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    return [*pairwise((*points, points[0]))]


def along(path: str, count: int) -> list[tuple[float, float, float]]:
    """So many points (x, y, direction in degrees, clockwise from rightwards) at equal distances
    along a canonical path.

    An open path has one at each end, a closed one none twice. Raises AlongError for more than one
    line, one without length, or too many segments.
    """
    points, closed = _line(path)
    lengths = [0.0]
    for (x1, y1), (x2, y2) in pairwise(points):
        lengths.append(lengths[-1] + hypot(x2 - x1, y2 - y1))
    whole = lengths[-1]
    if not whole:
        raise AlongError("the path has no length")
    step = whole / (count if closed else max(1, count - 1))
    found = []
    for index in range(count):
        wanted = min(whole, index * step)
        piece = max(1, min(len(lengths) - 1, bisect_left(lengths, wanted)))
        (x1, y1), (x2, y2) = points[piece - 1], points[piece]
        part = (wanted - lengths[piece - 1]) / (lengths[piece] - lengths[piece - 1])
        direction = round(degrees(atan2(y2 - y1, x2 - x1)), 3) % 360 + 0.0
        found.append((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, direction))
    return found


def is_closed(path: str) -> bool:
    """Whether a canonical path of one line ends where it begins."""
    return _line(path)[1]


@lru_cache(maxsize=64)
def _line(path: str) -> tuple[list[Point], bool]:
    """The points of the one line of a path, none twice in a row, and whether it ends where it
    begins.
    """
    parts = sum(map(path.count, "MLCZ"))
    if parts > MAX_PIECES:
        message = f"the path has {parts:,} segments; at most {MAX_PIECES:,} can be walked along"
        raise AlongError(message)
    lines = polygons(path, _FINE_CHORDS)
    if len(lines) > 1:
        raise AlongError("the path has more than one line; spaces lie along one")
    points = without_repeats(lines[0] if lines else [])
    return points, "Z" in path or (len(points) > 1 and points[0] == points[-1])


def without_repeats(points: Sequence[_P]) -> list[_P]:
    """Points, none twice in a row."""
    return [point for i, point in enumerate(points) if not i or point != points[i - 1]]


@lru_cache(maxsize=8192)
def is_rectangle(path: str) -> bool:
    """Whether a path fills its bounds."""
    if path.count(" ") != 4:  # one in each corner
        return False
    corners = [numbers for _, numbers in segments(path) if numbers]
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
    return bool(determinant) and _inside(
        outline,
        round((d * (x - e) - c * (y - f)) / determinant),
        round((a * (y - f) - b * (x - e)) / determinant),
    )


@lru_cache(maxsize=1 << 15)
def _inside(outline: str, x: int, y: int) -> bool:
    return sum(_turns(sides, x, y) for sides in _outlines(outline)) != 0


def _turns(sides: list[tuple[Point, Point]], x: float, y: float) -> int:
    """How often a polygon goes round a point: the non-zero winding rule fills where it does."""
    turns = 0
    for (x0, y0), (x1, y1) in sides:
        if (y0 <= y) is not (y1 <= y):
            side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
            turns += (side > 0) - (side < 0) if (side > 0) is (y1 > y0) else 0
    return turns


@lru_cache(maxsize=512)
def _outlines(path: str) -> list[list[tuple[Point, Point]]]:
    """The sides of each subpath, closed."""
    return [*map(_sides, polygons(path))]


@lru_cache(maxsize=8192)
def extent(outline: str) -> tuple[float, float]:
    """The area of an outline in square micrometres, holes not counted, and the length of its edges
    in micrometres.

    By the shoelace formula over straight lines: right where subpaths wind as the non-zero rule
    wants them and do not overlap.
    """
    twice = length = 0.0
    for sides in _outlines(outline):
        for (x0, y0), (x1, y1) in sides:
            twice += x0 * y1 - x1 * y0
            length += hypot(x1 - x0, y1 - y0)
    return abs(twice) / 2, length


def even_odd(path: str) -> str:
    """A canonical path whose non-zero filling looks as its even-odd filling did: subpaths turn
    round by how deep they lie in others.

    Holds for subpaths that do not cross themselves or each other, which is how drawing programs cut
    holes. Raises PathLimit for too many.
    """
    parts = [part for part in re.split(r"(?=M)", path) if part]
    if len(parts) < 2:
        return path
    outlines = _outlines(path)
    if len(parts) * sum(map(len, outlines)) > MAX_COMPARED:
        message = f"it has {len(parts):,} outlines and holes, which are too many to tell apart"
        raise PathLimit(message, 0)
    found = []
    for i, (part, outline) in enumerate(zip(parts, outlines, strict=True)):
        x, y = outline[0][0]
        depth = sum(_turns(other, x, y) != 0 for j, other in enumerate(outlines) if j != i)
        clockwise = doubled_area([start for start, _ in outline]) > 0
        found.append(part if clockwise == (depth % 2 == 0) else _reversed(part))
    return "".join(found)


def clockwise(path: str) -> str:
    """A canonical path whose largest outline runs clockwise, so that paths one after the other
    cover what any of them covers.
    """
    areas = [doubled_area(points) for points in polygons(path)]
    if not areas or max(areas, key=abs) >= 0:
        return path
    return "".join(_reversed(part) for part in re.split(r"(?=M)", path) if part)


def _reversed(part: str) -> str:
    """A subpath drawn the other way round, closed if it was."""
    steps = list(segments(part))
    closed = steps[-1].command == "Z"
    body = steps[:-1] if closed else steps
    ends = [step.numbers[-2:] for step in body]
    found = [f"M{ends[-1][0]} {ends[-1][1]}"]
    for step, (x, y) in zip(body[:0:-1], ends[-2::-1], strict=True):
        back = step.numbers[2:4] + step.numbers[0:2] if step.command == "C" else ()
        found.append(step.command + " ".join(map(str, (*back, x, y))))
    return "".join(found) + ("Z" if closed else "")
