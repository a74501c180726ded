"""Which components and cards of a game a person means: by id, by kind, or as COMPONENT/ID."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence

from pnp.diagnostics import Diagnostic, Span, did_you_mean, error, refusal
from pnp.model.game import Component, Game
from pnp.model.kinds import CALLED, KINDS

_EXAMPLE = {
    "rulebook": "rulebook: {kind: rulebook, text: rulebook.md, page: a5}",
    "reference": "reference: {kind: reference, text: reference.md, size: poker}",
}


def components(game: Game, only: Sequence[str]) -> list[Component]:
    """The components that `--only` names by id or kind; all where it names none.

    Raises Problems (P601).
    """
    every = game.components.values()
    for name in only:
        if name not in game.components and name not in KINDS:
            hint = did_you_mean(
                name, {**game.components, **dict.fromkeys(component.kind for component in every)}
            )
            raise refusal("P601", f'--only: "{game.id}" has no component "{name}"', None, hint)
        if name not in game.components and all(component.kind != name for component in every):
            hint = f"it has {', '.join(game.components)}"
            raise refusal(
                "P601", f'--only: "{game.id}" has no component of kind {name}', None, hint
            )
    return [
        component for component in every if not only or {component.id, component.kind} & set(only)
    ]


def texts(game: Game, kind: str, only: str, place: Span) -> dict[str, Component]:
    """The components whose faces come from a text, of one kind, or the one that is named.

    Raises Problems (P601, P622).
    """
    known = {
        name: component for name, component in game.components.items() if component.kind == kind
    }
    if not known:
        hint = f"write a Markdown file and add to components: {_EXAMPLE[kind]}"
        raise refusal("P622", f'"{game.id}" has no {CALLED[kind][0]}', place, hint)
    if only and only not in known:
        raise refusal(
            "P601",
            f'--only: "{game.id}" has no {CALLED[kind][0]} "{only}"',
            None,
            did_you_mean(only, known),
        )
    return {only: known[only]} if only else known


def spellings(name: str) -> tuple[str, ...]:
    """A name as files and keyboards write it: accents in their letters, or set apart."""
    return (
        (name,)
        if name.isascii()
        else (name, unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name))
    )


def names_of(component: str, card: str) -> tuple[str, ...]:
    """How `--cards` may name a card."""
    return (*spellings(card), *spellings(f"{component}/{card}"))


def no_card(game: Game, name: str, known: Iterable[str]) -> Diagnostic:
    """P601 for what `--cards` names and no card is called; `known` are the names that would do."""
    if name in game.components:
        hint = f"for the whole component: --only {name}"
    else:
        hint = did_you_mean(name, known)
    return error("P601", f'--cards: "{game.id}" has no card "{name}"', None, hint)


def is_meant(cards: Collection[str], component: str, card: str) -> bool:
    """Whether `--cards` means a card; it means all where it names none."""
    return not cards or any(name in cards for name in names_of(component, card))
