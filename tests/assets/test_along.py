"""Places along a path: ends, equal steps, directions."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.assets.path_geometry import AlongError, along, is_closed
from pnp.assets.paths import canonical


def test_along_a_straight_line() -> None:
    assert along(canonical("M10 5H50"), 3) == [
        (10_000, 5_000, 0.0),
        (30_000, 5_000, 0.0),
        (50_000, 5_000, 0.0),
    ]


def test_along_a_closed_line_has_its_start_once() -> None:
    path = canonical("M0 0H10V10H0Z")
    assert is_closed(path)
    assert [(round(x), round(y)) for x, y, _ in along(path, 4)] == [
        (0, 0),
        (10_000, 0),
        (10_000, 10_000),
        (0, 10_000),
    ]
    assert [angle for *_, angle in along(path, 8)][1::2] == [0.0, 90.0, 180.0, 270.0]


def test_along_one_place_is_the_start() -> None:
    assert along(canonical("M1 2L5 2"), 1) == [(1_000, 2_000, 0.0)]


def test_along_a_circle_is_shared_equally() -> None:
    points = along(canonical("M20 10A10 10 0 0 1 0 10A10 10 0 0 1 20 10Z"), 12)
    assert {round(hypot(x - 10_000, y - 10_000), -1) for x, y, _ in points} == {10_000}
    steps = [hypot(x2 - x1, y2 - y1) for (x1, y1, _), (x2, y2, _) in pairwise([*points, points[0]])]
    assert max(steps) - min(steps) < 10


@given(st.integers(2, 300), st.integers(1, 60), st.integers(1, 60))
def test_along_corners_steps_are_equal(count: int, width: int, height: int) -> None:
    points = along(canonical(f"M0 0H{width}V{height}"), count)
    assert len(points) == count
    step = (width + height) * 1000 / (count - 1)
    for index, (x, y, _) in enumerate(points):
        assert x + y == pytest.approx(index * step, abs=0.01)


@pytest.mark.parametrize(
    ("d", "told"),
    [
        ("M5 5L5 5", "no length"),
        ("M5 5", "no length"),
        ("M0 0H5M10 0H20", "more than one line"),
        ("M0 0" + "h1v1" * 1_001, "at most 2,000"),
    ],
)
def test_along_refuses_what_nothing_can_lie_along(d: str, told: str) -> None:
    with pytest.raises(AlongError, match=told):
        along(canonical(d), 3)
