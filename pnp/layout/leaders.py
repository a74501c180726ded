"""Sets the labels of a picture left and right of it, each with a leader line to its point."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from pnp.assets.paths import ellipse, line
from pnp.compose.markdown_tree import Inlines, Run
from pnp.diagnostics import Span
from pnp.face import Shape, Stroke
from pnp.layout.fragmentation import Canvas, Draw, Fragment, composite, stacked
from pnp.layout.typesetter import Typesetter
from pnp.units.geometry import MM, Um, millimetres, rect

STYLE = "book-margin"
LEAST = 22 * MM
"""The width of the labels on one side."""
BESIDE = 5 * MM
"""Between the picture and its labels."""
_APART = 1_600
_CLEAR = 1_000
_DOT = 650


class Label(NamedTuple):
    """Words about a point of a picture, in micrometres from its top left corner."""

    words: Inlines
    x: int
    y: int
    span: Span


def label(mark: str, text: str, x: int, y: int, span: Span) -> Label:
    """A label whose mark, or whose words before the first colon, are bold."""
    name, colon, rest = text.partition(": ")
    bold = f"{mark} " * bool(mark) + f"{name}: " * bool(colon)
    return Label((Run(bold, bold=True), Run(rest if colon else text)), x, y, span)


def with_leaders(
    typesetter: Typesetter, picture: Fragment, width: int, column: int, labels: Sequence[Label]
) -> Fragment:
    """A picture of a width, which its fragment draws in the middle of a column, between its labels:
    each on the nearer side, as level with its point as the others let it be.
    """
    left, room = (column - width) // 2, (column - width) // 2 - BESIDE
    if labels and room < LEAST - MM:
        message = f"the labels beside the figure have {millimetres(max(0, room))} on each side"
        hint = f"make the figure narrower; they need {millimetres(LEAST)}"
        typesetter.report("P357", message, labels[0].span, hint)
        return picture
    rows = sorted(labels, key=lambda one: (one.y, one.x))
    sides = [[one for one in rows if (2 * one.x >= width) is right] for right in (False, True)]
    words = [
        [stacked(typesetter.lines(one.words, STYLE, room, one.span, align=align)) for one in side]
        for side, align in zip(sides, ("right", "left"), strict=True)
    ]
    heights = [sum(text.height + _APART for text in texts) - _APART for texts in words]
    height = max(picture.height, *heights)
    top, middle = (height - picture.height) // 2, typesetter.line_height(STYLE) // 2
    parts: list[tuple[Draw, int, int]] = []
    lines: list[tuple[Draw, int, int]] = []
    for side, texts, x in zip(sides, words, (0, column - room), strict=True):
        wanted = [top + one.y - middle for one in side]
        for one, text, y in zip(
            side, texts, spread(wanted, [text.height for text in texts], height), strict=True
        ):
            start = column - room - _CLEAR if x else room + _CLEAR
            lines.append((_leader(typesetter, one, start, y + middle, left, top), 0, 0))
            parts.append((text.draw, x, y))
    draw = composite((picture.draw, 0, top), *lines, *parts)
    return picture._replace(height=height, draw=draw)


def spread(wanted: Sequence[int], heights: Sequence[int], height: int) -> list[int]:
    """Tops as near to the wanted ones as can be for things of these heights, one below the other
    with white between, within a height.
    """
    offsets = list(accumulate((one + _APART for one in heights), initial=0))
    pools: list[tuple[int, int]] = []  # sums and numbers of what moves as one
    for want, offset in zip(wanted, offsets, strict=False):
        pools.append((want - offset, 1))
        while len(pools) > 1 and pools[-2][0] * pools[-1][1] > pools[-1][0] * pools[-2][1]:
            (total, count), (more, number) = pools.pop(-2), pools.pop()
            pools.append((total + more, count + number))
    last = height - (offsets[-1] - _APART)
    moved = [min(max(total // count, 0), last) for total, count in pools for _ in range(count)]
    return [by + offset for by, offset in zip(moved, offsets, strict=False)]


def _leader(typesetter: Typesetter, one: Label, x: int, y: int, left: int, top: int) -> Draw:
    """A line from beside a label to its point, with a dot, light along its edges."""
    color, white = typesetter.color("ink"), typesetter.color("white")
    end_x, end_y = left + one.x, top + one.y

    def draw(canvas: Canvas, over: int, down: int) -> None:
        path = line(over + x, down + y, over + end_x, down + end_y)
        dot = ellipse(rect(over + end_x - _DOT, down + end_y - _DOT, 2 * _DOT, 2 * _DOT))
        canvas.items += [
            Shape(path, None, Stroke(white, Um(750)), one.span),
            Shape(dot, color, Stroke(white, Um(250)), one.span),
            Shape(path, None, Stroke(color, Um(200)), one.span),
        ]

    return draw
