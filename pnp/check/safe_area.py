"""P313 – a text stands outside the safe area.

Cutting by hand or machine drifts by 1 mm and more, so text keeps a distance from the trim: `safe: 3mm` of the component (3 mm where
nothing is said; print-on-demand houses ask for 1/8 in or 3 to 5 mm).
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.sides import Sides, each_look
from pnp.compose.faces import Findings
from pnp.diagnostics import Diagnostic, Span, error
from pnp.face import Face
from pnp.geometry import IDENTITY, millimetres, rect

CODE = "P313"
TOLERANCE = 20
"""Micrometres of rounding that are no fault."""


def check(sides: Sides) -> Findings:
    """Every text that comes nearer to the trim than it may."""
    safe = sides.component.safe

    def rule(face: Face) -> Iterator[Diagnostic]:
        area = rect(0, 0, face.size.width, face.size.height).inset(safe - TOLERANCE)
        left, top, right, bottom = area.x, area.y, area.right, area.bottom
        nearest: dict[Span | None, int] = {}  # by template line, or a long text would be told line by line
        for text, transform in sides.texts(face):
            if transform is IDENTITY:
                up, down = sides.reach(text)
                if left <= text.x and text.x + text.width <= right and top <= text.y - up and text.y + down <= bottom:
                    continue
            box = sides.ink_box(text, transform)
            if area.contains(box):
                continue
            near = min(box.x, box.y, face.size.width - box.right, face.size.height - box.bottom)
            nearest[text.origin] = min(near, nearest.get(text.origin, near))
        for origin, near in nearest.items():
            where = f"{millimetres(near)} from" if near >= 0 else f"{millimetres(-near)} beyond"
            hint = "move it inwards, or lower safe: of the component"
            yield error(CODE, f"a text stands {where} the trim; the safe area begins at {millimetres(safe)}", origin, hint)

    return each_look(sides, rule)
