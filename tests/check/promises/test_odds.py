"""P516 odds: how likely a draw is."""

from __future__ import annotations

from pathlib import Path

import pytest

from .world import judged


@pytest.mark.parametrize(
    "promise",
    [
        'kind: odds, of: cells, match: group == "b", draw: 2, is: 0.83',
        'kind: odds, of: cells, match: group == "b", draw: 2, exactly: 1, is: 0.6 .. 0.7',
        'kind: odds, of: cells, match: group == "b", draw: 1, is: = 50 %',
        'kind: odds, of: cells, for_each: upgrades, match: each.sort and group == "b", draw: 2, is: ">= 80 %"',
        'kind: odds, of: cells, for_each: players, match: group == "b", draw: players, is: ">= 0.8"',
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


@pytest.mark.parametrize(
    ("promise", "changes", "expected"),
    [
        (
            "kind: odds, of: cells, match: group == 'b', draw: 2, is: '>= 0.9'",
            (),
            "rules.yaml:1:3: error P516 2 of 4 cards hold at least 1 of 2 that match with a chance of 0.8333; the rules promise >= 0.9 (X1, stated)\n"
            "  game.yaml:10:7: the deck is here\n"
            "  hint: 3 that match, in place of 2, would keep it",
        ),
        (
            "kind: odds, of: cells, match: group == 'z', draw: 2, is: 0",
            (),
            "rules.yaml:1:3: error P580 X1 holds only because its set is empty: no card of \"cells\" has group == 'z'\n"
            "  hint: a promise about nothing guards nothing: correct what it names",
        ),
        (
            "kind: odds, of: cells, match: group == 'b', draw: 9, is: 0.5",
            (),
            'rules.yaml:1:93: error P591 X1: "draw": expected 1 to 4 of the 4 cards, found 9',
        ),
        (
            "kind: odds, of: cells, match: group == 'b', draw: 2, is: likely",
            (),
            'rules.yaml:1:100: error P591 X1: "is": expected a chance such as ">= 0.6", "< 5 %" or "0.4 .. 0.6", found likely',
        ),
        (
            "kind: odds, of: cells, match: group == 'b', draw: 2, is: '> 2'",
            (),
            'rules.yaml:1:100: error P591 X1: "is": a chance is 0 to 1, or 0 % to 100 %, found > 2',
        ),
        (
            "kind: odds, of: cells, match: group == 'b', draw: 2, exactly: 1, at_least: 1, is: 0.5",
            (),
            'rules.yaml:1:105: error P591 X1: "exactly" excludes "at_least" and "at_most"\n  hint: leave one of them out',
        ),
    ],
)
def test_broken_or_malformed(tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str) -> None:
    assert judged(tmp_path, promise, *changes) == expected
