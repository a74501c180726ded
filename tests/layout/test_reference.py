"""Player aids: sides, one size for all of them, and what is said of too much text."""

from __future__ import annotations

import re

from pnp.face import Shape
from pnp.layout.typesetter import Margins
from pnp.units.geometry import Um, size

from .book import A5, POKER, aids_of, card, lines, runs

PARAGRAPH = "One two three four five six seven eight nine ten eleven twelve. "


def sizes(faces: list) -> set[float]:  # type: ignore[type-arg]
    return {run.size for face in faces for run in runs(face)}


def test_divider_ends_a_side() -> None:
    made, said = aids_of("# Front\n\none\n\n---\n\n# Back\n\ntwo")
    assert (said, [lines(face) for face in made]) == ("", [["Front", "one"], ["Back", "two"]])
    assert {face.size for face in made} == {POKER}
    assert sizes(made) == {13.0, 9.0}


def test_last_side_is_blank_where_cards_have_two() -> None:
    made, said = aids_of("one\n\n---\n\ntwo\n\n---\n\nthree")
    assert (said, [lines(face) for face in made]) == ("", [["one"], ["two"], ["three"], []])
    assert len(aids_of("one")[0]) == 2


def test_text_without_a_divider_flows_over_both_sides() -> None:
    made, said = aids_of("\n\n".join([PARAGRAPH * 2] * 8))
    assert (
        not said and len(made) == 2 and all(lines(face) for face in made) and sizes(made) == {9.0}
    )


def test_type_shrinks_on_all_sides_alike() -> None:
    found = [aids_of(f"{PARAGRAPH * n}\n\n---\n\nshort") for n in (10, 14, 15)]
    assert [said for _, said in found] == ["", "", ""]
    assert [sizes(made) for made, _ in found] == [{9.0}, {8.25}, {8.0}]


def test_type_shrinks_to_seven_and_a_half_points_and_not_below() -> None:
    made, said = aids_of(f"# A\n\n{PARAGRAPH * 15}\n\n---\n\nshort")
    assert (said, sizes(made)) == ("", {11.25, 7.75})
    _, said = aids_of(f"# A\n\nshort\n\n---\n\n{PARAGRAPH * 20}")
    assert (
        said.startswith("rulebook.md:7:1: error P360 side 2 of the player aid needs ")
        and " mm more height than it has, set in 7.5 pt" in said
    )


def test_columns_without_width_are_told_of() -> None:
    for count, source, book in (
        (4, "One two", {"columns": 4}),
        (2, "[[columns 2]]\n\nOne two", {}),
    ):
        _, said = aids_of(source, size(8_000, 30_000), **book)
        told = f"P357 {count} columns with 6 mm between them have no room in a width of 5 mm\n  hint: set it in fewer columns"
        assert f"rulebook.md:1:1: error {told}" in said and "column of -" not in said


def test_by_how_much_a_text_overflows() -> None:
    needs = [
        float(aids_of(PARAGRAPH * n)[1].split("needs ")[1].split(" mm")[0]) for n in (40, 41, 80)
    ]
    assert needs == sorted(needs) and needs[0] < needs[2]


def test_card_has_a_band_that_stays_inside_the_cut() -> None:
    (face, _), _ = aids_of("one", bleed=3_000)
    shapes = [item for item in face.items if isinstance(item, Shape)]
    assert [shape.path for shape in shapes] == [
        "M-3000 -3000L66000 -3000L66000 91000L-3000 91000Z",
        "M4400 3000L58600 3000L58600 4600L4400 4600Z",
    ]
    assert face.bleed == 3_000
    margins = Margins(Um(0), Um(0), Um(0), Um(0))
    (face, _), _ = aids_of("one", margins=margins)
    assert "M3000 3000L60000 3000L60000 4600L3000 4600Z" in {
        item.path for item in face.items if isinstance(item, Shape)
    }
    assert min(run.y for run in runs(face)) > 6_100


def test_grounds_lie_under_the_text_of_fronts_and_backs_instead_of_the_band() -> None:
    grounds = (card(mark="#aa0000"), card(mark="#00aa00"))
    faces, said = aids_of(
        "one\n\n---\n\ntwo\n\n---\n\nthree\n\n---\n\nfour", grounds=grounds, bleed=3_000
    )
    assert (said, [lines(face) for face in faces]) == ("", [["one"], ["two"], ["three"], ["four"]])
    drawn = [[item.fill for item in face.items if isinstance(item, Shape)] for face in faces]
    assert drawn == [["#ffffff", "#aa0000"], ["#ffffff", "#00aa00"]] * 2
    assert all(isinstance(face.items[1], Shape) for face in faces)


def test_sheet_has_the_type_of_a_book_and_may_have_columns() -> None:
    (face, _), said = aids_of("# Aid\n\n" + "word " * 60, A5, columns=2)
    assert not said and {19.0, 9.5} == sizes([face])
    assert len({run.x for run in runs(face)[1:]}) == 2


def test_text_keeps_to_the_safe_area() -> None:
    for trim in (POKER, size(44_000, 68_000), size(105_000, 148_000)):
        made, _ = aids_of("# Head\n\n" + PARAGRAPH * 3 + "\n\n- a\n- b\n\n> [!NOTE]\n> c", trim)
        for face in made:
            assert all(
                run.x >= 3_000
                and run.x + run.width <= trim.width - 3_000
                and run.y <= trim.height - 3_000
                for run in runs(face)
            )


def test_what_a_side_lacks_is_measured_over_its_page_breaks() -> None:
    """Whatever stood before a [[page]] was left out of the measure: 0.1 mm instead of 260."""
    much = "\n\n".join(["One two three four five six seven eight nine ten eleven twelve."] * 25)
    needs = [
        float(re.search(r"needs ([\d.]+) mm", aids_of(source)[1])[1])
        for source in (much, f"{much}\n\n[[page]]\n\nshort")
    ]  # type: ignore[index]
    assert needs[0] < needs[1] < needs[0] + 15


def test_page_breaks_that_part_a_side_are_to_be_taken_out() -> None:
    said = aids_of("# A\n\n[[page]]\n\nb\n\n---\n\n# C")[1]
    assert (
        "P360 side 1 of the player aid needs " in said
        and "hint: take [[page]] out, part it by ---" in said
    )


def test_link_without_words_reads_as_the_title_that_it_leads_to() -> None:
    """It read "page 00": sides of a player aid have no numbers."""
    made, said = aids_of("# A\n\nSee [](#b-side), for more.\n\n---\n\n# B side\n\nb")
    assert (said, lines(made[0])) == ("", ["A", "See B side , for more."])
