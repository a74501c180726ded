"""The PDF file itself: numbered objects, streams, catalog, trailer.

The only module that knows ReportLab.

ReportLab's document numbers, cross-references and writes the objects; its canvas, which names
Helvetica on every page, is not used. That a library long in use writes the file's structure is a
given of this project, though its import costs a short run some 25 ms.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from reportlab import rl_config as _rl_config
from reportlab.pdfbase import pdfdoc as _pdfdoc

from pnp.draw.literals import text_string

rl_config: Any = _rl_config  # ReportLab has no type information.
pdfdoc: Any = _pdfdoc

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


class File:
    """One PDF being put together from named objects."""

    def __init__(self) -> None:
        # A user's settings file or RL_ variables must not change what is written.
        rl_config.invariant = 1
        rl_config.pdfComments = 0
        rl_config.pdfMultiLine = 0
        self._document = pdfdoc.PDFDocument(
            dummyoutline=1, compression=0, invariant=1, pdfVersion=(1, 7)
        )
        self._document.signature = (
            sha256()
        )  # of all streams, for the file's ID; several times as fast as ReportLab's MD5
        # ReportLab's first object; left alone it would come to name Helvetica. Its place is taken
        # by our own fonts.
        self.fonts = Reference("BasicFonts")
        """The dictionary of fonts that all resources share."""
        self._fonts: dict[str, Value] = {}
        self._streams: list[_Stream] = []
        self._document.idToObject["BasicFonts"] = _Dictionary(self._fonts)

    def add(self, key: str, entries: Mapping[str, Value]) -> Reference:
        """A dictionary as an object of its own."""
        self._document.Reference(_Dictionary(entries), key)
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
        stream = _Stream(entries, data)
        self._document.Reference(stream, key)
        self._streams.append(stream)
        return Reference(key)

    def shared(self, key: str, data: bytes, entries: Mapping[str, Value]) -> Reference:
        """A stream that several things name; it is written once."""
        return (
            Reference(key) if key in self._document.idToObject else self.stream(key, data, entries)
        )

    def add_font(self, key: str, font: Reference) -> None:
        """Name a font in the dictionary that all resources share."""
        self._fonts[key] = font

    def finish(self, catalog: Mapping[str, Value], about: Mapping[str, str]) -> bytes:
        """The bytes of the file.

        `about` becomes the information dictionary; there are no dates in it, so no clock is read.
        """
        for stream in self._streams:
            self._document.updateSignature(stream.data)
        information = {key: text_string(text) for key, text in about.items() if text}
        self._document.updateSignature(repr(information))
        self._document.Catalog = _Dictionary({"Type": "/Catalog", **catalog})
        self._document.info = _Dictionary(information)
        data: bytes = self._document.format()
        return data


class _Dictionary(pdfdoc.PDFObject):  # type: ignore[misc]
    """Entries that are put into words when the file is written and every key has its number."""

    def __init__(self, entries: Mapping[str, Value]) -> None:
        self.entries = entries

    def format(self, document: Any) -> bytes:
        return _notation(self.entries, document.idToObjectNumberAndVersion).encode("latin-1")


class _Stream(_Dictionary):
    """Data with entries that describe them."""

    def __init__(self, entries: Mapping[str, Value], data: bytes) -> None:
        super().__init__(entries)
        self.data = data

    def format(self, document: Any) -> bytes:
        """The stream as it is written."""
        self.entries = {**self.entries, "Length": len(self.data)}
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
