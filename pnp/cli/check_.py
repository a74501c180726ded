"""`pnp check`."""

from __future__ import annotations

import os
import re
from contextlib import ExitStack
from importlib import import_module
from typing import TYPE_CHECKING

import click

from pnp.cli.options import Shared, max_cards_option, press, trust_option
from pnp.cli.place import bounded, chosen_games, game_names, is_strange, overlooked, workspace_here
from pnp.cli.speech import FORMATS, rendered, summary, tell
from pnp.diagnostics import Diagnostic, Problems, did_you_mean, exit_code

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pnp.load.workspace import Workspace


@click.command("check", short_help="say everything that is wrong with a game")
@click.argument("games", nargs=-1, metavar="[GAME]…", shell_complete=game_names)
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option(
    "--format",
    "form",
    cls=Shared,
    type=click.Choice(FORMATS),
    default="full",
    show_default=True,
    help="How findings are written.",
)
@click.option(
    "--select",
    multiple=True,
    metavar="CODE,…",
    help="Only these codes or families, such as P5 or P310 (can be repeated).",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="CODE,…",
    help="Not these codes or families (can be repeated).",
)
@max_cards_option
@click.option(
    "--setup",
    is_flag=True,
    help="First the setup: what each step needs, finds and leaves, for each number of players.",
)
@trust_option
def command(
    games: tuple[str, ...],
    strict: bool,
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    max_cards: int | None,
    setup: bool,
    untrusted: bool | None,
) -> int:
    """Say everything that is wrong with games: data, templates, texts that do not fit, broken
    promises. Without a GAME all of them.

    Faults of the data come first and alone: until they are mended, nothing can be drawn and no
    promise judged.

    \b
    Examples:
      pnp check my-game
      pnp check --strict --format github
    """
    if setup and form in ("json", "github"):
        raise click.UsageError(
            f"--setup prints a table; it goes not with --format {form}. As JSON: pnp promises"
            " --setup --format json"
        )
    wanted, unwanted = _codes("--select", select), _codes("--ignore", ignore)
    found: list[Diagnostic] = []
    folders: dict[str, Path] = {}
    try:
        workspace = workspace_here(max_cards)
        folders = chosen_games(workspace, games)
        found += overlooked(workspace, games)
        press(workspace, {})
    except Problems as problem:
        found += problem.diagnostics
    outcomes = _found(workspace, folders, untrusted) if folders else {}
    for name, folder in folders.items():
        found += outcomes[name]
        if setup:
            try:
                table, more = bounded(workspace, folder, untrusted, _setup, name, folder)
            except Problems as problem:
                more = list(problem.diagnostics)
            else:
                tell(table, nl=False)
            found += [d for d in more if d not in outcomes[name]]
    found = [
        d
        for d in found
        if (not wanted or d.code.startswith(wanted))
        and not (unwanted and d.code.startswith(unwanted))
    ]
    click.echo(rendered(found, form), nl=False)
    count = f"{len(folders)} game{'s' if len(folders) != 1 else ''}"
    click.echo(f"{count} checked: {summary(found) if found else 'all is well'}", err=True)
    return exit_code(found, strict=strict)


def _found(
    workspace: Workspace, folders: Mapping[str, Path], untrusted: bool | None
) -> dict[str, Sequence[Diagnostic]]:
    """What is wrong with each game, the games shared among the processors: the one with most to
    read goes first.
    """
    from pnp.crew import Exchange, together

    shares: list[list[str]] = [[] for _ in range(min(os.cpu_count() or 1, len(folders), 4))]
    weights = {name: _weight(folder) for name, folder in folders.items()}
    for name in sorted(folders, key=lambda name: (-weights[name], name)):
        min(shares, key=lambda share: sum(weights[one] for one in share)).append(name)

    if len(shares) > 1:
        for module in (
            "pnp.build.pipeline",
            "pnp.books.typeset_texts",
        ):  # once, before the processes part
            import_module(module)

    def task(part: int, parts: int, _: Exchange) -> dict[str, Sequence[Diagnostic]]:
        jobs = os.cpu_count() or 1 if len(folders) == 1 else 1
        return {
            name: _one(workspace, name, folders[name], untrusted, jobs)
            for share in shares[part::parts]
            for name in share
        }

    return {name: found for made in together(len(shares), task) for name, found in made.items()}


def _weight(folder: Path) -> int:
    """The bytes that lie in a folder itself; of one that may not be read, reading the game says
    so.
    """
    try:
        return sum(entry.stat().st_size for entry in os.scandir(folder) if entry.is_file())
    except OSError:
        return 0


def _one(
    workspace: Workspace, name: str, folder: Path, untrusted: bool | None, jobs: int
) -> Sequence[Diagnostic]:
    try:
        with ExitStack() as stack:
            if jobs > 1 and not is_strange(workspace, folder, untrusted):
                from pnp.build.compiling import compiling

                workspace = stack.enter_context(compiling(workspace, folder, prints=False))
            from pnp.build.kit import found_in

            return bounded(workspace, folder, untrusted, found_in, name, folder, jobs)
    except Problems as problem:
        return problem.diagnostics


def _setup(workspace: Workspace, name: str, folder: Path) -> tuple[str, list[Diagnostic]]:
    """The setup of a game as a table, and what is wrong with it."""
    from pnp.check.promises import setup_steps as setup
    from pnp.check.promises.table import setup_text
    from pnp.load.workspace import disk_for
    from pnp.model.read import load_game
    from pnp.model.setup import read_setup

    files, found = disk_for(workspace, folder), list[Diagnostic]()
    game, _ = load_game(files, name)
    steps = read_setup(files, f"data/{name}", found)
    found += setup.check(game, steps)
    if any(d.code == "P571" for d in found):
        return f"{game.title}\n", found
    return f"{game.title}\n{setup_text(setup.setup_table(game, steps))}", found


def _codes(option: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    """The codes and families that an option names.

    Raises BadParameter for what no page of the manual begins with.
    """
    codes = tuple(code.strip().upper() for code in ",".join(texts).split(",") if code.strip())
    for code in codes:
        if not re.fullmatch(r"P\d{1,3}", code):
            raise click.BadParameter(
                f'"{code}" is no code; expected one such as P501, or a family such as P5',
                param_hint=option,
            )
    if codes:
        from pnp.manual import families, pages

        known = [page.code for page in pages()]
        for code in codes:
            if not any(name.startswith(code) for name in known):
                hint = did_you_mean(code, known) or f"families are {', '.join(families())}"
                raise click.BadParameter(f"no code begins with {code}; {hint}", param_hint=option)
    return codes
