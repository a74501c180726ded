"""`pnp check`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from pnp.build.pool import each
from pnp.cli.languages import home_of, in_all, in_languages, lang_option
from pnp.cli.options import (
    Shared,
    bounded,
    bounds_options,
    chosen_games,
    games_argument,
    overlooked,
    press,
    strict_option,
    workspace_here,
)
from pnp.cli.schema_ import refresh
from pnp.cli.speech import FORMATS, counted, rendered, summary, tell
from pnp.diagnostics import Diagnostic, Problems, did_you_mean, exit_code

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pnp.load.workspace import Workspace


@click.command("check", short_help="say everything that is wrong with a game")
@games_argument
@strict_option
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
@bounds_options
@lang_option(several=True)
@click.option(
    "--setup",
    is_flag=True,
    help="First the setup: what each step needs, finds and leaves, for each number of players.",
)
def command(
    games: tuple[str, ...],
    strict: bool,
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    setup: bool,
    **given: Any,
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
    queue: list[tuple[Workspace, str, Path]] = []
    try:
        workspace = workspace_here(given)
        folders = chosen_games(workspace, games)
        found += overlooked(workspace, games)
        press(workspace, {})
        for name, folder in folders.items():
            spaces = in_languages(workspace, name, folder, given["lang"])
            queue += [(space, name, folder) for space in spaces]
    except Problems as problem:
        found += problem.diagnostics
    outcomes = list(each(_findings, queue))
    told: list[tuple[str, Sequence[Diagnostic]]] = []
    for (space, name, folder), (findings, _) in zip(queue, outcomes, strict=True):
        told.append((space.language, findings))
        if setup:
            try:
                table, more = bounded(_setup, space, name, folder)
            except Problems as problem:
                more = list(problem.diagnostics)
            else:
                tell(table, nl=False)
            found += [d for d in more if d not in findings]
    found += in_all(told)
    found = [
        d
        for d in found
        if d.code.startswith(wanted or "P") and not d.code.startswith(unwanted or ("-",))
    ]
    if folders:
        refresh(workspace, folders)
    click.echo(rendered(found, form), nl=False)
    for (space, name, _), (_, line) in zip(queue, outcomes, strict=True):
        if line:
            tell(f"{home_of(space, name)}: {line}", err=True)
    count = counted(len(folders), "game")
    click.echo(f"{count} checked: {summary(found) if found else 'all is well'}", err=True)
    return exit_code(found, strict=strict)


def _findings(workspace: Workspace, name: str, folder: Path) -> tuple[Sequence[Diagnostic], str]:
    """Everything that is wrong with one game, and in one line what proves its rules."""
    from pnp.build.conductor import check

    try:
        return bounded(check, workspace, name, folder)
    except Problems as problem:
        return problem.diagnostics, ""


def _setup(workspace: Workspace, name: str, folder: Path) -> tuple[str, list[Diagnostic]]:
    """The setup of a game as a table, and what is wrong with it."""
    from pnp.check.promises import setup_steps as setup
    from pnp.check.promises.summary import setup_text
    from pnp.load.workspace import disk_for
    from pnp.model.read import load_game

    game, _ = load_game(disk_for(workspace, folder), name)
    found = [*setup.check(game)]
    if any(d.code == "P571" for d in found):
        return f"{game.title}\n", found
    return f"{game.title}\n{setup_text(setup.setup_table(game))}", found


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
