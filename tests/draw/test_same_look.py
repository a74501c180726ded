"""The SVG of a face and its PDF look the same, to two renderers that know nothing of each other:

PDFium and resvg.

The first face of each shipped component that is no larger than A4, the last of decks too; all of
them with PNP_FACES=all (`make faces`).
"""

from __future__ import annotations

import os
from io import BytesIO

import PIL.Image
import PIL.ImageChops
import pytest
import resvg_py
from shipped import GAMES, shipped

from pnp.build.conductor import Kit
from pnp.draw.pictures import FacePicture, pngs, svgs
from pnp.draw.resources import Assets
from pnp.face import Face, Group, Item, Shape, Text
from pnp.units.geometry import Um

from .scene import SANS, SLAB, face, font, words

DPI = 127
"""Five pixels a millimetre, so that cut sizes are whole pixels."""
TILE = 10
"""Pixels of a tile: both renderers shade edges in their own way, but not two millimetres' worth."""
TOLERANCE = 36
"""Of 255, for the mean of a tile:

PDFium draws hairlines a whole pixel wide. A missing word or sign makes more (see below).
"""


LARGE = 297_000
FINE = 3
"""How many times finer money is drawn:

PDFium makes the lines of a guilloche a whole pixel wide, which should be no wider than they are.
"""


def differences(looks: list[FacePicture], assets: Assets, finer: int = 1) -> list[int]:
    """The largest difference of a tile, for each look."""
    pairs = zip(pngs(looks, assets, DPI * finer), svgs(looks, assets), strict=True)
    return [difference(PIL.Image.open(BytesIO(one)), other.decode(), finer) for one, other in pairs]


def difference(picture: PIL.Image.Image, text: str, finer: int = 1) -> int:
    made = PIL.Image.open(
        BytesIO(
            bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=DPI * finer, skip_system_fonts=True))
        )
    )
    if finer > 1:
        picture, made = (on_white(image).reduce(finer) for image in (picture, made))
    return compared(on_white(picture), on_white(made))


def on_white(image: PIL.Image.Image) -> PIL.Image.Image:
    """What is clear around a shaped piece counts as paper."""
    if image.mode != "RGBA":
        return image.convert("RGB")
    paper = PIL.Image.new("RGB", image.size, "white")
    paper.paste(image, mask=image.getchannel("A"))
    return paper


def compared(picture: PIL.Image.Image, other: PIL.Image.Image) -> int:
    """The largest difference of a tile."""
    assert max(abs(one - two) for one, two in zip(picture.size, other.size, strict=True)) <= 1
    size = (picture.width // TILE, picture.height // TILE)
    area = (0, 0, size[0] * TILE, size[1] * TILE)
    tiles = [
        image.convert("RGB").crop(area).resize(size, PIL.Image.Resampling.BOX)
        for image in (picture, other)
    ]
    return max(most for _, most in PIL.ImageChops.difference(*tiles).getextrema())


def kit_of(name: str) -> tuple[Kit, Assets]:
    kit = shipped(name)
    return kit, Assets(
        kit.resources.typefaces(),
        {picture.ref.hash: picture for picture in kit.resources.images.values()},
    )


@pytest.mark.parametrize(("tracking", "space"), [(0, 0), (1_500, 0), (500, 2_000)])
@pytest.mark.parametrize("name", [SANS, SLAB])
def test_accents_look_the_same_as_svg(name: str, tracking: int, space: int) -> None:
    """They stood in the strokes of capitals, in both."""
    one = font(name)
    text = "Ọ\u0301 a О\u0301зе\u0301 g\u0303\u00a0l l"
    shown = face(
        words(text, 2_000, 17_000, name=name, pt=40, tracking=tracking, space=space),
        width=400,
        height=90,
    )
    found = Assets({one.ref.hash: one}, {})
    assert differences([FacePicture(shown, Um(0), None, "accents")], found) == [
        pytest.approx(0, abs=TOLERANCE)
    ]
    capital = face(words("О\u0301", 2_000, 17_000, name=name, pt=40), width=60, height=90)
    (png,) = pngs([FacePicture(capital, Um(0), None, "O")], found, DPI)
    rows = (
        PIL.Image.open(BytesIO(png))
        .convert("L")
        .resize((1, 114), PIL.Image.Resampling.BOX)
        .tobytes()
    )
    assert (
        "".join("_" if row > 250 else "K" for row in rows).strip("_").count("_") > 0
    )  # white between accent and letter


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_face_looks_the_same_as_svg(name: str) -> None:
    kit, assets = kit_of(name)
    found: dict[str, int] = {}
    for sides in kit.sides:
        faces = [
            FacePicture(
                face,
                Um(0),
                first.card.outline,
                f"{sides.component.id}/{first.card.id} {first.side}",
            )
            for face, first in ((face, sides.first(face)) for face in sides.distinct())
        ]
        if os.environ.get("PNP_FACES") != "all":
            last = faces[1:][-1:] if sides.component.kind == "deck" else []
            faces = [one for one in [*faces[:1], *last] if max(one.face.size) <= LARGE]
        finer = FINE if sides.component.kind == "notes" else 1
        found |= dict(
            zip([one.title for one in faces], differences(faces, assets, finer), strict=True)
        )
    assert found
    assert {title: most for title, most in found.items() if most > TOLERANCE} == {}


def last_of(kind: type[Item], items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items without the last one of a kind, wherever it lies."""
    for at in range(len(items) - 1, -1, -1):
        item = items[at]
        if isinstance(item, kind):
            return items[:at] + items[at + 1 :]
        if isinstance(item, Group) and (inner := last_of(kind, item.items)) != item.items:
            return (*items[:at], item._replace(items=inner), *items[at + 1 :])
    return items


@pytest.mark.parametrize("kind", [Text, Shape])
def test_face_that_lacks_something_is_noticed(kind: type[Item]) -> None:
    kit, assets = kit_of(next(iter(GAMES)))
    face = kit.sides[0].laid[0].face
    lacking = face
    for _ in range(20):  # one line of a drawing is less than the tolerance
        lacking = Face(face.size, face.bleed, last_of(kind, lacking.items))
    assert lacking.items != face.items
    (whole,), (less,) = (
        pngs([FacePicture(face, Um(0))], assets, DPI),
        svgs([FacePicture(lacking, Um(0))], assets),
    )
    assert difference(PIL.Image.open(BytesIO(whole)), less.decode()) > TOLERANCE
