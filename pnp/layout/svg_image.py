"""Places an SVG image on a face: its parts as items, cut at its edges."""

from __future__ import annotations

from functools import lru_cache

from pnp.assets.paths import rectangle
from pnp.assets.vector import Drawing, Part, PartGroup
from pnp.diagnostics import Span
from pnp.face import Group, Item
from pnp.layout.text_element import shape_of
from pnp.units.color import BLACK
from pnp.units.geometry import Rect, Transform, rect


def drawn_in(drawing: Drawing, area: Rect, origin: Span) -> Group:
    """An SVG image stretched over a rectangle."""
    _, key, width, height = drawing.ref
    where = Transform(area.width / width, 0.0, 0.0, area.height / height, area.x, area.y)
    edge = rectangle(rect(0, 0, width, height))
    return Group(_items(drawing), where, edge, 1.0, origin, key)


@lru_cache(maxsize=64)
def _items(drawing: Drawing) -> tuple[Item, ...]:
    return tuple(map(_item, drawing.parts))


def _item(part: Part | PartGroup) -> Item:
    if isinstance(part, Part):
        return shape_of(part, BLACK)
    return Group(tuple(map(_item, part.parts)), part.transform, part.clip, part.opacity)
