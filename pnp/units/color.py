"""Colours, read strictly:

`#rgb`, `#rrggbb` or one of the sixteen basic CSS names. Alpha is an opacity, never part of a
colour.

Also how they look: contrast, difference, in grey, and to eyes that lack one kind of cone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import NewType

Color = NewType("Color", str)
"""A canonical colour, `#rrggbb` in lower case."""

INK = Color("#1d1d1b")
BLACK = Color("#000000")
WHITE = Color("#ffffff")

# CSS Color Module Level 4, the basic keywords.
NAMES = dict(
    line.split()
    for line in """\
    black #000000
    silver #c0c0c0
    gray #808080
    grey #808080
    white #ffffff
    maroon #800000
    red #ff0000
    purple #800080
    fuchsia #ff00ff
    green #008000
    lime #00ff00
    olive #808000
    yellow #ffff00
    navy #000080
    blue #0000ff
    teal #008080
    aqua #00ffff""".split("\n")
)


class ColorError(ValueError):
    """A text that is not a colour; the message says what was expected."""


@lru_cache(maxsize=4096)
def parse_color(text: str) -> Color:
    """A canonical colour from what a person wrote. Raises ColorError."""
    value = text.strip().lower()
    value = NAMES.get(value, value)
    if re.fullmatch(r"#[0-9a-f]{6}", value):
        return Color(value)
    if re.fullmatch(r"#[0-9a-f]{3}", value):
        return Color("#" + "".join(2 * digit for digit in value[1:]))
    if re.fullmatch(r"#[0-9a-f]{8}|#[0-9a-f]{4}", value):
        raise ColorError(f'"{text}" carries an alpha; write the six-digit colour and use opacity')
    raise ColorError(
        f'"{text}" is not a colour; expected #rrggbb, #rgb, a name of the palette or a basic colour'
        " such as navy"
    )


def rgb(color: Color) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1."""
    return (int(color[1:3], 16) / 255, int(color[3:5], 16) / 255, int(color[5:7], 16) / 255)


def of_rgb(parts: Iterable[float]) -> Color:
    """The colour of red, green and blue from 0 to 1."""
    return Color("#" + "".join(f"{round(255 * part):02x}" for part in parts))


def _linear(color: Color) -> tuple[float, float, float]:
    """Red, green and blue in amounts of light (IEC 61966-2-1, sRGB)."""
    r, g, b = (
        v / 12.92 if v <= 0.04045 else float(((v + 0.055) / 1.055) ** 2.4) for v in rgb(color)
    )
    return r, g, b


def _of_light(*amounts: float) -> Color:
    """The colour of amounts of light; what no screen can show is cut off."""
    kept = [min(max(amount, 0.0), 1.0) for amount in amounts]
    return of_rgb(12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in kept)


@lru_cache(maxsize=4096)
def luminance(color: Color) -> float:
    """Relative luminance from 0 to 1 (WCAG 2.1, definition of relative luminance, linearised
    sRGB).
    """

    r, g, b = _linear(color)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@lru_cache(maxsize=4096)
def contrast(one: Color, other: Color) -> float:
    """The WCAG 2.1 contrast ratio of two colours, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mixed(one: Color, other: Color, share: float) -> Color:
    """A colour between two:

    `share` 0 gives the first, 1 the second, mixed in sRGB as a viewer blends opacity.
    """
    return of_rgb(a + (b - a) * share for a, b in zip(rgb(one), rgb(other), strict=True))


@lru_cache(maxsize=4096)
def grey(color: Color) -> Color:
    """The grey of the same relative luminance, so that contrasts stay."""
    light = luminance(color)
    return _of_light(light, light, light)


class Vision(StrEnum):
    """How a colour is seen: without red, green or blue cones, or in grey, as a black-and-white
    printer shows it.
    """

    PROTAN = "protanopia"
    DEUTAN = "deuteranopia"
    TRITAN = "tritanopia"
    GREY = "grey"


# Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision
# Deficiency, IEEE TVCG 15 (6), 2009, severity 1.0; for amounts of light, red green blue row by row.
_MACHADO = {
    Vision.PROTAN: (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    Vision.DEUTAN: (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    Vision.TRITAN: (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@lru_cache(maxsize=4096)
def seen(color: Color, vision: Vision) -> Color:
    """A colour as it looks to such eyes."""
    if vision is Vision.GREY:
        return grey(color)
    light = _linear(color)
    return _of_light(
        *(sum(a * b for a, b in zip(row, light, strict=True)) for row in _MACHADO[vision])
    )


@lru_cache(maxsize=4096)
def lab(color: Color) -> tuple[float, float, float]:
    """CIE L*a*b* under D65 (CIE 15; the matrix of IEC 61966-2-1)."""
    r, g, b = _linear(color)
    # Divided by the white that the matrix itself gives, so that greys have no hue.
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (
        v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Color, other: Color) -> float:
    """How unlike two colours look:

    CIEDE2000. About 1 is the least that is seen side by side, 100 black against white.
    """
    return ciede2000(lab(one), lab(other))


def ciede2000(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """The difference of two L*a*b* colours (Sharma, Wu, Dalal:

    The CIEDE2000 Color-Difference Formula, 2005, equations 2 to 22).
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * sqrt(mean / (mean + 25.0**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + h2) / 2 if abs(h1 - h2) <= 180 else (h1 + h2 + 360) / 2 % 360
    hue = hue if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    d_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    d_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    d_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    rotation = (
        -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
        * 2
        * sqrt(chroma**7 / (chroma**7 + 25.0**7))
    )
    return sqrt(d_light**2 + d_chroma**2 + d_hue**2 + rotation * d_chroma * d_hue)
