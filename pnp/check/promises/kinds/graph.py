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
from collections.abc import Callable, Iterable, Iterator, Mapping, Set, Sized
from dataclasses import dataclass
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
from pnp.diagnostics import Span, did_you_mean
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


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether the ways of the board are as promised."""
    board = scope.board(promise)
    rule = promise.details.get("rule")
    if not isinstance(rule, str) or rule not in RULES:
        message = f'"rule": expected one of {", ".join(RULES)}, found {describe(rule)}'
        raise Malformed(message, "rule", did_you_mean(str(rule), RULES))
    own = ("among", *RULES[rule])
    for key in promise.details:
        if key not in ("of", "rule", *own):
            hint = f"it reads {', '.join(own)}"
            raise Malformed(f'"{key}" means nothing with rule: {rule}', key, hint)
    inside = {entry.card.id for entry in scope.selected(promise, board.spaces, "among")}
    ways = {
        name: tuple(other for other in others if other in inside)
        for name, others in board.ways.items()
        if name in inside
    }
    graph = _Graph(promise, scope, board, ways)
    scope.spend(LOOK * graph.size)
    for message, places, hint in getattr(graph, rule)():
        yield Broken(message, (deck_note(board.spaces), *places), hint)


Found = Iterator[tuple[str, tuple[tuple[str, Span], ...], str]]


@dataclass(frozen=True)
class _Graph:
    """The spaces that count and their links; a method for each rule gives what breaks it,
    with places and a hint.
    """

    promise: Promise
    scope: Scope
    board: Board
    ways: Mapping[str, tuple[str, ...]]

    @property
    def size(self) -> int:
        """The spaces and links that a walk over all of it meets."""
        return len(self.ways) + sum(map(len, self.ways.values()))

    def connected(self) -> Found:
        parts = connected_spaces(self.ways, self.ids("without", needed=False))
        if not parts:
            raise Vacuous(f'nothing is left of "{self.board.id}"')
        if sum(map(len, parts)) == 1:
            raise Vacuous(f'{few(parts[0])} is all that is left of "{self.board.id}"')
        if len(parts) > 1:
            smallest = min(parts, key=len)
            lost = sorted(smallest)
            yield (
                f'"{self.board.id}" falls into {len(parts)} parts; the rules promise that all of'
                " it hangs together",
                self.places(lost, "cut off is"),
                f"link {few(lost)} to the rest",
            )

    def reach(self) -> Found:
        starts, ends = self.ids("from"), self.ids("to")
        out = {*self.ids("without", needed=False)}
        fits, wanted = self.bounds()
        counting = self.counting()
        doors = self.doors()
        each = self.scope.switch(self.promise, "each")
        self.afford(len(starts) if each else 1)
        groups = [[start] for start in starts] if each else [starts]
        if fits(0) and not out and not doors and all({*ends} <= {*group} for group in groups):
            raise Vacuous(f"{few(ends)} {_are(ends)} where the way begins")
        for group in groups:
            far = self.distances(group, doors, out, counting)
            for end in ends:
                reached = [far[door] for door in self.entries(end, doors) if door in far]
                steps = min(reached, default=None)
                if steps is not None and fits(steps):
                    continue
                source = group[0] if len(group) == 1 else f"any of {few(group)}"
                away = "cannot be reached"
                if steps is not None:
                    away = f"is {steps} step{'s' if steps != 1 else ''} away"
                message = f'"{end}" {away} from {source}; the rules promise {wanted or "a way"}'
                yield message, self.places([end]), ""

    def cut_off(self) -> Found:
        starts, ends, out = self.ids("from"), self.ids("to"), {*self.ids("without")}
        for names in (starts, ends):
            if out.issuperset(names):
                raise Vacuous(f"{few(names)} {_are(names)} taken out")
        doors = self.doors()
        far = self.distances(starts, doors, out, self.ways.keys())
        before = self.distances(starts, doors, set(), self.ways.keys())
        for end in ends:
            entries = self.entries(end, doors)
            if not far.keys().isdisjoint(entries):
                yield (
                    f'without {few(sorted(out))} "{end}" is still reached from {few(starts)}; the'
                    " rules promise that it is cut off",
                    self.places([end]),
                    "",
                )
            elif before.keys().isdisjoint(entries):
                raise Vacuous(f'"{end}" cannot be reached from {few(starts)} anyway')

    def degree(self) -> Found:
        fits, wanted = self.bounds()
        if not wanted:
            raise Malformed('expected "is", "at_least" or "at_most"')
        if fits(0) and fits(len(self.ways)):
            key = next(key for key in ("at_most", "at_least") if key in self.promise.details)
            message = f"from every space {wanted} can be entered, whatever the links are"
            raise Malformed(message, key)
        wrong = [name for name, others in self.ways.items() if not fits(len(others))]
        for name in wrong[:MAX_FINDINGS]:
            count = len(self.ways[name])
            yield (
                f'from "{name}" {count} space{"s" if count != 1 else ""} can be entered; the rules'
                f" promise {wanted}",
                self.places([name]),
                "",
            )

    def touch(self) -> Found:
        out = self.ids("without")
        many = self.scope.whole(self.promise, "any") if "any" in self.promise.details else 1
        if not 1 <= many <= len(out):
            raise Malformed(f'"any": expected 1 to {len(out)}, found {many}', "any")
        self.afford(comb(len(out), many))
        for gone in combinations(out, many):
            after = {other for name in gone for other in self.ways[name]}
            before = {name for name, others in self.ways.items() if {*gone} & {*others}}
            for part in connected_spaces(self.ways, gone):
                if not part & (after | before):
                    names = sorted(part)
                    message = f"without {few(gone)} the part with {few(names)} touches none of them"
                    yield message, self.places(names, "left alone is"), ""
                    return

    def near(self) -> Found:
        most = self.length()
        pairs = [sorted((name, other)) for name, others in self.ways.items() for other in others]
        if not pairs:
            raise Vacuous(f'no two spaces of "{self.board.id}" are linked')
        linked = dict.fromkeys(map(tuple, pairs))
        self.scope.spend(GAP * len(linked))
        boxes = self.board.boxes
        whole = around([boxes[name] for name in self.ways])
        if most >= hypot(whole.width, whole.height):
            message = f'no two spaces of "{self.board.id}" lie farther apart than'
            raise Malformed(f'"at_most": {message} {millimetres(most)}', "at_most")
        apart = [(pair, _gap(boxes[pair[0]], boxes[pair[1]])) for pair in linked]
        for pair, length in [(pair, gap) for pair, gap in apart if gap > most][:MAX_FINDINGS]:
            yield (
                f'"{pair[0]}" and "{pair[1]}" are linked and lie {millimetres(length)} apart; the'
                f" rules promise at most {millimetres(most)}",
                self.places(pair),
                "correct where one of them lies, or take out the link",
            )

    def length(self) -> int:
        """The length under `at_most`."""
        written = self.promise.details.get("at_most")
        if not isinstance(written, str):
            key = "at_most" if written is not None else ""
            raise Malformed('"at_most": expected a length such as 1mm', key)
        try:
            length = parse_length(written)
        except LengthError as problem:
            raise Malformed(f'"at_most": {problem}', "at_most") from None
        if length < 0:
            raise Malformed(f'"at_most": expected 0mm or more, found {written}', "at_most")
        return length

    def bounds(self) -> tuple[Callable[[int], bool], str]:
        """Whether a number is promised, and the promise in words."""
        low, high = self.scope.bounds(self.promise, "is", 10**9)
        numbers = {"is": low, "at_least": low, "at_most": high}
        written = [key for key in numbers if key in self.promise.details]
        words = " and ".join(f"{key.replace('_', ' ')} {numbers[key]}" for key in written)
        return (lambda n: low <= n <= high), words.removeprefix("is ")

    def ids(self, key: str, needed: bool = True) -> list[str]:
        """The spaces and areas that a key means: an id, a list of ids, or an expression.

        Never none, but for a key that is not `needed`.
        """
        written = self.promise.details.get(key)
        if written is None and not needed:
            return []
        if written is None:
            raise Malformed(f'the key "{key}" is missing')
        areas = self.areas if key != "without" else []
        spaces = [entry for entry in self.board.spaces.entries if entry.card.id in self.ways]
        known = {entry.card.id: entry for entry in [*spaces, *areas]}
        names = [written] if isinstance(written, str) and written in known else written
        if not isinstance(names, list):
            names = [name for name, entry in known.items() if self.holds(key, entry, known)]
        for name in names:
            if not isinstance(name, str) or name not in known:
                hint = did_you_mean(str(name), known)
                space = f'"{self.board.id}" has no space "{describe(name)}"'
                raise Malformed(f'"{key}": {space} that counts here', key, hint)
        if not names:
            raise Vacuous(f'no space of "{self.board.id}" has {describe(written)}')
        return list(dict.fromkeys(names))

    def holds(self, key: str, entry: Entry, known: Iterable[str]) -> Any:
        """Whether an expression holds for a space; one that cannot be worked out may be the
        misspelt id of one.
        """
        written = self.promise.details[key]
        try:
            return self.scope.evaluate(written, key, entry.values)
        except Malformed as problem:
            if isinstance(written, str) and _ID.fullmatch(written):
                hint = did_you_mean(written, known, few=0) or problem.hint
                raise Malformed(str(problem), problem.key, hint, problem.places) from None
            raise

    @property
    def areas(self) -> list[Entry]:
        """The areas of the board."""
        return self.board.tracks[AREAS].entries if AREAS in self.board.tracks else []

    def doors(self) -> dict[str, tuple[str, ...]]:
        """By what spaces an area, or a space with entries of its own, is entered."""
        if "via" not in self.promise.details:
            return {}
        fields = self.board.tracks.get(AREAS, self.board.spaces)
        name = self.scope.field_name(fields, self.promise.details["via"], "via")
        doors = {}
        for entry in [*self.board.spaces.entries, *self.areas]:
            if value := entry.values.get(name):
                listed = value if isinstance(value, tuple) else (value,)
                doors[entry.card.id] = tuple(map(str, listed))
        return doors

    def entries(self, name: str, doors: Mapping[str, tuple[str, ...]]) -> list[str]:
        """The spaces by which one, or an area, is entered."""
        return [door for door in doors.get(name, (name,)) if door in self.ways]

    def counting(self) -> Set[str]:
        """The spaces that count as a step on the way.

        Raises Vacuous where none does: then nothing is far from anything.
        """
        written = self.promise.details.get("steps")
        if written is None:
            return self.ways.keys()
        counting = {
            entry.card.id
            for entry in self.board.spaces.entries
            if self.scope.evaluate(written, "steps", entry.values) and entry.card.id in self.ways
        }
        if not counting:
            none = f"counts as a step: none has {describe(written)}"
            raise Vacuous(f'no space of "{self.board.id}" {none}')
        return counting

    def distances(
        self,
        starts: Iterable[str],
        doors: Mapping[str, tuple[str, ...]],
        without: Set[str],
        counting: Set[str],
    ) -> dict[str, int]:
        """Steps from the nearest start; spaces that are no step cost nothing."""
        begin = [door for start in starts for door in self.entries(start, doors)]
        far = {door: 0 for door in begin if door not in without}
        todo = deque(far)
        while todo:
            here = todo.popleft()
            for there in self.ways[here]:
                cost = far[here] + (there in counting)
                if there not in without and cost < far.get(there, 10**9):
                    far[there] = cost
                    (todo.append if there in counting else todo.appendleft)(there)
        return far

    def afford(self, times: int) -> None:
        """Count so many walks as work. Raises Malformed where they take too long."""
        work = times * self.size
        if work > MAX_WORK:
            walks = f"{times:,} walks over {len(self.ways):,} spaces"
            message = f"it asks for {walks}, which takes too long"
            raise Malformed(message, "", "choose fewer spaces")
        self.scope.spend(work)

    def places(self, names: Iterable[str], message: str = "see") -> tuple[tuple[str, Span], ...]:
        """Where some spaces and areas stand."""
        known = {e.card.id: e for e in [*self.board.spaces.entries, *self.areas]}
        return card_notes([known[name] for name in names if name in known], message)


def _are(names: Sized) -> str:
    return "is" if len(names) == 1 else "are"


def _gap(one: Rect, other: Rect) -> float:
    """The gap between two rectangles, 0 where they touch or overlap."""
    across = max(0, one.x - other.right, other.x - one.right)
    down = max(0, one.y - other.bottom, other.y - one.bottom)
    return hypot(across, down)


KIND = Kind(
    check,
    code="P512",
    on_paper=False,
    components=("of",),
    cards=("among", "from", "to", "at_most", "at_least", "is", "steps", "without", "any"),
    words=("rule", "via", "each"),
)
