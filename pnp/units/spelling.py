"""Writes numbers and letters as prose does, adds decimals without the rounding of floats, and says
where words may be broken.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import isfinite, ulp
from types import MappingProxyType
from typing import Any, TypeGuard
from unicodedata import normalize

YES_OR_NO = "yes or no cannot be printed; write {{ 'one thing' if … else 'another' }}"
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
).split()
_DIGITS = 15
"""Digits that a float holds truly."""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_NUMBERS: Mapping[str, str] = MappingProxyType(
    {
        "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn"
        " vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
        "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze"
        " quinze seize dix-sept dix-huit dix-neuf vingt",
        "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce"
        " quince dieciséis diecisiete dieciocho diecinueve veinte",
        "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici"
        " quattordici quindici sedici diciassette diciotto diciannove venti",
    }
)
"""Numbers from 0 as words."""
_MARKS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **dict.fromkeys("en ja zh ko hi th".split(), (".", ",")),
        "de": (",", "."),
        "it": (",", "."),
        "de-CH": (".", "’"),
        "it-CH": (".", "’"),
    }
)
"""The decimal mark and what parts groups of three; elsewhere a comma and a thin space."""
_DOTTED, _DOTLESS = str.maketrans("iı", "İI"), str.maketrans("İI", "iı")
# Of Greek in canonical order: an accent parts two vowels that are one sound without it; all accents
# are dropped but that of the word Ή.
_DIPHTHONG = "([ΑΕΗΟΥ])\u0301([ΙΥ])(?!\u0308)"
_TONOS = "(?<=[Α-Ω])(\u0308?)(?:(?<!\\bΗ)|(?=\u0301\\w))[\u0300\u0301\u0313\u0314\u0342]+"
_SIGNS = (
    "\u2e80-\u3029\u3030-\u312f\u3190-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff5f-\uff9f"
    "\U00020000-\U0003ffff①-⓿！（），：；？［］｛｝～"
)
"""Kana, ideographs and their punctuation: a line may break beside each of them."""
_SHUT = (
    "、。，．：；！？‼⁇⁈⁉」』】〕〉》〗〙〛）］｝｠〟”’»›)\\]}!?.,:;%｡､｣･"  # punctuation
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯ"  # small kana
    "ー・々〻ゝゞヽヾ゛゜ｰﾞﾟ〜～゠…‥％‰℃°′″¢/\u3000\u00ad\u200b"
)
"""What begins no line."""
_OPEN = "「『【〔〈《〖〘〚（［｛｟〝“‘«‹(\\[{｢￥$£€№\"'"
"""What ends none; straight quotation marks neither end nor begin one."""
_HELD = "\u00a0\u2007\u2011\u202f\u2060\ufeff가-힣"
"""What lets no line break beside it: spaces and joiners that hold, and Korean, which has blanks."""
_COMBINING = "\u0300-\u036f\u200c\u200d\u3099\u309a\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""What is drawn with the sign before it."""


def is_english(language: str) -> bool:
    """Whether a language tag such as en or en-GB is one of English."""
    return _base(language) == "en"


def _base(language: str) -> str:
    """A language without its region."""
    return language.partition("-")[0].casefold()


def _upper_dotted(text: str) -> str:
    return text.translate(_DOTTED).upper()


def _lower_dotless(text: str) -> str:
    return text.translate(_DOTLESS).lower()


def _begun(text: str) -> str:
    return _upper_dotted(text[:1]) + _lower_dotless(text[1:])


def _title(text: str) -> str:
    return re.sub(r"[^-\s({\[<]+", lambda word: _begun(word[0]), text)


def _upper_greek(text: str) -> str:
    """Greek capitals bear no accents, but for the word Ή; a vowel that would join the one before
    bears a dialytika in their place.
    """
    plain = re.sub(_DIPHTHONG, "\\1\\2\u0308", unicodedata.normalize("NFD", text.upper()))
    return unicodedata.normalize("NFC", re.sub(_TONOS, "\\1", plain))


_TURKISH = MappingProxyType(
    {"upper": _upper_dotted, "lower": _lower_dotless, "capitalize": _begun, "title": _title}
)
_CASES: Mapping[str, Mapping[str, Callable[[str], str]]] = MappingProxyType(
    {"tr": _TURKISH, "az": _TURKISH, "el": MappingProxyType({"upper": _upper_greek})}
)


def cases(language: str) -> Mapping[str, Callable[[str], str]]:
    """What a language does in its own way of `upper`, `lower`, `capitalize` and `title`."""
    return _CASES.get(_base(language), {})


def cased(text: str, case: str, language: str) -> str:
    """A text in `upper` or `lower` case, as its language has it; any other case leaves it as it
    is.
    """
    plain = {"upper": str.upper, "lower": str.lower}.get(case)
    return cases(language).get(case, plain)(text) if plain else text


def written(text: str, case: str, language: str) -> str:
    """A text in its case, as it is set in lines: of French ones none begins with ; : ! ? » or
    ends with «, since the blanks there hold.
    """
    text = cased(text, case, language)
    if _base(language) == "fr":
        return re.sub(" +(?=[;:!?»])|(?<=«) +", "\u00a0", text)
    return text


def breaks(word: str) -> re.Pattern[str]:
    """The pattern that finds where a line may end in a word."""
    return _breaks(max(word, default="") > "\u3000")


@cache
def _breaks(east_asian: bool) -> re.Pattern[str]:
    """Behind soft hyphens and zero-width spaces; behind dashes, slashes and hyphens where a word
    goes on, but not in 1/2, 3–4 or A-7; on both sides of a sign of Chinese or Japanese, where what
    is behind may begin a line and what is before may end one. A number keeps its counter: 3枚, 3つ.
    """
    pattern = "(?<=\u00ad)|(?<=\u200b)|(?<=[—–/])(?=[^\\W\\d])|(?<=\\w-)(?=[^\\W\\d])"
    if east_asian:
        before = f"(?<![{_OPEN}{_HELD}])(?:(?<!\\d)|(?=[ぁ-ヿ])(?![つか]))"
        behind = f"(?![{_SHUT}{_HELD}{_COMBINING}\"'])"
        pattern += f"|(?:(?<=[{_SIGNS}])|(?=[{_SIGNS}])){before}{behind}"
        pattern += f"|(?<=[{_SIGNS}][{_COMBINING}]){before}{behind}"
    return re.compile(pattern)


def is_number(value: Any) -> TypeGuard[int | float]:
    """Whether a value is a number that can be added: neither yes or no, nor beyond all numbers."""
    return (isinstance(value, int) and not isinstance(value, bool)) or (
        isinstance(value, float) and isfinite(value)
    )


MAX_PARTS, MAX_BROKEN = 10_000, 1_000_000
"""Into how many parts a number is divided at most, and how large it is, where it is told from
its digits what it was.
"""


def exact(value: float) -> int | Fraction:
    """A number as it was written or worked out: the decimal 0.1 for the float that stands for
    it, and a third for 0.333333333333333.
    """
    if isinstance(value, int):
        return value
    short = f"{value:.{_DIGITS}g}"
    if abs(value) < MAX_BROKEN and _significant(short) >= _DIGITS - 1:
        near = Fraction(value).limit_denominator(MAX_PARTS)
        if abs(near - Fraction(value)) <= 4 * Fraction(ulp(value)):
            return near
    return Fraction(short)


def _significant(short: str) -> int:
    """How many digits a number has without the zeros before and behind them."""
    return len(short.partition("e")[0].lstrip("-0.").replace(".", ""))


def tidy(value: float) -> float:
    """A number without what rounding has left past its 15 digits: 0.3 for 0.1 + 0.2.

    What has as many of its own stays as it is.
    """
    if isinstance(value, int) or value.is_integer():
        return value
    short = f"{value:.{_DIGITS}g}"
    return value if _significant(short) >= _DIGITS else float(short)


def is_spelt(language: str) -> bool:
    """Whether numbers can be written as words of a language."""
    return is_english(language) or _base(language) in _NUMBERS


def words(value: float, *, one: str = "", language: str = "en") -> str:
    """A whole number up to 999 in English words, in those of other languages up to 20; larger ones
    in figures. `one` is what is written for 1, as in eine Karte.

    Raises ValueError for what is no whole number.
    """
    if isinstance(value, bool):
        raise ValueError(YES_OR_NO)
    if not isinstance(value, (int, float)):
        raise ValueError("only whole numbers can be spelt in words")
    whole = tidy(value)
    if whole % 1:
        raise ValueError(f"only whole numbers can be spelt in words, not {whole}")
    if whole == 1 and one:
        return one
    if not is_english(language):
        known = _NUMBERS[_base(language)].split()
        return known[int(whole)] if 0 <= whole < len(known) else figures(whole, language)
    return _spelt(int(whole))


def figures(value: float, language: str = "en") -> str:
    """A number with the marks of its language: 1,234.5 or 1.234,5, minus as U+2212. Raises
    ValueError for what is no number.
    """
    if not is_number(value):
        raise ValueError("only numbers can be written in figures")
    point, group = _marks(language)
    whole, _, part = number_text(abs(value)).partition(".")
    if len(whole) > 3 + (_base(language) == "es"):
        whole = f"{int(whole):,}".replace(",", group)
    return ("−" if value < 0 else "") + whole + (point + part if part else "")


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


_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h"}
)
"""Letters that Unicode does not decompose."""


def slug(value: Any) -> str:
    """A text as a part of file names: its letters and digits in lower case and ASCII, each run of
    others a hyphen.
    """
    plain = normalize("NFKD", "" if value is None else str(value)).casefold().translate(_LETTERS)
    return re.sub("[^a-z0-9]+", "-", re.sub("[\u0300-\u036f]", "", plain)).strip("-")


def _marks(language: str) -> tuple[str, str]:
    return _MARKS.get(language) or _MARKS.get(_base(language)) or (",", "\u202f")


def signed(value: float, *, language: str = "en") -> str:
    """A number with its sign, minus as U+2212, and the decimal mark of its language: +2, −1.
    Raises ValueError for yes or no.
    """
    if isinstance(value, bool):
        raise ValueError(YES_OR_NO)
    sign, size = ("+", value) if value > 0 else ("−", -value)
    if isinstance(size, float):
        size = int(size) if size.is_integer() and size < 10**_DIGITS else tidy(size)
    text = f"{sign}{size}" if value else "0"
    return text.replace(".", _marks(language)[0])


def upto(value: Any, *, start: int = 1) -> range:
    """The whole numbers from 1 (or `start`) to a value, for loops such as stars and slots."""
    if not isinstance(value, int) or value > 1000:
        raise TypeError(f"upto goes to 1,000 at most, not {value}")
    return range(start, value + 1)


def as_decimals(value: Any) -> Any:
    """A value for comparing: what floats stand for, in lists as well."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(as_decimals, value))
    return exact(value) if isinstance(value, float) and isfinite(value) else value


def number_text(value: float | Fraction) -> str:
    """A number for people: `3`, `0.25`, `0.3333…`."""
    if isinstance(value, float):
        if not isfinite(value):
            return str(value)
        value = exact(value)
    if value.denominator == 1:
        return str(value.numerator)
    if 10**60 % value.denominator:
        return f"{float(value):.4f}…"
    with localcontext(prec=60):
        return format(Decimal(value.numerator) / value.denominator, "f")
