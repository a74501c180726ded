"""The option `--lang`, and the languages that it names for a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pnp.load.workspace import Workspace

F = TypeVar("F", bound=Callable[..., Any])


def lang_option(several: bool = False) -> Callable[[F], F]:
    """`--lang`: the language that games are read in, or several of them."""
    if several:
        metavar, text = "LANG,…", "In these languages of the game; all for every one. [the first]"
    else:
        metavar, text = "LANG", "In this language of the game. [its first]"
    return click.option("--lang", metavar=metavar, help=text)


def in_languages(
    workspace: Workspace, name: str, folder: Path, lang: str | None
) -> list[Workspace]:
    """The workspace with each language that `--lang` names for a game. Raises Problems."""
    named = [one.strip() for one in (lang or "").split(",")]
    if "all" in named:
        from pnp.cli.options import bounded

        named = bounded(_languages, workspace, name, folder)
    return [workspace._replace(language=one) for one in dict.fromkeys(named)]


def _languages(workspace: Workspace, name: str, folder: Path) -> list[str]:
    from pnp.load.workspace import disk_for
    from pnp.model.read import languages

    return languages(disk_for(workspace, folder), name)


def home_of(workspace: Workspace, game: str) -> str:
    """The name of the folder that the prints of a game go to: with its language, if one was asked
    for.
    """
    return f"{game}/{workspace.language}" if workspace.language else game
