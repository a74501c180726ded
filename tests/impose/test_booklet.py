"""Booklets: which page lies where, blanks, creep; and pages by themselves."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.face import Anchor, Face, Link, Shape
from pnp.impose import Document, Duplex, Side
from pnp.impose.booklet import PageTooLarge, booklet, plain_pages
from pnp.units.geometry import PAPERS, Size, Um, rect, size

GOLDEN = Path(__file__).with_name("booklets.txt")
A4, A5, LETTER = PAPERS["a4"], PAPERS["a5"], PAPERS["letter"]


def pages(count: int, trim: Size = A5) -> list[Face]:
    return [Face(trim, Um(0), ()) for _ in range(count)]


def side_text(side: Side, width: int) -> str:
    """Page numbers left and right of the fold, a dot for a blank, with how far the page is moved
    towards the fold.
    """
    found = {placement.slot: placement for placement in side.placements}
    words = []
    for slot in (0, 1):
        page = found.get(slot)
        moved = (
            0
            if page is None
            else page.trim.right - width // 2
            if slot == 0
            else width // 2 - page.trim.x
        )
        words.append("." if page is None else f"{page.card}" + (f"+{moved}" if moved else ""))
    return " ".join(words)


def booklet_text(document: Document) -> str:
    rows = []
    for sheet in document.sheets:
        rows.append(
            f"{sheet.number}: {side_text(sheet.recto, sheet.paper.width)} | {side_text(sheet.verso, sheet.paper.width)}"
        )
    return "\n".join(rows)


def test_booklets_of_one_to_thirteen_pages_look_as_in_the_golden_file() -> None:
    made = {
        str(count): booklet_text(booklet("rulebook", "Toy", pages(count), A4))
        for count in range(1, 14)
    }
    text = "\n\n".join(f"=== {name}\n{body}" for name, body in made.items()) + "\n"
    if os.environ.get("PNP_UPDATE_GOLDENS"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_booklet_in_full() -> None:
    document = booklet("rulebook", "Toy", pages(8), A4)
    assert (document.name, document.duplex, len(document.sheets)) == ("rulebook", Duplex.SHORT, 2)
    inner = document.sheets[1]
    assert inner.paper == size(297_000, 210_000)
    left, right = inner.recto.placements
    assert (left.card, left.trim, left.clip) == (
        "6",
        rect(630, 0, 148_000, 210_000),
        rect(630, 0, 147_870, 210_000),
    )
    assert (right.card, right.trim, right.clip) == (
        "3",
        rect(148_370, 0, 148_000, 210_000),
        rect(148_500, 0, 147_870, 210_000),
    )


@given(st.integers(1, 60), st.sampled_from(["a4", "letter"]), st.integers(0, 300))
def test_no_page_over_the_fold_or_the_edge(count: int, paper: str, thickness: int) -> None:
    for sheet in booklet(
        "rulebook", "Toy", pages(count), PAPERS[paper], thickness=thickness
    ).sheets:
        fold = sheet.paper.width // 2
        for placement in (
            *sheet.recto.placements,
            *(sheet.verso.placements if sheet.verso else ()),
        ):
            assert rect(0, 0, *sheet.paper).contains(placement.clip)
            assert placement.clip.right <= fold or placement.clip.x >= fold


def test_page_a_little_too_large_is_made_smaller_with_its_links() -> None:
    page = Face(
        A5,
        Um(0),
        (),
        (Link(rect(14_800, 21_000, 29_600, 4_200), "#a"),),
        (Anchor("a", Um(105_000), "A", 1),),
    )
    placed = booklet("rulebook", "Toy", [page], LETTER).sheets[0].recto.placements[0]
    assert placed.face.size == size(139_700, 198_223)
    assert placed.face.links == (Link(rect(13_970, 19_822, 27_940, 3_965), "#a"),)
    assert placed.face.anchors == (Anchor("a", Um(99_111), "A", 1),)


def test_cover_of_a_small_booklet_bears_the_marks_it_is_cut_along() -> None:
    first, second = booklet("rulebook", "Toy", pages(8, size(105_000, 148_000)), A4).sheets
    paths = "".join(item.path for item in first.recto.marks if isinstance(item, Shape))
    ends = [tuple(map(int, found)) for found in re.findall(r"M(\d+) (\d+)L(\d+) (\d+)", paths)]
    assert {x for x0, _, x1, _ in ends for x in (x0, x1) if x0 == x1} == {43_500, 253_500}
    assert {y for _, y0, _, y1 in ends for y in (y0, y1) if y0 == y1} == {31_000, 179_000}
    assert not (*first.verso.marks, *second.recto.marks)
    assert not booklet("rulebook", "Toy", pages(4), A4).sheets[0].recto.marks, (
        "the paper itself is cut so"
    )


def test_pages_that_do_not_go_side_by_side() -> None:
    with pytest.raises(
        PageTooLarge,
        match=r"a page of 210 × 297 mm does not fit: there is room for 148\.5 × 210 mm on paper of 210 × 297 mm",
    ):
        booklet("rulebook", "Toy", pages(4, A4), A4)


def test_plain_pages_are_their_own_paper() -> None:
    document = plain_pages("rulebook", "Toy", pages(3))
    assert [
        (sheet.paper, sheet.recto.placements[0].card, sheet.verso) for sheet in document.sheets
    ] == [(A5, "1", None), (A5, "2", None), (A5, "3", None)]


def test_plain_pages_in_the_middle_of_larger_paper_with_marks() -> None:
    (sheet,) = plain_pages("rulebook", "Toy", pages(1), A4).sheets
    assert (sheet.paper, sheet.recto.placements[0].trim) == (
        A4,
        rect(31_000, 43_500, 148_000, 210_000),
    )
    assert sheet.recto.marks
    with pytest.raises(PageTooLarge):
        plain_pages("rulebook", "Toy", pages(1, A4), A5)


def test_page_that_lies_turns_the_paper() -> None:
    lying = size(250_000, 180_000)
    (sheet,) = plain_pages("rulebook", "Toy", pages(1, lying), A4).sheets
    assert (sheet.paper, sheet.recto.placements[0].trim) == (
        A4.turned(),
        rect(23_500, 15_000, 250_000, 180_000),
    )
    with pytest.raises(
        PageTooLarge, match="there is room for 210 × 297 mm on paper of 210 × 297 mm"
    ):
        plain_pages("rulebook", "Toy", pages(1, size(300_000, 180_000)), A4)


def shown(side: Side) -> tuple[int, ...]:
    """How far the first placement is shown beyond its trim: above, right, below, left."""
    one = side.placements[-1]
    clip = one.clip
    return (
        one.trim.y - clip.y,
        clip.right - one.trim.right,
        clip.bottom - one.trim.bottom,
        one.trim.x - clip.x,
    )


COVER = 3_000


@pytest.mark.parametrize(
    ("trim", "paper", "bled", "marks"),
    [
        (size(120_000, 170_000), A4, (COVER, COVER, COVER, COVER), 8),
        (size(194_000, 281_000), A4, (COVER, COVER, COVER, COVER), 8),
        (
            size(195_000, 281_000),
            A4,
            (0, 0, 0, 0),
            8,
        ),  # 7.5 mm at two edges: the bleed would run into the margin
        (size(203_000, 290_000), A4, (0, 0, 0, 0), 8),  # 3.5 mm at each edge: marks, or bleed
        (size(209_000, 296_000), A4, (0, 0, 0, 0), 0),
    ],
)
def test_cover_bleeds_where_the_marks_to_cut_it_by_have_room_as_well(
    trim: Size, paper: Size, bled: tuple[int, ...], marks: int
) -> None:
    document = plain_pages("rulebook", "Toy", [Face(trim, Um(COVER), ())], paper)
    side = document.sheets[0].recto
    assert shown(side) == bled
    assert sum(item.path.count("M") for item in side.marks if isinstance(item, Shape)) == marks


@pytest.mark.parametrize(
    ("paper", "bled", "marks"),
    [
        (PAPERS["a3"], (COVER, COVER, COVER, 0), 8),
        (PAPERS["legal"], (0, 0, 0, 0), 8),
        (A4, (0, 0, 0, 0), 0),
    ],
)
def test_cover_of_a_booklet_bleeds_but_at_the_fold(
    paper: Size, bled: tuple[int, ...], marks: int
) -> None:
    faces = [Face(A5, Um(COVER), ()), *pages(3)]
    side = booklet("rulebook", "Toy", faces, paper).sheets[0].recto
    assert shown(side) == bled
    assert sum(item.path.count("M") for item in side.marks if isinstance(item, Shape)) == marks
