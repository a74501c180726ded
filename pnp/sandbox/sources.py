"""Gives values the names of what they come from, marks them in what a template makes, and reads
the marks again.

A name is that of a value as templates reach it: `card.price`, `facts.hand_size`, `t.end`,
`terms.suit.red.icon`, `spaces.A3.label`. What is reckoned with a value is called `=card.price`. The
names travel with the value, so that a macro that prints it need not know them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from pnp.sandbox.messages import Record

OPEN, INSIDE, CLOSE = "\ufdd0", "\ufdd1", "\ufdd2"
"""Noncharacters of Unicode, which XML allows and no text holds."""
_MARK = re.compile(f"{OPEN}([0-9]{{1,9}}){INSIDE}|{CLOSE}")
WORKED_OUT = "="
"""Stands before the name of a value that a template has reckoned with."""

Names = tuple[str, ...]


class SourcedText(str):
    """A text that knows its sources."""

    sources: Names = ()


class SourcedMarkup(Markup):
    """Elements and text that know their sources."""

    sources: Names = ()


class SourcedInt(int):
    """A whole number that knows its sources."""

    sources: Names = ()


class SourcedFloat(float):
    """A number that knows its sources."""

    sources: Names = ()


_PLAIN: Mapping[type, type] = {
    str: SourcedText,
    Markup: SourcedMarkup,
    int: SourcedInt,
    float: SourcedFloat,
}
for _plain, _kind in _PLAIN.items():  # messages of Python say what people know
    _kind.__name__ = _plain.__name__
_SOURCED = {**_PLAIN, **{kind: kind for kind in _PLAIN.values()}}
KINDS = frozenset(_PLAIN.values())
PRINTABLE = frozenset(_SOURCED)


class Printed(NamedTuple):
    """What an element prints of a value: the attribute (none: in its text), the words, in which
    icons stand as `:name:`, and the names of the sources.
    """

    attribute: str
    words: str
    sources: Names


def sourced(value: Any, sources: Names) -> Any:
    """A value, or the entries of a list, with these sources; what has none, such as yes and no, as
    it is.
    """
    if not sources:
        return value
    kind = _SOURCED.get(type(value))
    if kind is not None:
        value = kind(value)
        value.sources = sources
    elif type(value) in (tuple, list):
        return type(value)(sourced(part, sources) for part in value)
    return value


def sources_of(value: Any) -> Names:
    """The sources of a value, or of all entries of a list; a meaning is printed as its label."""
    if type(value) in KINDS:
        return value.sources  # type: ignore[no-any-return]
    if type(value) is Record and value.source:
        return (f"{value.source}.label",)
    if type(value) in (tuple, list):
        return tuple(dict.fromkeys(name for part in value for name in sources_of(part)))
    return ()


class Marks:
    """Writes the marks of one game's templates and reads them; a mark names sources by number."""

    def __init__(self) -> None:
        self._numbers: dict[Names, int] = {}
        self._names: list[Names] = []

    def marked(self, text: Any, sources: Names) -> Markup:
        """A text as it is printed, between marks."""
        number = self._numbers.get(sources)
        if number is None:
            number = self._numbers[sources] = len(self._names)
            self._names.append(sources)
        return Markup(f"{OPEN}{number}{INSIDE}{escape(text)}{CLOSE}")

    def unmarked(self, value: Any) -> Any:
        """A value that is compared or changed: elements without marks, their sources with them."""
        if not isinstance(value, Markup) or OPEN not in value:
            return value
        numbers = [int(found[1]) for found in _MARK.finditer(value) if found[1]]
        names = (name for number in numbers for name in self._names[number])
        return sourced(Markup(_MARK.sub("", value)), tuple(dict.fromkeys(names)))

    def names(self, number: str) -> Names:
        """The sources that a mark names; none for one that a text has forged."""
        return self._names[int(number)] if int(number) < len(self._names) else ()


class MarkReader:
    """Takes the marks off one template's output, piece by piece, and tells what stood between
    them.
    """

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._open: list[tuple[Names, list[str]]] = []

    def text(self, text: str, printed: list[Printed], attribute: str = "") -> str:
        """A text, or the value of an attribute, without its marks; what ends in it is added to
        `printed`.
        """
        if OPEN not in text and not self._open:
            return text
        words, *marked = _MARK.split(text)
        plain = self.put(words)
        for number, words in zip(marked[::2], marked[1::2], strict=True):
            if number:
                self._open.append((self._marks.names(number), []))
            elif self._open:
                names, parts = self._open.pop()
                printed.append(Printed(attribute, "".join(parts), names))
            plain += self.put(words)
        return plain

    def put(self, words: str) -> str:
        """Note words for all marks that are open."""
        for _, parts in self._open:
            parts.append(words)
        return words

    def attributes(self, attrs: dict[str, str]) -> list[Printed]:
        """Take the marks off attributes; what stood between them."""
        printed: list[Printed] = []
        for key, value in attrs.items():
            if OPEN in value:
                attrs[key] = MarkReader(self._marks).text(value, printed, key)
        return printed


def without_marks(text: str) -> str:
    """A template's output as it is shown where it cannot be parsed."""
    return _MARK.sub("", text)
