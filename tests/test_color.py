from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.units.color import (
    Color,
    Vision,
    ciede2000,
    contrast,
    difference,
    grey,
    lab,
    luminance,
    mixed,
    parse_color,
    rgb,
    seen,
)

BLACK, WHITE = Color("#000000"), Color("#ffffff")
channels = st.tuples(*[st.integers(0, 255)] * 3)
colors = channels.map(lambda c: Color("#{:02x}{:02x}{:02x}".format(*c)))


def test_rgb_channels_are_shares_of_one() -> None:
    assert rgb(Color("#ff0033")) == (1.0, 0.0, 0.2)


@given(colors, colors)
def test_contrast_lies_between_1_and_21_either_way(one: Color, other: Color) -> None:
    assert 1 <= contrast(one, other) <= 21
    assert contrast(one, other) == contrast(other, one)
    assert contrast(one, one) == 1


@given(channels)
def test_parse_color_reads_what_is_written(channel: tuple[int, int, int]) -> None:
    color = parse_color("#{:02X}{:02X}{:02X}".format(*channel))
    assert tuple(round(255 * part) for part in rgb(color)) == channel
    assert parse_color(color) == color


@given(colors, colors, st.floats(0, 1))
def test_mixed_stays_between_its_colours(one: Color, other: Color, share: float) -> None:
    made = mixed(one, other, share)
    assert (mixed(one, other, 0), mixed(one, other, 1)) == (one, other)
    assert parse_color(made) == made
    for a, b, mix in zip(rgb(one), rgb(other), rgb(made), strict=True):
        assert min(a, b) <= mix <= max(a, b)


def test_mixed_half_black_on_white_is_grey() -> None:
    assert mixed(WHITE, BLACK, 0.5) == "#808080"


@given(colors)
def test_grey_keeps_contrasts(color: Color) -> None:
    made = grey(color)
    assert made[1:3] == made[3:5] == made[5:7]
    assert luminance(made) == pytest.approx(luminance(color), abs=0.005)
    assert grey(made) == made


@given(st.integers(0, 255), st.sampled_from(Vision))
def test_seen_greys_look_alike_to_all_eyes(part: int, vision: Vision) -> None:
    made = Color(f"#{part:02x}{part:02x}{part:02x}")
    assert seen(made, vision) == made


def test_lab_is_that_of_the_cie() -> None:
    assert lab(WHITE) == pytest.approx((100, 0, 0), abs=0.01)
    assert lab(BLACK) == pytest.approx((0, 0, 0))
    assert lab(Color("#ff0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert lab(Color("#0000ff")) == pytest.approx((32.30, 79.19, -107.86), abs=0.05)


# From table 1 of Sharma, Wu and Dalal: a blue, the neutral axis, hues a half turn apart, large and
# small differences.
@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_ciede2000_is_as_published(
    one: tuple[float, float, float], other: tuple[float, float, float], result: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(result, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(result, abs=5e-5)


@given(colors, colors)
def test_difference_is_none_only_for_one_colour(one: Color, other: Color) -> None:
    assert difference(one, one) == 0
    assert (difference(one, other) > 0) is (one != other)
    assert difference(BLACK, WHITE) == pytest.approx(100, abs=0.01)
