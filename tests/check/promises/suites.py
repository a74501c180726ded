"""Reads the suites: promises, and steps of a setup, each with what is said of it below.

A line `= WORLD` opens the cases of a game in `worlds`, with pieces of its files exchanged:
`old → new`, where ⏎ is the end of a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from model.toy import said, written

from pnp.check import promises
from pnp.check.promises.setup_steps import check_scenes, setup_table
from pnp.check.promises.summary import setup_text, unguarded
from pnp.diagnostics import Diagnostic, Problems
from pnp.load.yaml import parse
from pnp.model import read
from pnp.model.contract import read_rule
from pnp.model.game import Game, Promise, Rule
from pnp.model.scenes import scenes

HERE = Path(__file__).parent
HEAD = ", id: X{}, says: so it is, basis: stated}}"


@cache
def files_of(world: str) -> dict[str, str]:
    """The files of a world by their names."""
    folder = HERE / "worlds" / world
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())}


class Suite:
    """Gives what is said of each case; remembers the world that the last one was about."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder = name, folder
        self.files: dict[str, str] = {}
        self.game: Game | None = None

    def outcome(self, case: bytes) -> str:
        """The findings on some lines, `kept` where there are none."""
        lines = case.decode().rstrip("\n").split("\n")
        setting = [line for line in lines if line.startswith(("= ", "+ "))]
        text = "\n".join(lines[len(setting) :]) + "\n"
        try:
            if setting:
                self.enter(setting)
            return self.setup(text) if self.name == "setup" else self.rules(text)
        except Problems as problem:
            return said(problem.diagnostics, self.folder)

    def enter(self, setting: list[str]) -> None:
        """Go on with another world."""
        world, *changes = (line[2:].replace("⏎", "\n") for line in setting)
        self.files = dict(files_of(world))
        for change in changes:
            old, new = change.split(" → ")
            (name,) = (name for name, text in self.files.items() if text.count(old) == 1)
            self.files[name] = self.files[name].replace(old, new)
        self.game = None if self.name == "setup" else self.load(self.files)[0]

    def load(self, files: dict[str, str]) -> tuple[Game, list[Diagnostic]]:
        return read.load_game(written(self.folder, files), "toy")

    def rules(self, text: str) -> str:
        """What is said of promises."""
        assert self.game
        read_ = [*self.rules_of(text)]
        rules, proofs = (
            tuple(rule for rule, _ in read_),
            [proof for _, each in read_ for proof in each],
        )
        game = self.game._replace(rules=rules, promises=tuple(proofs))
        found = unguarded(game) if self.name == "coverage" else promises.check(game)
        return said(found, self.folder) or "kept"

    def rules_of(self, text: str) -> Iterator[tuple[Rule, list[Promise]]]:
        """The rules of some lines with their proofs; what all have may be left out."""
        numbers = iter(range(1, 99))
        lines = (
            line if "says: " in line else re.sub(r"}$", HEAD.format(next(numbers)), line)
            for line in text.splitlines()
        )
        raw = parse("\n".join(lines).encode(), "rules.yaml")
        for index, written_ in enumerate(raw):
            yield read_rule(written_, raw.at(index))

    def setup(self, text: str) -> str:
        """What is said of steps, and of a figure below them; else what each step needs, finds and
        leaves.
        """
        steps, figure, items = text.partition("table:")
        game, found = self.load({**self.files, "setup.yaml": steps})
        found += promises.check(game)
        if figure:
            made, _ = scenes(parse((figure + items).encode(), "figures.yaml"))
            return said([*found, *check_scenes(game, made.values())], self.folder) or "kept"
        return said(found, self.folder) or setup_text(setup_table(game))[:-1]
