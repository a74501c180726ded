"""Finds signs, stars, numbers and braces in texts of the data that would be printed otherwise than
they are meant, each with what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, error
from pnp.load.yaml import Map, Seq

BOLD, BOLD_END, ITALIC, ITALIC_END = "\x02", "\x03", "\x04", "\x05"
"""What stands for the marks that were found; no text can hold these."""
_BEGIN, _END = {1: ITALIC, 2: BOLD}, {1: ITALIC_END, 2: BOLD_END}
_RUN = re.compile(r"(?<!\*)\*{1,3}(?!\*)")
_NEVER_BEFORE = frozenset(").,;!?]}»”’…")
_NEVER_BEHIND = frozenset("([{«„“‚‘¡¿")


class Starred(NamedTuple):
    """A text with its marks found, and whether a `**` in it has no partner."""

    text: str
    broken: bool


class _Run:
    """Stars that stand together: what they end, how many of them are printed, what they begin."""

    def __init__(self, start: int, stars: int, opens: bool, closes: bool) -> None:
        self.start, self.length, self.stars, self.opens, self.closes = (
            start,
            stars,
            stars,
            opens,
            closes,
        )
        self.ends, self.begins = "", ""

    def marks(self) -> str:
        return f"{self.ends}{'*' * self.stars}{self.begins}"


@lru_cache(maxsize=16384)
def starred(text: str) -> Starred:
    r"""A text in which every mark stands for itself. `\*` must have been taken out."""
    parts = text.split("**")
    if (
        len(parts) % 2
        and text.count("*") == 2 * len(parts) - 2
        and all(map(_is_plain, parts[1::2]))
    ):  # nearly every text with stars
        parts[1::2] = [f"{BOLD}{part}{BOLD_END}" for part in parts[1::2]]
        return Starred("".join(parts), False)
    return paired(text)


def paired(text: str) -> Starred:
    """`starred`, whatever marks there are: each run of stars ends what it can, then begins what
    it can.
    """
    runs = [_run(text, found.start(), len(found[0])) for found in _RUN.finditer(text)]
    open_: list[_Run] = []
    strong: list[int] = []  # the places of two stars and more among them
    for run in runs:
        while run.closes and run.stars and (at := _opener(open_, strong, run)) is not None:
            opener = open_[at]
            del open_[at + 1 :]
            size = min(2, run.stars, opener.stars)
            opener.stars -= size
            opener.begins = _BEGIN[size] + opener.begins
            run.stars -= size
            run.ends += _END[size]
            if opener.stars < 2 and strong and strong[-1] == at:
                strong.pop()
            if not opener.stars:
                open_.pop()
        if run.opens and run.stars:
            strong += [len(open_)] if run.stars > 1 else []
            open_.append(run)
    made: list[str] = []
    upto = 0
    for run in runs:
        made += (text[upto : run.start], run.marks())
        upto = run.start + run.length
    return Starred(
        "".join(made) + text[upto:],
        any(run.stars > 1 and (run.opens or run.closes) for run in runs),
    )


def _is_plain(part: str) -> bool:
    """Whether what stands between two `**` is bold words."""
    return (
        bool(part)
        and part.strip() == part
        and part[0] not in _NEVER_BEFORE
        and part[-1] not in _NEVER_BEHIND
    )


def _run(text: str, start: int, stars: int) -> _Run:
    before, behind = text[start - 1 : start], text[start + stars : start + stars + 1]
    if stars == 1 and before.isalnum() and behind.isalnum():
        return _Run(start, stars, False, False)
    opens = bool(behind.strip()) and behind not in _NEVER_BEFORE
    closes = bool(before.strip()) and before not in _NEVER_BEHIND
    return _Run(start, stars, opens, closes)


def _opener(open_: list[_Run], strong: list[int], run: _Run) -> int | None:
    """The place of the nearest stars that some of a run's can end: one star reaches over no open
    bold text.
    """
    if run.stars == 2:
        return strong[-1] if strong else None
    return len(open_) - 1 if open_ and (run.stars == 3 or open_[-1].stars != 2) else None


_BOLD = "bold text stands between two pairs of stars: **like this**"
_ITALIC = "italic text stands between two stars: *like this*"
_PAGE = (
    r"</?(?P<tag>b|i|u|em|strong|br|p|span|font)(?:\s[^<>]*|/)?>"
    r"|&(?:amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|[mn]dash|hellip|times|#\d{1,6});"
)
_HTML = re.compile(_PAGE, re.IGNORECASE)
"""What was certainly copied from a web page."""
_STRANGE = re.compile(rf"{_PAGE}|\\n|(?<!\w)__(?=[^\W_])[^_\n]+(?<=[^\W_])__(?!\w)", re.IGNORECASE)
_FOREIGN = re.compile(
    r"(?<!\w)_(?=[^\W_])[^_\n]*(?<=[^\W_])_(?!\w)|`[^`\n]+`|~~[^~\n]+~~|\[(?P<tag>b|i|u|s)\][^\[\n]*\[/(?P=tag)\]"
)
"""What other programs than web pages mark words by."""
_OTHERS: Mapping[str, str] = {
    "_": _ITALIC,
    "`": "take the ` out; bold text stands between two pairs of stars: **like this**",
    "~": "take the ~~ out: words cannot be struck through",
    "[b]": _BOLD,
    "[u]": _BOLD,
    "[i]": _ITALIC,
    "[s]": "take [s] and [/s] out: words cannot be struck through",
}
"""What takes the place of those, by how they begin."""
_SIGNS = re.compile(r"\*\*(?=[^\s*])[^*\n]+(?<=\S)\*\*|(?<![\w:]):[a-z][a-z0-9-]*:(?![\w:])")


def signs(text: str) -> str:
    """The first sign for bold or for an icon in a text that is printed as it is typed, cut where
    it is long; empty where there is none.
    """
    found = _SIGNS.search(text) if "**" in text or ":" in text else None
    return "" if found is None else found[0] if len(found[0]) <= 40 else f"{found[0][:37]}…"


_HALF = re.compile(r":(?<![^\s(]:)([a-z][a-z0-9-]*+)(?![\w:-])")
"""An icon without its second colon.

The colon stands first, or the search would stop at every letter.
"""
_BLANKS = re.compile(r"(?: [a-z0-9]+){1,3}:(?!\w)")
"""The rest of an icon's name that is written with blanks."""
_CURES: Mapping[str, str] = {
    **dict.fromkeys(("b", "strong", "u", "__"), _BOLD),
    **dict.fromkeys(("i", "em"), _ITALIC),
    **dict.fromkeys(
        ("br", "p", "\\n"), "begin a new line in the text itself; in YAML below text: |"
    ),
}
"""What takes the place of signs that other programs read."""


class Sign(NamedTuple):
    """What a text says that would be printed otherwise than it is meant, and what to do."""

    told: str
    hint: str


def in_markup(text: str) -> Sign | None:
    """The first sign of a text of the type `markup` that nothing reads; None where all are read."""
    if "**" in text and starred(text.replace("\\*", "\x00")).broken:
        return Sign('a "**" has no partner', f"{_BOLD}; a star that is meant is written \\*")
    if ":" in text and (half := _HALF.search(text)):
        more = _BLANKS.match(text, half.end())
        name = f"{half[0]}{more[0].replace(' ', '-')}" if more else f"{half[0]}:"
        return _typed(
            half[0],
            f"an icon stands between two colons: {name}; a colon that is meant is written \\:",
        )
    if ("<" in text or "\\n" in text or "__" in text or "&" in text) and (
        strange := _STRANGE.search(text)
    ):
        otherwise = "write the sign itself" if strange[0][0] == "&" else "take it out"
        return _typed(strange[0], _CURES.get((strange["tag"] or strange[0][:2]).lower(), otherwise))
    if ("_" in text or "`" in text or "~~" in text or "[/" in text) and (
        foreign := _FOREIGN.search(text)
    ):
        return _typed(
            foreign[0], _OTHERS[foreign[0][:3] if foreign[0][0] == "[" else foreign[0][0]]
        )
    return None


def in_text(text: str) -> Sign | None:
    """The first sign in a text that is printed as typed which was certainly copied from a web
    page.
    """
    if ("<" in text or "&" in text) and (strange := _HTML.search(text)):
        typed = "take it out; or give the field the type markup, and write **bold** or *italic*"
        return _typed(strange[0], "write the sign itself" if strange[0][0] == "&" else typed)
    return None


def _typed(sign: str, hint: str) -> Sign:
    return Sign(f'"{sign}" would be printed as typed', hint)


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


_OPENING = re.compile(r"\{\{|\{%")
_NAMES = "card cards counts facts game players t terms total".split()
"""What stands in a template's braces most often.

The dot behind it tells them from placeholders such as {n} and {players}.
"""
_LONE = re.compile(rf"\{{\s*(?:{'|'.join(_NAMES)})\.\w[^{{}}]*\}}{{1,2}}|\}}\}}|%\}}")
_BYTES = re.compile(
    rb"\{\x00?[{%%]|[}%%]\x00?\}|\{[\s\x00]*(?:%s)\x00?\."
    % "|".join(map(r"\x00?".join, _NAMES)).encode()
)
"""The same in the bytes of a file, be it UTF-8 or UTF-16."""
_EXPRESSIONS = ("count", "when", "per_player")
"""Keys whose expressions are worked out, without braces."""
_WHOLE = re.compile(r"\s*\{\{?\s*([^{}]*[^{}\s])\s*\}\}?\s*")
_ONE_FACT = re.compile(r"\{\{?\s*([a-z_]+\.[\w.]+)\s*\}")


def lone(text: str) -> re.Match[str] | None:
    """The first of a template's braces that lack their fellow:

    `{ card.name }}`, `{card.name}`, or `}}` and `%}` that close nothing.
    """
    depth = upto = 0
    for match in _LONE.finditer(text):
        depth += text.count("{", upto, match.end()) - text.count("}", upto, match.end())
        upto = match.end()
        if match[0][0] == "{" or depth < 0:
            return match
    return None


def braces(data: bytes, value: Any) -> list[Diagnostic]:
    """P204 for each text of a file that holds a template's braces; most files are known to hold
    none by their bytes.
    """
    return list(braces_in(value)) if (b"{" in data or b"}" in data) and _BYTES.search(data) else []


def braces_in(value: Any) -> Iterator[Diagnostic]:
    """P204 for each text, however deep in a map or list, that holds `{{` or `{%`, or one of a
    template's braces without its fellow.
    """
    todo = [value]
    while todo:
        owner = todo.pop()
        keys = (
            owner if isinstance(owner, Map) else range(len(owner)) if isinstance(owner, Seq) else ()
        )
        for key in keys:
            part = owner[key]
            if isinstance(part, (Map, Seq)):
                todo.append(part)
            elif isinstance(part, str) and ("{" in part or "}" in part) and (shown := typed(part)):
                yield (
                    _worked_out(key, part, shown, owner.at(key))
                    if key in _EXPRESSIONS
                    else _as_printed(shown, owner.at(key))
                )


def typed(text: str) -> str:
    """A template's braces in a text, with what stands in them."""
    if match := _OPENING.search(text):
        end = text.find("}", match.start())
        return text[match.start() : end + 2 if end >= 0 else None]
    match = lone(text)
    return match[0] if match else ""


def _worked_out(key: str, text: str, shown: str, span: Any) -> Diagnostic:
    """P204 for braces round an expression where one is expected."""
    whole = _WHOLE.fullmatch(text)
    hint = f"write {key}: {whole[1]}" if whole and len(whole[1]) <= 80 else "take the braces out"
    return error(
        "P204",
        f'"{key}": an expression stands here without braces, found "{_cut(shown)}"',
        span,
        hint,
    )


def _cut(shown: str) -> str:
    return shown if len(shown) <= 60 else shown[:57] + "…"


def _as_printed(shown: str, span: Any) -> Diagnostic:
    message = f'"{_cut(shown)}" would be printed as it stands: only templates work it out'
    fact = _ONE_FACT.match(shown)
    said = f"{{{{ {fact[1]} }}}}" if fact else "it"
    return error(
        "P204",
        message,
        span,
        f"write what is meant, such as the number; or say {said} in the template",
    )
