"""P504 range: numbers inside their range, or covering it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import COINS, column, judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: range, of: deck, field: rank, from: 1, to: 2",
        "kind: range, of: deck, field: rank, from: facts.low, to: facts.high, every: yes",
        "kind: range, of: deck, field: rank, from: 0, to: 9",
        "kind: range, of: deck, field: rank, from: 0, to: 9, every: no",
        "kind: range, of: deck, value: signs|length, from: 0, to: 2, every: true",
        "kind: range, of: deck, value: rank / 2, from: 0.5, to: 1.0",
        "kind: range, of: deck, field: rank, from: 2, to: 2, only: name == 'Bob'",
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


def test_each_card_outside_is_named_at_its_field(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: range, of: coins, field: worth, from: 2, to: 4") == (
        'rules.yaml:1:3: error P504 card "five" of "coins" has worth 5, the rules promise 2 to 4 (X1, stated)\n'
        "  game.yaml:20:27: the card is here\n"
        'rules.yaml:1:3: error P504 card "one" of "coins" has worth 1, the rules promise 2 to 4 (X1, stated)\n'
        "  game.yaml:19:26: the card is here"
    )


@pytest.mark.parametrize("every", ["yes", "Yes", "true"])
def test_each_number_that_is_missing_is_named(tmp_path: Path, every: str) -> None:
    assert judged(
        tmp_path, f"kind: range, of: coins, field: worth, from: 1, to: 5, every: {every}"
    ) == (
        'rules.yaml:1:3: error P504 no card of "coins" has worth 2, 3, 4; the rules promise every number from 1 to 5 (X1, stated)'
        f"{COINS}\n  hint: missing: 2, 3, 4"
    )


def test_where_one_is_missing_those_that_stand_twice_are_named(tmp_path: Path) -> None:
    told = judged(
        tmp_path,
        "kind: range, of: deck, field: rank, from: 1, to: 2, every: yes, only: suit == 'sun'",
        changes=(("b, suit: sun, rank: 2", "b, suit: sun, rank: 1"),),
    )
    assert told.endswith(
        '  game.yaml:10:9: a number stands twice, on "a"\n  game.yaml:11:9: a number stands twice, on "b"\n  hint: missing: 2'
    )


def test_many_missing_numbers_are_cut_short(tmp_path: Path) -> None:
    assert judged(
        tmp_path, "kind: range, of: coins, field: worth, from: 1, to: 100000, every: yes"
    ).endswith("hint: missing: 2, 3, 4, 6, 7, 8, 9, 10, 11, 12 …")


def test_about_nothing(tmp_path: Path) -> None:
    assert judged(
        tmp_path, "kind: range, of: deck, field: rank, from: 1, to: 2, only: rank > 2"
    ).startswith("rules.yaml:1:3: error P580 ")


MALFORMED = {
    "upside down": ("kind: range, of: deck, field: rank, from: 2, to: 1", "from", "its range from 2 to 1 is empty", ""),
    "no end": ("kind: range, of: deck, field: rank, from: 2", "", 'the key "to" is missing', ""),
    "a text": ("kind: range, of: deck, field: name, from: 1, to: 2", "field", 'the name of "a" is Ann, not a number\n  game.yaml:10:9: "a" is here', ""),
    "a value that is none": ("kind: range, of: deck, value: signs, from: 1, to: 2", "value", 'the signs of "a" is sun, not a number\n  game.yaml:10:9: "a" is here', ""),
    "neither yes nor no": (
        "kind: range, of: deck, field: rank, from: 1, to: 2, every: ja", "every", '"every": expected yes or no, found ja', "",
    ),
    "too many to look for": (
        "kind: range, of: deck, field: rank, from: 1, to: 10 ** 12, every: yes", "to",
        "its range has 1,000,000,000,000 numbers; at most 100,000 are looked for one by one", "",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("promise", "key", "message", "hint"), MALFORMED.values(), ids=MALFORMED.keys()
)
def test_malformed(tmp_path: Path, promise: str, key: str, message: str, hint: str) -> None:
    at = column(promise, key) if key else 3
    assert judged(tmp_path, promise) == f"rules.yaml:1:{at}: error P591 X1: {message}" + (
        f"\n  hint: {hint}" if hint else ""
    )
