"""Why a number of cards is wrong: a count that differs from all others, a number that is left
out, a combination that is absent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from pnp.check.promises.record_set import Entry, RecordSet
from pnp.check.promises.scope import value_text
from pnp.diagnostics import Span

MAX_ENTRIES = 5_000
"""Cards among which a cause is looked for."""
MAX_VALUES = 12
"""Different values of a field that combinations are made of."""
MAX_GROUPS = 3
"""Entries that a number is made of, for all of them to be named."""
MAX_PEERS = 3
_OWN = frozenset({"id", "count", "x", "y", "links", "label", "number"})
"""What even two of a kind differ in."""
Places = tuple[tuple[str, Span | None], ...]
Cause = tuple[str, Places]


def cause(records: RecordSet, entries: Sequence[Entry], difference: int) -> Cause:
    """What most likely made `difference` cards too many (or too few, below 0): a sentence and
    the places, empty where nothing is plain.
    """
    if not entries or len(entries) > MAX_ENTRIES or not difference:
        return "", ()
    groups = _groups(entries)
    for found in (
        _all_counts(groups, difference),
        _odd_count(groups, difference),
        _left_out(records, entries, difference),
        twins(entries, difference),
        _absent(records, entries, difference),
        _highest(groups, difference),
        _peers(groups, difference),
    ):
        if found[0] or found[1]:
            return found
    return "", ()


class _Group(NamedTuple):
    """An entry, or the spaces that one track makes: its name, how many, where that is said."""

    name: str
    copies: int
    place: Span


def _groups(entries: Sequence[Entry]) -> list[_Group]:
    made: dict[Span, _Group] = {}
    for entry in entries:
        track = entry.values.get("track")
        made_by = (
            isinstance(track, str) and entry.card.id == f"{track}-{entry.values.get('number')}"
        )
        old = made.get(entry.card.span)
        name, place = (
            (f"{track}", entry.card.span) if made_by else (entry.card.id, entry.card.place("count"))
        )
        made[entry.card.span] = _Group(name, entry.card.copies + (old.copies if old else 0), place)
    return list(made.values())


def made_of(entries: Sequence[Entry]) -> Places:
    """What a number of cards is made of, where that is soon told."""
    groups = _groups(entries)
    return (
        tuple((f'"{group.name}" brings {group.copies}', group.place) for group in groups)
        if len(groups) <= MAX_GROUPS
        else ()
    )


def _peers(groups: Sequence[_Group], difference: int) -> Cause:
    """The few entries of which one more would do."""
    peers = [group for group in groups if group.copies == -difference > 1]
    if not 1 <= len(peers) <= MAX_PEERS or len(peers) == len(groups) or len(groups) <= MAX_GROUPS:
        return "", ()
    return "", tuple(
        (f'"{group.name}" brings {group.copies}, as many as are missing', group.place)
        for group in peers
    )


def twins(entries: Sequence[Entry], difference: int) -> Cause:
    """Two entries that are alike in all but their ids, one of which is just so many cards."""
    alike: dict[tuple[object, ...], list[Entry]] = {}
    for entry in entries if difference > 0 else ():
        told = {name: value for name, value in entry.values.items() if name not in _OWN}
        alike.setdefault(
            tuple(sorted((name, repr(value)) for name, value in told.items() if value is not None)),
            [],
        ).append(entry)
    twins = [
        group
        for look, group in alike.items()
        if look and len(group) > 1 and len({e.card.span for e in group}) > 1
    ]
    if (
        len(twins) != 1
        or len(twins[0]) > 3
        or all(entry.card.copies != difference for entry in twins[0])
    ):
        return "", ()
    names = " and ".join(f'"{entry.card.id}"' for entry in twins[0])
    return f"{names} are alike", tuple(
        (f'"{entry.card.id}" is here', entry.card.span) for entry in twins[0]
    )


def _all_counts(groups: Sequence[_Group], difference: int) -> Cause:
    """Every entry has the same number of copies, and another one would do."""
    copies = {group.copies for group in groups}
    wanted = sum(group.copies for group in groups) - difference
    if len(copies) > 1 or len(groups) < 3 or wanted <= 0 or wanted % len(groups):
        return "", ()
    notes = (("the first count", groups[0].place),)
    return (
        (
            f"each of the {len(groups)} has {copies.pop()}, where {wanted // len(groups)} each"
            " would do"
        ),
        notes,
    )


def _odd_count(groups: Sequence[_Group], difference: int) -> Cause:
    """The one entry whose copies differ from those of all others by just so many."""
    if len(groups) < 3:
        return "", ()
    (usual, times), *_ = Counter(group.copies for group in groups).most_common(1)
    odd = [group for group in groups if group.copies - usual == difference]
    if times == len(groups) - 1 and len(odd) == 1:
        return f'"{odd[0].name}" has {odd[0].copies}, every other {usual}', (
            (f'the count of "{odd[0].name}"', odd[0].place),
        )
    return "", ()


def _highest(groups: Sequence[_Group], difference: int) -> Cause:
    """The one entry that has more copies than any other, if it would be usual with so many
    fewer.
    """
    largest = max(groups, key=lambda group: group.copies)
    others = [group.copies for group in groups if group is not largest]
    if (
        difference > 0
        and len(others) > 1
        and largest.copies > max(others)
        and largest.copies - difference in others
    ):
        told = f'the highest count is that of "{largest.name}", {largest.copies}'
        return told, ((f'the count of "{largest.name}"', largest.place),)
    return "", ()


def _left_out(records: RecordSet, entries: Sequence[Entry], difference: int) -> Cause:
    """The whole numbers that a numbering leaves out, or has twice."""
    usual = Counter(e.card.copies for e in entries).most_common(1)[0][0]
    cards, rest = divmod(abs(difference), usual) if usual else (0, 1)
    for name in records.fields if not rest else ():
        numbers = [e.values.get(name) for e in entries]
        whole = [n for n in numbers if type(n) is int]
        if len(whole) < len(numbers) or len(whole) < 3:
            continue
        there = Counter(whole)
        twice = [n for n, times in there.items() if times > 1]
        if difference > 0 and len(twice) == cards == len(whole) - len(there):
            doubled = [e for e in entries if e.values[name] in twice]
            notes = tuple(
                (f'{name} {e.values[name]} is "{e.card.id}"', e.card.span) for e in doubled[:4]
            )
            return f"twice there: {name} {_few(twice)}", notes
        span = max(whole) - min(whole) + 1
        if difference < 0 and not twice and span - len(whole) == cards:
            return (
                (
                    f"left out: {name}"
                    f" {_few([n for n in range(min(whole), max(whole) + 1) if n not in there])}"
                ),
                (),
            )
    return "", ()


def _absent(records: RecordSet, entries: Sequence[Entry], difference: int) -> Cause:
    """The combinations of up to three fields that are rarer, or more frequent, than all others."""
    wanted = sum(e.card.copies for e in entries) - difference
    for names in _sets(records, entries):
        have: Counter[tuple[object, ...]] = Counter()
        for e in entries:
            have[tuple(e.values.get(n) for n in names)] += e.card.copies
        every = list(product(*(dict.fromkeys(e.values.get(n) for e in entries) for n in names)))
        times, rest = divmod(wanted, len(every))
        off = [c for c in every if have[c] != times]
        few = 0 < len(off) <= min(abs(difference), len(every) // 3)
        if rest or not times or not few or sum(have[c] - times for c in off) != difference:
            continue
        told = "; ".join(
            ", ".join(f"{n} {value_text(v)}" for n, v in zip(names, c, strict=True))
            for c in off[:3]
        )
        which = (
            [e for e in entries if tuple(e.values.get(n) for n in names) in off][:4]
            if difference > 0
            else []
        )
        return f"{'too rare' if difference < 0 else 'too frequent'}: {told}", tuple(
            (f'one is "{e.card.id}"', e.card.span) for e in which
        )
    return "", ()


def _sets(records: RecordSet, entries: Sequence[Entry]) -> Iterator[tuple[str, ...]]:
    few = [n for n in records.fields if 2 <= len({e.values.get(n) for e in entries}) <= MAX_VALUES][
        :8
    ]
    for size in (3, 2, 1):
        yield from combinations(few, size)


def _few(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:5])) + (" …" if len(numbers) > 5 else "")
