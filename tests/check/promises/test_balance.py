"""P506 balance: groups of a deck weigh the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import COINS, DECK, column, judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: balance, of: deck, by: suit",
        "kind: balance, of: deck, by: suit, is: 2",
        "kind: balance, of: deck, by: suit, field: rank",
        "kind: balance, of: deck, by: suit, field: rank, is: facts.low + facts.high",
        "kind: balance, of: deck, by: rank, value: name|length, is: 6",
        "kind: balance, of: deck, by: suit, only: rank == 1, is: 1",
        "kind: balance, of: deck, by: suit, value: rank / 10, is: 0.3",
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


BROKEN = {
    "counts that differ": (
        "kind: balance, of: coins, by: worth",
        f'the cards of "coins" by worth are 1 3, 5 2; the rules promise all equal (X1, stated){COINS}',
    ),
    "counts that are not as promised": (
        "kind: balance, of: deck, by: suit, is: 3",
        f'the cards of "deck" by suit are sun 2, moon 2; the rules promise 3 each (X1, stated){DECK}',
    ),
    "sums that differ": (
        "kind: balance, of: deck, by: rank, field: rank",
        f'the sums of rank of "deck" by rank are 1 2, 2 4; the rules promise all equal (X1, stated){DECK}',
    ),
    "sums that are not as promised": (
        "kind: balance, of: deck, by: suit, value: rank * 2, is: 7",
        f'the sums of rank * 2 of "deck" by suit are sun 6, moon 6; the rules promise 7 each (X1, stated){DECK}',
    ),
}


@pytest.mark.parametrize(("promise", "expected"), BROKEN.values(), ids=BROKEN.keys())
def test_broken(tmp_path: Path, promise: str, expected: str) -> None:
    assert judged(tmp_path, promise) == f"rules.yaml:1:3: error P506 {expected}"


def test_a_group_without_cards_weighs_nothing(tmp_path: Path) -> None:
    assert judged(
        tmp_path,
        "kind: balance, of: deck, by: suit",
        changes=(("{suit: {sun: ,", "{suit: {star: , sun: ,"),),
    ) == (
        f'rules.yaml:1:3: error P506 the cards of "deck" by suit are star 0, sun 2, moon 2; the rules promise all equal (X1, stated){DECK}'
        "\n  hint: star has -2 against the others"
    )


def test_about_nothing(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: balance, of: deck, by: suit, only: rank > 2").startswith(
        "rules.yaml:1:3: error P580 "
    )


MALFORMED = {
    "no field": (
        "kind: balance, of: deck",
        "",
        '"by": expected the name of a field, found nothing',
        "",
    ),
    "an unknown field": (
        "kind: balance, of: deck, by: suits",
        "by",
        '"deck" has no field "suits"',
        'did you mean "suit" or "signs"?',
    ),
    "one group": (
        "kind: balance, of: coins, by: worth, only: worth == 5",
        "by",
        "worth makes one group only; there is nothing to balance",
        "",
    ),
    "a text to add": (
        "kind: balance, of: deck, by: suit, field: name",
        "field",
        'the name of "a" is Ann, not a number\n  game.yaml:10:9: "a" is here',
        "",
    ),
    "a list to add": (
        "kind: balance, of: deck, by: suit, value: signs",
        "value",
        'the signs of "a" is sun, not a number\n  game.yaml:10:9: "a" is here',
        "",
    ),
}


@pytest.mark.parametrize(
    ("promise", "key", "message", "hint"), MALFORMED.values(), ids=MALFORMED.keys()
)
def test_malformed(tmp_path: Path, promise: str, key: str, message: str, hint: str) -> None:
    at = column(promise, key) if key else 3
    assert judged(tmp_path, promise) == f"rules.yaml:1:{at}: error P591 X1: {message}" + (
        f"\n  hint: {hint}" if hint else ""
    )


DECIMALS = ("{int: [1, 2]}, name", "number, name")


def test_decimals_weigh_exactly(tmp_path: Path) -> None:
    ranks = (
        ("a, suit: sun, rank: 1", "a, suit: sun, rank: 0.1"),
        ("b, suit: sun, rank: 2", "b, suit: sun, rank: 0.2"),
    )
    others = (
        ("c, suit: moon, rank: 1", "c, suit: moon, rank: 0.3"),
        ("d, suit: moon, rank: 2", "d, suit: moon, rank: 0"),
    )
    promise = "kind: balance, of: deck, by: suit, field: rank"
    assert judged(tmp_path, promise, changes=(DECIMALS, *ranks, *others)) == ""
    assert judged(tmp_path, promise, changes=(DECIMALS, *ranks, others[1])) == (
        f'rules.yaml:1:3: error P506 the sums of rank of "deck" by suit are sun 0.3, moon 1; the rules promise all equal (X1, stated){DECK}'
    )
    star = ("{suit: {sun: ,", "{suit: {star: , sun: ,")
    assert judged(tmp_path, promise, changes=(DECIMALS, *ranks, *others, star)).endswith(
        "\n  hint: star has -0.3 against the others"
    )
