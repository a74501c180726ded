"""Colours that cost less ink or stay legible on paler ground, of the same hue as the colour that
they stand for.
"""

from __future__ import annotations

from colorsys import hls_to_rgb, rgb_to_hls
from functools import lru_cache

from pnp.units.color import INK, Color, contrast, luminance, rgb

PALE = 0.85
"""The luminance of the tint that stands for black: a tenth of its ink or less.

Lighter colours get lighter tints.
"""


def _with_lightness(color: Color, lightness: float) -> Color:
    hue, _, saturation = rgb_to_hls(*rgb(color))
    return Color(
        "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, lightness, saturation))
    )


@lru_cache(maxsize=4096)
def pale(color: Color, least: float = PALE) -> Color:
    """The tint that stands for a fill, `least` being the luminance of the one for black.

    Hue and saturation (HSL) stay, and what was lighter than another colour still is.
    """
    light = luminance(color)
    middle = (1 + least) / 2
    wanted = least + (middle - least) * light / least if light < least else (light + 1) / 2
    low, high = rgb_to_hls(*rgb(color))[1], 1.0
    for _ in range(12):
        between = (low + high) / 2
        low, high = (
            (low, between)
            if luminance(_with_lightness(color, between)) >= wanted
            else (between, high)
        )
    return _with_lightness(color, high)


@lru_cache(maxsize=4096)
def darkened(color: Color, ground: Color, least: float) -> Color:
    """The lightest shade of a colour, of the same hue, with this contrast to a light ground;
    itself where it has it, ink where none has.
    """
    if contrast(color, ground) >= least and luminance(color) < luminance(ground):
        return color
    low, high = 0.0, rgb_to_hls(*rgb(color))[1]
    if contrast(_with_lightness(color, low), ground) < least:
        return INK
    for _ in range(12):
        middle = (low + high) / 2
        shade = _with_lightness(color, middle)
        fits = contrast(shade, ground) >= least and luminance(shade) < luminance(ground)
        low, high = (middle, high) if fits else (low, middle)
    return _with_lightness(color, low)


@lru_cache(maxsize=4096)
def lightened(color: Color, ground: Color, least: float) -> Color:
    """The lightest tint of a dark colour that keeps this contrast to a light ground; the colour
    itself where it has less already.
    """
    if contrast(color, ground) <= least or luminance(color) >= luminance(ground):
        return color
    low, high = rgb_to_hls(*rgb(color))[1], 1.0
    for _ in range(12):
        middle = (low + high) / 2
        tint = _with_lightness(color, middle)
        fits = contrast(tint, ground) >= least and luminance(tint) < luminance(ground)
        low, high = (middle, high) if fits else (low, middle)
    return _with_lightness(color, low)


def has_hue(color: Color) -> bool:
    """Whether a colour is told by its hue rather than as white, grey or black."""
    parts = rgb(color)
    return max(parts) - min(parts) > 0.3
