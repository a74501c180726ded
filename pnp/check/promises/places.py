"""Where a broken promise is likely to be mended: facts that it counts on, entries that print nothing, gaps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

from pnp.check.promises.boards import AREAS
from pnp.check.promises.piles import Entry, Pile
from pnp.check.promises.scope import Malformed, Scope, Vacuous
from pnp.diagnostics import Note, Span
from pnp.load.yaml import Map
from pnp.model.game import Promise

MAX_FACTS = 4
MAX_ENTRIES = 2_000
"""Entries among which a gap is looked for."""
MAX_VALUES = 12
_FACT = re.compile(r"\bfacts\.([A-Za-z_]\w*)")
_PLAYERS = re.compile(r"\bplayers\b")
_MEASURES = frozenset({"id", "count", "links", "x", "y", "width", "height"})
_TEXTUAL = frozenset({"phrase"})


def likely(promise: Promise, scope: Scope, sources: Iterable[str] | None = None) -> list[Note]:
    """Places that a finding on a promise may add to its own; `sources` are the expressions that it used, otherwise all of the promise's."""
    said = [value for key, value in promise.details.items() if key not in _TEXTUAL]
    used = list(sources) if sources is not None else [text for value in said for text in _texts(value)]
    return [*facts_of(scope, used, promise.kind), *_entries(promise, scope)]


def facts_of(scope: Scope, sources: Sequence[str], kind: str = "") -> list[Note]:
    """Where the facts and the number of players that some expressions use are said; those that a fact is worked out from as well."""
    raw = scope.game.raw
    facts = raw.get("facts")
    names = [name for source in sources for name in _FACT.findall(source)]
    notes: dict[Span, Note] = {}
    seen: set[str] = set()
    while names and len(notes) < MAX_FACTS:
        name = names.pop(0)
        if name in seen or not isinstance(facts, Map) or name not in facts:
            continue
        seen.add(name)
        value = facts[name]
        if isinstance(value, Map) and isinstance(value.get("expr"), str):
            names += _FACT.findall(value["expr"])
        span = facts.at(name)
        notes[span] = Note(f"facts.{name} is {scope.game.facts.get(name, value)}", span)
    if kind in ("per_player", "supply") or any(_PLAYERS.search(source) for source in sources):
        low, high = scope.game.players
        span = raw.at("players")
        notes[span] = Note(f"{low} to {high} players", span)
    return list(notes.values())


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _entries(promise: Promise, scope: Scope) -> Iterator[Note]:
    for pile, only in _piles(promise, scope):
        for entry in [e for e in pile.entries if not e.card.copies][:2]:
            yield Note(f'"{entry.card.id}" prints none', entry.card.place("count"))
        try:
            counted = scope.chosen(promise, pile, only)
        except (Malformed, Vacuous):
            counted = pile.entries
        yield from gaps(scope, f"{pile.id} {promise.details.get(only)}", pile, counted)


def _piles(promise: Promise, scope: Scope) -> Iterator[tuple[Pile, str]]:
    """The components that a promise names and the key that limits each; the whole board where it has no such track."""
    for key, only in (("of", "only"), ("for_each", "each_only"), ("in", "in_only")):
        written = promise.details.get(key)
        for name in [written] if isinstance(written, str) else written if isinstance(written, list) else ():
            try:
                yield scope.named(name, key), only
            except Malformed:
                board = scope.boards.get(str(name).partition(".")[0])
                if board is not None:
                    areas = str(name).endswith(f".{AREAS}") and AREAS in board.tracks
                    yield (board.tracks[AREAS] if areas else board.spaces), only


def gaps(scope: Scope, name: str, pile: Pile, counted: Sequence[Entry]) -> list[Note]:
    """Beside which entries another one is probably missing: a number left out, a combination that is rarer than all others."""
    found = scope.gaps.get(name)
    if found is None:
        entries = [e for e in counted if e.card.copies]
        found = scope.gaps[name] = [*_numbers(pile, entries), *_absent(pile, entries)][:3] if len(entries) <= MAX_ENTRIES else []
    return found


def _fields(pile: Pile) -> Iterable[str]:
    """The fields that entries are told apart by; of a space all but its measures."""
    return pile.fields if pile.kind != "spaces" else sorted(pile.names - _MEASURES)


def _numbers(pile: Pile, entries: list[Entry]) -> Iterator[Note]:
    for name in _fields(pile):
        numbers = [e.values.get(name) for e in entries]
        whole = {n for n in numbers if type(n) is int}
        if len(whole) < len(numbers) or len(whole) < 3:
            continue
        missing = [n for n in range(min(whole), max(whole) + 1) if n not in whole] if max(whole) - min(whole) <= 2 * len(whole) else []
        for number in missing[:2] if len(missing) <= max(2, len(whole) // 20) else ():
            before = next(e for e in entries if e.values.get(name) == max(n for n in whole if n < number))
            yield Note(f"{name} {number} is left out, the one before is here", before.card.span)


def _absent(pile: Pile, entries: list[Entry]) -> Iterator[Note]:
    few = [n for n in _fields(pile) if 2 <= len({e.values.get(n) for e in entries}) <= MAX_VALUES][:6]
    for size in (3, 2):
        for names in combinations(few, size):
            have: Counter[tuple[object, ...]] = Counter()
            for e in entries:
                have[tuple(e.values.get(n) for n in names)] += e.card.copies
            every = list(product(*(dict.fromkeys(e.values.get(n) for e in entries) for n in names)))
            usual, times = Counter(have[c] for c in every).most_common(1)[0]
            rare = [c for c in every if have[c] < usual]
            if usual and 0 < len(rare) <= max(2, len(every) // 12) and 3 * len(rare) <= times == len(every) - len(rare):
                for combination in rare:
                    nearest = max(entries, key=lambda e: [e.values.get(n) == v for n, v in zip(names, combination, strict=True)])
                    told = ", ".join(f"{n} {v}" for n, v in zip(names, combination, strict=True))
                    yield Note(f"rare: {told}; the nearest is here", nearest.card.span)
                return
