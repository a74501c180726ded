"""`pnp rules`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pnp.cli.options import PaperType, Shared, ink_option, max_cards_option, trust_option
from pnp.cli.place import game_names
from pnp.cli.sheets import told


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
@click.option(
    "--only",
    metavar="COMPONENT",
    help="Which rulebook, where a game has several; each has a file of its own.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where it goes; - prints texts. [./output/GAME]",
)
@ink_option
@max_cards_option
@trust_option
@click.option(
    "--json", "as_json_", is_flag=True, envvar="PNP_JSON", help="Report as JSON on standard output."
)
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
    return told("rulebook", game, given)
