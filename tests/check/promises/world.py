"""A game with a board, tokens of player colours, and a reference, and what is said of one
promise about it.
"""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from model.toy import findings

from pnp.check import promises

HEAD = "id: X1, says: so it is, basis: stated"
GAME = """\
title: World
players: {min: 2, max: 3, colours: [red, tan, sky]}
facts: {workers: 5, low: 1, high: 3, hand: 2, days: 4, none: 0}
terms:
  hue: {red: , tan: , sky: }
components:
  cells:
    kind: deck
    cards:
      - {id: c1, name: Skin, place: 1, price: 10, rents: 1+5+9, group: a}
      - {id: c2, name: Gut, place: 2, price: 10, rents: 2+6+9, group: a}
      - {id: c3, name: Lung, place: 3, price: 30, rents: 3+7+9, group: b, count: 2}
    fields: {name: text, place: int, price: int, rents: {list: int}, group: text}
    front: front.xml
  workers:
    kind: tokens
    tokens:
      - {id: worker, for_each: players.colours, count: 5}
    front: front.xml
  upgrades:
    kind: tokens
    tokens:
      - {id: speed, count: 3, sort: fast}
      - {id: force, count: 3, sort: strong}
    fields: {sort: text}
    front: front.xml
  board:
    kind: board
    data: board.yaml
    size: 200mm x 200mm
    front: front.xml
  help:
    kind: reference
    text: help.md
"""
BOARD = """\
tracks:
  days: {from: 1, to: 4, at: [10mm, 10mm], cell: 10mm}
spaces:
  A: {at: [20mm, 50mm], size: 10mm, kind: cell, label: Skin, links: [B]}
  B: {at: [50mm, 50mm], size: 10mm, kind: cell, label: Gut, links: [C]}
  C: {at: [80mm, 50mm], size: 10mm, kind: cell, label: Lung, links: [D]}
  D: {at: [110mm, 50mm], size: 10mm, kind: free}
areas:
  site: {at: [100mm, 80mm], size: [20mm, 20mm], kind: site}
"""
HELP = """\
# Your turn

Draw **up to two** cards, then play
{{ facts.high | words }} of them. Draw 2 at the end.
"""


def judged(
    folder: Path,
    promise: str,
    *changes: tuple[str, str],
    head: str = HEAD,
    files: dict[str, str] | None = None,
) -> str:
    """What is said of a promise after texts were exchanged, each of which must stand once in one
    of the files.
    """
    texts = {
        "game.yaml": GAME,
        "board.yaml": BOARD,
        "help.md": HELP,
        "rules.yaml": f"- {{{head}, {promise}}}\n",
        **(files or {}),
    }
    for old, new in changes:
        name = next(
            name for name, text in texts.items() if text.count(old) == 1 and name != "rules.yaml"
        )
        texts[name] = texts[name].replace(old, new)
    with patch.object(
        promises, "MAX_MORE", 0
    ):  # the places that may be at fault have tests of their own
        return findings(folder, texts)
