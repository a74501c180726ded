"""What the pages of one file share: fonts, images, repeated paths and repeated faces, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pnp.assets.fonts import Typeface
from pnp.assets.images import Picture
from pnp.draw.canvas import Canvas, Reference, Value
from pnp.draw.content import Content, content, drawing, image_name, repeated_paths
from pnp.draw.embedding import embed_font, embed_image
from pnp.draw.glyph_strings import Words, font_name
from pnp.draw.literals import corners, decimal
from pnp.draw.outlines import form_box, form_outline
from pnp.face import Face, Item, digest
from pnp.impose.sheet import Document
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
            yield side.furniture
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
                    {"Group": {"S": "/Transparency", "I": "true"}},
                )
        entries: dict[str, Value] = {"Font": Reference("BasicFonts")}
        if drawn.xobjects:
            entries["XObject"] = {key: self._xobject(key) for key in sorted(drawn.xobjects)}
        if drawn.opacities:
            states = {n: decimal(n / 1000, 3) for n in sorted(drawn.opacities)}
            entries["ExtGState"] = {
                f"G{n}": {"ca": opacity, "CA": opacity} for n, opacity in states.items()
            }
        return entries

    def transparent(self, drawn: Content) -> bool:
        """Whether operators, whose dictionary has been made, let through what is below them
        somewhere.
        """
        named = {*drawn.xobjects, *(layer.name for layer in drawn.layers)}
        return bool(drawn.opacities) or not named.isdisjoint(self._transparent)

    def finish(self) -> None:
        """Embed the fonts, now that all their glyphs are known."""
        for key, words in sorted(self._fonts.items()):
            if words.glyphs:
                name = font_name(key)
                self._canvas.fonts[name] = embed_font(
                    self._canvas, name, words.typeface, words.glyphs, words.odd
                )

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
            self._references[key] = self._picture(key) if key in self._pictures else self._path(key)
        return self._references[key]

    def _picture(self, key: str) -> Value:
        picture = self._pictures[key]
        reference, transparent = embed_image(self._canvas, key, picture)
        if transparent:
            self._transparent.add(key)
        return reference

    def _path(self, key: str) -> Value:
        path, operator = self._paths[key]
        box = list(form_box(path, stroked=operator != "f"))
        return self._canvas.stream(
            key,
            f"{form_outline(path)}\n{operator}".encode("ascii"),
            {**_FORM, "BBox": box, "Resources": {}},
        )


_FORM = {"Type": "/XObject", "Subtype": "/Form"}
