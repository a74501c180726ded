"""Expressions of facts, conditions and promises: what they give, read and cost; `expressions.txt`
has an expression a case.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from pnp.sandbox.environment import ExpressionError, Record, Sandbox
from pnp.sandbox.expressions import STEPS, Expressions, attributes_of, names_in
from tests.golden import check
from tests.sandbox.test_environment import unpacked

FACTS = Record("facts", {"hand": 7, "off": False, "open-orders": 1}, many=True)
VALUES: dict[str, Any] = {
    "a": 3, "b": -2, "half": 0.5, "word": "sun", "list": ("sun", "moon"), "empty": None, "kind": "inn",
    "players": 3, "off": False, "max-cost": 3, "each": Record("e", {"suit": "sun"}),
    "card": Record("7", {"n": 3, "organ": Record("The heart", {"id": "heart"})}),
}  # fmt: skip


@pytest.fixture
def expressions() -> Expressions:
    return Expressions(Sandbox(), {"facts": FACTS, "a": 100})


def outcome(case: bytes) -> str:
    source = unpacked(case.decode().removesuffix("\n"))
    try:
        return repr(Expressions(Sandbox(), {"facts": FACTS}).evaluate(source, VALUES))
    except ExpressionError as problem:
        return f"error: {problem}" + (f"; {problem.hint}" if problem.hint else "")


def test_expressions_give_values_or_say_why_not() -> None:
    check(Path(__file__).with_name("expressions.txt"), outcome)


@pytest.mark.parametrize("source", ["", "  "])
def test_empty_expression_is_refused(expressions: Expressions, source: str) -> None:
    with pytest.raises(ExpressionError, match="the expression is empty"):
        expressions.evaluate(source)


def test_values_of_an_evaluation_come_before_shared_ones(expressions: Expressions) -> None:
    assert expressions.evaluate("a") == 100
    assert expressions.evaluate("a", VALUES) == 3
    twice = expressions.compile("n * 2")
    assert [twice({"n": n}) for n in (1, 2)] == [2, 4]


@pytest.mark.parametrize(
    ("language", "source", "value"),
    [
        ("tr", "'gizli ılık' | upper ~ 'IŞIK İP' | lower", "GİZLİ ILIKışık ip"),
        ("tr-TR", "'istanbul IŞIK' | title ~ 'ip IP' | capitalize", "İstanbul Işıkİp ıp"),
        ("az", "'gizli'.upper() ~ ['ip'] | map('upper') | join", "GİZLİİP"),
        ("el", "'Το παιχνίδι, ή ρολόι' | upper ~ 'ίσως' | title", "ΤΟ ΠΑΙΧΝΙΔΙ, Ή ΡΟΛΟΪΊσως"),
        ("el", "'πρωί café ήλιος ΰ'.upper()", "ΠΡΩΙ CAFÉ ΗΛΙΟΣ Ϋ"),
        ("de", "'straße i'.upper()", "STRASSE I"),
    ],
)
def test_capitals_are_those_of_the_language(language: str, source: str, value: str) -> None:
    assert Expressions(Sandbox(language=language)).evaluate(source) == value


@pytest.mark.parametrize("source", ["t | upper", "t.upper()"])
def test_capitals_keep_markup(source: str) -> None:
    value = Expressions(Sandbox(language="tr")).evaluate(source, {"t": Markup("i")})
    assert value == "İ" and isinstance(value, Markup)


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
    for _ in range(2):  # counted anew
        expressions.evaluate(source, {"a": 3, "long": "x" * 8_000, "many": tuple(range(300))})
        assert expressions.meter.steps == steps


def test_names_are_those_that_an_expression_reads() -> None:
    assert names_in("each.suit == suit and rank > facts.n") == {"each", "suit", "rank", "facts"}
    assert names_in("1 +") == names_in("1" + " + a" * 600) == names_in(None) == frozenset()


def test_attributes_are_those_of_one_name() -> None:
    assert attributes_of("each.suit == suit and each.rank", "each") == {"suit", "rank"}
    assert attributes_of("suit", "each") == frozenset()
    assert attributes_of("each == suit", "each") is None
    assert attributes_of("each.", "each") is None


def test_conjuncts_are_what_and_joins(expressions: Expressions) -> None:
    parts = expressions.conjuncts(
        "kind == 'a' and 3 == rank and name in ['x', 'y'] and not done and (rank > 1 or done)"
    )
    assert [part[:2] for part in parts] == [
        ("kind", ("a",)),
        ("rank", (3,)),
        ("name", ("x", "y")),
        ("", ()),
        ("", ()),
    ]
    values = {"kind": "a", "rank": 3, "name": "z", "done": False}
    assert [part.evaluate(values) for part in parts] == [True, True, False, True, True]
    assert expressions.conjuncts("kind ==") == []


ATOMS = st.one_of(
    st.integers(-9, 9).map(str),
    st.sampled_from("a nope list 'a' [1] card.n card.nope none 1.5 {} (1,)".split()),
)
FILTERS = st.sampled_from(
    "abs batch(2) count default(1) dictsort first int items join last list lower max min round"
    " sort string sum".split()
)
OPERATORS = st.sampled_from("+ - * / // % ** ~ == < in and or".split())


def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, OPERATORS, inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        st.tuples(inner, FILTERS).map(lambda p: f"({p[0]} | {p[1]})"),
        st.tuples(inner, inner).map(lambda p: f"{p[0]}[{p[1]}]"),
        inner.map(lambda p: f"[{p}, {p}]"),
    )


@given(st.recursive(ATOMS, grown, max_leaves=12))
def test_any_expression_has_a_value_or_an_explanation(source: str) -> None:
    assert outcome(source.encode())
