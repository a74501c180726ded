"""Inlines as lines of type: the same atoms, breaking and setting as on cards, one fragment a line,
with links and hyphenation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from pnp.assets.fonts import lacking
from pnp.assets.icons import TO_ADD
from pnp.compose.markdown_tree import Break, Icon, Inline, Inlines, Link, Run
from pnp.diagnostics import MAX_HINTS, Diagnostic, Span, did_you_mean, error, warning
from pnp.face import Item, Text
from pnp.face import Link as Area
from pnp.layout.book import Book
from pnp.layout.breaking import Fit, Line, broken, natural_width
from pnp.layout.context import Stylesheet
from pnp.layout.fragmentation import Canvas, Fragment, kept
from pnp.layout.lines import Box, set_lines, tell_hyphens
from pnp.layout.shaping import Atom, Ink, Paragraph
from pnp.model.game import Style
from pnp.units.color import Color
from pnp.units.geometry import PT, millimetres, rect
from pnp.units.spelling import written

LINK = "accent"
"""The palette's colour for words that lead somewhere."""
_TOKEN = re.compile(r"\S+")
_ADDRESS = re.compile(r"://|@|\w\.\w")
_WORD = re.compile(
    r"(?:[^\W\d_]|[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]){6,}"
)  # the vowels and tones of Thai are marks
_UNSIGNED = frozenset(("th",))
"""Languages that part a word without a sign."""


class _Lead(str):
    """A colour that knows where its words lead, so that a run of type ends where a link does.

    Equal only to itself.
    """

    __slots__ = ("target",)
    target: str

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self)


class Measured(NamedTuple):
    """Inlines ready to be broken: atoms, the ink of plain words, size in points, leading,
    alignment, and the least width in em.
    """

    atoms: list[Atom]
    ink: Ink
    style: Style
    size: float
    origin: Span

    @property
    def em(self) -> float:
        """The type size in micrometres."""
        return self.size * PT

    @property
    def natural(self) -> int:
        """The width in micrometres that it takes when nothing is broken."""
        return int(natural_width(self.atoms) * self.em) + 2

    @property
    def least(self) -> int:
        """The width in micrometres of its widest unbreakable part."""
        return int(max((atom.width for atom in self.atoms), default=0.0) * self.em) + 2


_WHOLE = frozenset(
    f"book-{name}"
    for name in "h1 h2 h3 h4 title subtitle cover-line running contents contents-1 callout icon label number".split()
)
"""Styles of what is no running text: its words are not parted."""
_TITLES = frozenset(("book-title", "book-subtitle", "book-cover-line"))
"""Those of words that stand in `game.yaml`, where `&shy;` is printed as typed."""


@dataclass(slots=True)
class Typesetter:
    """What setting a text works on: the stylesheet, the book, the pages of anchors as known so far,
    and what is wrong.

    `scale` shrinks every size in quarter points, never below `floor`; the scale of a rulebook is 1.
    `spare` is how much wider than the columns in force the page is. `asked` are the anchors whose
    pages are named by words, with the first place that does. `titles` are the words of headings by
    their anchors, where they are named by these: sides of a player aid have no numbers.
    """

    stylesheet: Stylesheet
    book: Book
    numbers: Mapping[str, int] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)
    family: str = "book"
    scale: float = 1.0
    floor: float = 0.0
    current: Span | None = None
    asked: dict[str, Span] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    figures: int = 0
    spare: int = 0
    inks: dict[tuple[str, bool, bool, str], Ink] = field(default_factory=dict)
    hyphenated: Callable[[str], str] | None = None

    def __post_init__(self) -> None:
        if self.book.hyphenate:
            self.hyphenated = hyphenator(self.book.language)

    def or_across(self, hint: str, over: int) -> str:
        """A hint for what is too wide by so much: where it goes across the page, that as well."""
        return f"{hint}, or set it in [[columns 1]]" if over <= self.spare else hint

    def style(self, name: str) -> Style:
        """A style of the game by its name in a book; a player aid has some of its own, `aid-h1`
        for `book-h1`.
        """
        own = self.stylesheet.styles.get(name.replace("book-", f"{self.family}-", 1))
        return own or self.stylesheet.styles[name]

    def size(self, style: Style) -> float:
        """The size of a style in points, shrunk to scale but not below the floor."""
        if self.scale == 1:
            return style.size
        return max(min(self.floor, style.size), round(style.size * self.scale * 4) / 4)

    def line_height(self, name: str) -> int:
        """The height of a line of a style in micrometres."""
        style = self.style(name)
        return round(style.leading * self.size(style) * PT)

    def baseline(self, name: str) -> int:
        """How far below the top of its line a style's baseline lies, in micrometres."""
        style = self.style(name)
        m = self.ink(style, False, False).metrics
        return round(
            ((style.leading - m.ascent - m.descent) / 2 + m.ascent) * self.size(style) * PT
        )

    def color(self, name: str) -> Color:
        """A colour of the palette; written colours stay as they are."""
        return self.stylesheet.palette.get(name, Color(name))

    def say(self, code: str, message: str, span: Span | None, hint: str = "") -> None:
        """Note an error."""
        self.found.append(error(code, message, span, hint))

    def ink(self, style: Style, bold: bool, italic: bool, color: str | None = None) -> Ink:
        """A style in one cut.

        A cut that the family lacks is an error, set in the regular one meanwhile.
        """
        bold, italic, name = (
            bold or style.weight == "bold",
            italic or style.slope == "italic",
            color or style.color,
        )
        key = (style.name, bold, italic, name)
        ink = self.inks.get(key)
        if ink is None:
            family = self.stylesheet.resources.families[style.font]
            typeface = family.cut(bold, italic)
            if typeface is None:
                cut = (
                    " ".join(word for word, on in (("bold", bold), ("italic", italic)) if on)
                    or "regular"
                )
                hint = "add it under fonts: in game.yaml, or write the words without stars"
                self.say(
                    "P305", f'the font family "{style.font}" has no {cut} cut', self.current, hint
                )
                typeface = family.cut(False, False) or next(iter(family.cuts.values()))
            ink = self.inks[key] = Ink(
                typeface, family.fallback, self.color(name), style.tracking, self._missing
            )
        return ink

    def _missing(self, char: str) -> None:
        told, hint = lacking(char)
        self.say("P315", told, self.current, hint)

    # --- inlines ---

    def measured(self, inlines: Sequence[Inline], name: str, origin: Span) -> Measured:
        """Inlines in a style, as atoms."""
        style = self.style(name)
        paragraph = Paragraph()
        self.current = origin
        self._add(paragraph, inlines, style, None, None if name in _WHOLE else self.hyphenated)
        return Measured(
            paragraph.atoms, self.ink(style, False, False), style, self.size(style), origin
        )

    def _add(
        self,
        paragraph: Paragraph,
        inlines: Sequence[Inline],
        style: Style,
        lead: str | None,
        parted: Callable[[str], str] | None,
    ) -> None:
        for part in inlines:
            match part:
                case Run(text, bold, italic, code):
                    ink = self.ink(style, bold, italic, lead and LINK)
                    if lead:
                        ink = _leading(ink, lead)
                    text = written(text, style.case, self.book.language)
                    paragraph.add(parted(text) if parted and not code else text, ink)
                case Icon(name, span):
                    self._add_icon(paragraph, name, span, self.ink(style, False, False))
                case Break():
                    paragraph.end_line()
                case Link(target, inner, span):
                    words = inner or (Run(self._page_of(target, span)),)
                    self._add(paragraph, words, style, target, parted)

    def _page_of(self, target: str, place: Span) -> str:
        """The words of a link that has none: the page of its anchor, as far as known, or its
        title.
        """
        if title := self.titles.get(target.removeprefix("#")):
            return title
        self.asked.setdefault(target.removeprefix("#"), place)
        number = self.numbers.get(target.removeprefix("#"))
        return (
            f"{self.book.word('page')}\u00a0{number if number is not None else '00'}"
            if target.startswith("#")
            else target
        )

    def _add_icon(self, paragraph: Paragraph, name: str, span: Span, ink: Ink) -> None:
        icon = self.stylesheet.resources.icons.get(name)
        if icon is not None:
            paragraph.add_icon(icon, ink)
        elif name not in self.stylesheet.resources.icon_names:
            known = self.stylesheet.resources.icon_names if len(self.found) < MAX_HINTS else ()
            hint = did_you_mean(name, known, few=0) or TO_ADD
            self.say(
                "P401", f'there is no icon "{name}"', span, f"{hint} (for a plain : write \\:)"
            )

    # --- lines ---

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
        return self.broken(self.measured(inlines, name, origin), width, align=align, snap=snap)

    def broken(
        self, text: Measured, width: int, *, align: str = "", snap: bool = False
    ) -> list[Fragment]:
        """Measured inlines as lines in a width; a word that is wider is an error."""
        lines = broken(text.atoms, width / text.em, text.ink.hyphened)
        self.current = text.origin
        tell_hyphens(lines, text.ink)
        over = max((line.width for line in lines), default=0.0) * text.em - width
        if over > 20:
            hint = "shorten it, or write a soft hyphen (&shy;) into it"
            if text.style.name in _TITLES:
                hint = (
                    "shorten it, or part it in game.yaml, in straight quotes: Extra\\u00adordinary"
                )
            elif self.family == "book" and not self.book.hyphenate:
                hint += "; hyphenate: yes parts the words of running text"
            self.say(
                "P358",
                f"a word is {millimetres(over)} wider than its column of {millimetres(width)}",
                text.origin,
                hint,
            )
        height = round(text.style.leading * text.em)
        fragments = [
            Fragment(
                height,
                self._drawing(text, line, width, height, align or text.style.align),
                span=text.origin,
            )
            for line in lines
        ]
        if fragments and snap:
            fragments[0] = Fragment(height, fragments[0].draw, snap=True, span=text.origin)
        return kept(fragments)

    def _drawing(
        self, text: Measured, line: Line, width: int, height: int, align: str
    ) -> Callable[[Canvas, int, int], None]:
        def draw(canvas: Canvas, x: int, y: int) -> None:
            made: list[Item] = []
            fit = Fit(text.size, [line], 0.0, 0.0)
            set_lines(
                text.atoms,
                fit,
                Box(x, y, width, height, align, "top"),
                text.ink,
                text.style.leading,
                text.origin,
                made,
            )
            for item in made:
                if isinstance(item, Text) and isinstance(item.color, _Lead):
                    canvas.links.append(
                        Area(rect(item.x, y, item.width, height), item.color.target)
                    )
                    item = item._replace(color=Color(str(item.color)))
                canvas.items.append(item)

        return draw


def _leading(ink: Ink, target: str) -> Ink:
    """An ink whose words lead somewhere."""
    color = _Lead(ink.color)
    color.target = target
    return Ink(ink.typeface, ink.fallback, Color(color), ink.tracking, ink.missing)


def spot(
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
    text = typesetter.measured((Run(words),), name, origin)
    line = Line(0, len(text.atoms), natural_width(text.atoms), False, True)
    made: list[Item] = []
    box = Box(x, baseline - typesetter.baseline(name), 0, 0, align, "top")
    set_lines(
        text.atoms,
        Fit(text.size, [line], 0.0, 0.0),
        box,
        text.ink,
        text.style.leading,
        origin,
        made,
    )
    return [item for item in made if isinstance(item, Text)]


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
    chance = "\u200b" if known.partition("_")[0] in _UNSIGNED else "\u00ad"

    @cache
    def parted(word: str) -> str:
        for at in reversed(patterns.positions(word)):
            if (
                not at.data
            ):  # or letters would come or go with the hyphen, as in Hungarian asszony: asz-szony
                word = f"{word[:at]}{chance}{word[at:]}"
        return word

    def running(text: str) -> str:
        return _WORD.sub(lambda match: parted(match[0]), text)

    # Typed from the paper, the hyphen would be taken for a part of the address.
    return lambda text: _TOKEN.sub(
        lambda match: match[0] if _ADDRESS.search(match[0]) else running(match[0]), text
    )


def unknown_hyphenation(language: str, place: Span) -> list[Diagnostic]:
    """A warning where words are to be parted in a language of which it is not known how."""
    if hyphenator(language):
        return []
    told = (
        f'"hyphenate": how words of the language "{language}" are parted is not known, so none are'
    )
    return [
        warning(
            "P364", told, place, "leave it out; a soft hyphen (&shy;) shows where a word may break"
        )
    ]
