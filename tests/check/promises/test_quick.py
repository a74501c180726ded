"""The short way to evaluate plain expressions gives what the sandbox gives, or leaves it to the
sandbox.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pnp.check.promises.quick import Slow, attributes_of, conjuncts, names_in, quick, size_of

from pnp.sandbox.environment import ExpressionError, Record, Sandbox, compiled

SANDBOX = Sandbox()
VALUES: dict[str, Any] = {
    "a": 3, "b": -2, "half": 0.5, "word": "sun", "list": ("sun", "moon"), "none": None, "yes": True, "zero": 0,
    "facts": Record("facts", {"n": 7, "t": "x"}),
}  # fmt: skip
ATOMS = st.sampled_from(
    [
        *VALUES,
        "facts.n",
        "facts.t",
        "1",
        "2",
        "0",
        "'sun'",
        "[1, 3]",
        "('sun', 'moon')",
        "1e300",
        "list|length",
        "gone",
    ]
)
TREES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(
            inner, st.sampled_from("+ - * / // % == != < <= > >= in and or".split()), inner
        ).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        inner.map(lambda one: f"(not {one})"),
        inner.map(lambda one: f"(-{one})"),
        inner.map(lambda one: f"({one})|length"),
    ),
    max_leaves=6,
)


@given(TREES)
def test_both_ways_agree(source: str) -> None:
    fast = quick(source)
    if fast is None:
        return
    try:
        made = fast(VALUES)
    except Exception:
        return
    try:
        assert repr(compiled(SANDBOX, source)(VALUES)) == repr(made)
    except ExpressionError as problem:
        pytest.fail(f"{source} gives {made!r}, the sandbox says {problem}")


@pytest.mark.parametrize(
    "source",
    [
        "a == 3 and word in list",
        "a + facts.n * 2 > 4",
        "list|length == 2",
        "not none",
        "1 < a < 5",
        "a == 3 if word else none",
    ],
)
def test_plain_expressions_are_quick(source: str) -> None:
    fast = quick(source)
    assert fast is not None and fast(VALUES) is True


def test_what_is_compared_is_weighed() -> None:
    seen: list[Any] = []

    def weigh(value: Any) -> Any:
        seen.append(value)
        return value

    fast = quick("word in list and (list|length == 2 or none) and [word, a] < [half, list]", weigh)
    assert fast is not None
    with pytest.raises(TypeError):
        fast(VALUES)
    assert seen == ["sun", ("sun", "moon"), 2, 2, ["sun", 3], [0.5, ("sun", "moon")]]
    assert [size_of(value) for value in seen] == [3, 9, 0, 0, 6, 12]
    with pytest.raises(Slow):
        size_of(VALUES["facts"])


@pytest.mark.parametrize(
    "source",
    ["a ** 2", "word|upper", "word.upper()", "a if b", "a ~ b", "list[0]", "1 +", "range(3)"],
)
def test_others_are_left_to_the_sandbox(source: str) -> None:
    assert quick(source) is None


def test_a_long_expression_is_not_read() -> None:
    source = "1" + " + 1" * 1_000
    assert quick(source) is None and names_in(source) == frozenset() and conjuncts(source) == []


def test_the_names_that_are_read() -> None:
    assert names_in("each.suit == suit and rank > facts.n") == {"each", "suit", "rank", "facts"}
    assert attributes_of("each.suit == suit and each.rank", "each") == {"suit", "rank"}
    assert attributes_of("each == suit", "each") is None
    assert attributes_of("suit", "each") == frozenset()


def test_what_and_joins() -> None:
    parts = conjuncts(
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
    assert [part.run(values) for part in parts] == [True, True, False, True, True]
    assert conjuncts("kind is defined and rank == 3") == [] == conjuncts("kind ==")
