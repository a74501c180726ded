"""Numbers as people and spreadsheets write them, and what to write instead:

`1.250`, `0,125`, `1'250`, `6-Jan`, `1/2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}\.\d00")
"""How much of the world writes thousands."""
_DOUBTFUL = re.compile(r"[-+]?[1-9]\d{0,2}[.,]\d{3}")
"""A number, or a thousand times as much to others."""
_COMMA = re.compile(r"[-+]?\d{1,9},\d{1,9}")
_GROUPED = re.compile(
    r"[-+]?[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?|(?:['’]\d{3})+|(?:["
    r" \u00a0\u2009\u202f]\d{3})+)"
)
_BETWEEN = {",": "commas", ".": "points", "'": "apostrophes", "’": "apostrophes"}
"""What stands between the groups of a number's digits; else it is spaces."""
_MONTHS = (
    *"jan feb mar apr may jun jul aug sep oct nov dec".split(),
    *"mär mrz mai okt dez janv févr fév mars avr juin juil août sept déc ene abr ago dic gen mag"
    " giu lug set ott".split(),
)
"""How spreadsheets write months, the English ones first, in their order."""
_DATES = re.compile(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|[A-Za-z]{3}-\d{1,2}|\d{1,2}[."
    r" ]{1,2}[A-Za-z]{3}|\d{1,2}/\d{1,4}|([^\W\d]{3,4})\.?[ -]\d{1,4}"
)
_A_DATE = "a spreadsheet may have turned it into a date; format the column as text"


def thousands(text: str) -> str:
    """What to write for a fact that has a comma, may be thousands, or is a number with noughts
    that say nothing: 1.500; else empty.
    """
    if _COMMA.fullmatch(text) or (
        " " not in text and _GROUPED.fullmatch(text) and not _DOUBTFUL.fullmatch(text)
    ):
        return f"{instead(text, whole=False)}; put a text in quotes"
    return _either(text) if THOUSANDS.fullmatch(text) else ""


def _either(text: str, whole: bool = False) -> str:
    """Both readings of a number with three digits behind its one sign: 1.250."""
    less, many = f"{float(text.replace(',', '.')):g}", re.sub("[.,]", "", text)
    if whole and not less.lstrip("-").isdigit():
        return f"write {many} if thousands are meant; for {less} declare the field as number"
    return f"write {many} if thousands are meant, or {less}"


def instead(text: str, whole: bool) -> str:
    """What to write for what people and spreadsheets take for a number; `whole`, where a whole
    one is expected.
    """
    if _DOUBTFUL.fullmatch(text):
        return _either(text, whole)
    if _COMMA.fullmatch(text) or (whole and re.fullmatch(r"[-+]?\d{1,9}\.\d{0,9}", text)):
        number = text.replace(",", ".")
        return _a_whole(number) if whole else f"write {number}, with a point"
    if _GROUPED.fullmatch(text):
        sign = text.lstrip("+-").lstrip("0123456789")[0]
        number = text.replace(sign, "").replace(",", ".")
        return (
            _a_whole(number)
            if whole and "." in number
            else f"write {number}, without {_BETWEEN.get(sign, 'spaces')}"
        )
    return _of_a_date(text, whole)


def _a_whole(number: str) -> str:
    """What to write for a number with a point where a whole one is expected."""
    before, _, behind = number.partition(".")
    return f"for {number} declare the field as number" if behind.strip("0") else f"write {before}"


def _of_a_date(text: str, whole: bool) -> str:
    """What to do about a number that a spreadsheet took for a date, or about a fraction."""
    if parts := re.fullmatch(r"([1-9]\d?)/([1-9]\d?)", text):
        share = f"{int(parts[1]) / int(parts[2]):.4g}"
        return (
            "for a fraction"
            f" {f'declare the field as number, and write {share}' if whole else f'write {share}'};"
            f" or {_A_DATE}"
        )
    found = _DATES.fullmatch(text)
    if found and (found[1] is None or found[1].lower() in _MONTHS):
        return _A_DATE
    match = re.fullmatch(r"(\d{1,2})-([A-Za-z]{3})", text)
    if match and match[2].lower() in _MONTHS[:12]:
        month = _MONTHS.index(match[2].lower()) + 1
        return (
            f"a spreadsheet may have turned {month}-{match[1]} or {match[1]}-{month} into a date;"
            " format the column as text"
        )
    return ""


def beside_commas(texts: Iterable[str | None]) -> dict[int, str]:
    """Of a column's numbers those that thousands part with a point, where others have a comma
    for it: what to write, by their index.
    """
    written = [text.strip().replace("−", "-") if isinstance(text, str) else "" for text in texts]
    if not any("," in text and _COMMA.fullmatch(text) for text in written):
        return {}
    parted = {
        index: text
        for index, text in enumerate(written)
        if "." in text and _DOUBTFUL.fullmatch(text)
    }
    return {
        index: _either(text) for index, text in parted.items() if not THOUSANDS.fullmatch(text)
    }  # those are told of by themselves
