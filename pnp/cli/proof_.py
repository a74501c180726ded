"""Runs `pnp proof`: makes the different faces of a game into one small PDF for a friend."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pnp.cli.languages import lang_option
from pnp.cli.options import (
    PROOF,
    bounded,
    bounds_options,
    force_option,
    game_argument,
    game_here,
    output_option,
    output_path,
    paper_option,
    room_for,
    short,
)
from pnp.cli.speech import counted, say, stopped
from pnp.diagnostics import Problems


@click.command("proof", short_help="all different faces on a few pages, for a friend")
@game_argument
@output_option(metavar="FILE", help="Where it goes. [./output/GAME/proof.pdf]")
@click.option(
    "--hide",
    multiple=True,
    metavar="FIELD",
    help="Show a grey bar where this field is printed (can be repeated).",
)
@click.option(
    "--only",
    multiple=True,
    metavar="COMPONENT|KIND",
    help="Show only this component, or this kind (can be repeated).",
)
@paper_option(help="The paper of its pages. [a4]")
@force_option
@bounds_options
@lang_option()
def command(
    game: str,
    output: Path | None,
    hide: tuple[str, ...],
    only: tuple[str, ...],
    paper: Any,
    force: bool,
    **given: Any,
) -> int:
    """Make one small PDF of all different faces of a GAME, to send to a friend: DRAFT across, the
    id and the number of copies under each.

    Of a hidden field no word is in the file; what a template decides by it, such as a picture, is
    not hidden. Rulebooks and player aids are shown where --only names them.

    \b
    Examples:
      pnp proof my-game
      pnp proof my-game --hide text -o for-ann.pdf
    """
    from pnp.build.contact_sheet import ProofRequest, make_proof
    from pnp.output.write import save_single

    try:
        workspace, folder = game_here(game, given)
        target = output_path(workspace, game, output, PROOF)
        request = ProofRequest(only, hide)
        if paper:
            request = request._replace(paper=paper)
        made = bounded(make_proof, workspace, game, folder, request)
        room_for(target)
        save_single(target, made.data, force=force)
    except Problems as problem:
        return stopped(problem, None)
    faces, pages = counted(made.faces, "face"), counted(made.pages, "page")
    weight = f"{len(made.data) / 1_000:,.0f} kB"
    click.echo(f"{short(target)}  {faces} on {pages}, {weight}")
    say(made.diagnostics)
    return 0
