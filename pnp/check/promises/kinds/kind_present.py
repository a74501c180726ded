"""kind_present – at least one card of a kind that the rules speak of exists.

`of` names the component, `where_card` the kind: an expression over a card's fields. `at_least` (1)
or `is` says how many. With `for_each: NAME` it must hold for every card of another component, which
`where_card`, `at_least` and `is` call `each`; `each_only` takes only some of those and sees their
fields by themselves: `level < 3`.

Right: `{…, kind: kind_present, of: heroes, for_each: spells, where_card: "each.school in schools",
at_least: each.level, …}`. Wrong: an expression that compares a meaning with its label ("Lavender")
where its id (`lavender`) is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from pnp.check.promises.kinds import Claim, Kind, exactly, text_of
from pnp.check.promises.record_set import Entry, RecordSet
from pnp.check.promises.scope import (
    Broken,
    Malformed,
    Scope,
    Vacuous,
    count_matches,
    count_matches_of_each,
    deck_note,
)
from pnp.check.promises.tautology import never
from pnp.diagnostics import Span
from pnp.model.game import Promise
from pnp.sandbox.environment import Record


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether enough cards of the kind exist, for each card of the other component if there is
    one.
    """
    records = scope.target(promise)
    entries = scope.selected(promise, records)
    condition = promise.details.get("where_card")
    if condition is None:
        raise Malformed('the key "where_card" is missing: which cards are meant?')
    scope.either(promise, "is", "at_least")
    if "for_each" not in promise.details:
        if "each_only" in promise.details:
            hint = "to limit the cards that are counted write only:"
            raise Malformed('"each_only" means nothing without "for_each"', "each_only", hint)
        least, exact = _wanted(promise, scope, None)
        for what, hint in never(scope, [records], condition) if exact == 0 else ():
            raise Vacuous(f"{what} ({hint})", records)  # misspelt: no card could be of the kind
        found = count_matches(scope, condition, "where_card", entries)
        if found < least or (exact is not None and found != exact):
            message = f'{found} {records.many} of "{records.id}" have {condition}'
            yield Broken(f"{message}; {_promised(least, exact)}", (deck_note(records),))
        return
    other = scope.target(promise, "for_each")
    others = scope.selected(promise, other, "each_only")
    counts = count_matches_of_each(scope, condition, "where_card", entries, others)
    for each, found in counts:
        least, exact = _wanted(promise, scope, {"each": Record(each.card.id, each.values)})
        if found < least or (exact is not None and found != exact):
            message = f'{other.one} "{each.card.id}" of "{other.id}" finds {found}'
            message += f' in "{records.id}"; {_promised(least, exact)}'
            near = _nearest(scope, records, condition, each, entries) if not found else ()
            here = (f"the {other.one} is here", each.card.span)
            yield Broken(message, (here, *near, deck_note(records)))


def _nearest(
    scope: Scope, records: RecordSet, condition: Any, each: Entry, entries: list[Entry]
) -> tuple[tuple[str, Span], ...]:
    """The entries that a card most likely means: the one that shares most values with it, or those
    that the condition nearly fits.
    """
    mine = _marks(each)
    best = max(entries, key=lambda entry: len(mine & _marks(entry)))
    if len(mine & _marks(best)) > 1:
        return ((f'most like it is "{best.card.id}"', best.card.span),)
    from pnp.check.suggest import suspected

    notes = suspected(scope, records, condition, values={"each": Record(each.card.id, each.values)})
    return tuple((note.message, note.span) for note in notes if note.span)


def _marks(entry: Entry) -> set[Any]:
    """Values that tell an entry from others."""
    return {
        value
        for name, value in entry.values.items()
        if name != "count" and isinstance(value, (str, int)) and value not in ("", 0, 1)
    }


def _wanted(
    promise: Promise, scope: Scope, values: Mapping[str, Any] | None
) -> tuple[int, int | None]:
    if "is" in promise.details:
        exact = scope.whole(promise, "is", values)
        return exact, exact
    return scope.positive(promise, "at_least", 1, values), None


def _promised(least: int, exact: int | None) -> str:
    return f"the rules promise {f'at least {least}' if exact is None else exact}"


def claims(promise: Promise, scope: Scope) -> Iterator[Claim]:
    """How many of the kind there are; where `only` limits them further, those of both."""
    if "where_card" not in promise.details or "for_each" in promise.details:
        return
    kind = "\n".join(filter(None, (text_of(promise, "only"), text_of(promise, "where_card"))))
    what = ("copies", text_of(promise, "of"), kind, "")
    if "is" in promise.details:
        yield exactly(what, scope.number(promise, "is"), "is")
    elif "at_least" in promise.details:
        yield Claim(what, scope.number(promise, "at_least"), inf, "at_least")
    else:
        yield Claim(what, 1, inf, "where_card")


KIND = Kind(
    check,
    code="P507",
    on_paper=True,
    components=("of", "for_each"),
    cards=("where_card", "at_least", "is", "only"),
    each=("each_only",),
    claims=claims,
)
