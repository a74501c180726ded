"""range – a field stays inside a range, or covers all of it.

`of` names the deck, `field` (or `value`) what is looked at, `from` and `to` the ends (expressions).
With `every: yes` each whole number of the range must occur on some card; then one that is missing
is named.

Right: `{…, kind: range, of: heroes, field: number, from: 1, to: 96, every: yes, …}`, `{…, value:
"schools|length", from: 1, to: 2, …}`. Wrong: `from` above `to`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.check.promises.kinds import Claim, Kind, text_of
from pnp.check.promises.scope import Broken, Malformed, Scope, card_notes, deck_note
from pnp.check.promises.tautology import refuse_constant
from pnp.model.game import Promise
from pnp.units.spelling import exact, number_text

MAX_RANGE = 100_000


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Every card outside, every number missing."""
    deck = scope.target(promise)
    value = scope.number_of(promise, deck)
    name = promise.details.get("field") or promise.details.get("value")
    every = scope.switch(promise, "every")
    ends = scope.whole if every else scope.number
    low, high = ends(promise, "from"), ends(promise, "to")
    if low > high:
        raise Malformed(
            f"its range from {number_text(low)} to {number_text(high)} is empty", "from"
        )
    if every and high - low >= MAX_RANGE:
        raise Malformed(
            f"its range has {high - low + 1:,} numbers; at most {MAX_RANGE:,} are looked for one"
            " by one",
            "to",
        )
    entries = scope.selected(promise, deck)
    scope.spend(int(high - low) // 4 if every else 0, "every")
    numbers = [value(entry) for entry in entries]
    if "value" in promise.details:
        refuse_constant(scope, promise.details["value"], "value", [deck])
    seen = Counter(numbers)
    for entry, found in zip(entries, numbers, strict=True):
        if not exact(low) <= exact(found) <= exact(high):
            promised = f"the rules promise {number_text(low)} to {number_text(high)}"
            message = (
                f'{deck.one} "{entry.card.id}" of "{deck.id}" has {name} {number_text(found)},'
                f" {promised}"
            )
            yield Broken(message, ((f"the {deck.one} is here", entry.card.place(str(name))),))
    if every:
        missing = [n for n in range(int(low), int(high) + 1) if n not in seen]
        if missing:
            named = ", ".join(map(str, missing[:10])) + (" …" if len(missing) > 10 else "")
            message = (
                f'no {deck.one} of "{deck.id}" has {name} {named}; the rules promise every number'
                f" from {low} to {high}"
            )
            doubled = [
                entry for entry, number in zip(entries, numbers, strict=True) if seen[number] > 1
            ]
            yield Broken(
                message,
                (deck_note(deck), *card_notes(doubled, "a number stands twice, on")),
                f"missing: {named}",
            )


def claims(promise: Promise, scope: Scope) -> Iterator[Claim]:
    """Its ends."""
    low, high = scope.number(promise, "from"), scope.number(promise, "to")
    if low <= high:
        of, only = text_of(promise, "of"), text_of(promise, "only")
        what = ("range", of, only, text_of(promise, "field", "value"))
        yield Claim(what, low, high, "from")


KIND = Kind(
    check,
    code="P504",
    on_paper=False,
    components=("of",),
    cards=("value", "from", "to", "only"),
    words=("field", "every"),
    claims=claims,
)
