"""Where a command works: its workspace, the games that were named, and the defaults of `pnp.yaml`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.diagnostics import Problems, did_you_mean, error

if TYPE_CHECKING:
    import click

    from pnp.load.workspace import Workspace


def workspace_here(max_cards: int | None = None) -> Workspace:
    """The workspace around the current folder; `max_cards` raises how many different cards its decks may have."""
    from pnp.load.limits import for_cards
    from pnp.load.workspace import find

    workspace = find(Path.cwd())
    return replace(workspace, limits=for_cards(max_cards)) if max_cards else workspace


def chosen_games(workspace: Workspace, names: tuple[str, ...]) -> dict[str, Path]:
    """The named games and their folders; all games of the workspace when none is named. Raises Problems for an unknown one."""
    from pnp.load.workspace import find_game, games

    known = games(workspace)
    if not names:
        if not known:
            raise Problems([error("P130", "there are no games here", None, "start one with: pnp new NAME")])
        return known
    found: dict[str, Path] = {}
    for name in names:
        folder = find_game(workspace, name)
        if folder is None:
            raise Problems([error("P130", f'there is no game "{name}"', None, did_you_mean(name, known))])
        found[name] = folder
    return found


def output_folder(workspace: Workspace, given: Path | None) -> Path:
    """Where PDFs go: as told, else `output` of the workspace, else of the current folder."""
    return given if given is not None else (workspace.home or Path.cwd()) / "output"


def game_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """The games whose names begin so, for a shell that completes them."""
    from pnp.load.workspace import games

    try:
        return [name for name in games(workspace_here()) if name.startswith(begun)]
    except Problems:
        return []
