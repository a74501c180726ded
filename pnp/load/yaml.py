"""Strict YAML into maps, lists and text, each with its place: what a person wrote, nothing guessed.

Built straight from libyaml's events, 18 µs for a card of eight fields. Scalars stay text (`no`,
`1:30`, `012`); the declared field type converts them. What YAML would do in silence (last of two
keys wins, ` #` ends a text, tags make objects) is an error with a place.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from typing import Any, Self

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from pnp.diagnostics import Diagnostic, Note, Problems, Span, did_you_mean, error, refusal
from pnp.load import syntax
from pnp.load.encoding import decoded, short
from pnp.load.files import DEFAULT, Limits

_ODD_KEYS = frozenset({"", "~", "<<"})
NOTHING = frozenset({"", "~", "null", "NULL"})
"""What is no value, in a table as well."""
_NOTHING = NOTHING | {"Null"}
"""What YAML 1.2 (10.3.2) reads as no value where it is not in quotes; only people write `Null`."""


_TIGHT = r"(?s)([^\W\d][\w-]*):([^\s/].*)"
_RGB = re.compile(r"(?i)\brgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)")
_MANY = 16
IN_A_ROW = "cards: {from: FILE, header: 2}"
"""How a component says which row of a table names its columns."""


class _Placed:
    """A map or list of a file: where it begins, and the places of what it holds."""

    __slots__ = ()
    file: str
    line: int
    column: int
    places: Any

    @classmethod
    def empty(cls, span: Span) -> Self:
        """One that holds nothing, at a place."""
        empty: Any = cls()
        empty.file, empty.line, empty.column = span
        empty.places = array("I") if cls is Map else []
        return empty  # type: ignore[no-any-return]

    def span(self) -> Span:
        """Where it begins."""
        return Span(self.file, self.line, self.column)


class TypedNumber(str):
    """A number of a cell that is typed as one, with a decimal point whatever its file says."""

    __slots__ = ()


class Map(_Placed, dict[str, Any]):
    """Keys and values as written, in order, with the place of each."""

    __slots__ = ("_order", "column", "file", "line", "places")
    places: array[int]
    """Line and column of each key, then of its value, from 1: four numbers a key, in their order.

    A deck holds very many of them.
    """

    def put(self, key: str, value: Value, place: Sequence[int]) -> None:
        """Set a key, with the places of key and value; only for whoever builds the map."""
        if key in self:
            index = self._index(key)
            self.places[index : index + 4] = array("I", place)
        else:
            self.places.extend(place)
        self[key] = value

    def where(self, key: str) -> Sequence[int]:
        """Line and column of a key and of its value; nothing when there is no such key."""
        if key not in self:
            return ()
        index = self._index(key)
        return self.places[index : index + 4]

    def _index(self, key: str) -> int:
        """Where the places of a key begin; a map of many keys is gone through once."""
        if len(self) < _MANY:
            return 4 * list(self).index(key)
        order: dict[str, int] = getattr(self, "_order", {})
        if len(order) != len(self):
            order = self._order = {name: 4 * n for n, name in enumerate(self)}
        return order[key]

    def at(self, key: str) -> Span:
        """Where the value of a key begins; the map's own place when it has no such key."""
        place = self.where(key)
        return Span(self.file, place[2], place[3]) if place else self.span()

    def key(self, key: str) -> Span:
        """Where a key is written; the map's own place when it has no such key."""
        place = self.where(key)
        return Span(self.file, place[0], place[1]) if place else self.span()


class Seq(_Placed, list[Any]):
    """Entries as written, with the place of each."""

    __slots__ = ("column", "file", "line", "places")
    places: list[tuple[int, int]]

    def at(self, index: int) -> Span:
        """Where an entry begins; the list's own place when there is no such entry."""
        known = -len(self.places) <= index < len(self.places)
        return Span(self.file, *self.places[index]) if known else self.span()


Value = str | None | Map | Seq


def place(value: Value, file: str) -> Span:
    """Where a whole value begins: its own place when it has one, else the start of the file."""
    return value.span() if isinstance(value, (Map, Seq)) else Span(file, 1, 1)


def quoted(name: str) -> str:
    """A key as YAML takes it."""
    if re.fullmatch(r"[^\W\d][\w -]*", name):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def parse(data: bytes, file: str, limits: Limits = DEFAULT) -> Value:
    """The one document of a YAML file; None when it is empty.

    Raises Problems (P1xx, P8xx) with all that one reading can find.
    """
    if len(data) > limits.text_bytes:
        message = f"the file has {len(data):,} bytes; at most {limits.text_bytes:,} are read"
        raise refusal("P801", message, Span(file), "split it into several files")
    text = decoded(data, file)
    reading = _Reading(text, file, limits)
    try:
        value: Value = _built(_events(text), reading)
        reading.complete()
    except yaml.YAMLError as problem:
        reading.fail(problem)
    except _Enough:
        pass
    else:
        if not reading.found:
            return value
    raise Problems(reading.found[: limits.findings])


class _Enough(Exception):
    """A limit is passed: reading on would do harm."""


def _events(text: str) -> Callable[[], Any]:
    try:
        from yaml.cyaml import CParser  # type: ignore[attr-defined]
    except ImportError:
        return yaml.SafeLoader(text).get_event  # PyYAML's own, twenty times slower
    return CParser(text).get_event


class _Reading:
    """What one reading knows beside the values: findings, anchors, and where quotes stand."""

    def __init__(self, text: str, file: str, limits: Limits) -> None:
        self.text, self.file, self.limits = text, file, limits
        self.found: list[Diagnostic] = []
        self.documents = 0
        self.aliases = 0
        self.anchors: dict[str, tuple[Value, int] | None] = {}
        self.unused: dict[str, Any] = {}
        self.quoted: list[tuple[int, int]] = []
        self.ends: set[int] = set()
        self.bares: list[Diagnostic] = []
        self.torn: Any = None

    def span(self, event: Any) -> Span:
        return Span(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def find(self, finding: Diagnostic) -> None:
        self.found.append(finding)
        if len(self.found) >= self.limits.findings:
            raise _Enough

    def add(self, code: str, message: str, event: Any, hint: str) -> None:
        self.find(error(code, message, self.span(event), hint))

    def refuse(self, code: str, message: str, event: Any, hint: str) -> None:
        self.add(code, message, event, hint)
        raise _Enough

    def too_many(self, event: Any) -> None:
        message = (
            f"with its aliases followed, the file holds more than {self.limits.nodes:,} values"
        )
        self.refuse("P803", message, event, "split the file, or repeat less with * and &")

    def opened(self, event: Any, depth: int) -> Any:
        """The empty map or list that begins; `depth` counts those around it and itself."""
        if depth > self.limits.depth:
            self.refuse(
                "P802",
                f"maps and lists are nested more than {self.limits.depth} deep",
                event,
                "make the data flatter",
            )
        if event.tag is not None or event.anchor is not None:
            self.marked(event, None)
        kind = Map if type(event) is MappingStartEvent else Seq
        return kind.empty(self.span(event))

    def closed(self, value: Any, begun: Any, end: int, nodes: int) -> None:
        """A map or list is complete; `nodes` counts what it holds and itself."""
        if begun.flow_style:
            self.ends.add(end)
        if begun.anchor is not None:
            self.anchors[begun.anchor] = (value, nodes)

    def document(self, begins: bool, event: Any) -> None:
        self.documents += begins
        if self.documents > 1:
            hint = "remove the line, or move the rest to a file of its own"
            self.refuse(
                "P109", "a second document begins here (---); a file holds one", event, hint
            )

    def marked(self, event: Any, target: tuple[Value, int] | None) -> None:
        """What may have a tag or an anchor: the value for the anchor, None until it is complete."""
        if event.tag is not None:
            shown = event.tag.replace("tag:yaml.org,2002:", "!!")
            message = f'"{shown}" is a YAML tag; tags are not used here'
            hint = (
                "put the text in quotes if it begins with !; else remove the tag, the field's type"
                " decides"
            )
            self.add("P103", message, event, hint)
        if event.anchor is not None:
            self.anchors[event.anchor] = target
            self.unused.setdefault(event.anchor, event)

    def key(self, event: Any, owner: Map, names: dict[str, str]) -> str:
        """A key that is new to the file, or suspect; sound ones are added to `names`."""
        key: str = event.value
        self.marked(event, (key, 1))
        odd = key in _ODD_KEYS and not event.style
        if odd and key == "<<":
            hint = "write what entries share once, under defaults:"
            self.add("P104", "merge keys (<<) are not used here", event, hint)
        elif odd:
            self.find(syntax.missing_key(self.span(event)))
        elif key not in _ODD_KEYS:
            names[key] = key
        if key in owner and not odd:
            message = f'"{key}" is written twice in one map'
            hint = 'keep one of the two, or begin an entry of its own with "- "'
            first = Note("the first one is here", owner.key(key))
            self.find(error("P102", message, self.span(event), hint, (first,)))
        return key

    def bad_key(self, event: Any) -> str:
        """A map, list or alias where a key was expected."""
        hint = "put the text in quotes if it begins with {, [ or *"
        self.bares = [d for d in self.bares if d.span and d.span < self.span(event)]
        self.add(
            "P108", "this key is not plain text; a key is a word or a text in quotes", event, hint
        )
        return f"\0{event.start_mark.index}"

    def bare(self, name: Any, key: Any, event: Any, owner: Map) -> None:
        """A key in { } may have no colon behind it: most likely what stands behind a comma of a
        text. The first of a map is told of.
        """
        if key.value != name or owner is self.torn or len(self.bares) >= self.limits.findings:
            return
        if ":" in self.text[key.end_mark.index : event.start_mark.index]:
            return
        self.torn = owner
        # Kept back: where the grammar breaks later, these braces were most likely part of a text.
        self.bares.append(self.valueless(key))

    def valueless(self, key: Any) -> Diagnostic:
        """P111 for a key without a value, P101 where its colon has no space behind it."""
        span = self.span(key)
        if tight := re.fullmatch(_TIGHT, key.value):
            place = span._replace(column=span.column + len(tight[1]))
            hint = f"write {tight[1]}: {short(tight[2])}"
            return error("P101", "a space is missing after this colon", place, hint)
        begin = max(0, key.start_mark.index - 40)
        for color in _RGB.finditer(self.text, begin, key.start_mark.index + 40):
            if color.start() < key.start_mark.index < color.end():
                parts = "".join(f"{min(int(part), 255):02x}" for part in color.groups())
                message, hint = f'"{color[0]}" is cut at its commas', f'write "#{parts}", in quotes'
                return error("P111", message, span, hint)
        message = f'the key "{short(key.value)}" has no value'
        hint = (
            "put a text that holds a comma in quotes, a list in [ ]; write a decimal point in a"
            " number, and a colon behind a key that needs no value"
        )
        return error("P111", message, span, hint)

    def null(self, event: Any) -> None:
        message = (
            f"{event.value} is no value to other programs that read YAML, and a word to people"
        )
        self.add(
            "P112",
            message,
            event,
            f'leave it out where nothing is meant; write "{event.value}" in quotes for the word',
        )

    def alias(self, event: Any) -> tuple[Value, int]:
        """What an alias stands for and how many nodes that is."""
        self.aliases += 1
        if self.aliases > self.limits.aliases:
            message = f"the file has more than {self.limits.aliases:,} aliases (*name)"
            self.refuse("P804", message, event, "use defaults: for what entries share")
        name = event.anchor
        self.unused[name] = None
        target = self.anchors.get(name)
        if target is not None:
            return target
        if name in self.anchors:
            self.add(
                "P110",
                f'"*{name}" stands inside the very thing that it names',
                event,
                "remove the alias",
            )
        else:
            near = (
                did_you_mean(name, self.anchors) if len(self.anchors) < 100 else ""
            )  # a search among very many takes too long
            hint = near or f'put the text in quotes: "*{name}"'
            self.add("P110", f'"*{name}" names nothing; no "&{name}" stands before it', event, hint)
        return (None, 1)

    def complete(self) -> None:
        """The whole file is read.

        An anchor that nothing uses was meant as text (`&friends and family` would lose a word).
        """
        for name, event in self.unused.items():
            if event is not None:
                self.add(
                    "P110",
                    f'no "*{name}" uses this "&{name}"',
                    event,
                    "put the text in quotes if it begins with &; else remove it",
                )
        bare = {d.span for d in self.bares}  # a word of a text may be a key of the map as well
        self.found = [d for d in self.found if d.code != "P102" or d.span not in bare]
        self.found += self.bares + syntax.comments_and_tabs(
            self.text, self.file, self.quoted, self.ends, self.limits.findings
        )

    def fail(self, problem: yaml.YAMLError) -> None:
        """The file breaks YAML's grammar: say so in the user's words, and name comments that may
        be the cause.
        """
        self.found += syntax.explained(
            self.text, self.file, problem, self.quoted, self.ends, self.limits.findings
        )


def _built(get: Callable[[], Any], reading: _Reading) -> Any:
    """The value of the events, in one loop (a call for each would double its time).

    Raises yaml.YAMLError; _Enough at a limit.
    """
    limit, quoted = reading.limits.nodes, reading.quoted
    names: dict[str, str] = {}
    stack: list[Any] = []
    value: Any = None
    owner = named = value
    key: str | None = None
    in_map = False
    nodes = key_line = key_column = 0
    while True:
        event = get()
        kind = type(event)
        if kind is ScalarEvent:
            value, mark, style = event.value, event.start_mark, event.style
            line, column = mark.line + 1, mark.column + 1
            nodes += 1
            if style:
                quoted.append((mark.index, event.end_mark.index))
            if in_map and key is None:
                key = names.get(value)
                if key is None or key in owner or event.anchor is not None or event.tag is not None:
                    key = reading.key(event, owner, names)
                key_line, key_column, named = line, column, event
                continue
            if not style and value in _NOTHING:
                if in_map and not value and stack[-1][-1].flow_style:
                    reading.bare(key, named, event, owner)
                elif value == "Null":
                    reading.null(event)
                value = None
            if event.tag is not None or event.anchor is not None:
                reading.marked(event, (value, 1))
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            nodes += 1
            stack.append((owner, key, key_line, key_column, in_map, nodes, event))
            owner, key, in_map = reading.opened(event, len(stack)), None, kind is MappingStartEvent
            continue
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            value, line, column, end = owner, owner.line, owner.column, event.end_mark.index
            owner, key, key_line, key_column, in_map, before, event = stack.pop()
            reading.closed(value, event, end, nodes - before + 1)
        elif kind is AliasEvent:
            value, size = reading.alias(event)
            line, column = event.start_mark.line + 1, event.start_mark.column + 1
            nodes += size
        elif kind is StreamEndEvent:
            return value
        else:
            reading.document(kind is DocumentStartEvent, event)
            continue
        if nodes > limit:
            reading.too_many(event)
        if in_map and key is None:
            key, key_line, key_column = reading.bad_key(event), line, column
        elif in_map:
            if key in owner:
                owner.put(key, value, (key_line, key_column, line, column))
            else:
                owner[key] = value
                owner.places.extend((key_line, key_column, line, column))
            key = None
        elif owner is not None:
            owner.append(value)
            owner.places.append((line, column))
