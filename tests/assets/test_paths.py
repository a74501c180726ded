from __future__ import annotations

from math import ceil, floor, hypot
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets import paths
from pnp.assets.path_geometry import even_odd
from pnp.assets.paths import PathError, PathLimit, bounds, canonical
from pnp.units.geometry import IDENTITY, Transform, moved, rect, rotated, scaled
from tests.golden import check


def _outcome(case: bytes) -> str:
    try:
        path = canonical(case.decode()[:-1], 1)
    except PathError as problem:
        return f"{type(problem).__name__} at {problem.position}: {problem}"
    return f"{path} in {tuple(bounds(path))}"


def test_canonical_gives_paths_or_errors() -> None:
    check(Path(__file__).with_name("path_cases.txt"), _outcome)
    assert canonical(" \n") == ""
    with pytest.raises(PathLimit):
        canonical("M0 0" + "L1 1" * 20_001)


def test_canonical_scale_gives_thousandths_of_an_icon_unit() -> None:
    assert canonical("M0 0H512V512z") == "M0 0L512000 0L512000 512000Z"
    assert canonical("M1 1L2 2", 1000, moved(1, 0).then(scaled(2))) == "M4000 2000L6000 4000"


def test_canonical_arc_stays_on_its_turned_ellipse() -> None:
    path = canonical("M-30 0A30 10 0 1 1 30 0A30 10 0 1 1 -30 0", 1_000_000, rotated(30))
    back = rotated(-30)
    for x, y in _samples(path):
        u, v = back.point(x / 1_000_000, y / 1_000_000)
        assert hypot(u / 30, v / 10) == pytest.approx(1, abs=3e-4)


def test_rectangles_and_ellipses() -> None:
    assert paths.rectangle(rect(1, 2, 10, 20)) == "M1 2L11 2L11 22L1 22Z"
    rounded = paths.rectangle(rect(0, 0, 10_000, 8_000), 3_000)
    assert rounded.startswith("M3000 0L7000 0C8657 0 10000 1343 10000 3000L10000 5000C")
    assert paths.rectangle(rect(0, 0, 10, 8), 99) == paths.rectangle(rect(0, 0, 10, 8), 4)
    circle = paths.ellipse(rect(0, 0, 2_000_000, 2_000_000))
    assert circle.startswith("M1000000 0C1552285 0 2000000 447715 2000000 1000000")
    assert all(hypot(x - 1e6, y - 1e6) == pytest.approx(1e6, rel=3e-4) for x, y in _samples(circle))
    assert paths.polygon([(0, 0), (5, 0), (5, 5)]) == "M0 0L5 0L5 5Z"
    assert paths.polygon([(0, 0)]) == ""
    assert paths.line(0, 1, 2, 3) == "M0 1L2 3"


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 300))
@settings(max_examples=50, deadline=None)
def test_rectangle_and_ellipse_are_canonical_and_fits(width: int, height: int, radius: int) -> None:
    area = rect(7, -3, width, height)
    for path in (paths.rectangle(area, radius), paths.ellipse(area)):
        assert canonical(path, 1) == path
        assert bounds(path) == area


def test_moved_maps_every_point() -> None:
    assert (
        paths.moved("M0 0L10 0C1 2 3 4 5 6Z", rotated(90).then(moved(1, 0)))
        == "M1 0L1 10C-1 1 -3 3 -5 5Z"
    )
    assert paths.moved("M0 0L10 0Z", IDENTITY) == "M0 0L10 0Z"
    assert paths.moved("", IDENTITY) == ""


def test_segments_read_back() -> None:
    assert [*paths.segments("M0 -1L10 0C1 2 3 4 5 6Z")] == [
        ("M", (0, -1)),
        ("L", (10, 0)),
        ("C", (1, 2, 3, 4, 5, 6)),
        ("Z", ()),
    ]


def test_bounds_are_those_of_the_curve_not_of_its_handles() -> None:
    assert bounds("M0 0C0 100 100 100 100 0") == rect(0, 0, 100, 75)
    assert bounds("M0 0C200 0 -100 0 100 0") == rect(0, 0, 100, 0)
    assert bounds("M0 0C-100 0 200 0 100 0") == rect(
        -21, 0, 142, 0
    )  # turns at t = (1 ± √½)/2, at −20.7 and 120.7
    assert bounds("") == rect(0, 0, 0, 0)
    assert bounds("M5 5L5 9") == rect(5, 5, 0, 4)


def test_stretch_tells_uneven_scales() -> None:
    assert paths.stretch(Transform(a=2, d=-3)) == (2, 3)
    assert paths.stretch(rotated(33).then(scaled(4))) == pytest.approx((4, 4))
    assert paths.stretch(Transform(c=1)) == pytest.approx(((5**0.5 - 1) / 2, (5**0.5 + 1) / 2))


def test_even_odd_holes_turn_against_what_holds_them() -> None:
    outer, hole, island = (
        "M0 0L30 0L30 30L0 30Z",
        "M10 10L20 10L20 20L10 20Z",
        "M14 14L16 14L16 16L14 16Z",
    )
    assert even_odd(outer + hole + island) == outer + "M10 20L20 20L20 10L10 10Z" + island
    assert even_odd("M0 0L0 30L30 30L30 0Z") == "M0 0L0 30L30 30L30 0Z"
    ring = paths.ellipse(rect(0, 0, 100, 100)) + paths.ellipse(rect(25, 25, 50, 50))
    turned = even_odd(ring)
    assert turned.count("M") == 2 and bounds(turned) == bounds(ring)
    assert (
        turned.split("M")[2]
        == "50 25C36 25 25 36 25 50C25 64 36 75 50 75C64 75 75 64 75 50C75 36 64 25 50 25Z"
    )


_number = st.one_of(st.integers(-1000, 1000), st.floats(-500, 500, allow_nan=False)).map(str)
_flag = st.sampled_from("01")


def _command(letter: str) -> st.SearchStrategy[str]:
    count = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}[
        letter.upper()
    ]
    parts = [_flag if letter in "Aa" and i in (3, 4) else _number for i in range(count)]
    return st.tuples(*parts).map(lambda values: letter + " ".join(values))


_data = st.lists(st.sampled_from("MmLlHhVvCcSsQqTtAaZz").flatmap(_command), max_size=12).map(
    lambda parts: "M3 4" + "".join(parts)
)


@given(_data)
@settings(max_examples=60, deadline=None)
def test_canonical_is_a_fixed_point_and_bounds_hold_the_curve(d: str) -> None:
    try:
        path = canonical(d, 1)
    except PathLimit:
        # A flat ellipse far from round can reach out of any drawing.
        assert "A" in d.upper()
        return
    assert canonical(path, 1) == path
    assert "".join(command + " ".join(map(str, v)) for command, v in paths.segments(path)) == path
    area = bounds(path)
    for x, y in _samples(path):
        assert area.x - 1e-3 <= x <= area.right + 1e-3 and area.y - 1e-3 <= y <= area.bottom + 1e-3
    assert bounds(even_odd(path)) == area


@given(_data)
@settings(max_examples=60, deadline=None)
def test_bounds_are_touched_on_every_side(d: str) -> None:
    try:
        path = canonical(d, 1)
    except PathLimit:
        return
    xs, ys, x, y = [], [], 0, 0
    for command, v in paths.segments(path):
        if command == "C":
            xs += paths._extremes(x, v[0], v[2], v[4])
            ys += paths._extremes(y, v[1], v[3], v[5])
        if v:
            x, y = v[-2], v[-1]
            xs.append(x)
            ys.append(y)
    if xs:
        area = bounds(path)
        assert (area.x, area.y) == (floor(min(xs) + 1e-6), floor(min(ys) + 1e-6))
        assert (area.right, area.bottom) == (ceil(max(xs) - 1e-6), ceil(max(ys) - 1e-6))


@given(st.text("MmZzLlAaCc0123456789.,-+e \n", max_size=40))
@settings(max_examples=100, deadline=None)
def test_canonical_of_any_text_is_a_path_or_a_path_error(d: str) -> None:
    try:
        path = canonical(d, 1)
    except PathError as problem:
        assert 0 <= problem.position <= len(d)
    else:
        assert canonical(path, 1) == path


def _samples(path: str) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    x = y = 0
    for command, v in paths.segments(path):
        if command == "C":
            ts = [i / 17 for i in range(18)]
            points += [
                (paths.bezier(t, x, v[0], v[2], v[4]), paths.bezier(t, y, v[1], v[3], v[5]))
                for t in ts
            ]
        if v:
            x, y = v[-2], v[-1]
            points.append((x, y))
    return points


def test_kappa_is_the_arc_of_a_quarter() -> None:
    assert abs(paths.KAPPA - 4 / 3 * (2**0.5 - 1)) < 1e-9
