"""`python -m mutation [--games …] [--number N] [--seed N] [--show survivors|alarms|far]`:
mutants of every game, as a table.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from mutation.report import GAMES, NEAR, SEED, Result, good, line, results, table

WANTED = ">= 99 % killed, no false alarm, the place within 3 lines for >= 95 %"


def one(task: tuple[str, int, int]) -> tuple[str, list[Result]]:
    """All mutants of one game."""
    game, number, seed = task
    return game, list(results(game, number, seed))


def shown(every: Sequence[Result], what: str, most: int) -> None:
    """Some mutants in detail."""
    tests = {
        "survivors": lambda r: r.survived,
        "alarms": lambda r: r.false_alarm,
        "far": lambda r: r.killed and (r.distance is None or r.distance > NEAR),
        "ours": lambda r: not r.broken and r.excuse,
    }
    for result in [r for r in every if tests[what](r)][:most]:
        print(
            f"{result.fault.kind}: {result.fault.path} line {result.fault.lines[:4]}: {result.fault.what}"
        )
        print(f"   judge: {list(result.broken)[:4]}  distance {result.distance} {result.excuse}")
        for finding in result.found[:3]:
            notes = [
                (n.span.file.rpartition("/")[2], n.span.line) for n in finding.notes if n.span
            ][:5]
            print(
                f"   {finding.severity.name} {finding.code} {finding.span and (finding.span.file.rpartition('/')[2], finding.span.line)} {finding.message[:150]} {notes}"
            )


def main() -> int:
    """Print the table; 1 where less than wanted was reached."""
    parser = argparse.ArgumentParser(prog="mutation", description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--number", type=int, default=2000, help="mutants of each game")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--show", choices=("survivors", "alarms", "far", "ours"), action="append", default=[]
    )
    parser.add_argument("--most", type=int, default=20)
    given = parser.parse_args()
    tasks = [(game, given.number, given.seed) for game in given.games.split(",")]
    lines = []
    with ProcessPoolExecutor(min(given.jobs, len(tasks))) as pool:
        for game, every in pool.map(one, tasks):
            lines.append(line(game, every))
            for what in given.show:
                print(f"--- {game}: {what}")
                shown(every, what, given.most)
    print(table(lines))
    print(f"wanted: {WANTED}")
    return 0 if all(map(good, lines)) else 1


if __name__ == "__main__":
    raise SystemExit(main())
