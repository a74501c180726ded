"""Draws the elements that hold no others: rectangles, circles, lines, polygons, paths, icons and
images; what touches the trim runs on into the bleed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from pnp.assets import paths
from pnp.assets.images import Picture
from pnp.assets.patterns import PATTERNS, pattern
from pnp.assets.vector import Drawing
from pnp.compose.markup import Element
from pnp.diagnostics import Problems, did_you_mean
from pnp.face import Group, Image, Item, Shape, Stroke
from pnp.layout.context import (
    DRAWN,
    PAINTED,
    PLACED,
    SHAPES,
    LayoutContext,
    LayoutProblem,
    element_type,
    elements,
    extent,
    length,
    parsed_length,
    point,
    wrong,
)
from pnp.layout.text_element import icon_shapes
from pnp.units.geometry import INCH, MM, Rect, Transform, Um, millimetres, moved, rect

HAIRLINE = 250
"""Default stroke width: 0.25 mm, safely above the 0.25 pt that printers lose."""
TOUCHING = 50
"""Micrometres from the trim at which something touches it: no knife can tell, and thirds of a
width do not come out even.
"""
BORDER = 1_000
"""From this width a stroke along the trim is a border, whose colour runs on into the bleed;
below it is a line, which stays one.
"""
LEAST_DASH = 2
"""Micrometres; what is shorter is 0 in the hundredths of a point of a PDF, and a pattern of
dashes must not be all 0.
"""

MAX_PATTERN = 500_000_000_000
"""Square micrometres that the patterns of a face may cover: each of their thousands of dots is a
path of its own.
"""

_rectangle = lru_cache(maxsize=8192)(paths.rectangle)
_ellipse = lru_cache(maxsize=8192)(paths.ellipse)


@lru_cache(maxsize=4096)
def _canonical(d: str, transform: Transform) -> str:
    return paths.canonical(d, MM, transform)


_ICON_SIZE = 'for example size="8mm"'


def stroke_of(context: LayoutContext, element: Element) -> Stroke | None:
    """The stroke that an element's attributes ask for."""
    attrs = element.attrs
    name = attrs.get("stroke")
    if name is None:
        _check_ink(element)
    if name is None or name == "none":
        return None
    width = length(element, "stroke-width", HAIRLINE)
    if not width:
        raise wrong(element, "stroke-width", attrs["stroke-width"], " draws nothing")
    value = attrs.get("dash", "")
    dash = tuple(parsed_length(element, "dash", part, value) for part in value.split())
    # ISO 32000-1, 8.4.3.6: none may be negative, nor all as good as 0.
    if dash and (min(dash) < 0 or max(dash) < LEAST_DASH):
        message = " has a negative part" if min(dash) < 0 else " has no length"
        hint = 'a dash and a gap, such as dash="1mm 0.5mm"; without it the line is solid'
        raise wrong(element, "dash", value, message, hint)
    return Stroke(context.color(element, name), Um(width), dash)


def _check_ink(element: Element) -> None:
    """LayoutProblem for a shape without stroke that draws nothing, or says how wide a stroke is
    that it has not.
    """
    attrs = element.attrs
    lost = next((name for name in ("stroke-width", "dash") if name in attrs), None)
    if lost:
        raise LayoutProblem(element, f"{lost} without stroke draws nothing", 'add stroke="ink"')
    if "fill" not in attrs and element.tag in SHAPES:
        hint = 'add fill="tint", or stroke="ink"; fill="none" where nothing is meant'
        if "color" in attrs:
            hint = f'did you mean fill="{attrs["color"]}"?'
        raise LayoutProblem(element, f"<{element.tag}> without fill and stroke draws nothing", hint)


def _inner_stroke(context: LayoutContext, element: Element, area: Rect) -> Stroke | None:
    """The stroke of an element that keeps it inside."""
    stroke = stroke_of(context, element)
    if stroke and stroke.width > min(area.width, area.height):
        size = f"{millimetres(area.width)} by {millimetres(area.height)}"
        message = f"<{element.tag}> is {size}, its stroke is {millimetres(stroke.width)} wide"
        raise LayoutProblem(element, message, "a stroke stays inside; make it thinner")
    return stroke


def _paint(
    context: LayoutContext,
    element: Element,
    path: str,
    area: Rect,
    stroke: Stroke | None,
    out: list[Item],
) -> None:
    """Fill a path with a colour or a pattern, and stroke it."""
    fill, origin = element.attrs.get("fill"), element.origin
    if fill is None or fill == "none":
        if stroke:
            out.append(Shape(path, None, stroke, origin))
        return
    if not fill.startswith("pattern:"):
        out.append(Shape(path, context.color(element, fill), stroke, origin))
        return
    name = fill.removeprefix("pattern:")
    if name not in PATTERNS:
        hint = did_you_mean(name, PATTERNS) or ", ".join(PATTERNS)
        raise LayoutProblem(element, f'there is no pattern "{name}"', hint)
    context.patterned += area.width * area.height
    if context.patterned > MAX_PATTERN:
        size = f"{millimetres(area.width)} by {millimetres(area.height)}"
        message = (
            f'with fill="{fill}" over {size} patterns cover more than half a square metre of the'
            " face"
        )
        raise LayoutProblem(element, message, "fill it with a colour", "P842")
    ground = element.attrs.get("ground")
    if ground is not None:
        out.append(Shape(path, context.color(element, ground), None, origin))
    ink = context.color(element, element.attrs.get("color", "ink"))
    marks = Shape(pattern(name, area.width, area.height), ink)
    clip = paths.moved(path, moved(-area.x, -area.y))
    out.append(Group((marks,), moved(area.x, area.y), clip, 1.0, origin))
    if stroke:
        out.append(Shape(path, None, stroke, origin))


@element_type("rect", f"{PLACED} {PAINTED}", holds="nothing")
def rectangle(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """A rectangle; its stroke stays inside.

    With square corners, what touches the trim runs on into the bleed, fill and border.
    """
    stroke = _inner_stroke(context, element, area)
    radius = length(element, "radius")
    half = stroke.width // 2 if stroke else 0
    inner = area.inset(half)
    if radius:
        path = _rectangle(inner, max(0, radius - half))
        _paint(context, element, path, inner, stroke, out)
        return
    path, inked = _extend_into_bleed(context, area)
    _paint(context, element, path, inked, None, out)
    if stroke and (inked == area or stroke.dash or stroke.width < BORDER):
        out.append(Shape(_rectangle(inner), None, stroke, element.origin))
    elif stroke:
        hole = _hole(area.inset(stroke.width))
        out.append(Shape(path + hole, stroke.color, None, element.origin))


def _hole(area: Rect) -> str:
    """A rectangle wound the other way round; nothing where there is no area."""
    x, y, right, bottom = area.x, area.y, area.right, area.bottom
    return (
        f"M{x} {y}L{x} {bottom}L{right} {bottom}L{right} {y}Z" if x < right and y < bottom else ""
    )


def _extend_into_bleed(context: LayoutContext, area: Rect) -> tuple[str, Rect]:
    """The area grown into the bleed at each edge of the trim that it touches; as it is inside
    anything turned askew, or where it lies wholly outside.
    """
    trim = context.trim
    if trim is not None:
        x, y, right, bottom = area.x, area.y, area.right, area.bottom
        ink = trim.inset(-context.bleed)
        left = ink.x if x <= trim.x + TOUCHING else x
        top = ink.y if y <= trim.y + TOUCHING else y
        right = ink.right if right >= trim.right - TOUCHING else right
        bottom = ink.bottom if bottom >= trim.bottom - TOUCHING else bottom
        if right >= left and bottom >= top:
            area = rect(left, top, right - left, bottom - top)
    return _rectangle(area), area


def _diameter(
    _context: LayoutContext, element: Element, _aw: int | None, _ah: int | None
) -> tuple[int, int] | None:
    """Width and height of a circle with a radius."""
    across = 2 * length(element, "r")
    return (across, across) if "r" in element.attrs else None


@element_type("circle", f"{PLACED} {DRAWN} r", measure=_diameter, holds="nothing")
def circle(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """A circle, or an ellipse where width and height differ; its stroke stays inside."""
    stroke = _inner_stroke(context, element, area)
    if stroke:
        area = area.inset(stroke.width // 2)
    _paint(context, element, _ellipse(area), area, stroke, out)


@element_type("line", f"{PLACED} from to stroke stroke-width dash", holds="nothing")
def line(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """A straight line `from` one point `to` another of its box; without them along the top edge."""
    stroke = stroke_of(context, element)
    if stroke is None:
        raise LayoutProblem(element, "a line without stroke draws nothing", 'add stroke="ink"')
    start = point(element, "from", element.attrs.get("from", "0 0"), area)
    end = point(element, "to", element.attrs.get("to", "100% 0"), area)
    out.append(Shape(paths.line(*start, *end), None, stroke, element.origin))


@element_type("polygon", f"{PLACED} {DRAWN} points", holds="nothing")
def polygon(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """A closed polygon through `points` of its box: pairs of lengths or shares, separated by
    commas.
    """
    pairs = element.attrs.get("points", "").split(",")
    points = [point(element, "points", pair, area) for pair in pairs if pair.strip()]
    if len(points) < 3:
        hint = 'points="0 0, 10mm 0, 5mm 8mm"'
        raise LayoutProblem(element, "a polygon needs three points or more", hint)
    path = paths.polygon(points)
    _paint(context, element, path, area, stroke_of(context, element), out)


@element_type("path", f"{PLACED} {DRAWN} d viewbox", holds="nothing")
def path(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """SVG path data in millimetres from its box's corner; with `viewbox="W H"` in units scaled
    to fill its box.
    """
    drawn = _outline(element, "d", area)
    if drawn is None:
        raise LayoutProblem(element, "a path needs d")
    _paint(context, element, drawn, area, stroke_of(context, element), out)


def _outline(element: Element, name: str, area: Rect) -> str | None:
    """The path data of an attribute, in its element's box; None where it is not given."""
    d = element.attrs.get(name)
    if d is None:
        return None
    x_scale = y_scale = 1.0
    viewbox = element.attrs.get("viewbox")
    if viewbox is not None:
        try:
            wide, high = (float(v) for v in viewbox.split())
        except ValueError:
            wide = high = 0.0
        if not (0 < wide <= 1e6 and 0 < high <= 1e6):
            message = ': expected a width and a height, such as "60 8"'
            raise wrong(element, "viewbox", viewbox, message)
        x_scale, y_scale = area.width / wide / MM, area.height / high / MM
    try:
        return _canonical(d, Transform(x_scale, 0, 0, y_scale, area.x / MM, area.y / MM))
    except paths.PathError as problem:
        raise LayoutProblem(element, f"{name}: {problem}") from None


def _icon_size(
    context: LayoutContext, element: Element, aw: int | None, ah: int | None
) -> tuple[int, int]:
    """Width and height of an icon.

    `size` is its height; one of width and height brings the other.
    """
    icon = context.stylesheet.resources.icons.get(element.attrs.get("name", ""))
    width, height = extent(element, "width", aw), extent(element, "height", ah)
    if "size" in element.attrs:
        height = length(element, "size")
        if not height:
            raise wrong(element, "size", element.attrs["size"], " draws nothing")
    aspect = icon.width / icon.height if icon else 1.0
    if height is None:
        if width is None:
            raise LayoutProblem(element, "an icon needs a size", _ICON_SIZE)
        height = round(width / aspect)
    return (round(height * aspect) if width is None else width), height


@element_type(
    "icon", f"{PLACED} name size color stroke stroke-width", measure=_icon_size, holds="nothing"
)
def icon(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """An icon as large as its box allows, centred in it, outlined where a stroke is given."""
    found = context.icon(element.attrs.get("name", ""), element.origin)
    if found is None:
        return
    scale = min(area.width / found.width, area.height / found.height)
    if scale <= 0:
        raise LayoutProblem(element, "an icon needs a size", _ICON_SIZE)
    x = round(area.x + (area.width - found.width * scale) / 2)
    y = round(area.y + (area.height - found.height * scale) / 2)
    shapes = icon_shapes(found, context.color(element, element.attrs.get("color", "ink")))
    stroke = stroke_of(context, element)
    if stroke:
        outline = Stroke(stroke.color, Um(round(stroke.width / scale)), stroke.dash)
        shapes = (*(Shape(part.path, None, outline) for part in shapes), *shapes)
    out.append(Group(shapes, Transform(scale, 0.0, 0.0, scale, x, y), origin=element.origin))


def _image_size(
    context: LayoutContext, element: Element, aw: int | None, ah: int | None
) -> tuple[int, int] | None:
    """Width and height of an image from what is given and its own proportions; None where
    neither is given.
    """
    width, height = extent(element, "width", aw), extent(element, "height", ah)
    picture = context.stylesheet.resources.picture(element.attrs)
    aspect = picture.ref.width / picture.ref.height if picture else 1.0
    if width is not None:
        return width, round(width / aspect) if height is None else height
    return None if height is None else (round(height * aspect), height)


@element_type(
    "image",
    f"{PLACED} src fit position zoom radius mask viewbox raster",
    measure=_image_size,
    holds="nothing",
)
def image(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """A bitmap that covers its box (cut at its edges), is contained in it, or is stretched over it.

    It lies where its box says. Where it touches the trim the bleed shows what is cut off there,
    else the picture mirrored at its edge: made larger instead it would lose what is drawn along its
    edges, and no longer lie where a board says that its spaces are.
    """
    from pnp.layout import image_fit

    resources = context.stylesheet.resources
    picture = resources.picture(element.attrs)
    elements(element)
    if picture is None:  # reported by the stage that read the images
        if element.attrs.get("src", "") in resources.missing:
            out.append(image_fit.placeholder(context, element, area))
        return
    ref = picture.ref
    dpi = picture.dpi if isinstance(picture, Picture) else None
    placed, seen = image_fit.place(context, element, area, (ref.width, ref.height), dpi)
    round_by, mask = image_fit.radius(element, area), _outline(element, "mask", area)
    drawn = _pictured(context, element, picture, placed)
    if round_by:
        clip, shown = _rectangle(seen, round_by), seen
    else:
        clip, shown = (_rectangle(seen), seen) if mask else _extend_into_bleed(context, seen)
    if placed == shown and not round_by:
        items: tuple[Item, ...] = (drawn,)
    else:
        both: tuple[Item, ...] = (drawn, *_mirrored(drawn, placed, shown))
        items = (Group(both, None, clip, 1.0, element.origin),)
    out.extend((Group(items, None, mask, 1.0, element.origin),) if mask else items)


def _pictured(
    context: LayoutContext, element: Element, picture: Picture | Drawing, placed: Rect
) -> Item:
    """An image in its place: a bitmap, the parts of an SVG image, or those as a bitmap of so many
    dots an inch as `raster` asks for.
    """
    if isinstance(picture, Picture):
        if "raster" in element.attrs:
            message = f'raster is for SVG images; "{picture.ref.name}" is a bitmap'
            raise LayoutProblem(element, message, "take raster away", "P420")
        return Image(placed, picture.ref, element.origin)
    if "raster" not in element.attrs:
        from pnp.layout.svg_image import drawn_in

        return drawn_in(picture, placed, element.origin)
    dots = _DPI.fullmatch(element.attrs["raster"])
    if not dots or not 72 <= int(dots[1]) <= 1200:
        message = ": expected 72dpi to 1200dpi"
        raise wrong(element, "raster", element.attrs["raster"], message, 'raster="300dpi"')
    width, height = (max(1, round(side * int(dots[1]) / INCH)) for side in placed.size)
    try:
        ref = context.stylesheet.resources.raster(picture, width, height)
    except Problems as problem:
        first = problem.diagnostics[0]
        raise LayoutProblem(element, first.message, first.hint, first.code) from None
    return Image(placed, ref, element.origin)


_DPI = re.compile(r"\s*([0-9]{1,4})\s*dpi\s*")


def _reflections(start: int, end: int, first: int, last: int) -> list[tuple[float, float]]:
    """Scale and shift of what lies from start to end, and of that mirrored at each end beyond
    which more is shown.
    """
    mirrors = [edge for edge, more in ((start, first < start), (end, last > end)) if more]
    return [(1.0, 0.0), *((-1.0, 2.0 * edge) for edge in mirrors)]


def _mirrored(image: Item, placed: Rect, shown: Rect) -> Iterator[Group]:
    """An image mirrored at each of its edges and corners beyond which more is shown."""
    if not placed.width or not placed.height:
        return
    for a, e in _reflections(placed.x, placed.right, shown.x, shown.right):
        for d, f in _reflections(placed.y, placed.bottom, shown.y, shown.bottom):
            if a < 0 or d < 0:
                yield Group((image,), Transform(a, 0.0, 0.0, d, e, f), origin=image.origin)
