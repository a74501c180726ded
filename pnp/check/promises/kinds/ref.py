"""ref – what one component names exists on another.

`of` names the component (or a list), `field` or `value` the name that it carries: one, or a list of
them; nothing written is no name. `in` says where it must exist: a component, `BOARD.TRACK`,
`BOARD.areas`, `terms.KIND`, or a list of these; `as: FIELD` compares with that field, else with the
ids. `in_only` leaves only some of the other side. `every: yes`: each entry of the other side is
named at least once; `once: yes`: exactly once, copies counted. `only` limits the promise to cards
for which an expression holds.

Right: `{…, kind: ref, of: cells, field: name, in: board, as: label, in_only: kind == "cell", once:
yes, …}`. Wrong: a field of numbers held against ids: ids are texts (`value: number|string`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from pnp.check.promises.kinds import Kind
from pnp.check.promises.record_set import Entry
from pnp.check.promises.scope import Broken, Scope, Vacuous, card_notes, few, value_text
from pnp.diagnostics import MAX_HINTS, Span, near
from pnp.model.game import Promise

MAX_OTHERS = 3
"""Cards with one and the same wrong name whose places are named beside the first's."""
Place = tuple[str, Span]


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Every name that is not there, and where promised every entry that is not named."""
    known, where = _known(promise, scope)
    once = scope.switch(promise, "once")
    every = once or scope.switch(promise, "every")
    what = str(promise.details.get("field") or promise.details.get("value"))
    named: Counter[Any] = Counter()
    users: dict[Any, list[Entry]] = {}
    number = 0
    for records in scope.targets(promise):
        value = scope.value_of(promise, records)
        entries = scope.selected(promise, records)
        values = [value(entry) for entry in entries]
        absent: dict[Any, list[int]] = {}
        for index, (entry, names) in enumerate(zip(entries, map(_names, values), strict=True)):
            for name in names:
                named[name] += entry.card.copies if once else 1
                users.setdefault(name, []).append(entry)
                if name not in known:
                    absent.setdefault(name, []).append(index)
        used = {str(name) for value in values for name in _names(value)} if absent else set()
        for name, rows in absent.items():
            number += 1
            meant = near(str(name), map(str, known), 1) if number <= MAX_HINTS else []
            hint = f'did you mean "{meant[0]}"?' if meant else ""
            if number <= MAX_HINTS:
                hint = _other_type(name, known, what, isinstance(values[rows[0]], tuple)) or hint
            first, *more = [entries[row] for row in dict.fromkeys(rows)]
            so_do = f"; so do {len(more)} more" if more else ""
            if len(more) == 1:
                so_do = f'; so does "{more[0].card.id}"'
            message = (
                f'{records.one} "{first.card.id}" of "{records.id}" has {what} {value_text(name)},'
                f" which is not on {where}{so_do}"
            )
            around = values[max(0, rows[0] - 1) : rows[0]] + values[rows[0] + 1 : rows[0] + 2]
            notes = (
                (f"the {records.one} is here", first.card.place(what)),
                *((f'so does "{e.card.id}"', e.card.place(what)) for e in more[:MAX_OTHERS]),
                *_nearby(known, {*meant} - used, [v for v in around if v != values[rows[0]]]),
            )
            yield Broken(message, notes, hint)
    if not named:
        raise Vacuous(f"no {what} names anything")
    unnamed = [name for name in known if name not in named] if every else []
    if unnamed:
        message = (
            f"{few(unnamed)} of {where} {'is' if len(unnamed) == 1 else 'are'} named by no {what};"
            " the rules promise that each is named"
        )
        yield Broken(message, tuple(known[name] for name in unnamed[:4]))
    for name, times in named.items() if once else ():
        if name in known and times > 1:
            yield Broken(
                f"{value_text(name)} of {where} is named {times} times; the rules promise once",
                card_notes(users[name], "named by"),
            )


def _names(value: Any) -> list[Any]:
    """The names in a value: one, those of a list, or none."""
    listed = value if isinstance(value, tuple) else (value,)
    return [name for name in listed if name is not None and name != ""]


def _other_type(name: Any, known: Iterable[Any], what: str, many: bool) -> str:
    """What to write where the name is there, but as a text in place of a number, or the other
    way round.
    """
    same = next((other for other in known if str(other) == str(name)), None)
    if same is None:
        return ""
    types = {str: ("text", "string"), int: ("int", "int")}
    kind, filter_ = types.get(type(same), ("number", "float"))
    source = what if what.isidentifier() else f"({what})"
    write = f"map('{filter_}')|list" if many else f"{filter_}, or declare the field as {kind}"
    return f"the one is a number, the other a text: write value: {source}|{write}"


def _nearby(known: Mapping[Any, Place], meant: Set[str], around: Iterable[Any]) -> Iterator[Place]:
    """Where the name that is probably meant stands; else the names that the entries before and
    after have.
    """
    if found := [name for name in known if str(name) in meant]:
        yield from (known[name] for name in found[:2])
        return
    beside = [name for value in around for name in _names(value) if name in known]
    for name in beside[:2]:
        yield f"{value_text(name)}, named beside it, is here", known[name][1]


def _known(promise: Promise, scope: Scope) -> tuple[dict[Any, Place], str]:
    """The names that exist, with their places, and how to speak of where."""
    wanted = "names where it must exist: a component, BOARD.TRACK, BOARD.areas or terms.KIND"
    names = scope.listed(promise, "in", wanted)
    known: dict[Any, Place] = {}
    for name in names:
        records = scope.record_set(name, "in")
        field = scope.field_name(records, promise.details.get("as", "id"), "as")
        for entry in scope.selected(promise, records, "in_only"):
            for one in _names(entry.values.get(field)):
                known[one] = f"{value_text(one)} is here", entry.card.span
    if not known:
        raise Vacuous(f"there is nothing on {few(names)} that could be named")
    return known, " or ".join(f'"{name}"' for name in names)


KIND = Kind(
    check,
    code="P513",
    on_paper=False,
    components=("of", "in"),
    cards=("value", "only"),
    others=("in_only",),
    words=("field", "as", "every", "once"),
)
