"""Fonts: metrics, widths, shaping, coverage and subsets, all in font units, through HarfBuzz.

A word is shaped once and kept. Ligatures are off, so that a letter stays a letter to whoever
searches the PDF; kerning is on.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from operator import sub
from typing import Any, NamedTuple

import uharfbuzz

from pnp.assets import FontRef, sfnt
from pnp.diagnostics import Span, refusal

hb: Any = uharfbuzz  # It has no type information.

_FEATURES = {"kern": True, "liga": False, "clig": False, "dlig": False}
# What a PDF does not read of an embedded TrueType font (ISO 32000-1, 9.9).
_UNREAD = "BASE DSIG GDEF GPOS GSUB JSTF MATH OS/2 STAT cmap gasp kern name post FFTM".split()
_INVISIBLE = frozenset("\u00ad\u034f\u200b\u200c\u200d\u2060\ufeff")
_RIGHT_TO_LEFT = ("R", "AL", "AN")
MISSING_CHARACTER = "no font has the character "
"""How a finding on a character without a glyph begins."""
_SPACES = frozenset(
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
)

_ALIKE = {
    **{ord(c): " " for c in _SPACES},
    **{ord(c): "" for c in _INVISIBLE},
    0x2010: "-",
    0x2011: "-",
}


class Run(NamedTuple):
    """A shaped word: glyphs in drawing order, what to add to the advance behind each (kerning), and
    the width of all, in font units.

    `rises` is how far above the baseline each glyph is drawn, empty where all stand on it; `marks`
    are the places of glyphs that do not advance: accents and the like, which stay on the letter
    before them however far letters are spaced.
    """

    glyphs: tuple[int, ...]
    adjust: tuple[int, ...]
    width: int
    rises: tuple[int, ...] = ()
    marks: frozenset[int] = frozenset()


class Typeface:
    """A font ready to measure and to embed.

    Lengths are font units (`units_per_em` a type size), heights count up from the baseline.

    `weight` is that of OS/2 (400 regular, 700 bold), `italic_angle` in degrees, `bbox` left,
    bottom, right, top of all glyphs.
    """

    def __init__(self, data: bytes, name: str, shell: sfnt.Shell) -> None:
        self.data = data
        self.ref = FontRef(
            name, sha256(data).hexdigest()[:32]
        )  # faster than BLAKE2b, which processors do not know
        self._face = hb.Face(hb.Blob(data))
        self._font = hb.Font(self._face)
        self._coverage = self._face.unicodes
        extents = self._font.get_font_extents("ltr")
        self.units_per_em = shell.units_per_em
        self.ascent: int = extents.ascender
        self.descent: int = extents.descender
        self.cap_height = shell.cap_height if shell.cap_height > 0 else self._height_of_capitals()
        self.bbox = shell.bbox
        self.italic_angle = shell.italic_angle
        self.weight = shell.weight
        self.postscript_name = _plain(
            self._face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or ""
        )
        self._may_subset = shell.may_subset
        self._advances = shell.advances
        self._buffer = hb.Buffer()
        self._buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        self._buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        self._runs: dict[str, Run] = {}
        self._widths: dict[str, int] = {}
        self._covered: set[str] = set(_INVISIBLE)

    def __reduce__(self) -> tuple[Callable[[bytes, str], Typeface], tuple[bytes, str]]:
        return (typeface, (self.data, self.ref.name))

    @property
    def family(self) -> str:
        """The name of the family as its maker writes it; empty where the file has none in plain
        letters.
        """
        names = (hb.OTNameIdPredefined.TYPOGRAPHIC_FAMILY, hb.OTNameIdPredefined.FONT_FAMILY)
        found = next(filter(None, map(self._face.get_name, names)), "").strip()
        return found if found.isascii() and found.isprintable() and len(found) <= 60 else ""

    @property
    def licence(self) -> str:
        """What its maker says of the terms on which it may be used, at most 400 characters;
        empty where nothing is said.
        """
        return (self._face.get_name(hb.OTNameIdPredefined.LICENSE) or "")[:400]

    def width(self, word: str) -> int:
        """How far a word advances, kerning included."""
        width = self._widths.get(word)
        if width is None:
            width = self._widths[word] = self.shape(word).width
        return width

    def shape(self, word: str) -> Run:
        """The glyphs of a word and how they are spaced; characters that the font lacks come out
        as glyph 0.
        """
        run = self._runs.get(word)
        if run is None:
            self._fill(word)
            run = self._runs[word] = self._run()
        return run

    def reads(self, word: str) -> bool:
        """Whether the glyphs of a word, each by the font's character map, read as the word;
        spaces and hyphens are all alike.
        """
        read = "".join([self.nominal.get(glyph, "\ufffd") for glyph in self.shape(word).glyphs])
        return unicodedata.normalize("NFC", read.translate(_ALIKE)) == unicodedata.normalize(
            "NFC", word.translate(_ALIKE)
        )

    def advance(self, glyph: int) -> int:
        """The plain advance of a glyph, 0 for a number that is no glyph."""
        return self._advances[glyph] if 0 <= glyph < len(self._advances) else 0

    def missing(self, text: str) -> str:
        """The characters of a text that the font cannot show, in order, each once.

        Soft hyphens and zero-width characters need no glyph, no-break and thin spaces are content
        with the plain space. Scripts that run from right to left count as not shown.
        """
        unknown = set(text) - self._covered
        if not unknown:
            return ""
        self._covered |= {c for c in unknown if self._shows(c)}
        lost = unknown - self._covered
        if not lost:
            return ""
        # A base and a combining mark may be one glyph.
        composed = unicodedata.normalize("NFC", text)
        return "".join(
            dict.fromkeys(
                c for c in composed if c in lost or not (c in self._covered or self._shows(c))
            )
        )

    @property
    def texts(self) -> dict[int, str]:
        """What each glyph stands for as far as code points and the words shaped so far tell."""
        return self.texts_in(self._runs)

    @cached_property
    def nominal(self) -> dict[int, str]:
        """What each glyph stands for by the font's character map: of several characters the one
        that people write, the lowest among equals.

        No control characters, and none for private use: which letter those are is told by the words
        that they stand in.
        """
        found: dict[int, str] = {}
        for code in sorted(self._coverage):
            if 0x20 <= code < 0x7F or (
                code >= 0xA0 and unicodedata.category(chr(code)) not in ("Co", "Cs")
            ):
                glyph = self._font.get_nominal_glyph(code) or 0
                if glyph not in found or _unusual(chr(code)) < _unusual(found[glyph]):
                    found[glyph] = chr(code)
        return found

    def texts_in(self, words: Iterable[str]) -> dict[int, str]:
        """What each glyph stands for, for ToUnicode.

        Alternate glyphs that no code point names take the text that they stand for in the words,
        the first in the order of words.
        """
        texts = dict(self.nominal)
        for word in sorted(
            word for word in words if not texts.keys() >= set(self.shape(word).glyphs)
        ):
            self._fill(word)
            clusters = [(info.codepoint, info.cluster) for info in self._buffer.glyph_infos]
            starts = sorted({cluster for _, cluster in clusters})
            ends = dict(zip(starts, [*starts[1:], len(word)], strict=True))
            for glyph, cluster in clusters:
                texts.setdefault(glyph, word[cluster : ends[cluster]])
        texts.pop(0, None)
        return texts

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """The font with these glyphs and .notdef only, glyph numbers unchanged, without layout
        tables and hinting.

        Hinting is dropped because it is half of a small subset and print does not use it. A font
        whose licence bits forbid subsetting comes back whole. Raises Problems (P425) when the
        outlines cannot be read.
        """
        if not self._may_subset:
            return self.data
        wanted = hb.SubsetInput()
        wanted.glyph_set.update(
            {0, *(glyph for glyph in glyphs if 0 <= glyph < len(self._advances))}
        )
        flags = hb.SubsetFlags
        wanted.flags = (
            flags.RETAIN_GIDS | flags.NOTDEF_OUTLINE | flags.NO_HINTING | flags.NO_LAYOUT_CLOSURE
        )
        wanted.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in _UNREAD)
        return self._cut(wanted)

    def web_subset(self, characters: Iterable[str]) -> bytes:
        """The font for a browser with these characters only: character map and kerning kept,
        hinting dropped.

        A font whose licence bits forbid subsetting comes back whole. Raises Problems (P425) when
        the outlines cannot be read.
        """
        if not self._may_subset:
            return self.data
        wanted = hb.SubsetInput()
        wanted.unicode_set.update({ord(character) for text in characters for character in text})
        wanted.flags = hb.SubsetFlags.NOTDEF_OUTLINE | hb.SubsetFlags.NO_HINTING
        return self._cut(wanted)

    def outline(self, glyph: int) -> str:
        """The outline of a glyph as SVG path data in font units, y up; empty for a space and for
        a number that is no glyph.
        """
        parts: list[str] = []
        if 0 <= glyph < len(self._advances):
            self._font.draw_glyph(glyph, _pen(), parts)
        return "".join(parts)

    def _cut(self, wanted: Any) -> bytes:
        try:
            return bytes(hb.subset(self._face, wanted).blob.data)
        except RuntimeError as problem:
            what = f"its outlines cannot be read ({problem})"
            raise sfnt.damaged(self.ref.name, what) from problem

    def _fill(self, word: str) -> None:
        """Shape a word into the buffer.

        The language is set, because HarfBuzz would take it from the machine's locale.
        """
        buffer = self._buffer
        buffer.clear_contents()
        buffer.add_str(word)
        buffer.language = "en"
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer, _FEATURES)

    def _run(self) -> Run:
        glyphs = tuple([info.codepoint for info in self._buffer.glyph_infos])
        positions = self._buffer.glyph_positions or []
        advances = [position.x_advance for position in positions]
        usual = self._advances
        try:
            adjust = list(map(sub, advances, [usual[glyph] for glyph in glyphs]))
        except IndexError:
            adjust = list(map(sub, advances, map(self.advance, glyphs)))
        rises: tuple[int, ...] = ()
        aside = [position.x_offset or position.y_offset for position in positions]
        if any(aside):
            # A glyph drawn aside: the step before it grows, its own shrinks.
            for i, position in enumerate(positions):
                if i:
                    adjust[i - 1] += position.x_offset
                    adjust[i] -= position.x_offset
            heights = tuple([position.y_offset for position in positions])
            rises = heights if any(heights) else ()
        marks = (
            frozenset(i for i, advance in enumerate(advances) if i and not advance)
            if 0 in advances
            else frozenset()
        )
        return Run(glyphs, tuple(adjust), sum(advances), rises, marks)

    def _shows(self, character: str) -> bool:
        if unicodedata.bidirectional(character) in _RIGHT_TO_LEFT:
            return (
                False  # words are laid out from left to right: they would stand in the wrong order
            )
        code = ord(character)
        if code in self._coverage:
            return True
        if character in _SPACES:
            return 0x20 in self._coverage
        if character == "\u2011":
            return 0x2010 in self._coverage
        parts = unicodedata.normalize("NFD", character)
        return len(parts) > 1 and all(ord(part) in self._coverage for part in parts)

    def _height_of_capitals(self) -> int:
        """The top of the outline of the H; 0.7 em where the font has none."""
        glyph = self._font.get_nominal_glyph(ord("H"))
        extents = self._font.get_glyph_extents(glyph) if glyph else None
        return (
            extents.y_bearing
            if extents and extents.y_bearing > 0
            else round(0.7 * self.units_per_em)
        )


def _unusual(character: str) -> tuple[bool, bool]:
    """What speaks against reading a glyph as this character: that it is a format character, or
    stands for another one.
    """
    return (
        unicodedata.category(character) == "Cf",
        unicodedata.normalize("NFKC", character) != character,
    )


def missing_character(character: str) -> tuple[str, str]:
    """What to say of a character that no font of a chain shows, and what to do."""
    if unicodedata.bidirectional(character) in _RIGHT_TO_LEFT:
        message = "right-to-left text is not supported: its words would come out in the wrong order"
        return message, "write it in a script that runs from left to right, or show it as an image"
    hint = "choose another character, or add a font that has it to the family's fallback"
    return f'{MISSING_CHARACTER}"{character}" (U+{ord(character):04X})', hint


@lru_cache(maxsize=32)  # the games of one run mostly share their fonts
def typeface(data: bytes, name: str) -> Typeface:
    """A typeface from the bytes of a static TrueType font.

    Raises Problems: P421–P426 and P826 of `sfnt.read`, P425 when it has no height, P427 when it
    maps no characters to glyphs.
    """
    made = Typeface(data, name, sfnt.read(data, name))
    if not made._coverage:
        message = "the font maps no characters to glyphs (no Unicode cmap)"
        raise refusal("P427", message, Span(name), "use another font")
    if made.ascent - made.descent <= 0:
        raise sfnt.damaged(name, "it has no height")
    return made


@cache
def _pen() -> Any:
    """What HarfBuzz draws outlines with: it adds path segments to a list."""

    def to(command: str) -> Callable[..., None]:
        return lambda *given: given[-1].append(command + " ".join([f"{n:.7g}" for n in given[:-1]]))

    pen = hb.DrawFuncs()
    pen.set_move_to_func(to("M"))
    pen.set_line_to_func(to("L"))
    pen.set_quadratic_to_func(to("Q"))
    pen.set_cubic_to_func(to("C"))
    pen.set_close_path_func(to("Z"))
    return pen


def _plain(name: str) -> str:
    """A PostScript name as PDF takes it: at most 63 letters, digits and a few signs."""
    return "".join(c for c in name if c.isascii() and (c.isalnum() or c in "-+._"))[:63] or "Font"
