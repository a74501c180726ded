"""Even-odd filling told in non-zero terms, the only rule that a face knows."""

from __future__ import annotations

import re

from pnp.assets.paths import PathLimit, bezier, segments

MAX_COMPARED = 2_000_000
"""Points of other subpaths that may be looked at, all in all, to see which subpath lies in
which.
"""


def even_odd(path: str) -> str:
    """A canonical path whose non-zero filling looks as its even-odd filling did: subpaths turn
    round by how deep they lie in others.

    Holds for subpaths that do not cross themselves or each other, which is how drawing programs cut
    holes. Raises PathLimit for too many.
    """
    parts = [part for part in re.split(r"(?=M)", path) if part]
    if len(parts) < 2:
        return path
    outlines = [_outline(part) for part in parts]
    if len(parts) * sum(map(len, outlines)) > MAX_COMPARED:
        raise PathLimit(
            f"it has {len(parts):,} outlines and holes, which are too many to tell apart", 0
        )
    out = []
    for i, (part, outline) in enumerate(zip(parts, outlines, strict=True)):
        depth = sum(_encloses(other, outline[0]) for j, other in enumerate(outlines) if j != i)
        clockwise = _area(outline) > 0
        out.append(part if clockwise == (depth % 2 == 0) else _reversed(part))
    return "".join(out)


def _outline(part: str) -> list[tuple[float, float]]:
    """A subpath as a polygon, eight points a curve."""
    points: list[tuple[float, float]] = []
    x = y = 0
    for command, v in segments(part):
        if command == "C":
            points += [
                (bezier(i / 8, x, v[0], v[2], v[4]), bezier(i / 8, y, v[1], v[3], v[5]))
                for i in range(1, 8)
            ]
        if v:
            x, y = v[-2], v[-1]
            points.append((x, y))
    return points


def _area(points: list[tuple[float, float]]) -> float:
    return sum(
        x1 * y2 - x2 * y1
        for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True)
    )


def _encloses(points: list[tuple[float, float]], inner: tuple[float, float]) -> bool:
    x, y = inner
    inside = False
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def _reversed(part: str) -> str:
    """A subpath drawn the other way round, closed if it was."""
    steps = list(segments(part))
    closed = steps[-1].command == "Z"
    body = steps[:-1] if closed else steps
    ends = [step.numbers[-2:] for step in body]
    out = [f"M{ends[-1][0]} {ends[-1][1]}"]
    for step, (x, y) in zip(body[:0:-1], ends[-2::-1], strict=True):
        back = step.numbers[2:4] + step.numbers[0:2] if step.command == "C" else ()
        out.append(step.command + " ".join(map(str, (*back, x, y))))
    return "".join(out) + ("Z" if closed else "")
