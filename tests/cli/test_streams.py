"""Standard output and standard error as shells and other systems have them: closed, full,
unread, without UTF-8.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from model.toy import game, written

ROOT = Path(__file__).parent.parent.parent

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


def shell(line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A line of bash in a folder; `pnp` is this interpreter's.

    It leaves with what pnp left with.
    """
    command = (
        line.replace("pnp", f"{shlex.quote(sys.executable)} -m pnp", 1) + "; exit ${PIPESTATUS[0]}"
    )
    variables: dict[str, Any] = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=variables,
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A workspace whose next build says that nothing has changed."""
    written(tmp_path, {})
    assert shell("pnp build", tmp_path).returncode == 0
    assert b"unchanged" in shell("pnp build", tmp_path).stdout
    return tmp_path


@pytest.mark.parametrize(
    "line",
    [
        "pnp build | true",
        "pnp build 2>&1 | true",
        "pnp build >&-",
        "pnp build 2>&-",
        "pnp build >&- 2>&-",
    ],
)
def test_that_nothing_has_changed_is_said_to_nobody(built: Path, line: str) -> None:
    done = shell(line, built)
    assert done.returncode == 0 and b"Traceback" not in done.stderr


@full
@pytest.mark.parametrize("redirected", [">/dev/full", "2>/dev/full", "&>/dev/full"])
def test_that_nothing_has_changed_does_not_fit_on_the_disk(built: Path, redirected: str) -> None:
    done = shell(f"pnp build {redirected}", built)
    assert done.returncode == 5 and b"Traceback" not in done.stderr
    assert (
        redirected != ">/dev/full"
        or done.stderr == b"Standard output cannot be written: No space left on device.\n"
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("pnp check | true", 1),
        ("pnp check 2>&1 | true", 1),
        ("pnp check --format json | true", 1),
        ("pnp build 2>&1 | true", 1),
        ("pnp check chess | true", 3),
        ("pnp check --loud 2>&1 | true", 2),
        ("pnp list | true", 0),
    ],
)
def test_a_reader_that_goes_away_does_not_change_the_exit_code(
    tmp_path: Path, line: str, code: int
) -> None:
    written(tmp_path, {"game.yaml": game(("rank: 1", "rank: 9"))} if code == 1 else {})
    done = shell(line, tmp_path)
    assert done.returncode == code and b"Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp437", ""])
@pytest.mark.parametrize(
    "call", ["list", "explain P315", "schema game", "rules organ-match --to txt -o -"]
)
def test_a_pipe_is_given_utf_8_whatever_the_system_has(
    tmp_path: Path, encoding: str, call: str
) -> None:
    if encoding and call != "list" and encoding != "cp1252":
        pytest.skip("one call in each, each call in one")
    written(tmp_path, {"game.yaml": game(("title: Toy", "title: Toy ★"))})
    done = shell(f"pnp {call} | cat", tmp_path, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert not done.stdout.isascii() and done.stdout.decode("utf-8")
    assert call != "list" or "Toy ★".encode() in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_without_a_character_is_shown_its_number(tmp_path: Path) -> None:
    import pty

    written(tmp_path, {"game.yaml": game(("title: Toy", "title: Toy ★"))})
    ours, theirs = pty.openpty()
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp437"}
    done = subprocess.run(
        [sys.executable, "-m", "pnp", "list"],
        cwd=tmp_path,
        env=variables,
        stdout=theirs,
        stderr=subprocess.PIPE,
        timeout=60,
    )
    os.close(theirs)
    said = os.read(ours, 10_000)
    os.close(ours)
    assert (done.returncode, done.stderr) == (0, b"") and rb"Toy \u2605" in said
