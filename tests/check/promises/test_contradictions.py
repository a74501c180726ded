"""P581: promises that cannot both be kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import findings

from .contract import GAME

PAIRS = [
    ("kind: count, of: deck, is: 4", "kind: count, of: deck, is: 5"),
    ("kind: count, of: deck, is: 4", "kind: sum, of: [deck], is: 5"),
    ("kind: count, of: deck, is: 4", "kind: sum, of: [deck, coins], parts: {deck: 5, coins: 4}, is: 9"),
    ("kind: sum, of: [deck, coins], is: 9", "kind: sum, of: [coins, deck], is: 10"),
    ("kind: count, of: deck, only: rank == 1, is: 2", "kind: kind_present, of: deck, where_card: rank  ==  1, is: 3"),
    ("kind: count, of: deck, per: suit, is: 2", "kind: balance, of: deck, by: suit, is: 3"),
    ("kind: count, of: deck, is: 4", "kind: per_player, of: deck, each: 2"),
]


def codes(folder: Path, first: str, second: str) -> str:
    rules = "".join(f"- {{id: X{n}, says: says {n}, basis: stated, {promise}}}\n" for n, promise in enumerate((first, second), 1))
    return findings(folder, {"game.yaml": GAME, "rules.yaml": rules})


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_pair_is_named(tmp_path: Path, first: str, second: str) -> None:
    said = codes(tmp_path, first, second)
    assert "error P581 X2 promises " in said and ", X1 promises " in said and "rules.yaml:1:" in said.split("P581")[1], said


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("kind: count, of: deck, is: 4", "kind: count, of: deck, only: rank == 1, is: 2"),
        ("kind: count, of: deck, is: 4", "kind: sum, of: deck, field: rank, is: 6"),
        ("kind: count, of: deck, is: 4", "kind: count, of: deck, is: facts.cards"),
        ("kind: count, of: deck, per: suit, is: 2", "kind: count, of: deck, per: name, is: 1"),
    ],
)
def test_promises_of_different_things_agree(tmp_path: Path, first: str, second: str) -> None:
    assert codes(tmp_path, first, second) == ""


def test_how_it_is_said(tmp_path: Path) -> None:
    assert codes(tmp_path, *PAIRS[0]).split("\n")[-3:] == [
        "rules.yaml:2:68: error P581 X2 promises 5, X1 promises 4 of the same: both cannot be kept",
        "  rules.yaml:1:68: X1: says 1",
        "  hint: correct one of them, or say which part is meant with only:",
    ]
