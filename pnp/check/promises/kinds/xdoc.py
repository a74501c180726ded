"""xdoc – what a text says is what the data say.

`in` names a component whose text is read: a rulebook, a reference, a board, a deck; or a list of
them. `phrase` is what it says, with `_` where the number stands; `is` is that number (an
expression). The phrase must occur in each of the components named; where `in` is left out, in one
of all. Wherever it occurs it must hold that number, in digits or in words (*seven*, *two dozen*,
*half*), or as `{{ facts.NAME }}`. A phrase without `_` must merely occur. Upper and lower case,
line breaks, stars and underlines are all one, links their words. A number that is not understood
(*2–5*, *minus three*, *4½*) is not the one promised. What a comment or an `if` keeps from being
printed is not said; a condition on cards is left open.

Right: `{…, kind: xdoc, in: rulebook, phrase: draw up to _ cards, is: facts.hand_size, …}`.
Wrong: a phrase that no text has; the whole sentence, where a few words around the number would do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
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
MAX_NUMBER, MAX_BEFORE = 300, 20
"""Characters that a number in words may have, and among which is looked for what makes another
number of it.
"""
LOOK, TRY, SEARCH = 2, 60, 4
"""Steps: a passage or a place that is looked at; a place that is tried for a number; a character
where the expression looks everywhere.
"""
_ALIKE = (("\u0130", "i"), ("\u0131", "i"), ("\u017f", "s"), ("\u212a", "k"))
"""What expressions that ignore case hold for letters of ASCII."""
_WORD = re.compile(r"[^\W_]+")
_BLOTS = re.compile(r"[*_`]+")
_ONE = re.compile(r"[-−+]?\d+|[A-Za-z]+")
"""A number of one word or of digits alone."""
_QUOTE = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
"""What begins the lines of a quotation and of a call-out."""
_LINK = re.compile(r"(?<!!)\[([^\[\]\n]{1,200})\]\([^()\s]{0,300}\)")
_BLANK = re.compile(r"&(?:nbsp|thinsp|ensp|emsp|#160|#xa0);", re.IGNORECASE)
_BEFORE = re.compile(r"(?:\d[–/-]|\b(?:minus|negative)\s+)\Z", re.IGNORECASE)
"""What makes another number of the one behind it."""
_BEHIND = re.compile(r"[–-]\d")
"""What makes a range of the number before it."""
_END = r"(?!\w)"
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
        key = "phrase" if phrase is not None else ""
        raise Malformed('"phrase": expected some words, with one _ where the number stands', key)
    wanted = scope.number(promise, "is") if "_" in phrase else None
    if wanted is None and "is" in promise.details:
        raise Malformed('"is": the phrase has no _ where the number would stand', "is")
    due = exact(wanted) if is_number(wanted) else wanted
    texts = _texts(promise, scope)
    words = _wanted(" ".join(phrase.split()))
    silent: list[Text] = []
    for text in texts:
        hits = 0
        for passage in text.passages:
            for said, place in _hits(scope, passage, words):
                hits += 1
                found = number_of(said) if _expression(NUMBER).fullmatch(said) else None
                if due is not None and (found is None or exact(found) != due):
                    number = (
                        f", which is {number_text(found)}"
                        if found is not None and number_text(found) != said
                        else ""
                    )
                    message = (
                        f'"{text.name}" says "{phrase.replace("_", said)}"{number}; the data say'
                        f" {number_text(due)}"
                    )
                    hint = (
                        "its number is not understood: write it in digits, or in words such as"
                        " seven"
                        if found is None
                        else ""
                    )
                    yield Broken(message, (("it is said here", place),), hint)
        if not hits:
            silent.append(text)
    if silent and (promise.details.get("in") is not None or len(silent) == len(texts)):
        names = " nor ".join(f'"{text.name}"' for text in silent)
        said = (
            f'neither {names} says "{phrase}"'
            if len(silent) > 1
            else f'{names} does not say "{phrase}"'
        )
        yield Broken(
            said, _places(silent), "look for the words around the number; a phrase may be short"
        )


def _places(texts: list[Text]) -> tuple[tuple[str, Span | None], ...]:
    told = texts[:4]
    begins = [
        (f'"{text.name}" begins here', text.passages[0].span) for text in told if text.passages
    ]
    return (
        *begins,
        *(
            (f'the last text of "{text.name}"', text.passages[-1].span)
            for text in told
            if len(text.passages) > 1
        ),
    )


def _texts(promise: Promise, scope: Scope) -> list[Text]:
    written = promise.details.get("in")
    if written is None:
        if found := [text for text in scope.texts.values() if text.passages]:
            return found
        raise Malformed("no component has a text to read")
    names = [written] if isinstance(written, str) else written
    if not isinstance(names, list) or not names:
        raise Malformed('"in" names a component with a text, or a list of them', "in")
    for name in names:
        if not isinstance(name, str) or name not in scope.texts:
            raise Malformed(
                f'there is no component "{describe(name)}"',
                "in",
                did_you_mean(str(name), scope.texts),
            )
        if not scope.texts[name].passages:
            raise Malformed(f'"{name}" has no text to read', "in")
    return [scope.texts[name] for name in names]


class _Wanted(NamedTuple):
    """A phrase to look for: the expression for all of it, and the word that every place of it has,
    by which places are found quickly.

    The word stands first, or right behind the number; then `number` finds the number that ends
    there and `right` goes on from the word. Where the word stands first and the number by itself,
    `left` leads up to the number and `right` goes on behind it.
    """

    source: str
    steps: int = SEARCH
    """What looking at a place, or at a character where there is no word, counts as."""
    word: str = ""
    whole: bool = False
    """Whether the word stands by itself there, with no letter or digit beside it."""
    left: re.Pattern[str] | None = None
    number: re.Pattern[str] | None = None
    right: re.Pattern[str] | None = None


@cache
def _wanted(phrase: str) -> _Wanted:
    before, mark, after = phrase.partition("_")
    word = next(iter(before.split() or after.split()), "").lower()
    if any(not letter.isascii() and letter.upper() != letter.lower() for letter in word):
        word = ""  # letters of other scripts may be alike in more ways than small and large
    first = before.split()
    glued = len(first) == 1 and not before[-1].isspace() if first else not after[:1].isspace()
    whole = bool(_WORD.fullmatch(word)) and not (mark and glued)
    steps = LOOK + len(phrase) // 16
    if not mark:
        return _Wanted(
            rf"(?<!\w)()({_words(phrase)})(?!\w)", steps if word else SEARCH, word, whole
        )
    left = _words(before) + (_GAP if before[-1:].isspace() else _GLUE) if before.strip() else ""
    between = _GAP if after[:1].isspace() else _GLUE
    right = between + _words(after) if after.strip() else ""
    source = rf"(?<!\w){left}({NUMBER}){right}(?!\w)"
    if left:
        apart = (
            before[-1:].isspace()
            and (after[:1].isspace() or not right)
            and not _BLOTS.search(before + after)
        )
        if not apart:
            return _Wanted(source, TRY if word else SEARCH, word, whole)
        return _Wanted(
            source,
            steps if word else SEARCH,
            word,
            whole,
            _expression(rf"(?<!\w){left}"),
            None,
            _expression(right + _END),
        )
    if not word or re.fullmatch(
        NUMBER, word
    ):  # a number that goes on into the word is left to the expression
        return _Wanted(source)
    number = _expression(rf"(?<!\w)({NUMBER}){between}\Z")
    return _Wanted(source, steps, word, whole, None, number, _expression(rf"{_words(after)}(?!\w)"))


def _words(text: str) -> str:
    return _GAP.join(re.escape(word) for word in text.split())


@cache
def _expression(source: str) -> re.Pattern[str]:
    """Upper and lower case are one.

    With a number in it an expression takes a millisecond and more to be compiled.
    """
    return re.compile(source, re.IGNORECASE)


def _places_of(
    wanted: _Wanted,
    read: Reading,
    spend: Callable[[int], None],
    missed: dict[int, int] | None = None,
) -> Iterator[tuple[int, str]]:
    """Where a phrase begins, and what stands in place of its number.

    Forty times as fast as to let the expression look everywhere.

    Where all its words stand, but no number that is read as a whole, `missed` gets the place of its
    word, and where the number is sought.
    """
    text, end = read.text, 0
    missing: dict[int, int] = {} if missed is None else missed
    if not wanted.word:
        spend(wanted.steps * len(text))
        yield from (
            (match.start(), match[1]) for match in _expression(wanted.source).finditer(text)
        )
        return
    for at in read.words.get(wanted.word, ()) if wanted.whole else _all(read.folded, wanted.word):
        if at < end:
            continue
        spend(wanted.steps)
        if found := _found(wanted, text, at, end, spend, missing):
            start, said, end = found
            if missed is None or at not in missed or not _goes_on(wanted, text, start, end):
                missing.pop(at, None)
                yield start, said


def _goes_on(wanted: _Wanted, text: str, start: int, end: int) -> bool:
    """Whether what was found is but a part of a number: `minus three`, one end of `2–5`."""
    if wanted.number:
        return bool(_BEFORE.search(text, max(0, start - MAX_BEFORE), start))
    return (
        wanted.right is not None and wanted.right.pattern == _END and bool(_BEHIND.match(text, end))
    )


def _found(
    wanted: _Wanted,
    text: str,
    at: int,
    end: int,
    spend: Callable[[int], None],
    missing: dict[int, int],
) -> tuple[int, str, int] | None:
    """Begin, number and end of a phrase whose word stands at a place; `end` is that of the phrase
    before.

    Where its words stand there, `missing` gets the place of the word, and where the number begins
    or ends.
    """
    if wanted.left and wanted.right:
        if not (lead := wanted.left.match(text, at)):
            return None
        spend(TRY)
        missing[at] = lead.end()
        number = _expression(NUMBER).match(text, lead.end())
        if not number:
            return None
        tail = wanted.right.match(text, number.end())
        if tail:
            return at, number[0], tail.end()
        if _ONE.fullmatch(number[0]):  # nothing shorter is a number that the rest could follow
            return None
    elif wanted.number and wanted.right:
        if not (tail := wanted.right.match(text, at)):
            return None
        spend(TRY)
        missing[at] = at
        ahead = wanted.number.search(text, max(end, at - MAX_NUMBER), at)
        return (ahead.start(), ahead[1], tail.end()) if ahead else None
    match = _expression(wanted.source).match(text, at)
    return (at, match[1], match.end()) if match else None


def _all(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def reading(text: str, moved: Sequence[tuple[int, int]] = ()) -> Reading:
    """A text ready to be looked through, each letter in its place.

    The marks of quotations become blanks, so that phrases run on over their lines; of links the
    words are left.
    """
    text = _QUOTE.sub(lambda mark: " " * len(mark[0]), text) if ">" in text else text
    text = (
        _LINK.sub(lambda link: f"*{link[1]}".ljust(len(link[0]), "*"), text)
        if "](" in text
        else text
    )
    text = _BLANK.sub(lambda blank: " " * len(blank[0]), text) if "&" in text else text
    folded = _folded(text)
    words: dict[str, list[int]] = {}
    for match in _WORD.finditer(folded):
        words.setdefault(match[0], []).append(match.start())
    grown = (0, *accumulate(gain for _, gain in moved))
    return Reading(text, folded, words, tuple(at for at, _ in moved), grown)


def _folded(text: str) -> str:
    """The text in small letters, each in the place that it had."""
    for letter, plain in _ALIKE if not text.isascii() else ():
        text = text.replace(letter, plain)
    return text.lower()


def _hits(scope: Scope, passage: Passage, wanted: _Wanted) -> Iterator[tuple[str, Span]]:
    """What stands in place of the number, each time the phrase is said."""
    made = scope.readings.get(passage.text)
    if made is None:
        made = scope.readings[passage.text] = _worked_out(scope, passage.text)
    scope.spend(LOOK + len(made.text) // 16, "phrase")
    missed: dict[int, int] = {}
    found = [*_places_of(wanted, made, lambda steps: scope.spend(steps, "phrase"), missed)]
    for start, said in (*found, *_unread(wanted, made.text, missed)):
        yield " ".join(_BLOTS.sub("", said).split()), passage.at(made.written(start))


def _unread(wanted: _Wanted, text: str, missed: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Where all but the number of a phrase stands, and what looks like one in its place:

    `4½`, `2–5`.
    """
    for at, upto in missed.items():
        if wanted.left and wanted.right:
            like = _expression(UNREAD).match(text, upto)
            if like and wanted.right.match(text, like.end()):
                yield at, like[0]
        elif like := _expression(rf"(?<![\w,.])({UNREAD}){_GAP}\Z").search(
            text, max(0, at - MAX_NUMBER), at
        ):
            yield like.start(), like[1]


def _worked_out(scope: Scope, text: str) -> Reading:
    """The text as it is printed, its `{{ facts.NAME | words }}` as numbers."""
    totals = scope.shared["total"]
    known = {"counts": totals, "total": totals, "game": scope.game.record}

    def evaluate(source: str, more: Mapping[str, Any]) -> Any:
        made = scope.evaluate(source, "phrase", {**known, **more})
        return tidy(made) if isinstance(made, float) else made

    printed = Printed(evaluate, frozenset((*known, "facts")))
    return reading(printed.of(text), printed.moved)


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
