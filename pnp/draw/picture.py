"""One face as a picture: drawn to a PDF of its own trim size and read back through PDFium, so
that it shows what will be printed.
"""

from __future__ import annotations

from pnp.draw.pictures import Look, pngs
from pnp.draw.resources import Assets
from pnp.face import Face
from pnp.impose.sheet import Document, Duplex, Placement, Sheet, Side
from pnp.units.geometry import Um, rect


def document(face: Face, component: str = "", card: str = "", side: str = "front") -> Document:
    """A document of one sheet as large as the face's trim."""
    area = rect(0, 0, face.size.width, face.size.height)
    placement = Placement(face, component, card, 1, side, 0, area, 0, area)
    return Document(
        "card",
        card,
        Duplex.NONE,
        (Sheet(component, component, 1, face.size, Side((placement,)), None),),
    )


def png(face: Face, assets: Assets, dpi: int) -> bytes:
    """A PNG of a face's trim at so many dots per inch; the file says its resolution.

    Raises Problems (P720) without pypdfium2.
    """
    (picture,) = pngs((Look(face, Um(0)),), assets, dpi)
    return picture
