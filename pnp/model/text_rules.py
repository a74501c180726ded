r"""Finds marks, signs, numbers and braces in texts of the data that would be read otherwise than
they are meant, each with what to write instead.

Stars begin and end bold and italic words as in Markdown (CommonMark 0.31, 6.2), but simpler: `**`
goes with `**` and `*` with `*`. Stars between blanks, four and more together, and one between
letters or figures (`2*3*4`) are printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, Span, error
from pnp.load.yaml import Map, Seq

# --- bold and italic

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
    """Stars that stand together: how many are printed, what they end before and begin behind."""

    def __init__(self, text: str, found: re.Match[str]) -> None:
        self.start, self.end = found.span()
        self.stars = self.end - self.start
        before, behind = text[self.start - 1 : self.start], text[self.end : self.end + 1]
        inside = self.stars == 1 and before.isalnum() and behind.isalnum()
        self.opens = not inside and bool(behind.strip()) and behind not in _NEVER_BEFORE
        self.closes = not inside and bool(before.strip()) and before not in _NEVER_BEHIND
        self.ends = self.begins = ""


@lru_cache(maxsize=16384)
def starred(text: str) -> Starred:
    r"""A text in which every mark stands for itself: each run of stars ends what it can, then
    begins what it can. `\*` must have been taken out.
    """
    runs = [_Run(text, found) for found in _RUN.finditer(text)]
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
    marked, upto = "", 0
    for run in runs:
        marked += f"{text[upto : run.start]}{run.ends}{'*' * run.stars}{run.begins}"
        upto = run.end
    broken = any(run.stars > 1 and (run.opens or run.closes) for run in runs)
    return Starred(marked + text[upto:], broken)


def _opener(open_: list[_Run], strong: list[int], run: _Run) -> int | None:
    """The place of the nearest stars that some of a run's can end: one star reaches over no open
    bold text.
    """
    if run.stars == 2:
        return strong[-1] if strong else None
    return len(open_) - 1 if open_ and (run.stars == 3 or open_[-1].stars != 2) else None


# --- signs of other programs

_BOLD = "bold text stands between two pairs of stars: **like this**"
_ITALIC = "italic text stands between two stars: *like this*"
_ITSELF = "write the sign itself"
_HTML = (
    r"(?i)</?(?P<tag>b|i|u|em|strong|br|p|span|font)(?:\s[^<>]*|/)?>"
    r"|&(?:amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|[mn]dash|hellip|times|#\d{1,6});"
)
"""What was certainly copied from a web page."""
_SUSPECT = re.compile(r"\\n|[_`]|~~|\[/")
"""Signs without which `_FOREIGN` finds nothing."""
_FOREIGN = (
    r"\\n|(?<!\w)(__?)(?=[^\W_])[^_\n]+(?<=[^\W_])\1(?!\w)|`[^`\n]+`|~~[^~\n]+~~"
    r"|\[(?P<tag>[bius])\][^\[\n]*\[/(?P=tag)\]"
)
"""What other programs mark words by."""
_CURES: Mapping[str, str] = {
    **dict.fromkeys(("<b", "<strong", "<u", "__", "[b", "[u"), _BOLD),
    **dict.fromkeys(("<i", "<em", "_", "[i"), _ITALIC),
    **dict.fromkeys(("<p", "\\n"), "begin a new line in the text itself; in YAML below text: |"),
    "`": "take the ` out; bold text stands between two pairs of stars: **like this**",
    "~~": "take the ~~ out: words cannot be struck through",
    "[s": "take [s] and [/s] out: words cannot be struck through",
}
"""What takes the place of those, by how they begin."""
_BEGINNING = r"<\w+|\[\w|\\n|__|~~|."
_SIGNS = re.compile(r"\*\*(?=[^\s*])[^*\n]+(?<=\S)\*\*|(?<![\w:]):[a-z][a-z0-9-]*:(?![\w:])")
_HALF_ICON = re.compile(r":(?<![^\s(]:)([a-z][a-z0-9-]*+)(?![\w:-])")
"""An icon without its second colon.

The colon stands first, or the search would stop at every letter.
"""
_BLANKS = re.compile(r"(?: [a-z0-9]+){1,3}:(?!\w)")
"""The rest of an icon's name that is written with blanks."""


def signs(text: str) -> str:
    """The first sign for bold or for an icon in a text that is printed as it is typed, cut where
    it is long; empty where there is none.
    """
    found = _SIGNS.search(text) if "**" in text or ":" in text else None
    return _cut(found[0], 40) if found else ""


class Sign(NamedTuple):
    """What would be printed otherwise than it is meant, and what to do."""

    message: str
    hint: str


def of_web_pages(text: str) -> str:
    """A text of the type `markup` with words in `<b>`, `<strong>`, `<i>` and `<em>` between stars,
    and a new line for `<br>`; `in_markup` finds what is left.
    """
    text = re.sub(r"(?i) *<br */?>\n?", "\n", text)
    for tag, stars in (("i|em", "*"), ("b|strong", "**")):
        words = rf"(?i)(?<!\w)<({tag})>(\s*)([^<>]*[^<>\s])(\s*)</\1>(?!\w)"
        text = re.sub(words, rf"\2{stars}\3{stars}\4", text)
    return text


def in_markup(text: str) -> Sign | None:
    """The first sign of a text of the type `markup` that nothing reads; None where all are read."""
    if "**" in text and starred(text.replace("\\*", "\x00")).broken:
        return Sign('a "**" has no partner', f"{_BOLD}; a star that is meant is written \\*")
    if ":" in text and (half := _HALF_ICON.search(text)):
        more = _BLANKS.match(text, half.end())
        name = f"{half[0]}{more[0].replace(' ', '-')}" if more else f"{half[0]}:"
        hint = f"an icon stands between two colons: {name}; a colon that is meant is written \\:"
        return _typed(half[0], hint)
    found = re.search(_HTML, text) if "<" in text or "&" in text else None
    if found is None and _SUSPECT.search(text):
        found = re.search(_FOREIGN, text)
    if found is None:
        return None
    begins = re.match(_BEGINNING, found[0].lower().replace("</", "<"))
    otherwise = _ITSELF if found[0][0] == "&" else "take it out"
    return _typed(found[0], _CURES.get(begins[0] if begins else "", otherwise))


def in_text(text: str) -> Sign | None:
    """The first sign in a text that is printed as typed which was certainly copied from a web
    page.
    """
    found = re.search(_HTML, text) if "<" in text or "&" in text else None
    if found is None:
        return None
    hint = "take it out; or give the field the type markup, which reads **bold** and <b>bold</b>"
    return _typed(found[0], _ITSELF if found[0][0] == "&" else hint)


def _typed(sign: str, hint: str) -> Sign:
    return Sign(f'"{sign}" would be printed as typed', hint)


# --- numbers as people and spreadsheets write them

_THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}\.\d00")
"""How much of the world writes thousands."""
_BETWEEN = {"point": r"\.", "comma": ",", "space": "[ \u00a0\u2009\u202f]", "apostrophe": "['’]"}


class NumberFormat(NamedTuple):
    """How a file writes numbers: its decimal sign and what stands between thousands, by the words
    `point`, `comma`, `space` and `apostrophe`; None where it does not say.
    """

    decimal: str | None = None
    thousands: str | None = None

    @property
    def point(self) -> str:
        """The word for the decimal sign, also where only the sign between thousands is said."""
        return self.decimal or ("comma" if self.thousands == "point" else "point")

    def plain(self, text: str) -> str:
        """A number with a decimal point and nothing between thousands; empty for what is none, or
        for what may be thousands.
        """
        if re.fullmatch(r"[-+]?\d{1,18}", text):
            return text
        between = _BETWEEN.get(self.thousands or "", r"(?!)")
        found = re.fullmatch(
            rf"([-+]?)([1-9]\d{{0,2}}(?:{between}\d{{3}}){{1,5}}|\d{{0,18}})"
            rf"(?:{_BETWEEN[self.point]}(\d{{0,18}}))?",
            text,
        )
        doubtful = self == NumberFormat() and _THOUSANDS.fullmatch(text)
        if not found or doubtful or not (found[2] or found[3]):
            return ""
        whole = found[1] + (re.sub(r"\D", "", found[2]) or "0")
        return whole if found[3] is None else f"{whole}.{found[3]}"


_FORMATS = (
    NumberFormat(thousands="comma"),
    NumberFormat(thousands="point"),
    NumberFormat(thousands="space"),
    NumberFormat("comma", "space"),
    NumberFormat(thousands="apostrophe"),
    NumberFormat("comma"),
    NumberFormat("point"),
)
_MONTH = (
    r"(?:jan|ene|gen|feb|f[eé]v|m[aä]r|mrz|a[pvb]r|ma[yig]|jun|juin|giu|juil?|jul|lug|aug|ao[uû]t"
    r"|ago|se[pt]|o[ct]t|okt|nov|d[eéi][cz])[a-z]?\.?"
)
"""How spreadsheets shorten months."""
_DATE = (
    r"(?i)\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}/\d{1,4}"
    rf"|\d{{1,2}}[.-]? ?{_MONTH}|{_MONTH}[ -]\d{{1,4}}"
)


def thousands(text: str) -> str:
    """What to write for a fact that has a comma, may be thousands, or is a number with noughts
    that say nothing: 1.500; else empty.
    """
    number = not re.search(r"\s|^$", text) and not NumberFormat().plain(text) and _readings(text)
    return f"{instead(text, whole=False)}; put a text in quotes" if number else ""


def _readings(text: str) -> dict[str, NumberFormat]:
    """The numbers that a text is to people, with a decimal point, each with how it is written."""
    found: dict[str, NumberFormat] = {}
    for way in _FORMATS:
        number = way.plain(text)
        if number and re.search(_BETWEEN[way.thousands or way.point], text):
            before, _, behind = number.partition(".")
            behind = behind.rstrip("0")
            found.setdefault(f"{before}.{behind}" if behind else before, way)
    return found


def instead(text: str, whole: bool, declared: NumberFormat | None = None) -> str:
    """What to write for what people and spreadsheets take for a number; `whole`, where a whole
    one is expected; `declared`, where the component may say how its file writes numbers.
    """
    if re.fullmatch(_DATE, text):
        return "a spreadsheet may have turned it into a date; format the column as text"
    if declared and declared.plain(text):  # a number, but no whole one
        declared = None
    readings = _readings(text)
    begins = ("if thousands are meant, ", "else ") if len(readings) > 1 else ("",)
    return "; ".join(
        begin + _cure(number, way, whole, declared)
        for begin, (number, way) in zip(begins, readings.items(), strict=False)
    )


def _cure(number: str, way: NumberFormat, whole: bool, declared: NumberFormat | None) -> str:
    """What to do where a number is meant that is written in some way."""
    keys = ""
    if declared is not None:
        both = NumberFormat(*(new or old for new, old in zip(way, declared, strict=True)))
        missing = [name for name in way._fields if getattr(both, name) != getattr(declared, name)]
        if both.point != both.thousands and not any(getattr(declared, name) for name in missing):
            keys = " and ".join(f"{name}: {getattr(way, name)}" for name in missing)
    if whole and "." in number:
        return f"for {number} declare the field as number" + (
            f", and {keys} for the component" if keys else ""
        )
    point = "," if declared and declared.point == "comma" else "."
    written = f"write {number.replace('.', point)}"
    return f"declare {keys} for the component, or {written}" if keys else written


# --- braces of templates, which nothing works out in the data

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
            elif isinstance(part, str) and (found := typed(part)):
                yield _braces_at(key, _cut(found, 60), owner.at(key))


def typed(text: str) -> str:
    """A template's braces in a text, with what stands in them."""
    if "{" not in text and "}" not in text:
        return ""
    if match := re.search(r"\{[{%]", text):
        end = text.find("}", match.start())
        return text[match.start() : end + 2 if end >= 0 else None]
    match = lone(text)
    return match[0] if match else ""


def _braces_at(key: Any, found: str, span: Span) -> Diagnostic:
    if key in _EXPRESSIONS:
        message = f'"{key}": an expression stands here without braces, found "{found}"'
        return error("P204", message, span, "take the braces out")
    message = f'"{found}" would be printed as it stands: only templates work it out'
    hint = "write what is meant, such as the number; or say it in the template"
    return error("P204", message, span, hint)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}…"
