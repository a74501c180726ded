"""SVG path data read into canonical paths (see `paths`): every command of SVG 1.1, mapped and
rounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import atan2, ceil, cos, pi, radians, sin, sqrt, tan

from pnp.units.geometry import Transform

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
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_LETTER = re.compile(r"([A-Za-z])")
_ZEROS = str.maketrans("123456789", "0" * 9)
_USUAL = re.compile(r"[MLHVCSQTAZmlhvcsqtaz0-9., \t\r\n\f-]*+\Z")
"""All that `_usual` reads: no exponents, no plus signs."""
_COMMA = re.compile(r",[ \t\r\n\f]*(?:[A-Za-z,]|\Z)|[A-Za-z][ \t\r\n\f]*,")
"""A comma that parts no two numbers."""
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
        if max(numbers) > MAX_NUMBER or min(numbers) < -MAX_NUMBER:
            raise PathLimit(
                f"a coordinate before character {self.at + 1} is larger than a drawing can be",
                self.at,
            )
        if len(self.out) >= MAX_SEGMENTS:
            raise PathLimit(f"the path has more than {MAX_SEGMENTS:,} segments", self.at)
        try:
            self.out.append(letter + " ".join(map(str, map(round, numbers))))
        except ValueError:  # numbers so small that a division by them gave none at all
            raise PathLimit(
                f"a coordinate before character {self.at + 1} is no number", self.at
            ) from None


class _SurePen(_Pen):
    """A pen for what is not turned and looked through afterwards: it draws whole runs, whose
    numbers count from the pen if `relative`.
    """

    def cubics(self, values: list[float], relative: bool) -> tuple[float, float]:
        """Curves; returns the last control point."""
        a, _, _, d, e, f = self.transform
        x, y = self.x, self.y
        ox, oy = (x, y) if relative else (0.0, 0.0)
        self._begin()
        for first in range(0, len(values), 6):
            x1, y1, x2, y2, x, y = values[first : first + 6]
            x1, y1, x2, y2, x, y = x1 + ox, y1 + oy, x2 + ox, y2 + oy, x + ox, y + oy
            start, end = (
                f"{round(a * x1 + e)} {round(d * y1 + f)}",
                f"{round(a * x + e)} {round(d * y + f)}",
            )
            self.out.append(f"C{start} {round(a * x2 + e)} {round(d * y2 + f)} {end}")
            if relative:
                ox, oy = x, y
        self.x, self.y = x, y
        return x2, y2

    def lines(self, values: list[float], relative: bool) -> None:
        """Straight lines."""
        a, _, _, d, e, f = self.transform
        x, y = self.x, self.y
        self._begin()
        for first in range(0, len(values), 2):
            x, y = (
                (values[first] + x, values[first + 1] + y)
                if relative
                else (values[first], values[first + 1])
            )
            self.out.append(f"L{round(a * x + e)} {round(d * y + f)}")
        self.x, self.y = x, y

    def _begin(self) -> None:
        if not self.open:
            a, _, _, d, e, f = self.transform
            self.out.append(f"M{round(a * self.x + e)} {round(d * self.y + f)}")
            self.open = True


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
            raise PathError(
                f"expected a command (one of MLHVCSQTAZ) at character {at + 1}, found"
                f" {_found(d, at)}",
                at,
            )
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
        behind = _blanks(d, at)
        if d[behind : behind + 1] == ",":
            raise PathError(
                f"expected a number after the comma at character {behind + 1}, found"
                f" {_found(d, behind + 1)}",
                behind,
            )
        at = behind


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
    values = []
    while True:
        if len(values) % 7 in (3, 4) and count == 7:
            if d[at : at + 1] not in ("0", "1"):
                raise PathError(
                    f"expected an arc flag 0 or 1 at character {at + 1}, found {_found(d, at)}", at
                )
            values.append(float(d[at]))
            behind = at + 1
        else:
            match = _NUMBER.match(d, at)
            if not match:
                if values and len(values) % count == 0:
                    return values, behind
                raise PathError(
                    f"expected a number at character {at + 1}, found {_found(d, at)}", at
                )
            values.append(float(match[0]))
            behind = match.end()
        between = _BETWEEN.match(d, behind)
        at = between.end() if between else behind


def _found(d: str, at: int) -> str:
    return f'"{d[at : at + 12]}"' if at < len(d) else "the end of the path"


def _blanks(d: str, at: int) -> int:
    match = _BLANKS.match(d, at)
    return match.end() if match else at


def canonical(d: str, scale: float = 1000, transform: Transform | None = None) -> str:
    """SVG path data (SVG 1.1, 8.3) as a canonical path: input units, mapped by `transform`, times
    `scale`, rounded.

    Raises PathError, or PathLimit above 20,000 segments or 10⁹ in a number.
    """
    by = Transform(a=scale, d=scale)
    whole = transform.then(by) if transform else by
    usual = _usual(d, whole)
    return usual if usual is not None else _read(d, whole)


def _read(d: str, transform: Transform) -> str:
    """Any path data, command by command. Raises PathError."""
    pen = _Pen(transform)
    control, last = (0.0, 0.0), "Z"
    started = False
    for letter, arguments, at in _commands(d):
        kind = letter.upper()
        if not started and kind != "M":
            raise PathError(f'expected the path to start with M, found "{letter}"', 0)
        started, pen.at = True, at
        ox, oy = (pen.x, pen.y) if letter != kind else (0.0, 0.0)
        control = _step(
            pen,
            kind,
            arguments,
            ox,
            oy,
            control if last in _SMOOTH.get(kind, "") else (pen.x, pen.y),
        )
        last = kind
    return "".join(pen.out)


def _usual(d: str, transform: Transform) -> str | None:
    """The canonical path of a drawing that is well written, not turned and far from all limits,
    as nearly all are; None for any other.
    """
    if (
        transform.b
        or transform.c
        or not _USUAL.match(d)
        or _far(d)
        or ("," in d and _COMMA.search(d))
    ):
        return None
    pieces = _LETTER.split(d.replace("-", " -").replace(",", " "))
    if pieces[0].strip() or not (len(pieces) > 1 and pieces[1] in "Mm"):
        return None
    pen = _SurePen(transform)
    control, last = (0.0, 0.0), "Z"
    try:
        for letter, piece in zip(pieces[1::2], pieces[2::2], strict=True):
            kind = letter.upper()
            values = _values(kind, piece)
            mirrored = control if kind in _SMOOTH and last in _SMOOTH[kind] else (pen.x, pen.y)
            control, last = _run(pen, kind, values, letter != kind, mirrored), kind
    except (ValueError, OverflowError):
        return None
    drawn = "".join(pen.out)
    return None if len(pen.out) > MAX_SEGMENTS or _far(drawn) else drawn


def _far(text: str) -> bool:
    """Whether a text holds a number of ten digits or more."""
    return "0000000000" in text.translate(_ZEROS)


def _run(
    pen: _SurePen, kind: str, values: list[float], relative: bool, control: tuple[float, float]
) -> tuple[float, float]:
    """Draw one command with all its sets of arguments; returns its last control point."""
    if kind == "C":
        return pen.cubics(values, relative)
    if kind == "M":
        pen.move(*((pen.x + values[0], pen.y + values[1]) if relative else values[:2]))
        kind, values = "L", values[2:]
    if kind == "L":
        if values:
            pen.lines(values, relative)
        return pen.x, pen.y
    count = _COUNTS[kind]
    for first in range(0, len(values), count) if count else (0,):
        if first and kind not in _SMOOTH:
            control = pen.x, pen.y
        ox, oy = (pen.x, pen.y) if relative else (0.0, 0.0)
        control = _step(pen, kind, values[first : first + count], ox, oy, control)
    return control


def _values(kind: str, piece: str) -> list[float]:
    """The numbers behind a command, one set or more.

    Raises ValueError where there are too few, or flags of an arc run into others.
    """
    parts = piece.split()
    count = _COUNTS[kind]
    try:
        values = list(map(float, parts))
    except ValueError:  # .5.5
        parts = _NUMBER.findall(piece)
        values = list(map(float, parts))
        if "".join(parts) != "".join(piece.split()):
            raise
    if kind == "A" and any(flag not in ("0", "1") for flag in (*parts[3::7], *parts[4::7])):
        raise ValueError(piece)
    if bool(values) is not bool(count) or (count and len(values) % count):
        raise ValueError(piece)
    return values


def _step(
    pen: _Pen, kind: str, v: list[float], ox: float, oy: float, control: tuple[float, float]
) -> tuple[float, float]:
    """Draw one command whose arguments count from (ox, oy); returns its last control point,
    which S and T mirror.
    """
    x, y = pen.x, pen.y
    if kind == "C":
        pen.cubic(v[0] + ox, v[1] + oy, v[2] + ox, v[3] + oy, v[4] + ox, v[5] + oy)
        return (v[2] + ox, v[3] + oy)
    if kind == "L":
        pen.line(v[0] + ox, v[1] + oy)
    elif kind == "M":
        pen.move(v[0] + ox, v[1] + oy)
    elif kind == "H":
        pen.line(v[0] + ox, y)
    elif kind == "V":
        pen.line(x, v[0] + oy)
    elif kind == "Z":
        pen.close()
    elif kind == "S":
        pen.cubic(
            2 * x - control[0], 2 * y - control[1], v[0] + ox, v[1] + oy, v[2] + ox, v[3] + oy
        )
        return (v[0] + ox, v[1] + oy)
    elif kind in "QT":
        qx, qy = (v[0] + ox, v[1] + oy) if kind == "Q" else (2 * x - control[0], 2 * y - control[1])
        ex, ey = v[-2] + ox, v[-1] + oy
        pen.cubic(
            x + (qx - x) * 2 / 3,
            y + (qy - y) * 2 / 3,
            ex + (qx - ex) * 2 / 3,
            ey + (qy - ey) * 2 / 3,
            ex,
            ey,
        )
        return (qx, qy)
    else:
        _arc(pen, v, v[5] + ox, v[6] + oy)
    return (pen.x, pen.y)


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
    count = max(1, ceil(abs(turn) / (pi / 2) - 1e-9))
    step = turn / count
    k = 4 / 3 * tan(step / 4)
    for i in range(count):
        a, b = start + i * step, start + (i + 1) * step
        one = round_to.point(cos(a) - k * sin(a), sin(a) + k * cos(a))
        two = round_to.point(cos(b) + k * sin(b), sin(b) - k * cos(b))
        pen.cubic(*one, *two, *(round_to.point(cos(b), sin(b)) if i + 1 < count else (x2, y2)))
