import pytest

from pnp.face import Shape, Text, walk
from pnp.impose.sheet_marks import GREY, LabelText, fitting_size, text_runs
from pnp.impose.tile_sheets import ScaleNote, map_sheet, steps, wrapped
from pnp.impose.tiling import tiling
from pnp.units.geometry import Um, parse_paper, parse_size, size

from .deck import Monospace

WORDS = LabelText("Harbour", Monospace())


def made(trim: str, paper: str, words: LabelText | None = WORDS) -> list:
    board = parse_size(trim)
    found = tiling(board, Um(3_000), parse_paper(paper), Um(5_000))
    text = words and words._replace(title="City", sheets=1 + len(found.tiles))
    items, _ = map_sheet(board, found.paper, found.tiles, ScaleNote(text, "", Um(5_000)), 1)
    return list(walk(items))


def test_map_draws_seams_strips_and_outline_to_scale() -> None:
    """580 × 269 mm on A4 less 12 mm each side and 6 mm for the measure: 180 mm wide, three
    columns of 190 mm seen and a last of 200.
    """
    strips, seams, outline = [
        item for item in made("580x269", "a4", None) if isinstance(item, Shape)
    ]
    assert outline.path == "M18000 18000L198000 18000L198000 101483L18000 101483Z"
    assert [part.split("L")[0] for part in seams.path.split("M")[1:]] == [
        "76966 18000",
        "135931 18000",
    ]
    assert strips.path.startswith("M76966 18000L80069 18000")


def test_map_names_every_tile_and_its_size() -> None:
    said = [item.text for item in made("390x528", "letter") if isinstance(item, Text)]
    assert [word for word in said if len(word) == 2] == ["A1", "B1", "A2", "B2"]
    assert said.count("200 × 269 mm") == 4
    assert {"390 mm", "528 mm"} <= set(said)


def test_on_small_paper_the_drawing_comes_before_the_words() -> None:
    said = [item.text for item in made("200x200", "80x110") if isinstance(item, Text)]
    assert said[0] == "Assembly map: City" and not any(word.startswith("1. ") for word in said)
    assert "A1" in said


@pytest.mark.parametrize(
    ("trim", "last", "count"),
    [
        (
            "390x269",
            "3. Glue each row from left to right: glue on the strip of A1 (grey here), the left edge of B1 along the dashed line.",
            4,
        ),
        (
            "200x400",
            "3. Glue the tiles from the top down: the upper edge of A2 along the dashed line of A1.",
            4,
        ),
        (
            "390x528",
            "4. Then glue the rows together in the same way: the upper edge of A2 along the dashed line of A1.",
            5,
        ),
    ],
)
def test_steps_say_only_what_is_to_do(trim: str, last: str, count: int) -> None:
    board = parse_size(trim)
    found = steps(board, tiling(board, Um(0), size(210_000, 297_000), Um(5_000)).tiles)
    assert (found[-1], len(found)) == (last, count)


def test_lines_break_at_spaces() -> None:
    room = 8 * 1_764  # eight glyphs of half an em at 10 points
    assert wrapped(WORDS, "one two three extraordinary", 10, room + 10) == [
        "one two",
        "three",
        "extraordinary",
    ]
    assert wrapped(WORDS, "", 10, room) == []


def test_texts_shrink_to_their_room_and_show_a_question_mark_for_what_is_missing() -> None:
    assert fitting_size(WORDS, "12345678", 10, 8 * 1_764 + 10) == 10
    assert fitting_size(WORDS, "12345678", 10, 4 * 1_764 + 10) == 5
    assert fitting_size(WORDS, "12345678", 10, 0) == 4
    assert [run.text for run in text_runs(WORDS, "City \u4e00", 0, 0, 10, GREY)] == ["City ?"]
