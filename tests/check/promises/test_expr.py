"""P515 expr: an expression holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import column
from .world import judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: expr, that: total.board == 1",
        "kind: expr, that: facts.low + facts.hand == facts.high",
        "kind: expr, for_each: players, that: players * 5 <= total.workers",
        "kind: expr, for_each: cells, that: each.price % 10 == 0",
        "kind: expr, let: {low: facts.low, more: low + 1}, that: more == 2",
        "kind: expr, let: {all: components.cells | length}, that: facts.low == 1",
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
            "kind: expr, let: {low: facts.low}, that: 1 == 1",
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
def test_broken_or_malformed(
    tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str
) -> None:
    assert judged(tmp_path, promise, *changes) == expected


def test_expressions_that_take_too_long_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.check.promises.scope.MAX_STEPS", 2_000)
    assert judged(tmp_path, "kind: expr, for_each: board, that: range(20000)|sum > each.count") == (
        'rules.yaml:1:78: error P591 X1: "that": all promises together take more than 2,000 steps to work out\n  hint: make it simpler'
    )


SLIPS = {
    "one =": ("that", 'that: "facts.low = 1"', 'one "=" compares nothing', "write facts.low == 1"),
    "an end too early": ("that", 'that: "facts.low =="', "the expression ends too early", 'write what follows "=="'),
    "a bracket": ("that", 'that: "12)"', "unexpected ')'", ""),
    "nothing": ("that", 'that: ""', "the expression is empty", ""),
    "an unknown name": ("that", "that: fact.low == 1", '"fact" is not defined', 'did you mean "facts"?'),
    "a field without each": (
        "that", "for_each: cells, that: price > 0", '"price" is not defined', 'did you mean "each.price"?',
    ),
    "a field without each beside a fact": (
        "that", "for_each: cells, that: price > facts.low", '"price" is not defined', 'did you mean "each.price"?',
    ),
    "a thousand terms": (
        "that", f"that: {'+'.join(['facts.low'] * 1000)}", "the expression is 9,999 characters long; at most 2,000 are allowed", "",
    ),
    "a name with a slip": ("let", 'let: {a: "facts.low ="}, that: a == 1', 'one "=" compares nothing', "write facts.low =="),
    "a part of many": ("that", 'that: [facts.low == 1, "facts.low = 1"]', 'one "=" compares nothing', "write facts.low == 1"),
}  # fmt: skip


@pytest.mark.parametrize(("key", "promise", "message", "hint"), SLIPS.values(), ids=SLIPS.keys())
def test_a_slip_is_named_where_it_is(
    tmp_path: Path, key: str, promise: str, message: str, hint: str
) -> None:
    promise = f"kind: expr, {promise}"
    assert judged(tmp_path, promise) == (
        f'rules.yaml:1:{column(promise, key)}: error P591 X1: "{key}": {message}'
        + (f"\n  hint: {hint}" if hint else "")
    )


@pytest.mark.parametrize("that", ["1 == 2", '"range(3)|sum == 3"', "true"])
def test_what_is_right_and_speaks_of_nothing(tmp_path: Path, that: str) -> None:
    assert judged(tmp_path, f"kind: expr, that: {that}").startswith(
        "rules.yaml:1:3: error P580 X1 holds only because its set is empty: it speaks of nothing in the game"
    )


def test_a_sign_the_wrong_way_round_is_a_slip_as_well(tmp_path: Path) -> None:
    assert judged(tmp_path, 'kind: expr, that: "facts.low => 1"').startswith(
        'rules.yaml:1:61: error P591 X1: "that": '
    )
