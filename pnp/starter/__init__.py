"""Starts a game: gives the files of the starter or of a copy, each with the line that tells an
editor its schema, and makes their folders, all or none.
"""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Span, refusal
from pnp.load import yaml
from pnp.load.files import Disk, path_error, refuse_link_out, shown
from pnp.load.yaml import Map
from pnp.output.write import explained, save

SCHEMAS = ".pnp/schema"
"""Where in a workspace its schemas lie."""

_STARTER = Path(__file__).parent / "starter"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TAKEN = ("base", "icons")
_MODELINE = b"# yaml-language-server:"
_MARK = b"\xef\xbb\xbf"


class GameFiles(NamedTuple):
    """The files of a game and of its templates, by their path in either folder."""

    data: dict[str, bytes]
    templates: dict[str, bytes]


def name_fault(name: str) -> str:
    """What keeps a name from being a game's, in a person's words; empty when nothing does."""
    if len(name) > 40:
        return "it is longer than 40 characters"
    if not _NAME.fullmatch(name):
        return "expected lower-case letters, digits and hyphens, beginning with a letter"
    if name in _TAKEN:
        return "the finished templates and the icons live under that name"
    return "it is a device on Windows" if path_error(name) else ""


def proposed_name(name: str) -> str:
    """The nearest name that a game can have; empty where nothing is left of it."""
    plain = (
        unicodedata.normalize("NFKD", name.replace("ß", "ss"))
        .encode("ascii", "ignore")
        .decode()
        .lower()
    )
    words = "-".join(re.findall(r"[a-z0-9]+", plain))[:40].strip("-")
    if words and not words[0].isalpha():
        words = f"game-{words}"[:40].strip("-")
    if words and name_fault(words):
        words = f"my-{words}"[:40].strip("-")
    return "" if not words or name_fault(words) else words


def title(name: str) -> str:
    """What a game of that name is called: `night-market` is Night Market."""
    return name.replace("-", " ").title()


def starter_game(name: str) -> GameFiles:
    """The starter under a new name."""
    paths = ("game.yaml", "cards/cards.yaml", "rules.yaml")
    data = {path: (_STARTER / path).read_bytes() for path in paths}
    data["game.yaml"] = data["game.yaml"].replace(
        b"title: Starter", f"title: {title(name)}".encode()
    )
    return GameFiles(_with_schemas(name, data), {})


def game_of(game: str, files: Mapping[str, bytes]) -> GameFiles:
    """A game.yaml and the files that it names, which stay as they are."""
    line = _with_schema_line(game.encode(), f"../../{SCHEMAS}/game.json")
    return GameFiles({"game.yaml": line, **files}, {})


def copy_of_game(files: Disk, source: str, name: str) -> GameFiles:
    """A game's files under a new name. Raises Problems when one of them may not be read."""
    data, templates = (
        {path.removeprefix(f"{folder}/"): files.read(path) for path in files.names(folder)}
        for folder in (f"data/{source}", f"templates/{source}")
    )
    return GameFiles(_with_schemas(name, data), templates)


IGNORED = b"# What pnp makes: prints, and schemas for editors.\n/output/\n/.pnp/\n"
"""The `.gitignore` of a new workspace."""


def workspace_file() -> bytes:
    """The `pnp.yaml` of a new workspace."""
    return _with_schema_line((_STARTER / "pnp.yaml").read_bytes(), f"{SCHEMAS}/pnp.json")


def _with_schemas(name: str, data: dict[str, bytes]) -> dict[str, bytes]:
    """A game's files, each that has a schema begun by the line that names it."""
    kinds = ("game", "rules", "words", "setup", "figures")
    schemas = {
        **{f"{kind}.yaml": kind for kind in kinds},
        **dict(_component_schemas(name, data.get("game.yaml", b""))),
    }
    with_lines = {
        path: _with_schema_line(data[path], f"{_upwards(path)}{SCHEMAS}/{schema}.json")
        for path, schema in schemas.items()
        if path in data
    }
    return {**data, **with_lines}


def _component_schemas(name: str, game: bytes) -> Iterator[tuple[str, str]]:
    """The file and the schema of each component whose entries or places stand in a YAML file of
    their own.
    """
    raw = yaml.parse(game, "game.yaml") if game else None
    components = raw.get("components") if isinstance(raw, Map) else None
    for deck, entry in components.items() if isinstance(components, Map) else ():
        for key in (
            ("cards", "notes", "tokens", "data", "figures") if isinstance(entry, Map) else ()
        ):
            path = entry.get(key)
            if isinstance(path, str) and path.endswith(".yaml"):
                yield path, {"data": "board", "figures": "figures"}.get(key, f"{name}/{deck}")


def _upwards(path: str) -> str:
    """From a file of a game to the workspace."""
    return "../" * (path.count("/") + 2)


def _with_schema_line(text: bytes, schema: str) -> bytes:
    """A YAML file with the line by which editors find its schema (the yaml-language-server's own
    notation).
    """
    mark, text = (_MARK, text[len(_MARK) :]) if text.startswith(_MARK) else (b"", text)
    if text.startswith(_MODELINE):
        text = text.partition(b"\n")[2]
    return mark + _MODELINE + f" $schema={schema}\n".encode() + text


ELSEWHERE = "in another folder"


def make_folders(
    home: Path, folders: Mapping[str, Mapping[str, bytes]], files: Mapping[str, bytes]
) -> None:
    """Make folders with their files, and single files where there are none yet.

    Raises Problems (P701 to P707, P711 for a folder that is there, P811 for one that a link leads
    to); then the workspace is as it was.
    """
    for name in (*folders, *files):
        refuse_link_out((home / name).parent, home)
    for name in folders:
        _refuse_existing(home / name)
    with ExitStack() as undo:
        staged = {name: _staged(home / name, content, undo) for name, content in folders.items()}
        for name, data in files.items():
            if not os.path.lexists(home / name):
                _parents(home / name, undo)
                save(home / name, data)
                undo.callback((home / name).unlink, missing_ok=True)
        for name, folder in staged.items():
            with explained(home / name, ELSEWHERE):
                _refuse_existing(home / name)
                folder.rename(home / name)
            undo.callback(shutil.rmtree, home / name, ignore_errors=True)
        undo.pop_all()


def _refuse_existing(path: Path) -> None:
    if os.path.lexists(path):
        raise refusal(
            "P711",
            f"{shown(path)} is there already; nothing was changed",
            Span(shown(path)),
            "choose another name",
        )


def _staged(target: Path, content: Mapping[str, bytes], undo: ExitStack) -> Path:
    """The folder's files under a hidden name beside it."""
    folder = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    _parents(folder, undo)
    with explained(target, ELSEWHERE):
        folder.mkdir()
    undo.callback(shutil.rmtree, folder, ignore_errors=True)
    for name, data in content.items():
        with explained(target, ELSEWHERE):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        save(folder / name, data)
    return folder


def _parents(path: Path, undo: ExitStack) -> None:
    """The folders above a path; a new one goes again when it is left empty."""
    for folder in reversed([folder for folder in path.parents if not folder.exists()]):
        with explained(folder, ELSEWHERE):
            folder.mkdir(exist_ok=True)
        undo.callback(_removed, folder)


def _removed(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()
