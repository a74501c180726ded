"""P316 – a face has nothing on it.

A template that draws nothing for a card is nearly always a mistake: a condition that never holds, a
loop over an empty list. For cards without a back leave out `back:`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.component_faces import ComponentFaces, each_distinct_face
from pnp.compose.element_trees import BACK, Findings
from pnp.diagnostics import Diagnostic, error
from pnp.face import Face, Group, Shape, walk
from pnp.units.color import WHITE

CODE = "P316"


def _visible(face: Face) -> bool:
    for item in walk(face.items):
        if isinstance(item, Group) or (
            isinstance(item, Shape) and item.fill in (None, WHITE) and item.stroke is None
        ):
            continue
        return True
    return False


def check(sides: ComponentFaces) -> Findings:
    """Every look without ink."""

    def rule(face: Face) -> Iterator[Diagnostic]:
        if not _visible(face):
            condition = "look for a condition in its template that never holds"
            hint = (
                "leave out back: for cards without a back"
                if sides.first(face).side == BACK
                else condition
            )
            yield error(
                CODE, f'a face of "{sides.component.id}" is blank', sides.component.raw.span(), hint
            )

    return each_distinct_face(sides, rule)
