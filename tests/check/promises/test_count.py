"""P501 count: so many cards in a deck, or with each value of a field."""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import COINS, DECK, column, judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: count, of: deck, is: 4",
        "kind: count, of: deck, is: facts.cards",
        "kind: count, of: coins, is: 5",
        "kind: count, of: coins, is: players.max + 1",
        "kind: count, of: deck, is: total.coins - 1",
        "kind: count, of: deck, is: 2, per: suit",
        "kind: count, of: deck, is: 2, per: rank",
        "kind: count, of: deck, is: 1, per: name",
        "kind: count, of: coins, is: 3, per: worth, only: worth == 1",
        "kind: count, of: deck, is: 1, only: suit == 'sun' and rank == 2",
        "kind: count, of: deck, is: 2, only: \"'sun' in signs\"",
        "kind: count, of: coins, is: 2, only: worth > 1",
        "kind: count, of: deck, is: 4.0",
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


BROKEN = {
    "too few": (
        "kind: count, of: deck, is: 6",
        f'deck "deck" prints 4 cards, the rules promise 6 (X1, stated){DECK}\n  hint: 2 cards are missing, or a count: is too low',
    ),
    "one too many": (
        "kind: count, of: coins, is: 4",
        f'deck "coins" prints 5 cards, the rules promise 4 (X1, stated){COINS}\n  hint: 1 card too many, or a count: is too high',
    ),
    "of those that are meant": (
        "kind: count, of: deck, is: 3, only: rank == 1",
        f'deck "deck" prints 2 cards with rank == 1, the rules promise 3 (X1, stated){DECK}\n'
        "  hint: 1 card is missing, or a count: is too low",
    ),
}


@pytest.mark.parametrize(("promise", "expected"), BROKEN.values(), ids=BROKEN.keys())
def test_broken(tmp_path: Path, promise: str, expected: str) -> None:
    assert judged(tmp_path, promise) == f"rules.yaml:1:3: error P501 {expected}"


def test_each_value_that_is_wrong_is_named_with_its_cards(tmp_path: Path) -> None:
    change = ("id: b, suit: sun", "id: b, suit: moon")
    assert judged(tmp_path, "kind: count, of: deck, is: 2, per: suit", changes=(change,)) == (
        f'rules.yaml:1:3: error P501 deck "deck" prints 1 card with suit sun, the rules promise 2 (X1, stated){DECK}\n'
        '  game.yaml:10:9: one is "a"\n'
        f'rules.yaml:1:3: error P501 deck "deck" prints 3 cards with suit moon, the rules promise 2 (X1, stated){DECK}\n'
        '  game.yaml:11:9: one is "b"\n  game.yaml:12:9: one is "c"\n  game.yaml:13:9: one is "d"'
    )


def test_copies_count(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: count, of: coins, is: 3, per: worth") == (
        f'rules.yaml:1:3: error P501 deck "coins" prints 2 cards with worth 5, the rules promise 3 (X1, stated){COINS}\n'
        '  game.yaml:20:9: one is "five"'
    )


def test_a_value_that_no_card_has_counts_as_none(tmp_path: Path) -> None:
    change = ("terms: {suit: {sun: ,", "terms: {suit: {star: , sun: ,")
    assert judged(tmp_path, "kind: count, of: deck, is: 2, per: suit", changes=(change,)) == (
        f'rules.yaml:1:3: error P501 deck "deck" prints 0 cards with suit star, the rules promise 2 (X1, stated){DECK}'
    )


def test_about_nothing(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: count, of: deck, is: 0, only: rank == 3") == (
        'rules.yaml:1:3: error P580 X1 holds only because its set is empty: no card of "deck" has rank == 3\n'
        "  game.yaml:10:7: the deck is here\n"
        "  hint: a promise about nothing guards nothing: correct what it names"
    )
    counts = (
        ("worth: 1, count: 3", "worth: 1, count: 0"),
        ("worth: 5, count: 2", "worth: 5, count: 0"),
    )
    assert judged(tmp_path, "kind: count, of: coins, is: 0", changes=counts).startswith(
        'rules.yaml:1:3: error P580 X1 holds only because its set is empty: "coins" prints no card'
    )


MALFORMED = {
    "no number": ("kind: count, of: deck", "", 'the key "is" is missing', ""),
    "no deck": ("kind: count, is: 4", "", '"of" names the deck that is meant', ""),
    "an unknown deck": (
        "kind: count, of: dek, is: 4",
        "of",
        'there is no component "dek"',
        'did you mean "deck"?',
    ),
    "two decks": (
        "kind: count, of: [deck, coins], is: 9",
        "of",
        '"of" names the deck that is meant',
        "",
    ),
    "an unknown field": (
        "kind: count, of: deck, per: ranks, is: 2",
        "per",
        '"deck" has no field "ranks"',
        'did you mean "rank"?',
    ),
    "half a card": (
        "kind: count, of: deck, is: facts.half",
        "is",
        '"is": expected a whole number, found 0.5',
        "",
    ),
    "yes": (
        "kind: count, of: deck, is: 'true'",
        "is",
        '"is": expected a whole number, found yes',
        "",
    ),
    "a text": (
        "kind: count, of: deck, is: \"'four'\"",
        "is",
        '"is": expected a whole number, found four',
        "",
    ),
    "a list": ("kind: count, of: deck, is: [4]", "is", '"is": expected an expression', ""),
    "nothing": ("kind: count, of: deck, is: ''", "is", '"is": the expression is empty', ""),
    "no value": (
        "kind: count, of: deck, is: range",
        "is",
        '"is": expected a whole number, found something else',
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
