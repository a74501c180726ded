"""Colour profiles of screens, made up byte by byte (ICC.1:2010), so that the tests need no file
of anybody's.
"""

from __future__ import annotations

import struct

P3 = ((0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407))
"""The primaries of Display P3 under D50: X, Y, Z of red, green and blue."""
SRGB = ((0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.7141))
SCREEN = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
"""The tone curve of sRGB, and of Display P3."""


def fixed(*values: float) -> bytes:
    return struct.pack(f">{len(values)}l", *(round(value * 65536) for value in values))


def made(
    primaries: tuple[tuple[float, float, float], ...] = P3,
    curve: bytes = b"",
    space: bytes = b"RGB ",
) -> bytes:
    """A matrix profile for a screen."""
    curve = curve or b"para\0\0\0\0\0\3\0\0" + fixed(*SCREEN)
    text = "made up".encode("utf-16-be")
    words = b"mluc\0\0\0\0" + struct.pack(">LL2s2sLL", 1, 12, b"en", b"US", len(text), 28) + text
    tags = {b"desc": words, b"cprt": words, b"wtpt": b"XYZ \0\0\0\0" + fixed(0.9642, 1, 0.8249)}
    tags |= {
        b"rgb"[n : n + 1] + b"XYZ": b"XYZ \0\0\0\0" + fixed(*primary)
        for n, primary in enumerate(primaries)
    }
    tags |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve)
    table, body = struct.pack(">L", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, data in tags.items():
        table += name + struct.pack(">LL", start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    size = start + len(body)
    head = struct.pack(
        ">L4sL4s4s4s12s4s4s",
        size,
        b"",
        0x04300000,
        b"mntr",
        space,
        b"XYZ ",
        bytes(12),
        b"acsp",
        b"",
    )
    return (head + bytes(24) + fixed(0.9642, 1, 0.8249)).ljust(128, b"\0") + table + body


def p3_in_srgb(color: tuple[int, int, int]) -> tuple[int, ...]:
    """A colour of Display P3 in sRGB, by the formulas; 0 to 255."""

    def light(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    def value(light: float) -> int:
        light = min(1.0, max(0.0, light))
        return round(
            255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)
        )

    r, g, b = (light(channel / 255) for channel in color)
    # Display P3 to sRGB, both under D65 (CSS Color 4, 17).
    return tuple(
        map(
            value,
            (
                1.2249 * r - 0.2249 * g,
                -0.0420 * r + 1.0421 * g,
                -0.0196 * r - 0.0786 * g + 1.0983 * b,
            ),
        )
    )
