"""Labels beside a picture: where they stand, and where their lines lead."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.assets.paths import bounds
from pnp.face import Face, Shape, walk
from pnp.layout.leaders import spread
from pnp.load.yaml import Map, parse
from pnp.model.scenes import scenes
from pnp.units.geometry import Rect

from .book import figures, good_pages, pages_of, runs

APART = 1_600


@pytest.mark.parametrize(
    ("wanted", "heights", "tops"),
    [
        ([], [], []),
        ([50_000], [4_000], [50_000]),
        ([-9], [4_000], [0]),
        ([99_000], [4_000], [96_000]),
        ([10_000, 50_000], [4_000, 4_000], [10_000, 50_000]),
        ([50_000, 50_000], [4_000, 4_000], [47_200, 52_800]),
        ([10_000, 11_000, 60_000], [4_000, 4_000, 4_000], [7_700, 13_300, 60_000]),
        ([99_000, 99_000], [4_000, 8_000], [86_400, 92_000]),
    ],
)
def test_tops(wanted: list[int], heights: list[int], tops: list[int]) -> None:
    assert spread(wanted, heights, 100_000) == tops


@given(st.lists(st.tuples(st.integers(0, 99_000), st.integers(1, 8_000)), max_size=9))
def test_labels_never_overlap_and_stay_on_the_figure(rows: list[tuple[int, int]]) -> None:
    wanted, heights = [sorted(want for want, _ in rows), [tall for _, tall in rows]]
    tops = spread(wanted, heights, 100_000)
    assert all(below - above >= tall + APART for (above, below), tall in zip(pairwise(tops), heights, strict=False))  # fmt: skip
    assert all(top >= 0 and top + tall <= 100_000 for top, tall in zip(tops, heights, strict=True))


ANATOMY = """a:
  size: 63x88
  legend: lines
  items:
    - {face: "card:gems/ruby", at: [0, 0]}
    - {at: [50, 10], text: "Number: the price"}
    - {at: [10, 40], label: "B", text: the name}
    - {at: [55, 80], text: the end}
"""


def shown(width: str = "", **book: int) -> Face:
    raw = parse(ANATOMY.encode(), "figures.yaml")
    assert isinstance(raw, Map)
    (page,) = good_pages(f'![A card](setup:a "{width}")', scenes=scenes(raw)[0], **book)
    return page


def lines_of(page: Face) -> list[Rect]:
    """The areas of the dark lines."""
    strokes = (item for item in walk(page.items) if isinstance(item, Shape) and item.stroke)
    return [bounds(item.path) for item in strokes if item.stroke and item.stroke.width == 200]


def test_labels_stand_on_the_nearer_side_level_with_their_points() -> None:
    page = shown()
    at = {run.text: run for run in runs(page)}
    assert at["Number:"].x > 105_000 and at["the end"].x == at["Number:"].x
    assert at["the name"].x + at["the name"].width < 43_000
    assert at["B"].x < at["the name"].x and at["B"].y == at["the name"].y
    assert {run.size for run in runs(page)[:-2]} == {8.0}
    right, left, last = sorted(lines_of(page), key=lambda area: area.y)
    assert right.height == left.height == last.height == 0
    middle = 14_454 + 120_092 // 2
    assert (left.right, right.x) == (middle - 31_500 + 10_000, middle - 31_500 + 50_000)


def test_picture_is_as_wide_as_it_says_else_at_its_true_size_where_its_labels_have_room() -> None:
    for width, book, scale in (("", 0, 1), ("40mm", 0, 40 / 63), ("", 26_000, 40.341 / 63)):
        (card,) = figures(shown(width=width, margin_column=book))
        assert card.transform and card.transform.a == pytest.approx(scale, abs=1e-4)


def test_labels_without_room_are_an_error() -> None:
    raw = parse(ANATOMY.encode(), "figures.yaml")
    assert isinstance(raw, Map)
    _, said = pages_of('![A card](setup:a "100%")', scenes=scenes(raw)[0])
    assert (
        "figures.yaml:6:12: error P357 the labels beside the figure have 0 mm on each side" in said
    )
