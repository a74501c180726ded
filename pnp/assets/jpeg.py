"""The markers of a JPEG file (ITU-T T.81, annex B), enough to put it into a PDF without decoding
it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pnp.assets import profile as profiles
from pnp.assets.exif import turn_of

_SIZES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_PRINTABLE = {0xC0, 0xC1, 0xC2}
"""Baseline, extended and progressive Huffman coding: what DCTDecode reads (ISO 32000-1, 7.4.8)."""
MAX_SCANS = 100
"""Scans of an image; programs write ten or so.

Whoever decodes it goes over all of it for each, however little the scan holds.
"""
_SCAN = b"\xff\xda"
_MARKER = re.compile(rb"\xff[\xc0-\xcf\xd8-\xfe]")
"""What ends the data of a scan: neither a stuffed byte nor a restart."""


class Header(NamedTuple):
    """What a PDF needs.

    `inverted`: a CMYK file of Adobe's kind, which wants Decode [1 0 1 0 1 0 1 0].

    Width and height are those of the stored rows; `orientation` is Exif's, 1 to 8, from 5 on the
    sides change places.
    """

    width: int
    height: int
    bits: int
    components: int
    inverted: bool
    orientation: int
    dpi: float | None
    passes: bool
    profile: bytes = b""


def read(data: bytes) -> Header:
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
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at] != 0xFF or marker < 0xC0 or 0xD0 <= marker <= 0xD9 or length < 2:
            raise ValueError(f"there is no marker at byte {at:,} where one must be")
        body = data[at + 4 : at + 2 + length]
        at += 2 + length
        if marker in _SIZES and not frame:
            frame, process = body, marker
        elif marker == 0xE0 and body[:5] == b"JFIF\0" and len(body) >= 12:
            dpi = _density(body)
        elif marker == 0xE1 and body[:6] == b"Exif\0\0":
            exif = exif or body[6:]
        elif marker == 0xE2 and body[:12] == b"ICC_PROFILE\0" and len(body) > 14:
            profile[body[12]], profile_parts = body[14:], body[13]
        elif marker == 0xEE and body[:5] == b"Adobe":
            adobe = True
        elif marker == 0xDA:
            break
    if len(frame) < 6 or len(frame) < 6 + 3 * frame[5]:
        raise ValueError("it has no frame header")
    if data.rfind(b"\xff\xd9") < at:
        raise ValueError("the file is cut off")
    if data.count(_SCAN, at) >= MAX_SCANS and _more_scans(data, at) >= MAX_SCANS:
        raise ValueError(f"it has more than {MAX_SCANS} scans")
    bits, height, width, components = (
        frame[0],
        int.from_bytes(frame[1:3], "big"),
        int.from_bytes(frame[3:5], "big"),
        frame[5],
    )
    if components not in (1, 3, 4):
        raise ValueError(f"it has {components} colour components, expected 1, 3 or 4")
    orientation = turn_of(exif)
    passes = process in _PRINTABLE and bits == 8 and orientation == 1
    kept = profiles.kept(profiles.of_jpeg(profile, profile_parts), components)
    return Header(
        width, height, bits, components, components == 4 and adobe, orientation, dpi, passes, kept
    )


def _more_scans(data: bytes, at: int) -> int:
    """The scans behind the first, whose data begin at a place.

    What follows the end of the image, as a film does, is no part of it.
    """
    more = 0
    while (marker := _MARKER.search(data, at)) and marker[0] != b"\xff\xd9":
        more += marker[0] == _SCAN
        at = marker.end() + max(2, int.from_bytes(data[marker.end() : marker.end() + 2], "big"))
    return more


def _density(body: bytes) -> float | None:
    """Pixels an inch across, from a JFIF header (unit 1 = an inch, 2 = a centimetre)."""
    across = int.from_bytes(body[8:10], "big")
    return {1: 1.0, 2: 2.54}.get(body[7], 0.0) * across or None
