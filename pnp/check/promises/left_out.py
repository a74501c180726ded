"""Promises and steps about components that their `when:` leaves out: nothing is printed that
could break them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pnp.model.game import Promise

_NAMES = ("of", "for_each", "in", "parts")
_EXPRESSIONS = ("that", "let")
_COMPONENT = re.compile(r"\bcomponents(?:\.(\w+)|\[\s*['\"]([^'\"]+)['\"]\s*\])")


def speaks_of(promise: Promise, names: frozenset[str]) -> bool:
    """Whether a promise names one of some components, or a track or the areas of one, or looks
    at its cards in an expression.
    """
    if not names:
        return False
    told = (name for key in _NAMES for name in _each(promise.details.get(key)))
    if any(is_one_of(name, names) for name in told):
        return True
    sources = (
        source for key in _EXPRESSIONS for source in _each(promise.details.get(key), values=True)
    )
    return any(
        (dotted or quoted) in names
        for source in sources
        for dotted, quoted in _COMPONENT.findall(str(source))
    )


def is_one_of(name: Any, names: frozenset[str]) -> bool:
    """Whether a name is that of a component, or of a track or the areas of one."""
    return str(name).partition(".")[0] in names


def _each(written: Any, values: bool = False) -> Iterator[Any]:
    """What is written as one, as a list, or as a map by its keys (or values)."""
    yield from (
        (written.values() if values and isinstance(written, dict) else written)
        if isinstance(written, (list, dict))
        else (written,)
    )
