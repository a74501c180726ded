"""Strips into columns: all of them once, in order, draw_nothing parted that stays together, the last
columns level.
"""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.layout.fragmentation import Fragment, Pages, Region, draw_nothing

HEIGHT = 100_000


def fragment(height: int, **more: object) -> Fragment:
    return Fragment(height, draw_nothing, **more)  # type: ignore[arg-type]


def filled(fragments: list[Fragment], columns: int = 1, *, grid: int = 1, most: int = 50) -> Pages:
    pages = Pages(HEIGHT, 5_000, grid, most)
    pages.add(Region(columns, 40_000, fragments))
    return pages


def places(pages: Pages) -> list[list[tuple[int, int]]]:
    """Column and top of every fragment, in millimetres, page by page."""
    return [[(spot.x // 45_000, spot.y // 1_000) for spot in page] for page in pages.pages]


def test_one_below_the_other_with_the_larger_white_between() -> None:
    assert places(
        filled([fragment(10_000, after=2_000), fragment(10_000, before=5_000), fragment(10_000)])
    ) == [[(0, 0), (0, 15), (0, 25)]]


def test_white_falls_away_at_the_top_of_a_page() -> None:
    assert places(filled([fragment(90_000, after=9_000), fragment(20_000, before=5_000)])) == [
        [(0, 0)],
        [(0, 0)],
    ]


def test_what_stays_together_moves_together() -> None:
    assert places(
        filled(
            [
                fragment(70_000),
                fragment(10_000, keep=True),
                fragment(10_000, keep=True),
                fragment(20_000),
            ]
        )
    ) == [[(0, 0)], [(0, 0), (0, 10), (0, 20)]]


def test_room_that_is_needed_below() -> None:
    assert places(filled([fragment(70_000), fragment(10_000, need=25_000)])) == [[(0, 0)], [(0, 0)]]
    assert places(filled([fragment(70_000), fragment(10_000, need=20_000)])) == [[(0, 0), (0, 70)]]


def test_last_columns_are_level() -> None:
    assert places(filled([fragment(10_000)] * 6, 2)) == [
        [(0, 0), (0, 10), (0, 20), (1, 0), (1, 10), (1, 20)]
    ]
    assert places(filled([fragment(10_000)] * 23, 2))[1] == [(0, 0), (0, 10), (1, 0)]


def test_last_columns_are_level_behind_a_break_as_well() -> None:
    later = fragment(10_000, turn="page")
    assert places(filled([fragment(10_000), later, *[fragment(10_000)] * 5], 2))[1:] == [
        [(0, 0), (0, 10), (0, 20), (1, 0), (1, 10), (1, 20)]
    ]
    aside = fragment(10_000, turn="column")
    assert places(filled([fragment(10_000), fragment(10_000), aside], 2)) == [
        [(0, 0), (0, 10), (1, 0)]
    ]


def test_header_comes_again_above_each_part() -> None:
    header = fragment(10_000, keep=True)
    pages = filled([header, *[fragment(30_000, again=header)] * 5])
    assert places(pages) == [[(0, 0), (0, 10), (0, 40), (0, 70)], [(0, 0), (0, 10), (0, 40)]]


def test_breaks_that_are_asked_for() -> None:
    assert places(filled([fragment(10_000), fragment(10_000, turn="page")])) == [[(0, 0)], [(0, 0)]]
    assert places(filled([fragment(10_000), fragment(10_000, turn="column")], 2)) == [
        [(0, 0), (1, 0)]
    ]
    assert places(filled([fragment(10_000), fragment(10_000, turn="page")], 2)) == [
        [(0, 0)],
        [(0, 0)],
    ]
    assert places(filled([fragment(10_000, turn="page")])) == [[(0, 0)]]


def test_region_follows_the_one_before() -> None:
    pages = filled([fragment(10_000, after=3_000)])
    pages.add(Region(2, 40_000, (fragment(50_000), fragment(50_000))))
    pages.add(Region(1, 90_000, (fragment(50_000),)))
    assert places(pages) == [[(0, 0), (0, 13), (1, 13)], [(0, 0)]]


def test_beginnings_lie_on_the_grid() -> None:
    assert places(filled([fragment(11_000), fragment(10_000, snap=True)], grid=5_000)) == [
        [(0, 0), (0, 15)]
    ]


def test_fragment_higher_than_any_column_is_told() -> None:
    pages = filled([fragment(10_000), fragment(120_000), fragment(10_000)])
    assert [over for _, over in pages.tall] == [20_000]
    assert sum(len(page) for page in pages.pages) == 3


def test_chain_higher_than_a_column_is_parted() -> None:
    pages = filled([fragment(30_000, keep=True)] * 5)
    assert (places(pages), pages.tall) == ([[(0, 0), (0, 30), (0, 60)], [(0, 0), (0, 30)]], [])


def test_no_more_pages_than_allowed() -> None:
    assert filled([fragment(90_000)] * 40, most=5).full


SOME = st.builds(
    lambda height, before, after, keep, snap, turn: fragment(height, before=before, after=after, keep=keep, snap=snap, turn=turn),
    st.integers(0, 110_000), st.integers(0, 8_000), st.integers(0, 8_000), st.booleans(), st.booleans(), st.sampled_from(["", "", "", "", "page", "column"]),
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(SOME, max_size=25), st.integers(1, 2))
def test_every_fragment_once_in_order_and_inside(fragments: list[Fragment], columns: int) -> None:
    pages = filled(fragments, columns, grid=2_000)
    spots = [spot for page in pages.pages for spot in page]
    assert [id(spot.fragment) for spot in spots] == [id(fragment) for fragment in fragments]
    high = {id(fragment) for fragment, _ in pages.tall}
    assert all(
        spot.y + spot.fragment.height <= HEIGHT or id(spot.fragment) in high for spot in spots
    )
    assert all(fragment.height > HEIGHT for fragment in fragments if id(fragment) in high)
    for page in pages.pages:
        for above, below in pairwise(page):
            assert below.x > above.x or below.y >= above.y + above.fragment.height
