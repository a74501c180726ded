"""track – a track of a board runs from one number to another, each number once and in order.

`of` names the board, `track` its track (or write `of: BOARD.TRACK`), `from` and `to` the numbers at
its ends (expressions), `step` how much each space adds (1). `length` promises how many spaces it
has, with or without the ends. `field` names the field that holds the numbers, where that is not the
number of the space.

Right: `{…, kind: track, of: scoreboard, track: points, from: 0, to: 99, …}`, `{…, of:
calendar.days, length: 22, …}`. Wrong: a track that the board does not have; neither ends nor
length.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pnp.check.promises.kinds import Claim, Kind, exactly, text_of
from pnp.check.promises.record_set import RecordSet
from pnp.check.promises.scope import Broken, Malformed, Scope, card_notes, deck_note, describe, few
from pnp.model.game import Promise

MAX_TRACK = 100_000
_WHOLE = re.compile(r"\s*[-−+]?\d{1,18}\s*")


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether its numbers are those promised."""
    records = _track(promise, scope)
    entries = scope.printed(records)
    ends = "from" in promise.details or "to" in promise.details
    if not ends and "length" not in promise.details:
        raise Malformed('expected "from" and "to", or "length"')
    for key in ("step", "field") if not ends else ():
        if key in promise.details:
            hint = "promise the ends as well, or leave it out"
            raise Malformed(f'"{key}" means nothing without "from" and "to"', key, hint)
    if "length" in promise.details and (length := scope.whole(promise, "length")) != len(entries):
        message = f'track "{records.id}" has {len(entries)} spaces, the rules promise {length}'
        yield Broken(message, (deck_note(records),))
    if not ends:
        return
    low, high = scope.whole(promise, "from"), scope.whole(promise, "to")
    step = scope.positive(promise, "step", 1)
    count = abs(high - low) // step + 1
    if count > MAX_TRACK:
        raise Malformed(f"it would have {count:,} spaces; at most {MAX_TRACK:,} are judged", "to")
    if abs(high - low) % step:
        raise Malformed(f"steps of {step} do not lead from {low} to {high}", "step")
    wanted = range(low, high + 1, step) if low <= high else range(low, high - 1, -step)
    yield from _numbers(promise, scope, records, list(wanted))


def _track(promise: Promise, scope: Scope) -> RecordSet:
    name = promise.details.get("track")
    if name is None:
        return scope.target(promise)
    return scope.record_set(f"{scope.board(promise).id}.{describe(name)}", "track")


def _numbers(
    promise: Promise, scope: Scope, records: RecordSet, wanted: list[int]
) -> Iterator[Broken]:
    entries = scope.printed(records)
    name = promise.details.get("field", "number")
    field = scope.field_name(records, name, "field")
    have: list[Any] = []
    for entry in entries:
        value = entry.values.get(field)
        if isinstance(value, str) and _WHOLE.fullmatch(value):
            value = int(value.replace("−", "-"))
        if type(value) is not int:
            message = f'the {field} of "{entry.card.id}" is {describe(value)}, not a whole number'
            raise Malformed(message, "field")
        have.append(value)
    if have == wanted:
        return
    twice = {n for n, times in Counter(have).items() if times > 1}
    there, right = set(have), set(wanted)
    wrong = {
        "missing": [n for n in wanted if n not in there],
        "too many": [n for n in have if n not in right],
        "twice": sorted(twice),
    }
    hint = "; ".join(f"{what}: {few(numbers, 10)}" for what, numbers in wrong.items() if numbers)
    odd = [e for e, n in zip(entries, have, strict=True) if n in twice or n not in right]
    if not hint:
        at = next(i for i, (a, b) in enumerate(zip(have, wanted, strict=False)) if a != b)
        odd, hint = [entries[at]], f"space {at + 1} of the track has {have[at]}, not {wanted[at]}"
        hint += ": they are out of order"
    message = (
        f'track "{records.id}" runs from {have[0]} to {have[-1]} over {len(have)} spaces; the rules'
        f" promise {wanted[0]} to {wanted[-1]}, each once and in order"
    )
    yield Broken(message, (deck_note(records), *card_notes(odd, "see")), hint)


def claims(promise: Promise, scope: Scope) -> Iterator[Claim]:
    """Its ends and its length."""
    name = ".".join(filter(None, (text_of(promise, "of"), text_of(promise, "track"))))
    for key in ("from", "to", "length"):
        if key in promise.details:
            what = ("track", name, key, text_of(promise, "field"))
            yield exactly(what, scope.number(promise, key), key)


KIND = Kind(
    check,
    code="P511",
    on_paper=False,
    components=("of",),
    cards=("from", "to", "step", "length"),
    words=("track", "field"),
    claims=claims,
)
