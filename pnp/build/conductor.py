"""Builds a game: load, check, compose, lay out, check faces, impose, draw, write, in this order."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.books.first_page import Printing, first_page
from pnp.build.faces import GameFaces, make_faces
from pnp.build.imposition import Print, impose_kit
from pnp.build.print_options import PrintOptions, as_record, drafted
from pnp.check import blank_face, confirmed_faces, own_words, printed_fields
from pnp.check.component_faces import ComponentFaces
from pnp.check.promises import confirmation, kept
from pnp.check.rules import check_faces, check_game
from pnp.compose.element_trees import FRONT
from pnp.compose.resource_loader import Resources
from pnp.diagnostics import Diagnostic, Problems, did_you_mean, order, refusal
from pnp.impose import Document, Duplex, PaperOptions
from pnp.ink import Ink, pictures
from pnp.layout.placed_faces import OVERFLOW_CODES
from pnp.load.files import Disk, shown
from pnp.load.workspace import Workspace, disk_for, find, find_game, games, is_strange
from pnp.model.game import Game, Sentence
from pnp.model.kinds import CALLED
from pnp.model.read import load_game
from pnp.output.manifest import MANIFEST, is_export, manifest, occupied, read
from pnp.sandbox.worker import run
from pnp.units.geometry import parse_length, parse_paper

if TYPE_CHECKING:
    from pnp.books.typeset_texts import TypesetText


class FileReport(NamedTuple):
    """A PDF of a build: its path, its sheets, how many pieces they hold in all and by what these
    are called, how it is turned over, its size in bytes.
    """

    file: str
    sheets: int
    pieces: int
    holds: Mapping[str, int]
    duplex: str
    bytes: int


class BuildReport(NamedTuple):
    """What a build made, and which files it read and wrote (path, size, time of change); `named`
    is the game as the command line names it.
    """

    game: str
    named: str
    title: str
    folder: str
    files: tuple[FileReport, ...]
    cards: int
    cards_of: int
    others: int
    others_of: int
    promises_kept: int
    waiting: int
    seconds: float
    stages: Mapping[str, float]
    notes: tuple[str, ...]
    take_out: tuple[str, ...]
    written: bool
    diagnostics: tuple[Diagnostic, ...] = ()
    read: tuple[tuple[str, int, int], ...] = ()
    wrote: tuple[tuple[str, int, int], ...] = ()


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


class Kit(NamedTuple):
    """A game with the faces of all its components, their digests by identity, its texts and
    their sentences, the resources that they use, and every finding.
    """

    game: Game
    sides: tuple[ComponentFaces, ...]
    resources: Resources
    diagnostics: tuple[Diagnostic, ...]
    digests: Mapping[int, str]
    texts: Mapping[str, TypesetText]
    sentences: tuple[Sentence, ...] = ()


class Job(NamedTuple):
    """What to build: a game by its name and folder, the folder that its PDFs go to, and what is
    printed of it.

    Without `write` nothing is written; when `strict`, warnings stop the build too. `note` is added
    to the notes of the report. With `force` files that no build wrote are replaced. `language` is
    the one that was asked for, if any was.
    """

    name: str
    folder: Path
    target: Path
    order: PrintOptions
    write: bool = True
    strict: bool = False
    note: str = ""
    force: bool = False
    language: str = ""


class DrawnGame(NamedTuple):
    """A game drawn: its report, its PDFs by name, and its manifest. Nothing is written yet."""

    report: BuildReport
    pdfs: Mapping[str, bytes]
    manifest: Mapping[str, Any]


def make_kit(files: Disk, name: str, clock: Clock | None = None, *, sleeved: bool = False) -> Kit:
    """Read a game, check its data, make every face, check the faces; boxes are for `sleeved` cards
    or bare ones.

    Raises Problems when the game cannot be read.
    """
    clock = clock or Clock()
    with clock.stage("load"):
        game, findings = load_game(files, name, sleeved)
    with clock.stage("check"):
        findings += check_game(game)
    with clock.stage("typeset"):
        faces = make_faces(files, game)
    with clock.stage("check"):
        return _checked(game, faces, findings, game.components)


def draw_game(workspace: Workspace, job: Job) -> DrawnGame:
    """Read, check, impose and draw a game. Raises Problems."""
    clock = Clock()
    files = disk_for(workspace, job.folder)
    kit = make_kit(files, job.name, clock, sleeved=job.order.sleeved)
    with clock.stage("impose"):
        sheets = impose_kit(kit, job.order)
        if job.strict and kit.diagnostics:
            raise Problems(sheets.kit.diagnostics)
        sheets = _with_first_page(files, sheets, job.order)
    # Nothing changed: an empty build would remove the earlier print of the whole kit.
    write = job.write and bool(sheets.documents or job.order.changed_since is None)
    with clock.stage("draw"):
        pdfs = draw_documents(sheets, job.order) if write else {}
    listed = _manifest(sheets, job.order) if write else {}
    return DrawnGame(_report(files, sheets, job, pdfs, clock, write), pdfs, listed)


def build(workspace: Workspace, job: Job) -> BuildReport:
    """Build one game into a folder.

    The game of a stranger is read and drawn by a bounded process of its own; only what it has drawn
    is written here. Raises Problems (P703 where an export lies); then the folder is as it was.
    """
    begun = perf_counter()
    if is_export(read(job.target / MANIFEST)):
        raise Problems(
            [occupied(job.target, f'a print of "{job.name}"', "write elsewhere with -o DIR")]
        )
    drawn = run(draw_game, workspace, job, untrusted=is_strange(workspace, job.folder))
    clock = Clock()
    clock.seconds.update(drawn.report.stages)
    with clock.stage("write"):
        wrote, notes = _write(job, drawn)
    return drawn.report._replace(
        notes=(*drawn.report.notes, *notes),
        wrote=wrote,
        stages=clock.seconds,
        seconds=perf_counter() - begun,
    )


def draw_again(
    workspace: Workspace, name: str, folder: Path, options: PrintOptions
) -> tuple[Game, Mapping[str, bytes], Mapping[str, Any]]:
    """A game, the PDFs that a build with these options would write now, by name, and its manifest.
    Raises Problems; a broken promise is none.
    """
    files = disk_for(workspace, folder)
    kit = make_kit(files, name, sleeved=options.sleeved)
    sheets = impose_kit(kit if options.draft else drafted(kit), options)
    sheets = _with_first_page(files, sheets, options)
    return sheets.kit.game, draw_documents(sheets, options), _manifest(sheets, options)


def check(workspace: Workspace, name: str, folder: Path) -> tuple[tuple[Diagnostic, ...], str]:
    """Every finding on a game, and in one line what proves its rules. Raises Problems when the
    game cannot be read.
    """
    from pnp.check.promises.summary import coverage, coverage_line

    kit = make_kit(disk_for(workspace, folder), name)
    sentences = confirmation.sentences_of(kit.game, kit.sentences)
    return kit.diagnostics, coverage_line(coverage(kit.game, sentences, kit.diagnostics))


def make_texts(
    files: Disk, game: Game, findings: Sequence[Diagnostic], names: Collection[str]
) -> Kit:
    """A kit of some rulebooks and player aids of a game, with no more faces than they show."""
    faces = make_faces(files, game, names)
    return _checked(game, faces, [*findings, *check_game(game)], names)


def _checked(
    game: Game, faces: GameFaces, findings: Sequence[Diagnostic], names: Collection[str]
) -> Kit:
    """The kit of the components of these names, with all findings in order."""
    typefaces = faces.resources.typefaces()
    sides = [
        ComponentFaces(game, game.components[name], faces.laid[name], typefaces) for name in names
    ]
    # A face is blank where a picture or element of it is missing, which is reported already.
    lost = any(d.is_error and d.code not in OVERFLOW_CODES for d in faces.found)
    found = [
        *findings,
        *faces.found,
        *own_words.check(game, faces.resources),
        *own_words.english(game),
        *(confirmation.check(game, faces.sentences) if names is game.components else ()),
        *confirmed_faces.check(game, faces.printed),
        *printed_fields.check(game, faces.printed, faces.named),
        *printed_fields.worked_out(faces.printed),
        *(d for d in check_faces(sides, faces.checked) if not (lost and d.code == blank_face.CODE)),
    ]
    return Kit(
        game,
        tuple(sides),
        faces.resources,
        tuple(order(found)),
        faces.digests,
        faces.texts,
        faces.sentences,
    )


def _with_first_page(files: Disk, sheets: Print, options: PrintOptions) -> Print:
    """A print of a whole kit with the page that lists its other documents, where it has room."""
    if not options.whole or not sheets.documents:
        return sheets
    how = Printing(options.press, options.players, sheets.faces.ink, sheets.draft)
    page = first_page(files, sheets.kit.game, sheets.kit.resources, sheets.documents, how)
    if page is None:
        note = "no room for the first page on this paper"
        return sheets._replace(notes=(*sheets.notes, note))
    return sheets._replace(documents=(page, *sheets.documents))


def draw_documents(sheets: Print, options: PrintOptions | None = None) -> dict[str, bytes]:
    """The PDF files of an imposed kit by name; they hold the options, if any are given."""
    faces = sheets.faces
    record = as_record(options) if options else None
    how = json.dumps(record, ensure_ascii=False) if record else ""
    return {
        f"{document.name}.pdf": draw_document(sheets.kit, document, faces.ink, faces.digests, how)
        for document in sheets.documents
    }


def draw_document(
    kit: Kit,
    document: Document,
    ink: Ink,
    digests: Mapping[int, str] | None = None,
    options: str = "",
) -> bytes:
    """The bytes of a PDF file; `digests` are those of its faces by identity."""
    from pnp.draw.pdf import Info, draw
    from pnp.draw.resources import Assets

    game = kit.game
    keywords = f"Icons by {credit}" if (credit := kit.resources.credit()) else ""
    info = Info(document.title, game.author, game.subtitle, game.language, keywords, options)
    assets = Assets(kit.resources.typefaces(), pictures(kit.resources.images, ink))
    return draw(document, assets, info, digests or {})


def _manifest(sheets: Print, options: PrintOptions) -> dict[str, Any]:
    game = sheets.kit.game
    extra: dict[str, Any] = {
        "title": game.title,
        **({"language": game.language} if game.translation else {}),
        "ink": str(options.ink),
        "sleeved": options.sleeved,
    }
    if record := as_record(options):
        extra["options"] = record
    if not options.as_shipped:
        extra["part"] = True
    if options.players is not None:
        extra["players"] = options.players
    if options.board_scale != 1:
        extra["board_scale"] = options.board_scale
    return manifest(sheets.documents, game.id, extra, sheets.faces.digests)


def _report(
    files: Disk, sheets: Print, job: Job, pdfs: Mapping[str, bytes], clock: Clock, write: bool
) -> BuildReport:
    game = sheets.kit.game
    filed = tuple(_file_report(game, each, job.target, pdfs) for each in sheets.documents)
    held = _holds(game, sheets.documents)
    cards = held.get("card", 0)
    total = Counter[bool]()
    for sides in sheets.kit.sides:
        sets = 1 if sides.component.kind == "rulebook" else job.order.sets
        total[sides.component.kind == "deck"] += sets * _pieces_of(sides)
    notes = [*sheets.notes, *filter(None, [job.note if filed else ""]), *_saved_between(files)]
    return BuildReport(
        game=job.name,
        named=game.named,
        title=game.title,
        folder=str(job.target),
        files=filed,
        cards=cards,
        cards_of=total[True],
        others=sum(held.values()) - cards,
        others_of=total[False],
        promises_kept=kept(game, sheets.kit.diagnostics),
        waiting=_waiting(sheets.kit),
        seconds=0.0,
        stages=clock.seconds,
        notes=tuple(notes),
        take_out=sheets.take_out,
        written=write,
        diagnostics=sheets.kit.diagnostics,
        read=tuple((entry.real, entry.size, entry.changed_ns) for entry in files.read_paths()),
    )


def _waiting(kit: Kit) -> int:
    """How many rules wait for confirmation."""
    sentences = confirmation.sentences_of(kit.game, kit.sentences)
    return len({change.rule.id for change in confirmation.waiting(kit.game, sentences)})


def _file_report(
    game: Game, document: Document, target: Path, pdfs: Mapping[str, bytes]
) -> FileReport:
    """The report of a document that goes into the folder `target`."""
    holds, name = _holds(game, (document,)), f"{document.name}.pdf"
    return FileReport(
        file=str(target / name),
        sheets=len(document.sheets),
        pieces=sum(holds.values()),
        holds=holds,
        duplex=str(document.duplex),
        bytes=len(pdfs.get(name, b"")),
    )


def _pieces_of(sides: ComponentFaces) -> int:
    """How many pieces a component has; of player aids as many cards as their text fills."""
    if sides.component.kind != "reference":
        return sides.component.total
    return sum(placed.card.copies for placed in sides.laid if placed.side == FRONT)


def _holds(game: Game, documents: Sequence[Document]) -> dict[str, int]:
    """How many cards, tokens, boards and so on lie on the sheets of documents.

    A board on several tiles counts once, and so does a rulebook that is a booklet as well.
    """
    kinds = {name: component.kind for name, component in game.components.items()}
    pieces = {
        (p.component, "" if kinds[p.component] == "rulebook" else p.card, p.copy)
        for document in documents
        for sheet in document.sheets
        for p in sheet.recto.placements
        if p.side == FRONT and p.component in kinds
    }
    return dict(Counter(CALLED[kinds[component]][0] for component, _, _ in sorted(pieces)))


def _saved_between(files: Disk) -> list[str]:
    """A note where files were read in two states: some of what is printed is out of date."""
    states = Counter(entry.path for entry in files.read_paths())
    twice = [files.shown(path) for path, count in states.items() if count > 1]
    if not twice:
        return []
    names = f"{twice[0]} and {len(twice) - 1} more were" if twice[1:] else f"{twice[0]} was"
    return [
        f"{names} saved while the game was read: not all of this print shows what is there now;"
        " build it again"
    ]


def _write(job: Job, drawn: DrawnGame) -> tuple[tuple[tuple[str, int, int], ...], list[str]]:
    """Write what is drawn: how the files stand then, and notes.

    An empty build of a part removes the earlier print of it, which would be taken for this one.
    """
    from pnp.output.write import clear, write

    if drawn.report.written:
        return write(job.target, drawn.pdfs, drawn.manifest, force=job.force), []
    earlier = read(job.target / MANIFEST)
    if not job.write or not earlier.get("part") or earlier.get("game") != job.name:
        return (), []
    clear(job.target)
    note = f"the earlier print in {shown(job.target)} is removed, since this one is empty"
    return (), [note]


class GameFolder(NamedTuple):
    """A game by its name, its folder and the workspace around it; it is read at each call."""

    name: str
    folder: Path
    workspace: Workspace

    def read(self) -> Game:
        """The data as frozen values. Raises Problems when they cannot be read."""
        return load_game(disk_for(self.workspace, self.folder), self.name)[0]

    def check(self) -> list[Diagnostic]:
        """Every finding on the game, in the order of its files. Never raises for bad data."""
        try:
            return list(check(self.workspace, self.name, self.folder)[0])
        except Problems as problem:
            return order(problem.diagnostics)

    def build(
        self,
        target: Path | str | None = None,
        *,
        paper: str = "a4",
        duplex: str = "long",
        margin: str = "5mm",
        gutter: str = "0mm",
        marks: bool = True,
        ink: str = "full",
        only: tuple[str, ...] = (),
        cards: tuple[str, ...] = (),
    ) -> BuildReport:
        """Build the PDFs into a folder, else into `output/` and the name of the game.

        Raises Problems; then the folder is as it was. LengthError for a length or paper that is
        none.
        """
        how = PaperOptions(
            paper=parse_paper(paper),
            duplex=Duplex(duplex),
            gutter=parse_length(gutter),
            margin=parse_length(margin),
            crop_marks=marks,
        )
        options = PrintOptions(how, only=only, cards=cards, ink=Ink(ink))
        home = self.workspace.home or Path.cwd()
        place = Path(target) if target else home / "output" / self.name
        return build(self.workspace, Job(self.name, self.folder, place, options))


def load(path: Path | str) -> GameFolder:
    """The game in a folder `data/NAME`, or the shipped game of that name.

    Raises Problems when there is none.
    """
    folder = Path(path)
    workspace = find(folder if folder.is_dir() else Path.cwd())._replace(untrusted=False)
    found = find_game(workspace, folder.name)
    if found is None:
        hint = did_you_mean(folder.name, games(workspace))
        raise refusal("P130", f'there is no game "{folder.name}"', None, hint)
    return GameFolder(folder.name, found, workspace)
