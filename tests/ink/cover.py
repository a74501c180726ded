"""How much ink a picture of a page costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

LEAST_DPI = 96
"""Below this PDFium draws hairlines a whole pixel wide, and a page of fine lines seems to cost
half as much again as it does.
"""


def cover(picture: Image) -> float:
    """The mean cover of an RGB picture, from 0 for white paper to 1 for black.

    The mean of cyan, magenta and yellow, a share of black counting as all three: what a printer
    with grey replacement lays down, about.
    """
    from PIL import ImageStat

    means: list[float] = ImageStat.Stat(picture).mean
    return 1 - sum(means) / len(means) / 255
