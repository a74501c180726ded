"""The mutants of a game held against both judges, and what comes of it as a table."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import yaml

from mutation.faults import Fault, Faults
from mutation.kits import Kit
from mutation.raw import Raw
from pnp.diagnostics import Diagnostic

GAMES = ("organ-trail", "organ-match", "narco-empire", "police-precinct", "host-takeover")
SEED = 7
NEAR = 3
"""Lines between a fault and a place that is named, at most, for the place to count as right."""
MOST_PLACES = 8
"""Places of a finding that are looked at: whoever names every card names none."""
_NAMED = re.compile(
    r"(?:^|\()([A-Z]+\d+[A-Za-z]?)(?:\.\d+)?(?:[: ]|, (?:stated|derived|public|ours)\b)"
)
REASONS = Path(__file__).parent / "survivors.yaml"


@dataclass(frozen=True)
class Result:
    """A mutant: which invariants the judge holds for broken, what `pnp` said, how far off the
    nearest place that it named is.
    """

    fault: Fault
    broken: tuple[str, ...]
    found: tuple[Diagnostic, ...]
    distance: int | None
    excuse: str
    seconds: float

    @property
    def killed(self) -> bool:
        """A fault that something was said about."""
        return bool(self.broken and self.found)

    @property
    def survived(self) -> bool:
        return bool(self.broken and not self.found and not self.excuse)

    @property
    def false_alarm(self) -> bool:
        """An error on a kit that the rules allow, and that is not forbidden for a reason of this
        kit's own.
        """
        return not self.broken and not self.excuse and any(d.is_error for d in self.found)


@cache
def reasons() -> dict[str, Any]:
    """The listed reasons: promises of this kit's own, and faults that nothing can tell from a
    choice.
    """
    return dict(yaml.safe_load(REASONS.read_text(encoding="utf-8")))


def judged(game: str, text: dict[str, str]) -> tuple[str, ...]:
    """What the second judge says; files that it cannot read are broken."""
    judge = importlib.import_module(f"mutation.judge_{game.replace('-', '_')}").judge
    try:
        return tuple(judge(Raw(text)))
    except (
        KeyError,
        ValueError,
        TypeError,
        IndexError,
        AttributeError,
        SyntaxError,
        NameError,
        yaml.YAMLError,
    ) as problem:
        return (f"unreadable: {type(problem).__name__} {problem}",)


def results(game: str, number: int, seed: int = SEED) -> Iterator[Result]:
    """Mutants of a game and what became of them."""
    kit = Kit(game)
    files = kit.files()
    broken = judged(game, files)
    assert not broken, f"the judge of {game} finds the shipped kit broken: {broken}"
    found = kit.verdict({})
    assert not any(d.is_error for d in found), f"{game} as shipped: {found[0]}"
    for fault in Faults(files, f"{seed}/{game}").many(number):
        before = process_time()
        said = tuple(d for d in kit.verdict({fault.path: fault.text}) if d not in found)
        took = process_time() - before
        broken = judged(game, {**files, fault.path: fault.text})
        distance = nearest(said, kit.shown(fault.path), fault.lines)
        yield Result(fault, broken, said, distance, excused(game, fault, broken, said), took)


def nearest(found: Sequence[Diagnostic], file: str, lines: Sequence[int]) -> int | None:
    """Lines between the fault and the nearest place that is named in its file."""
    places = [
        span
        for d in found
        for span in (d.span, *(note.span for note in d.notes[:MOST_PLACES]))
        if span is not None
    ]
    there = [
        abs(span.line - line)
        for span in places
        if span.file == file and span.line
        for line in lines
    ]
    return min(there, default=None)


def excused(game: str, fault: Fault, broken: Sequence[str], found: Sequence[Diagnostic]) -> str:
    """The listed reason for a legal mutant that is refused, or for a broken one that passes;
    empty where there is none.
    """
    listed = reasons()
    if broken:
        rows = [] if found else listed["survivors"].get(game, [])
        fitting = [r["why"] for r in rows if any(re.search(r["invariant"], b) for b in broken)]
        return fitting[0] if fitting else ""
    why = []
    for finding in found:
        if not finding.is_error:
            continue
        named = _NAMED.findall(finding.message)[-1:]
        reason = listed["codes"].get(finding.code) or (
            listed["ours"].get(game, {}).get(named[0]) if named else None
        )
        if reason is None:
            return ""
        why.append(reason)
    return "; ".join(dict.fromkeys(why))


class Line(NamedTuple):
    """The table's line of a game."""

    game: str
    mutants: int
    broken: int
    killed: int
    legal: int
    alarms: int
    ours: int
    named: float
    middle: float
    mean: float
    """Milliseconds of processor time in which `pnp` read and judged a mutant."""
    usual: float
    """Their median."""


def line(game: str, every: Sequence[Result]) -> Line:
    """The figures of one game."""
    broken = [r for r in every if r.broken and (r.found or not r.excuse)]
    killed = [r for r in broken if r.killed]
    near = [r for r in killed if r.distance is not None and r.distance <= NEAR]
    return Line(
        game,
        len(every),
        len(broken),
        len(killed),
        sum(not r.broken for r in every),
        sum(r.false_alarm for r in every),
        sum(not r.broken and bool(r.excuse) for r in every),
        100 * len(near) / len(killed) if killed else 100.0,
        median([r.distance for r in killed if r.distance is not None] or [0]),
        1000 * sum(r.seconds for r in every) / max(1, len(every)),
        1000 * median([r.seconds for r in every] or [0]),
    )


def good(at: Line) -> bool:
    """Whether a game comes up to what is wanted."""
    return at.killed >= 0.99 * at.broken and not at.alarms and at.named >= 95


HEAD = "game|mutants|killed / broken||false alarms / legal|ours|named|median|ms mean|median"


def table(lines: Sequence[Line]) -> str:
    """The lines as a text."""
    rows = [HEAD]
    for at in lines:
        share = 100 * at.killed / max(1, at.broken)
        rows.append(
            f"{at.game}|{at.mutants}|{at.killed} / {at.broken}|{share:.2f} %|"
            f"{at.alarms} / {at.legal}|{at.ours}|{at.named:.1f} %|{at.middle:g} lines|"
            f"{at.mean:.0f}|{at.usual:.0f}"
        )
    cells = [row.split("|") for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in cells
    )
