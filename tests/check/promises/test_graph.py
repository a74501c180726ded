"""P512 graph: spaces hang together, are reached, are cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from .world import judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: graph, of: board, rule: connected, among: not track",
        "kind: graph, of: board, rule: reach, from: A, to: D, is: 3",
        'kind: graph, of: board, rule: reach, from: A, to: D, is: 2, steps: kind == "cell"',
        'kind: graph, of: board, rule: reach, from: [A, B], to: kind == "cell", at_most: 1',
        "kind: graph, of: board, rule: cut_off, without: B, from: A, to: D",
        "kind: graph, of: board, rule: degree, among: not track, at_least: 1, at_most: 2",
        'kind: graph, of: board, rule: touch, among: not track, without: kind == "cell", any: 2',
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


@pytest.mark.parametrize(
    ("promise", "changes", "expected"),
    [
        (
            "kind: graph, of: board, rule: connected, among: not track",
            ((", links: [C]}", "}"),),
            'rules.yaml:1:3: error P512 "board" falls into 2 parts; the rules promise that all of it hangs together (X1, stated)\n'
            "  board.yaml:1:1: the board is here\n"
            '  board.yaml:4:6: cut off is "A"\n'
            '  board.yaml:5:6: cut off is "B"\n'
            "  hint: link A, B to the rest",
        ),
        (
            "kind: graph, of: board, rule: reach, from: A, to: D, at_most: 2",
            (),
            'rules.yaml:1:3: error P512 "D" is 3 steps away from A; the rules promise at most 2 (X1, stated)\n'
            "  board.yaml:1:1: the board is here\n"
            '  board.yaml:7:6: see "D"',
        ),
        (
            "kind: graph, of: board, rule: reach, from: A, to: days-1",
            (),
            'rules.yaml:1:3: error P512 "days-1" cannot be reached from A; the rules promise a way (X1, stated)\n'
            "  board.yaml:1:1: the board is here\n"
            '  board.yaml:2:9: see "days-1"',
        ),
        (
            "kind: graph, of: board, rule: cut_off, without: B, from: A, to: D",
            (("links: [D]", "links: [D, A]"),),
            'rules.yaml:1:3: error P512 without B "D" is still reached from A; the rules promise that it is cut off (X1, stated)\n'
            "  board.yaml:1:1: the board is here\n"
            '  board.yaml:7:6: see "D"',
        ),
        (
            "kind: graph, of: board, rule: cut_off, without: B, from: A, to: days-1",
            (),
            'rules.yaml:1:3: error P580 X1 holds only because its set is empty: "days-1" cannot be reached from A anyway\n'
            "  hint: a promise about nothing guards nothing: correct what it names",
        ),
        (
            "kind: graph, of: board, rule: degree, among: not track, at_least: 2",
            (),
            'rules.yaml:1:3: error P512 from "A" 1 space can be entered; the rules promise at least 2 (X1, stated)\n'
            "  board.yaml:1:1: the board is here\n"
            '  board.yaml:4:6: see "A"\n'
            'rules.yaml:1:3: error P512 from "D" 1 space can be entered; the rules promise at least 2 (X1, stated)\n'
            "  board.yaml:1:1: the board is here\n"
            '  board.yaml:7:6: see "D"',
        ),
        (
            "kind: graph, of: board, rule: touch, without: B",
            (),
            "rules.yaml:1:3: error P512 without B the part with days-1 touches none of them (X1, stated)\n"
            "  board.yaml:1:1: the board is here\n"
            '  board.yaml:2:9: left alone is "days-1"',
        ),
        (
            "kind: graph, of: cells, rule: connected",
            (),
            'rules.yaml:1:60: error P591 X1: "cells" is no board\n  hint: known here: board',
        ),
        (
            "kind: graph, of: board, rule: conected",
            (),
            'rules.yaml:1:73: error P591 X1: "rule": expected one of connected, reach, cut_off, degree, touch, found conected\n'
            '  hint: did you mean "connected"?',
        ),
        (
            "kind: graph, of: board, rule: reach, from: Z9 == 1, to: A",
            (),
            'rules.yaml:1:86: error P591 X1: "from": "Z9" is not defined',
        ),
        (
            "kind: graph, of: board, rule: reach, from: [Z], to: A",
            (),
            'rules.yaml:1:86: error P591 X1: "from": "board" has no space "Z" that counts here\n'
            "  hint: known here: A, B, C, D, days-1, days-2, days-3, days-4, site",
        ),
        (
            "kind: graph, of: board, rule: reach, from: A, to: kind == 'castle'",
            (),
            "rules.yaml:1:3: error P580 X1 holds only because its set is empty: no space of \"board\" has kind == 'castle'\n"
            "  hint: a promise about nothing guards nothing: correct what it names",
        ),
        (
            "kind: graph, of: board, rule: touch, without: kind == 'cell', any: 9",
            (),
            'rules.yaml:1:110: error P591 X1: "any": expected 1 to 3, found 9',
        ),
    ],
)
def test_broken_or_malformed(tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str) -> None:
    assert judged(tmp_path, promise, *changes) == expected


def test_spaces_and_areas_have_places_and_sizes(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: range, of: board, only: kind == 'cell', value: y + width, from: 60, to: 60") == ""
    assert judged(tmp_path, "kind: range, of: board.areas, value: x + height, from: 120, to: 120") == ""
