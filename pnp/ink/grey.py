"""A face in greys: what a black-and-white printer makes of it, and what somebody without colour
vision sees.
"""

from __future__ import annotations

from pnp.assets.images import grey_ref
from pnp.face import Group, Image, Item, Shape, Text
from pnp.units.color import grey


def in_grey(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items with every colour as the grey of its luminance, so that contrasts stay; images
    by their grey twins.
    """
    return tuple(_grey(item) for item in items)


def _grey(item: Item) -> Item:
    if type(item) is Text:
        return item._replace(color=grey(item.color))
    if type(item) is Shape:
        stroke = item.stroke._replace(color=grey(item.stroke.color)) if item.stroke else None
        return item._replace(fill=grey(item.fill) if item.fill else None, stroke=stroke)
    if type(item) is Image:
        return item._replace(image=grey_ref(item.image))
    assert type(item) is Group
    return item._replace(items=in_grey(item.items))
