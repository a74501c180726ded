from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.units.geometry import (
    IDENTITY,
    PT,
    Edges,
    LengthError,
    Rect,
    Size,
    Transform,
    Um,
    by,
    millimetres,
    moved,
    parse_length,
    parse_points,
    parse_size,
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


@pytest.mark.parametrize(
    ("text", "um"),
    [
        ("63mm", 63_000),
        ("6.3cm", 63_000),
        ("2.5in", 63_500),
        ("72pt", 25_400),
        ("9pt", 3_175),
        ("1pt", 353),
        ("250um", 250),
        ("250µm", 250),
        ("0", 0),
        ("0.0", 0),
        (".5mm", 500),
        ("5.mm", 5_000),
        ("+3mm", 3_000),
        ("-3mm", -3_000),
        ("−3mm", -3_000),
        ("  3 mm ", 3_000),
        ("0.0004mm", 0),
        ("100000mm", 100_000_000),
    ],
)
def test_a_length_is_whole_micrometres(text: str, um: int) -> None:
    length = parse_length(text)
    assert length == um and type(length) is int


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3", '"3" has no unit; did you mean 3mm?'),
        (" 2.5 ", "did you mean 2.5mm?"),
        ("3px", '"3px" has the unknown unit "px"; known units: mm, cm, um, in, pt'),
        ("3%", 'has the unknown unit "%"'),
        ("", '"" is not a length; expected a number with a unit, such as 3mm, 0.25in or 9pt'),
        ("mm", '"mm" is not a length'),
        ("3 mm 4", "is not a length"),
        ("1,5mm", '"1,5mm" is not a length; write 1.5mm, with a point'),
        ("-2,5 mm", "write -2.5 mm, with a point"),
        ("50,5%", "write 50.5%, with a point"),
        ("6mm,", '"6mm," is not a length; take the comma out'),
        ("1,000mm", "take the comma out"),
        ("6mm,39mm", "is not a length; expected a number with a unit"),
        ("1e3mm", "is not a length"),
        ("0x3mm", "is not a length"),
        ("--3mm", "is not a length"),
        ("1_0mm", "is not a length"),
        ("infmm", "is not a length"),
        ("100.001m", 'unknown unit "m"'),
        ("100001mm", "is longer than 100 m"),
        ("9" * 90 + "mm", "is longer than 100 m"),
    ],
)
def test_what_is_no_length_is_refused_with_what_was_expected(text: str, says: str) -> None:
    with pytest.raises(LengthError) as caught:
        parse_length(text)
    assert says in str(caught.value)


def test_a_type_size_without_unit_is_one_in_points() -> None:
    """`did you mean 18mm?`, which is nearly three times as large."""
    for text in ("18", " 8.5 "):
        with pytest.raises(
            LengthError, match=f'"{text}" has no unit; did you mean {text.strip()}pt[?]'
        ):
            parse_points(text)


def test_a_size_with_commas_is_shown_with_points() -> None:
    with pytest.raises(
        LengthError, match=r'"63,5x88,9" is not a size; write 63\.5x88\.9, with a point'
    ):
        parse_size("63,5x88,9")


@pytest.mark.parametrize(
    "text",
    [
        "1" + " " * 200_000 + "!",
        " " * 200_000 + "!",
        "1" * 200_000 + "!",
        "1x1" + " " * 200_000 + "!",
    ],
    ids=len,
)
@pytest.mark.parametrize("parse", [parse_length, parse_size, parse_points])
def test_a_length_without_end_is_refused_at_once_and_not_repeated(
    text: str, parse: Callable[[str], object]
) -> None:
    with pytest.raises(LengthError) as caught:
        parse(text)
    assert f'"{text[:40]}…" is not a ' in str(caught.value) and len(str(caught.value)) < 200


def test_a_length_may_have_spaces() -> None:
    assert parse_length(f"3{' ' * 90}mm") == 3_000 and parse_size(f" 63 {' ' * 80}x 88 ") == size(
        63_000, 88_000
    )


@given(lengths)
def test_lengths_round_trip_in_every_unit(um: int) -> None:
    assert parse_length(f"{um}um") == um
    assert parse_length(f"{um / 1000:.3f}mm") == um
    assert parse_length(f"{um / 10_000:.4f}cm") == um
    assert parse_length(f"{um / 25_400:.9f}in") == um
    assert parse_length(f"{um / PT:.9f}pt") == um


@given(st.integers(1, 2_000), st.integers(1, 40))
def test_exact_fits_are_exact(tenths: int, count: int) -> None:
    """In float points 1,202 of 10,989 exact fits lose a card."""
    assert (
        parse_length(f"{tenths * count / 10:.1f}mm") // parse_length(f"{tenths / 10:.1f}mm")
        == count
    )


@pytest.mark.parametrize(
    ("text", "pt"),
    [
        ("9pt", 9.0),
        ("8.5pt", 8.5),
        ("8.6pt", 8.5),
        ("8.7pt", 8.75),
        ("0.5in", 36.0),
        ("3mm", 8.5),
        ("0.1pt", 0.0),
        ("10.1pt", 10.0),
        ("4.9pt", 4.75),
        ("4.99pt", 4.75),
    ],
)
def test_type_sizes_are_quarter_points(text: str, pt: float) -> None:
    assert parse_points(text) == pt


@pytest.mark.parametrize(
    ("text", "pt"),
    [
        ("9pt", 9.0),
        ("10.1pt", 10.25),
        ("8.26pt", 8.5),
        ("5.01pt", 5.25),
        ("5pt", 5.0),
        ("4.9pt", 4.75),
        ("3mm", 8.75),
    ],
)
def test_a_least_size_is_rounded_up_but_not_into_what_can_be_read(text: str, pt: float) -> None:
    assert parse_points(text, least=True) == pt


@given(st.integers(4, 4_000))
def test_every_quarter_point_is_read_as_itself(quarters: int) -> None:
    assert (
        parse_points(f"{quarters / 4}pt")
        == parse_points(f"{quarters / 4}pt", least=True)
        == quarters / 4
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("63x88", (63_000, 88_000)),
        ("63 x 88 mm", (63_000, 88_000)),
        ("63×88mm", (63_000, 88_000)),
        ("2.5x3.5in", (63_500, 88_900)),
        ("72*144pt", (25_400, 50_800)),
    ],
)
def test_a_size_has_two_sides_and_one_unit(text: str, expected: tuple[int, int]) -> None:
    assert parse_size(text) == expected


@pytest.mark.parametrize(
    "text", ["", "63", "63x", "x88", "63x88x2", "-63x88", "63x88px", "1.2.3x4"]
)
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(LengthError):
        parse_size(text)


@pytest.mark.parametrize(
    ("um", "shown"),
    [
        (63_000, "63 mm"),
        (3_175, "3.17 mm"),
        (63_500, "63.5 mm"),
        (4, "0 mm"),
        (-4, "0 mm"),
        (-250, "-0.25 mm"),
        (5_080_000, "5080 mm"),
    ],
)
def test_people_read_millimetres(um: int, shown: str) -> None:
    assert millimetres(um) == shown


def test_people_read_sizes() -> None:
    assert by(size(63_000, 88_000)) == "63 × 88 mm"
    assert by(size(63_500, 5_080_000)) == "63.5 × 5080 mm"


def test_a_rectangle_knows_its_edges() -> None:
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


def test_touching_is_not_overlapping() -> None:
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


@given(transforms, transforms, transforms)
def test_composition_is_associative(a: Transform, b: Transform, c: Transform) -> None:
    assert a.then(b).then(c) == pytest.approx(a.then(b.then(c)), rel=1e-9, abs=1e-3)
    assert a.then(IDENTITY) == IDENTITY.then(a) == a


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
def test_quarter_turns_are_exact_and_clockwise_on_paper(
    degrees: int, lands: tuple[int, int]
) -> None:
    assert rotated(degrees).point(10, 3) == lands


@given(st.sampled_from([90, 180, 270, -90]), spots, spots)
def test_quarter_turns_about_a_point_keep_whole_micrometres(
    degrees: int, centre: tuple[int, int], spot: tuple[int, int]
) -> None:
    turn = rotated(degrees, *centre)
    x, y = turn.point(*spot)
    assert (x, y) == (int(x), int(y))
    assert turn.point(*centre) == centre
    four = turn.then(turn).then(turn).then(turn)
    assert four == IDENTITY


@given(st.floats(-720, 720), spots, spots)
def test_a_turn_keeps_distances(
    degrees: float, centre: tuple[int, int], spot: tuple[int, int]
) -> None:
    turned = rotated(degrees, *centre).point(*spot)
    assert math.dist(turned, centre) == pytest.approx(math.dist(spot, centre), abs=1e-3)
    assert rotated(-degrees, *centre).point(*turned) == pytest.approx(spot, abs=1e-3)


def test_a_turn_turns_clockwise() -> None:
    x, y = rotated(30).point(10, 0)
    assert (x, y) == pytest.approx((10 * math.cos(math.pi / 6), 5))


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
