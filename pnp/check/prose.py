"""P520 – a number of the rules is typed into a text.

Texts that name the numbers of a game in figures or words go wrong when the game changes. A number beside a fact's name, a component or a
unit of the game is therefore written as the fact: it then follows every change, and `words` spells it. A fact that a `supply` promise of a
deck reckons with counts cards, whatever it is called.

Wrong (the promise says `kind: supply, of: cards, needs: players * facts.hand_size`):

    Everybody gets seven cards.

Right:

    Everybody gets {{ facts.hand_size | words }} cards.

Where a number only happens to be the same, mark it as meant: `{{ 7 }}`. Free are one, first and both, the numbers of lists and steps, and
whatever stands in an example. A number that contradicts the fact beside it is P521.

Do: write the fact that the hint names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pnp.check.promises.numbers import number_of
from pnp.check.promises.texts import Passage
from pnp.diagnostics import Diagnostic, Note, Span, error
from pnp.load.yaml import Map, Seq
from pnp.model.game import Component, Game
from pnp.model.kinds import TEXTS

CODE, CONTRADICTION = "P520", "P521"
KINDS = (*TEXTS, "board", "mat")
MAX_TEXT = 400_000

_ONES = "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SPELT = rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:one|{'|'.join(_ONES[:8])}))?|{'|'.join(_ONES)}|(?:a|one|two|three) dozen|half a dozen)"
# Patterns are kept as text: they are compiled where a game has texts, which most short runs need not wait for.
_NUMBER = rf"(?i)(?<![\w.,/#&@×+<>=\-−–])(\d{{1,6}}(?:,\d{{3}})?|{_SPELT})(?![\w%°×]|[.,:/]\d|[-–]\d)"
_WORD = r"[A-Za-z][A-Za-z'’-]*"
_AFTER = r"\s*(?:[*_]{0,2}\s*)(?:of (?:the|your|his|her|their|its) )?((?:[A-Za-z][A-Za-z'’-]*[*_]{0,2}[ \n]*){1,4})"
_BETWEEN = r"\s*(?:is|are|of|was|:|=|–|to)?\s*(?:at most|up to|exactly)?\s*[*_]{0,2}$"
_TOTAL = r"(?i)\b(there (?:are|is)|all(?: the)?|in all|in total|deck of|contains?|holds?|includes?|comprises?)\s+[*_]{0,2}$"
_FREE = (
    r"(?s)\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}",
    r"(?im)^> ?\[!EXAMPLE\].*(?:\n>.*)*",
    r"(?ms)^```.*?^```",
    r"`[^`\n]*`",
    r"\]\([^)\n]*\)",
    r"\bhttps?://\S+",
    r":[a-z0-9-]+:",
    r"(?m)^\s*(?:>\s*)*\d{1,3}[.)]",
    r"\[\[[^\]\n]*\]\]",
    r"(?i)\b(?:page|pages|step|steps|figure|section|chapter|version|©|CC BY)\s+\d[\d.]*",
)


class _Thing(NamedTuple):
    """Something of the game that is counted: the words it goes by, how many there are, how a text refers to it, where that is said."""

    words: tuple[str, ...]
    value: float
    written: str
    place: Span


class _Number(NamedTuple):
    """A number of a text, how and where it is said, the words behind it and before it, whether it says how many there are in all."""

    value: float
    said: str
    start: int
    after: tuple[str, ...]
    before: tuple[tuple[str, ...], ...]
    stated: bool


class _Things:
    """All that is counted, to be found by its words."""

    def __init__(self, things: Sequence[_Thing], dealt: Sequence[_Thing] = ()) -> None:
        self._things = things
        self.dealt = dealt
        """Facts that count cards, whatever they are called."""
        self._by_words: dict[tuple[str, ...], list[int]] = {}
        self._by_word: dict[str, list[int]] = {}
        for index, thing in enumerate(things):
            self._by_words.setdefault(thing.words, []).append(index)
            for word in set(thing.words):
                self._by_word.setdefault(word, []).append(index)

    def called(self, stems: tuple[str, ...]) -> list[_Thing]:
        """Things that are called exactly as some of these words."""
        runs = (stems[start:end] for start in range(len(stems)) for end in range(start + 1, len(stems) + 1))
        return self._listed(index for run in runs for index in self._by_words.get(run, ()))

    def beside(self, stems: tuple[str, ...]) -> list[_Thing]:
        """Things whose name has one of the first two nouns in it."""
        nouns = {stem for stem in stems[:2] if len(stem) > 2 and stem not in _COMMON}
        return self._listed(index for noun in nouns for index in self._by_word.get(noun, ()))

    def before(self, lines: Iterable[tuple[str, ...]]) -> list[_Thing]:
        """Things of two words or more whose name ends one of these lines."""
        names = (line[start:] for line in lines for start in range(len(line) - 1))
        return self._listed(index for name in names for index in self._by_words.get(name, ()))

    def _listed(self, indexes: Iterable[int]) -> list[_Thing]:
        return [self._things[index] for index in sorted(set(indexes))]


def check(game: Game) -> Iterator[Diagnostic]:
    """Every number of the rules that stands in a text as a literal."""
    texts = [component for component in game.components.values() if component.kind in KINDS]
    if not texts:
        return
    known = _things(game)
    counting = _counting_cards(game)
    things = _Things(known, [thing for thing in known if thing.written.removeprefix("facts.") in counting])
    for component in texts:
        for passage in _passages(component):
            yield from _judged(passage, things)


def _passages(component: Component) -> Iterator[Passage]:
    """What a component says as it is written; labels that are worked out hold no literals of their own."""
    data = component.details
    if component.kind in TEXTS:
        text = data.text[:MAX_TEXT].decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
        yield Passage(text, Span(data.shown, 1, 1), lines=True)
        return
    yield from _labels(component.cards[0].raw)


def _labels(value: Map | Seq) -> Iterator[Passage]:
    """The labels and texts of a board's file."""
    if isinstance(value, Map):
        if "expr" in value:
            return
        for key, part in value.items():
            if isinstance(part, str) and key in ("label", "text", "title", "note"):
                yield Passage(part, value.at(key))
            elif isinstance(part, (Map, Seq)):
                yield from _labels(part)
    else:
        for part in value:
            if isinstance(part, (Map, Seq)):
                yield from _labels(part)


@lru_cache(10_000)
def _stem(word: str) -> str:
    """A noun in the singular, roughly."""
    word = word.lower().replace("’", "'").removesuffix("'s").strip("'-")
    for ending, single in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("ss", "ss"), ("s", "")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + single
    return word


def _stems(text: str) -> tuple[str, ...]:
    return tuple(_stem(word) for word in re.findall(_WORD, text.replace("_", " ").replace("-", " ")))


def _things(game: Game) -> list[_Thing]:
    """All that is counted: facts by their names, components by name and title, tokens by theirs, players."""
    facts = game.raw.get("facts")
    found = [
        _Thing(_stems(name), value, f"facts.{name}", facts.at(name) if isinstance(facts, Map) else game.raw.span())
        for name, value in game.facts.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    ]
    for component in game.components.values():
        if component.kind in ("rulebook", "reference", "box"):
            continue
        for name in dict.fromkeys((component.id, component.title)):
            found.append(_Thing(_stems(name), component.total, f"counts['{component.id}']", component.raw.span()))
    found.append(_Thing(("player",), game.players[1], "game.players.max", game.raw.at("players")))
    found.append(_Thing(("player",), game.players[0], "game.players.min", game.raw.at("players")))
    return [thing for thing in found if thing.words]


def _counting_cards(game: Game) -> set[str]:
    """The facts by which a promise reckons how many cards of a deck are needed."""
    found: set[str] = set()
    for promise in game.promises:
        deck = game.components.get(str(promise.details.get("of")))
        if promise.kind == "supply" and deck is not None and deck.kind == "deck":
            found.update(re.findall(r"\bfacts\.(\w+)", str(promise.details.get("needs", ""))))
    return found


def _blank(text: str) -> str:
    """The text with all that is free of judgement as spaces of the same length."""
    for pattern in _FREE:
        text = re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return text


def _judged(passage: Passage, things: _Things) -> Iterator[Diagnostic]:
    for number in _numbers(passage.text):
        named, exact = things.before(number.before), things.called(number.after)
        near = (*named, *exact, *things.beside(number.after), *(things.dealt if "card" in number.after[:2] else ()))
        same = next((thing for thing in near if thing.value == number.value), None)
        if same is not None:
            spelt = " | words" if not number.said[0].isdigit() else ""
            hint = f"write {{{{ {same.written}{spelt} }}}}; where it only happens to be the same, {{{{ {number.value:g}{spelt} }}}}"
            message = f'"{number.said}" is typed in; it is {same.written}'
            yield error(CODE, message, passage.at(number.start), hint, [Note("it is said here", same.place)])
        elif named or (exact and number.stated):
            thing = (*named, *exact)[0]
            message = f'"{number.said} {" ".join(thing.words)}": {thing.written} is {thing.value:g}'
            hint = f"write {{{{ {thing.written} }}}}, or another word"
            yield error(CONTRADICTION, message, passage.at(number.start), hint, [Note("it is said here", thing.place)])


def _numbers(text: str) -> tuple[_Number, ...]:
    """The numbers of a text that are not free, with the words around each."""
    text = _blank(text)
    made = []
    for match in re.finditer(_NUMBER, text):
        value = _value(match[1])
        if value is not None and value != 1:
            made.append(_Number(value, match[1], match.start(), _after(text, match), _before(text, match), _stated(text, match)))
    return tuple(made)


def _value(text: str) -> float | None:
    if text.lower() == "half a dozen":
        return 6
    return number_of(text)


def _after(text: str, match: re.Match[str]) -> tuple[str, ...]:
    """The words that follow a number, three at most."""
    after = re.match(_AFTER, text[match.end() : match.end() + 200])
    return tuple(_stem(word) for word in re.findall(_WORD, after[1]))[:3] if after else ()


_COMMON = frozenset(
    "the and with from for per each time more less other same new own hand turn round first last most least side end start".split()
)


def _before(text: str, match: re.Match[str]) -> tuple[tuple[str, ...], ...]:
    """The words that a number is said of: `hand size is 7`. Each line of words that may end there."""
    lead = text[max(0, match.start() - 60) : match.start()]
    words = list(re.finditer(_WORD, lead))
    ends = [index for index, word in enumerate(words) if re.fullmatch(_BETWEEN, lead[word.end() :])]
    return tuple(tuple(_stem(word[0]) for word in words[: end + 1]) for end in ends)


def _stated(text: str, match: re.Match[str]) -> bool:
    """Whether a number says how many there are in all: after words such as "there are" or "the", or where figures open a line or a cell."""
    lead = text[max(0, match.start() - 60) : match.start()]
    opens = re.search(r"(?:^|\n|\|)\s*(?:[-*+]\s+)?[*_]{0,2}$", lead)
    return bool(re.search(_TOTAL, lead) or (match[1].isdigit() and opens))
