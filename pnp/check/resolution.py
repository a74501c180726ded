"""P402 – an image is too coarse for its size on paper.

Under 150 dots an inch single dots are seen at arm's length: an error. Under 250 it is a warning; printers ask for 300.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.sides import Sides, each_look
from pnp.compose.faces import Findings
from pnp.diagnostics import Diagnostic, error, warning
from pnp.face import Face, Group, Image, Item
from pnp.geometry import INCH

CODE = "P402"
LEAST, WISHED = 150, 250


def check(sides: Sides) -> Findings:
    """Every image with too few pixels an inch."""

    def rule(face: Face) -> Iterator[Diagnostic]:
        for item in _images(face.items):
            if not item.area.width or not item.area.height:
                continue
            dpi = round(min(item.image.width * INCH / item.area.width, item.image.height * INCH / item.area.height))
            if dpi < WISHED:
                say = error if dpi < LEAST else warning
                wanted = round(item.area.width / INCH * 300)
                message = f'the image "{item.image.name}" has {dpi} dots an inch at its size; {WISHED} are needed'
                yield say(CODE, message, item.origin, f"use one of {wanted} pixels or more across, or print it smaller")

    return each_look(sides, rule)


def _images(items: tuple[Item, ...]) -> Iterator[Image]:
    for item in items:
        if type(item) is Image:
            yield item
        elif type(item) is Group:
            yield from _images(item.items)
