"""Promises about components that their `when:` leaves out: nothing is printed that could break them."""

from __future__ import annotations

from pnp.load.yaml import Map
from pnp.model.game import Game, Promise

_NAMES = ("of", "for_each", "in")


def left_out(game: Game) -> frozenset[str]:
    """The components that are written and switched off."""
    written = game.raw.get("components")
    return frozenset(written) - game.components.keys() if isinstance(written, Map) else frozenset()


def speaks_of(promise: Promise, names: frozenset[str]) -> bool:
    """Whether a promise names one of some components, or a track or the areas of one."""
    if not names:
        return False
    told = [promise.details.get(key) for key in _NAMES]
    return any(str(name).partition(".")[0] in names for one in told for name in (one if isinstance(one, list) else (one,)))
