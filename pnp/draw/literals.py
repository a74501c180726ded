"""Writes numbers, colours, strings and paths as PDF does: the one place where micrometres become
points.

Inside a face, points have two decimals (3.5 µm); lengths stay integers until they are text, so no
error adds up.
"""

from __future__ import annotations

from functools import lru_cache

from pnp.assets.paths import SEGMENT, bounds
from pnp.units.color import Color, rgb
from pnp.units.geometry import PT, Rect, Transform

LONG = 300
"""Paths longer than this are worth a form of their own when they come again: placing a form
takes about 60 characters.
"""

STEPS = 1000
"""Path units in one unit of a form."""

_OPERATORS = {"M": "m", "L": "l", "C": "c"}


@lru_cache(maxsize=1 << 16)
def hundredths(n: int) -> str:
    """An integer count of 1/100 pt as a PDF number, without needless zeros."""
    sign, n = ("-", -n) if n < 0 else ("", n)
    whole, part = divmod(n, 100)
    if not part:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{part:02d}".rstrip("0")


@lru_cache(maxsize=1 << 16)
def points(um: int) -> str:
    """Whole micrometres as points with two decimals (1 µm is 36/127 of 1/100 pt)."""
    return hundredths((um * 72 + 127) // 254)


@lru_cache(maxsize=1 << 14)
def decimal(value: float, places: int) -> str:
    """A plain number with at most so many decimals."""
    text = f"{value:.{places}f}"
    if places:
        text = text.rstrip("0").rstrip(".")
    if text.startswith(("0.", "-0.")):
        text = text.replace("0.", ".", 1)
    return "0" if text == "-0" else text


@lru_cache(maxsize=1 << 14)
def placed(um: float) -> str:
    """Micrometres as points with three decimals: where a face lies on its sheet."""
    return decimal(um / PT, 3)


@lru_cache(maxsize=1024)
def corners(area: Rect, height: int) -> tuple[str, str, str, str]:
    """An area of something so high (µm) as left, bottom, right, top in points above its bottom;
    slots are the same on every sheet.
    """
    return placed(area.x), placed(height - area.bottom), placed(area.right), placed(height - area.y)


@lru_cache(maxsize=4096)
def ink(color: Color, *, stroke: bool = False) -> str:
    """The operator that sets a colour.

    Greys are set as DeviceGray, so that a printer lays them down in black alone.
    """
    r, g, b = (decimal(part, 3) for part in rgb(color))
    if r == g == b:
        return f"{r} {'G' if stroke else 'g'}"
    return f"{r} {g} {b} {'RG' if stroke else 'rg'}"


# A raw CR in a literal string would be read as LF (ISO 32000-1, 7.3.4.2).
_ESCAPES = {ord("("): "\\(", ord(")"): "\\)", ord("\\"): "\\\\", ord("\r"): "\\r"}


def escaped(raw: str) -> str:
    """Latin-1 text as the inside of a PDF literal string."""
    return raw.translate(_ESCAPES)


@lru_cache(maxsize=1024)
def text_string(text: str) -> str:
    """A PDF text string:

    ASCII as it is, anything else as UTF-16BE with its byte order mark (ISO 32000-1, 7.9.2.2).
    """
    raw = text if text.isascii() else (b"\xfe\xff" + text.encode("utf-16-be")).decode("latin-1")
    return f"({escaped(raw)})"


@lru_cache(maxsize=4096)
def outline(path: str, height: int) -> str:
    """Path operators in points above the bottom of a face `height` micrometres high."""
    segments = [(command, _flipped(numbers, height)) for command, numbers in SEGMENT.findall(path)]
    if "".join([command for command, _ in segments]) == "MLLLZ":
        (_, (x0, y0)), (_, (x1, y1)), (_, (x2, y2)), (_, (x3, y3)), _ = segments
        if (y0 == y1 and x1 == x2 and y2 == y3 and x3 == x0) or (
            x0 == x1 and y1 == y2 and x2 == x3 and y3 == y0
        ):
            return (
                f"{hundredths(x0)} {hundredths(y0)} {hundredths(x2 - x0)} {hundredths(y2 - y0)} re"
            )
    return "\n".join(
        [
            f"{' '.join(map(hundredths, numbers))} {_OPERATORS[command]}" if numbers else "h"
            for command, numbers in segments
        ]
    )


def _flipped(numbers: str, height: int) -> list[int]:
    """Path numbers in hundredths of a point, y up."""
    um = list(map(int, numbers.split()))
    um[1::2] = [height - y for y in um[1::2]]
    return [(n * 72 + 127) // 254 for n in um]


def form_outline(path: str) -> str:
    """Path operators in the form's own units; exact, so that a form can be placed at any size."""
    return "\n".join(
        [
            (
                f"{' '.join([decimal(int(n) / STEPS, 3) for n in numbers.split()])}"
                f" {_OPERATORS[command]}"
                if numbers
                else "h"
            )
            for command, numbers in SEGMENT.findall(path)
        ]
    )


def form_box(path: str, *, stroked: bool) -> tuple[int, int, int, int]:
    """What a form may paint, in its own units: left, top, right, bottom.

    Strokes get as much room again on every side.
    """
    area = bounds(path)
    room = max(area.width, area.height, STEPS) if stroked else 0
    return (
        (area.x - room) // STEPS,
        (area.y - room) // STEPS,
        -(-(area.right + room) // STEPS),
        -(-(area.bottom + room) // STEPS),
    )


def form_matrix(transform: Transform, height: int) -> str:
    """The matrix that places a form on a face: the item's transform, then the flip.

    `cm` is left to the caller.
    """
    a, b, c, d, e, f = transform
    by = STEPS / PT
    turn = f"{decimal(b * -by, 5)} {decimal(c * by, 5)}" if b or c else "0 0"
    return (
        f"{decimal(a * by, 5)} {turn} {decimal(d * -by, 5)} {decimal(e / PT, 3)}"
        f" {decimal((height - f) / PT, 3)}"
    )


def group_matrix(transform: Transform, height: int) -> str:
    """The same transform between two coordinate systems that are both flipped at `height`."""
    a, b, c, d, e, f = transform
    parts = (decimal(a, 5), decimal(-b, 5), decimal(-c, 5), decimal(d, 5))
    return (
        f"{' '.join(parts)} {decimal((c * height + e) / PT, 3)}"
        f" {decimal((height - d * height - f) / PT, 3)}"
    )
