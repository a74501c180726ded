"""The contract of a game as a table: each promise with its state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.check.promises import check, spans
from pnp.check.promises.left_out import speaks_of
from pnp.check.promises.setup_steps import Row
from pnp.diagnostics import Diagnostic, Span
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
    absent = game.left_out
    states = [
        (
            PASSED_OVER
            if speaks_of(p, absent)
            else _state([d for span in spans(p.raw) for d in at.get(span, ())])
        )
        for p in game.promises
    ]
    return [
        Line(p.id, p.kind, p.says, p.basis, p.where, state)
        for p, state in zip(game.promises, states, strict=True)
    ]


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


def as_text(rows: Iterable[Line]) -> str:
    """Columns for a terminal, the words of the promise last."""
    listed = list(rows)
    wide = {
        name: max((len(getattr(row, name)) for row in listed), default=0)
        for name in ("id", "kind", "basis", "state")
    }
    lines_ = []
    for row in listed:
        where = f"  ({row.where})" if row.where else ""
        lines_.append(
            "  ".join(f"{getattr(row, name):{width}}" for name, width in wide.items())
            + f"  {row.says}{where}\n"
        )
    return "".join(lines_)


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
