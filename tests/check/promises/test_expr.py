"""P515 expr: an expression holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from .world import judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: expr, that: total.board == 1",
        "kind: expr, that: facts.low + facts.hand == facts.high",
        "kind: expr, for_each: players, that: players * 5 <= total.workers",
        "kind: expr, for_each: cells, that: each.price % 10 == 0",
        'kind: expr, let: {dear: \'components.cells|selectattr("price", "equalto", 10)|list|length\'}, that: dear == 2',
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


@pytest.mark.parametrize(
    ("promise", "changes", "expected"),
    [
        (
            "kind: expr, that: facts.low + facts.hand == facts.days",
            (),
            "rules.yaml:1:3: error P515 facts.low + facts.hand == facts.days does not hold: 3 == 4 is false (X1, stated)",
        ),
        (
            "kind: expr, for_each: players, that: players < 3",
            (),
            "rules.yaml:1:3: error P515 with 3 players players < 3 does not hold: 3 < 3 is false (X1, stated)",
        ),
        (
            "kind: expr, for_each: cells, that: each.price == 10",
            (),
            'rules.yaml:1:3: error P515 for "c3" each.price == 10 does not hold: 30 == 10 is false (X1, stated)\n'
            "  game.yaml:12:9: it is here",
        ),
        (
            "kind: expr, that: 1 == 1",
            (),
            "rules.yaml:1:3: error P580 X1 holds only because its set is empty: it speaks of nothing in the game\n"
            "  hint: a promise about nothing guards nothing: correct what it names",
        ),
        (
            "kind: expr, that: facts.low",
            (),
            'rules.yaml:1:61: error P591 X1: "that": expected a comparison, found 1\n  hint: write one with ==, <, > or in',
        ),
        (
            "kind: expr, that: facts.low / facts.none == 1",
            (),
            'rules.yaml:1:61: error P591 X1: "that": a division by zero',
        ),
        (
            "kind: expr, that: facts.lo == 1",
            (),
            'rules.yaml:1:61: error P591 X1: "that": "facts" has no "lo"\n  hint: did you mean "low"?',
        ),
        (
            "kind: expr, that: components.cell|length == 3",
            (),
            'rules.yaml:1:61: error P591 X1: "that": "components" has no "cell"\n  hint: did you mean "cells"?',
        ),
    ],
)
def test_broken_or_malformed(tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str) -> None:
    assert judged(tmp_path, promise, *changes) == expected


def test_expressions_that_take_too_long_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.check.promises.scope.MAX_STEPS", 2_000)
    assert judged(tmp_path, "kind: expr, for_each: board, that: range(20000)|sum > each.count") == (
        'rules.yaml:1:78: error P591 X1: "that": all promises together take more than 2,000 steps to work out\n  hint: make it simpler'
    )
