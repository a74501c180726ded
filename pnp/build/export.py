"""Faces as files, one each, for virtual tabletops, prototype printers and pages: a folder for
every component, with a manifest.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pnp.assets.die_lines import mirrored
from pnp.build import selection
from pnp.build.conductor import Kit, make_kit
from pnp.check.component_faces import ComponentFaces
from pnp.compose.element_trees import BACK, FRONT
from pnp.diagnostics import Diagnostic, Problems, downgraded, error, raise_errors, refusal
from pnp.draw.pictures import FacePicture, pngs, svgs
from pnp.draw.resources import Assets
from pnp.face import Image, walk
from pnp.ink import Ink, inked, pictures
from pnp.layout.placed_faces import PlacedFace
from pnp.load.files import refuse_link_out, shown
from pnp.load.workspace import Workspace, disk_for, refuse_input_folder, with_full_checks
from pnp.model.declarations import entries
from pnp.model.game import Card, Component, Game
from pnp.model.kinds import KINDS, TEXTS
from pnp.output.manifest import MANIFEST, is_export, listed, occupied, read
from pnp.output.os_errors import explained
from pnp.output.write import clear, write
from pnp.units.geometry import MM, Um, millimetres

FORMAT = 1
"""The version of the manifest."""

MAX_PIXELS = 100_000_000
"""Pixels that one picture may have: an A3 board at 600 dpi has 70 million."""
MAX_PIXELS_OF_ALL = 6_000_000_000
"""Pixels that all pictures may have together: 7,000 poker cards at 300 dpi."""
MAX_IMAGES = 500_000_000
"""Bytes of images that all SVG files may hold together; each file holds its own."""

MOST = 60
"""Characters of an id that a file name takes."""
MOST_BYTES = 180
"""Bytes that they may have: a name of 255 holds them with a number, the side and what a file is
called while it is written.
"""


class Wanted(NamedTuple):
    """What a person wants exported:

    `to` is `png` or `svg`, `bleed` what is shown beyond the cut size (µm); which part (empty: all).

    With a `kind`, components of that kind alone, of which `only` may name one.
    """

    to: str = "png"
    dpi: int = 300
    bleed: Um = Um(0)
    only: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    kind: str = ""
    ink: Ink = Ink.FULL


@dataclass(frozen=True, slots=True)
class File:
    """A file that shows one face: its name, the cards that it is a side of, and how many copies
    of them there are.
    """

    name: str
    side: str
    cards: tuple[str, ...]
    count: int
    look: FacePicture


class Folder(NamedTuple):
    """The files of one component by name, and their manifest."""

    component: str
    files: Mapping[str, bytes]
    manifest: Mapping[str, Any]


class Gone(NamedTuple):
    """A component that was exported once and is no more: its files are removed; the names of
    what stays in its folder.
    """

    component: str
    left: tuple[str, ...]


class Exported(NamedTuple):
    """What an export made and removed, and everything that is to be said about the game.

    `replaced` says of which components some cards took the place of how many other files.
    """

    folders: tuple[Folder, ...]
    diagnostics: tuple[Diagnostic, ...]
    gone: tuple[Gone, ...] = ()
    replaced: tuple[tuple[str, int], ...] = ()


def export(
    workspace: Workspace,
    name: str,
    folder: Path,
    target: Path,
    wanted: Wanted,
    untrusted: bool = False,
) -> Exported:
    """Write the faces of one game, each component into a folder of its name inside the target.

    An `untrusted` game is read and drawn by a bounded process of its own. Everything is drawn
    before the first folder is written; a folder is written in full or stays as it was. An export of
    everything removes the files of components that are no more. Raises Problems: of reading and
    checking; P601 unknown component or card, P622 none of the kind, P620 less bleed than asked for,
    P621 too many pixels or bytes; P701 to P707 of writing, P703 also for a folder that holds
    something else; P712 one among the data.
    """
    if untrusted:
        from pnp.sandbox.worker import confined

        done = confined(drawn, with_full_checks(workspace), name, folder, wanted)
    else:
        done = drawn(workspace, name, folder, wanted)
    for part in done.folders:
        refuse_link_out(target / part.component, target)
        refuse_input_folder(workspace, target / part.component)
    raise_errors(_held(target, name, [part.component for part in done.folders]))
    replaced: dict[str, int] = {}
    for part in done.folders:
        others = [
            name
            for name in listed(target / part.component / MANIFEST).keys() - part.files.keys()
            if wanted.cards
        ]
        before = [name for name in others if (target / part.component / name).exists()]
        write(target / part.component, part.files, part.manifest)
        if removed := sum(not (target / part.component / name).exists() for name in before):
            replaced[part.component] = removed
    if wanted.only or wanted.cards or wanted.kind:
        return done._replace(replaced=tuple(replaced.items()))
    gone: list[Gone] = []
    found = list(done.diagnostics)
    for component in _gone(target, name, {part.component for part in done.folders}):
        try:
            gone.append(Gone(component, tuple(clear(target / component))))
        except Problems as problem:  # what was exported is; only the old files stay
            found += map(downgraded, problem.diagnostics)
    return done._replace(gone=tuple(gone), diagnostics=tuple(found))


def _held(target: Path, game: str, components: Sequence[str]) -> list[Diagnostic]:
    """P703 for each folder that holds no export of this game, but a print, that of another, or
    somebody's own with a manifest.
    """
    folders = [target / component for component in components]
    held = [
        folder
        for folder in folders
        if os.path.lexists(folder / MANIFEST) and not is_export(read(folder / MANIFEST), game)
    ]
    return [
        occupied(
            folder, f'an export of "{game}"', f"write elsewhere, such as -o {shown(target / game)}"
        )
        for folder in held
    ]


def _gone(target: Path, game: str, made: Collection[str]) -> list[str]:
    """The components of a game that have a folder by an earlier export, and are none of those
    that were made now.
    """
    with explained(target):
        folders = [
            folder
            for folder in target.iterdir()
            if folder.name not in made and folder.is_dir() and not folder.is_symlink()
        ]
    return sorted(folder.name for folder in folders if _is_of(folder, game))


def _is_of(folder: Path, game: str) -> bool:
    """Whether an export of this game has made a folder, by its manifest; one that has been
    copied or renamed is somebody's own.
    """
    said = read(folder / MANIFEST)
    return is_export(said, game) and said["component"] == folder.name


def drawn(workspace: Workspace, name: str, folder: Path, wanted: Wanted) -> Exported:
    """The files of a game; nothing is written. Raises Problems."""
    kit = make_kit(disk_for(workspace, folder), name)
    if any(d.is_error for d in kit.diagnostics):
        raise Problems(kit.diagnostics)
    chosen = _chosen(kit, wanted)
    plans = [(sides, files) for sides in chosen if (files := planned(sides, wanted, chosen))]
    if not plans:
        raise refusal(
            "P601",
            "there is no face to export",
            None,
            "choose another part with --only or --cards",
        )
    looks = {id(file.look): file.look for _, files in plans for file in files}
    assets = Assets(
        kit.resources.typefaces(),
        {p.ref.hash: p for p in pictures(kit.resources.images, wanted.ink).values()},
    )
    _affordable([file for _, files in plans for file in files], assets, wanted)
    different = list(looks.values())
    data = pngs(different, assets, wanted.dpi) if wanted.to == "png" else svgs(different, assets)
    made = dict(zip(looks, data, strict=True))
    folders = [
        Folder(
            sides.component.id,
            {file.name: made[id(file.look)] for file in files},
            _manifest(sides, files, wanted),
        )
        for sides, files in plans
    ]
    return Exported(tuple(folders), kit.diagnostics)


def planned(
    sides: ComponentFaces, wanted: Wanted, chosen: Sequence[ComponentFaces] = ()
) -> list[File]:
    """The files of a component: a front for every card, numbered as the cards stand; a back that
    all of them share is one `back` file.

    Cards without copies have none. With `cards` only those; their numbers stay what they are.
    Raises Problems (P620) where a face has less bleed than asked for; the hint names those of the
    `chosen` components that have it.
    """
    component, listed = sides.component, cards_of(sides)
    every = [card for card in listed if card.copies]
    cards = [
        card
        for card in every
        if not wanted.cards or not _names(component, card).isdisjoint(wanted.cards)
    ]
    meant = {id(card) for card in cards}
    numbers = {id(card): number for number, card in enumerate(listed, 1)}
    digits = max(3, len(str(len(numbers))))
    backs = [
        (id(laid.face), _outline(component, laid))
        for laid in sides.laid
        if laid.side == BACK and laid.card.copies
    ]
    shared = len(set(backs)) == 1 and len(backs) == len(every) > 1
    looks: dict[tuple[int, str | None], FacePicture] = {}
    files: list[File] = []
    for laid in sides.laid:
        card, side, face = laid.card, laid.side, laid.face
        if id(card) not in meant:
            continue
        if face.bleed < wanted.bleed:
            raise _too_little(sides, wanted, face.bleed, chosen)
        key = id(face), _outline(component, laid)
        if key not in looks:
            looks[key] = FacePicture(
                inked(face, wanted.ink), wanted.bleed, key[1], f"{card.id}, {side}"
            )
        look = looks[key]
        if side == BACK and shared:
            if all(file.side != BACK for file in files):
                look = look._replace(title=f"{component.title}, back")
                files.append(
                    File(
                        f"back.{wanted.to}",
                        side,
                        tuple(card.id for card in cards),
                        sum(card.copies for card in cards),
                        look,
                    )
                )
            continue
        if wanted.to == "svg":  # which names what it shows; cards that look alike share a PNG
            look = look._replace(title=f"{card.id}, {side}")
        name = f"{numbers[id(card)]:0{digits}}_{plain(card.id)}_{plain(side)}.{wanted.to}"
        files.append(File(name, side, (card.id,), card.copies, look))
    return sorted(
        files,
        key=lambda file: (
            file.name.startswith("back."),
            file.name.partition("_")[0],
            file.side != FRONT,
            file.name,
        ),
    )


def cards_of(sides: ComponentFaces) -> list[Card]:
    """The cards of a component as they stand; of a text the pages or player aids that it fills."""
    if sides.component.kind not in TEXTS:
        return list(sides.component.cards)
    return list({id(laid.card): laid.card for laid in sides.laid}.values())


def _names(component: Component, card: Card) -> set[str]:
    """How `--cards` may name a card; the name of a text means all that it fills."""
    every = selection.names_of(component.id, component.id) if component.kind in TEXTS else ()
    return {*selection.names_of(component.id, card.id), *every}


def plain(text: str) -> str:
    """An id as a part of a file name on any system: letters, digits, `-` and `.` inside,
    anything else as `-`; at most 60 characters, and 180 bytes.
    """
    short = re.sub(r"[^\w.-]+|_", "-", text)[:MOST].encode()[:MOST_BYTES].decode(errors="ignore")
    return short.strip(".") or "-"


def _outline(component: Component, laid: PlacedFace) -> str | None:
    """Where a side is cut; the card's outline is that of its front, and a back is seen from behind.

    A fold-over piece is shown whole.
    """
    if component.kind == "box":
        return "".join(component.details.net.cuts)
    if component.kind == "tokens" and (net := component.details.nets.get(laid.card.id)) is not None:
        return "".join(net.cuts)
    if laid.card.size is not None and laid.face.size != laid.card.size:
        return None
    outline = laid.card.outline
    return mirrored(outline, laid.face.size) if outline and laid.side == BACK else outline


def _chosen(kit: Kit, wanted: Wanted) -> list[ComponentFaces]:
    """The components that are wanted. Raises Problems (P601, P622) for what nothing is called."""
    if wanted.kind:
        (only,) = wanted.only or ("",)
        meant = [*selection.texts(kit.game, wanted.kind, only, kit.game.raw.at("components"))]
    else:
        meant = [component.id for component in selection.components(kit.game, wanted.only)]
    chosen = [s for s in kit.sides if s.component.id in meant]
    cards = [
        (name, card) for s in chosen for card in cards_of(s) for name in _names(s.component, card)
    ]
    copies = Counter[str]()
    for name, card in cards:
        copies[name] += card.copies
    known = dict(cards)
    raise_errors(
        [_not_exported(kit.game, name, known) for name in wanted.cards if not copies[name]]
    )
    return chosen


def _not_exported(game: Game, name: str, known: Mapping[str, Card]) -> Diagnostic:
    """P601 for a card that is asked for: there is none, or no copy of it."""
    if name not in known:
        return selection.no_card(game, name, known)
    return error(
        "P601",
        f'--cards: "{name}" has no copies to export',
        known[name].place("count"),
        "give it a count of 1 or more",
    )


def _too_little(
    sides: ComponentFaces, wanted: Wanted, bleed: Um, chosen: Sequence[ComponentFaces]
) -> Problems:
    component = sides.component
    told = (
        f'--bleed: the faces of "{component.id}" reach {millimetres(bleed)} beyond the cut size,'
        f" not {millimetres(wanted.bleed)}"
    )
    hints = [f"ask for --bleed {millimetres(bleed).replace(' ', '')}"]
    if "bleed" in entries(KINDS[component.kind]):
        hints.append(f"say bleed: {millimetres(wanted.bleed).replace(' ', '')} in game.yaml")
    enough = [
        s.component.id
        for s in chosen
        if s.laid and all(laid.face.bleed >= wanted.bleed for laid in s.laid)
    ]
    if enough and not wanted.cards:
        hints.append(f"leave it out: {' '.join(f'--only {name}' for name in enough)}")
    return refusal("P620", told, component.raw.at("bleed"), ", or ".join(hints))


def _affordable(files: Sequence[File], assets: Assets, wanted: Wanted) -> None:
    """Raises Problems (P621) for more than a machine should hold at once."""
    looks = {id(file.look): file for file in files}.values()
    hint = (
        "choose a smaller --dpi, or a part with --only, or with --cards into a folder of its own"
        " (-o)"
    )
    if wanted.to == "png":
        total = 0
        for file in looks:
            width, height = file.look.pixels(wanted.dpi)
            total += width * height
            if width * height > MAX_PIXELS:
                told = (
                    f"{file.name} would have {width:,} × {height:,} pixels; at most"
                    f" {MAX_PIXELS // 1_000_000} million are drawn"
                )
                raise refusal("P621", told, None, "choose a smaller --dpi")
        if total > MAX_PIXELS_OF_ALL:
            told = (
                f"the pictures would have {total // 1_000_000:,} million pixels; at most"
                f" {MAX_PIXELS_OF_ALL // 1_000_000:,} million"
            )
            raise refusal("P621", told, None, hint)
        return
    total = sum(_image_bytes(file.look, assets) for file in looks)
    if total > MAX_IMAGES:
        told = (
            f"the SVG files would hold {total // 1_000_000:,} MB of images; at most"
            f" {MAX_IMAGES // 1_000_000:,} MB"
        )
        smaller = (
            "make the images smaller, or choose a part with --only, or with --cards into a folder"
            " of its own (-o)"
        )
        raise refusal("P621", told, None, smaller)


def _image_bytes(look: FacePicture, assets: Assets) -> int:
    used = {item.image.hash for item in walk(look.face.items) if type(item) is Image}
    return sum(len(assets.images[key].data) for key in used)


def _manifest(sides: ComponentFaces, files: Sequence[File], wanted: Wanted) -> dict[str, Any]:
    """What is in each file; `write` adds its SHA-256."""
    component = sides.component
    return {
        "format": FORMAT,
        "game": sides.game.id,
        "component": component.id,
        "title": component.title,
        "kind": component.kind,
        "to": wanted.to,
        "bleed_mm": wanted.bleed / MM,
        "files": {file.name: dict(_entry(component.id, file, wanted)) for file in files},
    }


def _entry(component: str, file: File, wanted: Wanted) -> Iterator[tuple[str, Any]]:
    yield "component", component
    yield "side", file.side
    yield "ids", list(file.cards)
    yield "count", file.count
    yield "size_mm", [length / MM for length in file.look.area.size]
    if wanted.to == "png":
        yield "size_px", list(file.look.pixels(wanted.dpi))
        yield "dpi", wanted.dpi
