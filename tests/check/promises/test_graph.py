"""P512 graph: spaces hang together, are reached, are cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import column
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
        "kind: graph, of: board, rule: connected, among: not track, without: D",
        "kind: graph, of: board, rule: reach, from: D, to: D, via: label",
        "kind: graph, of: board, rule: reach, from: [A, B], to: [A, B], each: yes, at_most: 1",
        "kind: graph, of: board, rule: cut_off, without: [A, C], from: [A, B], to: [C, D]",
        "kind: graph, of: board, rule: near, at_most: 20mm",
        "kind: graph, of: board, rule: near, at_most: 0.8in",
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
            "kind: graph, of: board, rule: reach, from: [A, D], to: B, without: A, at_most: 1",
            (),
            'rules.yaml:1:3: error P512 "B" is 2 steps away from any of A, D; the rules promise at most 1 (X1, stated)\n'
            "  board.yaml:1:1: the board is here\n"
            '  board.yaml:5:6: see "B"',
        ),
        (
            "kind: graph, of: board, rule: reach, from: A, to: B, without: A",
            (),
            'rules.yaml:1:3: error P512 "B" cannot be reached from A; the rules promise a way (X1, stated)\n'
            "  board.yaml:1:1: the board is here\n"
            '  board.yaml:5:6: see "B"',
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
            'rules.yaml:1:73: error P591 X1: "rule": expected one of connected, reach, cut_off, degree, touch, near, found conected\n'
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
def test_broken_or_malformed(
    tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str
) -> None:
    assert judged(tmp_path, promise, *changes) == expected


NEAR = "kind: graph, of: board, rule: near, at_most: 20mm"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            ("B: {at: [50mm, 50mm]", "B: {at: [50.5mm, 50mm]"),
            ['"A" and "B" are linked and lie 20.5 mm apart'],
        ),
        (("B: {at: [50mm, 50mm]", "B: {at: [50mm, 51mm]"), []),
        (
            ("B: {at: [50mm, 50mm]", "B: {at: [80mm, 90mm]"),
            [
                '"A" and "B" are linked and lie 58.31 mm apart',
                '"B" and "C" are linked and lie 30 mm apart',
            ],
        ),
        (
            ("A: {at: [20mm, 50mm], size: 10mm", "A: {at: [20mm, 50mm], size: 8mm"),
            ['"A" and "B" are linked and lie 21 mm apart'],
        ),
    ],
)
def test_linked_spaces_lie_near_each_other(
    tmp_path: Path, change: tuple[str, str], expected: list[str]
) -> None:
    said = [
        line.partition("P512 ")[2]
        for line in judged(tmp_path, NEAR, change).split("\n")
        if "P512" in line
    ]
    assert said == [f"{one}; the rules promise at most 20 mm (X1, stated)" for one in expected]


def test_how_it_is_said_that_two_spaces_lie_apart(tmp_path: Path) -> None:
    assert judged(tmp_path, NEAR, ("D: {at: [110mm, 50mm]", "D: {at: [111mm, 50mm]")) == (
        'rules.yaml:1:3: error P512 "C" and "D" are linked and lie 21 mm apart; the rules promise at most 20 mm (X1, stated)\n'
        "  board.yaml:1:1: the board is here\n"
        '  board.yaml:6:6: see "C"\n'
        '  board.yaml:7:6: see "D"\n'
        "  hint: correct where one of them lies, or take out the link"
    )


def test_spaces_that_change_places_are_found(tmp_path: Path) -> None:
    places = (
        ("A: {at: [20mm, 50mm]", "A: {at: [110mm, 50mm]"),
        ("D: {at: [110mm, 50mm]", "D: {at: [20mm, 50mm]"),
    )
    said = judged(tmp_path, NEAR, *places)
    assert (
        '"A" and "B" are linked and lie 50 mm apart' in said
        and '"C" and "D" are linked and lie 50 mm apart' in said
    )


EMPTY = "rules.yaml:1:3: error P580 X1 holds only because its set is empty: "
SETTLED = {
    "one space": ('rule: connected, among: id == "A"', f'{EMPTY}A is all that is left of "board"'),
    "one space left": (
        'rule: connected, among: \'kind == "free" or id == "A"\', without: D',
        f'{EMPTY}A is all that is left of "board"',
    ),
    "a way to where it begins": (
        "rule: reach, from: A, to: A",
        f"{EMPTY}A is where the way begins",
    ),
    "ways to where they begin": (
        "rule: reach, from: [A, B], to: [B, A], at_most: 2",
        f"{EMPTY}B, A are where the way begins",
    ),
    "a goal taken out": ("rule: cut_off, without: B, from: A, to: B", f"{EMPTY}B is taken out"),
    "a start taken out": (
        "rule: cut_off, without: [A, B], from: A, to: D",
        f"{EMPTY}A is taken out",
    ),
    "no steps": (
        "rule: reach, from: A, to: D, at_most: 1, steps: kind == 'cel'",
        f"{EMPTY}no space of \"board\" counts as a step: none has kind == 'cel'",
    ),
    "no steps among those that count": (
        "rule: reach, from: A, to: B, at_most: 1, among: kind == 'cell', steps: kind == 'free'",
        f"{EMPTY}no space of \"board\" counts as a step: none has kind == 'free'",
    ),
    "no links": (
        'rule: near, at_most: 20mm, among: label == "Skin" or label == "Lung"',
        f'{EMPTY}no two spaces of "board" are linked',
    ),
    "no board that has spaces": (
        "rule: near, at_most: 20mm, among: kind == 'castle'",
        f"{EMPTY}no space of \"board\" has kind == 'castle'",
    ),
}


@pytest.mark.parametrize(("rule", "expected"), SETTLED.values(), ids=SETTLED.keys())
def test_about_nothing(tmp_path: Path, rule: str, expected: str) -> None:
    assert judged(tmp_path, f"kind: graph, of: board, {rule}").startswith(expected)


def test_a_way_that_is_longer_than_none_is_broken(tmp_path: Path) -> None:
    said = judged(tmp_path, "kind: graph, of: board, rule: reach, from: A, to: A, at_least: 1")
    assert said.startswith(
        'rules.yaml:1:3: error P512 "A" is 0 steps away from A; the rules promise at least 1'
    )


MALFORMED = {
    "a start for all": ("from", "rule: connected, from: nowhere", '"from" means nothing with rule: connected\n  hint: it reads among, without'),
    "steps for all": ("steps", "rule: connected, steps: kind", '"steps" means nothing with rule: connected\n  hint: it reads among, without'),
    "a goal for each": (
        "to", "rule: degree, at_least: 1, to: nobody", '"to" means nothing with rule: degree\n  hint: it reads among, at_most, at_least, is',
    ),
    "a number for what is cut off": (
        "is", "rule: cut_off, from: A, to: D, without: B, is: 3",
        '"is" means nothing with rule: cut_off\n  hint: it reads among, from, to, via, without',
    ),
    "each for what touches": ("each", "rule: touch, without: B, each: yes", '"each" means nothing with rule: touch\n  hint: it reads among, without, any'),
    "a start for what is near": ("from", "rule: near, at_most: 1mm, from: A", '"from" means nothing with rule: near\n  hint: it reads among, at_most'),
    "none or more": ("at_least", "rule: degree, at_least: 0", "from every space at least 0 can be entered, whatever the links are"),
    "all or fewer": ("at_most", "rule: degree, at_most: 8", "from every space at most 8 can be entered, whatever the links are"),
    "fewer than none": ("at_most", "rule: degree, at_most: 0 - 1", "from 0 to -1 there is nothing"),
    "no length": ("", "rule: near", '"at_most": expected a length such as 1mm'),
    "a number": ("at_most", "rule: near, at_most: 3", '"at_most": "3" has no unit; did you mean 3mm?'),
    "a space misspelt": ("to", "rule: reach, from: A, to: sitte", '"to": "sitte" is not defined\n  hint: did you mean "site"?'),
    "a space that is not there": ("to", "rule: reach, from: A, to: days9", '"to": "days9" is not defined\n  hint: did you mean "days-4" or "days-3" or "days-2"?'),
    "a list": ("at_most", "rule: near, at_most: [3mm]", '"at_most": expected a length such as 1mm'),
    "less than nothing": ("at_most", "rule: near, at_most: -1mm", '"at_most": expected 0mm or more, found -1mm'),
    "longer than the board": ("at_most", "rule: near, at_most: 2m", '"at_most": "2m" has the unknown unit "m"; known units: mm, cm, um, in, pt'),
    "as long as the board": ("at_most", "rule: near, at_most: 20cm", '"at_most": no two spaces of "board" lie farther apart than 200 mm'),
}  # fmt: skip


@pytest.mark.parametrize(("key", "rule", "message"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed(tmp_path: Path, key: str, rule: str, message: str) -> None:
    promise = f"kind: graph, of: board, {rule}"
    assert (
        judged(tmp_path, promise)
        == f"rules.yaml:1:{column(promise, key) if key else 3}: error P591 X1: {message}"
    )


def test_spaces_and_areas_have_places_and_sizes(tmp_path: Path) -> None:
    assert (
        judged(
            tmp_path,
            "kind: range, of: board, only: kind == 'cell', value: y + width, from: 60, to: 60",
        )
        == ""
    )
    assert (
        judged(tmp_path, "kind: range, of: board.areas, value: x + height, from: 120, to: 120")
        == ""
    )


def test_no_track_takes_the_place_of_the_areas(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: count, of: board.areas, is: 1") == ""
    said = judged(tmp_path, "kind: count, of: board.areas, is: 1", ("days: {from", "areas: {from"))
    assert 'board.yaml:2:3: error P229 "areas" cannot be the name of a track' in said
