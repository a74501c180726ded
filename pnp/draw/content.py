"""Draws a face as PDF operators, in points above the bottom left corner of its trim: a pure
function of the face and its fonts.

Names of resources come from content hashes, never from a document, so that a face drawn in any
process reads the same: `/F…` fonts, `/I…` images, `/P…` paths, `/L…` layers, `/D…` SVG images,
`/H…` gradients, `/K…` their opacities, `/G500` opacity 0.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from pnp.assets import Gradient, ImageRef, LineStyle, paths
from pnp.assets.patterns import Pattern
from pnp.draw.literals import (
    LONG,
    STEPS,
    Words,
    decimal,
    font_name,
    form_matrix,
    group_matrix,
    hundredths,
    ink,
    outline,
    points,
)
from pnp.face import Face, Group, Image, Item, Shape, Stroke, Text
from pnp.units.color import Color
from pnp.units.geometry import IDENTITY, PT, Rect, Transform, rect

Forms = Mapping[tuple[str, str], str]
"""Names of the paths that are drawn as forms, by path and painting operator."""


class Content(NamedTuple):
    """Operators as Latin-1 text, and what they name beside fonts: images and forms, opacities in
    thousandths, layers, gradients.
    """

    operators: str
    xobjects: frozenset[str]
    opacities: frozenset[int]
    layers: tuple[Layer, ...]
    shadings: frozenset[Shading] = frozenset()


class Layer(NamedTuple):
    """Items that share one opacity, painted together first; `area` is what they may paint, in
    micrometres of the face. An SVG image is one that is not `apart`: written once, however often
    it is placed.
    """

    name: str
    area: Rect
    height: int
    content: Content
    apart: bool = True


class Shading(NamedTuple):
    """A gradient by its stops and focus alone: where it lies, its user says.

    Where one sees through it, `reach` says how far it is painted from the middle of its units.
    """

    stops: tuple[tuple[float, Color, float], ...]
    focus: tuple[float, float] | None
    reach: int

    @property
    def name(self) -> str:
        """Its name among the shadings."""
        return "H" + _hash(f"{[stop[:2] for stop in self.stops]} {self.focus}")

    @property
    def state(self) -> str:
        """The name of the graphics state that makes it as opaque as its stops; empty where they
        all are.
        """
        if not self.reach:
            return ""
        return "K" + _hash(f"{[stop[::2] for stop in self.stops]} {self.focus} {self.reach}")


def image_name(ref: ImageRef) -> str:
    """The resource name of an image."""
    return "I" + ref.hash[:12]


def painting(shape: Shape) -> str:
    """The operator that paints a shape, filled first; that of a gradient paints no path."""
    if type(shape.fill) is Gradient:
        return "sh"
    if shape.fill:
        return ("B" if shape.stroke else "f") + "*" * shape.even_odd
    return "S" if shape.stroke else "n"


def line_style(stroke: Stroke, path: str) -> LineStyle:
    """How the ends and corners of a stroke are made (ISO 32000-1, tables 54 and 55): as it says,
    else pointed in straight outlines, round where there are curves.

    Where curves meet, the outline of an icon would grow spikes that every program draws in its own
    way.
    """
    return stroke.line or (_ROUND if "C" in path else _POINTED)


_POINTED, _ROUND = LineStyle(), LineStyle(join=1)


def repeated_paths(drawings: Iterable[tuple[Item, ...]]) -> dict[tuple[str, str], str]:
    """A name for every long path that the drawings paint more than once in one manner, as they
    do with the bands of large patterns.
    """
    counts: Counter[tuple[str, str]] = Counter()

    def count(items: tuple[Item, ...]) -> None:
        for item in items:
            if type(item) is Shape:
                if type(item.path) is Pattern and item.path.band:
                    counts[item.path.band, painting(item)] += item.path.times
                elif len(item.path) > LONG and painting(item) != "sh":
                    counts[item.path, painting(item)] += 1
            elif type(item) is Group and not item.drawing:
                count(item.items)

    for items in drawings:
        count(items)
    return {key: "P" + _hash("".join(key)) for key, times in counts.items() if times > 1}


def content(face: Face, fonts: Mapping[str, Words], forms: Forms) -> Content:
    """The operators of one face, bleed included."""
    bleed = face.bleed
    area = rect(-bleed, -bleed, face.size.width + 2 * bleed, face.size.height + 2 * bleed)
    return drawing(face.items, face.size.height, area, fonts, forms)


def drawing(
    items: tuple[Item, ...], height: int, area: Rect, fonts: Mapping[str, Words], forms: Forms
) -> Content:
    """The operators of any items:

    `height` (µm) is what y is flipped at, `area` all they may paint.
    """
    pen = _Pen(height, area, fonts, forms)
    pen.draw(items)
    return pen.content()


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8"), digest_size=6).hexdigest()


class _Pen:
    """The state of one drawing while its operators are collected: what is set already need not
    be said again.
    """

    __slots__ = (
        *("area", "at", "dash", "fill", "font", "fonts", "forms", "height", "layers", "line_style"),
        *("maps", "opacities", "out", "shadings", "size", "stroke", "tracking", "width"),
        "xobjects",
    )

    def __init__(self, height: int, area: Rect, fonts: Mapping[str, Words], forms: Forms) -> None:
        self.height, self.area, self.fonts, self.forms = height, area, fonts, forms
        self.maps: tuple[Transform, ...] = ()
        """From what is being drawn to the face, the outermost first."""
        self.out: list[str] = []
        self.xobjects: set[str] = set()
        self.opacities: set[int] = set()
        self.layers: dict[str, Layer] = {}
        self.shadings: set[Shading] = set()
        self.fill = self.stroke = self.font = ""
        self.size = 0.0
        self.width, self.tracking = 353, 0.0  # the defaults of a page: 1 pt, none
        self.dash: tuple[int, ...] = ()
        self.line_style = _POINTED
        self.at: tuple[int, int] | None = None
        """Where the last line of text began, in hundredths of a point, while a text object is
        open.
        """

    def reach(self) -> Rect:
        """All that may be painted, as seen from what is being drawn."""
        area = self.area
        for transform in self.maps:
            area = _before(transform, area)
        return area

    def draw(self, items: tuple[Item, ...]) -> None:
        for item in items:
            _DRAW[type(item)](self, item)
        self.end_text()

    def end_text(self) -> None:
        if self.at is not None:
            self.out.append("ET")
            self.at = None

    def content(self) -> Content:
        return Content(
            "\n".join(self.out),
            frozenset(self.xobjects),
            frozenset(self.opacities),
            tuple(self.layers.values()),
            frozenset(self.shadings),
        )

    def colors(self, fill: Color | None, stroke: Color | None) -> None:
        if fill and fill != self.fill:
            self.fill = fill
            self.out.append(ink(fill))
        if stroke and stroke != self.stroke:
            self.stroke = stroke
            self.out.append(ink(stroke, stroke=True))

    def line(self, stroke: Stroke, path: str) -> None:
        was, now = self.line_style, line_style(stroke, path)
        if now != was:
            self.line_style = now
            self.out += [f"{now.join} j"] if now.join != was.join else []
            self.out += [f"{now.cap} J"] if now.cap != was.cap else []
            self.out += [f"{decimal(now.limit, 3)} M"] if now.limit != was.limit else []
        if stroke.width != self.width:
            self.width = stroke.width
            self.out.append(f"{points(stroke.width)} w")
        if stroke.dash != self.dash or now.offset != was.offset:
            self.dash = stroke.dash
            self.out.append(f"[{' '.join(map(points, stroke.dash))}] {points(now.offset)} d")


def _text(pen: _Pen, item: Text) -> None:
    """One run: position relative to the run before, colour and font where they change, one TJ."""
    x_um, y_um, text, font, size, color, space, tracking, _, _ = item
    out, key = pen.out, font.hash
    words = pen.fonts[key]
    string = words.string(text, space * 1000 / PT / size if space else 0.0, size, tracking)
    if not words.glyphs:  # a mark that no reader sees, alone in its font, which is not embedded
        return
    # Hundredths of a point, as in `numbers.points`; inline, for this runs for every line of every
    # card.
    x, y = (x_um * 72 + 127) // 254, ((pen.height - y_um) * 72 + 127) // 254
    if pen.at is None:
        out.append("BT")
        left, base = 0, 0
    else:
        left, base = pen.at
    pen.at = (x, y)
    if color != pen.fill:
        pen.fill = color
        out.append(ink(color))
    if size != pen.size or key != pen.font:
        pen.size, pen.font = size, key
        out.append(f"/{font_name(key)} {size:g} Tf")
    if tracking != pen.tracking:
        pen.tracking = tracking
        out.append(f"{decimal(tracking / PT, 4)} Tc")
    out.append(f"{hundredths(x - left)} {hundredths(y - base)} Td[({string})]TJ")


def _shape(pen: _Pen, item: Shape) -> None:
    """A path, painted; by its form where the path comes more than once, band by band where it is
    a large pattern.
    """
    operator = painting(item)
    fill = item.fill
    if type(fill) is Gradient:
        _gradient(pen, item, fill)
        if item.stroke:
            _shape(pen, item._replace(fill=None))
        return
    if type(item.path) is Pattern and (name := pen.forms.get((item.path.band, operator))):
        for n in range(item.path.times):
            _form(pen, name, item, Transform(f=n * item.path.pitch))
        return
    name = pen.forms.get((item.path, operator))
    if name:
        _form(pen, name, item, IDENTITY)
    elif operator != "n":
        pen.end_text()
        pen.colors(fill, item.stroke and item.stroke.color)
        if item.stroke:
            pen.line(item.stroke, item.path)
        pen.out.append(f"{outline(item.path, pen.height)}\n{operator}")


def _gradient(pen: _Pen, item: Shape, fill: Gradient) -> None:
    """A shading over the inside of a path, in units of its own (ISO 32000-1, 8.7.4.2)."""
    pen.end_text()
    a, b, c, d, e, f = fill.transform
    reach = 0
    if fill.clear:
        area = _before(fill.transform, paths.bounds(item.path))
        reach = 1 << max(map(abs, (area.x, area.y, area.right, area.bottom))).bit_length()
    shading = Shading(fill.stops, fill.focus, reach)
    pen.shadings.add(shading)
    matrix = (a / PT, -b / PT, c / PT, -d / PT, e / PT, (pen.height - f) / PT)
    pen.out += [
        f"q {outline(item.path, pen.height)}",
        f"W{'*' * item.even_odd} n {' '.join(decimal(value, 5) for value in matrix)} cm",
        *([f"/{shading.state} gs"] if shading.state else []),
        f"/{shading.name} sh Q",
    ]


def _form(pen: _Pen, name: str, item: Shape, transform: Transform) -> None:
    """A form takes its colours from outside; line widths are measured in its own units."""
    fill = item.fill
    assert type(fill) is not Gradient
    pen.end_text()
    pen.colors(fill, item.stroke and item.stroke.color)
    pen.xobjects.add(name)
    line = ""
    if item.stroke:
        dash = " ".join([decimal(part / STEPS, 3) for part in item.stroke.dash])
        width, style = decimal(item.stroke.width / STEPS, 3), line_style(item.stroke, item.path)
        line = f"{width} w [{dash}] 0 d {style.join} j "
    pen.out.append(f"q {form_matrix(transform, pen.height)} cm {line}/{name} Do Q")


def _image(pen: _Pen, item: Image) -> None:
    """The unit square of an image, stretched over its rectangle."""
    pen.end_text()
    name = image_name(item.image)
    pen.xobjects.add(name)
    x, y, width, height = item.area
    corner = f"{points(x)} {points(pen.height - y - height)}"
    pen.out.append(f"q {points(width)} 0 0 {points(height)} {corner} cm /{name} Do Q")


def _group(pen: _Pen, item: Group) -> None:
    """Opacity, transform, clip and items between q and Q; an icon is a form under the group's
    own matrix.
    """
    pen.end_text()
    items, transform = item.items, item.transform
    if item.drawing and item.opacity == 1 and transform:
        _drawing(pen, item, transform)
        return
    first = items[0] if len(items) == 1 else None
    if item.opacity < 1:
        if first is None or type(first) is Group:
            _layer(pen, item)
            return
        pen.opacities.add(round(item.opacity * 1000))
    elif type(first) is Shape and not item.clip:
        name = pen.forms.get((first.path, painting(first)))
        if name:
            _form(pen, name, first, transform or IDENTITY)
            return
    out = pen.out
    out.append("q")
    if item.opacity < 1:
        out.append(f"/G{round(item.opacity * 1000)} gs")
    if transform:
        out.append(f"{group_matrix(transform, pen.height)} cm")
    if item.clip:
        out.append(f"{outline(item.clip, pen.height)}\nW n")
    lines = pen.width, pen.dash, pen.line_style
    state = pen.fill, pen.stroke, pen.font, pen.size, pen.tracking
    maps = pen.maps
    if transform:
        pen.maps = (*maps, transform)
    pen.draw(items)
    pen.maps = maps
    # Q brings back what was set before q.
    pen.fill, pen.stroke, pen.font, pen.size, pen.tracking = state
    pen.width, pen.dash, pen.line_style = lines
    out.append("Q")


def _drawing(pen: _Pen, item: Group, transform: Transform) -> None:
    """An SVG image: a form that every face has in common, in points of its own steps."""
    layer = _drawn(item._replace(transform=None))
    pen.layers[layer.name] = layer
    pen.xobjects.add(layer.name)
    a, b, c, d, e, f = transform
    matrix = [decimal(value, 6) for value in (a, -b, -c, d)]
    where = f"{decimal(e / PT, 3)} {decimal((pen.height - f) / PT, 3)}"
    pen.out.append(f"q {' '.join(matrix)} {where} cm /{layer.name} Do Q")


@lru_cache(maxsize=64)
def _drawn(item: Group) -> Layer:
    """The form of an SVG image; equal ones have one name."""
    area = paths.bounds(item.clip) if item.clip else rect(0, 0, 0, 0)
    drawn = _Pen(0, area, {}, {})
    drawn.line_style, drawn.width, drawn.dash = LineStyle(-1, -1, -1.0, -1), -1, (-1,)
    drawn.draw(item.items)
    return Layer("D" + item.drawing[:12] + item.drawing[32:], area, 0, drawn.content(), False)


def _layer(pen: _Pen, item: Group) -> None:
    """A transparency group: its items are painted together first, so that no overlap shows
    through.
    """
    inner = _Pen(pen.height, pen.area, pen.fonts, pen.forms)
    inner.maps = pen.maps
    # What it inherits is not known.
    inner.width, inner.tracking, inner.dash = -1, -1.0, (-1,)
    inner.line_style = LineStyle(-1, -1, -1.0, -1)
    _group(inner, item._replace(opacity=1.0))
    drawn = inner.content()
    thousandths = round(item.opacity * 1000)
    area = pen.reach()
    layer = Layer("L" + _hash(f"{area} {pen.height} {drawn.operators}"), area, pen.height, drawn)
    pen.layers[layer.name] = layer
    pen.xobjects.add(layer.name)
    pen.opacities.add(thousandths)
    pen.out.append(f"q /G{thousandths} gs /{layer.name} Do Q")


def _before(transform: Transform, area: Rect) -> Rect:
    """The area that a transform carries over all of `area`; empty where the transform flattens
    everything.
    """
    a, b, c, d, e, f = transform
    determinant = a * d - b * c
    if not determinant:
        return rect(0, 0, 0, 0)
    inverse = Transform(d / determinant, -b / determinant, -c / determinant, a / determinant)
    x, y = inverse.point(e, f)
    return inverse._replace(e=-x, f=-y).bounds(area).inset(-1)


_DRAW: dict[type[Item], Callable[[_Pen, Any], None]] = {
    Text: _text,
    Shape: _shape,
    Group: _group,
    Image: _image,
}
