"""Draws the assembly map, the leading sheet of a tiled board: its tiles with labels, seams and
sizes, and how to glue them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.assets.paths import rectangle
from pnp.face import Group, Item, Shape, Stroke
from pnp.impose.sheet_marks import (
    CLEAR,
    GREY,
    LINE,
    SPACE,
    Band,
    LabelText,
    fitting_size,
    path_of,
    plan,
    text_at,
    text_width,
)
from pnp.impose.tiling import OVERLAP, Tile
from pnp.units.color import BLACK, Color
from pnp.units.geometry import (
    PT,
    Edges,
    Rect,
    Size,
    Transform,
    Um,
    by,
    millimetres,
    moved,
    rect,
    scaled,
    turned,
)

if TYPE_CHECKING:
    from pnp.impose.tile_sheets import ScaleNote

_EDGE = 12_000
"""What the map leaves free at each edge of the paper at least."""
_LABEL_ROOM = 6_000
_OVERLAP_FILL = Color("#dcdcdc")
_TITLE, _BODY, _LABEL = 16.0, 9.0, 40.0
_LEADING = 1.35
_ARROW = 1_200
_MEASURE = Um(6_000)


def map_sheet(
    size: Size, paper: Size, tiles: Sequence[Tile], scale_note: ScaleNote, number: int
) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """The map, and its small line where there is no room for that.

    Lines above it say how to cut and glue; where the paper is too small for them the drawing comes
    first.
    """
    text, edge = scale_note.text, max(_EDGE, scale_note.margin)
    foot = _MEASURE if scale_note.note else 0
    area = rect(edge, edge, paper.width - 2 * edge, paper.height - 2 * edge - _LABEL_ROOM - foot)
    if not text:
        return _map(size, area, tiles, None), ()
    lines = [
        (f"Assembly map: {text.title}", _TITLE),
        *((line, _BODY) for line in steps(size, tiles)),
    ]
    drawn, items = _set(text, lines, area)
    if drawn.height < min(60_000, area.height // 3):
        drawn, items = _set(text, lines[:1], area)
    margin, top = scale_note.margin, area.bottom + CLEAR + SPACE
    strip = rect(margin, top, paper.width - 2 * margin, paper.height - foot - margin - top)
    label = plan([Band("bottom", strip)], text, "assembly map")
    items += _map(size, drawn, tiles, text) + label.items(number, "assembly map")
    return items + scale_note.items(paper), (LINE,) * (not label.line)


def steps(size: Size, tiles: Sequence[Tile]) -> tuple[str, ...]:
    """How large the board is and what to do, a line each."""
    across, down = (any(tile.next_to[edge] for tile in tiles) for edge in (1, 2))
    found = [
        f"{by(size)} of {len(tiles)} tiles; neighbours overlap by {millimetres(OVERLAP)}.",
        "1. Print all sheets at 100 % and check a ruler: it is 100 mm long.",
        "2. Cut out every tile along its crop marks.",
    ]
    if across:
        found.append(
            "3. Glue each row from left to right: glue on the strip of A1 (grey here), the left"
            " edge of B1 along the dashed line."
        )
    if down:
        way = (
            "Then glue the rows together in the same way"
            if across
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
    room = area.inside(Edges(top=_MEASURE, left=_MEASURE))
    if room.width <= 0 or room.height <= 0:
        return ()
    scale = min(room.width / size.width, room.height / size.height, 1.0)
    left = room.x + (room.width - int(size.width * scale)) // 2
    place = scaled(scale, left, room.y).bounds
    board = place(rect(0, 0, *size))
    xs, ys = (sorted({tile.source[axis] for tile in tiles} - {0}) for axis in (0, 1))
    across = [place(rect(x, 0, OVERLAP, size.height)) for x in xs]
    down = [place(rect(0, y, size.width, OVERLAP)) for y in ys]
    seams = [(strip.x, strip.y, strip.x, strip.bottom) for strip in across]
    seams += [(strip.x, strip.y, strip.right, strip.y) for strip in down]
    items: list[Item] = []
    if seams:
        strips = "".join(map(rectangle, across + down))
        items.append(Shape(strips, fill=_OVERLAP_FILL))
        items.append(Shape(path_of(seams), stroke=Stroke(BLACK, Um(250))))
    items.append(Shape(rectangle(board), stroke=Stroke(BLACK, Um(500))))
    if words:
        for tile in tiles:
            items += _named(words, tile, place(rect(tile.source.x, tile.source.y, *tile.seen)))
        items += _measure(words, millimetres(size.width), board.width, moved(board.x, board.y))
        items += _measure(words, millimetres(size.height), board.height, turned(270, board))
    return tuple(items)


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
