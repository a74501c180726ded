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

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from pnp.check.promises.kinds import Kind
from pnp.check.promises.record_set import Entry, RecordSet
from pnp.check.promises.scope import Broken, Malformed, Scope, Vacuous, describe, value_text
from pnp.check.promises.tautology import refuse_constant
from pnp.model.game import Promise
from pnp.units.spelling import tidy

Row = tuple[Any, Any, Entry, RecordSet]
"""Where an entry stands in the order, its number, itself."""


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Every step that does not rise."""
    rises, word = _direction(promise, scope)
    if (
        sum(key in promise.details for key in ("values", "within"))
        + ("field" in promise.details or "value" in promise.details)
        != 1
    ):
        raise Malformed('expected one of "field", "value", "values" and "within"')
    _unread(promise)
    if "of" not in promise.details:
        if "values" not in promise.details:
            raise Malformed('the key "of" is missing: which cards are meant?')
        yield from _listed(promise, scope, None, rises, word)
        return
    record_sets = scope.targets(promise)
    rows = [(records, scope.selected(promise, records)) for records in record_sets]
    if "values" in promise.details:
        for records, entries in rows:
            for entry in entries:
                yield from _listed(promise, scope, (records, entry), rises, word)
    elif "within" in promise.details:
        for records, entries in rows:
            yield from _within(promise, scope, records, entries, rises, word)
    else:
        yield from _along(promise, scope, rows, rises, word)


def _unread(promise: Promise) -> None:
    """Raise Malformed for a key that is not read beside another."""
    for way in ("values", "within"):
        for key in ("along", "per"):
            if way in promise.details and key in promise.details:
                raise Malformed(f'"{key}" means nothing with "{way}"', key, "leave it out")
    if "of" not in promise.details and "only" in promise.details:
        raise Malformed(
            '"only" means nothing without "of"', "only", "name the cards that are meant with of:"
        )


def _direction(promise: Promise, scope: Scope) -> tuple[Callable[[Any, Any], bool], str]:
    strict = scope.switch(promise, "strict", "yes")
    match promise.details.get("direction", "up"):
        case "up":
            return (
                ((lambda a, b: a < b), "rise") if strict else ((lambda a, b: a <= b), "never fall")
            )
        case "down":
            return (
                ((lambda a, b: a > b), "fall") if strict else ((lambda a, b: a >= b), "never rise")
            )
    raise Malformed(
        f'"direction": expected up or down, found {describe(promise.details["direction"])}',
        "direction",
    )


def _listed(
    promise: Promise,
    scope: Scope,
    on: tuple[RecordSet, Entry] | None,
    rises: Callable[[Any, Any], bool],
    word: str,
) -> Iterator[Broken]:
    sources = promise.details["values"]
    if not isinstance(sources, list) or len(sources) < 2:
        raise Malformed('"values" lists two expressions or more', "values")
    if not any(map(scope.names_in, sources)):
        _ = [
            scope.evaluate(source, "values") for source in sources
        ]  # what is no expression is told of as that
        raise Vacuous("it speaks of nothing in the game")
    made = [
        _number(
            scope.evaluate(source, "values", on[1].values if on else None), "values", str(source)
        )
        for source in sources
    ]
    bad = [(i, a, b) for i, (a, b) in enumerate(pairwise(made)) if not rises(a, b)]
    if bad:
        index, a, b = bad[0]
        steps = f"{sources[index]} = {a} comes before {sources[index + 1]} = {b}"
        if on is None:
            yield Broken(f"{steps}; the rules promise that they {word}")
        else:
            records, entry = on
            message = (
                f'{records.one} "{entry.card.id}" of "{records.id}": {steps}; the rules promise'
                " that they"
                f" {word}"
            )
            yield Broken(message, ((f"the {records.one} is here", entry.card.span),))


def _within(
    promise: Promise,
    scope: Scope,
    records: RecordSet,
    entries: Sequence[Entry],
    rises: Callable[[Any, Any], bool],
    word: str,
) -> Iterator[Broken]:
    name = scope.field_name(records, promise.details["within"], "within")
    steps = 0
    for entry in entries:
        values = entry.values[name]
        if values is None:
            continue
        if not isinstance(values, tuple):
            raise Malformed(f'"{name}" of "{records.id}" is no list', "within")
        made = [_number(value, "within", name) for value in values]
        steps += max(0, len(made) - 1)
        if not all(rises(a, b) for a, b in pairwise(made)):
            message = (
                f'{records.one} "{entry.card.id}" of "{records.id}" has {name}'
                f" {value_text(values)}; the rules"
                f" promise that they {word}"
            )
            yield Broken(message, ((f"the {records.one} is here", entry.card.place(name)),))
    if not steps:
        raise Malformed(f'no {name} of "{records.id}" has two entries; nothing can rise', "within")


def _along(
    promise: Promise,
    scope: Scope,
    rows: Sequence[tuple[RecordSet, list[Entry]]],
    rises: Callable[[Any, Any], bool],
    word: str,
) -> Iterator[Broken]:
    name = promise.details.get("field") or promise.details.get("value")
    groups: dict[Any, list[Row]] = {}
    for records, entries in rows:
        value = scope.number_of(promise, records)
        order = _order(promise, scope, records)
        by = (
            scope.field_name(records, promise.details["per"], "per")
            if "per" in promise.details
            else None
        )
        for entry in entries:
            groups.setdefault(entry.values[by] if by else None, []).append(
                (order(entry), tidy(value(entry)), entry, records)
            )
    if "value" in promise.details:
        refuse_constant(scope, name, "value", [records for records, _ in rows])
    if all(len(group) < 2 for group in groups.values()):
        raise Malformed(f"one {name} only; nothing can rise")
    along = promise.details.get("along")
    if along is not None and all(len({row[0] for row in group}) < 2 for group in groups.values()):
        raise Vacuous(
            f"{describe(along)} is the same for all that are compared, so none comes before another"
        )
    for group in groups.values():
        for before, after in pairwise(
            _stairs(group, rises) if along is not None else ((row, row) for row in group)
        ):
            if not rises(before[1][1], after[0][1]):
                (far, low, first, _), (near, high, second, _) = before[1], after[0]
                where = f" ({along} {far} and {near})" if along is not None else ""
                steps = (
                    f'{name} is {low} on "{first.card.id}" and then {high} on'
                    f' "{second.card.id}"{where}'
                )
                places = tuple(
                    (f'"{entry.card.id}" is here', entry.card.place(str(name)))
                    for entry in (first, second)
                )
                yield Broken(f"{steps}; the rules promise that they {word}", places)
                break


def _stairs(group: list[Row], rises: Callable[[Any, Any], bool]) -> list[tuple[Row, Row]]:
    """The entries in order, those at one place as a single step: the one to be passed first, and
    the one to be passed last.
    """
    steps: dict[Any, list[Row]] = {}
    for row in sorted(group, key=lambda row: row[0]):
        steps.setdefault(row[0], []).append(row)
    made = []
    for step in steps.values():
        low, high = min(step, key=lambda row: row[1]), max(step, key=lambda row: row[1])
        made.append((low, high) if rises(0, 1) else (high, low))
    return made


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
