"""The fonts, icons and images that composed trees name, opened through the game's files and turned into values for layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.assets import fonts, icons, images, svg
from pnp.assets.fonts import Typeface
from pnp.assets.icons import IconSet
from pnp.assets.images import Picture
from pnp.assets.svg import Icon
from pnp.compose.markup import Element
from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error
from pnp.load.files import Disk
from pnp.model.game import FontFile, Game

ICON_SET = "templates/icons/game-icons.json"
_CUTS = {(False, False): "regular", (True, False): "bold", (False, True): "italic", (True, True): "bold_italic"}


class Family(NamedTuple):
    """The cuts of a font family by (bold, italic), and the typefaces to fall back on for characters that they lack."""

    name: str
    cuts: Mapping[tuple[bool, bool], Typeface]
    fallback: tuple[Typeface, ...]

    def cut(self, bold: bool, italic: bool) -> Typeface | None:
        """The cut asked for, or None where the family lacks it: nothing is slanted or fattened by force."""
        return self.cuts.get((bold, italic))


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a game's templates may look up: families by name, icons and images by the names that the trees use."""

    families: Mapping[str, Family]
    icons: Mapping[str, Icon]
    images: Mapping[str, Picture]
    icon_names: tuple[str, ...] = ()
    authors: Mapping[str, str] = field(default_factory=dict)

    def typefaces(self) -> dict[str, Typeface]:
        """Every typeface by the hash of its bytes."""
        found: dict[str, Typeface] = {}
        for family in self.families.values():
            for face in (*family.cuts.values(), *family.fallback):
                found[face.ref.hash] = face
        return found


class Named(NamedTuple):
    """The icons and images that trees name, each with the first place."""

    icons: dict[str, Span]
    images: dict[str, Span]

    def joined(self, other: Named) -> Named:
        """Both; where both name the same thing, the first place."""
        both = Named(dict(self.icons), dict(self.images))
        for mine, places in zip(both, other, strict=True):
            for name, place in places.items():
                _note(mine, name, place)
        return both


def _note(places: dict[str, Span], name: str, place: Span) -> None:
    """Keep the first place by file and line, in whatever order trees come."""
    if name not in places or place < places[name]:
        places[name] = place


def named_in(trees: Iterable[Element]) -> Named:
    """What the trees name."""
    named = Named({}, {})
    seen: set[int] = set()
    for tree in trees:
        if id(tree) in seen:
            continue
        seen.add(id(tree))
        for element in _named(tree):
            if element.tag == "icon":
                _note(named.icons, element.attrs.get("name", ""), element.origin)
            else:
                _note(named.images, element.attrs.get("src", ""), element.origin)
    return named


class Stock(NamedTuple):
    """What is read whatever the trees name: font families, the shipped icons, and what is wrong with them."""

    families: Mapping[str, Family]
    icons: IconSet | None
    found: tuple[Diagnostic, ...]


def opened(files: Disk, game: Game) -> Stock:
    """The fonts of a game and the shipped icon set; an icon is parsed when it is asked for."""
    found: list[Diagnostic] = []
    families = _families(files, game.fonts, game.raw.at("fonts"), found)
    shipped = icons.read_set(files.read(ICON_SET), files.shown(ICON_SET)) if files.exists(ICON_SET) else None
    return Stock(families, shipped, tuple(found))


def stocked(files: Disk, game: Game, stock: Stock, named: Named) -> tuple[Shelf, list[Diagnostic]]:
    """A shelf with everything that is named and can be read; a diagnostic for each thing that cannot."""
    found: list[Diagnostic] = list(stock.found)
    named_icons, named_images = named
    drawn, names, authors = _icons(files, game, stock.icons, named_icons, found)
    pictures: dict[str, Picture] = {}
    for name, origin in sorted(named_images.items()):
        try:
            pictures[name] = images.read(files.read(f"data/{game.id}/{name}", origin), name, verify=files.limits.verify)
        except Problems as problem:
            found += [_placed(d, origin) for d in problem.diagnostics]
    return Shelf(stock.families, drawn, pictures, names, authors), found


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
    return Diagnostic(diagnostic.severity, diagnostic.code, diagnostic.message, origin, diagnostic.hint, diagnostic.notes)


def _families(files: Disk, declared: Mapping[str, FontFile], place: Span, found: list[Diagnostic]) -> dict[str, Family]:
    loaded: dict[str, Typeface] = {}
    families: dict[str, Family] = {}

    def load(path: str) -> Typeface | None:
        if path not in loaded:
            try:
                loaded[path] = fonts.typeface(files.read(f"fonts/{path}", place), path)
            except Problems as problem:
                found.extend(_placed(d, place) for d in problem.diagnostics)
                return None
        return loaded[path]

    for name, font in declared.items():
        cuts = {cut: face for cut, key in _CUTS.items() if (path := getattr(font, key)) and (face := load(path))}
        families[name] = Family(name, cuts, ())
    for name, font in declared.items():
        chain: list[Typeface] = []
        for other in font.fallback:
            if other not in families:
                found.append(error("P213", f'font family "{name}" falls back on "{other}"', place, did_you_mean(other, families)))
            elif (False, False) in families[other].cuts:
                chain.append(families[other].cuts[False, False])
        families[name] = Family(name, families[name].cuts, tuple(chain))
    return families


def _icons(
    files: Disk, game: Game, shipped: IconSet | None, named: Mapping[str, Span], found: list[Diagnostic]
) -> tuple[dict[str, Icon], tuple[str, ...], dict[str, str]]:
    """The icons that are named, the game's own SVG files before the shipped set; all names there are; and who drew the shipped ones."""
    folder = f"data/{game.id}/icons"
    own = {path.removeprefix(f"{folder}/").removesuffix(".svg"): path for path in files.names(folder, ".svg")}
    drawn: dict[str, Icon] = {}
    authors: dict[str, str] = {}
    for name in sorted(own.keys() & named.keys()):
        try:
            drawn[name] = svg.read(files.read(own[name], named[name]), files.shown(own[name]), name)
        except Problems as problem:
            found += problem.diagnostics
    if named.keys() <= drawn.keys() or shipped is None:
        return drawn, tuple(own), authors
    for name in sorted(named.keys() - own.keys()):
        icon = shipped.get(name)
        if icon is not None:
            drawn[name] = icon
            authors[name] = shipped.author(name)
    return drawn, (*own, *shipped.names()), authors
