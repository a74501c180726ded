"""Runs `pnp pull`: fetches the sources of games, shows what changes, and replaces the files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from pnp.cli.options import chosen_games, games_argument, short, workspace_here
from pnp.cli.speech import say, say_problems, tell
from pnp.diagnostics import Diagnostic, Problems, Span, refusal

if TYPE_CHECKING:
    from pnp.load.files import Disk
    from pnp.load.workspace import Workspace
    from pnp.load.yaml import Map
    from pnp.model.game import SourceFile

SHEETS = (".csv", ".tsv", ".xlsx", ".ods", ".json", ".yaml")
"""What a source may be stored as."""
SHOWN = 60
"""Lines of a difference that are shown."""


class Pulled(NamedTuple):
    """A file as its source has it now, and as it lies in the game."""

    path: Path
    old: bytes
    new: bytes


@click.command("pull", short_help="fetch the sheets that a game names by their addresses")
@games_argument
@click.option("-n", "--dry-run", is_flag=True, help="Show what would change; write nothing.")
@click.option("-y", "--yes", is_flag=True, help="Replace the files without asking.")
def command(games: tuple[str, ...], dry_run: bool, yes: bool) -> int:
    """Fetch the files that games name under sources: by their addresses, show what changes, and
    replace them.

    It fetches from hosts that you have allowed (pnp trust --host HOST), over HTTPS, 5 MB and 10
    seconds at most. No other command opens a connection.

    \b
    Examples:
      pnp pull my-game --dry-run
      pnp pull my-game
    """
    from pnp.output.write import save

    found, pulled = list[Diagnostic](), list[Pulled]()
    try:
        workspace = workspace_here()
        for name, folder in chosen_games(workspace, games).items():
            pulled += _pulled(workspace, name, folder, found)
    except Problems as problem:
        found += problem.diagnostics
    if found:
        return say_problems(found)
    changed = [file for file in pulled if file.old != file.new]
    for file in pulled:
        click.echo(f"{short(file.path)}  {_sum(file)}")
        for line in _difference(file):
            tell(f"  {line}")
    if not pulled:
        click.echo("no source has a url: nothing to fetch", err=True)
    if dry_run or not changed:
        return 0
    if not yes and not click.confirm("Replace?", err=True):
        return 1
    try:
        for file in changed:
            file.path.parent.mkdir(parents=True, exist_ok=True)
            save(file.path, file.new)
    except Problems as problem:
        say(problem.diagnostics)
        return 5
    return 0


def _pulled(
    workspace: Workspace, name: str, folder: Path, found: list[Diagnostic]
) -> Iterator[Pulled]:
    """The files of one game, fetched; what is wrong goes to `found`. Raises Problems where its
    game.yaml cannot be read.
    """
    from pnp.load import yaml
    from pnp.load.download import download
    from pnp.load.user_notes import all_noted
    from pnp.load.workspace import HOSTS, disk_for
    from pnp.load.yaml import Map
    from pnp.model.declarations import validated
    from pnp.model.definitions import inner
    from pnp.model.game import SourceFile

    files = disk_for(workspace, folder)
    path = f"data/{name}/game.yaml"
    raw = yaml.parse(files.read(path), files.shown(path))
    allowed = all_noted(HOSTS)
    for entry in inner(raw, "sources").values() if isinstance(raw, Map) else ():
        if isinstance(entry, Map):
            try:
                source = validated(SourceFile, entry, entry.span())
                target = _target(files, name, folder, source, entry)
                data = download(source.url, allowed, entry.at("url"))
                _refuse_web_page(data, entry.at("url"))
                virtual = f"data/{name}/{source.to}"
                yield Pulled(target, files.read(virtual) if files.exists(virtual) else b"", data)
            except Problems as problem:
                found += problem.diagnostics


def _target(files: Disk, name: str, folder: Path, source: SourceFile, entry: Map) -> Path:
    """Where a source goes: a file of the game that is data. Raises Problems."""
    from pnp.load.files import path_error, refuse_link_out

    if trouble := path_error(f"data/{name}/{source.to}", entry.at("to")):
        raise Problems([trouble])
    if not source.to.lower().endswith(SHEETS):
        message = f'"to": "{source.to}" is no sheet: those end in {", ".join(SHEETS)}'
        raise refusal("P203", message, entry.at("to"))
    target = folder / source.to
    refuse_link_out(target, folder)
    return target


def _refuse_web_page(data: bytes, place: Span) -> None:
    """Raises Problems (P851) for a page that asks to sign in, where a sheet was meant."""
    if data[:200].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        hint = "publish the sheet as CSV, or share it with everybody who has the link"
        raise refusal("P851", "a web page came, not a sheet", place, hint)


def _text(data: bytes) -> Sequence[str] | None:
    """The lines of a text; None for a workbook."""
    return None if data[:2] == b"PK" else data.decode("utf-8", "replace").splitlines()


def _sum(file: Pulled) -> str:
    if file.old == file.new:
        return "is up to date"
    return "is new" if not file.old else f"changes, {len(file.old):,} → {len(file.new):,} bytes"


def _difference(file: Pulled) -> Iterator[str]:
    """The lines that differ, the first of them."""
    old, new = _text(file.old), _text(file.new)
    if file.old == file.new or old is None or new is None:
        return
    lines = [*unified_diff(old, new, n=0, lineterm="")][2:]
    yield from islice(lines, SHOWN)
    if len(lines) > SHOWN:
        yield f"… and {len(lines) - SHOWN} lines more"
