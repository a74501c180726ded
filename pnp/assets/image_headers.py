"""Reads the headers of JPEG, PNG, WebP and GIF files: size, resolution, turn, colour profile, and
what a PDF needs to take their data undecoded.

JPEG: ITU-T T.81, JFIF 1.02; PNG: W3C PNG, third edition; WebP: RFC 9649; Exif: CIPA DC-008;
colour profiles: ICC.1:2010.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal
from zlib import crc32, decompressobj
from zlib import error as zlib_error


@dataclass(frozen=True, kw_only=True)
class Header:
    """What every file says. Width and height are those of the stored rows; `orientation` is Exif's,
    1 to 8, from 5 on the sides change places.

    `passes` says whether a PDF can take the data as they are. `profile` is empty for sRGB and grey.
    """

    width: int
    height: int
    dpi: float | None = None
    orientation: int = 1
    passes: bool = False
    profile: bytes = b""


# --- JPEG

_SIZES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE = 0xC2
_PRINTABLE = {0xC0, 0xC1, _PROGRESSIVE}
"""Baseline, extended and progressive Huffman coding: what DCTDecode reads (ISO 32000-1, 7.4.8)."""
MAX_SCANS = 100
"""Scans of an image; programs write ten or so.

Whoever decodes it goes over all of it for each, however little the scan holds.
"""
_SCAN = b"\xff\xda"
_MARKER = re.compile(rb"\xff[\xc0-\xcf\xd8-\xfe]")
"""What ends the data of a scan: neither a stuffed byte nor a restart."""


@dataclass(frozen=True, kw_only=True)
class JpegHeader(Header):
    """`inverted`: a CMYK file of Adobe's kind, which wants Decode [1 0 1 0 1 0 1 0]. `by_rows`: it
    is decoded row by row; otherwise whoever reads it holds all of it in memory.
    """

    bits: int
    components: int
    inverted: bool
    by_rows: bool


def read_jpeg(data: bytes) -> JpegHeader:
    """The header of a JPEG file, nothing decoded. Raises ValueError with what is wrong."""
    frame, process, adobe, exif, dpi = b"", 0, False, b"", None
    profile: dict[int, bytes] = {}
    profile_parts = 0
    at, end = 2, len(data)
    while True:
        while at < end and data[at] == 0xFF and data[at + 1 : at + 2] == b"\xff":
            at += 1
        if at + 4 > end:
            raise ValueError("the file is cut off")
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if data[at] != 0xFF or marker < 0xC0 or 0xD0 <= marker <= 0xD9 or length < 2:
            raise ValueError(f"there is no marker at byte {at:,} where one must be")
        body = data[at + 4 : at + 2 + length]
        at += 2 + length
        if marker in _SIZES and not frame:
            frame, process = body, marker
        elif marker == 0xE0 and body[:5] == b"JFIF\0" and len(body) >= 12:
            # Pixels per inch (unit 1) or centimetre (unit 2).
            dpi = {1: 1.0, 2: 2.54}.get(body[7], 0.0) * int.from_bytes(body[8:10]) or None
        elif marker == 0xE1 and body[:6] == b"Exif\0\0":
            exif = exif or body[6:]
        elif marker == 0xE2 and body[:12] == b"ICC_PROFILE\0" and len(body) > 14:
            profile[body[12]], profile_parts = body[14:], body[13]
        elif marker == 0xEE and body[:5] == b"Adobe":
            adobe = True
        elif marker == 0xDA:
            break
    if len(frame) < 6:
        raise ValueError("it has no frame header")
    more_scans = _more_scans(data, at) if data.find(_SCAN, at) >= 0 else 0
    if more_scans >= MAX_SCANS:
        raise ValueError(f"it has more than {MAX_SCANS} scans")
    bits, components, orientation = frame[0], frame[5], turn_of(exif)
    # Segments are numbered from 1 (ICC.1, annex B.4).
    whole = sorted(profile) == list(range(1, profile_parts + 1))
    parts = [profile[number] for number in sorted(profile)] if whole else []
    return JpegHeader(
        width=int.from_bytes(frame[3:5]),
        height=int.from_bytes(frame[1:3]),
        dpi=dpi,
        orientation=orientation,
        passes=process in _PRINTABLE and bits == 8 and orientation == 1,
        profile=usable_profile(b"".join(parts), components),
        bits=bits,
        components=components,
        inverted=components == 4 and adobe,
        by_rows=process != _PROGRESSIVE and not more_scans,
    )


def _more_scans(data: bytes, at: int) -> int:
    """The scans behind the first, whose data begin at a place.

    What follows the end of the image, as a film does, is no part of it.
    """
    more = 0
    while (marker := _MARKER.search(data, at)) and marker[0] != b"\xff\xd9":
        more += marker[0] == _SCAN
        at = marker.end() + max(2, int.from_bytes(data[marker.end() : marker.end() + 2]))
    return more


# --- PNG

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
# Colour type: components per pixel, bit depths allowed (table 11.1).
_TYPES = {
    GREY: (1, (1, 2, 4, 8, 16)),
    RGB: (3, (8, 16)),
    PALETTE: (1, (1, 2, 4, 8)),
    GREY_ALPHA: (2, (8, 16)),
    RGB_ALPHA: (4, (8, 16)),
}


@dataclass(frozen=True, kw_only=True)
class PngHeader(Header):
    """What `passes` (opaque, not interlaced, not to be turned, at most eight bits) is `idat`, a
    FlateDecode stream with Predictor 15, Colors `components`, Columns `width`.

    `splits` says whether colour and alpha can be told apart without undoing the filters of its
    rows.
    """

    color_type: int
    bits: int
    components: int
    palette: bytes
    transparency: bytes | None
    splits: bool
    idat: bytes = field(repr=False)


def read_png(data: bytes) -> PngHeader:
    """The header of a PNG file, every chunk's check sum verified, nothing inflated.

    Raises ValueError with what is wrong.
    """
    chunks = _chunks(data)
    first = chunks.get(b"IHDR", [b""])[0]
    if len(first) != 13 or data[12:16] != b"IHDR":
        raise ValueError("it does not start with its header")
    bits, color_type, compression, filtering, interlaced = first[8:]
    components, depths = _TYPES.get(color_type, (0, ()))
    if bits not in depths or compression or filtering or interlaced > 1:
        raise ValueError(f"its header makes no sense (colour type {color_type}, {bits} bits)")
    palette = bytes(chunks.get(b"PLTE", [b""])[0])
    if color_type == PALETTE and (not 3 <= len(palette) <= 3 << bits or len(palette) % 3):
        raise ValueError("its palette is missing or has a wrong length")
    idat = b"".join(chunks.get(b"IDAT", []))
    if len(idat) < 6 or idat[0] & 0x0F != 8 or int.from_bytes(idat[:2]) % 31 or idat[1] & 0x20:
        raise ValueError("its pixel data is missing or not compressed as it must be")
    transparency = bytes(chunks[b"tRNS"][0]) if b"tRNS" in chunks else None
    density = chunks.get(b"pHYs", [b""])[0]
    per_metre = int.from_bytes(density[:4]) if len(density) == 9 and density[8] == 1 else 0
    turn = turn_of(bytes(chunks.get(b"eXIf", [b""])[0]))
    plain = turn == 1 and not interlaced and bits <= 8
    profile = b""
    if b"iCCP" in chunks and color_type in (RGB, PALETTE, RGB_ALPHA):
        profile = usable_profile(_profile_of_png(bytes(chunks[b"iCCP"][0])), 3)
    return PngHeader(
        width=int.from_bytes(first[:4]),
        height=int.from_bytes(first[4:8]),
        dpi=round(per_metre * 0.0254, 2) or None,
        orientation=turn,
        passes=plain and transparency is None and color_type in (GREY, RGB, PALETTE),
        profile=profile,
        color_type=color_type,
        bits=bits,
        components=components,
        palette=palette,
        transparency=transparency,
        splits=plain and color_type in (GREY_ALPHA, RGB_ALPHA),
        idat=idat,
    )


def _chunks(data: bytes) -> dict[bytes, list[memoryview]]:
    """Every chunk up to IEND by its type.

    Raises ValueError where one is cut off or its check sum is wrong.
    """
    view, at, end = memoryview(data), 8, len(data)
    chunks: dict[bytes, list[memoryview]] = {}
    while at + 12 <= end:
        length = int.from_bytes(data[at : at + 4])
        kind, behind = data[at + 4 : at + 8], at + 8 + length
        if behind + 4 > end:
            break
        if crc32(view[at + 4 : behind]) != int.from_bytes(data[behind : behind + 4]):
            raise ValueError(f"the check sum of a chunk at byte {at:,} is wrong")
        if kind == b"IEND":
            return chunks
        chunks.setdefault(kind, []).append(view[at + 8 : behind])
        at = behind + 4
    raise ValueError("the file is cut off")


def split_alpha(header: PngHeader) -> tuple[bytes, bytes]:
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


def is_whole(header: PngHeader) -> bool:
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


# --- GIF and WebP, which are always decoded


def read_gif(data: bytes) -> Header:
    """The header of a GIF file. Raises ValueError with what is wrong."""
    if len(data) < 13:
        raise ValueError("it ends in its header")
    return Header(width=_little(data[6:8]), height=_little(data[8:10]))


def read_webp(data: bytes) -> Header:
    """The header of a WebP file (2.5–2.7). Raises ValueError with what is wrong."""
    if len(data) < 30:
        raise ValueError("it ends in its header")
    if _little(data[4:8]) + 8 > len(data):
        raise ValueError("the file is cut off")
    kind = data[12:16]
    if kind == b"VP8X":
        width, height = _little(data[24:27]) + 1, _little(data[27:30]) + 1
    elif kind == b"VP8L" and data[20] == 0x2F:
        bits = _little(data[21:25])
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = _little(data[26:28]) & 0x3FFF, _little(data[28:30]) & 0x3FFF
    else:
        raise ValueError("its first chunk is no picture")
    profile = usable_profile(_webp_chunk(data, b"ICCP"), 3)
    turn = turn_of(_webp_chunk(data, b"EXIF"))
    return Header(width=width, height=height, orientation=turn, profile=profile)


_MAX_CHUNKS = 1_000


def _webp_chunk(data: bytes, wanted: bytes) -> bytes:
    """A chunk by its name (2.7.1); empty where there is none."""
    at = 12
    for _ in range(_MAX_CHUNKS):
        kind, length = data[at : at + 4], _little(data[at + 4 : at + 8])
        if kind == wanted:
            return data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
    return b""


def _little(number: bytes) -> int:
    return int.from_bytes(number, "little")


def turn_of(exif: bytes) -> int:
    """How a picture is to be turned, as its camera has noted it: the orientation tag 0x0112 of the
    first directory of Exif (4.6.4); 1 where there is none or it makes no sense.
    """
    exif = exif.removeprefix(b"Exif\0\0")
    if exif[:4] not in (b"II*\0", b"MM\0*"):
        return 1
    order: Literal["little", "big"] = "little" if exif[:2] == b"II" else "big"

    def number(start: int, length: int) -> int:
        part = exif[start : start + length]
        return int.from_bytes(part, order) if len(part) == length else 0

    start = number(4, 4)
    for i in range(min(number(start, 2), 512)):
        entry = start + 2 + 12 * i
        if number(entry, 2) == 0x0112 and number(entry + 2, 2) == 3:
            value = number(entry + 8, 2)
            return value if 1 <= value <= 8 else 1
    return 1


# --- colour profiles
#
# A picture without one, or with that of sRGB, is what the palette of a game is. Any other goes into
# the PDF with the picture, as its colour space, so that a photo of a telephone (Display P3) or of a
# camera (Adobe RGB) comes out in its own colours. Greys stay greys, which printers make of black
# alone.

MAX_PROFILE_BYTES = 4_000_000
"""Those of printing presses have a megabyte or two."""
_PROFILE_SPACES = {3: b"RGB ", 4: b"CMYK"}
_PROFILE_CLASSES = (b"scnr", b"mntr", b"prtr", b"spac")
_MAX_PROFILE_TAGS = 200
_SRGB = {
    b"rXYZ": (0.4361, 0.2225, 0.0139),
    b"gXYZ": (0.3851, 0.7169, 0.0971),
    b"bXYZ": (0.1431, 0.0606, 0.7141),
}
"""The primaries of sRGB as seen under D50, to which profiles are reckoned (IEC 61966-2-1 by
ICC.1, annex E).
"""
_CLOSE = 0.005
_SRGB_MIDDLE = 0.2140
"""How bright sRGB's middle is."""


def _profile_of_png(chunk: bytes) -> bytes:
    """The profile of an iCCP chunk (PNG, third edition, 11.3.2.3); empty where it cannot be
    unpacked.
    """
    packed = chunk.partition(b"\0")[2]
    inflate = decompressobj()
    try:
        made = inflate.decompress(packed[1:], MAX_PROFILE_BYTES + 1)
    except zlib_error:
        return b""
    return made if inflate.eof else b""


def usable_profile(profile: bytes, components: int) -> bytes:
    """A profile that says something about samples of so many components; empty for that of sRGB,
    and where it makes no sense for them.
    """
    size = int.from_bytes(profile[:4])
    fits = (
        128 < size <= min(len(profile), MAX_PROFILE_BYTES)
        and profile[8] <= 4
        and profile[12:16] in _PROFILE_CLASSES
        and profile[16:20] == _PROFILE_SPACES.get(components)
        and profile[20:24] in (b"XYZ ", b"Lab ")
        and profile[36:40] == b"acsp"
    )
    return profile[:size] if fits and not _is_srgb(profile[:size]) else b""


def _is_srgb(profile: bytes) -> bool:
    tags = _tags(profile)
    if not _SRGB.keys() <= tags.keys() or b"A2B0" in tags:
        return False
    for name, wanted in _SRGB.items():
        is_ = [_fixed(tags[name], at) for at in (8, 12, 16)]
        if any(abs(one - other) > _CLOSE for one, other in zip(is_, wanted, strict=True)):
            return False
    return abs(_middle(tags.get(b"rTRC", b"")) - _SRGB_MIDDLE) < _CLOSE


def _tags(profile: bytes) -> dict[bytes, bytes]:
    """The tags of a profile by their signatures (ICC.1, 7.3)."""
    tags = {}
    for i in range(min(int.from_bytes(profile[128:132]), _MAX_PROFILE_TAGS)):
        entry = profile[132 + 12 * i : 144 + 12 * i]
        start, length = int.from_bytes(entry[4:8]), int.from_bytes(entry[8:])
        tags[entry[:4]] = profile[start : start + length]
    return tags


def _fixed(data: bytes, at: int) -> float:
    """A number of type s15Fixed16."""
    return int.from_bytes(data[at : at + 4], signed=True) / 65536


def _middle(curve: bytes) -> float:
    """How bright a tone curve makes the middle of its channel, 0 to 1 (ICC.1, 10.5 and 10.15); 0
    for a curve of another kind.
    """
    if curve[:4] == b"curv":
        count = int.from_bytes(curve[8:12])
        if count < 2:
            return float(0.5 ** (int.from_bytes(curve[12:14]) / 256 if count else 1))
        middle = 12 + (count - 1) // 2 * 2, 12 + count // 2 * 2
        return sum(int.from_bytes(curve[at : at + 2]) for at in middle) / 2 / 65535
    if curve[:4] == b"para":
        kind, gamma = int.from_bytes(curve[8:10]), _fixed(curve, 12)
        if kind == 0 and 0 <= gamma < 10:
            return float(0.5**gamma)
        base = _fixed(curve, 16) * 0.5 + _fixed(curve, 20)
        if kind in (3, 4) and 0 <= base <= 2 and 0 <= gamma < 10:
            return float(base**gamma)
    return 0.0
