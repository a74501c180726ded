"""What a finished PDF says of itself: which face lies where, read by other hands than drew it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pikepdf

MM = 72 / 25.4


class Mark(NamedTuple):
    """A face as the PDF says it lies on a page (from 0); trim in millimetres from the top left,
    y down.
    """

    page: int
    component: str
    card: str
    copy: int
    side: str
    tile: str
    trim: tuple[float, float, float, float]


def marks(path: Path) -> tuple[Mark, ...]:
    """Every face of a PDF in the order of its pages; none is an error, since a test over none
    would hold whatever was printed.
    """
    found = _marks(path, path.stat().st_mtime_ns)
    assert found, f"{path.name} says of no face where it lies"
    return found


@cache
def _marks(path: Path, _changed: int) -> tuple[Mark, ...]:
    found = []
    with pikepdf.open(path) as pdf:
        for number, page in enumerate(pdf.pages):
            height = float(page.MediaBox[3])
            for operands, _ in pikepdf.parse_content_stream(page, "BDC"):
                if operands[0] == "/PnpFace":
                    said = operands[1]
                    left, bottom, right, top = (float(value) for value in said.Trim)
                    trim = (
                        left / MM,
                        (height - top) / MM,
                        (right - left) / MM,
                        (top - bottom) / MM,
                    )
                    side, tile = str(said.Side), str(said.get("/Tile", ""))
                    found.append(
                        Mark(
                            number,
                            str(said.Component),
                            str(said.Card),
                            int(said.Copy),
                            side,
                            tile,
                            trim,
                        )
                    )
    return tuple(found)
