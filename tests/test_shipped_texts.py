"""The texts of the shipped games: every number of the rules in them comes from the data, and
they are set as they always are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from jinja2 import Template
from shipped import GAMES, WORKSPACE, shipped

from pnp.build.conductor import make_texts
from pnp.compose.markdown import parse_markdown
from pnp.compose.markdown_tree import Callout, lines_of, plain, walk
from pnp.compose.templates import markdown_templates, markdown_variables
from pnp.face import digest
from pnp.load.files import Disk
from pnp.load.workspace import disk_for
from pnp.model.game import RULE_MARK, Game
from pnp.model.kinds import TEXTS
from pnp.model.read import load_game
from pnp.sandbox.bounds import Meter
from pnp.sandbox.environment import Record
from pnp.sandbox.messages import ExpressionError


@cache
def opened(name: str) -> tuple[Disk, Game]:
    disk = disk_for(WORKSPACE, GAMES[name])
    game, _ = load_game(disk, name)
    return disk, game


def texts_of(name: str) -> list[str]:
    return [text.id for text in opened(name)[1].components.values() if text.kind in TEXTS]


def source(name: str, text: str) -> str:
    """A text of a game, without what names the rules that it tells."""
    text_ = opened(name)[1].components[text].details.text.decode("utf-8-sig")
    return RULE_MARK.sub("", str(text_))


def named_facts(name: str, text: str) -> list[str]:
    """The facts that a text names in any case, not only under a condition, and that are numbers."""
    facts = opened(name)[1].facts
    named = dict.fromkeys(
        re.findall(
            r"facts\.(\w+)",
            re.sub(r"\{%-? *if .*?endif *-?%\}", "", source(name, text), flags=re.S),
        )
    )
    return [
        fact for fact in named if isinstance(facts[fact], int) and not isinstance(facts[fact], bool)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_fact_that_a_text_names_moves_it(name: str) -> None:
    assert texts_of(name)
    still = [f"{text}: {fact}" for text in texts_of(name) for fact in unmoved(name, text)]
    assert not still, "changing them changes nothing"


def unmoved(name: str, text: str) -> list[str]:
    """The facts that a text names and that do not show."""
    disk, game = opened(name)
    templates, values = markdown_templates(disk, name), markdown_variables(game)
    template = Template.from_code(
        templates, templates.compile(source(name, text), "x", "x"), templates.make_globals(None)
    )

    def with_facts(facts: Mapping[str, Any]) -> str:
        templates.meter = Meter()
        try:
            return template.render({**values, "facts": Record("facts", facts)})
        except ExpressionError:  # an example that is told provided something else
            return ""

    before = with_facts(game.facts)
    still = []
    for fact in named_facts(name, text):
        if (
            with_facts({**game.facts, fact: game.facts[fact] + 1}) == before
        ):  # a share such as a // b moves with larger steps
            still += (
                [fact]
                if with_facts({**game.facts, fact: 2 * game.facts[fact] + 1}) == before
                else []
            )
    return still


FREE = (re.compile(r"^\d+(?= )"), re.compile(r"×\d+"), re.compile(r"CC.BY.\d\.\d"))
"""Figures that no fact gives: the number of a step, the name of a column, a licence."""


@pytest.mark.parametrize("name", ["organ-match", "organ-trail"])
def test_no_figure_of_the_rules_is_typed(name: str) -> None:
    """What stands outside of expressions has no figures, examples aside; those meant as they are
    say so: `{{ 3 }}`.
    """
    assert texts_of(name)
    assert not [line for text in texts_of(name) for line in typed(name, text)]


def typed(name: str, text: str) -> list[str]:
    """The lines of a text that hold a typed figure."""
    disk, game = opened(name)
    templates = markdown_templates(disk, name)
    templates.finalize = lambda value: f"⟦{value}⟧"
    values = markdown_variables(game)
    blocks = parse_markdown(templates, source(name, text), text, values).blocks
    assert len(blocks) > 5
    examples = {
        id(inner)
        for block in walk(blocks)
        if isinstance(block, Callout) and block.kind == "example"
        for inner in walk(block.blocks)
    }
    found = []
    for block in walk(blocks):
        for line in lines_of(block) if id(block) not in examples else ():
            words = plain(line)
            while (bare := re.sub("⟦[^⟦⟧]*⟧", "", words)) != words:
                words = bare
            for free in FREE:
                words = free.sub("", words)
            found += (
                [f"{name}/{text}:{block.span.line}: {words}"] if re.search(r"\d", words) else []
            )
    return found


@pytest.mark.parametrize("name", ["organ-match", "organ-trail"])
def test_faces_in_a_text_are_drawn_as_for_a_whole_build(name: str) -> None:
    """Only the faces that figures show are made, and each is what a build prints, text sizes and
    icons of all cards included.
    """
    disk, game = opened(name)
    whole = shipped(name)
    part = make_texts(disk, game, (), ("rulebook",))
    assert [side.component.id for side in part.sides] == ["rulebook"]
    assert [digest(laid.face) for laid in part.texts["rulebook"].laid] == [
        digest(laid.face) for laid in whole.texts["rulebook"].laid
    ]
