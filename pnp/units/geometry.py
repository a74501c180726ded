"""Lengths, sizes with and without a name, and shapes on paper.

All lengths are whole micrometres, the origin is top left, y grows downwards.

Micrometres are integers because in float points 1,202 of 10,989 exact fits of cards on paper lose a
card; `draw` converts to points once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import ceil, cos, floor, radians, sin
from types import MappingProxyType
from typing import NamedTuple, NewType

from pnp.diagnostics import did_you_mean

Um = NewType("Um", int)

MM = 1_000
INCH = 25_400
PT = INCH / 72
"""One PDF point in micrometres (ISO 32000-1, 8.3.2.3: 1/72 inch)."""

_tuple = tuple.__new__
"""Makes a named tuple without its constructor's call, where thousands are made; calling `Um` is
a call too.
"""

_UNITS = {"mm": 1_000.0, "cm": 10_000.0, "in": 25_400.0, "pt": PT, "um": 1.0, "µm": 1.0}
LENGTH_PATTERN = r"^\s*[0-9.]+\s*(mm|cm|in|pt|um|µm)\s*$"
"""A length that is not negative, as JSON Schema knows it."""
# Possessive, so that a stranger's thousands of spaces or digits cost no more than they are.
_LENGTH = re.compile(r"\s*+([-+−]?(?:\d++\.?\d*+|\.\d++))\s*+([a-zµ%]*+)\s*+")
_SIZE = re.compile(
    r"\s*+([\d.]++)\s*+(?>(mm|cm|in|pt)?)\s*+[x×*]\s*+([\d.]++)\s*+(?>(mm|cm|in|pt)?)\s*+"
)
_BARE = re.compile(r"\s*+(?=[\d.]*[1-9])\d*+\.?\d*+\s*+")
_COMMA = re.compile(r",(?=\d)(?!\d{3}(?!\d))")
"""A comma that stands for a point; before three digits it may part thousands."""
_LONGEST = 100
"""Characters that a length or size may have."""


class LengthError(ValueError):
    """A text that is not a length; the message says what was expected."""


class Size(NamedTuple):
    """Width and height."""

    width: Um
    height: Um

    def turned(self) -> Size:
        """The same size lying on its side."""
        return Size(self.height, self.width)


class Edges(NamedTuple):
    """One length for each edge."""

    top: Um = Um(0)
    right: Um = Um(0)
    bottom: Um = Um(0)
    left: Um = Um(0)


class Rect(NamedTuple):
    """An axis-parallel rectangle by its top left corner and its size."""

    x: Um
    y: Um
    width: Um
    height: Um

    @property
    def right(self) -> Um:
        """The x of the right edge."""
        return Um(self.x + self.width)

    @property
    def bottom(self) -> Um:
        """The y of the bottom edge."""
        return Um(self.y + self.height)

    @property
    def size(self) -> Size:
        """Its width and height."""
        return Size(self.width, self.height)

    def inset(self, by: int) -> Rect:
        """The rectangle with every edge moved inwards (outwards when negative)."""
        return rect(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def inside(self, edges: Edges) -> Rect:
        """The rectangle less one length at each edge."""
        top, right, bottom, left = edges
        return rect(
            self.x + left, self.y + top, self.width - left - right, self.height - top - bottom
        )

    def outside(self, edges: Edges) -> Rect:
        """The rectangle and one length more at each edge."""
        top, right, bottom, left = edges
        return rect(
            self.x - left, self.y - top, self.width + left + right, self.height + top + bottom
        )

    def contains(self, other: Rect) -> bool:
        """Whether the other lies inside, edges included."""
        x, y, width, height = other
        return (
            self.x <= x
            and self.y <= y
            and x + width <= self.x + self.width
            and y + height <= self.y + self.height
        )

    def overlaps(self, other: Rect) -> bool:
        """Whether both share some area (touching edges do not count)."""
        x, y, width, height = other
        return (
            self.x < x + width
            and x < self.x + self.width
            and self.y < y + height
            and y < self.y + self.height
        )

    def meet(self, other: Rect) -> Rect:
        """The common part; zero wide or high when there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return rect(
            x,
            y,
            max(0, min(self.right, other.right) - x),
            max(0, min(self.bottom, other.bottom) - y),
        )


def rect(x: int, y: int, width: int, height: int) -> Rect:
    """A rectangle from plain integers."""
    return _tuple(Rect, (x, y, width, height))


def around(rects: Sequence[Rect]) -> Rect:
    """The smallest rectangle around several, at least one."""
    left, top = min(one.x for one in rects), min(one.y for one in rects)
    return rect(
        left, top, max(one.right for one in rects) - left, max(one.bottom for one in rects) - top
    )


def size(width: int, height: int) -> Size:
    """A size from plain integers."""
    return _tuple(Size, (width, height))


def centred(area: Size, paper: Size) -> Rect:
    """An area in the middle of a paper."""
    return rect((paper.width - area.width) // 2, (paper.height - area.height) // 2, *area)


class Transform(NamedTuple):
    """An affine map: x' = a·x + c·y + e and y' = b·x + d·y + f (a–d are plain numbers, e and f
    micrometres).
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point lands."""
        return (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def then(self, after: Transform) -> Transform:
        """This map followed by another one."""
        a, b, c, d, e, f = self
        p, q, r, s, t, u = after
        return Transform(
            p * a + r * b,
            q * a + s * b,
            p * c + r * d,
            q * c + s * d,
            p * e + r * f + t,
            q * e + s * f + u,
        )

    def bounds(self, area: Rect) -> Rect:
        """The smallest upright rectangle around the image of a rectangle, its edges rounded to
        whole micrometres.
        """
        a, b, c, d, e, f = self
        x, y, width, height = area
        if not (b or c) and a >= 0 <= d:  # as nearly all are; the same to the last bit
            left, top = round(a * x + e), round(d * y + f)
            return rect(
                left, top, round(a * (x + width) + e) - left, round(d * (y + height) + f) - top
            )
        corners = product((x, x + width), (y, y + height))
        xs, ys = zip(*(self.point(*corner) for corner in corners), strict=True)
        left, top = round(min(xs)), round(min(ys))
        return rect(left, top, round(max(xs)) - left, round(max(ys)) - top)


IDENTITY = Transform()


def turned(turn: int, area: Rect) -> Transform:
    """From the coordinates of a face to those of its sheet: turned clockwise by 0, 90, 180 or
    270 degrees to fill an area.
    """
    match turn % 360:
        case 0:
            return moved(area.x, area.y)
        case 90:
            return Transform(0.0, 1.0, -1.0, 0.0, area.right, area.y)
        case 180:
            return Transform(-1.0, 0.0, 0.0, -1.0, area.right, area.bottom)
        case 270:
            return Transform(0.0, -1.0, 1.0, 0.0, area.x, area.bottom)
    raise ValueError(f"a face is turned by quarters, not by {turn} degrees")


def moved(x: float, y: float) -> Transform:
    """A shift."""
    return Transform(e=x, f=y)


def scaled(by: float, x: float = 0, y: float = 0) -> Transform:
    """A scale about the origin, then a shift."""
    return Transform(a=by, d=by, e=x, f=y)


def rotated(degrees: float, x: float = 0, y: float = 0) -> Transform:
    """A clockwise turn, as seen on paper, about the point (x, y)."""
    quarter = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}.get(
        degrees % 360
    )
    co, si = quarter or (cos(radians(degrees)), sin(radians(degrees)))
    return Transform(co, si, -si, co, x - co * x + si * y, y - si * x - co * y)


@lru_cache(maxsize=4096)
def parse_length(text: str) -> Um:
    """`63mm`, `2.5in`, `9pt`, `6cm` or `0` in whole micrometres; a U+2212 minus counts as minus.

    Raises LengthError with what was expected, in the user's words.
    """
    match = _LENGTH.fullmatch(text) if len(text) <= _LONGEST else None
    if not match:
        expected = (
            _with_point(text, _LENGTH)
            or "expected a number with a unit, such as 3mm, 0.25in or 9pt"
        )
        raise LengthError(f'"{_short(text)}" is not a length; {expected}')
    number, unit = float(match[1].replace("−", "-")), match[2]
    if not unit:
        if number:
            raise LengthError(f'"{text}" has no unit; did you mean {text.strip()}mm?')
        return Um(0)
    if unit not in _UNITS:
        raise LengthError(
            f'"{text}" has the unknown unit "{unit}"; known units: mm, cm, um, in, pt'
        )
    um = number * _UNITS[unit]
    if abs(um) >= 100_000_000.5:
        raise LengthError(f'"{text}" is longer than 100 m')
    return Um(round(um))


QUARTER = 0.25
"""Points between two sizes that type is set in."""
_READABLE = 5.0
_NEARLY = 0.003
"""Points that a micrometre is: what a quarter point may be off when it is read."""


def parse_points(text: str, least: bool = False) -> float:
    """A type size such as `8.5pt` in points, rounded to quarter points; one that is the `least`
    allowed is rounded up. Raises LengthError.

    Below 5 pt, where type is refused, it is rounded down: 4.9 pt must not pass for 5.
    """
    if _BARE.fullmatch(text):
        raise LengthError(f'"{_short(text)}" has no unit; did you mean {text.strip()}pt?')
    points = parse_length(text) / PT
    if points < _READABLE - _NEARLY:
        return floor((points + _NEARLY) / QUARTER) * QUARTER
    return (
        ceil((points - _NEARLY) / QUARTER) * QUARTER if least else round(points / QUARTER) * QUARTER
    )


def parse_size(text: str) -> Size:
    """`63x88` (mm), `63 x 88 mm`, `12mm x 20mm` or `2.5x3.5in`. Raises LengthError."""
    match = _SIZE.fullmatch(text) if len(text) <= _LONGEST else None
    if not match:
        expected = _with_point(text, _SIZE) or "expected WIDTHxHEIGHT such as 63x88 or 2.5x3.5in"
        raise LengthError(f'"{_short(text)}" is not a size; {expected}')
    last = match[4] or "mm"
    return Size(parse_length(match[1] + (match[2] or last)), parse_length(match[3] + last))


def _with_point(text: str, pattern: re.Pattern[str]) -> str:
    """What to write where a comma that stands for a point keeps a text from being a length or
    size; empty where none does.
    """
    mended = _COMMA.sub(".", text) if len(text) <= _LONGEST else ""
    return f"write {mended.strip()}, with a point" if pattern.fullmatch(mended) else ""


def _short(text: str) -> str:
    """A text as a message can name it."""
    return text if len(text) <= _LONGEST else f"{text[:40]}…"


def millimetres(um: float) -> str:
    """Micrometres for people: `63 mm`, `3.18 mm`."""
    return f"{round(um / 1000, 2) + 0.0:g} mm"  # adding zero takes the sign off -0


def by(size: Size) -> str:
    """A size for people: `63 × 88 mm`."""
    return f"{millimetres(size.width).removesuffix(' mm')} × {millimetres(size.height)}"


# --- sizes that have a name: papers and cards, all upright ---


def _sizes(written: str) -> Mapping[str, Size]:
    """Named sizes from lines such as `poker: 63x88`."""
    rows = (line.split(": ") for line in written.split("\n"))
    return MappingProxyType({name.strip(): parse_size(size) for name, size in rows})


# ISO 216, for SRA3 ISO 217; from letter on ANSI/ASME Y14.1.
PAPERS = _sizes(
    """\
    a6: 105x148
    a5: 148x210
    a4: 210x297
    a3: 297x420
    a2: 420x594
    sra3: 320x450
    letter: 8.5x11in
    legal: 8.5x14in
    tabloid: 11x17in
    arch-b: 12x18in"""
)
"""Papers by name."""

CARDS = _sizes(
    """\
    poker: 63x88
    poker-us: 2.5x3.5in
    bridge: 2.25x3.5in
    bridge-eu: 57x88
    tarot: 2.75x4.75in
    tarot-eu: 70x120
    tarot-small: 70x108
    mini-us: 1.75x2.5in
    mini-american: 41x63
    mini-euro: 44x68
    micro: 1.25x1.75in
    usa: 56x87
    euro: 59x92
    japanese: 59x86
    square: 70x70
    square-small: 2.5x2.5in
    square-large: 3.5x3.5in
    jumbo: 88x126
    jumbo-us: 3.5x5in
    jumbo-tall: 3.5x5.5in
    magnum: 65x100
    oversized: 80x120
    domino: 1.75x3.5in
    business: 2x3.5in"""
)
"""Trim sizes of cards by name; the US sizes are the inch sizes of print-on-demand houses, the
others those of factories and sleeves.
"""

AIDS: Mapping[str, Size] = MappingProxyType({**CARDS, **PAPERS})
"""Trim sizes of player aids by name: a card, or a sheet."""

_PAPER_LIMITS = (50_000, 5_080_000)
"""A PDF page may measure 14,400 points, which are 5,080 mm (ISO 32000-1, annex C)."""
CARD_LIMITS = (5_000, 2_000_000)
_INCHES = 500_000
"""The longest side that a size without unit is taken to have in inches."""


def parse_paper(text: str) -> Size:
    """A paper by name (`a4`) or by size (`210x297` in mm, `8.5x11in`).

    Raises LengthError, with the nearest names.
    """
    return _named(text, PAPERS, "paper", "a4", _PAPER_LIMITS)


def card_size(text: str) -> Size:
    """A trim size by name (`poker`) or by size (`63x88` in mm, `2.5x3.5in`).

    Raises LengthError, with the nearest names.
    """
    return _named(text, CARDS, "card size", "poker", CARD_LIMITS)


def aid_size(text: str) -> Size:
    """The trim size of a player aid, which is a card or a sheet, by its name or by size.

    Raises LengthError, with the nearest names.
    """
    return _named(text, AIDS, "size of a player aid", "poker or a5", CARD_LIMITS)


def _named(
    text: str, known: Mapping[str, Size], what: str, example: str, limits: tuple[int, int]
) -> Size:
    name = text.strip().casefold().replace("_", "-").replace(" ", "-")
    if name in known:
        return known[name]
    if not name[:1].isdigit() and not name.startswith("."):
        if paper := PAPERS.get(name):
            written = f"{paper.width / MM:g}x{paper.height / MM:g}"
            raise LengthError(f'"{text}" is not a {what} but a paper; write {written}')
        hint = did_you_mean(name, known) or "known: " + ", ".join(known)
        raise LengthError(
            f'"{text}" is not a {what}; expected a name such as {example} or WIDTHxHEIGHT such as'
            f" 63x88 (mm); {hint}"
        )
    found = parse_size(text)
    least, most = limits
    if not (least <= min(found) and max(found) <= most):
        raise LengthError(
            f'"{text}" is no {what} that can be printed; expected {millimetres(least)} to'
            f" {millimetres(most)} each way{_in_inches(text, limits)}"
        )
    return found


_LARGEST = 400
"""Millimetres: a piece that is longer both ways, and that no unit stands behind, is most likely
measured in pixels.
"""


def in_pixels(text: str) -> str:
    """What to write for a size that is most likely one of a print shop, in pixels; empty for any
    other.
    """
    found = re.fullmatch(r"\s*(\d{3,5})\s*[x×]\s*(\d{3,5})\s*", text)
    sides = [int(side) for side in found.groups()] if found else []
    if not sides or min(sides) <= _LARGEST:
        return ""
    wide, high = (f"{round(side * 25.4 / 300, 2):g}" for side in sides)
    message = (
        f"{sides[0]} x {sides[1]} pixels at 300 dpi are {wide} x {high} mm: write {wide}x{high}"
    )
    return f"{message}; or write {sides[0]}x{sides[1]}mm if millimetres are meant"


def _in_inches(text: str, limits: tuple[int, int]) -> str:
    """The hint that a size so small was most likely meant in inches; empty where it says a unit
    or would be large.
    """
    least, most = limits
    try:
        meant = parse_size(f"{text.strip()}in")
    except LengthError:
        return ""
    fits = least <= min(meant) and max(meant) <= min(most, _INCHES)
    return f"; did you mean {text.strip()}in?" if fits else ""
