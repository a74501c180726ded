"""Faces as PNG and SVG files: their sizes, what is around them, and that processors make no
difference.
"""

from __future__ import annotations

from io import BytesIO

import PIL.Image
import pytest

from pnp.assets.paths import ellipse
from pnp.draw.pictures import FacePicture, pngs, svgs
from pnp.face import Face, Shape
from pnp.units.color import Color
from pnp.units.geometry import Um, rect, size

from .scene import PX, assets, box, face

RED, WHITE = (255, 0, 0), (255, 255, 255)


def opened(data: bytes) -> PIL.Image.Image:
    image = PIL.Image.open(BytesIO(data))
    image.load()
    return image


def shown(look: FacePicture, dpi: int = 100) -> PIL.Image.Image:
    return opened(pngs([look], assets(), dpi)[0])


@pytest.mark.parametrize(
    ("width", "height", "bleed", "dpi", "wanted"),
    [
        (63_000, 88_000, 0, 300, (744, 1039)),
        (63_000, 88_000, 3_000, 300, (815, 1110)),
        (63_500, 88_900, 0, 36, (90, 126)),
        (25_400, 50_800, 0, 1200, (1200, 2400)),
        (100, 100, 0, 36, (1, 1)),
    ],
)
def test_pixels_are_millimetres_times_dpi(
    width: int, height: int, bleed: int, dpi: int, wanted: tuple[int, int]
) -> None:
    look = FacePicture(Face(size(width, height), Um(3_000), ()), Um(bleed))
    image = shown(look, dpi)
    assert image.size == look.pixels(dpi) == wanted and image.mode == "RGB"
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_face_fills_its_picture_to_the_edge() -> None:
    image = shown(FacePicture(face(box("R", 0, 0, 12, 8)), Um(0)))
    assert image.size == (12, 8) and image.getcolors() == [(96, RED)]


def test_bleed_is_shown_as_far_as_asked() -> None:
    bled = face(box("R", -3, -3, 18, 14), bleed=3)
    assert shown(FacePicture(bled, Um(0))).getcolors() == [(96, RED)]
    assert shown(FacePicture(bled, Um(2 * PX))).size == (16, 12)
    assert shown(FacePicture(bled, Um(2 * PX))).getcolors() == [(192, RED)]


def test_what_is_not_drawn_is_white() -> None:
    image = shown(FacePicture(face(box("R", 0, 0, 6, 8)), Um(0)))
    assert [image.getpixel((x, 4)) for x in (0, 5, 6, 11)] == [RED, RED, WHITE, WHITE]


def test_around_an_outline_is_nothing_unless_bleed_is_shown() -> None:
    round_ = ellipse(rect(0, 0, 12 * PX, 12 * PX))
    piece = face(box("R", -2, -2, 16, 16), width=12, height=12, bleed=2)
    cut = shown(FacePicture(piece, Um(0), round_), 400)
    assert (
        cut.mode == "RGBA"
        and cut.getpixel((0, 0))[3] == 0
        and cut.getpixel((24, 24)) == (*RED, 255)
    )
    empty = shown(FacePicture(face(width=12, height=12), Um(0), round_), 400)
    assert empty.getpixel((24, 24)) == (*WHITE, 255) and empty.getpixel((0, 0))[3] == 0
    whole = shown(FacePicture(piece, Um(2 * PX), round_), 400)
    assert whole.mode == "RGB" and whole.getcolors() == [(64 * 64, RED)]
    svg = svgs([FacePicture(piece, Um(0), round_)], assets())[0].decode()
    assert (
        f'<path d="{round_}"/></clipPath>' in svg
        and "clip-path" not in svgs([FacePicture(piece, Um(254), round_)], assets())[0].decode()
    )


def test_other_pictures_make_no_difference() -> None:
    """A path that comes twice in a document is written once, as a form, and placed exactly; by
    itself its points are rounded.
    """
    star = Shape(
        "M 12 7 " + " ".join(f"L {n * 97 % 2931} {n * 61 % 2001}" for n in range(1, 90)) + " Z",
        Color("#204060"),
    )
    looks = [FacePicture(face(star, box("R", n, 0, 1, 1)), Um(0)) for n in range(4)]
    together = pngs(looks, assets(), 100)
    assert together == [pngs([look], assets(), 100)[0] for look in looks]
