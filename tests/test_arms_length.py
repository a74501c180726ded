"""At arm's length – 20 dots an inch, blurred by one – kinds of card and backs are told apart, in
colour and in grey.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import combinations, product
from math import dist
from statistics import mean

import pytest
from PIL import Image, ImageFilter
from shipped import shipped

from pnp.build.conductor import Kit
from pnp.draw.pictures import png
from pnp.draw.resources import Assets
from pnp.face import Face, Text
from pnp.units.color import lab, of_rgb

# What makes a kind of card in each deck: the field, or fields, whose value a player looks for.
KINDS = """\
organ-trail criminals trade
organ-trail organs trade
organ-match patients category
organ-match organs organ
organ-match influence value
narco-empire setup kind
narco-empire narcos kind
narco-empire cartel title
police-precinct police symbol
police-precinct events kind+color
police-precinct crime-scene evidence
police-precinct body evidence
police-precinct witness evidence
police-precinct weapon evidence
police-precinct loyalty dirty
host-takeover cells organ
host-takeover quorum effect
host-takeover cytokine effect
"""
PICTURE = (0.08, 0.14, 0.92, 0.62)
"""Where the picture of a card is, in parts of its width and height."""
MIDDLE = (0.2, 0.25, 0.8, 0.75)
COLOR, GREY, BACKS = 12, 4, 20
"""Least mean difference, CIE 1976 ΔE*ab and L*. A card without its words differs by some 1 and 1
from itself; a piece of evidence from none, the best of these decks, by 30 and 13.
"""
Pixels = tuple[tuple[float, float, float], ...]


@cache
def _lab(pixel: tuple[int, ...]) -> tuple[float, float, float]:
    return lab(of_rgb(part / 255 for part in pixel))


def _seen(face: Face, kit: Kit, area: tuple[float, float, float, float]) -> Pixels:
    """An area of a face as it is seen at arm's length, in L*a*b*."""
    drawn = Image.open(BytesIO(png(face, Assets(kit.resources.typefaces()), 20))).convert("RGB")
    blurred = drawn.filter(ImageFilter.GaussianBlur(1))
    edges = zip(area, 2 * blurred.size, strict=True)
    cut = blurred.crop(tuple(round(part * length) for part, length in edges))
    rows = product(range(cut.height), range(cut.width))
    return tuple(_lab(tuple(part // 4 * 4 for part in cut.getpixel((x, y)))) for y, x in rows)


def differences(one: Pixels, other: Pixels) -> tuple[float, float]:
    """How unlike two pictures are, in colour and in grey."""
    grey = mean(abs(p[0] - q[0]) for p, q in zip(one, other, strict=True))
    return mean(map(dist, one, other)), grey


def _fronts(game: str, deck: str, fields: str) -> Iterator[tuple[str, str, Pixels]]:
    """The kind, the id and the picture of the first three cards of each kind and title."""
    kit = shipped(game)
    sides = next(one for one in kit.sides if one.component.id == deck)
    shown: dict[str, int] = {}
    for placed in sides.laid:
        values = placed.card.values
        kind = " ".join(str(values.get(field)) for field in fields.split("+"))
        title = values.get("title") or placed.card.id
        if placed.side == "front" and (kind, title) not in shown and shown.get(kind, 0) < 3:
            shown[kind, title] = 1
            shown[kind] = shown.get(kind, 0) + 1
            yield kind, placed.card.id, _seen(placed.face, kit, PICTURE)


@pytest.mark.parametrize("line", KINDS.splitlines())
def test_kinds_of_card_are_told_apart(line: str) -> None:
    cards = list(_fronts(*line.split()))
    pairs = [(a, b) for a, b in combinations(cards, 2) if a[0] != b[0]]
    assert pairs
    measured = [(one[1], other[1], *differences(one[2], other[2])) for one, other in pairs]
    assert [row for row in measured if row[2] < COLOR or row[3] < GREY] == []


@pytest.mark.parametrize(
    "game", ["organ-trail", "organ-match", "narco-empire", "police-precinct", "host-takeover"]
)
def test_backs_of_decks_are_told_apart(game: str) -> None:
    kit = shipped(game)
    backs: dict[str, tuple[object, Pixels]] = {}
    for sides in kit.sides:
        back = next((one.face for one in sides.laid if one.side == "back"), None)
        if sides.component.kind == "deck" and back is not None:
            backs[sides.component.id] = back.size, _seen(back, kit, MIDDLE)
    pairs = [
        (a, b)
        for a, b in combinations(backs, 2)
        if backs[a][0] == backs[b][0] and (game, a, b) != ("narco-empire", "setup", "narcos")
    ]
    assert pairs
    measured = [(a, b, differences(backs[a][1], backs[b][1])[0]) for a, b in pairs]
    assert [row for row in measured if row[2] < BACKS] == []


def test_words_alone_make_no_kind() -> None:
    kit = shipped("narco-empire")
    deck = next(one for one in kit.sides if one.component.id == "narcos")
    faces = {one.card.id: one.face for one in deck.laid if one.side == "front"}
    police = faces["police"]
    silent = police._replace(items=tuple(one for one in police.items if not isinstance(one, Text)))
    assert silent != police
    seen = [_seen(face, kit, PICTURE) for face in (police, silent, faces["press"])]
    color, grey = differences(seen[0], seen[1])
    assert color < COLOR / 4 and grey < GREY
    assert differences(seen[0], seen[2]) > (COLOR, GREY)
