"""What a finding names beside the places of its kind: facts, entries that print none, gaps."""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import findings

from check.promises.world import BOARD, GAME, HELP

HEAD = "id: X1, says: so it is, basis: stated"


def said(folder: Path, promise: str, *changes: tuple[str, str]) -> list[str]:
    """The notes of the first finding."""
    game = GAME
    for old, new in changes:
        assert game.count(old) == 1, old
        game = game.replace(old, new)
    found = findings(
        folder,
        {
            "game.yaml": game,
            "board.yaml": BOARD,
            "help.md": HELP,
            "rules.yaml": f"- {{{HEAD}, {promise}}}\n",
        },
    )
    return [
        line.strip() for line in found.splitlines() if line.startswith("  ") and "hint:" not in line
    ]


@pytest.mark.parametrize(
    ("promise", "changes", "expected"),
    [
        ("kind: count, of: cells, is: facts.workers", (), "game.yaml:3:18: facts.workers is 5"),
        ("kind: expr, that: facts.low > facts.high", (), "game.yaml:3:26: facts.low is 1"),
        ("kind: expr, that: players.max == 4", (), "game.yaml:2:10: 2 to 3 players"),
        (
            "kind: expr, that: facts.twice == 9",
            (("none: 0}", "none: 0, twice: {expr: 2 * facts.days}}"),),
            "game.yaml:3:53: facts.days is 4",
        ),
        (
            "kind: count, of: cells, is: 9",
            (("group: b, count: 2", "group: b, count: 0"),),
            'game.yaml:12:82: "c3" prints none',
        ),
        (
            "kind: count, of: cells, is: 9",
            (("place: 3", "place: 4"),),
            "game.yaml:11:9: place 3 is left out, the one before is here",
        ),
    ],
    ids=[
        "a fact",
        "in an expression",
        "players",
        "a fact of a fact",
        "a count of 0",
        "a gap",
    ],
)
def test_places_at_fault(
    tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str
) -> None:
    notes = said(tmp_path, promise, *changes)
    assert [note for note in notes if note.startswith(expected)], notes


def test_numbers_that_nobody_counts_up_have_no_gaps(tmp_path: Path) -> None:
    """Prices of 5, 2 and 1 were said to leave 3 out, whatever was promised."""
    changes = (("Skin, place: 1", "Skin, place: 5"), ("Lung, place: 3", "Lung, place: 1"))
    assert not [
        note
        for note in said(tmp_path, "kind: count, of: cells, is: 9", *changes)
        if "left out" in note
    ]


def test_no_place_is_named_twice(tmp_path: Path) -> None:
    notes = said(tmp_path, "kind: count, of: cells, is: facts.workers + facts.workers + facts.low")
    assert len(notes) == len({note.partition(": ")[0] for note in notes}) and len(notes) <= 12
