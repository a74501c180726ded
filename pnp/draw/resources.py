"""Draws the faces of one document and puts what its pages share into the file: fonts, images,
repeated paths and repeated faces, each once.

Fonts are Type0, Identity-H, with codes that are the original glyph ids, a subset embedded, and
ToUnicode for searching and copying: ISO 32000-1, 9.7 (composite fonts), 9.8 (descriptors), 9.10.3
(ToUnicode). A JPEG goes in as it is, PNG data as they are where PDF can read them, everything else
is decoded once: 8.9.5 (image dictionaries), 7.4.4.4 (PNG predictors), 7.4.8 (DCT).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b, sha256
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from pnp.assets.fonts import Typeface
from pnp.assets.image_headers import PALETTE, JpegHeader, PngHeader, split_alpha
from pnp.assets.images import Picture, damaged, pixels
from pnp.draw.canvas import Canvas, Reference, Value, name
from pnp.draw.content import Content, Shading, content, drawing, image_name, repeated_paths
from pnp.draw.literals import Words, corners, decimal, font_name, form_box, form_outline
from pnp.face import Face, Item, digest
from pnp.impose import Document
from pnp.units.color import Color, of_rgb, rgb
from pnp.units.geometry import Size, rect


class Assets(NamedTuple):
    """Typefaces by `FontRef.hash` and pictures by `ImageRef.hash`."""

    fonts: Mapping[str, Typeface] = MappingProxyType({})
    images: Mapping[str, Picture] = MappingProxyType({})


class Resources:
    """Draws faces for one document and puts what they name into its file, in the order of first
    use.
    """

    def __init__(
        self, canvas: Canvas, document: Document, assets: Assets, digests: Mapping[int, str]
    ) -> None:
        self._canvas = canvas
        self._sides = [
            side for sheet in document.sheets for side in (sheet.recto, sheet.verso) if side
        ]
        self._fonts = {key: Words(typeface) for key, typeface in assets.fonts.items()}
        self._pictures = {image_name(picture.ref): picture for picture in assets.images.values()}
        self._same: dict[int, Face] = {}
        self._times = self._count(digests)
        self._forms = repeated_paths(self._drawings())
        self._paths = {key: path for path, key in self._forms.items()}
        self._references: dict[str, Value] = {}
        self._transparent: set[str] = set()
        """The forms and images that let through what is below them."""
        self._shown: dict[int, Content] = {}
        for face in self._same.values():
            if self._times[id(face)] > 1 and id(face) not in self._shown:
                self._shown[id(face)] = self._face_form(face)

    def _count(self, digests: Mapping[int, str]) -> Counter[int]:
        """How often each look is placed, by the identity of the first face that has it.

        `digests` are digests that are known, by identity.
        """
        times: Counter[int] = Counter()
        firsts: dict[str, Face] = {}
        for side in self._sides:
            for placement in side.placements:
                face = placement.face
                first = self._same.get(id(face))
                if first is None:
                    first = self._same[id(face)] = firsts.setdefault(
                        digests.get(id(face)) or digest(face), face
                    )
                times[id(first)] += 1
        return times

    def _drawings(self) -> Iterator[tuple[Item, ...]]:
        """Everything that will be written, each once."""
        yield from (
            face.items for face in {id(face): face for face in self._same.values()}.values()
        )
        for side in self._sides:
            yield side.marks
            yield from (placement.overlay for placement in side.placements if placement.overlay)

    def show(self, face: Face) -> Content:
        """The operators of a face; those that call its form when it is placed more than once."""
        first = self._same[id(face)]
        return self._shown.get(id(first)) or content(first, self._fonts, self._forms)

    def paint(self, items: tuple[Item, ...], size: Size) -> Content:
        """The operators of items that lie on a side."""
        return drawing(items, size.height, rect(0, 0, *size), self._fonts, self._forms)

    def dictionary(self, drawn: Content) -> dict[str, Value]:
        """The resource dictionary of some operators; what they name is in the file from now on."""
        for layer in drawn.layers:
            if layer.name not in self._references:
                self._form(
                    layer.name,
                    layer.content,
                    corners(layer.area, layer.height),
                    {"Group": {"S": "/Transparency", "I": "true"}} if layer.apart else {},
                )
        entries: dict[str, Value] = {"Font": Reference("BasicFonts")}
        if drawn.xobjects:
            entries["XObject"] = {key: self._xobject(key) for key in sorted(drawn.xobjects)}
        shadings = sorted(drawn.shadings, key=str)
        if shadings:
            entries["Shading"] = {one.name: self._shading(one.name, one) for one in shadings}
        if drawn.opacities or any(one.state for one in shadings):
            states = {n: decimal(n / 1000, 3) for n in sorted(drawn.opacities)}
            entries["ExtGState"] = {
                **{f"G{n}": {"ca": opacity, "CA": opacity} for n, opacity in states.items()},
                **{one.state: self._soft(one) for one in shadings if one.state},
            }
        return entries

    def _shading(self, key: str, shading: Shading) -> Value:
        """A gradient as an object of its own."""
        if key not in self._references:
            self._references[key] = self._canvas.add(key, shaded(shading.stops, shading.focus))
        return self._references[key]

    def _soft(self, shading: Shading) -> Value:
        """The state that makes a gradient as opaque as its stops: greys of a form are its mask
        (ISO 32000-1, 11.6.5.3).
        """
        key, reach = shading.state, shading.reach
        if key not in self._references:
            greys = tuple((at, of_rgb([seen] * 3), 1.0) for at, _, seen in shading.stops)
            light = self._shading(f"{key}.light", Shading(greys, shading.focus, 0))
            entries = {
                **_FORM,
                "BBox": [-reach, -reach, reach, reach],
                "Group": {"S": "/Transparency", "CS": "/DeviceGray"},
                "Resources": {"Shading": {"H": light}},
            }
            form = self._canvas.stream(f"{key}.form", b"/H sh", entries)
            mask = {"S": "/Luminosity", "G": form}
            self._references[key] = self._canvas.add(key, {"SMask": mask})
        return self._references[key]

    def transparent(self, drawn: Content) -> bool:
        """Whether operators, whose dictionary has been made, let through what is below them
        somewhere.
        """
        named = {*drawn.xobjects, *(layer.name for layer in drawn.layers)}
        clear = bool(drawn.opacities) or any(one.state for one in drawn.shadings)
        return clear or not named.isdisjoint(self._transparent)

    def finish(self) -> None:
        """Embed the fonts, now that all their glyphs are known."""
        for key, words in sorted(self._fonts.items()):
            if words.glyphs:
                _embed_font(self._canvas, font_name(key), words)

    def _face_form(self, face: Face) -> Content:
        drawn = content(face, self._fonts, self._forms)
        key = f"X{len(self._shown) + 1}"
        width, height, bleed = *face.size, face.bleed
        area = rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
        self._form(key, drawn, corners(area, height), {})
        return Content(f"/{key} Do", frozenset([key]), frozenset(), ())

    def _form(
        self, key: str, drawn: Content, box: tuple[str, ...], entries: dict[str, Value]
    ) -> None:
        entries = {**_FORM, "BBox": list(box), "Resources": self.dictionary(drawn), **entries}
        self._references[key] = self._canvas.stream(key, drawn.operators.encode("latin-1"), entries)
        if self.transparent(drawn):
            self._transparent.add(key)

    def _xobject(self, key: str) -> Value:
        if key not in self._references:
            picture = self._pictures.get(key)
            if picture is None:
                self._references[key] = self._path(key)
            else:
                self._references[key], transparent = _embed_image(self._canvas, key, picture)
                if transparent:
                    self._transparent.add(key)
        return self._references[key]

    def _path(self, key: str) -> Value:
        path, operator = self._paths[key]
        box = list(form_box(path, stroked=operator[0] != "f"))
        return self._canvas.stream(
            key,
            f"{form_outline(path)}\n{operator}".encode("ascii"),
            {**_FORM, "BBox": box, "Resources": {}},
        )


_FORM = {"Type": "/XObject", "Subtype": "/Form"}


def shaded(
    stops: Sequence[tuple[float, Color, float]], focus: tuple[float, float] | None
) -> dict[str, Value]:
    """The shading of a gradient in its own units, going on at both ends (ISO 32000-1, 8.7.4.5)."""
    grey = all(color[1:3] == color[3:5] == color[5:7] for _, color, _ in stops)

    def parts(color: Color) -> list[Value]:
        return [decimal(part, 4) for part in rgb(color)[: 1 if grey else 3]]

    bands = [(one, two) for one, two in pairwise(stops) if one[0] < two[0]]
    steps: list[Value] = [
        {"FunctionType": 2, "Domain": [0, 1], "N": 1, "C0": parts(one[1]), "C1": parts(two[1])}
        for one, two in bands
    ]
    function = steps[0]
    if len(steps) > 1:
        function = {
            "FunctionType": 3,
            "Domain": [0, 1],
            "Functions": steps,
            "Bounds": [decimal(two[0], 6) for _, two in bands[:-1]],
            "Encode": [0, 1] * len(steps),
        }
    coords = [0, 0, 1, 0] if focus is None else [*(decimal(at, 6) for at in focus), 0, 0, 0, 1]
    return {
        "ShadingType": 2 if focus is None else 3,
        "ColorSpace": "/DeviceGray" if grey else "/DeviceRGB",
        "Coords": coords,
        "Extend": ["true", "true"],
        "Function": function,
    }


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


def _embed_font(canvas: Canvas, key: str, words: Words) -> None:
    """Put a font into the file with the outlines of all glyphs that words of it have drawn."""
    typeface, used = words.typeface, sorted(words.glyphs)
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
            f"{key}.unicode", to_unicode(typeface, used, words.odd).encode("ascii"), {}
        ),
    }
    canvas.fonts[key] = canvas.add(key, font)


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


def _embed_image(canvas: Canvas, key: str, picture: Picture) -> tuple[Reference, bool]:
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


def _parted(canvas: Canvas, key: str, picture: Picture, header: PngHeader) -> Reference:
    """Colour with its alpha as a soft mask, neither ever decoded."""
    try:
        color, alpha = split_alpha(header)
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


def _jpeg(canvas: Canvas, key: str, picture: Picture, header: JpegHeader) -> Reference:
    entries = _entries(header.width, header.height, 8, _space(canvas, picture, header.components))
    entries["Filter"] = "/DCTDecode"
    if header.inverted:
        entries["Decode"] = [1, 0] * 4
    return canvas.stream(key, picture.data, entries, packed=True)


def _png(canvas: Canvas, key: str, picture: Picture, header: PngHeader) -> Reference:
    indexed = header.color_type == PALETTE
    space = _space(canvas, picture, 3 if indexed else header.components)
    if indexed:
        space = ["/Indexed", space, len(header.palette) // 3 - 1, f"<{header.palette.hex()}>"]
    entries = _entries(header.width, header.height, header.bits, space)
    entries["Filter"] = "/FlateDecode"
    entries["DecodeParms"] = _predicted(header.components, header.bits, header.width)
    return canvas.stream(key, header.idat, entries, packed=True)
