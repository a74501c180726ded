"""Ctrl-C while several games are built at once: each print is the old one or the new one, whole."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SLOW = """
import pathlib, time
real = pathlib.Path.replace
def replace(self, target):
    time.sleep(0.15)
    return real(self, target)
pathlib.Path.replace = replace
"""
GAME = "title: Toy\nplayers: {min: 2, max: 4}\ncomponents:\n  cards: {kind: deck, template: base/classic, cards: [{id: a, title: WORD}]}\n"


def run(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder / "slow"), *sys.path])}
    command = [sys.executable, "-m", "pnp", "build", "one", "two", "-j", "2", *more]
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_no_print_is_half_old_and_half_new(tmp_path: Path) -> None:
    """The first process left at once, and whoever was putting files in place was cut off with
    it.
    """
    (tmp_path / "pnp.yaml").touch()
    (tmp_path / "slow").mkdir()
    for word in ("before", "after"):
        for name in ("one", "two"):
            (tmp_path / "data" / name).mkdir(parents=True, exist_ok=True)
            (tmp_path / "data" / name / "game.yaml").write_text(GAME.replace("WORD", word))
        if word == "before":
            assert run(tmp_path).wait(60) == 0
            (tmp_path / "slow" / "sitecustomize.py").write_text(SLOW)
    old = {path: path.read_bytes() for path in (tmp_path / "output").glob("*/*.pdf")}
    build = run(tmp_path)
    until = time.monotonic() + 60
    while all(path.read_bytes() == data for path, data in old.items()) and time.monotonic() < until:
        time.sleep(0.01)
    os.killpg(build.pid, signal.SIGINT)
    build.wait(60)
    for name in ("one", "two"):
        folder = tmp_path / "output" / name
        said = json.loads((folder / "manifest.json").read_text())["files"]
        assert {
            file: hashlib.sha256((folder / file).read_bytes()).hexdigest() for file in said
        } == {file: row["sha256"] for file, row in said.items()}
        assert not list(folder.glob(".*.tmp"))
