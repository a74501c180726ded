"""What can be read of a game: the texts of rulebooks and references as they are written, and
those on cards and boards.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pnp.diagnostics import Span
from pnp.load.yaml import Map, Seq
from pnp.model.game import RULE_MARK, Card, Component, Game
from pnp.model.kinds import BOARDS, TEXTS

MAX_TEXT = 2_000_000
"""Characters that are read of one component."""
UNTOLD = "\ufffc"
"""Stands in a text for what cannot be told of its template; it is part of no word and no gap."""
MAX_EXPRESSIONS, MAX_EXPRESSION = 5_000, 400
"""Expressions of a text that are worked out, and how long one may be."""
_OPENS = re.compile(r"\{[{%#]")
_CLOSES = {"{{": "}}", "{%": "%}", "{#": "#}"}
_TAG = re.compile(r"\w+")
_RAW = re.compile(r"\s*raw\s*")
_END_OF_RAW = re.compile(r"\{%[-+]?\s*endraw\s*[-+]?%\}")
_SET = re.compile(r"(\w+)\s*=(?!=)\s*(.+)", re.DOTALL)
_SET_BLOCK = re.compile(r"\w+(?:\s*\|.*)?", re.DOTALL)
"""`{% set NAME %}` goes on to its `endset`; `{% set a.b = 1 %}` and `{% set a, b = 1, 2 %}` do
not.
"""
_SPELLED = re.compile(
    r"(?:\|\s*(?:words(?:\([^()]*\))?|number|capitalize|signed|lower|upper)\s*)+$"
)
_NAMES = re.compile(r"\"[^\"]*\"|'[^']*'|(?:[.|]|\bis(?:\s+not)?\b)\s*\w+|\b([A-Za-z_]\w*)")
_OPERATORS = frozenset("and or not in if else true false none True False None".split())
_BLOCKS = frozenset("for macro call filter block with autoescape".split())


class Passage(NamedTuple):
    """A piece of text and where it begins; with `lines` its line breaks are those of the file."""

    text: str
    span: Span
    lines: bool = False

    def at(self, offset: int) -> Span:
        """The place of a character."""
        if not self.lines:
            return self.span
        before = self.text[:offset]
        return Span(
            self.span.file,
            self.span.line + before.count("\n"),
            offset - (before.rfind("\n") + 1) + 1,
        )


def file_passage(file: Any, most: int) -> Passage:
    """What a rulebook or reference says, up to so many bytes, blank where it names rules."""
    text = file.text[:most].decode("utf-8", "replace").removeprefix("\ufeff")
    text = RULE_MARK.sub(lambda mark: " " * len(mark[0]), text)
    return Passage(text.replace("\r\n", "\n"), Span(file.shown, 1, 1), lines=True)


class Text(NamedTuple):
    """All that a component says."""

    name: str
    passages: tuple[Passage, ...]


class Reading(NamedTuple):
    """A passage with its facts put in: the text, the same in small letters; where it grew, by how
    much up to there.

    The places where it grew rise, and there is one more sum than places.
    """

    text: str
    folded: str
    grew: Sequence[int]
    grown: Sequence[int]

    def written(self, offset: int) -> int:
        """Where a character stands in the passage as it is written."""
        return offset - self.grown[bisect_left(self.grew, offset)]


def texts_of(game: Game) -> dict[str, Text]:
    """The texts of a game by component."""
    return {
        component.id: Text(component.id, tuple(_passages(component)))
        for component in game.components.values()
    }


def _passages(component: Component) -> Iterator[Passage]:
    if component.kind in TEXTS:
        yield file_passage(component.details, MAX_TEXT)
        return
    left = MAX_TEXT
    for card in component.cards:
        for name, value in card.values.items() if component.fields else ():
            for passage in (
                _texts(card, name, value) if name in component.fields and left > 0 else ()
            ):
                left -= len(passage.text)
                yield passage
        if not component.fields:
            as_written = list(_written(card.raw, card.span))
            yield from as_written
            yield from _worked_out(component, {passage.text for passage in as_written})


def _texts(card: Card, name: str, value: Any) -> Iterator[Passage]:
    """A text of a field, or each of its list, with its place."""
    raw = card.raw.get(name)
    listed = value if isinstance(value, tuple) else (value,)
    places = raw if isinstance(raw, Seq) and len(raw) == len(listed) else None
    for index, part in enumerate(listed):
        if isinstance(part, str):
            yield Passage(part, places.at(index) if places else card.place(name))


def _worked_out(component: Component, known: Container[str]) -> Iterator[Passage]:
    """The labels and texts of a board that are worked out (`{expr: …}`)."""
    if component.kind in BOARDS:
        data = component.details
        for place in [*data.areas.values(), *data.spaces.values()]:
            label = () if getattr(place, "track", None) else (place.label,)
            for text in (*label, *place.fields.values()):
                if isinstance(text, str) and text not in known:
                    yield Passage(text, place.span)


def _written(value: object, span: Span, depth: int = 0) -> Iterator[Passage]:
    """Every text of a value as it is written."""
    if isinstance(value, str):
        yield Passage(value, span)
    elif isinstance(value, (Map, Seq)) and depth <= 16:
        places: Any = value
        for key, part in value.items() if isinstance(value, Map) else enumerate(value):
            yield from _written(part, places.at(key), depth + 1)


Evaluate = Callable[[str, Mapping[str, Any]], Any]
"""Works an expression out, with what the text itself has set; raises ValueError where it cannot."""


class _Mark(NamedTuple):
    """A piece of a template that is not printed as it stands: how it opens, what is in it, from
    where to where.
    """

    opening: str
    inner: str
    start: int
    end: int


def _marks(source: str) -> Iterator[_Mark]:
    """The comments, tags and expressions of a template up to one that is left open; `raw` hides
    what is in it.
    """
    end = 0
    while match := _OPENS.search(source, end):
        close = source.find(_CLOSES[match[0]], match.end())
        if close < 0:
            return
        start, end = match.end(), close + 2
        inner = source[start + (source[start] in "-+") : close - (source[close - 1] in "-+")]
        if match[0] != "{%" or not _RAW.fullmatch(inner):
            yield _Mark(match[0], inner.strip(), match.start(), end)
            continue
        last = _END_OF_RAW.search(source, end)
        if not last:
            return
        end = last.end()


@dataclass
class _Block:
    """An open block: whether it is printed as a whole, and its branch that is being read; whether
    no branch was yet (None: cannot be told).

    `sure` says whether that could be told of every branch; it never can of what is no `if`.
    """

    outside: bool | None
    choice: bool
    here: bool | None = None
    still: bool | None = True
    sure: bool = True

    def branch(self, condition: bool | None) -> None:
        """Go on to the next branch."""
        self.here = _both(self.still, condition)
        self.still = _both(self.still, None if condition is None else not condition)
        self.sure = self.sure and self.here is not None


def _both(one: bool | None, other: bool | None) -> bool | None:
    return (
        False if one is False or other is False else None if one is None or other is None else True
    )


@dataclass
class Printed:
    """A text as it is printed, as far as that can be told without its cards: comments, `if`, `set`,
    and what `known` names come to.

    Of loops, macros and conditions on cards all is kept. To render the text would take up to 120 ms
    for a game, and what compose has.
    """

    evaluate: Evaluate
    known: frozenset[str]
    moved: list[tuple[int, int]] = field(default_factory=list)
    """Where the text grew, by how much."""
    _sets: dict[str, Any] = field(default_factory=dict)
    _open: list[_Block] = field(default_factory=list)
    _worked: int = 0

    def of(self, source: str) -> str:
        """The text of a template."""
        made: list[str] = []
        length = upto = 0
        for mark in _marks(source):
            plain = source[upto : mark.start]
            for old, new in (
                (plain, plain if self._shown() is not False else ""),
                (source[mark.start : mark.end], self._put(mark)),
            ):
                if new != old:  # what follows something taken out begins behind it
                    self.moved.append((length - (not new), len(new) - len(old)))
                made.append(new)
                length += len(new)
            upto = mark.end
        return "".join(made) + source[upto:]

    def _shown(self) -> bool | None:
        """Whether what is being read is printed; None where that cannot be told."""
        return _both(self._open[-1].outside, self._open[-1].here) if self._open else True

    def _put(self, mark: _Mark) -> str:
        """What is printed for a comment, a tag or an expression."""
        before = self._shown()
        if mark.opening == "{%":
            tag = _TAG.match(mark.inner)
            told = tag is not None and self._follow(tag[0], mark.inner[tag.end() :].strip())
            return "" if told or before is False else UNTOLD
        if before is False or mark.opening == "{#":
            return ""
        made = self._value(
            _SPELLED.sub("", mark.inner) if len(mark.inner) <= MAX_EXPRESSION else mark.inner
        )
        return UNTOLD if made is None else str(made)

    def _follow(self, tag: str, rest: str) -> bool:
        """Take in a tag; whether all that it does can be told."""
        shown = self._shown()
        if tag == "if" or tag in _BLOCKS or (tag == "set" and _SET_BLOCK.fullmatch(rest)):
            self._open.append(_Block(shown, tag == "if"))
        block = self._open[-1] if self._open else None
        if block and block.choice and tag in ("if", "elif", "else"):
            holds = (
                True if tag == "else" else self._value(rest) if block.outside is not False else None
            )
            block.branch(None if holds is None else bool(holds))
            return block.sure
        if tag.startswith("end") and block:
            self._open.pop()
            return block.choice and block.sure
        if tag == "set" and (match := _SET.fullmatch(rest)):
            if shown is not False:
                self._sets.pop(match[1], None)  # a name whose value cannot be told is forgotten
                if shown and (value := self._value(match[2])) is not None:
                    self._sets[match[1]] = value
            return True
        for name in re.findall(r"\w+", rest):
            self._sets.pop(name, None)
        return False

    def _value(self, source: str) -> Any:
        """What an expression comes to; None where that cannot be told."""
        self._worked += 1
        if len(source) > MAX_EXPRESSION or self._worked > MAX_EXPRESSIONS:
            return None
        if {*_NAMES.findall(source)} - {""} - _OPERATORS - self.known - self._sets.keys():
            return None
        try:
            made = self.evaluate(source, self._sets)
        except ValueError:
            return None
        return made if isinstance(made, (bool, int, float, str, list, tuple)) else None


# --- numbers

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS: dict[str, float] = {
    **{word: n for n, word in enumerate(_ONES.split())},
    **{word: 10 * n for n, word in enumerate(_TENS.split(), 2)},
    "no": 0, "none": 0, "a": 1, "an": 1, "once": 1, "twice": 2, "both": 2, "half": 0.5,
    "quarter": 0.25, "dozen": 12, "hundred": 100, "thousand": 1000,
}  # fmt: skip
_WORD = "|".join(sorted(_WORDS, key=len, reverse=True))
_GROUPED = r"[-−+]?\d{1,3}(?:[,'’ \u00a0\u202f]\d{3})+(?!\d)"
_IN_WORDS = rf"(?:{_WORD})(?:[\s-]+(?:and[\s-]+)?(?:{_WORD})){{0,6}}"
NUMBER = rf"(?:{_GROUPED}|[-−+]?\d{{1,12}}(?:\.\d{{1,6}})?|{_IN_WORDS})"
"""A regular expression that finds a number in a text."""

_FRACTIONS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_FIGURES = rf"[-−–+±~≈]?[\d{_FRACTIONS}](?:[\d.,/–—−+{_FRACTIONS}-]*[\d+{_FRACTIONS}])?"
_LIKE = rf"(?:{_FIGURES}|(?:{_WORD}|million|billion|dozens|score)(?!\w))"
_MORE = rf"(?:[\s-]+(?:(?:to|or|and)[\s-]+)?{_LIKE}){{0,6}}"
UNREAD = rf"(?:(?:minus|plus|negative)\s+)?{_LIKE}{_MORE}"
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
