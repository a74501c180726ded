"""Conditions over cards that compare a field with what it never is:

`suit != "rde"` holds for all cards, and would guard none.

Only fields that declare what they can be, ids, and the kinds of spaces are judged; of these only
slips from a value that there is, and values of another type: a rule may well say that there is no
card of a kind which the game does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pnp.check.promises.record_set import RecordSet
from pnp.check.promises.scope import Malformed, Scope
from pnp.model.comparisons import (
    FACTS,
    ONE,
    FieldValues,
    comparisons,
    kind_mismatch,
    quoted,
    values_of_field,
)
from pnp.model.game import Promise
from pnp.sandbox.expressions import parts_of_expression

_OVER: Mapping[str, str] = {"each_only": "for_each", "in_only": "in"}
"""Over which component a condition is, by its key; `of` where it is not named here."""
KEYS = (
    "only", "where_card", "match", "value", "values", "along", "among", "steps", "from", "to", "without", "in_only", "each_only", "that",
    "let", "is", "at_least", "at_most", "exactly", "draw", "needs",
)  # fmt: skip
"""The keys whose expressions may see the fields of cards."""
LOOK = 8
"""Steps that a name counts as among which the nearest is looked for."""


class Slip(NamedTuple):
    """What is compared with a value that it never has, and what to write in its place."""

    said: str
    hint: str


def slips(
    scope: Scope, record_sets: Sequence[RecordSet], source: Any, others: Sequence[RecordSet] = ()
) -> Iterator[Slip]:
    """The values in an expression that facts and the fields of the record sets never have, or those of
    the `others`, which it calls `each`.
    """
    parts = parts_of_expression(source) if isinstance(source, str) else []
    for _, path, value in dict.fromkeys(comparisons(parts)):
        if path[0] == FACTS and len(path) == 2 and path[1] in scope.game.facts:
            if why := kind_mismatch(scope.game.facts[path[1]], value):
                yield Slip(f"facts.{path[1]} {why.reason}", why.hint)
            continue
        owners, names = (others, path[1:]) if path[0] == "each" else (record_sets, path)
        if names and (found := _slip(scope, owners, names, value)):
            yield Slip(
                f"{'one of ' if ONE in path else ''}{'.'.join(name for name in path if name != ONE)}"
                f" {found.said}",
                found.hint,
            )


def refuse(promise: Promise, scope: Scope) -> None:
    """Raise Malformed where a promise compares a field with what it never is."""
    named = partial(_record_sets, scope, promise.details)
    for key in KEYS:
        if key in promise.details:
            for source in _sources(promise.details[key]):
                for slip in slips(scope, named(_OVER.get(key, "of")), source, named("for_each")):
                    raise Malformed(f'"{key}": {slip.said}', key, slip.hint)


def _sources(written: Any) -> Sequence[Any]:
    return (
        written
        if isinstance(written, list)
        else [*written.values()]
        if isinstance(written, dict)
        else [written]
    )


def _record_sets(scope: Scope, details: Mapping[str, Any], key: str) -> list[RecordSet]:
    names = details.get(key)
    if key == "for_each" and names == "players":
        return []
    return [
        scope.record_set(name, key)
        for name in (names if isinstance(names, list) else [names] if names is not None else ())
    ]


def _slip(
    scope: Scope, record_sets: Sequence[RecordSet], names: tuple[str, ...], value: Any
) -> Slip | None:
    """The first slip, where the value is one whichever of the record sets is meant."""
    found = [_never(scope, records, names, value) for records in record_sets]
    return found[0] if found and all(found) else None


def _never(scope: Scope, records: RecordSet, names: tuple[str, ...], value: Any) -> Slip | None:
    can_be = _can_be(scope, records, names)
    why = can_be.mismatch(value) if can_be else None
    if can_be is None or why is None or not scope.affords(LOOK * len(why.known)):
        return None
    hint = f"write {quoted(value)} in {names[0]}" if can_be.kind == "list" else why.nearest(value)
    return Slip(why.reason, hint) if hint.startswith(("did you mean", "write")) else None


def _can_be(scope: Scope, records: RecordSet, names: tuple[str, ...]) -> FieldValues | None:
    """What a field of a record set can be; None where nobody knows."""
    owner = scope.game.components.get(
        records.id.partition(".")[0]
    )  # of `board.areas` the board; terms have none
    fields = {**owner.fields, **owner.places} if owner and records.kind != "terms" else {}
    if names[0] in fields:
        return values_of_field(fields[names[0]], scope.game.terms, names[1:])
    if len(names) > 1 or (owner and not owner.whole):  # what is switched off may have the value
        return None
    seen = _SEEN.get(names[0])
    if seen is None or (names[0] == "kind" and records.kind != "spaces"):
        return None
    values = [*dict.fromkeys(map(seen, records.entries))]
    return (
        FieldValues(names[0], "", values, frozenset(values))
        if all(isinstance(value, str) for value in values)
        else None
    )


_SEEN: Mapping[str, Callable[[Any], Any]] = {
    "id": lambda entry: entry.values.get("id", entry.card.id),
    "kind": lambda entry: entry.values.get("kind") or "",
}
"""What nobody declares, and each entry says."""
