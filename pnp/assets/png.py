"""The chunks of a PNG file (W3C PNG, third edition), enough to put it into a PDF without
decoding it.
"""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32, decompressobj
from zlib import error as zlib_error

from pnp.assets import profile as profiles
from pnp.assets.exif import turn_of

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
# Colour type: components a pixel, bit depths allowed (table 11.1).
_TYPES = {
    GREY: (1, (1, 2, 4, 8, 16)),
    RGB: (3, (8, 16)),
    PALETTE: (1, (1, 2, 4, 8)),
    GREY_ALPHA: (2, (8, 16)),
    RGB_ALPHA: (4, (8, 16)),
}


class Header(NamedTuple):
    """What a PDF needs: for `passes`, `idat` is a FlateDecode stream with Predictor 15, Colors
    `components`, Columns `width`.
    """

    width: int
    height: int
    color_type: int
    bits: int
    components: int
    interlaced: bool
    palette: bytes
    transparency: bytes | None
    dpi: float | None
    idat: bytes
    orientation: int = 1
    profile: bytes = b""

    @property
    def passes(self) -> bool:
        """Whether the IDAT data can be embedded as it is: opaque, not interlaced, not to be
        turned, at most eight bits.
        """
        upright = self.orientation == 1
        return (
            upright
            and self.transparency is None
            and not self.interlaced
            and self.bits <= 8
            and self.color_type in (GREY, RGB, PALETTE)
        )

    @property
    def splits(self) -> bool:
        """Whether colour and alpha can be told apart without undoing the filters of its rows."""
        return (
            self.orientation == 1
            and not self.interlaced
            and self.bits == 8
            and self.color_type in (GREY_ALPHA, RGB_ALPHA)
        )


def split(header: Header) -> tuple[bytes, bytes]:
    """Colour and alpha of a PNG that `splits`, each as inflated rows that keep their filter bytes
    (Predictor 15).

    PNG filters reckon byte by byte within one channel (third edition, 9.2): what a row's filter did
    to red it did with red bytes alone, so channels taken apart are still filtered the same way.
    Raises ValueError when the pixel data are damaged.
    """
    colors = header.components - 1
    stride = 1 + header.components * header.width
    inflate = decompressobj()
    try:
        rows = inflate.decompress(header.idat, stride * header.height + 1)
    except zlib_error as problem:
        raise ValueError(f"its pixel data are damaged ({problem})") from None
    if len(rows) != stride * header.height or not inflate.eof:
        raise ValueError("its pixel data do not fill the image")
    color, alpha = bytearray(), bytearray()
    line = bytearray(1 + colors * header.width)
    for at in range(0, len(rows), stride):
        row = rows[at : at + stride]
        if row[0] > 4:
            raise ValueError("its pixel data name a filter that does not exist")
        line[0] = row[0]
        for channel in range(1, colors + 1):
            line[channel::colors] = row[channel :: header.components]
        color += line
        alpha += row[:1] + row[header.components :: header.components]
    return bytes(color), bytes(alpha)


def read(data: bytes) -> Header:
    """The header of a PNG file, every chunk's check sum verified, nothing inflated.

    Raises ValueError with what is wrong.
    """
    chunks = _chunks(data)
    first = chunks.get(b"IHDR", [b""])[0]
    if len(first) != 13 or data[12:16] != b"IHDR":
        raise ValueError("it does not start with its header")
    width, height = int.from_bytes(first[:4], "big"), int.from_bytes(first[4:8], "big")
    bits, color_type, compression, filtering, interlace = first[8:]
    components, depths = _TYPES.get(color_type, (0, ()))
    if bits not in depths or compression or filtering or interlace > 1:
        raise ValueError(f"its header makes no sense (colour type {color_type}, {bits} bits)")
    palette = bytes(chunks.get(b"PLTE", [b""])[0])
    if color_type == PALETTE and (not 3 <= len(palette) <= 3 << bits or len(palette) % 3):
        raise ValueError("its palette is missing or has a wrong length")
    idat = b"".join(chunks.get(b"IDAT", []))
    if (
        len(idat) < 6
        or idat[0] & 0x0F != 8
        or int.from_bytes(idat[:2], "big") % 31
        or idat[1] & 0x20
    ):
        raise ValueError("its pixel data is missing or not compressed as it must be")
    transparency = bytes(chunks[b"tRNS"][0]) if b"tRNS" in chunks else None
    dpi = _dpi(chunks.get(b"pHYs", [b""])[0])
    turn = turn_of(bytes(chunks.get(b"eXIf", [b""])[0]))
    colored = color_type in (RGB, PALETTE, RGB_ALPHA)
    profile = (
        profiles.kept(profiles.of_png(bytes(chunks[b"iCCP"][0])), 3)
        if b"iCCP" in chunks and colored
        else b""
    )
    return Header(
        width,
        height,
        color_type,
        bits,
        components,
        interlace == 1,
        palette,
        transparency,
        dpi,
        idat,
        turn,
        profile,
    )


def whole(header: Header) -> bool:
    """Whether the pixel data of an image without interlacing are just what its size asks for:
    inflated, but never by more than that.
    """
    left = header.height * (1 + (header.width * header.components * header.bits + 7) // 8)
    inflater, data = decompressobj(), header.idat
    try:
        while left >= 0 and not inflater.eof:
            part = inflater.decompress(data, 1 << 24)
            if not part:
                break
            left, data = left - len(part), inflater.unconsumed_tail
    except zlib_error:
        return False
    return left == 0 and inflater.eof


def _chunks(data: bytes) -> dict[bytes, list[memoryview]]:
    """Every chunk up to IEND by its type.

    Raises ValueError where one is cut off or its check sum is wrong.
    """
    view, at, end = memoryview(data), 8, len(data)
    chunks: dict[bytes, list[memoryview]] = {}
    while at + 12 <= end:
        length = int.from_bytes(data[at : at + 4], "big")
        kind, behind = data[at + 4 : at + 8], at + 8 + length
        if behind + 4 > end:
            break
        if crc32(view[at + 4 : behind]) != int.from_bytes(data[behind : behind + 4], "big"):
            raise ValueError(f"the check sum of a chunk at byte {at:,} is wrong")
        if kind == b"IEND":
            return chunks
        chunks.setdefault(kind, []).append(view[at + 8 : behind])
        at = behind + 4
    raise ValueError("the file is cut off")


def _dpi(chunk: bytes | memoryview) -> float | None:
    """Pixels an inch across, from pHYs (11.3.4.3: pixels a metre)."""
    metre = int.from_bytes(chunk[:4], "big") if len(chunk) == 9 and chunk[8] == 1 else 0
    return round(metre * 0.0254, 2) if metre else None
