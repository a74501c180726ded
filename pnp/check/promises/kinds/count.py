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
from pnp.check.promises.record_set import Entry, RecordSet
from pnp.check.promises.scope import Broken, Scope, card_notes, copies_by, deck_note, value_text
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
    if "per" in promise.details:
        name = scope.field_name(deck, promise.details["per"], "per")
        have = copies_by(entries, lambda entry: entry.values[name])
        field = deck.fields.get(name)
        for value in dict.fromkeys([*((field.domain if field else None) or ()), *have]):
            if have[value] != wanted:
                cards = [e for e in entries if e.values[name] == value]
                message = (
                    f"{deck.title} {verb} {deck.counted(have[value])} with {name}"
                    f" {value_text(value)},"
                    f" the rules promise {wanted}"
                )
                yield Broken(message, (deck_note(deck), *card_notes(cards, "one is")))
        return
    total = sum(entry.card.copies for entry in entries)
    if total != wanted:
        what = f" with {promise.details['only']}" if "only" in promise.details else ""
        message = f"{deck.title} {verb} {deck.counted(total)}{what}, the rules promise {wanted}"
        why = surplus(deck, entries, total - wanted)
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
