"""Loads the fonts, icons and images that element trees name through the game's files, as values
for layout.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from string import ascii_letters, digits
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from pnp.assets import ImageRef, fonts, icons, images
from pnp.assets.fonts import Typeface
from pnp.assets.icons import ICON_SET, IconSet
from pnp.assets.images import Picture
from pnp.assets.vector import Drawing, Icon
from pnp.compose.element_trees import ComposedSide
from pnp.compose.markup import Element
from pnp.diagnostics import Diagnostic, Note, Problems, Span, did_you_mean, error, refusal
from pnp.load.files import Disk
from pnp.model.definitions import own_icons
from pnp.model.game import Card, FontFile, Game

BATCH = 100
"""Trees composed before the first of them is laid out: to alternate for each costs 4 % of the
time, to wait for all much memory.
"""
if TYPE_CHECKING:
    from pnp.assets.svg_walk import Fonts

Reference = tuple[str, str]
"""What an element names: ("icon", its name), ("image", the path of its file), or that as
("raster", …) where a bitmap is to be made of it.
"""
_NAMING = {"icon": "name", "image": "src"}
_LABEL_CHARACTERS = f"{ascii_letters}{digits} ·–×%+:.,()"
CUTS = {
    (False, False): "regular",
    (True, False): "bold",
    (False, True): "italic",
    (True, True): "bold_italic",
}


class Family(NamedTuple):
    """The cuts of a font family by (bold, italic), and the typefaces to fall back on for
    characters that they lack: the regular ones, and `others`, all cuts of each.
    """

    name: str
    cuts: Mapping[tuple[bool, bool], Typeface]
    fallback: tuple[Typeface, ...]
    others: tuple[Mapping[tuple[bool, bool], Typeface], ...] = ()

    def cut(self, bold: bool, italic: bool) -> Typeface | None:
        """The cut asked for, or None where the family lacks it: nothing is slanted or fattened
        by force.
        """
        return self.cuts.get((bold, italic))

    def behind(self, bold: bool, italic: bool) -> tuple[Typeface, ...]:
        """What a cut falls back on: the same cut of each family, else an upright one of its
        weight, else its regular one.
        """
        others = self.others or ({},) * len(self.fallback)
        return tuple(
            cuts.get((bold, italic)) or cuts.get((bold, False)) or face
            for face, cuts in zip(self.fallback, others, strict=True)
        )


def _no_raster(drawing: Drawing, width: int, height: int) -> ImageRef:
    raise KeyError(drawing.ref.name)


class Resources(NamedTuple):
    """What a game's templates may look up: families by name, icons and images by the names that
    the trees use; `missing` are the pictures that cards name and that are not there.
    """

    families: Mapping[str, Family]
    icons: Mapping[str, Icon]
    images: Mapping[str, Picture]
    icon_names: tuple[str, ...] = ()
    authors: Mapping[str, str] = MappingProxyType({})
    notice: str = ""
    missing: Collection[str] = ()
    drawings: Mapping[tuple[str, bool], Drawing] = MappingProxyType({})
    """SVG images by name, and whether a bitmap is made of them."""
    raster: Callable[[Drawing, int, int], ImageRef] = _no_raster
    """Makes a bitmap of an SVG image, so many pixels wide and high. Raises Problems (P420, P832).
    """

    def picture(self, attributes: Mapping[str, str]) -> Picture | Drawing | None:
        """What an `<image>` shows; None where it could not be loaded."""
        name = attributes.get("src", "")
        return self.images.get(name) or self.drawings.get((name, "raster" in attributes))

    def credit(self) -> str:
        """Who drew the shipped icons that are shown, and their licence; empty where there are
        none.
        """
        names = sorted({author for author in self.authors.values() if author})
        return f"{', '.join(names)} – {self.notice}" if names else ""

    def label_fonts(self, name: str) -> tuple[Typeface, ...]:
        """The typefaces for labels on sheets: one that has the tool's own words, of the family
        where it can be, then what titles need.
        """
        regular = {
            key: face for key, family in self.families.items() if (face := family.cut(False, False))
        }
        if name not in regular:
            return ()
        faces = (regular[name], *self.families[name].fallback, *regular.values())
        first = next((face for face in faces if not face.missing(_LABEL_CHARACTERS)), faces[0])
        return tuple(dict.fromkeys((first, *faces)))

    def typefaces(self) -> dict[str, Typeface]:
        """Every typeface by the hash of its bytes."""
        found: dict[str, Typeface] = {}
        for family in self.families.values():
            for face in (*family.cuts.values(), *family.fallback):
                found[face.ref.hash] = face
        return found


class ResourceLoader:
    """Loads the resources of a game while trees pass by: what a tree names is there before layout
    looks it up.

    Raises Problems where no font can be read.
    """

    def __init__(self, files: Disk, game: Game) -> None:
        self._files, self._game = files, game
        self._own = own_icons(files, game.id)
        self._missing = {name for one in game.components.values() for name in one.missing}
        self._places: dict[Reference, Span] = {}
        self._cards: dict[str, tuple[Span, str]] = {}
        self._failed: dict[Reference, tuple[Span, Sequence[Diagnostic]]] = {}
        self._found: list[Diagnostic] = []
        self._icons: dict[str, Icon] = {}
        self._pictures: dict[str, Picture] = {}
        self._drawings: dict[tuple[str, bool], Drawing] = {}
        self._sources: dict[str, bytes] = {}
        self._pixels = 0
        self._fonts: Fonts | None = None
        self._authors: dict[str, str] = {}
        families = _families(files, game.fonts, game.raw.at("fonts"), self._found)
        self._shipped: IconSet | None = None
        if files.exists(ICON_SET):
            self._shipped = icons.read_set(files.read(ICON_SET), files.shown(ICON_SET))
        names = (*self._own, *(self._shipped.names() if self._shipped else ()))
        notice = self._shipped.notice if self._shipped else ""
        self.resources = Resources(
            families,
            self._icons,
            self._pictures,
            names,
            self._authors,
            notice,
            self._missing,
            self._drawings,
            self._raster,
        )

    def load_for(self, sides: Iterable[ComposedSide]) -> Iterator[ComposedSide]:
        """The sides as they come, each after all that it names is loaded."""
        coming = iter(sides)
        while batch := list(islice(coming, BATCH)):
            for side in batch:
                if side.element is not None:
                    self.load(references(side.element), side.card)
            yield from batch

    def load(self, found: Iterable[tuple[Reference, Span]], card: Card | None = None) -> None:
        """Load what is referred to, on a card; what cannot be read is left out, and reported by
        `found`.
        """
        for reference, place in found:
            kind, name = reference
            if reference not in self._places:
                try:
                    if kind == "icon":
                        self._load_icon(name, place)
                    else:
                        self._load_picture(name, place, kind == "raster")
                except Problems as problem:
                    self._failed[reference] = place, problem.diagnostics
            self._places[reference] = min(place, self._places.get(reference, place))
            if card is not None and kind != "icon":
                shown = card.span, card.id
                self._cards[name] = min(shown, self._cards.get(name, shown))

    def images(self) -> set[str]:
        """The images that were named so far."""
        return {name for kind, name in self._places if kind == "image"}

    def found(self) -> list[Diagnostic]:
        """What is wrong with the fonts and with all that was named, each thing at the first place
        that names it.

        What failed is not read again: a file that is there by now is on no face.
        """
        found = [*self._found]
        for (kind, name), (met, trouble) in sorted(self._failed.items()):
            first = self._places[kind, name]
            for diagnostic in trouble:
                if diagnostic.span == met:
                    diagnostic = diagnostic._replace(span=first)
                # An icon that cannot be read is reported in its own file, which a person can open;
                # a picture where it is named, with the first card that shows it.
                if kind != "icon":
                    diagnostic = _placed(diagnostic, first)
                    if name in self._cards:
                        span, card = self._cards[name]
                        note = Note(f'card "{card}" is here', span)
                        diagnostic = diagnostic._replace(notes=(*diagnostic.notes, note))
                found.append(diagnostic)
        return found

    def _load_icon(self, name: str, place: Span) -> None:
        """The game's own SVG file before the shipped set; layout reports a name that neither has.

        Raises Problems.
        """
        if name in self._own:
            from pnp.assets.svg_reader import read

            path = self._own[name]
            self._icons[name] = read(self._files.read(path, place), self._files.shown(path), name)
        elif self._shipped is not None and (icon := self._shipped.get(name)) is not None:
            self._icons[name] = icon
            self._authors[name] = self._shipped.author(name)

    def _load_picture(self, name: str, place: Span, raster: bool) -> None:
        if not name.strip():
            message = "the image's src is empty: no file is named"
            raise refusal("P130", message, place, icons.NAMELESS)
        if name in self._missing:  # a card names it, which is reported there
            return
        images.refuse_suffix(name)
        path = f"data/{self._game.id}/{name}"
        data = self._files.read(path, place)
        if images.is_xml(data):
            self._load_drawing(data, path, name, raster)
            return
        picture = images.read(data, name, verify=self._files.limits.verify)
        self._count(picture.ref, place)
        self._pictures[name] = picture

    def _count(self, ref: ImageRef, place: Span | None) -> None:
        self._pixels += ref.width * ref.height
        if self._pixels > images.MAX_PIXELS_OF_ALL:
            most = f"at most {images.MAX_PIXELS_OF_ALL // 1_000_000:,} million are read"
            message = f"with this image the game's pictures have {self._pixels:,} pixels; {most}"
            raise refusal("P832", message, place, "scale them down to 300 dpi")

    def _load_drawing(self, data: bytes, path: str, name: str, raster: bool) -> None:
        """An SVG image; what is wrong with it is told in its own file. Raises Problems."""
        from pnp.assets import svg_reader
        from pnp.assets.svg_walk import Fonts

        shown = self._files.shown(path)
        if raster:
            self._drawings[name, True] = made = svg_reader.for_raster(data, shown, name)
            self._sources[made.ref.hash] = data
            return
        if self._fonts is None:
            self._fonts = Fonts(self._typeface, tuple(self.resources.families))
        self._drawings[name, False] = svg_reader.drawing(data, shown, name, self._fonts)

    def _typeface(self, name: str, weight: int, italic: bool) -> Typeface | None:
        """The typeface that a drawing names, of the nearest weight: by the game's name of a family,
        its own, or the one that PostScript knows (RobotoSlab-Bold), which says the cut as well.
        """
        wanted = name.casefold()
        stem, _, cut = wanted.partition("-")
        near: dict[int, Typeface] = {}
        for key, family in self.resources.families.items():
            for face in family.cuts.values():
                if wanted == face.postscript_name.casefold():
                    return face
                own = face.family.casefold()
                about = weight, italic
                if wanted not in (key.casefold(), own):
                    if not own or stem != own.replace(" ", ""):
                        continue
                    about = 700 if "bold" in cut else 400, "italic" in cut or "oblique" in cut
                if bool(face.italic_angle) is about[1]:
                    near.setdefault(abs(face.weight - about[0]), face)
        return near[min(near)] if near else None

    def _raster(self, drawing: Drawing, width: int, height: int) -> ImageRef:
        """The bitmap of an SVG image, made once for each size."""
        from pnp.assets.svg_raster import raster

        name = f"{drawing.ref.name} at {width} × {height}"
        if name not in self._pictures:
            picture = raster(self._sources[drawing.ref.hash], drawing.ref.name, width, height)
            self._count(picture.ref, None)
            self._pictures[name] = picture
        return self._pictures[name].ref


def references(tree: Element) -> Iterator[tuple[Reference, Span]]:
    """Each icon and image that a tree names, with its place."""
    elements = [tree]
    for element in elements:
        if key := _NAMING.get(element.tag):
            kind = "raster" if element.tag == "image" and "raster" in element.attrs else element.tag
            yield (kind, element.attrs.get(key, "")), element.origin
        if element.children:
            elements += [child for child in element.children if type(child) is Element]


def _placed(diagnostic: Diagnostic, origin: Span) -> Diagnostic:
    if diagnostic.span is not None and diagnostic.span.line:
        return diagnostic
    return diagnostic._replace(span=origin)


def _families(
    files: Disk, declared: Mapping[str, FontFile], place: Span, found: list[Diagnostic]
) -> dict[str, Family]:
    @cache
    def load(path: str) -> Typeface | None:
        try:
            return fonts.typeface(files.read(f"fonts/{path}", place), path)
        except Problems as problem:
            found.extend(_placed(d, place) for d in problem.diagnostics)
            return None

    paths = {
        name: {cut: path for cut, key in CUTS.items() if (path := getattr(font, key))}
        for name, font in declared.items()
    }
    read = {
        name: {cut: face for cut, path in cuts.items() if (face := load(path))}
        for name, cuts in paths.items()
    }
    spare = next(filter(None, read.values()), {})
    if declared and not spare:
        raise Problems(found)
    cuts = {}
    for name in declared:
        # One that is there stands in for each cut that could not be read, which has been reported.
        own = read[name] or spare
        cuts[name] = dict.fromkeys(paths[name], next(iter(own.values()))) | own
    families = {}
    for name, font in declared.items():
        for other in font.fallback:
            if other not in declared:
                message = f'font family "{name}" falls back on "{other}"'
                found.append(error("P213", message, place, did_you_mean(other, declared)))
        others = tuple(cuts[o] for o in font.fallback if (False, False) in cuts.get(o, {}))
        regular = tuple(other[False, False] for other in others)
        families[name] = Family(name, cuts[name], regular, others)
    return families
