"""Keeps what the user of this machine has noted outside of every game: by real paths, which folders
are trusted and which single files pnp has written; by name, which hosts may be fetched from.
Nothing inside a folder can say so of itself.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from itertools import islice
from pathlib import Path
from typing import Any

MOST = 2_000
"""Entries of a note; the oldest are left out."""


def notes_folder() -> Path:
    """Where the notes of this user lie, by the rules of the system (XDG_STATE_HOME, else
    ~/.local/state; LOCALAPPDATA on Windows). Raises OSError for a user without a home.
    """
    state = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_STATE_HOME", "")
    if os.path.isabs(state):
        return Path(state) / "pnp"
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        raise OSError(errno.ENOENT, "the user has no home folder")
    return Path(home) / ".local" / "state" / "pnp"


def noted(name: str, path: Path) -> Any:
    """What a note says of a path; None where it says nothing."""
    return _read(name).get(os.path.realpath(path))


def all_noted(name: str) -> tuple[str, ...]:
    """The paths or names of which a note says something."""
    return tuple(_read(name))


def note(name: str, what_of: Path | str, what: Any) -> None:
    """Note something of a path or a name, in full or not at all. Raises OSError."""
    key = os.path.realpath(what_of) if isinstance(what_of, Path) else what_of
    others = ((other, value) for other, value in _read(name).items() if other != key)
    entries = {key: what, **dict(islice(others, MOST - 1))}
    folder = notes_folder()
    folder.mkdir(parents=True, exist_ok=True)
    temporary = folder / f".{name}.{os.getpid()}.tmp"
    try:
        temporary.write_text(json.dumps(entries, indent=1), "utf-8")
        temporary.replace(folder / f"{name}.json")
    finally:
        temporary.unlink(missing_ok=True)


def _read(name: str) -> dict[str, Any]:
    try:
        found = json.loads((notes_folder() / f"{name}.json").read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
