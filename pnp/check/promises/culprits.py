"""Which entries a finding is probably about: one that bears a misspelt name, nearly fits, or
differs from all that are like it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.check.promises.record_set import Entry, RecordSet
from pnp.check.promises.scope import Scope, value_text
from pnp.diagnostics import Note, near
from pnp.load.yaml import Map
from pnp.sandbox.expressions import STEPS, Conjunct

MOST = 3
"""Entries that are named."""
MAX_ENTRIES = 2_000
"""Entries among which one is looked for."""
MAX_VALUES = 12
_BOX = frozenset({"x", "y", "column", "row", "links", "number", "seat"})
"""Values that say where a space lies and whose a piece is: they differ from entry to entry."""
_MEASURES = frozenset({"width", "height"})
Values = Mapping[str, Any]


def culprits(
    scope: Scope,
    records: RecordSet,
    condition: Any,
    fields: Iterable[str] = (),
    values: Values | None = None,
) -> list[Note]:
    """Entries at which a count that a condition makes, or a rule about some fields, may have
    gone wrong; none where nothing is plain.
    """
    if len(records.entries) > MAX_ENTRIES:
        return []
    entries = [entry for entry in records.entries if entry.card.copies]
    parts = scope.expressions.conjuncts(condition) if isinstance(condition, str) else []
    named = [part for part in parts if part.values]
    found = [
        note
        for part in named
        for note in absent(entries, part.name, part.values, scope.quoted_words)
    ]
    if scope.affords(STEPS * len(entries) * len(parts)):
        found += _nearly(entries, parts, values or {})
    for name in dict.fromkeys(
        [*(part.name for part in named if part.name not in ("id", "count")), *fields]
    ):
        key = f"{name} of {records.id}"
        if key not in scope.gaps:
            looked = scope.affords(
                sum(len(entry.values) for entry in entries)
            )  # each field is held against all others
            scope.gaps[key] = (
                (_misnamed(entries, name) or _odd(entries, name) or _island(entries, name))
                if looked
                else []
            )
        found += scope.gaps[key]
    found += _unwritten(entries)
    return list({note.span: note for note in reversed(found)}.values())[::-1][:MOST]


def absent(
    entries: Sequence[Entry], name: str, wanted: Sequence[Any], said: Container[str] = ()
) -> Iterator[Note]:
    """Where a value that nothing has would stand: at the entry that is called so, or has it
    misspelt; beside those listed beside it.

    What is `said` elsewhere is not misspelt.
    """
    having: dict[Any, Entry] = {}
    for entry in entries:
        having.setdefault(_value(entry, name), entry)
    for index, value in enumerate(wanted):
        if value in having:
            continue
        called = [entry for entry in entries if _called(entry, name, value)]
        if 0 < len({entry.card.span for entry in called}) <= 2:
            yield from (
                Note(
                    f'"{e.card.id}" is called so, but has {name} {value_text(_value(e, name))}',
                    _place(e, name),
                )
                for e in called
            )
            continue
        others = {
            str(v): entry
            for v, entry in having.items()
            if isinstance(v, str) and v not in wanted and v not in said
        }
        alike = near(value, others, 1) if isinstance(value, str) and len(others) <= 500 else []
        if alike:
            yield Note(
                f'nothing has {name} "{value}"; the nearest is "{alike[0]}"',
                _place(others[alike[0]], name),
            )
            continue
        beside = [*wanted[max(0, index - 1) : index], *wanted[index + 1 : index + 2]]
        if type(value) in (int, float):
            numbers = sorted(n for n in having if type(n) in (int, float))
            beside = [
                *[n for n in numbers if n < value][-1:],
                *[n for n in numbers if n > value][:1],
            ]
        yield from (
            Note(
                f"{name} {value_text(v)}, beside {value_text(value)}, is here", having[v].card.span
            )
            for v in beside
            if v in having
        )


def _called(entry: Entry, name: str, value: Any) -> bool:
    """Whether an entry goes by a name in some other field."""
    if not isinstance(value, str) or not value:
        return False
    told = value.casefold()
    if name != "id" and told.replace(" ", "-") in _words(entry.card.id):
        return True
    return any(
        isinstance(v, str) and key != name and v.casefold() == told
        for key, v in _told(entry).items()
    )


def _told(entry: Entry) -> dict[str, Any]:
    return {"id": entry.card.id, **entry.values, "count": entry.card.copies}


def _value(entry: Entry, name: str) -> Any:
    """One of what `_told` tells, without telling all."""
    return (
        entry.card.copies
        if name == "count"
        else entry.values.get(name, entry.card.id if name == "id" else None)
    )


def _words(text: str) -> set[str]:
    """Runs of the words that hyphens join: `new-york-token` has `new-york`."""
    parts = text.casefold().split("-")
    return {
        "-".join(parts[a:b])
        for a in range(len(parts))
        for b in range(a + 1, min(len(parts), a + 3) + 1)
    }


def _nearly(entries: Sequence[Entry], parts: Sequence[Conjunct], values: Values) -> Iterator[Note]:
    """The few entries that fit a condition but for one part of it; those whose id is meant
    before others.
    """
    if len(parts) < 2:
        return
    close = []
    for entry in entries:
        wrong = [part for part in parts if not _holds(part, {**_told(entry), **values})]
        if len(wrong) == 1 and wrong[0].name:
            close.append((entry, wrong[0].name))
    meant = [
        entry
        for entry, _ in close
        if any(entry.card.id in part.values for part in parts if part.name == "id")
    ]
    close = [(entry, name) for entry, name in close if entry in meant] or close
    for entry, name in close if len(close) <= MOST else ():
        yield Note(
            f'"{entry.card.id}" would fit, but has {name} {value_text(_value(entry, name))}',
            entry.card.place(name),
        )


def _holds(part: Conjunct, values: Values) -> bool:
    try:
        return bool(part.evaluate(values))
    except Exception:  # whatever it is, the promise itself says so
        return False


def _misnamed(entries: Sequence[Entry], name: str) -> list[Note]:
    """Entries whose id says another value than they have, where the ids of most others say the
    value.
    """
    having = [e for e in entries if isinstance(e.values.get(name), str)]
    known = {str(e.values[name]).casefold() for e in having}
    fitting = sum(str(e.values[name]).casefold() in _words(e.card.id) for e in having)
    if not 2 <= len(known) <= MAX_VALUES or 2 * fitting < len(having):
        return []
    made = {}
    for entry in having:
        said = _words(entry.card.id) & known
        if said and str(entry.values[name]).casefold() not in said:
            made[entry.card.span] = Note(
                f'"{entry.card.id}" has {name} {entry.values[name]}', _place(entry, name)
            )
    return list(made.values()) if len(made) <= 2 else []


def _odd(entries: Sequence[Entry], name: str) -> list[Note]:
    """The one entry that differs in a field from all that share another value with it; or two
    that have exchanged it.
    """
    keys = {"count", *(key for entry in entries for key in entry.values)}
    spared = _BOX | _MEASURES if "size" in keys else _BOX  # a piece's measures come from its size
    for other in sorted(keys - spared - {name, "id"}):
        groups: dict[Any, list[Entry]] = {}
        for entry in entries:
            value = _value(entry, other)
            if isinstance(value, (str, int, float)) and _value(entry, name) is not None:
                groups.setdefault(value, []).append(entry)
        usual = {
            key: Counter(_value(e, name) for e in group).most_common(1)[0]
            for key, group in groups.items()
            if len(group) > 1
        }
        odd = [
            (e, usual[key][0], key)
            for key, group in groups.items()
            if key in usual
            for e in group
            if _value(e, name) != usual[key][0]
        ]
        pure = [key for key, (_, times) in usual.items() if times == len(groups[key])]
        exchanged = len(odd) == 2 and _exchanged(
            *((_value(e, name), value, len(groups[key]) == 2) for e, value, key in odd)
        )
        firm = len(pure) >= 2 or all(len(groups[key]) > 4 for *_, key in odd)
        if (
            not firm
            or len({usual[key][0] for key in usual}) < 2
            or not (len(odd) == 1 or exchanged)
        ):
            continue
        notes = []
        for entry, value, key in odd:
            pair = [e for e in groups[key] if len(groups[key]) == 2]
            rest = f"others with {other} {value_text(key)} have {value_text(value)}"
            notes += [
                Note(
                    f'"{e.card.id}" has {name} {value_text(_value(e, name))}; {rest}',
                    _place(e, name),
                )
                for e in (pair or [entry])[-1:]
            ]
        return notes
    return []


def _island(entries: Sequence[Entry], name: str) -> list[Note]:
    """The one or two entries that stand among others which agree in a field, two before and two
    behind.
    """
    values = [_value(entry, name) for entry in entries]
    alone = []
    for index in range(1, len(values) - 1):
        around = [*values[max(0, index - 2) : index], *values[index + 1 : index + 3]]
        if len(around) > 2 and len(set(around)) == 1 and values[index] != around[0]:
            alone.append(index)
    if not 1 <= len(alone) <= 2:
        return []
    told = ((entries[i], value_text(values[i]), value_text(values[i - 1])) for i in alone)
    return [
        Note(
            f'"{e.card.id}" has {name} {value}, those before and behind have {rest}',
            _place(e, name),
        )
        for e, value, rest in told
    ]


def _unwritten(entries: Sequence[Entry]) -> Iterator[Note]:
    """Beside which spaces of a track one is not written, where nearly all of them are."""
    tracks: dict[str, list[Entry]] = {}
    for entry in entries:
        if isinstance(track := entry.values.get("track"), str):
            tracks.setdefault(track, []).append(entry)
    for track, group in tracks.items():
        made = {
            entry.values["number"]
            for entry in group
            if entry.card.id == f"{track}-{entry.values['number']}"
        }
        if not 0 < len(made) <= 2 or 4 * len(made) > len(group):
            continue
        for entry in group:
            number = entry.values["number"]
            if number not in made and number + 1 in made:
                yield Note(
                    f'"{entry.card.id}" is {number} of track "{track}"; {number + 1} is written'
                    " nowhere",
                    entry.card.span,
                )


def _exchanged(one: tuple[Any, Any, bool], other: tuple[Any, Any, bool]) -> bool:
    """Whether each has what is usual where the other is; of a pair nobody knows which of the two
    is usual.
    """
    if one[2] and other[2]:
        return {*one[:2]} == {*other[:2]}
    return (one[0], one[1]) == (other[1], other[0])


def _place(entry: Entry, name: str) -> Any:
    """Where a field of an entry stands; a space of a track where the track is."""
    raw = getattr(entry.card, "raw", None)
    return entry.card.place(name) if not isinstance(raw, Map) or name in raw else entry.card.span
