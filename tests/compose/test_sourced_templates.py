"""Templates whose values know their sources make what others make, and tell what they print."""

from __future__ import annotations

import random
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


ATOMS = (
    "card.rank|card.name|card.gem|card.gems|card.id|facts.two|t.end|card.gem.label|terms.gem.jade|3|'x'|"
    "none|[1, 2]|component.width|words|chip(card.rank)|chip(card.name)|loop.index"
).split("|")
FILTERS = (
    "upper length string int abs first last join(',') replace('a',card.id) trim words signed upto max sort"
    " unique list default('d') markup e truncate(3) map('upper') batch(2) reverse sum round count"
).split()
BODIES = (
    "<text>{{ E }}</text>",
    "<icon name='{{ E }}'/>",
    "{% if E %}<text>a</text>{% else %}<text>b</text>{% endif %}",
    "{% for one in E %}<text>{{ one }}</text>{% endfor %}",
    "{% set one = E %}<text>{{ one }}{{ {'b': 1}[one] if one in {'b': 1} }}</text>",
    "{% set one %}{{ E }}{% endset %}<text>{{ one | trim }}</text>",
)
BEGIN = "{% macro chip(v) %}{{ v }}{% endmacro %}{% set words %}<i>{{ card.id }}</i>{% endset %}"


def _expression(chance: random.Random, depth: int = 0) -> str:
    one, two = (
        _expression(chance, depth + 1) if depth < 3 else chance.choice(ATOMS) for _ in range(2)
    )
    match chance.randrange(7):
        case 0 | 1:
            return f"({one}) | {chance.choice(FILTERS)}"
        case 2:
            return f"({one}) {chance.choice('+ - * / // % ** ~'.split())} ({two})"
        case 3:
            return f"({one})[{chance.choice(('0', '-1', ':2', 'card.rank'))}]"
        case 4:
            return f"({one}).{chance.choice(('upper()', 'split()', 'id', 'label', 'isdigit()'))}"
        case 5:
            return f"({one}) if ({two}) {chance.choice(('==', '<', 'in'))} ({one}) else ({two})"
    return chance.choice(ATOMS)


def test_any_template_makes_the_same_with_sources(tmp_path: Path) -> None:
    """Also what is wrong with it reads the same."""
    game, chance, whole = (
        load_game(written(tmp_path, {"words.yaml": "end: E\n"}), "toy")[0],
        random.Random(7),
        0,
    )
    for _ in range(300):
        body = chance.choice(BODIES).replace("E", _expression(chance))
        files = written(
            tmp_path,
            {"words.yaml": "end: E\n", "templates/toy/front.xml": f"<face>{BEGIN}{body}</face>"},
        )
        made, cards = [], game.components["cards"]
        for kind in (Templates, SourcedTemplates):
            findings = Findings()
            sides = compose_cards(game, cards, cards.cards, kind(files, "toy"), findings)
            trees = [_plain(side.element) for side in share_trees(sides) if side.element]
            made.append((trees, findings.list()))
        assert made[0] == made[1], body
        whole += not made[0][1]
    assert whole > 40
