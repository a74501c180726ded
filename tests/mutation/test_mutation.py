"""A sample of `make mutants`: no fault of it goes unseen, no legal kit is refused; and the
judges can tell right from wrong.
"""

from __future__ import annotations

import pytest

from mutation.faults import Faults
from mutation.kits import Kit
from mutation.report import GAMES, Line, good, judged, line, results, table


@pytest.mark.parametrize("game", GAMES)
def test_results_of_a_sample_of_mutants(game: str) -> None:
    every = list(results(game, 20))
    assert len(every) == 20
    assert [
        (r.fault.path, r.fault.lines, r.fault.what, r.broken) for r in every if r.survived
    ] == []
    assert [
        (r.fault.path, r.fault.lines, r.fault.what, r.found) for r in every if r.false_alarm
    ] == []
    assert sum(r.killed for r in every) >= 7


@pytest.mark.parametrize(
    ("game", "path", "old", "new", "broken"),
    [
        ("organ-trail", "cards/criminals.yaml", "low: 2, high: 5", "low: 2, high: 4", "OT3 seven"),
        ("organ-match", "cards/patients.csv", "7,Basil,liver", "7,Basil,heart", "OM11 every combination once"),
        ("narco-empire", "cards/narcos.yaml", "price: 2, carries: 6", "price: 2, carries: 5", "NE8 loads"),
        ("police-precinct", "boards/city.yaml", "links: [A2, Ax1]", "links: [A2]", "none"),
        ("host-takeover", "cards/cells.csv", "dendrocyte,brain,400", "dendrocyte,brain,300", "HT7 price never falls"),
    ],
)  # fmt: skip
def test_judged_tells_right_from_wrong(
    game: str, path: str, old: str, new: str, broken: str
) -> None:
    files = Kit(game).files()
    assert judged(game, files) == ()
    assert files[path].count(old) >= 1
    found = judged(game, {**files, path: files[path].replace(old, new, 1)})
    assert broken in found if broken != "none" else found == ()


def test_judged_holds_what_cannot_be_read_for_broken() -> None:
    files = Kit("organ-trail").files()
    found = judged("organ-trail", {**files, "cards/organs.yaml": "cards: [{id: a, id: b}]"})
    assert found == ("unreadable: ValueError a key stands twice: ['id', 'id']",)


def test_faults_are_the_same_every_time_and_touch_the_lines_they_name() -> None:
    files = Kit("organ-trail").files()
    one, two = (Faults(files, "1/organ-trail").many(60) for _ in range(2))
    assert one == two
    kinds = "drop|double|re-count|re-type|swap fields|rename|change a fact|change prose"
    assert {fault.kind for fault in one} >= set(kinds.split("|"))
    for fault in one:
        old, new = files[fault.path].splitlines(), fault.text.splitlines()
        first = next(
            (n for n, (a, b) in enumerate(zip(old, new, strict=False), 1) if a != b),
            min(len(old), len(new)) + 1,
        )
        assert min(abs(first - at) for at in fault.lines) <= len(fault.lines), fault


def test_table() -> None:
    fine = Line("toy", 100, 60, 60, 40, 0, 2, 98.04, 0, 12.3, 9.6)
    assert (
        table([fine]).splitlines()[1].split()
        == "toy 100 60 / 60 100.00 % 0 / 40 2 98.0 % 0 lines 12 10".split()
    )
    assert good(fine)
    assert (
        not good(fine._replace(killed=59))
        and not good(fine._replace(alarms=1))
        and not good(fine._replace(named=94.9))
    )


def test_line_of_no_mutants() -> None:
    assert line("toy", []) == Line("toy", 0, 0, 0, 0, 0, 0, 100.0, 0, 0.0, 0)
