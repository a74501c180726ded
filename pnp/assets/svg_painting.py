"""Paints the paths of an SVG file: how each is filled and stroked, in one part or in several."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from pnp.assets import Gradient, LineStyle, paths
from pnp.assets.svg_paint import AS_IMAGE, URL, Paint
from pnp.assets.svg_tree import Node
from pnp.assets.svg_values import Wrong, color
from pnp.assets.vector import Part, PartGroup
from pnp.units.color import Color
from pnp.units.geometry import Transform

if TYPE_CHECKING:
    from pnp.assets.svg_walk import Reader


def painted(
    reader: Reader,
    node: Node,
    d: str,
    path: str,
    paint: Paint,
    wanted: tuple[bool, bool],
    out: list[Part | PartGroup],
) -> None:
    """Fill and stroke a path, as one part where that looks the same."""
    filled, stroked = wanted
    fill: Color | Gradient | None = None
    stroke: Color | None = None
    seen = behind = 1.0
    if filled:
        filled, fill, seen = _fill(reader, node, d, paint)
    width, local = 0, None
    if stroked:
        stroke, behind = _stroke(reader, node, paint)
        width, local = _width(reader, paint)
        stroked = width > 0
    rule = paint.even_odd and not reader.sort.is_icon
    line, dash = _line(paint, width)
    parts: list[Part | PartGroup] = []
    apart = local or paint.stroke_first or seen < 1 or behind < 1
    if filled and stroked and not (apart or isinstance(fill, Gradient)):
        out.append(Part(path, fill, True, stroke, width, dash, line, rule))
        return
    if filled and seen > 0:
        part = Part(path, fill, even_odd=rule)
        parts.append(part if seen == 1 else PartGroup((part,), opacity=seen))
    if stroked and behind > 0:
        along = path
        if local:
            along = paths.canonical(d, reader.scale * paths.stretch(paint.transform)[1])
        drawn = Part(along, None, False, stroke, width, dash, line)
        alone = local is None and behind == 1
        parts.append(drawn if alone else PartGroup((drawn,), local, None, behind))
    out += reversed(parts) if paint.stroke_first else parts


def _fill(
    reader: Reader, node: Node, d: str, paint: Paint
) -> tuple[bool, Color | Gradient | None, float]:
    """Whether a path is filled, with what, and how opaque. Raises Wrong."""
    fill, seen = paint.fill, paint.fill_opacity
    match = URL.fullmatch(fill) if fill else None
    if match:
        if reader.sort.is_icon:
            raise Wrong(f'fill="{fill}" is not a plain colour', hint=AS_IMAGE)
        from pnp.assets.svg_gradients import gradient

        made = gradient(reader, node, match[1], d, paint)
        if isinstance(made, Gradient):
            return True, made, seen
        if made is not None:
            fill = made
        elif match[2]:
            fill = color("fill", match[2])
        else:
            reader.lost(node, f'fill="{fill}" leads to no gradient')
            return False, None, seen
    plain, alpha = _parted(fill if fill is not None else paint.color)
    if fill == "":
        return False, None, seen
    return True, plain, seen * alpha


def _stroke(reader: Reader, node: Node, paint: Paint) -> tuple[Color | None, float]:
    """The colour of a stroke, and how opaque it is. Raises Wrong."""
    stroke = paint.stroke
    if stroke and stroke.startswith("url("):
        said = f'stroke="{stroke[:40]}" is not a plain colour'
        raise Wrong(f"{said}; only fills have gradients")
    plain, alpha = _parted(stroke if stroke is not None else paint.color)
    return plain, paint.stroke_opacity * alpha


def _width(reader: Reader, paint: Paint) -> tuple[int, Transform | None]:
    """The width of a stroke in steps; where it is stretched, that before it is, and the way
    from there. Raises Wrong.
    """
    low, high = paths.stretch(paint.transform)
    if high <= 1.02 * low:
        wide = paint.stroke_width * sqrt(low * high) * reader.scale
        return round(min(wide, paths.MAX_NUMBER)), None
    if reader.sort.is_icon:
        raise Wrong("its stroke is stretched more in one direction than in the other")
    if low * 1e6 < high:
        return 0, None
    a, b, c, d, e, f = paint.transform
    by = reader.scale
    local = Transform(a / high, b / high, c / high, d / high, e * by, f * by)
    return round(min(paint.stroke_width * high * by, paths.MAX_NUMBER)), local


def _line(paint: Paint, width: int) -> tuple[LineStyle | None, tuple[int, ...]]:
    """The style of a line so wide, its dashes in steps."""
    if not width or not paint.dash or not any(paint.dash):
        return paint.line, ()
    by = width / paint.stroke_width
    dash = tuple(round(part * by) for part in paint.dash)
    if max(dash) < 1:
        return paint.line, ()
    offset = round(paint.offset * by) % (2 * sum(dash))
    style = (paint.line or LineStyle())._replace(offset=offset)
    return style if offset or paint.line else None, dash


def _parted(value: str | None) -> tuple[Color | None, float]:
    """A colour without its alpha, and that."""
    if not value:
        return None, 1.0
    return Color(value[:7]), int(value[7:], 16) / 255 if len(value) > 7 else 1.0
