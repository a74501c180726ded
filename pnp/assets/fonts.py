"""Checks fonts and gives metrics, widths, shaping, coverage and subsets, all in font units, through
HarfBuzz.

A word is shaped once and kept. Ligatures are off, so that a letter stays a letter to whoever
searches the PDF; kerning is on. Only static fonts with glyf outlines pass. Offsets are those of the
OpenType specification 1.9.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from hashlib import sha256
from operator import sub
from typing import Any, NamedTuple

import uharfbuzz

from pnp.assets import FontRef
from pnp.diagnostics import Problems, Span, refusal

hb: Any = uharfbuzz  # It has no type information.

_FEATURES = {"kern": True, "liga": False, "clig": False, "dlig": False}
# What a PDF does not read of an embedded TrueType font (ISO 32000-1, 9.9).
_UNREAD = "BASE DSIG GDEF GPOS GSUB JSTF MATH OS/2 STAT cmap gasp kern name post FFTM".split()
_INVISIBLE = frozenset(
    ["\u00ad", "\u034f", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"]
    + [chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))]
)
"""What needs no glyph; of the two ranges, that ask for a variant, the usual form does."""
RIGHT_TO_LEFT = ("R", "AL", "AN")
"""Bidirectional classes of what is not set: laid out from left to right, it would stand in the
wrong order.
"""
MISSING_CHARACTER = "no font has the character "
"""How a finding on a character without a glyph begins."""
_SHAPED = re.compile("[\u0900-\u0dff\u0f00-\u109f\u1780-\u17ff]+")
"""Letters of scripts that are put in order and joined when they are shaped."""
_SPACES = frozenset(
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
)

_ALIKE = {
    **{ord(c): " " for c in _SPACES},
    **{ord(c): "" for c in _INVISIBLE},
    0x2010: "-",
    0x2011: "-",
}

MAX_BYTES = 32_000_000
_STATIC_HINT = "use the static .ttf file of the family"
_NEEDED = ("head", "hhea", "maxp", "hmtx", "loca", "glyf", "cmap")
_TRUETYPE = b"\0\1\0\0", b"true"
_TTF_HINT = "use the .ttf file of the family"
_WEB = ("P421", "this is a web font (WOFF); a TrueType font was expected", _STATIC_HINT)
_COLLECTION = "this is a font collection (.ttc); a single font was expected"
_OPENTYPE = "the font has CFF outlines (.otf); TrueType outlines were expected"
_CONTAINERS = {
    b"OTTO": ("P422", _OPENTYPE, _TTF_HINT),
    b"wOFF": _WEB,
    b"wOF2": _WEB,
    b"ttcf": ("P421", _COLLECTION, _STATIC_HINT),
}
"""What a file is that begins so: code, message and hint."""
_CFF = ("P422", "the font has CFF outlines; TrueType outlines were expected", _TTF_HINT)
_VARIABLE = "this is a variable font; a static one was expected"
_KINDS = {
    "CFF ": _CFF,
    "CFF2": _CFF,
    "fvar": ("P423", _VARIABLE, f"{_STATIC_HINT}, one file a weight"),
}
for _tag in ("COLR", "CBDT", "sbix", "SVG ", "EBDT"):
    _what = f"colour or bitmap glyphs ({_tag.strip()})"
    _KINDS[_tag] = ("P424", f"the font has {_what}; plain outlines were expected", _STATIC_HINT)
"""What a font is that has such a table: code, message and hint."""


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

    def __init__(self, data: bytes, name: str) -> None:
        tables = _checked_tables(data, name)
        try:
            self._advances = _advances(tables)
        except _Damage as damage:
            raise _damaged(name, str(damage)) from damage
        except struct.error as problem:
            raise _damaged(name, "a table is shorter than it must be") from problem
        self.data = data
        # Faster than BLAKE2b, which processors do not know.
        self.ref = FontRef(name, sha256(data).hexdigest()[:32])
        self._face = hb.Face(hb.Blob(data))
        self._font = hb.Font(self._face)
        self._coverage = self._face.unicodes
        extents = self._font.get_font_extents("ltr")
        self.units_per_em: int = self._face.upem
        self.ascent: int = extents.ascender
        self.descent: int = extents.descender
        capitals = self._font.get_metric_position(hb.OTMetricsTag.CAP_HEIGHT) or 0
        self.cap_height: int = capitals if capitals > 0 else self._height_of_capitals()
        self.bbox: tuple[int, ...] = struct.unpack_from(">4h", tables["head"], 36)
        self.italic_angle: float = self._font.get_style_value(hb.StyleTag.SLANT_ANGLE)
        self.weight = round(self._font.get_style_value(hb.StyleTag.WEIGHT))
        self.postscript_name = _plain(
            self._face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or ""
        )
        self._may_subset = not _licence_bits(tables) & 0x0100
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
        wanted = hb.SubsetInput()
        known = range(len(self._advances))
        wanted.glyph_set.update({0, *(glyph for glyph in glyphs if glyph in known)})
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
        wanted = hb.SubsetInput()
        wanted.unicode_set.update({ord(character) for text in characters for character in text})
        wanted.flags = hb.SubsetFlags.NOTDEF_OUTLINE | hb.SubsetFlags.NO_HINTING
        return self._cut(wanted)

    def outline(self, glyph: int) -> str:
        """The outline of a glyph as SVG path data in font units, y up; empty for a space and for
        a number that is no glyph.
        """
        from pnp.assets.glyph_paths import pen

        parts: list[str] = []
        if 0 <= glyph < len(self._advances):
            self._font.draw_glyph(glyph, pen(), parts)
        return "".join(parts)

    def _cut(self, wanted: Any) -> bytes:
        if not self._may_subset:
            return self.data
        try:
            return bytes(hb.subset(self._face, wanted).blob.data)
        except RuntimeError as problem:
            what = f"its outlines cannot be read ({problem})"
            raise _damaged(self.ref.name, what) from problem

    def _fill(self, word: str) -> None:
        """Shape a word into the buffer.

        The language is set, because HarfBuzz would take it from the machine's locale; the script
        is that of the letters that need it most.
        """
        buffer = self._buffer
        script = None
        if not word.isascii() and (letters := _SHAPED.findall(word)):
            buffer.clear_contents()
            buffer.add_str("".join(letters))
            buffer.guess_segment_properties()
            script = buffer.script
        buffer.clear_contents()
        buffer.add_str(word)
        buffer.language = "en"
        if script:
            buffer.script = script
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
        marks = frozenset([i for i, advance in enumerate(advances) if i and not advance])
        return Run(glyphs, tuple(adjust), sum(advances), rises, marks)

    def _shows(self, character: str) -> bool:
        if unicodedata.bidirectional(character) in RIGHT_TO_LEFT:
            return False  # laid out from left to right, it would stand in the wrong order
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


class _Damage(ValueError):
    """What is wrong with a font, in words."""


def _damaged(name: str, what: str) -> Problems:
    hint = "get the file again from its source"
    return refusal("P425", f"the font is damaged: {what}", Span(name), hint)


def _unusual(character: str) -> tuple[bool, bool]:
    """What speaks against reading a glyph as this character: that it is a format character, or
    stands for another one.
    """
    return (
        unicodedata.category(character) == "Cf",
        unicodedata.normalize("NFKC", character) != character,
    )


@lru_cache(maxsize=32)  # the games of one run mostly share their fonts
def typeface(data: bytes, name: str) -> Typeface:
    """A typeface from the bytes of a static TrueType font.

    Raises Problems: P421 no TrueType file, P422 CFF outlines, P423 variable, P424 colour or
    bitmaps, P425 damaged, P426 its licence bits forbid embedding, P427 no character has a glyph,
    P826 over 32 MB.
    """
    made = Typeface(data, name)
    if not made._coverage:
        message = "the font maps no characters to glyphs (no Unicode cmap)"
        raise refusal("P427", message, Span(name), "use another font")
    if made.ascent - made.descent <= 0:
        raise _damaged(name, "it has no height")
    return made


def _checked_tables(data: bytes, name: str) -> dict[str, memoryview]:
    """The tables of a static TrueType font that may be embedded.

    Raises Problems.
    """
    if len(data) > MAX_BYTES:
        message = f"the file has {len(data):,} bytes, a font may have {MAX_BYTES:,}"
        raise refusal("P826", message, Span(name), "use a smaller font")
    if not data.startswith(_TRUETYPE):
        what = "this is not a font" if data else "the file is empty"
        other = ("P421", f"{what}; a TrueType font (.ttf) was expected", _STATIC_HINT)
        code, message, hint = _CONTAINERS.get(data[:4], other)
        raise refusal(code, message, Span(name), hint)
    try:
        tables = _tables(data)
    except _Damage as damage:
        raise _damaged(name, str(damage)) from damage
    for tag, (code, message, hint) in _KINDS.items():
        if tag in tables:
            raise refusal(code, message, Span(name), hint)
    bits = _licence_bits(tables)
    # fsType: 2 = restricted licence embedding, 0x200 = bitmap embedding only.
    if bits & 0x000F == 2 or bits & 0x0200:
        message = "the font's licence bits (fsType) forbid putting it into a PDF"
        hint = "use another font, or the edition that its maker licenses for embedding"
        raise refusal("P426", message, Span(name), hint)
    for tag in _NEEDED:
        if tag not in tables:
            raise _damaged(name, f'the table "{tag}" is missing')
    return tables


def _licence_bits(tables: dict[str, memoryview]) -> int:
    """The field fsType of OS/2, 0 where there is none."""
    return int.from_bytes(tables.get("OS/2", memoryview(b""))[8:10])


def _tables(data: bytes) -> dict[str, memoryview]:
    if len(data) < 12:
        raise _Damage("it ends in its header")
    count = int.from_bytes(data[4:6])
    if not 1 <= count <= 128 or len(data) < 12 + 16 * count:
        raise _Damage("its table directory is cut off")
    view = memoryview(data)
    tables: dict[str, memoryview] = {}
    for tag, _, offset, length in struct.iter_unpack(">4sLLL", data[12 : 12 + 16 * count]):
        text = tag.decode("latin-1")
        if offset + length > len(data):
            raise _Damage(f'the table "{text.strip()}" reaches beyond the end of the file')
        if text in tables:
            raise _Damage(f'the table "{text.strip()}" is there twice')
        tables[text] = view[offset : offset + length]
    return tables


def _advances(tables: dict[str, memoryview]) -> list[int]:
    """The advance of each glyph, after a look at whether the tables hang together.

    Raises _Damage, struct.error.
    """
    head, hhea = tables["head"], tables["hhea"]
    magic, units = struct.unpack_from(">L2xH", head, 12)
    if magic != 0x5F0F3CF5 or not 16 <= units <= 16_384:
        raise _Damage('the table "head" makes no sense')
    (count,) = struct.unpack_from(">H", tables["maxp"], 4)
    (measured,) = struct.unpack_from(">H", hhea, 34)
    if not 1 <= measured <= count:
        raise _Damage("it has no glyphs, or fewer than it has widths for")
    _check_outlines(tables, count, struct.unpack_from(">h", head, 50)[0])
    if len(tables["hmtx"]) < 4 * measured + 2 * (count - measured):
        raise _Damage('the table "hmtx" is too short')
    advances: list[int] = [
        advance for advance, _ in struct.iter_unpack(">HH", tables["hmtx"][: 4 * measured])
    ]
    return [*advances, *advances[-1:] * (count - measured)]


def _check_outlines(tables: dict[str, memoryview], count: int, long: int) -> None:
    """Whether the offsets of all outlines rise and stay inside the table of outlines."""
    width = 4 if long else 2
    loca = tables["loca"][: width * (count + 1)]
    if long not in (0, 1) or len(loca) < width * (count + 1):
        raise _Damage('the table "loca" is too short')
    offsets = [*struct.unpack(f">{count + 1}{'I' if long else 'H'}", loca)]
    if offsets[-1] * (1 if long else 2) > len(tables["glyf"]) or offsets != sorted(offsets):
        raise _Damage("the outlines are not where its index says")


def _plain(name: str) -> str:
    """A PostScript name as PDF takes it: at most 63 letters, digits and a few signs."""
    return "".join(c for c in name if c.isascii() and (c.isalnum() or c in "-+._"))[:63] or "Font"
