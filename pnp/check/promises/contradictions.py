"""Finds promises that cannot both be kept: two numbers for one set, or ranges that do not meet."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import inf

from pnp.check.promises.kinds import KINDS, Claim, speaks_of
from pnp.check.promises.scope import Malformed, Scope, Vacuous
from pnp.diagnostics import Diagnostic, Note, error
from pnp.model.game import Promise


def contradictions(scope: Scope) -> Iterator[Diagnostic]:
    """P581 for each promise that leaves no number that an earlier one allows for the same set."""
    lows: dict[Hashable, tuple[Claim, Promise]] = {}
    highs: dict[Hashable, tuple[Claim, Promise]] = {}
    absent = scope.game.left_out
    for promise in scope.game.promises:
        if speaks_of(promise, absent):
            continue
        try:
            claims = list(_claims(promise, scope))
        except (Malformed, Vacuous):  # said where it is judged
            continue
        for claim in claims:
            low, high = (
                bounds.setdefault(claim.what, (claim, promise)) for bounds in (lows, highs)
            )
            other = low if claim.high < low[0].low else high if claim.low > high[0].high else None
            if other is None:
                lows[claim.what] = (claim, promise) if claim.low > low[0].low else low
                highs[claim.what] = (claim, promise) if claim.high < high[0].high else high
            elif other[1] is not promise:
                yield _both(promise, claim, *other)


def _both(promise: Promise, claim: Claim, before: Claim, other: Promise) -> Diagnostic:
    first, second = f"{promise.id} promises {claim.range}", f"{other.id} promises {before.range}"
    if claim.part or before.part:
        first, second = (
            f"{words} of {'a part' if one.part else 'the whole'}"
            for words, one in ((first, claim), (second, before))
        )
    else:
        second = f"{second} of the same"
    note = Note(f"{other.id}: {other.says}", other.raw.at(before.key))
    hint = "correct one of them, or say which part is meant with only:"
    return error(
        "P581", f"{first}, {second}: both cannot be kept", promise.raw.at(claim.key), hint, [note]
    )


def _claims(promise: Promise, scope: Scope) -> Iterator[Claim]:
    """The numbers that a promise gives; where a part has at least so many, its whole has as
    well.
    """
    kind = KINDS.get(promise.kind)
    for claim in kind.claims(promise, scope) if kind and kind.claims else ():
        yield claim
        match claim.what:
            case ("copies", of, only, per) if claim.high == inf and (only or per):
                yield Claim(("copies", of, "", ""), claim.low, inf, claim.key, part=True)
