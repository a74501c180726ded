"""P503 unique: no value stands on two cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import column, judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: unique, of: deck, field: name",
        "kind: unique, of: deck, field: id",
        "kind: unique, of: deck, field: signs",
        "kind: unique, of: deck, value: '[suit, rank]'",
        "kind: unique, of: deck, value: signs|map('upper')",
        "kind: unique, of: deck, value: suit ~ rank",
        "kind: unique, of: deck, field: suit, only: rank == 1",
        "kind: unique, of: coins, field: worth, copies: yes",
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


BROKEN = {
    "a field": (
        "kind: unique, of: deck, field: name",
        '2 cards of "deck" share the name Ann (X1, stated)\n  game.yaml:10:9: one is "a"\n  game.yaml:11:9: one is "b"\n'
        "  hint: give each card its own name",
    ),
    "an expression": (
        "kind: unique, of: deck, value: name|length",
        '4 cards of "deck" share the name|length 3 (X1, stated)\n  game.yaml:10:9: one is "a"\n  game.yaml:11:9: one is "b"\n'
        '  game.yaml:12:9: one is "c"\n  game.yaml:13:9: one is "d"\n  hint: give each card its own name|length',
    ),
    "copies": (
        "kind: unique, of: coins, field: worth, only: worth == 5",
        'card "five" of "coins" prints 2 times (X1, stated)\n  game.yaml:20:9: it is here',
    ),
}


@pytest.mark.parametrize(("promise", "expected"), BROKEN.values(), ids=BROKEN.keys())
def test_broken(tmp_path: Path, promise: str, expected: str) -> None:
    assert (
        judged(tmp_path, promise, changes=(("name: Bob", "name: Ann"),))
        == f"rules.yaml:1:3: error P503 {expected}"
    )


def test_about_nothing(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: unique, of: deck, field: name, only: name == 'Eve'").startswith(
        "rules.yaml:1:3: error P580 "
    )


def test_meanings_are_told_apart(tmp_path: Path) -> None:
    """Two trades with one sign stood on the cards, and nobody could promise that they do not."""
    for field in ("label", "id"):
        assert judged(tmp_path, f"kind: unique, of: terms.suit, field: {field}") == ""
    signs = ("{sun: , moon: {label: The moon}}", "{sun: {letter: S}, moon: {letter: S}}")
    assert judged(tmp_path, "kind: unique, of: terms.suit, field: letter", changes=(signs,)) == (
        'rules.yaml:1:3: error P503 2 terms of "terms.suit" share the letter S (X1, stated)\n  game.yaml:5:16: one is "sun"\n'
        '  game.yaml:5:34: one is "moon"\n  hint: give each term its own letter'
    )


def test_a_meaning_without_a_letter_shares_none(tmp_path: Path) -> None:
    one = ("{sun: , moon: {label: The moon}}", "{sun: , star: , moon: {letter: M}}")
    assert judged(tmp_path, "kind: unique, of: terms.suit, field: letter", changes=(one,)) == ""
    none = judged(tmp_path, "kind: unique, of: terms.suit, field: letter")
    assert none.startswith(
        'rules.yaml:1:3: error P580 X1 holds only because its set is empty: no term of "terms.suit" has "letter"'
    )


def test_meanings_are_counted_and_named_as_such(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: count, of: terms.suit, is: 3") == (
        'rules.yaml:1:3: error P501 "terms.suit" has 2 terms, the rules promise 3 (X1, stated)\n'
        "  game.yaml:5:9: the list of terms is here\n  hint: 1 term is missing"
    )
    letters = ("{sun: , moon: {label: The moon}}", "{sun: {letter: S}, moon: {letter: M}}")
    assert (
        judged(
            tmp_path,
            "kind: ref, of: terms.suit, field: letter, in: terms.suit, as: letter",
            changes=(letters,),
        )
        == ""
    )


MALFORMED = {
    "no such meanings": ("kind: unique, of: terms.siut, field: icon", "of", 'there are no terms "siut"', 'did you mean "suit"?'),
    "nothing to look at": ("kind: unique, of: deck", "", 'expected a "field" or a "value"', ""),
    "an unknown field": ("kind: unique, of: deck, field: nam", "field", '"deck" has no field "nam"', 'did you mean "name"?'),
    "a list of fields": ("kind: unique, of: deck, field: [name]", "field",  '"field": expected the name of a field, found a list', ""),
    "a map": ("kind: unique, of: deck, value: '{}'", "value", '"value": expected a number, a text or a list, found a map', ""),
    "an unknown name": ("kind: unique, of: deck, value: nam", "value", '"value": "nam" is not defined', 'did you mean "name"?'),
    "neither yes nor no": ("kind: unique, of: deck, field: name, copies: some", "copies", '"copies": expected yes or no, found some', ""),
}  # fmt: skip


@pytest.mark.parametrize(
    ("promise", "key", "message", "hint"), MALFORMED.values(), ids=MALFORMED.keys()
)
def test_malformed(tmp_path: Path, promise: str, key: str, message: str, hint: str) -> None:
    at = column(promise, key) if key else 3
    assert judged(tmp_path, promise) == f"rules.yaml:1:{at}: error P591 X1: {message}" + (
        f"\n  hint: {hint}" if hint else ""
    )
