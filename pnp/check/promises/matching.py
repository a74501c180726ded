"""How many cards of one component fit each card of another, without comparing cards that are
alike twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pnp.check.promises.record_set import Entry
from pnp.check.promises.scope import Malformed, Scope
from pnp.sandbox.environment import Record

MAX_PAIRS = 1_000_000
"""Pairs of different cards that one promise may compare."""


def count_matches_of_each(
    scope: Scope, condition: Any, key: str, entries: Sequence[Entry], others: Sequence[Entry]
) -> Iterator[tuple[Entry, int]]:
    """Each of `others` with the number of physical `entries` for which the condition holds; it is
    called `each` there.

    Cards are alike where the fields that the condition reads are. Raises Malformed where too many
    differ.
    """
    own = scope.names_in(condition)
    theirs = scope.attributes_of(condition, "each")
    classes: dict[Any, list[Any]] = {}
    for entry in entries:
        slot = classes.setdefault(_key(entry, own), [entry, 0])
        slot[1] += entry.card.copies
    keys = [_key(other, theirs) if theirs is not None else other.card.id for other in others]
    pairs = len(classes) * len(set(keys))
    if pairs > MAX_PAIRS:
        raise Malformed(
            f'"{key}" compares {pairs:,} pairs of cards; at most {MAX_PAIRS:,} are compared',
            key,
            "choose fewer with only:",
        )
    seen: dict[Any, int] = {}
    for other, same in zip(others, keys, strict=True):
        if same not in seen:
            each = Record(other.card.id, other.values)
            seen[same] = sum(
                n
                for entry, n in classes.values()
                if scope.evaluate(condition, key, {**entry.values, "each": each})
            )
        yield other, seen[same]


def count_matches(scope: Scope, condition: Any, key: str, entries: Sequence[Entry]) -> int:
    """The number of physical cards for which a condition holds."""
    return sum(
        entry.card.copies for entry in entries if scope.evaluate(condition, key, entry.values)
    )


def _key(entry: Entry, names: frozenset[str]) -> tuple[Any, ...]:
    return tuple(
        (name, type(value), value)
        for name in sorted(names)
        if (value := entry.values.get(name, entry)) is not entry
    )
