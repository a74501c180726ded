"""Lists that a book makes, in two columns: in what order they are read where a page parts them,
and where none does.
"""

from __future__ import annotations

import re

import pytest

from pnp.diagnostics import Span
from pnp.face import Face
from pnp.layout.figures import side_by_side
from pnp.layout.fragmentation import Fragment
from pnp.layout.typesetter import Listed, Meaning
from pnp.units.geometry import MM

from .book import A5, good_pages, lines


def numbers(page: Face) -> list[list[int]]:
    """The numbers of the things listed on a page, row by row."""
    rows = ([int(number) for number in re.findall(r"thing (\d+)", line)] for line in lines(page))
    return [row for row in rows if row]


def listed(count: int, kind: str) -> list[list[list[int]]]:
    """The pages of a list of so many things."""
    things = [f"thing {n}" for n in range(1, count + 1)]
    if kind == "components":
        made = good_pages(
            "[[components]]", size=A5, components=tuple(Listed(thing, "1") for thing in things)
        )
    else:
        made = good_pages(
            "[[icons]]", "sun", size=A5, icons=tuple(Meaning("sun", thing) for thing in things)
        )
    return [found for page in made if (found := numbers(page))]


@pytest.mark.parametrize("kind", ["components", "icons"])
def test_list_longer_than_a_page_is_in_order_page_by_page(kind: str) -> None:
    made = listed(121, kind)
    assert len(made) > 1
    assert [number for page in made for row in page for number in row] == list(range(1, 122))
    assert made[0][0] == [1, 2] and made[-1][-1] == [121]


def test_words_under_a_scene_are_read_down_their_columns_however_many() -> None:
    cells = [Fragment(100 * MM, lambda canvas, x, y: None, span=Span("x", n)) for n in range(1, 6)]
    assert [row.span for row in side_by_side(cells, 2, 10 * MM, whole=True)] == [
        Span("x", n) for n in (1, 2, 3)
    ]
    assert [row.span for row in side_by_side(cells, 2, 10 * MM)] == [
        Span("x", n) for n in (1, 3, 5)
    ]


@pytest.mark.parametrize("kind", ["components", "icons"])
@pytest.mark.parametrize("count", [5, 20])
def test_list_at_a_glance_is_read_down_its_columns(count: int, kind: str) -> None:
    (page,) = listed(count, kind)
    half = (count + 1) // 2
    assert page == [[n, n + half] if n + half <= count else [n] for n in range(1, half + 1)]
