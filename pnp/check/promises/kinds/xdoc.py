"""xdoc – what a text says is what the data say.

`in` names a component whose text is read: a rulebook, a reference, a board, a deck; or a list of
them. `phrase` is what it says, with `_` where the number stands; `is` is that number (an
expression). The phrase must occur in each of the components named; where `in` is left out, in one
of all. Wherever it occurs it must hold that number, in digits or in words (*seven*, *two dozen*,
*half*), or as `{{ facts.NAME }}`. A phrase without `_` must merely occur. Upper and lower case,
line breaks, stars and underlines are all one, links their words. A number that is not understood
(*2–5*, *minus three*, *4½*) is not the one promised. What a comment or an `if` keeps from being
printed is not said; a condition on cards is left open.

This kind is read until 0.3. A `fact` pins the number, the text takes it from there, and `{A1}`
behind the sentence says which rule it tells: `pnp confirm` then guards its words.

Right: `{…, kind: xdoc, in: rulebook, phrase: draw up to _ cards, is: facts.hand_size, …}`.
Wrong: a phrase that no text has; the whole sentence, where a few words around the number would do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

from pnp.check.promises.kinds import Kind
from pnp.check.promises.scope import Broken, Malformed, Scope, describe
from pnp.check.promises.text_index import NUMBER, UNREAD, Passage, Printed, Reading, Text, number_of
from pnp.diagnostics import Span, did_you_mean
from pnp.model.game import Promise
from pnp.units.spelling import exact, is_number, number_text, tidy

MAX_PHRASE = 200
MAX_NUMBER = 300
"""Characters that a number in words may have."""
LOOK, TRY = 2, 60
"""Steps: a passage or a place that is looked at; a place that is tried for a number."""
_ALIKE = (("\u0130", "i"), ("\u0131", "i"), ("\u017f", "s"), ("\u212a", "k"))
"""Letters that are small or large forms of letters of ASCII."""
_BLOTS = re.compile(r"[*_`]+")
_QUOTE = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
"""What begins the lines of a quotation and of a call-out."""
_LINK = re.compile(r"(?<!!)\[([^\[\]\n]{1,200})\]\([^()\s]{0,300}\)")
_BLANK = re.compile(r"&(?:nbsp|thinsp|ensp|emsp|#160|#xa0);", re.IGNORECASE)
_ALONE = r"(?<!\d[–/-])(?<!minus\s)(?<!negative\s)"
"""Nothing before a number that makes another of it."""
_GAP, _GLUE = r"[\s*_`]+", r"[*_`]*"


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Every place with another number; a text that says nothing of it."""
    phrase = promise.details.get("phrase")
    if (
        not isinstance(phrase, str)
        or not phrase.strip("_ ")
        or len(phrase) > MAX_PHRASE
        or phrase.count("_") > 1
    ):
        message = '"phrase": expected some words, with one _ where the number stands'
        raise Malformed(message, "phrase")
    wanted = scope.number(promise, "is") if "_" in phrase else None
    if wanted is None and "is" in promise.details:
        raise Malformed('"is": the phrase has no _ where the number would stand', "is")
    due = exact(wanted) if is_number(wanted) else wanted
    texts = _texts(promise, scope)
    wording = _wording(_folded(" ".join(phrase.split())))
    silent: list[Text] = []
    for text in texts:
        hits = 0
        for passage in text.passages:
            for said, place in _hits(scope, passage, wording):
                hits += 1
                found = number_of(said) if re.fullmatch(NUMBER, said.lower()) else None
                if due is not None and (found is None or exact(found) != due):
                    message = f'"{text.name}" says "{phrase.replace("_", said)}"'
                    if found is not None and number_text(found) != said:
                        message += f", which is {number_text(found)}"
                    hint = "its number is not understood: write it in digits, or in words such as"
                    hint = f"{hint} seven" if found is None else ""
                    message += f"; the data say {number_text(due)}"
                    yield Broken(message, (("it is said here", place),), hint)
        if not hits:
            silent.append(text)
    if silent and (promise.details.get("in") is not None or len(silent) == len(texts)):
        names = " nor ".join(f'"{text.name}"' for text in silent)
        message = f"neither {names} says" if len(silent) > 1 else f"{names} does not say"
        hint = "look for the words around the number; a phrase may be short"
        yield Broken(f'{message} "{phrase}"', _places(silent[:4]), hint)


def _places(texts: list[Text]) -> tuple[tuple[str, Span | None], ...]:
    begins = [(f'"{t.name}" begins here', t.passages[0].span) for t in texts if t.passages]
    ends = [t for t in texts if len(t.passages) > 1]
    return (*begins, *((f'the last text of "{t.name}"', t.passages[-1].span) for t in ends))


def _texts(promise: Promise, scope: Scope) -> list[Text]:
    if promise.details.get("in") is None:
        if found := [text for text in scope.texts.values() if text.passages]:
            return found
        raise Malformed("no component has a text to read")
    names = scope.listed(promise, "in", "names a component with a text, or a list of them")
    for name in names:
        if not isinstance(name, str) or name not in scope.texts:
            hint = did_you_mean(str(name), scope.texts)
            raise Malformed(f'there is no component "{describe(name)}"', "in", hint)
        if not scope.texts[name].passages:
            raise Malformed(f'"{name}" has no text to read', "in")
    return [scope.texts[name] for name in names]


class _Wording(NamedTuple):
    """How a phrase is looked for: the first word beside its number, by which places are found; the
    words on that side of the number; a number as it is read, and as it may look; what follows it,
    None where it stands before the words.
    """

    word: str
    words: re.Pattern[str]
    numbers: tuple[str, ...] = ()
    rest: re.Pattern[str] | None = None


@cache
def _wording(phrase: str) -> _Wording:
    before, mark, after = phrase.partition("_")
    if not mark:
        return _Wording(phrase.split()[0], re.compile(rf"(?<!\w){_words(phrase)}(?!\w)"))
    between = _GAP if after[:1].isspace() else _GLUE
    if not before.strip():
        numbers = rf"(?<!\w){_ALONE}({NUMBER}){between}\Z", rf"(?<![\w,.])({UNREAD}){between}\Z"
        return _Wording(after.split()[0], re.compile(rf"{_words(after)}(?!\w)"), numbers)
    words = re.compile(rf"(?<!\w){_words(before)}{_GAP if before[-1].isspace() else _GLUE}")
    rest = between + _words(after) if after.strip() else r"(?![–-]\d)"
    numbers = f"({NUMBER})", f"({UNREAD})"
    return _Wording(before.split()[0], words, numbers, re.compile(rf"{rest}(?!\w)"))


@cache
def _pattern(number: str) -> re.Pattern[str]:
    """Compiled when it is needed, which takes some milliseconds."""
    return re.compile(number)


def _words(text: str) -> str:
    return _GAP.join(re.escape(word) for word in text.split())


def _folded(text: str) -> str:
    """A text in small letters, each in the place that it had."""
    for letter, plain in _ALIKE if not text.isascii() else ():
        text = text.replace(letter, plain)
    return text.lower()


def _hits(scope: Scope, passage: Passage, wording: _Wording) -> Iterator[tuple[str, Span]]:
    """What stands in place of the number, each time the phrase is said."""
    read = scope.readings.get(passage.text)
    if read is None:
        read = scope.readings[passage.text] = _read(scope, passage.text)
    scope.spend(LOOK + len(read.text) // 16, "phrase")
    at = end = 0
    while (at := read.folded.find(wording.word, max(at, end))) >= 0:
        scope.spend(LOOK, "phrase")
        words = wording.words.match(read.folded, at)
        if words and not wording.numbers:
            yield "", passage.at(read.written(at))
        elif words and (found := _number(scope, read.folded, wording, words, end)):
            begin, said, end = found
            number = _BLOTS.sub("", read.text[said[0] : said[1]])
            yield " ".join(number.split()), passage.at(read.written(begin))
        at += 1


def _number(
    scope: Scope, text: str, wording: _Wording, words: re.Match[str], end: int
) -> tuple[int, tuple[int, int], int] | None:
    """Where a phrase begins whose words stand at a place, its number, and where it ends; it does
    not begin before the `end` of the one before.
    """
    for pattern in map(_pattern, wording.numbers):
        scope.spend(TRY, "phrase")
        if wording.rest is None:
            begin = max(end, words.start() - MAX_NUMBER)
            if found := pattern.search(text, begin, words.start()):
                return found.start(), found.span(1), words.end()
            continue
        found = pattern.match(text, words.end())
        while found:
            if rest := wording.rest.match(text, found.end()):
                return words.start(), found.span(1), rest.end()
            scope.spend(LOOK, "phrase")  # a shorter number may do
            found = pattern.match(text, words.end(), found.end() - 1)
    return None


def _read(scope: Scope, text: str) -> Reading:
    """A text as it is printed, its `{{ facts.NAME | words }}` as numbers, each letter in its place.

    The marks of quotations become blanks, so that phrases run on over their lines; of links the
    words are left.
    """
    totals = scope.shared["total"]
    known = {"counts": totals, "total": totals, "game": scope.game.record}

    def evaluate(source: str, more: Mapping[str, Any]) -> Any:
        value = scope.evaluate(source, "phrase", {**known, **more})
        return tidy(value) if isinstance(value, float) else value

    printed = Printed(evaluate, frozenset((*known, "facts")))
    text = _QUOTE.sub(lambda mark: " " * len(mark[0]), printed.of(text))
    text = _LINK.sub(lambda link: f"*{link[1]}".ljust(len(link[0]), "*"), text)
    text = _BLANK.sub(lambda blank: " " * len(blank[0]), text)
    grown = (0, *accumulate(gain for _, gain in printed.moved))
    return Reading(text, _folded(text), tuple(at for at, _ in printed.moved), grown)


def covers(promise: Promise, scope: Scope) -> Set[str]:
    """The components that say a phrase which is looked for everywhere, be its number right or
    wrong.
    """
    if promise.details.get("in") is not None:
        return set()
    return {name for name in scope.game.components if _says(promise, name, scope)}


def _says(promise: Promise, name: str, scope: Scope) -> bool:
    try:
        found = list(check(promise._replace(details={**promise.details, "in": name}), scope))
    except Malformed:
        return False
    return all(broken.message.startswith(f'"{name}" says ') for broken in found)


KIND = Kind(
    check,
    code="P514",
    on_paper=False,
    components=("in",),
    cards=("is",),
    words=("phrase",),
    covers=covers,
)
