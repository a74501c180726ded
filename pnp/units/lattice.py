"""Where things lie in rows, rings and grids: pure positions, in whole micrometres.

A spot is the middle of a place.
"""

from __future__ import annotations

from math import ceil, sqrt
from typing import NamedTuple

from pnp.units.geometry import Rect, Um, rect, rotated

CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")
"""The corners clockwise, the order in which a ring passes them."""

GRIDS = ("square", "hex", "triangle")
ROOT3 = sqrt(3)
BOX = "0 0, 100% 0, 100% 100%, 0 100%"
"""The corners of a whole box, as a polygon takes them."""
_CORNERS = {
    "square": BOX,
    "triangle": "50% 0, 100% 100%, 0 100%",
    "hex": "50% 0, 100% 25%, 100% 75%, 50% 100%, 0 75%, 0 25%",
    "turned": "25% 0, 75% 0, 100% 50%, 75% 100%, 25% 100%, 0 50%",
}


class Spot(NamedTuple):
    """A place by its middle, with the size of its box before it is turned, and the turn in
    degrees, clockwise.
    """

    x: Um
    y: Um
    width: Um
    height: Um
    angle: float = 0.0

    @property
    def box(self) -> Rect:
        """The upright rectangle around the turned box."""
        upright = rect(self.x - self.width // 2, self.y - self.height // 2, self.width, self.height)
        return rotated(self.angle, self.x, self.y).bounds(upright) if self.angle % 180 else upright


def spot(x: float, y: float, width: float, height: float, angle: float = 0.0) -> Spot:
    """A spot from plain numbers, rounded."""
    return Spot(Um(round(x)), Um(round(y)), Um(round(width)), Um(round(height)), angle)


def spaced(cell: int, gap: int, count: int) -> int:
    """How long so many cells are with the gaps between them."""
    return count * cell + (count - 1) * gap


def rows(
    area: Rect,
    count: int,
    columns: int,
    *,
    gap: int = 0,
    start: str = "top-left",
    down: bool = False,
    boustrophedon: bool = False,
) -> list[Spot]:
    """Cells of a rectangle one after another from a corner, line by line (column by column if
    `down`).

    Boustrophedon, as the ox ploughs: every second line runs back, so that neighbours in number are
    neighbours on paper.
    """
    lines = ceil(count / columns)
    wide = (area.width - gap * (columns - 1)) / columns
    high = (area.height - gap * (lines - 1)) / lines
    run = lines if down else columns
    made = []
    for index in range(count):
        line, along = divmod(index, run)
        if boustrophedon and line % 2:
            along = run - 1 - along
        column, row = (line, along) if down else (along, line)
        if "right" in start:
            column = columns - 1 - column
        if "bottom" in start:
            row = lines - 1 - row
        x = area.x + column * (wide + gap) + wide / 2
        y = area.y + row * (high + gap) + high / 2
        made.append(spot(x, y, wide, high))
    return made


def ring_count(columns: int, rows: int) -> int:
    """How many cells lie along the edges of so many columns and rows."""
    return 2 * (columns + rows) - 4


def ring(
    area: Rect,
    columns: int,
    rows: int,
    *,
    corner: int = 0,
    start: str = "top-left",
    counter: bool = False,
    upright: bool = False,
) -> list[Spot]:
    """The cells along the inside of a rectangle's edges, two columns and rows or more, from a
    corner, clockwise or counter to it.

    `corner` is the side of the square corner cells, and so the depth of the others; without it all
    cells are alike. Each cell is turned so that its foot is at the edge, as one reads sitting
    there, unless `upright`; a corner belongs to the side that begins with it.
    """
    xs, ys = _cuts(area.x, area.width, columns, corner), _cuts(area.y, area.height, rows, corner)
    right, bottom = columns - 1, rows - 1
    sides = [
        (180.0, [(column, 0) for column in range(columns)]),
        (270.0, [(right, row) for row in range(rows)]),
        (0.0, [(column, bottom) for column in range(right, -1, -1)]),
        (90.0, [(0, row) for row in range(bottom, -1, -1)]),
    ]
    first = CORNERS.index(start)
    sides = [*sides[first:], *sides[:first]]
    if counter:
        sides = [(angle, cells[::-1]) for angle, cells in reversed(sides)]
    made = []
    for angle, cells in sides:
        for column, row in cells[:-1]:
            wide, high = xs[column + 1] - xs[column], ys[row + 1] - ys[row]
            turn = 0.0 if upright else angle
            box = (high, wide) if turn % 180 else (wide, high)
            made.append(spot(xs[column] + wide / 2, ys[row] + high / 2, *box, turn))
    return made


def _cuts(begin: int, length: int, count: int, corner: int) -> list[float]:
    """Where the cells of one side meet, ends included."""
    if not corner or count == 2:
        return [begin + length * index / count for index in range(count + 1)]
    inner = (length - 2 * corner) / (count - 2)
    return [begin, *(begin + corner + inner * index for index in range(count - 1)), begin + length]


class Grid(NamedTuple):
    """Equal cells in columns and rows, from 1, whose rectangle begins at a point.

    `width` and `height` measure a square cell; a hexagon's `width` is the distance of two opposite
    sides, a triangle's is its side. Hexagons stand on a point, every second row half a cell to the
    right; `turned` ones lie on a side, every second column half a cell down. The first triangle
    points upwards, its neighbours downwards.
    """

    kind: str
    x: Um
    y: Um
    width: Um
    height: Um
    columns: int
    rows: int
    gap: Um = Um(0)
    turned: bool = False

    @property
    def box(self) -> tuple[float, float]:
        """The width and height of the rectangle around one cell."""
        if self.kind == "hex":
            wide, high = float(self.width), self.width * 2 / ROOT3
            return (high, wide) if self.turned else (wide, high)
        if self.kind == "triangle":
            return float(self.width), self.width * ROOT3 / 2
        return float(self.width), float(self.height)

    @property
    def points(self) -> str:
        """The corners of a cell in the rectangle around it, before it is turned."""
        return _CORNERS["turned" if self.turned and self.kind == "hex" else self.kind]

    def at(self, column: float, row: float) -> Spot:
        """The spot of a cell; between cells of squares, such as column 2.5, halfway.

        The middle is that of the rectangle around it.
        """
        wide, high = self.box
        right, down = column - 1, row - 1
        angle = 0.0
        if self.kind == "square":
            x, y = right * (wide + self.gap), down * (high + self.gap)
        elif self.kind == "triangle":
            x, y = right * (wide / 2 + self.gap), down * (high + self.gap)
            angle = 180.0 if (column + row) % 2 else 0.0
        elif self.turned:
            y, x = _shifted(down, right, high, wide, self.gap)
        else:
            x, y = _shifted(right, down, wide, high, self.gap)
        return spot(self.x + x + wide / 2, self.y + y + high / 2, wide, high, angle)

    def cells(self) -> list[tuple[int, int]]:
        """Column and row of each cell, row by row."""
        return [
            (column, row)
            for row in range(1, self.rows + 1)
            for column in range(1, self.columns + 1)
        ]

    def neighbours(self, column: int, row: int) -> list[tuple[int, int]]:
        """The cells that share a side with a cell."""
        if self.kind == "square":
            steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        elif self.kind == "triangle":
            steps = [(1, 0), (-1, 0), (0, -1 if (column + row) % 2 else 1)]
        else:
            side = -1 if (column if self.turned else row) % 2 else 1
            steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (side, 1), (side, -1)]
            if self.turned:
                steps = [(right, down) for down, right in steps]
        return [
            (column + right, row + down)
            for right, down in steps
            if 1 <= column + right <= self.columns and 1 <= row + down <= self.rows
        ]


def _shifted(right: float, down: float, wide: float, high: float, gap: int) -> tuple[float, float]:
    """Where a hexagon on its point begins that has so many to the left of it and above it."""
    return (right + down % 2 / 2) * (wide + gap), down * (high * 0.75 + gap * ROOT3 / 2)
