"""Promises about components that their `when:` leaves out: nothing is printed that could break them."""

from __future__ import annotations

from pnp.model.game import Promise

_NAMES = ("of", "for_each", "in")


def speaks_of(promise: Promise, names: frozenset[str]) -> bool:
    """Whether a promise names one of some components, or a track or the areas of one."""
    if not names:
        return False
    told = [promise.details.get(key) for key in _NAMES]
    return any(str(name).partition(".")[0] in names for one in told for name in (one if isinstance(one, list) else (one,)))
