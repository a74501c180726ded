"""Numbers that are worked out are as in arithmetic, not as the floats that stand for them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pnp.units.decimals import exact, number_text

from .contract import judged

KEPT = {
    "thirds add up": "sum, of: deck, value: rank / 3, is: 2",
    "thirds through a filter": "sum, of: deck, value: rank|int / 3, is: 2",
    "a third of a number": "sum, of: deck, value: rank / 9, is: 6 / 9",
    "tenths add up": "sum, of: deck, value: rank * 0.1 + 0.2, is: 1.4",
    "groups of thirds": "balance, of: deck, by: suit, value: 1 / 3, is: 2 / 3",
    "groups of other thirds": "balance, of: deck, by: suit, value: '1 / 3 if rank == 1 else 1 - 2 / 3'",
    "tenths of a number of players": "supply, of: deck, needs: (0.1 + 0.2) * 10 + players * 0.25",
    "a total in tenths": "expr, that: total.deck * 0.3 == 1.2",
    "a total in tenths, through a filter": "expr, that: components.deck|sum(attribute='rank') * 0.2 == 1.2",
    "a part in tenths": "expr, let: {tenths: total.deck * 0.3}, that: tenths * 1 == 1.2",
    "a kind in tenths": "kind_present, of: deck, where_card: rank * 0.1 + 0.2 == 0.3, is: 2",
    "a kind among tenths": "kind_present, of: deck, where_card: 'rank * 0.1 + 0.2 in [0.3, 0.9]', is: 2",
    "no kind in tenths": "kind_present, of: deck, where_card: rank * 0.1 + 0.2 > 0.3 and rank == 1, is: 0",
    "a whole number": "count, of: deck, is: total.coins * 0.8 * 0.1 * 10",
    "a range of tenths": "range, of: deck, value: rank * 0.1 + 0.2, from: 0.3, to: 0.4",
    "a range of whole numbers": "range, of: deck, value: (rank * 0.1 + 0.2) * 10, from: 3, to: 4, every: yes",
}


@pytest.mark.parametrize("promise", KEPT.values(), ids=KEPT.keys())
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, f"kind: {promise}") == ""


BROKEN = {
    "thirds": (
        "sum, of: deck, value: rank / 3, is: 3",
        'the values of rank / 3 in "deck" make 2, the rules promise 3',
    ),
    "a third": (
        "sum, of: deck, only: id == 'a', value: rank / 3, is: 1",
        'the values of rank / 3 in "deck" make 0.3333…, the rules promise 1',
    ),
    "tenths": (
        "expr, that: 0.1 * 3 == total.deck",
        "0.1 * 3 == total.deck does not hold: 0.3 == 4 is false",
    ),
    "more than is there": (
        "supply, of: deck, needs: players * 1.3",
        '"deck" has 4 cards; 4 players need 5.2',
    ),
}


@pytest.mark.parametrize(("promise", "told"), BROKEN.values(), ids=BROKEN.keys())
def test_broken(tmp_path: Path, promise: str, told: str) -> None:
    said = judged(tmp_path, f"kind: {promise}")
    assert f" {told} (X1, stated)" in said, said


def test_as_many_as_are_missing_is_a_whole_number(tmp_path: Path) -> None:
    said = judged(tmp_path, "kind: supply, of: deck, needs: players * 1.3")
    assert said.endswith("hint: 2 more would do for every number of players"), said


def test_the_most_that_is_missing_need_not_be_for_most_players(tmp_path: Path) -> None:
    said = judged(tmp_path, "kind: supply, of: deck, needs: 12 - players * 2")
    assert said.endswith("hint: 4 more would do for every number of players"), said


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (7, Fraction(7)),
        (0.1 + 0.2, Fraction(3, 10)),
        (1 / 3, Fraction(1, 3)),
        (8 / 3, Fraction(8, 3)),
        (-2 / 7, Fraction(-2, 7)),
        (0.333333333333333, Fraction(333333333333333, 10**15)),
        (0.123456789012345, Fraction("0.123456789012345")),
        (1234567.12345678, Fraction("1234567.12345678")),
        (1e300, Fraction(10) ** 300),
    ],
)
def test_what_a_float_stands_for(value: float, number: Fraction) -> None:
    assert exact(value) == number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (0.25, "0.25"),
        (2.0, "2"),
        (1 / 3, "0.3333…"),
        (Fraction(-8, 3), "-2.6667…"),
        (0.1 + 0.2, "0.3"),
    ],
)
def test_a_number_for_people(value: float | Fraction, text: str) -> None:
    assert number_text(value) == text
