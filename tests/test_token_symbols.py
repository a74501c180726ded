"""Tokens of the shipped games: what is drawn on a piece keeps 1.5 mm from the cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from shipped import shipped

from pnp.assets.path_geometry import STEP, covers
from pnp.assets.paths import bounds, rectangle
from pnp.check.component_faces import ComponentFaces
from pnp.face import Face, Group, Item, Shape, Text, halves, inner
from pnp.units.geometry import IDENTITY, Rect, Transform, Um, around, rect

NEAREST = 1_500


def symbols(
    sides: ComponentFaces, items: Sequence[Item], place: Transform = IDENTITY
) -> Iterator[Rect]:
    """Where each text and each icon is inked; an icon is drawn to a scale."""
    for item in items:
        if isinstance(item, Text):
            yield sides.ink_box(item, place)
        elif isinstance(item, Group):
            own = inner(item, place)
            shapes = [one for one in item.items if isinstance(one, Shape)]
            if shapes and item.transform and abs(item.transform.a) not in (0, 1):
                yield around([own.bounds(bounds(one.path)) for one in shapes])
            else:
                yield from symbols(sides, item.items, own)


def near(game: str) -> list[tuple[str, int]]:
    """The pieces with a symbol nearer to the cut than it should be, but for one that another
    lies on, which is its ground; and how far it is from their edge.
    """
    found = []
    for sides in shipped(game).sides:
        for card, _, whole, _ in sides.laid if sides.component.kind == "tokens" else ():
            folded = sides.component.details.sides[card.id] == "fold"
            for face in halves(whole) if folded else [whole]:
                found += [(card.id, away) for away in distances(sides, face, card.outline)]
    return found


def distances(sides: ComponentFaces, face: Face, outline: str | None) -> Iterator[int]:
    cut = outline or rectangle(rect(0, 0, *face.size))
    every = list(symbols(sides, face.items))
    for number, box in enumerate(every):
        if any(box.contains(other) for other in every[number + 1 :]):
            continue
        wide = box.inset(Um(STEP - NEAREST))
        x, y = wide.x + wide.width // 2, wide.y + wide.height // 2
        ends = ((wide.x, y), (wide.right, y), (x, wide.y), (x, wide.bottom))
        if not all(covers(cut, IDENTITY, *end) for end in ends):
            yield min(box.x, box.y, face.size.width - box.right, face.size.height - box.bottom)


@pytest.mark.parametrize(
    "game", ["organ-trail", "narco-empire", "police-precinct", "host-takeover"]
)
def test_symbols_keep_their_distance_from_the_cut(game: str) -> None:
    assert near(game) == []
