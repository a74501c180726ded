"""Where a length is cut into tiles: seam positions along one axis, kept off the stretches that
must stay whole. Whole micrometres.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

Stretch = tuple[int, int]
"""From one place to another along the axis."""

_EFFORT = 20_000
"""How many stretches are looked at, in all, for those that can stay whole together."""


class Cuts(NamedTuple):
    """The seams of one axis in order, and which of the stretches they cut all the same (by
    index).
    """

    seams: tuple[int, ...]
    crossed: tuple[int, ...]


def pieces(length: int, reach: int, overlap: int) -> int:
    """How many tiles of at most `reach` cover a length when neighbours share `overlap`."""
    return 1 if length <= reach else -(-(length - overlap) // (reach - overlap))


def cuts(length: int, reach: int, overlap: int, whole: Sequence[Stretch] = ()) -> Cuts:
    """The seams of the fewest tiles, near even parts; tile i goes from seam i to `overlap` beyond
    seam i + 1.

    Where not all stretches can stay whole, those named first win. `reach` must be three overlaps at
    least where a seam is needed.
    """
    number = pieces(length, reach, overlap)
    if number == 1:
        return Cuts((), ())
    kept = list(dict.fromkeys(stretch for stretch in whole if stretch[0] < stretch[1]))
    found = (
        _seams(length, reach, overlap, number, _respected(length, reach, overlap, number, kept))
        or ()
    )
    crossed = tuple(
        index
        for index, (start, end) in enumerate(whole)
        if any(start < seam < end for seam in found)
    )
    return Cuts(found, crossed)


def _respected(
    length: int, reach: int, overlap: int, number: int, whole: list[Stretch]
) -> list[Stretch]:
    """The stretches that can stay whole together: taken by halves, so that a few that cannot cost
    little.

    Among hundreds that cannot, the search ends early and the last named are left to chance.
    """
    kept: list[Stretch] = []
    waiting = [whole]
    for _ in range(20 + _EFFORT // max(1, len(whole))):
        if not waiting:
            break
        some = waiting.pop()
        if _seams(length, reach, overlap, number, kept + some) is not None:
            kept += some
        elif len(some) > 1:
            waiting += [some[len(some) // 2 :], some[: len(some) // 2]]
    return kept


def _seams(
    length: int, reach: int, overlap: int, number: int, whole: Sequence[Stretch]
) -> tuple[int, ...] | None:
    """Seams that cut no stretch: first every place that each can have, from the start; then,
    from the end, the nearest to even.
    """
    barred = _merged(whole)
    free: list[list[Stretch]] = [[(0, 0)]]
    for seam in range(1, number):
        last = seam == number - 1
        bounds = (length - reach if last else 0, length - overlap)
        free.append(
            _allowed(
                [(start + overlap, end + reach - overlap) for start, end in free[-1]],
                bounds,
                barred,
            )
        )
    found: list[int] = []
    least, most = 0, length
    for seam in range(number - 1, 0, -1):
        even = (2 * seam * (length - overlap) + number) // (2 * number)
        places = [
            (max(start, least), min(end, most))
            for start, end in free[seam]
            if max(start, least) <= min(end, most)
        ]
        if not places:
            return None
        found.append(
            min(
                (min(max(even, start), end) for start, end in places),
                key=lambda place: (abs(place - even), place),
            )
        )
        least, most = found[-1] - (reach - overlap), found[-1] - overlap
    return tuple(reversed(found))


def _merged(whole: Sequence[Stretch]) -> list[Stretch]:
    """The stretches in order, those that share more than an end as one: between two that touch
    there is a place for a seam.
    """
    found: list[Stretch] = []
    for start, end in sorted(whole):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _allowed(places: list[Stretch], bounds: Stretch, barred: list[Stretch]) -> list[Stretch]:
    """What of the places (in order) lies in the bounds and not inside a barred stretch; ends are
    included.
    """
    edges = [bounds[0], *(edge for stretch in barred for edge in stretch), bounds[1]]
    gaps = [
        (max(start, bounds[0]), min(end, bounds[1]))
        for start, end in zip(edges[::2], edges[1::2], strict=True)
    ]
    found: list[Stretch] = []
    at = 0
    for start, end in _joined(places):
        while at < len(gaps) and gaps[at][1] < start:
            at += 1
        for gap in gaps[at:]:
            if gap[0] > end:
                break
            low, high = max(start, gap[0]), min(end, gap[1])
            found += [(low, high)] if low <= high else []
    return found


def _joined(places: list[Stretch]) -> list[Stretch]:
    found: list[Stretch] = []
    for start, end in places:
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def parts(length: int, seams: Sequence[int], overlap: int) -> tuple[Stretch, ...]:
    """Each tile of a length, from its seam to the end of the band that it shares with the next."""
    starts = (0, *seams, length)
    return tuple(
        (start, min(length, end + (overlap if end < length else 0)))
        for start, end in pairwise(starts)
    )
