"""Where a broken promise is likely to be mended: facts that it counts on, entries that print
nothing, gaps.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import Any

from pnp.check.promises.boards import AREAS
from pnp.check.promises.cause import made_of
from pnp.check.promises.culprits import culprits
from pnp.check.promises.record_set import Entry, RecordSet
from pnp.check.promises.scope import Malformed, Scope, Vacuous, value_text
from pnp.diagnostics import Note
from pnp.model.game import Promise
from pnp.model.suggestions import where_facts_are_used

MAX_BLAMED = 3
"""Entries that are named before the facts."""
MAX_ENTRIES = 2_000
"""Entries among which a gap is looked for."""
MAX_VALUES = 12
_DIGITS = re.compile(r"\d{1,6}")
_MEASURES = frozenset({"id", "count", "links", "x", "y", "width", "height"})
_COUNTED = frozenset({"count", "sum", "per_player", "supply"})
_TEXTUAL = frozenset({"phrase"})


def likely(
    promise: Promise, scope: Scope, sources: Iterable[str] | None = None, *, alone: bool = False
) -> list[Note]:
    """Places that a finding on a promise may add to its own; `sources` are the expressions that it
    used, otherwise all of the promise's.

    Where the finding stands `alone`, with no place but its component's, what a number is made of
    counts as one, if that is soon told.
    """
    values = [value for key, value in promise.details.items() if key not in _TEXTUAL]
    used = (
        list(sources)
        if sources is not None
        else [text for value in values for text in _texts(value)]
    )
    first, last = _blamed(promise, scope)[:MAX_BLAMED], list(_entries(promise, scope))
    made = _made_of(promise, scope) if alone and not (first or last) else []
    return [*first, *made, *facts_of(scope, used, promise.kind), *last]


def _made_of(promise: Promise, scope: Scope) -> list[Note]:
    if (
        promise.kind not in _COUNTED
        or not isinstance(promise.details.get("of"), str)
        or promise.details.keys() & {"per", "field", "value"}
    ):
        return []
    try:
        records = _counted(promise, scope, scope.target(promise))
        return [Note(message, span) for message, span in made_of(scope.selected(promise, records))]
    except (Malformed, Vacuous):
        return []


def _blamed(promise: Promise, scope: Scope) -> list[Note]:
    """Entries that differ from what the promise asks of them, or between which one is missing."""
    written = [promise.details.get(key) for key in ("fields", "per", "by", "field", "as")]
    fields = [
        name
        for value in written
        for name in (value if isinstance(value, list) else [value])
        if isinstance(name, str)
    ]
    found: list[Note] = []
    for records, only in _record_sets(promise, scope):
        condition = promise.details.get(only)
        known = [name for name in fields if name in records.names]
        found += culprits(scope, records, condition, known)
        if only == "only" and "where_card" in promise.details and "for_each" not in promise.details:
            found += culprits(scope, records, promise.details["where_card"], known)
        if not found and condition is not None:
            found += _between(promise, scope, records)
    return found


def _between(promise: Promise, scope: Scope, records: RecordSet) -> list[Note]:
    """The two neighbours between which what a promise asks for would stand, if entries come in
    the order of their promises.
    """
    if not _empty(promise, scope, records):
        return []
    order = [other for other in scope.game.promises if _sibling(other, promise)]
    at = next(index for index, other in enumerate(order) if other is promise)
    if not 0 < at < len(order) - 1:
        return []
    before, after = order[at - 1], order[at + 1]
    try:
        first, second = scope.selected(before, records)[-1], scope.selected(after, records)[0]
    except (Malformed, Vacuous):
        return []
    printed = scope.printed(records)
    if printed.index(second) - printed.index(first) != 1:
        return []
    told = ((before, first), (after, second))
    return [
        Note(
            f'"{entry.card.id}" of {other.id}, the promise beside this one, is here',
            entry.card.span,
        )
        for other, entry in told
    ]


def _empty(promise: Promise, scope: Scope, records: RecordSet) -> bool:
    try:
        scope.selected(promise, records)
    except Vacuous:
        return True
    except Malformed:
        pass
    return False


def _sibling(one: Promise, other: Promise) -> bool:
    return (
        one.kind == other.kind
        and one.details.keys() == other.details.keys()
        and one.details.get("of") == other.details.get("of")
    )


def facts_of(scope: Scope, sources: Sequence[str], kind: str = "") -> list[Note]:
    """Where the facts and the number of players that some expressions use are said; those that a
    fact is worked out from as well.
    """
    return where_facts_are_used(
        scope.game.raw, scope.game.facts, sources, players=kind in ("per_player", "supply")
    )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _entries(promise: Promise, scope: Scope) -> Iterator[Note]:
    for records, only in _record_sets(promise, scope):
        for entry in [e for e in records.entries if not e.card.copies][:2]:
            yield Note(f'"{entry.card.id}" prints none', entry.card.place("count"))
        try:
            counted = scope.selected(promise, records, only)
        except (Malformed, Vacuous):
            counted = records.entries
        yield from gaps(scope, f"{records.id} {promise.details.get(only)}", records, counted)


def _record_sets(promise: Promise, scope: Scope) -> Iterator[tuple[RecordSet, str]]:
    """The components that a promise names and the key that limits each; the whole board where it
    has no such track.
    """
    for key, only in (("of", "only"), ("for_each", "each_only"), ("in", "in_only")):
        written = promise.details.get(key)
        for name in (
            [written] if isinstance(written, str) else written if isinstance(written, list) else ()
        ):
            try:
                yield _counted(promise, scope, scope.record_set(name, key)), only
            except Malformed:
                board = scope.boards.get(str(name).partition(".")[0])
                if board is not None:
                    areas = str(name).endswith(f".{AREAS}") and AREAS in board.tracks
                    yield (board.tracks[AREAS] if areas else board.spaces), only


def _counted(promise: Promise, scope: Scope, records: RecordSet) -> RecordSet:
    return scope.pieces(records, promise.details) if promise.kind == "per_player" else records


def gaps(scope: Scope, name: str, records: RecordSet, counted: Sequence[Entry]) -> list[Note]:
    """Beside which entries another one is probably missing: a number left out, a combination
    that is rarer than all others.
    """
    found = scope.gaps.get(name)
    if found is None:
        entries = [e for e in counted if e.card.copies]
        likely = (
            [*_numbers(records, entries), *_ids(records, entries), *_absent(records, entries)]
            if len(entries) <= MAX_ENTRIES
            else []
        )
        first = {note.span: note for note in reversed(likely)}
        found = scope.gaps[name] = [note for note in likely if first[note.span] is note][:3]
    return found


def _fields(records: RecordSet) -> Iterable[str]:
    """The fields that entries are told apart by; of a space all but its measures."""
    return records.fields if records.kind != "spaces" else sorted(records.names - _MEASURES)


def _numbers(records: RecordSet, entries: list[Entry]) -> Iterator[Note]:
    for name in _fields(records):
        numbers: list[Any] = [e.values.get(name) for e in entries]
        whole = {n for n in numbers if type(n) is int}
        if len(whole) < len(numbers) or len(whole) < 3 or not _counted_up(numbers, min(whole)):
            continue
        missing = (
            [n for n in range(min(whole), max(whole) + 1) if n not in whole]
            if max(whole) - min(whole) <= 2 * len(whole)
            else []
        )
        for number in missing[:2] if len(missing) <= max(2, len(whole) // 20) else ():
            others = [e for e in records.entries if e.values.get(name) == number]
            before = next(
                e for e in entries if e.values.get(name) == max(n for n in whole if n < number)
            )
            yield _left_out(f"{name} {number}", others, before, "the one before")


def _counted_up(numbers: Sequence[int], least: int) -> bool:
    """Whether numbers stand as people count, each at or after the one before, and again from the
    least: not prices, as they come.
    """
    return all(number >= before or number == least for before, number in pairwise(numbers))


def _left_out(what: str, others: Sequence[Entry], before: Entry, it: str) -> Note:
    """Where something is missing; at the entry that has it and does not count, if there is one."""
    if len(others) == 1:
        other = others[0].card
        told = what if it != "the one before" else f'"{other.id}" has {what} and'
        return Note(f"{told} is not among them", other.span)
    return Note(f"{what} is left out, {it} is here", before.card.span)


def _ids(records: RecordSet, entries: list[Entry]) -> Iterator[Note]:
    """The one number that ids which differ in nothing but a number leave out: `2N` `4N`."""
    rows: dict[tuple[str, str], dict[int, Entry]] = {}
    written: dict[str, str] = {}
    for entry in entries:
        if digits := _DIGITS.search(entry.card.id):
            before, after = entry.card.id[: digits.start()], entry.card.id[digits.end() :]
            rows.setdefault((before, after), {})[int(digits[0])] = entry
            written[entry.card.id] = digits[0]
    for (before, after), row in rows.items():
        missing = (
            [n for n in range(min(row), max(row)) if n not in row]
            if max(row) - min(row) == len(row) > 2
            else []
        )
        for number in missing:
            beside = row[max(n for n in row if n < number)]
            name = f"{before}{str(number).zfill(len(written[beside.card.id]))}{after}"
            yield _left_out(
                f'"{name}"',
                [e for e in records.entries if e.card.id == name],
                beside,
                f'"{beside.card.id}"',
            )


def _absent(records: RecordSet, entries: list[Entry]) -> Iterator[Note]:
    few = [
        n for n in _fields(records) if 2 <= len({e.values.get(n) for e in entries}) <= MAX_VALUES
    ][:6]
    for size in (3, 2):
        for names in combinations(few, size):
            have: Counter[tuple[object, ...]] = Counter()
            for e in entries:
                have[tuple(e.values.get(n) for n in names)] += e.card.copies
            every = list(product(*(dict.fromkeys(e.values.get(n) for e in entries) for n in names)))
            usual, times = Counter(have[c] for c in every).most_common(1)[0]
            rare = [c for c in every if have[c] < usual]
            if (
                usual
                and 0 < len(rare) <= max(2, len(every) // 12)
                and 3 * len(rare) <= times == len(every) - len(rare)
            ):
                for combination in rare:
                    nearest = max(
                        entries,
                        key=lambda e: [
                            e.values.get(n) == v for n, v in zip(names, combination, strict=True)
                        ],
                    )
                    told = ", ".join(
                        f"{n} {value_text(v)}" for n, v in zip(names, combination, strict=True)
                    )
                    yield Note(
                        f'rare: {told}; the nearest is "{nearest.card.id}"', nearest.card.span
                    )
                return
