"""P510 monotone: numbers rise."""

from __future__ import annotations

from pathlib import Path

import pytest

from .world import judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: monotone, values: [facts.low, facts.hand, facts.high]",
        "kind: monotone, of: cells, values: [place, price, price * 2]",
        "kind: monotone, of: cells, field: place",
        "kind: monotone, of: cells, along: price, field: place",
        "kind: monotone, of: cells, along: place, field: price, strict: no",
        "kind: monotone, of: cells, within: rents",
        "kind: monotone, of: cells, per: group, field: place",
        "kind: monotone, of: cells, value: 0 - place, direction: down",
        "kind: monotone, of: cells, along: price, value: 0 - place, direction: down",
        # as decimals, not as the floats that come out a hair higher
        "kind: monotone, values: [facts.low * 0.1 + 0.2, facts.low * 0.3], strict: no",
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


@pytest.mark.parametrize(
    ("promise", "changes", "expected"),
    [
        (
            "kind: monotone, values: [facts.low, facts.high, facts.hand]",
            (),
            "rules.yaml:1:3: error P510 facts.high = 3 comes before facts.hand = 2; the rules promise that they rise (X1, stated)",
        ),
        (
            "kind: monotone, of: cells, values: [place, price // 5]",
            (),
            'rules.yaml:1:3: error P510 card "c2" of "cells": place = 2 comes before price // 5 = 2; the rules promise that they rise (X1, stated)\n'
            "  game.yaml:11:9: the card is here",
        ),
        (
            "kind: monotone, values: [facts.low * 0.3, facts.low * 0.1 + 0.2]",
            (),
            "rules.yaml:1:3: error P510 facts.low * 0.3 = 0.3 comes before facts.low * 0.1 + 0.2 = 0.3; the rules promise that they rise (X1, stated)",
        ),
        (
            "kind: monotone, of: cells, field: price",
            (),
            'rules.yaml:1:3: error P510 price is 10 on "c1" and then 10 on "c2"; the rules promise that they rise (X1, stated)\n'
            '  game.yaml:10:47: "c1" is here\n'
            '  game.yaml:11:46: "c2" is here',
        ),
        (
            "kind: monotone, of: cells, along: price, field: place",
            (("place: 3", "place: 2"),),
            'rules.yaml:1:3: error P510 place is 2 on "c2" and then 2 on "c3" (price 10 and 30); the rules promise that they rise (X1, stated)\n'
            '  game.yaml:11:36: "c2" is here\n'
            '  game.yaml:12:37: "c3" is here',
        ),
        (
            "kind: monotone, of: cells, within: rents",
            (("2+6+9", "2+6+6"),),
            'rules.yaml:1:3: error P510 card "c2" of "cells" has rents 2 + 6 + 6; the rules promise that they rise (X1, stated)\n'
            "  game.yaml:11:57: the card is here",
        ),
        (
            "kind: monotone, values: [1, 2]",
            (),
            "rules.yaml:1:3: error P580 X1 holds only because its set is empty: it speaks of nothing in the game\n"
            "  hint: a promise about nothing guards nothing: correct what it names",
        ),
        (
            "kind: monotone, of: cells, field: price, only: place == 1",
            (),
            "rules.yaml:1:3: error P591 X1: one price only; nothing can rise",
        ),
        (
            "kind: monotone, of: cells, field: place, along: facts.high",
            (),
            "rules.yaml:1:3: error P580 X1 holds only because its set is empty: facts.high is the same for all that are compared, "
            "so none comes before another\n  hint: a promise about nothing guards nothing: correct what it names",
        ),
        (
            "kind: monotone, of: cells, field: place, along: price, per: group",
            (),
            "rules.yaml:1:3: error P580 X1 holds only because its set is empty: price is the same for all that are compared, "
            "so none comes before another\n  hint: a promise about nothing guards nothing: correct what it names",
        ),
        (
            "kind: monotone, of: cells, field: name",
            (),
            'rules.yaml:1:77: error P591 X1: the name of "c1" is Skin, not a number\n  game.yaml:10:9: "c1" is here',
        ),
        (
            "kind: monotone, of: cells",
            (),
            'rules.yaml:1:3: error P591 X1: expected one of "field", "value", "values" and "within"',
        ),
        (
            "kind: monotone, values: [facts.low]",
            (),
            'rules.yaml:1:67: error P591 X1: "values" lists two expressions or more',
        ),
        (
            "kind: monotone, of: cells, field: price, direction: sideways",
            (),
            'rules.yaml:1:95: error P591 X1: "direction": expected up or down, found sideways',
        ),
        (
            "kind: monotone, of: cells, values: [rents, price]",
            (),
            'rules.yaml:1:78: error P591 X1: "values": rents is 1 + 5 + 9, not a number',
        ),
        (
            "kind: monotone, of: cells, values: [place, price], along: nix",
            (),
            'rules.yaml:1:101: error P591 X1: "along" means nothing with "values"\n  hint: leave it out',
        ),
        (
            "kind: monotone, of: cells, within: rents, per: nix",
            (),
            'rules.yaml:1:90: error P591 X1: "per" means nothing with "within"\n  hint: leave it out',
        ),
        (
            "kind: monotone, values: [facts.low, facts.high], only: nix",
            (),
            'rules.yaml:1:98: error P591 X1: "only" means nothing without "of"\n  hint: name the cards that are meant with of:',
        ),
    ],
)
def test_broken_or_malformed(
    tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str
) -> None:
    assert judged(tmp_path, promise, *changes) == expected


@pytest.mark.parametrize(
    ("promise", "changes", "expected"),
    [
        (
            "kind: monotone, of: cells, along: price, value: 4 - place, direction: down",
            (("place: 2", "place: 3"), ("place: 3, price: 30", "place: 2, price: 30")),
            '4 - place is 1 on "c2" and then 2 on "c3" (price 10 and 30); the rules promise that they fall',
        ),
        (
            "kind: monotone, of: cells, along: 0 - price, value: 4 - place, direction: down",
            (
                ("place: 1, ", "place: 4, "),
                ("place: 2, ", "place: 1, "),
                ("place: 3, ", "place: 2, "),
            ),
            '4 - place is 2 on "c3" and then 3 on "c2" (0 - price -30 and -10); the rules promise that they fall',
        ),
        (
            "kind: monotone, of: cells, along: price, field: place",
            (("place: 2", "place: 3"), ("place: 3, price: 30", "place: 2, price: 30")),
            'place is 3 on "c2" and then 2 on "c3" (price 10 and 30); the rules promise that they rise',
        ),
    ],
)
def test_of_several_at_one_place_the_worst_is_held_against_the_next(
    tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str
) -> None:
    found = judged(tmp_path, promise, *changes)
    assert "error P510 " in found and expected in found, found
