"""`pnp list`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pnp.cli.languages import lang_option
from pnp.cli.options import (
    bounds_options,
    for_each_game,
    games_argument,
    json_option,
    press,
    press_options,
    sleeved,
)
from pnp.cli.speech import counted, print_json, say, tell
from pnp.diagnostics import raise_errors

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.impose import Document
    from pnp.load.workspace import Workspace


@click.command("list", short_help="games, their components, cards and sheets")
@games_argument
@press_options
@bounds_options
@lang_option()
@json_option
def command(
    games: tuple[str, ...],
    as_json: bool,
    **given: Any,
) -> int:
    """List games with their components: how many cards they print, on how many sheets.

    \b
    Examples:
      pnp list
      pnp list my-game --paper letter --json
    """
    rows, found = for_each_game(_row, games, given, given)
    if as_json:
        print_json(rows)
    else:
        for row in rows:
            tell(_text(row), nl=False)
    raise_errors(found)
    say(found)
    return 0


def _row(workspace: Workspace, name: str, folder: Path, given: dict[str, Any]) -> dict[str, Any]:
    """One game as it would be printed: the sheets are counted by imposing it."""
    from pnp.build.conductor import make_kit
    from pnp.build.imposition import impose_kit
    from pnp.build.print_options import PrintOptions, drafted
    from pnp.load.workspace import disk_for

    how = PrintOptions(press(workspace, given))
    kit = make_kit(disk_for(workspace, folder), name, sleeved=sleeved(workspace))
    documents = impose_kit(drafted(kit), how).documents
    sheets = [sheet.component for document in documents for sheet in document.sheets]
    parts = [
        {
            "component": component.id,
            "title": component.title,
            "kind": component.kind,
            "pieces": component.total,
            "sheets": sheets.count(component.id),
            "tiles": _tiles(documents, component.id),
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
    labels = dict.fromkeys(
        placement.tile
        for document in documents
        for sheet in document.sheets
        for placement in sheet.recto.placements
        if placement.component == component and placement.tile
    )
    return list(labels) if len(labels) > 1 else []


def _text(row: dict[str, Any]) -> str:
    """A game as lines: what it prints, then each component."""
    from pnp.model.kinds import CALLED

    counts: dict[str, int] = {}
    for part in row["components"]:
        counts[part["kind"]] = counts.get(part["kind"], 0) + part["pieces"]
    pieces = ", ".join(counted(count, *CALLED[kind]) for kind, count in counts.items())
    sheets = counted(row["sheets"], "sheet")
    lines = [f"{row['game']:18s} {row['title']}: {pieces or 'nothing'}; {sheets}"]
    for part in row["components"]:
        kind, pieces = part["kind"], part["pieces"]
        tiles = f", tiles {' '.join(part['tiles'])}" if part["tiles"] else ""
        sheets = ("page" if kind == "rulebook" else "sheet") + "s" * (part["sheets"] != 1)
        lines.append(
            f"  {part['component']:16s} {kind:9s} {pieces:5d} {CALLED[kind][pieces != 1]:11s}"
            f" {part['sheets']:4d} {sheets}{tiles}"
        )
    return "".join(f"{line}\n" for line in lines)
