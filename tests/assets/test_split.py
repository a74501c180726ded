"""Colour and alpha of a PNG are told apart without decoding: filtered rows in, filtered rows
out.
"""

from __future__ import annotations

import random
import struct
import zlib
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from pnp.assets import image_headers as png


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


def _saved(image: Image.Image) -> bytes:
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _as_png(rows: bytes, width: int, height: int, color_type: int) -> Image.Image:
    """Filtered rows as a PNG of their own, decoded by Pillow."""
    head = struct.pack(">IIBBBBB", width, height, 8, color_type, 0, 0, 0)
    data = (
        png.PNG_SIGNATURE
        + _chunk(b"IHDR", head)
        + _chunk(b"IDAT", zlib.compress(rows))
        + _chunk(b"IEND", b"")
    )
    return Image.open(BytesIO(data))


@pytest.mark.parametrize(("mode", "color_type"), [("RGBA", png.RGB), ("LA", png.GREY)])
@pytest.mark.parametrize("size", [(1, 1), (7, 3), (64, 41)])
def test_the_parts_are_the_channels(mode, color_type, size):
    image = _picture(mode, *size, seed=5)
    header = png.read_png(_saved(image))
    assert header.splits and not header.passes
    color, alpha = png.split_alpha(header)
    assert (
        _as_png(color, *size, color_type).tobytes()
        == image.convert("RGB" if mode == "RGBA" else "L").tobytes()
    )
    assert _as_png(alpha, *size, png.GREY).tobytes() == image.getchannel("A").tobytes()


def test_every_filter_was_met():
    header = png.read_png(_saved(_picture("RGBA", 64, 41, seed=5)))
    color, _ = png.split_alpha(header)
    assert len({color[at] for at in range(0, len(color), 1 + 3 * 64)}) >= 3


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_without_alpha_there_is_nothing_to_split(mode):
    assert not png.read_png(_saved(_picture(mode, 4, 4, seed=1))).splits


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
def test_damaged_data_are_refused(spoil):
    header = png.read_png(_saved(_picture("RGBA", 8, 8, seed=2)))
    with pytest.raises(ValueError, match="pixel data"):
        png.split_alpha(replace(header, idat=spoil(header.idat)))
