"""Decks as pnp reads them, a game folder each:

`game.yaml`, the cards in YAML, the pictures; the templates beside them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.deck import Card

GAME = Path(__file__).parent / "game"
TEMPLATES = ("card.xml", "back.xml", "picture.xml")


def write_workspace(home: Path) -> None:
    """A workspace with the templates of the deck and no game yet."""
    templates = home / "templates" / "bench"
    templates.mkdir(parents=True, exist_ok=True)
    (home / "pnp.yaml").write_text("paper: a4\nduplex: long\n", encoding="utf-8")
    for name in TEMPLATES:
        shutil.copyfile(GAME / name, templates / name)


def write_game(
    home: Path, name: str, cards: Sequence[Card], pictures: Iterable[Path], front: str = "card.xml"
) -> Path:
    """A game of one deck; it reads only its own folder, so the pictures get a second name there."""
    folder = home / "data" / name
    for part in ("cards", "art"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    game = (
        (GAME / "game.yaml").read_text(encoding="utf-8").replace("bench/card.xml", f"bench/{front}")
    )
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    (folder / "cards" / "cards.yaml").write_text(written(cards), encoding="utf-8")
    (folder / "rules.yaml").write_text(promises(cards), encoding="utf-8")
    for picture in pictures:
        if not (folder / "art" / picture.name).exists():
            os.link(picture, folder / "art" / picture.name)
    return folder


def written(cards: Sequence[Card]) -> str:
    """Cards as a person writes them; texts with marks of YAML in quotes."""
    lines = ["cards:"]
    for card in cards:
        lines += [
            f"  - id: {card.id}",
            f"    title: {card.title}",
            f'    border: "{card.border}"',
            f'    tint: "{card.tint}"',
            f"    icon: {card.icon}",
            f"    art: {card.art}",
            f'    body: "{card.body}"',
            f"    foot: {card.foot}",
        ]
        if card.count > 1:
            lines.append(f"    count: {card.count}")
    return "\n".join(lines) + "\n"


def promises(cards: Sequence[Card]) -> str:
    """What the rules of such a deck would promise: how many cards, and that no footer stands
    twice.
    """
    total = sum(card.count for card in cards)
    copies = ", copies: yes" if total > len(cards) else ""
    return (
        f"- {{id: B1, says: {total} cards, kind: count, of: cards, is: {total}, basis: ours}}\n-"
        f" {{id: B2, says: no footer twice, kind: unique, of: cards, field: foot{copies}, basis:"
        " ours}\n"
    )
