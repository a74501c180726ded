"""Reads the gradients of SVG files: what an element of that kind, and those that it goes on from,
say of a fill.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from pnp.assets import Gradient, paths
from pnp.assets.svg_values import View, Wrong, color, length, share, transform
from pnp.units.color import Color
from pnp.units.geometry import Transform

if TYPE_CHECKING:
    from pnp.assets.svg_paint import Paint
    from pnp.assets.svg_tree import Node
    from pnp.assets.svg_walk import Reader

_NAMES = ("linearGradient", "radialGradient")
_LONGEST = 20
"""Gradients that may go on from each other."""
_MAX_STOPS = 200
_EDGE = 0.9999
"""How far from the middle a focus may lie, as a share of the radius."""
Stop = tuple[float, Color, float]


def gradient(
    reader: Reader, node: Node, name: str, d: str, paint: Paint
) -> Gradient | Color | str | None:
    """The fill that a reference names: a gradient, a colour (`#rrggbb`, `#rrggbbaa`), "" where
    nothing is filled; None where the name leads nowhere. Raises Wrong.
    """
    chain: list[Node] = []
    while name:
        target = reader.ids.get(name)
        if target is None and not chain:
            return None
        if target is None or target in chain or len(chain) >= _LONGEST:
            reader.lost(node, f'the gradient "{name}" leads to nothing, or back to itself')
            return ""
        if target.tag not in _NAMES:
            raise Wrong(f'fill="url(#{name[:40]})" leads to a <{target.tag}>, not to a gradient')
        chain.append(target)
        name = target.attributes.get("href", "").strip().removeprefix("#")
    said: dict[str, str] = {}
    for one in reversed(chain):
        said |= reader.sheet.of(one)
    if said.get("spreadMethod", "pad") != "pad":
        raise Wrong(f'spreadMethod="{said["spreadMethod"][:40]}" cannot be drawn')
    holder = next((one for one in chain if any(c.tag == "stop" for c in one.nodes)), None)
    stops = _stops(reader, holder, paint) if holder else []
    if not stops:
        return ""
    view, outer = paint.view, paint.transform
    if said.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox":
        area = paths.bounds(paths.canonical(d, reader.scale))
        if not area.width or not area.height:
            return ""
        sides = [side / reader.scale for side in area]
        outer = Transform(sides[2], 0, 0, sides[3], *sides[:2]).then(outer)
        view = (1.0, 1.0)
    placed = _placed(chain[0].tag, said, view)
    last = stops[-1]
    matrix = None
    if placed:
        by = reader.scale
        matrix = placed[0].then(transform(said.get("gradientTransform", ""))).then(outer)
        matrix = matrix.then(Transform(a=by, d=by))
        a, b, c, d_, _, _ = matrix
        if abs(a * d_ - b * c) < 1e-6 or max(map(abs, matrix)) > paths.MAX_NUMBER:
            matrix = None
    if matrix is None or len(stops) == 1:
        alpha = round(255 * last[2])
        return last[1] + (f"{alpha:02x}" if alpha < 255 else "")
    assert placed
    return Gradient(tuple(_whole(stops)), matrix, placed[1])


def _placed(
    tag: str, said: dict[str, str], view: View
) -> tuple[Transform, tuple[float, float] | None] | None:
    """The way from the unit line or circle to the gradient's own coordinates, and the focus; None
    where it has no length. Raises Wrong.
    """

    def at(key: str, otherwise: str) -> float:
        return length(said.get(key, otherwise), key, view)

    if tag == "linearGradient":
        x1, y1, x2, y2 = at("x1", "0%"), at("y1", "0%"), at("x2", "100%"), at("y2", "0%")
        across, down = x2 - x1, y2 - y1
        if not hypot(across, down):
            return None
        return Transform(across, down, -down, across, x1, y1), None
    if length(said.get("fr", "0"), "fr", view):
        raise Wrong(f'fr="{said["fr"][:40]}" cannot be drawn')
    cx, cy, r = at("cx", "50%"), at("cy", "50%"), at("r", "50%")
    if r <= 0:
        return None
    x = (length(said["fx"], "fx", view) - cx) / r if "fx" in said else 0.0
    y = (length(said["fy"], "fy", view) - cy) / r if "fy" in said else 0.0
    out = hypot(x, y) / _EDGE
    focus = (x / out, y / out) if out > 1 else (x, y)
    return Transform(r, 0, 0, r, cx, cy), focus


def _stops(reader: Reader, holder: Node, paint: Paint) -> list[Stop]:
    """The stops of a gradient, each no earlier than the one before. Raises Wrong."""
    found: list[Stop] = []
    least = 0.0
    for node in holder.nodes:
        if node.tag != "stop":
            continue
        own = reader.sheet.of(node)
        least = max(least, share(own.get("offset", "0"), "offset"))
        said = own.get("stop-color", "#000000")
        value = color("stop-color", said)
        if value is None:
            value = paint.color or "#000000"
        if value == "":  # "transparent"
            value = "#00000000"
        alpha = int(value[7:], 16) / 255 if len(value) > 7 else 1.0
        seen = share(own.get("stop-opacity", "1"), "stop-opacity")
        found.append((least, Color(value[:7]), round(seen * alpha, 3)))
        if len(found) > _MAX_STOPS:
            raise Wrong(f"its gradient has more than {_MAX_STOPS} stops")
    return found


def _whole(stops: list[Stop]) -> list[Stop]:
    """Stops from 0 to 1: the first and the last go on."""
    first, last = stops[0], stops[-1]
    return [
        *([] if first[0] == 0 else [(0.0, *first[1:])]),
        *stops,
        *([] if last[0] == 1 else [(1.0, *last[1:])]),
    ]
