"""Comparisons in templates and texts that nothing can meet:

`card.gem == "Ruby"` where gems are `ruby` and `jade`.

What stands behind such a condition would be left out of every card, or of the rules, in silence.
Only ids, sides, facts and fields that declare which values they have are judged, and only the
templates and texts of the game itself: shared ones may ask for what others have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from pnp.compose.element_trees import BACK, FRONT, sides_of
from pnp.diagnostics import MAX_HINTS, Diagnostic, Note, Span, near, warning
from pnp.model.comparisons import (
    CARD,
    CARDS,
    FACTS,
    ONE,
    Comparison,
    FieldValues,
    Mismatch,
    kind_mismatch,
    quoted,
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
    judge = _Judge(game)
    told = 0
    for file, found in files.items():
        for line, path, value in dict.fromkeys(found):
            why, notes = judge(path, value)
            if why:
                told += 1
                always = "always the same" if path[0] == FACTS else "the same for every card"
                said = f"{_shown(path)} {why.reason}: what depends on it is {always}"
                yield warning(
                    "P309",
                    said,
                    Span(file, line),
                    why.nearest(value) if told <= MAX_HINTS else why.hint,
                    notes,
                )


class _Judge:
    """Says why what a path leads to never has a value; what it knows of the game is looked up
    once.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ids = cache(partial(_ids, game))
        self.sides = cache(partial(_sides, game))
        self.kinds = cache(partial(_kinds, game))
        self.can_be = cache(partial(_can_be, game))
        self.looks = MAX_HINTS

    def __call__(self, path: tuple[str, ...], value: Any) -> tuple[Mismatch | None, list[Note]]:
        """The reason, or None, with notes on where it is declared."""
        match path:
            case ("facts", name):
                return (
                    kind_mismatch(self.game.facts[name], value) if name in self.game.facts else None
                ), []
            case ("side",):
                return self._side(value), []
            case ("component", "id"):
                return self._slip(value, self.game.components), []
            case ("card", "id"):
                return (
                    Mismatch(f"is never {quoted(value)}", "", self.ids())
                    if self.ids() and value not in self.ids()
                    else None
                ), []
            case ("cards", component, "[]", "id"):
                ids = self.ids(component)
                return (
                    Mismatch(f"is never {quoted(value)}", "", ids)
                    if ids and value not in ids
                    else None
                ), []
            case ("card", "spaces" | "areas" as places, "[]", "kind"):
                return self._slip(value, self.kinds(places)), []
        place, every = self.can_be(path)
        why = [one.mismatch(value) if one else None for one in every]
        return (why[0] if why and all(why) else None), (
            [Note(f'"{every[0].field}" is declared here', place)] if place and every[0] else []
        )

    def _side(self, value: Any) -> Mismatch | None:
        """Why a value is never the name of a side; those of a die are texts: "6"."""
        if value in self.sides():
            return None
        if str(value) in self.sides():
            return Mismatch(f"is a text and never {quoted(value)}", f'write "{value}"')
        return Mismatch(f"is never {quoted(value)}", "", self.sides())

    def _slip(self, value: Any, names: Collection[str]) -> Mismatch | None:
        """Why a value is a slip from one of the names; None for one that is there, is like none,
        or comes after many looked at.
        """
        if not isinstance(value, str) or value in names or not self.looks:
            return None
        self.looks -= 1
        meant = next(iter(near(value, names, 1)), "")
        return Mismatch(f"is never {quoted(value)}", f'did you mean "{meant}"?') if meant else None


def _can_be(game: Game, path: tuple[str, ...]) -> tuple[Span | None, list[FieldValues | None]]:
    """What a path can lead to, as often as components declare it in another way, and where the
    first does.
    """
    match path:
        case ("card", "spaces" | "areas", "[]", name, *inside):
            fields = [one.places[name] for one in game.components.values() if name in one.places]
        case ("card", name, *inside):
            fields = _fields(game, name, "")
        case ("cards", component, "[]", name, *inside):
            fields = _fields(game, name, component)
        case _:
            return None, []
    made = [values_of_field(field, game.terms, inside) for field in fields]
    different = {
        (one.kind, None if one.domain is None else tuple(one.domain)) if one else None: one
        for one in reversed(made)
    }
    return (fields[0].place if fields else None), [*different.values()][::-1]


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


def _ids(game: Game, name: str = "") -> dict[str, None]:
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
