"""Numbers as a text says them: digits, words, dozens and halves."""

from __future__ import annotations

import re

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS: dict[str, float] = {
    **{word: n for n, word in enumerate(_ONES.split())},
    **{word: 10 * n for n, word in enumerate(_TENS.split(), 2)},
    "no": 0, "none": 0, "a": 1, "an": 1, "once": 1, "twice": 2, "both": 2, "half": 0.5, "quarter": 0.25,
    "dozen": 12, "hundred": 100, "thousand": 1000,
}  # fmt: skip
_WORD = "|".join(sorted(_WORDS, key=len, reverse=True))
_GROUPED = r"[-−+]?\d{1,3}(?:[,'’ \u00a0\u202f]\d{3})+(?!\d)"
NUMBER = rf"(?:{_GROUPED}|[-−+]?\d{{1,12}}(?:\.\d{{1,6}})?|(?:{_WORD})(?:[\s-]+(?:and[\s-]+)?(?:{_WORD})){{0,6}})"
"""A regular expression that finds a number in a text."""

_FRACTIONS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_LIKE = rf"(?:[-−–+±~≈]?[\d{_FRACTIONS}](?:[\d.,/–—−+{_FRACTIONS}-]*[\d+{_FRACTIONS}])?|(?:{_WORD}|million|billion|dozens|score)(?!\w))"
UNREAD = rf"(?:(?:minus|plus|negative)\s+)?{_LIKE}(?:[\s-]+(?:(?:to|or|and)[\s-]+)?{_LIKE}){{0,6}}"
"""A regular expression for what looks like a number, be it one that is read or not:

`4½`, `2–5`, `minus three`, `one million`.
"""


def number_of(text: str) -> float | None:
    """The number that a text says:

    `1,000`, `−2`, `two dozen`, `twenty-one`, `half`; None where it says none.
    """
    clean = text.strip().lower().replace("−", "-")
    if re.fullmatch(r"[-+]?[\d.,'’ \u00a0\u202f]+", clean):
        digits = re.sub(r"[,'’ \u00a0\u202f]", "", clean)
        try:
            return float(digits) if "." in digits else int(digits)
        except ValueError:
            return None
    total: float = 0
    part: float | None = None
    before = ""
    for word in re.split(r"[\s-]+", clean):
        value = _WORDS.get(word)
        if word == "and" or (
            word in ("a", "an") and part is not None
        ):  # half a dozen, one and a half
            continue
        if (
            before in ("a", "an") and part == 1 and word not in ("dozen", "hundred", "thousand")
        ):  # a half, a six
            part = None
        dozens = before == "dozen" and word in ("half", "quarter")  # a dozen and a half
        before = word
        if value is None:
            return None
        if word in ("dozen", "hundred"):
            part = (1 if part is None else part) * value
        elif word == "thousand":
            total, part = total + (1 if part is None else part) * value, None
        else:
            part = value if part is None else part + value * (12 if dozens else 1)
    return total + (part or 0)
