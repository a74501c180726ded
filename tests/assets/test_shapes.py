import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.assets.die_lines import SHAPES, ShapeError, grown, mirrored, shape_path
from pnp.assets.path_geometry import extent
from pnp.assets.paths import bounds, segments
from pnp.units.geometry import Size, rect, size

CHIP = size(12_000, 12_000)
BUILT_IN = [name for name in SHAPES if name not in ("square", "path")]


def test_a_square_is_its_rectangle() -> None:
    assert shape_path("square", CHIP) is None


@pytest.mark.parametrize(
    ("shape", "trim", "expected"),
    [
        ("triangle", CHIP, "M6000 0L12000 12000L0 12000Z"),
        ("diamond", size(10_000, 20_000), "M5000 0L10000 10000L5000 20000L0 10000Z"),
        (
            "octagon",
            size(34_142, 34_142),
            "M10000 0L24142 0L34142 10000L34142 24142L24142 34142L10000 34142L0 24142L0 10000Z",
        ),
        ("hex", size(20_000, 17_320), "M5000 0L15000 0L20000 8660L15000 17320L5000 17320L0 8660Z"),
        ("hex", size(17_320, 20_000), "M8660 0L17320 5000L17320 15000L8660 20000L0 15000L0 5000Z"),
        ("hex", CHIP, "M3000 804L9000 804L12000 6000L9000 11196L3000 11196L0 6000Z"),
        ("path", CHIP, "M0 0L12000 0L12000 6500L0 6500Z"),
    ],
)
def test_corners(shape: str, trim: Size, expected: str) -> None:
    assert shape_path(shape, trim, "M0 0h12v6.5H0z" if shape == "path" else "") == expected


def test_corners_are_rounded_by_two_millimetres_or_less() -> None:
    assert shape_path("rounded", size(20_000, 40_000)).startswith("M2000 0L18000 0C")
    assert shape_path("rounded", size(10_000, 40_000)).startswith("M1500 0L8500 0C")


def test_a_circle_is_four_curves() -> None:
    path = shape_path("circle", size(10_000, 20_000))
    assert [segment.command for segment in segments(path)] == list("MCCCCZ")
    assert bounds(path) == rect(0, 0, 10_000, 20_000)


@given(st.sampled_from(BUILT_IN), st.integers(4_000, 100_000), st.integers(4_000, 100_000))
def test_built_in_shapes_fill_their_size(shape: str, width: int, height: int) -> None:
    found = bounds(shape_path(shape, size(width, height)))
    assert rect(0, 0, width, height).contains(found)
    if not (shape == "hex" and width == height):
        assert found == rect(0, 0, width, height)


def test_a_path_closed_by_its_last_point_is_closed() -> None:
    assert shape_path("path", CHIP, "M0 0H5V5H0L0 0") == "M0 0L5000 0L5000 5000L0 5000L0 0Z"


def test_a_circle_of_arcs_is_taken() -> None:
    assert bounds(shape_path("path", CHIP, "M0 6A6 6 0 1 1 12 6A6 6 0 1 1 0 6Z")) == rect(
        0, 0, 12_000, 12_000
    )


COMB = (
    "M0 0"
    + "".join(f"L{i * 0.01:.2f} 9L{i * 0.01 + 0.005:.3f} 1" for i in range(1, 520))
    + "L11 0Z"
)


@pytest.mark.parametrize(
    ("shape", "trim", "path", "message", "hint"),
    [
        ("circel", CHIP, "", '"circel" is not a shape', 'did you mean "circle"?'),
        ("circle", size(0, 12_000), "", "0 × 12 mm has nothing to cut out", "12mm"),
        ("circle", CHIP, "M0 0H1V1Z", "yet there is a path as well", "shape: path"),
        ("path", CHIP, "", "there is no path", "SVG path data"),
        ("path", CHIP, "M0 0 banana", 'found "banana"', "drawing program"),
        ("path", CHIP, "M0 0L10 0L10 10", "open: it begins at 0, 0 and ends at 10, 10 mm", "Z"),
        (
            "path",
            CHIP,
            "M0 0L10 10L10 0L0 10Z",
            "crosses or touches itself at 5, 5 mm",
            "one simple line",
        ),
        (
            "path",
            CHIP,
            "M0 0H12V12H6V0H5V12H0Z",
            "crosses or touches itself at 5, 0 mm",
            "one simple line",
        ),
        (
            "path",
            CHIP,
            "M0 0H10V5L12 5L10 5V10H0Z",
            "crosses or touches itself at 12, 5 mm",
            "one simple line",
        ),
        ("path", CHIP, "M2 2C14 12 -2 12 10 2Z", "crosses or touches itself", "one simple line"),
        ("path", CHIP, "M0 0L10 0Z", "less than 1 mm²", "true size"),
        ("path", CHIP, "M0 0", "less than 1 mm²", "true size"),
        ("path", CHIP, "M0 0H.9V.9H0Z", "less than 1 mm²", "true size"),
        ("path", CHIP, "M0 0H20V5H0Z", "8 mm beyond the size of 12 × 12 mm", "at least 20 × 5 mm"),
        ("path", CHIP, "M-1 0H5V5Z", "1 mm beyond", "upper ends are at 0"),
        ("path", CHIP, "M0 0H5V5ZM6 6H8V8Z", "has 2 outlines", "holes"),
        ("path", CHIP, COMB, "1,039 points, it may have 1,000", "simplify"),
        ("path", CHIP, "M0 0" + " " * 100_000, "100,004 characters", "fewer points"),
        ("path", CHIP, "M0 0L1e30 0L0 1Z", "cannot be read", "SVG path data"),
    ],
)
def test_what_no_piece_can_be(shape: str, trim: Size, path: str, message: str, hint: str) -> None:
    with pytest.raises(ShapeError) as caught:
        shape_path(shape, trim, path)
    assert message in str(caught.value)
    assert hint in caught.value.hint


def test_bleed_of_a_rectangle_and_of_a_circle() -> None:
    assert grown(None, CHIP, 1_000) == "M-1000 -1000L13000 -1000L13000 13000L-1000 13000Z"
    assert bounds(grown(shape_path("circle", CHIP), CHIP, 1_000)) == rect(
        -1_000, -1_000, 14_000, 14_000
    )


def test_every_side_of_a_polygon_moves_out_by_the_bleed() -> None:
    assert (
        grown("M0 0L30000 40000L0 40000Z", size(30_000, 40_000), 3_000)
        == "M-3000 -9000L36000 43000L-3000 43000Z"
    )


def test_a_hollow_outline_keeps_its_own_ink() -> None:
    path = "M0 0L10000 0L10000 10000L8000 10000L8000 2000L2000 2000L2000 10000L0 10000Z"
    assert grown(path, CHIP, 500) == (
        "M-500 -500L10500 -500L10500 10500L7500 10500L7500 2500L2500 2500L2500 10500L-500 10500Z"
        + path
    )


def test_nothing_is_added_for_no_bleed_and_less_than_nothing_is_refused() -> None:
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


def test_a_back_shows_the_outline_the_other_way_round() -> None:
    path = "M0 0L9000 0L0 9000Z"
    assert mirrored(path, CHIP) == "M12000 0L3000 0L12000 9000Z"
    assert mirrored(mirrored(path, CHIP), CHIP) == path
