"""`pnp verify`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.languages import home_of, lang_option
from pnp.cli.options import (
    PDFS,
    bounded,
    bounds_options,
    chosen_games,
    games_argument,
    ink,
    ink_option,
    json_option,
    output_folder,
    output_of,
    output_option,
    overlooked,
    press,
    press_options,
    strict_option,
    workspace_here,
)
from pnp.cli.speech import counted, print_json, say, summary, tell, with_findings
from pnp.diagnostics import Diagnostic, Problems, Span, exit_code, refusal

if TYPE_CHECKING:
    from pnp.build.print_options import PrintOptions
    from pnp.load.workspace import Workspace
    from pnp.proof import Proof


@click.command("verify", short_help="hold finished PDFs against the data")
@games_argument
@click.option(
    "--pdf",
    "pdfs",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Only this PDF of one game (can be repeated).",
)
@output_option(metavar="DIR", help="Where the PDFs were written. [./output]")
@click.option(
    "--png",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write a picture of each place that shows something else than the data say.",
)
@press_options
@ink_option
@bounds_options
@lang_option()
@strict_option
@json_option
def command(
    games: tuple[str, ...],
    pdfs: tuple[Path, ...],
    output: Path | None,
    png: Path | None,
    strict: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Read finished PDFs and hold them against the data of their GAME, without a GAME those of all.

    Which card lies where, how often and at what true size; which back lies behind which front;
    whether tiles make up their board; and whether the paper keeps the promises of the rules. What
    the pages show is compared with what a build draws now, by the options of the manifest beside
    them, else of the file itself, else those given here. Findings name file, page and slot.

    \b
    Examples:
      pnp verify my-game
      pnp verify my-game --strict --png differences
      pnp verify my-game --pdf output/my-game/cards.pdf
    """
    from pnp.build.print_options import PrintOptions

    proofs: list[Proof] = []
    found: list[Diagnostic] = []
    folders: dict[str, Path] = {}
    try:
        workspace = workspace_here(given)
        usual = PrintOptions(press(workspace, given), ink=ink(workspace, given["ink"]))
        folders = chosen_games(workspace, games)
        found += overlooked(workspace, games)
    except Problems as problem:
        found += problem.diagnostics
    if pdfs and len(folders) > 1:
        raise click.UsageError("--pdf: name the one game that the PDFs are of")
    for name, folder in folders.items():
        try:
            paths = list(pdfs) or _printed(
                output_of(workspace, output_folder(workspace, output), home_of(workspace, name)),
                name,
            )
            shown = png is not None
            proofs.append(bounded(proof, workspace, name, folder, paths, not pdfs, usual, shown))
            found += proofs[-1].diagnostics
            if png is not None:
                _write(png, proofs[-1])
        except Problems as problem:
            found += problem.diagnostics
    if as_json:
        print_json(with_findings({"verified": list(map(_json_row, proofs))}, found))
    else:
        for one in proofs:
            tell(line(one))
        say(found)
    stopped = exit_code(found, strict=strict)
    if stopped and not as_json:
        click.echo(summary(found), err=True)
    return stopped


def proof(
    workspace: Workspace,
    name: str,
    folder: Path,
    paths: list[Path],
    whole: bool,
    usual: PrintOptions,
    pictured: bool = False,
) -> Proof:
    """The PDFs of a game held against its data, and against what a build draws now by the options
    that the manifest beside them says, else they themselves, else the `usual`.

    Raises Problems when the data cannot be read.
    """
    from pnp.build.conductor import draw_again
    from pnp.build.print_options import from_record
    from pnp.load.workspace import disk_for
    from pnp.model.read import load_game
    from pnp.output.manifest import MANIFEST, changed_cards, differing_copies, read
    from pnp.proof import prove
    from pnp.proof.scan import options_of

    said = {parent: read(parent / MANIFEST) for parent in {path.parent for path in paths}}
    records = [one["options"] for one in said.values() if "options" in one and one["game"] == name]
    records += [record for path in paths if (record := options_of(path))]
    # Changes have no record, and yet their boxes must have their size.
    usual = usual._replace(sleeved=any(one.get("sleeved") for one in said.values()))
    options = next(filter(None, map(from_record, records)), usual)
    expected: Mapping[str, bytes] | None = None
    changed: dict[Path, list[str]] = {}
    differing = frozenset[tuple[str, str]]().union(*map(differing_copies, said.values()))
    unknown = [one for one in said.values() if one.get("part") and "options" not in one]
    try:
        game, expected, manifest = draw_again(workspace, name, folder, options)
        changed = {path: changed_cards(said[path.parent], manifest) for path in paths}
        differing = differing_copies(manifest)
    except Problems:  # the data have errors, which `pnp check` names; the marks can be read
        game, _ = load_game(disk_for(workspace, folder), name)
    if unknown:
        expected = None
    stamps, asked = _stamps(name, paths), _asked(name, paths, whole)
    return prove(
        game, paths, whole, stamps, asked, expected, changed, pictured, differing, options.sets
    )


def _write(folder: Path, proof: Proof) -> None:
    """Write the pictures of a proof into a folder. Raises Problems."""
    from pnp.output.write import explained, save

    if proof.pictures:
        with explained(folder):
            folder.mkdir(parents=True, exist_ok=True)
    for name, data in proof.pictures.items():
        save(folder / name, data)


def _asked(game: str, paths: Sequence[Path], whole: bool) -> dict[tuple[str, str], set[int]] | None:
    """What must be in files of a part of the kit, by the manifest beside them; None where it is
    of no part, or not of them all.
    """
    from pnp.output.manifest import MANIFEST, of_part

    folders = {path.parent for path in paths}
    names = () if whole else [path.name for path in paths]
    return of_part(folders.pop() / MANIFEST, game, names) if len(folders) == 1 else None


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

    Raises Problems: P730 where there is none, P741 where they may be of two builds, P811 where one
    is a link that leads elsewhere.
    """
    from pnp.load.files import refuse_link_out, shown
    from pnp.output.write import interrupted

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
    if interrupted(folder):
        message = "a build was stopped while its files changed places: some may be older"
        raise refusal("P741", message, Span(shown(folder)), f"build again: pnp build {game}")
    return paths


def line(proof: Proof) -> str:
    """What is on paper of a game, in one line."""
    pages = counted(sum(pages for _, pages, _ in proof.files), "page")
    errors = sum(d.is_error for d in proof.diagnostics)
    parts = [
        f"{proof.pieces} of {proof.pieces_of} pieces on paper",
        f"{pages} in {counted(len(proof.files), 'PDF')}",
    ]
    if proof.promises_kept:
        promises = counted(proof.promises, "promise")
        parts.append(f"{proof.promises_kept} of {promises} judged on paper and kept")
    if errors:
        parts.append(counted(errors, "error"))
    return f"{proof.title}{', a part' if proof.part else ''}: {', '.join(parts)}"


def _json_row(proof: Proof) -> dict[str, Any]:
    files = [{"file": file, "pages": pages, "faces": faces} for file, pages, faces in proof.files]
    row = asdict(proof)
    row["pictures"] = [*proof.pictures]
    return with_findings({**row, "files": files}, proof.diagnostics)
