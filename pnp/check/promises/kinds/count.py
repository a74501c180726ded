"""count – a deck prints exactly so many cards, or each value of a field so many.

`of` names the deck, `is` the number (an expression over facts). With `per: FIELD` every value of
the field occurs `is` times; a value that the field's type knows and no card has counts as 0. `only`
limits the promise to cards for which an expression holds.

Right: `{id: X1, says: 96 heroes, kind: count, of: heroes, is: 96, …}`, `{…, of: spells, per: power,
is: 10, …}`. Wrong: `{…, of: hero, …}` where the deck is called `heroes`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.promises.kinds import Claim, Kind, exactly, text_of
from pnp.check.promises.record_set import Entry, RecordSet, copies
from pnp.check.promises.scope import Broken, Scope, card_notes, deck_note
from pnp.check.promises.tautology import refuse_total
from pnp.model.game import Promise
from pnp.model.kinds import BOARDS


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether the number is right."""
    deck = scope.target(promise)
    wanted = scope.whole(promise, "is")
    if "per" not in promise.details and "only" not in promise.details:
        refuse_total(scope, promise.details["is"], "is", [deck])
    verb = "prints" if deck.printed else "has"
    entries = scope.selected(promise, deck)
    for what, group in scope.groups(promise, deck, entries).items():
        total = copies(group)
        if total != wanted:
            why = Broken("", card_notes(group, "one is"))
            if "per" not in promise.details:
                what = f" with {promise.details['only']}" if "only" in promise.details else ""
                why = surplus(deck, entries, total - wanted)
            message = f"{deck.title} {verb} {deck.counted(total)}{what}, the rules promise {wanted}"
            yield Broken(message, (deck_note(deck), *why.notes), why.hint)


def surplus(records: RecordSet, entries: list[Entry], difference: int) -> Broken:
    """What is said of so many cards too many (too few, below 0): the likely cause as hint, and
    its places.
    """
    few = difference < 0
    many = records.counted(abs(difference))
    hint = f"{many} {'are' if difference < -1 else 'is'} missing" if few else f"{many} too many"
    if records.printed:
        hint += (
            ": see copies: or per_player:"
            if records.kind in BOARDS
            else f", or a count: is too {'low' if few else 'high'}"
        )
    from pnp.check.suggest import cause

    likely, notes = cause(entries, difference)
    return Broken("", notes, f"{hint}; {likely}" if likely else hint)


def claims(promise: Promise, scope: Scope) -> Iterator[Claim]:
    """The copies of the deck, or of each value of a field."""
    of, only, per = (text_of(promise, key) for key in ("of", "only", "per"))
    yield exactly(("copies", of, only, per), scope.number(promise, "is"), "is")


KIND = Kind(
    check,
    code="P501",
    on_paper=True,
    components=("of",),
    cards=("is", "only"),
    words=("per",),
    claims=claims,
)
