"""A game of two decks, and what is said of one promise about it."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from model.toy import findings

from pnp.check import promises

GAME = """\
title: Toy
players: {min: 2, max: 4}
facts: {cards: 4, low: 1, high: 2, half: 0.5}
sources: {rules: Toy rules}
terms: {suit: {sun: , moon: {label: The moon}}}
components:
  deck:
    kind: deck
    cards:
      - {id: a, suit: sun, rank: 1, name: Ann, signs: sun}
      - {id: b, suit: sun, rank: 2, name: Bob, signs: moon}
      - {id: c, suit: moon, rank: 1, name: Cid, signs: sun+moon}
      - {id: d, suit: moon, rank: 2, name: Dan}
    fields: {suit: suit, rank: {int: [1, 2]}, name: text, signs: {list: suit, optional: yes}}
    front: front.xml
  coins:
    kind: deck
    cards:
      - {id: one, worth: 1, count: 3}
      - {id: five, worth: 5, count: 2}
    fields: {worth: int}
    front: front.xml
"""
DECK = "\n  game.yaml:10:7: the deck is here"
COINS = "\n  game.yaml:19:7: the deck is here"


def judged(
    folder: Path,
    promise: str,
    head: str = "id: X1, says: so it is, basis: stated",
    changes: tuple[tuple[str, str], ...] = (),
) -> str:
    """What is said of a promise, written as the keys that its kind reads."""
    game = GAME
    for old, new in changes:
        assert game.count(old) == 1, old
        game = game.replace(old, new)
    with patch.object(
        promises, "MAX_MORE", 0
    ):  # the places that may be at fault have tests of their own
        return findings(folder, {"game.yaml": game, "rules.yaml": f"- {{{head}, {promise}}}\n"})


def column(promise: str, key: str, head: str = "id: X1, says: so it is, basis: stated") -> int:
    """Where the value of a key begins in the line that `judged` writes."""
    line = f"- {{{head}, {promise}}}"
    return line.index(f", {key}: ") + len(key) + 5
