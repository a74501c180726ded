from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.units.geometry import (
    IDENTITY,
    PT,
    Edges,
    Rect,
    Size,
    Transform,
    Um,
    by,
    moved,
    parse_length,
    parse_points,
    rect,
    rotated,
    scaled,
    size,
)

lengths = st.integers(-100_000_000, 100_000_000)
sides = st.integers(0, 2_000_000)
rects = st.builds(
    rect, st.integers(-2_000_000, 2_000_000), st.integers(-2_000_000, 2_000_000), sides, sides
)
spots = st.tuples(st.integers(-500_000, 500_000), st.integers(-500_000, 500_000))
transforms = st.one_of(
    st.builds(moved, st.integers(-500_000, 500_000), st.integers(-500_000, 500_000)),
    st.builds(
        scaled, st.floats(0.01, 100), st.integers(-500_000, 500_000), st.integers(-500_000, 500_000)
    ),
    st.builds(
        rotated,
        st.floats(-360, 360),
        st.integers(-500_000, 500_000),
        st.integers(-500_000, 500_000),
    ),
)


@given(lengths)
def test_parse_length_round_trips_in_every_unit(um: int) -> None:
    assert parse_length(f"{um}um") == um
    assert parse_length(f"{um / 1000:.3f}mm") == um
    assert parse_length(f"{um / 10_000:.4f}cm") == um
    assert parse_length(f"{um / 25_400:.9f}in") == um
    assert parse_length(f"{um / PT:.9f}pt") == um


@given(st.integers(1, 2_000), st.integers(1, 40))
def test_parse_length_keeps_exact_fits(tenths: int, count: int) -> None:
    """In float points 1,202 of 10,989 exact fits lose a card."""
    assert (
        parse_length(f"{tenths * count / 10:.1f}mm") // parse_length(f"{tenths / 10:.1f}mm")
        == count
    )


@given(st.integers(4, 4_000))
def test_parse_points_reads_every_quarter_as_itself(quarters: int) -> None:
    assert (
        parse_points(f"{quarters / 4}pt")
        == parse_points(f"{quarters / 4}pt", least=True)
        == quarters / 4
    )


def test_by_is_a_size_for_people() -> None:
    assert by(size(63_000, 88_000)) == "63 × 88 mm"
    assert by(size(63_500, 5_080_000)) == "63.5 × 5080 mm"


def test_rect_knows_its_edges() -> None:
    area = rect(1, 2, 30, 40)
    assert (area.right, area.bottom, area.size) == (31, 42, (30, 40))
    assert area.inset(5) == (6, 7, 20, 30)
    assert area.inset(-1) == (0, 1, 32, 42)
    assert area.inside(Edges(Um(1), Um(2), Um(3), Um(4))) == (5, 3, 24, 36)
    assert Size(Um(63), Um(88)).turned() == size(88, 63)


@given(rects, st.integers(-10_000, 10_000))
def test_inset_and_outset_cancel(area: Rect, by: int) -> None:
    assert area.inset(by).inset(-by) == area


@given(rects, rects)
def test_overlap_is_a_common_area(one: Rect, other: Rect) -> None:
    common = one.meet(other)
    assert one.overlaps(other) == other.overlaps(one)
    if one.width and one.height and other.width and other.height:
        assert one.overlaps(other) == bool(common.width and common.height)
    if common.width and common.height:
        assert one.contains(common) and other.contains(common)
        assert common == other.meet(one)


def test_rect_touching_is_not_overlapping() -> None:
    assert not rect(0, 0, 10, 10).overlaps(rect(10, 0, 10, 10))
    assert rect(0, 0, 10, 10).overlaps(rect(9, 9, 10, 10)) and rect(9, 9, 10, 10).overlaps(
        rect(0, 0, 10, 10)
    )
    assert rect(9, 0, 10, 10).overlaps(rect(0, 9, 10, 10)) and not rect(10, 0, 10, 10).overlaps(
        rect(0, 0, 10, 10)
    )
    assert rect(0, 0, 10, 10).contains(rect(0, 0, 10, 10))
    assert not rect(0, 0, 10, 10).contains(rect(0, 0, 10, 11))
    assert rect(0, 0, 10, 10).meet(rect(50, 2, 4, 4))[2:] == (0, 4)


@given(transforms, transforms, spots)
def test_then_is_one_map_after_the_other(
    first: Transform, second: Transform, spot: tuple[int, int]
) -> None:
    together = first.then(second).point(*spot)
    assert together == pytest.approx(second.point(*first.point(*spot)), rel=1e-9, abs=1e-3)


@pytest.mark.parametrize(
    ("degrees", "lands"),
    [
        (0, (10, 3)),
        (90, (-3, 10)),
        (180, (-10, -3)),
        (270, (3, -10)),
        (-90, (3, -10)),
        (360, (10, 3)),
        (450, (-3, 10)),
        (-270, (-3, 10)),
    ],
)
def test_rotated_quarters_are_exact_and_clockwise_on_paper(
    degrees: int, lands: tuple[int, int]
) -> None:
    assert rotated(degrees).point(10, 3) == lands


@given(st.sampled_from([90, 180, 270, -90]), spots, spots)
def test_rotated_quarters_about_a_point_keep_whole_micrometres(
    degrees: int, centre: tuple[int, int], spot: tuple[int, int]
) -> None:
    turn = rotated(degrees, *centre)
    x, y = turn.point(*spot)
    assert (x, y) == (int(x), int(y))
    assert turn.point(*centre) == centre
    four = turn.then(turn).then(turn).then(turn)
    assert four == IDENTITY


@given(st.floats(-720, 720), spots, spots)
def test_rotated_keeps_distances(
    degrees: float, centre: tuple[int, int], spot: tuple[int, int]
) -> None:
    turned = rotated(degrees, *centre).point(*spot)
    assert math.dist(turned, centre) == pytest.approx(math.dist(spot, centre), abs=1e-3)
    assert rotated(-degrees, *centre).point(*turned) == pytest.approx(spot, abs=1e-3)


@given(transforms, rects, st.floats(0, 1), st.floats(0, 1))
def test_bounds_hold_the_image(
    transform: Transform, area: Rect, across: float, down: float
) -> None:
    bounds = transform.bounds(area)
    x, y = transform.point(area.x + across * area.width, area.y + down * area.height)
    assert bounds.x - 1 <= x <= bounds.right + 1
    assert bounds.y - 1 <= y <= bounds.bottom + 1


def test_bounds_of_quarter_turns_are_the_turned_rectangle() -> None:
    assert rotated(90, 0, 0).bounds(rect(10, 20, 30, 40)) == (-60, 10, 40, 30)
    assert moved(5, 6).bounds(rect(1, 2, 3, 4)) == (6, 8, 3, 4)
    assert scaled(2, 1, 1).bounds(rect(1, 2, 3, 4)) == (3, 5, 6, 8)
