"""`pnp list`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pnp.cli.languages import lang_option
from pnp.cli.options import bounds_options, for_each_game, games_argument, json_option
from pnp.cli.speech import counted, print_json, say, tell
from pnp.diagnostics import Problems, raise_errors

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.load.workspace import Workspace


@click.command("list", short_help="games, their components and cards")
@games_argument
@bounds_options
@lang_option()
@json_option
def command(games: tuple[str, ...], as_json: bool, **given: Any) -> int:
    """List games with their components, and how many pieces each has. What is printed on how many
    sheets is told by pnp build --dry-run.

    \b
    Examples:
      pnp list
      pnp list my-game --json
    """
    rows, found = for_each_game(_row, games, given)
    if as_json:
        print_json(rows)
    else:
        for row in rows:
            tell(_text(row), nl=False)
    raise_errors(found)
    say(found)
    return 0


def _row(workspace: Workspace, name: str, folder: Path) -> dict[str, Any]:
    """A game as it is read: nothing is set or imposed. One that cannot be read has errors alone."""
    from pnp.load.workspace import disk_for
    from pnp.model.read import load_game

    try:
        game, _ = load_game(disk_for(workspace, folder), name)
    except Problems as problem:
        errors = sum(finding.is_error for finding in problem.diagnostics)
        return {"game": name, "title": None, "errors": errors, "cards": 0, "components": []}
    parts: list[dict[str, Any]] = [
        {
            "component": component.id,
            "title": component.title,
            "kind": component.kind,
            "pieces": component.total,
        }
        for component in game.components.values()
    ]
    cards = sum(part["pieces"] for part in parts if part["kind"] == "deck")
    return {"game": name, "title": game.title, "errors": 0, "cards": cards, "components": parts}


def _text(row: dict[str, Any]) -> str:
    """A game as lines: what it holds, then each component."""
    from pnp.model.kinds import CALLED

    if row["errors"]:
        game = row["game"]
        return f"{game:18s} {counted(row['errors'], 'error')}; see them with: pnp check {game}\n"
    counts: dict[str, int] = {}
    for part in row["components"]:
        counts[part["kind"]] = counts.get(part["kind"], 0) + part["pieces"]
    pieces = ", ".join(counted(count, *CALLED[kind]) for kind, count in counts.items())
    lines = [f"{row['game']:18s} {row['title']}: {pieces or 'nothing'}"]
    for part in row["components"]:
        kind, pieces = part["kind"], part["pieces"]
        name = CALLED[kind][pieces != 1]
        lines.append(f"  {part['component']:16s} {kind:9s} {pieces:5d} {name}")
    return "".join(f"{line}\n" for line in lines)
