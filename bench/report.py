"""What came out: medians and ranges, ratios pair by pair, and what was wanted beside what was
measured.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.cases import CONTESTANTS, PNP, TYPST, Case
from bench.timing import Run

Rounds = Mapping[str, Sequence[Run]]
"""The runs of a case by contestant; those at the same place were neighbours in time."""


class Outcome(NamedTuple):
    """A case, its runs, and what went wrong in it."""

    case: Case
    rounds: Rounds
    faults: Sequence[str] = ()

    def middle(self, who: str, what: str) -> float | None:
        """The median of a figure of a contestant."""
        runs = self.rounds.get(who)
        return median(getattr(run, what) for run in runs) if runs else None

    def ratio(self, who: str, other: str, what: str = "wall") -> list[float]:
        """A contestant's figures against another's, pair by pair."""
        pairs = zip(self.rounds.get(who, ()), self.rounds.get(other, ()), strict=False)
        return [
            getattr(mine, what) / getattr(its, what) for mine, its in pairs if getattr(its, what)
        ]


HEAD = (
    "",
    "rounds",
    "wall s",
    "min–max",
    "user+sys s",
    "peak MB",
    "file MB",
    f"wall × {TYPST}",
    "min–max",
)


def table(outcome: Outcome) -> list[tuple[str, ...]]:
    """The rows of a case: contestants in the order in which they ran."""
    rows = []
    for who, runs in outcome.rounds.items():
        walls = [run.wall for run in runs]
        ratios = outcome.ratio(who, TYPST)
        rows.append(
            (
                who,
                str(len(runs)),
                f"{median(walls):.3f}",
                f"{min(walls):.3f}–{max(walls):.3f}",
                f"{median(run.cpu for run in runs):.3f}",
                f"{median(run.memory for run in runs):.0f}",
                f"{runs[0].size / 1e6:.2f}" if runs[0].size else "",
                f"{median(ratios):.2f}" if ratios and who != TYPST else "",
                f"{min(ratios):.2f}–{max(ratios):.2f}" if ratios and who != TYPST else "",
            )
        )
    return rows


def plain(outcome: Outcome) -> str:
    """A case for the terminal."""
    rows = [HEAD, *table(outcome)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    lines = [
        f"{row[0]:<{widths[0]}}" + "".join(f"  {row[i]:>{widths[i]}}" for i in range(1, len(HEAD)))
        for row in rows
    ]
    return "\n".join(
        [
            f"{outcome.case.name}: {outcome.case.title}",
            *lines,
            *(f"  FAULT {fault}" for fault in outcome.faults),
        ]
    )


class Wanted(NamedTuple):
    """A figure that is asked for, and what was measured (None: not measured)."""

    what: str
    most: float
    unit: str
    measured: float | None


def wanted(outcomes: Sequence[Outcome]) -> Iterator[Wanted]:
    """The figures that the engine is held to; times are processor time, which a busy machine pays."""
    by_name = {outcome.case.name: outcome for outcome in outcomes}

    def against_typst(case: str, what: str = "cpu") -> float | None:
        ratios = by_name[case].ratio(PNP, TYPST, what) if case in by_name else []
        return median(ratios) if ratios else None

    def seconds(case: str) -> float | None:
        return by_name[case].middle(PNP, "cpu") if case in by_name else None

    thousand, more = seconds("common-1000"), seconds("common-10000")
    yield Wanted("processor time at 1,000", 1.0, "× Typst", against_typst("common-1000"))
    yield Wanted("processor time at 10,000", 0.6, "× Typst", against_typst("common-10000"))
    yield Wanted("processor time at 100", 3.0, "× Typst", against_typst("common-100"))
    yield Wanted("peak memory at 10,000", 0.2, "× Typst", against_typst("common-10000", "memory"))
    yield Wanted("file at 10,000", 0.25, "× Typst", against_typst("common-10000", "size"))
    yield Wanted("growth 1,000 → 10,000", 9.0, "×", more / thousand if more and thousand else None)
    yield Wanted("100 own PNGs", 0.3, "× Typst", against_typst("png"))
    yield Wanted("`pnp --help`", 0.12, "s", seconds("help"))
    yield Wanted("`pnp check organ-match`", 0.4, "s", seconds("check-game"))
    yield Wanted("`pnp build organ-match`", 0.7, "s", seconds("build-game"))
    yield Wanted("build with nothing changed", 0.09, "s", seconds("unchanged"))


def verdict(figure: Wanted) -> tuple[str, str, str, str]:
    """A wanted figure as cells."""
    what, most, unit, measured = figure
    if measured is None:
        return what, f"≤ {most:g} {unit}", "not measured", ""
    return what, f"≤ {most:g} {unit}", f"{measured:.3g} {unit}", "yes" if measured <= most else "NO"


def machine() -> str:
    """Cores, system and interpreter, in one line; of the last also where it stands, since builds
    of one version differ by a fifth.
    """
    python = f"Python {platform.python_version()} ({Path(sys.executable).resolve()})"
    return (
        f"{os.cpu_count()} cores, {_processor()}, {platform.system()} {platform.machine()},"
        f" {python}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "processor unknown"
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")),
        "processor unknown",
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def markdown(outcomes: Sequence[Outcome]) -> str:
    """All of it as a page."""
    lines = [
        "# Bench",
        "",
        f"Written by `make bench`. {machine()}.",
        (
            "Whole processes in turns (A B A B …), counted after one round to warm up; medians, and"
            " ratios pair by pair."
        ),
        "Peak memory is that of all processes of a contestant together.",
        "",
        *_grid(("wanted", "", "measured", "met"), [verdict(figure) for figure in wanted(outcomes)]),
        "",
        "| contestant | version | reads |",
        "|---|---|---|",
        *(
            f"| {who} | {_version(peer.package)} | {peer.reads} |"
            for who, peer in CONTESTANTS.items()
        ),
    ]
    for outcome in outcomes:
        lines += [
            "",
            f"## {outcome.case.title[0].upper()}{outcome.case.title[1:]}",
            "",
            *_grid(HEAD, table(outcome)),
        ]
        lines += [f"- fault: {fault}" for fault in outcome.faults]
    return "\n".join(lines) + "\n"


def _grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A Markdown table without the columns that no row fills."""
    kept = [i for i in range(len(head)) if i == 0 or any(row[i] for row in rows)]
    line = "|" + "|".join("---" if i == 0 else "---:" for i in kept) + "|"
    return [
        f"| {' | '.join(head[i] for i in kept)} |",
        line,
        *(f"| {' | '.join(row[i] for i in kept)} |" for row in rows),
    ]
