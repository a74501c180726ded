"""The rules that a game and its faces are held against, listed by hand, and how they are run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pnp.check import (
    blank_face,
    color_vision,
    contrast,
    covered,
    deck_boxes,
    overlaps,
    printed_fields,
    promises,
    resolution,
    safe_area,
    text_size,
)
from pnp.check import deck_backs as backs
from pnp.check import typed_numbers as prose
from pnp.check.component_faces import ComponentFaces
from pnp.compose.element_trees import Findings
from pnp.diagnostics import Diagnostic
from pnp.model.game import Game

GAME_RULES = (deck_boxes, color_vision, promises, prose)
DISTINCT_FACE_RULES = (blank_face, text_size, safe_area, contrast, covered, overlaps, resolution)
FACE_RULES = (*DISTINCT_FACE_RULES, backs)


def check_game(game: Game) -> list[Diagnostic]:
    """What is wrong with the data of a game."""
    return [diagnostic for rule in GAME_RULES for diagnostic in rule.check(game)]


def check_distinct_faces(sides: ComponentFaces) -> list[Findings]:
    """What is wrong with each face by itself, a rule each: so the faces of a component can be
    judged in parts.
    """
    return [rule.check(sides) for rule in DISTINCT_FACE_RULES]


def check_faces(
    sides: Iterable[ComponentFaces], judged: Mapping[str, Sequence[Findings]]
) -> list[Diagnostic]:
    """What is wrong with the faces of a game, component by component; `judged` is what
    `check_distinct_faces` found where that is known.
    """
    found: list[Diagnostic] = []
    for deck in sides:
        for findings in judged.get(deck.component.id) or check_distinct_faces(deck):
            found += findings.list()
        found += backs.check(deck)
        found += printed_fields.alike(deck.component, deck.laid)
    return found
