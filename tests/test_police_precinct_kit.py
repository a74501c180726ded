"""Police Precinct: what its contract says of a kit that was spoilt."""

from __future__ import annotations

import re

import pytest
from mutation.kits import Kit

# --- promises on data that was spoilt
# --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def judged() -> Kit:
    """The game, to be judged with another text in place of one of its files."""
    kit = Kit("police-precinct")
    assert kit.verdict() == []
    return kit


SPOILT = [
    ("PP3k", "boards/evidence.yaml", "of: crime-scene, slot: 4", "of: crime-scene, slot: 3"),
    ("PP3l", "boards/evidence.yaml", "of: body, slot: 1", "of: body, slot: 4"),
    ("PP3m", "boards/evidence.yaml", "of: witness, slot: 2", "of: witness, slot: 1"),
    ("PP3n", "boards/evidence.yaml", "of: weapon, slot: 3", "of: weapon, slot: 2"),
    ("PP16f", "tokens.yaml", "Unknown: one die more", "Unknown: two dice more"),
    ("PP16g", "tokens.yaml", "Unknown: one die fewer", "Unknown: three dice fewer"),
    ("PP16n", "tokens.yaml", "Unknown: two dice fewer", "Unknown: three dice fewer"),
    ("PP16n", "tokens.yaml", 'word: "−2"', 'word: "−3"'),
    ("PP25c", "game.yaml", "start_hand_2: 4", "start_hand_2: 5"),
    ("PP25d", "game.yaml", "start_donuts_4: 1", "start_donuts_4: 2"),
    ("PP26d", "cards/events.yaml", "icon: coffee-mug, amount: 1", "icon: coffee-mug, amount: 2"),
    ("PP34", "game.yaml", "vehicle_bonus: 1", "vehicle_bonus: 2"),
    ("PP34", "game.yaml", "symbol_bonus: 1", "symbol_bonus: 2"),
    ("PP39bc", "game.yaml", "a murder to solve before day 22", "a murder to solve before day 21"),
    ("PP39bc", "rulebook.md", "before day {{ game.subtitle[-2:] }}, and", "before day 21, and"),
    (
        "PP39ck",
        "rulebook.md",
        "on your space | +{{ facts.vehicle_bonus }} |",
        "on your space | +2 |",
    ),
    (
        "PP39cl",
        "rulebook.md",
        "cards | +{{ facts.symbol_bonus }} | +{{ facts.symbol_bonus }} | +{{ facts.symbol_bonus }} |",
        "cards | +{{ facts.symbol_bonus }} | +{{ facts.symbol_bonus }} | +2 |",
    ),
    (
        "PP39cm",
        "reference.md",
        "vehicle | +{{ facts.vehicle_bonus }} | +{{ facts.vehicle_bonus }} |",
        "vehicle | +{{ facts.vehicle_bonus }} | +2 |",
    ),
    ("PP39cn", "reference.md", "symbol lent | +{{ facts.symbol_bonus }} |", "symbol lent | +2 |"),
    ("PP41", "game.yaml", 'icon: siren, text: "+1 die"', 'icon: siren, text: "+2 dice"'),
    ("PP41", "game.yaml", '"+1 space"', '"+3 spaces"'),
    ("PP41", "game.yaml", 'icon: handcuffs, text: "+1 die"', 'icon: handcuffs, text: "+1 card"'),
]


@pytest.mark.parametrize(("promise", "file", "old", "new"), SPOILT)
def test_a_promise_is_broken_by_the_fault_that_it_is_there_for(
    judged: Kit, promise: str, file: str, old: str, new: str
) -> None:
    text = judged.files()[file]
    assert text.count(old) == 1
    found = judged.verdict(file, text.replace(old, new))
    assert promise in {
        name for said in found for name in re.findall(r"\bPP\d+[a-z]*\b", said.message)
    }, found


def test_the_rulebook_reads_the_dice_of_its_markers_from_the_tokens(judged: Kit) -> None:
    """What cannot be typed wrong needs no promise."""
    assert "| :rolling-dices: {{ cards.tokens |" in judged.files()["rulebook.md"]
