"""What promises speak of: the cards of a deck, the pieces of a component, the spaces of a board
or track, as plain values.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from pnp.diagnostics import Span
from pnp.load.yaml import Map
from pnp.model.definitions import inner
from pnp.model.fields import FieldType
from pnp.model.game import Card, Component, Game
from pnp.sandbox.environment import Record

_WORDS: Mapping[str, tuple[str, str]] = {
    "deck": ("card", "cards"),
    "notes": ("note", "notes"),
    "spaces": ("space", "spaces"),
    "terms": ("term", "terms"),
    "board": ("copy", "copies"),
    "mat": ("copy", "copies"),
}


class Thing(Protocol):
    """A card, a piece, or a space of a board."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def copies(self) -> int:
        """How often it is there."""

    @property
    def span(self) -> Span:
        """Where its entry begins."""

    def place(self, field: str) -> Span:
        """Where a field of it stands."""


class Spot(NamedTuple):
    """A space of a board or track, or a term: it is there once."""

    id: str
    span: Span
    raw: Map | None = None
    copies: int = 1

    def place(self, field: str) -> Span:
        """Where a key of it stands."""
        return self.raw.at(field) if self.raw is not None else self.span


class Entry(NamedTuple):
    """A card, piece or space with its plain values."""

    card: Thing
    values: dict[str, Any]

    @property
    def seat(self) -> int:
        """The player that it belongs to, 0 for none; a field of that name is something else."""
        return self.card.seat if isinstance(self.card, Card) else 0


class RecordSet(NamedTuple):
    """What a promise names: its entries, the fields that they are declared to have, and where
    they stand.
    """

    id: str
    kind: str
    entries: list[Entry]
    source: Span
    fields: Mapping[str, FieldType] = MappingProxyType({})

    @property
    def one(self) -> str:
        """What one of its entries is called."""
        return _WORDS.get(self.kind, ("piece", "pieces"))[0]

    @property
    def many(self) -> str:
        """What its entries are called."""
        return _WORDS.get(self.kind, ("piece", "pieces"))[1]

    def counted(self, count: int) -> str:
        """So many of its entries."""
        return f"{count} {self.one if count == 1 else self.many}"

    @property
    def printed(self) -> bool:
        """Whether its entries are pieces with copies, not places of a board or meanings."""
        return self.kind not in ("spaces", "terms")

    @property
    def title(self) -> str:
        """It as a message names it."""
        return f'deck "{self.id}"' if self.kind == "deck" else f'"{self.id}"'

    @property
    def names(self) -> frozenset[str]:
        """Every field that an entry has."""
        made: set[str] = {"id", "count", *self.fields}
        for entry in self.entries:
            made.update(entry.values)
        return frozenset(made)


def plain(value: Any) -> Any:
    """A value for comparing: terms by their ids, lists as tuples."""
    if type(value) is Record:
        return value["id"] if "id" in value else value  # noqa: SIM401 - a record has no get
    if isinstance(value, (tuple, list)):
        return tuple(plain(part) for part in value)
    return value


def records_of_component(component: Component) -> RecordSet:
    """The cards or pieces of a component; a piece has a `seat` beside its fields, 0 where it
    belongs to nobody.
    """
    pieces = component.kind != "deck"
    entries = [Entry(card, _values(card, pieces)) for card in component.cards]
    return RecordSet(component.id, component.kind, entries, component.source, component.fields)


def records_of_terms(game: Game, kind: str) -> RecordSet:
    """The meanings of a kind:

    `id`, `label`, `letter`, `color`, `pattern`, `icon` and `text` of each.
    """
    written = inner(inner(game.raw, "terms"), kind)
    entries = []
    for name, term in game.terms[kind].items():
        raw = written.get(name)
        spot = Spot(name, written.key(name), raw if isinstance(raw, Map) else None)
        entries.append(Entry(spot, {key: term[key] or None for key in term}))
    return RecordSet(f"terms.{kind}", "terms", entries, inner(game.raw, "terms").key(kind))


def _values(card: Card, piece: bool) -> dict[str, Any]:
    values = {
        key: value if type(value) is str else plain(value) for key, value in card.values.items()
    }
    if piece:
        values = {"seat": card.seat, **values, "count": card.copies}
    return values
