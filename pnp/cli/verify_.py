"""`pnp verify`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.options import max_cards_option, trust_option
from pnp.cli.place import (
    bounded,
    chosen_games,
    game_names,
    output_folder,
    output_of,
    overlooked,
    workspace_here,
)
from pnp.cli.speech import say, summary, tell
from pnp.diagnostics import Diagnostic, Problems, Span, as_json, exit_code, refusal

if TYPE_CHECKING:
    from pnp.load.workspace import Workspace
    from pnp.proof import Proof


@click.command("verify", short_help="hold finished PDFs against the data")
@click.argument("games", nargs=-1, metavar="[GAME]…", shell_complete=game_names)
@click.option(
    "--pdf",
    "pdfs",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Only this PDF of one game (can be repeated).",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the PDFs were written. [./output]",
)
@max_cards_option
@trust_option
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option(
    "--json", "as_json_", is_flag=True, envvar="PNP_JSON", help="Report as JSON on standard output."
)
def command(
    games: tuple[str, ...],
    pdfs: tuple[Path, ...],
    output: Path | None,
    max_cards: int | None,
    untrusted: bool | None,
    strict: bool,
    as_json_: bool,
) -> int:
    """Read finished PDFs and hold them against the data of their GAME, without a GAME those of all.

    Which card lies where, how often and at what true size; which back lies behind which front;
    whether tiles make up their board; and whether the paper keeps the promises of the rules. A part
    of the kit is held against the manifest beside it. Findings name file, page and slot.

    \b
    Examples:
      pnp verify my-game
      pnp verify my-game --strict
      pnp verify my-game --pdf output/my-game/cards.pdf
    """
    proofs: list[Proof] = []
    found: list[Diagnostic] = []
    folders: dict[str, Path] = {}
    try:
        workspace = workspace_here(max_cards)
        folders = chosen_games(workspace, games)
        found += overlooked(workspace, games)
    except Problems as problem:
        found += problem.diagnostics
    if pdfs and len(folders) > 1:
        raise click.UsageError("--pdf: name the one game that the PDFs are of")
    for name, folder in folders.items():
        try:
            paths = list(pdfs) or _printed(
                output_of(workspace, output_folder(workspace, output), name), name
            )
            proofs.append(
                bounded(workspace, folder, untrusted, proof, name, folder, paths, not pdfs)
            )
            found += proofs[-1].diagnostics
        except Problems as problem:
            found += problem.diagnostics
    if as_json_:
        click.echo(_as_json(proofs, found))
    else:
        for made in proofs:
            tell(line(made))
        say(found)
    stopped = exit_code(found, strict=strict)
    if stopped and not as_json_:
        click.echo(summary(found), err=True)
    return stopped


def proof(workspace: Workspace, name: str, folder: Path, paths: list[Path], whole: bool) -> Proof:
    """The PDFs of a game held against its data. Raises Problems when the data cannot be read."""
    from pnp.load.workspace import disk_for
    from pnp.model.read import load_game
    from pnp.proof import prove

    game, _ = load_game(disk_for(workspace, folder), name)
    return prove(game, paths, whole, _stamps(name, paths), _asked(name, paths, whole))


def _asked(game: str, paths: Sequence[Path], whole: bool) -> dict[tuple[str, str], set[int]] | None:
    """What must be in files of a part of the kit, by the manifest beside them; None where it is
    of no part, or not of them all.
    """
    from pnp.output.manifest import MANIFEST, of_part

    folders = {path.parent for path in paths}
    return (
        of_part(folders.pop() / MANIFEST, game, () if whole else [path.name for path in paths])
        if len(folders) == 1
        else None
    )


def _stamps(game: str, paths: Iterable[Path]) -> dict[Path, str]:
    """The SHA-256 that files of a game had when they were built, as the manifest beside them
    lists it.
    """
    from pnp.output.manifest import MANIFEST, listed, read

    found: dict[Path, str] = {}
    for folder in {path.parent for path in paths}:
        if read(folder / MANIFEST).get("game") == game:
            found |= {folder / name: stamp for name, stamp in listed(folder / MANIFEST).items()}
    return found


def _printed(folder: Path, game: str) -> list[Path]:
    """The PDFs of a build, in the order of their names, without those of `pnp rules` and `pnp
    reference`, which hold the same pieces again.

    Raises Problems: P730 where there is none, P811 where one is a link that leads elsewhere.
    """
    from pnp.cli.text_commands import PDFS
    from pnp.load.files import refuse_link_out, shown

    try:
        paths = sorted(
            path
            for path in folder.iterdir()
            if path.suffix == ".pdf" and path.name[0] != "." and path.name not in PDFS
        )
    except OSError:
        paths = []
    if not paths:
        hint = f"make them with: pnp build {game}; those that lie elsewhere are named by --pdf"
        raise refusal("P730", "there are no PDFs to verify", Span(shown(folder)), hint)
    for path in paths:
        refuse_link_out(path, folder)
    return paths


def line(made: Proof) -> str:
    """What is on paper of a game, in one line."""
    files, pages = len(made.files), sum(pages for _, pages, _ in made.files)
    title = f"{made.title}, a part" if made.part else made.title
    errors = sum(d.is_error for d in made.diagnostics)
    told = [
        f"{made.pieces} of {made.pieces_of} pieces on paper",
        f"{pages} page{'s' * (pages != 1)} in {files} PDF{'s' * (files != 1)}",
    ]
    if made.promises_kept:
        told.append(f"{made.promises_kept} promise{'s' * (made.promises_kept != 1)} kept")
    return (
        f"{title}: {', '.join(told)}{f', {errors} error' + 's' * (errors != 1) if errors else ''}"
    )


def _as_json(proofs: list[Proof], found: list[Diagnostic]) -> str:
    rows: list[dict[str, Any]] = []
    for made in proofs:
        files = [
            {"file": file, "pages": pages, "faces": faces} for file, pages, faces in made.files
        ]
        rows.append(
            {**asdict(made), "files": files, "diagnostics": json.loads(as_json(made.diagnostics))}
        )
    return json.dumps(
        {"verified": rows, "diagnostics": json.loads(as_json(found))}, ensure_ascii=False, indent=1
    )
