"""Patterns that say in grey what a colour says: each as one path over an area from (0, 0), drawn
clipped to a shape.

Pitches are 1.6–2.4 mm with 0.3–0.45 mm strokes: wide enough for a 600 dpi laser and to be told
apart at arm's length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from pnp.assets.paths import KAPPA, ellipse, polygon
from pnp.units.geometry import rect

Points = list[tuple[int, int]]


def _steps(end: int, pitch: int, start: int = 0) -> range:
    return range(start, end + pitch, pitch)


def _disc(x: int, y: int, radius: int) -> str:
    return ellipse(rect(x - radius, y - radius, 2 * radius, 2 * radius))


def _hole(x: int, y: int, radius: int) -> str:
    """A disc wound the other way round, which the non-zero rule leaves open inside another."""
    k = round(radius * KAPPA)
    return (
        f"M{x + radius} {y}"
        f"C{x + radius} {y - k} {x + k} {y - radius} {x} {y - radius}"
        f"C{x - k} {y - radius} {x - radius} {y - k} {x - radius} {y}"
        f"C{x - radius} {y + k} {x - k} {y + radius} {x} {y + radius}"
        f"C{x + k} {y + radius} {x + radius} {y + k} {x + radius} {y}Z"
    )


def _dots(width: int, height: int) -> Iterator[str]:
    for row, y in enumerate(_steps(height, 1000, 500)):
        for x in _steps(width, 2000, 500 + 1000 * (row % 2)):
            yield _disc(x, y, 320)


def _stripes(width: int, height: int) -> Iterator[str]:
    for x in _steps(width + height, 1600, -height):
        yield polygon([(x, height), (x + 500, height), (x + 500 + height, 0), (x + height, 0)])


def _rings(width: int, height: int) -> Iterator[str]:
    for row, y in enumerate(_steps(height, 1800, 900)):
        for x in _steps(width, 2400, 700 + 1200 * (row % 2)):
            yield _disc(x, y, 720) + _hole(x, y, 450)


def _checks(width: int, height: int) -> Iterator[str]:
    for row, y in enumerate(_steps(height, 800)):
        for x in _steps(width, 1600, 800 * (row % 2)):
            yield polygon([(x, y), (x + 800, y), (x + 800, y + 800), (x, y + 800)])


def _crosses(width: int, height: int) -> Iterator[str]:
    for row, y in enumerate(_steps(height, 1300, 700)):
        for x in _steps(width, 2600, 700 + 1300 * (row % 2)):
            yield polygon(
                [(x - 600, y - 160), (x + 600, y - 160), (x + 600, y + 160), (x - 600, y + 160)]
            )
            yield polygon(
                [(x - 160, y - 600), (x + 160, y - 600), (x + 160, y + 600), (x - 160, y + 600)]
            )


def _zigzag(width: int, height: int) -> Iterator[str]:
    for y in _steps(height, 1800):
        up: Points = [(x, y + (0 if i % 2 else 900)) for i, x in enumerate(_steps(width, 1200))]
        yield polygon(up + [(x, y_ + 450) for x, y_ in reversed(up)])


def _grid(width: int, height: int) -> Iterator[str]:
    for x in _steps(width, 1800, 700):
        yield polygon([(x, 0), (x + 320, 0), (x + 320, height), (x, height)])
    for y in _steps(height, 1800, 700):
        yield polygon([(0, y), (width, y), (width, y + 320), (0, y + 320)])


def _bars(width: int, height: int) -> Iterator[str]:
    for y in _steps(height, 1400, 300):
        yield polygon([(0, y), (width, y), (width, y + 480), (0, y + 480)])


def _bricks(width: int, height: int) -> Iterator[str]:
    for row, y in enumerate(_steps(height, 1400)):
        yield polygon([(0, y), (width, y), (width, y + 280), (0, y + 280)])
        for x in _steps(width, 2800, 1400 * (row % 2)):
            yield polygon([(x, y + 280), (x + 280, y + 280), (x + 280, y + 1400), (x, y + 1400)])


def _triangles(width: int, height: int) -> Iterator[str]:
    for row, y in enumerate(_steps(height, 1500, 300)):
        for x in _steps(width, 2200, 200 + 1100 * (row % 2)):
            yield polygon([(x, y + 1000), (x + 600, y), (x + 1200, y + 1000)])


PATTERNS: dict[str, Callable[[int, int], Iterator[str]]] = {
    "dots": _dots,
    "stripes": _stripes,
    "rings": _rings,
    "checks": _checks,
    "crosses": _crosses,
    "zigzag": _zigzag,
    "grid": _grid,
    "bars": _bars,
    "bricks": _bricks,
    "triangles": _triangles,
}


_ROWS = {
    "dots": (1000, 2),
    "rings": (1800, 2),
    "checks": (800, 2),
    "crosses": (1300, 2),
    "zigzag": (1800, 1),
    "bricks": (
        1400,
        20,
    ),  # where two bands meet, a hair of light may be seen between a stroke and the next
    "triangles": (1500, 2),
}
"""How far apart the rows of a pattern are that has many, and how many of them come again further
down.
"""
MANY = 100_000
"""Letters of a path from which it is drawn band by band: some five hundred dots."""


class Pattern(str):
    """The path of a pattern that knows of what it consists, so that it need not be drawn dot by
    dot: `times` a band, each `pitch` lower.
    """

    __slots__ = ("band", "pitch", "times")
    band: str
    pitch: int
    times: int


@lru_cache(maxsize=512)
def pattern(name: str, width: int, height: int) -> str:
    """The path of a pattern over a width and height in micrometres, a Pattern where it is long.

    Raises KeyError for an unknown name.
    """
    path = "".join(PATTERNS[name](width, height))
    if len(path) < MANY or name not in _ROWS:
        return path
    made = Pattern(path)
    row, rows = _ROWS[name]
    made.pitch = row * rows
    made.band = "".join(PATTERNS[name](width, made.pitch - row))
    made.times = -(-height // made.pitch)
    return made
