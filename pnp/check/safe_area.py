"""P313 – a text stands outside the safe area.

Cutting by hand or machine drifts by 1 mm and more, so text keeps a distance from the trim: `safe:
3mm` of the component (where nothing is said 3 mm, 3.5 mm for player aids, 2 mm for boxes, 0.5 mm
for tokens; print-on-demand houses ask for 1/8 in or 3 to 5 mm). The trim of a token that is round,
or has more corners or fewer than four, is its outline; that of a box, a die or a standee is what
its net is cut along.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.assets.path_geometry import STEP, covers
from pnp.assets.paths import moved
from pnp.check.component_faces import ComponentFaces, each_distinct_face
from pnp.compose.element_trees import BACK, Findings
from pnp.diagnostics import Diagnostic, Span, error
from pnp.face import Face
from pnp.units.geometry import IDENTITY, Um, millimetres, rect, turned

CODE = "P313"
TOLERANCE = 20
"""Micrometres of rounding that are no fault."""


def check(sides: ComponentFaces) -> Findings:
    """Every text that comes nearer to the trim than it may."""
    safe = sides.component.safe

    def rule(face: Face) -> Iterator[Diagnostic]:
        outlines = _outlines(sides, face)
        if outlines:
            yield from _cut_off(sides, face, outlines)
            return
        area = rect(0, 0, face.size.width, face.size.height).inset(safe - TOLERANCE)
        left, top, right, bottom = area.x, area.y, area.right, area.bottom
        nearest: dict[
            Span | None, int
        ] = {}  # by template line, or a long text would be told line by line
        for ink in sides.inks(face):
            if left <= ink[1] and ink[3] <= right and top <= ink[0] and ink[2] <= bottom:
                continue
            text, transform = ink[5:]
            box = sides.ink_box(text, transform)
            if area.contains(box):
                continue
            near = min(box.x, box.y, face.size.width - box.right, face.size.height - box.bottom)
            nearest[text.origin] = min(near, nearest.get(text.origin, near))
        for origin, near in nearest.items():
            where = f"{millimetres(near)} from" if near >= 0 else f"{millimetres(-near)} beyond"
            hint = "move it inwards, or lower safe: of the component"
            yield error(
                CODE,
                f"a text stands {where} the trim; the safe area begins at {millimetres(safe)}",
                origin,
                hint,
            )

    return each_distinct_face(sides, rule)


def _outlines(sides: ComponentFaces, face: Face) -> tuple[str, ...]:
    """What a face is cut along where that is no rectangle; the back of a piece is seen from
    behind, a folded piece has both in one.
    """
    card, side, *_ = sides.first(face)
    kind, details = sides.component.kind, sides.component.details
    net = details.net if kind == "box" else details.nets.get(card.id) if kind == "tokens" else None
    if net is not None:
        return tuple(net.cuts)
    if card.outline is None or card.size is None:
        return ()
    from pnp.assets.die_lines import mirrored

    behind = mirrored(card.outline, card.size)
    if sides.component.details.sides.get(card.id) == "fold":
        return card.outline, moved(behind, turned(180, rect(0, card.size.height, *card.size)))
    return (behind if side == BACK else card.outline,)


def _cut_off(sides: ComponentFaces, face: Face, outlines: tuple[str, ...]) -> Iterator[Diagnostic]:
    """Texts with a corner that is nearer to an outline than it may be, or beyond it."""
    safe = sides.component.safe
    told: set[Span | None] = set()
    for text, transform in sides.texts(face):
        box = sides.ink_box(text, transform).inset(Um(min(0, STEP - safe)))
        corners = ((box.x, box.y), (box.right, box.y), (box.x, box.bottom), (box.right, box.bottom))
        if text.origin not in told and not any(
            all(covers(outline, IDENTITY, x, y) for x, y in corners) for outline in outlines
        ):
            told.add(text.origin)
            hint = "move it inwards, set it smaller, or lower safe: of the component"
            message = (
                f"a text stands nearer than {millimetres(safe)} to the outline that its piece is"
                " cut along, or beyond it"
            )
            yield error(CODE, message, text.origin, hint)
