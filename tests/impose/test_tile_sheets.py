import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from pnp.assets.paths import bounds
from pnp.face import HAIRLINE, Face, Group, Shape, Text, walk
from pnp.impose import Copy, PaperOptions, Sheet
from pnp.impose.nup import DoesNotFit
from pnp.impose.sheet_marks import LINE, RULER, LabelText
from pnp.impose.tile_sheets import foot_of, tile_sheets
from pnp.impose.tiling import (
    OVERLAP,
    Keep,
    KeepTooLarge,
    Tiling,
    label,
    scaled,
    scaled_keep,
    tiling,
)
from pnp.units.geometry import Rect, Size, Um, parse_length, parse_paper, parse_size, rect, size

from .deck import Monospace, face, press

GOLDEN = Path(__file__).with_name("tiles.txt")
WORDS = LabelText("Harbour", Monospace())
BLEED = Um(3_000)


def tiled(board: str, paper: str = "a4", margin: str = "5mm", *keep: Keep) -> Tiling:
    return tiling(parse_size(board), BLEED, parse_paper(paper), parse_length(margin), keep)


def board(trim: str, copies: int = 1) -> list[Copy]:
    front = face(parse_size(trim), "board")
    return [Copy("board", "city", number + 1, front, None) for number in range(copies)]


def sheets_of(trim: str, how: PaperOptions | None = None, **more) -> tuple[Sheet, ...]:
    return sheets_at(board(trim), how or press(), WORDS, **more)


def sheets_at(
    copies: list[Copy],
    how: PaperOptions,
    words: LabelText | None = WORDS,
    keep: Sequence[Keep] = (),
    scale: float = 1.0,
) -> tuple[Sheet, ...]:
    copies, keep = smaller(copies, keep, scale)
    return tile_sheets("board", "City", copies, how, words, keep, scale).sheets


def smaller(
    copies: list[Copy], keep: Sequence[Keep], scale: float
) -> tuple[list[Copy], list[Keep]]:
    """Copies and what they keep whole at a scale."""
    faces = {id(copy.front): scaled(copy.front, scale) for copy in copies}
    return [copy._replace(front=faces[id(copy.front)]) for copy in copies], [
        scaled_keep(one, scale) for one in keep
    ]


def words_on(sheet: Sheet) -> list[str]:
    (placed,) = sheet.recto.placements or (None,)
    return [
        item.text
        for item in walk(sheet.recto.marks + (placed.overlay if placed else ()))
        if isinstance(item, Text)
    ]


@pytest.mark.parametrize(
    ("trim", "paper", "columns", "rows", "turned"),
    [
        ("269x200", "a4", 1, 1, True),
        ("287x200", "a4", 1, 1, True),
        ("287.001x200", "a4", 2, 1, False),
        ("560x190", "a4", 2, 1, True),
        ("594x841", "a4", 4, 3, False),
        ("594x841", "a3", 2, 3, True),
        ("841x594", "a3", 3, 2, False),
        ("580x800", "a2", 1, 2, True),
    ],
)
def test_paper_is_turned_where_that_saves_sheets(
    trim: str, paper: str, columns: int, rows: int, turned: bool
) -> None:
    found = tiled(trim, paper)
    assert (found.columns, found.rows, found.paper.width > found.paper.height) == (
        columns,
        rows,
        turned,
    )


@pytest.mark.parametrize(("margin", "free"), [("0mm", 4_500), ("4mm", 4_500), ("8mm", 8_000)])
def test_several_tiles_leave_room_for_marks_whatever_the_margin(margin: str, free: int) -> None:
    found = tiled("600x800", "a4", margin)
    assert len(found.tiles) > 1
    assert all(rect(0, 0, *found.paper).inset(Um(free)).contains(tile.spot) for tile in found.tiles)
    whole = rect(0, 0, *found.paper)
    (alone,) = tiled("210x297", "a4", "0mm").tiles
    assert alone.spot == whole, "a board on one sheet needs none"


@pytest.mark.parametrize(("margin", "foot"), [("0", 10_000), ("5mm", 10_000), ("8mm", 13_000)])
def test_words_on_a_desk_copy_stand_off_the_edge_of_the_paper(margin: str, foot: int) -> None:
    assert (foot_of(press(margin=margin), 0.5), foot_of(press(margin=margin), 1)) == (foot, 0)


def test_labels_go_on_after_z() -> None:
    assert [label(column, 0) for column in (0, 1, 25, 26, 27, 51, 52, 701, 702)] == [
        "A1", "B1", "Z1", "AA1", "AB1", "AZ1", "BA1", "ZZ1", "AAA1",
    ]  # fmt: skip
    assert label(0, 9) == "A10"


@pytest.mark.parametrize("scale", [1.0, 0.8])
def test_sheets_say_what_their_seams_cross(scale: float) -> None:
    middle, edge = (
        Keep("middle", rect(137_000, 0, 120_000, 30_000)),
        Keep("edge", rect(0, 0, 9_000, 9_000)),
    )
    copies, keep = smaller(board("390x269", copies=2) + board("200x269"), [edge, middle], scale)
    assert tile_sheets("board", "City", copies, press(), WORDS, keep, scale).crossed == ("middle",)
    assert tile_sheets("board", "City", copies[2:], press(), WORDS, keep, scale).crossed == ()


def test_paper_turns_for_what_stays_whole_where_sheets_are_as_many() -> None:
    square = Keep("pit", rect(20_000, 20_000, 240_000, 30_000))
    assert (tiled("280x280").paper, len(tiled("280x280").tiles)) == (size(210_000, 297_000), 2)
    found = tiled("280x280", "a4", "5mm", square)
    assert (found.paper, len(found.tiles), found.crossed) == (size(297_000, 210_000), 2, ())


def test_area_larger_than_a_tile() -> None:
    with pytest.raises(KeepTooLarge) as caught:
        tiled("390x528", "a4", "5mm", Keep("sea", rect(10_000, 10_000, 300_000, 50_000)))
    assert caught.value.name == "sea"
    assert str(caught.value) == (
        '"sea" (300 × 50 mm) cannot stay whole: a tile on paper of 210 × 297 mm holds at most 200 × 287 mm or 287 × 200 mm'
    )


def test_area_counts_as_far_as_it_lies_on_the_board() -> None:
    assert (
        tiled("390x269", "a4", "5mm", Keep("rim", rect(-900_000, 0, 950_000, 50_000))).crossed == ()
    )
    assert tiled("200x269", "a4", "5mm", Keep("all", rect(0, 0, 999_000, 999_000))).crossed == ()


@pytest.mark.parametrize("paper", ["50x50", "39x900"])
def test_paper_too_small_for_tiles(paper: str) -> None:
    with pytest.raises(DoesNotFit) as caught:
        tiling(parse_size("390x528"), BLEED, parse_size(paper), Um(12_000), ())
    assert caught.value.would_do[:2] == ("a6", "a5")


def test_tiles_of_less_than_three_overlaps_are_none() -> None:
    wide, _, _ = tiling(parse_size("60x20"), BLEED, parse_size("54x54"), Um(12_000), ()).tiles
    assert wide.source.width == 26_667
    with pytest.raises(DoesNotFit):
        tiling(parse_size("60x20"), BLEED, parse_size("53x53"), Um(12_000), ())


def test_more_tiles_than_anybody_glues() -> None:
    with pytest.raises(DoesNotFit):
        tiled("841x594", "50x50")


@pytest.mark.parametrize(
    ("trim", "paper"), [(size(0, 10), size(10, 10)), (size(10, 10), size(10, 0))]
)
def test_sizes_of_nothing(trim: Size, paper: Size) -> None:
    with pytest.raises(ValueError, match="more than nothing"):
        tiling(trim, BLEED, paper, Um(0), ())


def test_crop_marks_can_be_left_out_of_one_sheet_but_not_of_tiles() -> None:
    bare = press(crop_marks=False)
    shapes = [
        sum(isinstance(item, Shape) for item in sheet.recto.marks)
        for sheet in sheets_of("200x269", bare)
    ]
    assert shapes == [0]
    assert all(
        any(isinstance(item, Shape) for item in sheet.recto.marks)
        for sheet in sheets_of("390x269", bare)
    )


@pytest.mark.parametrize(
    ("trim", "paper"), [("190x545", "a4"), ("134x380", "a5")], ids=["small line", "ruler"]
)
def test_hint_is_left_out_where_something_lies_in_its_place(trim: str, paper: str) -> None:
    assert words_on(sheets_of(trim, press(paper))[1]) == [
        "100 mm",
        "Harbour · City · sheet 2 of 2 · tile A2 of 2 · print at 100 %",
    ]


def test_every_copy_is_tiled() -> None:
    sheets = sheets_at(board("390x269", copies=2), press(), WORDS)
    assert [sheet.number for sheet in sheets] == [1, 2, 3, 4]
    assert [(p.tile, p.copy) for sheet in sheets for p in sheet.recto.placements] == [
        ("A1", 1),
        ("B1", 1),
        ("A1", 2),
        ("B1", 2),
    ]
    assert "Harbour · City · sheet 3 of 4 · copy 2 · tile A1 of 2 · print at 100 %" in words_on(
        sheets[2]
    )


def test_without_a_typeface_marks_remain() -> None:
    sheets = sheets_at(board("390x269"), press(), None)
    assert all(words_on(sheet) == [] and sheet.recto.marks for sheet in sheets)
    assert len(sheets[0].recto.placements[0].overlay) == 2


def test_no_copies_make_no_sheets_and_backs_are_refused() -> None:
    assert sheets_at([], press(), WORDS) == ()
    (copy,) = board("200x269")
    with pytest.raises(ValueError, match='"board" has a back'):
        sheets_at([copy._replace(back=copy.front)], press(), WORDS)


def test_scaled_face() -> None:
    small = scaled(Face(size(390_001, 528_000), Um(3_000), (Shape("M0 0L9 9"),)), 0.7)
    assert (small.size, small.bleed) == (size(273_001, 369_600), 2_100)
    (group,) = small.items
    assert (group.items, group.transform.point(100_000, 10_000)) == (
        (Shape("M0 0L9 9"),),
        (70_000, 7_000),
    )
    assert scaled_keep(Keep("a", rect(10_000, 20_000, 30_000, 40_000)), 0.5) == Keep(
        "a", rect(5_000, 10_000, 15_000, 20_000)
    )


@pytest.mark.parametrize("factor", [0, -1, float("nan")])
def test_scale_of_nothing(factor: float) -> None:
    with pytest.raises(ValueError, match="cannot be scaled"):
        scaled(face(size(10, 10)), factor)


def test_desk_copy_says_so_on_every_sheet() -> None:
    loud = "SCALED TO 70 % – NOT TRUE SIZE"
    for trim, count in (("200x269", 1), ("390x528", 2)):
        sheets = sheets_of(trim, scale=0.7)
        assert len(sheets) == count
        for sheet in sheets:
            said = [
                item for item in sheet.recto.marks if isinstance(item, Text) and item.text == loud
            ]
            assert len(said) == 1 and said[0].size >= 12
            assert any(word.startswith(f"{loud} · ") for word in words_on(sheet))
    assert all(loud not in word for sheet in sheets_of("390x528") for word in words_on(sheet))


def as_text(sheet: Sheet) -> str:
    head = f"sheet {sheet.number} on {sheet.paper.width} {sheet.paper.height}"
    lines = [
        f"  {p.tile} trim {' '.join(map(str, p.trim))} clip {' '.join(map(str, p.clip))}"
        for p in sheet.recto.placements
    ]
    return "\n".join([head, *lines, *(f"  {word}" for word in words_on(sheet))]) + "\n"


def test_tiles_look_as_in_the_golden_file() -> None:
    made = "".join(
        f"=== {trim} on {paper}\n"
        + "".join(as_text(sheet) for sheet in sheets_of(trim, press(paper)))
        for paper in ("a4", "letter")
        for trim in ("200x269", "390x269", "390x528")
    )
    if os.environ.get("PNP_UPDATE_GOLDENS"):
        GOLDEN.write_text(made, encoding="utf-8")
    assert made == GOLDEN.read_text(encoding="utf-8")


lengths = st.integers(20_000, 841_000)
trims = st.one_of(
    st.builds(size, lengths, lengths),
    st.sampled_from([size(390_000, 528_000), size(594_000, 841_000)]),
)
papers = st.sampled_from(["a4", "letter", "a3", "a5"])
margins = st.sampled_from(["0", "3mm", "5mm", "10mm"])


@st.composite
def keeps(draw: st.DrawFn) -> tuple[Keep, ...]:
    found = draw(
        st.lists(
            st.tuples(lengths, lengths, st.integers(0, 120_000), st.integers(0, 120_000)),
            max_size=5,
        )
    )
    return tuple(Keep(f"k{n}", rect(*area)) for n, area in enumerate(found))


def spread(trim: Size, paper: str, margin: str, keep: tuple[Keep, ...] = ()) -> Tiling:
    try:
        return tiling(trim, BLEED, parse_paper(paper), parse_length(margin), keep)
    except (DoesNotFit, KeepTooLarge):
        reject()


@settings(max_examples=40)
@given(trims, papers, margins, keeps())
def test_tiles_cover_the_board_and_share_the_overlap(
    trim: Size, paper: str, margin: str, keep: tuple[Keep, ...]
) -> None:
    found = spread(trim, paper, margin, keep)
    assert len(found.tiles) == found.columns * found.rows
    by_place = {(tile.column, tile.row): tile.source for tile in found.tiles}
    for tile in found.tiles:
        right, below = (
            by_place.get((tile.column + 1, tile.row)),
            by_place.get((tile.column, tile.row + 1)),
        )
        assert tile.source.right == (right.x + OVERLAP if right else trim.width)
        assert tile.source.bottom == (below.y + OVERLAP if below else trim.height)
        assert (tile.source.x == 0) is (tile.column == 0) and (tile.source.y == 0) is (
            tile.row == 0
        )
        assert tile.label == label(tile.column, tile.row)
        printable = rect(0, 0, *found.paper).inset(parse_length(margin))
        assert printable.contains(tile.spot) and tile.spot.size == tile.source.size
        assert rect(0, 0, *found.paper).contains(tile.ink) and tile.ink.contains(tile.spot)
    for count, extent, whole in (
        (found.columns, "width", trim.width),
        (found.rows, "height", trim.height),
    ):
        line = [t.source for t in found.tiles if (t.row if extent == "width" else t.column) == 0]
        assert sum(getattr(source, extent) for source in line) - (count - 1) * OVERLAP == whole
    assert found == spread(trim, paper, margin, keep)


@settings(max_examples=40)
@given(trims, papers, margins, keeps())
def test_area_that_is_not_named_as_cut_is_seen_whole_on_one_tile(
    trim: Size, paper: str, margin: str, keep: tuple[Keep, ...]
) -> None:
    found = spread(trim, paper, margin, keep)
    xs = {tile.source.x for tile in found.tiles}
    ys = {tile.source.y for tile in found.tiles}

    def cut(area: Rect) -> bool:
        return any(area.x < x < area.right for x in xs) or any(area.y < y < area.bottom for y in ys)

    assert found.crossed == tuple(one.name for one in keep if cut(one.area))
    for name, area in keep:
        inner = area.meet(rect(0, 0, *trim))
        if name not in found.crossed and inner.width and inner.height:
            assert any(tile.source.contains(inner) for tile in found.tiles)


def reach_of(items: tuple) -> list[Rect]:
    """Where texts lie on the side, each from its ascent to its descent, and the ruler."""
    found = []
    for item in items:
        if isinstance(item, Text):
            height = round(item.size * 25_400 / 72)
            found.append(rect(item.x, item.y - height * 8 // 10, item.width, height))
        elif isinstance(item, Group):
            ruler = [
                part.path
                for part in item.items
                if isinstance(part, Shape) and part.stroke and part.stroke.width == HAIRLINE
            ]
            found += [
                item.transform.bounds(area) for area in (*reach_of(item.items), *map(bounds, ruler))
            ]
    return found


@settings(max_examples=20)
@given(
    trims,
    st.sampled_from(["a4", "letter", "a3"]),
    st.sampled_from(["5mm", "8mm"]),
    st.sampled_from([1.0, 0.7]),
)
def test_words_stay_on_the_paper_and_off_the_art_that_is_seen(
    trim: Size, paper: str, margin: str, scale: float
) -> None:
    copies = [Copy("board", "city", 1, face(trim), None)]
    sheets = sheets_at(copies, press(paper, margin=margin), WORDS, scale=scale)
    for sheet in sheets:
        page = rect(0, 0, *sheet.paper)
        beside = reach_of(sheet.recto.marks)
        assert all(page.contains(area) for area in beside)
        for placed in sheet.recto.placements:
            assert not any(area.overlaps(placed.clip) for area in beside)
            stamps = reach_of(placed.overlay)
            assert all(placed.clip.contains(area) for area in stamps)
            for other in (
                s.recto.placements[0] for s in sheets if s.recto.placements and s is not sheet
            ):
                on_board = other.clip._replace(
                    x=other.clip.x - other.trim.x, y=other.clip.y - other.trim.y
                )
                if other.tile in (
                    stamped.split(" ")[-1] for stamped in words_on(sheet) if "under" in stamped
                ):
                    where = [replace_origin(area, placed.trim) for area in stamps]
                    assert any(on_board.contains(area) for area in where)
        assert not any(a.overlaps(b) for i, a in enumerate(beside) for b in beside[:i])


def replace_origin(area: Rect, trim: Rect) -> Rect:
    return rect(area.x - trim.x, area.y - trim.y, area.width, area.height)


@pytest.mark.parametrize(
    ("trim", "bleed", "how", "expected"),
    [
        ("200x269", 3_000, press(), ()),
        ("200x287", 3_000, press(), (LINE, RULER)),
        ("200x287", 4_000, press(), (LINE, RULER, "crop marks at any edge")),
        ("200x287", 4_000, press(crop_marks=False), (LINE, RULER)),
        ("200x400", 6_000, press(), ("crop marks of the level cuts",)),
        (
            "200x400",
            6_000,
            press(crop_marks=False),
            ("crop marks of the level cuts",),
        ),  # tiles have them in any case
        ("390x528", 3_000, press(), ()),
        ("70x100", 3_000, press("60x60"), (RULER,)),
    ],
)
def test_what_a_board_has_no_room_for_is_named_once(
    trim: str, bleed: int, how: PaperOptions, expected: tuple[str, ...]
) -> None:
    copies = [Copy("board", "city", 1, face(parse_size(trim), "board", bleed), None)]
    assert tile_sheets("board", "City", copies, how, WORDS).missing == expected
    assert tile_sheets("board", "City", copies, how).missing == tuple(
        what for what in expected if "marks" in what
    )


@pytest.mark.parametrize(
    ("scale", "share"), [(0.9999, "99.99"), (0.07, "7"), (1 / 3, "33.3333333333")]
)
def test_desk_copy_never_rounds_its_share_to_true_size(scale: float, share: str) -> None:
    said = [
        word
        for sheet in sheets_of("200x269", scale=scale)
        for word in words_on(sheet)
        if word.startswith("SCALED TO")
    ]
    assert (
        said[0].startswith(f"SCALED TO {share} % – NOT TRUE SIZE · ")
        and said[1] == f"SCALED TO {share} % – NOT TRUE SIZE"
    )
