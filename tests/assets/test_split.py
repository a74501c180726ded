"""Colour and alpha of a PNG are told apart without decoding: filtered rows in, filtered rows
out.
"""

from __future__ import annotations

import random
import zlib
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from pnp.assets import image_headers
from tests.assets.test_images import png, saved


def _picture(mode: str, width: int, height: int, seed: int) -> Image.Image:
    dice = random.Random(seed)
    # Smooth parts beside noise, so that an encoder uses all of its filters.
    pixels = bytearray()
    for y in range(height):
        for x in range(width):
            for channel in range(len(mode)):
                noise = dice.randrange(256) if y % 5 == 0 else dice.randrange(6)
                pixels.append((x * (channel + 3) + y * 2 + noise) & 255)
    return Image.frombytes(mode, (width, height), bytes(pixels))


def _decoded(rows: bytes, size: tuple[int, int], color_type: int) -> bytes:
    """Filtered rows as a PNG of their own, decoded by Pillow."""
    return Image.open(BytesIO(png(8, color_type, rows, size=size))).tobytes()


@pytest.mark.parametrize(
    ("mode", "color_type"), [("RGBA", image_headers.RGB), ("LA", image_headers.GREY)]
)
@pytest.mark.parametrize("size", [(1, 1), (7, 3), (64, 41)])
def test_split_alpha_gives_the_channels(mode, color_type, size):
    image = _picture(mode, *size, seed=5)
    header = image_headers.read_png(saved(image, "PNG"))
    assert header.splits and not header.passes
    color, alpha = image_headers.split_alpha(header)
    plain = image.convert("RGB" if mode == "RGBA" else "L")
    assert _decoded(color, size, color_type) == plain.tobytes()
    assert _decoded(alpha, size, image_headers.GREY) == image.getchannel("A").tobytes()


def test_split_alpha_meets_every_filter():
    header = image_headers.read_png(saved(_picture("RGBA", 64, 41, seed=5), "PNG"))
    color, _ = image_headers.split_alpha(header)
    assert len({color[at] for at in range(0, len(color), 1 + 3 * 64)}) >= 3


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_header_without_alpha_does_not_split(mode):
    assert not image_headers.read_png(saved(_picture(mode, 4, 4, seed=1), "PNG")).splits


@pytest.mark.parametrize(
    "spoil",
    [
        lambda idat: idat[: len(idat) // 2],
        lambda idat: zlib.compress(b"\0" * 10),
        lambda idat: zlib.compress(zlib.decompress(idat) + b"\0"),
        lambda idat: zlib.compress(b"\7" + zlib.decompress(idat)[1:]),
        lambda idat: b"\x78\x9c" + b"\xff" * 20,
    ],
    ids=["cut", "too-short", "too-long", "unknown-filter", "garbage"],
)
def test_split_alpha_refuses_damaged_data(spoil):
    header = image_headers.read_png(saved(_picture("RGBA", 8, 8, seed=2), "PNG"))
    with pytest.raises(ValueError, match="pixel data"):
        image_headers.split_alpha(replace(header, idat=spoil(header.idat)))
