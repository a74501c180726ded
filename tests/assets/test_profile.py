"""Which colour profiles of pictures are kept, and what colours they give where a picture is
decoded.
"""

from __future__ import annotations

import struct
from typing import Any
from zlib import compress

import pytest
from PIL import Image, ImageCms

from pnp.assets import image_headers, images
from tests.assets.profiles import SRGB, fixed, made, p3_in_srgb
from tests.assets.test_images import chunk, png, saved

P3 = made()
ORANGE = (200, 100, 50)
PLAIN = Image.new("RGB", (8, 6), ORANGE)
CLEAR = Image.merge("RGBA", [*PLAIN.split(), Image.new("L", (8, 6), 128)])
SEEN = p3_in_srgb(ORANGE)


def colour(picture: images.Picture) -> tuple[int, ...]:
    samples, _, components = images.pixels(picture)
    return tuple(samples[:components])


def near(is_: tuple[int, ...], should: tuple[int, ...], off: int = 2) -> bool:
    return len(is_) == len(should) and all(
        abs(a - b) <= off for a, b in zip(is_, should, strict=True)
    )


@pytest.mark.parametrize(
    ("image", "kind", "options"),
    [
        (PLAIN, "PNG", {}),
        (PLAIN.quantize(4), "PNG", {}),
        (CLEAR, "PNG", {}),
        (PLAIN, "JPEG", {"quality": 100, "subsampling": 0}),
        (PLAIN, "WEBP", {"lossless": True}),
        (CLEAR, "WEBP", {"lossless": True}),
    ],
)
def test_pixels_are_decoded_into_srgb(
    image: Image.Image, kind: str, options: dict[str, Any]
) -> None:
    picture = images.read(saved(image, kind, icc_profile=P3, **options), "a")
    assert picture.profile == P3
    assert near(colour(picture), SEEN)
    bare = images.read(saved(image, kind, **options), "a")
    assert bare.profile == b"" and near(colour(bare), ORANGE)
    alpha = images.pixels(picture)[1]
    assert alpha == (bytes([128]) * 48 if image.mode == "RGBA" else None)


def test_pixels_that_are_clear_is_the_one_of_the_file() -> None:
    """Turned into sRGB first, no pixel would have the colour that the file names."""
    colors = bytes((0, *ORANGE, 1, 2, 3))
    data = png(
        8,
        2,
        colors,
        chunk(b"iCCP", b"p\0\0" + compress(P3)),
        chunk(b"tRNS", struct.pack(">3H", *ORANGE)),
    )
    samples, alpha, _ = images.pixels(images.read(data, "a"))
    assert near(tuple(samples[:3]), SEEN) and alpha == b"\0\xff"


def test_profile_of_a_jpeg_comes_in_parts() -> None:
    long = P3 + bytes(70_000)
    long = struct.pack(">L", len(long)) + long[4:]
    data = saved(PLAIN, "JPEG", icc_profile=long)
    assert data.count(b"ICC_PROFILE\0") == 2
    assert images.read(data, "a").profile == long
    second = data.rindex(b"ICC_PROFILE\0") + 12
    assert images.read(data[:second] + b"\7" + data[second + 1 :], "a").profile == b""


def test_profile_of_srgb_is_what_pictures_are_without_a_profile() -> None:
    own = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    table = b"curv\0\0\0\0" + struct.pack(
        ">L1024H", 1024, *(round(65535 * _screen(n / 1023)) for n in range(1024))
    )
    for each in (own, made(SRGB), made(SRGB, table)):
        for kind in ("PNG", "JPEG", "WEBP"):
            assert images.read(saved(PLAIN, kind, icc_profile=each), "a").profile == b""


def _screen(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


@pytest.mark.parametrize(
    "curve",
    [
        b"curv\0\0\0\0\0\0\0\0",
        b"curv\0\0\0\0\0\0\0\1\1\xcd\0\0",
        b"para\0\0\0\0\0\0\0\0" + fixed(1.8),
    ],
)
def test_usable_primaries_of_srgb_with_another_curve_are_kept(curve: bytes) -> None:
    assert image_headers.usable_profile(made(SRGB, curve), 3)


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        P3[:100],
        P3[:-1],
        P3[:36] + b"ascp" + P3[40:],
        P3[:16] + b"GRAY" + P3[20:],
        P3[:12] + b"link" + P3[16:],
        P3[:20] + b"Luv " + P3[24:],
        P3[:8] + b"\5" + P3[9:],
    ],
)
def test_usable_profile_that_makes_no_sense_is_none(wrong: bytes) -> None:
    assert (
        image_headers.usable_profile(P3, 3) == P3 == image_headers.usable_profile(P3 + b"\0\0", 3)
    )
    assert image_headers.usable_profile(wrong, 3) == b""
    picture = images.read(saved(PLAIN, "PNG", icc_profile=wrong), "a")
    assert near(colour(picture), ORANGE, 0)


def test_usable_profile_for_other_samples_is_none() -> None:
    assert image_headers.usable_profile(P3, 1) == image_headers.usable_profile(P3, 4) == b""
    assert images.read(saved(PLAIN.convert("L"), "PNG", icc_profile=P3), "a").profile == b""
    assert images.read(saved(PLAIN.convert("CMYK"), "JPEG", icc_profile=P3), "a").profile == b""
    assert image_headers.usable_profile(made(space=b"CMYK"), 4)


def test_profile_that_the_library_refuses_changes_nothing() -> None:
    broken = P3[:132] + bytes(len(P3) - 132)
    picture = images.read(saved(PLAIN, "WEBP", lossless=True, icc_profile=broken), "a")
    assert picture.profile == broken
    assert near(colour(picture), ORANGE, 0)
    inks = images.read(
        saved(PLAIN.convert("CMYK"), "JPEG", quality=100, icc_profile=made(space=b"CMYK")), "a"
    )
    assert inks.profile and len(colour(inks)) == 3


@pytest.mark.parametrize(
    "body",
    [
        b"p\0\0broken",
        b"p",
        b"",
        b"p\0",
        b"p\0\0" + compress(bytes(image_headers.MAX_PROFILE_BYTES + 10)),
    ],
)
def test_profile_that_cannot_be_unpacked_is_none(body: bytes) -> None:
    data = png(8, 2, bytes((0, *ORANGE, 1, 2, 3)), chunk(b"iCCP", body))
    assert images.read(data, "a").profile == b""


def test_grey_ink_takes_the_colours_as_seen() -> None:
    picture = images.greyed(images.read(saved(PLAIN, "PNG", icc_profile=P3), "a"))
    luma = Image.new("RGB", (1, 1), SEEN).convert("L").getpixel((0, 0))
    assert abs(images.pixels(picture)[0][0] - int(str(luma))) <= 2
