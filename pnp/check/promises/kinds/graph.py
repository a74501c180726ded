"""graph – spaces of a board hang together, can be reached, lie so far apart, or are cut off.

`of` names the board, `rule` what is promised. `among` (an expression over spaces) leaves only some
in the game. `from` and `to` are a space's id, a list of ids, or an expression. Ids of areas stand
for the spaces that their `via` field names (a site and its entries). `rule: connected`: all hang
together, with `without` what is left once those are taken out. `rule: reach`: each `to` can be
reached from some `from`, in `at_most`, `at_least` or exactly `is` steps; `each: yes` asks it from
every `from`; with `steps` only spaces for which that holds count as steps; never through `without`.
`rule: cut_off`: with `without` taken out no `from` reaches a `to`. `rule: degree`: from each space
so many can be entered. `rule: touch`: once any `any` (1) spaces of `without` are taken out, every
part that is left lies beside one of them. `rule: near`: two spaces that are linked lie no more than
`at_most` (a length) apart on the board, from edge to edge.

Right: `{…, kind: graph, of: city, rule: reach, from: station, to: kind == "site", via: enter,
at_most: 4, …}`, `{…, of: city, rule: near, at_most: 1mm, …}`. Wrong: a `from` that no space is; a
key that the rule does not read, as `from` with `rule: connected`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from math import comb, hypot
from typing import Any

from pnp.check.promises.kinds import Kind
from pnp.check.promises.record_set import AREAS, Board, Entry
from pnp.check.promises.scope import (
    Broken,
    Malformed,
    Scope,
    Vacuous,
    card_notes,
    deck_note,
    describe,
    few,
)
from pnp.diagnostics import did_you_mean
from pnp.model.game import Promise
from pnp.model.spaces import connected_spaces
from pnp.units.geometry import LengthError, Rect, around, millimetres, parse_length

RULES: Mapping[str, tuple[str, ...]] = {
    "connected": ("without",),
    "reach": ("from", "to", "via", "at_most", "at_least", "is", "each", "steps", "without"),
    "cut_off": ("from", "to", "via", "without"),
    "degree": ("at_most", "at_least", "is"),
    "touch": ("without", "any"),
    "near": ("at_most",),
}
"""What each rule reads beside `of`, `rule` and `among`."""
MAX_FINDINGS = 10
MAX_WORK = 5_000_000
"""Spaces and links that one promise may have walked over."""
LOOK, GAP = 3, 15
"""Steps that a space or link counts as where it is looked at, and a link where it is measured."""
_ID = re.compile(r"[\w-]+")
Ways = Mapping[str, tuple[str, ...]]


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether the ways of the board are as promised."""
    board = scope.board(promise)
    rule = _rule(promise)
    spaces = scope.selected(promise, board.spaces, "among")
    inside = {entry.card.id for entry in spaces}
    ways = {
        name: tuple(n for n in board.ways[name] if n in inside)
        for name in board.ways
        if name in inside
    }
    scope.spend(LOOK * _size(ways))
    found = {
        "connected": _connected,
        "reach": _reach,
        "cut_off": _cut_off,
        "degree": _degree,
        "touch": _touch,
        "near": _near,
    }[rule](promise, scope, board, ways)
    for broken in found:
        yield Broken(broken.message, (deck_note(board.spaces), *broken.notes), broken.hint)


def _rule(promise: Promise) -> str:
    """The rule that is promised. Raises Malformed for a key that it does not read."""
    rule = promise.details.get("rule")
    if not isinstance(rule, str) or rule not in RULES:
        hint = did_you_mean(rule, RULES) if isinstance(rule, str) else ""
        raise Malformed(
            f'"rule": expected one of {", ".join(RULES)}, found {describe(rule)}', "rule", hint
        )
    own = ("among", *RULES[rule])
    for key in promise.details:
        if key not in ("of", "rule", *own):
            raise Malformed(
                f'"{key}" means nothing with rule: {rule}', key, f"it reads {', '.join(own)}"
            )
    return rule


def _connected(promise: Promise, scope: Scope, board: Board, ways: Ways) -> Iterator[Broken]:
    out = _ids(promise, scope, board, "without", ways) if "without" in promise.details else []
    made = connected_spaces(ways, out)
    if not made:
        raise Vacuous(f'nothing is left of "{board.id}"')
    if sum(map(len, made)) == 1:
        raise Vacuous(f'{few(made[0])} is all that is left of "{board.id}"')
    if len(made) > 1:
        *rest, _ = sorted(made, key=len)
        lost = sorted(rest[0])
        yield Broken(
            f'"{board.id}" falls into {len(made)} parts; the rules promise that all of it hangs'
            " together",
            card_notes(_entries(board, lost), "cut off is"),
            f"link {few(lost)} to the rest",
        )


def _reach(promise: Promise, scope: Scope, board: Board, ways: Ways) -> Iterator[Broken]:
    starts, ends = (
        _ids(promise, scope, board, "from", ways),
        _ids(promise, scope, board, "to", ways),
    )
    out = (
        set(_ids(promise, scope, board, "without", ways)) if "without" in promise.details else set()
    )
    fits, wanted = _bounds(promise, scope)
    step = _step(promise, scope, board, ways)
    doors = _doors(promise, scope, board)
    each = scope.switch(promise, "each")
    _affordable(scope, len(starts) if each else 1, ways)
    groups = [[start] for start in starts] if each else [starts]
    if fits(0) and not out and not doors and all(set(ends) <= set(group) for group in groups):
        raise Vacuous(f"{few(ends)} {'is' if len(ends) == 1 else 'are'} where the way begins")
    for group in groups:
        far = _far(
            ways,
            [
                door
                for start in group
                for door in _entries_of(start, doors, ways)
                if door not in out
            ],
            out,
            step,
        )
        for end in ends:
            steps = min(
                (far[door] for door in _entries_of(end, doors, ways) if door in far), default=None
            )
            if steps is None or not fits(steps):
                source = group[0] if len(group) == 1 else "any of " + few(group)
                away = (
                    "cannot be reached"
                    if steps is None
                    else f"is {steps} step{'s' if steps != 1 else ''} away"
                )
                yield Broken(
                    f'"{end}" {away} from {source}; the rules promise {wanted or "a way"}',
                    card_notes(_entries(board, [end]), "see"),
                )


def _cut_off(promise: Promise, scope: Scope, board: Board, ways: Ways) -> Iterator[Broken]:
    starts, ends = (
        _ids(promise, scope, board, "from", ways),
        _ids(promise, scope, board, "to", ways),
    )
    out = set(_ids(promise, scope, board, "without", ways))
    for names in (starts, ends):
        if out.issuperset(names):
            raise Vacuous(f"{few(names)} {'is' if len(names) == 1 else 'are'} taken out")
    doors = _doors(promise, scope, board)
    far = _far(
        ways,
        [door for start in starts for door in _entries_of(start, doors, ways) if door not in out],
        out,
        lambda _: 1,
    )
    before = _far(
        ways,
        [door for start in starts for door in _entries_of(start, doors, ways)],
        set(),
        lambda _: 1,
    )
    for end in ends:
        if any(door in far for door in _entries_of(end, doors, ways)):
            message = (
                f'without {few(sorted(out))} "{end}" is still reached from {few(starts)}; the'
                " rules promise that it is cut off"
            )
            yield Broken(message, card_notes(_entries(board, [end]), "see"))
        elif not any(door in before for door in _entries_of(end, doors, ways)):
            raise Vacuous(f'"{end}" cannot be reached from {few(starts)} anyway')


def _degree(promise: Promise, scope: Scope, board: Board, ways: Ways) -> Iterator[Broken]:
    fits, wanted = _bounds(promise, scope)
    if not wanted:
        raise Malformed('expected "is", "at_least" or "at_most"')
    if fits(0) and fits(len(ways)):
        key = next(key for key in ("at_most", "at_least") if key in promise.details)
        raise Malformed(f"from every space {wanted} can be entered, whatever the links are", key)
    wrong = [name for name in ways if not fits(len(ways[name]))]
    for name in wrong[:MAX_FINDINGS]:
        count = len(ways[name])
        message = (
            f'from "{name}" {count} space{"s" if count != 1 else ""} can be entered; the rules'
            f" promise {wanted}"
        )
        yield Broken(message, card_notes(_entries(board, [name]), "see"))


def _touch(promise: Promise, scope: Scope, board: Board, ways: Ways) -> Iterator[Broken]:
    out = _ids(promise, scope, board, "without", ways)
    many = scope.whole(promise, "any") if "any" in promise.details else 1
    if not 1 <= many <= len(out):
        raise Malformed(f'"any": expected 1 to {len(out)}, found {many}', "any")
    _affordable(scope, comb(len(out), many), ways)
    for gone in combinations(out, many):
        beside = {n for name in gone for n in ways[name]} | {
            name for name in ways if any(g in ways[name] for g in gone)
        }
        for part in connected_spaces(ways, gone):
            if not part & beside:
                message = (
                    f"without {few(gone)} the part with {few(sorted(part))} touches none of them"
                )
                yield Broken(message, card_notes(_entries(board, sorted(part)), "left alone is"))
                return


def _near(promise: Promise, scope: Scope, board: Board, ways: Ways) -> Iterator[Broken]:
    most = _length(promise)
    linked = list(
        dict.fromkeys((min(name, other), max(name, other)) for name in ways for other in ways[name])
    )
    if not linked:
        raise Vacuous(f'no two spaces of "{board.id}" are linked')
    scope.spend(GAP * len(linked))
    whole = around([board.boxes[name] for name in ways])
    if most >= hypot(whole.width, whole.height):
        raise Malformed(
            f'"at_most": no two spaces of "{board.id}" lie farther apart than {millimetres(most)}',
            "at_most",
        )
    apart = {pair: _apart(*(board.boxes[name] for name in pair)) for pair in linked}
    for (one, other), length in [(pair, length) for pair, length in apart.items() if length > most][
        :MAX_FINDINGS
    ]:
        message = (
            f'"{one}" and "{other}" are linked and lie {millimetres(length)} apart; the rules'
            f" promise at most {millimetres(most)}"
        )
        yield Broken(
            message,
            card_notes(_entries(board, [one, other]), "see"),
            "correct where one of them lies, or take out the link",
        )


def _length(promise: Promise) -> int:
    written = promise.details.get("at_most")
    if not isinstance(written, str):
        raise Malformed(
            '"at_most": expected a length such as 1mm', "at_most" if written is not None else ""
        )
    try:
        length = parse_length(written)
    except LengthError as problem:
        raise Malformed(f'"at_most": {problem}', "at_most") from None
    if length < 0:
        raise Malformed(f'"at_most": expected 0mm or more, found {written}', "at_most")
    return length


def _apart(one: Rect, other: Rect) -> float:
    """The gap between two rectangles, 0 where they touch or overlap."""
    across = max(0, one.x - other.right, other.x - one.right)
    down = max(0, one.y - other.bottom, other.y - one.bottom)
    return hypot(across, down)


def _bounds(promise: Promise, scope: Scope) -> tuple[Callable[[int], bool], str]:
    low, high = scope.bounds(promise, "is", 10**9)
    written = [key for key in ("is", "at_least", "at_most") if key in promise.details]
    numbers = {"is": low, "at_least": low, "at_most": high}
    words = " and ".join(f"{key.replace('_', ' ')} {numbers[key]}" for key in written)
    return (lambda n: low <= n <= high), words.removeprefix("is ")


def _ids(promise: Promise, scope: Scope, board: Board, key: str, ways: Ways) -> list[str]:
    """The spaces and areas that a key means: an id, a list of ids, or an expression. Never none."""
    written = promise.details.get(key)
    areas = board.tracks[AREAS].entries if AREAS in board.tracks and key != "without" else []
    known = {
        entry.card.id: entry
        for entry in [*board.spaces.entries, *areas]
        if entry.card.id in ways or entry in areas
    }
    if written is None:
        raise Malformed(f'the key "{key}" is missing')
    names = [written] if isinstance(written, str) and written in known else written
    if isinstance(names, list):
        for name in names:
            if not isinstance(name, str) or name not in known:
                hint = did_you_mean(name, known) if isinstance(name, str) else ""
                raise Malformed(
                    f'"{key}": "{board.id}" has no space "{describe(name)}" that counts here',
                    key,
                    hint,
                )
        found = list(dict.fromkeys(names))
    else:
        found = [name for name, entry in known.items() if _fits(scope, written, key, entry, known)]
    if not found:
        raise Vacuous(f'no space of "{board.id}" has {describe(written)}')
    return found


def _fits(scope: Scope, written: Any, key: str, entry: Entry, known: Iterable[str]) -> Any:
    """Whether an expression holds for a space; one that cannot be worked out may be the misspelt
    id of one.
    """
    try:
        return scope.evaluate(written, key, entry.values)
    except Malformed as problem:
        if (
            isinstance(written, str)
            and _ID.fullmatch(written)
            and (hint := did_you_mean(written, known, few=0))
        ):
            raise Malformed(str(problem), problem.key, hint, problem.places) from None
        raise


def _doors(promise: Promise, scope: Scope, board: Board) -> dict[str, tuple[str, ...]]:
    """By what spaces an area, or a space with entries of its own, is entered."""
    if "via" not in promise.details:
        return {}
    name = scope.field_name(
        board.spaces if not board.tracks.get(AREAS) else board.tracks[AREAS],
        promise.details["via"],
        "via",
    )
    doors: dict[str, tuple[str, ...]] = {}
    for entry in [
        *board.spaces.entries,
        *(board.tracks[AREAS].entries if AREAS in board.tracks else ()),
    ]:
        value = entry.values.get(name)
        if value:
            doors[entry.card.id] = (
                tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)
            )
    return doors


def _entries_of(name: str, doors: Mapping[str, tuple[str, ...]], ways: Ways) -> tuple[str, ...]:
    return tuple(door for door in doors.get(name, (name,)) if door in ways)


def _step(promise: Promise, scope: Scope, board: Board, ways: Ways) -> Callable[[str], int]:
    """What a space counts as on the way.

    Raises Vacuous where none counts: then nothing is far from anything.
    """
    if "steps" not in promise.details:
        return lambda _: 1
    written = promise.details["steps"]
    counts = {
        e.card.id
        for e in board.spaces.entries
        if scope.evaluate(written, "steps", e.values) and e.card.id in ways
    }
    if not counts:
        raise Vacuous(f'no space of "{board.id}" counts as a step: none has {describe(written)}')
    return lambda name: int(name in counts)


def _far(
    ways: Ways, starts: Iterable[str], without: set[str], step: Callable[[str], int]
) -> dict[str, int]:
    """Steps from the nearest start; spaces that are no step cost nothing."""
    far = dict.fromkeys(starts, 0)
    todo = deque(far)
    while todo:
        here = todo.popleft()
        for there in ways[here]:
            cost = far[here] + step(there)
            if there not in without and cost < far.get(there, 10**9):
                far[there] = cost
                if step(there):
                    todo.append(there)
                else:
                    todo.appendleft(there)
    return far


def _size(ways: Ways) -> int:
    """The spaces and links that a walk over all of it meets."""
    return len(ways) + sum(map(len, ways.values()))


def _affordable(scope: Scope, times: int, ways: Ways) -> None:
    work = times * _size(ways)
    if work > MAX_WORK:
        raise Malformed(
            f"it asks for {times:,} walks over {len(ways):,} spaces, which takes too long",
            "",
            "choose fewer spaces",
        )
    scope.spend(work)


def _entries(board: Board, names: Iterable[str]) -> list[Entry]:
    every = {
        e.card.id: e
        for e in [
            *board.spaces.entries,
            *(board.tracks[AREAS].entries if AREAS in board.tracks else ()),
        ]
    }
    return [every[name] for name in names if name in every]


KIND = Kind(
    check,
    code="P512",
    on_paper=False,
    components=("of",),
    cards=("among", "from", "to", "at_most", "at_least", "is", "steps", "without", "any"),
    words=("rule", "via", "each"),
)
