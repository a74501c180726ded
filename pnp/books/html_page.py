"""Writes a text as one HTML file that needs nothing else: words, figures and fonts inside, no
script, nothing fetched.

The markup is in `page.html`, which escapes every word; no HTML of a game comes through. Figures are
the very faces that are printed, as SVG in one set of definitions. Ids of ours have a dot, which no
anchor of a text can have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from pnp.assets.paths import rectangle
from pnp.books.text_formats import ScreenText
from pnp.compose.markdown_tree import (
    Block,
    Blocks,
    Figure,
    Heading,
    Inline,
    Inlines,
    Paragraph,
)
from pnp.draw.svg import NO_BLEED, Defs, definitions, font_face, outlined, readable, svg
from pnp.face import Face
from pnp.layout.context import Stylesheet
from pnp.layout.figures import embedded, pictured
from pnp.layout.typesetter import Book, Listed, Typesetter, margins_for
from pnp.units.color import BLACK, INK, WHITE, Color, contrast, luminance, mixed
from pnp.units.geometry import MM, Size, Um, rect

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none';"
    " form-action 'none'"
)
COLUMN = 42.0
"""The width of the page's column in rem: what fills the column on paper fills it on a screen."""
LEAST = 8.0
"""The width in rem that a caption has at least."""
EDGE = Um(150)
"""Shown around a picture, so that the line along its edge is whole."""
NIGHT = Color("#15191c")
"""The ground of a page in the dark: not black, on which letters glare."""
DAY = Color("#e8eaeb")
"""Words on it."""
READABLE = 4.5
"""Contrast of text to its ground (WCAG 2.2, 1.4.3); in the dark it is half as much again, since
letters look thinner there.
"""
_FOLDER = Path(__file__).parent
_IDS = "i."


def page(blocks: Blocks, book: Book, stylesheet: Stylesheet) -> str:
    """The text as HTML, in the order of the text, the title of the game first.

    Headings are one level lower than in the text, since the title is the first. KeyError when a
    font or image is missing.
    """
    writer = _Writer(blocks, book, stylesheet)
    cover = "" if book.cover is None else writer.drawing(book.cover, "")
    header = _markup().header(book, cover)
    body = writer.blocks(blocks)
    if len(writer.headings) > 4 and not any(getattr(b, "kind", "") == "contents" for b in blocks):
        body = _markup().contents(writer) + body
    main = _markup().main(body)
    style = Markup(_style(book, stylesheet, frozenset(_characters(header + main))))
    shared = Markup(definitions(writer.defs))
    return str(_markup().page(book, POLICY, style, shared, header, main))


@cache
def _markup() -> Any:
    """The macros of page.html, each of which gives Markup."""
    environment = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=lambda value: value if isinstance(value, Markup) else readable(str(value)),
    )
    return environment.from_string((_FOLDER / "page.html").read_text(encoding="utf-8")).module


def _characters(words: str) -> Iterator[str]:
    """The characters of a page's words, without its pictures."""
    for part in words.split("<svg"):
        yield from unescape(part.rpartition("</svg>")[2])


class _Writer(ScreenText):
    """Writes the blocks of one page: its names, and what its drawings share."""

    def __init__(self, blocks: Blocks, book: Book, stylesheet: Stylesheet) -> None:
        super().__init__(blocks, book)
        self.resources = stylesheet.resources
        self.typesetter = Typesetter(stylesheet, self.book)
        self.defs: Defs = {}
        self.images = {picture.ref.hash: picture for picture in self.resources.images.values()}
        self.write_text = outlined(self.resources.typefaces(), _IDS)
        margins = book.margins or margins_for(book.size, book.margin_column)
        self.column = max(20 * MM, book.size.width - margins.inner - margins.outer)

    def drawing(self, face: Face, title: str, width: str = "100%", edge: Um = NO_BLEED) -> Markup:
        """A face as an inline picture; `width` is a length of CSS."""
        drawn = svg(
            face, self.images, self.write_text, bleed=edge, ids=_IDS, title=title, shared=self.defs
        )
        head, _, rest = drawn.strip().partition(">")
        start, _, box = head.partition(' width="')
        return Markup(f'{start} style="width:{width}" {box[box.index("viewBox") :]}>{rest}')

    def blocks(self, parts: Iterable[Block | Inline]) -> Markup:
        """Blocks or inlines one after the other, each by the macro of its class."""
        macros = _markup()
        written = (getattr(macros, type(part).__name__)(part, self) for part in parts)
        return Markup("").join(map(Markup, written))

    def line(self, inlines: Inlines) -> Markup:
        """Inlines as phrasing content."""
        return self.blocks(self.without_pages(inlines))

    def item(self, item: Blocks) -> Markup:
        """An item of a list; one of a single paragraph needs no paragraph."""
        first = item[0] if item else None
        if isinstance(first, Paragraph) and sum(isinstance(part, Paragraph) for part in item) == 1:
            return self.line(first.inlines) + self.blocks(item[1:])
        return self.blocks(item)

    def figure(self, figure: Figure) -> tuple[int, str, Markup] | None:
        """A figure's number, the width of its box, its picture; None for one that cannot be shown,
        which has been reported.
        """
        found = pictured(self.typesetter, figure, self.column)
        if found is None:
            return None
        face, _ = found
        width = face.size.width / self.column * COLUMN
        picture = self.drawing(face, self.described(figure), f"{width:.2f}rem", EDGE)
        return self.numbers[id(figure)], f"{max(width, LEAST):.2f}rem", picture

    def chapters(self) -> list[tuple[Heading, list[Heading]]]:
        """The headings of the first level, each with those of the second below it."""
        chapters: list[tuple[Heading, list[Heading]]] = []
        for depth, heading in self.contents():
            if depth:
                chapters[-1][1].append(heading)
            else:
                chapters.append((heading, []))
        return chapters

    def thumbnail(self, row: Listed) -> Markup:
        """The small picture of a component."""
        if row.face is None:
            return Markup("")
        trim = row.face.size
        outline = row.outline or rectangle(rect(0, 0, *trim))
        by = 30 * MM / max(trim)
        small = Size(Um(max(1, round(trim.width * by))), Um(max(1, round(trim.height * by))))
        span = self.headings[0].span if self.headings else None
        items = embedded(self.typesetter, row.face, outline, 0, 0, small.width, span)
        width = f"{small.width / (30 * MM) * 4:.2f}rem"
        picture = self.drawing(Face(small, Um(0), tuple(items)), "", width, EDGE)
        return Markup(str(picture).replace("<svg ", '<svg aria-hidden="true" ', 1))

    def icon(self, name: str, title: str = "") -> Markup:
        """An icon in the colour of the words around it; nothing where there is none, as has been
        reported.
        """
        drawing = self.resources.icons.get(name)
        if drawing is None:
            return Markup("")
        key = f"{_IDS}icon-{name}"
        if key not in self.defs:
            self.defs[key] = str(_markup().drawing(key, drawing.parts))
        return Markup(_markup().icon(key, drawing, title))


# --- the style sheet ---


def _style(book: Book, stylesheet: Stylesheet, characters: Set[str]) -> str:
    """The style sheet of a page whose words use these characters: its rules, the game's colours in
    light and in dark, and its fonts, cut down to these characters.
    """
    typesetter = Typesetter(stylesheet, book)
    title = typesetter.style("book-h1")
    families = {"body": typesetter.style("book-body").font, "title": title.font}
    stacks = [f"--{use}:{_stack(stylesheet, name)}" for use, name in families.items()]
    weight = 700 if title.weight == "bold" else 400
    light = _colors(typesetter, WHITE, INK)
    dark = _colors(typesetter, NIGHT, DAY)
    rules = [
        rule
        for name in dict.fromkeys(families.values())
        for rule in _fonts(stylesheet, name, characters)
    ]
    rules += [
        f":root{{color-scheme:light dark;{';'.join(stacks)};--title-weight:{weight};{light}}}",
        f"@media(prefers-color-scheme:dark){{:root{{{dark}}}}}",
        f"@media print{{:root{{{light}}}}}\n",
        (_FOLDER / "page.css").read_text(encoding="utf-8"),
    ]
    return "".join(rules)


def _colors(typesetter: Typesetter, ground: Color, ink: Color) -> str:
    """The game's colours on a ground, each made lighter or darker until it can be read there."""
    accent, own = typesetter.color("accent"), typesetter.color("ink")
    if ground != WHITE:
        tint = mixed(ground, ink, 0.09)
    else:
        tint = typesetter.color("tint")
        if luminance(tint) <= 0.6:  # dark words could not be read on it
            tint = mixed(tint, WHITE, 0.8)
        ink = own if contrast(own, WHITE) >= 7 else ink
    colors = {
        "ground": ground,
        "ink": ink,
        "pale": legible(mixed(ink, ground, 0.3), tint),
        "accent": legible(legible(accent, ground), tint),
        "tint": tint,
        "line": mixed(ground, ink, 0.22),
        "spark": typesetter.color("spark"),
        "mark": accent,
        "on-mark": WHITE if contrast(WHITE, accent) >= contrast(INK, accent) else INK,
    }
    return ";".join(f"--{name}:{color}" for name, color in colors.items())


def legible(color: Color, ground: Color) -> Color:
    """A colour brought so far towards black or white that words in it can be read on a ground."""
    end = WHITE if contrast(WHITE, ground) > contrast(BLACK, ground) else BLACK
    least = READABLE * (1 if luminance(ground) > 0.5 else 1.5)
    steps = (mixed(color, end, step / 20) for step in range(21))
    return next((found for found in steps if contrast(found, ground) >= least), end)


def _fonts(stylesheet: Stylesheet, name: str, characters: Set[str]) -> Iterator[str]:
    """The cuts of a family, and regular ones of the families that it falls back on for
    characters that it lacks.
    """
    family, (own, *others) = stylesheet.resources.families[name], _css_names(stylesheet, name)
    missing = set(characters)
    for (bold, italic), typeface in sorted(family.cuts.items()):
        has = {c for c in characters if not typeface.missing(c)}
        missing -= has
        cut = "font-weight:700;" * bold + "font-style:italic;" * italic
        yield font_face(typeface, own, sorted(has), cut)
    for other, typeface in zip(others, family.fallback, strict=True):
        has = {c for c in missing if not typeface.missing(c)}
        missing -= has
        if has:
            yield font_face(typeface, other, sorted(has))


def _stack(stylesheet: Stylesheet, name: str) -> str:
    """A family and those that it falls back on, then what the system has."""
    names = [f'"{one}"' for one in _css_names(stylesheet, name)]
    return ",".join([*names, "system-ui", "sans-serif"])


def _css_names(stylesheet: Stylesheet, name: str) -> list[str]:
    """What CSS calls a family, and those that it falls back on."""
    own = f"pnp-{re.sub('[^A-Za-z0-9]', '-', name)}"
    fallback = stylesheet.resources.families[name].fallback
    return [own, *(f"{own}-{number}" for number, _ in enumerate(fallback, 1))]
