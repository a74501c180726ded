"""`pnp export`."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.options import LengthType, ink, ink_option, trust_option
from pnp.cli.place import chosen_games, game_names, is_strange, output_folder, output_of, short, workspace_here
from pnp.cli.speech import say, say_problems, tell
from pnp.diagnostics import Problems, as_json, exit_code
from pnp.geometry import Um

if TYPE_CHECKING:
    from pnp.export import Folder, Gone


@click.command("export", short_help="each face as a PNG or SVG file")
@click.argument("game", shell_complete=game_names)
@click.option("--to", type=click.Choice(["png", "svg"]), default="png", help="The format of the files. [png]")
@click.option("--dpi", type=click.IntRange(36, 1200), default=300, metavar="N", help="Dots an inch of a PNG, 36 to 1200. [300]")
@click.option("--bleed", type=LengthType(), default="0mm", metavar="LENGTH", help="How much to show beyond the cut size. [0mm]")
@click.option("--only", multiple=True, metavar="COMPONENT", help="Export only this component or kind (can be repeated).")
@click.option("--cards", multiple=True, metavar="ID,…", help="Export only these cards: IDs, or COMPONENT/ID (can be repeated).")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="DIR", help="Where the folders go. [./output/GAME/export]")
@ink_option
@click.option("-j", "--jobs", type=click.IntRange(1, 64), metavar="N", help="Processors that draw. [all]")
@trust_option
@click.option("--json", "as_json_", is_flag=True, envvar="PNP_JSON", help="Report as JSON on standard output.")
def command(
    game: str,
    to: str,
    dpi: int,
    bleed: Um,
    only: tuple[str, ...],
    cards: tuple[str, ...],
    output: Path | None,
    jobs: int | None,
    untrusted: bool | None,
    as_json_: bool,
    **given: str | None,
) -> int:
    """Write each face of a GAME as a file of its own, for virtual tabletops and print services.

    Each component has a folder with its files and a manifest.json: NNN_ID_front.png and NNN_ID_back.png, or one back.png where all cards
    share their back. A piece that is cut along an outline, or out of a net, is clear around it, unless its bleed is shown; a piece of
    sides: fold is shown unfolded, both sides in one rectangle.

    \b
    Examples:
      pnp export my-game
      pnp export my-game --to svg -o pictures
      pnp export my-game --dpi 150 --bleed 3mm --only cards
    """
    from pnp.export import Wanted, export
    from pnp.load.files import kept_within

    names = tuple(name.strip() for name in ",".join(cards).split(",") if name.strip())
    if cards and not names:
        raise click.BadParameter("no card is named", param_hint="--cards")
    workspace = workspace_here()
    folder = chosen_games(workspace, (game,))[game]
    if output is None:
        folder_of_prints = output_of(workspace, output_folder(workspace, None), game)
        target = folder_of_prints / "export"
        kept_within(target, folder_of_prints)
    else:
        target = output_of(workspace, output.parent, output.name)
    wanted = Wanted(to, dpi, bleed, only, names, ink=ink(workspace, given["ink"]))
    try:
        done = export(workspace, game, folder, target, wanted, jobs or os.cpu_count() or 1, is_strange(workspace, folder, untrusted))
    except Problems as problem:
        if not as_json_:
            return say_problems(problem.diagnostics)
        click.echo(_report([], problem))
        return exit_code(problem.diagnostics) or 1
    rows = [_row(target, part) for part in done.folders]
    if as_json_:
        click.echo(_report(rows, Problems(done.diagnostics), done.gone))
        return 0
    for row in rows:
        click.echo(f"{short(row['folder'])}  {row['files']} file{'s' if row['files'] != 1 else ''}, {row['sizes']}")
    for one in done.gone:
        tell(_removed(target, one), err=True)
    say(done.diagnostics)
    return 0


def _removed(target: Path, one: Gone) -> str:
    """A line for a component whose earlier files were removed."""
    told = f'  note: nothing of "{one.component}" is exported any more; its earlier files in {short(target / one.component)} are removed'
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


def _report(rows: list[dict[str, Any]], found: Problems, gone: Sequence[Gone] = ()) -> str:
    report = {"exported": rows, "removed": [one._asdict() for one in gone], "diagnostics": json.loads(as_json(found.diagnostics))}
    return json.dumps(report, ensure_ascii=False, indent=1)
