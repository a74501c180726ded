"""Fills the columns of pages with fragments: pieces of a text that are never cut, such as a line, a
table row or a figure.

A fragment knows its height before it knows its place: a text is set once, and where its fragments
end up is decided here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.assets.paths import rectangle
from pnp.diagnostics import Span
from pnp.face import Anchor, Item, Link, Shape
from pnp.units.color import Color
from pnp.units.geometry import rect

_BAR, _BEYOND = 900, 1_000


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
    bar: Color
    key: object


class Fragment(NamedTuple):
    """An uncut piece of a column, heights in micrometres.

    `before` and `after` are white that falls away at the ends of a column; between two fragments
    the larger one counts. `keep`: stays with the next fragment. `need`: room that must be left
    below it. `snap`: begins on the grid of half lines. `again`: what is drawn above it where it
    begins a column. `turn`: begins a new `page` or `column`. `edge`: it is the padding at the
    `first` or `last` end of its innermost box. `beside`: what stands in the margin column, its top
    at the fragment's.
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
    beside: tuple[Fragment, ...] = ()


def composite(*parts: tuple[Draw, int, int]) -> Draw:
    """Draws the parts in their order, each so far to the right and so far below."""

    def draw(canvas: Canvas, x: int, y: int) -> None:
        for part, right, below in parts:
            part(canvas, x + right, y + below)

    return draw


draw_nothing = composite()
"""Draws nothing: white."""


def shifted(fragments: Sequence[Fragment], by: int) -> list[Fragment]:
    """The fragments further to the right."""
    return [
        fragment._replace(
            draw=composite((fragment.draw, by, 0)),
            frames=tuple(frame._replace(x=frame.x + by) for frame in fragment.frames),
            again=shifted([fragment.again], by)[0] if fragment.again else None,
        )
        for fragment in fragments
    ]


def with_mark(fragment: Fragment, mark: Draw) -> Fragment:
    """A fragment with one more thing drawn at its place, such as a bullet."""
    return fragment._replace(draw=composite((mark, 0, 0), (fragment.draw, 0, 0)))


def spaced(fragments: Sequence[Fragment], before: int, after: int) -> list[Fragment]:
    """The fragments of one block with at least so much white above the first and below the last."""
    done = list(fragments)
    if done:
        done[0] = done[0]._replace(before=max(before, done[0].before))
        done[-1] = done[-1]._replace(after=max(after, done[-1].after))
    return done


def kept(fragments: Sequence[Fragment], *, whole: bool = False) -> list[Fragment]:
    """Lines of one paragraph: the first two and the last two stay together (or all of them)."""
    last = len(fragments) - 1
    return [
        fragment._replace(keep=True) if n < last and (whole or n in (0, last - 1)) else fragment
        for n, fragment in enumerate(fragments)
    ]


def framed(fragments: Sequence[Fragment], frame: Frame, padding: int) -> list[Fragment]:
    """The fragments in a box, padded above and below; a box may be split between two columns."""
    if not fragments:
        return []
    inner = [fragments[0]._replace(before=0), *fragments[1:]]
    inner[-1] = inner[-1]._replace(keep=True, after=0)
    edge = Fragment(padding, draw_nothing, span=fragments[0].span)
    upper = edge._replace(keep=True, what="the first edge", edge="first")
    every = [upper, *inner, edge._replace(what="the last edge", edge="last")]
    return [fragment._replace(frames=(frame, *fragment.frames)) for fragment in every]


def stacked(fragments: Sequence[Fragment], span: Span | None = None) -> Fragment:
    """Fragments one below the other as one."""
    parts: list[tuple[Draw, int, int]] = []
    height = after = 0
    for fragment in fragments:
        height += max(after, fragment.before) if parts else 0
        parts.append((fragment.draw, 0, height))
        height += fragment.height
        after = fragment.after
    anchors = tuple(name for fragment in fragments for name in fragment.anchors)
    return Fragment(height, composite(*parts), anchors=anchors, span=span)


def in_row(cells: Sequence[Fragment], pitch: int) -> Fragment:
    """Fragments side by side as one, their tops on one line."""
    draw = composite(*((cell.draw, number * pitch, 0) for number, cell in enumerate(cells)))
    anchors = tuple(name for cell in cells for name in cell.anchors)
    height = max(cell.height for cell in cells)
    return Fragment(height, draw, anchors=anchors, span=cells[0].span)


class Region(NamedTuple):
    """Fragments in so many columns, each `width` wide; `wide`: over the margin column too."""

    columns: int
    width: int
    fragments: list[Fragment]
    wide: bool = False


class PlacedFragment(NamedTuple):
    """A fragment in its place on a page: column and top, in micrometres from the type area."""

    fragment: Fragment
    x: int
    y: int


class Column(NamedTuple):
    """A filled column: fragments with their tops, how far down it reaches, and the index of the
    first fragment that is left over.
    """

    placed: list[tuple[Fragment, int]]
    end: int
    rest: int


@dataclass(slots=True)
class Pages:
    """Pages being filled: type area, space between columns, the grid of half lines; `most` pages
    and no more.

    `tall` gathers the fragments that are higher than any column, and by how much, and what stands
    in the margin column and finds no room there. `first` is the number of the first page.
    `margin` is how far to the right the margin column stands on odd pages, and the text beside it
    on even ones: 0 where there is none.
    """

    height: int
    gap: int
    grid: int
    most: int
    pages: list[list[PlacedFragment]] = field(default_factory=lambda: [[]])
    tall: list[tuple[Fragment, int]] = field(default_factory=list)
    y: int = 0
    after: int = 0
    first: int = 1
    margin: tuple[int, int] = (0, 0)
    beside: list[tuple[Fragment, int]] = field(default_factory=list)
    free: int = 0

    @property
    def full(self) -> bool:
        """Whether there are more pages than allowed."""
        return len(self.pages) > self.most

    def numbers(self) -> dict[str, int]:
        """The page of every anchor."""
        return {
            name: number
            for number, page in enumerate(self.pages, self.first)
            for placed in page
            for name in placed.fragment.anchors
        }

    def turn(self) -> None:
        """Begin a new page."""
        self.settle()
        self.pages.append([])
        self.y = self.after = self.free = 0

    def settle(self) -> None:
        """Place what stands in the margin column from `free` on: each at its line, below the one
        before it; higher up where the page ends. What goes across comes below all of it.
        """
        tops, top, below = list[int](), self.free, self.height
        for fragment, line in self.beside:
            tops.append(max(line, top))
            top = tops[-1] + fragment.height + self.grid
        for at, (fragment, _) in reversed([*enumerate(self.beside)]):
            tops[at] = min(tops[at], below - fragment.height)
            below = tops[at] - self.grid
        x = 0 if self.left else self.margin[0]
        for (fragment, _), top in zip(self.beside, tops, strict=True):
            self.pages[-1].append(PlacedFragment(fragment, x, top))
            self.y = max(self.y, top + fragment.height)
        if tops and tops[0] < self.free:
            self.tall.append((self.beside[0][0], self.free - tops[0]))
        self.beside.clear()
        self.free = self.y

    @property
    def left(self) -> bool:
        """Whether the page is a left one, with the margin column left of its text."""
        return (self.first + len(self.pages)) % 2 == 1

    def add(self, region: Region) -> None:
        """Place a region below what is there, over as many pages as it takes."""
        fragments, start = region.fragments, 0
        while start < len(fragments) and not self.full:
            first = fragments[start]
            if first.turn == "page" and self.pages[-1]:
                self.turn()
            if region.wide:
                self.settle()
            top = self.y and -(-(self.y + max(self.after, first.before)) // self.grid) * self.grid
            height = self.height - top
            columns = self._columns(region, start, height, fresh=top == 0)
            rest = columns[-1].rest
            if rest == len(fragments) and region.columns > 1:
                columns = self._balanced(region, start, height, columns)
            shift = 0 if region.wide or not self.left else self.margin[1]
            for last, _ in columns[-1].placed[-1:]:
                if region.wide and top and last.keep:  # a heading: what the grid takes is above it
                    top += -(top + columns[-1].end + last.after) % self.grid
            for number, column in enumerate(columns):
                x = shift + number * (region.width + self.gap)
                self.pages[-1] += [PlacedFragment(one, x, top + y) for one, y in column.placed]
                self.beside += [(at, top + y) for one, y in column.placed for at in one.beside]
            if region.wide:
                self.free = top + max(column.end for column in columns) + self.grid
            if rest < len(fragments):
                self.turn()
            else:
                self.y = top + max(column.end for column in columns)
                self.after = max(column.placed[-1][0].after for column in columns if column.placed)
            start = rest

    def _columns(self, region: Region, start: int, height: int, *, fresh: bool) -> list[Column]:
        """Columns of this height, filled one after the other; `fresh` are whole ones, and take
        what is too high for any.
        """
        fragments, done = region.fragments, list[Column]()
        while len(done) < region.columns and start < len(fragments):
            if done and fragments[start].turn == "page":
                break
            done.append(self._column(fragments, start, height, fresh))
            start = done[-1].rest
        return done

    def _balanced(
        self, region: Region, start: int, height: int, columns: list[Column]
    ) -> list[Column]:
        """The same fragments in the lowest columns that hold them all."""

        def rest(lower: int) -> int:
            return self._columns(region, start, lower, fresh=False)[-1].rest

        lowest = bisect_left(range(1, height), len(region.fragments), key=rest) + 1
        return self._columns(region, start, lowest, fresh=False) if lowest < height else columns

    def _column(self, fragments: Sequence[Fragment], at: int, height: int, fresh: bool) -> Column:
        placed: list[tuple[Fragment, int]] = []
        y = after = 0
        while at < len(fragments) and not (placed and fragments[at].turn):
            last = _chain_end(fragments, at)
            chain = list(fragments[at:last])
            if not placed and chain[0].again is not None:
                chain.insert(0, chain[0].again)
            more, end = _tops(chain, y, after, self.grid, not placed)
            if end + chain[-1].need > height:
                if placed or not fresh:
                    break
                return self._overfull(at, more, len(chain) - (last - at), height)
            placed += more
            y, after, at = end, chain[-1].after, last
        return Column(placed, y, at)

    def _overfull(
        self, at: int, chain: list[tuple[Fragment, int]], repeated: int, height: int
    ) -> Column:
        """A whole column for a chain that is higher than it: as much as fits, at least one
        fragment behind the header that is `repeated` above it.
        """
        fits = [(fragment, top) for fragment, top in chain if top + fragment.height <= height]
        if len(fits) <= repeated:
            fits = chain[: repeated + 1]
            fragment, top = fits[-1]
            self.tall.append((fragment, top + fragment.height - height))
        return Column(fits, fits[-1][1] + fits[-1][0].height, at + len(fits) - repeated)


def _chain_end(fragments: Sequence[Fragment], at: int) -> int:
    """The index behind the fragments that stay with this one."""
    while at < len(fragments) - 1 and fragments[at].keep and not fragments[at + 1].turn:
        at += 1
    return at + 1


def _tops(
    chain: Sequence[Fragment], y: int, after: int, grid: int, first: bool
) -> tuple[list[tuple[Fragment, int]], int]:
    """Tops for fragments from y on, and where the last one ends; the first of a column has no white
    above it.

    What the first line on the grid behind a heading has to give way is white that belongs above the
    heading, not below it.
    """
    placed: list[tuple[Fragment, int]] = []
    for fragment, distance in zip(chain, _grid_distances(chain), strict=True):
        if not first:
            y += max(after, fragment.before)
            y += 0 if distance is None else -(y + distance) % grid
        placed.append((fragment, y))
        y += fragment.height
        after, first = fragment.after, False
    return placed, y


def _grid_distances(chain: Sequence[Fragment]) -> list[int | None]:
    """How far below the top of each fragment the line on the grid is that it is or that stays with
    it; none where there is no such line.
    """
    distances: list[int | None] = []
    distance, white = None, 0
    for fragment in reversed(chain):
        if fragment.snap:
            distance = 0
        elif distance is not None:
            distance += fragment.height + max(fragment.after, white)
            distance = distance if fragment.keep else None
        white = fragment.before
        distances.append(distance)
    return distances[::-1]


def paint_frame(
    frame: Frame, canvas: Canvas, x: int, top: int, bottom: int, split: tuple[bool, bool]
) -> None:
    """The box behind fragments, from the top of the first to the bottom of the last, a little
    beyond where it is split from its rest.
    """
    above, below = split
    top, bottom = top - _BEYOND * above, bottom + _BEYOND * below
    left, height = x + frame.x, bottom - top
    if frame.fill:
        canvas.items.append(Shape(rectangle(rect(left, top, frame.width, height)), frame.fill))
    canvas.items.append(Shape(rectangle(rect(left, top, _BAR, height)), frame.bar))
