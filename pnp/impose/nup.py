"""Reckons how many cards go on a sheet, and where: the grid of slots and how far the ink of each
slot may reach. Whole micrometres throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import NamedTuple

from pnp.units.geometry import PAPERS, Edges, Rect, Size, Um, by, millimetres, rect

FOLD_GAP = 3_000
"""The least distance from a trim to the fold line, so that the fold can be cut away."""


class Grid(NamedTuple):
    """A sheet's slots in rows, from the top left.

    `paper` is turned as it is printed; under a fold the slots are those of the fronts.
    """

    paper: Size
    columns: int
    slots: tuple[Rect, ...]
    gutter: Um
    bleed: Um


class DoesNotFit(ValueError):
    """Not one card fits on the paper.

    Carries the sizes and the names of papers that would do, smallest first.
    """

    def __init__(self, trim: Size, paper: Size, margin: Um, would_do: tuple[str, ...]) -> None:
        super().__init__(trim, paper, margin, would_do)
        self.trim, self.paper, self.margin, self.would_do = trim, paper, margin, would_do

    def __str__(self) -> str:
        where = f"paper of {by(self.paper)} with {millimetres(self.margin)} kept free at each edge"
        does = (
            "the next papers that would do: " + ", ".join(self.would_do[:3])
            if self.would_do
            else "no named paper would do"
        )
        return f"a piece of {by(self.trim)} does not fit on {where}; {does}"


def orientations(paper: Size) -> tuple[Size, Size]:
    """A paper upright, then lying."""
    portrait = Size(min(paper), max(paper))
    return portrait, portrait.turned()


def papers_that(fit: Callable[[Size], bool]) -> tuple[str, ...]:
    """The named papers of which an orientation fits, smallest first."""
    names = (name for name, paper in PAPERS.items() if any(map(fit, orientations(paper))))
    return tuple(sorted(names, key=lambda name: PAPERS[name].width * PAPERS[name].height))


def grid(paper: Size, margin: Um, gutter: Um, trim: Size, bleed: Um, fold: bool = False) -> Grid:
    """The grid with the most slots of both orientations of the paper (portrait wins ties), centred.

    Every trim keeps the margin; bleed may enter it. Where the rest is odd the grid lies half a
    micrometre left of and above the middle: its verso is mirrored by arithmetic on the paper, so
    that fronts and backs still meet. Raises DoesNotFit.

    With `fold` the slots are those of the fronts above a fold line across the middle of the sheet.
    Between trim and fold lie twice the bleed, at least 3 mm. The block stands next to that gap: the
    nearer the fold, the better the backs meet.
    """
    if min(trim) <= 0 or min(paper) <= 0:
        raise ValueError(f"a size must be more than nothing: trim {trim}, paper {paper}")
    gap = max(2 * bleed, FOLD_GAP)

    def count(sheet: Size) -> tuple[int, int]:
        depth = sheet.height // 2 - gap if fold else sheet.height - margin
        return (
            _fitting(sheet.width - 2 * margin, trim.width, gutter),
            _fitting(depth - margin, trim.height, gutter),
        )

    sheet = max(orientations(paper), key=lambda sheet: prod(count(sheet)))
    columns, rows = count(sheet)
    if not columns * rows:
        would_do = papers_that(lambda sheet: min(count(sheet)) > 0)
        raise DoesNotFit(trim, paper, margin, would_do)
    (width, height), high = trim, _span(rows, trim.height, gutter)
    left = (sheet.width - _span(columns, width, gutter)) // 2
    top = sheet.height // 2 - gap - high if fold else (sheet.height - high) // 2
    slots = tuple(
        rect(left + column * (width + gutter), top + row * (height + gutter), width, height)
        for row in range(rows)
        for column in range(columns)
    )
    return Grid(sheet, columns, slots, gutter, bleed)


def blocks(
    paper: Size,
    margin: Um,
    least: Um,
    trim: Size,
    bleed: Um,
    counts: Sequence[int],
    fold: bool = False,
) -> tuple[Grid, ...]:
    """Grids for so many slots each, one below the other; cuts are shared within them, and between
    them lies twice the bleed, or what there is room for, but at least so much. None where the paper
    has no room for all, whichever way it lies.
    """
    (width, height), gap = trim, max(2 * bleed, FOLD_GAP)
    for sheet in orientations(paper):
        foot = sheet.height // 2 - gap if fold else sheet.height - margin
        if not (columns := _fitting(sheet.width - 2 * margin, width, 0)):
            continue
        rows = [-(-count // columns) for count in counts]
        gutter = max(least, min(2 * bleed, (foot - margin - sum(rows) * height) // (len(rows) - 1)))
        high = sum(rows) * height + gutter * (len(rows) - 1)
        if high > foot - margin:
            continue
        left = (sheet.width - columns * width) // 2
        top = foot - high if fold else (sheet.height - high) // 2
        found = []
        for many in rows:
            slots = tuple(
                rect(left + column * width, top + row * height, width, height)
                for row in range(many)
                for column in range(columns)
            )
            found.append(Grid(sheet, columns, slots, Um(0), min(bleed, Um(gutter // 2))))
            top += many * height + gutter
        return tuple(found)
    return ()


def _fitting(space: int, length: int, gutter: int) -> int:
    return max(0, (space + gutter) // (length + gutter))


def _span(count: int, length: int, gutter: int) -> int:
    return count * (length + gutter) - gutter


def clips(sheet: Grid, filled: int) -> tuple[Rect, ...]:
    """How far the ink of each of the first `filled` slots may reach; no two of them overlap and
    none leaves the paper.

    Towards a card: half the gutter at most (nothing at gutter 0). Towards an empty slot or the
    edge: the whole bleed. Up and down a slot gives way to a card that stands diagonally there, else
    its ink and the sideways bleed of that card would meet in the corner.
    """
    columns, near = sheet.columns, min(sheet.bleed, Um(sheet.gutter // 2))
    page = rect(0, 0, *sheet.paper)

    def card(row: int, column: int) -> bool:
        return 0 <= column < columns and 0 <= row * columns + column < filled

    def reach(row: int, *beside: int) -> Um:
        return near if any(card(row, column) for column in beside) else sheet.bleed

    found = []
    for number, slot in enumerate(sheet.slots[:filled]):
        row, column = divmod(number, columns)
        left, right = reach(row, column - 1), reach(row, column + 1)
        up, down = (reach(other, column - 1, column, column + 1) for other in (row - 1, row + 1))
        found.append(slot.outside(Edges(up, right, down, left)).meet(page))
    return tuple(found)
