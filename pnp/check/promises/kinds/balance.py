"""balance – groups of a deck have equal counts, or equal sums.

`of` names the deck, `by` the field that makes the groups. Without more their physical cards are
counted; with `field` or `value` that is summed. `is` (an expression) says what each group must come
to; without it all must merely be equal.

Right: `{…, kind: balance, of: heroes, by: school, is: 24, …}`, `{…, by: school, field: number, …}`.
Wrong: a single group.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.check.promises.kinds import Claim, Kind, exactly, text_of
from pnp.check.promises.scope import Broken, Malformed, Scope, deck_note, value_text
from pnp.model.game import Promise
from pnp.units.spelling import exact, number_text


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether the groups weigh the same."""
    deck = scope.target(promise)
    by = scope.field_name(deck, promise.details.get("by"), "by")
    entries = scope.selected(promise, deck)
    weigh = (
        scope.number_of(promise, deck)
        if "field" in promise.details or "value" in promise.details
        else None
    )
    groups: dict[Any, Any] = {
        value: sum((exact(weigh(e)) if weigh else 1) * e.card.copies for e in group)
        for value, group in deck.grouped(by, entries).items()
    }
    if len(groups) < 2:
        raise Malformed(f"{by} makes one group only; there is nothing to balance", "by")
    sums = set(groups.values())
    promised = "all equal"
    if "is" in promise.details:
        expected = exact(scope.number(promise, "is")) if weigh else scope.whole(promise, "is")
        sums.add(expected)
        promised = f"{number_text(expected)} each"
    if len(sums) > 1:
        told = ", ".join(f"{value_text(key)} {number_text(value)}" for key, value in groups.items())
        name = promise.details.get("field") or promise.details.get("value")
        what = f"the sums of {name}" if weigh else f"the {deck.many}"
        message = f'{what} of "{deck.id}" by {by} are {told}; the rules promise {promised}'
        yield Broken(message, (deck_note(deck),))


def claims(promise: Promise, scope: Scope) -> Iterator[Claim]:
    """The copies of each group."""
    if "is" in promise.details and not {"field", "value"} & promise.details.keys():
        of, only, by = (text_of(promise, key) for key in ("of", "only", "by"))
        yield exactly(("copies", of, only, by), scope.number(promise, "is"), "is")


KIND = Kind(
    check,
    code="P506",
    on_paper=True,
    components=("of",),
    cards=("value", "is", "only"),
    words=("by", "field"),
    claims=claims,
)
