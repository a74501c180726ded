"""Runs `pnp lang`: writes the texts of a game for a translator, and takes translations back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.languages import lang_option
from pnp.cli.options import (
    Shared,
    bounded,
    bounds_options,
    force_option,
    game_here,
    output_option,
    output_path,
    room_for,
    short,
)
from pnp.cli.speech import counted, say, tell
from pnp.diagnostics import Span, refusal

if TYPE_CHECKING:
    from pnp.load.workspace import Workspace

MOST = 4_000_000
"""Bytes that a translator's file may have."""


@click.command("lang", short_help="texts for translators, as CSV or PO, and back")
@click.argument("what", type=click.Choice(["export", "import"]))
@click.argument("game")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@lang_option()
@click.option(
    "--format",
    "form",
    cls=Shared,
    type=click.Choice(["csv", "po"]),
    default="csv",
    help="A table, or a file of gettext for a translator's program. [csv]",
)
@output_option(metavar="FILE", help="Where an export goes. [./output/GAME/LANG]")
@force_option
@bounds_options
def command(
    what: str, game: str, file: Path | None, form: str, output: Path | None, **given: Any
) -> int:
    """Write all texts of a GAME into one file for a translator, or take such a FILE back into
    lang/LANG.yaml of the game.

    Each text has its path, its place, the words of the first language and the translation, which
    may be empty. Rulebooks and player aids are translated as files: lang/rulebook.de.md.

    \b
    Examples:
      pnp lang export my-game --lang de
      pnp lang export my-game --lang fr --format po -o french.po
      pnp lang import my-game french.po
    """
    workspace, folder = game_here(game, given)
    if what == "export":
        if not given["lang"] or file:
            raise click.UsageError("export needs --lang LANG, and -o FILE for another name")
        return _export(workspace, game, folder, form, output, given["force"])
    if file is None:
        raise click.UsageError("import needs the FILE that the translator has sent")
    return _import(workspace, game, folder, file)


def _export(
    workspace: Workspace, game: str, folder: Path, form: str, output: Path | None, force: bool
) -> int:
    from pnp.build.catalogs import exported
    from pnp.output.write import save_single

    catalog = bounded(exported, workspace, game, folder, form)
    target = output_path(workspace, game, output, f"{game}.{workspace.language}.{form}")
    room_for(target)
    save_single(target, catalog.data, force=force)
    click.echo(
        f"{short(target)}  {counted(catalog.texts, 'text')}, {catalog.translated} translated"
    )
    for name in catalog.files:
        stem, _, ending = name.rpartition(".")
        own = f"lang/{stem}.{workspace.language}.{ending}"
        tell(f"  note: {name} is translated as a file of its own: {own}", err=True)
    return 0


def _import(workspace: Workspace, game: str, folder: Path, file: Path) -> int:
    from pnp.build.catalogs import imported
    from pnp.output.write import save

    overlay = bounded(imported, workspace, game, folder, _content(file), short(file))
    room_for(overlay.path)
    save(overlay.path, overlay.data)
    missing = f", {overlay.missing} missing" if overlay.missing else ""
    click.echo(f"{short(overlay.path)}  {counted(overlay.taken, 'text')} taken over{missing}")
    if overlay.comments:
        tell("  note: the comments of the file before are lost", err=True)
    say(list(overlay.found))
    return 0


def _content(file: Path) -> bytes:
    """The bytes of a file of ordinary size. Raises Problems (P131, P801)."""
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST + 1)
    except OSError as problem:
        message = f"{short(file)} cannot be read: {problem.strerror or 'the disk refuses'}"
        raise refusal("P131", message, Span(short(file))) from None
    if len(data) > MOST:
        message = f"the file has more than {MOST:,} bytes"
        raise refusal("P801", message, Span(short(file)), "send it in parts")
    return data
