"""Runs `pnp import`: makes a game of a sheet, list or folder of pictures, and prints why so."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.new_ import make_game, refuse_game, refuse_name
from pnp.cli.options import PROOF, chosen_games, max_cards_option, output_folder, workspace_here
from pnp.cli.speech import counted, say_problems, tell
from pnp.diagnostics import Problems, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.build.conductor import Kit
    from pnp.load.workspace import Workspace
    from pnp.starter.imported_game import Import

TRIED = 4
"""So many finished faces are tried, the best fit first."""
PREVIEWED, WIDTH = 3, 160


@click.command("import", short_help="a sheet, list or folder of pictures into a game that builds")
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option("--as", "name", metavar="GAME", help="What the game is called. [like the file]")
@click.option("--open", "open_", is_flag=True, help="Open a PDF of all faces afterwards.")
@max_cards_option
def command(file: Path, name: str | None, open_: bool, **given: Any) -> int:
    """Make a game of a FILE that pnp has never seen – a spreadsheet, a list in YAML or JSON, a
    folder of finished pictures – and say what each column was taken for, and why.

    The file is copied as it is. The game.yaml beside it says the same as this command; change
    there what was taken wrongly. Never writes into a game that is there.

    \b
    Examples:
      pnp import cards.csv --as night-market
      pnp import art/ --as wyrmwick
    """
    from pnp.build.conductor import make_kit
    from pnp.load.workspace import disk_for
    from pnp.starter import game_of, proposed_name

    wanted = name or file.resolve().stem
    name = proposed_name(wanted) or wanted
    refuse_name(name, "--as")
    workspace = workspace_here(given)
    source = f"data/{name}/{'art' if file.is_dir() else file.name}"
    hint = f"choose another name, such as: --as my-{name}"
    if ((workspace.home or Path.cwd()) / source).exists():
        hint = f"save a newer one over {source}, or {hint}"
    refuse_game(workspace, name, hint)
    made = _imported(workspace, file, name)
    (game, said), kit = _best(workspace, name, made)
    for line in said:
        tell(line)
    if isinstance(kit, Problems):
        raise _at(kit, source, file)
    make_game(workspace, name, game_of(game, made.files), given)
    for line in _preview(kit):
        tell(line)
    if open_:
        from pnp.cli.proof_ import command as proof

        click.get_current_context().invoke(proof, game=name)
        click.launch(str(output_folder(workspace_here(given), None) / name / PROOF))
    if not any(one.is_error for one in kit.diagnostics):
        what = "a newer one is saved over it"
        tell(f"From now on edit {source}; {what}", err=True)
        click.echo(f"Next:\n  pnp build {name}", err=True)
        return 0
    workspace = workspace_here(given)  # where the places are those of the game itself
    folder = chosen_games(workspace, (name,))[name]
    return say_problems(make_kit(disk_for(workspace, folder), name).diagnostics)


def _imported(workspace: Workspace, file: Path, name: str) -> Import:
    """What a file or folder is taken for. Raises Problems."""
    from pnp.load.files import Disk, Root
    from pnp.starter.imported_game import of_pictures, of_sheet

    folder = f"data/{name}"
    if file.is_dir():
        return of_pictures(Disk((Root(f"{folder}/art", file),), workspace.limits), name)
    files = Disk((Root(folder, file.absolute().parent),), workspace.limits)
    return of_sheet(files, Disk((Root("", workspace.shipped),)), name, file.name)


def _best(
    workspace: Workspace, name: str, made: Import
) -> tuple[tuple[str, Sequence[str]], Kit | Problems]:
    """The first of the games that has no error, made in a folder that goes again, else the first;
    with its faces, or why there are none.
    """
    from pnp.build.conductor import make_kit
    from pnp.load.workspace import MARK, disk_for, find
    from pnp.starter import game_of, make_folders, workspace_file

    tried: list[tuple[tuple[str, Sequence[str]], Kit | Problems]] = []
    with TemporaryDirectory() as folder:
        for number, game in enumerate(made.games[:TRIED]):
            home = Path(folder) / str(number)
            files = game_of(game[0], made.files).data
            make_folders(home, {f"data/{name}": files}, {MARK: workspace_file()})
            trial = find(home)._replace(limits=workspace.limits)
            try:
                kit = make_kit(disk_for(trial, home / "data" / name), name)
            except Problems as problems:
                tried.append((game, problems))
                continue
            tried.append((game, kit))
            if not any(one.is_error for one in kit.diagnostics):
                return tried[-1]
    return tried[0]


def _at(problems: Problems, source: str, file: Path) -> Problems:
    """What is wrong with a game that is not made, at its places in the file given."""

    def moved(span: Span | None) -> Span | None:
        _, found, inside = span.file.partition(source) if span else ("", "", "")
        return span._replace(file=f"{file.as_posix()}{inside}") if span and found else span

    return Problems(
        one._replace(
            span=moved(one.span),
            notes=tuple(note._replace(span=moved(note.span)) for note in one.notes),
        )
        for one in problems.diagnostics
    )


def _preview(kit: Kit) -> Iterator[str]:
    """The first cards, a line each: count, id, and what they say."""
    from pnp.model.deck import RESERVED
    from pnp.model.fields import flat

    (deck,) = kit.game.components.values()
    yield f"{counted(len(deck.cards), 'card')}, the first of them:"
    for card in deck.cards[:PREVIEWED]:
        said = [
            f"{field}: {' '.join(words.split())}"
            for field, value in card.values.items()
            if field not in RESERVED and value is not False
            if (words := ", ".join("yes" if one is True else str(one) for one in flat(value)))
        ]
        line = f"  {card.copies} × {card.id}  {'; '.join(said)}"
        yield line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"
