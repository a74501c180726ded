"""`pnp reference`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pnp.cli.options import PaperType, Shared, ink_option, max_cards_option, trust_option
from pnp.cli.place import game_names
from pnp.cli.sheets import pictured, told


@click.command("reference", short_help="the player aids as PDF, pictures, HTML, Markdown or text")
@click.argument("game", shell_complete=game_names)
@click.option(
    "--to",
    cls=Shared,
    type=click.Choice(["pdf", "png", "html", "md", "txt"]),
    default="pdf",
    help="What to make of them. [pdf]",
)
@click.option("--paper", type=PaperType(), metavar="NAME|WxH", help="The paper of the sheets. [a4]")
@click.option(
    "--dpi",
    type=click.IntRange(36, 1200),
    default=300,
    metavar="N",
    help="Dots an inch of a PNG, 36 to 1200. [300]",
)
@click.option(
    "--only",
    metavar="COMPONENT",
    help="Which player aid, where a game has several; each has a file of its own.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A file, for png a folder; - prints texts. [output/]",
)
@ink_option
@max_cards_option
@trust_option
@click.option(
    "--json", "as_json_", is_flag=True, envvar="PNP_JSON", help="Report as JSON on standard output."
)
def command(game: str, to: str, dpi: int, **given: Any) -> int:
    """Make the player aids of a GAME into sheets to print, pictures of each side, or one file to
    read on a screen.

    \b
    Examples:
      pnp reference my-game --paper letter
      pnp reference my-game --to png --dpi 150
      pnp reference my-game --to md -o -
    """
    if to == "png":
        return pictured("reference", game, dpi, given)
    return told("reference", game, {**given, "to": to})
