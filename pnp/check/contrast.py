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


_bounds = lru_cache(maxsize=8192)(paths.bounds)

Grounds = list[tuple[int, int, int, int, Color | None]]
"""What has been painted so far: left, top, right, bottom and colour of each area, None for an image."""


def check(sides: Sides) -> list[Diagnostic]:
    """Every text whose colour is too near to what lies under its middle."""
    fine: set[tuple[Color, Color, bool]] = set()

    def rule(face: Face) -> Iterator[Diagnostic]:
        yield from _walk(face.items, [], IDENTITY, sides.typefaces, fine)

    return each_look(sides, rule)


def _walk(
    items: tuple[Item, ...],
    grounds: Grounds,
    transform: Transform,
    typefaces: Mapping[str, Typeface],
    fine: set[tuple[Color, Color, bool]],
) -> Iterator[Diagnostic]:
    for item in items:
        if type(item) is Text:
            yield from _judged(item, grounds, transform, typefaces, fine)
        elif type(item) is Shape:
            if item.fill is not None:
                _paint(grounds, _bounds(item.path), item.fill, transform)
        elif type(item) is Image:
            _paint(grounds, item.area, None, transform)
        elif type(item) is Group and not _is_icon(item):
            inner = item.transform.then(transform) if item.transform else transform
            before = len(grounds)
            yield from _walk(item.items, grounds, inner, typefaces, fine)
            if item.clip is not None:
                x, y, width, height = inner.bounds(_bounds(item.clip))
                grounds[before:] = [
                    (max(a, x), max(b, y), min(c, x + width), min(d, y + height), color) for a, b, c, d, color in grounds[before:]
                ]


def _is_icon(group: Group) -> bool:
    """An icon, alone, is scaled and not turned; it is small, and nothing is written on it."""
    by = group.transform
    return group.clip is None and by is not None and by.b == by.c == 0 and 0 < by.a != 1.0 and type(group.items[0]) is Shape


def _paint(grounds: Grounds, area: Rect, color: Color | None, transform: Transform) -> None:
    x, y, width, height = area if transform is IDENTITY else transform.bounds(area)
    grounds.append((x, y, x + width, y + height, color))


def _judged(
    text: Text, grounds: Grounds, transform: Transform, typefaces: Mapping[str, Typeface], fine: set[tuple[Color, Color, bool]]
) -> Iterator[Diagnostic]:
    typeface = typefaces[text.font.hash]
    x, y = text.x + text.width / 2, text.y - text.size * PT * typeface.cap_height / typeface.units_per_em / 2
    if transform is not IDENTITY:
        x, y = transform.point(x, y)
    ground: Color | None = WHITE
    for left, top, right, bottom, color in reversed(grounds):
        if left <= x <= right and top <= y <= bottom:
            ground = color
            break
    large = text.size >= 18 or (text.size >= 14 and typeface.weight >= 600)
    if ground is None or (text.color, ground, large) in fine:
        return
    ratio, least = contrast(text.color, ground), LARGE if large else SMALL
    if ratio >= least:
        fine.add((text.color, ground, large))
        return
    message = f"a text in {text.color} on {ground} has a contrast of {int(ratio * 10) / 10:g}; {least:g} is the least for its size"
    yield warning(CODE, message, text.origin, "darken one, lighten the other, or set it larger and bold")
