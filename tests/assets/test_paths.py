from __future__ import annotations

from math import ceil, floor, hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets import paths
from pnp.assets.path_geometry import even_odd
from pnp.assets.paths import PathError, PathLimit, bounds, canonical
from pnp.units.geometry import IDENTITY, Transform, moved, rect, rotated, scaled


@pytest.mark.parametrize(
    ("d", "expected"),
    [
        ("", ""),
        (" \n", ""),
        ("M0 0L10 0C1 2 3 4 5 6Z", "M0 0L10 0C1 2 3 4 5 6Z"),
        ("m1 2 3 4 5 6", "M1 2L4 6L9 12"),
        ("M1,2 , 3 4", "M1 2L3 4"),
        ("M0 0H5V6h-2v-3", "M0 0L5 0L5 6L3 6L3 3"),
        ("M0 0l5-5.25.5 1", "M0 0L5 -5L6 -4"),
        ("M10 10c1 1 2 2 3 3s1 1 2 2", "M10 10C11 11 12 12 13 13C14 14 14 14 15 15"),
        ("M0 0S1 1 2 2", "M0 0C0 0 1 1 2 2"),
        ("M0 0Q3 3 6 0", "M0 0C2 2 4 2 6 0"),
        ("M0 0Q3 3 6 0T12 0", "M0 0C2 2 4 2 6 0C8 -2 10 -2 12 0"),
        ("M0 0T6 6", "M0 0C0 0 2 2 6 6"),
        ("M1e1 2E0L1e-3 100e-1", "M10 2L0 10"),
        ("M0 0L1 1ZL2 2", "M0 0L1 1ZM0 0L2 2"),
        ("M5 5l1 1zm1 1l1 1", "M5 5L6 6ZM6 6L7 7"),
        ("M1 1M2 2L3 3M9 9", "M2 2L3 3"),
        ("M1 1Z", ""),
        ("M0 0L1 1ZZ", "M0 0L1 1Z"),
        ("M0 0A0 5 0 0 1 9 9", "M0 0L9 9"),
        ("M4 4A5 5 0 0 1 4 4L5 5", "M4 4L5 5"),
    ],
)
def test_path_data_becomes_canonical(d: str, expected: str) -> None:
    assert canonical(d, 1) == expected


def test_numbers_may_touch() -> None:
    assert canonical("M.5.5-.5-1 1e-3,2") == "M500 500L-500 -1000L1 2000"
    assert canonical("M0 0a1 1 0 01.5.5") == canonical("M0 0 a 1,1 0 0,1 0.5,0.5")
    assert canonical("M0 0a1 1 0 11.5.5.5.5 0 0 0 1 1") == canonical(
        "M0 0 a1 1 0 1 1 .5 .5 a.5 .5 0 0 0 1 1"
    )


def test_scale_gives_thousandths_of_an_icon_unit() -> None:
    assert canonical("M0 0H512V512z") == "M0 0L512000 0L512000 512000Z"
    assert canonical("M1 1L2 2", 1000, moved(1, 0).then(scaled(2))) == "M4000 2000L6000 4000"


@pytest.mark.parametrize(
    ("flags", "top", "bottom"), [("0 1", -10, 0), ("0 0", 0, 10), ("1 1", -10, 0), ("1 0", 0, 10)]
)
def test_a_half_circle_goes_the_way_of_its_sweep_flag(flags: str, top: int, bottom: int) -> None:
    area = bounds(canonical(f"M0 0A10 10 0 {flags} 20 0", 1))
    assert (area.x, area.right, area.y, area.bottom) == (0, 20, top, bottom)


def test_arc_flags_choose_one_of_four_arcs() -> None:
    areas = {f: bounds(canonical(f"M0 0A10 10 0 {f} 10 10")) for f in ("0 0", "0 1", "1 0", "1 1")}
    assert areas["0 1"] == rect(0, 0, 10_000, 10_000)
    assert areas["0 0"] == rect(0, 0, 10_000, 10_000)
    assert areas["1 1"] == rect(0, -10_000, 20_000, 20_000)
    assert areas["1 0"] == rect(-10_000, 0, 20_000, 20_000)


def test_a_radius_that_is_too_small_grows() -> None:
    assert bounds(canonical("M0 0A1 1 0 0 1 20 0", 1)) == rect(0, -10, 20, 10)


def test_an_arc_stays_on_its_turned_ellipse() -> None:
    path = canonical("M-30 0A30 10 0 1 1 30 0A30 10 0 1 1 -30 0", 1_000_000, rotated(30))
    back = rotated(-30)
    for x, y in _samples(path):
        u, v = back.point(x / 1_000_000, y / 1_000_000)
        assert hypot(u / 30, v / 10) == pytest.approx(1, abs=3e-4)


@pytest.mark.parametrize(
    ("d", "position", "message"),
    [
        ("L1 1", 0, 'expected the path to start with M, found "L"'),
        ("x", 0, r'expected a command \(one of MLHVCSQTAZ\) at character 1, found "x"'),
        ("M0 0 1", 6, "expected a number at character 7, found the end of the path"),
        ("M0 0L1,,2", 7, 'expected a number at character 8, found ",2"'),
        ("M0 0,L1 1", 4, "expected a number after the comma"),
        ("M0 0A1 1 0 2 0 1 1", 11, 'expected an arc flag 0 or 1 at character 12, found "2 0 1 1"'),
        ("M٣ 3", 1, "expected a number at character 2"),
        ("M0 0L1 1 Z 5", 11, "expected a command"),
        ("M0 0l5-5.5.5", 12, "expected a number at character 13, found the end of the path"),
        ("M0 0Lnan 1", 5, "expected a number"),
    ],
)
def test_wrong_path_data_names_the_place(d: str, position: int, message: str) -> None:
    with pytest.raises(PathError, match=message) as caught:
        canonical(d)
    assert caught.value.position == position


@pytest.mark.parametrize(
    "d",
    [
        "M0 0L1e400 0",
        "M0 0L2e9 0",
        "M9e8 0l9e8 0",
        "M1e400 0Zm-1e400 0L1 1",
        "M0 0A1e300 1 0 0 1 5 5",
        "M0 0" + "L1 1" * 20_001,
    ],
)
def test_paths_have_limits(d: str) -> None:
    with pytest.raises(PathLimit):
        canonical(d)


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
def test_what_the_builders_make_is_canonical_and_fits(width: int, height: int, radius: int) -> None:
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
@settings(max_examples=150, deadline=None)
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
@settings(max_examples=150, deadline=None)
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
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_path_or_a_path_error(d: str) -> None:
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
