"""`pnp doctor`."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from pnp.cli.place import workspace_here
from pnp.cli.speech import stopped
from pnp.diagnostics import Problems

if TYPE_CHECKING:
    from pnp.cli.installation import Report
    from pnp.load.workspace import Workspace


@click.command("doctor", short_help="versions, fonts, icons, and a trial PDF")
@click.option(
    "--icons",
    is_flag=False,
    flag_value="",
    metavar="[WORD]",
    help="List the names of the icons, or those that hold WORD.",
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(icons: str | None, as_json: bool) -> int:
    """Say whether this installation can print: versions, fonts and their licences, icons, the
    workspace, and a PDF drawn and read back.

    \b
    Examples:
      pnp doctor
      pnp doctor --icons card
      pnp doctor --json
    """
    try:
        workspace = workspace_here()
    except Problems as problem:
        return stopped(problem, {} if as_json else None)
    if icons is not None:
        return _icons(workspace, icons, as_json)
    from pnp import __version__
    from pnp.cli.installation import examined

    report = examined(workspace, __version__)
    click.echo(
        json.dumps(asdict(report), ensure_ascii=False, indent=1) if as_json else _told(report)
    )
    if not as_json:
        for trouble in report.troubles:
            click.echo(f"error {trouble}", err=True)
        count = len(report.troubles)
        click.echo(
            f"{count} thing{'s' if count != 1 else ''} wrong" if count else "all is well", err=True
        )
    return 1 if report.troubles else 0


def _told(report: Report) -> str:
    lines = [f"pnp {report.version}, Python {report.python} on {report.system}"]
    for package in report.packages:
        least = f"  {package.least} or newer" if package.least else ""
        lines.append(f"  {package.name:12s} {package.version or 'missing':10s}{least}")
    lines.append(f"fonts: {len(report.fonts)} families")
    for family in report.fonts:
        files = f"{family.files} file{'s' if family.files != 1 else ''}"
        lines.append(f"  {family.name:18s} {files:8s} {', '.join(family.licences) or 'no licence'}")
    lines.append(f"icons: {report.icons}; list them with: pnp doctor --icons")
    count = f"{len(report.games)} game{'s' if len(report.games) != 1 else ''}"
    lines.append(
        f"workspace: {report.workspace} ({count})"
        if report.workspace
        else f"workspace: none here; {count} of the package"
    )
    lines.append(
        f"trial: a PDF of {report.trial_bytes:,} bytes, drawn and read back"
        if report.trial_bytes
        else "trial: none"
    )
    return "\n".join(lines)


def _icons(workspace: Workspace, word: str, as_json: bool) -> int:
    """List icons by name; 1 when none holds the word."""
    from pnp.cli.schema_ import icon_names
    from pnp.diagnostics import did_you_mean

    every = icon_names(workspace)
    found = [name for name in every if word.lower() in name]
    if as_json:
        click.echo(json.dumps(found, indent=1))
    elif found:
        click.echo("\n".join(found))
    else:
        click.echo(
            f'no icon has "{word}" in its name. {did_you_mean(word, every)}'.rstrip(), err=True
        )
    return 0 if found else 1
