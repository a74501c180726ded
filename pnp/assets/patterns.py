"""Patterns that say in grey what a colour says: each as one path over an area from (0, 0), drawn
clipped to a shape.

Pitches are 1.6–2.4 mm with 0.3–0.45 mm strokes: wide enough for a 600 dpi laser and to be told
apart at arm's length.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import ceil
from typing import NamedTuple

from pnp.assets.paths import KAPPA, ellipse, moved, polygon
from pnp.units.geometry import rect, scaled


def _disc(x: int, y: int, radius: int = 320) -> str:
    return ellipse(rect(x - radius, y - radius, 2 * radius, 2 * radius))


def _ring(x: int, y: int) -> str:
    """A disc and a smaller one wound the other way round, which the non-zero rule leaves open."""
    r = 450
    k = round(r * KAPPA)
    return (
        f"{_disc(x, y, 720)}M{x + r} {y}"
        f"C{x + r} {y - k} {x + k} {y - r} {x} {y - r}"
        f"C{x - k} {y - r} {x - r} {y - k} {x - r} {y}"
        f"C{x - r} {y + k} {x - k} {y + r} {x} {y + r}"
        f"C{x + k} {y + r} {x + r} {y + k} {x + r} {y}Z"
    )


def _box(x: int, y: int, width: int, height: int) -> str:
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def _cross(x: int, y: int) -> str:
    return _box(x - 600, y - 160, 1200, 320) + _box(x - 160, y - 600, 320, 1200)


def _triangle(x: int, y: int) -> str:
    return polygon([(x, y + 1000), (x + 600, y), (x + 1200, y + 1000)])


def _bar(width: int, y: int, *, height: int) -> str:
    return _box(0, y, width, height)


def _zigzag(width: int, y: int) -> str:
    up = [(x, y + (0 if i % 2 else 900)) for i, x in enumerate(range(0, width + 1200, 1200))]
    return polygon(up + [(x, below + 450) for x, below in reversed(up)])


class _Rows(NamedTuple):
    """A pattern in rows: how far apart they are and where the first stands; what is drawn from
    the left to the right edge of a row, by its width; what is drawn again and again in it, how
    far apart and from where. Every other row is shifted by half of that.

    The pattern comes again after `repeat` rows.
    """

    pitch: int
    start: int
    across: Callable[[int, int], str] | None = None
    figure: Callable[[int, int], str] | None = None
    step: int = 0
    left: int = 0
    repeat: int = 2

    def path(self, width: int, height: int) -> str:
        """The pattern over a width and height."""
        parts: list[str] = []
        for row, y in enumerate(range(self.start, height + self.pitch, self.pitch)):
            if self.across:
                parts.append(self.across(width, y))
            if self.figure:
                left = self.left + self.step // 2 * (row % 2)
                parts += [self.figure(x, y) for x in range(left, width + self.step, self.step)]
        return "".join(parts)


_ROWS = {
    "dots": _Rows(1000, 500, figure=_disc, step=2000, left=500),
    "rings": _Rows(1800, 900, figure=_ring, step=2400, left=700),
    "checks": _Rows(800, 0, figure=partial(_box, width=800, height=800), step=1600),
    "crosses": _Rows(1300, 700, figure=_cross, step=2600, left=700),
    "zigzag": _Rows(1800, 0, _zigzag, repeat=1),
    "bars": _Rows(1400, 300, partial(_bar, height=480), repeat=1),
    # Where two bands meet, a hair of light may be seen between a stroke and the next.
    "bricks": _Rows(
        1400,
        0,
        partial(_bar, height=280),
        lambda x, y: _box(x, y + 280, 280, 1120),
        step=2800,
        repeat=20,
    ),
    "triangles": _Rows(1500, 300, figure=_triangle, step=2200, left=200),
}


def _stripes(width: int, height: int) -> str:
    return "".join(
        polygon([(x, height), (x + 500, height), (x + 500 + height, 0), (x + height, 0)])
        for x in range(-height, width + height + 1600, 1600)
    )


def _grid(width: int, height: int) -> str:
    columns = [_box(x, 0, 320, height) for x in range(700, width + 1800, 1800)]
    return "".join(columns) + _Rows(1800, 700, partial(_bar, height=320)).path(width, height)


PATTERNS: dict[str, Callable[[int, int], str]] = {
    name: {"stripes": _stripes, "grid": _grid}.get(name) or _ROWS[name].path
    for name in ("dots stripes rings checks crosses zigzag grid bars bricks triangles".split())
}


MANY = 100_000
"""Letters of a path from which it is drawn band by band: some five hundred dots."""


class Pattern(str):
    """The path of a pattern that knows of what it is; a long one also of what it consists, so that
    it need not be drawn dot by dot: `times` a band, each `pitch` lower.
    """

    __slots__ = ("band", "made_of", "pitch", "times")
    made_of: tuple[str, int, int]
    band: str
    pitch: int
    times: int


@lru_cache(maxsize=512)
def pattern(name: str, width: int, height: int) -> Pattern:
    """The path of a pattern over a width and height in micrometres.

    Raises KeyError for an unknown name.
    """
    made = Pattern(PATTERNS[name](width, height))
    made.made_of, made.band = (name, width, height), ""
    rows = _ROWS.get(name)
    if len(made) < MANY or not rows:
        return made
    made.pitch = rows.pitch * rows.repeat
    made.band = rows.path(width, made.pitch - rows.pitch)
    made.times = -(-height // made.pitch)
    return made


@lru_cache(maxsize=512)
def larger(name: str, width: int, height: int, by: float) -> str:
    """The path of a pattern over the same area, all that it consists of `by` times as large."""
    return moved(pattern(name, ceil(width / by), ceil(height / by)), scaled(by))
