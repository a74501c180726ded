"""What a game must keep before it is printed: one rule a module, each with its manual page as docstring, listed here by hand."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.check import backs, blank_face, color_vision, contrast, double_ids, promises, prose, resolution, safe_area, text_size
from pnp.check.sides import Sides
from pnp.diagnostics import Diagnostic
from pnp.model.game import Game

GAME_RULES = (double_ids, color_vision, promises, prose)
FACE_RULES = (blank_face, text_size, safe_area, contrast, backs, resolution)


def check_game(game: Game) -> list[Diagnostic]:
    """What is wrong with the data of a game."""
    return [diagnostic for rule in GAME_RULES for diagnostic in rule.check(game)]


def check_faces(sides: Iterable[Sides]) -> list[Diagnostic]:
    """What is wrong with the faces of a game, deck by deck."""
    return [diagnostic for deck in sides for rule in FACE_RULES for diagnostic in rule.check(deck)]
