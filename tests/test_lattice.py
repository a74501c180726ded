"""Rows, rings and grids: every place once, equal steps, neighbours beside each other."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.units.geometry import Um, rect
from pnp.units.lattice import CORNERS, GRIDS, Grid, Spot, ring, ring_count, rows

AREA = rect(10_000, 20_000, 120_000, 60_000)


def middles(spots: list[Spot]) -> list[tuple[int, int]]:
    return [(spot.x, spot.y) for spot in spots]


def test_rows_run_as_one_reads() -> None:
    assert middles(rows(AREA, 5, 3)) == [
        (30_000, 35_000),
        (70_000, 35_000),
        (110_000, 35_000),
        (30_000, 65_000),
        (70_000, 65_000),
    ]


def test_rows_of_the_ox_run_back() -> None:
    made = rows(AREA, 6, 3, boustrophedon=True)
    assert [spot.x for spot in made] == [30_000, 70_000, 110_000, 110_000, 70_000, 30_000]


def test_rows_from_below_on_the_right_upwards() -> None:
    made = rows(AREA, 6, 3, start="bottom-right", down=True)
    assert middles(made) == [
        (110_000, 65_000),
        (110_000, 35_000),
        (70_000, 65_000),
        (70_000, 35_000),
        (30_000, 65_000),
        (30_000, 35_000),
    ]


def test_rows_gaps_lie_between_cells_only() -> None:
    made = rows(rect(0, 0, 32_000, 10_000), 3, 3, gap=1_000)
    assert [(spot.x, spot.width) for spot in made] == [
        (5_000, 10_000),
        (16_000, 10_000),
        (27_000, 10_000),
    ]


@given(
    st.integers(1, 60), st.integers(1, 12), st.sampled_from(CORNERS), st.booleans(), st.booleans()
)
def test_rows_hold_each_place_once_inside(
    count: int, columns: int, start: str, down: bool, ox: bool
) -> None:
    made = rows(AREA, count, columns, start=start, down=down, boustrophedon=ox)  # type: ignore[arg-type]
    assert len(set(middles(made))) == count
    assert all(AREA.inset(-1).contains(spot.box) for spot in made)
    assert made[0].x == (min if "left" in start else max)(spot.x for spot in made)


@given(st.integers(2, 60), st.integers(1, 12), st.sampled_from(CORNERS), st.booleans())
def test_rows_neighbours_in_number_are_neighbours_on_paper(
    count: int, columns: int, start: str, down: bool
) -> None:
    made = rows(AREA, count, columns, start=start, down=down, boustrophedon=True)  # type: ignore[arg-type]
    for one, next_ in pairwise(made):
        across, along = abs(one.x - next_.x), abs(one.y - next_.y)
        assert (across <= 1 and abs(along - one.height) <= 2) or (
            along <= 1 and abs(across - one.width) <= 2
        )


def test_ring_clockwise_from_below_on_the_right() -> None:
    made = ring(rect(0, 0, 80, 80), 4, 4, corner=30, start="bottom-right")
    assert [(s.x, s.y, s.width, s.height, s.angle) for s in made[:5]] == [
        (65, 65, 30, 30, 0.0),
        (45, 65, 10, 30, 0.0),
        (35, 65, 10, 30, 0.0),
        (15, 65, 30, 30, 90.0),
        (15, 45, 10, 30, 90.0),
    ]
    assert [s.angle for s in made] == [0.0] * 3 + [90.0] * 3 + [180.0] * 3 + [270.0] * 3


def test_ring_against_the_clock() -> None:
    made = ring(rect(0, 0, 90, 90), 3, 3, start="top-right", counter=True)
    assert middles(made) == [
        (75, 15),
        (45, 15),
        (15, 15),
        (15, 45),
        (15, 75),
        (45, 75),
        (75, 75),
        (75, 45),
    ]


def test_ring_upright_is_not_turned() -> None:
    made = ring(rect(0, 0, 90, 60), 3, 3, upright=True)
    assert {(s.width, s.height, s.angle) for s in made} == {(30, 20, 0.0)}


@given(
    st.integers(2, 40),
    st.integers(2, 40),
    st.integers(0, 29_000),
    st.sampled_from(CORNERS),
    st.booleans(),
    st.booleans(),
)
def test_ring_lies_on_its_rectangle(
    columns: int, lines: int, corner: int, start: str, counter: bool, upright: bool
) -> None:
    made = ring(AREA, columns, lines, corner=corner, start=start, counter=counter, upright=upright)  # type: ignore[arg-type]
    assert len(made) == len(set(middles(made))) == ring_count(columns, lines)
    first = made[0].box
    assert (
        abs(
            (first.x if "left" in start else first.right)
            - (AREA.x if "left" in start else AREA.right)
        )
        <= 2
    )
    assert (
        abs(
            (first.y if "top" in start else first.bottom)
            - (AREA.y if "top" in start else AREA.bottom)
        )
        <= 2
    )
    for spot in made:
        box = spot.box
        touching = (
            box.x - AREA.x,
            box.y - AREA.y,
            AREA.right - box.right,
            AREA.bottom - box.bottom,
        )
        assert min(map(abs, touching)) <= 2
        assert min(touching) >= -2
    for one, next_ in pairwise([*made, made[0]]):  # beside each other: their boxes touch
        assert one.box.inset(-3).overlaps(next_.box)
        assert not one.box.inset(3).overlaps(next_.box.inset(3)) or min(one.box.size) <= 6


def test_grid_squares_may_be_met_halfway() -> None:
    grid = Grid("square", Um(0), Um(0), Um(20_000), Um(10_000), 4, 3, Um(2_000))
    assert grid.at(1, 1)[:4] == (10_000, 5_000, 20_000, 10_000)
    assert grid.at(2.5, 3)[:2] == (43_000, 29_000)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", GRIDS)
def test_grid_neighbours_are_mutual_and_the_nearest(kind: str, turned: bool) -> None:
    grid = Grid(kind, Um(0), Um(0), Um(10_000), Um(10_000), 7, 6, turned=turned)
    cells = grid.cells()
    assert len(cells) == 42
    for cell in cells:
        for other in grid.neighbours(*cell):
            assert cell in grid.neighbours(*other)
            one, two = grid.at(*cell), grid.at(*other)
            far = hypot(one.x - two.x, one.y - two.y)
            if kind != "triangle":
                assert far == pytest.approx(10_000, abs=3)
            else:  # the middles of the boxes: side by side half a side, foot to foot the height
                assert min(abs(far - 5_000), abs(far - 8_660)) <= 3
    inner = grid.neighbours(3, 3)
    assert len(inner) == {"square": 4, "hex": 6, "triangle": 3}[kind]


@given(st.integers(1, 12), st.integers(1, 12), st.booleans())
def test_grid_hexagons_do_not_lie_nearer_than_one_cell(
    columns: int, lines: int, turned: bool
) -> None:
    grid = Grid("hex", Um(0), Um(0), Um(10_000), Um(10_000), columns, lines, turned=turned)
    spots = [grid.at(*cell) for cell in grid.cells()]
    for index, one in enumerate(spots):
        for two in spots[:index]:
            assert hypot(one.x - two.x, one.y - two.y) >= 9_997
