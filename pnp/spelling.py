"""Numbers as prose writes them, for templates, texts and expressions alike."""

from __future__ import annotations

from typing import Any

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def is_english(language: str) -> bool:
    """Whether a language tag such as en or en-GB is one of English."""
    return language.partition("-")[0].casefold() == "en"


def words(value: int) -> str:
    """A whole number up to 999 in English words; larger ones in figures."""
    if value < 0:
        return f"minus {words(-value)}"
    if value < 20:
        return _ONES[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    if value < 1000:
        hundreds, rest = divmod(value, 100)
        return f"{_ONES[hundreds]} hundred" + (f" and {words(rest)}" if rest else "")
    return f"{value:,}"


def signed(value: float) -> str:
    """A number with its sign, minus as U+2212: +2, −1."""
    return f"+{value:g}" if value > 0 else f"−{-value:g}" if value < 0 else "0"


def upto(value: Any, *, start: int = 1) -> range:
    """The whole numbers from 1 (or `start`) to a value, for loops such as stars and slots."""
    if not isinstance(value, int) or value > 1000:
        raise TypeError(f"upto goes to 1,000 at most, not {value}")
    return range(start, value + 1)
