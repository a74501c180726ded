"""Numbers: as texts say them, as floats stand for them, as people read them."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from pnp.check.promises.text_index import NUMBER, number_of
from pnp.units.spelling import exact, number_text

SAID = {
    "7": 7, "1,000": 1000, "13 140": 13140, "−2": -2, "2.5": 2.5, "seven": 7, "Twenty-one": 21, "two dozen": 24, "a dozen": 12, "half": 0.5, "half a dozen": 6, "one and a half": 1.5, "a half": 0.5, "a six": 6, "an eight": 8, "A one": 1, "a hundred and six": 106, "a thousand": 1000, "a": 1, "two and a quarter": 2.25,
    "one hundred and five": 105, "two thousand": 2000, "a dozen and a half": 18, "two dozen and a half": 30, "thirteen thousand one hundred and forty": 13140, "no": 0, "twice": 2,
}  # fmt: skip


@pytest.mark.parametrize(("text", "number"), SAID.items())
def test_number_words_are_read(text: str, number: float) -> None:
    assert number_of(text) == number
    assert re.fullmatch(NUMBER, text, re.IGNORECASE)


@pytest.mark.parametrize("text", ["", "many", "seven cards", "1.2.3", "x7"])
def test_number_words_leave_other_words(text: str) -> None:
    assert number_of(text) is None or text == ""
    assert not re.fullmatch(NUMBER, text, re.IGNORECASE)


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
def test_exact_is_what_a_float_stands_for(value: float, number: Fraction) -> None:
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
def test_number_text_is_for_people(value: float | Fraction, text: str) -> None:
    assert number_text(value) == text
