"""From outside: whole processes, whole folders, and the three functions that the package offers."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest
from model.toy import game, written

import pnp
from pnp.build.print_options import PrintOptions
from pnp.impose import Duplex, PaperOptions
from pnp.units.geometry import Um, parse_paper

ROOT = Path(__file__).parent.parent
A4 = PrintOptions(PaperOptions(parse_paper("a4"), Duplex.LONG, Um(0), Um(5_000), True))


def run(folder: Path, *args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`python -m pnp` in a folder, with an environment of its own."""
    variables = {
        name: value for name, value in os.environ.items() if not name.startswith("PNP_")
    } | environment
    variables["PYTHONPATH"] = str(ROOT)
    command = [sys.executable, "-m", "pnp", *args]
    return subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, timeout=60, check=False
    )


def contents(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file that a build is to make, by its path."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")]
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    """Whatever the number of jobs, the hash seed, the time zone, the locale, and where the
    folder lies.
    """
    for name, copies in (
        ("one", ("organ-match", "second")),
        ("elsewhere/two", ("second", "organ-match")),
    ):
        for copy in copies:
            for part in ("data", "templates"):
                shutil.copytree(ROOT / part / "organ-match", tmp_path / name / part / copy)
        (tmp_path / name / "pnp.yaml").write_text("")
    first = run(tmp_path / "one", "build", "-j1", PYTHONHASHSEED="1", TZ="UTC", LC_ALL="C.UTF-8")
    other = run(
        tmp_path / "elsewhere/two",
        "build",
        "-j2",
        PYTHONHASHSEED="20",
        TZ="Asia/Kathmandu",
        LC_ALL="C",
    )
    assert (first.returncode, other.returncode) == (0, 0), first.stderr + other.stderr
    made = contents(tmp_path / "one/output")
    files = sorted(name.removeprefix("second/") for name in made if name.startswith("second/"))
    assert {"cards.pdf", "manifest.json", "print-me-first.pdf"} <= set(files)
    assert sorted(made) == [
        f"{game}/{file}" for game in ("organ-match", "second") for file in files
    ]
    assert contents(tmp_path / "elsewhere/two/output") == made
    assert made["organ-match/cards.pdf"] == made["second/cards.pdf"]


def test_an_empty_folder_is_enough(tmp_path: Path) -> None:
    """The shipped games are built into ./output; neither a home folder nor a locale is needed."""
    done = run(tmp_path, "build", "organ-match", HOME="/nonexistent", LANG="", LC_ALL="")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("output/organ-match/print-me-first.pdf  1 sheet, 1 page\n")
    with pikepdf.open(tmp_path / "output/organ-match/cards.pdf") as pdf:
        assert len(pdf.pages) > 30
    assert sorted(path.name for path in tmp_path.iterdir()) == ["output"]


def test_api_reads_checks_and_builds_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, {})
    toy = pnp.load(tmp_path / "data/toy")
    assert [card.id for card in toy.read().components["cards"].cards] == ["a", "b"]
    assert toy.check() == []
    report = toy.build(tmp_path / "made", paper="letter", only=("cards",))
    assert (report.cards, sorted(contents(tmp_path / "made"))) == (
        2,
        ["cards-one-sided.pdf", "manifest.json"],
    )
    monkeypatch.chdir(tmp_path)
    assert pnp.load("toy").folder == toy.folder and pnp.load("organ-match").check() == []


def test_api_gives_findings_as_values_and_raises_problems(tmp_path: Path) -> None:
    written(tmp_path, {"game.yaml": game(("rank: 1", "rank: 9"))})
    toy = pnp.load(tmp_path / "data/toy")
    assert [(d.code, d.span and d.span.line) for d in toy.check()] == [("P205", 10)]
    for call in (toy.read, lambda: toy.build(tmp_path / "made"), lambda: pnp.load("chess")):
        with pytest.raises(pnp.Problems):
            call()
    assert not (tmp_path / "made").exists()
