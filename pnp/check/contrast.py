"""P314 – a text is hard to read on its ground.

The WCAG 2.1 ratio of the text's colour and the colour under it: 4.5 for text, 3 from 14 pt bold or 18 pt. It is a norm for screens and
serves as a proxy for paper. Text over an image is not judged: put a box under it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from pnp.assets import paths
from pnp.assets.fonts import Typeface
from pnp.check.sides import Sides, each_look
from pnp.color import WHITE, Color, contrast
from pnp.diagnostics import Diagnostic, warning
from pnp.face import Face, Group, Image, Item, Shape, Text
from pnp.geometry import IDENTITY, PT, Rect, Transform

CODE = "P314"
SMALL, LARGE = 4.5, 3.0


class _Grounds:
    """What has been painted so far: areas with their colour, None for an image."""

    def __init__(self) -> None:
        self.areas: list[tuple[Rect, Color | None]] = []

    def paint(self, area: Rect, color: Color | None, transform: Transform) -> None:
        self.areas.append((area if transform is IDENTITY else transform.bounds(area), color))

    def under(self, x: float, y: float) -> Color | None:
        for (left, top, width, height), color in reversed(self.areas):
            if left <= x <= left + width and top <= y <= top + height:
                return color
        return WHITE


_bounds = lru_cache(maxsize=8192)(paths.bounds)


def check(sides: Sides) -> list[Diagnostic]:
    """Every text whose colour is too near to what lies under its middle."""

    def rule(face: Face) -> Iterator[Diagnostic]:
        yield from _walk(face.items, _Grounds(), IDENTITY, sides.typefaces)

    return each_look(sides, rule)


def _walk(items: tuple[Item, ...], grounds: _Grounds, transform: Transform, typefaces: Mapping[str, Typeface]) -> Iterator[Diagnostic]:
    for item in items:
        match item:
            case Text():
                yield from _judged(item, grounds, transform, typefaces)
            case Shape(path, fill) if fill is not None:
                grounds.paint(_bounds(path), fill, transform)
            case Image(area):
                grounds.paint(area, None, transform)
            case Group(inner, own, clip) if clip is None and own is not None and own.a != 1.0 and all(type(i) is Shape for i in inner):
                pass  # an icon: small, and nothing is written on it
            case Group(inner, own, clip):
                yield from _walk(inner, grounds, own.then(transform) if own else transform, typefaces)


def _judged(text: Text, grounds: _Grounds, transform: Transform, typefaces: Mapping[str, Typeface]) -> Iterator[Diagnostic]:
    typeface = typefaces[text.font.hash]
    x, y = text.x + text.width / 2, text.y - text.size * PT * typeface.cap_height / typeface.units_per_em / 2
    ground = grounds.under(*(transform.point(x, y) if transform is not IDENTITY else (x, y)))
    if ground is None:
        return
    large = text.size >= 18 or (text.size >= 14 and typeface.weight >= 600)
    ratio, least = contrast(text.color, ground), LARGE if large else SMALL
    if ratio < least:
        message = f"a text in {text.color} on {ground} has a contrast of {ratio:.1f}; {least:g} is the least for its size"
        yield warning(CODE, message, text.origin, "darken one, lighten the other, or set it larger and bold")
