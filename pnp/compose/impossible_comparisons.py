"""Finds comparisons in templates and texts that nothing can meet:

`card.gem == "Ruby"` where gems are `ruby` and `jade`.

What stands behind such a condition would be left out of every card, or of the rules, in silence.
Only ids, sides, facts and fields that declare which values they have are judged, and only the
templates and texts of the game itself: shared ones may ask for what others have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from pnp.compose.element_trees import BACK, FRONT, sides_of
from pnp.diagnostics import MAX_HINTS, Diagnostic, Note, Span, near, warning
from pnp.model.comparisons import (
    CARD,
    CARDS,
    FACTS,
    ONE,
    Comparison,
    FieldValues,
    kind_mismatch,
    values_of_field,
)
from pnp.model.fields import FieldType
from pnp.model.game import Game
from pnp.model.kinds import BOARDS


def impossible_comparisons(
    game: Game, files: Mapping[str, Iterable[Comparison]]
) -> Iterator[Diagnostic]:
    """P309 for what is compared, by the file of the template or text, with a value that it
    cannot have.
    """
    values_at = cache(partial(_values_at, game))
    reported = looked = 0
    for file, found in files.items():
        for line, path, value in dict.fromkeys(found):
            place, possible, loose = values_at(path)
            reasons = [one.mismatch(value) if one else None for one in possible]
            always = "the same for every card"
            if path[0] == FACTS and len(path) == 2:
                reasons, always = [kind_mismatch(game.facts.get(path[1]), value)], "always the same"
            if not reasons or not (why := reasons[0]) or not all(reasons):
                continue
            hint = why.nearest(value) if reported < MAX_HINTS else why.hint
            if loose:  # names that others may have as well: only a slip is told of
                looked += 1
                meant = near(str(value), why.known, 1) if looked <= MAX_HINTS else []
                if not meant:
                    continue
                hint = f'did you mean "{meant[0]}"?'
            reported += 1
            message = f"{_shown(path)} {why.reason}: what depends on it is {always}"
            notes = (
                [Note(f'"{possible[0].field}" is declared here', place)]
                if place and possible[0]
                else []
            )
            yield warning("P309", message, Span(file, line), hint, notes)


def _values_at(
    game: Game, path: tuple[str, ...]
) -> tuple[Span | None, list[FieldValues | None], bool]:
    """What a path can lead to, as often as components declare it in another way, and where the
    first does; whether these are names of which only slips are told.
    """
    match path:
        case ("side",):
            sides = _sides(game)
            return None, [_among("text" if "1" in sides else "", sides)], False  # as of a die
        case ("component", "id"):
            return None, [_among("", game.components)], True
        case ("card", "spaces" | "areas" as places, "[]", "kind"):
            return None, [_among("", _kinds(game, places))], True
        case ("card", "id"):
            return None, [_among("", _ids(game, ""))], False
        case ("cards", component, "[]", "id"):
            return None, [_among("", _ids(game, component))], False
        case ("card", "spaces" | "areas", "[]", name, *inside):
            fields = [one.places[name] for one in game.components.values() if name in one.places]
        case ("card", name, *inside):
            fields = _fields(game, name, "")
        case ("cards", component, "[]", name, *inside):
            fields = _fields(game, name, component)
        case _:
            return None, [], False
    possible = [values_of_field(field, game.terms, inside) for field in fields]
    different = {
        (one.kind, None if one.domain is None else tuple(one.domain)) if one else None: one
        for one in reversed(possible)
    }
    return (fields[0].place if fields else None), [*different.values()][::-1], False


def _among(kind: str, names: Iterable[str]) -> FieldValues:
    return FieldValues("", kind, [*names], frozenset(names))


def _kinds(game: Game, places: str) -> tuple[str, ...]:
    """The kinds of all spaces, or areas, of the boards of the game: nobody declares them."""
    boards = [
        card.values.get(places)
        for component in game.components.values()
        if component.kind in BOARDS
        for card in component.cards
    ]
    return tuple(
        dict.fromkeys(str(place["kind"]) for board in boards if board for place in board.values())
    )


def _sides(game: Game) -> dict[str, None]:
    """The names of all sides that a template is asked for: a box and a die have others than a
    card.
    """
    return dict.fromkeys(
        (
            FRONT,
            BACK,
            *(side for component in game.components.values() for side, _ in sides_of(component)),
        )
    )


def _ids(game: Game, name: str) -> dict[str, None]:
    """The ids of all cards of the game, or of a component; none where some may be switched off,
    and so are unknown.
    """
    components = [component for component in game.components.values() if name in ("", component.id)]
    if game.left_out or not all(component.whole for component in components):
        return {}
    return dict.fromkeys(
        str(card.values.get("id", card.id)) for component in components for card in component.cards
    )


def _fields(game: Game, name: str, owner: str) -> list[FieldType]:
    """The declarations of a field by all components, or by one, whose cards have it; none where
    some have it without declaring it.
    """
    owners = [
        one
        for one in game.components.values()
        if owner in ("", one.id) and one.cards and name in one.cards[0].values
    ]
    return (
        [component.fields[name] for component in owners]
        if all(name in component.fields for component in owners)
        else []
    )


def _shown(path: Sequence[str]) -> str:
    path = (CARD, *path[3:]) if path[0] == CARDS else path
    return ("one of " if ONE in path else "") + ".".join(name for name in path if name != ONE)
