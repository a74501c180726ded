"""Player aids: a short text on cards of any size, front and back, or on a sheet; its type
shrinks together until everything fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.compose.markdown_tree import Block, Blocks, Divider, Figure, Heading, plain, walk
from pnp.diagnostics import Diagnostic, error
from pnp.face import Face, Item
from pnp.layout.blocks import BODY
from pnp.layout.book import Book, Margins, margins_for
from pnp.layout.context import Stylesheet
from pnp.layout.flow import GAP, drawn, face_of, regions
from pnp.layout.fragmentation import Canvas, Pages, filled_rect
from pnp.layout.inlines import Typesetter
from pnp.units.geometry import MM, Size, Um, millimetres, rect

FLOOR = 7.5
"""The least type size in points that is read across a table."""
SHEET = 120 * MM
"""From this width on a player aid is a sheet: it has the margins and the type of a book."""
INSET = 3_000
"""How far the band stays inside the trim: sheets are cut with shared edges, a cut that strays
shows on the neighbour.
"""
_BAND = 1_600
_BELOW = 1_500
_MARGIN = 4_400
_ENDLESS = 10_000 * MM


class _Set(NamedTuple):
    """One section set in one size: its pages, how much more height than `most` pages have it
    needs, and whether breaks alone do that.
    """

    pages: Pages
    over: int
    parted: bool = False


def reference(
    blocks: Blocks,
    book: Book,
    stylesheet: Stylesheet,
    findings: list[Diagnostic],
    *,
    bleed: int = 0,
) -> list[Face]:
    """The faces of a player aid in order: front, back, front, back …

    `---` ends a side. A text without one flows over both sides of a card. All of it is set in one
    size, from the styles' down to 7.5 pt; what does not fit even then is an error (P360) that says
    by how much. A front without a back gets a blank one. The book's grounds lie under the text of
    fronts and backs, instead of the band of a card.
    """
    sections = _sections(blocks)
    most = 2 if len(sections) == 1 else 1
    sheet = book.size.width >= SHEET
    prefix = "book" if sheet else "aid"
    wanted = Typesetter(stylesheet, book, family=prefix).style(BODY).size
    steps = max(0, round((wanted - FLOOR) * 4))
    faces: list[Face] = []
    titles = _titles(blocks, book)
    for step in range(steps + 1):
        typesetter = Typesetter(
            stylesheet,
            book,
            family=prefix,
            scale=(wanted - step / 4) / wanted,
            floor=FLOOR,
            titles=titles,
        )
        done = [_set(typesetter, section, most) for section in sections]
        if step == steps or not any(part.over for part in done):
            faces = list(_faces(typesetter, [part.pages for part in done], bleed))
            findings += dict.fromkeys([*typesetter.found, *_overflows(typesetter, sections, done)])
            break
    if len(faces) % 2:
        faces.append(Face(book.size, Um(bleed), ()))
    return faces


def _titles(blocks: Blocks, book: Book) -> dict[str, str]:
    """What headings and figures are called, by their anchors."""
    every = list(walk(blocks))
    figures = sum(isinstance(block, Figure) for block in every)
    titles = {f"figure-{n}": f"{book.word('figure')} {n}" for n in range(1, figures + 1)}
    return titles | {
        block.anchor: plain(block.inlines).strip() for block in every if isinstance(block, Heading)
    }


def _sections(blocks: Iterable[Block]) -> list[list[Block]]:
    """The blocks between dividers, without empty ones."""
    found: list[list[Block]] = [[]]
    for block in blocks:
        if isinstance(block, Divider):
            found.append([])
        else:
            found[-1].append(block)
    return [section for section in found if section]


def _margins(book: Book) -> Margins:
    margins = book.margins or (
        margins_for(book.size) if book.size.width >= SHEET else Margins(*[Um(_MARGIN)] * 4)
    )
    return (
        margins._replace(top=Um(max(margins.top, INSET + _BAND + _BELOW)))
        if _banded(book)
        else margins
    )


def _banded(book: Book) -> bool:
    """Whether its sides have a band of colour: cards that nothing else is drawn on."""
    return book.size.width < SHEET and not book.grounds


def _room(book: Book) -> Size:
    margins = _margins(book)
    width, height = (
        book.size.width - margins.inner - margins.outer,
        book.size.height - margins.top - margins.bottom,
    )
    return Size(Um(max(width, 5 * MM)), Um(max(height, 5 * MM)))


def _set(typesetter: Typesetter, section: Sequence[Block], most: int) -> _Set:
    """A section in the typesetter's size, in columns of the side's height; figures count anew at
    each try.
    """
    room = _room(typesetter.book)
    grid = typesetter.line_height(BODY) // 2
    made = regions(typesetter, tuple(section), room.width)
    pages = Pages(room.height, GAP, grid, 40, [[]], [])
    endless = Pages(_ENDLESS, GAP, grid, 1, [[]], [])
    for region in made:
        pages.add(region)
        endless.add(
            region._replace(
                fragments=tuple(fragment._replace(turn="") for fragment in region.fragments)
            )
        )
    if len(pages.pages) <= most and not pages.tall:
        return _Set(pages, 0)
    over = endless.y - most * room.height
    return _Set(
        pages,
        max(100, over),
        over <= 0 and any(fragment.turn for region in made for fragment in region.fragments),
    )


def _overflows(
    typesetter: Typesetter, sections: Sequence[Sequence[Block]], done: Sequence[_Set]
) -> Iterable[Diagnostic]:
    for number, (section, part) in enumerate(zip(sections, done, strict=True), 1):
        if part.over:
            size = typesetter.size(typesetter.style(BODY))
            where = f"side {number} of the player aid" if len(sections) > 1 else "the player aid"
            told, hint = (
                (
                    f"{where} needs {millimetres(part.over)} more height than it has, set in"
                    f" {size:g} pt"
                ),
                "shorten it",
            )
            if part.parted:
                told, hint = (
                    f"{where} is parted into {len(part.pages.pages)} pages by [[page]]",
                    "take [[page]] out",
                )
            yield error(
                "P360",
                told,
                section[0].span,
                f"{hint}, part it by --- into more sides, or choose a larger size",
            )


def _faces(typesetter: Typesetter, sections: Iterable[Pages], bleed: int) -> Iterable[Face]:
    """Each side on the game's paper colour, which runs into the bleed: with a band of colour
    over the text of a card, or on its ground.
    """
    book = typesetter.book
    margins = _margins(book)
    edge = max(INSET, min(margins.inner, margins.outer))
    whole = rect(-bleed, -bleed, book.size.width + 2 * bleed, book.size.height + 2 * bleed)
    before = 0
    for pages in sections:
        numbers = {
            name: n
            for n, spots in enumerate(pages.pages, 1)
            for spot in spots
            for name in spot.fragment.anchors
        }
        for side, spots in enumerate(pages.pages, before):
            under: list[Item] = [filled_rect(typesetter.color("paper"), *whole)]
            if book.grounds:
                under += book.grounds[side % len(book.grounds)].items
            elif _banded(book):
                under.append(
                    filled_rect(
                        typesetter.color("accent"), edge, INSET, book.size.width - 2 * edge, _BAND
                    )
                )
            canvas: Canvas = drawn(spots, margins.inner, margins.top, numbers)
            canvas.items[:0] = under
            yield face_of(canvas, book, bleed)
        before += len(pages.pages)
