"""`pnp build --watch`: rebuild on save, one line a rebuild; while the data are broken the last good output stays."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.speech import say, summary

if TYPE_CHECKING:
    from pnp.load.workspace import Workspace

DEBOUNCE = 60
"""Milliseconds of quiet after which changes count as one: editors save in several steps."""


def _home(workspace: Workspace) -> Path:
    return (workspace.home or workspace.shipped).resolve()


def watched(workspace: Workspace) -> list[Path]:
    """The folders whose files a build may read, and the workspace's own file."""
    parts = [_home(workspace) / name for name in ("data", "templates", "fonts", "pnp.yaml")]
    return [part for part in parts if part.exists()]


def concerned(paths: Iterable[str], names: list[str], home: Path) -> list[str]:
    """The games that changed files belong to: by the folder named like the game in data/ and templates/; shared files concern all."""
    found: set[str] = set()
    for path in paths:
        parts = Path(path).relative_to(home).parts
        owner = parts[1] if len(parts) > 1 and parts[0] in ("data", "templates") else ""
        if owner in names:
            found.add(owner)
        elif parts[:1] != ("data",):
            found.update(names)
    return [name for name in names if name in found]


def changes(paths: list[Path], output: Path, stop: Any = None) -> Iterator[set[str]]:
    """The changed files of each moment of saving, outputs and hidden files left out, until interrupted."""
    from watchfiles import watch

    def counts(_: Any, path: str) -> bool:
        place = Path(path)
        return not place.name.startswith(".") and not place.name.endswith("~") and not place.is_relative_to(output)

    for batch in watch(*paths, watch_filter=counts, debounce=DEBOUNCE, step=DEBOUNCE // 3, raise_interrupt=True, stop_event=stop):
        yield {path for _, path in batch}


def keep_building(
    workspace: Workspace, output: Path, names: list[str], rebuild: Callable[[str], Any], line: Callable[[Any], str], stop: Any = None
) -> int:
    """Rebuild what changes concern, until interrupted. `rebuild` gives a report, or the diagnostics that stopped it."""
    click.echo("watching for changes; stop with Ctrl-C", err=True)
    try:
        for paths in changes(watched(workspace), output.resolve(), stop):
            for name in concerned(paths, names, _home(workspace)):
                outcome = rebuild(name)
                if isinstance(outcome, tuple):
                    say(outcome)
                    click.echo(f"{name}: {summary(outcome)}; the last good output stays", err=True)
                else:
                    click.echo(line(outcome), nl=False)
            gc.collect()
    except KeyboardInterrupt:
        click.echo("Stopped.", err=True)
    return 0
