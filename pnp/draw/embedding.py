"""Puts fonts and images into a PDF file and gives references to them.

Fonts are Type0, Identity-H, with codes that are the original glyph ids, a subset embedded, and
ToUnicode for searching and copying: ISO 32000-1, 9.7 (composite fonts), 9.8 (descriptors), 9.10.3
(ToUnicode). A JPEG goes in as it is, PNG data as they are where PDF can read them, everything else
is decoded once: 8.9.5 (image dictionaries), 7.4.4.4 (PNG predictors), 7.4.8 (DCT).
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b, sha256

from pnp.assets import jpeg, png
from pnp.assets.fonts import Typeface
from pnp.assets.images import Picture, damaged, pixels
from pnp.draw.canvas import Canvas, Reference, Value, name
from pnp.draw.literals import decimal

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


def embed_font(
    canvas: Canvas, key: str, typeface: Typeface, glyphs: set[int], odd: Iterable[str] = ()
) -> Reference:
    """The font with the outlines of these glyphs; `odd` words tell what its alternate glyphs
    stand for.
    """
    used = sorted(glyphs)
    base = name(f"{_tag(used)}+{typeface.postscript_name}")
    outlines = typeface.subset(used)
    program = canvas.stream(f"{key}.file", outlines, {"Length1": len(outlines)})
    descendant = {
        "Type": "/Font",
        "Subtype": "/CIDFontType2",
        "BaseFont": base,
        "CIDToGIDMap": "/Identity",
        "CIDSystemInfo": {"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0},
        "FontDescriptor": canvas.add(f"{key}.descriptor", _descriptor(typeface, base, program)),
        "DW": 0,
        "W": widths(typeface, used),
    }
    font = {
        "Type": "/Font",
        "Subtype": "/Type0",
        "BaseFont": base,
        "Encoding": "/Identity-H",
        "DescendantFonts": [canvas.add(f"{key}.cid", descendant)],
        "ToUnicode": canvas.stream(
            f"{key}.unicode", to_unicode(typeface, used, odd).encode("ascii"), {}
        ),
    }
    return canvas.add(key, font)


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


QUICK = 1
"""zlib's level for filtered rows: level 6 takes seven times as long and saves a few per cent."""

_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}
"""Colour spaces by components, of pictures without a profile of their own."""


def embed_image(canvas: Canvas, key: str, picture: Picture) -> tuple[Reference, bool]:
    """The image in the file, and whether anything shows through it.

    Raises Problems (P431) when it must be decoded and is damaged.
    """
    if picture.passes and picture.jpeg:
        return _jpeg(canvas, key, picture, picture.jpeg), False
    if picture.passes and picture.png:
        return _png(canvas, key, picture, picture.png), False
    if picture.png and picture.png.splits and not picture.grey:
        return _parted(canvas, key, picture, picture.png), True
    samples, alpha, components = pixels(picture)
    entries = _entries(picture.ref.width, picture.ref.height, 8, _SPACES[components])
    if alpha is not None:
        mask = _entries(picture.ref.width, picture.ref.height, 8, "/DeviceGray")
        entries["SMask"] = canvas.stream(f"{key}.alpha", alpha, mask)
    return canvas.stream(key, samples, entries), alpha is not None


def _space(canvas: Canvas, picture: Picture, components: int) -> Value:
    """The colour space of a picture whose own data are shown: that of its profile (ISO 32000-1,
    8.6.5.5), which pictures share.
    """
    if not picture.profile:
        return _SPACES[components]
    key = f"profile.{sha256(picture.profile).hexdigest()[:32]}"
    return [
        "/ICCBased",
        canvas.shared(key, picture.profile, {"N": components, "Alternate": _SPACES[components]}),
    ]


def _parted(canvas: Canvas, key: str, picture: Picture, header: png.Header) -> Reference:
    """Colour with its alpha as a soft mask, neither ever decoded."""
    try:
        color, alpha = png.split(header)
    except ValueError as problem:
        raise damaged(picture.ref.name, str(problem)) from None
    components = header.components - 1
    mask = _entries(header.width, header.height, 8, "/DeviceGray")
    mask["DecodeParms"] = _predicted(1, 8, header.width)
    entries = _entries(header.width, header.height, 8, _space(canvas, picture, components))
    entries["DecodeParms"] = _predicted(components, 8, header.width)
    entries["SMask"] = canvas.stream(f"{key}.alpha", alpha, mask, level=QUICK)
    return canvas.stream(key, color, entries, level=QUICK)


def _predicted(components: int, bits: int, width: int) -> dict[str, Value]:
    return {"Predictor": 15, "Colors": components, "BitsPerComponent": bits, "Columns": width}


def _entries(width: int, height: int, bits: int, space: Value) -> dict[str, Value]:
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": width,
        "Height": height,
        "BitsPerComponent": bits,
        "ColorSpace": space,
    }


def _jpeg(canvas: Canvas, key: str, picture: Picture, header: jpeg.Header) -> Reference:
    entries = _entries(header.width, header.height, 8, _space(canvas, picture, header.components))
    entries["Filter"] = "/DCTDecode"
    if header.inverted:
        entries["Decode"] = [1, 0] * 4
    return canvas.stream(key, picture.data, entries, packed=True)


def _png(canvas: Canvas, key: str, picture: Picture, header: png.Header) -> Reference:
    indexed = header.color_type == png.PALETTE
    space = _space(canvas, picture, 3 if indexed else header.components)
    if indexed:
        space = ["/Indexed", space, len(header.palette) // 3 - 1, f"<{header.palette.hex()}>"]
    entries = _entries(header.width, header.height, header.bits, space)
    entries["Filter"] = "/FlateDecode"
    entries["DecodeParms"] = _predicted(header.components, header.bits, header.width)
    return canvas.stream(key, header.idat, entries, packed=True)
