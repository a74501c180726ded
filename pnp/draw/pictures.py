"""Draws faces as picture files, PNG through PDF and PDFium or SVG, and reads the pages of a PDF as
pictures and text: what is seen is what will be printed, on white.

PDFium is imported when it is first needed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.assets.paths import rectangle
from pnp.diagnostics import Problems, error
from pnp.draw.pdf import Info, draw
from pnp.draw.resources import Assets
from pnp.draw.svg import NO_BLEED, outlined, svg
from pnp.face import Face, Group, Shape
from pnp.impose import Document, Duplex, Placement, Sheet, Side
from pnp.units.color import WHITE
from pnp.units.geometry import INCH, Rect, Um, rect

if TYPE_CHECKING:
    from PIL.Image import Image

LEVEL = 3
"""zlib's level for unfiltered rows: half the time of Pillow's filtered ones, and flat colours
come out smaller (80 faces of two games).
"""


_LOCK = Lock()
"""PDFium is not thread-safe."""


class FacePicture(NamedTuple):
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


def pngs(faces: Sequence[FacePicture], assets: Assets, dpi: int) -> list[bytes]:
    """Each face as a PNG that says its resolution: RGB, or RGBA where it is cut along an outline.

    KeyError for missing assets; Problems: P720 without pypdfium2, P431
    for damaged images.
    """
    return [_png(picture, assets, dpi) for picture in faces]


def _png(picture: FacePicture, assets: Assets, dpi: int) -> bytes:
    """A face in a document of its own: a path that comes again in a document is a form
    there, a hair beside where it is drawn directly.
    """
    width, height, channels = *picture.pixels(dpi), 4 if picture.clear else 3
    (lines,) = rows(
        draw(face_document(on_paper(picture), picture.bleed), assets, Info()),
        [(width, height, channels)],
    )
    return png_file(lines, width, height, channels, dpi)


def png(face: Face, assets: Assets, dpi: int) -> bytes:
    """A face, cut at its trim, as a PNG. Raises as `pngs`."""
    return _png(FacePicture(face, NO_BLEED), assets, dpi)


def svgs(faces: Sequence[FacePicture], assets: Assets) -> list[bytes]:
    """Each face as an SVG file with its text as outlines. Raises as `pngs`."""
    write_text = outlined(assets.fonts)
    return [
        svg(
            on_paper(picture), assets.images, write_text, bleed=picture.bleed, title=picture.title
        ).encode("utf-8")
        for picture in faces
    ]


def on_paper(picture: FacePicture) -> Face:
    """A face on white paper, cut along its outline where it has one."""
    face = picture.face
    if not picture.clear:
        return Face(face.size, face.bleed, (Shape(rectangle(picture.area), WHITE), *face.items))
    paper = Shape(rectangle(rect(0, 0, *face.size)), WHITE)
    return Face(face.size, face.bleed, (Group((paper, *face.items), clip=picture.outline),))


def face_document(face: Face, bleed: Um = NO_BLEED) -> Document:
    """A document of one page, as large as a face with so much of its bleed."""
    page = rect(0, 0, *face.size).inset(-bleed).size
    trim = rect(bleed, bleed, *face.size)
    placement = Placement(face, "card", "", 1, "front", 0, trim, 0, rect(0, 0, *page))
    return Document(
        "card", "card", Duplex.NONE, (Sheet("card", "card", 1, page, Side((placement,)), None),)
    )


def png_file(
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


def pages(pdf: bytes, dpi: float) -> Iterator[Image]:
    """Each page as an RGB image at so many dots per inch.

    Raises Problems (P720) when pypdfium2 is not installed.
    """
    with _opened(pdf) as document:
        for index in range(len(document)):
            with _LOCK:
                page = document[index]
                # PDFium rounds up: a page of 12.0000001 pixels would come out 13 wide, and
                # stretched.
                wide = page.get_width()
                scale = (max(1, round(wide * dpi / 72)) - 1e-6) / wide
                picture: Image = page.render(scale=scale).to_pil().convert("RGB")
                page.close()
            yield picture


def rows(pdf: bytes, sizes: Sequence[tuple[int, int, int]]) -> Iterator[list[memoryview]]:
    """Each page stretched over exactly so many pixels: rows of 8-bit RGB on white, or RGBA on
    nothing.

    `sizes` hold width, height and channels (3 or 4) of every page. A page's rows live until the
    next page is asked for. Raises Problems (P720) when pypdfium2 is not installed.
    """
    pdfium = _pdfium()
    raw = pdfium.raw
    with _opened(pdf) as document:
        for index, (width, height, channels) in enumerate(sizes):
            with _LOCK:
                page = document[index]
                clear = channels == 4
                form = raw.FPDFBitmap_BGRA if clear else raw.FPDFBitmap_BGR
                bitmap = pdfium.PdfBitmap.new_native(width, height, form, rev_byteorder=True)
                bitmap.fill_rect((255, 255, 255, 0 if clear else 255), 0, 0, width, height)
                raw.FPDF_RenderPageBitmap(
                    bitmap, page, 0, 0, width, height, 0, raw.FPDF_REVERSE_BYTE_ORDER
                )
                page.close()
            whole, stride = memoryview(bitmap.buffer).cast("B"), bitmap.stride
            yield [whole[y * stride : y * stride + width * channels] for y in range(height)]


def words(pdf: bytes) -> list[str]:
    """The text that a reader finds on each page.

    Raises Problems (P720) when pypdfium2 is not installed.
    """
    found = []
    with _opened(pdf) as document, _LOCK:
        for page in document:
            text = page.get_textpage()
            found.append(str(text.get_text_bounded()))
            text.close()
            page.close()
    return found


@contextmanager
def _opened(pdf: bytes) -> Iterator[Any]:
    """A PDF as PDFium reads it."""
    pdfium = _pdfium()
    with _LOCK:
        document = pdfium.PdfDocument(pdf)
    try:
        yield document
    finally:
        with _LOCK:
            document.close()


def _pdfium() -> Any:
    """PDFium, which has no type information."""
    try:
        import pypdfium2
    except ImportError:
        hint = "install it into the same environment: python -m pip install pypdfium2"
        message = "pictures of pages need the package pypdfium2, which is not installed"
        raise Problems([error("P720", message, hint=hint)]) from None
    return pypdfium2
