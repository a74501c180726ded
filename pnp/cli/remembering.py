"""What a build leaves for the next call: how everything stood before any of it was read, so that
what is saved meanwhile is not lost.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from pnp.cli import Run
from pnp.diagnostics import Problems
from pnp.load import file_states
from pnp.output import up_to_date as unchanged

if TYPE_CHECKING:
    from pnp.build.report import BuildReport
    from pnp.load.workspace import Workspace


class Before(NamedTuple):
    """How what a build depends on stood before it, by path; the files of a game are added as
    they were when they were read.
    """

    program: list[file_states.State]
    files: dict[str, file_states.State]
    folders: dict[str, file_states.State]

    def more(self, workspace: Workspace, games: Iterable[Path], kits: Iterable[Path]) -> None:
        """Add what is known once games are chosen: folders that lie elsewhere by a link, and the
        manifests of kits that parts go beside.
        """
        from pnp.load.workspace import disk_for

        opened: set[str] = set()
        for folder in games:
            with suppress(Problems):  # the build says so
                opened.update(disk_for(workspace, folder).folders())
        self.folders.update(
            (state[0], state)
            for state in file_states.folders_below(sorted(opened - self.folders.keys()))
        )
        for kit in kits:
            path = Path(os.path.abspath(kit))
            for file in (
                path,
                *path.parent.glob("*.pdf"),
            ):  # without a manifest the PDFs are the kit
                self.files[str(file)] = file_states.state(str(file))


def standing(changed_since: Path | None) -> Before | None:
    """How everything stands before a build that comes from the console: only such a one leaves a
    note (see `pnp.output.up_to_date`).
    """
    from pnp.load.workspace import around, shipped_folder

    if not isinstance(click.get_current_context().find_root().obj, Run):
        return None
    try:
        files = [file_states.state(path) for path in unchanged.marks()]
    except OSError:  # no current folder: whoever looks for the workspace says so
        return None
    if changed_since:
        files.append(file_states.state(os.path.abspath(changed_since)))
    home = _home()
    homes = dict.fromkeys(place for place in (home, shipped_folder()) if place)
    parts = [place / part for place in homes for part in ("data", "templates", "fonts")]
    folders = file_states.folders_below(str(part) for part in parts if not part.is_symlink())
    # Where a link leads is known to be inside the workspace only once that is read: see `more`.
    folders += [file_states.folder_state(str(part)) for part in parts if part.is_symlink()]
    if home is None:  # games that come there without a pnp.yaml are told of
        places = [
            place
            for start in around(Path.cwd())
            for place in (start / "data", *start.glob("data/*"))
        ]
        folders += [file_states.folder_state(str(place)) for place in places]
    return Before(
        unchanged.program(),
        {state[0]: state for state in files},
        {state[0]: state for state in folders},
    )


def watched() -> Mapping[str, file_states.State]:
    """How everything stands that `--watch` listens to."""
    from pnp.cli.watching import files_of
    from pnp.load.workspace import shipped_folder

    try:
        return files_of((_home() or shipped_folder()).resolve())
    except OSError:
        return {}


def _home() -> Path | None:
    """The folder of the `pnp.yaml` that counts here, found without reading it."""
    nearest = unchanged.marks()[-1]
    return Path(nearest).parent if os.path.isfile(nearest) else None


def _may_change_unseen(path: str) -> bool:
    """Whether a file was changed just now on a disk that counts whole seconds, or two: a change
    in the same one would not be seen.
    """
    try:
        found = os.stat(path)
    except OSError:
        return True
    now = time.time_ns()
    return any(
        when % _SECOND == 0 and -3 * _SECOND < now - when < 3 * _SECOND
        for when in (found.st_mtime_ns, found.st_ctime_ns)
    )


_SECOND = 1_000_000_000


def remember(before: Before, reports: Sequence[BuildReport], out: str, talk: str) -> None:
    """Leave a note for the next call, unless two games have read a file that was changed
    between, or one may yet change unseen.
    """
    read = {entry for report in reports for entry in report.read}
    if len({path for path, _, _ in read}) < len(read):
        return
    if any(_may_change_unseen(path) for path, _, _ in read):
        return
    files = before.files | {
        entry[0]: entry
        for entry in (*read, *(entry for report in reports for entry in report.wrote))
    }
    # The folders that our own files lie in are another matter: they have changed by these.
    targets = [Path(os.path.abspath(report.folder)) for report in reports]
    own = {str(place) for target in targets for place in (target, *target.parents)}
    args = click.get_current_context().find_root().obj.args
    notes = os.path.abspath(
        os.path.dirname(unchanged.note_path(args))
    )  # which the note itself changes
    folders = [
        file_states.folder_state(path) if path in own else state
        for path, state in before.folders.items()
        if path != notes
    ]
    unchanged.remember(args, before.program, files.values(), folders, out, talk)
