"""P520 – a number of the rules is typed into a text.

Texts that name the numbers of a game in figures or words go wrong when the game changes. A number
beside a fact's name, a component or a unit of the game is therefore written as the fact: it then
follows every change, and `words` spells it. A fact that a `supply` promise of a deck reckons with
counts cards, whatever it is called.

Wrong (the promise says `kind: supply, of: cards, needs: players * facts.hand_size`):

    Everybody gets seven cards.

Right:

    Everybody gets {{ facts.hand_size | words }} cards.

Where a number only happens to be the same, mark it as meant: `{{ 7 }}`. Free are one, first and
both, the numbers of lists and steps, and whatever stands in an example. A number that contradicts
the fact beside it is P521, and so is one above all the cards of a deck or all the players that it
names.

In a game that is not in English (`language:`) only figures are judged, each by the names beside it:
the words of a number, and those that say how many there are in all, are known in English alone.

Do: write the fact that the hint names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence, Set
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.check.promises.text_index import Passage, file_passage, number_of
from pnp.diagnostics import Diagnostic, Note, Span, error
from pnp.load.yaml import Map, Seq
from pnp.model.game import Component, Game
from pnp.model.kinds import BOARDS, TEXTS
from pnp.units.spelling import exact, is_english, is_number, number_text

CODE, CONTRADICTION = "P520", "P521"
KINDS = (*TEXTS, *BOARDS)
MAX_TEXT = 400_000
LARGE = 100
"""From here on a number in words may be a manner of speaking: a hundred villains."""

_ONES = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen".split()
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_GAP = r"(?:[- ]|\n[ >]*)"
_SMALL = rf"(?:(?:{'|'.join(_TENS)})(?:{_GAP}(?:one|{'|'.join(_ONES[:8])}))?|one|{'|'.join(reversed(_ONES))})"
_LARGE = rf"(?:{_GAP}(?:hundred|thousand))"
_SPELT = (
    rf"(?:(?:half{_GAP})?a{_GAP}dozen|(?:a(?={_LARGE})|{_SMALL})(?:{_GAP}dozen|{_LARGE}+(?:{_GAP}(?:and{_GAP})?{_SMALL}{_LARGE}*){{0,2}})?)"
    rf"(?!{_GAP}(?:dozen|hundred|thousand|million|and a half\b))"
)
# Patterns are kept as text: they are compiled where a game has texts, which most short runs need
# not wait for.
_RANGE = r"(?<=\d[-–])(?=\d+ players\b)"
_NUMBER = rf"(?i)(?=[\daefhnost])(?:(?<![\w.,/#&@×+<>=\-−–])|{_RANGE})(\d{{1,6}}(?:,\d{{3}})?|{_SPELT})(?![\w%°×]|[.,:/]\d|[-–]\d)"
_FIGURES = _NUMBER.replace(f"|{_SPELT}", "")
# Marks belong to their word, though for Python they are no letters: accents set apart, and the
# vowels of India and Thailand.
_WORD = r"[^\W\d_](?:(?![\d_])[\w'’\u0300-\u036f\u0900-\u0963\u0971-\u109f\u1714-\u1dff-])*"
_AFTER = (
    rf"\s*(?:[*_]{{0,2}}\s*)(?:of (?:the|your|his|her|their|its) )?((?:{_WORD}[*_]{{0,2}}["
    r" \n]*){1,4})"
)
_BETWEEN = r"\s*(?:is|are|of|was|:|=|–|to)?\s*(?:at most|up to|exactly)?\s*[*_]{0,2}$"
_TOTAL = (
    r"(?i)\b(there (?:are|is)|all(?: the)?|in all|in total|deck"
    r" of|contains?|holds?|includes?|comprises?)\s+[*_]{0,2}$"
)
_TAGS = {"{{": "}}", "{%": "%}", "{#": "#}"}
# None of these looks farther for its end than to the next beginning: on a text that begins much and
# ends nothing they stay quick.
_FREE = (
    r"(?im)^> ?\[!EXAMPLE\].*(?:\n>.*)*",
    r"(?ms)^```.*?^```",
    r"`[^`\n]*`",
    r"\]\([^()\n]*+\)",
    r"\bhttps?://\S+",
    r":[a-z0-9-]+:",
    r"(?m)^[ \t]*+(?>(?:>[ \t]*+)*)\d{1,3}[.)]",
    r"\[\[[^\[\]\n]*+\]\]",
    r"(?i)\b(?:page|pages|step|steps|figure|section|chapter|version|©|CC BY)\s++\d[\d.]*+",
)


class _Thing(NamedTuple):
    """Something of the game that is counted: the words it goes by, how many there are, how a text
    refers to it, where that is said.

    With `most` no text speaks of more.
    """

    words: tuple[str, ...]
    value: int | Fraction
    written: str
    place: Span
    most: int = 0


class _Number(NamedTuple):
    """A number of a text, how and where it is said, the words behind it as they are written and
    their stems, and what stands before it.
    """

    value: int | Fraction
    text: str
    start: int
    nouns: tuple[str, ...]
    after: tuple[str, ...]
    before: str


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
        runs = (
            stems[start:end]
            for start in range(len(stems))
            for end in range(start + 1, len(stems) + 1)
        )
        return self._listed(index for run in runs for index in self._by_words.get(run, ()))

    def beside(self, stems: tuple[str, ...]) -> list[_Thing]:
        """Things whose name has one of the first two nouns in it."""
        nouns = {stem for stem in stems[:2] if len(stem) > 2 and stem not in _COMMON}
        return self._listed(index for noun in nouns for index in self._by_word.get(noun, ()))

    def exceeded(self, number: _Number) -> tuple[_Thing, str] | None:
        """What there are fewer of than a number says right before its name (`10 villains`, `ten
        villain cards`), and the words for both.
        """
        lead = _lead(number.before)
        if number.value >= LARGE and not number.text[0].isdigit():
            return None
        if lead not in _LEADS and not (lead == "for" and number.after[:1] == ("player",)):
            return None
        named = (
            (end, self._by_words.get(number.after[:end])) for end in range(len(number.after), 0, -1)
        )
        end, indexes = next(
            (pair for pair in named if pair[1]), (0, None)
        )  # the longest name is meant: 6 player cards are no players
        alike = [self._things[index] for index in indexes or ()]
        if not any(thing.most for thing in alike):
            return None
        cards, noun = "card" in number.after[end : end + 1], number.nouns[end - 1].lower()
        if not cards and (
            noun == number.after[end - 1] or "'" in noun.replace("’", "'")
        ):  # 12 villains' coins are no villains
            return None
        thing = max(alike, key=lambda thing: max(thing.most, thing.value))
        if number.value <= max(thing.most, thing.value):
            return None
        return thing, " ".join((number.text, *number.nouns[: end + cards]))

    def before(self, number: _Number) -> list[tuple[_Thing, str]]:
        """The things of two words or more that a number is said of, and the words for it:
        `hand size is 7`.
        """
        words = list(re.finditer(_WORD, number.before))
        stems = tuple(_stem(word[0]) for word in words)
        found: dict[int, int] = {}
        for end, word in enumerate(words, 1):
            if re.fullmatch(_BETWEEN, number.before[word.end() :]):
                for start in range(end - 1):
                    found |= dict.fromkeys(self._by_words.get(stems[start:end], ()), start)
        said = (
            (i, f"{number.before[words[found[i]].start() :]}{number.text}") for i in sorted(found)
        )
        return [
            (self._things[i], " ".join(re.sub(r"[*_>]", " ", text).split())) for i, text in said
        ]

    def _listed(self, indexes: Iterable[int]) -> list[_Thing]:
        return [self._things[index] for index in sorted(set(indexes))]


def check(game: Game) -> Iterator[Diagnostic]:
    """Every number of the rules that stands in a text as a literal."""
    texts = [component for component in game.components.values() if component.kind in KINDS]
    if not texts:
        return
    known = _things(game)
    counting = _counting_cards(game)
    things = _Things(
        known, [thing for thing in known if thing.written.removeprefix("facts.") in counting]
    )
    for component in texts:
        for passage in _passages(component):
            yield from _findings(passage, things, is_english(game.language))


def _passages(component: Component) -> Iterator[Passage]:
    """What a component says as it is written; labels that are worked out hold no literals of
    their own.
    """
    if component.kind in TEXTS:
        yield file_passage(component.details, MAX_TEXT)
        return
    own = {"label", "text", "title", "note"}
    for name, field in component.places.items():
        part = field.of or field
        if part.kind in _TEXTS and part.domain is None:
            own.add(name)
    yield from _labels(component.cards[0].raw, own)


def _labels(value: Map | Seq, names: Set[str], spoken: bool = False) -> Iterator[Passage]:
    """The texts of a board's file that stand under these names; with `spoken` a list of such."""
    if isinstance(value, Map) and "expr" in value:
        return
    places: Any = value
    for key, part in value.items() if isinstance(value, Map) else enumerate(value):
        text = key in names if isinstance(value, Map) else spoken
        if isinstance(part, str) and text:
            yield Passage(part, places.at(key))
        elif isinstance(part, (Map, Seq)):
            yield from _labels(part, names, text)


@lru_cache(10_000)
def _stem(word: str) -> str:
    """A noun in the singular, roughly; an accent is part of its letter, however it is written."""
    word = (
        unicodedata.normalize("NFC", word).lower().replace("’", "'").removesuffix("'s").strip("'-")
    )
    for ending, single in (
        ("ies", "y"),
        ("sses", "ss"),
        ("xes", "x"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("ss", "ss"),
        ("s", ""),
    ):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + single
    return word


def _stems(text: str) -> tuple[str, ...]:
    return tuple(
        _stem(word) for word in re.findall(_WORD, text.replace("_", " ").replace("-", " "))
    )


def _things(game: Game) -> list[_Thing]:
    """All that is counted: facts by their names, components by name and title, tokens by theirs,
    players.
    """
    facts = game.raw.get("facts")
    everything = sum(component.total for component in game.components.values())
    found = [
        _Thing(
            _stems(name),
            exact(value),
            f"facts.{name}",
            facts.at(name) if isinstance(facts, Map) else game.raw.span(),
        )
        for name, value in game.facts.items()
        if is_number(value)
    ]
    for one in game.components.values():
        if one.kind in ("rulebook", "reference", "box"):
            continue
        board = one.kind in BOARDS
        for name in dict.fromkeys(
            (one.id, one.title, *([f"{one.id} {one.kind}"] if board else []))
        ):
            words, most = _stems(name), 0
            if board or one.kind == "deck":
                most = everything if words in _ANY else one.total
            found.append(_Thing(words, one.total, f"counts['{one.id}']", one.raw.span(), most))
    low, high = game.players
    place = game.raw.at("players")
    found.append(_Thing(("player",), high, "game.players.max", place, high))
    found.append(_Thing(("player",), low, "game.players.min", place))
    return [thing for thing in found if thing.words]


def _counting_cards(game: Game) -> set[str]:
    """The facts by which a promise reckons how many cards of a deck are needed."""
    found: set[str] = set()
    for promise in game.promises:
        deck = game.components.get(str(promise.details.get("of")))
        if promise.kind == "supply" and deck is not None and deck.kind == "deck":
            found.update(re.findall(r"\bfacts\.(\w+)", str(promise.details.get("needs", ""))))
    return found


def _white(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _without_tags(text: str) -> str:
    """The text with what Jinja reads as spaces; a tag that has no end frees nothing."""
    done, at = [], 0
    endless: set[str] = set()
    for opening in re.finditer(r"\{[{%#]", text):
        begin, tag = opening.start(), opening[0]
        if begin < at or tag in endless:
            continue
        end = text.find(_TAGS[tag], begin + 2)
        if end < 0:
            endless.add(tag)
            continue
        done += [text[at:begin], _white(text[begin : end + 2])]
        at = end + 2
    return "".join(done) + text[at:]


def _findings(passage: Passage, things: _Things, english: bool) -> Iterator[Diagnostic]:
    for number in _numbers(passage.text, english):
        named, called = things.before(number), things.called(number.after)
        counted = [
            thing for thing in called if thing.words not in _ANY or number.value > thing.most
        ]
        dealt = things.dealt if "card" in number.after[:2] else ()
        near = (*(thing for thing, _ in named), *called, *things.beside(number.after), *dealt)
        same = next((thing for thing in near if thing.value == number.value), None)
        meant = number_text(number.value)
        if same is not None:
            spelt = " | words" if not number.text[0].isdigit() else ""
            hint = (
                f"write {_put(passage, same.written + spelt)}; where it only happens to be the"
                f" same, {_put(passage, meant + spelt)}"
            )
            message = f'"{number.text}" is typed in; it is {same.written}'
            yield _finding(CODE, message, passage, number, hint, same)
            continue
        other = "or another word"
        if not named and counted and english and _is_stated(number):
            named = [(counted[0], _with_name_behind(number, counted[0]))]
        elif not named and english and (more := things.exceeded(number)):
            named, other = [more], f"or where so many are meant {_put(passage, meant)}"
        if named:
            thing, words = named[0]
            message = f'"{words}": {thing.written} is {number_text(thing.value)}'
            hint = f"write {_put(passage, thing.written)}, {other}"
            yield _finding(CONTRADICTION, message, passage, number, hint, thing)


def _finding(
    code: str, message: str, passage: Passage, number: _Number, hint: str, thing: _Thing
) -> Diagnostic:
    notes = [Note("it is said here", thing.place)]
    return error(code, message, passage.at(number.start), hint, notes)


def _with_name_behind(number: _Number, thing: _Thing) -> str:
    """A number and the name of a thing behind it, as they are written: `9 red villains`."""
    long = len(thing.words)
    end = next(
        end
        for end in range(long, len(number.after) + 1)
        if number.after[end - long : end] == thing.words
    )
    return " ".join((number.text, *number.nouns[:end]))


def _put(passage: Passage, source: str) -> str:
    """How a number is put into a text: data have no braces, and know facts and players only."""
    if passage.lines:
        return f"{{{{ {source} }}}}"
    source = re.sub(r"counts\[.*\]", "facts.NAME", source.replace("game.players", "players"))
    return f'{{expr: "… ~ {source} ~ …"}}'


def _numbers(text: str, english: bool) -> Iterator[_Number]:
    """The numbers of a text that are not free, with the words around each.

    In other languages a word for a number may be another word (Polish `ten`), nor is it known what
    all cards are called.
    """
    text = _without_tags(text)
    for pattern in _FREE:
        text = re.sub(pattern, lambda match: _white(match[0]), text)
    for match in re.finditer(_NUMBER if english else _FIGURES, text):
        words = re.sub(r"[\s>]+", " ", match[1])
        value = number_of(words)
        if value is not None and value != 1:
            behind = re.match(_AFTER, text[match.end() : match.end() + 200])
            nouns = tuple(re.findall(_WORD, behind[1])[:3]) if behind else ()
            before = text[max(0, match.start() - 60) : match.start()]
            stems = tuple(map(_stem, nouns))
            yield _Number(exact(value), words, match.start(), nouns, stems, before)


_TEXTS = ("text", "markup")
_ANY = frozenset({("card",), ("board",), ("mat",)})
"""Names that others have as well: they may stand for all that is printed."""
_LEADS = frozenset(
    "– has have had is are all the these those needs need contains holds includes deals deal lays"
    " lay shuffles shuffle places place puts put draws draw sets set counts count of out takes take"
    " gets get gives give receives receive uses use adds add returns return removes remove keeps"
    " keep chooses choose discards discard reveals reveal".split()
)
"""Words before a number that says how many things there are; behind others it may be a round, a
price or a roll.
"""
_COMMON = frozenset(
    "the and with from for per each time more less other same new own hand turn round first last"
    " most least side end start".split()
)


def _lead(before: str) -> str:
    """The word right before a number; a dash for `2 to 5`, `2–5` and `up to 5`; empty where
    another sign stands there.
    """
    found = re.search(r"(\d[-–]|\d\s+to(?=\s)|\b[Uu]p to(?=\s)|\b[A-Za-z]+(?=\s))[\s*_>]*$", before)
    if found is None:
        return ""
    return "–" if found[1][0].isdigit() or " " in found[1] else found[1].lower()


def _is_stated(number: _Number) -> bool:
    """Whether a number says how many there are in all: after words such as "there are" or "the",
    or where figures open a line or a cell.
    """
    opens = re.search(r"(?:^|\n|\|)\s*(?:[-*+]\s+)?[*_]{0,2}$", number.before)
    return bool(re.search(_TOTAL, number.before) or (number.text.isdigit() and opens))
