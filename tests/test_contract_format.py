"""A contract in the format of 0.1 is read as it was then."""

from __future__ import annotations

from pathlib import Path

import pnp

FOLDER = Path(__file__).parent / "contract-0.1" / "data" / "organ-match"


def test_contract_of_0_1_is_checked_and_built_without_findings() -> None:
    game = pnp.load(FOLDER)
    promises = game.read().promises
    assert len(promises) == 109 and sum(one.kind == "xdoc" for one in promises) == 57
    assert game.check() == []


def test_contract_of_0_1_makes_the_promises_of_then(tmp_path: Path) -> None:
    report = pnp.load(FOLDER).build(tmp_path / "print")
    assert (report.promises_kept, report.waiting, report.diagnostics) == (109, 0, ())
