"""Less ink: a finished face in pale fills or in greys, with the same words, letters, patterns and
icons.

A stage between layout and imposition, pure over faces. `full` is the face itself, `low` gives every
big fill a pale stand-in of the same hue (see `pnp.ink.low`), `grey` every colour its grey of the
same luminance.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pnp.assets.images import Picture, greyed
from pnp.face import Face


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
    from pnp.ink.grey import in_grey

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
