"""Damaged copies of everything that ships: whatever comes out, only `Problems` may leave.

PNP_FUZZ sets how many mutants are tried (100 in `make test`, 2,000 in `make fuzz`, where every
fifth that has no errors is also imposed and drawn); the seed is fixed, so a failure comes again.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from test_base_templates import BACKS, CARD

from pnp.assets import fonts
from pnp.assets import svg_reader as svg
from pnp.build.conductor import Job, draw_game, make_kit
from pnp.build.print_options import PrintOptions
from pnp.diagnostics import Problems
from pnp.impose import Duplex, PaperOptions
from pnp.load.workspace import disk_for, find, games
from pnp.units.geometry import Um, parse_paper

ROOT = Path(__file__).parent.parent
MUTANTS = int(os.environ.get("PNP_FUZZ", "100"))
BUILT = 5 if MUTANTS > 100 else MUTANTS
"""One mutant in so many is built: drawing a game takes as long as checking it."""
STARTER = ROOT / "pnp/starter/starter"
HOMES = (*sorted(games(find(ROOT))), "base", "starter")
ICONS = sorted(ROOT.glob("data/*/icons/*.svg"))
FONTS = sorted(ROOT.glob("fonts/*/*.ttf"))
PIECES = b"""{{|}}|{%|%}|<|>|"|'|:| #|\t|\0|[|]|{|}|*|&a|-1|1e9|\xff|\xe2""".split(b"|")


def mutant(data: bytes, dice: random.Random) -> bytes:
    """A copy with one to four small faults: bytes changed, dropped, doubled, moved or put in, or
    the end cut off.
    """
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


def shipped(home: str) -> dict[str, Path]:
    """What ships of a game, of the finished templates or of the starter, by its path in a
    workspace.
    """
    if home == "starter":
        return {
            "pnp.yaml"
            if path.name == "pnp.yaml"
            else f"data/{home}/{path.relative_to(STARTER).as_posix()}": path
            for path in files(STARTER)
        }
    folders = [
        ROOT / part / home for part in ("data", "templates") if (ROOT / part / home).is_dir()
    ]
    return {path.relative_to(ROOT).as_posix(): path for folder in folders for path in files(folder)}


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def every_template() -> dict[str, str]:
    """A game that uses all that is in templates/base: each face, each back, the parts of boards."""
    decks = [
        f"  d{n}: {{kind: deck, template: base/{face}, back: base/{BACKS[n % len(BACKS)]}.xml, cards: [{card}]}}"
        for n, (face, card) in enumerate(CARD.items())
    ]
    board = "  board: {kind: board, size: 90x90, front: cells.xml, data: {spaces: {a: {at: [20mm, 20mm], size: 9mm, links: [b]}, b: {at: [50mm, 20mm], size: 9mm}}}}"
    drawn = """\
{% import "base/board.xml" as board %}
<face>{% for l in card.links %}{{ board.link(l) }}{% endfor %}{% for s in card.spaces.values() %}{{ board.cell(s) }}{% endfor %}</face>
"""
    return {
        "pnp.yaml": "",
        "data/all/game.yaml": "\n".join(
            ("title: Base", "players: {min: 1, max: 4}", "components:", *decks, board, "")
        ),
        "templates/all/cells.xml": drawn,
    }


def workspace_with(folder: Path, home: str) -> list[Path]:
    """A workspace with copies of what ships under a name; the files that can be damaged there."""
    more = every_template() if home == "base" else {"pnp.yaml": ""}
    for name, text in more.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for name, source in shipped(home).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, folder / name)
    return [folder / name for name in shipped(home)]


def tried(folder: Path, game: str, whole: bool) -> None:
    """A game checked, and if it is to be whole also imposed and drawn, its first page with it.

    Raises Problems.
    """
    workspace, data = find(folder), folder / "data" / game
    if whole:
        order = PrintOptions(PaperOptions(parse_paper("a4"), Duplex.LONG, Um(0), Um(5_000), True))
        draw_game(workspace, Job(game, data, folder / "out", order))
    else:
        make_kit(disk_for(workspace, data), game)


@pytest.mark.parametrize("home", HOMES)
def test_games_that_are_damaged(tmp_path: Path, home: str) -> None:
    dice = random.Random(f"games {home}")
    paths, game = workspace_with(tmp_path, home), "all" if home == "base" else home
    assert len(paths) >= 4
    if home in ("base", "starter"):  # the games are built by many a test
        tried(tmp_path, game, whole=True)
    for number in range(HOMES.index(home), MUTANTS // 4, len(HOMES)):
        path = dice.choice(paths)
        good = path.read_bytes()
        path.write_bytes(mutant(good, dice))
        try:
            # The first page is set from templates/base only when all else is drawn.
            survives(
                partial(tried, tmp_path, game, home == "base" or number % BUILT == BUILT - 1),
                f"{number}: {path}",
            )
        finally:
            path.write_bytes(good)


def test_files_that_are_damaged_are_all_that_ship() -> None:
    there = {path for part in ("data", "templates", "fonts") for path in files(ROOT / part)} | {
        *files(STARTER)
    }
    taken = {path for home in HOMES for path in shipped(home).values()} | {*ICONS, *FONTS}
    assert {path.suffix for path in taken} == {
        ".yaml",
        ".csv",
        ".md",
        ".xml",
        ".svg",
        ".ttf",
        ".txt",
    }
    assert {path.name for path in there - taken} <= {
        "README.md",
        "AUTHORS.txt",
        "LICENSE.txt",
        "OFL.txt",
        "game-icons.json",
    }


def test_icons_that_are_damaged() -> None:
    dice = random.Random("icons")
    assert ICONS
    for number in range(3 * MUTANTS // 8):
        path = dice.choice(ICONS)
        survives(
            partial(svg.read, mutant(path.read_bytes(), dice), path.name, path.stem),
            f"{number}: {path}",
        )


def test_fonts_that_are_damaged() -> None:
    dice = random.Random("fonts")
    assert len(FONTS) >= 10

    def used(data: bytes) -> None:
        face = fonts.typeface(data, "a.ttf")
        face.width("Waffle Ämter")
        face.subset(face.shape("Waffle").glyphs)

    for number in range(3 * MUTANTS // 8):
        path = dice.choice(FONTS)
        survives(partial(used, mutant(path.read_bytes(), dice)), f"{number}: {path}")
