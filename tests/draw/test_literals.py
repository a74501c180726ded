from __future__ import annotations

import re

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw.literals import decimal, hundredths, ink, placed, points, text_string
from pnp.units.color import Color

PLAIN = re.compile(r"-?(\d+(\.\d*[1-9])?|\.\d*[1-9])")


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (0, "0"),
        (5, ".05"),
        (50, ".5"),
        (-50, "-.5"),
        (100, "1"),
        (1000, "10"),
        (1234, "12.34"),
        (-120, "-1.2"),
    ],
)
def test_hundredths(n: int, text: str) -> None:
    assert hundredths(n) == text


@pytest.mark.parametrize(
    ("um", "text"),
    [
        (25_400, "72"),
        (254, ".72"),
        (0, "0"),
        (1, "0"),
        (2, ".01"),
        (-25_400, "-72"),
        (63_000, "178.58"),
    ],
)
def test_micrometres_become_points(um: int, text: str) -> None:
    assert points(um) == text


@given(st.integers(-20_000_000, 20_000_000))
def test_points_are_exact_to_half_a_hundredth_and_plainly_written(um: int) -> None:
    assert PLAIN.fullmatch(points(um))
    assert abs(float(points(um)) - um * 72 / 25_400) <= 0.005 + 1e-9


@given(st.floats(-1e7, 1e7), st.integers(0, 6))
def test_decimals_are_near_and_plainly_written(value: float, places: int) -> None:
    text = decimal(value, places)
    assert PLAIN.fullmatch(text)
    assert abs(float(text) - value) <= 0.5 * 10**-places + 1e-9


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [(-0.0001, 2, "0"), (100.0, 0, "100"), (0.5, 3, ".5"), (1e-9, 5, "0"), (10.0, 2, "10")],
)
def test_decimal(value: float, places: int, text: str) -> None:
    assert decimal(value, places) == text


def test_placement_has_three_decimals() -> None:
    assert placed(210_000) == "595.276"
    assert placed(215_900) == "612"


def test_greys_are_device_grey_and_colours_rgb() -> None:
    assert ink(Color("#000000")) == "0 g"
    assert ink(Color("#ffffff"), stroke=True) == "1 G"
    assert ink(Color("#ff0080")) == "1 0 .502 rg"
    assert ink(Color("#ff0080"), stroke=True) == "1 0 .502 RG"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_reads_back_from_a_string(text: str) -> None:
    # Only ASCII and UTF-16BE are written; in PDFDocEncoding some ASCII controls would mean accents.
    source = b"<<" + b"/T " + text_string(text).encode("latin-1") + b">>"
    raw = bytes(pikepdf.Object.parse(source)["/T"])
    assert (
        raw[2:].decode("utf-16-be") if raw.startswith(b"\xfe\xff") else raw.decode("ascii")
    ) == text
