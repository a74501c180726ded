from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.units.color import (
    NAMES,
    Color,
    ColorError,
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


@pytest.mark.parametrize(
    ("written", "color"),
    [
        ("#1d1d1b", "#1d1d1b"),
        ("#ABCDEF", "#abcdef"),
        ("#222", "#222222"),
        ("#0Af", "#00aaff"),
        ("  #fff ", "#ffffff"),
        ("teal", "#008080"),
        ("Gray", "#808080"),
        ("GREY", "#808080"),
    ],
)
def test_a_colour_has_one_spelling(written: str, color: str) -> None:
    assert parse_color(written) == color


@pytest.mark.parametrize("written", ["“#8e1f2f”", "‘#8e1f2f’", " „#8e1f2f“", "«#8e1f2f»"])
def test_curly_quotes_are_told_of(written: str) -> None:
    with pytest.raises(
        ColorError, match=r'is no colour: its quotes are not straight; write "#8e1f2f"$'
    ):
        parse_color(written)


def test_the_basic_names_are_those_of_css() -> None:
    assert len(NAMES) == 17  # sixteen, and grey for gray
    assert {
        name: parse_color(name)
        for name in ("black", "silver", "maroon", "fuchsia", "lime", "olive", "navy", "aqua")
    } == {
        "black": "#000000",
        "silver": "#c0c0c0",
        "maroon": "#800000",
        "fuchsia": "#ff00ff",
        "lime": "#00ff00",
        "olive": "#808000",
        "navy": "#000080",
        "aqua": "#00ffff",
    }


@pytest.mark.parametrize(
    "written",
    [
        "",
        "#",
        "#12",
        "#12345",
        "#1234567",
        "#ggg",
        "123456",
        "rgb(1,2,3)",
        "red;",
        "#fff\n#fff",
        "orange",
        "#١٢٣",
        "0x112233",
        "none",
        "# fff",
    ],
)
def test_anything_else_is_refused(written: str) -> None:
    with pytest.raises(
        ColorError,
        match="is not a colour; expected #rrggbb, #rgb, a name of the palette or a basic colour such as navy",
    ):
        parse_color(written)


@pytest.mark.parametrize("written", ["#ffff", "#11223344", "#0000"])
def test_an_alpha_is_refused_with_what_to_write(written: str) -> None:
    with pytest.raises(
        ColorError,
        match=f'"{written}" carries an alpha; write the six-digit colour and use opacity',
    ):
        parse_color(written)


def test_channels_are_shares_of_one() -> None:
    assert rgb(Color("#ff0033")) == (1.0, 0.0, 0.2)


@pytest.mark.parametrize(
    ("color", "value"),
    [
        ("#ffffff", 1.0),
        ("#000000", 0.0),
        ("#ff0000", 0.2126),
        ("#00ff00", 0.7152),
        ("#0000ff", 0.0722),
        ("#808080", 0.2158605),
    ],
)
def test_luminance_is_that_of_wcag(color: str, value: float) -> None:
    assert luminance(Color(color)) == pytest.approx(value, abs=1e-6)


def test_the_dark_end_of_luminance_is_straight() -> None:
    assert luminance(Color("#0a0a0a")) == pytest.approx(10 / 255 / 12.92)
    assert luminance(Color("#0b0b0b")) == pytest.approx(((11 / 255 + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#ffffff", 4.48),  # WCAG's well-known grey that just fails 4.5
        ("#767676", "#ffffff", 4.54),
        ("#ff0000", "#ffffff", 4.00),
        ("#0000ff", "#ffffff", 8.59),
        ("#ffff00", "#ffffff", 1.07),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert round(contrast(Color(one), Color(other)), 2) == ratio


@given(colors, colors)
def test_contrast_lies_between_1_and_21_either_way(one: Color, other: Color) -> None:
    assert 1 <= contrast(one, other) <= 21
    assert contrast(one, other) == contrast(other, one)
    assert contrast(one, one) == 1


@given(channels)
def test_what_is_written_is_read(channel: tuple[int, int, int]) -> None:
    color = parse_color("#{:02X}{:02X}{:02X}".format(*channel))
    assert tuple(round(255 * part) for part in rgb(color)) == channel
    assert parse_color(color) == color


@given(colors, colors, st.floats(0, 1))
def test_a_mix_stays_between_its_colours(one: Color, other: Color, share: float) -> None:
    made = mixed(one, other, share)
    assert (mixed(one, other, 0), mixed(one, other, 1)) == (one, other)
    assert parse_color(made) == made
    for a, b, mix in zip(rgb(one), rgb(other), rgb(made), strict=True):
        assert min(a, b) <= mix <= max(a, b)


def test_half_black_on_white_is_grey() -> None:
    assert mixed(WHITE, BLACK, 0.5) == "#808080"


@pytest.mark.parametrize(
    ("color", "made"),
    [
        ("#ff0000", "#7f7f7f"),
        ("#00ff00", "#dcdcdc"),
        ("#0000ff", "#4c4c4c"),
        ("#123456", "#333333"),
    ],
)
def test_a_grey_has_the_luminance_of_its_colour(color: str, made: str) -> None:
    assert grey(Color(color)) == made


@given(colors)
def test_a_grey_keeps_contrasts(color: Color) -> None:
    made = grey(color)
    assert made[1:3] == made[3:5] == made[5:7]
    assert luminance(made) == pytest.approx(luminance(color), abs=0.005)
    assert grey(made) == made


# Each row of the matrices, for pure light of one colour: 0.152286 of red light is sRGB 109, and so
# on; what is negative is cut off.
@pytest.mark.parametrize(
    ("color", "vision", "looks"),
    [
        ("#ff0000", Vision.PROTAN, "#6d5f00"),
        ("#ff0000", Vision.DEUTAN, "#a39000"),
        ("#ff0000", Vision.TRITAN, "#ff000f"),
        ("#0000ff", Vision.PROTAN, "#0059ff"),
        ("#00ff00", Vision.DEUTAN, "#efd63a"),
        ("#ff0000", Vision.GREY, "#7f7f7f"),
    ],
)
def test_what_other_eyes_see(color: str, vision: Vision, looks: str) -> None:
    assert seen(Color(color), vision) == looks


@given(st.integers(0, 255), st.sampled_from(Vision))
def test_greys_look_alike_to_all_eyes(part: int, vision: Vision) -> None:
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
def test_the_difference_is_that_of_ciede2000(
    one: tuple[float, float, float], other: tuple[float, float, float], result: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(result, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(result, abs=5e-5)


@given(colors, colors)
def test_a_difference_is_none_only_for_one_colour(one: Color, other: Color) -> None:
    assert difference(one, one) == 0
    assert (difference(one, other) > 0) is (one != other)
    assert difference(BLACK, WHITE) == pytest.approx(100, abs=0.01)
