"""Makes new folders and files in a workspace, all or none: each folder is filled under another name
and takes its own in one step.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from pnp.diagnostics import Span, refusal
from pnp.load.files import refuse_link_out, shown
from pnp.output.os_errors import explained
from pnp.output.write import save

ELSEWHERE = "in another folder"


def make_folders(
    home: Path, folders: Mapping[str, Mapping[str, bytes]], files: Mapping[str, bytes]
) -> None:
    """Make folders with their files, and single files where there are none yet.

    Raises Problems (P701 to P707, P711 for a folder that is there, P811 for one that a link leads
    to); then the workspace is as it was.
    """
    for name in (*folders, *files):
        refuse_link_out((home / name).parent, home)
    for name in folders:
        _refuse_existing(home / name)
    with ExitStack() as undo:
        staged = {name: _staged(home / name, content, undo) for name, content in folders.items()}
        for name, data in files.items():
            if not os.path.lexists(home / name):
                _parents(home / name, undo)
                save(home / name, data)
                undo.callback((home / name).unlink, missing_ok=True)
        for name, folder in staged.items():
            with explained(home / name, ELSEWHERE):
                _refuse_existing(home / name)
                folder.rename(home / name)
            undo.callback(shutil.rmtree, home / name, ignore_errors=True)
        undo.pop_all()


def _refuse_existing(path: Path) -> None:
    if os.path.lexists(path):
        raise refusal(
            "P711",
            f"{shown(path)} is there already; nothing was changed",
            Span(shown(path)),
            "choose another name",
        )


def _staged(target: Path, content: Mapping[str, bytes], undo: ExitStack) -> Path:
    """The folder's files under a hidden name beside it."""
    folder = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    _parents(folder, undo)
    with explained(target, ELSEWHERE):
        folder.mkdir()
    undo.callback(shutil.rmtree, folder, ignore_errors=True)
    for name, data in content.items():
        with explained(target, ELSEWHERE):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        save(folder / name, data)
    return folder


def _parents(path: Path, undo: ExitStack) -> None:
    """The folders above a path; a new one goes again when it is left empty."""
    for folder in reversed([folder for folder in path.parents if not folder.exists()]):
        with explained(folder, ELSEWHERE):
            folder.mkdir(exist_ok=True)
        undo.callback(_removed, folder)


def _removed(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()
