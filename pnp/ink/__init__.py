"""Makes a finished face cost less ink: pale fills or greys, with the same words, letters, patterns
and icons.

A stage between layout and imposition, pure over faces. `full` is the face itself, `low` gives every
big fill a pale stand-in of the same hue (see `pnp.ink.low`), `grey` every colour its grey of the
same luminance: what a black-and-white printer makes of it, and what somebody without colour vision
sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pnp.assets import Gradient
from pnp.assets.images import Picture, grey_ref, greyed
from pnp.face import Face, Group, Image, Item, Shape, Text
from pnp.units.color import grey


class Ink(StrEnum):
    """How much ink a print may cost."""

    FULL = "full"
    LOW = "low"
    GREY = "grey"


def inked(face: Face, ink: Ink) -> Face:
    """A face as it is printed with so much ink; the same face for `full`.

    Its texts, their sizes and their places stay as they are.
    """
    if ink is Ink.FULL:
        return face
    if ink is Ink.LOW:
        from pnp.ink.low import in_pale

        return face._replace(items=in_pale(face))
    return face._replace(items=in_grey(face.items))


def pictures(images: Mapping[str, Picture], ink: Ink) -> dict[str, Picture]:
    """The images that inked faces name, by content hash: for `grey` those in grey, else the
    same.
    """
    return (
        {made.ref.hash: made for made in map(greyed, images.values())}
        if ink is Ink.GREY
        else dict(images)
    )


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
        fill = item.fill.in_colors(grey) if isinstance(item.fill, Gradient) else item.fill
        return item._replace(fill=grey(fill) if isinstance(fill, str) else fill, stroke=stroke)
    if type(item) is Image:
        return item._replace(image=grey_ref(item.image))
    assert type(item) is Group
    drawing = f"{item.drawing}-grey" if item.drawing else ""
    return item._replace(items=in_grey(item.items), drawing=drawing)
