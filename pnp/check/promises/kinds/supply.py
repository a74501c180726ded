"""supply – there are enough cards for every number of players.

`of` names the deck, `needs` how many cards are asked of it at the worst moment: an expression in
which `players` is the number of players under test, every one from the game's least to its most.
With `per: FIELD` each value of the field must supply that many by itself. `only` limits the promise
to cards for which an expression holds.

Right: `{…, kind: supply, of: heroes, needs: players * facts.hand_size, …}`. Wrong: `needs:
players.max * 7` (players is a number here); `needs: 0`, which asks for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, inf

from pnp.check.promises.kinds import Claim, Kind, text_of
from pnp.check.promises.record_set import copies
from pnp.check.promises.scope import (
    Broken,
    Malformed,
    Scope,
    Vacuous,
    deck_note,
)
from pnp.model.game import Promise
from pnp.units.spelling import number_text


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Every number of players for which the cards run out; the least of them is named."""
    deck = scope.target(promise)
    entries = scope.selected(promise, deck)
    if "needs" not in promise.details:
        raise Malformed('the key "needs" is missing: how many cards are asked for?')
    needs = needed(promise, scope)
    if all(number <= 0 for number in needs.values()):
        raise Vacuous(
            f'no {deck.one} of "{deck.id}" is asked for, whatever the number of players', deck
        )
    for what, group in scope.groups(promise, deck, entries).items():
        there = copies(group)
        short = [(players, number) for players, number in needs.items() if number > there]
        if short:
            players, number = short[0]
            more = f" (and for {len(short) - 1} more)" if len(short) > 1 else ""
            message = (
                f'"{deck.id}"{what} has {deck.counted(there)}; {players} players need'
                f" {number_text(number)}{more}"
            )
            most = max(number for _, number in short)
            yield Broken(
                message,
                (deck_note(deck),),
                f"{ceil(most - there)} more would do for every number of players",
            )


def needed(promise: Promise, scope: Scope) -> dict[int, float]:
    """How many are asked for, by number of players."""
    low, high = scope.game.players
    return {
        players: scope.number(promise, "needs", {"players": players})
        for players in range(low, high + 1)
    }


def claims(promise: Promise, scope: Scope) -> Iterator[Claim]:
    """At least as many as are needed at the most."""
    of, only, per = (text_of(promise, key) for key in ("of", "only", "per"))
    yield Claim(("copies", of, only, per), max(needed(promise, scope).values()), inf, "needs")


KIND = Kind(
    check,
    code="P508",
    on_paper=True,
    components=("of",),
    cards=("needs", "only"),
    words=("per",),
    claims=claims,
)
