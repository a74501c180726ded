"""The workspace: the folder with `pnp.yaml` around the current one, and the games, templates and
fonts that ship with the package.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, Problems, Span, refusal, warning
from pnp.load import yaml
from pnp.load.files import DEFAULT, Disk, Limits, Root, leads_out, path_error, resolved, shown
from pnp.load.user_notes import note, noted
from pnp.load.yaml import Map

MARK = "pnp.yaml"
"""The file that marks a workspace and holds its defaults."""
TRUSTED = "trusted"
"""The note of the folders whose games are read without bounds, with the number of their owner."""
HOSTS = "hosts"
"""The note of the hosts from which `pnp pull` may fetch."""


class Workspace(NamedTuple):
    """`home` holds `pnp.yaml` (None outside of any workspace), `shipped` the package's data;
    `defaults` is `pnp.yaml` as written.

    `limits` is what one of its games may ask for; only the command line raises them. `untrusted`
    says whose its games are: a stranger's or not; None: as the user has noted it. `language` is the
    one that games are read in; empty: their first.
    """

    home: Path | None
    shipped: Path
    defaults: Map
    limits: Limits = DEFAULT
    untrusted: bool | None = None
    language: str = ""


def shipped_folder() -> Path:
    """Where data, templates and fonts of the package lie: in the installed package, else in the
    repository around it.
    """
    package = Path(__file__).parent.parent
    inside = package / "shipped"
    return inside if inside.is_dir() else package.parent


def find(start: Path, shipped: Path | None = None) -> Workspace:
    """The workspace around a folder, the nearest upwards.

    Raises Problems when its `pnp.yaml` cannot be read.
    """
    source = shipped or shipped_folder()
    start = start.absolute()
    for folder in (start, *start.parents):
        if os.path.exists(folder / MARK):  # pathlib's raises where a folder may not be searched
            return Workspace(folder, source, _defaults(folder))
    return Workspace(None, source, Map.empty(Span(MARK)))


def _defaults(home: Path) -> Map:
    disk = Disk((Root("", home),))
    name = disk.shown(MARK)
    value = yaml.parse(disk.read(MARK), name)
    if value is None:
        return Map.empty(Span(name, 1, 1))
    if not isinstance(value, Map):
        raise refusal(
            "P203", "expected keys and values, such as paper: a4", yaml.place(value, name)
        )
    return value


def games(workspace: Workspace) -> dict[str, Path]:
    """The folders of the workspace's games by name, sorted; of the shipped ones where it has no
    `data/`.

    Raises Problems (P131) where that may not be read.
    """
    return _games(workspace.home if workspace.home and has_data(workspace) else workspace.shipped)


def has_data(workspace: Workspace) -> bool:
    """Whether there is a `data/` of the workspace's own; without one the shipped games stand in."""
    return workspace.home is not None and os.path.lexists(workspace.home / "data")


def find_game(workspace: Workspace, name: str) -> Path | None:
    """The folder of a game: the workspace's own, else the shipped one, else None."""
    return known_games(workspace).get(name)


def known_games(workspace: Workspace) -> dict[str, Path]:
    """Every game that `find_game` finds: the workspace's own, then the shipped ones.

    Raises Problems (P131).
    """
    own = _games(workspace.home) if workspace.home else {}
    return own | _games(workspace.shipped) | own


def _games(home: Path) -> dict[str, Path]:
    return {
        folder.name: folder
        for folder in _folders(home)
        if not path_error(folder.name) and _holds_game(folder)
    }


def _folders(home: Path) -> list[Path]:
    """What lies in a workspace's `data/`, sorted. Raises Problems (P131)."""
    data = home / "data"
    try:
        return [data / name for name in sorted(os.listdir(data)) if not name.startswith(".")]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as problem:
        message = f"{shown(data)} cannot be read: {problem.strerror}"
        raise refusal("P131", message, Span(shown(data)), "allow reading the folder") from None


def _holds_game(folder: Path) -> bool:
    """Whether a folder is a game.

    One that may not be looked into is taken for one: reading it says so, where leaving it out would
    not.
    """
    try:
        os.lstat(folder / "game.yaml")
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


_NEARLY = r"(?i)game\.(ya?ml|json|txt|ya?ml\.txt)"
"""What a `game.yaml` is called by mistake."""


def overlooked(home: Path) -> list[Diagnostic]:
    """Folders of `data/` that look like games and are none: a warning for each (P130)."""
    return [
        warning("P130", f"data/{folder.name} is {wrong}", Span(shown(folder)), hint)
        for folder in _folders(home)
        for wrong, hint in _overlooked(folder)
    ]


def _overlooked(folder: Path) -> Iterator[tuple[str, str]]:
    """Why a folder is no game though it looks like one, and what to do."""
    if _holds_game(folder):
        if trouble := path_error(folder.name):
            yield f"not taken for a game: {trouble.message}", trouble.hint
        return
    try:
        files = sorted(os.listdir(folder))
    except OSError:
        return
    if nearly := next((file for file in files if re.fullmatch(_NEARLY, file)), None):
        yield f'no game: it holds no game.yaml, but "{nearly}"', f'rename "{nearly}" to game.yaml'
    elif any(file.lower().endswith((".yaml", ".yml")) for file in files):
        hint = "write its game.yaml, or move the folder out of data/"
        yield "no game: it holds YAML files, but no game.yaml", hint


def around(start: Path) -> list[Path]:
    """The folders that may have been meant as the workspace: this one, and those that it lies in
    by a folder `data`.
    """
    return [start, *(folder.parent for folder in (start, *start.parents) if folder.name == "data")]


def unmarked(start: Path) -> Path | None:
    """The folder around `start` whose `data/` holds games, though no `pnp.yaml` marks it as a
    workspace.
    """
    names = ("game.yaml", "game.yml")
    for home in around(start):
        if any(file.name.lower() in names for file in home.glob("data/*/*")):
            return home
    return None


def trust(folder: Path) -> None:
    """Note that the games of a folder are read without bounds, as long as it belongs to whom it
    belongs now. Raises Problems (P702).
    """
    try:
        note(TRUSTED, folder, folder.stat().st_uid)
    except OSError as problem:
        raise _not_noted(problem) from None


def trust_host(host: str) -> None:
    """Note that files may be fetched from a host and those below it. Raises Problems (P702)."""
    try:
        note(HOSTS, host, True)
    except OSError as problem:
        raise _not_noted(problem) from None


def _not_noted(problem: OSError) -> Problems:
    message = f"trust cannot be noted: {problem.strerror or problem}"
    place = Span(str(problem.filename)) if problem.filename else None
    return refusal("P702", message, place, "name a folder in XDG_STATE_HOME")


def is_strange(workspace: Workspace, game: Path) -> bool:
    """Whether a game is a stranger's: as the workspace says, else all but the shipped ones and
    those of whom the workspace belonged to when the user noted it as trusted.

    Raises Problems (P131).
    """
    if workspace.untrusted is not None:
        return workspace.untrusted
    if game.is_relative_to(workspace.shipped):
        return False
    folder = workspace.home or game
    owner = noted(TRUSTED, folder)
    try:
        return any(os.stat(place).st_uid != owner for place in (game, folder))
    except OSError:
        hint = "allow reading it and the folders that it lies in"
        raise refusal("P131", f"{shown(game)} may not be read", None, hint) from None


def with_full_checks(workspace: Workspace) -> Workspace:
    """The workspace with limits that have pictures unpacked, as a game of somebody else needs."""
    return workspace._replace(limits=workspace.limits._replace(verify=True))


def refuse_input_folder(workspace: Workspace, target: Path, way: str = "-o DIR") -> None:
    """Raises Problems (P712) for an output among the files that games of the workspace are made
    of; `way` is how another is named.
    """
    if workspace.home is None:
        return
    real, home = resolved(target), resolved(workspace.home)
    if real == home:
        message = f"{shown(target)} is the workspace itself, where games are made of its files"
        raise refusal("P712", message, Span(shown(target)), f"write into a folder of it with {way}")
    if real == resolved(home / MARK) or not all(
        leads_out(real, resolved(home / part)) for part in ("data", "templates", "fonts", ".pnp")
    ):
        message = f"{shown(target)} lies among the files that games are made of"
        raise refusal("P712", message, Span(shown(target)), f"write elsewhere with {way}")


def disk_for(workspace: Workspace, game: Path) -> Disk:
    """What one game may read: its own folder, and the templates and fonts of the workspace before
    the shipped ones.

    Raises Problems (P811) when one of these folders is a link that leads out of the workspace.
    """
    roots = [_root(f"data/{game.name}", game, game.parent.parent, workspace.shipped)]
    for name in ("templates", "fonts"):
        homes = [home for home in (workspace.home, workspace.shipped) if home]
        if len({resolved(home) for home in homes}) == 1:
            del homes[1:]
        roots += [_root(name, home / name, home, workspace.shipped) for home in homes]
    return Disk(tuple(roots), workspace.limits, workspace.language)


def _root(prefix: str, folder: Path, home: Path, shipped: Path) -> Root:
    # Installers may link the files of a package to a store of theirs; a repository is no installed
    # package.
    if home == shipped and shipped.parent == Path(__file__).parent.parent:
        return Root(prefix, folder, trusted=True)
    if leads_out(resolved(folder), resolved(home)):
        message = f"{shown(folder)} leads out of {shown(home)} by a link"
        raise refusal("P811", message, Span(shown(folder)), "copy the folder itself there")
    return Root(prefix, folder)
