from __future__ import annotations

import hashlib
import io
import random
import struct
import zlib
from itertools import count
from typing import Any

import pytest
from PIL import Image, ImageOps

from pnp.assets import images
from pnp.diagnostics import Problems

W, H = 7, 5
RGB = Image.frombytes(
    "RGB", (W, H), bytes(v for y in range(H) for x in range(W) for v in (x * 30, y * 40, 200))
)


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body))


def png(
    bits: int,
    kind: int,
    rows: bytes,
    *more: bytes,
    size: tuple[int, int] = (2, 1),
    interlace: int = 0,
) -> bytes:
    return raw_png(bits, kind, zlib.compress(rows), *more, size=size, interlace=interlace)


def raw_png(
    bits: int,
    kind: int,
    idat: bytes,
    *more: bytes,
    size: tuple[int, int] = (2, 1),
    interlace: int = 0,
) -> bytes:
    head = struct.pack(">LLBBBBB", *size, bits, kind, 0, 0, interlace)
    body = chunk(b"IDAT", idat)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + b"".join(more) + body + chunk(b"IEND", b"")


def codes(data: bytes, decode: bool = False) -> list[str]:
    with pytest.raises(Problems) as caught:
        picture = images.read(data, "a.png")
        if decode:
            images.pixels(picture)
    assert all(str(d.span) == "a.png" and d.hint for d in caught.value.diagnostics)
    return [d.code for d in caught.value.diagnostics]


def test_png_passes_as_it_is() -> None:
    data = saved(RGB, "PNG", dpi=(300, 300))
    picture = images.read(data, "art/a.jpg")
    assert picture.ref == ("art/a.jpg", hashlib.sha256(data).hexdigest()[:32], 7, 5)
    assert (picture.format, picture.dpi, picture.passes) == ("png", 300.0, True)
    head = picture.png
    assert head and (head.width, head.height, head.components, head.bits, head.color_type) == (
        7,
        5,
        3,
        8,
        2,
    )
    # What a PDF reader will do with it: inflate, one filter byte a row.
    assert len(zlib.decompress(head.idat)) == H * (1 + 3 * W)
    assert images.pixels(picture) == (RGB.tobytes(), None, 3)
    assert "data=" not in repr(picture)


@pytest.mark.parametrize(
    ("image", "passes", "components"),
    [
        ("RGB", True, 3),
        ("L", True, 1),
        ("1", True, 1),
        ("P", True, 3),
        ("RGBA", False, 3),
        ("LA", False, 1),
    ],
)
def test_png_passes_by_its_kind(image: str, passes: bool, components: int) -> None:
    original = RGB.quantize(5) if image == "P" else RGB.convert(image)
    picture = images.read(saved(original, "PNG"), "a.png")
    samples, alpha, count = images.pixels(picture)
    assert (picture.passes, count, alpha) == (passes, components, None)
    assert samples == original.convert("L" if components == 1 else "RGB").tobytes()


def test_png_of_low_depth_or_palette_passes() -> None:
    picture = images.read(png(4, 3, b"\0\x12", chunk(b"PLTE", b"\0\0\0\xff\0\0\0\xff\0")), "a")
    assert (
        picture.passes
        and picture.png
        and picture.png.palette[3:6] == b"\xff\0\0"
        and picture.png.bits == 4
    )
    assert images.pixels(picture) == (b"\xff\0\0\0\xff\0", None, 3)
    assert images.pixels(images.read(png(2, 0, b"\0\x70"), "a")) == (b"\x55\xff", None, 1)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            png(8, 3, b"\0\0\1", chunk(b"PLTE", b"\1\2\3\4\5\6"), chunk(b"tRNS", b"\x80")),
            (b"\1\2\3\4\5\6", b"\x80\xff", 3),
        ),
        (png(8, 0, b"\0\7\x09", chunk(b"tRNS", b"\0\7")), (b"\7\x09", b"\0\xff", 1)),
        (
            png(8, 2, b"\0\1\2\3\4\5\6", chunk(b"tRNS", b"\0\1\0\2\0\3")),
            (b"\1\2\3\4\5\6", b"\0\xff", 3),
        ),
        (png(8, 4, b"\0\7\x40\x09\xff"), (b"\7\x09", b"\x40\xff", 1)),
        (png(8, 6, b"\0\1\2\3\x40\4\5\6\xff"), (b"\1\2\3\4\5\6", b"\x40\xff", 3)),
        (png(16, 0, b"\0\x12\x34\xff\xff"), (b"\x12\xff", None, 1)),
        (
            png(16, 0, b"\0\x12\x34\xff\xff", chunk(b"tRNS", b"\x12\x34")),
            (b"\x12\xff", b"\0\xff", 1),
        ),
        (png(16, 2, b"\0" + b"\x12\x34" * 6), (b"\x12" * 6, None, 3)),
        (
            png(16, 4, b"\0\x12\x34\x40\0\x56\x78\xff\xff"),
            (b"\x12" * 3 + b"\x56" * 3, b"\x40\xff", 3),
        ),
        (
            png(16, 6, b"\0" + b"\x12\x34" * 3 + b"\x40\0" + b"\x56\x78" * 3 + b"\xff\xff"),
            (b"\x12" * 3 + b"\x56" * 3, b"\x40\xff", 3),
        ),
    ],
    ids=count(),
)
def test_pixels_of_every_kind_of_png(
    data: bytes, expected: tuple[bytes, bytes | None, int]
) -> None:
    picture = images.read(data, "a.png")
    assert not picture.passes
    assert images.pixels(picture) == expected


def packed(bits: int, samples: list[int]) -> bytes:
    """A row of samples as PNG packs them, the leftmost in the high bits of a byte (third
    edition, 7.2), behind its filter byte.
    """
    whole = sum(sample << bits * n for n, sample in enumerate(reversed(samples)))
    spare = -bits * len(samples) % 8
    return b"\0" + (whole << spare).to_bytes((bits * len(samples) + spare) // 8, "big")


@pytest.mark.parametrize(
    ("bits", "clear"),
    [
        (bits, clear)
        for bits in (1, 2, 4, 8)
        for clear in sorted({0, 1, (1 << bits) - 2, (1 << bits) - 1})
    ],
)
@pytest.mark.parametrize("above", [0, 0xFF00], ids=["", "bits above are no part of it"])
def test_pixels_of_the_clear_grey_are_clear(bits: int, clear: int, above: int) -> None:
    most = (1 << bits) - 1
    samples = list(range(most + 1))
    said = chunk(b"tRNS", (clear | above).to_bytes(2, "big"))
    made = images.pixels(
        images.read(png(bits, 0, packed(bits, samples), said, size=(len(samples), 1)), "a.png")
    )
    assert made == (
        bytes(s * 255 // most for s in samples),
        bytes(0 if s == clear else 255 for s in samples),
        1,
    )


@pytest.mark.parametrize("bits", [8, 16])
def test_pixels_of_the_clear_colour_are_clear(bits: int) -> None:
    colors = [(0xFFF0, 0xEEE0, 0xDDD0), (0x1234, 0x5678, 0x9ABC), (0x1234, 0x5678, 0x00BC)]
    colors = [tuple(sample >> 16 - bits for sample in color) for color in colors]
    rows = b"\0" + b"".join(
        sample.to_bytes(bits // 8, "big") for color in colors for sample in color
    )
    said = chunk(b"tRNS", b"".join(sample.to_bytes(2, "big") for sample in colors[1]))
    samples, alpha, count = images.pixels(
        images.read(png(bits, 2, rows, said, size=(3, 1)), "a.png")
    )
    assert (samples, alpha, count) == (
        bytes(sample >> bits - 8 for color in colors for sample in color),
        b"\xff\0\xff",
        3,
    )


def test_pixels_of_an_interlaced_png() -> None:
    picture = images.read(png(8, 0, b"\0\7\0\x09", interlace=1), "a.png")
    assert not picture.passes
    assert images.pixels(picture) == (b"\7\x09", None, 1)


def test_jpeg_passes_as_it_is() -> None:
    data = saved(RGB, "JPEG", quality=95, dpi=(300, 300))
    picture = images.read(data, "a.png")
    assert (picture.format, picture.dpi, picture.passes, picture.ref[2:]) == (
        "jpeg",
        300.0,
        True,
        (7, 5),
    )
    assert picture.jpeg and (picture.jpeg.components, picture.jpeg.inverted) == (3, False)
    assert images.pixels(picture)[0] == Image.open(io.BytesIO(data)).tobytes()
    for image, components, inverted in (
        (RGB.convert("L"), 1, False),
        (RGB.convert("CMYK"), 4, True),
    ):
        head = images.read(saved(image, "JPEG"), "a").jpeg
        assert head and (head.components, head.inverted, head.passes) == (
            components,
            inverted,
            True,
        )
    assert images.read(saved(RGB, "JPEG", progressive=True), "a").passes
    samples, alpha, count = images.pixels(
        images.read(saved(RGB.convert("CMYK"), "JPEG", quality=100), "a")
    )
    assert (len(samples), alpha, count) == (W * H * 3, None, 3)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_orientation_is_honoured(orientation: int, kind: str) -> None:
    """PNGs and WebPs lay on their sides, and their resolution was that of the wrong side."""
    image = RGB.copy()
    if kind != "JPEG":
        image.putalpha(Image.frombytes("L", (W, H), bytes(7 * n for n in range(W * H))))
    note = Image.Exif()
    note.endian = "<" if orientation % 2 else ">"
    note[0x112] = orientation
    options = {"WEBP": {"lossless": True, "exact": True}}.get(kind, {})
    data = saved(image, kind, exif=note, **options)
    picture = images.read(data, "a")
    turned = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    assert (picture.orientation, picture.ref[2:]) == (orientation, turned.size)
    samples, alpha, _ = images.pixels(picture)
    assert samples == turned.convert("RGB").tobytes()
    assert alpha == (None if kind == "JPEG" else turned.getchannel("A").tobytes())
    upright = orientation == 1
    assert picture.passes is (upright and kind == "JPEG")
    assert picture.png is None or picture.png.splits is upright


def test_jpeg_density_in_centimetres() -> None:
    data = saved(RGB, "JPEG", dpi=(100, 100))
    at = data.index(b"JFIF\0") + 7
    assert images.read(data[:at] + b"\2" + data[at + 1 :], "a").dpi == 254
    assert images.read(data[:at] + b"\0" + data[at + 1 :], "a").dpi is None


CLEAR = RGB.convert("RGBA")
CLEAR.putpixel((0, 0), (1, 2, 3, 0))


@pytest.mark.parametrize(
    ("kind", "image", "options"),
    [
        ("webp", RGB, {"lossless": True}),
        ("webp", RGB, {}),
        ("webp", CLEAR, {"lossless": True}),
        ("gif", RGB, {"save_all": True, "append_images": [RGB.rotate(180)]}),
        ("gif", CLEAR, {}),
    ],
)
def test_webp_and_gif_are_decoded(kind: str, image: Image.Image, options: dict[str, Any]) -> None:
    picture = images.read(saved(image, kind, **options), "a.png")
    samples, alpha, count = images.pixels(picture)
    assert (picture.format, picture.passes, picture.ref[2:], count) == (kind, False, (7, 5), 3)
    assert len(samples) == 105
    assert alpha == (b"\0" + b"\xff" * 34 if image is CLEAR else None)
    if options == {"lossless": True} and image is RGB:
        assert samples == RGB.tobytes()


@pytest.mark.parametrize(
    "head",
    [
        "%PDF-1.7",
        "BM1234",
        "<svg/>",
        "II*\0abcd",
        "hello",
        "%!PS-Adobe",
        "\0\0\0 ftypheic",
        "PK\3\4",
    ],
)
def test_read_names_other_formats(head: str) -> None:
    assert codes(head.encode()) == ["P432"]


def turned() -> Image.Exif:
    note = Image.Exif()
    note[0x112] = 6
    return note


@pytest.mark.parametrize(
    ("data", "most", "code"),
    [
        (saved(RGB, "JPEG"), W * H, ""),
        (saved(RGB.convert("L"), "JPEG"), W * H, ""),
        (saved(RGB.convert("CMYK"), "JPEG"), W * H, ""),
        (saved(RGB, "JPEG"), W * H - 1, "P832"),
        (saved(RGB, "JPEG", progressive=True), W * H, "P832"),  # held in memory as a whole
        (saved(RGB, "JPEG", exif=turned()), W * H, "P832"),
        (saved(RGB, "JPEG")[:-30], W * H, "P431"),
        (saved(RGB, "PNG"), W * H, "P832"),
    ],
)
def test_large_photos_pass_where_they_need_not_be_decoded(
    monkeypatch: pytest.MonkeyPatch, data: bytes, most: int, code: str
) -> None:
    monkeypatch.setattr(images, "MAX_PIXELS", W * H - 1)
    monkeypatch.setattr(images, "MAX_PIXELS_PASSED", most)
    if code:
        assert codes(data) == [code]
    else:
        picture = images.read(data, "a")
        assert picture.passes
        with pytest.raises(Problems) as caught:
            images.greyed(picture)
        assert [d.code for d in caught.value.diagnostics] == ["P832"]


def test_read_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes(png(8, 0, b"", size=(8000, 5001))) == ["P832"]
    assert images.read(png(8, 0, b"", size=(8000, 5000)), "a").ref.width == 8000
    monkeypatch.setattr(images, "MAX_BYTES", 50)
    assert codes(saved(RGB, "PNG")) == ["P831"]


SCAN = bytes.fromhex("ffda000801010001" + "3f00" + "00")


def test_jpeg_of_very_many_scans_is_refused() -> None:
    """Each takes a walk over the whole picture, in our decoder or in the printer."""
    data = saved(RGB, "JPEG", progressive=True)
    own = data.count(SCAN[:2])
    body, end = data[:-2], data[-2:]
    assert images.read(body + SCAN * (100 - own) + end, "a").format == "jpeg"
    with pytest.raises(Problems, match='the image "a" is damaged: it has more than 100 scans'):
        images.read(body + SCAN * (101 - own) + end, "a")
    hidden = b"\xff\xfe\0\x04\xff\xd9"  # a comment that looks like the end
    assert codes(body + hidden + SCAN * 101 + end) == ["P431"]
    assert (
        images.read(body + end + SCAN * 101 + end, "a").format == "jpeg"
    )  # a film behind the photograph of a telephone
    assert (
        images.read(body + b"\xff\xfe\0\xcc" + SCAN[:2] * 101 + end, "a").format == "jpeg"
    )  # in a comment they are none


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89PNG\r\n\x1a\n",
        saved(RGB, "PNG")[:-13],
        saved(RGB, "JPEG")[:-2],
        saved(RGB, "JPEG")[:200],
        b"\xff\xd8\xff\xd9",
        b"GIF89a\1\0",
        saved(RGB, "WEBP")[:-3],
        png(8, 0, b"\0\1\2", size=(0, 1)),
        png(3, 0, b"\0"),
        png(8, 5, b"\0"),
        png(8, 3, b"\0\0\0"),
        png(8, 3, b"\0\0\0", chunk(b"PLTE", b"abcd")),
        raw_png(8, 0, b""),
        raw_png(8, 0, b"not zlib data"),
        saved(RGB, "PNG").replace(b"IDAT", b"IDAU"),
    ],
    ids=count(),
)
def test_read_refuses_damaged_headers(data: bytes) -> None:
    assert codes(data) == ["P431"]


@pytest.mark.parametrize("progressive", [True, False])
@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_read_decodes_a_jpeg(mode: str, progressive: bool) -> None:
    noise = Image.frombytes("L", (64, 64), random.Random(1).randbytes(64 * 64)).convert(mode)
    data = saved(noise, "JPEG", progressive=progressive, dpi=(300, 300))
    assert images.read(data, "a").passes
    middle, tables = len(data) * 2 // 3, data.index(b"\xff\xdb")
    for at, marker in ((middle, b"\xff\xdd"), (tables, b"\xff\xfe")):
        assert codes(data[:at] + marker + data[at + 2 :]) == ["P431"]


def test_message_of_a_damaged_jpeg_holds_no_address() -> None:
    data = saved(RGB, "JPEG")
    frame = data.index(b"\xff\xc0") + 9
    with pytest.raises(Problems, match='the image "a" is damaged: cannot identify image file\n'):
        images.read(data[:frame] + b"\2" + data[frame + 1 :], "a")


@pytest.mark.parametrize(
    "data",
    [
        png(8, 6, b"\0\1"),
        png(8, 4, b"\x09\1\2\3\4"),
        raw_png(8, 4, zlib.compress(b"x" * 50)[:9]),
        saved(RGB, "GIF")[:-30],
    ],
    ids=count(),
)
def test_pixels_refuses_damaged_data(data: bytes) -> None:
    assert codes(data, decode=True) == ["P431"]


def test_pixels_refuses_a_header_that_the_body_contradicts() -> None:
    head = images.read(saved(RGB, "JPEG"), "a")
    wrong = images.Picture(head.ref._replace(width=9), "jpeg", head.data, jpeg=head.jpeg)
    with pytest.raises(Problems, match="its header says 9 × 5 pixels, its data 7 × 5"):
        images.pixels(wrong)


SEEDS = [
    saved(RGB, "PNG"),
    saved(RGB.convert("RGBA"), "PNG"),
    saved(RGB.quantize(4), "PNG", transparency=0),
    saved(RGB, "JPEG"),
    saved(RGB.convert("CMYK"), "JPEG", progressive=True),
    saved(RGB, "GIF"),
    saved(RGB, "WEBP"),
    saved(RGB.convert("RGBA"), "WEBP", lossless=True),
]


@pytest.mark.parametrize("number", range(len(SEEDS)))
def test_read_of_a_mutated_image_raises_nothing_but_problems(number: int) -> None:
    source = random.Random(number)
    for _ in range(80):
        data = bytearray(SEEDS[number])
        for _ in range(source.randint(1, 5)):
            data[source.randrange(len(data))] = source.randrange(256)
        if source.random() < 0.2:
            del data[source.randrange(len(data)) :]
        if data[:4] == b"\x89PNG" and source.random() < 0.8:
            data = _with_check_sums(bytes(data))
        try:
            picture = images.read(bytes(data), "a")
            if picture.ref.width * picture.ref.height < 1_000_000:
                images.pixels(picture)
        except Problems as problems:
            assert {d.code[:2] for d in problems.diagnostics} <= {"P4", "P8"}


def _with_check_sums(data: bytes) -> bytearray:
    out, at = bytearray(data[:8]), 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        body = data[at + 4 : at + 8 + length]
        out += data[at : at + 4] + body + struct.pack(">L", zlib.crc32(body))
        at += 12 + length
    return out
