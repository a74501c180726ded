"""Expressions of facts, conditions and promises: what they give, read and cost."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.sandbox.environment import ExpressionError, Record, Sandbox
from pnp.sandbox.expressions import STEPS, Expressions, attributes_of, names_in

FACTS = Record("facts", {"n": 7, "t": "x", "off": False}, many=True)
VALUES: dict[str, Any] = {
    "a": 3, "b": -2, "half": 0.5, "word": "sun", "list": ("sun", "moon"), "none": None, "yes": True,
    "each": Record("e", {"suit": "sun"}),
}  # fmt: skip


@pytest.fixture
def expressions() -> Expressions:
    return Expressions(Sandbox(), {"facts": FACTS, "a": 100})


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("a + facts.n * 2", 17),
        ("1 + 2 * 3 - 7 // 2", 4),
        ("2 ** 3 % 5 / 2", 1.5),
        ("-a + +b", -5),
        ("word ~ a", "sun3"),
        ("a == 3 and word in list", True),
        ("not none or nope", True),
        ("1 < a <= 3 < 5", True),
        ("1 < a < b < nope", False),
        ("word if a else nope", "sun"),
        ("[1, a]", [1, 3]),
        ("(1, a)", (1, 3)),
        ("{'k': a}", {"k": 3}),
        ("{'k': a}.k", 3),
        ("list[1]", "moon"),
        ("list[:1]", ("sun",)),
        ("word[::2]", "sn"),
        ("facts['n']", 7),
        ("list | length", 2),
        ("[a, b] | sum", 1),
        ("list | map('upper') | list", ["SUN", "MOON"]),
        ("list | map('upper')", ["SUN", "MOON"]),
        ("word.upper()", "SUN"),
        ("word | replace(*['s', 'f'])", "fun"),
        ("dict(k=a, **{'l': 1})", {"k": 3, "l": 1}),
        ("range(3) | list", [0, 1, 2]),
        ("nope is defined", False),
        ("a is odd and a is divisibleby 3", True),
        ("facts.nope | default(5)", 5),
        ("each.suit == word", True),
        ("0.1 + 0.2 == 0.3", True),
        ("0.1 * 3 in [0.3]", True),
        ("[0.1, 0.2] | sum <= 0.3", True),
        ("facts.off", False),
        ("none", None),
    ],
)
def test_expressions_give_values(expressions: Expressions, source: str, value: Any) -> None:
    found = expressions.evaluate(source, VALUES)
    assert (found, type(found)) == (value, type(value))


def test_values_of_an_evaluation_come_before_shared_ones(expressions: Expressions) -> None:
    assert expressions.evaluate("a") == 100
    assert expressions.evaluate("a", VALUES) == 3


def test_missing_names_are_looked_for_among_all(expressions: Expressions) -> None:
    with pytest.raises(ExpressionError) as caught:
        expressions.evaluate("fact", {"word": 1})
    assert caught.value.hint == 'did you mean "facts"?'


@pytest.mark.parametrize(
    ("source", "steps"),
    [
        ("a == 3", STEPS),
        ("a == 3      and 1", STEPS + 2),
        ("long == 3", STEPS + 1 + 1000),
        ("many == 3", STEPS + 1 + 37),
        ("range(1600) == 3", STEPS + 305),
    ],
)
def test_steps_grow_with_source_and_values(
    expressions: Expressions, source: str, steps: int
) -> None:
    expressions.evaluate(source, {"a": 3, "long": "x" * 8_000, "many": tuple(range(300))})
    assert expressions.meter.steps == steps


def test_names_are_those_that_an_expression_reads() -> None:
    assert names_in("each.suit == suit and rank > facts.n") == {"each", "suit", "rank", "facts"}
    assert names_in("1 +") == names_in("1" + " + a" * 600) == frozenset()


def test_attributes_are_those_of_one_name() -> None:
    assert attributes_of("each.suit == suit and each.rank", "each") == {"suit", "rank"}
    assert attributes_of("suit", "each") == frozenset()
    assert attributes_of("each == suit", "each") is None
    assert attributes_of("each.", "each") is None


def test_conjuncts_are_what_and_joins(expressions: Expressions) -> None:
    parts = expressions.conjuncts(
        "kind == 'a' and 3 == rank and name in ['x', 'y'] and not done and (rank > 1 or done)"
    )
    assert [(part.name, part.values) for part in parts] == [
        ("kind", ("a",)),
        ("rank", (3,)),
        ("name", ("x", "y")),
        ("", ()),
        ("", ()),
    ]
    values = {"kind": "a", "rank": 3, "name": "z", "done": False}
    assert [part.evaluate(values) for part in parts] == [True, True, False, True, True]
    assert expressions.conjuncts("kind ==") == []
