"""Colours, read strictly: `#rgb`, `#rrggbb` or one of the sixteen basic CSS names. Alpha is an opacity, never part of a colour."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NewType

Color = NewType("Color", str)
"""A canonical colour, `#rrggbb` in lower case."""

INK = Color("#1d1d1b")
WHITE = Color("#ffffff")

# CSS Color Module Level 4, the basic keywords.
NAMES = {
    "black": "#000000",
    "silver": "#c0c0c0",
    "gray": "#808080",
    "grey": "#808080",
    "white": "#ffffff",
    "maroon": "#800000",
    "red": "#ff0000",
    "purple": "#800080",
    "fuchsia": "#ff00ff",
    "green": "#008000",
    "lime": "#00ff00",
    "olive": "#808000",
    "yellow": "#ffff00",
    "navy": "#000080",
    "blue": "#0000ff",
    "teal": "#008080",
    "aqua": "#00ffff",
}


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
    raise ColorError(f'"{text}" is not a colour; expected #rrggbb, #rgb or a name of the palette')


def rgb(color: Color) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1."""
    return (int(color[1:3], 16) / 255, int(color[3:5], 16) / 255, int(color[5:7], 16) / 255)


@lru_cache(maxsize=4096)
def luminance(color: Color) -> float:
    """Relative luminance from 0 to 1 (WCAG 2.1, definition of relative luminance, linearised sRGB)."""

    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    r, g, b = (linear(v) for v in rgb(color))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@lru_cache(maxsize=4096)
def contrast(one: Color, other: Color) -> float:
    """The WCAG 2.1 contrast ratio of two colours, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mixed(one: Color, other: Color, share: float) -> Color:
    """A colour between two: `share` 0 gives the first, 1 the second, mixed in sRGB as a viewer blends opacity."""
    parts = (round(255 * (a + (b - a) * share)) for a, b in zip(rgb(one), rgb(other), strict=True))
    return Color("#" + "".join(f"{p:02x}" for p in parts))
