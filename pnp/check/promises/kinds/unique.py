"""unique – a field never repeats inside a deck.

`of` names the deck, or `terms.KIND`, `field` (or `value`, an expression) what must differ. Copies
of one card count as repeats unless `copies: yes`.

Right: `{…, kind: unique, of: heroes, field: number, …}`, `{…, of: terms.colour, field: letter, …}`.
Wrong: a field that the deck does not have.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.promises.kinds import Kind
from pnp.check.promises.record_set import Entry
from pnp.check.promises.scope import Broken, Scope, Vacuous, card_notes, value_text
from pnp.model.game import Promise


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Every value that two cards share."""
    deck = scope.target(promise)
    value = scope.value_of(promise, deck)
    copies = scope.switch(promise, "copies")
    name = promise.details.get("field") or promise.details.get("value")
    having: dict[object, list[Entry]] = {}
    for entry in scope.selected(promise, deck):
        found = value(entry)
        if found is None or found == "":  # nothing is no value that could repeat
            continue
        having.setdefault(found, []).append(entry)
        if entry.card.copies > 1 and not copies:
            message = (
                f'{deck.one} "{entry.card.id}" of "{deck.id}" prints {entry.card.copies} times'
            )
            yield Broken(message, (("it is here", entry.card.span),))
    if not having:
        raise Vacuous(f'no {deck.one} of "{deck.id}" has "{name}"', deck)
    for shared, entries in having.items():
        if len(entries) > 1:
            message = (
                f'{len(entries)} {deck.many} of "{deck.id}" share the {name} {value_text(shared)}'
            )
            yield Broken(
                message, card_notes(entries, "one is"), f"give each {deck.one} its own {name}"
            )


KIND = Kind(
    check,
    code="P503",
    on_paper=True,
    components=("of",),
    cards=("value", "only"),
    words=("field", "copies"),
)
