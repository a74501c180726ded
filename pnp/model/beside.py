"""Where a space or area would stand that is named and not there: beside those with the numbers
next to its own, or named next to it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pnp.diagnostics import Note

MOST = 2
MAX_KNOWN = 500
"""Spaces among which neighbours are looked for."""


def named(place: Any, field: str) -> tuple[Any, ...]:
    """The names in a field of a space or area: one, a list of them, or none."""
    value = place.fields.get(field)
    return value if isinstance(value, tuple) else () if value is None else (value,)


def beside(name: str, known: Mapping[str, Any], owner: str = "", field: str = "") -> list[Note]:
    """Up to two places that say where a missing one was: spaces and areas by their ids; `owner`
    names it in a `field`.
    """
    if len(known) > MAX_KNOWN:
        return []
    order = list(known)
    longer = [
        other
        for other in known
        if other != owner
        and name
        and other.startswith(f"{name}-")
        and not _names(known, name, other)
    ]
    if len(longer) == 1:
        return [Note(f'"{longer[0]}" is here', known[longer[0]].span)]
    for digits in reversed(list(re.finditer(r"\d{1,6}", name))):
        around = [
            f"{name[: digits.start()]}{int(digits[0]) + step}{name[digits.end() :]}"
            for step in (-1, 1)
        ]
        there = [order.index(other) for other in around if other in known]
        if there and there[-1] - there[0] <= 1:
            return [
                Note(f'"{order[index]}", next to it by number, is here', known[order[index]].span)
                for index in there
            ]
    at = order.index(owner) if owner in known else 0
    pairs = [
        (other, one)
        for one in (*order[max(0, at - 1) : at], *order[at + 1 : at + 2])
        for other in named(known[one], field)
    ]
    return [
        Note(f'"{other}", which "{one}" names, is here', known[other].span)
        for other, one in pairs
        if other in known
    ][:MOST]


def _names(known: Mapping[str, Any], name: str, other: str) -> bool:
    """Whether a place has the missing name in one of its fields, and hence its own name from it."""
    return any(name in named(known[other], field) for field in known[other].fields)
