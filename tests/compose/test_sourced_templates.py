"""Templates whose values know their sources make what others make, and tell what they print."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp.compose.element_trees import Findings, compose_cards, share_trees
from pnp.compose.markup import Element
from pnp.compose.sourced_templates import SourcedTemplates
from pnp.compose.templates import Templates
from pnp.load.workspace import disk_for, find, games
from pnp.model.read import load_game
from tests.golden import check
from tests.model.toy import game as toy
from tests.model.toy import said, written

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).with_name("sources_cases.txt")


def _plain(element: Element) -> Any:
    """An element with all that is in it; words that follow each other as one."""
    children: list[Any] = []
    for child in element.children:
        if isinstance(child, Element):
            children.append(_plain(child))
        elif children and isinstance(children[-1], str):
            children[-1] += child
        else:
            children.append(child)
    return element.tag, element.attrs, element.origin, [child for child in children if child]


@pytest.mark.parametrize("name", sorted(games(find(ROOT))))
def test_trees_of_shipped_games_are_the_same_with_sources(name: str) -> None:
    files = disk_for(find(ROOT), games(find(ROOT))[name])
    game, _ = load_game(files, name)
    made = []
    for kind in (Templates, SourcedTemplates):
        templates, findings = kind(files, name, language=game.language), Findings()
        made.append(
            [
                (side.card.id, side.side, _plain(side.element))
                for component in game.components.values()
                for side in share_trees(
                    compose_cards(game, component, component.cards, templates, findings)
                )
                if side.element
            ]
        )
        assert not findings.list()
    assert made[0] == made[1] and made[0]


def _printed(element: Element) -> Iterator[str]:
    for one in element.printed:
        owner = f"{element.tag} {one.attribute}".rstrip()
        yield f"{owner}: {one.words!r} of {', '.join(one.sources)}"
    for child in element.children:
        if isinstance(child, Element):
            yield from _printed(child)


def _sources(case: bytes, folder: Path) -> str:
    """What the second card of the toy prints by a template, and of which values."""
    files = written(
        folder,
        {
            "game.yaml": toy(
                ("name: text,", "name: markup,"),
                ("ruby: ,", "ruby: {label: Red ruby, letter: R, color: accent},"),
                ("name: Bob", 'name: "**Bob** :heart:"'),
            ),
            "words.yaml": "end: The end\nof: {all: Of all}\n",
            "templates/toy/front.xml": f"<face>{case.decode()}</face>",
        },
    )
    game, _ = load_game(files, "toy")
    templates, findings = SourcedTemplates(files, "toy"), Findings()
    cards = game.components["cards"]
    sides = compose_cards(game, cards, cards.cards, templates, findings)
    element = [side.element for side in sides if side.element][-1:]
    return "\n".join(_printed(element[0])) if element else said(findings.list(), folder)


def test_what_is_printed_knows_its_sources(tmp_path: Path) -> None:
    number = iter(range(1_000))
    check(CASES, lambda case: _sources(case, tmp_path / str(next(number))))


def test_marks_that_a_text_forges_are_text() -> None:
    from pnp.sandbox.sources import CLOSE, INSIDE, OPEN, MarkReader, Marks, Printed

    forged = f"{OPEN}7{INSIDE}seven{CLOSE}"
    printed: list[Printed] = []
    words = MarkReader(Marks()).text(f"{CLOSE}{forged} {OPEN}x{INSIDE}", printed)
    assert words == f"seven {OPEN}x{INSIDE}"
    assert [one.sources for one in printed] == [()]
