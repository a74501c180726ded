"""Tells whether a build would find everything as the last one left it, from sizes and times alone.

After a build that ended well a record is left in the output folder: the call, every file that was
read or written, every folder whose entries matter, pnp's own files, and what was printed.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from pnp.load.file_states import State, folder_state, folders_below, ordinary, state
from pnp.load.workspace import MARK, Workspace, around, disk_for

RECORD = ".pnp-last.json"
FORMAT = 4
MOST_CALLS = 16
"""Calls that a record remembers, each with its own options."""
_SECOND = 1_000_000_000


class Snapshot(NamedTuple):
    """How everything that a build depends on stood before it, by path."""

    files: Mapping[str, State]
    folders: Mapping[str, State]


def call_key(parameters: Mapping[str, object]) -> str:
    """A text that differs where a call does: its options, the current folder, the interpreter."""
    return json.dumps([FORMAT, sys.version, os.getcwd(), parameters], default=str, sort_keys=True)


def snapshot(workspace: Workspace, games: Iterable[Path], files: Iterable[Path] = ()) -> Snapshot:
    """How the files and folders stand that building some games depends on, and some more files.

    What a build reads is recorded as it stood then; this is for what may come or go: a `pnp.yaml`,
    a game, a file that would be read in place of another.
    """
    here = Path.cwd()
    marks = [folder / MARK for folder in (here, *here.parents)]
    if workspace.home:
        marks = marks[: marks.index(workspace.home / MARK) + 1]
    bases = {base for folder in games for base in disk_for(workspace, folder).folders()}
    homes = dict.fromkeys(home for home in (workspace.home, workspace.shipped) if home)
    parts = [home / part for home in homes for part in ("data", "templates", "fonts")]
    # A link of the workspace may lead anywhere: what a game may read behind it is among the bases.
    linked = [str(part) for part in parts if part.is_symlink()]
    if workspace.home is None:  # games that lie here without a pnp.yaml are reported
        linked += [
            str(place) for one in around(here) for place in (one / "data", *one.glob("data/*"))
        ]
    folders = folders_below([*(str(part) for part in parts if str(part) not in linked), *bases])
    return Snapshot(
        {path: state(path) for path in map(os.path.abspath, (*marks, *files))},
        {one[0]: one for one in (*folders, *map(folder_state, linked))},
    )


def recall(base: Path, key: str) -> tuple[str, str] | None:
    """What a call printed on standard output and error, where nothing has changed since."""
    record = _read(base / RECORD)
    try:
        call = record["calls"][key]
        same = all(list(state(path)) == [path, *rest] for path, *rest in call["files"]) and all(
            list(folder_state(path)) == [path, *rest] for path, *rest in call["folders"]
        )
        if same and record["program"] == _program():
            return str(call["out"]), str(call["err"])
    except (KeyError, TypeError, ValueError):
        return None
    return None


def record(
    base: Path,
    key: str,
    before: Snapshot,
    read: Iterable[State],
    wrote: Iterable[State],
    printed: tuple[str, str],
) -> None:
    """Leave the record of a build that ended well. A record that cannot be written is no loss.

    There is none where a file was read in two states, or may yet change without its time changing.
    """
    read, wrote = {*read}, list(wrote)
    if len({path for path, _, _ in read}) < len(read) or any(
        _just_changed(one) for one, *_ in read
    ):
        return
    files = {**before.files, **{entry[0]: entry for entry in (*read, *wrote)}}
    # The folders that the PDFs and the record go to have changed by these.
    changed = {str(place) for path, *_ in wrote for place in Path(path).parents}
    ours = os.path.abspath(base)
    folders = [
        folder_state(path) if path in changed else entry
        for path, entry in before.folders.items()
        if path != ours
    ]
    earlier, program = _read(base / RECORD), _program()
    calls: dict[str, Any] = {}
    if earlier.get("program") == program and isinstance(earlier.get("calls"), dict):
        calls = {name: call for name, call in earlier["calls"].items() if name != key}
    out, err = printed
    calls[key] = {"files": [*files.values()], "folders": folders, "out": out, "err": err}
    kept = dict([*calls.items()][-MOST_CALLS:])
    with suppress(OSError):
        temporary = base / f"{RECORD}.{os.getpid()}.tmp"
        try:
            temporary.write_text(json.dumps({"program": program, "calls": kept}), encoding="utf-8")
            temporary.replace(base / RECORD)
        finally:
            temporary.unlink(missing_ok=True)


def _read(path: Path) -> Mapping[str, Any]:
    """A record; empty where there is none that can be read. A link or pipe is not opened."""
    try:
        if os.path.islink(path.parent) or not ordinary(str(path)):
            return {}
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _program() -> list[list[object]]:
    """How the files of pnp stand, and the folders in which pip puts what it uses."""
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    packages = ("site-packages", "dist-packages")
    found = [folder_state(path) for path in sys.path if os.path.basename(path) in packages]
    for root, names, files in os.walk(home):
        names[:] = sorted(name for name in names if name not in ("__pycache__", "shipped"))
        found += [state(os.path.join(root, name)) for name in sorted(files) if name[-3:] == ".py"]
    return [list(entry) for entry in found]


def _just_changed(path: str) -> bool:
    """Whether a file was changed a moment ago on a disk that counts whole seconds, or two: another
    change in the same one would not be seen.
    """
    try:
        found = os.stat(path)
    except OSError:
        return True
    now = time.time_ns()
    times = (found.st_mtime_ns, found.st_ctime_ns)
    return any(t % _SECOND == 0 and -3 * _SECOND < now - t < 3 * _SECOND for t in times)
