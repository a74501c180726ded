"""The path language: reads SVG path data (SVG 1.1, 8.3) into canonical paths, makes, moves and
measures them.

A canonical path has absolute `M`, `L`, `C` and `Z` only, whole numbers, one space between numbers
and none elsewhere (`M0 0L10 0C1 2 3 4 5 6Z`). Every subpath starts with its own `M` and draws at
least one segment. Numbers are micrometres, or steps of an icon.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import atan2, ceil, cos, floor, hypot, isnan, pi, radians, sin, sqrt, tan
from typing import NamedTuple

from pnp.units.geometry import Rect, Transform, rect

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


MAX_SEGMENTS = 20_000
MAX_NUMBER = 1_000_000_000
"""The largest coordinate of a canonical path: one kilometre, or a million units of an icon at
the usual 1,000 steps a unit.
"""

_BLANKS = re.compile(r"[ \t\r\n\f]*")
_BETWEEN = re.compile(r"[ \t\r\n\f]*(?:,[ \t\r\n\f]*)?")
_DIGITS = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_NUMBER = re.compile(_DIGITS)
_RUN = re.compile(rf"{_DIGITS}(?>(?:[ \t\r\n\f]*+,?+[ \t\r\n\f]*+{_DIGITS})*)")
"""Atomic: what parts two numbers is read once, however much it is."""
_FLAG = re.compile("[01]")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_SMOOTH = {"S": "CS", "T": "QT"}


class PathError(ValueError):
    """Text that is not SVG path data; `position` counts characters from 0, the message says what
    was expected there.
    """

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message, position)  # both, or it could not be pickled
        self.position = position

    def __str__(self) -> str:
        return str(self.args[0])


class PathLimit(PathError):
    """A path with more segments or larger numbers than the limits allow."""


class _Pen:
    """Collects canonical segments: maps each point, rounds it, and leaves out subpaths that draw
    nothing.
    """

    def __init__(self, transform: Transform) -> None:
        self.transform = transform
        self.out: list[str] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.open = False
        self.at = 0

    def move(self, x: float, y: float) -> None:
        self.x, self.y, self.start_x, self.start_y, self.open = x, y, x, y, False

    def line(self, x: float, y: float) -> None:
        self._draw("L", (x, y))

    def cubic(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self._draw("C", (x1, y1, x2, y2, x, y))

    def close(self) -> None:
        if self.open:
            self.out.append("Z")
        self.x, self.y, self.open = self.start_x, self.start_y, False

    def _draw(self, letter: str, points: tuple[float, ...]) -> None:
        if not self.open:
            self._write("M", (self.x, self.y))
            self.open = True
        self._write(letter, points)
        self.x, self.y = points[-2], points[-1]

    def _write(self, letter: str, points: tuple[float, ...]) -> None:
        a, b, c, d, e, f = self.transform
        if b or c:
            pairs = zip(points[::2], points[1::2], strict=True)
            numbers = [n for x, y in pairs for n in (a * x + c * y + e, b * x + d * y + f)]
        elif letter == "C":
            x1, y1, x2, y2, x, y = points
            numbers = [a * x1 + e, d * y1 + f, a * x2 + e, d * y2 + f, a * x + e, d * y + f]
        else:
            numbers = [a * points[0] + e, d * points[1] + f]
        # Numbers so small that a division by them gave none at all compare as false.
        if not (max(numbers) <= MAX_NUMBER and min(numbers) >= -MAX_NUMBER) or isnan(sum(numbers)):
            message = f"a coordinate before character {self.at + 1} is larger than a drawing can be"
            raise PathLimit(message, self.at)
        if len(self.out) >= MAX_SEGMENTS:
            raise PathLimit(f"the path has more than {MAX_SEGMENTS:,} segments", self.at)
        self.out.append(letter + " ".join([str(round(number)) for number in numbers]))


def canonical(d: str, scale: float = 1000, transform: Transform | None = None) -> str:
    """SVG path data (SVG 1.1, 8.3) as a canonical path: input units, mapped by `transform`, times
    `scale`, rounded.

    Raises PathError, or PathLimit above 20,000 segments or 10⁹ in a number.
    """
    by = Transform(a=scale, d=scale)
    pen = _Pen(transform.then(by) if transform else by)
    control, last = (0.0, 0.0), ""
    for letter, arguments, at in _commands(d):
        kind = letter.upper()
        if not last and kind != "M":
            raise PathError(f'expected the path to start with M, found "{letter}"', 0)
        pen.at = at
        origin = (pen.x, pen.y) if letter != kind else (0.0, 0.0)
        if last not in _SMOOTH.get(kind, ""):
            control = pen.x, pen.y
        control = _step(pen, kind, arguments, *origin, control)
        last = kind
    return "".join(pen.out)


def _commands(d: str) -> Iterator[tuple[str, list[float], int]]:
    """Each command with one set of arguments and the position behind it; a repeated moveto comes
    out as a lineto.
    """
    end = len(d)
    at = _blanks(d, 0)
    while at < end:
        letter = d[at]
        count = _COUNTS.get(letter.upper())
        if count is None:
            raise _expected("a command (one of MLHVCSQTAZ)", d, at)
        at = _blanks(d, at + 1)
        if not count:
            yield letter, [], at
            continue
        values, at = _arguments(d, at, count)
        if max(values) > MAX_NUMBER or min(values) < -MAX_NUMBER:
            raise PathLimit(
                f"a number before character {at + 1} is larger than a drawing can be", at
            )
        yield letter, values[:count], at
        letter = {"M": "L", "m": "l"}.get(letter, letter)
        for i in range(count, len(values), count):
            yield letter, values[i : i + count], at
        at = _blanks(d, at)
        if d[at : at + 1] == ",":
            raise PathError(str(_expected("a number after the comma", d, at + 1)), at)


def _arguments(d: str, at: int, count: int) -> tuple[list[float], int]:
    """All numbers behind a command, a multiple of `count` that is not zero, and the position
    behind the last.
    """
    if count < 7:
        run = _RUN.match(d, at)
        values = list(map(float, _NUMBER.findall(run[0]))) if run else []
        if run and len(values) % count == 0:
            return values, run.end()
    # Number by number: arcs, whose flags may touch what follows, and anything wrong, for its
    # position.
    values, behind = [], at
    while True:
        is_flag = count == 7 and len(values) % 7 in (3, 4)
        match = (_FLAG if is_flag else _NUMBER).match(d, at)
        if not match:
            if values and len(values) % count == 0:
                return values, behind
            raise _expected("an arc flag 0 or 1" if is_flag else "a number", d, at)
        values.append(float(match[0]))
        behind = match.end()
        between = _BETWEEN.match(d, behind)
        at = between.end() if between else behind


def _expected(what: str, d: str, at: int) -> PathError:
    found = f'"{d[at : at + 12]}"' if at < len(d) else "the end of the path"
    return PathError(f"expected {what} at character {at + 1}, found {found}", at)


def _blanks(d: str, at: int) -> int:
    match = _BLANKS.match(d, at)
    return match.end() if match else at


def _step(
    pen: _Pen, kind: str, v: list[float], ox: float, oy: float, control: tuple[float, float]
) -> tuple[float, float]:
    """Draw one command whose arguments count from (ox, oy); returns its last control point,
    which S and T mirror.
    """
    x, y = pen.x, pen.y
    if kind == "Z":
        pen.close()
    elif kind == "H":
        pen.line(v[0] + ox, y)
    elif kind == "V":
        pen.line(x, v[0] + oy)
    elif kind == "A":
        _arc(pen, v, v[5] + ox, v[6] + oy)
    else:
        points = [n + (oy if i % 2 else ox) for i, n in enumerate(v)]
        if kind in _SMOOTH:
            points = [2 * x - control[0], 2 * y - control[1], *points]
        if kind == "M":
            pen.move(*points)
        elif kind == "L":
            pen.line(*points)
        elif kind in "CS":
            pen.cubic(*points)
            return points[2], points[3]
        else:
            qx, qy, ex, ey = points
            pen.cubic(
                x + (qx - x) * 2 / 3,
                y + (qy - y) * 2 / 3,
                ex + (qx - ex) * 2 / 3,
                ey + (qy - ey) * 2 / 3,
                ex,
                ey,
            )
            return qx, qy
    return pen.x, pen.y


def _arc(pen: _Pen, v: list[float], x2: float, y2: float) -> None:
    """An elliptical arc as cubics of at most a quarter turn (SVG 1.1, appendix F.6)."""
    x1, y1, rx, ry = pen.x, pen.y, abs(v[0]), abs(v[1])
    if (x1, y1) == (x2, y2):
        return
    if min(rx, ry) < 1e-9:
        pen.line(x2, y2)
        return
    co, si = cos(radians(v[2] % 360)), sin(radians(v[2] % 360))
    dx, dy = (x1 - x2) / 2, (y1 - y2) / 2
    px, py = (co * dx + si * dy) / rx, (co * dy - si * dx) / ry
    reach = px * px + py * py
    if reach > 1:
        rx, ry = rx * sqrt(reach), ry * sqrt(reach)
        px, py, reach = px / sqrt(reach), py / sqrt(reach), 1.0
    if reach == 0:
        pen.line(x2, y2)
        return
    off = sqrt(max(0.0, 1 / reach - 1)) * (-1 if v[3] == v[4] else 1)
    cx, cy = off * py, -off * px
    start = atan2(py - cy, px - cx)
    turn = (atan2(-py - cy, -px - cx) - start) % (2 * pi)
    if not v[4]:
        turn -= 2 * pi
    # The ellipse as an affine image of the unit circle.
    mx, my = (
        (x1 + x2) / 2 + co * rx * cx - si * ry * cy,
        (y1 + y2) / 2 + si * rx * cx + co * ry * cy,
    )
    round_to = Transform(co * rx, si * rx, -si * ry, co * ry, mx, my)
    # What is no number is refused as a coordinate.
    count = 1 if isnan(turn) else max(1, ceil(abs(turn) / (pi / 2) - 1e-9))
    step = turn / count
    k = 4 / 3 * tan(step / 4)
    for i in range(count):
        a, b = start + i * step, start + (i + 1) * step
        one = round_to.point(cos(a) - k * sin(a), sin(a) + k * cos(a))
        two = round_to.point(cos(b) + k * sin(b), sin(b) - k * cos(b))
        pen.cubic(*one, *two, *(round_to.point(cos(b), sin(b)) if i + 1 < count else (x2, y2)))
