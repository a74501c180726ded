"""The stages in order: load → model → check → compose → layout → impose → draw → write. The only module that knows them all."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from pnp.check import check_faces, check_game
from pnp.check.promises import kept
from pnp.check.sides import Sides
from pnp.compose.faces import BACK, FRONT
from pnp.compose.shelf import Shelf
from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, downgraded, error, order
from pnp.face import Face, digest
from pnp.geometry import Um, millimetres
from pnp.impose.cards import Part, Parted, documents
from pnp.impose.nup import DoesNotFit
from pnp.impose.sheet import Copy, Document, Duplex, Press
from pnp.load.files import Disk
from pnp.load.workspace import Workspace, disk_for, suspected
from pnp.model.game import Game
from pnp.model.read import open_game
from pnp.typeset import typeset

SMALL_LINE_FAMILY = "body"
"""The font family that the small line of a sheet is set in."""


class Clock:
    """Seconds spent in each stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time of a block to a stage."""
        begun = perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - begun


@dataclass(frozen=True, slots=True)
class Kit:
    """A game with all its faces, their digests by identity, and everything that is to be said about it."""

    game: Game
    sides: tuple[Sides, ...]
    shelf: Shelf
    diagnostics: tuple[Diagnostic, ...]
    digests: Mapping[int, str] = field(default_factory=dict)


class Order(NamedTuple):
    """What a person wants printed: how, and which part of it (empty: everything)."""

    press: Press
    only: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    changed_since: bytes | None = None
    draft: bool = False


@dataclass(frozen=True, slots=True)
class Print:
    """A kit imposed: its documents, what to say about them, and the cards that an earlier print has too many of."""

    kit: Kit
    documents: tuple[Document, ...]
    notes: tuple[str, ...]
    take_out: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What a build made, for people and programs; which files it read (real path, size, time of change), in which folders."""

    game: str
    title: str
    folder: str
    files: tuple[dict[str, Any], ...]
    cards: int
    cards_of: int
    promises_kept: int
    seconds: float
    stages: Mapping[str, float]
    notes: tuple[str, ...]
    take_out: tuple[str, ...]
    written: bool
    diagnostics: tuple[Diagnostic, ...] = field(default=())
    read: tuple[tuple[str, int, int], ...] = ()
    folders: tuple[str, ...] = ()


class Ready(NamedTuple):
    """A game drawn: its report, its PDFs by name, and its manifest. Nothing of it is written yet."""

    report: Report
    pdfs: Mapping[str, bytes]
    manifest: Mapping[str, Any]


def open_kit(files: Disk, name: str, clock: Clock, jobs: int = 1) -> Kit:
    """Read a game, check its data, make every face on up to `jobs` processors, check the faces. Raises Problems when it cannot be read."""
    with clock.stage("load"):
        game, found = open_game(files, name)
    with clock.stage("check"):
        found = [*found, *check_game(game)]
    with clock.stage("typeset"):
        made = typeset(files, game, jobs)
    found += made.found
    typefaces = made.shelf.typefaces()
    sides = [Sides(game, deck, made.laid[deck.id], typefaces) for deck in game.components.values()]
    with clock.stage("check"):
        found += check_faces(sides)
    return Kit(game, tuple(sides), made.shelf, tuple(order(found)), made.digests)


def drafted(kit: Kit) -> Kit:
    """The kit with its broken promises as warnings, so that it can be printed in spite of them."""
    return replace(kit, diagnostics=tuple(downgraded(d) if d.code.startswith("P5") else d for d in kit.diagnostics))


def imposed(kit: Kit, wanted: Order) -> Print:
    """The faces of a kit on sheets. Raises Problems when the kit has errors or the order names what is not there."""
    if wanted.draft:
        broken = any(d.is_error and d.code.startswith("P5") for d in kit.diagnostics)
        kit = drafted(kit)
    if any(d.is_error for d in kit.diagnostics):
        raise Problems(kit.diagnostics)
    chosen = _chosen(kit, wanted)
    parts = [Part(s.deck.id, s.deck.title, copies) for s in chosen if (copies := _copies(s))]
    parts, missing = _named_cards(parts, wanted.cards)
    if missing:
        known = [card.id for s in chosen for card in s.deck.cards]
        raise Problems([error("P601", f'--cards: there is no card "{name}"', None, did_you_mean(name, known)) for name in missing])
    take_out: tuple[str, ...] = ()
    if wanted.changed_since is not None:
        parts, take_out = _changed(kit.game.id, parts, wanted)
    family = kit.shelf.families.get(SMALL_LINE_FAMILY)
    typeface = family.cut(False, False) if family else None
    note = "DRAFT: a promise of the rules is broken" if wanted.draft and broken else ""
    try:
        done = documents(kit.game.title, parts, wanted.press, typeface, note)
    except DoesNotFit as problem:
        place = _too_large(chosen, problem)
        raise Problems([error("P602", f"the sheet cannot be filled: {problem}", place, "choose a larger --paper")]) from None
    if note and done.unlabelled:
        told = f'--draft: no room to say so on the sheets of {", ".join(done.unlabelled)}'
        raise Problems([error("P604", told, None, "choose a larger --paper or a smaller --margin, or mend the promise")])
    lacking = [f'"{title}": no room for {", ".join(what)} on its sheets' for title, what in done.lacking.items()]
    notes = [*_margin_note(done.documents, wanted.press), *lacking, *map(_parted_note, done.parted)]
    if wanted.changed_since is not None and done.documents:
        notes.append("once these are printed, build without --changed-since: the next changes are told from its manifest.json")
    return Print(kit, done.documents, tuple(notes), take_out, kit.diagnostics)


def _chosen(kit: Kit, wanted: Order) -> list[Sides]:
    ids = [s.deck.id for s in kit.sides]
    for name in wanted.only:
        if name not in ids:
            raise Problems([error("P601", f'--only: "{kit.game.id}" has no component "{name}"', None, did_you_mean(name, ids))])
    return [s for s in kit.sides if not wanted.only or s.deck.id in wanted.only]


def _copies(sides: Sides) -> list[Copy]:
    fronts = {laid.card.id: laid.face for laid in sides.laid if laid.side == FRONT}
    backs = {laid.card.id: laid.face for laid in sides.laid if laid.side == BACK}
    component = sides.deck.id
    return [
        Copy(component, card.id, number, fronts[card.id], backs.get(card.id))
        for card in sides.deck.cards
        for number in range(1, card.copies + 1)
    ]


def _named_cards(parts: list[Part], names: Iterable[str]) -> tuple[list[Part], list[str]]:
    """Parts with the named cards only (`ID` or `COMPONENT/ID`), and the names that no card has."""
    wanted = set(names)
    if not wanted:
        return parts, []
    met: set[str] = set()
    done = []
    for part in parts:
        copies = []
        for copy in part.copies:
            hits = wanted & {copy.card, f"{copy.component}/{copy.card}"}
            met |= hits
            if hits:
                copies.append(copy)
        if copies:
            done.append(part._replace(copies=copies))
    return done, sorted(wanted - met)


def _changed(game: str, parts: list[Part], wanted: Order) -> tuple[list[Part], tuple[str, ...]]:
    """What an earlier print lacks, and which of its cards to take out. Looks count, not ids: a renamed card need not be printed again.

    A print of fronts only is compared by its fronts only.
    """
    backs = wanted.press.duplex is not Duplex.NONE
    old = _old_looks(wanted.changed_since or b"", game, backs)
    digests: dict[int, str] = {}

    def look(face: Face | None) -> str:
        return "" if face is None else digests.get(id(face)) or digests.setdefault(id(face), digest(face))

    def meant(component: str, card: str) -> bool:
        asked = not wanted.cards or card in wanted.cards or f"{component}/{card}" in wanted.cards
        return asked and (not wanted.only or component in wanted.only)

    spare = {key: Counter(cards) for key, cards in old.items()}

    def taken(copy: Copy, own: bool) -> bool:
        cards = spare.get((copy.component, look(copy.front), look(copy.back) if backs else ""), Counter())
        card = copy.card if own else next(iter(cards), "")
        if not cards[card]:
            return False
        cards[card] -= 1
        if not cards[card]:
            del cards[card]
        return True

    # First each card takes its own earlier print, then renamed ones what is left of their look.
    for own in (True, False):
        parts = [part._replace(copies=[copy for copy in part.copies if not taken(copy, own)]) for part in parts]
    out: Counter[str] = Counter()
    for (component, *_), cards in spare.items():
        out.update({f"{component}/{card}": count for card, count in cards.items() if meant(component, card)})
    told = tuple(f"{name} × {count}" if count > 1 else name for name, count in sorted(out.items()))
    return [part for part in parts if part.copies], told


def _old_looks(manifest: bytes, game: str, backs: bool) -> dict[tuple[str, str, str], list[str]]:
    """The cards of an earlier print by component and looks of front and back. Raises Problems for what is no manifest of the game."""
    try:
        data = json.loads(manifest)
        if data.get("format") != 1:
            raise ValueError("its format is not one that this version reads")
        if data.get("game") != game:
            raise ValueError(f'it belongs to the game "{data.get("game")}"')
        sides: dict[tuple[str, str, int], dict[str, str]] = {}
        for file in data["files"].values():
            for sheet in file.get("sheets", ()):
                for placement in (*sheet["recto"], *sheet.get("verso", ())):
                    key = (placement["component"], placement["card"], placement["copy"])
                    sides.setdefault(key, {})[placement["side"]] = str(placement["face"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        why = f"{problem} is missing" if isinstance(problem, KeyError) else problem
        hint = "give the manifest.json that the earlier build left beside its PDFs"
        raise Problems([error("P603", f"--changed-since: the file is no manifest of an earlier build ({why})", None, hint)]) from None
    looks: dict[tuple[str, str, str], list[str]] = {}
    for (component, card, _), faces in sides.items():
        looks.setdefault((component, faces.get(FRONT, ""), faces.get(BACK, "") if backs else ""), []).append(card)
    return looks


def _too_large(chosen: Sequence[Sides], problem: DoesNotFit) -> Span:
    deck = next(s.deck for s in chosen if s.deck.size == problem.trim)
    return deck.raw.at("size")


def _margin_note(made: Sequence[Document], press: Press) -> list[str]:
    """A note where bleed runs into the edge that printers keep white."""
    # Sheets of one component with as many cards are alike.
    kinds = {(document.name, sheet.component, len(sheet.recto.placements)): sheet for document in made for sheet in document.sheets}
    into = 0
    for sheet in kinds.values():
        for clip in (placement.clip for placement in sheet.recto.placements):
            edges = (clip.x, clip.y, sheet.paper.width - clip.right, sheet.paper.height - clip.bottom)
            into = max(into, press.margin - min(edges))
    return [f"bleed runs {millimetres(Um(into))} into the printer margin; the cut size stays inside it"] if into > 0 else []


def _parted_note(parted: Parted) -> str:
    told = f'"{parted.title}": {parted.sheets} sheets, since cards with different backs never share a cut'
    return f"{told}; --gutter {millimetres(parted.gutter).replace(' ', '')} would need {parted.together}"


def count_cards(made: Iterable[Document]) -> int:
    """Fronts on all sheets."""
    return sum(p.side == FRONT for document in made for sheet in document.sheets for p in sheet.recto.placements)


def found_in(workspace: Workspace, name: str, folder: Path) -> tuple[Diagnostic, ...]:
    """Everything that is to be said about a game. Raises Problems when it cannot be read."""
    return open_kit(disk_for(workspace, folder), name, Clock()).diagnostics


def build(
    workspace: Workspace,
    name: str,
    folder: Path,
    target: Path,
    wanted: Order,
    write: bool = True,
    strict: bool = False,
    jobs: int = 1,
    untrusted: bool = False,
) -> Report:
    """Build one game into a folder. Raises Problems (when `strict` for warnings too); then the folder is as it was.

    An `untrusted` game is read and drawn by a bounded process of its own; only what it has drawn is written here.
    """
    begun = perf_counter()
    what = (name, folder, target, wanted, write, strict)
    if untrusted:
        from pnp.worker import confined

        ready = confined(ready_to_write, suspected(workspace), *what)
    else:
        ready = ready_to_write(workspace, *what, jobs)
    clock = Clock()
    clock.seconds.update(ready.report.stages)
    if ready.report.written:
        with clock.stage("write"):
            from pnp.write import write as put

            put(target, ready.pdfs, ready.manifest, jobs=jobs)
    return replace(ready.report, stages=clock.seconds, seconds=perf_counter() - begun)


def ready_to_write(
    workspace: Workspace, name: str, folder: Path, target: Path, wanted: Order, write: bool, strict: bool, jobs: int = 1
) -> Ready:
    """A game read, checked, imposed and drawn. Raises Problems."""
    clock = Clock()
    files = disk_for(workspace, folder)
    kit = open_kit(files, name, clock, jobs)
    with clock.stage("impose"):
        made = imposed(kit, wanted)
    if strict and made.diagnostics:
        raise Problems(made.diagnostics)
    # Nothing changed: an empty build would remove the earlier print.
    write = write and bool(made.documents or wanted.changed_since is None)
    pdfs = drawn(made, clock, jobs) if write else {}
    listed = _manifest(made, clock) if write else {}
    rows = [
        {
            "file": str(target / f"{document.name}.pdf"),
            "sheets": len(document.sheets),
            "cards": count_cards([document]),
            "duplex": str(document.duplex),
            "bytes": len(pdfs.get(f"{document.name}.pdf", b"")),
        }
        for document in made.documents
    ]
    report = Report(
        game=name,
        title=kit.game.title,
        folder=str(target),
        files=tuple(rows),
        cards=count_cards(made.documents),
        cards_of=sum(deck.total for deck in kit.game.components.values()),
        promises_kept=kept(kit.game, kit.diagnostics),
        seconds=0.0,
        stages=clock.seconds,
        notes=made.notes,
        take_out=made.take_out,
        written=write,
        diagnostics=made.diagnostics,
        read=tuple((entry.real, entry.size, entry.mtime_ns) for entry in files.read_paths()),
        folders=files.folders(),
    )
    return Ready(report, pdfs, listed)


def drawn(made: Print, clock: Clock, jobs: int = 1) -> dict[str, bytes]:
    """The PDF files of an imposed kit by name."""
    with clock.stage("import draw"):
        from pnp.draw.assets import Assets, Info
        from pnp.draw.pdf import draw
    game = made.kit.game
    authors = sorted({author for author in made.kit.shelf.authors.values() if author})
    keywords = f"Icons by {', '.join(authors)} (game-icons.net, CC BY 3.0)" if authors else ""
    assets = Assets(made.kit.shelf.typefaces(), {p.ref.hash: p for p in made.kit.shelf.images.values()})
    with clock.stage("draw"):
        return {
            f"{document.name}.pdf": draw(document, assets, Info(document.title, game.author, game.subtitle, game.language, keywords), jobs)
            for document in made.documents
        }


def _manifest(made: Print, clock: Clock) -> dict[str, Any]:
    with clock.stage("import write"):
        from pnp.write import manifest
    with clock.stage("write"):
        return manifest(made.documents, made.kit.game.id, {"title": made.kit.game.title}, made.kit.digests)

