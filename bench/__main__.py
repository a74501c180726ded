"""`python -m bench`: make what is missing, let the contestants take turns, print a table a case,
write RESULTS.md after a whole run.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bench.cases import PNP, TYPST, Case, Entry, cases, names, prepare
from bench.report import Outcome, markdown, plain, verdict, wanted
from bench.timing import Run, timed, watched

ROOT = Path(__file__).parent.parent
WORK = ROOT / "bench" / "work"
RESULTS = ROOT / "bench" / "RESULTS.md"
SIZES = (100, 1_000, 10_000)
FEWEST, MOST = 5, 25
"""Counted rounds.

A median of five wanders by three in a hundred on a machine that others share, too much to judge a
ratio near 1 by.
"""
PATIENCE = 75
"""Seconds that pnp, or Typst beside it, may take for more rounds than the fewest; the others
take part in these.
"""

PAGES = "import sys, pikepdf; print(len(pikepdf.open(sys.argv[1]).pages))"


def asked(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--sizes", metavar="N,…", help="sizes of the common deck [100,1000,10000]")
    parser.add_argument(
        "--runs",
        type=int,
        metavar="N",
        help=f"counted rounds of each case [{FEWEST} to {MOST}, by how long they take]",
    )
    parser.add_argument(
        "--only",
        metavar="NAME,…",
        help=f"only these cases and contestants: {', '.join(names(SIZES))}",
    )
    given = parser.parse_args(arguments)
    given.whole = not given.sizes and not given.only
    given.sizes = [int(size) for size in given.sizes.split(",")] if given.sizes else list(SIZES)
    given.only = given.only.split(",") if given.only else []
    unknown = set(given.only) - set(names(given.sizes))
    if unknown:
        parser.error(f"--only: there is no {', '.join(sorted(unknown))}")
    if given.runs is not None and given.runs < 1:
        parser.error("--runs: at least one")
    return given


def measured(case: Case, runs: int | None) -> Outcome:
    """A case: one round to warm up and watch memory, then the counted ones, each contestant once a
    round. One that fails is left out.

    Without `runs` the quicker the contestants, the more rounds.
    """
    rounds: dict[str, list[Run]] = {entry.name: [] for entry in case.entries}
    faults: list[str] = []
    standing = list(case.entries)
    together, took = {}, {}
    for entry in standing:
        prepare(entry)
        begun = time.monotonic()
        together[entry.name] = watched(entry.command, WORK, _log(case, entry))
        took[entry.name] = time.monotonic() - begun
    rivals = {name: seconds for name, seconds in took.items() if name in (PNP, TYPST)}
    turns = runs or _turns(max((rivals or took).values()))
    for turn in range(turns):
        for entry in list(standing):
            if turn >= (runs or FEWEST) and rivals and entry.name not in rivals:
                continue
            prepare(entry)
            run = timed(entry.command, WORK, _log(case, entry), entry.made)
            rounds[entry.name].append(run._replace(memory=max(run.memory, together[entry.name])))
            if run.code:
                faults.append(
                    f"{entry.name} ended with {run.code}, see {_log(case, entry).relative_to(ROOT)}"
                )
                standing.remove(entry)
                del rounds[entry.name]
    faults += [fault for entry in standing for fault in _miscounted(case, entry)]
    return Outcome(case, rounds, faults)


def _turns(seconds: float) -> int:
    """How many rounds are counted where one takes so long."""
    return min(MOST, max(FEWEST, int(PATIENCE / seconds)))


def _log(case: Case, entry: Entry) -> Path:
    return WORK / "out" / f"{case.name}.{entry.name}.log"


def _miscounted(case: Case, entry: Entry) -> list[str]:
    """What is wrong with the number of pages that a contestant made.

    Looked at by another process: this one stays small.
    """
    if not case.pages or entry.made is None:
        return []
    pages = int(
        subprocess.run(
            [sys.executable, "-c", PAGES, str(entry.made)], capture_output=True, check=True
        ).stdout
    )
    return (
        [f"{entry.name} made {pages} pages instead of {case.pages}"] if pages != case.pages else []
    )


def main() -> int:
    given = asked()
    todo = cases(WORK, given.sizes, given.only)
    material = sorted({case.material for case in todo if case.material})
    (WORK / "out").mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [sys.executable, "-m", "bench.material", str(WORK), *material], cwd=ROOT, check=True
    )
    outcomes = []
    for case in todo:
        outcomes.append(measured(case, given.runs))
        print(plain(outcomes[-1]), end="\n\n", flush=True)
    for figure in wanted(outcomes):
        if figure.measured is not None:
            print("{:30s} wanted {:14s} measured {:14s} {}".format(*verdict(figure)))
    if given.whole:
        RESULTS.write_text(markdown(outcomes), encoding="utf-8")
        print(f"\n{RESULTS.relative_to(ROOT)} is written")
    else:
        print("\nonly a part was measured: RESULTS.md stays as it was")
    return int(any(outcome.faults for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
