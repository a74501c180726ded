"""Fills the columns of pages with fragments: pieces of a text that are never cut, such as a line, a
table row or a figure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.assets.paths import rectangle
from pnp.diagnostics import Span
from pnp.face import Anchor, Item, Link, Shape
from pnp.units.color import Color
from pnp.units.geometry import Um, rect


@dataclass(slots=True)
class Canvas:
    """One page being drawn. `numbers` gives the page of every anchor, as printed."""

    numbers: Mapping[str, int]
    items: list[Item] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)


Draw = Callable[[Canvas, int, int], None]
"""Draws a fragment whose top left corner is at (x, y)."""


class Frame(NamedTuple):
    """A tinted box behind fragments, `x` from the column's edge; with a bar of colour along its
    left edge. Equal only to itself.
    """

    x: int
    width: int
    fill: Color | None
    bar: Color | None
    key: object


class Fragment(NamedTuple):
    """An uncut piece of a column, heights in micrometres.

    `before` and `after` are white that falls away at the ends of a column; between two fragments
    the larger one counts. `keep`: stays with the next fragment. `need`: room that must be left
    below it. `snap`: begins on the grid of half lines. `again`: what is drawn above it where it
    begins a column. `turn`: begins a new `page` or `column`. `edge`: it is the padding at the
    `first` or `last` end of its innermost box.
    """

    height: int
    draw: Draw
    before: int = 0
    after: int = 0
    keep: bool = False
    need: int = 0
    snap: bool = False
    again: Fragment | None = None
    turn: str = ""
    frames: tuple[Frame, ...] = ()
    anchors: tuple[str, ...] = ()
    span: Span | None = None
    what: str = "the text"
    edge: str = ""


def nothing(_canvas: Canvas, _x: int, _y: int) -> None:
    """Draws nothing: white."""


def shifted(fragments: Sequence[Fragment], by: int) -> list[Fragment]:
    """The fragments further to the right."""

    def moved(draw: Draw) -> Draw:
        return lambda canvas, x, y: draw(canvas, x + by, y)

    return [
        fragment._replace(
            draw=moved(fragment.draw),
            frames=tuple(frame._replace(x=frame.x + by) for frame in fragment.frames),
            again=shifted([fragment.again], by)[0] if fragment.again else None,
        )
        for fragment in fragments
    ]


def with_mark(fragment: Fragment, mark: Draw) -> Fragment:
    """A fragment with one more thing drawn at its place, such as a bullet."""
    draw = fragment.draw

    def both(canvas: Canvas, x: int, y: int) -> None:
        mark(canvas, x, y)
        draw(canvas, x, y)

    return fragment._replace(draw=both)


def spaced(fragments: Sequence[Fragment], before: int, after: int) -> list[Fragment]:
    """The fragments of one block with at least so much white above the first and below the last."""
    done = list(fragments)
    if done:
        done[0] = done[0]._replace(before=max(before, done[0].before))
        done[-1] = done[-1]._replace(after=max(after, done[-1].after))
    return done


def kept(fragments: Sequence[Fragment], *, whole: bool = False) -> list[Fragment]:
    """Lines of one paragraph: the first two and the last two stay together (or all of them)."""
    done = list(fragments)
    for index in range(len(done) - 1):
        if whole or index in (0, len(done) - 2):
            done[index] = done[index]._replace(keep=True)
    return done


def framed(fragments: Sequence[Fragment], frame: Frame, padding: int) -> list[Fragment]:
    """The fragments in a box, padded above and below; a box may be parted between two columns."""
    if not fragments:
        return []
    first = fragments[0]._replace(before=0)
    inner = [first, *fragments[1:]]
    inner[-1] = inner[-1]._replace(keep=True, after=0)
    span = fragments[0].span
    upper = Fragment(padding, nothing, keep=True, span=span, what="the first edge", edge="first")
    every = [
        upper,
        *inner,
        Fragment(padding, nothing, span=span, what="the last edge", edge="last"),
    ]
    return [fragment._replace(frames=(frame, *fragment.frames)) for fragment in every]


def filled_rect(color: Color, x: int, y: int, width: int, height: int, radius: int = 0) -> Shape:
    """A filled rectangle."""
    return Shape(rectangle(rect(x, y, width, height), radius), color)


def placed(fragments: Sequence[Fragment]) -> tuple[list[int], int]:
    """Where each fragment begins below the first one's top, and where the last one ends."""
    places: list[int] = []
    y = after = 0
    for index, fragment in enumerate(fragments):
        y += max(after, fragment.before) if index else 0
        places.append(y)
        y += fragment.height
        after = fragment.after
    return places, y


def um(value: float) -> Um:
    """A rounded length."""
    return Um(round(value))


class Region(NamedTuple):
    """Strips in so many columns, each `width` wide."""

    columns: int
    width: int
    fragments: tuple[Fragment, ...]


class Spot(NamedTuple):
    """A fragment in its place on a page: column and top, in micrometres from the type area."""

    fragment: Fragment
    x: int
    y: int


class Column(NamedTuple):
    """A filled column: fragments with their tops, how far down it reaches, and the index of the
    first fragment that is left over.
    """

    spots: tuple[tuple[Fragment, int], ...]
    end: int
    rest: int
    turned: str = ""


class Tall(NamedTuple):
    """A fragment that is higher than any column, and by how much."""

    fragment: Fragment
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
        fragments = region.fragments
        while start < len(fragments) and not self.full:
            if fragments[start].turn == "page" and self.pages[-1]:
                self.turn()
            top = self._top(fragments[start])
            fresh = top == 0
            columns = self._filled(fragments, start, top, region.columns, fresh)
            rest = columns[-1].rest if columns else start
            if rest == start:
                if fresh:
                    raise AssertionError("a fresh column takes one fragment at least")
                self.turn()
                continue
            if rest == len(fragments) and region.columns > 1:
                columns = self._level(fragments, start, top, region.columns, columns)
            self._put(columns, region, top)
            start = rest
            if start < len(fragments):
                self.turn()
            else:
                self.y = top + max(column.end for column in columns)
                self.after = max(
                    (column.spots[-1][0].after for column in columns if column.spots), default=0
                )

    def _top(self, first: Fragment) -> int:
        """Where a region begins: below the one before with the white that both ask for."""
        if self.y == 0:
            return 0
        gap = max(self.after, first.before)
        return -(-(self.y + gap) // self.grid) * self.grid

    def _filled(
        self, fragments: Sequence[Fragment], start: int, top: int, columns: int, fresh: bool
    ) -> list[Column]:
        return fill_columns(
            fragments, start, [self.height - top] * columns, self.grid, fresh, self.tall
        )

    def _level(
        self, fragments: Sequence[Fragment], start: int, top: int, columns: int, full: list[Column]
    ) -> list[Column]:
        """The same fragments in the lowest columns that hold them all."""
        low, high = 1, self.height - top
        best = full
        while low < high:
            middle = (low + high) // 2
            trial = fill_columns(fragments, start, [middle] * columns, self.grid, False, [])
            if trial and trial[-1].rest == len(fragments):
                best, high = trial, middle
            else:
                low = middle + 1
        return best

    def _put(self, columns: Sequence[Column], region: Region, top: int) -> None:
        page = self.pages[-1]
        for number, column in enumerate(columns):
            x = number * (region.width + self.gap)
            page += [Spot(fragment, x, top + y) for fragment, y in column.spots]


def fill_columns(
    fragments: Sequence[Fragment],
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
        if at >= len(fragments):
            break
        column = _column(fragments, at, height, grid, fresh, tall)
        done.append(column)
        at = column.rest
        if column.turned == "page":
            break
    return done


def _column(
    fragments: Sequence[Fragment], start: int, height: int, grid: int, fresh: bool, tall: list[Tall]
) -> Column:
    spots: list[tuple[Fragment, int]] = []
    y = after = 0
    at = start
    while at < len(fragments):
        if spots and fragments[at].turn:
            return Column(tuple(spots), y, at, fragments[at].turn)
        last = _unit(fragments, at)
        chain = list(fragments[at:last])
        if not spots and chain[0].again is not None:
            chain.insert(0, chain[0].again)
        laid, end = _laid(chain, y, after, grid, not spots)
        if end + chain[-1].need <= height:
            spots += laid
            y, after, at = end, chain[-1].after, last
        elif spots or not fresh:
            return Column(tuple(spots), y, at)
        else:
            return _forced(fragments, at, chain, laid, height, tall)
    return Column(tuple(spots), y, at)


def _forced(
    fragments: Sequence[Fragment],
    at: int,
    chain: Sequence[Fragment],
    laid: list[tuple[Fragment, int]],
    height: int,
    tall: list[Tall],
) -> Column:
    """A whole column for a chain that is higher than it: as much as fits, one fragment at least."""
    extra = len(chain) - (_unit(fragments, at) - at)
    fits = [pair for pair in laid if pair[1] + pair[0].height <= height]
    if len(fits) <= extra:
        tall.append(Tall(fragments[at], laid[extra][1] + laid[extra][0].height - height))
        fits = laid[: extra + 1]
    return Column(tuple(fits), fits[-1][1] + fits[-1][0].height, at + len(fits) - extra)


def _unit(fragments: Sequence[Fragment], at: int) -> int:
    """The index behind the fragments that stay with this one."""
    while at < len(fragments) - 1 and fragments[at].keep and not fragments[at + 1].turn:
        at += 1
    return at + 1


def _falls(chain: Sequence[Fragment]) -> list[int | None]:
    """How far below the top of each fragment the line on the grid is that it is or that stays with
    it; none where there is no such line.
    """
    falls: list[int | None] = []
    fall, white = None, 0
    for fragment in reversed(chain):
        if fragment.snap:
            fall = 0
        elif fall is not None:
            fall = fall + fragment.height + max(fragment.after, white) if fragment.keep else None
        white = fragment.before
        falls.append(fall)
    return falls[::-1]


def _laid(
    chain: Sequence[Fragment], y: int, after: int, grid: int, first: bool
) -> tuple[list[tuple[Fragment, int]], int]:
    """Tops for fragments from y on, and where the last one ends; the first of a column has no white
    above it.

    What the first line on the grid behind a heading has to give way is white that belongs above the
    heading, not below it.
    """
    spots: list[tuple[Fragment, int]] = []
    for fragment, fall in zip(chain, _falls(chain), strict=True):
        if not first:
            y += max(after, fragment.before)
            y += 0 if fall is None else -(y + fall) % grid
        spots.append((fragment, y))
        y += fragment.height
        after, first = fragment.after, False
    return spots, y
