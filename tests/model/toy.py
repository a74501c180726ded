"""A small game in a folder of its own, and what is said about it, with paths as seen from the
game's folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pnp.build.conductor import Kit, make_kit
from pnp.check.rules import check_game
from pnp.diagnostics import Diagnostic, Problems, order, text
from pnp.load.files import Disk
from pnp.load.workspace import disk_for, find
from pnp.model.game import Game
from pnp.model.read import load_game

GAME = """\
title: Toy
players: {min: 2, max: 4}
facts: {two: 2, six: {expr: facts.two * 3}}
sources: {rules: Toy rules}
terms: {gem: {ruby: , jade: {label: Green jade}}}
components:
  cards:
    kind: deck
    cards:
      - {id: a, rank: 1, gem: ruby, name: Ann, gems: ruby}
      - {id: b, rank: 2, gem: jade, name: Bob, gems: ruby+jade}
    fields: {rank: {int: [1, 2]}, gem: gem, name: text, gems: {list: gem, optional: yes}}
    front: front.xml
"""
CARDS = GAME[GAME.index("    cards:\n") : GAME.index("    fields:")]
"""The two cards as they stand in the game's file."""

FRONT = '<face><text at="5mm 5mm" width="40mm" height="20mm">{{ card.id }}</text></face>\n'

Files = Mapping[str, str | bytes]


def game(*changes: tuple[str, str]) -> str:
    """The toy's `game.yaml` with pieces of text exchanged, each of which must stand there once."""
    made = GAME
    for old, new in changes:
        assert made.count(old) == 1, old
        made = made.replace(old, new)
    return made


def written(folder: Path, files: Files) -> Disk:
    """The toy on disk, with files changed or added: names without a folder are the game's own."""
    both = {"pnp.yaml": "", "data/toy/game.yaml": GAME, "templates/toy/front.xml": FRONT}
    both |= {
        name
        if name == "pnp.yaml" or name.split("/")[0] in ("templates", "fonts")
        else f"data/toy/{name}": c
        for name, c in files.items()
    }
    for name, content in both.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return disk_for(find(folder), folder / "data/toy")


def said(diagnostics: Iterable[Diagnostic], folder: Path) -> str:
    """All findings in full, in the order of their places."""
    lines = "\n".join(text(d) for d in order(diagnostics))
    return lines.replace(f"{folder.as_posix()}/data/toy/", "").replace(f"{folder.as_posix()}/", "")


def opened(folder: Path, files: Files) -> Game:
    """The toy as a value. Raises Problems."""
    return load_game(written(folder, files), "toy")[0]


def findings(folder: Path, files: Files) -> str:
    """What is said about the data of a toy."""
    try:
        made, found = load_game(written(folder, files), "toy")
        return said([*found, *check_game(made)], folder)
    except Problems as problem:
        return said(problem.diagnostics, folder)


def kit(folder: Path, files: Files) -> Kit:
    """The toy with its faces."""
    return make_kit(written(folder, files), "toy")
