"""`pnp new`."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.options import chosen_games, copied_names, max_cards_option, workspace_here
from pnp.cli.speech import counted
from pnp.diagnostics import Problems, refusal

if TYPE_CHECKING:
    from pnp.load.workspace import Workspace
    from pnp.starter import GameFiles


@click.command("new", short_help="start a game that builds at once")
@click.argument("name")
@click.option(
    "--from",
    "source",
    metavar="GAME",
    shell_complete=copied_names,
    help="Copy this game and its templates, not the starter.",
)
@max_cards_option
def command(name: str, source: str | None, **given: Any) -> int:
    """Start the game NAME in the workspace around you, or else here: three cards and two promises
    in YAML alone, or a copy of another game.

    Makes the workspace's pnp.yaml and .gitignore where there is none. Never writes into a game
    that is there.

    \b
    Examples:
      pnp new night-market
      pnp new my-copy --from night-market
    """
    from pnp.load.workspace import disk_for
    from pnp.starter import copy_of_game, starter_game

    refuse_name(name, "NAME")
    workspace = workspace_here(given)
    refuse_game(workspace, name, f"choose another name, such as: pnp new my-{name} --from {name}")
    files = starter_game(name)
    if source is not None:
        folder = chosen_games(workspace, (source,))[source]
        files = copy_of_game(disk_for(workspace, folder), source, name)
    card = make_game(workspace, name, files, given)
    click.echo(
        f"Next:\n  pnp check {name}\n  pnp build {name}\n  pnp show {name} {card} --png card.png",
        err=True,
    )
    return 0


def refuse_name(name: str, parameter: str) -> None:
    """Raises BadParameter for what cannot name a game."""
    from pnp.starter import name_fault, proposed_name

    if wrong := name_fault(name):
        better = proposed_name(name)
        hint = f' How about "{better}"?' if better else ""
        raise click.BadParameter(
            f'"{name}" cannot name a game: {wrong}.{hint}', param_hint=parameter
        )


def refuse_game(workspace: Workspace, name: str, hint: str) -> None:
    """Raises Problems (P711) where there is a game of that name."""
    from pnp.load.workspace import find_game

    if find_game(workspace, name) is not None:
        message = f'there is a game "{name}" already; nothing was changed'
        raise refusal("P711", message, None, hint)


def make_game(workspace: Workspace, name: str, files: GameFiles, given: dict[str, Any]) -> str:
    """Write a game and the schemas that its files name, and say what was written; the id of its
    first card. Raises Problems, and nothing has changed then.
    """
    from pnp.load.files import refuse_link_out, shown
    from pnp.load.workspace import MARK, trust
    from pnp.starter import IGNORED, SCHEMAS, make_folders, workspace_file

    home = workspace.home or Path.cwd()
    folders = {f"templates/{name}": files.templates, f"data/{name}": files.data}
    folders = {path: content for path, content in folders.items() if content}
    refuse_link_out(home / SCHEMAS, home)
    is_new = not (home / MARK).exists()
    single = {MARK: workspace_file(), ".gitignore": IGNORED} if is_new else {}
    single = {path: data for path, data in single.items() if not os.path.lexists(home / path)}
    make_folders(home, folders, single)
    if is_new:
        with suppress(Problems):  # its games are then read with bounds, as anybody's are
            trust(home)
    made = dict.fromkeys(single, 1) | {path: len(content) for path, content in folders.items()}
    card, made[SCHEMAS] = _schemas(name, given)
    for path, count in made.items():
        click.echo(f"{shown(home / path)}  {counted(count, 'file')}")
    return card


def _schemas(name: str, given: dict[str, Any]) -> tuple[str, int]:
    """Write the schemas that the game's files name; the id of its first card, and how many there
    are.

    What cannot be read is left to `pnp check`.
    """
    from pnp.cli.schema_ import of_game, shared, store
    from pnp.load.workspace import disk_for, find_game
    from pnp.model.kinds import TEXTS
    from pnp.model.read import load_game

    workspace = workspace_here(given)
    folder = find_game(workspace, name)
    assert workspace.home is not None  # the game was just made there
    assert folder is not None
    schemas, card = shared(workspace), "CARD"
    try:
        game, _ = load_game(disk_for(workspace, folder), name)
    except Problems:
        pass
    else:
        schemas |= of_game(workspace, game)
        decks = sorted(
            game.components.values(), key=lambda component: component.kind in TEXTS
        )  # a book is many pictures
        card = next(
            (f"{deck.id}/{c.id}" if len(decks) > 1 else c.id for deck in decks for c in deck.cards),
            card,
        )
    store(workspace.home, schemas)
    return card, len(schemas)
