"""A build from YAML to PDF:

`kit` reads, checks and typesets, `order` imposes; here that is drawn, and written with its
manifest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from pnp.books.first_page import Printing, first_page
from pnp.build import pdf_files as pdf
from pnp.build.kit import Clock, Kit, loaded, made_kit
from pnp.build.print_options import Order, Print, imposed
from pnp.build.typeset import Meanwhile
from pnp.check.component_faces import Sides
from pnp.check.promises import kept
from pnp.compose.element_trees import FRONT
from pnp.crew import Exchange, together
from pnp.diagnostics import Diagnostic, Problems
from pnp.impose.sheet import Document
from pnp.load.files import Disk, Read, shown
from pnp.load.workspace import Workspace, disk_for, suspected
from pnp.model.kinds import CALLED
from pnp.output.manifest import MANIFEST, is_export, manifest, occupied, read
from pnp.units.geometry import Size
from pnp.units.sizes import parse_paper

DRAWING = Meanwhile(partial(import_module, "pnp.draw.pdf"), 70)
"""What draws is imported while other processes still make faces; that takes as long as seventy
cards.
"""


class Job(NamedTuple):
    """What to build: a game by its name and folder, the folder that its PDFs go to, and what is
    printed of it.

    Without `write` it is only said what would be; when `strict`, warnings stop it too. `note` is
    added to what is said of the print.
    """

    name: str
    folder: Path
    target: Path
    order: Order
    write: bool = True
    strict: bool = False
    note: str = ""


class Filed(NamedTuple):
    """A PDF of a build: where it is, its sheets, how many pieces they hold in all and by what
    these are called, how it is turned over.
    """

    file: str
    sheets: int
    pieces: int
    holds: Mapping[str, int]
    duplex: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Report:
    """What a build made, for people and programs; which files it read and wrote (path, size,
    time of change).
    """

    game: str
    title: str
    folder: str
    files: tuple[Filed, ...]
    cards: int
    cards_of: int
    others: int
    others_of: int
    promises_kept: int
    seconds: float
    stages: Mapping[str, float]
    notes: tuple[str, ...]
    take_out: tuple[str, ...]
    written: bool
    diagnostics: tuple[Diagnostic, ...] = field(default=())
    read: tuple[tuple[str, int, int], ...] = ()
    wrote: tuple[tuple[str, int, int], ...] = ()


class Ready(NamedTuple):
    """A game drawn: its report, its PDFs by name, and its manifest.

    Nothing of it is written yet.
    """

    report: Report
    pdfs: Mapping[str, bytes]
    manifest: Mapping[str, Any]


def build(
    workspace: Workspace,
    job: Job,
    jobs: int = 1,
    untrusted: bool = False,
    late: ExitStack | None = None,
    keep: list[object] | None = None,
) -> Report:
    """Build one game into a folder, by up to `jobs` processes.

    Raises Problems (P703 where an export lies); then the folder is as it was.

    Once its files are in place Ctrl-C comes too late, until `late` is closed (see `write`). What it
    was made from goes to `keep`, where it is not to be let go of yet.

    An `untrusted` game is read and drawn by a bounded process of its own; only what it has drawn is
    written here.
    """
    begun = perf_counter()
    if is_export(read(job.target / MANIFEST)):
        raise Problems(
            [occupied(job.target, f'a print of "{job.name}"', "write elsewhere with -o DIR")]
        )
    if untrusted:
        from pnp.sandbox.worker import confined

        ready = confined(ready_to_write, suspected(workspace), job)
    else:
        ready = ready_to_write(workspace, job, jobs, keep)
    clock = Clock()
    clock.seconds.update(ready.report.stages)
    wrote: tuple[tuple[str, int, int], ...] = ()
    if ready.report.written:
        with clock.stage("write"):
            from pnp.output.write import write as put

            wrote = put(job.target, ready.pdfs, ready.manifest, late=late)
    notes = (*ready.report.notes, *([] if wrote or not job.write else _cleared(job)))
    return replace(
        ready.report, notes=notes, wrote=wrote, stages=clock.seconds, seconds=perf_counter() - begun
    )


def _cleared(job: Job) -> list[str]:
    """Remove the earlier print of a part, which would be taken for this one that is empty; a
    note on it. Raises as `write.clear`.
    """
    from pnp.output.write import clear

    said = read(job.target / MANIFEST)
    if not said.get("part") or said.get("game") != job.name:
        return []
    clear(job.target)
    return [f"the earlier print in {shown(job.target)} is removed, since this one is empty"]


def ready_to_write(
    workspace: Workspace,
    job: Job,
    jobs: int = 1,
    keep: list[object] | None = None,
) -> Ready:
    """A game read, checked, imposed and drawn. Raises Problems.

    What it is made from goes to `keep`.
    """
    clock = Clock()
    files = disk_for(workspace, job.folder)
    game, found = loaded(files, job.name, clock)
    kit = made_kit(files, game, found, clock, jobs, DRAWING if job.write else None)
    with clock.stage("impose"):
        made = imposed(kit, job.order)
    if keep is not None:
        keep.append((kit, made))
    if job.strict and made.diagnostics:
        raise Problems(made.diagnostics)
    # Nothing changed: an empty build would remove the earlier print of the whole kit.
    job = job._replace(write=job.write and bool(made.documents or job.order.changed_since is None))
    made, pdfs = _with_first_page(files, made, job, usual_paper(workspace), clock, jobs)
    listed = _manifest(made, job.order, clock) if job.write else {}
    filed = tuple(_filed(kit, document, job.target, pdfs) for document in made.documents)
    cards = sum(one.holds.get("card", 0) for one in filed)
    components = kit.game.components.values()
    report = Report(
        game=job.name,
        title=kit.game.title,
        folder=str(job.target),
        files=filed,
        cards=cards,
        cards_of=sum(component.total for component in components if component.kind == "deck"),
        others=sum(one.pieces for one in filed) - cards,
        others_of=sum(_pieces_of(sides) for sides in kit.sides if sides.component.kind != "deck"),
        promises_kept=kept(kit.game, kit.diagnostics),
        seconds=0.0,
        stages=clock.seconds,
        notes=(*made.notes, *([job.note] if job.note and filed else []), *_saved_meanwhile(files)),
        take_out=made.take_out,
        written=job.write,
        diagnostics=made.diagnostics,
        read=tuple((entry.real, entry.size, entry.changed_ns) for entry in files.read_paths()),
    )
    return Ready(report, pdfs, listed)


def _saved_meanwhile(files: Disk) -> list[str]:
    """A note where files were read in two states: some of what is printed shows what they said
    before.
    """
    states = Counter(entry.path for entry in files.read_paths())
    first, *more = [files.shown(path) for path, count in states.items() if count > 1] or [""]
    told = f"{first} and {len(more)} more were" if more else f"{first} was"
    return (
        [
            f"{told} saved while the game was read: not all of this print shows what is there now;"
            " build it again"
        ]
        if first
        else []
    )


def usual_paper(workspace: Workspace) -> Size:
    """The paper that a command takes by itself: that of `pnp.yaml`, else A4."""
    written = workspace.defaults.get("paper")
    return parse_paper(written if isinstance(written, str) else "a4")


def _pieces_of(sides: Sides) -> int:
    """How many pieces a component has; of player aids as many cards as their text fills."""
    if sides.component.kind != "reference":
        return sides.component.total
    return sum(laid.card.copies for laid in sides.laid if laid.side == FRONT)


def _with_first_page(
    files: Disk, made: Print, job: Job, usual: Size, clock: Clock, jobs: int
) -> tuple[Print, dict[str, bytes]]:
    """A print with the page that tells of its other documents, if it is a whole kit, and the
    PDFs, drawn by up to two processes.
    """
    whole, order = job.order.whole and bool(made.documents), job.order
    if job.write:
        with clock.stage("import draw"):
            import_module("pnp.draw.pdf")  # once, before the processes part
    shares = _dealt(
        made.documents, min(jobs, 2, max(1, len(made.documents) + whole)) if job.write else 1
    )

    def task(
        part: int, parts: int, _: Exchange
    ) -> tuple[Document | None, dict[str, bytes], tuple[Read, ...]]:
        documents = [document for share in shares[part::parts] for document in share]
        page = None
        if whole and part == parts - 1:
            how = Printing(order.press, order.players, made.ink, made.note, usual)
            page = first_page(files, made.kit.game, made.kit.resources, made.documents, how)
            documents += [page] if page else []
        return (
            page,
            drawn(made._replace(documents=tuple(documents)), clock, jobs) if job.write else {},
            files.read_paths(),
        )

    results = together(len(shares), task)
    page, _, read = results[-1]
    files.note(read)
    pdfs = {name: data for _, part, _ in results for name, data in part.items()}
    if whole and page is None:
        made = made._replace(notes=(*made.notes, "no room for the first page on this paper"))
    elif page is not None:
        made = made._replace(documents=(page, *made.documents))
    return made, {
        name: pdfs[name] for document in made.documents if (name := f"{document.name}.pdf") in pdfs
    }


def _dealt(documents: Sequence[Document], parts: int) -> list[list[Document]]:
    """Documents for each part, the largest first to whoever has least.

    The last part has the first page to make beside.
    """
    shares: list[list[Document]] = [[] for _ in range(parts)]
    loads = [0] * parts
    for document in sorted(documents, key=_size, reverse=True):
        lightest = loads.index(min(loads))
        shares[lightest].append(document)
        loads[lightest] += _size(document)
    return shares


def _size(document: Document) -> int:
    """How much there is to draw: what lies on its pages, and what is on each face."""
    placements = [
        p
        for sheet in document.sheets
        for side in (sheet.recto, sheet.verso)
        if side
        for p in side.placements
    ]
    faces = {id(p.face): p.face for p in placements}
    return len(placements) + sum(len(face.items) for face in faces.values())


def _filed(kit: Kit, document: Document, target: Path, pdfs: Mapping[str, bytes]) -> Filed:
    holds, name = _holds(kit, document), f"{document.name}.pdf"
    return Filed(
        str(target / name),
        len(document.sheets),
        sum(holds.values()),
        holds,
        str(document.duplex),
        len(pdfs.get(name, b"")),
    )


def _holds(kit: Kit, document: Document) -> dict[str, int]:
    """How many cards, tokens, boards and so on lie on the sheets of a document; a board on
    several tiles is one, so is a rulebook.
    """
    components = kit.game.components
    fronts = [
        p
        for sheet in document.sheets
        for p in sheet.recto.placements
        if p.side == FRONT and p.component in components
    ]
    whole = {name for name in components if components[name].kind == "rulebook"}
    pieces = {(p.component, "" if p.component in whole else p.card, p.copy) for p in fronts}
    kinds = [components[component].kind for component, _, _ in sorted(pieces)]
    return dict(Counter(CALLED[kind][0] for kind in kinds))


def drawn(made: Print, clock: Clock, jobs: int = 1) -> dict[str, bytes]:
    """The PDF files of an imposed kit by name."""
    with clock.stage("import draw"):
        import_module("pnp.draw.pdf")
    with clock.stage("draw"):
        return {
            f"{document.name}.pdf": pdf.drawn(made.kit, document, made.ink, made.looks)
            for document in made.documents
        }


def _manifest(made: Print, wanted: Order, clock: Clock) -> dict[str, Any]:
    with clock.stage("write"):
        extra: dict[str, Any] = {"title": made.kit.game.title, "ink": str(made.ink)}
        if not wanted.as_shipped:
            extra["part"] = True
        if wanted.players is not None:
            extra["players"] = wanted.players
        if made.board_scale != 1:
            extra["board_scale"] = made.board_scale
        return manifest(made.documents, made.kit.game.id, extra, made.looks)
