"""Sums up the contract of a game: the state of each promise, what nothing guards, the setup as a
table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pnp.check.promises import check, spans
from pnp.check.promises.kinds import KINDS, speaks_of
from pnp.check.promises.scope import Scope
from pnp.check.promises.setup_steps import Row
from pnp.diagnostics import Diagnostic, Span, warning
from pnp.load.yaml import Map
from pnp.model.game import Game

STATES = {"P580": "about nothing", "P581": "contradicts another"}
"""What a finding makes of a promise, where it is not simply broken."""

KEPT, PASSED_OVER = "kept", "passed over"
"""The states of a promise that nothing is said of: it was judged, or speaks of a component that
its `when:` leaves out.
"""


class Line(NamedTuple):
    """One promise, where the rules say it, and its state, such as kept, passed over, broken or
    about nothing.
    """

    id: str
    kind: str
    says: str
    basis: str
    where: str
    state: str


def lines(game: Game, found: Iterable[Diagnostic] | None = None) -> list[Line]:
    """Every promise in the order of `rules.yaml`; `found` are the findings of `check` where they
    are there already.
    """
    at: dict[Span | None, list[Diagnostic]] = {}
    for finding in check(game) if found is None else found:
        at.setdefault(finding.span, []).append(finding)
    rows = []
    for p in game.promises:
        mine = [finding for span in spans(p.raw) for finding in at.get(span, ())]
        state = PASSED_OVER if speaks_of(p, game.left_out) else _state(mine)
        rows.append(Line(p.id, p.kind, p.says, p.basis, p.where, state))
    return rows


def _state(found: list[Diagnostic]) -> str:
    codes = {d.code for d in found if d.code.startswith(("P5", "P201"))}
    if not codes:
        return KEPT
    for code in ("P581", "P580"):
        if code in codes:
            return STATES[code]
    return "cannot be judged" if codes & {"P591", "P592", "P201"} else "broken"


def summary(rows: Sequence[Line]) -> str:
    """How many promises are kept, and how many were not judged."""
    kept, over = (sum(row.state == state for row in rows) for state in (KEPT, PASSED_OVER))
    return f"{kept} of {len(rows)} promises kept" + (f", {over} passed over" if over else "")


def as_text(rows: Sequence[Line]) -> str:
    """Columns for a terminal, the words of the promise last."""
    cells = [(row.id, row.kind, row.basis, row.state) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    columns = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        for line in cells
    ]
    where = [f"  ({row.where})" if row.where else "" for row in rows]
    return "".join(
        f"{line}  {row.says}{place}\n"
        for line, row, place in zip(columns, rows, where, strict=True)
    )


def setup_text(rows: Sequence[Row]) -> str:
    """The setup as columns for a terminal: what each step needs, finds and leaves, for each
    number of players.
    """
    if not rows:
        return "no setup: a file setup.yaml would say who gets what\n"
    listed = ["players  needed  there   left  step"]
    for row in sorted(rows, key=lambda row: row.players):
        mark = "  <- too few" if row.left < 0 else ""
        listed.append(
            f"{row.players:7d} {row.needed:7d} {row.there:6d} {row.left:6d}  {row.step}. {row.says}"
            f" ({row.what}){mark}"
        )
    return "\n".join(listed) + "\n"


_FACT = re.compile(r"\bfacts(?:\.([\w-]+)|\[\s*['\"]([^'\"]+)['\"]\s*\])")
_NAMED = re.compile(r"\b(?:total|components)(?:\.(\w+)|\[\s*['\"]([^'\"]+)['\"]\s*\])")


def unguarded(game: Game) -> list[Diagnostic]:
    """P590 for every component and fact that no promise and no step of the setup touches, in the
    order of `game.yaml`.
    """
    components, facts = touched(game)
    found = []
    for kind, names, seen in (
        ("component", game.components, components),
        ("fact", game.facts, facts),
    ):
        section = game.raw.get(f"{kind}s")
        for name in names:
            if name not in seen:
                place = section.key(name) if isinstance(section, Map) else game.raw.span()
                message = f'nothing guards the {kind} "{name}": no promise speaks of it'
                found.append(warning("P590", message, place, "write one in rules.yaml"))
    return found


def touched(game: Game) -> tuple[set[str], set[str]]:
    """The components and the facts that promises and steps of the setup speak of; a fact stands
    for those that it is worked out from.
    """
    components = {step.what.partition(".")[0] for step in game.setup}
    written: list[Any] = [step.raw for step in game.setup]
    scope = Scope(game)
    for promise in game.promises:
        kind = KINDS.get(promise.kind)
        if kind is not None and not speaks_of(promise, game.left_out):
            written.append(promise.details)
            components |= {*kind.names(promise)}
            components |= kind.covers(promise, scope) if kind.covers else set()
    texts = [text for value in written for text in _texts(value)]
    components |= {a or b for text in texts for a, b in _NAMED.findall(text)}
    worked_out = game.raw.get("facts")
    facts: set[str] = set()
    while texts:
        more = {a or b for text in texts for a, b in _FACT.findall(text)} - facts
        facts |= more
        sources = [worked_out.get(name) for name in more] if isinstance(worked_out, Map) else []
        texts = [text for source in sources if isinstance(source, Map) for text in _texts(source)]
    return components, facts


def _texts(value: Any) -> Iterator[str]:
    """Every text in a value, whatever it is nested in."""
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            todo += [*one.values(), *one.keys()]
        elif isinstance(one, list):
            todo += one
