"""kind_present – at least one card of a kind that the rules speak of exists.

`of` names the deck, `where_card` the kind: an expression over a card's fields. `at_least` (1) or `is` says how many. With
`for_each: DECK` it must hold for every card of another deck, called `each` in the expression.

Right: `{…, kind: kind_present, of: heroes, for_each: spells, where_card: "each.school in schools", is: 12}`.
Wrong: an expression that compares a meaning with its label ("Lavender") where its id (`lavender`) is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.check.promises.scope import Broken, Entry, Malformed, Scope, deck_note
from pnp.model.game import Promise
from pnp.sandbox import Record

CODE = "P507"
KEYS = ("of", "where_card", "at_least", "is", "for_each", "only")


def judge(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether enough cards of the kind exist, for each card of the other deck if there is one."""
    deck = scope.deck(promise)
    entries = scope.chosen(promise, deck)
    condition = promise.details.get("where_card")
    if condition is None:
        raise Malformed('the key "where_card" is missing: which cards are meant?')
    if "is" in promise.details and "at_least" in promise.details:
        raise Malformed('"is" and "at_least" exclude each other', "at_least", "leave one of them out")
    exact = scope.whole(promise, "is") if "is" in promise.details else None
    least = exact if exact is not None else scope.whole(promise, "at_least") if "at_least" in promise.details else 1
    if exact is None and least < 1:
        raise Malformed(f'"at_least": expected 1 or more, found {least}', "at_least")
    if "for_each" not in promise.details:
        found = _matching(scope, entries, condition, {})
        if _wrong(found, least, exact):
            yield Broken(f'{found} cards of "{deck.id}" have {condition}; the rules promise {_told(least, exact)}', (deck_note(deck),))
        return
    other = scope.deck(promise, "for_each")
    seen: dict[str, int] = {}
    for each in scope.present(other):
        values = {"each": Record(each.card.id, each.values)}
        look = repr(sorted((k, repr(v)) for k, v in each.values.items() if k not in ("id", "count")))
        if look not in seen:
            seen[look] = _matching(scope, entries, condition, values)
        if _wrong(seen[look], least, exact):
            message = f'card "{each.card.id}" of "{other.id}" finds {seen[look]} in "{deck.id}"; the rules promise {_told(least, exact)}'
            yield Broken(message, (("the card is here", each.card.span), deck_note(deck)))


def _matching(scope: Scope, entries: list[Entry], condition: object, values: Mapping[str, object]) -> int:
    return sum(e.card.copies for e in entries if scope.evaluate(condition, "where_card", {**e.values, **values}))


def _wrong(found: int, least: int, exact: int | None) -> bool:
    return found != exact if exact is not None else found < least


def _told(least: int, exact: int | None) -> str:
    return f"{exact}" if exact is not None else f"at least {least}"
