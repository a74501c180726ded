"""One field of a shipped game broken, two hundred times: what comes is a finding with its place, or a game that is still whole."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from pnp.check.rules import check_game
from pnp.diagnostics import Problems
from pnp.load.workspace import disk_for, find, games
from pnp.model.read import open_game

ROOT = Path(__file__).parent.parent
GAMES = sorted(games(find(ROOT)))
EACH = 200 // len(GAMES)


def broken(text: str, dice: random.Random) -> tuple[str, int]:
    """A YAML file with one field deleted, doubled, swapped with its neighbour, or mistyped; and the line, from 1."""
    lines = text.split("\n")
    fields = [n for n, line in enumerate(lines) if ":" in line and not line.lstrip().startswith("#")]
    at = dice.choice(fields)
    line = lines[at]
    match dice.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, line)
        case 2:
            other = fields[(fields.index(at) + 1) % len(fields)]
            lines[at], lines[other] = lines[other], lines[at]
        case 3:  # a key
            end = line.index(":")
            spot = dice.randrange(len(line) - len(line.lstrip()), max(end, len(line) - len(line.lstrip()) + 1))
            lines[at] = line[:spot] + line[spot + 1 :]
        case _:  # a value
            start = line.index(":") + 1
            spot = dice.randrange(start, max(start + 1, len(line)))
            lines[at] = line[:spot] + dice.choice("x9-'{]") + line[spot + 1 :]
    return "\n".join(lines), at + 1


@pytest.mark.parametrize("name", GAMES)
def test_a_broken_field(name: str, tmp_path: Path) -> None:
    for part in ("data", "templates"):
        shutil.copytree(ROOT / part / name, tmp_path / part / name)
    (tmp_path / "pnp.yaml").write_text("")
    dice = random.Random(f"broken {name}")
    files = sorted((tmp_path / "data" / name).rglob("*.yaml"))
    told = 0
    for _ in range(EACH):
        path = dice.choice(files)
        good = path.read_text(encoding="utf-8")
        bad, line = broken(good, dice)
        path.write_text(bad, encoding="utf-8")
        what = f"{path.name}:{line}"
        try:
            game, found = open_game(disk_for(find(tmp_path), tmp_path / "data" / name), name)
            found = [*found, *check_game(game)]
        except Problems as problem:
            found = list(problem.diagnostics)
            assert found, what
        errors = [d for d in found if d.is_error]
        assert all(d.message and d.code and d.span is not None and d.span.file for d in errors), what
        told += bool(errors)
        path.write_text(good, encoding="utf-8")
    assert told >= EACH // 3, f"only {told} of {EACH} faults were found: the generator breaks too little"
