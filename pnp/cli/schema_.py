"""`pnp schema`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.options import (
    DEFAULTS,
    LENGTH,
    chosen_games,
    game_names,
    ink_option,
    max_cards_option,
    press_options,
    sleeved_option,
    workspace_here,
)
from pnp.diagnostics import Problems, did_you_mean, refusal

if TYPE_CHECKING:
    from pnp.assets.icons import IconSet
    from pnp.load.workspace import Workspace
    from pnp.model.game import Game

KINDS = {
    "game": "data/GAME/game.yaml",
    "cards": "a component's cards, notes or tokens: pnp schema cards GAME COMPONENT",
    "rules": "data/GAME/rules.yaml",
    "words": "data/GAME/words.yaml",
    "board": "data/GAME/boards/NAME.yaml",
    "setup": "data/GAME/setup.yaml",
    "figures": "data/GAME/figures.yaml",
    "pnp": "pnp.yaml of the workspace",
    "template": "templates/…/NAME.yaml, a template's own declaration",
    "elements": "templates/…/NAME.xml, in RELAX NG",
}
"""The kinds of file that have a schema, and which file each is."""


def _kinds(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    return [kind for kind in KINDS if kind.startswith(begun)]


@click.command("schema", short_help="JSON Schema of every file, for editors")
@click.argument("kind", required=False, metavar=f"[{'|'.join(KINDS)}]", shell_complete=_kinds)
@click.argument("names", nargs=-1, metavar="[GAME COMPONENT]", shell_complete=game_names)
@click.option(
    "--write",
    is_flag=True,
    help="Write all of them into .pnp/schema of the workspace, the cards of its games included.",
)
@max_cards_option
def command(kind: str | None, names: tuple[str, ...], write: bool, **given: Any) -> int:
    """Print the JSON Schema of a KIND of file (of templates the RELAX NG); without one, list the
    kinds.

    Editors find a schema by the first line of a file: # yaml-language-server: $schema=PATH. Schemas
    that a workspace has in .pnp/schema are kept fresh by `pnp check`.

    \b
    Examples:
      pnp schema game
      pnp schema cards my-game cards
      pnp schema --write                       after a change of fields
    """
    if kind is not None and kind not in KINDS:
        raise click.BadParameter(
            f'there is no kind "{kind}". {did_you_mean(kind, KINDS)}', param_hint="KIND"
        )
    if write and kind is not None:
        raise click.UsageError("--write writes every kind; leave out the KIND")
    if len(names) != (2 if kind == "cards" else 0):
        wanted = "pnp schema cards GAME COMPONENT" if kind == "cards" else f"pnp schema {kind}"
        raise click.UsageError(f"expected: {wanted}")
    workspace = workspace_here(given)
    if write:
        _write(workspace)
    elif kind is None:
        for name, file in KINDS.items():
            click.echo(f"{name:9s} {file}")
    else:
        click.echo(
            dumped(_cards(workspace, *names) if kind == "cards" else shared(workspace)[kind]),
            nl=False,
        )
    return 0


def shared(workspace: Workspace) -> dict[str, Any]:
    """The schemas that are the same for every game, by kind."""
    from pnp.check.promises.kinds import KINDS as PROMISES
    from pnp.layout.relax_ng import relax_ng
    from pnp.load.workspace import disk_for
    from pnp.model import schema
    from pnp.model.deck import template_names

    files = disk_for(workspace, (workspace.home or workspace.shipped) / "data" / "any")
    kinds = {
        name: (PROMISES.page(name).partition("\n")[0].partition(" – ")[2], kind.keys)
        for name, kind in PROMISES.items()
    }
    return {
        "game": schema.game_schema(template_names(files, "any"), icon_set(workspace).names()),
        "rules": schema.rules_schema(kinds),
        "words": schema.static_schema("words"),
        "board": schema.static_schema("board"),
        "setup": schema.setup_schema(),
        "figures": schema.figures_schema(),
        "pnp": _workspace_schema(),
        "template": schema.template_schema(),
        "elements": relax_ng(),
    }


def of_game(workspace: Workspace, game: Game) -> dict[str, Any]:
    """The schemas of a game's cards files, by their path below the folder of schemas."""
    from pnp.model.kinds import ENTRIES
    from pnp.model.schema import cards_schema

    icons = icon_set(workspace).names()
    return {
        f"{game.id}/{deck.id}": cards_schema(game, deck, icons)
        for deck in game.components.values()
        if deck.kind in ENTRIES
    }


def icon_set(workspace: Workspace) -> IconSet:
    """The shipped icons, or the workspace's own set. Raises Problems."""
    from pnp.assets.icons import ICON_SET, read_set
    from pnp.load.workspace import disk_for

    files = disk_for(workspace, (workspace.home or workspace.shipped) / "data" / "any")
    return read_set(files.read(ICON_SET), files.shown(ICON_SET))


def store(home: Path, schemas: dict[str, Any]) -> list[Path]:
    """Write schemas into a workspace, where the first lines of its files look for them.

    Raises Problems.
    """
    from pnp.load.files import refuse_link_out
    from pnp.output.write import explained, save
    from pnp.starter import SCHEMAS

    paths = [
        home / SCHEMAS / f"{name}.{'rng' if isinstance(schema, str) else 'json'}"
        for name, schema in schemas.items()
    ]
    for path in paths:
        refuse_link_out(path, home)
    for path, schema in zip(paths, schemas.values(), strict=True):
        with explained(path, "in another folder"):
            path.parent.mkdir(parents=True, exist_ok=True)
        save(path, dumped(schema).encode())
    return paths


def dumped(schema: Any) -> str:
    """A schema as text."""
    return (
        schema
        if isinstance(schema, str)
        else json.dumps(schema, ensure_ascii=False, indent=1) + "\n"
    )


def _cards(workspace: Workspace, game: str, deck: str) -> Any:
    opened = _opened(workspace, game, chosen_games(workspace, (game,))[game])
    schema = of_game(workspace, opened).get(f"{game}/{deck}")
    if schema is None:
        hint = did_you_mean(deck, opened.components)
        raise refusal("P601", f'"{game}" has no component "{deck}"', None, hint)
    return schema


def _opened(workspace: Workspace, name: str, folder: Path) -> Game:
    from pnp.load.workspace import disk_for
    from pnp.model.read import load_game

    return load_game(disk_for(workspace, folder), name)[0]


def _write(workspace: Workspace) -> None:
    """Write every schema of a workspace; a game that cannot be read keeps its old ones, and is
    reported at the end.
    """
    from pnp.load.files import shown
    from pnp.load.workspace import games

    if workspace.home is None:
        raise click.UsageError(
            "There is no pnp.yaml here or above; make a workspace with: pnp new NAME"
        )
    made = shared(workspace)
    broken: list[Problems] = []
    own = {
        name: folder
        for name, folder in games(workspace).items()
        if folder.is_relative_to(workspace.home)
    }
    for name, folder in own.items():
        try:
            made |= of_game(workspace, _opened(workspace, name, folder))
        except Problems as problem:
            broken.append(problem)
    for path in store(workspace.home, made):
        click.echo(shown(path))
    if broken:
        raise Problems([d for problem in broken for d in problem.diagnostics])


def refresh(workspace: Workspace, folders: Mapping[str, Path]) -> None:
    """Write anew what a workspace has of schemas that are older than what they are made of: this
    program and the declarations of templates, or the `game.yaml` of one of these games.
    """
    from pnp.load.files import refuse_link_out
    from pnp.starter import SCHEMAS

    home = workspace.home
    if home is None or not (home / SCHEMAS / "game.json").is_file():
        return
    declared = _newest([Path(__file__), *home.glob("templates/*/*.yaml")])
    with suppress(Problems, OSError):  # nothing of a game hangs on them
        if declared > _newest([home / SCHEMAS / "game.json"]):
            store(home, shared(workspace))
        for name, folder in folders.items():
            written = home / SCHEMAS / name
            newest = max(declared, _newest([folder / "game.yaml"]))
            if folder.is_relative_to(home) and newest > _newest([written]):
                refuse_link_out(written, home)
                store(home, of_game(workspace, _opened(workspace, name, folder)))
                written.mkdir(exist_ok=True)
                os.utime(written)


def _newest(paths: Iterable[Path]) -> float:
    """When the newest of some files was written; 0 where none is there."""
    return max((path.stat().st_mtime for path in paths if path.exists()), default=0.0)


def _workspace_schema() -> Any:
    """`pnp.yaml`: the options of every command that prints."""
    from pnp.model.game import BOOL
    from pnp.units.geometry import LENGTH_PATTERN, PAPERS

    length = [{"type": "string", "pattern": LENGTH_PATTERN}, {"const": 0}]
    measures = {"type": "string", "pattern": "^[0-9.]+ *[x×*] *[0-9.]+ *(mm|cm|in|pt)?$"}
    properties: dict[str, Any] = {}
    for option in press_options(ink_option(sleeved_option(click.command()(lambda: None)))).params:
        if isinstance(option, click.Option) and option.name in DEFAULTS:
            about: dict[str, Any] = {"anyOf": [{"enum": list(PAPERS)}, measures]}
            if option.is_flag:
                about = BOOL
            elif isinstance(option.type, click.Choice):
                about = {"enum": list(option.type.choices)}
            elif option.type is LENGTH:
                about = {"anyOf": length}
            properties[option.name] = {"description": option.help, **about}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "pnp.yaml",
        "description": (
            "Marks a workspace; its keys are the defaults of the options of the same name."
        ),
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": properties,
    }
