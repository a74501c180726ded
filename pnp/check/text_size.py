"""P312 – a text is smaller than can be read.

Below 5 pt no printer holds a text: an error. Below the game's `limits: {text_floor: 7.5pt}` (7 pt
where nothing is said, 5 pt at least) it is a warning. Where the texts of a group are small because
one of them does not fit otherwise, that one is named. Figures: print-on-demand houses ask for 5 pt
at least and recommend 7 to 8 pt.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.component_faces import ComponentFaces, each_distinct_face
from pnp.compose.element_trees import Findings
from pnp.diagnostics import Diagnostic, error, warning
from pnp.face import Face
from pnp.model.game import LEAST_TEXT
from pnp.units.geometry import IDENTITY

CODE = "P312"


def check(sides: ComponentFaces) -> Findings:
    """Every text under its floor."""
    floor = sides.game.limits.text_floor

    def rule(face: Face) -> Iterator[Diagnostic]:
        first = sides.first(face) if sides.followers else None
        for text, transform in sides.texts(face):
            if (
                text.size >= floor and transform is IDENTITY
            ) or text.origin is None:  # what no template says is a word of ours
                continue
            if first and (first.side, first.card.id, text.origin) in sides.followers:
                continue
            size = text.size * abs(transform.a * transform.d - transform.b * transform.c) ** 0.5
            if size < LEAST_TEXT - 1e-6:
                told = f"a text is set at {size:g} pt; nothing below {LEAST_TEXT:g} pt can be read"
                yield error(
                    CODE,
                    told,
                    text.origin,
                    "give it a larger size or min; where it does not fit then, shorten it",
                )
            elif size < floor - 1e-6:
                hint = (
                    "give it a larger size or min, more room or fewer words, or lower limits:"
                    " text_floor"
                )
                yield warning(
                    CODE,
                    f"a text is set at {size:g} pt, under the floor of {floor:g} pt",
                    text.origin,
                    hint,
                )

    return each_distinct_face(sides, rule)
