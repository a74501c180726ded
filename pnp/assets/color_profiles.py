"""Colour profiles in pictures: found, looked at, and used where a picture is decoded (ICC.1:2010;
where each format keeps them).

A picture without one, or with that of sRGB, is what the palette of a game is: sRGB. Any other goes
into the PDF with the picture, as its colour space, so that a photo of a telephone (Display P3) or
of a camera (Adobe RGB) comes out in its own colours. Greys stay greys, which printers make of black
alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any
from zlib import decompressobj
from zlib import error as zlib_error

MAX_BYTES = 4_000_000
"""Those of printing presses have a megabyte or two."""
_SPACES = {3: b"RGB ", 4: b"CMYK"}
_CLASSES = (b"scnr", b"mntr", b"prtr", b"spac")
_MAX_TAGS = 200
_SRGB = {
    b"rXYZ": (0.4361, 0.2225, 0.0139),
    b"gXYZ": (0.3851, 0.7169, 0.0971),
    b"bXYZ": (0.1431, 0.0606, 0.7141),
}
"""The primaries of sRGB as seen under D50, to which profiles are reckoned (IEC 61966-2-1 by
ICC.1, annex E).
"""
_CLOSE = 0.005
_MIDDLE = 0.2140
"""How bright sRGB's middle is."""


def of_jpeg(parts: Mapping[int, bytes], count: int) -> bytes:
    """The profile that the APP2 segments of a JPEG hold, by their numbers from 1 (ICC.1, annex
    B.4); empty where one is missing.
    """
    return (
        b"".join(parts[number] for number in range(1, count + 1))
        if parts.keys() == set(range(1, count + 1))
        else b""
    )


def of_png(chunk: bytes) -> bytes:
    """The profile of an iCCP chunk (PNG, third edition, 11.3.2.3); empty where it cannot be
    unpacked.
    """
    packed = chunk.partition(b"\0")[2]
    inflate = decompressobj()
    try:
        made = inflate.decompress(packed[1:], MAX_BYTES + 1)
    except zlib_error:
        return b""
    return made if inflate.eof else b""


def usable(profile: bytes, components: int) -> bytes:
    """A profile that says something about samples of so many components; empty for that of sRGB,
    and where it makes no sense for them.
    """
    size = int.from_bytes(profile[:4], "big")
    if (
        not 128 < size <= min(len(profile), MAX_BYTES)
        or profile[36:40] != b"acsp"
        or profile[8] > 4
    ):
        return b""
    if (
        profile[12:16] not in _CLASSES
        or profile[16:20] != _SPACES.get(components)
        or profile[20:24] not in (b"XYZ ", b"Lab ")
    ):
        return b""
    return b"" if _is_srgb(profile[:size]) else profile[:size]


def in_srgb(image: Any, profile: bytes) -> Any:
    """A Pillow image of mode RGB or CMYK in sRGB; in RGB, as if it had no profile, where the
    profile cannot be used.
    """
    from PIL import ImageCms

    flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
    try:
        given, wanted = ImageCms.ImageCmsProfile(BytesIO(profile)), ImageCms.createProfile("sRGB")
        intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
        return ImageCms.profileToProfile(
            image, given, wanted, renderingIntent=intent, outputMode="RGB", flags=flags
        )
    except (ImageCms.PyCMSError, OSError):
        return image.convert("RGB")


def _is_srgb(profile: bytes) -> bool:
    tags = _tags(profile)
    if not _SRGB.keys() <= tags.keys() or b"A2B0" in tags:
        return False
    pairs = [
        pair
        for name, wanted in _SRGB.items()
        for pair in zip(_xyz(tags[name]), wanted, strict=True)
    ]
    return (
        all(abs(is_ - should) <= _CLOSE for is_, should in pairs)
        and abs(_middle(tags.get(b"rTRC", b"")) - _MIDDLE) < _CLOSE
    )


def _tags(profile: bytes) -> dict[bytes, bytes]:
    """The tags of a profile by their signatures (ICC.1, 7.3)."""
    tags = {}
    for at in range(132, 132 + 12 * min(int.from_bytes(profile[128:132], "big"), _MAX_TAGS), 12):
        start, length = (int.from_bytes(profile[at + n : at + n + 4], "big") for n in (4, 8))
        tags[profile[at : at + 4]] = profile[start : start + length]
    return tags


def _fixed(data: bytes, at: int) -> float:
    """A number of type s15Fixed16."""
    return int.from_bytes(data[at : at + 4], "big", signed=True) / 65536


def _xyz(tag: bytes) -> tuple[float, float, float]:
    return _fixed(tag, 8), _fixed(tag, 12), _fixed(tag, 16)


def _middle(curve: bytes) -> float:
    """How bright a tone curve makes the middle of its channel, 0 to 1 (ICC.1, 10.5 and 10.15); 0
    for a curve of another kind.
    """
    if curve[:4] == b"curv":
        count = int.from_bytes(curve[8:12], "big")
        if count < 2:
            return float(0.5 ** (int.from_bytes(curve[12:14], "big") / 256 if count else 1))
        below, above = (
            int.from_bytes(curve[12 + 2 * n : 14 + 2 * n], "big") / 65535
            for n in ((count - 1) // 2, count // 2)
        )
        return (below + above) / 2
    if curve[:4] == b"para":
        kind, gamma = int.from_bytes(curve[8:10], "big"), _fixed(curve, 12)
        if kind == 0 and 0 <= gamma < 10:
            return float(0.5**gamma)
        base = _fixed(curve, 16) * 0.5 + _fixed(curve, 20)
        if kind in (3, 4) and 0 <= base <= 2 and 0 <= gamma < 10:
            return float(base**gamma)
    return 0.0
