"""What the shipped games cost in ink, and that their texts stay legible: every face, in full,
low and grey.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL.Image import Image
from shipped import GAMES, shipped

from pnp.build.conductor import Kit
from pnp.check import contrast
from pnp.check.component_faces import ComponentFaces
from pnp.draw.pdf import Info, draw
from pnp.draw.pictures import face_document, pages
from pnp.draw.resources import Assets
from pnp.face import Face
from pnp.impose import Document, Duplex
from pnp.ink import Ink, inked, pictures
from pnp.units.geometry import parse_paper

from .cover import LEAST_DPI, cover

A4 = parse_paper("a4")
MARGIN = 5_000


@pytest.fixture(params=sorted(GAMES))
def kit(request: pytest.FixtureRequest) -> Kit:
    return shipped(request.param)


def rastered(kit: Kit, faces: list[Face], ink: Ink) -> Iterator[Image]:
    images = pictures({picture.ref.hash: picture for picture in kit.resources.images.values()}, ink)
    sheets = tuple(face_document(inked(face, ink)).sheets[0] for face in faces)
    yield from pages(
        draw(
            Document("faces", "faces", Duplex.NONE, sheets),
            Assets(kit.resources.typefaces(), images),
            Info(),
        ),
        LEAST_DPI,
    )


def sheets(kit: Kit, sides: ComponentFaces, ink: Ink) -> Iterator[tuple[str, float]]:
    """The mean cover of every A4 sheet of a deck, its cards side by side, by side."""
    looks = sides.distinct()
    cost = dict(zip(map(id, looks), map(cover, rastered(kit, looks, ink)), strict=True))
    for side in dict.fromkeys(laid.side for laid in sides.laid):
        copies = [
            cost[id(laid.face)]
            for laid in sides.laid
            if laid.side == side
            for _ in range(laid.card.copies)
        ]
        width, height = looks[0].size
        room = max((A4.width - 2 * MARGIN) // width * ((A4.height - 2 * MARGIN) // height), 1)
        for at in range(0, len(copies), room):
            yield side, sum(copies[at : at + room]) * width * height / (A4.width * A4.height)


def cards(kit: Kit) -> list[ComponentFaces]:
    return [sides for sides in kit.sides if sides.component.kind == "deck"]


@pytest.mark.parametrize(("ink", "most"), [(Ink.FULL, 0.35), (Ink.LOW, 0.12)])
def test_no_sheet_costs_more(kit: Kit, ink: Ink, most: float) -> None:
    found = [
        (round(cost, 3), sides.component.id, side)
        for sides in cards(kit)
        for side, cost in sheets(kit, sides, ink)
    ]
    assert found
    assert [one for one in found if one[0] > most] == []


@pytest.mark.parametrize("ink", [Ink.LOW, Ink.GREY])
def test_every_text_can_still_be_read(kit: Kit, ink: Ink) -> None:
    for sides in cards(kit):
        made = {id(face): inked(face, ink) for face in sides.distinct()}
        drawn = [laid._replace(face=made[id(laid.face)]) for laid in sides.laid]
        assert (
            contrast.check(
                ComponentFaces(sides.game, sides.component, drawn, sides.typefaces)
            ).list()
            == []
        )
