"""What promises are judged over: the components of a game as plain values, its texts, and
expressions over them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from pnp.check.promises.record_set import (
    Board,
    Entry,
    RecordSet,
    board_of,
    records_of_component,
    records_of_terms,
)
from pnp.check.promises.text_index import Reading, Text, texts_of
from pnp.diagnostics import Note, Span, did_you_mean
from pnp.model.game import Game, Promise
from pnp.model.kinds import BOARDS
from pnp.sandbox.environment import ExpressionError, Record, Sandbox
from pnp.sandbox.expressions import Expressions, attributes_of, names_in
from pnp.units.spelling import is_number, tidy

Values = Mapping[str, Any]
_QUOTED = re.compile(r"[\"']([^\"']{1,80})[\"']")
MAX_PAIRS = 1_000_000
"""Pairs of different cards that one promise may compare."""
MAX_STEPS = 20_000_000
"""Steps that all promises of a game may take together; those of expressions are as the sandbox
counts them.
"""


class Malformed(ValueError):
    """A promise that names nothing real or cannot be worked out; `key` says which of its keys is
    at fault, `places` what it looked at.
    """

    def __init__(
        self, message: str, key: str = "", hint: str = "", places: tuple[tuple[str, Span], ...] = ()
    ) -> None:
        super().__init__(message)
        self.key = key
        self.hint = hint
        self.places = places


class Vacuous(ValueError):
    """A promise about an empty set, of a component where that is plain."""

    def __init__(self, message: str, records: RecordSet | None = None) -> None:
        super().__init__(message)
        self.records = records


class Broken(NamedTuple):
    """What is, what was promised; the places involved; the likely mend."""

    message: str
    notes: tuple[tuple[str, Span | None], ...] = ()
    hint: str = ""
    sources: tuple[str, ...] = ()
    """The expressions that it turns on, where they are not all of the promise's."""


@dataclass
class Scope:
    """A game ready to be judged. Plain values and compiled expressions are made once."""

    game: Game
    _record_sets: dict[str, RecordSet] = field(default_factory=dict)
    _spent: int = 0
    readings: dict[str, Reading] = field(default_factory=dict)
    """Passages whose numbers have been worked out (see `xdoc`), by what is written; many promises
    read the same ones.
    """
    gaps: dict[str, list[Note]] = field(default_factory=dict)
    """Where an entry of a component is probably missing (`places`) or unlike all others
    (`suggest`), worked out once.
    """

    @cached_property
    def shared(self) -> dict[str, Any]:
        """Names that every expression knows."""
        low, high = self.game.players
        totals = dict.fromkeys(sorted(self.game.left_out), 0)
        totals |= {component.id: component.total for component in self.game.components.values()}
        return {
            "facts": Record(
                "facts", {k: _tidied(v) for k, v in self.game.facts.items()}, many=True
            ),
            "players": Record("players", {"min": low, "max": high}, many=True),
            "total": Record("total", totals, many=True),
        }

    @cached_property
    def expressions(self) -> Expressions:
        """The evaluator of the promises."""
        return Expressions(Sandbox(), self.shared)

    @cached_property
    def boards(self) -> dict[str, Board]:
        """The boards and mats of the game."""
        components = self.game.components.values()
        return {one.id: board_of(one) for one in components if one.kind in BOARDS}

    @cached_property
    def texts(self) -> dict[str, Text]:
        """What can be read of each component: a rulebook as it is written, the texts on cards
        and boards.
        """
        return texts_of(self.game)

    @cached_property
    def quoted_words(self) -> frozenset[str]:
        """The words in quotes of all promises."""
        return frozenset(
            word for promise in self.game.promises for word in _QUOTED.findall(str(promise.details))
        )

    def target(self, promise: Promise, key: str = "of") -> RecordSet:
        """The component that a promise names."""
        name = promise.details.get(key)
        if not isinstance(name, str):
            raise Malformed(f'"{key}" names the deck that is meant', key)
        return self.record_set(name, key)

    def targets(self, promise: Promise) -> list[RecordSet]:
        """The components that a promise names under `of`, one or a list, none twice."""
        names = self.listed(promise, "of", "names a component or a list of them")
        record_sets = [self.record_set(name) for name in names]
        if len({records.id for records in record_sets}) < len(record_sets):
            raise Malformed('"of" names a deck twice', "of")
        return record_sets

    def listed(self, promise: Promise, key: str, wanted: str) -> list[Any]:
        """What is written under a key, which may be one text or a list. Never empty."""
        written = promise.details.get(key)
        names = [written] if isinstance(written, str) else written
        if not isinstance(names, list) or not names:
            raise Malformed(f'"{key}" {wanted}', key)
        return names

    def record_set(self, name: Any, key: str = "of") -> RecordSet:
        """A component by its id, a track as `BOARD.TRACK`, or meanings as `terms.KIND`."""
        if not isinstance(name, str):
            raise Malformed(f'"{key}": expected the name of a deck, found {describe(name)}', key)
        if name in self._record_sets:
            return self._record_sets[name]
        owner, _, track = name.partition(".")
        board, components = self.boards.get(owner), self.game.components
        if owner == "terms" and track in self.game.terms:
            records = records_of_terms(self.game, track)
        elif board and track in board.tracks:
            records = board.tracks[track]
        elif owner in components and not track:
            records = board.spaces if board else records_of_component(components[owner])
        elif owner in components:
            hint = did_you_mean(track, board.tracks) if board else f'"{owner}" is no board'
            places = (("the tracks are here", board.where),) if board else ()
            raise Malformed(f'"{owner}" has no track "{track}"', key, hint, places)
        elif owner == "terms":
            hint = did_you_mean(track, self.game.terms)
            raise Malformed(f'there are no terms "{track}"', key, hint)
        else:
            hint = did_you_mean(owner, components)
            raise Malformed(f'there is no component "{owner}"', key, hint)
        self._record_sets[name] = records
        return records

    @property
    def sources(self) -> set[Span]:
        """Where all of a component stands that a promise has named."""
        return {records.source for records in self._record_sets.values()}

    def pieces(self, records: RecordSet, details: Values) -> RecordSet:
        """What players get of a component: of a board its copies, unless `only` or `per` speaks
        of its spaces.
        """
        board = self.boards.get(records.id)
        spaces = details.get("only") is not None or details.get("per") is not None
        return records if board is None or spaces else board.sheets

    def board(self, promise: Promise, key: str = "of") -> Board:
        """The board that a promise names."""
        records = self.target(promise, key)
        found = self.boards.get(records.id)
        if found is None:
            hint = did_you_mean(records.id, self.boards)
            raise Malformed(f'"{records.id}" is no board', key, hint)
        return found

    def selected(self, promise: Promise, records: RecordSet, key: str = "only") -> list[Entry]:
        """The entries that a promise is about: all, or those for which its `only:` holds.

        Never none.
        """
        self.spend(len(records.entries))
        entries = self.printed(records)
        condition = promise.details.get(key)
        if condition is not None:
            entries = [e for e in entries if self.evaluate(condition, key, e.values)]
        if not entries:
            raise Vacuous(f'no {records.one} of "{records.id}" has {describe(condition)}', records)
        return entries

    def printed(self, records: RecordSet) -> list[Entry]:
        """The entries that are printed. Never none."""
        entries = [e for e in records.entries if e.card.copies]
        if not entries:
            raise Vacuous(f'"{records.id}" prints no {records.one}', records)
        return entries

    def evaluate(self, source: Any, key: str, values: Values | None = None) -> Any:
        """An expression over facts, players and, where given, a card's fields."""
        if not isinstance(source, str):
            raise Malformed(f'"{key}": expected an expression', key)
        try:
            return self.expressions.evaluate(source, values or {})
        except ExpressionError as problem:
            raise Malformed(f'"{key}": {problem}', key, problem.hint) from None
        finally:
            self.spend(self.expressions.meter.steps, key)

    def spend(self, steps: int, key: str = "") -> None:
        """Count what a promise takes, for the sake of the key that asks for it; about a third of a
        microsecond is a step.

        Raises Malformed where all promises have taken too much.
        """
        self._spent += steps
        if self._spent > MAX_STEPS:
            about = f'"{key}": ' if key else ""
            message = f"{about}all promises together take more than {MAX_STEPS:,} steps to work out"
            raise Malformed(message, key, "make it simpler")

    def affords(self, steps: int) -> bool:
        """Count what a hint takes, which is left out where there is no room for it."""
        room = self._spent + steps <= MAX_STEPS
        self._spent += steps if room else 0
        return room

    names_in = staticmethod(names_in)
    attributes_of = staticmethod(attributes_of)

    def number(
        self, promise: Promise, key: str, values: Values | None = None, wanted: str = "a number"
    ) -> int | float:
        """An expression whose value is a number."""
        if key not in promise.details:
            raise Malformed(f'the key "{key}" is missing')
        value = _tidied(self.evaluate(promise.details[key], key, values))
        if not is_number(value) or (wanted != "a number" and value % 1):
            raise Malformed(f'"{key}": expected {wanted}, found {describe(value)}', key)
        return value

    def whole(self, promise: Promise, key: str, values: Values | None = None) -> int:
        """An expression whose value is a whole number."""
        return int(self.number(promise, key, values, "a whole number"))

    def positive(
        self, promise: Promise, key: str, usual: int | None = None, values: Values | None = None
    ) -> int:
        """The same of 1 or more; `usual` where it is not written."""
        if usual is not None and key not in promise.details:
            return usual
        number = self.whole(promise, key, values)
        if number < 1:
            raise Malformed(f'"{key}": expected 1 or more, found {number}', key)
        return number

    def switch(self, promise: Promise, key: str, usual: str = "no") -> bool:
        """A key that says yes or no; `usual` where it is not written."""
        written = promise.details.get(key, usual)
        word = written.strip().lower() if isinstance(written, str) else ""
        if word not in ("yes", "true", "no", "false"):
            raise Malformed(f'"{key}": expected yes or no, found {describe(written)}', key)
        return word in ("yes", "true")

    def value_of(self, promise: Promise, records: RecordSet) -> Callable[[Entry], Any]:
        """What a promise looks at on each card: its `field:`, or the expression of its `value:`."""
        details = promise.details
        self.either(promise, "field", "value")
        if "field" in details:
            name = self.field_name(records, details["field"], "field")
            return lambda entry: entry.values.get(name)
        if "value" in details:
            source = details["value"]
            return lambda entry: _comparable(self.evaluate(source, "value", entry.values))
        raise Malformed('expected a "field" or a "value"')

    def either(self, promise: Promise, one: str, other: str) -> None:
        """Refuse two keys that mean the same."""
        if one in promise.details and other in promise.details:
            message = f'"{one}" and "{other}" exclude each other'
            raise Malformed(message, other, "leave one of them out")

    def number_of(self, promise: Promise, records: RecordSet) -> Callable[[Entry], Any]:
        """The same where only numbers make sense."""
        value = self.value_of(promise, records)
        key = "field" if "field" in promise.details else "value"

        def number(entry: Entry) -> Any:
            found = value(entry)
            if not is_number(found):
                card = entry.card
                here = ((f'"{card.id}" is here', card.span),)
                message = f'the {promise.details[key]} of "{card.id}" is {describe(found)}'
                raise Malformed(f"{message}, not a number", key, places=here)
            return _tidied(found)

        return number

    def groups(
        self, promise: Promise, records: RecordSet, entries: list[Entry]
    ) -> dict[str, list[Entry]]:
        """Entries by their value of the field `per:`, by words for that value; else all of them."""
        if "per" not in promise.details:
            return {"": entries}
        name = self.field_name(records, promise.details["per"], "per")
        found = records.grouped(name, entries)
        return {f" with {name} {value_text(value)}": group for value, group in found.items()}

    def bounds(
        self, promise: Promise, exactly: str, most: int, values: Values | None = None
    ) -> tuple[int, int]:
        """The numbers that `at_least` (0) and `at_most` allow, or a key for one number alone."""
        keys = (exactly, "at_least", "at_most")
        given = {key: self.whole(promise, key, values) for key in keys if key in promise.details}
        if exactly in given and len(given) > 1:
            message = f'"{exactly}" excludes "at_least" and "at_most"'
            raise Malformed(message, exactly, "leave one of them out")
        low = given.get(exactly, given.get("at_least", 0))
        high = given.get(exactly, given.get("at_most", most))
        if "at_most" in given and low > high:
            raise Malformed(f"from {low} to {high} there is nothing", "at_most")
        return low, high

    def field_name(self, records: RecordSet, name: Any, key: str) -> str:
        """A field that the component really has."""
        if not isinstance(name, str):
            raise Malformed(f'"{key}": expected the name of a field, found {describe(name)}', key)
        if name in records.fields or name in ("id", "count") or name in records.names:
            return name
        hint = did_you_mean(name, records.fields or records.names)
        raise Malformed(f'"{records.id}" has no field "{name}"', key, hint)


def few(values: Iterable[Any], most: int = 5) -> str:
    """The first of some values, for people."""
    listed = list(map(value_text, values))
    return ", ".join(listed[:most]) + (" …" if len(listed) > most else "")


def copies_by(entries: Iterable[Entry], key: Callable[[Entry], Hashable]) -> Counter[Any]:
    """How many physical copies have each value of something."""
    have: Counter[Any] = Counter()
    for entry in entries:
        if entry.card.copies:
            have[key(entry)] += entry.card.copies
    return have


def _tidied(value: Any) -> Any:
    return tidy(value) if isinstance(value, float) else value


def value_text(value: Any) -> str:
    """A value as a person reads it and writes it in the data."""
    if value is None or value in ("", ()):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " + ".join(map(value_text, value))
    return str(_tidied(value))


def describe(value: Any) -> str:
    """A value that should have been another, briefly."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "a map"
    if value is not None and not isinstance(value, (str, int, float, tuple)):
        return "something else"
    text = value_text(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _comparable(value: Any) -> Any:
    """A value that can be told from others; lists become tuples."""
    if isinstance(value, (list, tuple)):
        return tuple(_comparable(part) for part in value)
    if value is None or isinstance(value, (str, int, float)):
        return value
    message = f'"value": expected a number, a text or a list, found {describe(value)}'
    raise Malformed(message, "value")


def deck_note(records: RecordSet) -> tuple[str, Span]:
    """Where the entries of a component stand."""
    names = {"deck": "deck", "spaces": "board", "terms": "list of terms"}
    return (f"the {names.get(records.kind, 'component')} is here", records.source)


def card_notes(
    entries: Iterable[Entry], message: str, most: int = 4
) -> tuple[tuple[str, Span], ...]:
    """A note for each of the first few cards."""
    rows = list(entries)
    notes = [(f'{message} "{entry.card.id}"', entry.card.span) for entry in rows[:most]]
    if len(rows) > most:
        notes.append((f"and {len(rows) - most} more", rows[most].card.span))
    return tuple(notes)


def count_matches_of_each(
    scope: Scope, condition: Any, key: str, entries: Sequence[Entry], others: Sequence[Entry]
) -> Iterator[tuple[Entry, int]]:
    """Each of `others` with the number of physical `entries` for which the condition holds; it is
    called `each` there.

    Cards are alike where the fields that the condition reads are. Raises Malformed where too many
    differ.
    """
    own = scope.names_in(condition)
    theirs = scope.attributes_of(condition, "each")
    classes: dict[Any, list[Any]] = {}
    for entry in entries:
        slot = classes.setdefault(_key(entry, own), [entry, 0])
        slot[1] += entry.card.copies
    keys = [_key(other, theirs) if theirs is not None else other.card.id for other in others]
    pairs = len(classes) * len(set(keys))
    if pairs > MAX_PAIRS:
        message = f'"{key}" compares {pairs:,} pairs of cards; at most {MAX_PAIRS:,} are compared'
        raise Malformed(message, key, "choose fewer with only:")
    seen: dict[Any, int] = {}
    for other, same in zip(others, keys, strict=True):
        if same not in seen:
            each = Record(other.card.id, other.values)
            seen[same] = sum(
                n
                for entry, n in classes.values()
                if scope.evaluate(condition, key, {**entry.values, "each": each})
            )
        yield other, seen[same]


def count_matches(scope: Scope, condition: Any, key: str, entries: Sequence[Entry]) -> int:
    """The number of physical cards for which a condition holds."""
    return sum(
        entry.card.copies for entry in entries if scope.evaluate(condition, key, entry.values)
    )


def _key(entry: Entry, names: frozenset[str]) -> tuple[Any, ...]:
    return tuple(
        (name, type(value), value)
        for name in sorted(names)
        if (value := entry.values.get(name, entry)) is not entry
    )
