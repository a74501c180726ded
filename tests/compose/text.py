"""A tiny game whose texts are read: its blocks, and what is said of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pnp.compose.markdown import parse_markdown
from pnp.compose.markdown_tree import Blocks
from pnp.compose.templates import (
    RenderedMarkdown,
    Templates,
    markdown_templates,
    markdown_variables,
    render_markdown,
)
from pnp.diagnostics import text
from pnp.load.files import Disk
from pnp.load.workspace import disk_for, find
from pnp.model.game import Game
from pnp.model.read import load_game

from .deck import CARDS, GAME

MD = "rulebook.md"
_KEPT = TemporaryDirectory(prefix="pnp-text-")


class House(NamedTuple):
    disk: Disk
    game: Game


@cache
def house() -> House:
    root = Path(_KEPT.name)
    files = {
        "pnp.yaml": "",
        "data/toy/game.yaml": GAME,
        "data/toy/cards.yaml": CARDS,
        "templates/toy/front.xml": "<face><text>{{ card.name }}</text></face>",
        "templates/toy/parts.md": "{% macro twice(word) %}\n{{ word }} and\n{{ word }} :broken-one:\n{% endmacro %}\nIncluded <hr>\n",
    }
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    disk = disk_for(find(root), root / "data/toy")
    game, found = load_game(disk, "toy")
    assert not found
    return House(disk, game)


def environment() -> Templates:
    return markdown_templates(house().disk, "toy")


def script(source: str) -> RenderedMarkdown:
    return render_markdown(environment(), source, MD, markdown_variables(house().game))


def read(source: str) -> tuple[Blocks, str]:
    """The blocks of a text, and all that is said of it, paths as seen from the workspace."""
    blocks, _, found = parse_markdown(environment(), source, MD, markdown_variables(house().game))
    return blocks, "\n".join(map(text, found)).replace(f"{_KEPT.name}/", "")


def blocks(source: str) -> Blocks:
    """The blocks of a text of which nothing may be said."""
    made, said = read(source)
    assert not said, said
    return made


def said(source: str) -> str:
    return read(source)[1]
