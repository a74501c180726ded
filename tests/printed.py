"""Reads finished prints and faces back: pictures, words and places, in millimetres of a page or
micrometres of a face.
"""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2 as pdfium
from paper import MM, Mark
from PIL import Image
from shipped import shipped

from pnp.assets.paths import bounds, moved
from pnp.build.conductor import Kit, draw_documents
from pnp.build.imposition import impose_kit
from pnp.build.print_options import PrintOptions
from pnp.face import Face, Group, Item, Shape, Text
from pnp.impose import Duplex, PaperOptions
from pnp.ink import Ink
from pnp.units.geometry import IDENTITY, Rect, Transform, Um, parse_paper


def order(paper: str = "a4", *only: str, ink: Ink = Ink.FULL, duplex: str = "long") -> PrintOptions:
    """What is printed on a paper, with a margin of 5 mm and crop marks."""
    options = PaperOptions(parse_paper(paper), Duplex(duplex), Um(0), Um(5_000), True)
    return PrintOptions(options, only=only, ink=ink)


def print_to(folder: Path, kit: Kit, wanted: PrintOptions) -> Path:
    """The folder, with the PDFs of a kit."""
    for name, data in draw_documents(impose_kit(kit, wanted)).items():
        (folder / name).write_bytes(data)
    return folder


_PRINTS = TemporaryDirectory()


@cache
def printed(game: str) -> Path:
    """The folder of a shipped game that is printed on A4, once per process."""
    folder = Path(_PRINTS.name) / game
    folder.mkdir()
    return print_to(folder, shipped(game), order())


@cache
def document(path: Path) -> pdfium.PdfDocument:
    """A PDF that stays open until the tests are done."""
    opened = pdfium.PdfDocument(path)
    atexit.register(opened.close)
    return opened


@cache
def _text(path: Path, page: int) -> tuple[float, pdfium.PdfTextPage]:
    """The height of a page, and its text."""
    sheet = document(path)[page]
    return sheet.get_height(), sheet.get_textpage()


@cache
def picture(path: Path, page: int = 0, dots: float = 4) -> Image.Image:
    """A page in colour, with so many dots per millimetre."""
    return document(path)[page].render(scale=dots / MM).to_pil().convert("RGB")


def cut_out(
    path: Path,
    mark: Mark,
    area: tuple[float, float, float, float] | None = None,
    dots: float = 4,
) -> Image.Image:
    """A printed face, or an area of it, cut at its edges."""
    x, y, width, height = area or (0, 0, *mark.trim[2:])
    left, top = mark.trim[0] + x, mark.trim[1] + y
    edges = (left, top, left + width, top + height)
    return picture(path, mark.page, dots).crop(tuple(round(edge * dots) for edge in edges))


def words_on(path: Path) -> list[str]:
    """The text of each page."""
    pages = range(len(document(path)))
    return [" ".join(_text(path, page)[1].get_text_range().split()) for page in pages]


def words_in(path: Path, mark: Mark, area: tuple[float, float, float, float] | None = None) -> str:
    """The text on a printed face, or on an area of it."""
    x, y, width, height = area or (0, 0, *mark.trim[2:])
    left, top = mark.trim[0] + x, mark.trim[1] + y
    high, written = _text(path, mark.page)
    text = written.get_text_bounded(
        left * MM, high - (top + height) * MM, (left + width) * MM, high - top * MM
    )
    return " ".join(text.split())


def faces(kit: Kit, component: str, side: str = "front") -> dict[str, Face]:
    """The faces of one side of a component, by card."""
    (sides,) = (sides for sides in kit.sides if sides.component.id == component)
    return {placed.card.id: placed.face for placed in sides.laid if placed.side == side}


def shapes(
    items: tuple[Item, ...], transform: Transform = IDENTITY
) -> Iterator[tuple[Shape, Rect]]:
    """Every shape with its bounds on the face."""
    for item in items:
        if isinstance(item, Shape):
            yield item, bounds(moved(item.path, transform))
        elif isinstance(item, Group):
            yield from shapes(item.items, _within(item, transform))


def texts(items: tuple[Item, ...], transform: Transform = IDENTITY) -> Iterator[tuple[Text, Rect]]:
    """Every text with the box of its capitals on the face."""
    for item in items:
        if isinstance(item, Text):
            left, right, top = item.x, item.x + item.width, item.y - round(item.size * 254)
            box = f"M{left} {item.y}L{right} {item.y}L{right} {top}L{left} {top}Z"
            yield item, bounds(moved(box, transform))
        elif isinstance(item, Group):
            yield from texts(item.items, _within(item, transform))


def _within(group: Group, transform: Transform) -> Transform:
    return group.transform.then(transform) if group.transform else transform


def apart(areas: list[Rect]) -> bool:
    """Whether no two areas overlap."""
    return not any(
        a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom
        for a, b in combinations(areas, 2)
    )
