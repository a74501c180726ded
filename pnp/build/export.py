"""Faces as files, one each, for virtual tabletops, prototype printers and pages: a folder for
every component, with a manifest.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pnp.assets.die_lines import mirrored
from pnp.build.conductor import Kit, make_kit
from pnp.build.exporters import EXPORTERS
from pnp.build.print_options import (
    card_names,
    chosen_cards,
    chosen_components,
    chosen_texts,
    unknown_card,
)
from pnp.check.component_faces import ComponentFaces
from pnp.compose.element_trees import BACK, FRONT
from pnp.diagnostics import Diagnostic, Problems, downgraded, error, raise_errors, refusal
from pnp.draw.pictures import FacePicture
from pnp.draw.resources import Assets
from pnp.ink import Ink, inked, pictures
from pnp.layout.placed_faces import PlacedFace
from pnp.load.files import refuse_link_out, shown
from pnp.load.workspace import Workspace, disk_for, is_strange, refuse_input_folder
from pnp.model.declarations import entries
from pnp.model.game import Card, Component, Game
from pnp.model.kinds import KINDS, TEXTS
from pnp.output.manifest import MANIFEST, is_export, listed, occupied, read
from pnp.output.write import clear, explained, write
from pnp.sandbox.worker import run
from pnp.units.geometry import MM, Um, millimetres

FORMAT = 1
"""The version of the manifest."""

MOST = 60
"""Characters of an id that a file name takes."""
MOST_BYTES = 180
"""Bytes that they may have: a name of 255 holds them with a number, the side and what a file is
called while it is written.
"""


class ExportOptions(NamedTuple):
    """What a person wants exported:

    `to` names an exporter, `bleed` is what is shown beyond the cut size (µm); which part (empty:
    all).

    With a `kind`, components of that kind alone, of which `only` may name one.
    """

    to: str = "png"
    dpi: int = 300
    bleed: Um = Um(0)
    only: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    kind: str = ""
    ink: Ink = Ink.FULL
    force: bool = False
    """Whether files are replaced that no export wrote."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that shows one face: its name, the cards that it is a side of, how many copies of
    them there are, and which copy it is where they differ.
    """

    name: str
    side: str
    cards: tuple[str, ...]
    count: int
    picture: FacePicture
    copy: int = 0


class Folder(NamedTuple):
    """The files of one component by name, and their manifest."""

    component: str
    files: Mapping[str, bytes]
    manifest: Mapping[str, Any]


class Exported(NamedTuple):
    """What an export made and removed, and every finding on the game.

    `removed` names the components of an earlier export that are no more, whose files are removed,
    with what stays in their folders; `replaced` those of which some cards took the place of how
    many other files.
    """

    folders: tuple[Folder, ...]
    diagnostics: tuple[Diagnostic, ...]
    removed: Mapping[str, Sequence[str]]
    replaced: Mapping[str, int]


def export(
    workspace: Workspace,
    name: str,
    folder: Path,
    target: Path,
    options: ExportOptions,
) -> Exported:
    """Write the faces of one game, each component into a folder of its name inside the target.

    The game of a stranger is read and drawn by a bounded process of its own. Everything is drawn
    before the first folder is written; a folder is written in full or stays as it was. An export of
    everything removes the files of components that are no more. Raises Problems: of reading and
    checking; P601 unknown component or card, P622 none of the kind, P620 less bleed than asked for,
    P621 too many pixels or bytes; P701 to P707 of writing, P703 also for a folder that holds
    something else; P712 one among the data.
    """
    exported = run(
        draw_faces, workspace, name, folder, options, untrusted=is_strange(workspace, folder)
    )
    folders = {part.component: target / part.component for part in exported.folders}
    for path in folders.values():
        refuse_link_out(path, target)
        refuse_input_folder(workspace, path)
    raise_errors(
        [
            occupied(
                path,
                f'an export of "{name}"',
                f"write elsewhere, such as -o {shown(target / name)}",
            )
            for path in folders.values()
            if os.path.lexists(path / MANIFEST) and not is_export(read(path / MANIFEST), name)
        ]
    )
    replaced: dict[str, int] = {}
    for part in exported.folders:
        path = folders[part.component]
        others = listed(path / MANIFEST).keys() - part.files.keys() if options.cards else ()
        before = [other for other in others if (path / other).exists()]
        write(path, part.files, part.manifest, force=options.force)
        if count := sum(not (path / other).exists() for other in before):
            replaced[part.component] = count
    if options.only or options.cards or options.kind:
        return exported._replace(replaced=replaced)
    removed: dict[str, Sequence[str]] = {}
    found = list(exported.diagnostics)
    for component in _no_more(target, name, folders):
        try:
            removed[component] = clear(target / component)
        except Problems as problem:  # what was exported is; only the old files stay
            found += map(downgraded, problem.diagnostics)
    return exported._replace(removed=removed, diagnostics=tuple(found))


def _no_more(target: Path, game: str, exported: Collection[str]) -> list[str]:
    """The components that an earlier export of the game has made a folder of, and this one has not;
    a folder that has been copied or renamed is somebody's own.
    """
    with explained(target):
        folders = [
            folder
            for folder in target.iterdir()
            if folder.name not in exported and folder.is_dir() and not folder.is_symlink()
        ]
    return sorted(
        folder.name
        for folder in folders
        if is_export(content := read(folder / MANIFEST), game)
        and content["component"] == folder.name
    )


def draw_faces(workspace: Workspace, name: str, folder: Path, options: ExportOptions) -> Exported:
    """The files of a game; nothing is written. Raises Problems."""
    kit = make_kit(disk_for(workspace, folder), name)
    if any(d.is_error for d in kit.diagnostics):
        raise Problems(kit.diagnostics)
    chosen = _chosen(kit, options)
    options = options._replace(cards=_chosen_cards(kit, chosen, options.cards))
    plans = [(sides, files) for sides in chosen if (files := planned(sides, options, chosen))]
    if not plans:
        hint = "choose another part with --only or --cards"
        raise refusal("P601", "there is no face to export", None, hint)
    images = pictures(kit.resources.images, options.ink).values()
    assets = Assets(kit.resources.typefaces(), {image.ref.hash: image for image in images})
    distinct: dict[int, File] = {}
    for _, files in plans:
        for file in files:
            distinct.setdefault(id(file.picture), file)
    made = EXPORTERS[options.to].make(list(distinct.values()), assets, options)
    data = dict(zip(distinct, made, strict=True))
    folders = [
        Folder(
            sides.component.id,
            {file.name: data[id(file.picture)] for file in files},
            _manifest(sides, files, options),
        )
        for sides, files in plans
    ]
    return Exported(tuple(folders), kit.diagnostics, {}, {})


def planned(
    sides: ComponentFaces, options: ExportOptions, chosen: Sequence[ComponentFaces] = ()
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
        if not options.cards or not _names(component, card).isdisjoint(options.cards)
    ]
    numbers = {id(card): number for number, card in enumerate(listed, 1)}
    digits = max(3, len(str(len(numbers))))
    backs = [placed for placed in sides.laid if placed.side == BACK and placed.card.copies]
    looks = {(id(placed.face), outline_of(component, placed)) for placed in backs}
    backed = len({id(placed.card) for placed in backs})
    shared = len(looks) == 1 and backed == len(every) and len(backs) > 1
    wanted = set(map(id, cards))
    drawn: dict[tuple[int, str | None], FacePicture] = {}
    files: dict[tuple[bool, int, int, bool], File] = {}
    for placed in sides.laid:
        card, side, face, copy = placed
        if id(card) not in wanted:
            continue
        if face.bleed < options.bleed:
            raise _too_little(sides, options, face.bleed, chosen)
        key = id(face), (outline := outline_of(component, placed))
        title = f"{card.id}{f' {copy}' if copy else ''}, {side}"
        if key not in drawn:
            drawn[key] = FacePicture(inked(face, options.ink), options.bleed, outline, title)
        picture = drawn[key]
        if side == BACK and shared:
            picture = picture._replace(title=f"{component.title}, back")
            names, copies = tuple(one.id for one in cards), sum(one.copies for one in cards)
            back = File(f"back.{options.to}", side, names, copies, picture)
            files.setdefault((True, 0, 0, False), back)
            continue
        if EXPORTERS[options.to].titled:
            picture = picture._replace(title=title)
        number = numbers[id(card)]
        which = f"_{copy}" if copy else ""
        name = f"{number:0{digits}}_{plain(card.id)}{which}_{plain(side)}.{options.to}"
        file = File(name, side, (card.id,), 1 if copy else card.copies, picture, copy)
        files[False, number, copy, side != FRONT] = file
    return [files[key] for key in sorted(files)]


def cards_of(sides: ComponentFaces) -> list[Card]:
    """The cards of a component as they stand; of a text the pages or player aids that it fills."""
    if sides.component.kind not in TEXTS:
        return list(sides.component.cards)
    return list({id(placed.card): placed.card for placed in sides.laid}.values())


def _names(component: Component, card: Card) -> set[str]:
    """How `--cards` may name a card; the name of a text means all that it fills."""
    every = card_names(component.id, component.id) if component.kind in TEXTS else ()
    return {*card_names(component.id, card.id), *every}


def plain(text: str) -> str:
    """An id as a part of a file name on any system: letters, digits, `-` and `.` inside,
    anything else as `-`; at most 60 characters, and 180 bytes.
    """
    short = re.sub(r"[^\w.-]+|_", "-", text)[:MOST].encode()[:MOST_BYTES].decode(errors="ignore")
    return short.strip(".") or "-"


def outline_of(component: Component, placed: PlacedFace) -> str | None:
    """Where a side is cut; the card's outline is that of its front, and a back is seen from behind.

    A fold-over piece is shown whole.
    """
    if component.kind == "box":
        return "".join(component.details.net.cuts)
    if (
        component.kind == "tokens"
        and (net := component.details.nets.get(placed.card.id)) is not None
    ):
        return "".join(net.cuts)
    if placed.card.size is not None and placed.face.size != placed.card.size:
        return None
    outline = placed.card.outline
    return mirrored(outline, placed.face.size) if outline and placed.side == BACK else outline


def _chosen(kit: Kit, options: ExportOptions) -> list[ComponentFaces]:
    """The components that are options. Raises Problems (P601, P622) for what nothing is called."""
    if options.kind:
        (only,) = options.only or ("",)
        meant = [*chosen_texts(kit.game, options.kind, only, kit.game.raw.at("components"))]
    else:
        meant = [component.id for component in chosen_components(kit.game, options.only)]
    return [s for s in kit.sides if s.component.id in meant]


def _chosen_cards(
    kit: Kit, chosen: Sequence[ComponentFaces], asked: Sequence[str]
) -> tuple[str, ...]:
    """The names of single cards that are asked for. Raises Problems (P601)."""
    every = {(s.component.id, card.id): card.copies for s in chosen for card in cards_of(s)}
    wanted = chosen_cards(asked, every)
    if wanted.copies:
        message = "--cards: an export makes one file of each face, however many copies there are"
        raise refusal("P601", message, None, "name the cards without *N")
    cards = [
        (name, card) for s in chosen for card in cards_of(s) for name in _names(s.component, card)
    ]
    copies = Counter[str]()
    for name, card in cards:
        copies[name] += card.copies
    known = dict(cards)
    raise_errors(
        [_not_exported(kit.game, name, known) for name in wanted.names if not copies[name]]
    )
    return wanted.names


def _not_exported(game: Game, name: str, known: Mapping[str, Card]) -> Diagnostic:
    """P601 for a card that is asked for: there is none, or no copy of it."""
    if name not in known:
        return unknown_card(game, name, known)
    return error(
        "P601",
        f'--cards: "{name}" has no copies to export',
        known[name].place("count"),
        "give it a count of 1 or more",
    )


def _too_little(
    sides: ComponentFaces, options: ExportOptions, bleed: Um, chosen: Sequence[ComponentFaces]
) -> Problems:
    component = sides.component
    message = (
        f'--bleed: the faces of "{component.id}" reach {millimetres(bleed)} beyond the cut size,'
        f" not {millimetres(options.bleed)}"
    )
    hints = [f"ask for --bleed {bleed / MM:g}mm"]
    if "bleed" in entries(KINDS[component.kind]):
        hints.append(f"say bleed: {options.bleed / MM:g}mm in game.yaml")
    enough = [
        s.component.id
        for s in chosen
        if s.laid and all(placed.face.bleed >= options.bleed for placed in s.laid)
    ]
    if enough and not options.cards:
        hints.append(f"leave it out: {' '.join(f'--only {name}' for name in enough)}")
    return refusal("P620", message, component.raw.at("bleed"), ", or ".join(hints))


def _manifest(
    sides: ComponentFaces, files: Sequence[File], options: ExportOptions
) -> dict[str, Any]:
    """What is in each file; `write` adds its SHA-256."""
    component = sides.component
    return {
        "format": FORMAT,
        "game": sides.game.id,
        "component": component.id,
        "title": component.title,
        "kind": component.kind,
        "to": options.to,
        "bleed_mm": options.bleed / MM,
        "files": {file.name: _entry(component.id, file, options) for file in files},
    }


def _entry(component: str, file: File, options: ExportOptions) -> dict[str, Any]:
    entry = {
        "component": component,
        "side": file.side,
        "ids": list(file.cards),
        "count": file.count,
        **({"copy": file.copy} if file.copy else {}),
        "size_mm": [length / MM for length in file.picture.area.size],
    }
    if EXPORTERS[options.to].raster:
        entry |= {"size_px": list(file.picture.pixels(options.dpi)), "dpi": options.dpi}
    return entry
