"""`pnp list`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.options import max_cards_option, press, press_options, trust_option
from pnp.cli.place import bounded, chosen_games, game_names, overlooked, workspace_here
from pnp.cli.speech import say, tell
from pnp.diagnostics import Problems

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.impose import Document, PaperOptions
    from pnp.load.workspace import Workspace


@click.command("list", short_help="games, their components, cards and sheets")
@click.argument("games", nargs=-1, metavar="[GAME]…", shell_complete=game_names)
@press_options
@max_cards_option
@trust_option
@click.option("--json", "as_json", is_flag=True, envvar="PNP_JSON", help="As JSON.")
def command(
    games: tuple[str, ...],
    max_cards: int | None,
    untrusted: bool | None,
    as_json: bool,
    **given: Any,
) -> int:
    """List games with their components: how many cards they print, on how many sheets.

    \b
    Examples:
      pnp list
      pnp list my-game --paper letter --json
    """
    rows: list[dict[str, Any]] = []
    broken: list[Problems] = []
    try:
        workspace = workspace_here(max_cards)
        how = press(workspace, given)
        folders = chosen_games(workspace, games)
        say(overlooked(workspace, games))
    except Problems as problem:
        broken, folders = [problem], {}
    for name, folder in folders.items():
        try:
            rows.append(bounded(workspace, folder, untrusted, _row, name, folder, how))
        except Problems as problem:
            broken.append(problem)
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        for row in rows:
            tell(_told(row), nl=False)
    if broken:
        raise Problems([d for problem in broken for d in problem.diagnostics])
    return 0


def _row(workspace: Workspace, name: str, folder: Path, how: PaperOptions) -> dict[str, Any]:
    """One game as it would be printed: the sheets are counted by imposing it."""
    from pnp.build.conductor import make_kit
    from pnp.build.imposition import drafted, impose_kit
    from pnp.build.print_options import PrintOptions
    from pnp.load.workspace import disk_for

    kit = make_kit(disk_for(workspace, folder), name)
    made = impose_kit(drafted(kit), PrintOptions(how))
    sheets = [sheet.component for document in made.documents for sheet in document.sheets]
    parts = [
        {
            "component": component.id,
            "title": component.title,
            "kind": component.kind,
            "pieces": component.total,
            "sheets": sheets.count(component.id),
            "tiles": _tiles(made.documents, component.id),
        }
        for component in kit.game.components.values()
    ]
    return {
        "game": name,
        "title": kit.game.title,
        "cards": sum(part["pieces"] for part in parts if part["kind"] == "deck"),
        "sheets": sum(part["sheets"] for part in parts if part["kind"] != "rulebook"),
        "components": parts,
    }


def _tiles(documents: tuple[Document, ...], component: str) -> list[str]:
    """The labels of the tiles that a component is spread over; none where it fits on one sheet."""
    placements = [
        p
        for document in documents
        for sheet in document.sheets
        for p in sheet.recto.placements
        if p.component == component
    ]
    labels = list(dict.fromkeys(placement.tile for placement in placements if placement.tile))
    return labels if len(labels) > 1 else []


def _told(row: dict[str, Any]) -> str:
    """A game as lines: what it prints, then each component."""
    from pnp.model.kinds import CALLED

    counts: dict[str, int] = {}
    for part in row["components"]:
        counts[part["kind"]] = counts.get(part["kind"], 0) + part["pieces"]
    shown = (
        ", ".join(f"{count} {CALLED[kind][count != 1]}" for kind, count in counts.items())
        or "nothing"
    )
    lines = [
        f"{row['game']:18s} {row['title']}: {shown}; {row['sheets']}"
        f" sheet{'s' if row['sheets'] != 1 else ''}"
    ]
    for part in row["components"]:
        tiles = f", tiles {' '.join(part['tiles'])}" if part["tiles"] else ""
        name = CALLED[part["kind"]][part["pieces"] != 1]
        sheets = ("page" if part["kind"] == "rulebook" else "sheet") + "s" * (part["sheets"] != 1)
        lines.append(
            f"  {part['component']:16s} {part['kind']:9s} {part['pieces']:5d} {name:11s}"
            f" {part['sheets']:4d} {sheets}{tiles}"
        )
    return "".join(f"{line}\n" for line in lines)
