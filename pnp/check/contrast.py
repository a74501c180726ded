"""P314 – a text is hard to read on its ground.

The WCAG 2.1 ratio of the text's colour and the colour under it: 4.5 for text, 3 from 14 pt bold or
18 pt. It is a norm for screens and serves as a proxy for paper. On a pattern a text must be read on
both of its colours. Text over an image is not judged: put a box under it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.assets import paths
from pnp.assets.fonts import Typeface
from pnp.assets.path_geometry import covers, is_rectangle
from pnp.check.component_faces import ComponentFaces, each_distinct_face, inner
from pnp.compose.element_trees import Findings
from pnp.diagnostics import Diagnostic, warning
from pnp.face import Face, Group, Image, Item, Shape, Text
from pnp.model.kinds import TEXTS
from pnp.units.color import WHITE, Color, contrast, mixed
from pnp.units.geometry import IDENTITY, PT, Rect, Transform

CODE = "P314"
SMALL, LARGE = 4.5, 3.0

SMALLEST = 2_500
"""Micrometres: nothing is written on an icon less high, such as one in a line of text."""


class _Ground(NamedTuple):
    """What has been painted: its bounds on the face, its colour (None for an image), the outline
    where it is not all of its bounds with the map to the face, its opacity. One that is `partly`
    painted is a pattern, between whose strokes one sees what is below.
    """

    box: Rect
    color: Color | None
    outline: str | None
    transform: Transform
    opacity: float
    partly: bool

    def covers(self, x: float, y: float) -> bool:
        """Whether it lies under a point."""
        left, top, width, height = self.box
        inside = left <= x <= left + width and top <= y <= top + height
        return inside and (self.outline is None or covers(self.outline, self.transform, x, y))


class _Painter:
    """Walks a face in painting order and checks each text on what has been painted before it."""

    def __init__(self, typefaces: Mapping[str, Typeface], pictures: bool = False) -> None:
        """`pictures` says that what is clipped may be a component shown in a text: then it is
        not read there.
        """
        self.typefaces, self.pictures = typefaces, pictures
        self.marks: dict[tuple[str, float], tuple[float, bool]] = {}
        """Of each font and size."""
        self.found: list[Diagnostic] = []
        self.grounds: list[_Ground] = []

    def walk(self, items: tuple[Item, ...], transform: Transform, opacity: float) -> None:
        for item in items:
            if type(item) is Text:
                self._read(item, transform, opacity)
            elif type(item) is Shape:
                if item.fill is not None:
                    self._paint(item.path, item.fill, transform, opacity)
            elif type(item) is Image:
                self._paint(item.area, None, transform, opacity)
            elif type(item) is Group:
                within = inner(item, transform)
                if item.clip is None:
                    self.walk(item.items, within, opacity * item.opacity)
                else:
                    self._clipped(item, item.clip, within, opacity * item.opacity)

    def _clipped(self, group: Group, clip: str, transform: Transform, opacity: float) -> None:
        """A pattern, an image cut at its edges, or a whole face: one inside an outline, on a
        panel of a net or on one half of a fold.
        """
        first = group.items[0] if group.items else None
        if (len(group.items) == 1 or self.pictures) and (
            type(first) is Shape or type(first) is Image
        ):
            color = first.fill if type(first) is Shape else None
            self._paint(clip, color, transform, opacity, color is not None)
        elif not self.pictures:
            before = len(self.grounds)
            self.walk(group.items, transform, opacity)
            edge = transform.bounds(paths.bounds(clip))
            self.grounds[before:] = [
                ground._replace(box=ground.box.meet(edge)) for ground in self.grounds[before:]
            ]

    def _paint(
        self,
        painted: Rect | str,
        color: Color | None,
        transform: Transform,
        opacity: float,
        partly: bool = False,
    ) -> None:
        """Remember a ground, unless it is too small for a text."""
        outline = None if isinstance(painted, Rect) or is_rectangle(painted) else painted
        area = painted if isinstance(painted, Rect) else paths.bounds(painted)
        box = area if transform is IDENTITY else transform.bounds(area)
        a, b, c, d, _, _ = transform
        if b or c or a <= 0 or d <= 0:
            outline = outline or paths.rectangle(area)
        elif transform is not IDENTITY and box.height < SMALLEST:
            return
        self.grounds.append(_Ground(box, color, outline, transform, opacity, partly))

    def _read(self, text: Text, transform: Transform, opacity: float) -> None:
        key = (text.font.hash, text.size)
        if key not in self.marks:
            self.marks[key] = _mark(self.typefaces[text.font.hash], text.size)
        half, large = self.marks[key]
        x, y = transform.point(text.x + text.width / 2, text.y - half)
        least = LARGE if large else SMALL
        seen = [
            (text.color if opacity == 1.0 else mixed(ground, text.color, opacity), ground)
            for ground in self._behind(x, y)
        ]
        ratio, color, ground = min(
            ((contrast(*pair), *pair) for pair in seen), default=(least, text.color, WHITE)
        )
        if ratio < least:
            message = (
                f"a text in {color} on {ground} has a contrast of {int(ratio * 10) / 10:g};"
                f" {least:g} is the least for its size"
            )
            hint = "darken one, lighten the other, or set it larger and bold"
            self.found.append(warning(CODE, message, text.origin, hint))

    def _behind(self, x: float, y: float) -> tuple[Color, ...]:
        """The colours seen at a point: two on a pattern, none that is known over an image."""
        layers: list[_Ground] = []
        for ground in reversed(self.grounds):
            if ground.covers(x, y):
                layers.append(ground)
                if ground.opacity == 1.0 and not ground.partly:
                    break
        seen: tuple[Color, ...] = (WHITE,)
        for ground in reversed(layers):
            if ground.color is None:
                seen = ()
                continue
            through: tuple[Color, ...] = (ground.color,)
            if ground.opacity != 1.0:
                through = tuple(mixed(below, ground.color, ground.opacity) for below in seen)
            seen = tuple(dict.fromkeys((*seen, *through))) if ground.partly else through
        return seen


def _mark(typeface: Typeface, size: float) -> tuple[float, bool]:
    """Half the height of a capital in micrometres, and whether text of this size counts as
    large.
    """
    half = size * PT * typeface.cap_height / typeface.units_per_em / 2
    return half, size >= 18 or (size >= 14 and typeface.weight >= 600)


def check(sides: ComponentFaces) -> Findings:
    """Every text whose colour is too near to what lies under its middle."""
    painter = _Painter(sides.typefaces, sides.component.kind in TEXTS)

    def rule(face: Face) -> list[Diagnostic]:
        painter.found, painter.grounds = [], []
        painter.walk(face.items, IDENTITY, 1.0)
        return painter.found

    return each_distinct_face(sides, rule)
