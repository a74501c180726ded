"""Strips: the pieces of a page that are never cut, such as a line, a table row or a figure, and the
canvas they are drawn on.

A strip knows its height before it knows its place. So a text is laid out once; where its strips end
up is decided by `columns`.
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
"""Draws a strip whose top left corner is at (x, y)."""


class Frame(NamedTuple):
    """A tinted box behind strips, `x` from the column's edge; with a bar of colour along its
    left edge. Equal only to itself.
    """

    x: int
    width: int
    fill: Color | None
    bar: Color | None
    key: object


class Strip(NamedTuple):
    """An uncut piece of a column, heights in micrometres.

    `before` and `after` are white that falls away at the ends of a column; between two strips the
    larger one counts. `keep`: stays with the next strip. `need`: room that must be left below it.
    `snap`: begins on the grid of half lines. `again`: what is drawn above it where it begins a
    column. `turn`: begins a new `page` or `column`. `edge`: it is the padding at the `first` or
    `last` end of its innermost box.
    """

    height: int
    draw: Draw
    before: int = 0
    after: int = 0
    keep: bool = False
    need: int = 0
    snap: bool = False
    again: Strip | None = None
    turn: str = ""
    frames: tuple[Frame, ...] = ()
    anchors: tuple[str, ...] = ()
    span: Span | None = None
    what: str = "the text"
    edge: str = ""


def nothing(_canvas: Canvas, _x: int, _y: int) -> None:
    """Draws nothing: white."""


def shifted(strips: Sequence[Strip], by: int) -> list[Strip]:
    """The strips further to the right."""

    def moved(draw: Draw) -> Draw:
        return lambda canvas, x, y: draw(canvas, x + by, y)

    return [
        strip._replace(
            draw=moved(strip.draw),
            frames=tuple(frame._replace(x=frame.x + by) for frame in strip.frames),
            again=shifted([strip.again], by)[0] if strip.again else None,
        )
        for strip in strips
    ]


def with_mark(strip: Strip, mark: Draw) -> Strip:
    """A strip with one more thing drawn at its place, such as a bullet."""
    draw = strip.draw

    def both(canvas: Canvas, x: int, y: int) -> None:
        mark(canvas, x, y)
        draw(canvas, x, y)

    return strip._replace(draw=both)


def spaced(strips: Sequence[Strip], before: int, after: int) -> list[Strip]:
    """The strips of one block with at least so much white above the first and below the last."""
    done = list(strips)
    if done:
        done[0] = done[0]._replace(before=max(before, done[0].before))
        done[-1] = done[-1]._replace(after=max(after, done[-1].after))
    return done


def kept(strips: Sequence[Strip], *, whole: bool = False) -> list[Strip]:
    """Lines of one paragraph: the first two and the last two stay together (or all of them)."""
    done = list(strips)
    for index in range(len(done) - 1):
        if whole or index in (0, len(done) - 2):
            done[index] = done[index]._replace(keep=True)
    return done


def framed(strips: Sequence[Strip], frame: Frame, padding: int) -> list[Strip]:
    """The strips in a box, padded above and below; a box may be parted between two columns."""
    if not strips:
        return []
    first = strips[0]._replace(before=0)
    inner = [first, *strips[1:]]
    inner[-1] = inner[-1]._replace(keep=True, after=0)
    span = strips[0].span
    upper = Strip(padding, nothing, keep=True, span=span, what="the first edge", edge="first")
    every = [upper, *inner, Strip(padding, nothing, span=span, what="the last edge", edge="last")]
    return [strip._replace(frames=(frame, *strip.frames)) for strip in every]


def fill(color: Color, x: int, y: int, width: int, height: int, radius: int = 0) -> Shape:
    """A filled rectangle."""
    return Shape(rectangle(rect(x, y, width, height), radius), color)


def placed(strips: Sequence[Strip]) -> tuple[list[int], int]:
    """Where each strip begins below the first one's top, and where the last one ends."""
    places: list[int] = []
    y = after = 0
    for index, strip in enumerate(strips):
        y += max(after, strip.before) if index else 0
        places.append(y)
        y += strip.height
        after = strip.after
    return places, y


def um(value: float) -> Um:
    """A rounded length."""
    return Um(round(value))
