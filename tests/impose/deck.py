"""Decks, a typeface and a press for the tests of imposition."""

from __future__ import annotations

from typing import NamedTuple

from pnp.assets import FontRef
from pnp.face import Face, Shape
from pnp.impose import Copy, Duplex, PaperOptions, Sheet
from pnp.impose.documents import Part, card_sheets
from pnp.impose.sheet_marks import LabelText
from pnp.units.color import Color
from pnp.units.geometry import Size, Um, card_size, parse_length, parse_paper


class Monospace(NamedTuple):
    """Every glyph half an em wide."""

    ref: FontRef = FontRef("Mono", "0" * 32)
    units_per_em: int = 1000
    ascent: int = 800
    descent: int = -200

    def width(self, word: str) -> int:
        return 500 * len(word)

    def missing(self, text: str) -> str:
        return "".join(dict.fromkeys(c for c in text if ord(c) > 0x2FFF))


def face(size: Size, mark: str = "", bleed: int = 3_000) -> Face:
    return Face(size, Um(bleed), (Shape(f"M0 0L{len(mark) + 1} 0", fill=Color("#123456")),))


def deck(
    count: int, size: str = "poker", *, sided: int = 2, backs: int = 1, bleed: int = 3_000
) -> list[Copy]:
    """Cards c1, c2, … one copy each; with several backs card i has back i modulo `backs`."""
    trim = card_size(size)
    behind = [face(trim, "b" * index, bleed) for index in range(backs)]
    front = face(trim, "front", bleed)
    return [
        Copy("deck", f"c{n + 1}", 1, front, behind[n % backs] if sided == 2 else None)
        for n in range(count)
    ]


def press(
    paper: str = "a4",
    duplex: str = "long",
    gutter: str = "0",
    margin: str = "5mm",
    crop_marks: bool = True,
) -> PaperOptions:
    return PaperOptions(
        parse_paper(paper), Duplex(duplex), parse_length(gutter), parse_length(margin), crop_marks
    )


def impose(
    copies: list[Copy], how: PaperOptions, words: LabelText | None = None
) -> tuple[Sheet, ...]:
    """The sheets of a deck."""
    return card_sheets((Part("deck", "Deck", copies),), how, words).sheets
