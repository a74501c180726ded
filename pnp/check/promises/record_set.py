"""What promises speak of: the cards of a deck, the pieces of a component, the spaces of a board
or track, as plain values.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.diagnostics import Span
from pnp.load.yaml import Map
from pnp.model.definitions import inner
from pnp.model.fields import FieldType
from pnp.model.game import Card, Component, Game
from pnp.sandbox.environment import Record

_NOUNS = {
    "deck": "card",
    "notes": "note",
    "spaces": "space",
    "terms": "term",
    "board": "copy",
    "mat": "copy",
}


class Place(NamedTuple):
    """A space of a board or track, or a term: it is there once."""

    id: str
    span: Span
    raw: Map | None = None
    copies: int = 1

    def place(self, field: str) -> Span:
        """Where a key of it stands."""
        return self.raw.at(field) if self.raw is not None else self.span


Thing = Card | Place
"""What an entry is: `id`, `copies`, the `span` where it begins, and the `place` of each field."""


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
        return _NOUNS.get(self.kind, "piece")

    @property
    def many(self) -> str:
        """What its entries are called."""
        return "copies" if self.one == "copy" else f"{self.one}s"

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
        return frozenset(("id", "count", *self.fields)).union(*(e.values for e in self.entries))


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
    entries = []
    for card in component.cards:
        values = {k: v if type(v) is str else plain(v) for k, v in card.values.items()}
        if component.kind != "deck":
            values = {"seat": card.seat, **values, "count": card.copies}
        entries.append(Entry(card, values))
    return RecordSet(component.id, component.kind, entries, component.source, component.fields)


def records_of_terms(game: Game, kind: str) -> RecordSet:
    """The meanings of a kind:

    `id`, `label`, `letter`, `color`, `pattern`, `icon` and `text` of each.
    """
    written = inner(inner(game.raw, "terms"), kind)
    entries = []
    for name, term in game.terms[kind].items():
        raw = written.get(name)
        place = Place(name, written.key(name), raw if isinstance(raw, Map) else None)
        entries.append(Entry(place, {key: term[key] or None for key in term}))
    return RecordSet(f"terms.{kind}", "terms", entries, inner(game.raw, "terms").key(kind))
