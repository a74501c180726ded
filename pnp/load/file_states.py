"""How files and folders stand on the disk: size and time of change, to tell later whether they
have changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

MOST_BYTES = 16_000_000

State = tuple[str, int, int]
"""A path, its size in bytes and its time of change in nanoseconds; -1 twice where there is
nothing.
"""


def state(path: str) -> State:
    """How a file stands."""
    try:
        found = os.stat(path)
    except OSError:
        return (path, -1, -1)
    return (path, found.st_size, changed_at(found))


def changed_at(found: os.stat_result) -> int:
    """A number that is another when a file was changed: also by bytes that brought an old time, or
    one to come (`cp -p`).

    The sum of the times of its bytes and, where the system keeps that, of when they came; in
    nanoseconds.
    """
    return found.st_mtime_ns if os.name == "nt" else found.st_mtime_ns + found.st_ctime_ns


def folder_state(path: str) -> State:
    """How the entries of a folder stand: its size says nothing, its time changes when an entry
    comes or goes.
    """
    return (path, 0, state(path)[2])


def folders_below(paths: Iterable[str]) -> list[State]:
    """The states of folders and all folders in them; hidden ones and Python's caches are left
    out, as they are when a game is read.
    """
    found: list[State] = []
    for path in paths:
        found.append(folder_state(path))
        for root, names, _ in os.walk(path):
            names[:] = sorted(
                name for name in names if not name.startswith(".") and name != "__pycache__"
            )
            found += [folder_state(os.path.join(root, name)) for name in names]
    return found


def ordinary(path: str) -> bool:
    """Whether a file of ours is one of moderate size: a link, a pipe or a device that a stranger
    has put there is not opened.
    """
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return found.st_mode & 0o170000 == 0o100000 and found.st_size <= MOST_BYTES
