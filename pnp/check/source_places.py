"""Finds where the data say what a face prints: the place of a source such as `card.price`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pnp.diagnostics import Span
from pnp.load.yaml import Map
from pnp.model.definitions import inner
from pnp.model.fields import flat
from pnp.model.game import Card, Component, Game
from pnp.model.kinds import BOARDS
from pnp.sandbox.environment import Record
from pnp.sandbox.sources import WORKED_OUT, Printed


def places(game: Game, component: Component, card: Card, one: Printed) -> Mapping[str, Span | None]:
    """The sources of something printed on a card and where they are written; None where that is
    not known.
    """
    names = (name.removeprefix(WORKED_OUT) for name in one.sources)
    return {name: _place(game, component, card, name.split(".")) for name in names}


def meanings_of(names: Iterable[str]) -> set[str]:
    """The meanings, as sources, of which the names are attributes."""
    return {name.rpartition(".")[0] for name in names if name.startswith("terms.")}


def named_by(card: Card, one: Printed) -> list[str]:
    """The fields of a card that name the meaning of which something is printed."""
    meanings = meanings_of(one.sources)
    return [
        field
        for field, value in card.values.items()
        if any(isinstance(part, Record) and part.source in meanings for part in flat(value))
    ]


def _place(game: Game, component: Component, card: Card, name: Sequence[str]) -> Span | None:
    owner, *path = name
    if owner == "card" and path[0] in card.values:
        return card.place(path[0])
    if owner in ("spaces", "areas") and component.kind in BOARDS:
        return _in_map(inner(inner(card.raw, owner), path[0]), path[1:]) or _spot(component, name)
    if owner == "component":
        return _in_map(component.raw, path)
    if owner == "t":
        return _in_map(game.written_words, path)
    if owner in ("facts", "terms", "game"):
        return _in_map(game.raw, path if owner == "game" else name)
    return None


def _in_map(raw: Any, path: Sequence[str]) -> Span | None:
    """Where the last key of a path through maps stands; None where it is not written."""
    for key in path[:-1]:
        raw = raw.get(key) if isinstance(raw, Map) else None
    return raw.at(path[-1]) if isinstance(raw, Map) and path[-1] in raw else None


def _spot(component: Component, name: Sequence[str]) -> Span | None:
    """Where a space or area begins."""
    found = getattr(component.details, name[0]).get(name[1])
    return found.span if found else None
