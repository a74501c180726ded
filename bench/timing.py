"""Whole processes, timed by the system's own account of the finished child."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

PAUSE = 0.02
"""Seconds between two looks at the memory of a family of processes."""


class Run(NamedTuple):
    """One process: seconds on the clock, seconds of processor, peak memory in MB, exit code, and
    bytes of the file that it made.
    """

    wall: float
    cpu: float
    memory: float
    code: int
    size: int


def timed(command: Sequence[str], folder: Path, log: Path, made: Path | None) -> Run:
    """Run a command in a folder; what it says goes into the log, and `made` is the file to weigh.

    The memory is that of the largest process of its family.
    """
    with open(log, "wb") as out:
        begun = time.monotonic()
        child = _begun(command, folder, out.fileno())
        _, status, used = os.wait4(child.pid, 0)
        wall = time.monotonic() - begun
    child.returncode = os.waitstatus_to_exitcode(status)
    size = made.stat().st_size if made is not None and made.exists() else 0
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, child.returncode, size)


def watched(command: Sequence[str], folder: Path, log: Path) -> float:
    """The most memory in MB that a command and its children held together, pages that they share
    counted once; 0 where /proc is unknown.

    Looking takes time, so such a run is not timed.
    """
    most = 0.0
    with open(log, "wb") as out:
        child = _begun(command, folder, out.fileno())
        while child.poll() is None:
            most = max(most, sum(_share(pid) for pid in _family(child.pid)))
            time.sleep(PAUSE)
    return most


def _begun(command: Sequence[str], folder: Path, out: int) -> subprocess.Popen[bytes]:
    """The process, started; Python keeps its compiled modules, as on anybody's machine."""
    environment = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out
    )


def _family(pid: int) -> Iterator[int]:
    """A process and those that it started, and so on."""
    yield pid
    try:
        children = [
            int(word)
            for path in Path(f"/proc/{pid}/task").glob("*/children")
            for word in path.read_text().split()
        ]
    except OSError:
        return
    for child in children:
        yield from _family(child)


def _share(pid: int) -> float:
    """A process's memory in MB, of shared pages its share."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
