"""Refuses promises that hold whatever the game is: they would guard nothing.

Of conditions on cards only slips are refused, from a value that there is or to one of another type:
a rule may well say that there is no card of a kind which the game does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.check.promises.kinds import KINDS
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
from pnp.sandbox.environment import Record
from pnp.sandbox.expressions import parts_of_expression
from pnp.units.spelling import exact, is_number

_OTHERWISE = ((1, 2), (7, 0), (100, 13))
"""By how much more is printed of each component than is, in games that are tried in place of
this one: so much, and more for each.
"""
LOOK = 8
"""Steps that a name counts as among which the nearest is looked for."""


def refuse_total(scope: Scope, source: Any, key: str, sets: Sequence[RecordSet]) -> None:
    """Raise Malformed where an expression is the number of copies of the components that are
    counted, however many these are.
    """
    if "total" not in scope.names_in(source) or not all(
        records.printed and records.id in scope.game.components for records in sets
    ):
        return
    totals = scope.shared["total"]
    for more, each in _OTHERWISE:
        grown = {
            records.id: totals[records.id] + more + each * place
            for place, records in enumerate(sets)
        }
        every = Record("total", {**{name: totals[name] for name in totals}, **grown}, many=True)
        found = scope.evaluate(source, key, {"total": every})
        if not is_number(found) or exact(found) != sum(grown.values()):
            return
    message = f'"{key}": {source} is what is counted here, so it holds whatever the game is'
    raise Malformed(message, key, "write the number")


def refuse_constant(scope: Scope, source: Any, key: str, sets: Iterable[RecordSet]) -> None:
    """Raise Malformed where an expression reads no field of the cards that it is worked out for."""
    names = scope.names_in(source)
    if not any(names & records.names for records in sets):
        message = f'"{key}": {source} reads no field, so it is the same for all, whatever they are'
        raise Malformed(message, key, "name a field")


def refuse_never(promise: Promise, scope: Scope) -> None:
    """Raise Malformed where a promise compares a field with what it never is."""
    each = _targets(promise, scope, "for_each")
    for key, owner, source in KINDS[promise.kind].expressions(promise):
        for what, hint in never(scope, _targets(promise, scope, owner), source, each):
            raise Malformed(f'"{key}": {what}', key, hint)


def never(
    scope: Scope, sets: Sequence[RecordSet], source: Any, each: Sequence[RecordSet] = ()
) -> Iterator[tuple[str, str]]:
    """What an expression compares with a value that it never has, with a hint: facts, fields of
    the sets, and those of `each`.
    """
    facts = scope.game.facts
    parts = parts_of_expression(source)
    for _, path, value in dict.fromkeys(comparisons(parts)):
        if path[0] == FACTS and len(path) == 2 and path[1] in facts:
            if why := kind_mismatch(facts[path[1]], value):
                yield f"facts.{path[1]} {why.reason}", why.hint
            continue
        owners, names = (each, path[1:]) if path[0] == "each" else (sets, path)
        found = [_slip(scope, records, names, value) for records in owners if names]
        if found and found[0] and all(found):  # it is one whichever of the sets is meant
            what = ".".join(name for name in path if name != ONE)
            message, hint = found[0]
            yield f"{'one of ' if ONE in path else ''}{what} {message}", hint


def _targets(promise: Promise, scope: Scope, key: str) -> list[RecordSet]:
    """The components under a key, whose cards an expression sees."""
    names = promise.details.get(key)
    if names is None or (key == "for_each" and names == "players"):
        return []
    return [scope.record_set(name, key) for name in (names if isinstance(names, list) else [names])]


def _slip(
    scope: Scope, records: RecordSet, names: tuple[str, ...], value: Any
) -> tuple[str, str] | None:
    can_be = _can_be(scope, records, names)
    why = can_be.mismatch(value) if can_be else None
    if can_be is None or why is None or not scope.affords(LOOK * len(why.known)):
        return None
    hint = f"write {quoted(value)} in {names[0]}" if can_be.kind == "list" else why.nearest(value)
    return (why.reason, hint) if hint.startswith(("did you mean", "write")) else None


def _can_be(scope: Scope, records: RecordSet, names: tuple[str, ...]) -> FieldValues | None:
    """What a field of a records can be; None where nobody knows."""
    # of `board.areas` the board; terms have none
    owner = scope.game.components.get(records.id.partition(".")[0])
    fields = {**owner.fields, **owner.places} if owner and records.kind != "terms" else {}
    if names[0] in fields:
        return values_of_field(fields[names[0]], scope.game.terms, names[1:])
    if len(names) > 1 or (owner and not owner.whole):  # what is switched off may have the value
        return None
    seen = _UNDECLARED.get(names[0])
    if seen is None or (names[0] == "kind" and records.kind != "spaces"):
        return None
    values = dict.fromkeys(map(seen, records.entries))
    if not all(isinstance(value, str) for value in values):
        return None
    return FieldValues(names[0], "", values)


_UNDECLARED: Mapping[str, Callable[[Any], Any]] = {
    "id": lambda entry: entry.values.get("id", entry.card.id),
    "kind": lambda entry: entry.values.get("kind") or "",
}
"""What nobody declares, and each entry says."""
