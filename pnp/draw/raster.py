"""PDF pages as pictures and as text, through PDFium, which is imported when it is first needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from pnp.diagnostics import Problems, error

if TYPE_CHECKING:
    from PIL.Image import Image

_LOCK = Lock()
"""PDFium is not thread-safe."""


def pages(pdf: bytes, dpi: float) -> Iterator[Image]:
    """Each page as an RGB image at so many dots per inch.

    Raises Problems (P720) when pypdfium2 is not installed.
    """
    pdfium = _pdfium()
    with _LOCK:
        document = pdfium.PdfDocument(pdf)
    try:
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
    finally:
        with _LOCK:
            document.close()


def rows(pdf: bytes, sizes: Sequence[tuple[int, int, int]]) -> Iterator[list[memoryview]]:
    """Each page stretched over exactly so many pixels: rows of 8-bit RGB on white, or RGBA on
    nothing.

    `sizes` hold width, height and channels (3 or 4) of every page. A page's rows live until the
    next page is asked for. Raises Problems (P720) when pypdfium2 is not installed.
    """
    pdfium = _pdfium()
    raw = pdfium.raw
    with _LOCK:
        document = pdfium.PdfDocument(pdf)
    try:
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
    finally:
        with _LOCK:
            document.close()


def words(pdf: bytes) -> list[str]:
    """The text that a reader finds on each page.

    Raises Problems (P720) when pypdfium2 is not installed.
    """
    pdfium = _pdfium()
    found = []
    with _LOCK:
        document = pdfium.PdfDocument(pdf)
        for page in document:
            text = page.get_textpage()
            found.append(str(text.get_text_bounded()))
            text.close()
            page.close()
        document.close()
    return found


def _pdfium() -> Any:
    """PDFium, which has no type information."""
    try:
        import pypdfium2
    except ImportError:
        hint = "install it into the same environment: python -m pip install pypdfium2"
        message = "pictures of pages need the package pypdfium2, which is not installed"
        raise Problems([error("P720", message, hint=hint)]) from None
    return pypdfium2
