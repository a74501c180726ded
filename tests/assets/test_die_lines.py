from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.assets.die_lines import SHAPES, ShapeError, grown, mirrored, shape_path
from pnp.assets.path_geometry import extent
from pnp.assets.paths import bounds
from pnp.units.geometry import rect, size
from tests.golden import check

CHIP = size(12_000, 12_000)
BUILT_IN = [name for name in SHAPES if name not in ("square", "path")]


@given(st.sampled_from(BUILT_IN), st.integers(4_000, 100_000), st.integers(4_000, 100_000))
def test_shape_path_built_in_shapes_fill_their_size(shape: str, width: int, height: int) -> None:
    found = bounds(shape_path(shape, size(width, height)))
    assert rect(0, 0, width, height).contains(found)
    if not (shape == "hex" and width == height):
        assert found == rect(0, 0, width, height)


COMB = (
    "M0 0"
    + "".join(f"L{i * 0.01:.2f} 9L{i * 0.01 + 0.005:.3f} 1" for i in range(1, 520))
    + "L11 0Z"
)


def _outcome(case: bytes) -> str:
    shape, trim, path = case.decode()[:-1].split(" ", 2)
    try:
        return f"{shape_path(shape, size(*map(int, trim.split('x'))), path)}"
    except ShapeError as problem:
        return f"{problem}\nhint: {problem.hint}"


def test_shape_path_gives_outlines_or_errors() -> None:
    check(Path(__file__).with_name("die_line_cases.txt"), _outcome)
    for path, told in ((COMB, "1,039 points"), ("M0 0" + " " * 100_000, "100,004 characters")):
        with pytest.raises(ShapeError, match=told):
            shape_path("path", CHIP, path)


def test_grown_bleed_of_a_rectangle_and_of_a_circle() -> None:
    assert grown(None, CHIP, 1_000) == "M-1000 -1000L13000 -1000L13000 13000L-1000 13000Z"
    assert bounds(grown(shape_path("circle", CHIP), CHIP, 1_000)) == rect(
        -1_000, -1_000, 14_000, 14_000
    )


def test_grown_every_side_of_a_polygon_moves_out_by_the_bleed() -> None:
    assert (
        grown("M0 0L30000 40000L0 40000Z", size(30_000, 40_000), 3_000)
        == "M-3000 -9000L36000 43000L-3000 43000Z"
    )


def test_grown_hollow_outline_keeps_its_own_ink() -> None:
    path = "M0 0L10000 0L10000 10000L8000 10000L8000 2000L2000 2000L2000 10000L0 10000Z"
    assert grown(path, CHIP, 500) == (
        "M-500 -500L10500 -500L10500 10500L7500 10500L7500 2500L2500 2500L2500 10500L-500 10500Z"
        + path
    )


def test_grown_by_nothing_adds_nothing_and_by_less_is_refused() -> None:
    assert grown("M0 0L5 0L0 5Z", CHIP, 0) == "M0 0L5 0L0 5Z"
    with pytest.raises(ValueError, match="not by -1"):
        grown(None, CHIP, -1)


@given(
    st.sampled_from(BUILT_IN),
    st.integers(4_000, 60_000),
    st.integers(4_000, 60_000),
    st.integers(1, 5_000),
)
def test_grown_outlines_hold_the_outline(shape: str, width: int, height: int, by: int) -> None:
    trim = size(width, height)
    path = shape_path(shape, trim)
    larger = grown(path, trim, by)
    assert bounds(larger).contains(
        bounds(path).inset(-by + 2 if shape in ("circle", "rounded") else 0)
    )
    assert extent(larger)[0] > extent(path)[0]


def test_mirrored_is_the_other_way_round() -> None:
    path = "M0 0L9000 0L0 9000Z"
    assert mirrored(path, CHIP) == "M12000 0L3000 0L12000 9000Z"
    assert mirrored(mirrored(path, CHIP), CHIP) == path
