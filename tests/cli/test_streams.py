"""Standard output and standard error of a real process as shells and other systems have them:
closed, full, unread, without UTF-8.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from model.toy import game, written

from pnp import __version__

ROOT = Path(__file__).parent.parent.parent
NO_SPACE = "Standard output cannot be written: No space left on device.\n"
NO_GAME = 'error P130 there is no game "chess"\n  hint: known here: toy\n'

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


def shell(line: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """A line of bash in a folder; `pnp` is this interpreter's, and so is the exit code."""
    command = line.replace("pnp", f"{shlex.quote(sys.executable)} -m pnp", 1)
    return subprocess.run(
        ["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **more},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("line", "status", "out"),
    [
        ("pnp --version", 0, f"pnp {__version__}\n"),
        ("pnp list >&-", 0, ""),
        ("pnp list | head -c 3", 0, "toy"),
        ("pnp list | true", 0, ""),
        ("pnp check chess 2>&-", 3, NO_GAME),
        ("pnp build chess 2>&-", 3, ""),
        ("pnp check chess | true", 3, ""),
        ("pnp check --loud 2>&1 | true", 2, ""),
    ],
)
def test_exit_code_with_streams_open_and_closed(
    tmp_path: Path, line: str, status: int, out: str
) -> None:
    written(tmp_path, {})
    run = shell(line, tmp_path)
    assert (run.returncode, run.stdout) == (status, out) and "Traceback" not in run.stderr


@pytest.mark.parametrize(
    "line", ["check | true", "check 2>&1 | true", "check --format json | true", "build 2>&1 | true"]
)
def test_exit_code_of_findings_that_nobody_reads(tmp_path: Path, line: str) -> None:
    written(tmp_path, {"game.yaml": game(("rank: 1", "rank: 9"))})
    run = shell(f"pnp {line}", tmp_path)
    assert run.returncode == 1 and "Traceback" not in run.stderr


@full
def test_exit_code_on_a_full_disk(tmp_path: Path) -> None:
    written(tmp_path, {})
    run = shell("pnp list >/dev/full", tmp_path)
    assert (run.returncode, run.stderr) == (5, NO_SPACE)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace whose next build says that nothing has changed."""
    folder = tmp_path_factory.mktemp("built")
    written(folder, {})
    assert shell("pnp build", folder).returncode == 0
    return folder


@pytest.mark.parametrize("redirected", ["", "| true", "2>&1 | true", ">&-", "2>&-", ">&- 2>&-"])
def test_unchanged_build_is_reported_to_nobody(built: Path, redirected: str) -> None:
    run = shell(f"pnp build {redirected}", built)
    assert run.returncode == 0 and "Traceback" not in run.stderr
    assert redirected or "unchanged" in run.stderr


@full
@pytest.mark.parametrize("redirected", [">/dev/full", "2>/dev/full", "&>/dev/full"])
def test_unchanged_build_on_a_full_disk(built: Path, redirected: str) -> None:
    run = shell(f"pnp build {redirected}", built)
    assert (run.returncode, run.stderr) == (5, NO_SPACE if redirected == ">/dev/full" else "")


def test_unchanged_build_reports_as_json_where_the_environment_asks(built: Path) -> None:
    for _ in range(2):
        assert '"game": "toy"' in shell("pnp build", built, PNP_JSON="1").stdout


STAR = {
    "game.yaml": game(("title: Toy", "title: Toy ★")) + "  book: {kind: rulebook, text: b.md}\n",
    "b.md": "# Stars ★\n",
}


@pytest.mark.parametrize(
    ("call", "encoding"),
    [
        ("list", "cp1252"),
        ("list", "ascii"),
        ("list", ""),
        ("explain P315", "cp437"),
        ("rules toy --to txt -o -", "cp1252"),
    ],
)
def test_pipe_gets_utf_8_whatever_the_system_has(tmp_path: Path, encoding: str, call: str) -> None:
    written(tmp_path, STAR)
    run = shell(f"pnp {call} | cat", tmp_path, PYTHONIOENCODING=encoding)
    assert (run.returncode, run.stderr) == (0, "")
    assert not run.stdout.isascii() and ("★" in run.stdout or "explain" in call)


def test_terminal_without_a_character_shows_its_number(tmp_path: Path) -> None:
    import pty

    written(tmp_path, STAR)
    ours, theirs = pty.openpty()
    run = subprocess.run(
        [sys.executable, "-m", "pnp", "list"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp437"},
        stdout=theirs,
        stderr=subprocess.PIPE,
        timeout=60,
    )
    os.close(theirs)
    shown = os.read(ours, 10_000)
    os.close(ours)
    assert (run.returncode, run.stderr) == (0, b"") and rb"Toy \u2605" in shown
