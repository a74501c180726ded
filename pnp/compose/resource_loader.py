"""The fonts, icons and images that composed trees name, read through the game's files and turned
into values for layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from string import ascii_letters, digits
from types import MappingProxyType
from typing import NamedTuple

from pnp.assets import fonts, icons, images
from pnp.assets import svg_reader as svg
from pnp.assets.fonts import Typeface
from pnp.assets.icons import ICON_SET, IconSet
from pnp.assets.images import Picture
from pnp.assets.svg_reader import Icon
from pnp.compose.element_trees import Composed
from pnp.compose.markup import Element
from pnp.diagnostics import Diagnostic, Note, Problems, Span, did_you_mean, error
from pnp.load.files import Disk
from pnp.model.definitions import own_icons
from pnp.model.game import FontFile, Game

AT_A_TIME = 100
"""Trees made before the first of them is laid out: going to and fro for each costs a tenth of
the time, waiting for all much memory.
"""
_SPOKEN = f"{ascii_letters}{digits} ·–×%+:.,()"
_CUTS = {
    (False, False): "regular",
    (True, False): "bold",
    (False, True): "italic",
    (True, True): "bold_italic",
}


class Family(NamedTuple):
    """The cuts of a font family by (bold, italic), and the typefaces to fall back on for
    characters that they lack.
    """

    name: str
    cuts: Mapping[tuple[bool, bool], Typeface]
    fallback: tuple[Typeface, ...]

    def cut(self, bold: bool, italic: bool) -> Typeface | None:
        """The cut asked for, or None where the family lacks it: nothing is slanted or fattened
        by force.
        """
        return self.cuts.get((bold, italic))


class Resources(NamedTuple):
    """What a game's templates may look up: families by name, icons and images by the names that
    the trees use.
    """

    families: Mapping[str, Family]
    icons: Mapping[str, Icon]
    images: Mapping[str, Picture]
    icon_names: tuple[str, ...] = ()
    authors: Mapping[str, str] = MappingProxyType({})
    notice: str = ""

    def credit(self) -> str:
        """Who drew the shipped icons that are shown, and their licence; empty where there are
        none.
        """
        names = sorted({author for author in self.authors.values() if author})
        return f"{', '.join(names)} – {self.notice}" if names else ""

    def speaking(self, name: str) -> tuple[Typeface, ...]:
        """The typefaces for what sheets say: one that has the tool's own words, of the family
        where it can be, then what titles need.
        """
        regular = {
            key: face for key, family in self.families.items() if (face := family.cut(False, False))
        }
        if name not in regular:
            return ()
        faces = (regular[name], *self.families[name].fallback, *regular.values())
        first = next((face for face in faces if not face.missing(_SPOKEN)), faces[0])
        return tuple(dict.fromkeys((first, *faces)))

    def typefaces(self) -> dict[str, Typeface]:
        """Every typeface by the hash of its bytes."""
        found: dict[str, Typeface] = {}
        for family in self.families.values():
            for face in (*family.cuts.values(), *family.fallback):
                found[face.ref.hash] = face
        return found


class ResourceNames(NamedTuple):
    """The icons and images that trees name, each with the first place; the first card that shows
    an image.
    """

    icons: dict[str, Span]
    images: dict[str, Span]
    shown: dict[str, tuple[Span, str]]

    def joined(self, other: ResourceNames) -> ResourceNames:
        """Both; where both name the same thing, the first place."""
        both = ResourceNames(dict(self.icons), dict(self.images), dict(self.shown))
        both.join(other)
        return both

    def join(self, other: ResourceNames) -> None:
        """Take in what another names."""
        for mine, places in ((self.icons, other.icons), (self.images, other.images)):
            for name, place in places.items():
                _note(mine, name, place)
        for name, card in other.shown.items():
            self.shown[name] = min(card, self.shown.get(name, card))


def _note(places: dict[str, Span], name: str, place: Span) -> None:
    """Keep the first place by file and line, in whatever order trees come."""
    if name not in places or place < places[name]:
        places[name] = place


def named_resources(trees: Iterable[Element | None]) -> ResourceNames:
    """What the trees name."""
    named = ResourceNames({}, {}, {})
    for tree in trees:
        _add(named, tree)
    return named


def _on_cards(sides: Iterable[Composed]) -> ResourceNames:
    """What the sides of cards name."""
    named = ResourceNames({}, {}, {})
    for side in sides:
        for image in _add(named, side.element):
            card = side.card.span, side.card.id
            named.shown[image] = min(card, named.shown.get(image, card))
    return named


def _add(named: ResourceNames, tree: Element | None) -> list[str]:
    """Note what a tree names; its images."""
    images = []
    for element in _named(tree) if tree is not None else ():
        if element.tag == "icon":
            _note(named.icons, element.attrs.get("name", ""), element.origin)
        else:
            images.append(element.attrs.get("src", ""))
            _note(named.images, images[-1], element.origin)
    return images


class FixedResources(NamedTuple):
    """What is read whatever the trees name: font families, the shipped icons, and what is wrong
    with them.
    """

    families: Mapping[str, Family]
    icons: IconSet | None
    found: tuple[Diagnostic, ...]


def open_fonts(files: Disk, game: Game) -> FixedResources:
    """The fonts of a game and the shipped icon set; an icon is parsed when it is asked for.

    Raises Problems where no font can be read.
    """
    found: list[Diagnostic] = []
    families = _families(files, game.fonts, game.raw.at("fonts"), found)
    shipped = (
        icons.read_set(files.read(ICON_SET), files.shown(ICON_SET))
        if files.exists(ICON_SET)
        else None
    )
    return FixedResources(families, shipped, tuple(found))


class ResourceLoader:
    """Loads the resources of a game while trees pass by: what a tree names is there before layout
    looks it up.
    """

    def __init__(self, files: Disk, game: Game, stock: FixedResources) -> None:
        self._files, self._game, self._stock = files, game, stock
        self._own = own_icons(files, game.id)
        self.named = ResourceNames({}, {}, {})
        self._icons: dict[str, Icon] = {}
        self._pictures: dict[str, Picture] = {}
        self._authors: dict[str, str] = {}
        self._failed: dict[tuple[str, str], tuple[Span, Sequence[Diagnostic]]] = {}
        names = (*self._own, *(stock.icons.names() if stock.icons else ()))
        self.resources = Resources(
            stock.families,
            self._icons,
            self._pictures,
            names,
            self._authors,
            stock.icons.notice if stock.icons else "",
        )

    def passing(self, sides: Iterable[Composed]) -> Iterator[Composed]:
        """The sides as they come, some at a time, with everything that they name loaded."""
        coming = iter(sides)
        while some := list(islice(coming, AT_A_TIME)):
            self.take(_on_cards(some))
            some.reverse()
            while some:  # whoever asks is the only one to hold it
                yield some.pop()

    def take(self, named: ResourceNames) -> None:
        """Read what is named and not loaded yet; what cannot be read is left out, and told of
        by `found`.
        """
        for mine, places, read in (
            (self.named.icons, named.icons, self._icon),
            (self.named.images, named.images, self._picture),
        ):
            for name, place in places.items():
                if name not in mine:
                    try:
                        read(name, place)
                    except Problems as problem:
                        self._failed[read.__name__, name] = place, problem.diagnostics
        self.named.join(named)

    def found(self) -> list[Diagnostic]:
        """What is wrong with the fonts and with all that was named, each thing at the first place
        that names it.

        What failed is not read again: a file that is there by now is on no face.
        """
        found: list[Diagnostic] = list(self._stock.found)
        for places, read in ((self.named.icons, self._icon), (self.named.images, self._picture)):
            for name, first in sorted(places.items()):
                met, trouble = self._failed.get((read.__name__, name), (first, ()))
                moved = [d._replace(span=first) if d.span == met else d for d in trouble]
                # An icon that cannot be read is told of in its own file, which a person can open; a
                # picture where it is named.
                found += (
                    moved
                    if read == self._icon
                    else [self._with_card(_placed(d, first), name) for d in moved]
                )
        return found

    def _with_card(self, trouble: Diagnostic, image: str) -> Diagnostic:
        """A finding on a picture with the card that shows it: the template's line alone does not
        tell.
        """
        if image not in self.named.shown:
            return trouble
        span, card = self.named.shown[image]
        return trouble._replace(notes=(*trouble.notes, Note(f'card "{card}" is here', span)))

    def _icon(self, name: str, place: Span) -> None:
        """The game's own SVG file before the shipped set; a name that neither has is for layout
        to tell. Raises Problems.
        """
        shipped = self._stock.icons
        if name in self._own:
            self._icons[name] = svg.read(
                self._files.read(self._own[name], place), self._files.shown(self._own[name]), name
            )
        elif shipped is not None and (icon := shipped.get(name)) is not None:
            self._icons[name] = icon
            self._authors[name] = shipped.author(name)

    def _picture(self, name: str, place: Span) -> None:
        if not name.strip():
            raise Problems(
                [error("P130", "the image's src is empty: no file is named", place, icons.NAMELESS)]
            )
        data = self._files.read(f"data/{self._game.id}/{name}", place)
        self._pictures[name] = images.read(data, name, verify=self._files.limits.verify)


def _named(tree: Element) -> Iterator[Element]:
    """Every element that names an icon or an image."""
    stack = [tree]
    while stack:
        element = stack.pop()
        if element.tag in ("icon", "image"):
            yield element
        stack += [child for child in element.children if type(child) is Element]


def _placed(diagnostic: Diagnostic, origin: Span) -> Diagnostic:
    if diagnostic.span is not None and diagnostic.span.line:
        return diagnostic
    return Diagnostic(
        diagnostic.severity,
        diagnostic.code,
        diagnostic.message,
        origin,
        diagnostic.hint,
        diagnostic.notes,
    )


def _families(
    files: Disk, declared: Mapping[str, FontFile], place: Span, found: list[Diagnostic]
) -> dict[str, Family]:
    loaded: dict[str, Typeface | None] = {}
    families: dict[str, Family] = {}

    def load(path: str) -> Typeface | None:
        if path not in loaded:
            try:
                loaded[path] = fonts.typeface(files.read(f"fonts/{path}", place), path)
            except Problems as problem:
                found.extend(_placed(d, place) for d in problem.diagnostics)
                loaded[path] = None
        return loaded[path]

    for name, font in declared.items():
        cuts = {
            cut: face
            for cut, key in _CUTS.items()
            if (path := getattr(font, key)) and (face := load(path))
        }
        families[name] = Family(name, cuts, ())
    whole = next((family.cuts for family in families.values() if family.cuts), None)
    if whole is None and declared:
        raise Problems(found)
    for name, font in declared.items():
        families[name] = Family(name, _completed(font, families[name].cuts or whole or {}), ())
    for name, font in declared.items():
        chain: list[Typeface] = []
        for other in font.fallback:
            if other not in families:
                found.append(
                    error(
                        "P213",
                        f'font family "{name}" falls back on "{other}"',
                        place,
                        did_you_mean(other, families),
                    )
                )
            elif (False, False) in families[other].cuts:
                chain.append(families[other].cuts[False, False])
        families[name] = Family(name, families[name].cuts, tuple(chain))
    return families


def _completed(
    font: FontFile, cuts: Mapping[tuple[bool, bool], Typeface]
) -> Mapping[tuple[bool, bool], Typeface]:
    """The cuts of a family, one that is there in place of each that could not be read: that has
    been told of, once is enough.
    """
    spare = next(iter(cuts.values()), None)
    return {
        cut: face
        for cut, key in _CUTS.items()
        if (face := cuts.get(cut) or (spare if getattr(font, key) else None))
    }
