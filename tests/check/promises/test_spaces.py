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
def test_spaces_of_a_grid_know_their_column_and_row(tmp_path: Path, promise: str, expected: str) -> None:
    said = judged(tmp_path, promise, (BOARD, GRID))
    assert (expected in said) if expected else said == "", said
