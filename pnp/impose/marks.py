"""Crop marks and the fold line, derived from slots only.

They stand in the sheet's margin, beyond every card and its bleed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.face import FOLD, HAIRLINE, Shape, Stroke
from pnp.units.color import BLACK
from pnp.units.geometry import Edges, Rect, Size, Um, around

LONGEST, SHORTEST, CLEAR = 5_000, 1_500, 1_000
"""The longest mark, the shortest one worth drawing, and the least distance of a mark from a
trim.
"""
BAND = 2_500
"""What a mark leaves free beside it for a line of 6 pt, where there is room for both."""


def clearance(bleed: int) -> int:
    """How far marks and everything beyond them stay away from the trims: the bleed, at least 1
    mm.
    """
    return max(bleed, CLEAR)


def distances(area: Rect, paper: Size) -> Edges:
    """From each edge of a rectangle to the edge of the paper."""
    return Edges(area.y, Um(paper.width - area.right), Um(paper.height - area.bottom), area.x)


def mark_lengths(area: Rect, paper: Size, margin: int, bleed: int) -> Edges:
    """How long a mark may be at each edge of the block of slots; 0 where less than 1.5 mm is
    left for it.
    """

    def length(distance: int) -> Um:
        to_edge = distance - clearance(bleed)
        room = to_edge - margin
        if room >= SHORTEST + BAND:
            return Um(min(LONGEST, room - BAND))
        # Where the printable area ends too soon the mark runs on towards the edge: many printers
        # reach farther than they say.
        room = room if room >= SHORTEST else to_edge
        return Um(min(LONGEST, room)) if room >= SHORTEST else Um(0)

    return Edges(*map(length, distances(area, paper)))


def unmarked(lengths: Edges) -> str:
    """Which crop marks there is no room for at either end of their cuts; empty where every cut
    has one.
    """
    upright, level = lengths.top or lengths.bottom, lengths.left or lengths.right
    if not upright and not level:
        return "crop marks at any edge"
    return (
        "" if upright and level else f"crop marks of the {'level' if upright else 'upright'} cuts"
    )


def crop_marks(slots: Sequence[Rect], lengths: Edges, bleed: int) -> tuple[Shape, ...]:
    """One mark for every distinct cut at each edge where there is room for marks, as one shape."""
    area, clear = around(slots), clearance(bleed)
    lines: list[tuple[int, int, int, int]] = []
    for x in sorted({x for slot in slots for x in (slot.x, slot.right)}):
        lines += [(x, area.y - clear, x, area.y - clear - lengths.top)] if lengths.top else []
        lines += (
            [(x, area.bottom + clear, x, area.bottom + clear + lengths.bottom)]
            if lengths.bottom
            else []
        )
    for y in sorted({y for slot in slots for y in (slot.y, slot.bottom)}):
        lines += [(area.x - clear, y, area.x - clear - lengths.left, y)] if lengths.left else []
        lines += (
            [(area.right + clear, y, area.right + clear + lengths.right, y)]
            if lengths.right
            else []
        )
    return (Shape(path_of(lines), stroke=Stroke(BLACK, HAIRLINE)),) if lines else ()


def fold_line(slots: Sequence[Rect], paper: Size, lengths: Edges, bleed: int) -> tuple[Shape, ...]:
    """The fold across the middle of the sheet: dashed between fronts and backs, with a solid
    mark at each end where there is room.
    """
    area, clear, middle = around(slots), clearance(bleed), paper.height // 2
    left, right = max(0, area.x - clear), min(paper.width, area.right + clear)
    ends = [(left, middle, left - lengths.left, middle)] if lengths.left else []
    ends += [(right, middle, right + lengths.right, middle)] if lengths.right else []
    dashed = Shape(path_of([(left, middle, right, middle)]), stroke=Stroke(BLACK, HAIRLINE, FOLD))
    return (dashed, Shape(path_of(ends), stroke=Stroke(BLACK, HAIRLINE))) if ends else (dashed,)


def path_of(lines: Iterable[tuple[int, int, int, int]]) -> str:
    """Straight lines, each from (x, y) to (x, y), as one canonical path."""
    return "".join(f"M{x0} {y0}L{x1} {y1}" for x0, y0, x1, y1 in lines)
