"""Runs `pnp trust`: notes that the games of a folder are read without bounds, or that a host may be
fetched from.
"""

from __future__ import annotations

import re
from pathlib import Path

import click

from pnp.cli.options import short, workspace_here
from pnp.cli.speech import stopped
from pnp.diagnostics import Problems, Span, refusal

_HOST = r"[A-Za-z0-9.:-]+"


@click.command("trust", short_help="read a workspace's games without bounds")
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option(
    "--host", metavar="HOST", help="Let pnp pull fetch from this host and those below it."
)
def command(folder: Path | None, host: str | None) -> int:
    """Note that you trust the workspace around you, or FOLDER: its games are then read and drawn
    without bounds on memory and time, as those of `pnp new` are.

    The note lies in your own folder for such things. It counts as long as the workspace stays where
    it is and belongs to the same user.

    \b
    Examples:
      pnp trust
      pnp trust ~/games
      pnp trust --host docs.google.com
    """
    from pnp.load.workspace import MARK, find, trust, trust_host

    if host is not None and (folder or not re.fullmatch(_HOST, host)):
        raise click.BadParameter(
            "expected a host alone, such as docs.google.com", param_hint="--host"
        )
    try:
        if host is not None:
            trust_host(host.lower())
            click.echo(f"pnp pull may fetch from {host.lower()}")
            return 0
        workspace = find(folder) if folder else workspace_here()
        if workspace.home is None:
            message = f"there is no {MARK} in {short(folder or Path.cwd())} or above it"
            hint = f"trust is for a workspace: make an empty file {MARK} in its folder"
            raise refusal("P130", message, Span(str(folder)) if folder else None, hint)
        trust(workspace.home)
    except Problems as problem:
        return stopped(problem, None)
    click.echo(f"{short(workspace.home)} is trusted")
    return 0
