"""What is measured: cases, and in each the contestants that take turns."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

PEERS = Path(__file__).parent / "peers"
PNP, TYPST, FLOOR = "pnp", "typst", "floor"


class Peer(NamedTuple):
    """Another way to print the deck: its script, what it reads, and the largest deck that it is
    asked for.
    """

    script: str
    reads: str
    most: int
    package: str = ""


CONTESTANTS = {
    PNP: Peer(
        "",
        "YAML and XML templates, through Jinja, all checks and layout; cold, no cache",
        10_000,
        "print-and-play",
    ),
    TYPST: Peer("with_typst.py", "JSON, read by Typst; its own markup", 10_000, "typst"),
    FLOOR: Peer(
        "floor.py",
        "JSON; ReportLab with streams written by hand, nothing general",
        10_000,
        "reportlab",
    ),
    "fpdf2": Peer("with_fpdf2.py", "JSON; drawn call by call", 1_000, "fpdf2"),
    "weasyprint": Peer("with_weasyprint.py", "JSON; HTML through Jinja", 100, "weasyprint"),
    "protograf": Peer(
        "with_protograf.py", "JSON; a function a card; installed fonts", 100, "protograf"
    ),
}


class Entry(NamedTuple):
    """A contestant's process in a case: the file that it makes (None: none) and whether its
    folder is emptied before each run.
    """

    name: str
    command: Sequence[str]
    made: Path | None
    afresh: bool


class Case(NamedTuple):
    """Contestants that take turns; `pages` is what each of their files must have (0: not looked
    at), `material` the deck to be made.
    """

    name: str
    title: str
    entries: Sequence[Entry]
    material: str = ""
    pages: int = 0


def cases(work: Path, sizes: Sequence[int], only: Sequence[str]) -> list[Case]:
    """All cases for the sizes of the common deck; `only` leaves out every case and contestant
    but those named.
    """
    every = [
        _deck(work, f"common-{n}", f"the common deck, {n:,} cards", n, list(CONTESTANTS))
        for n in sizes
    ]
    every += [
        _deck(
            work,
            "png",
            "100 cards, each its own PNG of 744×1039",
            100,
            [PNP, TYPST, FLOOR, "fpdf2"],
        ),
        _deck(work, "alpha", "the same with alpha", 100, [PNP, TYPST, "fpdf2"]),
        _deck(work, "words", "1,000 cards over 8,000 different words", 1_000, [PNP, TYPST, FLOOR]),
        _deck(work, "copies", "100 faces, 10 copies of each", 1_000, [PNP, TYPST, FLOOR]),
        Case(
            "check",
            "1,000 cards, read and checked only",
            [Entry(PNP, [_pnp(), "check", "common-1000"], None, False)],
            "common-1000",
        ),
        *_commands(work),
    ]
    names = {case.name for case in every}
    wanted = [case for case in every if case.name in only or not names & set(only)]
    peers = set(only) - names
    kept = [
        case._replace(entries=[e for e in case.entries if not peers or e.name in peers])
        for case in wanted
    ]
    return [case for case in kept if case.entries]


def names(sizes: Sequence[int]) -> list[str]:
    """Everything that `only` may name."""
    return [*CONTESTANTS, *(case.name for case in cases(Path(), sizes, ()))]


def _pnp() -> str:
    """The `pnp` beside this Python: installed, not the one of the work tree."""
    return str(Path(sys.executable).with_name("pnp"))


def _deck(work: Path, name: str, title: str, cards: int, contestants: Sequence[str]) -> Case:
    entries = []
    for who in contestants:
        peer, folder = CONTESTANTS[who], work / "out" / name / who
        if cards > peer.most:
            continue
        if who == PNP:
            limit = ["--max-cards", str(cards)] if cards > 5_000 else []
            command = [_pnp(), "build", name, "-o", str(folder), *limit]
            entries.append(Entry(who, command, folder / name / "cards.pdf", True))
        else:
            made = folder / "cards.pdf"
            entries.append(
                Entry(
                    who,
                    [sys.executable, str(PEERS / peer.script), f"{name}.json", str(made)],
                    made,
                    True,
                )
            )
    return Case(name, title, entries, name, 2 * -(-cards // 9))


def _commands(work: Path) -> list[Case]:
    """Commands on the shipped game, with the start of the interpreter in them."""
    game, folder = "organ-match", work / "out" / "organ-match"
    build = [_pnp(), "build", game, "-o", str(folder)]
    lines: list[tuple[str, str, Sequence[str], bool]] = [
        ("help", "`pnp --help`", [_pnp(), "--help"], False),
        ("check-game", f"`pnp check {game}`", [_pnp(), "check", game], False),
        ("build-game", f"`pnp build {game}`, cold", build, True),
        ("unchanged", f"`pnp build {game}`, nothing changed", build, False),
    ]
    return [
        Case(
            name,
            title,
            [
                Entry(
                    PNP,
                    command,
                    folder / game / "cards.pdf" if "build" in command else None,
                    afresh,
                )
            ],
        )
        for name, title, command, afresh in lines
    ]


def prepare(entry: Entry) -> None:
    """An empty folder for what a run makes, where it is to begin afresh."""
    if entry.made is not None:
        if entry.afresh:
            shutil.rmtree(entry.made.parent, ignore_errors=True)
        os.makedirs(entry.made.parent, exist_ok=True)
