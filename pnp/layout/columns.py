"""Where strips go: columns filled from the top, nothing parted that must stay together, the last
columns of a region made level.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.layout.strips import Strip


class Region(NamedTuple):
    """Strips in so many columns, each `width` wide."""

    columns: int
    width: int
    strips: tuple[Strip, ...]


class Spot(NamedTuple):
    """A strip in its place on a page: column and top, in micrometres from the type area."""

    strip: Strip
    x: int
    y: int


class Column(NamedTuple):
    """A filled column: strips with their tops, how far down it reaches, and the index of the
    first strip that is left over.
    """

    spots: tuple[tuple[Strip, int], ...]
    end: int
    rest: int
    turned: str = ""


class Tall(NamedTuple):
    """A strip that is higher than any column, and by how much."""

    strip: Strip
    over: int


@dataclass(slots=True)
class Pages:
    """Pages being filled: type area, space between columns, the grid of half lines; `most` pages
    and no more.
    """

    height: int
    gap: int
    grid: int
    most: int
    pages: list[list[Spot]]
    tall: list[Tall]
    y: int = 0
    after: int = 0

    @property
    def full(self) -> bool:
        """Whether there are more pages than allowed."""
        return len(self.pages) > self.most

    def turn(self) -> None:
        """Begin a new page."""
        self.pages.append([])
        self.y = self.after = 0

    def add(self, region: Region) -> None:
        """Place a region below what is there, over as many pages as it takes."""
        start = 0
        strips = region.strips
        while start < len(strips) and not self.full:
            if strips[start].turn == "page" and self.pages[-1]:
                self.turn()
            top = self._top(strips[start])
            fresh = top == 0
            columns = self._filled(strips, start, top, region.columns, fresh)
            rest = columns[-1].rest if columns else start
            if rest == start:
                if fresh:
                    raise AssertionError("a fresh column takes one strip at least")
                self.turn()
                continue
            if rest == len(strips) and region.columns > 1:
                columns = self._level(strips, start, top, region.columns, columns)
            self._put(columns, region, top)
            start = rest
            if start < len(strips):
                self.turn()
            else:
                self.y = top + max(column.end for column in columns)
                self.after = max(
                    (column.spots[-1][0].after for column in columns if column.spots), default=0
                )

    def _top(self, first: Strip) -> int:
        """Where a region begins: below the one before with the white that both ask for."""
        if self.y == 0:
            return 0
        gap = max(self.after, first.before)
        return -(-(self.y + gap) // self.grid) * self.grid

    def _filled(
        self, strips: Sequence[Strip], start: int, top: int, columns: int, fresh: bool
    ) -> list[Column]:
        return fill(strips, start, [self.height - top] * columns, self.grid, fresh, self.tall)

    def _level(
        self, strips: Sequence[Strip], start: int, top: int, columns: int, full: list[Column]
    ) -> list[Column]:
        """The same strips in the lowest columns that hold them all."""
        low, high = 1, self.height - top
        best = full
        while low < high:
            middle = (low + high) // 2
            trial = fill(strips, start, [middle] * columns, self.grid, False, [])
            if trial and trial[-1].rest == len(strips):
                best, high = trial, middle
            else:
                low = middle + 1
        return best

    def _put(self, columns: Sequence[Column], region: Region, top: int) -> None:
        page = self.pages[-1]
        for number, column in enumerate(columns):
            x = number * (region.width + self.gap)
            page += [Spot(strip, x, top + y) for strip, y in column.spots]


def fill(
    strips: Sequence[Strip],
    start: int,
    heights: Sequence[int],
    grid: int,
    fresh: bool,
    tall: list[Tall],
) -> list[Column]:
    """Columns of these heights, filled one after the other.

    `fresh`: they are whole ones, and take what is too high for any.
    """
    done: list[Column] = []
    at = start
    for height in heights:
        if at >= len(strips):
            break
        column = _column(strips, at, height, grid, fresh, tall)
        done.append(column)
        at = column.rest
        if column.turned == "page":
            break
    return done


def _column(
    strips: Sequence[Strip], start: int, height: int, grid: int, fresh: bool, tall: list[Tall]
) -> Column:
    spots: list[tuple[Strip, int]] = []
    y = after = 0
    at = start
    while at < len(strips):
        if spots and strips[at].turn:
            return Column(tuple(spots), y, at, strips[at].turn)
        last = _unit(strips, at)
        chain = list(strips[at:last])
        if not spots and chain[0].again is not None:
            chain.insert(0, chain[0].again)
        laid, end = _laid(chain, y, after, grid, not spots)
        if end + chain[-1].need <= height:
            spots += laid
            y, after, at = end, chain[-1].after, last
        elif spots or not fresh:
            return Column(tuple(spots), y, at)
        else:
            return _forced(strips, at, chain, laid, height, tall)
    return Column(tuple(spots), y, at)


def _forced(
    strips: Sequence[Strip],
    at: int,
    chain: Sequence[Strip],
    laid: list[tuple[Strip, int]],
    height: int,
    tall: list[Tall],
) -> Column:
    """A whole column for a chain that is higher than it: as much as fits, one strip at least."""
    extra = len(chain) - (_unit(strips, at) - at)
    fits = [pair for pair in laid if pair[1] + pair[0].height <= height]
    if len(fits) <= extra:
        tall.append(Tall(strips[at], laid[extra][1] + laid[extra][0].height - height))
        fits = laid[: extra + 1]
    return Column(tuple(fits), fits[-1][1] + fits[-1][0].height, at + len(fits) - extra)


def _unit(strips: Sequence[Strip], at: int) -> int:
    """The index behind the strips that stay with this one."""
    while at < len(strips) - 1 and strips[at].keep and not strips[at + 1].turn:
        at += 1
    return at + 1


def _falls(chain: Sequence[Strip]) -> list[int | None]:
    """How far below the top of each strip the line on the grid is that it is or that stays with
    it; none where there is no such line.
    """
    falls: list[int | None] = []
    fall, white = None, 0
    for strip in reversed(chain):
        if strip.snap:
            fall = 0
        elif fall is not None:
            fall = fall + strip.height + max(strip.after, white) if strip.keep else None
        white = strip.before
        falls.append(fall)
    return falls[::-1]


def _laid(
    chain: Sequence[Strip], y: int, after: int, grid: int, first: bool
) -> tuple[list[tuple[Strip, int]], int]:
    """Tops for strips from y on, and where the last one ends; the first of a column has no white
    above it.

    What the first line on the grid behind a heading has to give way is white that belongs above the
    heading, not below it.
    """
    spots: list[tuple[Strip, int]] = []
    for strip, fall in zip(chain, _falls(chain), strict=True):
        if not first:
            y += max(after, strip.before)
            y += 0 if fall is None else -(y + fall) % grid
        spots.append((strip, y))
        y += strip.height
        after, first = strip.after, False
    return spots, y
