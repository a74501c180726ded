"""Files that nothing reads because they are called nearly as one that is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.toy import written
from pnp.diagnostics import text
from pnp.load.workspace import disk_for, find
from pnp.model.read import open_game

GAME = "title: Toy\nplayers: {min: 2, max: 4}\ncomponents:\n  ships: {kind: deck, template: base/classic, cards: roles.yaml}\n"
ROLES = "[{id: brig, title: Brig}]"


def told(folder: Path, **files: str) -> list[str]:
    written(folder, {"game.yaml": GAME, "roles.yaml": ROLES, **files})
    _, found = open_game(disk_for(find(folder), folder / "data/toy"), "toy")
    return [text(d).replace(f"{folder.as_posix()}/", "") for d in found]


@pytest.mark.parametrize(
    ("file", "what", "meant"),
    [
        ("rules.yml", "promises", "rules"),
        ("rule.yaml", "promises", "rules"),
        ("Rules.yaml", "promises", "rules"),
        ("rules.yaml.txt", "promises", "rules"),
        ("setups.yaml", "the steps of the setup", "setup"),
        ("word.yml", "words", "words"),
    ],
)
def test_a_misnamed_file_is_told_of(tmp_path: Path, file: str, what: str, meant: str) -> None:
    """Its promises were not kept, and all was well."""
    said = [f'data/toy/{file}: warning P130 nothing reads "{file}": {what} stand in {meant}.yaml\n  hint: rename "{file}" to {meant}.yaml']
    assert told(tmp_path, **{file: "[]"}) == said


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"rules.md": "# Rules"},
        {"rules.yaml": "[]", "rules-old.yaml": "[]", "rule.yaml": "[]"},
        {"old/rule.yaml": "[]"},
        {"notes.yaml": "[]", "chords.yaml": "[]"},
    ],
)
def test_what_is_read_or_called_otherwise_is_well(tmp_path: Path, files: dict[str, str]) -> None:
    assert told(tmp_path, **files) == []
