"""Misnamed files, unused names, and where the facts of an expression are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.toy import written
from pnp.diagnostics import text
from pnp.load import yaml
from pnp.load.workspace import disk_for, find
from pnp.load.yaml import Map
from pnp.model.read import load_game, where_facts_are_used

GAME = "title: Toy\nplayers: {min: 2, max: 4}\ncomponents:\n  ships: {kind: deck, template: base/classic, cards: roles.yaml}\n"
ROLES = "[{id: brig, title: Brig}]"


def reported(folder: Path, **files: str) -> list[str]:
    written(folder, {"game.yaml": GAME, "roles.yaml": ROLES, **files})
    _, found = load_game(disk_for(find(folder), folder / "data/toy"), "toy")
    return [text(d).replace(f"{folder.as_posix()}/", "") for d in found]


@pytest.mark.parametrize(
    ("file", "what", "meant"),
    [
        ("rules.yml", "the rules", "rules"),
        ("rule.yaml", "the rules", "rules"),
        ("Rules.yaml", "the rules", "rules"),
        ("rules.yaml.txt", "the rules", "rules"),
        ("setups.yaml", "the steps of the setup", "setup"),
        ("word.yml", "words", "words"),
    ],
)
def test_unused_files_are_reported(tmp_path: Path, file: str, what: str, meant: str) -> None:
    """Its promises were not kept, and all was well."""
    said = [
        f'data/toy/{file}: warning P130 nothing reads "{file}": {what} stand in {meant}.yaml\n  hint: rename "{file}" to {meant}.yaml'
    ]
    assert reported(tmp_path, **{file: "[]"}) == said


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
def test_unused_files_that_are_well(tmp_path: Path, files: dict[str, str]) -> None:
    assert reported(tmp_path, **files) == []


@pytest.mark.parametrize(
    ("look", "line", "what", "name", "meant"),
    [
        ('palette:\n  acent: "#7a1f1f"\n', 6, "colour", "acent", "accent"),
        ('palette: {ink: "#222222", tnit: "#eeeeee"}\n', 5, "colour", "tnit", "tint"),
        ("styles:\n  base-titel: {size: 15pt}\n", 6, "style", "base-titel", "base-title"),
        (
            "fonts:\n  titel: {regular: roboto-slab/RobotoSlab_800ExtraBold.ttf}\n",
            6,
            "font family",
            "titel",
            "title",
        ),
    ],
)
def test_unused_names_are_reported(
    tmp_path: Path, look: str, line: int, what: str, name: str, meant: str
) -> None:
    """The cards kept the colours of every game, and all was well."""
    said = reported(tmp_path, **{"game.yaml": GAME + look})
    column = look.splitlines()[-1].index(name) + 1
    assert said == [
        f'data/toy/game.yaml:{line}:{column}: warning P219 nothing uses the {what} "{name}", and it refines none that every game has\n'
        f'  hint: did you mean "{meant}"?'
    ]


@pytest.mark.parametrize(
    "files",
    [
        {
            "game.yaml": GAME + 'palette: {acent: "#7a1f1f", accent: "#1f7a1f"}\n'
        },  # the one that it is like is refined too
        {"game.yaml": GAME + 'palette: {acent: "#7a1f1f"}\nstyles: {body: {color: acent}}\n'},
        {"game.yaml": GAME + 'palette: {acent: "#7a1f1f"}\n', "rules.md": "[Red]{.acent}"},
        {"game.yaml": GAME + 'palette: {rust: "#7a1f1f", harbour: "#1f1f7a"}\n'},
        {"game.yaml": GAME + 'palette: {accent: "#7a1f1f", ink: "#222222"}\n'},
    ],
)
def test_unused_names_that_are_well(tmp_path: Path, files: dict[str, str]) -> None:
    assert reported(tmp_path, **files) == []


def test_unused_names_are_looked_for_in_templates(tmp_path: Path) -> None:
    look = {"game.yaml": GAME + 'palette: {acent: "#7a1f1f"}\n'}
    (tmp_path / "templates/toy").mkdir(parents=True)
    template = tmp_path / "templates/toy/face.xml"
    template.write_text('<face fill="acent"/>', encoding="utf-8")
    assert reported(tmp_path, **look) == []
    template.write_text('<face fill="acent-dark"/>', encoding="utf-8")
    assert "P219" in reported(tmp_path, **look)[0]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("facts.low + 1", ["2:8 facts.low is 1"]),
        ('facts["low"] + 1', ["2:8 facts.low is 1"]),
        ("facts[ 'low' ] + players", ["2:8 facts.low is 1", "5:10 2 to 4 players"]),
        ("facts.both", ["4:9 facts.both is 3", "2:8 facts.low is 1", "3:9 facts.high is 2"]),
        ('facts["start_" ~ each]', []),
        ("artifacts.low", []),
    ],
)
def test_where_facts_are_used(source: str, expected: list[str]) -> None:
    raw = yaml.parse(
        b"facts:\n  low: 1\n  high: 2\n  both: {expr: \"facts.low + facts['high']\"}\nplayers: {min: 2, max: 4}\n",
        "game.yaml",
    )
    assert isinstance(raw, Map)
    notes = where_facts_are_used(raw, {"low": 1, "high": 2, "both": 3}, [source])
    assert [f"{n.span.line}:{n.span.column} {n.message}" for n in notes if n.span] == expected
