"""A task in a process of its own: its value comes back, its problems too; what passes the bounds
becomes P830.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from model.toy import written

from pnp.assets.images import read
from pnp.diagnostics import Problems, text
from pnp.load.workspace import find, find_game, is_strange, trust
from pnp.sandbox.worker import Bounds, confined

NARROW = Bounds(memory=200_000_000, seconds=1, patience=20)
posix = pytest.mark.skipif(sys.platform != "linux", reason="bounds that only Linux knows")


def refused(task: Callable[..., Any], *args: Any, bounds: Bounds = NARROW) -> str:
    with pytest.raises(Problems) as problem:
        confined(task, *args, bounds=bounds)
    (only,) = problem.value.diagnostics
    return text(only)


def test_the_value_comes_back() -> None:
    assert confined(divmod, 7, 2) == (3, 1)


def test_a_large_value_comes_back() -> None:
    assert confined(bytes, 30_000_000) == bytes(30_000_000)


def test_a_large_task_gets_there() -> None:
    assert confined(len, bytes(30_000_000)) == 30_000_000


def test_what_is_printed_is_no_part_of_the_value(capfd: pytest.CaptureFixture[str]) -> None:
    assert confined(print, "hello") is None
    assert confined(os.write, 1, b"there\n") == 6
    assert capfd.readouterr().out == ""


def test_problems_come_back() -> None:
    assert refused(read, b"", "art.png", bounds=Bounds()) == (
        'art.png: error P431 the image "art.png" is damaged: the file is empty\n  hint: save or export it again'
    )


@posix
def test_the_memory_of_whoever_asks_is_not_the_worker_s() -> None:
    program = "from pnp.sandbox.worker import Bounds, confined\nlarge = b'x' * 300_000_000\nconfined(int, 'x', bounds=Bounds(memory=350_000_000))"
    said = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert "RuntimeError: in the worker:" in said.stderr and "P830" not in said.stderr


def test_a_fault_is_told_as_one() -> None:
    with pytest.raises(RuntimeError, match=r"in the worker:\n(.|\n)*ValueError: invalid literal"):
        confined(int, "x")


@posix
@pytest.mark.parametrize(
    ("task", "args", "bounds", "told"),
    [
        (bytearray, (400_000_000,), NARROW, "takes more than 190 MB of memory"),
        (pow, (3, 10**9), NARROW, "takes more than 1 seconds of processor time"),
        (time.sleep, (30,), NARROW._replace(patience=1), "takes longer than 1 seconds"),
        (os._exit, (3,), NARROW, "ended the process that did it (code 3)"),
        (os.abort, (), NARROW, "ended the process that did it (code -6)"),
    ],
    ids=["memory", "processor", "clock", "exit", "abort"],
)
def test_what_passes_the_bounds_is_refused(
    task: Callable[..., Any], args: tuple[Any, ...], bounds: Bounds, told: str
) -> None:
    assert refused(task, *args, bounds=bounds).startswith(
        f"error P830 reading and drawing the game {told}\n"
    )


@posix
def test_no_file_is_written(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="File too large"):
        confined(Path.write_bytes, tmp_path / "new", b"x" * 10)


def test_a_folder_is_strange_until_it_is_trusted_where_it_lies(tmp_path: Path) -> None:
    """What lies inside it counts for nothing, a copy of it is another folder."""
    written(tmp_path / "a", {})
    workspace = find(tmp_path / "a")
    game = find_game(workspace, "toy")
    assert game is not None
    assert is_strange(workspace, game)
    assert not is_strange(workspace._replace(untrusted=False), game)
    assert not is_strange(workspace, workspace.shipped / "data" / "organ-match")
    trust(tmp_path / "a")
    assert not is_strange(workspace, game)
    (tmp_path / "link").symlink_to(tmp_path / "a")
    assert not is_strange(find(tmp_path / "link"), tmp_path / "link/data/toy")
    (tmp_path / "a").rename(tmp_path / "b")
    assert is_strange(find(tmp_path / "b"), tmp_path / "b/data/toy")


@pytest.mark.parametrize("noted", [b"", b"x", b"\xff", b"[1]", b"[" * 100_000, b'{"/": 0}'])
def test_a_damaged_note_trusts_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noted: bytes
) -> None:
    written(tmp_path, {})
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "state/pnp").mkdir(parents=True)
    (tmp_path / "state/pnp/trusted.json").write_bytes(noted)
    assert is_strange(find(tmp_path), tmp_path / "data/toy")
    trust(tmp_path)
    assert not is_strange(find(tmp_path), tmp_path / "data/toy")


def test_trust_that_cannot_be_noted_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, {"state": "a file"})
    for name, value in (("XDG_STATE_HOME", str(tmp_path / "data/toy/state")), ("HOME", "none")):
        monkeypatch.setenv(name, value)
        with pytest.raises(Problems) as problem:
            trust(tmp_path)
        assert [d.code for d in problem.value.diagnostics] == ["P702"]
        monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert is_strange(find(tmp_path), tmp_path / "data/toy")


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owner here")
@pytest.mark.parametrize(("foreign", "strange"), [("", False), (".", True), ("data/toy", True)])
def test_a_game_is_strange_by_itself_or_by_the_workspace_around_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, foreign: str, strange: bool
) -> None:
    """The templates and fonts of another user's workspace are read as well, though the game in
    it is one's own.
    """
    written(tmp_path, {})
    workspace = find(tmp_path)
    trust(tmp_path)
    game = find_game(workspace, "toy")
    assert game is not None
    stat, owner = os.stat, os.geteuid()

    def owned(path: Any, **more: Any) -> os.stat_result:
        found = list(stat(path, **more))
        found[4] = owner + (foreign != "" and Path(path) == tmp_path / foreign)
        return os.stat_result(found)

    monkeypatch.setattr(os, "stat", owned)
    assert is_strange(workspace, game) is strange
