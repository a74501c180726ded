"""Pictures with a colour profile: it goes into the PDF with them, and what is seen are its
colours.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any
from zlib import compress

import pikepdf
import pytest
from PIL import Image, ImageChops

from pnp.assets.images import Picture, greyed
from pnp.draw.content import image_name
from tests.assets.profiles import made, p3_in_srgb
from tests.assets.test_images import chunk, png, saved

from .scene import face, image, pdf, picture, place, raster, sheet

P3 = made()
ORANGE = (200, 100, 50)
SEEN = p3_in_srgb(ORANGE)
PLAIN = Image.new("RGB", (20, 20), ORANGE)
CLEAR = Image.merge("RGBA", [*PLAIN.split(), Image.new("L", (20, 20), 255)])
CLEAR.putpixel((0, 0), (*ORANGE, 0))


def shown(*pictures: Picture) -> bytes:
    return pdf(
        sheet(place(face(*(image(one, 0, 0, 12, 8) for one in pictures)))), pictures=pictures
    )


@contextmanager
def bitmaps(*pictures: Picture) -> Iterator[list[Any]]:
    """The images of a page, in the order of their pictures; not their soft masks."""
    with pikepdf.open(BytesIO(shown(*pictures))) as opened:
        images = opened.pages[0].Resources.XObject
        yield [images[name_of(one)] for one in pictures]


def name_of(one: Picture) -> str:
    return f"/{image_name(one.ref)}"


@pytest.mark.parametrize(
    ("art", "kind"),
    [
        (PLAIN, "PNG"),
        (PLAIN.quantize(4), "PNG"),
        (CLEAR, "PNG"),
        (PLAIN, "JPEG"),
        (PLAIN, "WEBP"),
        (CLEAR, "WEBP"),
    ],
)
def test_what_is_seen_are_the_colours_of_the_profile(art: Image.Image, kind: str) -> None:
    options = (
        {"quality": 100, "subsampling": 0}
        if kind == "JPEG"
        else {"lossless": True}
        if kind == "WEBP"
        else {}
    )
    for profile, wanted in ((P3, SEEN), (b"", ORANGE)):
        photo = picture(saved(art, kind, icc_profile=profile, **options))
        seen: Any = raster(shown(photo)).getpixel((30, 20))
        assert all(abs(a - b) <= 3 for a, b in zip(seen, wanted, strict=True)), (seen, wanted)


def test_picture_goes_in_as_it_is_with_its_profile_which_others_share() -> None:
    photo = picture(saved(PLAIN, "JPEG", icc_profile=P3), "a.jpg")
    other = picture(saved(PLAIN.resize((9, 9)), "PNG", icc_profile=P3), "b.png")
    few = picture(saved(PLAIN.quantize(4), "PNG", icc_profile=P3), "c.png")
    with bitmaps(photo, other, few) as made_of:
        spaces = [one.ColorSpace for one in made_of]
        assert [str(space[0]) for space in spaces] == ["/ICCBased", "/ICCBased", "/Indexed"]
        streams = [spaces[0][1], spaces[1][1], spaces[2][1][1]]
        assert len({stream.objgen for stream in streams}) == 1
        assert (streams[0].read_bytes(), streams[0].N, streams[0].Alternate) == (
            P3,
            3,
            "/DeviceRGB",
        )
        assert made_of[0].read_raw_bytes() == photo.data


def test_picture_with_alpha_keeps_its_profile() -> None:
    with bitmaps(picture(saved(CLEAR, "PNG", icc_profile=P3))) as (bitmap,):
        assert (str(bitmap.ColorSpace[0]), str(bitmap.SMask.ColorSpace)) == (
            "/ICCBased",
            "/DeviceGray",
        )


def test_inks_keep_their_profile() -> None:
    inks = made(space=b"CMYK")
    with bitmaps(picture(saved(PLAIN.convert("CMYK"), "JPEG", icc_profile=inks))) as (bitmap,):
        assert (
            str(bitmap.ColorSpace[0]),
            bitmap.ColorSpace[1].N,
            bitmap.ColorSpace[1].Alternate,
        ) == ("/ICCBased", 4, "/DeviceCMYK")


@pytest.mark.parametrize(
    "inks", [(255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 0, 0, 255), (60, 40, 120, 20)]
)
@pytest.mark.parametrize("marked", [True, False])
def test_inks_are_no_negative(inks: tuple[int, int, int, int], marked: bool) -> None:
    """Adobe's programs count paper, files without their mark count ink (ITU-T T.872)."""
    plain = Image.new("CMYK", (20, 20), inks)
    data = saved(plain if marked else ImageChops.invert(plain), "JPEG", quality=100)
    if not marked:
        at = data.index(b"Adobe") - 4
        data = data[:at] + data[at + 2 + int.from_bytes(data[at + 2 : at + 4]) :]
    photo = picture(data, "a.jpg")
    wanted: Any = plain.convert("RGB").getpixel((0, 0))
    seen: Any = raster(shown(photo)).getpixel((30, 20))
    # PDFium prints inks as a press would, Pillow as if they were light.
    assert all(abs(a - b) <= 120 for a, b in zip(seen, wanted, strict=True)), (seen, wanted)
    grey: Any = raster(shown(greyed(photo))).getpixel((30, 20))
    luma: Any = plain.convert("RGB").convert("L").getpixel((0, 0))
    assert abs(grey[0] - luma) <= 2


def test_sixteen_bits_keep_the_colours_of_their_profile() -> None:
    row = b"\0" + b"".join(struct.pack(">H", 257 * value) for value in ORANGE) * 4
    profile = chunk(b"iCCP", b"p\0\0" + compress(P3))
    photo = picture(png(16, 2, row * 4, profile, size=(4, 4)))
    seen: Any = raster(shown(photo)).getpixel((30, 20))
    assert all(abs(a - b) <= 3 for a, b in zip(seen, SEEN, strict=True)), (seen, SEEN)


def test_picture_that_is_decoded_needs_no_profile() -> None:
    for photo in (
        picture(saved(PLAIN, "WEBP", icc_profile=P3)),
        greyed(picture(saved(PLAIN, "JPEG", icc_profile=P3))),
    ):
        with bitmaps(photo) as (bitmap,):
            assert str(bitmap.ColorSpace) in ("/DeviceRGB", "/DeviceGray")
