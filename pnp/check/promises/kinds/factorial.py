"""factorial – every combination of some fields occurs exactly so many times.

`of` names the deck, `fields` the fields, `times` how often each combination occurs (1 where nothing
is said). The values of a field are all that its type allows (the terms of a meaning, the numbers of
`int: [1, 4]`), else those that occur. `sets` gives others: for a list field a list of terms joined
by +, or for any field by its name, as `sets: {suit: [sun, moon]}` where `only` leaves out the
jokers.

Right: `{…, kind: factorial, of: spells, fields: [school, power], times: 2, …}`.
Wrong: to look for a value that no card has in a field of free text; name it in `sets`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice, product
from operator import contains
from typing import Any

from pnp.check.promises.kinds import Kind
from pnp.check.promises.record_set import Entry, RecordSet, plain
from pnp.check.promises.scope import (
    Broken,
    Malformed,
    Scope,
    card_notes,
    copies_by,
    deck_note,
    value_text,
)
from pnp.diagnostics import did_you_mean
from pnp.load.yaml import Map
from pnp.model.fields import FieldError, FieldType
from pnp.model.game import Promise

MAX_COMBINATIONS = 100_000


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Every combination that is missing or too frequent."""
    deck = scope.target(promise)
    names = promise.details.get("fields")
    if not isinstance(names, list) or not names:
        raise Malformed('"fields" lists the fields that are combined', "fields")
    fields = [scope.field_name(deck, name, "fields") for name in names]
    if len(set(fields)) < len(fields):
        raise Malformed('"fields" names a field twice', "fields")
    times = scope.whole(promise, "times") if "times" in promise.details else 1
    entries = scope.selected(promise, deck)
    have = copies_by(entries, lambda entry: tuple(_key(entry.values[name]) for name in fields))
    sets = _sets(promise, deck, fields)
    domains = [
        _domain(deck, name, sets.get(name), [entry.values[name] for entry in entries])
        for name in fields
    ]
    size = 1
    for domain in domains:
        size *= len(domain)
        if size > MAX_COMBINATIONS:
            raise Malformed(
                f"its fields make more than {MAX_COMBINATIONS:,} combinations, which are not"
                " judged",
                "fields",
            )
    scope.spend(size, "fields")
    missing = [combination for combination in product(*domains) if have[combination] < times]
    known = [set(domain) for domain in domains]
    meant = {found: times if all(map(contains, known, found)) else 0 for found in have}
    over = [found for found, count in have.items() if count > meant[found]]
    yield from _broken(
        deck, fields, times, have, missing, {found: meant[found] for found in over}, entries
    )


def _key(value: Any) -> Any:
    return tuple(sorted(value)) if isinstance(value, tuple) else value


def _sets(promise: Promise, deck: RecordSet, fields: list[str]) -> dict[str, list[Any]]:
    """The values that a promise gives for its fields itself."""
    sets = promise.details.get("sets")
    if sets is None:
        return {}
    if isinstance(sets, list):
        lists = [name for name in fields if name in deck.fields and deck.fields[name].is_list]
        if len(lists) != 1:
            raise Malformed(
                '"sets": a list is for the one list among the fields',
                "sets",
                "write sets: {FIELD: [a, b]}",
            )
        return {lists[0]: sets}
    if not isinstance(sets, Map):
        raise Malformed('"sets": expected a list such as [a, b, a+b]', "sets")
    for name, values in sets.items():
        if name not in fields:
            raise Malformed(
                f'"sets": "{name}" is none of the fields', "sets", did_you_mean(name, fields)
            )
        if not isinstance(values, list) or not values:
            raise Malformed(f'"sets": expected a list of values of "{name}"', "sets")
    return dict(sets)


def _domain(deck: RecordSet, name: str, given: list[Any] | None, seen: list[Any]) -> list[Any]:
    field = deck.fields.get(name)
    if given is not None and field is not None:
        return [_set(field, entry) for entry in given]
    if field is not None and field.domain is not None:
        return list(field.domain)
    return sorted({_key(value) for value in seen}, key=str)


def _set(field: FieldType, entry: Any) -> Any:
    parts = (
        [part.strip() for part in entry.split("+")]
        if isinstance(entry, str) and field.is_list
        else entry
    )
    try:
        return _key(plain(field.convert(parts, None)))
    except FieldError as problem:
        raise Malformed(f'"sets": {problem}', "sets", problem.hint) from None


def _broken(
    deck: RecordSet,
    fields: list[str],
    times: int,
    have: Counter[Any],
    missing: list[Any],
    over: Mapping[Any, int],
    entries: list[Entry],
) -> Iterator[Broken]:
    def describe(combination: tuple[Any, ...]) -> str:
        return ", ".join(
            f"{name} {value_text(value)}" for name, value in zip(fields, combination, strict=True)
        )

    if not (missing or over):
        return
    often = {1: "once", 2: "twice"}.get(times, f"{times} times")
    what = []
    if missing:
        what.append(
            f"{len(missing)} combination{'s are' if len(missing) > 1 else ' is'} missing or too few"
        )
    if over:
        what.append(f"{len(over)} {'are' if len(over) > 1 else 'is'} too many")
    surplus = [e for e in entries if tuple(_key(e.values[name]) for name in fields) in over]
    hints = [f"missing: {describe(c)} ({have[c]} of {times})" for c in missing[:3]]
    hints += [
        f"too many: {describe(c)} ({have[c]} of {wanted})" for c, wanted in islice(over.items(), 3)
    ]
    message = (
        f"{deck.title}: each combination of {' and '.join(fields)} is promised {often}, but"
        f" {' and '.join(what)}"
    )
    yield Broken(
        message, (deck_note(deck), *card_notes(surplus, "one too many may be")), "; ".join(hints)
    )


KIND = Kind(
    check,
    code="P505",
    on_paper=True,
    components=("of",),
    cards=("times", "only"),
    words=("fields", "sets"),
)
