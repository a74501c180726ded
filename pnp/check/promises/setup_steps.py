"""The setup of a game worked through for every number of players: what each step needs, what is
there, what is left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from math import isfinite
from typing import Any, NamedTuple

from pnp.check.promises.record_set import Entry, RecordSet
from pnp.check.promises.scope import (
    Malformed,
    Scope,
    Vacuous,
    card_notes,
    deck_note,
    describe,
    value_text,
)
from pnp.check.promises.tautology import never
from pnp.diagnostics import Diagnostic, Note, Problems, Span, error
from pnp.model.game import Game
from pnp.model.setup import Step

MAX_ROWS = 20_000
"""Rows that a table may have."""
MAX_CURES, NEW = 100, -1
"""Shortages for which it is worked out how many more would do; the name of what would be added,
which no entry has.
"""
MAX_DRAWS = 8
"""Draws from unlike copies that are held against each other; of more each counts by itself."""


class Row(NamedTuple):
    """A step for one number of players: how many it needs, how many are there, how many it
    leaves; below 0 where they run out.
    """

    step: int
    says: str
    what: str
    players: int
    needed: int
    there: int
    left: int


class _Taken(NamedTuple):
    """What an earlier step took of a component, by blind draw from these entries; below 0 was
    put back, `rest` is all there was.
    """

    copies: dict[int, int]
    number: int
    rest: bool = False


Cures = dict[tuple[int, str], list[int | None]]
"""By step and what it takes: how many more would do, for each number of players for which there
are too few; None where nobody knows.
"""


def setup_table(game: Game, steps: Sequence[Step] | None = None) -> tuple[Row, ...]:
    """The setup, step by step, for every number of players.

    Raises Problems (P571) for a step that cannot be judged.

    Blind draws count at their worst: what earlier steps take from among others may be just what a
    later one needs.
    """
    rows, found = _worked(game, _steps(game, steps), Scope(game), {})
    if found:
        raise Problems(found)
    return rows


def check(
    game: Game, steps: Sequence[Step] | None = None, scope: Scope | None = None
) -> Iterator[Diagnostic]:
    """P570 for every step that runs short for some number of players, P571 for one that cannot be
    judged.

    A `scope` over the game that is there already spares making another.
    """
    listed = _steps(game, steps)
    scope = scope or Scope(game)
    cures: Cures = {}
    rows, found = _worked(game, listed, scope, cures)
    yield from found
    short: dict[tuple[int, str], list[Row]] = {}
    for row in rows:
        if row.left < 0:
            short.setdefault((row.step, row.what), []).append(row)
    for (number, what), bad in short.items():
        step, first = listed[number - 1], bad[0]
        more = f" (and for {len(bad) - 1} more)" if len(bad) > 1 else ""
        message = (
            f"step {number}, {step.says}: {first.players} players need {first.needed} of {what},"
            f" there are {first.there}{more}"
        )
        records = _record_set(step, scope)
        notes = [
            Note(*deck_note(records)),
            *(
                Note(*note)
                for note in card_notes(_entries(step, scope, records), "one is", 3)
                if step.only
            ),
        ]
        notes += _suspected(scope, records, step)
        yield error("P570", message, step.raw.span(), _hint(cures[number, what]), notes)


def _hint(cures: Sequence[int | None]) -> str:
    known = [cure for cure in cures if cure is not None]
    if len(known) == len(cures):
        return f"{max(known)} more would do for every number of players"
    return "print more, or let the steps before it take fewer: they may take what is added as well"


def _where(step: Step, scope: Scope, problem: Malformed | Vacuous) -> list[Note]:
    """What a step that cannot be judged looks at, and which entries are probably at fault where
    it finds none.
    """
    if isinstance(problem, Malformed):
        return [Note(*place) for place in problem.places]
    records = _record_set(step, scope)
    return [Note(*deck_note(records)), *_suspected(scope, records, step)]


def _suspected(scope: Scope, records: RecordSet, step: Step) -> list[Note]:
    from pnp.check.suggest import suspected

    return suspected(scope, records, step.only)[:2]


def _steps(game: Game, steps: Sequence[Step] | None) -> Sequence[Step]:
    return game.setup if steps is None else steps


def _present(steps: Sequence[Step], scope: Scope) -> Iterator[tuple[int, Step]]:
    """The steps with their numbers, without those that take from what its `when:` leaves out."""
    absent = scope.game.left_out
    return (
        (number, step)
        for number, step in enumerate(steps, 1)
        if step.what.partition(".")[0] not in absent
    )


def _worked(
    game: Game, steps: Sequence[Step], scope: Scope, cures: Cures
) -> tuple[tuple[Row, ...], list[Diagnostic]]:
    rows: list[Row] = []
    found: dict[int, Diagnostic] = {}
    low, high = game.players
    for players in range(low, high + 1):
        taken: dict[str, list[_Taken]] = {}
        for number, step in _present(steps, scope):
            try:
                rows += _rows(number, step, scope, players, taken, cures)
                if len(rows) > MAX_ROWS:
                    raise Malformed(f"the setup has more than {MAX_ROWS:,} rows", "what")
            except (Malformed, Vacuous) as problem:
                key, hint = getattr(problem, "key", ""), getattr(problem, "hint", "")
                place: Span = step.raw.at(key) if key else step.raw.span()
                message = f"step {number}, {step.says}: {problem}"
                if number not in found:
                    found[number] = error(
                        "P571", message, place, hint, _where(step, scope, problem)
                    )
                if len(rows) > MAX_ROWS:
                    return (), list(found.values())
    found.update(_idle(steps, scope, rows, found))
    found.update(_misspelt(steps, scope, found))
    return tuple(rows), list(found.values())


def _idle(
    steps: Sequence[Step], scope: Scope, rows: Sequence[Row], found: Collection[int]
) -> Iterator[tuple[int, Diagnostic]]:
    """Steps that never happen, and those that take nothing for any number of players: they would
    guard what they name in vain.
    """
    happen, take = {row.step for row in rows}, {row.step for row in rows if row.needed}
    low, high = scope.game.players
    for number, step in _present(steps, scope):
        # The rest may be nothing at the worst of what blind draws before it took.
        if number in found or number in take or (number in happen and "rest" in _values(step.all)):
            continue
        # What a fact switches off here may be on in another variant of the game.
        asked = (step.when,) if number not in happen else (*_values(step.each), *_values(step.all))
        if any("facts" in scope.names_in(source) for source in asked):
            continue
        if number in happen:
            why = (
                f'no {_record_set(step, scope).one} of "{step.what}" is asked for, whatever the'
                " number of"
                " players"
            )
            hint, key = "correct the number", "all" if step.each is None else "each"
        else:
            never = (
                f"holds for no number of players from {low} to {high}"
                if low < high
                else f"does not hold for players = {low}"
            )
            why, hint, key = f'"when": {describe(step.when)} {never}', "correct it", "when"
        yield (
            number,
            error(
                "P571",
                f"step {number}, {step.says}: {why}",
                step.raw.at(key),
                f"{hint}, or take the step out",
            ),
        )


def _misspelt(
    steps: Sequence[Step], scope: Scope, found: Collection[int]
) -> Iterator[tuple[int, Diagnostic]]:
    """Steps whose `only:` compares a field with what it never is."""
    for number, step in _present(steps, scope):
        if number not in found and step.only is not None:
            for what, hint in islice(never(scope, [_record_set(step, scope)], step.only), 1):
                message = f'step {number}, {step.says}: "only": {what}'
                yield number, error("P571", message, step.raw.at("only"), hint)


def _values(asked: Any) -> tuple[Any, ...]:
    """What a step asks for: of one kind, or of each that it names."""
    return tuple(asked.values()) if isinstance(asked, dict) else (asked,)


def _rows(
    number: int,
    step: Step,
    scope: Scope,
    players: int,
    taken: dict[str, list[_Taken]],
    cures: Cures,
) -> Iterator[Row]:
    count = {"players": players}
    if step.when is not None and not scope.evaluate(step.when, "when", count):
        return
    records = _record_set(step, scope)
    entries = [e for e in _entries(step, scope, records) if e.seat <= players]
    if not entries:
        raise Vacuous(
            f'no {records.one} of "{records.id}" has {describe(step.only)}'
            if step.only
            else f'"{records.id}" prints no {records.one}'
        )
    for what, group, each, once in _groups(step, scope, records, entries, count):
        stock = {id(e): e.card.copies for e in group}
        size, earlier = sum(stock.values()), taken.setdefault(records.id, [])
        there = size - _most_taken(stock, earlier)
        needed = (there if once is None else once) + each * players
        if needed > there:
            room = sum(map(len, cures.values())) < MAX_CURES
            cures.setdefault((number, what), []).append(
                _cure(stock, earlier, needed) if room else None
            )
        earlier.append(_Taken(stock, size if once is None else needed, once is None))
        yield Row(number, step.says, what, players, needed, there, there - needed)


def _cure(stock: dict[int, int], earlier: Sequence[_Taken], needed: int) -> int | None:
    """How many copies more would do, whichever of these are printed more often; None where
    earlier steps would take all that is added.
    """
    if any(other.rest and other.copies.keys() & stock.keys() for other in earlier):
        return None
    low = needed - sum(stock.values()) + _most_taken(stock, earlier)
    high = max(low, needed - sum(stock.values()) + sum(max(0, other.number) for other in earlier))
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _left(stock, earlier, middle) >= needed else (middle + 1, high)
    return low


def _left(stock: dict[int, int], earlier: Sequence[_Taken], more: int) -> int:
    """How many there are at the worst where there were so many more copies, open to every draw
    that may take one of these.
    """
    added = {NEW: more}
    draws = [
        other._replace(copies=other.copies | added) if other.copies.keys() & stock.keys() else other
        for other in earlier
    ]
    return sum(stock.values()) + more - _most_taken(stock | added, draws)


def _most_taken(stock: dict[int, int], earlier: Sequence[_Taken]) -> int:
    """How many of these copies earlier steps have at the very worst."""
    most = _most_drawn(stock, [other for other in earlier if other.number > 0])
    if any(other.number < 0 for other in earlier):
        everything = {
            key: copies for other in earlier for key, copies in other.copies.items()
        } | stock
        most = min(most, _still_out(stock, earlier), _still_out(everything, earlier))
    return most


def _most_drawn(stock: dict[int, int], draws: Sequence[_Taken]) -> int:
    """How many of these copies blind draws take at most, each up to its number and no copy twice.

    Some of the draws take all that they may, all others together all the copies that are open to
    them: the least that this comes to, whichever some are, is the most that they can take (the flow
    is as large as its smallest cut).
    """
    open_to: dict[frozenset[int], int] = {}
    for draw in draws:
        if keys := frozenset(stock.keys() & draw.copies.keys()):
            open_to[keys] = open_to.get(keys, 0) + draw.number
    if len(open_to) > MAX_DRAWS:
        return min(
            sum(stock.values()),
            sum(min(number, sum(stock[key] for key in keys)) for keys, number in open_to.items()),
        )
    alike: dict[int, int] = {}  # copies by the draws that they are open to, a bit for each
    for key, copies in stock.items():
        bits = sum(1 << n for n, keys in enumerate(open_to) if key in keys)
        alike[bits] = alike.get(bits, 0) + copies
    numbers = list(open_to.values())
    return min(
        sum(number for n, number in enumerate(numbers) if full >> n & 1)
        + sum(copies for bits, copies in alike.items() if bits & ~full)
        for full in range(1 << len(numbers))
    )


def _still_out(stock: dict[int, int], earlier: Sequence[_Taken]) -> int:
    """How many of these copies can still be out where some were put back: what was is subtracted
    where it cannot have been others.
    """
    size, out = sum(stock.values()), 0
    drawn: set[int] = set()
    for other in earlier:
        if other.number >= 0:
            drawn |= other.copies.keys()
            out = min(
                size,
                out
                + min(
                    other.number,
                    sum(copies for key, copies in other.copies.items() if key in stock),
                ),
            )
        elif other.copies.keys() & drawn <= stock.keys():
            out = max(0, out + other.number)
    return out


def _record_set(step: Step, scope: Scope) -> RecordSet:
    """What a step takes from."""
    return scope.pieces(scope.record_set(step.what, "what"), {"only": step.only, "per": step.per})


def _entries(step: Step, scope: Scope, records: RecordSet) -> list[Entry]:
    entries = scope.printed(records)
    return (
        entries
        if step.only is None
        else [e for e in entries if scope.evaluate(step.only, "only", e.values)]
    )


def _groups(
    step: Step, scope: Scope, records: RecordSet, entries: list[Entry], count: Mapping[str, Any]
) -> Iterator[tuple[str, list[Entry], int, int | None]]:
    """What is taken from: its name, its entries, how many for each player, how many once (None:
    the rest).
    """
    if step.per is None:
        what = f'"{records.id}"' + (f" with {step.only}" if step.only else "")
        yield what, entries, _number(scope, step.each, "each", count), _once(scope, step.all, count)
        return
    name = scope.field_name(records, step.per, "per")
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(value_text(entry.values[name]), []).append(entry)
    for key in ("each", "all"):
        listed = getattr(step, key)
        for value in listed if isinstance(listed, dict) else ():
            if value not in groups:
                from pnp.check.suggest import missing

                hint = "there are: " + ", ".join(list(groups)[:12])
                near = tuple(
                    (note.message, note.span)
                    for note in missing(entries, name, [_as_number(value)])
                    if note.span
                )
                raise Malformed(
                    f'"{key}": no {records.one} of "{records.id}" has {name} {value}',
                    key,
                    hint,
                    near or (deck_note(records),),
                )
    for value, group in groups.items():
        each = step.each.get(value) if isinstance(step.each, dict) else step.each
        once = step.all.get(value) if isinstance(step.all, dict) else step.all
        yield (
            f'"{records.id}" with {name} {value}',
            group,
            _number(scope, each, "each", count),
            _once(scope, once, count),
        )


def _as_number(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 16 else value


def _once(scope: Scope, source: Any, count: Mapping[str, Any]) -> int | None:
    return None if source == "rest" else _number(scope, source, "all", count)


def _number(scope: Scope, source: Any, key: str, count: Mapping[str, Any]) -> int:
    if source is None:
        return 0
    value = scope.evaluate(source, key, count)
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float))
        or not isfinite(value)
        or value != int(value)
    ):
        raise Malformed(f'"{key}": expected a whole number, found {describe(value)}', key)
    return int(value)
