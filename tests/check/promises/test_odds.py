"""P516 odds: how likely a draw is."""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import column
from .world import judged


@pytest.mark.parametrize(
    "promise",
    [
        'kind: odds, of: cells, match: group == "b", draw: 2, is: 0.83',
        'kind: odds, of: cells, match: group == "b", draw: 2, exactly: 1, is: 0.6 .. 0.7',
        'kind: odds, of: cells, match: group == "b", draw: 1, is: = 50 %',
        'kind: odds, of: cells, match: group == "b", draw: 3, is: "1"',
        'kind: odds, of: cells, match: group == "b", draw: 3, is: 100 %',
        'kind: odds, of: cells, match: group == "b", draw: 3, exactly: 3, is: "0"',
        'kind: odds, of: cells, match: group == "b", draw: 2, exactly: 1, is: 60 .. 70 %',
        'kind: odds, of: cells, match: group == "b", draw: 2, exactly: 1, is: 0.6 .. 70 %',
        'kind: odds, of: cells, match: group == "b", draw: 2, at_least: 0, at_most: 1, is: "< 1"',
        'kind: odds, of: cells, for_each: players, match: group == "b", draw: players, at_least: 3, is: "<= 0"',
        'kind: odds, of: cells, for_each: players, match: group == "b", draw: 5 - players, at_least: 3, is: "<= 0"',
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
            "kind: odds, of: cells, match: group == 'b', draw: 1, is: '0'",
            (),
            "rules.yaml:1:3: error P516 1 of 4 cards hold 1 of 2 that match with a chance of 0.5000; the rules promise 0 (X1, stated)\n"
            "  game.yaml:10:7: the deck is here\n"
            "  hint: 0 that match, in place of 2, would keep it",
        ),
        (
            "kind: odds, of: cells, match: group == 'b', draw: 2, is: '= 100 %'",
            (),
            "rules.yaml:1:3: error P516 2 of 4 cards hold at least 1 of 2 that match with a chance of 0.8333; the rules promise = 100 % (X1, stated)\n"
            "  game.yaml:10:7: the deck is here\n"
            "  hint: 3 that match, in place of 2, would keep it",
        ),
        (
            "kind: odds, of: cells, match: group == 'b', draw: 2, exactly: 1, is: 20 .. 30 %",
            (),
            "rules.yaml:1:3: error P516 2 of 4 cards hold 1 of 2 that match with a chance of 0.6667; the rules promise 20 .. 30 % (X1, stated)\n"
            "  game.yaml:10:7: the deck is here",
        ),
        (
            "kind: odds, of: cells, match: group == 'b', draw: 2, exactly: 1, at_least: 1, is: 0.5",
            (),
            'rules.yaml:1:105: error P591 X1: "exactly" excludes "at_least" and "at_most"\n  hint: leave one of them out',
        ),
    ],
)
def test_broken_or_malformed(
    tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str
) -> None:
    assert judged(tmp_path, promise, *changes) == expected


@pytest.mark.parametrize(
    ("promise", "told"),
    [
        (
            'match: group == "a", exactly: 2, is: "0"',
            "hold 2 of 2 that match with a chance of less than 0.0001; the rules promise 0 (",
        ),
        (
            'match: group == "b", is: 100 %',
            "hold at least 1 of 998 that match with a chance of more than 0.9999; the rules promise 100 % (",
        ),
    ],
)
def test_nearly_never_is_not_never(tmp_path: Path, promise: str, told: str) -> None:
    said = judged(
        tmp_path,
        f"kind: odds, of: cells, draw: 2, {promise}",
        ("rents: 3+7+9, group: b, count: 2", "rents: 3+7+9, group: b, count: 998"),
    )
    assert f"error P516 2 of 1000 cards {told}" in said, said


SETTLED = {
    "more than are drawn": ("at_least", 'draw: 3, at_least: 5, is: "<= 0.4"', '"at_least": expected 1 to 3, as 3 are drawn, found 5'),
    "none or more": ("at_least", 'draw: 3, at_least: 0, is: ">= 0.4"', '"at_least": expected 1 to 3, as 3 are drawn, found 0'),
    "all or fewer": ("at_most", 'draw: 3, at_most: 3, is: ">= 0.4"', '"at_most": expected 0 to 2, as 3 are drawn, found 3'),
    "exactly too many": ("exactly", 'draw: 3, exactly: 4, is: "<= 0.4"', '"exactly": expected 0 to 3, as 3 are drawn, found 4'),
    "for everybody": (
        "at_least", 'for_each: players, draw: players, at_least: players + 1, is: "<= 0.4"', '"at_least": expected 1 to 3, as 3 are drawn, found 4',
    ),
    "a range the wrong way": ("at_most", 'draw: 3, at_least: 2, at_most: 1, is: "<= 0.4"', "from 2 to 1 there is nothing"),
    "fewer than none": ("at_most", 'draw: 3, at_most: 0 - 1, is: "<= 0.4"', "from 0 to -1 there is nothing"),
    "chances beyond all": ("is", "draw: 3, is: 0.6 .. 400 %", '"is": a chance is 0 to 1, or 0 % to 100 %, found 0.6 .. 400 %'),
    "chances the wrong way": ("is", "draw: 3, is: 0.6 .. 0.4", '"is": from 0.6 to 0.4 there is nothing\n  hint: write the smaller one first'),
    "every chance": ("is", "draw: 3, is: 0 .. 100 %", '"is": every chance is 0 .. 100 %\n  hint: hold it against a chance between 0 and 1'),
    "no chance left out": ("is", 'draw: 3, is: ">= 0"', '"is": every chance is >= 0\n  hint: hold it against a chance between 0 and 1'),
}  # fmt: skip


@pytest.mark.parametrize(("key", "promise", "message"), SETTLED.values(), ids=SETTLED.keys())
def test_what_holds_whatever_the_cards_are(
    tmp_path: Path, key: str, promise: str, message: str
) -> None:
    promise = f"kind: odds, of: cells, match: group == 'b', {promise}"
    at = column(promise, key)
    assert judged(tmp_path, promise) == f"rules.yaml:1:{at}: error P591 X1: {message}"


BOTH = {
    "one number for all": (
        'draw: players, is: ">= 0.9"',
        ("0.8333",),
        ["3 that match, in place of 2, would keep it"],
    ),
    "more for some, fewer for others": ('draw: players, is: "0.6"', ("0.8333", "1.0000"), []),
}


@pytest.mark.parametrize(("promise", "chances", "hints"), BOTH.values(), ids=BOTH.keys())
def test_what_helps_helps_for_every_number_of_players(
    tmp_path: Path, promise: str, chances: tuple[str, ...], hints: list[str]
) -> None:
    """One number was told for two players and another for three, which contradicted each other."""
    said = judged(
        tmp_path, f"kind: odds, of: cells, for_each: players, match: group == 'b', {promise}"
    ).splitlines()
    assert [line.partition(" chance of ")[2][:6] for line in said if "P516" in line] == list(
        chances
    )
    assert [line.partition("hint: ")[2] for line in said if "hint: " in line] == hints
