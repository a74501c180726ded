"""P317 – the backs of a deck do not look alike.

A card that can be told by its back spoils a shuffled deck. `backs: same` (what is assumed) promises
one back for all; `backs: each` says that each card has its own, which a shuffled deck must not.
Pieces of other sizes or shapes are told apart anyway: the backs of those that are alike in both are
compared.
"""

from __future__ import annotations

from pnp.check.component_faces import ComponentFaces
from pnp.diagnostics import Diagnostic, Note, error
from pnp.face import digest
from pnp.model.game import Card
from pnp.units.geometry import Size

CODE = "P317"


def check(sides: ComponentFaces) -> list[Diagnostic]:
    """A deck whose backs differ though they must not."""
    deck = sides.component
    if deck.backs == "each" and not deck.shuffled:
        return []
    backs: dict[tuple[Size, str | None], dict[str, Card]] = {}
    digests: dict[int, str] = {}
    for placed in sides.laid:
        if placed.side == "back":
            face = placed.face
            look = digests.get(id(face)) or digests.setdefault(id(face), digest(face))
            alike = backs.setdefault((face.size, placed.card.outline), {})
            alike.setdefault(look, placed.card)
    differing = next((cards for cards in backs.values() if len(cards) > 1), None)
    if differing is None:
        return []
    one, other = list(differing.values())[:2]
    cards = f'cards "{one.id}" and "{other.id}"' if one != other else f'the copies of "{one.id}"'
    message = f'the backs of "{deck.id}" differ ({len(differing)} looks): {cards}'
    hint = (
        "use nothing of the card in the back's template"
        if deck.shuffled
        else "say backs: each if every card has its own"
    )
    return [
        error(
            CODE,
            message,
            deck.raw.at("backs"),
            hint,
            [Note(f'card "{other.id}" is here', other.span)],
        )
    ]
