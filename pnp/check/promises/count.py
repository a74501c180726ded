"""count – a deck prints exactly so many cards, or each value of a field so many.

`of` names the deck, `is` the number (an expression over facts). With `per: FIELD` every value of the field occurs `is` times; a value that
the field's type knows and no card has counts as 0. `only` limits the promise to cards for which an expression holds.

Right: `{id: X1, says: 96 heroes, kind: count, of: heroes, is: 96, …}`, `{…, of: spells, per: power, is: 10, …}`.
Wrong: `{…, of: hero, …}` where the deck is called `heroes`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.check.promises.scope import Broken, Scope, card_notes, deck_note, physical, shown
from pnp.model.game import Promise

CODE = "P501"
KEYS = ("of", "is", "per", "only")


def judge(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether the number is right."""
    deck = scope.deck(promise)
    wanted = scope.whole(promise, "is")
    entries = scope.chosen(promise, deck)
    if "per" in promise.details:
        name = scope.field_name(deck, promise.details["per"], "per")
        have = Counter(entry.values[name] for entry in physical(entries))
        field = deck.fields.get(name)
        for value in dict.fromkeys([*((field.domain if field else None) or ()), *have]):
            if have[value] != wanted:
                cards = [e for e in entries if e.values[name] == value]
                message = f'deck "{deck.id}" prints {have[value]} cards with {name} {shown(value)}, the rules promise {wanted}'
                yield Broken(message, (deck_note(deck), *card_notes(cards, "one is")))
        return
    total = sum(entry.card.copies for entry in entries)
    if total != wanted:
        what = f" with {promise.details['only']}" if "only" in promise.details else ""
        message = f'deck "{deck.id}" prints {total} cards{what}, the rules promise {wanted}'
        yield Broken(message, (deck_note(deck),), _likely(total - wanted))


def _likely(difference: int) -> str:
    if difference < 0:
        return f"{-difference} card{'s are' if difference < -1 else ' is'} missing, or a count: is too low"
    return f"{difference} card{'s' if difference > 1 else ''} too many, or a count: is too high"
