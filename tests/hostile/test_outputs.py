"""Outputs under stress: a full disk at every write, kill -9, Ctrl-C, two builds at once.

What was there stays, or is replaced whole.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hostile.scenery import HERE, consistent, snapshot
from pnp.build.conductor import Job, build
from pnp.build.print_options import PrintOptions
from pnp.diagnostics import Problems
from pnp.impose import Duplex, PaperOptions
from pnp.load.workspace import find
from pnp.output.write import write
from pnp.units.geometry import parse_paper

TESTS = HERE.parent
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    shutil.copytree(HERE / "bases" / "toy", folder)
    return folder


def built(workspace: Path, target: Path, name: str) -> None:
    """The toy with another card."""
    (workspace / "data/toy/cards.yaml").write_text(f"- {{id: one, name: {name}}}\n")
    order = PrintOptions(PaperOptions(parse_paper("a4"), Duplex.LONG, 0, 5_000, True))  # type: ignore[arg-type]
    build(find(workspace), Job("toy", workspace / "data/toy", target, order))


# --- a full disk
# --------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kilobytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = sys.platform == "linux" and shutil.which("mount")
    if (
        not mounted
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True
        ).returncode
    ):
        pytest.skip("a file system can be mounted here by nobody")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_build_on_a_full_disk(workspace: Path, small_disk: Path) -> None:
    """With every number of free pages: refused and as before, or built."""
    target = small_disk / "toy"
    built(workspace, target, "Old")
    refused = 0
    for free in range(12):
        old = snapshot(target)
        filler = small_disk / "filler"
        space = os.statvfs(small_disk)
        filler.write_bytes(bytes(max(0, space.f_bavail - free) * space.f_frsize))
        try:
            built(workspace, target, f"New {free}")
        except Problems as problem:
            assert {d.code for d in problem.diagnostics} == {"P701"}
            assert snapshot(target) == old
            refused += 1
        filler.unlink()
        assert consistent(target) == ""
    assert 2 <= refused < 12


Files = dict[str, bytes]
OLD: Files = {"cards.pdf": b"%PDF-1.4 old %%EOF", "stale.pdf": b"%PDF-1.4 stale %%EOF"}
NEW: Files = {"cards.pdf": b"%PDF-1.4 new %%EOF", "more.pdf": b"%PDF-1.4 more %%EOF"}
CALLS = ("open", "fdopen", "fsync", "link", "replace", "unlink")


class Fault:
    """Makes the so many-th call of the system that writing needs fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int, number: int) -> None:
        self.left, self.number, self.failed = at, number, ""
        for name in CALLS:
            monkeypatch.setattr(os, name, self._failing(name, getattr(os, name)))

    def _failing(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.left -= 1
            if self.left == 0:
                self.failed = name
                if name == "fdopen":
                    os.close(args[0])
                raise OSError(self.number, os.strerror(self.number))
            return real(*args, **kwargs)

        return call


@pytest.mark.parametrize(
    "number", [errno.ENOSPC, errno.EIO, errno.EACCES], ids=["full", "broken", "forbidden"]
)
def test_write_may_fail_at_every_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Whichever call of the system fails:

    Problems and the old build, or the new build whole; never a mixture, and nothing left over.
    """
    failed = []
    for at in range(1, 200):
        folder = tmp_path / str(at)
        write(folder, OLD, {"format": 1, "files": {}})
        before = snapshot(folder)
        with monkeypatch.context() as patch:
            fault = Fault(patch, at, number)
            try:
                write(folder, NEW, {"format": 1, "files": {}})
                refused = False
            except Problems as problem:
                refused = True
                assert all(d.code.startswith("P7") for d in problem.diagnostics)
        if refused:
            assert snapshot(folder) == before, (at, fault.failed)
        else:
            assert consistent(folder) == "", (at, fault.failed)
            assert json.loads((folder / "manifest.json").read_bytes())["files"].keys() == NEW.keys()
        failed.append(fault.failed)
        if not fault.failed:
            break
    assert failed[-1] == ""
    assert set(failed) >= {*CALLS}


# --- killed and interrupted
# --------------------------------------------------------------------------------


@posix
def test_build_that_is_killed_leaves_whole_files(workspace: Path) -> None:
    """`make fuzz` kills a hundred."""
    done = killed(workspace, int(os.environ.get("PNP_KILLS", "4")), 1)
    assert done["problems"] == []
    assert done["steps"] >= 4


def killed(workspace: Path, rounds: int, seed: int) -> dict[str, Any]:
    """What came of builds that were killed (see `killing.py`)."""
    program = f"import sys; sys.path.insert(0, {str(TESTS)!r}); from pathlib import Path; from hostile.killing import main; "
    program += f"main(Path({str(workspace)!r}), {rounds}, {seed})"
    said = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def started(workspace: Path, *args: str) -> subprocess.Popen[str]:
    """A call in a session of its own."""
    pipe = subprocess.PIPE
    call = [sys.executable, "-P", "-m", "pnp", *args]
    return subprocess.Popen(
        call, cwd=workspace, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    )


def interrupted(process: subprocess.Popen[str]) -> tuple[int, list[str]]:
    """The exit code of a call after Ctrl-C, and the last line that it says."""
    os.killpg(process.pid, signal.SIGINT)
    _, talk = process.communicate(timeout=20)
    assert "Traceback" not in talk, talk
    return process.returncode, talk.splitlines()[-1:]


@posix
@pytest.mark.parametrize("share", [0.02, 0.4, 0.8])
def test_ctrl_c_leaves_whole_files(workspace: Path, share: float) -> None:
    """Whenever it comes, all processes of the build hear it; none of them says more than that it
    stopped.
    """
    target = workspace / "output" / "toy"
    built(workspace, target, "Old")
    old = snapshot(target)
    (workspace / "data/toy/cards.yaml").write_text("- {id: one, name: New, count: 5000}\n")
    process = started(workspace, "build", "toy")
    time.sleep(0.12 + share * 0.9)  # not while the interpreter itself starts
    code, _ = interrupted(process)
    assert code in (0, 130)
    if code:
        assert snapshot(target) == old
    assert consistent(target) == ""


@posix
def test_ctrl_c_while_a_worker_has_nothing_to_do(workspace: Path) -> None:
    """It printed where it stood; and the games that waited were built first."""
    for name, count in (("toy", 2), ("toy2", 20000), ("toy3", 20000), ("toy4", 2)):
        if name != "toy":
            shutil.copytree(workspace / "data/toy", workspace / "data" / name)
            shutil.copytree(workspace / "templates/toy", workspace / "templates" / name)
        cards = workspace / "data" / name / "cards.yaml"
        cards.write_text(f"- {{id: one, name: New, count: {count}}}\n")
    for games, first in ((("toy", "toy2"), "toy"), (("toy2", "toy3", "toy4"), None)):
        process = started(workspace, "build", *games, "-j", "2")
        ready = workspace / "output/toy/manifest.json"
        until = time.monotonic() + 10
        while first and not ready.exists() and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(0.3)
        assert interrupted(process) == (130, ["Stopped."])
    assert not (workspace / "output/toy4").exists()
    for folder in (workspace / "output").glob("*/"):
        assert consistent(folder) == ""


# --- two at once
# --------------------------------------------------------------------------------


@posix
def test_build_twice_at_once(workspace: Path) -> None:
    """Both end well, or one waits too long for the other; the files in the end are those of one
    build.
    """
    pair = []
    for count in (2, 3):
        pair.append(started(workspace, "build", "toy"))
        time.sleep(0.05)
        (workspace / "data/toy/cards.yaml").write_text(
            f"- {{id: one, name: One, count: {count}}}\n"
        )
    ends = [(process.communicate(timeout=30)[1], process.returncode) for process in pair]
    assert all(code == 0 or (code == 5 and "P705" in talk) for talk, code in ends), ends
    assert consistent(workspace / "output/toy") == ""
    left = {path.name for path in (workspace / "output/toy").iterdir()}
    assert left == {"cards-one-sided.pdf", "print-me-first.pdf", "manifest.json", ".pnp.lock"}


def test_write_keeps_files_of_the_user(tmp_path: Path) -> None:
    """Only what an earlier build wrote and nobody changed is removed."""
    write(tmp_path, OLD, {"format": 1, "files": {}})
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "stale.pdf").write_bytes(b"changed since")
    write(tmp_path, NEW, {"format": 1, "files": {}})
    there = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:4]
        for path in tmp_path.iterdir()
        if path.name[0] != "."
    }
    assert set(there) == {"cards.pdf", "more.pdf", "stale.pdf", "notes.txt", "manifest.json"}
