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
from typing import NamedTuple

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
    """A number of a text, how and where it is said, the words behind it and before it, whether it
    says how many there are in all.

    `nouns` are the words behind it as they are written, the others are stems; `lead` is the one
    word right before it, or the sign.
    """

    value: int | Fraction
    text: str
    start: int
    after: tuple[str, ...]
    nouns: tuple[str, ...]
    before: tuple[tuple[str, ...], ...]
    stated: bool
    lead: str


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

    def exceeded(self, number: _Number) -> tuple[str, _Thing] | None:
        """What there are fewer of than a number says right before its name (`10 villains`, `ten
        villain cards`), and the words for it.
        """
        if number.value >= LARGE and not number.text[0].isdigit():
            return None
        if number.lead not in _LEADS and not (
            number.lead == "for" and number.after[:1] == ("player",)
        ):
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
        return (
            (" ".join(number.nouns[: end + cards]), thing)
            if number.value > max(thing.most, thing.value)
            else None
        )

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
    fields = component.raw.get("fields")
    own = (
        {name for name, field in fields.items() if _holds_text(field)}
        if isinstance(fields, Map)
        else set()
    )
    yield from _labels(component.cards[0].raw, own | {"label", "text", "title", "note"})


def _holds_text(field: object) -> bool:
    """Whether what is declared of a field of spaces makes it a text of any words, or a list of
    such.
    """
    if isinstance(field, Map):
        return field.get("list") in _TEXTS or any(
            kind in field and not isinstance(field[kind], Seq) for kind in _TEXTS
        )
    return field in _TEXTS


def _labels(value: Map | Seq, names: Set[str], spoken: bool = False) -> Iterator[Passage]:
    """The texts of a board's file that stand under these names; with `spoken` a list of such."""
    if isinstance(value, Map):
        parts = (
            [(part, value.at(key), key in names) for key, part in value.items()]
            if "expr" not in value
            else []
        )
    else:
        parts = [(part, value.at(index), spoken) for index, part in enumerate(value)]
    for part, place, text in parts:
        if isinstance(part, str) and text:
            yield Passage(part, place)
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
    for component in game.components.values():
        if component.kind in ("rulebook", "reference", "box"):
            continue
        laid = component.kind in BOARDS
        for name in dict.fromkeys(
            (
                component.id,
                component.title,
                f"{component.id} {component.kind}" if laid else component.id,
            )
        ):
            total, words = component.total, _stems(name)
            most = (
                0
                if not laid and component.kind != "deck"
                else everything
                if words in _ANY
                else total
            )
            found.append(
                _Thing(words, total, f"counts['{component.id}']", component.raw.span(), most)
            )
    found.append(
        _Thing(
            ("player",),
            game.players[1],
            "game.players.max",
            game.raw.at("players"),
            game.players[1],
        )
    )
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
    text = _without_tags(text)
    for pattern in _FREE:
        text = re.sub(pattern, lambda match: _white(match[0]), text)
    return text


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
        named, called = things.before(number.before), things.called(number.after)
        counted = [
            thing for thing in called if thing.words not in _ANY or number.value > thing.most
        ]
        dealt = things.dealt if "card" in number.after[:2] else ()
        near = (*named, *called, *things.beside(number.after), *dealt)
        same = next((thing for thing in near if thing.value == number.value), None)
        code, meant = CONTRADICTION, number_text(number.value)
        if same is not None:
            code, thing = CODE, same
            spelt = " | words" if not number.text[0].isdigit() else ""
            hint = (
                f"write {_put(passage, thing.written + spelt)}; where it only happens to be the"
                f" same, {_put(passage, meant + spelt)}"
            )
            message = f'"{number.text}" is typed in; it is {thing.written}'
        elif named or (counted and number.stated):
            thing = (*named, *counted)[0]
            words = _with_name_before if named else _with_name_behind
            message = f'"{words(passage, number, thing)}": {thing.written} is'
            hint = f"write {_put(passage, thing.written)}, or another word"
        elif more := things.exceeded(number):
            name, thing = more
            message = f'"{number.text} {name}": {thing.written} is'
            hint = (
                f"write {_put(passage, thing.written)}, or where so many are meant"
                f" {_put(passage, meant)}"
            )
        else:
            continue
        if code == CONTRADICTION:
            message = f"{message} {number_text(thing.value)}"
        notes = [Note("it is said here", thing.place)]
        yield error(code, message, passage.at(number.start), hint, notes)


def _with_name_before(passage: Passage, number: _Number, thing: _Thing) -> str:
    """A number and the name of a thing before it, as they are written: `hand size is 7`."""
    lead = passage.text[max(0, number.start - 60) : number.start]
    words = list(re.finditer(_WORD, lead))
    stems = tuple(_stem(word[0]) for word in words)
    long = len(thing.words)
    begin = max(
        (at for at in range(len(words)) if stems[at : at + long] == thing.words), default=None
    )
    before = "" if begin is None else lead[words[begin].start() :]
    return " ".join(re.sub(r"[*_>]", " ", f"{before}{number.text}").split())


def _with_name_behind(passage: Passage, number: _Number, thing: _Thing) -> str:
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


def _numbers(text: str, english: bool) -> tuple[_Number, ...]:
    """The numbers of a text that are not free, with the words around each.

    In other languages a word for a number may be another word (Polish `ten`), nor is it known what
    all cards are called.
    """
    text = _blank(text)
    made = []
    for match in re.finditer(_NUMBER if english else _FIGURES, text):
        words = re.sub(r"[\s>]+", " ", match[1])
        value = number_of(words)
        if value is not None and value != 1:
            nouns = _after(text, match)
            after = tuple(_stem(word) for word in nouns)
            stated, lead = (_stated(text, match), _lead(text, match)) if english else (False, "")
            made.append(
                _Number(
                    exact(value),
                    words,
                    match.start(),
                    after,
                    nouns,
                    _before(text, match),
                    stated,
                    lead,
                )
            )
    return tuple(made)


def _after(text: str, match: re.Match[str]) -> tuple[str, ...]:
    """The words that follow a number, three at most."""
    after = re.match(_AFTER, text[match.end() : match.end() + 200])
    return tuple(re.findall(_WORD, after[1]))[:3] if after else ()


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


def _before(text: str, match: re.Match[str]) -> tuple[tuple[str, ...], ...]:
    """The words that a number is said of:

    `hand size is 7`. Each line of words that may end there.
    """
    lead = text[max(0, match.start() - 60) : match.start()]
    words = list(re.finditer(_WORD, lead))
    ends = [index for index, word in enumerate(words) if re.fullmatch(_BETWEEN, lead[word.end() :])]
    return tuple(tuple(_stem(word[0]) for word in words[: end + 1]) for end in ends)


def _lead(text: str, match: re.Match[str]) -> str:
    """The word right before a number; a dash for `2 to 5`, `2–5` and `up to 5`; empty where
    another sign stands there.
    """
    lead = text[max(0, match.start() - 60) : match.start()]
    found = re.search(r"(\d[-–]|\d\s+to(?=\s)|\b[Uu]p to(?=\s)|\b[A-Za-z]+(?=\s))[\s*_>]*$", lead)
    return (
        ""
        if found is None
        else "–"
        if found[1][0].isdigit() or " " in found[1]
        else found[1].lower()
    )


def _stated(text: str, match: re.Match[str]) -> bool:
    """Whether a number says how many there are in all: after words such as "there are" or "the",
    or where figures open a line or a cell.
    """
    lead = text[max(0, match.start() - 60) : match.start()]
    opens = re.search(r"(?:^|\n|\|)\s*(?:[-*+]\s+)?[*_]{0,2}$", lead)
    return bool(re.search(_TOTAL, lead) or (match[1].isdigit() and opens))
