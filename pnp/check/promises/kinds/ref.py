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
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pnp.check.promises.kinds import Kind
from pnp.check.promises.record_set import Entry
from pnp.check.promises.scope import Broken, Malformed, Scope, Vacuous, card_notes, few, value_text
from pnp.diagnostics import MAX_HINTS, Span, near
from pnp.model.game import Promise

MAX_OTHERS = 3
"""Cards with one and the same wrong name whose places are told beside the first's."""
Places = tuple[tuple[str, Span | None], ...]


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Every name that is not there, and where promised every entry that is not named."""
    known, where = _known(promise, scope)
    once = scope.switch(promise, "once")
    every = once or scope.switch(promise, "every")
    what = promise.details.get("field") or promise.details.get("value")
    named: Counter[Any] = Counter()
    users: dict[Any, list[Entry]] = {}
    told = 0
    for records in scope.targets(promise):
        value = scope.value_of(promise, records)
        entries = scope.selected(promise, records)
        values = [value(entry) for entry in entries]
        absent: dict[Any, list[int]] = {}
        for index, (entry, found) in enumerate(zip(entries, values, strict=True)):
            for name in found if isinstance(found, tuple) else (found,):
                if name is None or name == "":
                    continue
                named[name] += entry.card.copies if once else 1
                users.setdefault(name, []).append(entry)
                if name not in known:
                    absent.setdefault(name, []).append(index)
        everywhere = _flat(values) if absent else set()
        for name, rows in absent.items():
            told += 1
            close = near(str(name), map(str, known))[:1] if told <= MAX_HINTS else []
            first = rows[0]
            more = [entries[row] for row in dict.fromkeys(rows) if row != first]
            who = f'{records.one} "{entries[first].card.id}" of "{records.id}"'
            message = f"{who} has {what} {value_text(name)}, which is not on {where}{_so_do(more)}"
            other = _as_other(name, known, str(what), values[first]) if told <= MAX_HINTS else ""
            hint = other or (f'did you mean "{close[0]}"?' if close else "")
            beside = [
                v
                for v in (*values[max(0, first - 1) : first], *values[first + 1 : first + 2])
                if v != values[first]
            ]
            here = (f"the {records.one} is here", entries[first].card.place(str(what)))
            others = tuple(
                (f'so does "{entry.card.id}"', entry.card.place(str(what)))
                for entry in more[:MAX_OTHERS]
            )
            yield Broken(
                message, (here, *others, *_beside(known, beside, set(close) - everywhere)), hint
            )
    if not named:
        raise Vacuous(f"no {what} names anything")
    lacking = [name for name in known if name not in named] if every else []
    if lacking:
        verb = "is" if len(lacking) == 1 else "are"
        message = (
            f"{few(lacking)} of {where} {verb} named by no {what}; the rules promise that each is"
            " named"
        )
        yield Broken(message, tuple(note for name in lacking[:4] for note in known[name]))
    for name, times in named.items() if once else ():
        if name in known and times > 1:
            yield Broken(
                f"{value_text(name)} of {where} is named {times} times; the rules promise once",
                card_notes(users[name], "named by"),
            )


def _as_other(name: Any, known: Iterable[Any], what: str, found: Any) -> str:
    """What to write where the name is there, but as a text in place of a number, or the other
    way round.
    """
    same = next((other for other in known if str(other) == str(name)), None)
    if same is None:
        return ""
    kind, filter_ = (
        ("text", "string")
        if isinstance(same, str)
        else ("int", "int")
        if isinstance(same, int)
        else ("number", "float")
    )
    if isinstance(found, tuple):
        return (
            "the one is a number, the other a text: write value:"
            f" {_in_brackets(what)}|map('{filter_}')|list"
        )
    return (
        f"the one is a number, the other a text: write value: {_in_brackets(what)}|{filter_}, or"
        f" declare the field as {kind}"
    )


def _in_brackets(what: str) -> str:
    return what if what.isidentifier() else f"({what})"


def _so_do(more: list[Entry]) -> str:
    return (
        f"; so do {len(more)} more"
        if len(more) > 1
        else f'; so does "{more[0].card.id}"'
        if more
        else ""
    )


def _flat(values: Iterable[Any]) -> set[str]:
    """All names in use."""
    return {
        str(name) for value in values for name in (value if isinstance(value, tuple) else (value,))
    }


def _beside(known: Mapping[Any, Places], values: Iterable[Any], close: Iterable[str]) -> Places:
    """Where the name that is probably meant stands; else the names that the entries before and
    after have.
    """
    meant = [name for name in known if str(name) in close]
    names = meant or [
        name
        for value in values
        for name in (value if isinstance(value, tuple) else (value,))
        if name in known
    ]
    told = "is here" if meant else "named beside it, is here"
    return tuple(
        (f"{value_text(name)}{'' if meant else ','} {told}", span)
        for name in names[:2]
        for _, span in known[name]
    )


def _known(promise: Promise, scope: Scope) -> tuple[dict[Any, Places], str]:
    """The names that exist, with their places, and how to speak of where."""
    written = promise.details.get("in")
    names = [written] if isinstance(written, str) else written
    if not isinstance(names, list) or not names:
        key = "in" if written is not None else ""
        raise Malformed(
            '"in" names where it must exist: a component, BOARD.TRACK, BOARD.areas or terms.KIND',
            key,
        )
    known: dict[Any, Places] = {}
    for name in names:
        records = scope.record_set(name, "in")
        field = (
            scope.field_name(records, promise.details["as"], "as")
            if "as" in promise.details
            else "id"
        )
        for entry in scope.selected(promise, records, "in_only"):
            value = entry.values.get(field)
            for one in value if isinstance(value, tuple) else (value,):
                if one is not None and one != "":
                    known[one] = ((f"{value_text(one)} is here", entry.card.span),)
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
