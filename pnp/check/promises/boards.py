"""Boards as promises see them: their spaces, areas and tracks as entries with plain values, and
who can be entered from where.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pnp.check.promises.record_set import Entry, Place, RecordSet, plain
from pnp.diagnostics import Span
from pnp.load.yaml import Map
from pnp.model.game import Component
from pnp.model.spaces import Area, BoardData, Space, ways_of
from pnp.units.geometry import MM, Rect

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
    data: BoardData = component.details
    ways = ways_of(data.spaces, data.links)
    names = _names([*data.spaces.values(), *data.areas.values()])
    drawn = data.values["spaces"]
    entries = {
        name: _entry(component, space, names, ways[name]) for name, space in data.spaces.items()
    }
    for name, entry in entries.items():
        entry.values.update(column=drawn[name]["column"], row=drawn[name]["row"])
    spaces = RecordSet(component.id, "spaces", list(entries.values()), component.source)
    areas = [_entry(component, area, names, ()) for area in data.areas.values()]
    tracks = (
        {AREAS: RecordSet(f"{component.id}.{AREAS}", "spaces", areas, component.source)}
        if areas
        else {}
    )
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


def _names(places: Iterable[Space | Area]) -> list[str]:
    return list(dict.fromkeys(name for place in places for name in place.fields))


def _entry(
    component: Component, place: Space | Area, names: Iterable[str], ways: tuple[str, ...]
) -> Entry:
    values: dict[str, Any] = {name: plain(place.fields.get(name)) for name in names}
    values |= {"id": place.id, "count": 1, "kind": place.kind, "label": place.label, "links": ways}
    values |= (
        {"track": place.track, "number": place.number}
        if isinstance(place, Space)
        else {"track": None, "number": None}
    )
    box = place.spot if isinstance(place, Space) else place.rect
    values |= {"x": box.x / MM, "y": box.y / MM, "width": box.width / MM, "height": box.height / MM}
    section = component.cards[0].raw.get("spaces" if isinstance(place, Space) else "areas")
    written = section.get(place.id) if isinstance(section, Map) else None
    return Entry(Place(place.id, place.span, written if isinstance(written, Map) else None), values)
