"""Greedy lines of a paragraph, and the largest quarter point at which they fit a box."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

from pnp.layout.shaping import FORCED, HYPHEN, INSIDE, PLAIN, Atom

MANY = 12
"""Atoms from which looking up where lines end is faster than adding atom to atom."""

_tuple = tuple.__new__


class Line(NamedTuple):
    """A broken line: its atoms from `first` to before `last`, its width in em, whether a hyphen
    and whether a paragraph ends it.
    """

    first: int
    last: int
    width: float
    hyphen: bool
    final: bool


def natural_width(atoms: list[Atom]) -> float:
    """The width in em of the longest line when nothing is broken but where a break is forced."""
    widest = width = 0.0
    for index, atom in enumerate(atoms):
        if index and atom.follows != FORCED:
            width += atom.space + atom.width
        else:
            width = atom.width
        widest = max(widest, width)
    return widest


def broken(atoms: list[Atom], available: float, hyphen: float) -> list[Line]:
    """Greedy lines in a width (em): each holds as many atoms as fit, with the hyphen where it ends
    at a soft one; one at least.

    `hyphen` is the em that a shown hyphen adds.
    """
    limit = available + 1e-9
    if len(atoms) >= MANY and (lines := _plain_lines(atoms, limit)) is not None:
        return lines
    lines = []
    first = 0
    width = 0.0
    for index, (wide, _, space, follows, _) in enumerate(atoms):
        if index == first:
            width = wide
            continue
        wider = width + space + wide
        if wider <= limit and follows != FORCED:
            width = wider
        elif follows == FORCED:
            lines.append(Line(first, index, width, False, True))
            first, width = index, wide
        else:
            while wider > limit and first < index:
                lines.append(_ended(atoms, first, index, width, limit, hyphen))
                first = lines[-1].last
                width = _span(atoms, first, index)
                wider = width + space + wide if first < index else wide
            width = wider
    if first < len(atoms):
        lines.append(Line(first, len(atoms), width, False, True))
    return lines


def _plain_lines(atoms: list[Atom], limit: float) -> list[Line] | None:
    """Greedy lines of a text in which no break is forced and no hyphen may be shown, each looked
    up; None where that cannot be done.
    """
    steps = [wide + space for wide, _, space, follows, _ in atoms if follows in (PLAIN, INSIDE)]
    if len(steps) < len(atoms) or min(steps) < 0:
        return None
    ends = list(accumulate(steps))  # on one endless line
    lines: list[Line] = []
    last, count = 0, len(atoms)
    while last < count:
        first = last
        begins = ends[first] - atoms[first].width
        last = bisect_right(ends, begins + limit, first + 1)
        lines.append(_tuple(Line, (first, last, ends[last - 1] - begins, False, last == count)))
    return lines


def _ended(
    atoms: list[Atom], first: int, last: int, width: float, limit: float, hyphen: float
) -> Line:
    """The line that ends at the last place up to `last` where the hyphen fits too, if there is
    one to show.
    """
    end, wide = last, width
    while end > first + 1 and atoms[end].follows == HYPHEN and wide + hyphen > limit:
        end -= 1
        wide -= atoms[end].space + atoms[end].width
    soft = atoms[end].follows == HYPHEN
    return Line(first, end, wide + hyphen if soft else wide, soft, False)


def _span(atoms: list[Atom], first: int, last: int) -> float:
    """The width of some atoms on one line, in em."""
    return sum(a.width for a in atoms[first:last]) + sum(a.space for a in atoms[first + 1 : last])


class Fit(NamedTuple):
    """A size in points, the lines at that size, and by how much they exceed the box (em of that
    size; 0 where they fit).
    """

    size: float
    lines: list[Line]
    over_width: float
    over_height: float


def fit(
    atoms: list[Atom],
    width: float,
    height: float | None,
    sizes: tuple[float, float],
    leading: float,
    most: int | None,
    hyphen: float,
) -> Fit:
    """The largest quarter point from `sizes` (wanted, least) at which the text fits a box of
    points; the least one when none does.

    Tried in full at the wanted size, then by bisection: a smaller size never needs more room.
    """
    wanted, least = sizes
    found = _tried(atoms, wanted, width, height, leading, most, hyphen)
    if not (found.over_width or found.over_height) or least >= wanted:
        return found
    low, high = round(least * 4), round(wanted * 4) - 1
    best = _tried(atoms, least, width, height, leading, most, hyphen)
    if best.over_width or best.over_height:
        return best
    while low < high:
        middle = (low + high + 1) // 2
        found = _tried(atoms, middle / 4, width, height, leading, most, hyphen)
        if found.over_width or found.over_height:
            high = middle - 1
        else:
            low, best = middle, found
    return (
        best
        if best.size * 4 == low
        else _tried(atoms, low / 4, width, height, leading, most, hyphen)
    )


_NARROWER = (0.94, 0.88, 0.82, 0.76, 0.7)


def evened(atoms: list[Atom], found: Fit, width: float, hyphen: float) -> Fit:
    """The fit of a centred text with no word alone at its end, where a narrower measure breaks its
    last paragraph into as many lines.

    None of them is as short as the shortest one was, and no more words are parted.
    """
    if (
        len(found.lines) < 2
        or found.over_width
        or found.over_height
        or not _alone(atoms, found.lines)
    ):
        return found
    begin = max(
        (line.first for line in found.lines if atoms[line.first].follows == FORCED), default=0
    )
    before = [line for line in found.lines if line.last <= begin]
    last = found.lines[len(before) :]
    shortest, parted = min(line.width for line in last), sum(line.hyphen for line in last)
    for share in _NARROWER:
        lines = [
            line._replace(first=line.first + begin, last=line.last + begin)
            for line in broken(atoms[begin:], width / found.size * share, hyphen)
        ]
        if len(lines) > len(last):
            break
        fits = (
            shortest < min(line.width for line in lines)
            and max(line.width for line in lines) <= width / found.size
        )
        if fits and sum(line.hyphen for line in lines) <= parted and not _alone(atoms, lines):
            return found._replace(lines=[*before, *lines])
    return found


def _alone(atoms: list[Atom], lines: list[Line]) -> bool:
    """Whether the last line is one word, and not by an order to break before it."""
    first, last = lines[-1].first, lines[-1].last
    return atoms[first].follows != FORCED and all(
        atoms[i].follows in (HYPHEN, INSIDE) for i in range(first + 1, last)
    )


def _tried(
    atoms: list[Atom],
    size: float,
    width: float,
    height: float | None,
    leading: float,
    most: int | None,
    hyphen: float,
) -> Fit:
    available = width / size
    lines = broken(atoms, available, hyphen)
    over_width = max([line.width for line in lines], default=0.0) - available
    room = (height / size) if height is not None else float("inf")
    if most is not None:
        room = min(room, most * leading)
    over_height = len(lines) * leading - room
    return Fit(
        size,
        lines,
        over_width if over_width > 1e-6 else 0.0,
        over_height if over_height > 1e-6 else 0.0,
    )
