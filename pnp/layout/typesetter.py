"""Describes a book, and sets its inlines as lines: the same atoms and line boxes as on cards, one
fragment per line, with links and hyphenation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.compose.markdown_tree import Break, Icon, Inline, Inlines, Link, Run
from pnp.diagnostics import Span
from pnp.face import Face, Item, Text
from pnp.face import Link as Area
from pnp.layout.context import Reports, cut_name
from pnp.layout.fragmentation import Canvas, Draw, Fragment, kept, stacked
from pnp.layout.line_boxes import (
    Atom,
    Fit,
    Ink,
    Line,
    Paragraph,
    break_lines,
    max_content_width,
)
from pnp.layout.page_links import PageLinks
from pnp.layout.text_element import report_missing_hyphen, set_lines
from pnp.model.game import Style
from pnp.model.scenes import Scene
from pnp.units.color import Color
from pnp.units.geometry import MM, PAPERS, PT, Size, Um, millimetres, rect
from pnp.units.spelling import written

MAX_PAGES = 300
"""Pages that a rulebook may have: what a home stapler and a table can bear many times over."""

COVER_BLEED = Um(3 * MM)
"""How far a cover, or the ground of a page, goes on beyond its page, which is cut where it is
printed on larger paper; pages without a ground are white at their edges.
"""


class Margins(NamedTuple):
    """The white round the text of a page; `inner` is at the spine, left on odd pages and right
    on even ones.
    """

    top: Um
    bottom: Um
    inner: Um
    outer: Um


@dataclass(frozen=True, slots=True)
class Listed:
    """One row of the list of components: what it is, how many there are, its picture, and the
    path it is cut along.
    """

    title: str
    count: str
    face: Face | None = None
    outline: str = ""


class Meaning(NamedTuple):
    """One row of the icon glossary: the icon's name and what it stands for."""

    icon: str
    text: str


class Credit(NamedTuple):
    """One entry of the credits: a font, an artist, a licence."""

    title: str
    text: str


WORDS: Mapping[str, str] = MappingProxyType(
    {
        "contents": "Contents",
        "figure": "Figure",
        "note": "Note",
        "example": "Example",
        "variant": "Variant",
        "colon": ": ",
        "page": "page",
        "players": "{players} players",
        "player": "{players} player",
        "age": "age {age}",
        "game": "Game",
        "icons": "Icons",
        "type": "Type",
        "skip": "Skip to the text",
    }
)
"""The words that the tool itself puts on a page; a game in another language gives its own."""


def margins_for(page: Size, margin_column: int = 0) -> Margins:
    """The usual margins: about a tenth of the width, more at the spine and at the foot, where
    the page number stands; less beside a margin column.
    """
    side = max(9 * MM, page.width // 11)
    outer = max(8 * MM, page.width // 17) if margin_column else side
    return Margins(Um(side), Um(side + 4 * MM), Um(side + MM), Um(outer))


def _nothing(_: str) -> Face | None:
    return None


class Book(NamedTuple):
    """One rulebook's page and parts.

    `figures` gives the face of a target such as `card:deck/id`, `targets` the names that it knows,
    `outlines` the canonical path, in micrometres of the face, of each that is not cut along its
    trim.

    `stages` are what lies under the scenes, by `setup:NAME`. `cover` is a finished face; without
    one `[[cover]]` is drawn from title, subtitle and lines. `grounds` are what lies under the text,
    front and back: of a player aid its sides, of a rulebook its odd and even pages. `margin_column`
    is how wide the column for asides is, 0 for none. `language` is a tag such as en or de-CH.
    """

    title: str
    size: Size = PAPERS["a5"]
    margins: Margins | None = None
    columns: int = 1
    margin_column: int = 0
    subtitle: str = ""
    lines: tuple[str, ...] = ()
    figures: Callable[[str], Face | None] = _nothing
    targets: tuple[str, ...] = ()
    outlines: Mapping[str, str] = MappingProxyType({})
    scenes: Mapping[str, Scene | None] = MappingProxyType({})
    stages: Mapping[str, Face] = MappingProxyType({})
    cover: Face | None = None
    grounds: tuple[Face, ...] = ()
    components: tuple[Listed, ...] = ()
    icons: tuple[Meaning, ...] = ()
    credits: tuple[Credit, ...] = ()
    hyphenate: bool = False
    language: str = "en"
    words: Mapping[str, str] = MappingProxyType({})

    def word(self, name: str) -> str:
        """A word of the tool's in the game's language."""
        return self.words.get(name, WORDS.get(name, name))


LINK = "accent"
"""The palette's colour for words that lead somewhere."""
_TOKEN = re.compile(r"\S+")
_ADDRESS = re.compile(r"://|@|\w\.\w")
# The vowels and tones of Thai are marks.
_WORD = re.compile(r"(?:[^\W\d_]|[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]){6,}")
_NO_HYPHEN = frozenset(("th",))
"""Languages that break a word without a hyphen."""


class _LinkColor(str):
    """A colour that knows where its words lead, so that a run of type ends where a link does.

    Equal only to itself.
    """

    __slots__ = ("target",)
    target: str
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other


class ShapedText(NamedTuple):
    """Inlines ready to be broken: atoms, the ink of plain words, style and size in points, and
    the anchors of links by the atoms that they begin with.
    """

    atoms: list[Atom]
    ink: Ink
    style: Style
    size: float
    origin: Span
    links: Sequence[tuple[int, str]] = ()

    @property
    def em(self) -> float:
        """The type size in micrometres."""
        return self.size * PT

    @property
    def max_content(self) -> int:
        """The width in micrometres that it takes when nothing is broken."""
        return int(max_content_width(self.atoms) * self.em) + 2

    @property
    def min_content(self) -> int:
        """The width in micrometres of its widest unbreakable part."""
        return int(max((atom.width for atom in self.atoms), default=0.0) * self.em) + 2

    def set_line(self, line: Line, x: int, y: int, width: int, align: str) -> list[Item]:
        """The items of one of its lines in a box whose top left corner is at (x, y)."""
        items: list[Item] = []
        fit = Fit(self.size, [line], 0.0, 0.0)
        style = self.style._replace(align=align, valign="top")
        set_lines(self.atoms, fit, rect(x, y, width, 0), style, self.ink, self.origin, items)
        return items


_NOT_HYPHENATED = frozenset(
    f"book-{name}"
    for name in (
        "h1 h2 h3 h4 title subtitle cover-line running contents contents-1 callout icon label number"
    ).split()
)
"""Styles of what is no running text."""


@dataclass(slots=True)
class Typesetter(Reports):
    """What setting a text works on: the stylesheet, the book, the pages of anchors as known so far,
    and what is wrong.

    `scale` shrinks every size in quarter points, never below `floor`; the scale of a rulebook is 1.
    `asked` are the anchors whose
    pages are named by words, with the first place that does. `titles` are the words of headings by
    their anchors, where they are named by these: sides of a player aid have no numbers.
    `captions` are the numbers of figures by their anchors; none where no link leads to one.
    `links` are those that may say their page; a player aid has none.
    """

    book: Book
    numbers: Mapping[str, int] = field(default_factory=dict)
    family: str = "book"
    scale: float = 1.0
    floor: float = 0.0
    asked: dict[str, Span] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    captions: Mapping[str, str] = field(default_factory=dict)
    links: PageLinks | None = None
    figures: int = 0
    inks: dict[tuple[str, bool, bool, str], Ink] = field(default_factory=dict)

    def begin(self) -> None:
        """Forget what the pass before found, and set the text anew."""
        self.reports, self.asked, self.figures = [], {}, 0
        self.inks.clear()  # what is wrong with one is reported when it is made

    def style(self, name: str) -> Style:
        """A style of the game by its name in a book; a player aid has some of its own, `aid-h1`
        for `book-h1`.
        """
        styles = self.stylesheet.styles
        return styles.get(name.replace("book-", f"{self.family}-", 1)) or styles[name]

    def size(self, style: Style) -> float:
        """The size of a style in points, shrunk to scale but not below the floor."""
        if self.scale == 1:
            return style.size
        return max(min(self.floor, style.size), round(style.size * self.scale * 4) / 4)

    def line_height(self, name: str) -> int:
        """The height of a line of a style in micrometres."""
        style = self.style(name)
        return round(style.leading * self.size(style) * PT)

    @property
    def half_line(self) -> int:
        """Half the height of a line of running text: the grid of its pages."""
        return self.line_height("book-body") // 2

    def baseline(self, name: str) -> int:
        """How far below the top of its line a style's baseline lies, in micrometres."""
        style = self.style(name)
        ascent = self.ink(style).metrics.baseline(style.leading)
        return round(ascent * self.size(style) * PT)

    def color(self, name: str) -> Color:
        """A colour of the palette; written colours stay as they are."""
        return self.stylesheet.palette.get(name, Color(name))

    def ink(
        self, style: Style, bold: bool = False, italic: bool = False, color: str | None = None
    ) -> Ink:
        """A style in one cut.

        A cut that the family lacks is an error, set in the regular one meanwhile.
        """
        bold, italic = bold or style.weight == "bold", italic or style.slope == "italic"
        key = (style.name, bold, italic, color or style.color)
        ink = self.inks.get(key)
        if ink is None:
            family = self.stylesheet.resources.families[style.font]
            typeface = family.cut(bold, italic)
            if typeface is None:
                self.report(
                    "P305",
                    f'the font family "{style.font}" has no {cut_name(bold, italic)} cut',
                    self.current,
                    "add it under fonts: in game.yaml, or write the words without stars",
                )
                typeface = family.cut(False, False) or next(iter(family.cuts.values()))
            ink = self.inks[key] = Ink(
                typeface,
                family.behind(bold, italic),
                self.color(key[3]),
                style.tracking,
                self.missing,
            )
        return ink

    def shaped(self, inlines: Sequence[Inline], name: str, origin: Span) -> ShapedText:
        """Inlines in a style, as atoms."""
        style = self.style(name)
        paragraph = Paragraph()
        self.current = origin
        hyphenate = None
        if self.book.hyphenate and name not in _NOT_HYPHENATED:
            hyphenate = hyphenator(self.book.language)
        links: list[tuple[int, str]] = []
        self._add(paragraph, inlines, style, "", hyphenate, links)
        size = self.size(style)
        return ShapedText(paragraph.atoms, self.ink(style), style, size, origin, links)

    def _add(
        self,
        paragraph: Paragraph,
        inlines: Sequence[Inline],
        style: Style,
        target: str,
        hyphenate: Callable[[str], str] | None,
        links: list[tuple[int, str]],
    ) -> None:
        for number, part in enumerate(inlines):
            match part:
                case Run(text, bold, italic, code):
                    ink = self.ink(style, bold, italic, LINK if target else None)
                    if target:
                        ink = _linked(ink, target)
                    text = written(text, style.case, self.book.language)
                    paragraph.add(hyphenate(text) if hyphenate and not code else text, ink)
                case Icon(name, span):
                    if icon := self.icon(name, span, " (for a plain : write \\:)"):
                        paragraph.add_icon(icon, self.ink(style))
                case Break():
                    paragraph.end_line()
                case Link(target_, inner, span):
                    words = inner or (Run(self._link_text(target_, span)),)
                    begins = len(paragraph.atoms)
                    self._add(paragraph, words, style, target_, hyphenate, links)
                    if self.links:
                        links.append((begins, self.links.named(part)))
                        if bracket := self.links.bracket(inlines, number):
                            page = bracket.format(self._link_text(target_, span))
                            paragraph.add(page, self.ink(style))

    def _link_text(self, target: str, place: Span) -> str:
        """The words of a link that has none: the page of its anchor, as far as known, or its
        title.
        """
        anchor = target.removeprefix("#")
        if title := self.titles.get(anchor):
            return title
        self.asked.setdefault(anchor, place)
        if anchor == target:
            return target
        return f"{self.book.word('page')}\u00a0{self.numbers.get(anchor, '00')}"

    def lines(
        self,
        inlines: Inlines,
        name: str,
        width: int,
        origin: Span,
        *,
        align: str = "",
        snap: bool = False,
    ) -> list[Fragment]:
        """A paragraph as one fragment a line, its first two and last two lines kept together."""
        lines = self.broken(self.shaped(inlines, name, origin), width, align)
        return [lines[0]._replace(snap=snap), *lines[1:]] if lines else []

    def stacked(self, inlines: Inlines | str, name: str, width: int, origin: Span) -> Fragment:
        """A paragraph as one fragment."""
        runs = (Run(inlines),) if isinstance(inlines, str) else inlines
        return stacked(self.lines(runs, name, width, origin), origin)

    def broken(self, text: ShapedText, width: int, align: str = "") -> list[Fragment]:
        """A shaped text as lines in a width; a word that is wider is an error."""
        lines = break_lines(text.atoms, width / text.em, text.ink.hyphened)
        self.current = text.origin
        report_missing_hyphen(lines, text.ink)
        over = max((line.width for line in lines), default=0.0) * text.em - width
        if over > 20:
            hint = "shorten it, or write a soft hyphen into it (&shy;, in game.yaml \\u00ad)"
            if self.family == "book" and not self.book.hyphenate:
                hint += "; hyphenate: yes parts the words of running text"
            message = f"a word is {millimetres(over)} wider than its column of {millimetres(width)}"
            self.report("P358", message, text.origin, hint)
        height = round(text.style.leading * text.em)
        align = align or text.style.align
        return kept(
            [
                Fragment(
                    height,
                    _line_drawing(text, line, width, height, align),
                    anchors=tuple(link for at, link in text.links if line.first <= at < line.last),
                    span=text.origin,
                )
                for line in lines
            ]
        )


def _line_drawing(text: ShapedText, line: Line, width: int, height: int, align: str) -> Draw:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        for item in text.set_line(line, x, y, width, align):
            if isinstance(item, Text) and isinstance(item.color, _LinkColor):
                area = rect(item.x, y, item.width, height)
                canvas.links.append(Area(area, item.color.target))
                item = item._replace(color=Color(str(item.color)))
            canvas.items.append(item)

    return draw


def _linked(ink: Ink, target: str) -> Ink:
    """An ink whose words lead somewhere."""
    color = _LinkColor(ink.color)
    color.target = target
    return Ink(ink.typeface, ink.fallback, Color(color), ink.tracking, ink.missing)


def line_at(
    typesetter: Typesetter,
    words: str,
    name: str,
    x: int,
    baseline: int,
    origin: Span,
    align: str = "left",
) -> list[Text]:
    """Words on one line at a baseline, starting at x, with their middle there or ending there;
    for numbers and labels.
    """
    text = typesetter.shaped((Run(words),), name, origin)
    line = Line(0, len(text.atoms), max_content_width(text.atoms), False, True)
    items = text.set_line(line, x, baseline - typesetter.baseline(name), 0, align)
    return [item for item in items if isinstance(item, Text)]


@cache
def hyphenator(language: str) -> Callable[[str], str] | None:
    """Puts soft hyphens into words of six letters or more, by the patterns of a language; None
    where there are none for it.
    """
    pyphen: Any = import_module("pyphen")  # its patterns are read only where a book asks for them
    known = pyphen.language_fallback(re.sub(r"^no\b", "nb", language.replace("-", "_")))
    if known is None:
        return None
    patterns = pyphen.Pyphen(lang=known, left=2, right=3)
    chance = "\u200b" if known.partition("_")[0] in _NO_HYPHEN else "\u00ad"

    @cache
    def hyphenated(word: str) -> str:
        for at in reversed(patterns.positions(word)):
            # Else letters would come or go with the hyphen: Hungarian asszony, asz-szony.
            if not at.data:
                word = f"{word[:at]}{chance}{word[at:]}"
        return word

    def token(match: re.Match[str]) -> str:
        # Typed from the paper, the hyphen would be taken for a part of the address.
        if _ADDRESS.search(match[0]):
            return match[0]
        return _WORD.sub(lambda word: hyphenated(word[0]), match[0])

    return lambda text: _TOKEN.sub(token, text)
