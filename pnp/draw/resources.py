"""What the pages of one file share: fonts, images, repeated paths and repeated faces, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pnp.draw import font_objects as fonts
from pnp.draw import image_objects as images
from pnp.draw.assets import Assets
from pnp.draw.content import Content, content, drawing, image_name, repeated_paths
from pnp.draw.glyph_strings import Words, font_name
from pnp.draw.literals import corners, decimal
from pnp.draw.objects import File, Value
from pnp.draw.outlines import form_box, form_outline
from pnp.face import Face, Item, digest
from pnp.impose.sheet import Document
from pnp.units.geometry import Size, rect


class Resources:
    """Draws faces for one document and puts what they name into its file, in the order of first
    use.
    """

    def __init__(
        self, file: File, document: Document, assets: Assets, looks: Mapping[int, str]
    ) -> None:
        self._file = file
        self._sides = [
            side for sheet in document.sheets for side in (sheet.recto, sheet.verso) if side
        ]
        self._fonts = {key: Words(typeface) for key, typeface in assets.fonts.items()}
        self._pictures = {image_name(picture.ref): picture for picture in assets.images.values()}
        self._same: dict[int, Face] = {}
        self._times = self._count(looks)
        self._forms = repeated_paths(self._drawings())
        self._paths = {key: path for path, key in self._forms.items()}
        self._references: dict[str, Value] = {}
        self._transparent: set[str] = set()
        """The forms and images that let through what is below them."""
        self._shown: dict[int, Content] = {}
        for face in self._same.values():
            if self._times[id(face)] > 1 and id(face) not in self._shown:
                self._shown[id(face)] = self._face_form(face)

    def _count(self, looks: Mapping[int, str]) -> Counter[int]:
        """How often each look is placed, by the identity of the first face that has it.

        `looks` are digests that are known, by identity.
        """
        times: Counter[int] = Counter()
        firsts: dict[str, Face] = {}
        for side in self._sides:
            for placement in side.placements:
                face = placement.face
                first = self._same.get(id(face))
                if first is None:
                    first = self._same[id(face)] = firsts.setdefault(
                        looks.get(id(face)) or digest(face), face
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
        entries: dict[str, Value] = {"Font": self._file.fonts}
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
                self._file.add_font(
                    font_name(key),
                    fonts.embed(
                        self._file, font_name(key), words.typeface, words.glyphs, words.odd
                    ),
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
        self._references[key] = self._file.stream(key, drawn.operators.encode("latin-1"), entries)
        if self.transparent(drawn):
            self._transparent.add(key)

    def _xobject(self, key: str) -> Value:
        if key not in self._references:
            self._references[key] = self._picture(key) if key in self._pictures else self._path(key)
        return self._references[key]

    def _picture(self, key: str) -> Value:
        picture = self._pictures[key]
        reference, transparent = images.embed(self._file, key, picture)
        if transparent:
            self._transparent.add(key)
        return reference

    def _path(self, key: str) -> Value:
        path, operator = self._paths[key]
        box = list(form_box(path, stroked=operator != "f"))
        return self._file.stream(
            key,
            f"{form_outline(path)}\n{operator}".encode("ascii"),
            {**_FORM, "BBox": box, "Resources": {}},
        )


_FORM = {"Type": "/XObject", "Subtype": "/Form"}
