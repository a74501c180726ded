"""Widths of a table's columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.blocks import column_widths

from .book import body, good_pages, pages_of, runs


def test_small_table_stays_small() -> None:
    assert column_widths([10, 10], [20, 30], 100) == [20, 30]


def test_one_that_nearly_fills_the_column_fills_it() -> None:
    assert column_widths([10, 10], [20, 60], 100) == [25, 75]


def test_wide_columns_give_way_narrow_ones_do_not() -> None:
    assert column_widths([10, 10, 10], [20, 300, 25], 100) == [20, 55, 25]


@given(
    st.lists(st.tuples(st.integers(1, 50), st.integers(0, 200)), min_size=1, max_size=12),
    st.integers(0, 500),
)
def test_no_column_below_its_least_and_none_beyond_the_page(
    columns: list[tuple[int, int]], spare: int
) -> None:
    least, natural = [a for a, _ in columns], [a + b for a, b in columns]
    width = sum(least) + spare
    made = column_widths(least, natural, width)
    assert sum(made) <= width
    assert all(wide >= small for wide, small in zip(made, least, strict=True))
    assert made == natural or sum(made) == width


def test_header_comes_again_on_the_next_page() -> None:
    rows = "\n".join(f"| row {n} | {n} |" for n in range(60))
    made = good_pages(f"| What | Costs |\n|---|--:|\n{rows}")
    assert [body(face)[0] for face in made] == ["What Costs"] * len(made) and len(made) > 1
    assert [line for face in made for line in body(face)[1:]] == [f"row {n} {n}" for n in range(60)]


@pytest.mark.parametrize(("count", "pages"), [(30, [30]), (31, [29, 2]), (32, [30, 2])])
def test_last_row_is_not_alone_on_the_last_page(count: int, pages: list[int]) -> None:
    rows = "\n".join(f"| row {n} | {n} |" for n in range(count))
    assert [
        len(body(face)) - 1 for face in good_pages(f"| What | Costs |\n|---|--:|\n{rows}")
    ] == pages


def test_cells_wrap_and_numbers_stand_right() -> None:
    (page,) = good_pages(f"| What | Costs |\n|---|--:|\n| {'many words ' * 20} | 2 |\n| b | 10 |")
    ends = {run.text: run.x + run.width for run in runs(page)}
    assert abs(ends["2"] - ends["10"]) <= 2
    assert len(body(page)) > 3


def test_table_wider_than_the_page() -> None:
    wide = "Internationalisation" * 2
    said = pages_of("| " + f"{wide} | " * 3 + "\n|" + "---|" * 3 + "\n")[1]
    assert (
        said.startswith("rulebook.md:1:1: error P356 the table is ")
        and " wider than its column of 120.09 mm\n  hint: give it fewer columns" in said
    )


def test_row_higher_than_the_page() -> None:
    said = pages_of(f"| a | b |\n|---|---|\n| {'word ' * 1_500} | c |")[1]
    assert (
        "rulebook.md:1:1: error P357 a row of the table is " in said
        and " higher than the column of " in said
    )
