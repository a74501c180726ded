"""How numbers, colours and strings are written in PDF: the one place where micrometres become
points.

Inside a face, points have two decimals (3.5 µm); lengths stay integers until they are text, so no
error adds up.
"""

from __future__ import annotations

from functools import lru_cache

from pnp.units.color import Color, rgb
from pnp.units.geometry import PT, Rect


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
