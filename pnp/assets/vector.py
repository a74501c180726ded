"""Drawings as values: icons, whose colour is their placer's, and SVG images."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.assets import Gradient, ImageRef, LineStyle, paths
from pnp.units.color import Color
from pnp.units.geometry import Rect, Transform, around, rect


class Part(NamedTuple):
    """One path of a drawing in steps, painted over the parts before it.

    Where it is `filled`, `fill` None takes the colour of whoever places it; likewise `stroke`
    where `stroke_width` (steps) is not 0. A `line` of None is drawn as those of templates are.
    """

    path: str
    fill: Color | Gradient | None = None
    filled: bool = True
    stroke: Color | None = None
    stroke_width: int = 0
    dash: tuple[int, ...] = ()
    line: LineStyle | None = None
    even_odd: bool = False


class PartGroup(NamedTuple):
    """Parts that are clipped (a canonical path, in the coordinates of the parts), transformed, and
    laid over what is below with one opacity.
    """

    parts: tuple[Part | PartGroup, ...]
    transform: Transform | None = None
    clip: str | None = None
    opacity: float = 1.0


class Icon(NamedTuple):
    """An icon: its name, its size and its parts, all in steps of a thousandth of a viewBox unit
    (finer for viewBoxes below 20 units).
    """

    name: str
    width: int
    height: int
    parts: tuple[Part, ...]

    @property
    def bounds(self) -> Rect:
        """Where its ink lies, in steps, strokes with half their width."""
        areas = [paths.bounds(part.path).inset(-(part.stroke_width // 2)) for part in self.parts]
        return around(areas) if areas else rect(0, 0, 0, 0)


@dataclass(frozen=True, eq=False, slots=True)
class Drawing:
    """An SVG image: `ref` has its size in steps of at most a thousandth of a pixel of its own, and
    the hash of its file and of the fonts that it takes.
    """

    ref: ImageRef
    parts: tuple[Part | PartGroup, ...] = field(repr=False)
