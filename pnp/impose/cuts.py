"""Takes the pieces of each band on a sheet; gives the cuts that part them as marks at both ends of
each, numbered in the order of cutting. Whole micrometres throughout.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import NamedTuple

from pnp.face import HAIRLINE, Item, Shape, Stroke
from pnp.impose.sheet_marks import GREY, LabelText, clearance, path_of, text_at, text_width
from pnp.units.color import BLACK
from pnp.units.geometry import Edges, Rect, Um, around

NUMBER_SIZE = 5.5
"""The type size of the numbers (pt)."""
INNER = 2_000
"""How long the marks between two bands are."""
_HEIGHT, _BESIDE = 1_400, 300  # of a number, and from its mark


class CutBand(NamedTuple):
    """The pieces of a band: their slots, what is cut out of each, and their bleed."""

    slots: Sequence[Rect]
    cuts: Sequence[Rect]
    bleed: int


class _Cut(NamedTuple):
    at: int
    leads: bool
    """Whether a piece begins there; else pieces only end."""


def cut_marks(
    bands: Sequence[CutBand], block: Rect, lengths: Edges, bleed: int, words: LabelText | None
) -> tuple[Item, ...]:
    """Level cuts from edge to edge of all bands, first; then the upright cuts of each band.

    `block` is that of the whole sheet, `lengths` those of the marks at its edges, `bleed` the
    largest. Without words the cuts have no numbers.
    """
    lines: list[tuple[int, int, int, int]] = []
    numbers: list[Item] = []
    number = count(1)
    outer = around([slot for band in bands for slot in band.slots]).inset(-Um(clearance(bleed)))
    ends = [(outer.x, -lengths.left), (outer.right, lengths.right)]
    marked = [(at, length) for at, length in ends if length]
    for y, leads in _cuts((one.y, one.bottom) for band in bands for one in band.cuts):
        lines += [(at, y, at + length, y) for at, length in marked]
        if marked and words:
            text = str(next(number))
            (at, length), down = marked[0], _BESIDE + _HEIGHT if leads else -_BESIDE
            x = at if length > 0 else at - text_width(words, text, NUMBER_SIZE)
            numbers.append(text_at(words, text, x, y + down, NUMBER_SIZE, GREY))
    for slots, cuts, own_bleed in bands:
        own = around(slots)
        top = lengths.top if own.y == block.y else INNER
        bottom = lengths.bottom if own.bottom == block.bottom else INNER
        own = own.inset(-Um(clearance(own_bleed)))
        marked = [(at, length) for at, length in ((own.y, -top), (own.bottom, bottom)) if length]
        for x, leads in _cuts((one.x, one.right) for one in cuts):
            lines += [(x, at, x, at + length) for at, length in marked]
            if marked and words:
                text = str(next(number))
                at, length = marked[0]
                beside = _BESIDE if leads else -_BESIDE - text_width(words, text, NUMBER_SIZE)
                y = at + _HEIGHT if length > 0 else at - 100
                numbers.append(text_at(words, text, x + beside, y, NUMBER_SIZE, GREY))
    if not lines:
        return ()
    return (Shape(path_of(lines), stroke=Stroke(BLACK, HAIRLINE)), *numbers)


def _cuts(spans: Iterable[tuple[int, int]]) -> list[_Cut]:
    """Where pieces that reach from here to there are cut, in order."""
    found = set(spans)
    first = {start for start, _ in found}
    return [_Cut(at, at in first) for at in sorted(first | {end for _, end in found})]
