"""Filters for places and curves, as templates meet them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets.paths import bounds, canonical, segments
from pnp.compose import placing_filters
from pnp.compose.placing_filters import guilloche
from pnp.compose.templates import FILTERS
from pnp.sandbox.environment import ExpressionError, Sandbox
from pnp.sandbox.expressions import Expressions


def asked(source: str, **values: Any) -> Any:
    sandbox = Sandbox()
    sandbox.filters |= {
        name: sandbox.metered(made) for name in FILTERS for made in [getattr(placing_filters, name)]
    }
    return Expressions(sandbox).evaluate(source, values)


def xy(places: Any) -> list[tuple[float, float]]:
    return [(place["x"], place["y"]) for place in places]


def test_straight() -> None:
    assert xy(asked("3 | straight(10, 5, 20, gap=2)")) == [(10.0, 25.0), (22.0, 25.0), (34.0, 25.0)]
    assert xy(asked("2 | straight([10, 4], direction='up')")) == [(5.0, 6.0), (5.0, 2.0)]
    assert [place["number"] for place in asked("3 | straight(1, first=0)")] == [0, 1, 2]


def test_rows() -> None:
    assert xy(asked("4 | rows(2, 10, boustrophedon=true)")) == [
        (5.0, 5.0),
        (15.0, 5.0),
        (15.0, 15.0),
        (5.0, 15.0),
    ]
    assert xy(asked("3 | rows(2, 10, start='bottom-left', direction='down')")) == [
        (5.0, 15.0),
        (5.0, 5.0),
        (15.0, 15.0),
    ]


def test_ring() -> None:
    made = asked("28 | ring(8, 200, 200, corner=32, start='bottom-right')")
    assert [place["number"] for place in made] == list(range(28))
    assert (made[0]["x"], made[0]["y"], made[0]["width"], made[0]["angle"]) == (
        184.0,
        184.0,
        32.0,
        0.0,
    )
    assert {place["angle"] for place in asked("8 | ring(3, 30, 30, upright=true)")} == {0.0}


def test_along() -> None:
    made = asked("'M0 0H20V10' | along(4, [6, 4], x=1)")
    assert xy(made) == [(1.0, 0.0), (11.0, 0.0), (21.0, 0.0), (21.0, 10.0)]
    assert (made[3]["angle"], made[0]["width"], made[0]["height"]) == (90.0, 6.0, 4.0)


def test_lattices() -> None:
    made = asked("3 | squares(2, [10, 5])")
    assert [(place["column"], place["row"]) for place in made] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (1, 2),
        (2, 2),
        (3, 2),
    ]
    assert xy(made)[4] == (15.0, 7.5)
    assert made[0]["points"].count(",") == 3
    assert xy(asked("2 | hexes(2, 10)"))[2:] == [(10.0, 14.434), (20.0, 14.434)]
    assert (
        asked("1 | hexes(1, 10)")[0]["points"]
        != asked("1 | hexes(1, 10, turned=true)")[0]["points"]
    )
    assert [place["angle"] for place in asked("2 | triangles(2, 10)")] == [0.0, 180.0, 180.0, 0.0]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("1001 | straight(1)", "more than the 1,000"),
        ("0 | straight(1)", "expected a whole number from 1, found 0"),
        ("2.5 | rows(2, 1)", "expected a whole number from 1"),
        ("true | rows(2, 1)", "expected a whole number from 1"),
        ("3 | straight('1mm')", "cell: expected millimetres"),
        ("3 | straight([1, 2, 3])", "cell: expected one length, or width and height"),
        ("3 | straight(1, direction='east')", "direction: expected right, left, down or up"),
        ("3 | straight(1, 1e300)", "x: expected millimetres"),
        ("3 | straight(1, 1e300 * 1e300)", "a number grows past 300 digits"),
        ("3 | straight(1, first='a')", "first: expected a whole number"),
        ("4 | rows(2, 1, start='left')", "start: expected top-left"),
        ("9 | ring(3, 10, 10)", "no ring of 9 places has 3 columns"),
        ("8 | ring(3, 10, 10, corner=5)", "corners smaller than half"),
        ("8 | ring(3, -10, 10)", "a ring needs a width"),
        ("'M0 0' | along(3)", "the path has no length"),
        ("'here' | along(3)", "expected a number"),
        ("'M0 0H1' | along(2000)", "more than the 1,000"),
        ("40 | hexes(40, 5)", "1,600 places are more than"),
        ("4 | squares(4, 0)", "cell: expected a length above 0"),
        ("1 | guilloche(0, 5)", "a width and a height above 0"),
        ("1 | guilloche(5, 5, petals=0)", "whole numbers from 1 to 200"),
        (
            "1 | guilloche(5, 5, petals=200, rings=200)",
            "petals × rings may be 1,000 at most, not 40,000",
        ),
        ("1 | guilloche(5, 5, shape='star')", "shape: expected rosette or band"),
        ("[1] | guilloche(5, 5)", "a number or a text"),
        ("nothing | guilloche(5, 5)", '"nothing" is not defined'),
    ],
)
def test_argument_is_refused(source: str, told: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        asked(source)
    assert told in str(caught.value)


def test_filters_pay_for_what_they_give() -> None:
    with pytest.raises(ExpressionError, match="more than 200,000 steps"):
        asked("[" + "7|guilloche(60,60,50,20)," * 40 + "]")


def test_guilloche_is_the_same_everywhere() -> None:
    made = guilloche(500, 60, 40, petals=3, rings=1)
    assert made == guilloche(500, 60, 40, petals=3, rings=1) != guilloche(100, 60, 40, 3, 1)
    assert guilloche("x", 60, 40) != guilloche("y", 60, 40)


@settings(max_examples=25, deadline=None)
@given(
    st.one_of(st.integers(-(10**9), 10**9), st.text(max_size=5)),
    st.floats(1, 300),
    st.floats(1, 300),
    st.integers(1, 12),
    st.integers(1, 12),
    st.sampled_from(["rosette", "band"]),
)
def test_guilloche_stays_in_its_box_and_fills_it(
    seed: Any, width: float, height: float, petals: int, rings: int, shape: str
) -> None:
    path = canonical(guilloche(seed, width, height, petals, rings, shape))
    box = bounds(path)
    assert min(box.x, box.y) >= -1 and box.width >= width * 500
    assert box.right <= width * 1000 + 2 and box.bottom <= height * 1000 + 2
    drawn = Counter(part.command for part in segments(path))
    closed = {"Z": rings} if shape == "rosette" else {}
    assert drawn == {"M": rings, "C": rings * petals * 3, **closed}


def test_curves_of_a_guilloche_have_no_corners() -> None:
    drawn = [
        part.numbers
        for part in segments(canonical(guilloche(9, 60, 60, petals=8, rings=1), 1_000_000))
        if part.command == "C"
    ]
    for (_, _, x2, y2, x, y), (x1, y1, *_) in pairwise(drawn):
        into, out = (x - x2, y - y2), (x1 - x, y1 - y)
        turn = into[0] * out[1] - into[1] * out[0]
        assert (
            abs(turn)
            <= 0.02 * (into[0] ** 2 + into[1] ** 2) ** 0.5 * (out[0] ** 2 + out[1] ** 2) ** 0.5
        )
