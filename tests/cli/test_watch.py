"""`pnp build --watch`: one line a rebuild, the last good output kept while the data are broken."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pnp.cli.watching import concerned

NAMES = ["one", "two"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/w/data/one/game.yaml", ["one"]),
        ("/w/data/two/cards/deck.csv", ["two"]),
        ("/w/templates/one/card.xml", ["one"]),
        ("/w/templates/base/styles.yaml", NAMES),
        ("/w/fonts/own/a.ttf", NAMES),
        ("/w/pnp.yaml", NAMES),
        ("/w/data/three/game.yaml", []),
    ],
)
def test_which_games_a_change_concerns(path, expected):
    assert concerned([path], NAMES, Path("/w")) == expected


def _wait(process, pattern: str, lines: list[str]) -> None:
    """Read lines until one has the pattern."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        line = process.stdout.readline()
        lines.append(line)
        if pattern in line:
            return
    raise AssertionError(f"{pattern!r} was not said: {lines}")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_a_session_of_saving(tmp_path: Path):
    root = Path(__file__).parents[2]
    run = [sys.executable, "-m", "pnp"]
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(root), "PYTHONUNBUFFERED": "1", "PNP_JOBS": "1"}
    subprocess.run([*run, "new", "toy"], cwd=tmp_path, check=True, capture_output=True, env=environment)
    game = tmp_path / "data" / "toy" / "game.yaml"
    process = subprocess.Popen(
        [*run, "build", "toy", "--watch"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )
    lines: list[str] = []
    try:
        _wait(process, "watching for changes", lines)
        pdf = tmp_path / "output" / "toy" / "cards.pdf"
        first = pdf.read_bytes()
        time.sleep(0.3)
        good = game.read_text()
        game.write_text(good + "\n:broken: [\n")
        _wait(process, "the last good output stays", lines)
        assert pdf.read_bytes() == first
        game.write_text(good.replace("title:", "title: New", 1))
        _wait(process, "cards.pdf", lines)
        assert pdf.read_bytes() != first
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.stdout.close()
        process.wait()
