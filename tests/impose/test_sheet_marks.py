import re

import pytest
from hypothesis import given, settings

from pnp.face import HAIRLINE, Group, Shape, Text
from pnp.impose import Side
from pnp.impose.sheet_marks import (
    DEPTH,
    LabelText,
    arrange,
    bands,
    crop_marks,
    fold_line,
    line_text,
    mark_lengths,
    plan,
    planned,
    unmarked,
)
from pnp.units.geometry import IDENTITY, Edges, Rect, Transform, Um, rect, size

from .deck import Monospace, deck
from .test_card_sheets import card_sheets, decks, presses

A4 = size(210_000, 297_000)
NINE = rect(10_500, 16_500, 189_000, 264_000)
NONE = Edges(*map(Um, (0, 0, 0, 0)))
FIVES = Edges(*map(Um, (5_000, 5_000, 5_000, 5_000)))
WORDS = LabelText("Harbour", Monospace(), title="Deck", sheets=3)


def lines(path: str) -> list[tuple[int, ...]]:
    found = re.findall(r"M(-?\d+) (-?\d+)L(-?\d+) (-?\d+)", path)
    assert "".join("M{} {}L{} {}".format(*line) for line in found) == path, (
        "canonical: straight lines only"
    )
    return [tuple(map(int, line)) for line in found]


def test_marks_of_one_card() -> None:
    (shape,) = crop_marks([rect(50_000, 60_000, 63_000, 88_000)], FIVES, 3_000)
    assert (shape.fill, shape.stroke.width, shape.stroke.color) == (None, 88, "#000000")
    assert set(lines(shape.path)) == {
        (50_000, 57_000, 50_000, 52_000),
        (50_000, 151_000, 50_000, 156_000),
        (113_000, 57_000, 113_000, 52_000),
        (113_000, 151_000, 113_000, 156_000),
        (47_000, 60_000, 42_000, 60_000),
        (116_000, 60_000, 121_000, 60_000),
        (47_000, 148_000, 42_000, 148_000),
        (116_000, 148_000, 121_000, 148_000),
    }


def test_shared_cuts_are_marked_once() -> None:
    slots = [rect(50_000 + 10_000 * n, 60_000, 10_000, 20_000) for n in range(3)]
    (shape,) = crop_marks(slots, FIVES, 0)
    assert len(lines(shape.path)) == 2 * 4 + 2 * 2
    assert lines(shape.path)[0] == (50_000, 59_000, 50_000, 54_000), "1 mm from the trim at least"


def test_edge_without_room_has_no_marks() -> None:
    assert crop_marks([NINE], NONE, 3_000) == ()
    (shape,) = crop_marks([NINE], Edges(*map(Um, (2_000, 0, 0, 0))), 3_000)
    assert [line[1] for line in lines(shape.path)] == [13_500, 13_500]


@pytest.mark.parametrize(
    ("lengths", "told"),
    [
        ((2_000, 0, 0, 2_000), ""),
        ((0, 2_000, 2_000, 0), ""),
        ((2_000, 0, 0, 0), "crop marks of the level cuts"),
        ((0, 2_000, 0, 2_000), "crop marks of the upright cuts"),
        ((0, 0, 0, 0), "crop marks at any edge"),
    ],
)
def test_mark_at_one_end_of_every_cut_is_enough(
    lengths: tuple[int, int, int, int], told: str
) -> None:
    assert unmarked(Edges(*map(Um, lengths))) == told


@pytest.mark.parametrize(
    ("free", "length"),
    [
        (30_000, 5_000),  # room for mark and line
        (13_500, 3_000),  # 13.5 − 3 − 5 = 5.5: 2.5 stay free for the line
        (11_000, 3_000),  # 3 mm are too few for both, the mark takes them
        (9_500, 1_500),
        (7_700, 4_700),  # nothing inside the printer margin: on to the edge of the paper
        (4_500, 1_500),
        (4_499, 0),
    ],
)
def test_marks_are_as_long_as_the_margin_allows(free: int, length: int) -> None:
    area = rect(free, free, 100_000, 100_000)
    paper = size(100_000 + 2 * free, 100_000 + 2 * free)
    assert mark_lengths(area, paper, 5_000, 3_000) == (length,) * 4


def test_fold_line_runs_between_fronts_and_backs() -> None:
    slots = [rect(50_000, 10_000, 63_000, 88_000), rect(50_000, 112_000, 63_000, 88_000)]
    dashed, solid = fold_line(slots, size(297_000, 210_000), FIVES, 3_000)
    assert lines(dashed.path) == [(47_000, 105_000, 116_000, 105_000)]
    assert dashed.stroke.dash
    assert not solid.stroke.dash
    assert lines(solid.path) == [
        (47_000, 105_000, 42_000, 105_000),
        (116_000, 105_000, 121_000, 105_000),
    ]
    (bare,) = fold_line(
        [rect(1_000, 10_000, 63_000, 80_000)],
        size(65_000, 210_000),
        Edges(*map(Um, (5_000, 0, 5_000, 0))),
        3_000,
    )
    assert lines(bare.path) == [(0, 105_000, 65_000, 105_000)]


def test_free_bands_of_nine_on_a4() -> None:
    lengths = mark_lengths(NINE, A4, 5_000, 3_000)
    assert lengths == (5_000, 2_500, 5_000, 2_500)
    assert [(band.edge, band.area) for band in bands(NINE, A4, lengths, 3_000, 5_000)] == [
        ("bottom", rect(5_000, 288_800, 200_000, 3_200)),
        ("top", rect(5_000, 5_000, 200_000, 3_200)),
    ]


def test_label_outside_the_printer_margin_is_better_than_none() -> None:
    area = rect(10_000, 10_000, 190_000, 277_000)
    assert bands(area, A4, NONE, 3_000, 5_000) == []
    assert {band.depth for band in bands(area, A4, NONE, 3_000, 1_000)} == {5_700}
    found = planned(area, A4, NONE, 3_000, 5_000, WORDS)
    assert found.line and found.ruler and found.outside
    assert not planned(NINE, A4, mark_lengths(NINE, A4, 5_000, 3_000), 3_000, 5_000, WORDS).outside
    none = planned(rect(0, 0, 210_000, 297_000), A4, NONE, 3_000, 5_000, WORDS)
    assert (none.line, none.ruler, none.outside) == (None, (), False)


@pytest.mark.parametrize(
    ("area", "line", "ruler", "line_at", "ruler_at"),
    [
        # one row
        (
            rect(20_000, 10_000, 170_000, 250_000),
            60_000,
            110_000,
            ("bottom", 11_000),
            ("bottom", 79_000),
        ),
        # two rows
        (
            rect(20_000, 10_000, 170_000, 250_000),
            100_000,
            110_000,
            ("bottom", 50_000),
            ("bottom", 45_000),
        ),
        # two bands: the deepest is too shallow for two rows
        (
            rect(5_000, 11_000, 200_000, 276_000),
            100_000,
            110_000,
            ("top", 50_000),
            ("bottom", 45_000),
        ),
        # the line is longer than any band
        (rect(20_000, 10_000, 170_000, 250_000), 300_000, 110_000, None, ("bottom", 45_000)),
    ],
)
def test_where_line_and_ruler_go(area, line: int, ruler: int, line_at, ruler_at) -> None:
    free = bands(area, A4, NONE, 0, 5_000)
    found = arrange(free, line, ruler)
    for place, expected in zip(found, (line_at, ruler_at), strict=True):
        if expected is None:
            assert place is None
        else:
            x, y = place.point(0, 0)
            assert (("bottom" if y > 148_500 else "top"), x - 5_000) == expected


def test_along_upright_edges_the_feet_of_letters_stand_towards_the_middle() -> None:
    free = {
        band.edge: band for band in bands(rect(60_000, 60_000, 90_000, 177_000), A4, NONE, 0, 5_000)
    }
    left, right = free["left"].place(0, 0), free["right"].place(0, 0)
    assert (
        left.point(1, 0)[1] < left.point(0, 0)[1],
        left.point(0, 1)[0] > left.point(0, 0)[0],
    ) == (True, True)
    assert (
        right.point(1, 0)[1] > right.point(0, 0)[1],
        right.point(0, 1)[0] < right.point(0, 0)[0],
    ) == (True, True)
    for band in (free["left"], free["right"]):
        assert band.place(0, 0).bounds(rect(0, 0, band.length, band.depth)) == band.area


def test_ruler_measures_100_mm_with_a_tick_each_10() -> None:
    label = plan(bands(NINE, A4, NONE, 3_000, 5_000), WORDS)
    (group,) = label.ruler
    thin, bold, label = group.items
    base, *short = lines(thin.path)
    assert base == (0, DEPTH - 100, 100_000, DEPTH - 100)
    assert [line[0] for line in short] == [
        10_000,
        20_000,
        30_000,
        40_000,
        60_000,
        70_000,
        80_000,
        90_000,
    ]
    assert [line[0] for line in lines(bold.path)] == [0, 50_000, 100_000]
    assert bold.stroke.width > thin.stroke.width == HAIRLINE
    assert label.text == "100 mm"


def test_title_too_long_for_the_paper_is_left_out_before_the_line_is() -> None:
    free = bands(NINE, A4, NONE, 3_000, 5_000)
    long = plan(free, WORDS._replace(game="Harbour " * 40))
    assert (long.with_game, long.line is None) == (False, False)
    longer = plan(free, WORDS._replace(title="Deck " * 80))
    assert longer.line is None
    assert longer.ruler


def test_no_band_no_label() -> None:
    nothing = plan([], WORDS)
    assert (nothing.line, nothing.ruler) == (None, ())


def test_line_leaves_out_what_is_empty() -> None:
    assert line_text(WORDS, "1", "front", False) == "Deck · sheet 1 of 3 · front · print at 100 %"


def test_what_the_typeface_lacks_becomes_a_question_mark() -> None:
    assert line_text(WORDS._replace(game="港 Harbour"), "1", "front", True).startswith(
        "? Harbour · Deck"
    )


def ink(side: Side) -> list[tuple[str, Rect]]:
    """What the sheet marks cover: each straight line with its width, each text with ascent and
    descent.
    """
    found: list[tuple[str, Rect]] = []

    def visit(items: tuple, at: Transform) -> None:
        for item in items:
            if isinstance(item, Group):
                visit(item.items, item.transform or IDENTITY)
            elif isinstance(item, Text):
                found.append(("text", at.bounds(rect(item.x, item.y - 1_500, item.width, 1_900))))
            elif isinstance(item, Shape):
                half = item.stroke.width // 2
                for x0, y0, x1, y1 in lines(item.path):
                    upright = x0 == x1
                    left, top = min(x0, x1) - half * upright, min(y0, y1) - half * (not upright)
                    box = rect(
                        left,
                        top,
                        abs(x1 - x0) + 2 * half * upright,
                        abs(y1 - y0) + 2 * half * (not upright),
                    )
                    found.append(("ruler" if at != IDENTITY else "mark", at.bounds(box)))

    visit(side.marks, IDENTITY)
    return found


@settings(max_examples=25, deadline=None)
@given(decks, presses)
def test_sheet_marks_touch_no_card_and_texts_touch_nothing(
    chosen: tuple[int, str, int], how
) -> None:
    for sheet in card_sheets(deck(chosen[0], chosen[1]), how, WORDS)[-1:]:
        page = rect(0, 0, *sheet.paper)
        for side in (sheet.recto, sheet.verso or Side()):
            found = ink(side)
            assert all(page.contains(box) for kind, box in found if kind != "mark")
            for placement in side.placements:
                assert not any(box.overlaps(placement.clip) for _, box in found)
                apart = placement.trim.inset(-999)
                assert not any(box.overlaps(apart) for kind, box in found)
            written = [box for kind, box in found if kind == "text"]
            others = [box for kind, box in found if kind != "text"]
            assert not any(box.overlaps(other) for box in written for other in others)
            assert not any(a.overlaps(b) for i, a in enumerate(written) for b in written[:i])
            rulers = [box for kind, box in found if kind == "ruler"]
            marks = [box for kind, box in found if kind == "mark"]
            assert not any(box.overlaps(mark) for box in rulers for mark in marks)
