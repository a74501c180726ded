"""A shipped game with one file replaced: what `pnp` says about it. Files that did not change are parsed once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pnp.check import check_game, prose
from pnp.check.promises import scope
from pnp.diagnostics import Diagnostic, Problems, Span
from pnp.load import csv, yaml
from pnp.load.files import Disk
from pnp.load.workspace import disk_for, find, games
from pnp.model import read

ROOT = Path(__file__).parents[2]


class Overlay:
    """A disk on which one file has other bytes. Everything is read from it once."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._known: dict[str, bytes] = {}
        self._shown: dict[str, str] = {}
        self.path, self.data = "", b""

    def read(self, path: str, at: Span | None = None) -> bytes:
        if path == self.path:
            return self.data
        if path not in self._known:
            self._known[path] = self._disk.read(path, at)
        return self._known[path]

    def shown(self, path: str) -> str:
        if path not in self._shown:
            self._shown[path] = self._disk.shown(path)
        return self._shown[path]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._disk, name)


def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
    """A parser that meets the same bytes only once; what it refuses is refused anew."""
    known: dict[Any, Any] = {}

    def call(data: bytes, file: str, *more: Any) -> Any:
        key = (data, file, more)
        if key not in known:
            made = function(data, file, *more)
            if len(known) > 200:
                known.clear()
            known[key] = made
        return known[key]

    return call


@contextmanager
def warm() -> Iterator[None]:
    """Parsed files and parsed expressions are kept from mutant to mutant. What is judged is judged anew each time."""
    sandbox = read.Sandbox()
    plain, made, blank, named, owned = scope.quick, read.compiled, prose._blank, scope.names_in, scope.attributes_of
    quick = cache(lambda source: plain(sandbox, source))
    names = cache(lambda source: named(sandbox, source))
    attributes = cache(lambda source, owner: owned(sandbox, source, owner))
    compiled = cache(lambda source: made(sandbox, source))

    def evaluated(_: Any, source: str, values: Any) -> Any:
        return compiled(source)(values)

    with (
        patch.object(yaml, "parse", remembered(yaml.parse)),
        patch.object(csv, "parse", remembered(csv.parse)),
        patch.object(scope, "quick", lambda _, source: quick(source)),
        patch.object(scope, "names_in", lambda _, source: names(source)),
        patch.object(scope, "attributes_of", lambda _, source, owner: attributes(source, owner)),
        patch.object(scope, "compiled", lambda _, source: compiled(source)),
        patch.object(read, "compiled", lambda _, source: compiled(source)),
        patch.object(read, "evaluated", evaluated),
        patch.object(prose, "_blank", cache(blank)),
    ):
        yield


class Kit:
    """A shipped game that can be judged with another text in place of one of its files."""

    def __init__(self, name: str) -> None:
        workspace = find(ROOT)
        self.name = name
        self.folder = games(workspace)[name]
        self.disk = Overlay(disk_for(workspace, self.folder))

    def files(self) -> dict[str, str]:
        """The texts that faults are put into, by path in the game's folder."""
        found = sorted(path for path in self.folder.rglob("*") if path.suffix in (".yaml", ".csv", ".md"))
        return {path.relative_to(self.folder).as_posix(): path.read_text(encoding="utf-8") for path in found}

    def verdict(self, path: str = "", text: str = "") -> list[Diagnostic]:
        """Everything that is said about the game with that file."""
        self.disk.path, self.disk.data = f"data/{self.name}/{path}", text.encode()
        files: Any = self.disk
        try:
            game, found = read.open_game(files, self.name)
        except Problems as problem:
            return list(problem.diagnostics)
        return [*found, *check_game(game)]

    def shown(self, path: str) -> str:
        return self.disk.shown(f"data/{self.name}/{path}")
