"""Small documents for the tests of `draw`, and eyes to look at what came out.

One pixel is 1/100 inch: 254 µm, 0.72 pt.
"""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

import PIL.Image
import pypdfium2
import pypdfium2.raw as pdfium_c

from pnp.assets import ImageRef, images
from pnp.assets.fonts import Typeface, typeface
from pnp.assets.images import Picture
from pnp.assets.paths import rectangle
from pnp.draw.content import Content, drawing
from pnp.draw.literals import Words
from pnp.draw.pdf import Info, draw
from pnp.draw.pictures import pages
from pnp.draw.resources import Assets
from pnp.face import Face, Image, Item, Shape, Stroke, Text
from pnp.impose import Document, Duplex, Placement, Sheet, Side
from pnp.units.color import Color
from pnp.units.geometry import Rect, Um, rect, size

PX = 254
FONTS = Path(__file__).parents[2] / "fonts"
SANS, SLAB, DEJAVU = (
    "source-sans-3/SourceSans3_400Regular",
    "roboto-slab/RobotoSlab_700Bold",
    "dejavu-sans/DejaVuSans",
)
COLORS = {
    "_": "#ffffff",
    "K": "#000000",
    "R": "#ff0000",
    "G": "#00ff00",
    "B": "#0000ff",
    "Y": "#ffff00",
    "h": "#808080",
    "p": "#ff8080",
}


@cache
def font(name: str = SANS) -> Typeface:
    return typeface((FONTS / f"{name}.ttf").read_bytes(), name)


def assets(*pictures: Picture) -> Assets:
    faces = [font(name) for name in (SANS, SLAB, DEJAVU)]
    return Assets(
        {face.ref.hash: face for face in faces}, {picture.ref.hash: picture for picture in pictures}
    )


def pixels(x: float, y: float, width: float, height: float) -> Rect:
    """A rectangle in pixels."""
    return rect(round(x * PX), round(y * PX), round(width * PX), round(height * PX))


def box(letter: str, x: float, y: float, width: float, height: float) -> Shape:
    """A filled rectangle in pixels."""
    return Shape(rectangle(pixels(x, y, width, height)), Color(COLORS[letter]))


def frame(letter: str, x: float, y: float, width: float, height: float, line: float = 1) -> Shape:
    """A stroked rectangle in pixels, centred on its line."""
    return Shape(
        rectangle(pixels(x, y, width, height)),
        None,
        Stroke(Color(COLORS[letter]), Um(round(line * PX))),
    )


def words(
    text: str,
    x: int = 0,
    y: int = 20_000,
    *,
    name: str = SANS,
    pt: float = 10,
    space: float = 0,
    tracking: float = 0,
) -> Text:
    return Text(Um(x), Um(y), text, font(name).ref, pt, Color("#000000"), space, tracking)


def face(*items: Item, width: float = 12, height: float = 8, bleed: float = 0) -> Face:
    """A face measured in pixels."""
    return Face(size(round(width * PX), round(height * PX)), Um(round(bleed * PX)), items)


def place(of: Face, x: float = 0, y: float = 0, *, turn: int = 0, clip: Rect | None = None, card: str = "1", copy: int = 1,
          side: str = "front", component: str = "deck", overlay: tuple[Item, ...] = ()) -> Placement:  # fmt: skip
    wide = of.size if turn % 180 == 0 else of.size.turned()
    trim = rect(round(x * PX), round(y * PX), *wide)
    return Placement(
        of, component, card, copy, side, 0, trim, turn, trim if clip is None else clip, overlay
    )


def sheet(*placements: Placement, width: float = 12, height: float = 8, marks: tuple[Item, ...] = (), verso: Side | None = None,
          number: int = 1, component: str = "deck") -> Sheet:  # fmt: skip
    paper = size(round(width * PX), round(height * PX))
    return Sheet(component, component.capitalize(), number, paper, Side(placements, marks), verso)


def document(*sheets: Sheet, duplex: Duplex = Duplex.LONG) -> Document:
    return Document("cards", "Cards", duplex, sheets)


def pdf(
    *sheets: Sheet,
    pictures: tuple[Picture, ...] = (),
    info: Info | None = None,
    duplex: Duplex = Duplex.LONG,
) -> bytes:
    return draw(document(*sheets, duplex=duplex), assets(*pictures), info or Info())


def operators(
    *items: Item, height: int = 8 * PX, forms: dict[tuple[str, str], str] | None = None
) -> list[str]:
    """The operators of items, line by line."""
    return contents(*items, height=height, forms=forms).operators.split("\n")


def contents(
    *items: Item, height: int = 8 * PX, forms: dict[tuple[str, str], str] | None = None
) -> Content:
    fonts = {key: Words(one) for key, one in assets().fonts.items()}
    return drawing(items, height, rect(0, 0, 12 * PX, height), fonts, forms or {})


def art(data: bytes, page: int = 0) -> str:
    """A page as letters, one a pixel; `?` where a colour is none of ours.

    Drawn five times as fine and looked at in the middle of each pixel, because PDFium rounds the
    edges of rectangles and images outwards.
    """
    image = raster(data, page, 500)
    return "\n".join(
        "".join(_letter(image.getpixel((x, y))) for x in range(2, image.width, 5))
        for y in range(2, image.height, 5)
    )


def raster(data: bytes, page: int = 0, dpi: float = 400) -> PIL.Image.Image:
    return list(pages(data, dpi))[page]


def _letter(pixel: Any) -> str:
    for letter, code in COLORS.items():
        if all(
            abs(is_ - int(code[i : i + 2], 16)) <= 3
            for is_, i in zip(pixel, (1, 3, 5), strict=True)
        ):
            return letter
    return "?"


def drawing_of(rows: str) -> str:
    """Rows of letters, written with an indent."""
    return "\n".join(row.strip() for row in rows.strip().splitlines())


def looks(*items: Item, pictures: tuple[Picture, ...] = ()) -> str:
    """One face of 12 × 8 pixels on a sheet of the same size, as letters."""
    return art(pdf(sheet(place(face(*items))), pictures=pictures))


def text_of(data: bytes, page: int = 0) -> str:
    opened = pypdfium2.PdfDocument(data)
    text = opened[page].get_textpage().get_text_bounded()
    opened.close()
    return str(text)


def origins(data: bytes, page: int = 0) -> list[tuple[str, float, float]]:
    """Every character with the point on the baseline where it starts, in page points, as PDFium
    computes it.
    """
    opened = pypdfium2.PdfDocument(data)
    textpage = opened[page].get_textpage()
    found = []
    for index in range(textpage.count_chars()):
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium_c.FPDFText_GetCharOrigin(textpage, index, x, y)
        found.append((chr(pdfium_c.FPDFText_GetUnicode(textpage, index)), x.value, y.value))
    opened.close()
    return found


def picture(data: bytes, name: str = "picture") -> Picture:
    return images.read(data, name)


def image(of: Picture, x: float, y: float, width: float, height: float) -> Image:
    ref: ImageRef = of.ref
    return Image(pixels(x, y, width, height), ref)
