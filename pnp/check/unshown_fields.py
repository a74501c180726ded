"""P326 – changes each field that does not say how it is printed, makes the face again, and tells of
those that change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.check.promises.kinds import KINDS
from pnp.check.promises.summary import texts_in
from pnp.compose.element_trees import Findings, compose_cards
from pnp.compose.templates import Templates
from pnp.diagnostics import Diagnostic, Note, warning
from pnp.model.fields import FieldType
from pnp.model.game import Card, Component, Game, Promise
from pnp.model.kinds import BOARDS, TEXTS
from pnp.sandbox.environment import Record

CODE = "P326"
MOST = 20
"""Cards of a component that are probed, until one changes."""


def check(game: Game, templates: Templates, unread: bool = False) -> Iterator[Diagnostic]:
    """A field that promises read and that no face of its component depends on; with `unread` also
    those that no promise reads, and those of components of which no field says how it is printed.
    """
    for component in game.components.values():
        declared = (component.places if component.kind in BOARDS else component.fields).values()
        open_fields = [field for field in declared if not field.printed]
        if component.kind in TEXTS or not (unread or len(open_fields) < len(declared)):
            continue
        readers = {
            field.name: [p for p in game.promises if _reads(p, component, field.name)]
            for field in open_fields
        }
        asked = [field for field in open_fields if readers[field.name] or unread]
        for field in _unshown(game, component, asked, templates) if asked else ():
            message = f'the field "{field.name}" of "{component.id}" changes nothing on a face'
            notes = [Note(f"{p.id} reads it", p.raw.span()) for p in readers[field.name][:1]]
            hint = f"print it in {component.front}, or declare it: {{…, printed: no}}"
            yield warning(CODE, message, field.place, hint, notes)


def _reads(promise: Promise, component: Component, field: str) -> bool:
    """Whether a promise about a component names a field of it."""
    kind = KINDS.get(promise.kind)
    owners = {name.partition(".")[0] for name in kind.names(promise)} if kind else set()
    words = " ".join(texts_in(promise.details)).replace(".", " ").split()
    return component.id in owners and field in words


def _unshown(
    game: Game, component: Component, fields: Sequence[FieldType], templates: Templates
) -> list[FieldType]:
    """The fields of which another value leaves every face as it is."""
    left = list(fields)
    step = max(1, len(component.cards) // MOST)
    probed: set[str] = set()
    for card in component.cards[::step]:
        probes = dict(_probes(component, card, left))
        probed |= probes.keys()
        cards = [card, *probes.values()]
        renders: dict[str, list[int]] = {}
        for side in compose_cards(game, component, cards, templates, Findings()):
            if side.copy < 2:
                renders.setdefault(side.side, []).append(side.render)
        if not renders:  # a template is missing or fails, which is reported
            return []
        whole = [numbers for numbers in renders.values() if len(numbers) == len(cards)]
        changing = {
            name
            for n, name in enumerate(probes, 1)
            if len(whole) < len(renders) or any(numbers[n] != numbers[0] for numbers in whole)
        }
        left = [field for field in left if field.name not in changing]
        if not left:
            break
    return [field for field in left if field.name in probed]


def _probes(
    component: Component, card: Card, fields: Sequence[FieldType]
) -> Iterator[tuple[str, Card]]:
    """A card with another value of a field, for each of which there is one."""
    for field in fields:
        if component.kind in BOARDS:
            yield from _of_places(component, card, field.name)
            continue
        value = card.values[field.name]
        others = [*(one.values[field.name] for one in component.cards), *_domain(field)]
        other = _another(value, others)
        if other is not None:
            values = {**card.values, field.name: other}
            yield field.name, card._replace(values=values, record=Record(card.id, values))


def _domain(field: FieldType) -> Sequence[Any]:
    """All values of a field of numbers or words, where they are few."""
    return field.domain or () if field.kind in ("int", "number", "text", "bool") else ()


def _another(value: Any, others: Sequence[Any]) -> Any:
    return next((one for one in others if one not in (None, (), value)), None)


def _of_places(component: Component, card: Card, name: str) -> Iterator[tuple[str, Card]]:
    """A board of which each space and area has another's value of a field."""
    values, new = dict(card.values), dict[int, Record]()
    for owner in ("spaces", "areas"):
        places: Mapping[str, Record] = card.values[owner]
        known = [place[name] for place in places.values() if name in place]
        for place in places.values():
            if name in place and (other := _another(place[name], known)) is not None:
                changed = {**{key: place[key] for key in place}, name: other}
                new[id(place)] = Record(str(place), changed, source=place.source)
        values[owner] = {key: new.get(id(place), place) for key, place in places.items()}
    tracks: Record = card.values["tracks"]
    on_tracks = {key: tuple(new.get(id(one), one) for one in tracks[key]) for key in tracks}
    values["tracks"] = Record("tracks", on_tracks, many=True)
    if new:
        yield name, card._replace(values=values, record=Record(card.id, values))
