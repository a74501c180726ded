"""Turns what promises speak of into record sets of plain values: the cards of a deck, the pieces
of a component, the spaces, areas and tracks of a board, meanings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.diagnostics import Span
from pnp.load.yaml import Map
from pnp.model.definitions import inner
from pnp.model.fields import FieldType
from pnp.model.game import Card, Component, Game
from pnp.sandbox.environment import Record
from pnp.units.geometry import MM, Rect

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

    def grouped(self, name: str, entries: Iterable[Entry]) -> dict[Any, list[Entry]]:
        """Entries by their value of a field; the values that it may have come first."""
        field = self.fields.get(name)
        groups: dict[Any, list[Entry]] = {v: [] for v in (field.domain if field else None) or ()}
        for entry in entries:
            groups.setdefault(entry.values[name], []).append(entry)
        return groups


def copies(entries: Iterable[Entry]) -> int:
    """How many copies of entries there are."""
    return sum(entry.card.copies for entry in entries)


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


AREAS = "areas"
"""`BOARD.areas` names the areas of a board."""


class Board(NamedTuple):
    """A board: its spaces, its tracks (and areas) by name, for each space those that can be
    entered from it and the upright rectangle around it, where its tracks are said; `sheets`
    is itself as a piece, with its copies.
    """

    id: str
    spaces: RecordSet
    tracks: Mapping[str, RecordSet]
    ways: Mapping[str, tuple[str, ...]]
    boxes: Mapping[str, Rect]
    where: Span
    sheets: RecordSet


def board_of(component: Component) -> Board:
    """The board that a component of one of the kinds of boards is."""
    from pnp.model.spaces import ways_of

    data = component.details
    ways = ways_of(data.spaces, data.links)
    places = [*data.spaces.values(), *data.areas.values()]
    names = list(dict.fromkeys(name for place in places for name in place.fields))
    drawn = data.values["spaces"]
    entries = {
        name: _entry(component, space, names, ways[name]) for name, space in data.spaces.items()
    }
    for name, entry in entries.items():
        entry.values.update(column=drawn[name]["column"], row=drawn[name]["row"])
    spaces = RecordSet(component.id, "spaces", list(entries.values()), component.source)
    areas = [_entry(component, area, names) for area in data.areas.values()]
    tracks = {}
    if areas:
        name = f"{component.id}.{AREAS}"
        tracks[AREAS] = RecordSet(name, "spaces", areas, component.source)
    for name, ids in data.tracks.items():
        here = [entries[one] for one in ids if one in entries]
        place = here[0].card.span if here else component.source
        tracks[name] = RecordSet(f"{component.id}.{name}", "spaces", here, place)
    boxes = {name: space.spot.box for name, space in data.spaces.items()}
    written, copies = component.raw.span(), component.total
    sheet = Entry(
        Place(component.id, written, component.raw, copies), {"id": component.id, "count": copies}
    )
    sheets = RecordSet(component.id, component.kind, [sheet], written)
    return Board(
        component.id, spaces, tracks, ways, boxes, component.cards[0].raw.key("tracks"), sheets
    )


def _entry(
    component: Component, place: Any, names: Iterable[str], ways: tuple[str, ...] | None = None
) -> Entry:
    """A space of a board, or an area, which has no ways."""
    values: dict[str, Any] = {name: plain(place.fields.get(name)) for name in names}
    values |= {"id": place.id, "count": 1, "kind": place.kind, "label": place.label}
    values |= {"links": ways or (), "track": None, "number": None}
    if ways is not None:
        values |= {"track": place.track, "number": place.number}
    box = place.rect if ways is None else place.spot
    values |= {key: getattr(box, key) / MM for key in ("x", "y", "width", "height")}
    written = inner(component.cards[0].raw, "areas" if ways is None else "spaces").get(place.id)
    return Entry(Place(place.id, place.span, written if isinstance(written, Map) else None), values)
