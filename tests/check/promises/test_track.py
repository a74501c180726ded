"""P511 track: a track runs from one number to another."""

from __future__ import annotations

from pathlib import Path

import pytest

from .world import judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: track, of: board, track: days, from: 1, to: facts.days",
        "kind: track, of: board.days, length: 4",
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


@pytest.mark.parametrize(
    ("promise", "changes", "expected"),
    [
        (
            "kind: track, of: board, track: days, from: 0, to: 4",
            (),
            'rules.yaml:1:3: error P511 track "board.days" runs from 1 to 4 over 4 spaces; the rules promise 0 to 4, each once and in order (X1, stated)\n'
            "  board.yaml:2:9: the board is here\n"
            "  hint: missing: 0",
        ),
        (
            "kind: track, of: board.days, length: 5",
            (),
            'rules.yaml:1:3: error P511 track "board.days" has 4 spaces, the rules promise 5 (X1, stated)\n'
            "  board.yaml:2:9: the board is here",
        ),
        (
            "kind: track, of: board, track: day, length: 4",
            (),
            'rules.yaml:1:74: error P591 X1: "board" has no track "day"\n  board.yaml:1:1: the tracks are here\n  hint: did you mean "days"?',
        ),
        (
            "kind: track, of: board.days",
            (),
            'rules.yaml:1:3: error P591 X1: expected "from" and "to", or "length"',
        ),
        (
            "kind: track, of: cells, from: 1, to: 3",
            (),
            'rules.yaml:1:3: error P591 X1: "cells" has no field "number"\n  hint: did you mean "name"?',
        ),
        (
            "kind: track, of: board, track: days, from: 4, to: 1",
            (),
            'rules.yaml:1:3: error P511 track "board.days" runs from 1 to 4 over 4 spaces; the rules promise 4 to 1, each once and in order (X1, stated)\n'
            "  board.yaml:2:9: the board is here\n"
            '  board.yaml:2:9: see "days-1"\n'
            "  hint: space 1 of the track has 1, not 4: they are out of order",
        ),
        (
            "kind: track, of: board.days, from: 1, to: 4, step: 0",
            (),
            'rules.yaml:1:94: error P591 X1: "step": expected 1 or more, found 0',
        ),
        (
            "kind: track, of: board.days, from: 1, to: 4, step: 2",
            (),
            "rules.yaml:1:94: error P591 X1: steps of 2 do not lead from 1 to 4",
        ),
        (
            "kind: track, of: board.days, length: 4, step: 2, field: label",
            (),
            'rules.yaml:1:89: error P591 X1: "step" means nothing without "from" and "to"\n'
            "  hint: promise the ends as well, or leave it out",
        ),
    ],
)
def test_broken_or_malformed(
    tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str
) -> None:
    assert judged(tmp_path, promise, *changes) == expected


def numbered(folder: Path, *names: str) -> str:
    changes = [
        (f"name: {old}, place", f"name: {new}, place")
        for old, new in zip(("Skin", "Gut", "Lung"), names, strict=True)
    ]
    return judged(folder, "kind: track, of: cells, from: -1, to: 1, field: name", *changes)


def test_numbers_written_in_a_field_of_text(tmp_path: Path) -> None:
    assert numbered(tmp_path, "−1", "0", '" +1 "') == ""


@pytest.mark.parametrize("strange", ["--5", "-", "5-", "1.0", "9" * 5_000])
def test_what_is_no_number_in_a_field_of_text(tmp_path: Path, strange: str) -> None:
    shown = strange if len(strange) <= 60 else f"{strange[:57]}…"
    assert (
        numbered(tmp_path, "−1", strange, "1")
        == f'rules.yaml:1:91: error P591 X1: the name of "c2" is {shown}, not a whole number'
    )
