"""Properties: whatever stands in a promise, a text or a setup, what is said of it is right."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import Environment

from pnp.check.promises import check_promise, contradictions, setup_steps, text_index
from pnp.check.promises.kinds import KINDS, graph
from pnp.check.promises.scope import Scope
from pnp.check.promises.summary import unguarded
from pnp.load.yaml import Map, Seq
from pnp.model.game import Game, Promise

from .suites import Suite


@cache
def world() -> Game:
    """A game with a board, tokens and a reference."""
    with TemporaryDirectory() as folder:
        suite = Suite("", Path(folder))
        suite.enter(["= board"])
        assert suite.game
        return suite.game


WORDS = (
    "cells workers board board.days board.areas help upgrades terms.hue players place rents group name each kind number 1 2 -1 0 3.5 yes no up "
    "connected reach cut_off degree touch near 1mm days A D site facts.low players.max total.cells >=0.5 0.5 _ rest nobody 1//0 {} [] each.name links"
).split() + [
    "",
    "up to _ cards",
    "place == 1",
    "each.place > place",
    "group == 'b'",
    "kind == 'cell'",
    "1 / 0",
    "range(10 ** 9)",
    "x" * 3000,
    "(" * 300,
]


def seq(items: list[Any]) -> Seq:
    made = Seq(items)
    made.file, made.line, made.column, made.places = "rules.yaml", 1, 1, [(1, 1)] * len(items)
    return made


def mapped(pairs: dict[str, Any]) -> Map:
    made = Map(pairs)
    made.file, made.line, made.column, made.places = (
        "rules.yaml",
        1,
        1,
        array("I", [1] * 4 * len(pairs)),
    )
    return made


VALUES = st.recursive(
    st.one_of(st.sampled_from(WORDS), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(seq),
        st.dictionaries(st.sampled_from(WORDS[:8]), inner, max_size=2).map(mapped),
    ),
    max_leaves=4,
)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(data=st.data())
def test_promise_of_anything_gives_nothing_but_findings(kind: str, data: st.DataObject) -> None:
    game = world()
    keys = KINDS[kind].keys
    details = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(keys, VALUES)))
    rule = details.get("rule")
    if (
        isinstance(rule, str) and rule in graph.RULES and data.draw(st.booleans())
    ):  # else nearly all end at a key of another rule
        details = {
            key: value
            for key, value in details.items()
            if key in ("rule", "among", *graph.RULES[rule])
        }
    if "of" in keys:
        details["of"] = data.draw(
            st.one_of(st.sampled_from(["cells", "board", "workers", "board.days"]), VALUES)
        )
    raw = mapped({**details, "id": "X1", "kind": kind})
    promise = Promise("X1", "x", kind, "stated", "", None, details, raw)
    made = game._replace(promises=(promise,))
    scope = Scope(made)
    for found in (*check_promise(promise, scope), *contradictions(scope), *unguarded(made)):
        assert found.code.startswith(("P5", "P201")) and len(found.message) < 4_000


def blocks(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    condition = st.sampled_from(["a", "b", "not a", "n > 2", "n == 2 or b"])
    return st.one_of(
        st.lists(parts, max_size=4).map("".join),
        st.tuples(condition, parts, parts).map(
            lambda p: f"{{% if {p[0]} %}}{p[1]}{{% else %}}{p[2]}{{% endif %}}"
        ),
        st.tuples(condition, parts, condition, parts).map(
            lambda p: f"{{% if {p[0]} -%}}{p[1]}{{% elif {p[2]} %}}{p[3]}{{% endif %}}"
        ),
    )


LEAVES = st.sampled_from(
    ["WORD", "WORD ", "{{ n }}", "{# n #}", "{% set n = 2 %}", "{% set n = n + 1 %}", "\n"]
)


@settings(max_examples=80)
@given(st.recursive(LEAVES, blocks, max_leaves=20), st.booleans(), st.booleans())
def test_printed_text_is_what_a_template_prints(template: str, a: bool, b: bool) -> None:
    while "WORD" in template:
        template = template.replace("WORD", f"w{template.count('WORD')}.", 1)
    values = {"a": a, "b": b, "n": 1}
    environment = Environment()
    read = text_index.Printed(
        lambda source, more: environment.compile_expression(source)({**values, **more}),
        frozenset(values),
    )
    made = read.of(template)
    assert (
        made.split()
        == environment.from_string(template.replace("-%}", "%}")).render(values).split()
    )
    for word in re.finditer(r"w\d+\.", made):
        assert template.index(word[0]) == word.start() - sum(
            gain for at, gain in read.moved if at < word.start()
        )


@pytest.mark.parametrize(
    "piece", ["{% raw %}", "{{ ", "{# ", "{% if n %}", "{{ n" + "|words" * 60 + "|x }}"]
)
def test_printed_text_is_read_in_one_go(piece: str) -> None:
    asked: list[str] = []
    read = text_index.Printed(lambda source, _: asked.append(source), frozenset("n"))
    begun = perf_counter()
    read.of(piece * (200_000 // len(piece)) + "|words" * 20_000)
    assert perf_counter() - begun < 5 and len(asked) <= text_index.MAX_EXPRESSIONS


def drawn_in_turn(
    stock: Sequence[int], left: tuple[int, ...], draws: Sequence[tuple[frozenset[int], int]]
) -> int:
    """The same by trying everything: how many are left at the worst of what the last of the
    draws is from.
    """
    (here, number), *more = draws
    if not more:
        return sum(left[kind] for kind in here)
    kinds = [kind for kind in sorted(here) if left[kind]]
    if not number or not kinds:
        return drawn_in_turn(stock, left, more)
    return min(
        drawn_in_turn(
            stock,
            tuple(n - (kind == taken) for kind, n in enumerate(left)),
            [(here, number - 1), *more],
        )
        for taken in kinds
    )


DRAWS = st.lists(
    st.tuples(st.frozensets(st.integers(0, 2), min_size=1), st.integers(0, 3)),
    min_size=1,
    max_size=4,
)


@settings(max_examples=60)
@given(st.lists(st.integers(1, 3), min_size=3, max_size=3), DRAWS)
def test_setup_leaves_as_few_as_any_way_to_draw(
    stock: list[int], draws: list[tuple[frozenset[int], int]]
) -> None:
    of = [({kind: stock[kind] for kind in sorted(kinds)}, number) for kinds, number in draws]
    (last, _), earlier = of[-1], [setup_steps._Taken(copies, number) for copies, number in of[:-1]]
    assert sum(last.values()) - setup_steps._most_taken(last, earlier) == drawn_in_turn(
        stock, tuple(stock), draws
    )


def test_setup_counts_each_of_many_unlike_draws_by_itself() -> None:
    stock = dict.fromkeys(range(12), 2)
    draws = [setup_steps._Taken({kind: 2, kind + 1: 2}, 3) for kind in range(11)]
    assert (
        setup_steps._most_taken(stock, draws[:4]) == 10
        and setup_steps._most_taken(stock, draws) == 24
    )
    assert (
        setup_steps._most_taken(stock, [setup_steps._Taken({kind: 2}, 1) for kind in range(12)])
        == 12
    )
