"""`pnp rules`."""

from __future__ import annotations

from typing import Any

import click

from pnp.cli.options import PaperType, Shared
from pnp.cli.place import game_names
from pnp.cli.text_commands import text_options, write_text


@click.command("rules", short_help="the rulebook as PDF, booklet, HTML, Markdown or text")
@click.argument("game", shell_complete=game_names)
@click.option(
    "--to",
    cls=Shared,
    type=click.Choice(["pdf", "booklet", "html", "md", "txt"]),
    default="pdf",
    help="What to make of it. [pdf]",
)
@click.option(
    "--paper",
    type=PaperType(),
    metavar="NAME|WxH",
    help="pdf: pages amid it, with crop marks [the size of a page]; booklet: two on a side [a4].",
)
@text_options("rulebook", "Where it goes; - prints texts. [./output/GAME]")
def command(game: str, **given: Any) -> int:
    """Make the rulebook of a GAME into one file to print or to read on a screen.

    The PDF has pages of the rulebook's own size, the booklet is folded and stapled. The HTML file
    holds its figures and fonts and needs no network.

    \b
    Examples:
      pnp rules my-game --to html
      pnp rules my-game --to booklet --paper letter
      pnp rules my-game --to txt -o -
    """
    return write_text("rulebook", game, given)
