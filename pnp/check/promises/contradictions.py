"""Promises that cannot both be kept: two numbers for one set, or ranges of numbers that do not
meet.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import inf
from typing import Any, NamedTuple

from pnp.check.promises.left_out import speaks_of
from pnp.check.promises.scope import Malformed, Scope, Vacuous
from pnp.diagnostics import Diagnostic, Note, error
from pnp.model.game import Promise
from pnp.units.decimals import number_text
from pnp.units.spelling import tidy


class Claim(NamedTuple):
    """A set, the least and the most that its number may be, and the key of the promise that says
    so.
    """

    what: Hashable
    low: float
    high: float
    key: str
    part: bool = False
    """Whether it is said of a part of the set, which can only be smaller."""

    @property
    def told(self) -> str:
        """Its numbers for people."""
        if self.low == self.high:
            return number_text(self.low)
        return (
            f"at least {number_text(self.low)}"
            if self.high == inf
            else f"{number_text(self.low)} to {number_text(self.high)}"
        )


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
    first, second = f"{promise.id} promises {claim.told}", f"{other.id} promises {before.told}"
    if claim.part or before.part:
        first, second = (
            f"{said} of {'a part' if one.part else 'the whole'}"
            for said, one in ((first, claim), (second, before))
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
    for claim in _own(promise, scope):
        yield claim
        match claim.what:
            case ("copies", (of,), only, per) if claim.high == inf and (only or per):
                yield Claim(("copies", (of,), "", ""), claim.low, inf, claim.key, part=True)


def _own(promise: Promise, scope: Scope) -> Iterator[Claim]:
    said = promise.details
    only = _text(said.get("only"))
    of = said.get("of")
    match promise.kind:
        case "count" if isinstance(of, str):
            yield _exactly(
                ("copies", (of,), only, _text(said.get("per"))), scope.number(promise, "is"), "is"
            )
        case "sum" if isinstance(of, (str, list)):
            names = (of,) if isinstance(of, str) else tuple(sorted(map(str, of)))
            what = _text(said.get("field") or said.get("value"))
            yield _exactly(
                ("sum" if what else "copies", names, only, what), scope.number(promise, "is"), "is"
            )
            for name, part in said["parts"].items() if isinstance(said.get("parts"), dict) else ():
                number = scope.evaluate(part, "parts")
                if isinstance(number, (int, float)):
                    yield _exactly(
                        ("sum" if what else "copies", (name,), only, what), number, "parts"
                    )
        case "per_player" if isinstance(of, str):
            yield from _for_each(promise, scope, of, only)
        case "balance" if (
            isinstance(of, str) and "is" in said and not {"field", "value"} & said.keys()
        ):
            yield _exactly(
                ("copies", (of,), only, _text(said.get("by"))), scope.number(promise, "is"), "is"
            )
        case "kind_present" if (
            isinstance(of, str) and "where_card" in said and "for_each" not in said
        ):
            yield from _present(promise, scope, of, only)
        case "supply" if isinstance(of, str):
            from pnp.check.promises.supply import needed

            most = max(needed(promise, scope).values())
            yield Claim(("copies", (of,), only, _text(said.get("per"))), most, inf, "needs")
        case "range" if isinstance(of, str):
            low, high = scope.number(promise, "from"), scope.number(promise, "to")
            if low <= high:
                yield Claim(
                    ("range", of, only, _text(said.get("field") or said.get("value"))),
                    tidy(low),
                    tidy(high),
                    "from",
                )
        case "track" if isinstance(of, str):
            name = f"{of}.{said['track']}" if "track" in said else of
            for key in ("from", "to", "length"):
                if key in said:
                    yield _exactly(
                        ("track", name, key, _text(said.get("field"))),
                        scope.number(promise, key),
                        key,
                    )


def _for_each(promise: Promise, scope: Scope, of: str, only: str) -> Iterator[Claim]:
    """As many as all players have; of pieces in player colours as many as all colours, of which
    there may be more than players.
    """
    each, per = scope.whole(promise, "each"), _text(promise.details.get("per"))
    players = set(range(1, scope.game.players[1] + 1))
    records = scope.record_set(of)
    dealt = scope.pieces(records, promise.details)
    seats = {entry.seat for entry in scope.selected(promise, dealt)}
    if per and not seats <= players | {0}:
        return  # each value is counted by itself, and may be there in some of the colours only
    what = "copies" if dealt is records else "boards"
    yield _exactly(
        (what, (of,), only, per), each * len(players if 0 in seats else players | seats), "each"
    )


def _present(promise: Promise, scope: Scope, of: str, only: str) -> Iterator[Claim]:
    """How many of a kind there are; where `only` limits them further, those of both."""
    kind = "\n".join(part for part in (only, _text(promise.details["where_card"])) if part)
    if "is" in promise.details:
        yield _exactly(("copies", (of,), kind, ""), scope.number(promise, "is"), "is")
    else:
        given = "at_least" in promise.details
        least = scope.number(promise, "at_least") if given else 1
        yield Claim(("copies", (of,), kind, ""), least, inf, "at_least" if given else "where_card")


def _exactly(what: Hashable, number: float, key: str) -> Claim:
    return Claim(what, tidy(number), tidy(number), key)


def _text(value: Any) -> str:
    return " ".join(str(value).split()) if value is not None else ""
