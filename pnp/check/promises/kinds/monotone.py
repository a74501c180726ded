"""monotone – numbers rise: along cards, through a list of expressions, or inside a list field.

Along cards: `of` names a component or a list of them, `field` or `value` what rises; the cards come
in the order in which they are written, or with `along: FIELD` (or an expression) by that. With
`per: FIELD` each group rises by itself. On each card: `values` lists expressions, each more than
the one before, or `within: FIELD` names a list field whose entries rise. Without `of`, `values` are
expressions over facts. `strict: no` lets neighbours be equal, `direction: down` means falling.
`only` limits the promise to some cards.

Right: `{…, kind: monotone, of: cells, values: [rent, 2 * rent, rent * facts.rent_1], …}`,
`{…, of: cells, along: price, field: rent, strict: no, …}`.
Wrong: one value only: nothing can rise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import ge, gt, itemgetter, le, lt
from typing import Any, NamedTuple

from pnp.check.promises.kinds import Kind
from pnp.check.promises.record_set import Entry, RecordSet
from pnp.check.promises.scope import Broken, Malformed, Scope, Vacuous, describe, value_text
from pnp.check.promises.tautology import refuse_constant
from pnp.diagnostics import Span
from pnp.model.game import Promise
from pnp.units.spelling import tidy

Rises = Callable[[Any, Any], bool]
_DIRECTIONS: Mapping[tuple[str, bool], tuple[Rises, str]] = {
    ("up", True): (lt, "rise"),
    ("up", False): (le, "never fall"),
    ("down", True): (gt, "fall"),
    ("down", False): (ge, "never rise"),
}


class Row(NamedTuple):
    """Where an entry stands in the order, and its number."""

    order: Any
    number: Any
    entry: Entry


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Every step that does not rise."""
    details = promise.details
    direction = details.get("direction", "up")
    if direction not in ("up", "down"):
        message = f'"direction": expected up or down, found {describe(direction)}'
        raise Malformed(message, "direction")
    rises, word = _DIRECTIONS[direction, scope.switch(promise, "strict", "yes")]
    ways = [key for key in ("values", "within") if key in details]
    if len(ways) + bool({"field", "value"} & details.keys()) != 1:
        raise Malformed('expected one of "field", "value", "values" and "within"')
    for key in ("along", "per"):
        if ways and key in details:
            raise Malformed(f'"{key}" means nothing with "{ways[0]}"', key, "leave it out")
    if "of" not in details and "only" in details:
        hint = "name the cards that are meant with of:"
        raise Malformed('"only" means nothing without "of"', "only", hint)
    if "of" not in details and "values" not in details:
        raise Malformed('the key "of" is missing: which cards are meant?')
    chosen = scope.targets(promise) if "of" in details else []
    rows = [(records, scope.selected(promise, records)) for records in chosen]
    if "values" in details:
        found = _values(promise, scope, rows, rises)
    else:
        found = (_within if ways else _along)(promise, scope, rows, rises)
    for steps, notes in found:
        yield Broken(f"{steps}; the rules promise that they {word}", notes)


Rows = Sequence[tuple[RecordSet, list[Entry]]]
Found = Iterator[tuple[str, tuple[tuple[str, Span], ...]]]


def _values(promise: Promise, scope: Scope, rows: Rows, rises: Rises) -> Found:
    """What does not rise through a list of expressions, over facts alone or on each card."""
    sources = promise.details["values"]
    if not isinstance(sources, list) or len(sources) < 2:
        raise Malformed('"values" lists two expressions or more', "values")
    if not any(map(scope.names_in, sources)):
        for source in sources:  # one that is no expression is refused as such
            scope.evaluate(source, "values")
        raise Vacuous("it speaks of nothing in the game")
    cards: list[tuple[RecordSet | None, Entry | None]] = [(None, None)]
    if rows:
        cards = [(records, entry) for records, entries in rows for entry in entries]
    for records, entry in cards:
        values = entry.values if entry else None
        numbers = [_number(scope.evaluate(s, "values", values), "values", str(s)) for s in sources]
        for (source, one), (after, other) in pairwise(zip(sources, numbers, strict=True)):
            if not rises(one, other):
                steps = f"{source} = {one} comes before {after} = {other}"
                if entry and records:
                    card = f'{records.one} "{entry.card.id}" of "{records.id}"'
                    yield f"{card}: {steps}", ((f"the {records.one} is here", entry.card.span),)
                else:
                    yield steps, ()
                break


def _within(promise: Promise, scope: Scope, rows: Rows, rises: Rises) -> Found:
    """What does not rise inside a list field."""
    for records, entries in rows:
        name = scope.field_name(records, promise.details["within"], "within")
        steps = 0
        for entry in entries:
            values = entry.values[name]
            if values is None:
                continue
            if not isinstance(values, tuple):
                raise Malformed(f'"{name}" of "{records.id}" is no list', "within")
            numbers = [_number(value, "within", name) for value in values]
            steps += max(0, len(numbers) - 1)
            if not all(rises(a, b) for a, b in pairwise(numbers)):
                card = f'{records.one} "{entry.card.id}" of "{records.id}"'
                here = (f"the {records.one} is here", entry.card.place(name))
                yield f"{card} has {name} {value_text(values)}", (here,)
        if not steps:
            message = f'no {name} of "{records.id}" has two entries; nothing can rise'
            raise Malformed(message, "within")


def _along(promise: Promise, scope: Scope, rows: Rows, rises: Rises) -> Found:
    """What does not rise from card to card, in each group by itself."""
    name = str(promise.details.get("field") or promise.details.get("value"))
    along = promise.details.get("along")
    groups: dict[Any, list[Row]] = {}
    for records, entries in rows:
        value = scope.number_of(promise, records)
        order = _order(promise, scope, records)
        per = promise.details.get("per")
        by = scope.field_name(records, per, "per") if "per" in promise.details else None
        for entry in entries:
            row = Row(order(entry), tidy(value(entry)), entry)
            groups.setdefault(entry.values[by] if by else None, []).append(row)
    if "value" in promise.details:
        refuse_constant(scope, name, "value", [records for records, _ in rows])
    if all(len(group) < 2 for group in groups.values()):
        raise Malformed(f"one {name} only; nothing can rise")
    if along is not None and all(len({r.order for r in group}) < 2 for group in groups.values()):
        message = f"{describe(along)} is the same for all that are compared, so none comes before"
        raise Vacuous(f"{message} another")
    for group in groups.values():
        steps = [(row, row) for row in group] if along is None else _steps(group, rises)
        for (_, one), (other, _) in pairwise(steps):
            if not rises(one.number, other.number):
                first, second = one.entry.card, other.entry.card
                where = f" ({along} {one.order} and {other.order})" if along is not None else ""
                yield (
                    f'{name} is {one.number} on "{first.id}" and then {other.number} on'
                    f' "{second.id}"{where}',
                    tuple((f'"{card.id}" is here', card.place(name)) for card in (first, second)),
                )
                break


def _steps(group: list[Row], rises: Rises) -> list[tuple[Row, Row]]:
    """The entries in order, those at one place as a single step: the one to be passed first, and
    the one to be passed last.
    """
    places: dict[Any, list[Row]] = {}
    for row in sorted(group, key=itemgetter(0)):
        places.setdefault(row.order, []).append(row)
    ends = [
        (min(rows, key=itemgetter(1)), max(rows, key=itemgetter(1))) for rows in places.values()
    ]
    return ends if rises(0, 1) else [(high, low) for low, high in ends]


def _order(promise: Promise, scope: Scope, records: RecordSet) -> Callable[[Entry], Any]:
    along = promise.details.get("along")
    if along is None:
        return lambda _: 0
    if isinstance(along, str) and along in records.names:
        return lambda entry: _number(entry.values[along], "along", along)
    return lambda entry: _number(scope.evaluate(along, "along", entry.values), "along", str(along))


def _number(value: Any, key: str, what: str) -> Any:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Malformed(f'"{key}": {what} is {describe(value)}, not a number', key)
    return tidy(value)


KIND = Kind(
    check,
    code="P510",
    on_paper=False,
    components=("of",),
    cards=("value", "values", "along", "only"),
    words=("field", "within", "per", "strict", "direction"),
)
