"""Whether a build would find everything as the last one left it: answered from file sizes and times
alone, before anything is imported.

After a build that ended 0 a note is left in the output folder (`.pnp-last.json`): how pnp was
called, every file that was read, every folder whose entries mattered, every file that was written,
and what was said. The next call that finds all of this as it was says so and ends. Only the
standard library is used here, and little of that: the answer takes less time than importing the
rest.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence

from pnp.load.file_states import State, folder_state, ordinary, state

NOTE = ".pnp-last.json"
FORMAT = 3
_MOST = 16
_TALKATIVE = ("--json", "--timings", "--open", "-n", "--dry-run", "--watch")


def program() -> list[State]:
    """The files of pnp itself, and the folders in which pip puts what it uses: another version
    may draw something else.
    """
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    found = [
        folder_state(path)
        for path in sys.path
        if os.path.basename(path) in ("site-packages", "dist-packages")
    ]
    for root, names, files in os.walk(home):
        names[:] = sorted(name for name in names if name not in ("__pycache__", "shipped"))
        found += [state(os.path.join(root, name)) for name in sorted(files) if name.endswith(".py")]
    return found


def key(args: Sequence[str]) -> str:
    """What a build depends on beside files: the call, the folder it is made in, PNP_ variables,
    and where libraries are looked for.
    """
    variables = sorted(
        f"{name}={value}"
        for name, value in os.environ.items()
        if name.startswith("PNP_") or name == "PYTHONPATH"
    )
    return "\0".join([str(FORMAT), sys.version, os.getcwd(), *args, "", *variables])


def note_path(args: Sequence[str]) -> str:
    """Where the note of a call lies: in the folder that its PDFs go to."""
    base = os.environ.get("PNP_OUTPUT", "")
    for index, arg in enumerate(args):
        if arg in ("-o", "--output") and index + 1 < len(args):
            base = args[index + 1]
        elif arg.startswith("--output="):
            base = arg.removeprefix("--output=")
        elif arg.startswith("-o") and len(arg) > 2:
            base = arg[2:]
    if not base:
        nearest = marks()[-1]
        base = os.path.join(
            os.path.dirname(nearest) if os.path.isfile(nearest) else os.getcwd(), "output"
        )
    return os.path.join(base, NOTE)


def marks() -> list[str]:
    """Every `pnp.yaml` that would be the one of a call made here, whether it is there or not, up
    to the one that is.
    """
    folder, found = os.getcwd(), list[str]()
    while True:
        found.append(os.path.join(folder, "pnp.yaml"))
        above = os.path.dirname(folder)
        if above == folder or os.path.isfile(found[-1]):
            return found
        folder = above


def answered(args: Sequence[str]) -> bool:
    """Whether nothing has changed since the last such call; then what it said has been said again.

    Raises OSError where that cannot be.
    """
    if not args or args[0] != "build" or not set(args).isdisjoint(_TALKATIVE):
        return False
    try:
        path = note_path(args)
        if os.path.islink(os.path.dirname(path)) or not ordinary(path):
            return False
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError):
        return False
    import json

    try:
        told = json.loads(text)
        note = told["calls"][key(args)]
        files, folders = note["files"], note["folders"]
        same = all(list(state(path)) == [path, size, time] for path, size, time in files) and all(
            folder_state(path)[2] == time for path, _, time in folders
        )
        if not same or told["program"] != [list(part) for part in program()]:
            return False
        out, talk = str(note["out"]), str(note["talk"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False
    for stream, text in ((sys.stdout, out), (sys.stderr, talk)):
        if stream is not None:  # `>&-` leaves none
            stream.write(text)
            stream.flush()
    return True


def remember(
    args: Sequence[str],
    made_by: Iterable[State],
    files: Iterable[State],
    folders: Iterable[State],
    out: str,
    talk: str,
) -> None:
    """Leave the note of a build that ended well, made by this program.

    A note that cannot be written is no loss.
    """
    import json

    path, made_by = note_path(args), list(made_by)
    calls = {}
    if ordinary(path):
        try:
            with open(path, encoding="utf-8") as file:
                earlier = json.load(file)
            if earlier["program"] == [
                list(part) for part in made_by
            ]:  # notes of another program are worth nothing
                calls = dict(earlier["calls"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            calls = {}
    calls.pop(key(args), None)
    calls[key(args)] = {"files": list(files), "folders": list(folders), "out": out, "talk": talk}
    kept: Mapping[str, object] = dict(list(calls.items())[-_MOST:])
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        # dumped whole: written piece by piece it would take ten times as long
        text = json.dumps({"program": made_by, "calls": kept})
        with open(temporary, "x", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError:
        try:
            os.unlink(temporary)
        except OSError:
            return
