"""Gives the spaces of a board, the tracks and grids that make them, and the links between them, as
values and as the records that templates read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import atan2, degrees, hypot
from typing import Any, NamedTuple

from pnp.assets.path_geometry import AlongError, along, is_closed
from pnp.assets.paths import PathError, canonical
from pnp.diagnostics import Diagnostic, Note, Span, did_you_mean, error, refusal
from pnp.model.board_values import MAX_FINDINGS, Entry
from pnp.model.fields import flat
from pnp.sandbox.environment import Record
from pnp.units.geometry import Rect, Size, Transform, by, millimetres, rect
from pnp.units.lattice import (
    BOX,
    CORNERS,
    GRIDS,
    Grid,
    Spot,
    ring,
    ring_count,
    rows,
    spaced,
    spot,
)

MAX_LINKS = 20_000
"""Links that a board may have."""
MAX_TRACK = 1_000
"""Spaces that one track may have."""
MAX_GRID = 1_000
"""Columns and rows of a grid."""

# --- spaces and areas


class Space(NamedTuple):
    """A space by its spot (micrometres), with the track and number that it has there, and its
    declared fields.
    """

    id: str
    spot: Spot
    kind: str
    label: str
    track: str | None
    number: int | None
    fields: dict[str, Any]
    span: Span


class Area(NamedTuple):
    """A rectangle of the board: a place where something lies, a region, a block."""

    id: str
    rect: Rect
    kind: str
    label: str
    fields: dict[str, Any]
    span: Span


class BoardData(NamedTuple):
    """What a board's file says.

    Tracks hold ids of spaces in order; `keep` are rectangles through which no seam should run.

    `values` are what templates read as `card.spaces`, `card.tracks`, `card.areas` and `card.links`,
    lengths in millimetres.
    """

    size: Size
    spaces: Mapping[str, Space]
    tracks: Mapping[str, tuple[str, ...]]
    areas: Mapping[str, Area]
    links: tuple[Link, ...]
    keep: tuple[tuple[str, Rect], ...]
    values: Mapping[str, Any]


def _in_millimetres(**lengths: int) -> dict[str, float]:
    return {name: length / 1000 for name, length in lengths.items()}


def space_record(
    space: Space, enter: tuple[str, ...], cell: tuple[float, float, str] | None
) -> Record:
    """What templates see of a space, with those that can be entered from it; lengths in
    millimetres.

    `cell` is its column and row in a grid, and its outline in its box.
    """
    column, row, points = cell or (None, None, BOX)
    x, y, width, height, angle = space.spot
    own = {
        "id": space.id,
        **_in_millimetres(x=x, y=y, width=width, height=height),
        "angle": angle,
        "kind": space.kind,
        "label": space.label,
        "track": space.track,
        "number": space.number,
        "links": enter,
        "column": _whole(column),
        "row": _whole(row),
        "points": points,
    }
    return Record(space.label or space.id, {**space.fields, **own}, source=f"spaces.{space.id}")


def _whole(number: float | None) -> float | None:
    return int(number) if isinstance(number, float) and number.is_integer() else number


def area_record(area: Area) -> Record:
    """What templates see of an area: its top left corner and its size, in millimetres."""
    x, y, width, height = area.rect
    own = {
        "id": area.id,
        **_in_millimetres(x=x, y=y, width=width, height=height),
        "kind": area.kind,
        "label": area.label,
    }
    return Record(area.label or area.id, {**area.fields, **own}, source=f"areas.{area.id}")


# --- links


class Link(NamedTuple):
    """Two spaces that are joined, and where that is written; with `one_way` only from `start` to
    `end`.
    """

    start: str
    end: str
    one_way: bool
    span: Span


def nearby_spaces(
    name: str, known: Mapping[str, Any], owner: str = "", field: str = ""
) -> list[Note]:
    """Notes on the places beside a missing one: those with the numbers next to its own, else
    those that the neighbours of its owner name in the same field.
    """
    for digits in re.finditer(r"\d{1,6}", name):
        head, tail = name[: digits.start()], name[digits.end() :]
        around = [f"{head}{int(digits[0]) + step}{tail}" for step in (-1, 1)]
        if notes := notes_on(known, around):
            return notes
    order = list(known)
    at = order.index(owner) if owner in known else len(order)
    beside = order[max(0, at - 1) : at + 2]
    return notes_on(known, [name for one in beside for name in flat(known[one].fields.get(field))])


def notes_on(known: Mapping[str, Any], names: Iterable[str]) -> list[Note]:
    """Notes on up to two of the places of these names."""
    return [Note(f'"{one}", beside it, is here', known[one].span) for one in names if one in known][
        :2
    ]


def joined(
    spaces: Mapping[str, Any], written: Iterable[Link]
) -> tuple[tuple[Link, ...], list[Diagnostic]]:
    """Each of the links that are written once, in the order written, and what is wrong with them
    (P220, P228).
    """
    found: list[Diagnostic] = []
    links: dict[tuple[str, str], Link] = {}
    for link in written:
        start, end, one_way, span = link
        if len(found) >= MAX_FINDINGS:
            break
        if end not in spaces:
            message = f'"{start}" is linked to "{end}", which is no space of this board'
            notes = nearby_spaces(end, spaces)
            found.append(error("P220", message, span, did_you_mean(end[:80], spaces), notes))
            continue
        if start == end:
            found.append(error("P220", f'"{start}" is linked to itself', span, "remove the link"))
            continue
        key = (start, end) if (start, end) in links else (end, start)
        other = links.get(key)
        if other is None:
            if len(links) >= MAX_LINKS:
                message = f"the board has more than {MAX_LINKS:,} links"
                found.append(error("P228", message, span, "leave some out"))
                break
            links[start, end] = link
        elif other.one_way and one_way and other.start != start:  # one way each, hence both ways
            links[key] = other._replace(one_way=False)
        elif other.one_way != one_way:
            message = f'"{start}" and "{end}" are joined both ways and one way'
            found.append(error("P220", message, span, "keep it under links: or under one_way:"))
    return tuple(links.values()), found


Ways = Mapping[str, Collection[str]]
"""For each space the ones that can be entered from it in one step."""


def ways_of(spaces: Iterable[str], links: Iterable[Link]) -> dict[str, tuple[str, ...]]:
    """For each space the ones that can be entered from it in one step."""
    ways: dict[str, list[str]] = {space: [] for space in spaces}
    for start, end, one_way, _ in links:
        ways[start].append(end)
        if not one_way:
            ways[end].append(start)
    return {space: tuple(others) for space, others in ways.items()}


def records(links: Iterable[Link], spaces: Mapping[str, Space]) -> Iterator[Record]:
    """A record for each link, from middle to middle: millimetres, and degrees clockwise from
    rightwards.
    """
    for start, end, one_way, _ in links:
        x1, y1, *_ = spaces[start].spot
        x2, y2, *_ = spaces[end].spot
        values = {
            "start": start,
            "end": end,
            "one_way": one_way,
            **_in_millimetres(x1=x1, y1=y1, x2=x2, y2=y2),
            "length": round(hypot(x2 - x1, y2 - y1)) / 1000,
            "angle": round(degrees(atan2(y2 - y1, x2 - x1)), 3) % 360 + 0.0,
        }
        yield Record(f"{start} to {end}", values)


def connected_spaces(ways: Ways, without: Collection[str] = ()) -> tuple[frozenset[str], ...]:
    """The spaces that hang together once some are taken out, in the order of their first space;
    a one-way link joins as well.
    """
    both: dict[str, list[str]] = {space: [] for space in ways if space not in without}
    for here in both:
        for there in ways[here]:
            if there in both:
                both[here].append(there)
                both[there].append(here)
    parts: list[frozenset[str]] = []
    while both:
        part, new = set[str](), {next(iter(both))}
        while new:
            part |= new
            new = {there for here in new for there in both.pop(here)} - part
        parts.append(frozenset(part))
    return tuple(parts)


# --- tracks and grids

_COMMON = ("shape", "from", "to", "kind", "linked")
_KEYS = {
    "straight": ("at", "size", "cell", "gap", "direction"),
    "rows": ("at", "size", "cell", "gap", "columns", "start", "direction", "boustrophedon"),
    "ring": ("at", "size", "cell", "columns", "rows", "corner", "start", "direction", "upright"),
    "path": ("at", "path", "cell", "upright"),
}
_GRID_KEYS = ("kind", "at", "cell", "gap", "columns", "rows", "turned", "fill", "linked")


class Track(NamedTuple):
    """The spots of a track, the number of the first, and how they are joined: no, yes or
    one_way; `closed` joins the last to the first. Its spaces have its `fields`, its findings the
    `notes`.
    """

    name: str
    first: int
    spots: tuple[Spot, ...]
    kind: str
    linked: str
    closed: bool
    span: Span
    fields: dict[str, Any]
    notes: Sequence[Note] = ()


class BoardGrid(NamedTuple):
    """A grid of a board, whether each cell is a space, and whether neighbours are joined."""

    grid: Grid
    fill: bool
    linked: bool


def track(name: str, entry: Entry, free: Iterable[str]) -> Track:
    """A track from its map; `free` are declared fields that may stand beside.

    Raises Problems (P223, P227 and those of values).
    """
    shape = entry.choice("shape", _KEYS)
    entry.check_keys(*_COMMON, *_KEYS[shape], *free)
    first = entry.whole("from", -100_000, 100_000, 1)
    last = entry.whole("to", -100_000, 100_000)
    count = last - first + 1
    if count < 1:
        message = f'track "{name}" runs from {first} to {last} and has no space'
        hint = "exchange from: and to:; start: and direction: say which way it runs"
        raise refusal("P223", message, entry.at("to"), hint)
    if count > MAX_TRACK:
        message = f'track "{name}" has {count:,} spaces; at most {MAX_TRACK:,} are allowed'
        raise refusal("P223", message, entry.at("to"), "shorten it, or split it into several")
    spots, closed = _SHAPES[shape](name, entry, count)
    linked = entry.choice("linked", ("no", "yes", "one_way"))
    return Track(
        name, first, tuple(spots), entry.text("kind"), linked, closed and count > 2, entry.span, {}
    )


def _area(name: str, entry: Entry, columns: int, lines: int) -> tuple[Rect, int]:
    """The rectangle of so many cells, from its `size` or from that of one `cell`, and the gap
    between them.
    """
    x, y = entry.point("at")
    gap = entry.length("gap")
    if entry.has("cell"):
        if entry.has("size"):
            message = f'track "{name}" has both size: and cell:; one gives the other'
            raise refusal("P223", message, entry.raw.key("cell"), "keep one")
        wide, high = entry.extent("cell", square=True)
        return rect(x, y, spaced(wide, gap, columns), spaced(high, gap, lines)), gap
    wide, high = entry.extent("size")
    if wide - gap * (columns - 1) < columns or high - gap * (lines - 1) < lines:
        message = (
            f'track "{name}": {columns} × {lines} spaces and the gaps between them leave no room in'
            f" {by(Size(wide, high))}"
        )
        raise refusal("P223", message, entry.at("size"), "make size: larger, or gap: smaller")
    return rect(x, y, wide, high), gap


Spots = tuple[list[Spot], bool]
"""Spots of a track, and whether the last lies beside the first."""


def _straight(name: str, entry: Entry, count: int) -> Spots:
    way = entry.choice("direction", ("right", "left", "down", "up"))
    columns = 1 if way in ("down", "up") else count
    area, gap = _area(name, entry, columns, count // columns)
    start = "top-right" if way == "left" else "bottom-left" if way == "up" else "top-left"
    return rows(area, count, columns, gap=gap, start=start), False


def _rows(name: str, entry: Entry, count: int) -> Spots:
    columns = entry.whole("columns", 1, MAX_TRACK)
    area, gap = _area(name, entry, columns, -(-count // columns))
    spots = rows(
        area,
        count,
        columns,
        gap=gap,
        start=entry.choice("start", CORNERS),
        down=entry.choice("direction", ("across", "down")) == "down",
        boustrophedon=entry.flag("boustrophedon"),
    )
    return spots, False


def _ring(name: str, entry: Entry, count: int) -> Spots:
    columns = entry.whole("columns", 2, MAX_TRACK)
    lines = entry.whole("rows", 2, MAX_TRACK, max(2, (count + 4) // 2 - columns))
    if ring_count(columns, lines) != count:
        message = (
            f'track "{name}" has {count} spaces, but {columns} columns and {lines} rows make a ring'
            f" of {ring_count(columns, lines)}"
        )
        hint = "columns and rows together are half the spaces and 2"
        raise refusal("P223", message, entry.at("columns"), hint)
    area, _ = _area(name, entry, columns, lines)
    corner = entry.length("corner")
    if corner and 2 * corner >= min(area.size):
        message = (
            f'track "{name}": two corners of {millimetres(corner)} leave no room on a side of'
            f" {millimetres(min(area.size))}"
        )
        raise refusal("P223", message, entry.at("corner"), "make size: larger, or corner: smaller")
    counter = entry.choice("direction", ("clockwise", "counterclockwise"))
    spots = ring(
        area,
        columns,
        lines,
        corner=corner,
        start=entry.choice("start", CORNERS),
        counter=counter == "counterclockwise",
        upright=entry.flag("upright"),
    )
    return spots, True


def _along(name: str, entry: Entry, count: int) -> Spots:
    d = entry.text("path")
    x, y = entry.point("at") if entry.has("at") else (0, 0)
    cell = entry.extent("cell", square=True)
    upright = entry.flag("upright")
    try:
        path = canonical(d, 1000, Transform(e=x / 1000, f=y / 1000))
        places = along(path, count)
    except (PathError, AlongError) as problem:
        hint = "path: is SVG path data in mm, such as M10 10C40 0 60 20 90 10"
        raise refusal("P223", f'track "{name}": {problem}', entry.at("path"), hint) from None
    spots = [spot(x, y, *cell, 0.0 if upright else angle) for x, y, angle in places]
    return spots, is_closed(path)


_SHAPES = {"straight": _straight, "rows": _rows, "ring": _ring, "path": _along}


def grid(entry: Entry) -> BoardGrid:
    """The grid of a board. Raises Problems (P223 and those of values)."""
    entry.check_keys(*_GRID_KEYS)
    shape = entry.choice("kind", GRIDS)
    x, y = entry.point("at")
    wide, high = entry.extent("cell", square=True)
    if shape != "square" and wide != high:
        message = f"a {shape} has one measure, found {millimetres(wide)} and {millimetres(high)}"
        measure = "distance of two opposite sides" if shape == "hex" else "length of a side"
        raise refusal("P223", message, entry.at("cell"), f"give the {measure}")
    columns, lines = entry.whole("columns", 1, MAX_GRID), entry.whole("rows", 1, MAX_GRID)
    gap, turned = entry.length("gap"), entry.flag("turned")
    cells = Grid(shape, x, y, wide, high, columns, lines, gap, turned)
    return BoardGrid(cells, entry.flag("fill"), entry.flag("linked"))
