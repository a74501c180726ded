"""Print-and-play: a folder of YAML into sheets of cards that measure true, checked against the
rules.

The public API: `load_game`, `check_game` and `build_game`. The command line is `pnp.cli`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.build.print_options import Order
    from pnp.build.report import BuildReport
    from pnp.diagnostics import Diagnostic
    from pnp.load.workspace import Workspace
    from pnp.model.game import Game

__version__ = "0.1.0"


def load_game(name: str, start: Path | None = None) -> Game:
    """The game called NAME of the workspace around `start` (the current folder), or the shipped
    one. Raises Problems.
    """
    from pnp.load.workspace import disk_for
    from pnp.model import read

    workspace, folder = _located(name, start)
    return read.load_game(disk_for(workspace, folder), name)[0]


# Not `check`: that is the name of the package with the rules, which takes the function's place as
# soon as anything imports it.
def check_game(name: str, start: Path | None = None) -> list[Diagnostic]:
    """Every finding on a game, in the order of its files. Never raises for bad data."""
    from pnp.build.conductor import make_kit
    from pnp.diagnostics import Problems, order
    from pnp.load.workspace import disk_for

    try:
        workspace, folder = _located(name, start)
        return list(make_kit(disk_for(workspace, folder), name).diagnostics)
    except Problems as problem:
        return order(problem.diagnostics)


def build_game(name: str, target: Path, wanted: Order, start: Path | None = None) -> BuildReport:
    """Build a game's PDFs into a folder. Raises Problems, and leaves the folder as it was then."""
    from pnp.build import conductor

    workspace, folder = _located(name, start)
    return conductor.build(workspace, conductor.Job(name, folder, target, wanted))


def _located(name: str, start: Path | None) -> tuple[Workspace, Path]:
    from pathlib import Path

    from pnp.diagnostics import Problems, did_you_mean, error
    from pnp.load.workspace import find, find_game, games

    workspace = find(start or Path.cwd())
    folder = find_game(workspace, name)
    if folder is None:
        raise Problems(
            [
                error(
                    "P130", f'there is no game "{name}"', None, did_you_mean(name, games(workspace))
                )
            ]
        )
    return workspace, folder
