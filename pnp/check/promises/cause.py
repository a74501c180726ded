"""Why a number of cards is wrong: a count that differs from all others, a number that is left out, a combination that is absent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from pnp.check.promises.piles import Entry, Pile
from pnp.diagnostics import Span

MAX_ENTRIES = 5_000
"""Cards among which a cause is looked for."""
MAX_VALUES = 12
"""Different values of a field that combinations are made of."""
Cause = tuple[str, tuple[tuple[str, Span | None], ...]]


def cause(pile: Pile, entries: Sequence[Entry], difference: int) -> Cause:
    """What most likely made `difference` cards too many (or too few, below 0): a sentence and the places, empty where nothing is plain."""
    if len(entries) > MAX_ENTRIES or not difference:
        return "", ()
    for found in (
        _all_counts(entries, difference),
        _odd_count(entries, difference),
        _left_out(pile, entries, difference),
        _absent(pile, entries, difference),
    ):
        if found[0]:
            return found
    return "", ()


def _all_counts(entries: Sequence[Entry], difference: int) -> Cause:
    """Every entry has the same number of copies, and another one would do."""
    copies = {e.card.copies for e in entries}
    wanted = sum(e.card.copies for e in entries) - difference
    if len(copies) > 1 or len(entries) < 2 or wanted <= 0 or wanted % len(entries):
        return "", ()
    notes = (("the first count", entries[0].card.place("count")),)
    return f"each of the {len(entries)} has {copies.pop()}, where {wanted // len(entries)} each would do", notes


def _odd_count(entries: Sequence[Entry], difference: int) -> Cause:
    """The one entry whose copies differ from those of all others by just so many."""
    if len(entries) < 3:
        return "", ()
    (usual, times), *_ = Counter(e.card.copies for e in entries).most_common(1)
    odd = [e for e in entries if e.card.copies - usual == difference]
    if times == len(entries) - 1 and len(odd) == 1:
        card = odd[0].card
        return f'"{card.id}" has {card.copies}, every other {usual}', ((f'the count of "{card.id}"', card.place("count")),)
    return "", ()


def _left_out(pile: Pile, entries: Sequence[Entry], difference: int) -> Cause:
    """The whole numbers that a numbering leaves out, or has twice."""
    usual = Counter(e.card.copies for e in entries).most_common(1)[0][0]
    cards, rest = divmod(abs(difference), usual) if usual else (0, 1)
    for name in pile.fields if not rest else ():
        numbers = [e.values.get(name) for e in entries]
        whole = [n for n in numbers if type(n) is int]
        if len(whole) < len(numbers) or len(whole) < 3:
            continue
        there = Counter(whole)
        twice = [n for n, times in there.items() if times > 1]
        if difference > 0 and len(twice) == cards:
            doubled = [e for e in entries if e.values[name] in twice]
            notes = tuple((f'{name} {e.values[name]} is "{e.card.id}"', e.card.span) for e in doubled[:4])
            return f"twice there: {name} {_few(twice)}", notes
        span = max(whole) - min(whole) + 1
        if difference < 0 and not twice and span - len(whole) == cards:
            return f"left out: {name} {_few([n for n in range(min(whole), max(whole) + 1) if n not in there])}", ()
    return "", ()


def _absent(pile: Pile, entries: Sequence[Entry], difference: int) -> Cause:
    """The combinations of up to three fields that are rarer, or more frequent, than all others."""
    wanted = sum(e.card.copies for e in entries) - difference
    for names in _sets(pile, entries):
        have: Counter[tuple[object, ...]] = Counter()
        for e in entries:
            have[tuple(e.values.get(n) for n in names)] += e.card.copies
        every = list(product(*(dict.fromkeys(e.values.get(n) for e in entries) for n in names)))
        times, rest = divmod(wanted, len(every))
        off = [c for c in every if have[c] != times]
        few = 0 < len(off) <= min(abs(difference), len(every) // 3)
        if rest or not times or not few or sum(have[c] - times for c in off) != difference:
            continue
        told = "; ".join(", ".join(f"{n} {_shown(v)}" for n, v in zip(names, c, strict=True)) for c in off[:3])
        which = [e for e in entries if tuple(e.values.get(n) for n in names) in off][:4] if difference > 0 else []
        return f"{'too rare' if difference < 0 else 'too frequent'}: {told}", tuple((f'one is "{e.card.id}"', e.card.span) for e in which)
    return "", ()


def _sets(pile: Pile, entries: Sequence[Entry]) -> Iterator[tuple[str, ...]]:
    few = [n for n in pile.fields if 2 <= len({e.values.get(n) for e in entries}) <= MAX_VALUES][:8]
    for size in (3, 2, 1):
        yield from combinations(few, size)


def _few(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:5])) + (" …" if len(numbers) > 5 else "")


def _shown(value: object) -> str:
    return " + ".join(map(str, value)) if isinstance(value, tuple) else str(value)
