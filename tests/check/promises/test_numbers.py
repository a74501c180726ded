"""Numbers as texts say them."""

from __future__ import annotations

import re

import pytest

from pnp.check.promises.number_words import NUMBER, number_of

SAID = {
    "7": 7, "1,000": 1000, "13 140": 13140, "−2": -2, "2.5": 2.5, "seven": 7, "Twenty-one": 21, "two dozen": 24, "a dozen": 12, "half": 0.5, "half a dozen": 6, "one and a half": 1.5, "a half": 0.5, "a six": 6, "an eight": 8, "A one": 1, "a hundred and six": 106, "a thousand": 1000, "a": 1, "two and a quarter": 2.25,
    "one hundred and five": 105, "two thousand": 2000, "thirteen thousand one hundred and forty": 13140, "no": 0, "twice": 2,
}  # fmt: skip


@pytest.mark.parametrize(("text", "number"), SAID.items())
def test_a_number(text: str, number: float) -> None:
    assert number_of(text) == number
    assert re.fullmatch(NUMBER, text, re.IGNORECASE)


@pytest.mark.parametrize("text", ["", "many", "seven cards", "1.2.3", "x7"])
def test_no_number(text: str) -> None:
    assert number_of(text) is None or text == ""
    assert not re.fullmatch(NUMBER, text, re.IGNORECASE)


def test_a_half_behind_a_dozen_is_half_a_dozen() -> None:
    said = {
        "a dozen and a half": 18,
        "two dozen and a half": 30,
        "half a dozen": 6,
        "one and a half": 1.5,
        "a dozen": 12,
    }
    assert {words: number_of(words) for words in said} == said
