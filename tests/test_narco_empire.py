"""Narco Empire's decks hold what its rules say, under each reading of what they leave open."""

import shutil
from pathlib import Path

import pytest

import pnp

ROOT = Path(__file__).parent.parent
GAME = "narco-empire"


def test_the_decks_have_their_cards():
    game = pnp.open_game(GAME)
    assert {deck.id: deck.total for deck in game.components.values()} == {"setup": 16, "narcos": 68, "cartel": 20}


def test_nine_kinds_two_marks_and_two_rounds():
    kinds, marks, rounds = {}, {}, {}
    for card in pnp.open_game(GAME).components["narcos"].cards:
        for tally, key in ((kinds, card.values["kind"]["id"]), (marks, card.values["mark"]["id"]), (rounds, card.values["round"])):
            tally[key] = tally.get(key, 0) + card.copies
    assert kinds == {
        "laboratory": 4,
        "transport": 8,
        "dealer": 12,
        "storage": 12,
        "press": 5,
        "informant": 8,
        "police": 10,
        "military": 7,
        "dea": 2,
    }
    assert marks == {"gun": 36, "siren": 32}
    assert rounds == {1: 52, 2: 16}


def test_nothing_is_wrong_with_it():
    assert pnp.check_game(GAME) == []


@pytest.mark.parametrize(
    ("stands", "instead"),
    [
        ("press_is_siren: yes", "press_is_siren: no"),
        ("start_dealers: 1", "start_dealers: 4"),
        ("replaced_setup_cards: discarded", "replaced_setup_cards: removed"),
    ],
)
def test_the_other_reading_of_an_open_rule_is_whole_as_well(tmp_path, stands, instead):
    for folder in (f"data/{GAME}", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "pnp.yaml", tmp_path)
    file = tmp_path / "data" / GAME / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert text.count(stands) == 1
    file.write_text(text.replace(stands, instead), encoding="utf-8")
    game = pnp.open_game(GAME, tmp_path)
    marks = [card.values["mark"] for card in game.components["narcos"].cards if card.id == "press"]
    assert len(marks) == 1 and (marks[0] is None) == (instead == "press_is_siren: no")
    assert game.facts["round_1_draw"] == (48 if instead == "start_dealers: 4" else 51)
    assert pnp.check_game(GAME, tmp_path) == []
