"""`pnp export`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pnp.cli.options import (
    LengthType,
    Shared,
    from_environment,
    ink,
    ink_option,
    max_cards_option,
    trust_option,
)
from pnp.cli.place import (
    chosen_games,
    game_names,
    is_strange,
    output_folder,
    output_of,
    short,
    workspace_here,
)
from pnp.cli.speech import reported, say, stopped, tell
from pnp.diagnostics import Problems
from pnp.units.geometry import Um

if TYPE_CHECKING:
    from pnp.build.export import Folder, Gone
    from pnp.load.workspace import Workspace


@click.command("export", short_help="each face as a PNG or SVG file")
@click.argument("game", shell_complete=game_names)
@click.option(
    "--to",
    cls=Shared,
    type=click.Choice(["png", "svg"]),
    default="png",
    help="The format of the files. [png]",
)
@click.option(
    "--dpi",
    type=click.IntRange(36, 1200),
    default=300,
    metavar="N",
    help="Dots an inch of a PNG, 36 to 1200. [300]",
)
@click.option(
    "--bleed",
    type=LengthType(),
    default="0mm",
    metavar="LENGTH",
    help="How much to show beyond the cut size. [0mm]",
)
@click.option(
    "--only",
    multiple=True,
    metavar="COMPONENT",
    help="Export only this component or kind (can be repeated).",
)
@click.option(
    "--cards",
    multiple=True,
    metavar="ID,…",
    help="Export only these cards: IDs, or COMPONENT/ID (can be repeated).",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the folders go. [./output/GAME/export]",
)
@ink_option
@click.option("-j", "--jobs", type=click.IntRange(1, 64), expose_value=False, hidden=True)
@max_cards_option
@trust_option
@click.option(
    "--json", "as_json_", is_flag=True, envvar="PNP_JSON", help="Report as JSON on standard output."
)
def command(
    game: str,
    to: str,
    dpi: int,
    bleed: Um,
    only: tuple[str, ...],
    cards: tuple[str, ...],
    output: Path | None,
    max_cards: int | None,
    untrusted: bool | None,
    as_json_: bool,
    **given: str | None,
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
    names = tuple(name.strip() for name in ",".join(cards).split(",") if name.strip())
    if cards and not names:
        raise click.BadParameter("no card is named", param_hint="--cards")
    if (
        to == "svg"
        and click.get_current_context().get_parameter_source("dpi") is ParameterSource.COMMANDLINE
    ):
        raise click.BadParameter("--to svg has no dpi; it is for --to png", param_hint="--dpi")
    try:
        workspace = workspace_here(max_cards)
        folder = chosen_games(workspace, (game,))[game]
        target = _target(workspace, game, output)
        from pnp.build.export import (
            Wanted,
            export,
        )  # ReportLab, below it, fails in a folder that is gone

        wanted = Wanted(to, dpi, bleed, only, names, ink=ink(workspace, given["ink"]))
        done = export(
            workspace,
            game,
            folder,
            target,
            wanted,
            is_strange(workspace, folder, untrusted),
        )
    except Problems as problem:
        return stopped(
            problem, {"exported": [], "removed": [], "replaced": {}} if as_json_ else None
        )
    rows = [_row(target, part) for part in done.folders]
    if as_json_:
        reported(
            {
                "exported": rows,
                "removed": [one._asdict() for one in done.gone],
                "replaced": dict(done.replaced),
            },
            done.diagnostics,
        )
        return 0
    for row in rows:
        click.echo(
            f"{short(row['folder'])}  {row['files']} file{'s' if row['files'] != 1 else ''},"
            f" {row['sizes']}"
        )
    for component, number in done.replaced:
        files = f"{number} other file{'s' if number != 1 else ''} of the export before"
        tell(
            f"  note: {files} in {short(target / component)} made way for these cards; -o DIR would"
            " keep them",
            err=True,
        )
    for one in done.gone:
        tell(_removed(target, one), err=True)
    say(done.diagnostics)
    return 0


def _target(workspace: Workspace, game: str, output: Path | None) -> Path:
    """The folder to write to: as told, or below the folder of all prints.

    Raises Problems for one among the data.
    """
    from pnp.load.files import refuse_link_out

    if output is not None and not from_environment("output"):
        return output_of(workspace, output.parent, output.name)
    prints = output_of(workspace, output_folder(workspace, output), game)
    refuse_link_out(prints / "export", prints)
    return prints / "export"


def _removed(target: Path, one: Gone) -> str:
    """A line for a component whose earlier files were removed."""
    told = (
        f'  note: nothing of "{one.component}" is exported any more; its earlier files in'
        f" {short(target / one.component)} are removed"
    )
    return f"{told}; what else lies there stays: {', '.join(one.left)}" if one.left else told


def _row(target: Path, part: Folder) -> dict[str, Any]:
    """A folder for people and programs; of its sizes the most frequent ones."""
    entries = part.manifest["files"].values()
    sizes = Counter(_size(entry) for entry in entries)
    told = ", ".join(size for size, _ in sizes.most_common(3)) + (" …" if len(sizes) > 3 else "")
    return {
        "component": part.component,
        "folder": str(target / part.component),
        "files": len(part.files),
        "bytes": sum(map(len, part.files.values())),
        "sizes": told,
    }


def _size(entry: dict[str, Any]) -> str:
    millimetres = " × ".join(f"{n:g}" for n in entry["size_mm"]) + " mm"
    if "size_px" not in entry:
        return millimetres
    return f"{millimetres} ({' × '.join(map(str, entry['size_px']))} px)"
