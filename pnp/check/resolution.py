"""P402 – an image is too coarse for its size on paper.

Under 150 dots an inch single dots are seen at arm's length: an error. Under 250 it is a warning;
printers ask for 300. What counts is the size that it is shown at: on a card that a rulebook shows
twice as large it has half the dots. A desk copy (`--board-scale`) is not reckoned with.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from operator import itemgetter

from pnp.check.component_faces import ComponentFaces, each_distinct_face
from pnp.compose.element_trees import Findings
from pnp.diagnostics import Diagnostic, error, warning
from pnp.face import Face, Group, Image, Item
from pnp.units.geometry import IDENTITY, INCH, Transform

CODE = "P402"
LEAST, WISHED, ADVISED = 150, 250, 300
"""Dots an inch."""


def check(sides: ComponentFaces) -> Findings:
    """Every image with too few pixels an inch."""
    return each_distinct_face(sides, _coarse)


def _coarse(face: Face) -> Iterator[Diagnostic]:
    for item, placed in _images(face.items, IDENTITY):
        # How large the image is on paper along its own sides, in inches.
        across = item.area.width * hypot(placed.a, placed.b) / INCH
        down = item.area.height * hypot(placed.c, placed.d) / INCH
        if not across or not down:
            continue
        ways = (
            (round(item.image.width / across), across, "across"),
            (
                round(item.image.height / down),
                down,
                "down",
            ),
        )
        dots, inches, way = min(ways, key=itemgetter(0))
        if dots < WISHED:
            say = error if dots < LEAST else warning
            message = (
                f'the image "{item.image.name}" has {dots} dots an inch at its size; {WISHED} are'
                " needed"
            )
            yield say(
                CODE,
                message,
                item.origin,
                f"use one of {inches * ADVISED:.0f} pixels or more {way}, or show it smaller",
            )


def _is_mirrored(group: Group) -> bool:
    """Whether a group shows an image a second time, beyond an edge of it (`layout.shapes`)."""
    return (
        group.transform is not None
        and group.transform.a * group.transform.d < group.transform.b * group.transform.c
    )


def _images(items: tuple[Item, ...], placed: Transform) -> Iterator[tuple[Image, Transform]]:
    for item in items:
        if type(item) is Image:
            yield item, placed
        elif type(item) is Group and not _is_mirrored(item):
            yield from _images(
                item.items, placed if item.transform is None else item.transform.then(placed)
            )
