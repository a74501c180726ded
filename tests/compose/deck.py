"""A tiny game in a folder, composed: its trees, and what is said of its templates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pnp.compose.element_trees import ComposedSide, Findings, compose_cards, share_trees
from pnp.compose.markup import Element
from pnp.compose.resource_loader import ResourceLoader, Resources
from pnp.compose.templates import Templates
from pnp.diagnostics import Diagnostic, text
from pnp.load.workspace import disk_for, find
from pnp.model.game import Game
from pnp.model.read import load_game

GAME = """\
title: Toy
players: {min: 2, max: 4}
facts: {hand: 7}
terms: {gem: {ruby: {label: Ruby, color: "#aa0000"}, jade: {label: Jade}}}
components:
  cards:
    kind: deck
    cards: cards.yaml
    fields: {n: {int: [0, 99], default: 1}, name: {text: , optional: yes}, gem: {gem: , optional: yes}, text: {markup: , optional: yes}}
    front: front.xml
"""
CARDS = "- {id: a, n: 1, name: Ann, gem: ruby}\n- {id: b, n: 2, name: Bob}\n"


_KNOWN: dict[tuple[str, str], Game] = {}
_FOLDER = re.compile(r"\S+/(?=(?:data|templates)/(?:toy|icons)/)")
"""A folder, where a message names a file in it."""


class Play(NamedTuple):
    """What composing gave."""

    sides: list[ComposedSide]
    diagnostics: list[Diagnostic]
    folder: Path

    @property
    def tree(self) -> Element:
        """The tree of the first side."""
        return self.sides[0].element

    def said(self) -> str:
        """Every finding in full, with paths as seen from the workspace."""
        return _FOLDER.sub("", "\n".join(map(text, self.diagnostics)))

    def places(self) -> list[str]:
        """`tag file:line` of every element of the first side, in the order of the document."""
        return [f"{e.tag} {Path(e.origin.file).name}:{e.origin.line}" for e in walk(self.tree)]


def walk(element: Element) -> Iterator[Element]:
    yield element
    for child in element.children:
        if isinstance(child, Element):
            yield from walk(child)


def texts(element: Element) -> str:
    """All text of a tree."""
    return "".join(child if isinstance(child, str) else texts(child) for child in element.children)


def load_resources(
    folder: Path, front: str = "<face/>", game: str = GAME, **own: str | bytes
) -> tuple[Resources, str]:
    """The resources for a template, and what is said; `own` files lie in the game's folder, `x_svg`
    being icons/x.svg, `x_png` x.png.
    """
    for name, content in own.items():
        stem, suffix = name.rsplit("_", 1)
        path = folder / "data/toy" / ("icons" if suffix == "svg" else ".") / f"{stem}.{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    made = play(folder, front, game=game)
    loader = loader_of(folder)
    assert len(list(loader.load_for(made.sides))) == len(made.sides)
    return loader.resources, made._replace(diagnostics=loader.found()).said()


def loader_of(folder: Path) -> ResourceLoader:
    disk = disk_for(find(folder), folder / "data/toy")
    return ResourceLoader(disk, load_game(disk, "toy")[0])


def play(
    folder: Path, front: str | bytes, *, cards: str = CARDS, game: str = GAME, **templates: str
) -> Play:
    """Compose a deck by the template `front`; other templates by name (`parts="…"` is
    parts.xml).
    """
    files: Mapping[str, str | bytes] = {
        "pnp.yaml": "",
        "data/toy/game.yaml": game,
        "data/toy/cards.yaml": cards,
        "templates/toy/front.xml": front,
        **{f"templates/toy/{name}.xml": source for name, source in templates.items()},
    }
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    disk = disk_for(find(folder), folder / "data/toy")
    made = _KNOWN.get((game, cards))
    if made is None:
        made = _KNOWN[game, cards] = load_game(disk, "toy")[0]
    deck, findings = made.components["cards"], Findings()
    sides = share_trees(compose_cards(made, deck, deck.cards, Templates(disk, "toy"), findings))
    return Play(sides, findings.list(), folder)
