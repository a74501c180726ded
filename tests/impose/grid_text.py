"""A sheet as a grid of words, recto beside verso as each is seen: what golden files of
imposition hold.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.impose import Placement, Sheet, Side
from pnp.units.geometry import by

_TURNS = {0: "", 90: " →", 180: " ↓", 270: " ←"}
_NEAR = 2  # µm: a grid that cannot be centred exactly and its mirror image differ by one


def as_text(sheet: Sheet) -> str:
    """Card ids row by row, recto | verso; a back in brackets, a second copy as `id*2`, a turned
    face with an arrow to its upper edge.
    """
    sides = [sheet.recto] if sheet.verso is None else [sheet.recto, sheet.verso]
    placed = [placement for side in sides for placement in side.placements]
    columns = _lines(at for p in placed for at in (p.trim.x, sheet.paper.width - p.trim.right))
    rows = _lines(at for p in placed for at in (p.trim.y, sheet.paper.height - p.trim.bottom))
    grids = [_cells(side, columns, rows) for side in sides]
    width = max((len(cell) for cells in grids for row in cells for cell in row), default=1)
    head = f"{sheet.component} {sheet.number} on {by(sheet.paper)}" + (
        "" if sheet.verso else ", recto only"
    )
    lines = (
        " | ".join("  ".join(cell.ljust(width) for cell in row) for row in both)
        for both in zip(*grids, strict=True)
    )
    return "\n".join([head, *(line.rstrip() for line in lines)]) + "\n"


def _lines(places: Iterable[int]) -> list[int]:
    found: list[int] = []
    for place in sorted(places):
        if not found or place - found[-1] > _NEAR:
            found.append(place)
    return found


def _cells(side: Side, columns: list[int], rows: list[int]) -> list[list[str]]:
    cells = [["." for _ in columns] for _ in rows]
    for placement in side.placements:
        row, column = _nearest(rows, placement.trim.y), _nearest(columns, placement.trim.x)
        cells[row][column] = _word(placement)
    return cells


def _nearest(lines: list[int], place: int) -> int:
    return min(range(len(lines)), key=lambda index: abs(lines[index] - place))


def _word(placement: Placement) -> str:
    name = placement.card + (f"*{placement.copy}" if placement.copy > 1 else "")
    return (f"({name})" if placement.side == "back" else name) + _TURNS[placement.turn]
