"""Damaged copies of everything that ships: whatever comes out, only `Problems` may leave.

PNP_FUZZ sets how many mutants are tried (200 in `make test`, 2,000 in `make fuzz`); the seed is fixed, so a failure comes again.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from pnp.assets import fonts, svg
from pnp.diagnostics import Problems
from pnp.kit import Clock, open_kit
from pnp.load.workspace import disk_for, find

ROOT = Path(__file__).parent.parent
MUTANTS = int(os.environ.get("PNP_FUZZ", "200"))
GAMES = ("host-takeover", "organ-trail")
PIECES = [b"{{", b"}}", b"{%", b"%}", b"<", b">", b'"', b"'", b":", b" #", b"\t", b"\0", b"[", b"]", b"{", b"}", b"*", b"&a", b"-1", b"1e9", b"\xff", b"\xe2"]


def mutant(data: bytes, dice: random.Random) -> bytes:
    """A copy with one to four small faults: bytes changed, dropped, doubled, moved or put in, or the end cut off."""
    made = bytearray(data)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(made) + 1)
        to = min(len(made), at + dice.randint(1, 12))
        match dice.randrange(6):
            case 0:
                made[at:to] = bytes(dice.randrange(256) for _ in range(to - at))
            case 1:
                del made[at:to]
            case 2:
                made[at:at] = made[at:to]
            case 3:
                made[at:at] = dice.choice(PIECES)
            case 4:
                part = made[at:to]
                del made[at:to]
                other = dice.randrange(len(made) + 1)
                made[other:other] = part
            case _ if dice.random() < 0.2:
                del made[at:]
    return bytes(made)


def survives(task: Callable[[], object], what: str) -> None:
    """Run a task; what leaves it must be Problems, or nothing."""
    try:
        task()
    except Problems as problem:
        assert problem.diagnostics, what
        assert all(d.message and d.code for d in problem.diagnostics), what


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fuzz")
    for game in GAMES:
        for part in ("data", "templates"):
            shutil.copytree(ROOT / part / game, folder / part / game)
    (folder / "pnp.yaml").write_text("")
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_damaged_games(home: Path, game: str) -> None:
    dice = random.Random(f"games {game}")
    files = sorted(path for part in ("data", "templates") for path in (home / part / game).rglob("*") if path.is_file())
    assert len(files) >= 8
    for number in range(MUTANTS // 8):
        path = dice.choice(files)
        good = path.read_bytes()
        path.write_bytes(mutant(good, dice))
        try:
            workspace = find(home)
            survives(lambda w=workspace: open_kit(disk_for(w, home / "data" / game), game, Clock()), f"{number}: {path}")
        finally:
            path.write_bytes(good)


def test_damaged_icons() -> None:
    dice = random.Random("icons")
    files = sorted(ROOT.glob("data/*/icons/*.svg"))
    assert files
    for number in range(3 * MUTANTS // 8):
        path = dice.choice(files)
        survives(partial(svg.read, mutant(path.read_bytes(), dice), path.name, path.stem), f"{number}: {path}")


def test_damaged_fonts() -> None:
    dice = random.Random("fonts")
    files = sorted(ROOT.glob("fonts/*/*.ttf"))
    assert len(files) >= 10

    def used(data: bytes) -> None:
        face = fonts.typeface(data, "a.ttf")
        face.width("Waffle Ämter")
        face.subset(face.shape("Waffle").glyphs)

    for number in range(3 * MUTANTS // 8):
        path = dice.choice(files)
        survives(partial(used, mutant(path.read_bytes(), dice)), f"{number}: {path}")
