"""Takes the cards of a component and the files of its game; gives each field of type `image` the
file that it names, and tells of cards without a picture and of pictures without a card.

A value is a path seen from the folder of the game, or a name in `art/`, with or without its
suffix. A card that says nothing has the picture that is called like its id.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from unicodedata import normalize

from pnp.diagnostics import Diagnostic, Span, error, is_slip, listed, warning
from pnp.load.files import IMAGES, Disk, path_error
from pnp.model.fields import flat, own_image
from pnp.model.game import Component, Game
from pnp.model.kinds import CALLED, ENTRIES

FOLDER = "art"
_SHOWN = IMAGES | {".svg"}
_SOURCES = frozenset(".psd .psb .tif .tiff .ai .eps .pdf .kra .xcf .afdesign .afphoto".split())
"""What drawing programs keep pictures in."""


class _Files:
    """The files of a game by path and by path without suffix, as people and disks write them."""

    def __init__(self, files: Disk, folder: str) -> None:
        self.paths: dict[str, str] = {}
        self.stems: dict[str, list[str]] = {}
        for path in files.names(folder):
            own = path.removeprefix(f"{folder}/")
            self.paths[normalize("NFC", own)] = own
            self.stems.setdefault(normalize("NFC", _stem(own)), []).append(own)

    def find(self, name: str) -> list[str]:
        """The files that a name fits: the one of just this path, else pictures before others."""
        plain = normalize("NFC", name)
        if plain in self.paths:
            return [self.paths[plain]]
        inside = f"{FOLDER}/{plain}"
        hits = [self.paths[inside]] if inside in self.paths else []
        hits = hits or [*self.stems.get(plain, ()), *self.stems.get(inside, ())]
        return [hit for hit in hits if _suffix(hit) in _SHOWN] or hits

    def hint(self, name: str) -> str:
        """The files that are most likely meant by a name that none has."""
        meant = _plain(name)
        close = [
            path
            for path, plain in ((path, _plain(path)) for path in self.paths.values())
            if _suffix(path) in _SHOWN and (plain == meant or is_slip(meant, plain))
        ]
        return f"did you mean {' or '.join(close[:3])}?" if close else ""


def resolve(
    files: Disk, folder: str, component: Component, found: list[Diagnostic]
) -> Mapping[str, str]:
    """Put the paths of pictures into the values of cards; what a picture is called stays where
    there is none. Gives these names, each with a hint.

    P404 for names that several files fit and P810 for what is no path go to `found`.
    """
    types = [field for field in component.fields.values() if field.is_image]
    there, own = _Files(files, folder), own_image(component.fields)
    missing, unclear = dict[str, Span](), dict[str, tuple[Span, list[str]]]()

    def path(name: str, place: Span) -> str:
        hits = there.find(name)
        if len(hits) > 1:
            unclear.setdefault(name, (place, hits))
        elif not hits:
            missing.setdefault(name, place)
        return hits[0] if hits else name

    for card in component.cards:
        for field in types:
            value, place = card.values[field.name], card.place(field.name)
            if value is None and field.name == own:
                by_id = f"{FOLDER}/{card.id}"
                value = by_id if there.find(by_id) or not field.optional else None
            if isinstance(value, tuple):
                card.values[field.name] = tuple(path(name, place) for name in value)
            elif value is not None:
                card.values[field.name] = path(value, place)
    found += _unclear(unclear)
    wrong = {name: path_error(f"{folder}/{name}", place) for name, place in missing.items()}
    found += [trouble for trouble in wrong.values() if trouble]
    where = files.shown(f"{folder}/{FOLDER}")
    otherwise = (
        f"put a PNG, JPEG or SVG of that name into {where}; --draft prints a box in its place"
    )
    return {name: there.hint(name) or otherwise for name in missing if not wrong[name]}


def _unclear(unclear: Mapping[str, tuple[Span, list[str]]]) -> Iterator[Diagnostic]:
    for name, (place, hits) in list(unclear.items())[:1]:
        more = f"; {len(unclear) - 1} more names fit several files" if len(unclear) > 1 else ""
        message = f'several pictures fit "{name}": {", ".join(sorted(hits))}{more}'
        hint = "write the one that is meant with its suffix, or take the other away"
        yield error("P404", message, place, hint)


def missing(game: Game) -> Iterator[Diagnostic]:
    """P403 for the components of which cards name pictures that are not there."""
    return (_missing(one) for one in game.components.values() if one.missing)


def _missing(component: Component) -> Diagnostic:
    lost = [
        (card, field.name, name)
        for card in component.cards
        for field in component.fields.values()
        if field.is_image
        for name in flat(card.values[field.name])
        if name in component.missing
    ]
    cards = len({card.id for card, _, _ in lost})
    one, several = CALLED[component.kind]
    names = [f"{card.id} ({name if '.' in name else f'{name}.*'})" for card, _, name in lost]
    message = (
        f'{cards} {one if cards == 1 else several} of "{component.id}"'
        f" {'has' if cards == 1 else 'have'} no picture: {listed(names)}"
    )
    first, field, name = lost[0]
    return error("P403", message, first.place(field), component.missing[name])


def unused(files: Disk, game: Game, shown: Collection[str]) -> Iterator[Diagnostic]:
    """P405 for the pictures in `art/` that are neither in a field of a card nor among those shown
    elsewhere, and for what pictures are saved from where none is called like it; nothing where
    cards are switched off, which may have them.
    """
    cards = [one for one in game.components.values() if one.kind in ENTRIES]
    fields = [(one, field) for one in cards for field in one.fields.values() if field.is_image]
    if game.left_out or not all(one.whole for one in cards):
        return
    used = {*shown}
    for component, field in fields:
        used |= {name for card in component.cards for name in flat(card.values[field.name])}
    folder = f"data/{game.id}"
    paths = [path.removeprefix(f"{folder}/") for path in files.names(f"{folder}/{FOLDER}")]
    left = [path for path in paths if _suffix(path) in _SHOWN and path not in used]
    made = {_drawn(path) for path in paths if _suffix(path) in _SHOWN}
    unsaved = [
        path
        for path in paths
        if _suffix(path) in _SOURCES and path not in used and _drawn(path) not in made
    ]
    place = Span(files.shown(f"{folder}/{FOLDER}"))
    if unsaved:
        message = f"no picture is saved of {listed(unsaved)}"
        yield warning("P405", message, place, "save it as PNG beside it, or move it elsewhere")
    if left:
        count = "1 picture is" if len(left) == 1 else f"{len(left)} pictures are"
        message = f"{count} on no card: {listed(left)}"
        hint = "call it like the id of its card, name it in the card's field, or move it elsewhere"
        yield warning("P405", message, place, hint)


def _drawn(path: str) -> str:
    """What a file is called without its suffix and its number of copies."""
    return re.sub(r"@\d+$", "", _stem(path)).casefold()


def _plain(path: str) -> str:
    return _stem(path.rpartition("/")[2]).casefold()


def _suffix(path: str) -> str:
    name = path.rpartition("/")[2]
    return f".{name.rpartition('.')[2].lower()}" if "." in name[1:] else ""


def _stem(path: str) -> str:
    return path[: len(path) - len(_suffix(path))]
