"""`pnp reference`."""

from __future__ import annotations

from typing import Any

import click

from pnp.cli.options import PaperType, Shared
from pnp.cli.place import game_names
from pnp.cli.text_commands import text_options, write_pictures, write_text


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
@text_options("player aid", "A file, for png a folder; - prints texts. [output/]")
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
        return write_pictures("reference", game, dpi, given)
    return write_text("reference", game, {**given, "to": to})
