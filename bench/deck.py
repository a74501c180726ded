"""The common deck:

N different poker cards, drawn from a seed, so that the same N gives the same cards everywhere.

A body has 40 words, two runs in `**bold**` and two inline icons `:like-this:`. What a peer prints
is these values and nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

SEED = 20240607
CARD_ICONS = (
    "brain crown compass city-car dynamite factory hearts jungle meeple microscope treasure-map"
    " world".split()
)
INLINE_ICONS = "hearts hourglass meeple flame dice-six-faces-six key".split()
BACK_ICON, BACK_TITLE, BACK_TINT, BACK_BORDER = "crown", "Core set", "#d8c9a3", "#1f2a44"
ICON_COLOR = "#222222"
COLORS = (
    ("#7a1f1f", "#f6e3df"),
    ("#1f3d7a", "#dfe7f6"),
    ("#1f6b35", "#e0f3e5"),
    ("#6b4d1f", "#f5ecdb"),
    ("#5a1f6b", "#f0e1f4"),
    ("#1f636b", "#def1f3"),
    ("#444444", "#ececec"),
    ("#8a4b08", "#fbeedd"),
)
WORDS = """draw play gain lose card cards hand deck coin coins gold wood stone food ore turn round player each choose one two
three four five may then if you your the a an of to from in on at for with and or when while until end start phase attack
block move space region city town farm mine road token tile board top bottom take give pay cost value point score win hero
unit army knight mage spell item relic tower wall gate dragon goblin orc elf dwarf sheep grain trade bank market shop steal
roll dice reveal hidden face up down flip ready heal wound damage shield sword bow arrow fire ice storm light dark holy
curse bless quest map chest key lock trap door camp fort ship sail river forest hill desert swamp""".split()
FIRST = (
    "Ancient Burning Crystal Dread Emerald Fallen Golden Hidden Iron Jade Lost Mystic Noble Old"
    " Pale Silent".split()
)
SECOND = (
    "Archer Bastion Caravan Dragon Envoy Falcon Guild Harbor Oracle Knight Lantern Miner Outpost"
    " Pilgrim Ranger Sage".split()
)
SYLLABLES = (
    "ba ri to men sha ku el dor in vel pra mi os ten gla fu ne qui zo har le wy ja po cre".split()
)


class Card(NamedTuple):
    """One card; `art` is a file name, `count` how often it prints."""

    id: str
    title: str
    border: str
    tint: str
    icon: str
    art: str
    body: str
    foot: str
    count: int = 1


def deck(
    n: int, words: Sequence[str] = WORDS, art: str = "art-{}.jpg", count: int = 1
) -> list[Card]:
    """N cards over a vocabulary; each takes one of ten pictures, or its own where `art` names
    one by `{own}`.
    """
    dice = random.Random(SEED)
    cards = []
    for i in range(1, n + 1):
        border, tint = dice.choice(COLORS)
        title = f"{dice.choice(FIRST)} {dice.choice(SECOND)}"
        icon, picture = dice.choice(CARD_ICONS), art.format(dice.randrange(10), own=f"{i:05d}")
        cards.append(
            Card(
                f"c{i:05d}",
                title,
                border,
                tint,
                icon,
                picture,
                _body(dice, words),
                f"Core set – {i:05d}/{n:05d}",
                count,
            )
        )
    return cards


def vocabulary(size: int) -> list[str]:
    """So many different made-up words of one to three syllables, the shortest first."""
    rows = [[a, a + b, a + b + c] for a in SYLLABLES for b in SYLLABLES for c in SYLLABLES]
    return sorted({word for row in rows for word in row}, key=lambda word: (len(word), word))[:size]


def _body(dice: random.Random, words: Sequence[str]) -> str:
    text = [dice.choice(words) for _ in range(40)]
    for at in (0, 12, 25):
        text[at] = text[at].capitalize()
    for at in (11, 24, 39):
        text[at] += "."
    text[4], text[6] = f"**{text[4]}", f"{text[6]}**"
    text[28], text[29] = f"**{text[28]}", f"{text[29]}**"
    icons = [f":{dice.choice(INLINE_ICONS)}:" for _ in range(2)]
    return " ".join([*text[:15], icons[0], *text[15:34], icons[1], *text[34:]])
