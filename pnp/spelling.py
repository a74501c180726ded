"""Numbers as prose writes them, for templates, texts and expressions alike."""

from __future__ import annotations

from typing import Any

YES_OR_NO = "yes or no cannot be printed; write {{ 'one thing' if … else 'another' }}"
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
_DIGITS = 15
"""Digits that a float holds truly."""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def is_english(language: str) -> bool:
    """Whether a language tag such as en or en-GB is one of English."""
    return language.partition("-")[0].casefold() == "en"


def tidy(value: float) -> float:
    """A number without what rounding has left past its 15 digits: 0.3 for 0.1 + 0.2. What has as many of its own stays as it is."""
    if isinstance(value, int) or value.is_integer():
        return value
    short = f"{value:.15g}"
    return value if len(short.partition("e")[0].lstrip("-0.").replace(".", "")) >= _DIGITS else float(short)


def words(value: float) -> str:
    """A whole number up to 999 in English words; larger ones in figures. Raises ValueError for what is no whole number."""
    if isinstance(value, bool):
        raise ValueError(YES_OR_NO)
    whole = tidy(value) if isinstance(value, float) else value
    if isinstance(whole, float) and whole.is_integer():
        whole = int(whole)
    if not isinstance(whole, int):
        told = f"only whole numbers can be spelt in words, not {whole}"
        raise ValueError(told if isinstance(whole, float) else "only whole numbers can be spelt in words")
    return _spelt(whole)


def _spelt(value: int) -> str:
    if value < 0:
        return f"minus {_spelt(-value)}"
    if value < 20:
        return _ONES[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    if value < 1000:
        hundreds, rest = divmod(value, 100)
        return f"{_ONES[hundreds]} hundred" + (f" and {_spelt(rest)}" if rest else "")
    return f"{value:,}"


def signed(value: float) -> str:
    """A number with its sign, minus as U+2212: +2, −1. Raises ValueError for yes or no."""
    if isinstance(value, bool):
        raise ValueError(YES_OR_NO)
    sign, size = ("+", value) if value > 0 else ("−", -value)
    if isinstance(size, float):
        size = int(size) if size.is_integer() and size < 10**_DIGITS else tidy(size)
    return f"{sign}{size}" if value else "0"


def upto(value: Any, *, start: int = 1) -> range:
    """The whole numbers from 1 (or `start`) to a value, for loops such as stars and slots."""
    if not isinstance(value, int) or value > 1000:
        raise TypeError(f"upto goes to 1,000 at most, not {value}")
    return range(start, value + 1)
