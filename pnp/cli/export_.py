"""`pnp export`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.build.exporters import EXPORTERS
from pnp.cli.languages import lang_option
from pnp.cli.options import (
    Shared,
    bounds_options,
    cards_option,
    dpi_option,
    force_option,
    from_command_line,
    game_argument,
    game_here,
    ink,
    ink_option,
    jobs_option,
    json_option,
    length_option,
    named_cards,
    output_option,
    output_path,
    short,
)
from pnp.cli.speech import counted, print_json, say, stopped, tell, with_findings
from pnp.diagnostics import Problems
from pnp.load.files import refuse_link_out
from pnp.units.geometry import Um

if TYPE_CHECKING:
    from pnp.build.export import Folder


@click.command("export", short_help="each face as a PNG or SVG file")
@game_argument
@click.option(
    "--to",
    cls=Shared,
    type=click.Choice(list(EXPORTERS)),
    default="png",
    help="The format of the files. [png]",
)
@dpi_option
@length_option("--bleed", default="0mm", help="How much to show beyond the cut size. [0mm]")
@click.option(
    "--only",
    multiple=True,
    metavar="COMPONENT",
    help="Export only this component or kind (can be repeated).",
)
@cards_option
@output_option(metavar="DIR", help="Where the folders go. [./output/GAME/export]")
@ink_option
@jobs_option(expose_value=False, hidden=True)
@force_option
@bounds_options
@lang_option()
@json_option
def command(
    game: str,
    to: str,
    dpi: int,
    bleed: Um,
    only: tuple[str, ...],
    cards: tuple[str, ...],
    output: Path | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Write each face of a GAME as a file of its own, for virtual tabletops and print services.

    Each component has a folder with its files and a manifest.json: NNN_ID_front.png and
    NNN_ID_back.png, or one back.png where all cards share their back. A piece that is cut along an
    outline, or out of a net, is clear around it, unless its bleed is shown; a piece of sides: fold
    is shown unfolded, both sides in one rectangle.

    \b
    Examples:
      pnp export my-game
      pnp export my-game --to svg -o pictures
      pnp export my-game --dpi 150 --bleed 3mm --only cards
    """
    names = named_cards(cards)
    if not EXPORTERS[to].raster and from_command_line("dpi"):
        forms = " and ".join(f"--to {name}" for name, one in EXPORTERS.items() if one.raster)
        raise click.BadParameter(f"--to {to} has no dpi; it is for {forms}", param_hint="--dpi")
    try:
        workspace, folder = game_here(game, given)
        target = output_path(workspace, game, output, "export")
        if not from_command_line("output"):
            refuse_link_out(target, target.parent)
        # ReportLab, below it, fails in a folder that is gone
        from pnp.build.export import ExportOptions, export

        how = ink(workspace, given["ink"])
        options = ExportOptions(to, dpi, bleed, only, names, ink=how, force=given["force"])
        exported = export(workspace, game, folder, target, options)
    except Problems as problem:
        nothing: dict[str, Any] = {"exported": [], "removed": [], "replaced": {}}
        return stopped(problem, nothing if as_json else None)
    rows = [_row(target, part) for part in exported.folders]
    if as_json:
        removed = [
            {"component": component, "left": left} for component, left in exported.removed.items()
        ]
        report = {"exported": rows, "removed": removed, "replaced": exported.replaced}
        print_json(with_findings(report, exported.diagnostics))
        return 0
    for row in rows:
        click.echo(f"{short(row['folder'])}  {counted(row['files'], 'file')}, {row['sizes']}")
    for component, number in exported.replaced.items():
        files = counted(number, "other file")
        place = short(target / component)
        note = f"{files} of the export before in {place} made way for these cards"
        tell(f"  note: {note}; -o DIR would keep them", err=True)
    for component, left in exported.removed.items():
        stays = f"; what else lies there stays: {', '.join(left)}" if left else ""
        note = f'nothing of "{component}" is exported any more; its earlier files in'
        tell(f"  note: {note} {short(target / component)} are removed{stays}", err=True)
    say(exported.diagnostics)
    return 0


def _row(target: Path, part: Folder) -> dict[str, Any]:
    """A folder for people and programs; of its sizes the most frequent ones."""
    entries = part.manifest["files"].values()
    sizes = Counter(_size(entry) for entry in entries)
    shown = ", ".join(size for size, _ in sizes.most_common(3)) + (" …" if len(sizes) > 3 else "")
    return {
        "component": part.component,
        "folder": str(target / part.component),
        "files": len(part.files),
        "bytes": sum(map(len, part.files.values())),
        "sizes": shown,
    }


def _size(entry: dict[str, Any]) -> str:
    millimetres = " × ".join(f"{n:g}" for n in entry["size_mm"]) + " mm"
    if "size_px" not in entry:
        return millimetres
    return f"{millimetres} ({' × '.join(map(str, entry['size_px']))} px)"
