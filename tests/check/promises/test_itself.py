"""P591: promises that hold by themselves, however they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import column, judged

TOTALS = {
    "plain": ("is", "count, of: deck, is: total.deck", "total.deck"),
    "in brackets": ("is", "count, of: deck, is: (total.deck)", "(total.deck)"),
    "with nothing added": ("is", "count, of: deck, is: total.deck + 0", "total.deck + 0"),
    "by its name": ("is", "count, of: deck, is: \"total['deck']\"", "total['deck']"),
    "by a detour": (
        "is",
        "count, of: deck, is: total.deck * 2 - total.deck",
        "total.deck * 2 - total.deck",
    ),
    "all of them": (
        "is",
        "sum, of: [deck, coins], is: total.deck + total.coins",
        "total.deck + total.coins",
    ),
    "all of one": ("is", "sum, of: deck, is: 1 * total.deck", "1 * total.deck"),
    "a part": (
        "parts",
        "sum, of: [deck, coins], parts: {deck: total.deck, coins: 5}, is: 9",
        "total.deck",
    ),
}


@pytest.mark.parametrize(("key", "promise", "source"), TOTALS.values(), ids=TOTALS.keys())
def test_what_is_counted_is_as_many_as_it_is(
    tmp_path: Path, key: str, promise: str, source: str
) -> None:
    promise = f"kind: {promise}"
    assert judged(tmp_path, promise) == (
        f'rules.yaml:1:{column(promise, key)}: error P591 X1: "{key}": {source} is what is counted here, so it holds whatever the game is\n'
        "  hint: write the number"
    )


@pytest.mark.parametrize(
    "promise",
    [
        "count, of: deck, is: total.coins - 1",
        "count, of: deck, only: rank == 1, is: total.deck - 2",
        "count, of: deck, is: 2 * total.deck - 4",
        "sum, of: [deck, coins], parts: {deck: 4, coins: 5}, is: total.deck + total.coins",
        "sum, of: [deck, coins], is: 2 * total.coins - 1",
    ],
)
def test_what_another_deck_is_held_against_is_judged(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, f"kind: {promise}") == ""


CONSTANTS = {
    "a number": ("range, of: deck, value: '1', from: 1, to: 1", "1"),
    "a fact": ("range, of: deck, value: facts.low, from: 0, to: 9", "facts.low"),
    "that never falls": ("monotone, of: deck, value: facts.low + 1, strict: no", "facts.low + 1"),
}


@pytest.mark.parametrize(("promise", "source"), CONSTANTS.values(), ids=CONSTANTS.keys())
def test_a_value_that_reads_no_field(tmp_path: Path, promise: str, source: str) -> None:
    promise = f"kind: {promise}"
    at = column(promise, "value")
    assert judged(tmp_path, promise) == (
        f'rules.yaml:1:{at}: error P591 X1: "value": {source} reads no field, so it is the same for all, whatever they are\n  hint: name a field'
    )


def test_the_number_of_copies_is_a_field(tmp_path: Path) -> None:
    assert (
        judged(tmp_path, "kind: range, of: coins, value: count + facts.low, from: 3, to: 4") == ""
    )
