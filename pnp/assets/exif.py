"""How a picture is to be turned, as its camera has noted it:

Exif in a JPEG, PNG or WebP (CIPA DC-008, 4.6.4).
"""

from __future__ import annotations


def turn_of(exif: bytes) -> int:
    """The orientation tag 0x0112 of the first directory; 1 where there is none or it makes no
    sense.
    """
    exif = exif.removeprefix(b"Exif\0\0")
    if exif[:4] not in (b"II*\0", b"MM\0*"):
        return 1

    def number(start: int, length: int) -> int:
        part = exif[start : start + length]
        return (
            int.from_bytes(part, "little" if exif[:2] == b"II" else "big")
            if len(part) == length
            else 0
        )

    start = number(4, 4)
    for i in range(min(number(start, 2), 512)):
        entry = start + 2 + 12 * i
        if number(entry, 2) == 0x0112 and number(entry + 2, 2) == 3:
            value = number(entry + 8, 2)
            return value if 1 <= value <= 8 else 1
    return 1
