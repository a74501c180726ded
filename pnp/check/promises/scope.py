"""What promises are judged over: the decks of a game as plain values, and expressions over them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pnp.diagnostics import Span, did_you_mean
from pnp.model.game import Card, Deck, Game, Promise
from pnp.sandbox import ExpressionError, Record, Sandbox, compiled


class Malformed(ValueError):
    """A promise that names nothing real or cannot be worked out; `key` says which of its keys is at fault."""

    def __init__(self, message: str, key: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.hint = hint


class Vacuous(ValueError):
    """A promise about an empty set."""


@dataclass(frozen=True, slots=True)
class Broken:
    """What is, what was promised; the places involved; the likely mend."""

    message: str
    notes: tuple[tuple[str, Span | None], ...] = ()
    hint: str = ""


def plain(value: Any) -> Any:
    """A card's value for comparing: terms by their ids."""
    if type(value) is Record:
        return value["id"]
    if isinstance(value, tuple):
        return tuple(plain(part) for part in value)
    return value


@dataclass(frozen=True, slots=True)
class Entry:
    """A card with its plain values."""

    card: Card
    values: dict[str, Any]


@dataclass
class Scope:
    """A game ready to be judged. Plain values and compiled expressions are made once."""

    game: Game
    sandbox: Sandbox = field(default_factory=Sandbox)
    _decks: dict[str, list[Entry]] = field(default_factory=dict)
    _compiled: dict[str, Callable[[Mapping[str, Any]], Any]] = field(default_factory=dict)

    @cached_property
    def shared(self) -> dict[str, Any]:
        """Names that every expression knows."""
        low, high = self.game.players
        decks = {deck.id: deck.total for deck in self.game.components.values()}
        return {
            "facts": Record("facts", self.game.facts),
            "players": Record("players", {"min": low, "max": high}),
            "total": Record("total", decks),
        }

    def deck(self, promise: Promise, key: str = "of") -> Deck:
        """The deck that a promise names."""
        name = promise.details.get(key)
        if not isinstance(name, str):
            raise Malformed(f'"{key}" names the deck that is meant', key)
        return self.named(name, key)

    def named(self, name: Any, key: str = "of") -> Deck:
        """A deck by its id."""
        if not isinstance(name, str):
            raise Malformed(f'"{key}": expected the name of a deck, found {told(name)}', key)
        found = self.game.components.get(name)
        if found is None:
            raise Malformed(f'there is no component "{name}"', key, did_you_mean(name, self.game.components))
        return found

    def entries(self, deck: Deck) -> list[Entry]:
        """The cards of a deck with plain values."""
        if deck.id not in self._decks:
            self._decks[deck.id] = [Entry(card, {key: plain(value) for key, value in card.values.items()}) for card in deck.cards]
        return self._decks[deck.id]

    def chosen(self, promise: Promise, deck: Deck) -> list[Entry]:
        """The cards that a promise is about: all, or those for which its `only:` holds. Never none."""
        entries = self.present(deck)
        condition = promise.details.get("only")
        if condition is not None:
            entries = [e for e in entries if self.evaluate(condition, "only", e.values)]
        if not entries:
            raise Vacuous(f'no card of "{deck.id}" has {condition}')
        return entries

    def present(self, deck: Deck) -> list[Entry]:
        """The cards of a deck that are printed. Never none."""
        entries = [e for e in self.entries(deck) if e.card.copies]
        if not entries:
            raise Vacuous(f'"{deck.id}" prints no card')
        return entries

    def evaluate(self, source: Any, key: str, values: Mapping[str, Any] | None = None) -> Any:
        """An expression over facts, players and, where given, a card's fields."""
        if not isinstance(source, str):
            raise Malformed(f'"{key}": expected an expression', key)
        try:
            run = self._compiled.get(source)
            if run is None:
                run = self._compiled[source] = compiled(self.sandbox, source)
            return run({**self.shared, **values} if values else self.shared)
        except ExpressionError as problem:
            raise Malformed(f'"{key}": {problem}', key, problem.hint) from None

    def whole(self, promise: Promise, key: str) -> int:
        """An expression whose value is a whole number."""
        if key not in promise.details:
            raise Malformed(f'the key "{key}" is missing')
        value = self.evaluate(promise.details[key], key)
        if isinstance(value, bool) or not (isinstance(value, int) or (isinstance(value, float) and value.is_integer())):
            raise Malformed(f'"{key}": expected a whole number, found {told(value)}', key)
        return int(value)

    def switch(self, promise: Promise, key: str) -> bool:
        """A key that says yes or no; no where it is not written."""
        written = promise.details.get(key, "no")
        word = written.strip().lower() if isinstance(written, str) else ""
        if word not in ("yes", "true", "no", "false"):
            raise Malformed(f'"{key}": expected yes or no, found {told(written)}', key)
        return word in ("yes", "true")

    def value_of(self, promise: Promise, deck: Deck) -> Callable[[Entry], Any]:
        """What a promise looks at on each card: its `field:`, or the expression of its `value:`."""
        if "field" in promise.details and "value" in promise.details:
            raise Malformed('"field" and "value" exclude each other', "value", "leave one of them out")
        if "field" in promise.details:
            name = self.field_name(deck, promise.details["field"], "field")
            return lambda entry: entry.values[name]
        if "value" in promise.details:
            return lambda entry: _comparable(self.evaluate(promise.details["value"], "value", entry.values))
        raise Malformed('expected a "field" or a "value"')

    def number_of(self, promise: Promise, deck: Deck) -> Callable[[Entry], Any]:
        """The same where only numbers make sense."""
        value = self.value_of(promise, deck)
        key = "field" if "field" in promise.details else "value"

        def number(entry: Entry) -> Any:
            found = value(entry)
            if isinstance(found, bool) or not isinstance(found, (int, float)):
                raise Malformed(f'the {promise.details[key]} of "{entry.card.id}" is {told(found)}, not a number', key)
            return found

        return number

    def field_name(self, deck: Deck, name: Any, key: str) -> str:
        """A field that the deck really has."""
        if not isinstance(name, str):
            raise Malformed(f'"{key}": expected the name of a field, found {told(name)}', key)
        if name in deck.fields or name in ("id", "count"):
            return name
        raise Malformed(f'"{deck.id}" has no field "{name}"', key, did_you_mean(name, deck.fields))


def physical(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Every physical copy."""
    for entry in entries:
        for _ in range(entry.card.copies):
            yield entry


def shown(value: Any) -> str:
    """A value as a person reads it."""
    return " + ".join(str(part) for part in value) if isinstance(value, tuple) else str(value)


def told(value: Any) -> str:
    """A value that should have been another, briefly."""
    match value:
        case None | "" | ():
            return "nothing"
        case str() | int() | float() | tuple():
            text = shown(value)
            return text if len(text) <= 60 else f"{text[:57]}…"
        case list():
            return "a list"
        case dict():
            return "a map"
        case _:
            return "something else"


def _comparable(value: Any) -> Any:
    """A value that can be told from others; lists become tuples."""
    if isinstance(value, (list, tuple)):
        return tuple(_comparable(part) for part in value)
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise Malformed(f'"value": expected a number, a text or a list, found {told(value)}', "value")


def deck_note(deck: Deck) -> tuple[str, Span]:
    """Where the cards of a deck stand."""
    return ("the deck is here", deck.source)


def card_notes(entries: Iterable[Entry], message: str, most: int = 4) -> tuple[tuple[str, Span], ...]:
    """A note for each of the first few cards."""
    rows = list(entries)
    notes = [(f'{message} "{entry.card.id}"', entry.card.span) for entry in rows[:most]]
    if len(rows) > most:
        notes.append((f"and {len(rows) - most} more", rows[most].card.span))
    return tuple(notes)
