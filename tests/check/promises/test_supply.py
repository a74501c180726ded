"""P508 supply: enough cards for every number of players."""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import COINS, DECK, column, judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: supply, of: deck, needs: players",
        "kind: supply, of: deck, needs: facts.cards",
        "kind: supply, of: coins, needs: players + 1",
        "kind: supply, of: deck, per: suit, needs: facts.high",
        "kind: supply, of: deck, only: rank == 1, needs: players / 2",
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


BROKEN = {
    "from some number of players on": (
        "kind: supply, of: deck, needs: players * facts.high",
        f'"deck" has 4 cards; 3 players need 6 (and for 1 more) (X1, stated){DECK}\n  hint: 4 more would do for every number of players',
    ),
    "for the smallest number only": (
        "kind: supply, of: coins, needs: 10 - 2 * players",
        f'"coins" has 5 cards; 2 players need 6 (X1, stated){COINS}\n  hint: 1 more would do for every number of players',
    ),
    "of one value": (
        "kind: supply, of: coins, per: worth, needs: 3",
        f'"coins" with worth 5 has 2 cards; 2 players need 3 (and for 2 more) (X1, stated){COINS}'
        "\n  hint: 1 more would do for every number of players",
    ),
}


@pytest.mark.parametrize(("promise", "expected"), BROKEN.values(), ids=BROKEN.keys())
def test_broken(tmp_path: Path, promise: str, expected: str) -> None:
    assert judged(tmp_path, promise) == f"rules.yaml:1:3: error P508 {expected}"


def test_a_value_without_cards_supplies_nothing(tmp_path: Path) -> None:
    said = judged(
        tmp_path,
        "kind: supply, of: deck, per: suit, needs: 1",
        changes=(("{suit: {sun: ,", "{suit: {star: , sun: ,"),),
    )
    assert said.startswith(
        'rules.yaml:1:3: error P508 "deck" with suit star has 0 cards; 2 players need 1'
    )


def test_about_nothing(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: supply, of: deck, only: rank > 2, needs: 1").startswith(
        "rules.yaml:1:3: error P580 "
    )


MALFORMED = {
    "no needs": (
        "kind: supply, of: deck",
        "",
        'the key "needs" is missing: how many cards are asked for?',
    ),
    "a text": (
        "kind: supply, of: deck, needs: \"'many'\"",
        "needs",
        '"needs": expected a number, found many',
    ),
    "an unknown field": (
        "kind: supply, of: deck, per: suits, needs: 1",
        "per",
        '"deck" has no field "suits"',
    ),
    "players as elsewhere": ("kind: supply, of: deck, needs: players.max", "needs", ""),
}


@pytest.mark.parametrize(("promise", "key", "message"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed(tmp_path: Path, promise: str, key: str, message: str) -> None:
    at = column(promise, key) if key else 3
    assert judged(tmp_path, promise).startswith(f"rules.yaml:1:{at}: error P591 X1: {message}")


@pytest.mark.parametrize("needs", ["0", "0 - 1", "players - players", "facts.cards - 5"])
def test_nothing_that_is_asked_for(tmp_path: Path, needs: str) -> None:
    assert judged(tmp_path, f"kind: supply, of: deck, needs: {needs}") == (
        'rules.yaml:1:3: error P580 X1 holds only because its set is empty: no card of "deck" is asked for, whatever the number of players'
        f"{DECK}\n  hint: a promise about nothing guards nothing: correct what it names"
    )


def test_nothing_asked_for_some_numbers_of_players_is_a_promise(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: supply, of: deck, needs: players - 2") == ""
