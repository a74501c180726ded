"""Many faces as picture files, each by itself:

PNG through PDF and PDFium, or SVG. What is seen is what will be printed, on white.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import NamedTuple

from pnp.assets.paths import rectangle
from pnp.draw.pdf import Info, draw
from pnp.draw.raster import rows
from pnp.draw.resources import Assets
from pnp.draw.svg import outlined, svg
from pnp.face import Face, Group, Shape
from pnp.impose.sheet import Document, Duplex, Placement, Sheet, Side
from pnp.units.color import WHITE
from pnp.units.geometry import INCH, Rect, Um, rect

LEVEL = 3
"""zlib's level for unfiltered rows: half the time of Pillow's filtered ones, and flat colours
come out smaller (80 faces of two games).
"""


class Look(NamedTuple):
    """A face to be shown with so much of its bleed (µm); without any, it is cut along its
    outline (canonical path; None: its rectangle).
    """

    face: Face
    bleed: Um
    outline: str | None = None
    title: str = ""

    @property
    def area(self) -> Rect:
        """What is shown, in the face's micrometres."""
        return rect(0, 0, *self.face.size).inset(-self.bleed)

    @property
    def clear(self) -> bool:
        """Whether what lies around the face is to be seen through."""
        return self.outline is not None and not self.bleed

    def pixels(self, dpi: int) -> tuple[int, int]:
        """Its width and height at so many dots an inch, at least 1 by 1."""
        width, height = (max(1, round(length * dpi / INCH)) for length in self.area.size)
        return width, height


def pngs(looks: Sequence[Look], assets: Assets, dpi: int) -> list[bytes]:
    """Each look as a PNG that says its resolution: RGB, or RGBA where it is cut along an outline.

    KeyError for missing assets; Problems: P720 without pypdfium2, P431
    for damaged images.
    """
    return [_png(look, assets, dpi) for look in looks]


def _png(look: Look, assets: Assets, dpi: int) -> bytes:
    """A picture of a look in a document of its own: a path that comes again in a document is a form
    there, a hair beside where it is drawn directly.
    """
    width, height, channels = *look.pixels(dpi), 4 if look.clear else 3
    (lines,) = rows(draw(_document(look), assets, Info()), [(width, height, channels)])
    return png(lines, width, height, channels, dpi)


def svgs(looks: Sequence[Look], assets: Assets) -> list[bytes]:
    """Each look as an SVG file with its text as outlines. Raises as `pngs`."""
    write_text = outlined(assets.fonts)
    return [
        svg(on_paper(look), assets.images, write_text, bleed=look.bleed, title=look.title).encode(
            "utf-8"
        )
        for look in looks
    ]


def on_paper(look: Look) -> Face:
    """The face of a look on white paper, cut along its outline where it has one."""
    face = look.face
    if not look.clear:
        return Face(face.size, face.bleed, (Shape(rectangle(look.area), WHITE), *face.items))
    paper = Shape(rectangle(rect(0, 0, *face.size)), WHITE)
    return Face(face.size, face.bleed, (Group((paper, *face.items), clip=look.outline),))


def _document(look: Look) -> Document:
    """One page, as large as what is shown."""
    paper = look.area.size
    trim = rect(look.bleed, look.bleed, *look.face.size)
    placement = Placement(on_paper(look), "", "", 1, "", 0, trim, 0, rect(0, 0, *paper))
    return Document(
        "pictures", "pictures", Duplex.NONE, (Sheet("", "", 1, paper, Side((placement,)), None),)
    )


def png(
    lines: Sequence[bytes | memoryview], width: int, height: int, channels: int, dpi: int
) -> bytes:
    """A PNG of rows of 8-bit RGB or RGBA samples (W3C PNG, third edition, 5 and 11): no filter,
    its resolution in dots a metre.
    """
    packing = zlib.compressobj(LEVEL)
    data = []
    for line in lines:
        data += [packing.compress(b"\0"), packing.compress(line)]
    data.append(packing.flush())
    head = (
        width.to_bytes(4, "big")
        + height.to_bytes(4, "big")
        + bytes((8, 6 if channels == 4 else 2, 0, 0, 0))
    )
    dots = round(dpi * 1_000_000 / INCH).to_bytes(4, "big")
    chunks = (
        (b"IHDR", head),
        (b"pHYs", dots * 2 + b"\1"),
        (b"IDAT", b"".join(data)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in chunks)


def _chunk(name: bytes, body: bytes) -> bytes:
    return (
        len(body).to_bytes(4, "big")
        + name
        + body
        + zlib.crc32(body, zlib.crc32(name)).to_bytes(4, "big")
    )
