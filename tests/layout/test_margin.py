"""The margin column: what stands in it, where, and what goes across both columns."""

from __future__ import annotations

import pytest

from pnp.face import Face, Text
from pnp.units.geometry import rect

from .book import figures, good_pages, pages_of, runs

COLUMN = 26_000
LEFT, RIGHT = 14_454, 148_000 - 8_705 - COLUMN
"""Where the text and the margin column of an odd page begin."""
EVEN = 8_705 + COLUMN + 4_500
"""Where the text of an even page begins."""
WORDS = "One two three four five six seven eight nine ten eleven twelve. "
ASIDE = "> [!ASIDE] Mind\n> this"


def text_of(*parts: str) -> str:
    return "\n\n".join(parts)


def run(page: Face, words: str) -> Text:
    return next(one for one in runs(page) if one.text == words)


def test_text_stands_inside_and_the_margin_column_outside() -> None:
    parts = text_of("# Rules", ASIDE, "text")
    odd, even = good_pages(text_of(parts, "[[page]]", parts), margin_column=COLUMN)
    assert [run(odd, words).x for words in ("text", "Mind", "this")] == [LEFT, RIGHT, RIGHT]
    assert [run(even, words).x for words in ("text", "Mind", "this")] == [EVEN, 8_705, 8_705]
    assert [run(page, "Rules").x for page in (odd, even)][1] == 8_705
    assert (run(odd, "this").size, run(odd, "Mind").y) == (8, run(odd, "text").y)


def test_measure_of_a5_is_93_mm() -> None:
    (page,) = good_pages(WORDS * 20, margin_column=COLUMN)
    widest = max(one.x + one.width for one in runs(page)[:-2]) - LEFT
    assert 88_000 < widest <= 148_000 - 14_454 - 8_705 - COLUMN - 4_500 == 94_341


def test_asides_stand_below_each_other_and_move_up_at_the_foot_of_a_page() -> None:
    (page,) = good_pages(
        text_of(ASIDE, ASIDE.replace("Mind", "Next"), "text"), margin_column=COLUMN
    )
    assert run(page, "Next").y - run(page, "Mind").y > 8_000
    long = "> [!ASIDE]\n> " + "word " * 40
    (page,) = good_pages(text_of(*["line"] * 24, long, "last"), margin_column=COLUMN)
    beside = [one.y for one in runs(page)[:-2] if one.x >= RIGHT]
    assert max(beside) <= 210_000 - 17_454 and min(beside) < run(page, "last").y


def test_what_finds_no_room_in_the_margin_column_is_an_error() -> None:
    long = "> [!ASIDE]\n> " + "word " * 300
    _, said = pages_of(text_of(long, "text"), margin_column=COLUMN)
    assert "rulebook.md:1:1: error P357 the text is " in said and "higher than the column" in said


def test_figures_in_the_margin_and_across() -> None:
    source = text_of('![A](card:gems/ruby "margin")', "text", '![B](board:city "wide")', "end")
    (page,) = good_pages(source, margin_column=COLUMN)
    first, second = (one.transform for one in figures(page))
    assert first and second
    narrow = first.bounds(rect(0, 0, 63_000, 88_000))
    wide = second.bounds(rect(0, 0, 400_000, 300_000))
    assert (narrow.x, narrow.width) == (RIGHT, COLUMN)
    assert (wide.x, wide.width) == (LEFT, 148_000 - LEFT - 8_705)
    assert wide.y >= narrow.bottom, "what goes across stands below the margin column"


def test_tables_and_lists_go_across_where_that_is_written() -> None:
    table = "| a | b |\n|---|---|\n| " + "word " * 40 + "| 2 |"
    across, column = (
        max(one.x + one.width for one in runs(good_pages(source, margin_column=COLUMN)[0])[:-2])
        for source in (text_of("[[wide]]", table), table)
    )
    assert column < RIGHT - 4_400 < RIGHT + 4_000 < across


def test_two_columns_take_the_margin_column_too() -> None:
    (page,) = good_pages(text_of("[[columns 2]]", ASIDE, *["word"] * 4), margin_column=COLUMN)
    assert run(page, "this").x < LEFT + 10_000, "an aside is a call-out there"
    assert max(one.x for one in runs(page) if one.text == "word") > 70_000


def test_without_a_margin_column_an_aside_is_a_call_out_and_a_figure_has_its_size() -> None:
    (page,) = good_pages(text_of(ASIDE, '![A](card:gems/ruby "margin")'))
    (shown,) = figures(page)
    assert run(page, "this").x == 14_454 + 3_000
    assert shown.transform and round(63_000 * shown.transform.a) == 38_000


@pytest.mark.parametrize(
    ("source", "book", "told"),
    [
        ("text\n\n" + ASIDE, {}, "rulebook.md:3:1: error P357 what stands in the margin column"),
        ("text", {"margin_column": 100_000}, "error P357 a margin column of 100 mm leaves 20.34"),
    ],
)
def test_findings(source: str, book: dict[str, int], told: str) -> None:
    assert told in pages_of(source, **{"margin_column": COLUMN, **book})[1]


@pytest.mark.parametrize("body", [WORDS * 5, "## Part\n\n" + WORDS * 5, "One.\n\nTwo.\n\nThree."])
def test_no_chapter_ends_a_page(body: str) -> None:
    for lines in range(14, 37):
        pages = good_pages(text_of(*["line"] * lines, "# Chapter", body), margin_column=COLUMN)
        (page,) = [one for one in pages if "Chapter" in [run.text for run in runs(one)]]
        below = [one for one in runs(page)[:-2] if one.y > run(page, "Chapter").y]
        assert len(below) >= 3, f"{lines} lines above"
