"""One field of a shipped game broken, a hundred times: what comes is a finding with its place, or a
game that is still whole.

PNP_BROKEN sets how many faults each game is given (20 in `make test`, 200 in `make fuzz`). Some of
them are followed by `pnp build`, in `make fuzz` all that keep a game from being read: with 1 or 3
it writes nothing and says why, with 0 there is a kit.
"""

from __future__ import annotations

import io
import os
import random
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from pnp.check.rules import check_game
from pnp.cli import main
from pnp.cli.console import status
from pnp.diagnostics import Diagnostic, Problems
from pnp.load.workspace import disk_for, find, games
from pnp.model.read import load_game

ROOT = Path(__file__).parent.parent
GAMES = sorted(games(find(ROOT)))
EACH = int(os.environ.get("PNP_BROKEN", str(100 // len(GAMES))))
BUILT = {True: 8, False: 1} if EACH > 40 else {True: 20, False: 20}
"""One in so many is built, of the games that can be read and of those that cannot: the first
takes ten times as long as checking data.
"""


def broken(text: str, dice: random.Random) -> tuple[str, int]:
    """A YAML file with one field deleted, doubled, swapped with its neighbour, or mistyped; and
    the line, from 1.
    """
    lines = text.split("\n")
    fields = [
        n for n, line in enumerate(lines) if ":" in line and not line.lstrip().startswith("#")
    ]
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
            spot = dice.randrange(
                len(line) - len(line.lstrip()), max(end, len(line) - len(line.lstrip()) + 1)
            )
            lines[at] = line[:spot] + line[spot + 1 :]
        case _:  # a value
            start = line.index(":") + 1
            spot = dice.randrange(start, max(start + 1, len(line)))
            lines[at] = line[:spot] + dice.choice("x9-'{]") + line[spot + 1 :]
    return "\n".join(lines), at + 1


def read(folder: Path, name: str) -> tuple[bool, list[Diagnostic]]:
    """Whether a game can be read, and what is to be said about its data."""
    try:
        game, found = load_game(disk_for(find(folder), folder / "data" / name), name)
        return True, [*found, *check_game(game)]
    except Problems as problem:
        assert problem.diagnostics
        return False, list(problem.diagnostics)


def built(folder: Path, name: str) -> tuple[int, str]:
    """The exit code of `pnp build`, and what it says."""
    said = io.StringIO()
    args = ["build", name, "-o", str(folder / "out"), "--jobs", "1"]
    with redirect_stdout(said), redirect_stderr(said):
        code = status(lambda: main(args=args, prog_name="pnp", standalone_mode=False))
    return code, said.getvalue()


def told(folder: Path, name: str, errors: list[Diagnostic], what: str) -> None:
    """Build a game of which some errors are known: a kit, or a reason why there is none."""
    shutil.rmtree(folder / "out", ignore_errors=True)
    code, said = built(folder, name)
    assert code in ((1, 3) if errors else (0, 1, 3)), f"{what}: exit {code}\n{said}"
    assert all(f"error {d.code}" in said for d in errors), f"{what}\n{said}"
    assert ("error P" in said) == (code != 0), f"{what}\n{said}"
    assert (folder / "out" / name / "manifest.json").is_file() == (code == 0), what


@pytest.mark.parametrize("name", GAMES)
def test_broken_field_is_a_finding_or_a_whole_game(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in ("data", "templates"):
        shutil.copytree(ROOT / part / name, tmp_path / part / name)
    (tmp_path / "pnp.yaml").write_text("")
    monkeypatch.chdir(tmp_path)
    dice = random.Random(f"broken {name}")
    files = sorted((tmp_path / "data" / name).rglob("*.yaml"))
    faults = 0
    for number in range(1, EACH + 1):
        path = dice.choice(files)
        good = path.read_text(encoding="utf-8")
        bad, line = broken(good, dice)
        path.write_text(bad, encoding="utf-8")
        what = f"{number}: {path.name}:{line}"
        readable, found = read(tmp_path, name)
        errors = [d for d in found if d.is_error]
        assert all(d.message and d.code and d.span is not None and d.span.file for d in errors), (
            what
        )
        faults += bool(errors)
        if number % BUILT[readable] == 0:
            told(tmp_path, name, errors, what)
        path.write_text(good, encoding="utf-8")
    assert faults >= EACH // 3, (
        f"only {faults} of {EACH} faults were found: the generator breaks too little"
    )
