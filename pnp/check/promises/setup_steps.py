"""The setup of a game worked through for every number of players: what each step needs, what is
there, what is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
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
from pnp.model.read import Step
from pnp.model.scenes import MAX_ITEMS, Scene
from pnp.units.spelling import is_number

MAX_ROWS = 20_000
"""Rows that a table may have."""
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
    put back.
    """

    copies: dict[int, int]
    number: int


def setup_table(game: Game) -> tuple[Row, ...]:
    """The setup, step by step, for every number of players.

    Raises Problems (P571) for a step that cannot be judged.

    Blind draws count at their worst: what earlier steps take from among others may be just what a
    later one needs.
    """
    rows, found = _work_through(Scope(game))
    if found:
        raise Problems(found)
    return rows


def check(game: Game, scope: Scope | None = None) -> Iterator[Diagnostic]:
    """P570 for every step that runs short for some number of players, P571 for one that cannot be
    judged.

    A `scope` over the game that is there already spares making another.
    """
    scope = scope or Scope(game)
    rows, found = _work_through(scope)
    yield from found
    short: dict[tuple[int, str], list[Row]] = {}
    for row in rows:
        if row.left < 0:
            short.setdefault((row.step, row.what), []).append(row)
    for (number, what), bad in short.items():
        step, first = game.setup[number - 1], bad[0]
        more = f" (and for {len(bad) - 1} more)" if len(bad) > 1 else ""
        message = f"{first.players} players need {first.needed} of {what}, there are {first.there}"
        hint = f"{-min(row.left for row in bad)} more would do for every number of players"
        if any(before.what == step.what for before in game.setup[: number - 1]):
            hint = "print more, or let the steps before it take fewer"
        records = _record_set(step, scope)
        chosen = card_notes(_entries(step, scope, records), "one is", 3) if step.only else ()
        notes = [Note(*note) for note in (deck_note(records), *chosen)]
        notes += _suspected(scope, records, step)
        yield _finding(number, step, message + more, "", hint, notes, "P570")


class _Pool(NamedTuple):
    """Pieces that some steps share, as figures name them, with their copies; what each step takes
    for every player and once (None: the rest); the steps.
    """

    copies: dict[str, int]
    takes: list[tuple[int, int | None]]
    steps: list[Note]


def check_scenes(game: Game, scenes: Iterable[Scene]) -> Iterator[Diagnostic]:
    """P572 for every figure of the setup that shows other numbers than the steps deal.

    What a step deals is not shown, shown as one player has it, or in full; a pile shows no more
    than the players leave.
    """
    scope, (low, high) = Scope(game), game.players
    for scene in scenes:
        players = scene.setup or 0
        if not low <= players <= high:
            message = f'"{scene.name}" is for {players} players, the game for {low} to {high}'
            yield error("P572", message, scene.span, "correct setup:")
            continue
        with suppress(Malformed, Vacuous):  # the steps have findings of their own
            for pool in _pools(scope, players):
                yield from _miscounted(scene, players, pool)


def _pools(scope: Scope, players: int) -> list[_Pool]:
    """What the steps take for so many players."""
    pools: list[_Pool] = []
    count = {"players": players}
    for number, step in _steps(scope.game):
        if step.when is not None and not scope.evaluate(step.when, "when", count):
            continue
        records = _record_set(step, scope)
        note = Note(f"step {number}, {step.says}", step.raw.span())
        entries = _entries(step, scope, records)
        for _, group, each, once in _groups(step, scope, records, entries, count):
            copies = {f"{records.id}/{e.card.id}": e.card.copies for e in group}
            takes, notes = [(each, once)], [note]
            for old in [old for old in pools if old.copies.keys() & copies.keys()]:
                if once is None and not each:  # each pool has a rest of its own
                    old.takes.append((0, None))
                    old.steps.append(note)
                    copies = {name: copies[name] for name in copies.keys() - old.copies.keys()}
                else:
                    pools.remove(old)
                    copies, takes, notes = old.copies | copies, old.takes + takes, old.steps + notes
            pools.append(_Pool(copies, takes, notes))
    return pools


def _miscounted(scene: Scene, players: int, pool: _Pool) -> Iterator[Diagnostic]:
    """What is wrong with the pieces of a pool that a figure shows."""
    left = sum(pool.copies.values()) - sum(each * players for each, _ in pool.takes)
    rest = left - sum(once or 0 for _, once in pool.takes)
    dealt = {0}
    for each, once in pool.takes:
        for some in ([0, each, each * players], [0, rest if once is None else once]):
            dealt = {a + b for a in dealt for b in some if 0 <= a + b <= MAX_ITEMS}
    shown: dict[bool, list[Span]] = {False: [], True: []}
    for item in scene.items:
        if item.face.partition(":")[2].removesuffix("/back") in pool.copies:
            shown[item.pile].append(item.span)
    for pile, spans in shown.items():
        if spans and len(spans) not in (range(left + 1) if pile else dealt):
            numbers = f"up to {left}" if pile else " or ".join(map(str, sorted(dealt - {0}) or [0]))
            message = (
                f'"{scene.name}" shows {"a pile of " * pile}{len(spans)} of these pieces; the setup'
                f" for {players} players has {numbers}"
            )
            hint = "show what one player gets or all get; what stands for a pile says pile: yes"
            yield error("P572", message, spans[-1], hint, pool.steps)


def _finding(
    number: int,
    step: Step,
    message: str,
    key: str,
    hint: str,
    notes: Sequence[Note] = (),
    code: str = "P571",
) -> Diagnostic:
    place = step.raw.at(key) if key else step.raw.span()
    return error(code, f"step {number}, {step.says}: {message}", place, hint, notes)


def _suspected(scope: Scope, records: RecordSet, step: Step) -> list[Note]:
    from pnp.check.suggest import suspected

    return suspected(scope, records, step.only)[:2]


def _work_through(scope: Scope) -> tuple[tuple[Row, ...], list[Diagnostic]]:
    """The rows of all steps for every number of players, and a finding on each that cannot be
    judged.
    """
    rows: list[Row] = []
    found: dict[int, Diagnostic] = {}
    low, high = scope.game.players
    steps = _steps(scope.game)
    for players in range(low, high + 1):
        taken: dict[str, list[_Taken]] = {}
        for number, step in steps:
            try:
                rows += _rows(number, step, scope, players, taken)
                if len(rows) > MAX_ROWS:
                    raise Malformed(f"the setup has more than {MAX_ROWS:,} rows", "what")
            except Malformed as problem:
                notes = [Note(*place) for place in problem.places]
                new = _finding(number, step, str(problem), problem.key, problem.hint, notes)
                found.setdefault(number, new)
            except Vacuous as problem:
                records = _record_set(step, scope)
                notes = [Note(*deck_note(records)), *_suspected(scope, records, step)]
                found.setdefault(number, _finding(number, step, str(problem), "", "", notes))
            if len(rows) > MAX_ROWS:
                return (), list(found.values())
    for number, step in steps:
        if number not in found:
            mine = [row for row in rows if row.step == number]
            found.update((number, new) for new in _vain(number, step, scope, mine))
    return tuple(rows), list(found.values())


def _steps(game: Game) -> list[tuple[int, Step]]:
    """The numbered steps; what the `when:` of a component leaves out is passed over."""
    return [
        (number, step)
        for number, step in enumerate(game.setup, 1)
        if step.what.partition(".")[0] not in game.left_out
    ]


def _vain(number: int, step: Step, scope: Scope, rows: Sequence[Row]) -> Iterator[Diagnostic]:
    """What is said of a step that never happens, or takes nothing for any number of players: it
    would guard what it names in vain; of one whose `only:` compares a field with what it never is.
    """
    records = _record_set(step, scope)
    amounts = [*_values(step.each), *_values(step.all)]
    # The rest may be nothing at the worst of what blind draws before it took.
    takes = any(row.needed for row in rows) or (rows and "rest" in _values(step.all))
    # What a fact switches off here may be on in another variant of the game.
    asked = amounts if rows else [step.when]
    if not takes and not any("facts" in scope.names_in(source) for source in asked):
        low, high = scope.game.players
        if rows:
            why = f'no {records.one} of "{step.what}" is asked for, whatever the number of players'
            hint, key = "correct the number", "all" if step.each is None else "each"
        else:
            for_none = f"holds for no number of players from {low} to {high}"
            never_so = for_none if low < high else f"does not hold for players = {low}"
            why, hint, key = f'"when": {describe(step.when)} {never_so}', "correct it", "when"
        yield _finding(number, step, why, key, f"{hint}, or take the step out")
    elif step.only is not None:
        for what, hint in islice(never(scope, [records], step.only), 1):
            yield _finding(number, step, f'"only": {what}', "only", hint)


def _values(asked: Any) -> tuple[Any, ...]:
    """What a step asks for: of one kind, or of each that it names."""
    return tuple(asked.values()) if isinstance(asked, dict) else (asked,)


def _rows(
    number: int, step: Step, scope: Scope, players: int, taken: dict[str, list[_Taken]]
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
        earlier.append(_Taken(stock, size if once is None else needed))
        yield Row(number, step.says, what, players, needed, there, there - needed)


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
            open_to = sum(copies for key, copies in other.copies.items() if key in stock)
            out = min(size, out + min(other.number, open_to))
        elif other.copies.keys() & drawn <= stock.keys():
            out = max(0, out + other.number)
    return out


def _record_set(step: Step, scope: Scope) -> RecordSet:
    """What a step takes from."""
    return scope.pieces(scope.record_set(step.what, "what"), {"only": step.only, "per": step.per})


def _entries(step: Step, scope: Scope, records: RecordSet) -> list[Entry]:
    return [
        entry
        for entry in scope.printed(records)
        if step.only is None or scope.evaluate(step.only, "only", entry.values)
    ]


def _groups(
    step: Step, scope: Scope, records: RecordSet, entries: list[Entry], count: Mapping[str, Any]
) -> Iterator[tuple[str, list[Entry], int, int | None]]:
    """What is taken from: its name, its entries, how many for each player, how many once (None:
    the rest).
    """
    if step.per is None:
        what = f'"{records.id}"' + (f" with {step.only}" if step.only else "")
        yield what, entries, *_asked(scope, step.each, step.all, count)
        return
    name = scope.field_name(records, step.per, "per")
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(value_text(entry.values[name]), []).append(entry)
    for key, listed in (("each", step.each), ("all", step.all)):
        for value in listed if isinstance(listed, dict) else ():
            if value not in groups:
                message = f'"{key}": no {records.one} of "{records.id}" has {name} {value}'
                known = "there are: " + ", ".join(list(groups)[:12])
                raise Malformed(message, key, known, (deck_note(records),))
    for value, group in groups.items():
        each = step.each.get(value) if isinstance(step.each, dict) else step.each
        once = step.all.get(value) if isinstance(step.all, dict) else step.all
        what = f'"{records.id}" with {name} {value}'
        yield what, group, *_asked(scope, each, once, count)


def _asked(scope: Scope, each: Any, once: Any, count: Mapping[str, Any]) -> tuple[int, int | None]:
    """How many are taken for each player, how many once; None is the rest."""
    rest = None if once == "rest" else _number(scope, once, "all", count)
    return _number(scope, each, "each", count), rest


def _number(scope: Scope, source: Any, key: str, count: Mapping[str, Any]) -> int:
    if source is None:
        return 0
    value = scope.evaluate(source, key, count)
    if isinstance(value, bool) or not is_number(value) or value != int(value):
        raise Malformed(f'"{key}": expected a whole number, found {describe(value)}', key)
    return int(value)
