"""A stranger's folder can do no harm: every case is refused in the right words, quickly, and
nothing but its own folder is touched.
"""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from hostile import scenery
from hostile.scenery import REPOSITORY, Case, NotHere, cases, consistent, snapshot

TESTS = Path(__file__).parent.parent
MEMORY = 1 << 20
"""Kilobytes that a run may use: one gibibyte."""
ALL = cases()
_FOUND = re.compile(
    r"^(?:(?P<file>[^\s].*?)(?::(?P<line>\d+))?(?::\d+)?: )?(?:error|warning) (?P<code>P\d{3}) ",
    re.MULTILINE,
)


class House:
    """The process that runs cases; started anew when a case has killed it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def run(self, case: Case, folder: Path) -> dict[str, Any]:
        """What came of a case."""
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(TESTS)!r}); "
                       f"from hostile.house import serve; serve({str(REPOSITORY)!r})"]  # fmt: skip
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(
            json.dumps({"run": case.args, "folder": str(folder), "seconds": case.seconds}) + "\n"
        )
        self._process.stdin.flush()
        answer = _line(self._process.stdout, case.seconds + 5)
        if not answer:
            self.close()
            pytest.fail(f"{case.name}: pnp hung or died")
        found: dict[str, Any] = json.loads(answer)
        return found

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def _line(stream: IO[str], seconds: float) -> str:
    ready, _, _ = select.select([stream], [], [], seconds)
    return stream.readline() if ready else ""


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    made = House()
    yield made
    made.close()


def alone(case: Case, folder: Path, scratch: Path) -> dict[str, Any]:
    """What came of a case that has a process of its own."""
    report = scratch / "report.txt"
    environment = {
        **os.environ,
        "PYTHONPATH": str(TESTS / "hostile" / "site"),
        "PYTHONDONTWRITEBYTECODE": "1",
        **{key: str(value) for key, value in case.env.items()},
    }
    environment |= {
        "HOSTILE_TESTS": str(TESTS),
        "HOSTILE_REPOSITORY": str(REPOSITORY),
        "HOSTILE_FOLDER": str(folder),
    }
    environment |= {
        "HOSTILE_REPORT": str(report),
        "HOSTILE_WORKER": str(int("--untrusted" in case.args)),
    }
    for name in case.unset:
        environment.pop(name, None)
    report.write_text("")
    out, err = (scratch / name for name in ("out", "err"))
    begun = time.monotonic()
    with out.open("wb") as out_file, err.open("wb") as err_file:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pnp", *case.args],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out_file,
            stderr=err_file,
            preexec_fn=lambda: _before(case),
        )
        peak = _waited(process, case.seconds)
    effects = report.read_text(encoding="utf-8", errors="replace").splitlines()
    said = [path.read_bytes().decode("utf-8", "replace") for path in (out, err)]
    code = process.returncode
    return {
        "exit": code,
        "out": said[0],
        "err": said[1],
        "seconds": time.monotonic() - begun,
        "peak": peak,
        "effects": effects,
    }


def _before(case: Case) -> None:
    """In the new process: less memory, the streams that the case wants, and no right to write
    where the owner may not.
    """
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY * 1024, MEMORY * 1024))
    if case.cpu:
        resource.setrlimit(resource.RLIMIT_CPU, (case.cpu, case.cpu))
    for wanted, handle in ((case.stdout, 1), (case.stderr, 2)):
        if wanted == "closed":
            os.close(handle)
        elif wanted == "full":
            os.dup2(os.open("/dev/full", os.O_WRONLY), handle)
        elif wanted == "broken":
            read, write = os.pipe()
            os.close(read)
            os.dup2(write, handle)
    if case.as_user and os.geteuid() == 0:
        import ctypes

        for capability in (
            1,
            2,
        ):  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: what lets root write everywhere
            ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)


def _waited(process: subprocess.Popen[bytes], seconds: float) -> int:
    """Waits for the end; the most memory in use, in kilobytes."""
    until = time.monotonic() + seconds
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1)
        if time.monotonic() > until:
            os.kill(process.pid, signal.SIGKILL)
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes, links and signals of POSIX")
@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_strangers_folder_does_no_harm(case: Case, tmp_path: Path, house: House) -> None:
    folder = tmp_path / "case"
    try:
        scenery.build(case, folder)
    except NotHere as why:
        pytest.skip(str(why))
    before, around = snapshot(folder), snapshot(tmp_path / "outside")
    came = alone(case, folder, tmp_path) if case.alone else house.run(case, folder)
    told = came["out"] + came["err"]
    assert (came["exit"], _found(case, told)) == (case.exit, ""), told
    assert "Traceback" not in told, told
    assert "fault in pnp" not in told and "Warning" not in told, told
    assert case.out in told
    assert came["effects"] == []
    assert came["seconds"] <= case.seconds
    assert came["peak"] <= MEMORY
    assert snapshot(tmp_path / "outside") == around
    after = snapshot(folder)
    if case.exit:
        assert after == before
    else:
        assert _inputs(case, after) == _inputs(case, before)
        assert [
            wrong
            for path in folder.glob("output/*")
            if path.is_dir()
            if (wrong := consistent(path))
        ] == []


def _found(case: Case, told: str) -> str:
    """What is missing of the diagnostic that a case expects; empty when it is there, at its
    place.
    """
    found = [
        (match["code"], match["file"] or "", int(match["line"] or 0))
        for match in _FOUND.finditer(told)
    ]
    if not case.code:
        return "" if not case.exit or not found else f"nothing was expected, found {found}"
    hits = [
        (code, file, line)
        for code, file, line in found
        if code == case.code and case.file in ("", file) and case.line in (0, line)
    ]
    return "" if hits else f"expected {case.code} at {case.file}:{case.line}, found {found}"


def _inputs(case: Case, found: dict[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    """What a build must leave alone even when it ends well."""
    ours = ("output", *case.writes)
    return {
        name: state
        for name, state in found.items()
        if name not in ours and not name.startswith(tuple(f"{part}/" for part in ours))
    }


def test_cases_are_many() -> None:
    assert len(ALL) >= 90


def test_watch_hears_what_it_must(tmp_path: Path) -> None:
    """A watch that heard nothing would let every case pass."""
    (tmp_path / "case").mkdir()
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "case" / "link").symlink_to(tmp_path / "secret")
    program = (
        "import os, socket, subprocess, sys; sys.path.insert(0, sys.argv[1])\n"
        "from hostile.watch import Watch, readable\n"
        "watch = Watch(readable(sys.argv[2])); watch.inside = os.getcwd(); watch.on = True\n"
        "open('own', 'w').close(); os.listdir('.'); open(os.__file__).close()\n"
        "heard = len(watch.effects)\n"
        "open('link').close(); open('../secret', 'a').close(); os.listdir('/etc'); os.mkdir('../new'); os.rename('own', '../moved')\n"
        "open(os.__file__, 'rb+').close(); socket.socket().close(); subprocess.run(['true'])\n"
        "watch.on = False; print(heard, *[effect.split()[0] for effect in watch.effects])\n"
    )
    # A copy of the library file is not needed: it is opened for writing, but nothing is written.
    command = [sys.executable, "-c", program, str(TESTS), str(REPOSITORY)]
    heard = subprocess.run(
        command, cwd=tmp_path / "case", capture_output=True, text=True, check=True
    ).stdout.split()
    assert heard[:9] == [
        "0",
        "open",
        "open",
        "os.listdir",
        "os.mkdir",
        "os.rename",
        "open",
        "socket.__new__",
        "subprocess.Popen",
    ]


MODULES = (
    "yaml",
    "click",
    "jinja2",
    "markupsafe",
    "reportlab_settings",
    "local_reportlab_settings",
    "PIL",
    "resource",
    "signal",
    "pickle",
)


@pytest.mark.parametrize(
    "call",
    [["-m", "pnp"], ["-c", "from pnp.cli.console import run; run()"]],
    ids=["module", "script"],
)
def test_modules_in_a_strangers_folder_are_not_run(tmp_path: Path, call: list[str]) -> None:
    folder = tmp_path / "case"
    scenery.build(scenery.read(TESTS / "hostile" / "worker-good"), folder)
    for name in (*MODULES, "sitecustomize", "usercustomize"):
        (folder / f"{name}.py").write_text(f"open('run-{name}', 'w').close()\n")
    command = [
        sys.executable,
        *(["-P"] if call[0] == "-c" else []),
        *call,
        "build",
        "toy",
        "--untrusted",
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert (done.returncode, list(folder.glob("run-*"))) == (0, []), done.stderr


def test_folder_that_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    program = f"import os; os.rmdir({str(folder)!r}); import sys; sys.argv = ['pnp', 'build']; from pnp.cli.console import run; run()"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], cwd=folder, capture_output=True, text=True
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 3
