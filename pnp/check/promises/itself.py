"""Numbers that are what they are held against, whatever the game is: a promise of these guards
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pnp.check.promises.exact import exact, is_number
from pnp.check.promises.piles import Pile
from pnp.check.promises.scope import Malformed, Scope
from pnp.sandbox.environment import Record

_OTHERWISE = ((1, 2), (7, 0), (100, 13))
"""By how much more is printed of each component than is, in games that are tried in place of
this one: so much, and more for each.
"""


def refuse_total(scope: Scope, source: Any, key: str, piles: Sequence[Pile]) -> None:
    """Raise Malformed where an expression is the number of copies of the components that are
    counted, however many these are.
    """
    if "total" not in scope.names_in(source) or not all(
        pile.printed and pile.id in scope.game.components for pile in piles
    ):
        return
    totals = scope.shared["total"]
    for more, each in _OTHERWISE:
        grown = {pile.id: totals[pile.id] + more + each * place for place, pile in enumerate(piles)}
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


def refuse_constant(scope: Scope, source: Any, key: str, piles: Iterable[Pile]) -> None:
    """Raise Malformed where an expression reads no field of the cards that it is worked out for."""
    names = scope.names_in(source)
    if not any(names & pile.names for pile in piles):
        raise Malformed(
            f'"{key}": {source} reads no field, so it is the same for all, whatever they are',
            key,
            "name a field",
        )
