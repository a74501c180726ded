"""`pnp build --watch`: rebuild on save, one line a rebuild; while the data are broken the last
good output stays.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.speech import say, summary
from pnp.diagnostics import Problems
from pnp.load import file_states

if TYPE_CHECKING:
    from pnp.build.conductor import BuildReport
    from pnp.load.workspace import Workspace

DEBOUNCE = 60
"""Milliseconds of quiet after which changes count as one: editors save in several steps."""
LOOK = 400
"""Milliseconds after which the workspace's own entries are looked at again: a folder that was
made, a `pnp.yaml` that was exchanged.
"""
FOLDERS = ("data", "templates", "fonts")


def concerned(
    paths: Iterable[str], names: list[str], home: Path, read: Mapping[str, Collection[str]]
) -> list[str]:
    """The games that changed files belong to: by the folder named like the game in data/ and
    templates/; shared files concern all.

    A template of one game concerns those too whose last build has `read` it, or is not known to
    have read anything: it may lack it.
    """
    found: set[str] = set()
    for path in paths:
        parts = Path(path).relative_to(home).parts
        owner = parts[1] if len(parts) > 1 and parts[0] in ("data", "templates") else ""
        if owner in names:
            found.add(owner)
            if parts[0] == "templates":
                real = os.path.realpath(path)
                found.update(
                    name
                    for name in names
                    if name not in read
                    or any(Path(file).is_relative_to(real) for file in read[name])
                )
        elif parts[:1] != ("data",) or len(parts) == 1:
            found.update(names)
    return [name for name in names if name in found]


def files_of(home: Path) -> dict[str, file_states.State]:
    """How everything stands that is watched, by path:

    `pnp.yaml`, and the files of the folders that a build reads.
    """
    paths, inside = [str(home / "pnp.yaml")], os.path.join(os.path.realpath(home), "")
    for folder in FOLDERS:
        seen: set[str] = set()
        for root, names, files in os.walk(
            home / folder, followlinks=True
        ):  # a game may be a link to a folder beside it
            real = os.path.realpath(root)
            if real in seen or not real.startswith(inside):
                names.clear()
                continue
            seen.add(real)
            names[:] = [name for name in names if not name.startswith(".")]
            paths += [os.path.join(root, name) for name in files if _counts(name)]
    return {path: file_states.state(path) for path in paths}


def watched() -> dict[str, file_states.State]:
    """How everything stands that `--watch` listens to, by path."""
    from pnp.cli.options import workspace_here

    try:
        workspace = workspace_here()
        return files_of((workspace.home or workspace.shipped).resolve())
    except (OSError, Problems):  # whoever builds says so
        return {}


def _counts(name: str) -> bool:
    """Whether a file is one that is saved by a person, not by an editor beside it."""
    return not name.startswith(".") and not name.endswith("~")


def changes(
    home: Path, stop: Any = None, before: Mapping[str, file_states.State] | None = None
) -> Iterator[set[str]]:
    """The changed files of each moment of saving, hidden files left out, until interrupted; first
    those that no longer stand as `before`.

    Watched are the folders that a build reads, not the whole home: outputs and a `.venv` may lie
    there, with more folders than a system watches.
    """
    from watchfiles import watch

    standing, news = _standing(home), set[str]()
    while stop is None or not stop.is_set():
        folders = [home / name for name in FOLDERS if (home / name).is_dir()]
        options = {
            "debounce": DEBOUNCE,
            "step": DEBOUNCE // 3,
            "rust_timeout": LOOK,
            "yield_on_timeout": True,
            "stop_event": stop,
        }
        for batch in watch(
            *folders,
            watch_filter=lambda _, path: _counts(Path(path).name),
            raise_interrupt=True,
            **options,
        ):
            if before is not None:
                # Once it is watched, so that nothing is missed between; a pnp.yaml may have made
                # another folder the home.
                changed = {path for path, *_ in {*before.values()} ^ {*files_of(home).values()}}
                news |= {path for path in changed if Path(path).is_relative_to(home)}
                before = None
            now = _standing(home)
            news |= {path for _, path in batch}
            news |= {path for path, state in now.items() if standing[path] != state}
            moved = any(standing[str(home / name)] != now[str(home / name)] for name in FOLDERS)
            standing = now
            if moved:  # watched anew before it is read, so that nothing is missed between
                break
            if news:
                yield news
                news = set()


def _standing(home: Path) -> dict[str, tuple[int, ...]]:
    """How the workspace's own entries stand: which folder each is, and which file in which
    state.
    """
    found: dict[str, tuple[int, ...]] = {}
    for name in (*FOLDERS, "pnp.yaml"):
        try:
            state = os.stat(home / name)
        except OSError:
            found[str(home / name)] = ()
            continue
        more = () if name in FOLDERS else (state.st_size, state.st_mtime_ns)
        found[str(home / name)] = (state.st_dev, state.st_ino, *more)
    return found


def keep_building(
    workspace: Workspace,
    games: Callable[[], list[str]],
    made: Sequence[BuildReport],
    rebuild: Callable[[str], Any],
    tell: Callable[[Any], object],
    before: Mapping[str, file_states.State] | None = None,
    stop: Any = None,
) -> int:
    """Rebuild what changes concern, also those since the files stood as `before`, until interrupted
    or unheard.

    `games` are those to be built at a time, `made` has been built already. `rebuild` gives a
    report, which `tell` tells, or the diagnostics that stopped it.
    """
    home = (workspace.home or workspace.shipped).resolve()
    read = {report.game: _read(report) for report in made}
    names = _named(games, [report.game for report in made])
    click.echo("watching for changes; stop with Ctrl-C", err=True)
    try:
        for paths in changes(home, stop, before):
            now = _named(games, names)
            # With those of before: one that is gone is reported once.
            for name in concerned(paths, list(dict.fromkeys([*now, *names])), home, read):
                outcome = rebuild(name)
                read.pop(name, None)
                if not isinstance(outcome, Problems):
                    read[name] = _read(outcome)
                _tell(name, outcome, tell)
            names = now
            gc.collect()
            if _unheard():
                break
    except KeyboardInterrupt:
        click.echo("Stopped.", err=True)
    return 0


def _named(games: Callable[[], list[str]], names: list[str]) -> list[str]:
    """The games as they are now; as they were where that cannot be read: the build of each says
    why.
    """
    try:
        return games()
    except Problems:
        return names


def _read(report: BuildReport) -> Collection[str]:
    """The real paths of the files that a build has read."""
    return {path for path, _, _ in report.read}


def _tell(name: str, outcome: Any, tell: Callable[[Any], object]) -> None:
    """Say what came of a rebuild."""
    if isinstance(outcome, Problems):
        say(outcome.diagnostics)
        click.echo(f"{name}: {summary(outcome.diagnostics)}; the last good output stays", err=True)
    else:
        tell(outcome)
        say(outcome.diagnostics)


def _unheard() -> bool:
    """Whether the reader of standard output has gone away (see `pnp.cli.console.Pipe`)."""
    return bool(getattr(getattr(getattr(sys.stdout, "buffer", None), "raw", None), "gone", False))
