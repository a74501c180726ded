"""An opaque PNG put into a ReportLab file as it is: a PDF reads the same compressed rows, so
nothing is decoded.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

from reportlab.pdfbase import pdfdoc

COLORS = {0: ("DeviceGray", 1), 2: ("DeviceRGB", 3)}


class PassedPng(pdfdoc.PDFImageXObject):  # type: ignore[misc]
    """Eight bits a channel, grey or RGB, not interlaced. Raises ValueError for other PNGs."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.mask = name, None
        data = path.read_bytes()
        self.width, self.height, depth, self.kind, _, _, interlaced = struct.unpack(
            ">IIBBBBB", data[16:29]
        )
        if depth != 8 or self.kind not in COLORS or interlaced:
            raise ValueError(f"{path} is no opaque PNG of eight bits")
        self.rows = b"".join(_chunks(data))

    def format(self, document: Any) -> Any:
        """The image as ReportLab writes it."""
        space, colors = COLORS[self.kind]
        stream = pdfdoc.PDFStream(content=self.rows)
        reading = {"Predictor": 15, "Colors": colors, "BitsPerComponent": 8, "Columns": self.width}
        stream.dictionary.dict |= {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Image"),
            "Width": self.width,
            "Height": self.height,
            "BitsPerComponent": 8,
            "ColorSpace": pdfdoc.PDFName(space),
            "Filter": pdfdoc.PDFName("FlateDecode"),
            "DecodeParms": pdfdoc.PDFDictionary(reading),
        }
        return stream.format(document)


def _chunks(data: bytes) -> list[bytes]:
    """The compressed rows of a PNG."""
    at, found = 8, []
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IDAT":
            found.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    return found
