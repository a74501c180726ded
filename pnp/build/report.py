"""What a build made, as values for people and programs: files, sheets, pieces, notes, findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pnp.check.component_faces import ComponentFaces
from pnp.compose.element_trees import FRONT
from pnp.diagnostics import Diagnostic
from pnp.impose import Document
from pnp.model.game import Game
from pnp.model.kinds import CALLED


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
    """What a build made, and which files it read and wrote (path, size, time of change)."""

    game: str
    title: str
    folder: str
    files: tuple[FileReport, ...]
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
    diagnostics: tuple[Diagnostic, ...] = ()
    read: tuple[tuple[str, int, int], ...] = ()
    wrote: tuple[tuple[str, int, int], ...] = ()


def file_report(
    game: Game, document: Document, target: Path, pdfs: Mapping[str, bytes]
) -> FileReport:
    """The report of a document that goes into the folder `target`."""
    holds, name = _holds(game, document), f"{document.name}.pdf"
    return FileReport(
        file=str(target / name),
        sheets=len(document.sheets),
        pieces=sum(holds.values()),
        holds=holds,
        duplex=str(document.duplex),
        bytes=len(pdfs.get(name, b"")),
    )


def pieces_of(sides: ComponentFaces) -> int:
    """How many pieces a component has; of player aids as many cards as their text fills."""
    if sides.component.kind != "reference":
        return sides.component.total
    return sum(laid.card.copies for laid in sides.laid if laid.side == FRONT)


def _holds(game: Game, document: Document) -> dict[str, int]:
    """How many cards, tokens, boards and so on lie on the sheets of a document.

    A board on several tiles counts once, and so does a rulebook.
    """
    kinds = {name: component.kind for name, component in game.components.items()}
    pieces = {
        (p.component, "" if kinds[p.component] == "rulebook" else p.card, p.copy)
        for sheet in document.sheets
        for p in sheet.recto.placements
        if p.side == FRONT and p.component in kinds
    }
    return dict(Counter(CALLED[kinds[component]][0] for component, _, _ in sorted(pieces)))
