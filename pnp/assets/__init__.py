"""Bytes into values: fonts, images and icons.

Nothing here opens a file; `load` hands over the bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, final

from pnp.units.color import Color, of_rgb, rgb
from pnp.units.geometry import Transform


class FontRef(NamedTuple):
    """A font by the name a person gave it and the hash of its bytes (what the digest of a face
    uses).
    """

    name: str
    hash: str


class ImageRef(NamedTuple):
    """An image by name and content hash, with its size in pixels."""

    name: str
    hash: str
    width: int
    height: int


@final
class Gradient(NamedTuple):
    """Colours along a line or out of a point, those at both ends going on for ever.

    A stop is a place from 0 to 1, a colour and an opacity; the first lies at 0, the last at 1.
    `transform` takes the unit line from (0, 0) to (1, 0), or the unit circle round (0, 0), to
    where the path lies. `focus` is the point in the circle where it begins; None for a line.
    """

    stops: tuple[tuple[float, Color, float], ...]
    transform: Transform
    focus: tuple[float, float] | None = None

    def __str__(self) -> str:
        """As dumps and digests have it: six digits, so that the last bit of a sine is no matter."""
        kind = "linear" if self.focus is None else f"radial {_six(*self.focus)}"
        stops = " ".join(
            f"{place:.6g}{color}{f'/{opacity:.3g}' if opacity < 1 else ''}"
            for place, color, opacity in self.stops
        )
        return f"{kind} {stops} at {_six(*self.transform)}"

    @property
    def clear(self) -> bool:
        """Whether anything shows through it."""
        return any(opacity < 1 for _, _, opacity in self.stops)

    def in_colors(self, of: Callable[[Color], Color]) -> Gradient:
        """The same gradient, each colour changed."""
        return self._replace(stops=tuple((at, of(color), seen) for at, color, seen in self.stops))


def _six(*numbers: float) -> str:
    return " ".join(f"{number + 0.0:.6g}" for number in numbers)


def plain(fill: Color | Gradient) -> Color:
    """The one colour that stands for a fill: that of a gradient is the mean of its stops."""
    if type(fill) is not Gradient:
        return fill
    colors = [rgb(color) for _, color, _ in fill.stops]
    return of_rgb(sum(parts) / len(colors) for parts in zip(*colors, strict=True))


class LineStyle(NamedTuple):
    """How a line is drawn: its ends (0 flat, 1 round, 2 square), its corners (0 pointed, 1 round,
    2 cut off), how far points may reach, as in SVG and PDF, and where in its dashes it begins.
    """

    cap: int = 0
    join: int = 0
    limit: float = 4.0
    offset: int = 0
