"""P314 – a text is hard to read on its ground.

The WCAG 2.1 ratio of the text's colour and the colour under it: 4.5 for text, 3 from 14 pt bold or
18 pt. It is a norm for screens and serves as a proxy for paper. On a pattern a text must be read on
both of its colours. Text over an image is not judged: put a box under it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import inf
from typing import NamedTuple

from pnp.assets import Gradient, paths, plain
from pnp.assets.fonts import Typeface
from pnp.assets.path_geometry import covers, is_rectangle
from pnp.check.component_faces import ComponentFaces, each_distinct_face
from pnp.compose.element_trees import Findings
from pnp.diagnostics import Diagnostic, warning
from pnp.face import Face, Group, Image, Item, Shape, Text, inner
from pnp.model.kinds import TEXTS
from pnp.units.color import WHITE, Color, contrast, mixed
from pnp.units.geometry import IDENTITY, PT, Rect, Transform, rect

CODE = "P314"
SMALL, LARGE = 4.5, 3.0

SMALLEST = 2_500
"""Micrometres: nothing is written on an icon less high, such as one in a line of text."""


class _Form(NamedTuple):
    """How a ground is less than its bounds: only inside its outline, not opaque, or `partly`, a
    pattern between whose strokes one sees what is below. Inside `core` a point need not be
    asked for.
    """

    outline: str | None
    transform: Transform
    opacity: float
    partly: bool
    core: Rect | None


_Ground = tuple[float, float, float, float, Color | None, _Form | None]
"""What has been painted: left, top, right, bottom and colour (None for an image) of an area, and
its form where that is not all.
"""

_Painted = tuple[Rect | str, Color | None, Transform, float, bool]
"""An area or an outline, its colour, the map to the face, the opacity, and whether it is painted
`partly`.
"""


class _Known(NamedTuple):
    """What holds for all faces of a component: the marks of each font and size; colours, on such
    grounds, large or not, that are fine.
    """

    marks: dict[tuple[str, float], tuple[float, bool]]
    fine: set[tuple[Color, tuple[Color, ...], bool]]


_Room = tuple[float, float, float, float, tuple[Color, ...]]
"""Left, top, right, bottom, and the colours that are seen everywhere between."""


_NO_ROOM: _Room = (inf, inf, inf, inf, ())


class _Painter:
    """Walks a face in painting order and checks each text on what has been painted before it."""

    def __init__(
        self, typefaces: Mapping[str, Typeface], known: _Known, pictures: bool = False
    ) -> None:
        """`pictures` says that what is clipped may be a component shown in a text: then it is
        not read there.
        """
        self.typefaces, self.known, self.pictures = typefaces, known, pictures
        self.found: list[Diagnostic] = []
        self.grounds: list[_Ground | _Painted | None] = []
        """Each is measured when a text lies on it; most never are. None for what is too small."""
        self.room: _Room | None = None
        """Around the last text, until something is painted: the lines of a paragraph have one
        ground.
        """

    def walk(self, items: tuple[Item, ...], transform: Transform, opacity: float) -> None:
        for item in items:
            if type(item) is Text:
                self._read(item, transform, opacity)
            elif type(item) is Shape:
                fill = item.fill
                if fill is not None:
                    fill = plain(fill) if type(fill) is Gradient else fill
                    self._paint((item.path, fill, transform, opacity, False))
            elif type(item) is Image:
                self._paint((item.area, None, transform, opacity, False))
            elif type(item) is Group:
                within = inner(item, transform)
                if item.drawing and item.clip:
                    self._paint((item.clip, None, within, opacity * item.opacity, False))
                elif item.clip is None:
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
            color = plain(first.fill) if type(first) is Shape and first.fill else None
            self._paint((clip, color, transform, opacity, color is not None))
        elif not self.pictures:
            before = len(self.grounds)
            self.walk(group.items, transform, opacity)
            edge = transform.bounds(paths.bounds(clip))
            self.grounds[before:] = [_cut(ground, edge) for ground in self.grounds[before:]]
            self.room = None

    def _paint(self, painted: _Painted) -> None:
        if self.room is None:
            self.grounds.append(painted)
        elif (ground := _ground(*painted)) is not None:
            self.grounds.append(ground)
            self.room = None

    def _read(self, text: Text, transform: Transform, opacity: float) -> None:
        x, base, _, font, size, color, _, _, width, origin = text
        mark = self.known.marks.get((font.hash, size))
        if mark is None:
            mark = self.known.marks[font.hash, size] = _mark(self.typefaces[font.hash], size)
        half, large = mark
        middle, height = x + width / 2, base - half
        if transform is not IDENTITY:
            middle, height = transform.point(middle, height)
        left, top, right, bottom, behind = self.room or _NO_ROOM
        if not (left < middle < right and top < height < bottom):
            behind = self._behind(middle, height)
        if opacity == 1.0 and (color, behind, large) in self.known.fine:
            return
        least = LARGE if large else SMALL
        seen = [
            (color if opacity == 1.0 else mixed(ground, color, opacity), ground)
            for ground in behind
        ]
        ratio, color, ground = min(
            ((contrast(*pair), *pair) for pair in seen), default=(least, color, WHITE)
        )
        if ratio >= least:
            if opacity == 1.0:
                self.known.fine.add((color, behind, large))
            return
        message = (
            f"a text in {color} on {ground} has a contrast of {int(ratio * 10) / 10:g}; {least:g}"
            " is the least for its size"
        )
        self.found.append(
            warning(
                CODE, message, origin, "darken one, lighten the other, or set it larger and bold"
            )
        )

    def _behind(self, x: float, y: float) -> tuple[Color, ...]:
        """The colours that are seen at a point: two on a pattern, none that is known over an image.

        Notes how far around it they are.
        """
        layers: list[tuple[Color | None, float, bool]] = []
        grounds = self.grounds
        near, upper, far, lower = -inf, -inf, inf, inf
        for n in range(len(grounds) - 1, -1, -1):
            ground = grounds[n]
            if ground is not None and len(ground) == 5:
                ground = grounds[n] = _ground(*ground)
            if ground is None:
                continue
            left, top, right, bottom, color, form = ground
            if y > bottom:
                upper = max(upper, bottom)
                continue
            if y < top:
                lower = min(lower, top)
                continue
            if not left <= x <= right:
                near, far = (max(near, right), far) if x > right else (near, min(far, left))
                continue
            opacity, partly = 1.0, False
            if form is not None:
                outline, transform, opacity, partly, core = form
                if core and core.x <= x <= core.x + core.width:
                    left, right = core.x, core.x + core.width
                elif outline is not None:
                    near = inf  # another point may lie on the other side of the outline
                    if not covers(outline, transform, x, y):
                        continue
            layers.append((color, opacity, partly))
            near, upper, far, lower = (
                max(near, left),
                max(upper, top),
                min(far, right),
                min(lower, bottom),
            )
            if opacity == 1.0 and not partly:
                break
        seen: tuple[Color, ...] = (WHITE,)
        for color, opacity, partly in reversed(layers):
            if color is None:
                seen = ()
            else:
                through = (
                    (color,)
                    if opacity == 1.0
                    else tuple(mixed(below, color, opacity) for below in seen)
                )
                seen = tuple(dict.fromkeys((*seen, *through))) if partly else through
        self.room = near, upper, far, lower, seen
        return seen


def _mark(typeface: Typeface, size: float) -> tuple[float, bool]:
    """Half the height of a capital in micrometres, and whether text of this size counts as
    large.
    """
    half = size * PT * typeface.cap_height / typeface.units_per_em / 2
    return half, size >= 18 or (size >= 14 and typeface.weight >= 600)


def _ground(
    painted: Rect | str, color: Color | None, transform: Transform, opacity: float, partly: bool
) -> _Ground | None:
    """What was painted, measured; None where it is too small for a text."""
    area, outline = (
        (paths.bounds(painted), painted) if isinstance(painted, str) else (painted, None)
    )
    x, y, width, height = area
    a, b, c, d, e, f = transform
    if outline is not None and is_rectangle(outline):
        outline = None
    core = None
    left: float
    top: float
    right: float
    bottom: float
    if transform is IDENTITY:
        left, top, right, bottom = float(x), float(y), float(x + width), float(y + height)
        core = _core(outline) if outline else None
    elif b or c or a <= 0 or d <= 0:
        box = transform.bounds(area)
        left, top, right, bottom = float(box.x), float(box.y), float(box.right), float(box.bottom)
        outline = outline or paths.rectangle(area)
    elif height * d < SMALLEST:
        return None
    else:
        left, top, right, bottom = a * x + e, d * y + f, a * (x + width) + e, d * (y + height) + f
    plain = outline is None and opacity == 1.0 and not partly
    return (
        left,
        top,
        right,
        bottom,
        color,
        None if plain else _Form(outline, transform, opacity, partly, core),
    )


def _cut(painted: _Ground | _Painted | None, edge: Rect) -> _Ground | None:
    """A ground, measured, as far as it lies within an edge."""
    ground = _ground(*painted) if painted is not None and len(painted) == 5 else painted
    if ground is None:
        return None
    left, top, right, bottom, color, form = ground
    form = form and form._replace(core=None)  # it may reach beyond the edge
    return (
        max(left, edge.x),
        max(top, edge.y),
        min(right, edge.right),
        min(bottom, edge.bottom),
        color,
        form,
    )


def check(sides: ComponentFaces) -> Findings:
    """Every text whose colour is too near to what lies under its middle."""
    known = _Known({}, set())

    def rule(face: Face) -> list[Diagnostic]:
        painter = _Painter(sides.typefaces, known, sides.component.kind in TEXTS)
        painter.walk(face.items, IDENTITY, 1.0)
        return painter.found

    return each_distinct_face(sides, rule)


@lru_cache(maxsize=8192)
def _core(outline: str) -> Rect | None:
    """For a rectangle with round corners the part between them, over its whole height: there its
    bounds are filled.
    """
    box = paths.bounds(outline)
    first = next(paths.segments(outline))[1]
    radius = first[0] - box.x if first else 0
    return (
        rect(box.x + radius, box.y, box.width - 2 * radius, box.height)
        if outline == paths.rectangle(box, radius)
        else None
    )
