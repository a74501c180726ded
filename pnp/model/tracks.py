"""Tracks and grids of a board's file: a few words in YAML, many places on paper."""

from __future__ import annotations

from typing import NamedTuple, cast

from pnp.assets import along
from pnp.assets.paths import PathError, canonical
from pnp.diagnostics import Diagnostic, Problems, Span, error
from pnp.load.yaml import Map
from pnp.model.board_values import Reader, unknown
from pnp.units.geometry import Rect, Size, Transform, Um, by, millimetres, rect
from pnp.units.lattice import (
    CORNERS,
    GRIDS,
    Corner,
    Grid,
    Spot,
    ring,
    ring_count,
    rows,
    spaced,
    spot,
)

MAX_TRACK = 1_000
"""Spaces that one track may have."""
MAX_GRID = 1_000
"""Columns and rows of a grid."""

_COMMON = ("shape", "from", "to", "kind", "linked")
_KEYS = {
    "straight": ("at", "size", "cell", "gap", "direction"),
    "rows": ("at", "size", "cell", "gap", "columns", "start", "direction", "boustrophedon"),
    "ring": ("at", "size", "cell", "columns", "rows", "corner", "start", "direction", "upright"),
    "path": ("at", "path", "cell", "upright"),
}
GRID_KEYS = ("kind", "at", "cell", "gap", "columns", "rows", "turned", "fill", "linked")


class Track(NamedTuple):
    """The spots of a track, the number of the first, and how they are joined: no, yes or
    one_way; `closed` joins the last to the first.
    """

    name: str
    first: int
    spots: tuple[Spot, ...]
    kind: str
    linked: str
    closed: bool
    span: Span


class Laid(NamedTuple):
    """A grid of a board, whether each cell is a space, and whether neighbours are joined."""

    grid: Grid
    fill: bool
    linked: bool


def no_name(name: str, span: Span) -> Diagnostic:
    """That a track cannot be called so (P229)."""
    told = f'"{name}" cannot be the name of a track: promises mean the areas of a board by it'
    return error("P229", told, span, "rename the track")


def track(name: str, raw: Map, read: Reader, free: tuple[str, ...]) -> Track:
    """A track from its map; `free` are declared fields that may stand beside.

    Raises Problems (P223, P227 and those of values).
    """
    shape = read.choice(raw, "shape", tuple(_KEYS), "straight")
    strange = unknown(raw, (*_COMMON, *_KEYS[shape], *free))
    if strange:
        raise Problems(strange)
    first = read.whole(raw, "from", -100_000, 100_000, 1)
    last = read.whole(raw, "to", -100_000, 100_000)
    count = last - first + 1
    if count < 1:
        told = f'track "{name}" runs from {first} to {last} and has no space'
        raise Problems(
            [
                error(
                    "P223",
                    told,
                    raw.at("to"),
                    "exchange from: and to:; start: and direction: say which way it runs",
                )
            ]
        )
    if count > MAX_TRACK:
        told = f'track "{name}" has {count:,} spaces; at most {MAX_TRACK:,} are allowed'
        raise Problems([error("P223", told, raw.at("to"), "shorten it, or split it into several")])
    closed = shape == "ring"
    match shape:
        case "straight":
            spots = _straight(name, raw, read, count)
        case "rows":
            spots = _rows(name, raw, read, count)
        case "ring":
            spots = _ring(name, raw, read, count)
        case _:
            spots, closed = _along(name, raw, read, count)
    linked = read.choice(raw, "linked", ("no", "yes", "one_way"), "no")
    return Track(
        name, first, tuple(spots), read.text(raw, "kind"), linked, closed and count > 2, raw.span()
    )


def _area(name: str, raw: Map, read: Reader, columns: int, lines: int) -> tuple[Rect, int]:
    """The rectangle of so many cells, from its `size` or from that of one `cell`, and the gap
    between them.
    """
    x, y = read.point(raw, "at")
    gap = read.length(raw, "gap")
    if raw.get("size") is not None and raw.get("cell") is not None:
        raise Problems(
            [
                error(
                    "P223",
                    f'track "{name}" has both size: and cell:; one gives the other',
                    raw.key("cell"),
                    "keep one",
                )
            ]
        )
    if raw.get("cell") is not None:
        wide, high = read.extent(raw, "cell", square=True)
        return rect(x, y, spaced(wide, gap, columns), spaced(high, gap, lines)), gap
    wide, high = read.extent(raw, "size")
    if wide - gap * (columns - 1) < columns or high - gap * (lines - 1) < lines:
        room = by(Size(Um(wide), Um(high)))
        told = (
            f'track "{name}": {columns} × {lines} spaces and the gaps between them leave no room in'
            f" {room}"
        )
        raise Problems([error("P223", told, raw.at("size"), "make size: larger, or gap: smaller")])
    return rect(x, y, wide, high), gap


def _straight(name: str, raw: Map, read: Reader, count: int) -> list[Spot]:
    way = read.choice(raw, "direction", ("right", "left", "down", "up"), "right")
    columns = 1 if way in ("down", "up") else count
    area, gap = _area(name, raw, read, columns, count // columns)
    start: Corner = "top-right" if way == "left" else "bottom-left" if way == "up" else "top-left"
    return rows(area, count, columns, gap=gap, start=start)


def _rows(name: str, raw: Map, read: Reader, count: int) -> list[Spot]:
    columns = read.whole(raw, "columns", 1, MAX_TRACK)
    area, gap = _area(name, raw, read, columns, -(-count // columns))
    start = cast(Corner, read.choice(raw, "start", CORNERS, "top-left"))
    down = read.choice(raw, "direction", ("across", "down"), "across") == "down"
    return rows(
        area,
        count,
        columns,
        gap=gap,
        start=start,
        down=down,
        boustrophedon=read.flag(raw, "boustrophedon"),
    )


def _ring(name: str, raw: Map, read: Reader, count: int) -> list[Spot]:
    columns = read.whole(raw, "columns", 2, MAX_TRACK)
    lines = read.whole(raw, "rows", 2, MAX_TRACK, max(2, (count + 4) // 2 - columns))
    if ring_count(columns, lines) != count:
        told = (
            f'track "{name}" has {count} spaces, but {columns} columns and {lines} rows make a ring'
            f" of {ring_count(columns, lines)}"
        )
        hint = "columns and rows together are half the spaces and 2"
        raise Problems([error("P223", told, raw.at("columns"), hint)])
    area, _ = _area(name, raw, read, columns, lines)
    corner = read.length(raw, "corner")
    if corner and 2 * corner >= min(area.width, area.height):
        told = (
            f'track "{name}": two corners of {millimetres(corner)} leave no room on a side of'
            f" {millimetres(min(area.size))}"
        )
        raise Problems(
            [error("P223", told, raw.at("corner"), "make size: larger, or corner: smaller")]
        )
    start = cast(Corner, read.choice(raw, "start", CORNERS, "top-left"))
    counter = (
        read.choice(raw, "direction", ("clockwise", "counterclockwise"), "clockwise")
        == "counterclockwise"
    )
    return ring(
        area,
        columns,
        lines,
        corner=corner,
        start=start,
        counter=counter,
        upright=read.flag(raw, "upright"),
    )


def _along(name: str, raw: Map, read: Reader, count: int) -> tuple[list[Spot], bool]:
    d = read.text(raw, "path")
    x, y = read.point(raw, "at") if raw.get("at") is not None else (Um(0), Um(0))
    wide, high = read.extent(raw, "cell", square=True)
    upright = read.flag(raw, "upright")
    try:
        path = canonical(d, 1000, Transform(e=x / 1000, f=y / 1000))
        places = along.along(path, count)
    except (PathError, along.AlongError) as problem:
        hint = "path: is SVG path data in mm, such as M10 10C40 0 60 20 90 10"
        raise Problems(
            [error("P223", f'track "{name}": {problem}', raw.at("path"), hint)]
        ) from None
    return [
        spot(px, py, wide, high, 0.0 if upright else angle) for px, py, angle in places
    ], along.is_closed(path)


def grid(raw: Map, read: Reader) -> Laid:
    """The grid of a board. Raises Problems (P223 and those of values)."""
    strange = unknown(raw, GRID_KEYS)
    if strange:
        raise Problems(strange)
    shape = read.choice(raw, "kind", GRIDS, "square")
    x, y = read.point(raw, "at")
    wide, high = read.extent(raw, "cell", square=True)
    if shape != "square" and wide != high:
        told = f"a {shape} has one measure, found {millimetres(wide)} and {millimetres(high)}"
        hint = (
            "give the distance of two opposite sides"
            if shape == "hex"
            else "give the length of a side"
        )
        raise Problems([error("P223", told, raw.at("cell"), hint)])
    columns, lines = read.whole(raw, "columns", 1, MAX_GRID), read.whole(raw, "rows", 1, MAX_GRID)
    made = Grid(
        shape, x, y, wide, high, columns, lines, read.length(raw, "gap"), read.flag(raw, "turned")
    )
    return Laid(made, read.flag(raw, "fill"), read.flag(raw, "linked"))
