"""P207 – two cards of a deck have the same id.

An id names a card in reports, manifests and file names, and says which card changed since the last
print run. Several copies of one card are `count: 3`, not three entries.

Wrong: two cards `- {id: bribe}`. Right: `- {id: bribe, count: 2}`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic
from pnp.model.deck import doubles
from pnp.model.game import Game

CODE = "P207"


def check(game: Game) -> Iterator[Diagnostic]:
    """Every second use of an id."""
    for deck in game.components.values():
        yield from doubles(deck.cards, "id" in deck.raw)
