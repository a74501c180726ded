"""The path language: SVG path data in, canonical paths out.

A canonical path has absolute `M`, `L`, `C` and `Z` only, whole numbers, one space between numbers
and none elsewhere (`M0 0L10 0C1 2 3 4 5 6Z`). Every subpath starts with its own `M` and draws at
least one segment. Numbers are micrometres, or steps of an icon.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import ceil, floor, hypot, sqrt
from typing import NamedTuple

from pnp.assets.pathdata import MAX_NUMBER, MAX_SEGMENTS, PathError, PathLimit, canonical
from pnp.units.geometry import Rect, Transform, rect

__all__ = [
    "KAPPA",
    "MAX_NUMBER",
    "MAX_SEGMENTS",
    "SEGMENT",
    "PathError",
    "PathLimit",
    "Segment",
    "bezier",
    "bounds",
    "canonical",
    "ellipse",
    "line",
    "moved",
    "polygon",
    "rectangle",
    "segments",
    "stretch",
]

KAPPA = 0.5522847498
"""Length of the handles of a cubic that stands for a quarter of a circle of radius 1."""

SEGMENT = re.compile(r"([MLCZ])([-\d ]*)")
"""A command of a canonical path and its numbers."""
_LETTERS = str.maketrans("MLCZ", "    ")


@lru_cache(maxsize=4096)
def rectangle(area: Rect, radius: int = 0) -> str:
    """A rectangle in micrometres, clockwise, its corners rounded by `radius` (at most half the
    shorter side).
    """
    x, y, width, height = area
    right, bottom = x + width, y + height
    r = max(0, min(radius, width // 2, height // 2))
    if not r:
        return f"M{x} {y}L{right} {y}L{right} {bottom}L{x} {bottom}Z"
    h = r - round(KAPPA * r)
    return (
        f"M{x + r} {y}L{right - r} {y}C{right - h} {y} {right} {y + h} {right} {y + r}"
        f"L{right} {bottom - r}C{right} {bottom - h} {right - h} {bottom} {right - r} {bottom}"
        f"L{x + r} {bottom}C{x + h} {bottom} {x} {bottom - h} {x} {bottom - r}"
        f"L{x} {y + r}C{x} {y + h} {x + h} {y} {x + r} {y}Z"
    )


@lru_cache(maxsize=4096)
def ellipse(area: Rect) -> str:
    """The ellipse that touches the four sides of a rectangle, in micrometres, clockwise from its
    top.
    """
    x, y, width, height = area
    right, bottom, cx, cy = x + width, y + height, x + width // 2, y + height // 2
    h, v = round(KAPPA * width / 2), round(KAPPA * height / 2)
    return (
        f"M{cx} {y}C{cx + h} {y} {right} {cy - v} {right} {cy}C{right} {cy + v} {cx + h} {bottom}"
        f" {cx} {bottom}C{cx - h} {bottom} {x} {cy + v} {x} {cy}C{x} {cy - v} {cx - h} {y} {cx}"
        f" {y}Z"
    )


def polygon(points: Iterable[tuple[int, int]]) -> str:
    """A closed polygon through two or more points in micrometres; nothing for fewer."""
    corners = [f"{x} {y}" for x, y in points]
    return f"M{'L'.join(corners)}Z" if len(corners) > 1 else ""


def line(x1: int, y1: int, x2: int, y2: int) -> str:
    """A straight line in micrometres."""
    return f"M{x1} {y1}L{x2} {y2}"


class Segment(NamedTuple):
    """One segment of a canonical path."""

    command: str
    numbers: tuple[int, ...]


def segments(path: str) -> Iterator[Segment]:
    """The segments of a canonical path in order."""
    new = tuple.__new__
    for command, numbers in SEGMENT.findall(path):
        yield new(
            Segment, (command, tuple(map(int, numbers.split())))
        )  # half the time of Segment(…)


def moved(path: str, transform: Transform) -> str:
    """A canonical path mapped by a transform, rounded to whole numbers."""
    a, b, c, d, e, f = transform
    out = []
    for command, numbers in SEGMENT.findall(path):
        v = list(map(int, numbers.split()))
        points = zip(v[::2], v[1::2], strict=True)
        out.append(
            command
            + " ".join(
                [f"{round(a * x + c * y + e)} {round(b * x + d * y + f)}" for x, y in points]
            )
        )
    return "".join(out)


@lru_cache(maxsize=8192)
def bounds(path: str) -> Rect:
    """The smallest upright rectangle around the drawn line of a canonical path, extremes of curves
    included, rounded outwards.

    The width of a stroke is not counted. An empty path gives an empty rectangle at the origin.
    """
    if "C" not in path:
        numbers = list(map(int, path.translate(_LETTERS).split())) or [0, 0]
        left, top = min(numbers[::2]), min(numbers[1::2])
        return rect(left, top, max(numbers[::2]) - left, max(numbers[1::2]) - top)
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0
    for command, numbers_of in SEGMENT.findall(path):
        if command == "C":
            x1, y1, x2, y2, x3, y3 = map(int, numbers_of.split())
            if not (x <= x1 <= x3 and x <= x2 <= x3):
                xs += _extremes(x, x1, x2, x3)
            if not (y <= y1 <= y3 and y <= y2 <= y3):
                ys += _extremes(y, y1, y2, y3)
            x, y = x3, y3
        elif command != "Z":
            x, y = map(int, numbers_of.split())
        xs.append(x)
        ys.append(y)
    left, top = floor(min(xs) + 1e-6), floor(min(ys) + 1e-6)
    return rect(left, top, ceil(max(xs) - 1e-6) - left, ceil(max(ys) - 1e-6) - top)


def _extremes(p0: int, p1: int, p2: int, p3: int) -> list[float]:
    """The turning values of one coordinate of a cubic strictly between its ends."""
    low, high = (p0, p3) if p0 < p3 else (p3, p0)
    if low <= p1 <= high and low <= p2 <= high:
        return []
    # B'(t)/3 = a t² + b t + c
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    if a == 0:
        roots = [-c / b] if b else []
    else:
        under = b * b - 4 * a * c
        if under < 0:
            return []
        # The form without cancellation.
        q = -(b + (sqrt(under) if b >= 0 else -sqrt(under))) / 2
        roots = [q / a, *([c / q] if q else [])]
    return [bezier(t, p0, p1, p2, p3) for t in roots if 0 < t < 1]


def bezier(t: float, p0: int, p1: int, p2: int, p3: int) -> float:
    """One coordinate of a cubic at t from 0 to 1."""
    s = 1 - t
    return s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3


def stretch(transform: Transform) -> tuple[float, float]:
    """The least and the greatest factor by which a transform stretches a length."""
    a, b, c, d = transform[:4]
    mean, off = hypot(a + d, b - c) / 2, hypot(a - d, b + c) / 2
    return abs(mean - off), mean + off
