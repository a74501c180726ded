"""P241 – a deck lies in no box, or in several.

A game with boxes puts each of its decks away in one of them. One that stays outside says
`boxed: no`.

Wrong: `holds: [heroes]` and `holds: [heroes, events]`. Right: each deck under one `holds:`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, Note, warning
from pnp.model.game import Game

CODE = "P241"


def check(game: Game) -> Iterator[Diagnostic]:
    """Each deck that is not in exactly one box, where there are boxes."""
    boxes = [one for one in game.components.values() if one.kind == "box" and one.details.holds]
    for deck in game.components.values() if boxes else ():
        if deck.kind != "deck" or not deck.boxed:
            continue
        holding = [box for box in boxes if deck.id in box.details.holds]
        if len(holding) != 1:
            names = " and ".join(f'"{box.id}"' for box in holding)
            where = f"lies in {names}" if names else "lies in no box"
            notes = [Note(f'"{box.id}" holds it here', box.raw.at("holds")) for box in holding]
            hint = "name it under holds: of one box, or say boxed: no of it"
            yield warning(CODE, f'the deck "{deck.id}" {where}', deck.raw.span(), hint, notes)
