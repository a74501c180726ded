"""`pnp list`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.options import press, press_options
from pnp.cli.place import bounded, chosen_games, game_names, workspace_here
from pnp.diagnostics import Problems

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.impose.sheet import Press
    from pnp.load.workspace import Workspace


@click.command("list", short_help="games, their components, cards and sheets")
@click.argument("games", nargs=-1, metavar="[GAME]…", shell_complete=game_names)
@press_options
@click.option("--json", "as_json", is_flag=True, envvar="PNP_JSON", help="As JSON.")
def command(games: tuple[str, ...], as_json: bool, **given: Any) -> int:
    """List games with their components: how many cards they print, on how many sheets.

    \b
    Examples:
      pnp list
      pnp list my-game --paper letter --json
    """
    workspace = workspace_here()
    how = press(workspace, given)
    rows: list[dict[str, Any]] = []
    broken: list[Problems] = []
    for name, folder in chosen_games(workspace, games).items():
        try:
            rows.append(bounded(workspace, folder, None, _row, name, folder, how))
        except Problems as problem:
            broken.append(problem)
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        for row in rows:
            click.echo(f"{row['game']:18s} {row['title']}: {row['cards']} cards, {row['sheets']} sheets")
            for part in row["components"]:
                click.echo(f"  {part['component']:16s} {part['kind']:8s} {part['cards']:5d} cards {part['sheets']:4d} sheets")
    if broken:
        raise Problems([d for problem in broken for d in problem.diagnostics])
    return 0


def _row(workspace: Workspace, name: str, folder: Path, how: Press) -> dict[str, Any]:
    """One game as it would be printed: the sheets are counted by imposing it."""
    from pnp.load.workspace import disk_for
    from pnp.kit import Clock, drafted, open_kit
    from pnp.order import Order, imposed

    kit = open_kit(disk_for(workspace, folder), name, Clock())
    made = imposed(drafted(kit), Order(how))
    sheets = [sheet.component for document in made.documents for sheet in document.sheets]
    parts = [
        {"component": deck.id, "title": deck.title, "kind": "deck", "cards": deck.total, "sheets": sheets.count(deck.id)}
        for deck in kit.game.components.values()
    ]
    return {
        "game": name,
        "title": kit.game.title,
        "cards": sum(part["cards"] for part in parts),
        "sheets": len(sheets),
        "components": parts,
    }
