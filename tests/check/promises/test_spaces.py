"""What promises know of the spaces of a board."""

from __future__ import annotations

from pathlib import Path

import pytest

from .world import BOARD, judged

GRID = """\
grid: {kind: square, at: [10mm, 10mm], cell: 20mm, columns: 4, rows: 3, fill: yes}
spaces:
  lake: {at: {grid: [3, 2]}, kind: water}
  away: {at: [150mm, 150mm], size: 10mm}
"""


@pytest.mark.parametrize(
    ("promise", "expected"),
    [
        ("kind: count, of: board, only: row == 2, is: 4", ""),
        ("kind: count, of: board, only: column == 3 and row == 2 and kind == 'water', is: 1", ""),
        ("kind: count, of: board, only: column == none, is: 1", ""),
        ("kind: count, of: board, only: column and column > 3, is: 3", ""),
        ("kind: count, of: board, only: column == 4, is: 4", "P501"),
    ],
)
def test_spaces_of_a_grid_know_their_column_and_row(
    tmp_path: Path, promise: str, expected: str
) -> None:
    said = judged(tmp_path, promise, (BOARD, GRID))
    assert (expected in said) if expected else said == "", said


def test_spaces_without_a_label_share_none(tmp_path: Path) -> None:
    """D has no label and E has an empty one; neither is a name that could repeat."""
    assert (
        judged(
            tmp_path,
            "kind: unique, of: board, field: label",
            (
                "D: {at: [110mm, 50mm], size: 10mm, kind: free}",
                'D: {at: [110mm, 50mm], size: 10mm, kind: free}\n  E: {at: [140mm, 50mm], size: 10mm, kind: free, label: ""}',
            ),
        )
        == ""
    )
    assert "share the label Gut" in judged(
        tmp_path, "kind: unique, of: board, field: label", ("label: Lung", "label: Gut")
    )


def test_a_count_is_not_held_against_itself(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: count, of: cells, is: total.cells") == (
        'rules.yaml:1:71: error P591 X1: "is": total.cells is what is counted here, so it holds whatever the game is\n  hint: write the number'
    )
