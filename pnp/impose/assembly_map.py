"""Draws the assembly map, the leading sheet of a tiled board: its tiles with labels, seams and
sizes, and how to glue them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.assets.paths import rectangle
from pnp.face import Group, Item, Shape, Stroke
from pnp.impose.sheet_marks import (
    GREY,
    LabelText,
    bands,
    fitting_size,
    path_of,
    plan,
    text_at,
    text_width,
)
from pnp.impose.tiling import OVERLAP, Tile
from pnp.units.color import BLACK, Color
from pnp.units.geometry import PT, Edges, Rect, Size, Transform, Um, by, millimetres, rect

if TYPE_CHECKING:
    from pnp.impose.tile_sheets import ScaleNote

_EDGE = 12_000
"""What the map leaves free at each edge of the paper at least."""
_LABEL_ROOM = 6_000
_OVERLAP_FILL = Color("#dcdcdc")
_TITLE, _BODY, _LABEL = 16.0, 9.0, 40.0
_LEADING = 1.35
_ARROW = 1_200
_MEASURE = 6_000


def map_sheet(
    size: Size, paper: Size, tiles: Sequence[Tile], scale_note: ScaleNote, number: int
) -> tuple[tuple[Item, ...], bool]:
    """The map, and whether there is no room for its small line.

    Lines above it say how to cut and glue; where the paper is too small for them the drawing comes
    first.
    """
    text, edge = scale_note.text, max(_EDGE, scale_note.margin)
    foot = _MEASURE if scale_note.note else 0
    area = rect(edge, edge, paper.width - 2 * edge, paper.height - 2 * edge - _LABEL_ROOM - foot)
    drawn = area
    items: tuple[Item, ...] = ()
    if text:
        lines = [
            (f"Assembly map: {text.title}", _TITLE),
            *((line, _BODY) for line in steps(size, tiles)),
        ]
        drawn, items = _set(text, lines, area)
        if drawn.height < min(60_000, area.height // 3):
            drawn, items = _set(text, lines[:1], area)
    items += _map(size, drawn, tiles, text)
    unlabelled = False
    if scale_note.label_text:
        bed = Size(paper.width, Um(paper.height - foot))
        free = [
            band
            for band in bands(area, bed, Edges(Um(0), Um(0), Um(0), Um(0)), 0, scale_note.margin)
            if band.edge == "bottom"
        ]
        label = plan(free, scale_note.label_text, "assembly map")
        items += label.items(number, "assembly map")
        unlabelled = label.line is None
    return items + scale_note.items(paper), unlabelled


def steps(size: Size, tiles: Sequence[Tile]) -> tuple[str, ...]:
    """How large the board is and what to do, a line each."""
    columns, rows = 1 + max(tile.column for tile in tiles), 1 + max(tile.row for tile in tiles)
    found = [
        f"{by(size)} of {len(tiles)} tiles; neighbours overlap by {millimetres(OVERLAP)}.",
        "1. Print all sheets at 100 % and check a ruler: it is 100 mm long.",
        "2. Cut out every tile along its crop marks.",
    ]
    if columns > 1:
        found.append(
            "3. Glue each row from left to right: glue on the strip of A1 (grey here), the left"
            " edge of B1 along the dashed line."
        )
    if rows > 1:
        way = (
            "Then glue the rows together in the same way"
            if columns > 1
            else "Glue the tiles from the top down"
        )
        found.append(f"{len(found)}. {way}: the upper edge of A2 along the dashed line of A1.")
    return tuple(found)


def wrapped(words: LabelText, text: str, size: float, room: int) -> list[str]:
    """The text in lines that fit, broken at spaces; a single word may be longer."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(words, f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _set(
    words: LabelText, lines: Sequence[tuple[str, float]], area: Rect
) -> tuple[Rect, tuple[Item, ...]]:
    """The lines at the head of an area, and what is left of it below them."""
    y, found = int(area.y), []
    for text, size in lines:
        for line in wrapped(words, text, size, area.width):
            fitted = fitting_size(words, line, size, area.width)
            found.append(text_at(words, line, area.x, y + round(size * PT), fitted))
            y += round(_LEADING * size * PT)
        y += round(0.25 * size * PT)
    y += 2_000
    return rect(area.x, y, area.width, max(0, area.bottom - y)), tuple(found)


def _map(
    size: Size, area: Rect, tiles: Sequence[Tile], words: LabelText | None
) -> tuple[Item, ...]:
    """The board as large as fits, at most at true size, with its measures above and to the left."""
    room = area.inside(Edges(Um(_MEASURE), Um(0), Um(0), Um(_MEASURE)))
    if room.width <= 0 or room.height <= 0:
        return ()
    scale = min(room.width / size.width, room.height / size.height, 1.0)
    width, height = int(size.width * scale), int(size.height * scale)
    left, top = room.x + (room.width - width) // 2, room.y

    def x(at: int) -> int:
        return left + round(at * scale)

    def y(at: int) -> int:
        return top + round(at * scale)

    shown = [_seen(tile, tiles) for tile in tiles]
    xs, ys = (sorted({seen[axis] for seen in shown} - {0}) for axis in (0, 1))
    strips = [rectangle(rect(x(at), y(0), x(at + OVERLAP) - x(at), height)) for at in xs] + [
        rectangle(rect(x(0), y(at), width, y(at + OVERLAP) - y(at))) for at in ys
    ]
    seams = [(x(at), y(0), x(at), y(size.height)) for at in xs] + [
        (x(0), y(at), x(size.width), y(at)) for at in ys
    ]
    items: list[Item] = [Shape("".join(strips), fill=_OVERLAP_FILL)] if strips else []
    items += [Shape(path_of(seams), stroke=Stroke(BLACK, Um(250)))] if seams else []
    items.append(Shape(rectangle(rect(left, top, width, height)), stroke=Stroke(BLACK, Um(500))))
    if words:
        for tile, seen in zip(tiles, shown, strict=True):
            items += _named(
                words,
                tile,
                rect(x(seen.x), y(seen.y), x(seen.right) - x(seen.x), y(seen.bottom) - y(seen.y)),
            )
        items += _measure(words, millimetres(size.width), width, Transform(e=left, f=top))
        items += _measure(
            words, millimetres(size.height), height, Transform(0, -1, 1, 0, left, top + height)
        )
    return tuple(items)


def _seen(tile: Tile, tiles: Sequence[Tile]) -> Rect:
    """What of a tile is seen on the finished board: up to the seams of its neighbours."""
    right = min(
        (other.source.x for other in tiles if other.column == tile.column + 1),
        default=tile.source.right,
    )
    bottom = min(
        (other.source.y for other in tiles if other.row == tile.row + 1), default=tile.source.bottom
    )
    return rect(tile.source.x, tile.source.y, right - tile.source.x, bottom - tile.source.y)


def _named(words: LabelText, tile: Tile, area: Rect) -> list[Item]:
    """The label of a tile in the middle of its place and, where there is room, how large it is
    cut.
    """
    text = by(tile.source.size)
    big = fitting_size(
        words, tile.label, min(_LABEL, 0.35 * area.height / PT), area.width * 6 // 10
    )
    small = fitting_size(words, text, min(_BODY, big / 2), area.width * 8 // 10)
    middle, base = area.x + area.width // 2, area.y + area.height // 2 + round(0.25 * big * PT)
    wide, narrow = text_width(words, tile.label, big), text_width(words, text, small)
    found = [text_at(words, tile.label, middle - wide // 2, base, big)]
    if small <= big / 2 and narrow <= area.width:
        found.append(
            text_at(
                words,
                text,
                middle - narrow // 2,
                base + round((0.2 * big + 1.1 * small) * PT),
                small,
                GREY,
            )
        )
    return found


def _measure(words: LabelText, text: str, length: int, place: Transform) -> list[Item]:
    """A line with arrows along an edge (which runs from the origin of `place`) and its length in
    the middle.
    """
    gap, y = text_width(words, text, _BODY) + 2_000, -2_500
    label = text_at(
        words, text, (length - gap) // 2 + 1_000, y + round(0.35 * _BODY * PT), _BODY, GREY
    )
    if length < gap + 4 * _ARROW:
        return [Group((label,), transform=place)]
    ends = [(0, 1), (length, -1)]
    lines = [(end, y, (length + way * -gap) // 2, y) for end, way in ends]
    lines += [
        (end, y, end + way * _ARROW, y + side * _ARROW // 2)
        for end, way in ends
        for side in (-1, 1)
    ]
    return [Group((Shape(path_of(lines), stroke=Stroke(GREY, Um(150))), label), transform=place)]
