"""Takes decks by their length and what a sheet holds; gives which cards share a sheet, the colour
at the edge of a back, without which no cut is shared, and the colours that a piece lies on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pnp.assets import plain
from pnp.assets.paths import bounds, rectangle
from pnp.face import Face, Group, Image, Item, Shape, Text, inner, text_area
from pnp.units.color import WHITE, Color
from pnp.units.geometry import IDENTITY, Rect, Transform, rect

SAFE_EDGE = 3_000
"""How far from the cut a back has one colour, at least: no miscut shows more of its neighbour."""
_MOST_TRIES = 20_000
"""Ways of packing that are looked at; beyond, the best of them is taken."""


def least_part(capacity: int) -> int:
    """Cards of a divided deck on a sheet of so many, at least: sheets shift in a printer one by
    one, and the back of a lone card would tell it from the others.
    """
    return max(1, min(3, capacity // 2))


class Run(NamedTuple):
    """Cards of one deck on one sheet, from where to where in its order."""

    deck: int
    start: int
    stop: int


def edge_color(face: Face, inside: int = SAFE_EDGE) -> Color | None:
    """The colour of a face over its bleed and so far inside the cut; None where there are several,
    or what is there cannot be told.
    """
    whole = rect(0, 0, *face.size)
    ink, middle = whole.inset(-face.bleed), whole.inset(inside)
    colors = list(_at_the_edge(face.items, IDENTITY, ink, middle))
    return (colors or [WHITE])[-1]


def bleeds(face: Face) -> bool:
    """Whether anything but white is painted beyond the cut."""
    whole = rect(0, 0, *face.size)
    ink = whole.inset(-face.bleed)
    return any(color != WHITE for color in _at_the_edge(face.items, IDENTITY, ink, whole))


def _at_the_edge(
    items: Sequence[Item], place: Transform, inked: Rect, middle: Rect
) -> Iterator[Color | None]:
    """What paints beyond the middle: its colour where it covers the whole face, else None."""
    for item in items:
        if isinstance(item, Group):
            own = inner(item, place)
            if item.clip and middle.contains(own.bounds(bounds(item.clip))):
                continue
            if item.drawing:
                yield None
                continue
            colors = _at_the_edge(item.items, own, inked, middle)
            whole = item.opacity == 1 and item.clip is None
            yield from colors if whole else (None for _ in colors)
        elif not middle.contains(area := place.bounds(_area(item))):
            fill = item.fill if isinstance(item, Shape) and _is_rectangle(item.path) else None
            fill = fill and plain(fill)
            yield fill if area.contains(inked) else None


def ground(face: Face) -> tuple[Color, ...]:
    """The colours that a face lies on: those of the shapes that cover half of it, from below."""
    half = face.size.width * face.size.height / 2
    shapes = _filled(face.items, IDENTITY)
    return tuple(fill for fill, area in shapes if area.width * area.height >= half)


def _filled(items: Sequence[Item], place: Transform) -> Iterator[tuple[Color, Rect]]:
    """The colour of every filled shape, and the area that it lies in."""
    for item in items:
        if isinstance(item, Group) and item.drawing:
            continue
        if isinstance(item, Group):
            yield from _filled(item.items, inner(item, place))
        elif isinstance(item, Shape) and item.fill:
            yield plain(item.fill), place.bounds(bounds(item.path))


def _is_rectangle(path: str) -> bool:
    return path == rectangle(bounds(path))


def _area(item: Shape | Text | Image) -> Rect:
    """Where an item paints, in its own coordinates."""
    match item:
        case Shape(path, _, stroke):
            return bounds(path).inset(-(stroke.width // 2) if stroke else 0)
        case Image(area):
            return area
    return text_area(item)


def packed(lengths: Sequence[int], capacity: int) -> list[list[Run]]:
    """Decks on sheets that hold so many cards, on as few as there are ways to; in the order given
    where that takes no sheet more.

    A deck that fits on a sheet is not divided. A longer one runs on in its order over at most one
    sheet more than it needs alone, with no part under `least_part`.
    """
    total = sum(lengths)
    least = -(-total // capacity)
    best: list[list[Run]] = []
    seen: dict[tuple[frozenset[int], int], int] = {}
    tries = 0

    def search(done: list[list[Run]], left: tuple[int, ...], free: int) -> None:
        nonlocal best, tries
        tries += 1
        rest = sum(lengths[deck] for deck in left)
        bound = len(done) + max(0, -(-(rest - free) // capacity))
        if tries > _MOST_TRIES or (best and bound >= len(best)):
            return
        if not left:
            best = done
            return
        state = frozenset(left), free
        if seen.get(state, bound + 1) <= len(done):
            return
        seen[state] = len(done)
        for deck in _unlike(left, lengths):
            others = tuple(other for other in left if other != deck)
            for parts in _divided(lengths[deck], free, capacity):
                sheets = _placed(done, deck, parts, free)
                if len(best) == least:
                    return
                search(sheets, others, capacity - sum(run.stop - run.start for run in sheets[-1]))

    search([], tuple(range(len(lengths))), 0)
    return best


def first_fit(
    counts: Sequence[int], room: Callable[[Sequence[int]], Sequence[object]]
) -> list[list[int]]:
    """Which of so many cards that share no cuts lie on a sheet: each on the first sheet that has
    room for it below others, else on a new one.
    """
    done: list[list[int]] = []
    free: list[list[int]] = []
    for at, count in enumerate(counts):
        fits = (one for one in free if room([*(counts[here] for here in one), count]))
        home = next(fits, None)
        if home is None:
            home = []
            done.append(home)
            free.append(home)
        home.append(at)
        if not room([*(counts[here] for here in home), 1]):
            free.remove(home)
    return done


def _unlike(decks: Sequence[int], lengths: Sequence[int]) -> list[int]:
    """The first of each length."""
    return list({lengths[deck]: deck for deck in reversed(decks)}.values())[::-1]


def _divided(length: int, free: int, capacity: int) -> Iterator[list[int]]:
    """How a deck comes onto sheets of which the first has so much left: what goes there (0:
    nothing), and on each sheet after it.
    """
    if length <= capacity:
        yield [length] if length <= free else [0, length]
        return
    least = least_part(capacity)
    for head in (*range(min(free, length), least - 1, -1), 0):
        sheets, tail = divmod(length - head, capacity)
        parts = [head, *[capacity] * sheets, *[tail][: tail > 0]]
        if 0 < tail < least and sheets:
            parts[-2:] = [capacity - least + tail, least]
        if all(part >= least for part in parts[1:]):
            yield parts


def _placed(
    done: Sequence[list[Run]], deck: int, parts: Sequence[int], free: int
) -> list[list[Run]]:
    """The sheets with one deck more, its first part on the last of them."""
    sheets = [*done]
    start = 0
    for number, part in enumerate(parts):
        if part:
            run = Run(deck, start, start + part)
            if number == 0 and sheets:
                sheets[-1] = [*sheets[-1], run]
            else:
                sheets.append([run])
            start += part
    return sheets
