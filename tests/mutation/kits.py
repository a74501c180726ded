"""Judges a shipped game with one file replaced: takes a path and its text, gives findings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pnp.build.contract_review import told_sentences
from pnp.check.promises import confirmation
from pnp.check.rules import check_game
from pnp.diagnostics import Diagnostic, Problems, Span
from pnp.load.files import Disk
from pnp.load.workspace import disk_for, find, games
from pnp.model import read
from pnp.model.contract import CONFIRMED
from pnp.model.game import Game

ROOT = Path(__file__).parents[2]


class Overlay:
    """A disk on which some files have other bytes. Everything is read from it once."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._known: dict[str, bytes] = {}
        self._shown: dict[str, str] = {}
        self.changed: dict[str, bytes] = {}

    def read(self, path: str, at: Span | None = None) -> bytes:
        if path in self.changed:
            return self.changed[path]
        if path not in self._known:
            self._known[path] = self._disk.read(path, at)
        return self._known[path]

    def shown(self, path: str) -> str:
        if path not in self._shown:
            self._shown[path] = self._disk.shown(path)
        return self._shown[path]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._disk, name)


class Kit:
    """A shipped game that can be judged with another text in place of one of its files."""

    def __init__(self, name: str) -> None:
        workspace = find(ROOT)
        self.name = name
        self.folder = games(workspace)[name]
        self.disk = Overlay(disk_for(workspace, self.folder))

    def files(self) -> dict[str, str]:
        """The texts that faults are put into, by path in the game's folder."""
        found = sorted(
            path
            for path in self.folder.rglob("*")
            if path.suffix in (".yaml", ".csv", ".md") and path.name != CONFIRMED
        )
        return {
            path.relative_to(self.folder).as_posix(): path.read_text(encoding="utf-8")
            for path in found
        }

    def load(self, texts: Mapping[str, str]) -> tuple[Game, list[Diagnostic]]:
        """The game with other texts in some of its files. Raises Problems."""
        self.disk.changed = {f"data/{self.name}/{path}": t.encode() for path, t in texts.items()}
        files: Any = self.disk
        return read.load_game(files, self.name)

    def verdict(self, texts: Mapping[str, str]) -> list[Diagnostic]:
        """Everything that is said about the game with other texts in some of its files."""
        try:
            game, found = self.load(texts)
        except Problems as problem:
            return list(problem.diagnostics)
        files: Any = self.disk
        sentences, trouble = told_sentences(files, game)
        return [*found, *check_game(game), *trouble, *confirmation.check(game, sentences)]

    def altered(self, *changes: tuple[str, str, str]) -> dict[str, str]:
        """Texts of files after changes: a file, what stands there once, what is put instead."""
        texts: dict[str, str] = {}
        for file, old, new in changes:
            text = texts.get(file) or (self.folder / file).read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
            texts[file] = text.replace(old, new)
        return texts

    def shown(self, path: str) -> str:
        return self.disk.shown(f"data/{self.name}/{path}")
