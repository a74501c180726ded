"""Places at equal distances along a path."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot

from pnp.assets.paths import bezier, segments

MAX_PIECES = 2_000
"""Segments that a path may have for places to be found along it."""
_SAMPLES = 64
"""Chords that stand for one curve: equal steps are then equal to a thousandth."""


class AlongError(ValueError):
    """A path along which nothing can lie; the message says why."""


def along(path: str, count: int) -> list[tuple[float, float, float]]:
    """So many points (x, y, direction in degrees, clockwise from rightwards) at equal distances
    along a canonical path.

    An open path has one at each end, a closed one none twice. Raises AlongError for more than one
    line, one without length, or too many segments.
    """
    points, closed = _points(path)
    lengths = [0.0]
    for (x1, y1), (x2, y2) in pairwise(points):
        lengths.append(lengths[-1] + hypot(x2 - x1, y2 - y1))
    whole = lengths[-1]
    if not whole:
        raise AlongError("the path has no length")
    step = whole / (count if closed else max(1, count - 1))
    made = []
    for index in range(count):
        wanted = min(whole, index * step)
        piece = max(1, min(len(lengths) - 1, bisect_left(lengths, wanted)))
        (x1, y1), (x2, y2) = points[piece - 1], points[piece]
        part = (wanted - lengths[piece - 1]) / (lengths[piece] - lengths[piece - 1])
        made.append(
            (
                x1 + (x2 - x1) * part,
                y1 + (y2 - y1) * part,
                round(degrees(atan2(y2 - y1, x2 - x1)), 3) % 360 + 0.0,
            )
        )
    return made


def is_closed(path: str) -> bool:
    """Whether a canonical path of one line ends where it begins."""
    return _points(path)[1]


@lru_cache(maxsize=64)
def _points(path: str) -> tuple[list[tuple[float, float]], bool]:
    """The corners of a line of short chords, none twice in a row, and whether it ends where it
    begins.
    """
    parts = list(segments(path))
    if len(parts) > MAX_PIECES:
        raise AlongError(
            f"the path has {len(parts):,} segments; at most {MAX_PIECES:,} can be walked along"
        )
    if sum(part.command == "M" for part in parts) > 1:
        raise AlongError("the path has more than one line; spaces lie along one")
    points: list[tuple[float, float]] = []
    closed = False
    for command, v in parts:
        if command == "C":
            x, y = points[-1]
            for index in range(1, _SAMPLES + 1):
                t = index / _SAMPLES
                points.append(
                    (bezier(t, round(x), v[0], v[2], v[4]), bezier(t, round(y), v[1], v[3], v[5]))
                )
        elif command == "Z":
            closed = True
            points.append(points[0])
        else:
            points.append((float(v[0]), float(v[1])))
    kept = [point for index, point in enumerate(points) if not index or point != points[index - 1]]
    return kept, closed or (len(kept) > 1 and kept[0] == kept[-1])
