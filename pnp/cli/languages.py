"""The option `--lang`, and the languages that it names for a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pnp.diagnostics import Diagnostic, Note

if TYPE_CHECKING:
    from pnp.load.workspace import Workspace

F = TypeVar("F", bound=Callable[..., Any])


def lang_option(several: bool = False) -> Callable[[F], F]:
    """`--lang`: the language that games are read in, or several of them."""
    if several:
        metavar, text = "LANG,…", "In these languages of the game; all for every one. [the first]"
        return click.option("--lang", metavar=metavar, help=text)
    text = "In this language of the game. [its first]"
    return click.option("--lang", metavar="LANG", help=text, callback=_one)


def _one(_context: click.Context, _option: click.Parameter, lang: str | None) -> str | None:
    if lang and ("," in lang or lang == "all"):
        raise click.BadParameter(f'expected one language, found "{lang}"')
    return lang


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


def in_all(told: Sequence[tuple[str, Iterable[Diagnostic]]]) -> list[Diagnostic]:
    """What was found in each language, once; what is not wrong in all of them says where it is."""
    languages: dict[Diagnostic, dict[str, None]] = {}
    for language, found in told:
        for finding in found:
            languages.setdefault(finding, {})[language] = None
    every = len({language for language, _ in told})
    return [
        d if len(where) == every else d._replace(notes=(*d.notes, Note(f"in {', '.join(where)}")))
        for d, where in languages.items()
    ]
