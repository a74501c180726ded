"""Pages of texts of a tiny game in the shipped styles and fonts, and eyes to read them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pnp.compose.markdown_tree import Blocks, icons_in
from pnp.compose.resource_loader import ResourceLoader
from pnp.diagnostics import Diagnostic, Span, text
from pnp.face import Face, Group, Item, Shape, Text, walk
from pnp.layout.context import Stylesheet
from pnp.layout.flow import pages, reference
from pnp.layout.typesetter import Book
from pnp.units.color import Color
from pnp.units.geometry import Size, Um, size
from tests.compose.text import house, read

A5 = size(148_000, 210_000)
POKER = size(63_000, 88_000)


@cache
def loader() -> ResourceLoader:
    return ResourceLoader(*house())


def stylesheet(blocks: Blocks = (), *icons: str) -> Stylesheet:
    named = {**icons_in(blocks), **{name: Span("x") for name in icons}}
    loader().load((("icon", name), place) for name, place in named.items())
    assert not loader().found()
    game = house().game
    return Stylesheet(game.styles, game.palette, loader().resources)


def card(width: int = 63_000, height: int = 88_000, mark: str = "#aa0000") -> Face:
    """A face of one colour."""
    return Face(
        Size(Um(width), Um(height)),
        Um(3_000),
        (Shape(f"M0 0L{width} 0L{width} {height}L0 {height}Z", Color(mark)),),
    )


FACES: Mapping[str, Face] = {
    "card:gems/ruby": card(),
    "card:gems/jade": card(mark="#00aa00"),
    "board:city": card(400_000, 300_000),
    "board:tower": card(30_000, 300_000),
}


def pages_of(source: str, *icons: str, **book: Any) -> tuple[list[Face], str]:
    """The pages of a text and all that is said of it."""
    blocks, said = read(source)
    found: list[Diagnostic] = []
    made = pages(blocks, a_book(**book), stylesheet(blocks, *icons), found)
    return made, "\n".join(filter(None, [said, *map(text, found)]))


def good_pages(source: str, *icons: str, **book: Any) -> list[Face]:
    """The pages of a text of which nothing may be said."""
    made, said = pages_of(source, *icons, **book)
    assert not said, said
    return made


def aids_of(
    source: str, trim: Size = POKER, *, bleed: int = 0, **book: Any
) -> tuple[list[Face], str]:
    """The faces of a player aid and all that is said of it."""
    blocks, said = read(source)
    found: list[Diagnostic] = []
    made = reference(blocks, a_book(size=trim, **book), stylesheet(blocks), found, bleed=bleed)
    return made, "\n".join(filter(None, [said, *map(text, found)]))


def a_book(**book: Any) -> Book:
    return Book(**{"title": "Toy", "figures": FACES.get, "targets": tuple(FACES), **book})


def runs(face: Face) -> list[Text]:
    return [item for item in walk(face.items) if isinstance(item, Text)]


def lines(face: Face) -> list[str]:
    """The words of a page, baseline by baseline from the top, those of one baseline from the
    left.
    """
    found: dict[int, list[Text]] = {}
    for run in runs(face):
        found.setdefault(run.y, []).append(run)
    return [
        " ".join(run.text for run in sorted(found[y], key=lambda run: run.x)) for y in sorted(found)
    ]


def body(face: Face) -> list[str]:
    """The words of a page without its foot."""
    return lines(face)[:-1]


def figures(face: Face) -> list[Group]:
    return [item for item in face.items if isinstance(item, Group) and item.clip]


def colors(items: tuple[Item, ...]) -> set[str]:
    return {item.fill for item in walk(items) if isinstance(item, Shape) and item.fill}
