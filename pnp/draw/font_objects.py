"""Fonts in the file:

Type0, Identity-H, codes = original glyph ids, a subset embedded, ToUnicode for searching and
copying.

ISO 32000-1, 9.7 (composite fonts), 9.8 (descriptors), 9.10.3 (ToUnicode).
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from pnp.assets.fonts import Typeface
from pnp.draw.literals import decimal
from pnp.draw.objects import File, Reference, name

BLOCK = 100
"""The most entries of one bfchar block (Adobe Technical Note 5014)."""

_SYMBOLIC, _ITALIC = 4, 64

_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{blocks}endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


def embed(
    file: File, key: str, typeface: Typeface, glyphs: set[int], odd: Iterable[str] = ()
) -> Reference:
    """The font with the outlines of these glyphs; `odd` words tell what its alternate glyphs
    stand for.
    """
    used = sorted(glyphs)
    base = name(f"{_tag(used)}+{typeface.postscript_name}")
    outlines = typeface.subset(used)
    program = file.stream(f"{key}.file", outlines, {"Length1": len(outlines)})
    descendant = {
        "Type": "/Font",
        "Subtype": "/CIDFontType2",
        "BaseFont": base,
        "CIDToGIDMap": "/Identity",
        "CIDSystemInfo": {"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0},
        "FontDescriptor": file.add(f"{key}.descriptor", _descriptor(typeface, base, program)),
        "DW": 0,
        "W": widths(typeface, used),
    }
    font = {
        "Type": "/Font",
        "Subtype": "/Type0",
        "BaseFont": base,
        "Encoding": "/Identity-H",
        "DescendantFonts": [file.add(f"{key}.cid", descendant)],
        "ToUnicode": file.stream(
            f"{key}.unicode", to_unicode(typeface, used, odd).encode("ascii"), {}
        ),
    }
    return file.add(key, font)


def _tag(glyphs: list[int]) -> str:
    """Six capitals that name the subset (ISO 32000-1, 9.6.4)."""
    digest = blake2b(",".join(map(str, glyphs)).encode("ascii"), digest_size=6).digest()
    return "".join(chr(65 + byte % 26) for byte in digest)


def _descriptor(typeface: Typeface, base: str, program: Reference) -> dict[str, object]:
    def em(units: float) -> str:
        return decimal(units * 1000 / typeface.units_per_em, 0)

    return {
        "Type": "/FontDescriptor",
        "FontName": base,
        "Flags": _SYMBOLIC | (_ITALIC if typeface.italic_angle else 0),
        "FontBBox": [em(n) for n in typeface.bbox],
        "ItalicAngle": decimal(typeface.italic_angle, 2),
        "Ascent": em(typeface.ascent),
        "Descent": em(typeface.descent),
        "CapHeight": em(typeface.cap_height),
        # No table holds the stem width; this curve runs through that of common text faces.
        "StemV": round(50 + (typeface.weight / 65) ** 2),
        "FontFile2": program,
    }


def widths(typeface: Typeface, glyphs: list[int]) -> str:
    """The W array.

    Thousandths keep their decimals: rounded ones drift by 0.2 pt over a line, for viewers advance
    by them.
    """
    parts: list[str] = []
    last = -2
    for glyph in glyphs:
        if glyph != last + 1:
            parts.append(f"{'] ' if parts else ''}{glyph} [")
        elif parts:
            parts.append(" ")
        parts.append(decimal(typeface.advance(glyph) * 1000 / typeface.units_per_em, 3))
        last = glyph
    return f"[{''.join(parts)}{']' if parts else ''}]"


def to_unicode(typeface: Typeface, glyphs: list[int], odd: Iterable[str] = ()) -> str:
    """The CMap from glyph ids to text, in blocks of at most 100."""
    texts = typeface.texts_in(odd)
    lines = [
        f"<{glyph:04X}> <{texts[glyph].encode('utf-16-be').hex().upper()}>\n"
        for glyph in glyphs
        if glyph in texts
    ]
    blocks = [lines[at : at + BLOCK] for at in range(0, len(lines), BLOCK)]
    return _CMAP.format(
        blocks="".join(f"{len(block)} beginbfchar\n{''.join(block)}endbfchar\n" for block in blocks)
    )
