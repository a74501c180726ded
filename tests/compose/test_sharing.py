"""Equal renders share one tree; sides come in the order of the deck; every name that a template
sees is there.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.compose.element_trees import BACK, FRONT
from pnp.units.spelling import signed, upto, words

from .deck import GAME, play, texts

FOUR = "- {id: a, name: x}\n- {id: b, name: y}\n- {id: c, name: x}\n- {id: d, name: y}\n"


def test_equal_renders_share_one_tree(tmp_path: Path) -> None:
    sides = play(tmp_path, "<face><text>{{ card.name }}</text></face>", cards=FOUR).sides
    a, b, c, d = (side.element for side in sides)
    assert a is c and b is d and a is not b
    assert [side.render == sides[0].render for side in sides] == [True, False, True, False]


def test_template_that_reads_no_card_makes_one_tree(tmp_path: Path) -> None:
    sides = play(tmp_path, "<face>{{ component.total }}</face>", cards=FOUR).sides
    assert len({id(side.element) for side in sides}) == 1


@pytest.mark.parametrize(
    ("front", "others"),
    [
        ("<face><text>{{ card.id }}</text></face>", {}),
        ('<face>{% include "more.xml" %}</face>', {"more": "<text>{{ card.id }}</text>"}),
        ('{% extends "more.xml" %}', {"more": "<face>{{ card.id }}</face>"}),
        (
            '{% import "more.xml" as m with context %}<face>{{ m.f() }}</face>',
            {"more": "{% macro f() %}{{ card.id }}{% endmacro %}"},
        ),
        (
            '{% from "more.xml" import f with context %}<face>{{ f() }}</face>',
            {"more": "{% macro f() %}{{ card.id }}{% endmacro %}"},
        ),
        (
            '{% set c = card %}{% import "more.xml" as m %}<face>{{ m.f(c) }}</face>',
            {"more": "{% macro f(x) %}{{ x.id }}{% endmacro %}"},
        ),
    ],
)
def test_card_that_is_read_anywhere_makes_its_own_tree(
    tmp_path: Path, front: str, others: dict[str, str]
) -> None:
    assert [texts(side.element) for side in play(tmp_path, front, cards=FOUR, **others).sides] == [
        "a",
        "b",
        "c",
        "d",
    ]


def test_fronts_come_before_backs_in_the_order_of_the_deck(tmp_path: Path) -> None:
    made = play(
        tmp_path,
        "<face>{{ side }}</face>",
        back="<face>{{ side }}</face>",
        game=GAME + "    back: back.xml\n",
        cards=FOUR,
    )
    assert [(side.card.id, side.side) for side in made.sides] == [
        (c, s) for s in (FRONT, BACK) for c in "abcd"
    ]
    assert {(side.side, texts(side.element)) for side in made.sides} == {
        (FRONT, FRONT),
        (BACK, BACK),
    }


def test_template_sees_card_component_side_game_facts_terms_and_t(tmp_path: Path) -> None:
    (tmp_path / "data/toy").mkdir(parents=True)
    (tmp_path / "data/toy/words.yaml").write_text("draw: Draw\n")
    front = (
        "<face>{{ card.id }} {{ card.n }} {{ card.count }} {{ card.gem }} {{ card.gem.color }}|{{ component.id }} {{ component.total }} "
        "{{ component.width }} {{ component.height }}|{{ side }}|{{ game.title }} {{ game.players.max }}|{{ facts.hand }}|"
        "{{ terms.gem.jade }} {{ terms.gem | list | join }}|{{ t.draw }}</face>"
    )
    assert (
        texts(play(tmp_path, front, game=f"{GAME}# with words\n").tree)
        == "a 1 1 Ruby #aa0000|cards 2 63 88|front|Toy 4|7|Jade rubyjade|Draw"
    )


def test_one_card_cannot_change_the_next(tmp_path: Path) -> None:
    parts = "{% set ns = namespace(n=0) %}{% macro next() %}{% set ns.n = ns.n + 1 %}{{ ns.n }}{% endmacro %}"
    made = play(
        tmp_path,
        '{% import "parts.xml" as p %}<face>{{ p.next() }}{{ card.id }}</face>',
        parts=parts,
        cards=FOUR,
    )
    assert (
        "error P841 not allowed in a template: a namespace of an imported file cannot be changed"
        in made.said()
    )


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "zero"),
        (7, "seven"),
        (13, "thirteen"),
        (20, "twenty"),
        (42, "forty-two"),
        (100, "one hundred"),
        (101, "one hundred and one"),
        (999, "nine hundred and ninety-nine"),
        (1000, "1,000"),
        (-3, "minus three"),
        (8 / 2, "four"),
        (-0.0, "zero"),
        ((0.1 + 0.2) * 10, "three"),
        (2e6, "2,000,000"),
    ],
)
def test_numbers_in_words(number: float, said: str) -> None:
    assert words(number) == said


@pytest.mark.parametrize("value", [2.5, float("inf"), float("nan"), "seven", None])
def test_what_is_no_whole_number_has_no_words(value: object) -> None:
    with pytest.raises(ValueError, match=r"^only whole numbers can be spelt in words"):
        words(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (2, "+2"),
        (-2, "−2"),
        (0, "0"),
        (1.5, "+1.5"),
        (-0.5, "−0.5"),
        (2.0, "+2"),
        (1_234_567, "+1234567"),
        (-1_234_567.25, "−1234567.25"),
        (0.1 + 0.2, "+0.3"),
        (10**18 - 1, "+999999999999999999"),
    ],
)
def test_signs(number: float, said: str) -> None:
    assert signed(number) == said


@pytest.mark.parametrize("spelt", [words, signed])
@pytest.mark.parametrize("value", [True, False])
def test_yes_or_no_is_no_number(spelt: Callable[[float], str], value: bool) -> None:
    with pytest.raises(ValueError, match=r"^yes or no cannot be printed; write"):
        spelt(value)


def test_counting_up() -> None:
    assert (
        list(upto(3)) == [1, 2, 3]
        and list(upto(3, start=0)) == [0, 1, 2, 3]
        and list(upto(0)) == []
        and list(upto(-1)) == []
    )
    assert len(upto(1_000)) == 1_000
    for wrong in (1_001, "3", 2.5, None):
        with pytest.raises(TypeError):
            upto(wrong)
