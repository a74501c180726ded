"""P502 sum: decks, or the values of a field, add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import COINS, DECK, column, judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: sum, of: deck, is: 4",
        "kind: sum, of: [deck, coins], is: 9",
        "kind: sum, of: [deck, coins], parts: {deck: 4, coins: 5}, is: 9",
        "kind: sum, of: [deck, coins], parts: {deck: facts.cards, coins: players.max + 1}, is: facts.cards + 5",
        "kind: sum, of: coins, field: worth, is: 13",
        "kind: sum, of: coins, value: worth * 2, is: 26",
        "kind: sum, of: deck, value: signs|length, is: 4",
        "kind: sum, of: deck, field: rank, only: suit == 'sun', is: 3",
        "kind: sum, of: coins, value: worth / 2, is: 6.5",
        "kind: sum, of: coins, value: worth / 10, parts: {coins: 1.3}, is: 1.3",
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


NOTES = '\n  game.yaml:10:7: "deck" brings 4\n  game.yaml:19:7: "coins" brings 5'
BROKEN = {
    "decks": (
        "kind: sum, of: [deck, coins], is: 10",
        f'the cards in "deck" and "coins" make 9, the rules promise 10 (X1, stated){NOTES}',
    ),
    "a field": (
        "kind: sum, of: coins, field: worth, is: 14",
        'the values of worth in "coins" make 13, the rules promise 14 (X1, stated)\n  game.yaml:19:7: "coins" brings 13',
    ),
    "a part": (
        "kind: sum, of: [deck, coins], parts: {deck: 5, coins: 5}, is: 10",
        f'deck "deck" brings 4, the rules promise 5 (X1, stated){DECK}\n'
        f'rules.yaml:1:3: error P502 the cards in "deck" and "coins" make 9, the rules promise 10 (X1, stated){NOTES}',
    ),
    "two parts that make up for each other": (
        "kind: sum, of: [deck, coins], parts: {deck: 5, coins: 4}, is: 9",
        f'deck "coins" brings 5, the rules promise 4 (X1, stated){COINS}\n'
        f'rules.yaml:1:3: error P502 deck "deck" brings 4, the rules promise 5 (X1, stated){DECK}',
    ),
}


@pytest.mark.parametrize(("promise", "expected"), BROKEN.values(), ids=BROKEN.keys())
def test_broken(tmp_path: Path, promise: str, expected: str) -> None:
    assert judged(tmp_path, promise) == f"rules.yaml:1:3: error P502 {expected}"


def test_about_nothing(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: sum, of: deck, field: rank, only: rank > 2, is: 0").startswith(
        'rules.yaml:1:3: error P580 X1 holds only because its set is empty: no card of "deck" has rank > 2'
    )


MALFORMED = {
    "no decks": ("kind: sum, is: 4", "", '"of" names a component or a list of them', ""),
    "an empty list of decks": ("kind: sum, of: [], is: 4", "of", '"of" names a component or a list of them', ""),
    "a list in a list": ("kind: sum, of: [[deck]], is: 4", "of", '"of": expected the name of a deck, found a list', ""),
    "nothing in a list": ("kind: sum, of: [deck, ~], is: 4", "of", '"of": expected the name of a deck, found nothing', ""),
    "an unknown deck": ("kind: sum, of: [deck, coin], is: 4", "of", 'there is no component "coin"', 'did you mean "coins"?'),
    "a deck twice": ("kind: sum, of: [deck, deck], is: 4", "of", '"of" names a deck twice', ""),
    "a field of text": ("kind: sum, of: deck, field: name, is: 4", "field", 'the name of "a" is Ann, not a number\n  game.yaml:10:9: "a" is here', ""),
    "a list of terms": ("kind: sum, of: deck, field: signs, is: 4", "field", 'the signs of "a" is sun, not a number\n  game.yaml:10:9: "a" is here', ""),
    "a value that is no number": ("kind: sum, of: deck, value: suit, is: 4", "value", 'the suit of "a" is sun, not a number\n  game.yaml:10:9: "a" is here', ""),
    "a field and a value": (
        "kind: sum, of: deck, field: rank, value: rank, is: 4", "value", '"field" and "value" exclude each other', "leave one of them out",
    ),
    "parts that do not add up": ("kind: sum, of: deck, parts: {deck: 3}, is: 4", "parts", "its parts add up to 3, not to 4", ""),
    "parts of another deck": ("kind: sum, of: deck, parts: {coins: 4}, is: 4", "parts", '"coins" has a part but stands not under "of"', ""),
    "parts of an unknown deck": (
        "kind: sum, of: deck, parts: {deks: 4}, is: 4", "parts", 'there is no component "deks"', 'did you mean "deck"?',
    ),
    "parts in a list": ("kind: sum, of: deck, parts: [deck], is: 4", "parts", '"parts": expected a map of deck and number', ""),
    "parts in words": ("kind: sum, of: deck, parts: {deck: \"'4'\"}, is: 4", "parts", '"parts": the part of "deck" is 4, not a number', ""),
}  # fmt: skip


@pytest.mark.parametrize(
    ("promise", "key", "message", "hint"), MALFORMED.values(), ids=MALFORMED.keys()
)
def test_malformed(tmp_path: Path, promise: str, key: str, message: str, hint: str) -> None:
    at = column(promise, key) if key else 3
    assert judged(tmp_path, promise) == f"rules.yaml:1:{at}: error P591 X1: {message}" + (
        f"\n  hint: {hint}" if hint else ""
    )


DECIMALS = (
    ("worth: 1, count: 3", "worth: 0.1, count: 15"),
    ("worth: 5, count: 2", "worth: 0.3, count: 5"),
    ("worth: int", "worth: number"),
)


@pytest.mark.parametrize(
    "promise",
    [
        "kind: sum, of: coins, field: worth, is: 3",
        "kind: sum, of: coins, value: worth * 3, is: 9",
        "kind: sum, of: coins, field: worth, parts: {coins: 0.1 + 0.2 + 2.7}, is: 3",
    ],
)
def test_decimals_are_added_exactly(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise, changes=DECIMALS) == ""


def test_a_count_of_cards_is_whole(tmp_path: Path) -> None:
    assert 'P591 X1: "is": expected a whole number, found 4.5' in judged(
        tmp_path, "kind: sum, of: deck, is: 4.5"
    )
    assert "make 6.5, the rules promise 6.4 (X1" in judged(
        tmp_path, "kind: sum, of: coins, value: worth / 2, is: 6.4"
    )


def test_decimals_are_told_plainly(tmp_path: Path) -> None:
    changes = (DECIMALS[0], ("worth: 5, count: 2", "worth: 0.3, count: 6"), DECIMALS[2])
    assert judged(
        tmp_path,
        "kind: sum, of: coins, field: worth, parts: {coins: 0.5 + 2.5}, is: 3",
        changes=changes,
    ) == (
        f'rules.yaml:1:3: error P502 deck "coins" brings 3.3, the rules promise 3 (X1, stated){COINS}\n'
        'rules.yaml:1:3: error P502 the values of worth in "coins" make 3.3, the rules promise 3 (X1, stated)\n'
        '  game.yaml:19:7: "coins" brings 3.3'
    )
    assert judged(tmp_path, "kind: sum, of: coins, parts: {coins: 0.1 + 0.2}, is: 5").endswith(
        "its parts add up to 0.3, not to 5"
    )


def test_a_value_beyond_all_numbers(tmp_path: Path) -> None:
    promise = "kind: sum, of: coins, value: \"'inf'|float\", is: 3"
    assert 'error P591 X1: "value": a number grows past 300 digits' in judged(tmp_path, promise)
