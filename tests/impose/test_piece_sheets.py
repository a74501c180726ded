import os
from collections import Counter
from collections.abc import Sequence
from math import dist
from pathlib import Path

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from pnp.assets.die_lines import flattened, shape_path
from pnp.assets.paths import bounds, moved
from pnp.face import HAIRLINE, Shape, Text, walk
from pnp.impose import Copy, Duplex, PaperOptions, Placement, Sheet
from pnp.impose.duplex import verso_slot
from pnp.impose.nup import DoesNotFit
from pnp.impose.piece_sheets import CUT, GLEAM, piece_sheets
from pnp.impose.sheet_marks import LINE, LabelText
from pnp.units.color import contrast
from pnp.units.geometry import MM, Transform, rect, size

from .deck import Monospace, face, press

GOLDEN = Path(__file__).with_name("rows.txt")
WORDS = LabelText("Harbour", Monospace())


def row_sheets(
    copies: list[Copy], how: PaperOptions | None = None, **more: bool
) -> Sequence[Sheet]:
    return piece_sheets({"tokens": "Tokens"}, copies, how or press(), **more).sheets


def pieces(
    card: str,
    count: int,
    shape: str = "square",
    width: int = 12_000,
    height: int = 0,
    *,
    bleed: int = 1_500,
    back: bool = True,
) -> list[Copy]:
    trim = size(width, height or width)
    front, behind = face(trim, card, bleed), face(trim, "back", bleed) if back else None
    return [
        Copy("tokens", card, number + 1, front, behind, shape_path(shape, trim))
        for number in range(count)
    ]


def chips() -> list[Copy]:
    """Four colours of nine squares and four circles, 52 chips."""
    found = []
    for colour in "abcd":
        found += pieces(f"{colour}1", 9) + pieces(f"{colour}2", 4, "circle", 10_000)
    return found


def as_text(sheet: Sheet) -> str:
    """Row by row: how far down in mm, and what stands there from left to right, recto | verso."""
    sides = [side for side in (sheet.recto, sheet.verso) if side]
    lines = [f"sheet {sheet.number} on {sheet.paper.width / MM:g} × {sheet.paper.height / MM:g} mm"]
    downs = sorted({placement.trim.y for side in sides for placement in side.placements})
    for down in downs:
        rows = [
            sorted(
                p for p in [(p.trim.x, p.card, p.side) for p in side.placements if p.trim.y == down]
            )
            for side in sides
        ]
        words = [
            " ".join(f"({card})" if which == "back" else card for _, card, which in row)
            for row in rows
        ]
        lines.append(f"{down / MM:g} from {rows[0][0][0] / MM:g}: " + " | ".join(words))
    return "\n".join(lines) + "\n"


def test_chips_lie_as_in_the_golden_file() -> None:
    made = {
        paper: "".join(map(as_text, row_sheets(chips(), press(paper))))
        for paper in ("a4", "letter")
    }
    text = "\n".join(f"=== {name}\n{body}" for name, body in made.items())
    if os.environ.get("PNP_UPDATE_GOLDENS"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
    assert text.count("sheet ") == 2, "one sheet on either paper"


def test_one_placement_in_full() -> None:
    (sheet,) = row_sheets(pieces("c", 2, "circle"))
    front, back = sheet.recto.placements[1], sheet.verso.placements[1]
    trim, clip = rect(106_500, 12_500, 12_000, 12_000), rect(105_000, 11_000, 15_000, 15_000)
    assert front[1:9] == ("tokens", "c", 2, "front", 1, trim, 0, clip)
    assert back[2:6] == ("c", 2, "back", 1) and (back.trim.x, back.clip.x) == (91_500, 90_000)
    outline = moved(shape_path("circle", front.trim.size), Transform(e=106_500, f=12_500))
    assert front.overlay == (Shape(outline, stroke=GLEAM), Shape(outline, stroke=CUT))
    assert GLEAM.width == 3 * CUT.width and contrast(GLEAM.color, CUT.color) > 2.8
    assert back.overlay == ()


def test_rectangles_have_no_cut_line() -> None:
    (sheet,) = row_sheets(pieces("s", 3))
    assert all(placement.overlay == () for placement in sheet.recto.placements)


@pytest.mark.parametrize(
    ("shape", "bleed", "gutter", "expected"),
    [
        ("square", 0, "0", 0),
        ("square", 1_500, "0", 3_000),
        ("circle", 0, "0", 3_000),
        ("circle", 3_000, "0", 6_000),
        ("square", 0, "5mm", 5_000),
    ],
)
def test_space_between_pieces(shape: str, bleed: int, gutter: str, expected: int) -> None:
    (sheet,) = row_sheets(pieces("p", 2, shape, bleed=bleed), press(gutter=gutter))
    first, second = sheet.recto.placements
    assert second.trim.x - first.trim.right == expected


def test_rows_are_as_equal_as_they_can_be() -> None:
    (sheet,) = row_sheets(pieces("s", 36))
    assert list(Counter(placement.trim.y for placement in sheet.recto.placements).values()) == [
        12,
        12,
        12,
    ]


def test_pieces_of_one_size_stand_together_in_the_order_given() -> None:
    mixed = [*pieces("a", 2), *pieces("b", 2, width=20_000), *pieces("c", 2)]
    (sheet,) = row_sheets(mixed)
    assert [placement.card for placement in sheet.recto.placements] == [
        "a",
        "a",
        "c",
        "c",
        "b",
        "b",
    ]


def test_larger_pieces_come_first_only_where_that_saves_a_sheet() -> None:
    def cards(*heights: int) -> list[list[str]]:
        copies = [
            piece
            for height in heights
            for piece in pieces(f"{height}", 1, width=190_000, height=height * MM)
        ]
        return [
            [placement.card for placement in sheet.recto.placements] for sheet in row_sheets(copies)
        ]

    assert cards(100, 150) == [["100", "150"]]
    assert cards(60, 250, 61, 62) == [["250"], ["62", "61", "60"]]


def test_one_back_gives_every_sheet_a_verso() -> None:
    mixed = [*pieces("two", 1, width=150_000), *pieces("one", 1, width=151_000, back=False)]
    first, second = row_sheets(mixed)
    assert (len(first.verso.placements), second.verso.placements) == (1, ())


def test_pieces_without_backs_have_no_versos_unless_their_document_has() -> None:
    one_sided = pieces("one", 3, back=False)
    assert [sheet.verso for sheet in row_sheets(one_sided)] == [None]
    (sheet,) = row_sheets(one_sided, backed=True)
    assert sheet.verso.placements == ()
    (folded,) = row_sheets(one_sided, press(duplex="fold"), backed=True)
    assert not any(item.stroke.dash for item in folded.recto.marks), "no fold line"


def test_front_and_a_back_of_two_sizes_are_refused() -> None:
    (odd,) = pieces("odd", 1)
    with pytest.raises(ValueError, match='front and back of "odd" differ'):
        row_sheets([odd._replace(back=face(size(1_000, 1_000)))], press())


def test_no_pieces_make_no_sheets() -> None:
    assert row_sheets([]) == ()


@pytest.mark.parametrize("nest", [False, True])
def test_piece_larger_than_the_paper(nest: bool) -> None:
    with pytest.raises(DoesNotFit, match="a3"):
        row_sheets(
            [*pieces("s", 3), *pieces("c", 1, "circle", 250_000)],
            nest=nest,
        )


def test_half_a_sheet_is_too_low_for_a_fold() -> None:
    tall = pieces("tall", 1, width=150_000)
    assert len(row_sheets(tall)) == 1
    with pytest.raises(DoesNotFit, match="does not fit"):
        row_sheets(tall, press(duplex="fold"))


def test_pieces_that_need_different_orientations() -> None:
    both = [
        *pieces("wide", 1, width=280_000, height=30_000),
        *pieces("tall", 1, width=30_000, height=280_000),
    ]
    sheets = row_sheets(both)
    assert [
        (sheet.number, sheet.paper.width, sheet.recto.placements[0].card) for sheet in sheets
    ] == [
        (1, 210_000, "tall"),
        (2, 297_000, "wide"),
    ]


def test_every_side_says_what_it_is_and_a_full_sheet_says_what_it_lacks() -> None:
    made = piece_sheets({"tokens": "Tokens"}, chips(), press(), WORDS)
    (sheet,) = made.sheets
    for side, name in ((sheet.recto, "front"), (sheet.verso, "back")):
        texts = [item.text for item in walk(side.marks) if isinstance(item, Text)]
        texts = [text for text in texts if not text.isdigit()]
        assert texts == ["100 mm", f"Harbour · Tokens · sheet 1 of 1 · {name} · print at 100 %"]
    assert made.missing == ()
    tight = piece_sheets(
        {"tokens": "Tokens"},
        pieces("p", 1, width=208_000, height=295_000, bleed=0),
        press(margin="1mm"),
        WORDS,
    )
    assert LINE in tight.missing and "crop marks at any edge" in tight.missing


def cuts(sheet: Sheet) -> tuple[set[int], list[tuple[int, int, int]]]:
    """Where marks ask for level cuts, and the upright marks as x, top and bottom."""
    level, upright = set(), []
    for item in sheet.recto.marks:
        if isinstance(item, Shape) and item.stroke and not item.stroke.dash:
            for line in item.path.split("M")[1:]:
                (x0, y0), (_, y1) = (tuple(map(int, end.split())) for end in line.split("L"))
                if y0 == y1:
                    level.add(y0)
                else:
                    upright.append((x0, min(y0, y1), max(y0, y1)))
    return level, upright


def test_marks_of_a_band_stand_above_and_below_it() -> None:
    (sheet,) = row_sheets([*pieces("a", 2), *pieces("b", 3, "square", 20_000)], press())
    level, upright = cuts(sheet)
    trims = {placement.trim for placement in sheet.recto.placements}
    assert level == {y for trim in trims for y in (trim.y, trim.bottom)}
    small, large = (
        sorted(trim for trim in trims if trim.width == width) for width in (12_000, 20_000)
    )
    between = [mark for mark in upright if small[0].bottom <= mark[1] and mark[2] <= large[0].y]
    above = [x for x, top, _ in between if top == small[0].bottom + 1_500]
    below = [x for x, _, bottom in between if bottom == large[0].y - 1_500]
    assert sorted(above) == sorted(x for trim in small for x in (trim.x, trim.right))
    assert sorted(below) == sorted(x for trim in large for x in (trim.x, trim.right))
    assert len(between) == len(above) + len(below)


def test_marks_can_be_left_out_and_nested_pieces_have_none() -> None:
    (bare,) = row_sheets(chips(), press(crop_marks=False))
    (nested,) = row_sheets(pieces("c", 9, "circle"), nest=True)
    assert (bare.recto.marks, nested.recto.marks) == ((), ())


def test_marks_do_not_depend_on_what_lay_in_their_place_before() -> None:
    """A square after a nested circle of its size had none."""
    circle, square = pieces("a", 1, "circle", 150_000), pieces("b", 1, width=150_000)
    (alone,) = row_sheets(square, nest=True)
    for copies in ([*circle, *square], [*square, *circle]):
        sheets = row_sheets(copies, nest=True)
        marks = {sheet.recto.placements[0].card: sheet.recto.marks for sheet in sheets}
        assert marks == {"a": (), "b": alone.recto.marks} and alone.recto.marks


def test_paper_turns_where_that_leaves_room_for_the_small_line() -> None:
    for count, turned in ((6, True), (4, False)):
        (sheet,) = row_sheets(pieces("p", count, width=90_000, bleed=3_000), press())
        assert (sheet.paper.width > sheet.paper.height) is turned, (
            "three rows of two would fill the height of the paper"
        )


def test_cut_line_keeps_its_width_without_bleed() -> None:
    (sheet,) = row_sheets(
        [*pieces("c", 1, "circle", bleed=0), *pieces("s", 1, width=14_000, bleed=0)],
    )
    (circle, square), (back, _) = sheet.recto.placements, sheet.verso.placements
    assert circle.clip == circle.trim.inset(-HAIRLINE)
    assert (square.clip, back.clip) == (square.trim, back.trim)


def test_nesting_saves_paper() -> None:
    many = pieces("c", 108, "circle", 20_000, bleed=0)
    plain, nested = (row_sheets(many, nest=nest) for nest in (False, True))
    assert (len(plain[0].recto.placements), len(nested[0].recto.placements)) == (96, 108)
    assert max(p.trim.bottom for p in nested[0].recto.placements) < max(
        p.trim.bottom for p in plain[0].recto.placements
    )


def gap(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> float:
    """The least distance between two polygons that do not cross, corners against sides."""
    return min(
        _to_side(p, a, b)
        for x, y in ((one, other), (other, one))
        for p in x
        for a, b in zip(y, [*y[1:], y[0]], strict=True)
    )


def _to_side(p: tuple[int, int], a: tuple[int, int], b: tuple[int, int]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length)) if length else 0.0
    return dist(p, (a[0] + t * dx, a[1] + t * dy))


@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from(["circle", "hex"]),
    st.integers(8_000, 40_000),
    st.sampled_from([1.0, 0.8660254, 1.1547005, 0.6, 1.5]),
    st.sampled_from([0, 1_000, 3_000]),
)
def test_nested_outlines_keep_their_distance(
    shape: str, width: int, tall: float, bleed: int
) -> None:
    trim = size(width, round(width * tall))
    sheet, *_ = row_sheets(pieces("p", 60, shape, *trim, bleed=bleed), nest=True)
    fronts = sheet.recto.placements
    centre = min(fronts, key=lambda p: dist((p.trim.x, p.trim.y), (100_000, 100_000)))

    def drawn(placement: Placement) -> list[tuple[int, int]]:
        return flattened(placement.overlay[0].path)[:-1]

    near = [
        p for p in fronts if p is not centre and p.trim.inset(-2 * max(trim)).overlaps(centre.trim)
    ]
    wanted = max(2_000, 2 * bleed)
    assert all(gap(drawn(centre), drawn(p)) >= wanted - 5 for p in near)


SHAPES = ["square", "rounded", "circle", "hex", "triangle", "diamond", "octagon"]
kinds = st.tuples(
    st.integers(1, 90), st.sampled_from(SHAPES), st.integers(6_000, 70_000), st.integers(6_000, 70_000), st.sampled_from([0, 1_500, 3_001]), st.booleans()
)  # fmt: skip
presses = st.builds(
    press,
    st.sampled_from(["a4", "letter", "210.001x297.003", "250x250"]),
    st.sampled_from(["long", "short", "fold", "none"]),
    st.sampled_from(["0", "1.001mm", "6mm"]),
    st.sampled_from(["0", "5mm", "10mm"]),
    st.booleans(),
)


def made(
    chosen: list[tuple[int, str, int, int, int, bool]], how, nest: bool
) -> tuple[list[Copy], tuple[Sheet, ...]]:
    copies = [
        piece
        for number, (count, shape, width, height, bleed, back) in enumerate(chosen)
        for piece in pieces(f"k{number}", count, shape, width, height, bleed=bleed, back=back)
    ]
    try:
        sheets = row_sheets(copies, how, nest=nest)
    except DoesNotFit:
        reject()
    return copies, sheets


@settings(max_examples=25, deadline=None)
@given(st.lists(kinds, min_size=1, max_size=4), presses, st.booleans())
def test_every_copy_is_placed_once_and_meets_its_back(chosen, how, nest: bool) -> None:
    copies, sheets = made(chosen, how, nest)
    placed = Counter(
        (p.card, p.copy, p.side)
        for sheet in sheets
        for side in (sheet.recto, sheet.verso)
        if side
        for p in side.placements
    )
    wanted = {(copy.card, copy.copy, "front"): 1 for copy in copies}
    if how.duplex is not Duplex.NONE:
        wanted |= {(copy.card, copy.copy, "back"): 1 for copy in copies if copy.back is not None}
    assert placed == wanted
    assert [sheet.number for sheet in sheets] == list(range(1, len(sheets) + 1))
    versos = how.duplex in (Duplex.LONG, Duplex.SHORT) and any(
        copy.back is not None for copy in copies
    )
    assert {sheet.verso is not None for sheet in sheets} == {versos}
    for sheet in sheets:
        fronts = {p.slot: p for p in sheet.recto.placements if p.side == "front"}
        assert list(fronts) == list(range(len(fronts)))
        behind = (
            sheet.verso.placements
            if sheet.verso
            else [p for p in sheet.recto.placements if p.side == "back"]
        )
        for back in behind:
            front = fronts[back.slot]
            assert (back.card, back.copy) == (front.card, front.copy)
            assert verso_slot(front.trim, sheet.paper, how.duplex) == (back.trim, back.turn)
            assert verso_slot(back.trim, sheet.paper, how.duplex)[0] == front.trim
    assert made(chosen, how, nest)[1] == sheets


@settings(max_examples=25, deadline=None)
@given(st.lists(kinds, min_size=1, max_size=4), presses)
def test_trims_keep_the_margin_and_cuts_cross_no_piece(chosen, how) -> None:
    for sheet in made(chosen, how, False)[1]:
        page = rect(0, 0, *sheet.paper)
        for side in filter(None, (sheet.recto, sheet.verso)):
            placed = side.placements
            assert all(
                page.inset(how.margin).contains(p.trim) and page.contains(p.clip) for p in placed
            )
            assert all(p.clip.contains(p.trim) for p in placed)
            assert not any(
                a.clip.overlaps(b.clip) for i, a in enumerate(placed) for b in placed[:i]
            )
        trims = [p.trim for p in sheet.recto.placements]
        bands = {(trim.y, trim.bottom) for trim in trims}
        level, upright = cuts(sheet)
        assert all(not a < y < b for y in level for a, b in bands)
        clips = [p.clip for p in sheet.recto.placements]
        assert not any(
            clip.x < x < clip.right and top < clip.bottom and clip.y < bottom
            for x, top, bottom in upright
            for clip in clips
        )
        ends = Counter(x for x, _, _ in upright)
        assert all(many >= 2 for many in ends.values()), "a mark at both ends of each cut"


@settings(max_examples=15, deadline=None)
@given(st.lists(kinds, min_size=1, max_size=4), presses)
def test_nested_trims_keep_the_margin(chosen, how) -> None:
    for sheet in made(chosen, how, True)[1]:
        page = rect(0, 0, *sheet.paper).inset(how.margin)
        assert all(
            page.contains(p.trim)
            for side in (sheet.recto, sheet.verso)
            if side
            for p in side.placements
        )


def test_no_cut_line_runs_along_a_fold() -> None:
    """The lower side of a triangle lies on the fold: a solid line and the white below it took
    the place of the dashes.
    """
    trim = size(20_000, 40_000)
    piece = Copy(
        "tokens",
        "c",
        1,
        face(trim, "c", 1_500),
        None,
        shape_path("triangle", size(20_000, 20_000)),
        folded=True,
    )
    (sheet,) = row_sheets([piece])
    (front,) = sheet.recto.placements
    (line,) = front.overlay
    kept, outline = bounds(line.clip), bounds(line.items[0].path)
    fold = front.trim.y + 20_000
    assert outline.bottom == fold and kept.bottom == fold - 300
    assert kept.x < outline.x and kept.y < outline.y and kept.right > outline.right
