"""Where a command works: its workspace, the games that were named, and the defaults of
`pnp.yaml`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error, near, refusal

if TYPE_CHECKING:
    import click

    from pnp.load.workspace import Workspace


T = TypeVar("T")


def workspace_here(max_cards: int | None = None) -> Workspace:
    """The workspace around the current folder; `max_cards` raises how many different cards a
    game may have.
    """
    from pnp.load.limits import for_cards
    from pnp.load.workspace import find

    try:
        here = Path.cwd()
    except OSError:
        raise refusal(
            "P130", "the current folder is no longer there", None, "go to another folder"
        ) from None
    workspace = find(here)
    return workspace._replace(limits=for_cards(max_cards)) if max_cards else workspace


def chosen_games(workspace: Workspace, names: tuple[str, ...]) -> dict[str, Path]:
    """The named games and their folders; all games of the workspace when none is named.

    Raises Problems for an unknown one.
    """
    from pnp.load.workspace import find_game, games, known_games

    known = games(workspace)
    if not names:
        if not workspace.home:
            _marked()
        if not known:
            raise Problems(
                [
                    error("P130", "there are no games here", None, "start one with: pnp new NAME"),
                    *overlooked(workspace, names),
                ]
            )
        return known
    found: dict[str, Path] = {}
    for name in names:
        folder = find_game(workspace, name)
        shipped = (
            folder is not None
            and folder.is_relative_to(workspace.shipped)
            and workspace.home != workspace.shipped
        )
        if folder is None or (
            shipped and os.path.lexists((workspace.home or Path.cwd()) / "data" / name)
        ):
            if not workspace.home:
                _marked()
            beside = [d for d in overlooked(workspace) if d.message.startswith(f"data/{name} ")]
            if folder is None or beside:  # a shipped game must not stand in for one's own
                hint = did_you_mean(name, near(name, known_games(workspace)) or known)
                raise Problems([error("P130", f'there is no game "{name}"', None, hint), *beside])
        found[name] = folder
    return found


def overlooked(workspace: Workspace, names: tuple[str, ...] = ()) -> list[Diagnostic]:
    """Warnings for what looks like a game of the workspace and is none, where no game is named."""
    from pnp.load import workspace as workspaces

    return workspaces.overlooked(workspace.home) if workspace.home and not names else []


def _marked() -> None:
    """Raises Problems (P130) where games lie here that are not seen, because no `pnp.yaml` makes
    a workspace of their folder.
    """
    from pnp.load.workspace import unmarked

    home = unmarked(Path.cwd())
    if home is not None:
        told = (
            f"the games in {short(home / 'data')} are not seen: no pnp.yaml lies beside that folder"
        )
        raise refusal("P130", told, None, f"make an empty file {short(home / 'pnp.yaml')}")


def is_strange(workspace: Workspace, folder: Path, told: bool | None) -> bool:
    """Whether a game is a stranger's: as told, else by whom its folder belongs to."""
    from pnp.load import workspace as workspaces

    return workspaces.is_strange(workspace, folder) if told is None else told


def bounded(
    workspace: Workspace, folder: Path, told: bool | None, task: Callable[..., T], *args: Any
) -> T:
    """What `task(workspace, *args)` gives: done here, or by a bounded process of its own where
    the game is a stranger's.
    """
    if not is_strange(workspace, folder, told):
        return task(workspace, *args)
    from pnp.load.workspace import with_full_checks
    from pnp.sandbox.worker import confined

    return confined(task, with_full_checks(workspace), *args)


def output_folder(workspace: Workspace, given: Path | None) -> Path:
    """Where PDFs go: as told, else `output` of the workspace, else of the current folder."""
    return given if given is not None else (workspace.home or Path.cwd()) / "output"


PART = "part"
"""The folder below a game's PDFs where a part of them goes, so that the print of the whole kit
and its manifest stay.
"""


def holds_kit(target: Path, game: str) -> bool:
    """Whether a print is in a folder that a part may not replace: any but one whose manifest says
    that it is a part of this game.

    What `pnp rules` and `pnp reference` have made is no print of a kit.
    """
    from pnp.cli.text_commands import PDFS
    from pnp.output.manifest import MANIFEST, read

    manifest = target / MANIFEST
    if said := read(manifest):
        return said.get("game") != game or not said.get("part")
    return os.path.lexists(manifest) or any(path.name not in PDFS for path in target.glob("*.pdf"))


def output_of(
    workspace: Workspace, base: Path, game: str, part: bool = False, way: str = "-o DIR"
) -> Path:
    """The folder that a game's PDFs go to, or a part of them; `way` is how another is named.

    Raises Problems: P811 the workspace's own leads out of it, P712 it lies among the data.
    """
    from pnp.load.files import leads_out, resolved, shown
    from pnp.load.workspace import refuse_input_folder

    target = base / game / PART if part else base / game
    if workspace.home is None:
        return target
    home, real = resolved(workspace.home), resolved(target)
    if part and real == resolved(base / game):
        told = f"{shown(target)} is the folder of the whole kit by a link"
        raise refusal("P703", told, Span(shown(target)), "remove the link")
    if base == workspace.home / "output" and leads_out(real, home):
        told = f"{shown(target)} leads out of {shown(workspace.home)} by a link"
        raise refusal(
            "P811",
            told,
            Span(shown(target)),
            f"remove the link, or name the folder itself with {way}",
        )
    refuse_input_folder(workspace, target, way)
    return target


def room_for(target: Path) -> None:
    """Make the folder of a file. Raises Problems (P701 to P707)."""
    from pnp.output.os_errors import explained

    with explained(target.parent, "in another folder"):
        target.parent.mkdir(parents=True, exist_ok=True)


def game_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """The games whose names begin so, for a shell that completes them."""
    from pnp.load.workspace import games

    try:
        return [name for name in games(workspace_here()) if name.startswith(begun)]
    except Problems:
        return []


def copied_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """The games that can be copied, the shipped ones too, whose names begin so, for a shell that
    completes them.
    """
    from pnp.load.workspace import known_games

    try:
        return sorted(name for name in known_games(workspace_here()) if name.startswith(begun))
    except Problems:
        return []


def short(path: str | Path) -> str:
    """A path as it is said: from the current folder where it lies inside it."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except (ValueError, OSError):  # outside of it, or it is no longer there
        return str(path)
