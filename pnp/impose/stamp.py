"""The note of a draft on a page of a book, which has neither sheet nor small line: on a white
plate near an edge, never on words.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.assets.paths import rectangle
from pnp.face import Face, Group, Item, Shape, Text
from pnp.impose.joins import text_at, width_of
from pnp.impose.slug import TYPE_SIZE, SmallLine
from pnp.units.color import WHITE
from pnp.units.geometry import IDENTITY, MM, PT, Rect, Transform, rect

_PAD = 600
_INSETS = tuple(inset * MM for inset in (5, 4, 3, 2, 1))
"""From the edge of the page to the plate; 5 mm is what most printers reach."""


def note_on(page: Face, words: SmallLine) -> tuple[Item, ...]:
    """The note at the head or foot of a page; its first word where it is too long, nothing where
    words stand everywhere.
    """
    taken = list(_texts(page.items, IDENTITY))
    height = round(TYPE_SIZE * PT) + 2 * _PAD
    for text in (words.note, words.note.partition(":")[0]):
        width = width_of(words, text, TYPE_SIZE) + 2 * _PAD
        x = (page.size.width - width) // 2
        for y in (y for inset in _INSETS for y in (inset, page.size.height - inset - height)):
            plate = rect(x, y, width, height)
            if rect(0, 0, *page.size).contains(plate) and not any(
                plate.overlaps(other) for other in taken
            ):
                return _plate(plate, text, words)
    return ()


def _plate(area: Rect, text: str, words: SmallLine) -> tuple[Item, ...]:
    base = area.y + area.height // 2 + round(0.35 * TYPE_SIZE * PT)
    return Shape(rectangle(area), fill=WHITE), text_at(words, text, area.x + _PAD, base, TYPE_SIZE)


def _texts(items: tuple[Item, ...], place: Transform) -> Iterator[Rect]:
    """Where words stand on a page."""
    for item in items:
        if isinstance(item, Text):
            above = round(item.size * PT)
            yield place.bounds(
                rect(
                    item.x, item.y - above, max(1, item.width), above + round(0.3 * item.size * PT)
                )
            )
        elif isinstance(item, Group):
            yield from _texts(item.items, item.transform.then(place) if item.transform else place)
