"""Numbers that are what they are held against, whatever the game is: a promise of these guards
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pnp.check.promises.record_set import RecordSet
from pnp.check.promises.scope import Malformed, Scope
from pnp.sandbox.environment import Record
from pnp.units.decimals import exact, is_number

_OTHERWISE = ((1, 2), (7, 0), (100, 13))
"""By how much more is printed of each component than is, in games that are tried in place of
this one: so much, and more for each.
"""


def refuse_total(scope: Scope, source: Any, key: str, record_sets: Sequence[RecordSet]) -> None:
    """Raise Malformed where an expression is the number of copies of the components that are
    counted, however many these are.
    """
    if "total" not in scope.names_in(source) or not all(
        records.printed and records.id in scope.game.components for records in record_sets
    ):
        return
    totals = scope.shared["total"]
    for more, each in _OTHERWISE:
        grown = {
            records.id: totals[records.id] + more + each * place
            for place, records in enumerate(record_sets)
        }
        made = scope.evaluate(
            source,
            key,
            {
                "total": Record(
                    "total", {**{name: totals[name] for name in totals}, **grown}, many=True
                )
            },
        )
        if not is_number(made) or exact(made) != sum(grown.values()):
            return
    raise Malformed(
        f'"{key}": {source} is what is counted here, so it holds whatever the game is',
        key,
        "write the number",
    )


def refuse_constant(scope: Scope, source: Any, key: str, record_sets: Iterable[RecordSet]) -> None:
    """Raise Malformed where an expression reads no field of the cards that it is worked out for."""
    names = scope.names_in(source)
    if not any(names & records.names for records in record_sets):
        raise Malformed(
            f'"{key}": {source} reads no field, so it is the same for all, whatever they are',
            key,
            "name a field",
        )
