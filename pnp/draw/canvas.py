"""Writes a PDF file through ReportLab: a canvas for its pages, links and outline, and the objects
that ReportLab cannot write itself, whose content may come packed.

The only module that knows ReportLab. Of its private names these are used, and
`tests/draw/test_canvas.py` holds them: `_doc`, `_make_preamble`, `_pagesize`, `_preamble`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from typing import Any, NamedTuple

from reportlab import rl_config as _rl_config
from reportlab.pdfbase import pdfdoc as _pdfdoc
from reportlab.pdfgen import canvas as _canvas

from pnp.draw.literals import text_string

# ReportLab has no type information.
rl_config: Any = _rl_config
pdfdoc: Any = _pdfdoc
canvas: Any = _canvas

LEVEL = 4
"""zlib: 6 costs half as much time again for 3 % less, which a file of a few hundred kilobytes is
not worth.
"""


class Reference(NamedTuple):
    """Points to an object of the file by its key; the object may come later."""

    key: str


Value = Any
"""Text in PDF notation, a whole number, a reference, or a mapping or list of values."""


def name(text: str) -> str:
    """A PDF name; characters that would need escapes are left out."""
    return "/" + re.sub(r"[^A-Za-z0-9_.+-]", "", text)


class Canvas(canvas.Canvas):  # type: ignore[misc]
    """ReportLab's canvas without what it writes unasked: a preamble, Helvetica, an author, dates.

    Nothing is drawn on it: `page` takes finished operators.
    """

    def __init__(self, language: str = "") -> None:
        # A user's settings file or RL_ variables must not change what is written.
        rl_config.invariant = 1
        rl_config.pdfComments = rl_config.pdfMultiLine = 0
        rl_config.documentLang = None
        super().__init__(BytesIO(), None, 1, 0, 1, pdfVersion=(1, 7), lang=language)
        self._doc.info = _Information()
        # The file's ID comes from all streams; SHA-256 is several times as fast as ReportLab's MD5.
        self._doc.signature = sha256()
        self.fonts: dict[str, Value] = {}
        """The fonts that all resources share, by name; they may come after their first use."""
        self._doc.idToObject["BasicFonts"] = _Dictionary(self.fonts)
        self._doc.Reference(self._doc.Pages, "Pages")

    def _make_preamble(self) -> None:
        """Write none; ReportLab's would name Helvetica."""
        self._preamble = ""

    def page(self, operators: bytes, resources: Mapping[str, Value], *, transparent: bool) -> None:
        """Finish a page with its content.

        A page that lets something through is a transparency group: without a colour space of its
        own it is blended in the viewer's idea of CMYK (ISO 32000-1, 11.4.7). Others are none:
        there are printers that turn every such page, its letters too, into a picture.
        """
        self.showPage()
        number = len(self._doc.Pages.pages)
        page = self._doc.Pages.pages[-1]
        entries = {
            "Type": "/Page",
            "Parent": Reference("Pages"),
            "MediaBox": ["0", "0", *self._pagesize],
            "TrimBox": page.TrimBox.sequence,
            "BleedBox": page.BleedBox.sequence,
            "Resources": resources,
            "Contents": self.stream(f"page.{number}.content", operators, {}),
        }
        if page.Annots:
            entries["Annots"] = [Reference(link.name) for link in page.Annots]
        if transparent:
            entries["Group"] = {"S": "/Transparency", "CS": "/DeviceRGB"}
        # ReportLab would write each entry on its own, and no group.
        self._doc.idToObject[f"Page{number}"] = _Dictionary(entries)

    def describe(self, xmp: bytes) -> None:
        """Give the file a metadata packet, which stays readable without unpacking."""
        entries = {"Type": "/Metadata", "Subtype": "/XML"}
        self._doc.Catalog.Metadata = _Stream(entries, xmp)
        self._doc.updateSignature(xmp)

    def add(self, key: str, entries: Mapping[str, Value]) -> Reference:
        """A dictionary as an object of its own."""
        self._doc.Reference(_Dictionary(entries), key)
        return Reference(key)

    def stream(
        self,
        key: str,
        data: bytes,
        entries: Mapping[str, Value],
        *,
        packed: bool = False,
        level: int = LEVEL,
    ) -> Reference:
        """A stream; compressed unless its data come packed and its entries name the filter."""
        if not packed:
            entries, data = {**entries, "Filter": "/FlateDecode"}, zlib.compress(data, level)
        self._doc.Reference(_Stream(entries, data), key)
        self._doc.updateSignature(data)
        return Reference(key)

    def shared(self, key: str, data: bytes, entries: Mapping[str, Value]) -> Reference:
        """A stream that several things name; it is written once."""
        return Reference(key) if key in self._doc.idToObject else self.stream(key, data, entries)


class _Information(pdfdoc.PDFInfo):  # type: ignore[misc]
    """What the file says about itself: what was set, and no dates, so that no clock is read."""

    title = author = subject = keywords = creator = producer = ""

    def format(self, document: Any) -> bytes:
        keys = ("Title", "Author", "Subject", "Keywords", "Creator", "Producer")
        texts = {key: getattr(self, key.lower()) for key in keys}
        return _Dictionary({key: text_string(text) for key, text in texts.items() if text}).format(
            document
        )


class _Dictionary(pdfdoc.PDFObject):  # type: ignore[misc]
    """Entries that are put into words when the file is written and every key has its number."""

    def __init__(self, entries: Mapping[str, Value]) -> None:
        self.entries = entries

    def format(self, document: Any) -> bytes:
        return _notation(self.entries, document.idToObjectNumberAndVersion).encode("latin-1")


class _Stream(_Dictionary):
    """Packed data with entries that describe them."""

    def __init__(self, entries: Mapping[str, Value], data: bytes) -> None:
        super().__init__({**entries, "Length": len(data)})
        self.data = data

    def format(self, document: Any) -> bytes:
        return b"%b\nstream\n%b\nendstream\n" % (super().format(document), self.data)


def _notation(value: Value, numbers: Mapping[str, tuple[int, int]]) -> str:
    """A value as PDF writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, Reference):
        return f"{numbers[value.key][0]} 0 R"
    if isinstance(value, Mapping):
        return (
            f"<<{' '.join([f'/{key} {_notation(part, numbers)}' for key, part in value.items()])}>>"
        )
    if isinstance(value, list):
        return f"[{' '.join([_notation(part, numbers) for part in value])}]"
    return str(value)
