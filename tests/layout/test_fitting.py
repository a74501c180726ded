"""Sizes: what a style says, what an element says, shrinking to the largest quarter point, one
size for a group.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Note
from pnp.diagnostics import text as told
from pnp.face import Face
from pnp.units.geometry import PT

from .stage import CARD, laid_out, lay, lines, rects, runs, said

SOME = "Take two cards from the pile and give one of them to the player on your left"


def size(face: Face) -> float:
    (found,) = {run.size for run in runs(face)}
    return found


def text(body: str, width: float, height: float, **attrs: str) -> str:
    more = "".join(f' {name}="{value}"' for name, value in attrs.items())
    return f'<text at="5mm 5mm" width="{width}mm" height="{height}mm"{more}>{body}</text>'


def fits(width: float, height: float, quarter: int, **attrs: str) -> bool:
    return not said(
        text(SOME, width, height, size=f"{quarter / 4}pt", min=f"{quarter / 4}pt", **attrs)
    )


@given(st.integers(10, 50), st.integers(4, 40))
@settings(max_examples=25)
def test_the_largest_quarter_point_that_fits_is_found(width: int, height: int) -> None:
    fitting = [quarter for quarter in range(8, 81) if fits(width, height, quarter)]
    if not fitting:
        assert said(text(SOME, width, height, size="20pt", min="2pt")).startswith(
            "P310 the text does not fit at 2 pt"
        )
        return
    assert fitting == list(range(8, len(fitting) + 8)), "a smaller size never needs more room"
    assert size(lay(text(SOME, width, height, size="20pt", min="2pt"))) == fitting[-1] / 4


def test_a_text_that_fits_keeps_its_size() -> None:
    assert size(lay(text("short", 40, 30))) == 9.0
    assert size(lay(text("short", 40, 30, size="12pt"))) == 12.0
    assert size(lay(text("short", 40, 30, size="12.1pt"))) == 12.0, "sizes are quarter points"


def test_a_text_shrinks_no_further_than_its_least_size() -> None:
    assert said(text(SOME, 20, 12)).startswith("P310 the text does not fit at 7 pt")
    assert size(lay(text(SOME, 20, 12, min="5pt"))) < 7.0


def test_min_equal_to_size_pins_it() -> None:
    assert said(text(SOME, 25, 14)) == "" and size(lay(text(SOME, 25, 14))) < 9.0
    assert said(text(SOME, 25, 14, min="9pt")).startswith("P310 the text does not fit at 9 pt")
    assert said(text(SOME, 25, 14, style="fixed")).startswith("P310 the text does not fit at 9 pt")


def test_a_smaller_size_takes_the_least_size_with_it() -> None:
    assert size(lay(text("x", 40, 30, size="5pt"))) == 5.0
    assert said(text(SOME, 20, 6, size="5pt")).startswith("P310 the text does not fit at 5 pt")
    assert said(text("x", 40, 30, size="5pt", min="8pt")).startswith(
        'P305 min="8pt" is more than its size of 5 pt'
    )


def test_a_text_that_begins_below_the_edge_is_to_be_moved() -> None:
    """It was called too high for a box that it has not, and to be shortened."""
    told = said('<text at="6mm 90mm" width="51mm">One</text>')
    assert (
        told
        == "P310 the text does not fit at 7 pt: nothing is left of the height around it where it begins | move it up, or make what stands before it smaller"
    )


@pytest.mark.parametrize(
    ("wanted", "least", "set_at"),
    [
        ("10.1pt", "10.1pt", 10.25),
        ("10.1pt", "10pt", 10),
        ("10.2pt", "5pt", 10.25),
        ("4.9pt", "4.9pt", 4.75),
    ],
)
def test_no_size_is_under_its_min_nor_rounded_into_what_can_be_read(
    wanted: str, least: str, set_at: float
) -> None:
    assert size(lay(text("x", 40, 30, size=wanted, min=least))) == set_at


def test_a_min_is_rounded_up() -> None:
    for box in range(140, 260, 2):
        body = text(SOME, 25, box / 10, size="12pt", min="9.1pt")
        assert said(body) or size(lay(body)) >= 9.25


def test_lines_bound_the_size_as_the_height_does() -> None:
    one = lay(text("Take two cards", 17, 30, lines="1"))
    assert lines(one) == ["Take two cards"] and size(one) < 9.0
    assert len(lines(lay(text("Take two cards", 16, 30)))) == 2
    two = lay(text(SOME, 50, 30, lines="2", size="20pt", min="4pt"))
    assert len(lines(two)) == 2
    assert size(two) == max(q for q in range(16, 81) if fits(50, 30, q, lines="2")) / 4
    low = lay(text(SOME, 50, 6, lines="2", size="20pt", min="4pt"))
    assert size(low) < size(two), "the lower of the two bounds counts"


def test_an_elements_own_words_win_over_its_style() -> None:
    (run,) = runs(
        lay(
            text(
                "x",
                40,
                30,
                style="title",
                font="body",
                weight="bold",
                size="10pt",
                color="rose",
                align="right",
            )
        )
    )
    assert (run.font.name, run.size, run.color) == (
        "SourceSans3_700Bold",
        10.0,
        "#ee4466",
    ) and run.x > 40_000
    (run,) = runs(lay(text("x", 40, 30, slope="italic")))
    assert run.font.name == "SourceSans3_400Regular_Italic"


def test_natural_heights_follow_the_size_that_fits() -> None:
    face = lay(
        f'<stack width="30mm" height="14mm"><text anchor="bottom-left" style="low" min="6pt">{SOME}</text></stack>'
    )
    made = runs(face)
    assert size(face) < 9.0
    assert made[-1].y < 14_000 and made[0].y > 0
    box = lay(f'<box at="1mm 1mm" fill="rose"><text width="20mm">{SOME}</text></box>')
    assert rects(box)[0].height == pytest.approx(len(lines(box)) * 9 * 1.2 * PT, abs=2)
    assert rects(box)[0].width == 20_000


def test_a_text_without_width_is_as_wide_as_it_would_like() -> None:
    box = lay('<box at="1mm 1mm" fill="rose"><text>one</text></box>')
    (run,) = runs(box)
    assert rects(box)[0].width == pytest.approx(run.width, abs=3)


def test_an_empty_text_is_nothing() -> None:
    assert lay(text("", 10, 1) + text("  \n ", 10, 1) + text("<b></b>", 10, 1)).items == ()
    assert (
        rects(
            lay('<column at="1mm 1mm" width="9mm"><text/><rect height="2mm" fill="ink"/></column>')
        )[0].y
        <= 1_001
    )


@pytest.mark.parametrize(
    ("attrs", "message"),
    [
        ({"style": "bdy"}, 'P305 there is no style "bdy" | did you mean "body"?'),
        ({"font": "bodi"}, 'P305 there is no font family "bodi" | did you mean "body"?'),
        ({"weight": "heavy"}, 'P305 weight="heavy": expected regular, bold'),
        ({"slope": "oblique"}, 'P305 slope="oblique": expected upright, italic'),
        (
            {"weight": "bold", "slope": "italic"},
            'P305 the font family "body" has no bold italic cut | add it under fonts: in game.yaml',
        ),
        ({"size": "9"}, 'P305 size="9": "9" has no unit; did you mean 9pt?'),
        ({"size": "0.5pt"}, 'P305 size="0.5pt": a type size is 1pt to 1000pt'),
        ({"min": "2000pt"}, 'P305 min="2000pt": a type size is 1pt to 1000pt'),
        (
            {"align": "centre"},
            'P305 align="centre": expected left, center, right, justify | did you mean "center"?',
        ),
        ({"valign": "center"}, 'P305 valign="center": expected top, middle, bottom'),
        ({"lines": "0"}, 'P305 lines="0": expected 1 to 1000'),
        ({"lines": "1.9"}, 'P305 lines="1.9": expected a whole number'),
        ({"lines": "two"}, 'P305 lines="two": expected a number'),
        ({"tracking": "2"}, 'P305 tracking="2": expected -0.2 to 1'),
        ({"leading": "0.5"}, 'P305 leading="0.5": expected 0.7 to 4'),
        (
            {"color": "rse"},
            'P305 "rse" is not a colour; expected #rrggbb, #rgb, a name of the palette or a basic colour such as navy | did you mean "rose"?',
        ),
        ({"kerning": "0.1"}, 'P305 <text> has no attribute "kerning"'),
    ],
)
def test_what_no_text_can_be_is_said(attrs: dict[str, str], message: str) -> None:
    assert said(text("x", 40, 30, **attrs)).startswith(message)


# groups

SHORT, LONGER, LONG = "Sun", "Midsummer night", "A midsummer night's dream of spring"


def deck(*names: str, group: str = "name", more: str = "") -> dict[str, str]:
    return {
        "abcdef"[n]: text(name, 35, 5, group=group, lines="1", size="14pt", min="6pt") + more
        for n, name in enumerate(names)
    }


def sizes(bodies: dict[str, str]) -> dict[str, list[float]]:
    laid, found = laid_out(bodies)
    assert [told(d) for d in found] == []
    return {side.card.id: [run.size for run in runs(side.face)] for side in laid}


def test_a_group_has_one_size_across_the_deck() -> None:
    alone = {name: sizes(deck(name))["a"][0] for name in (SHORT, LONGER, LONG)}
    assert alone[SHORT] == alone[LONGER] == 11.75 and alone[LONG] == 6.25
    assert sizes(deck(SHORT, LONGER, LONG)) == {name: [alone[LONG]] for name in "abc"}
    assert sizes(deck(LONG, SHORT)) == {name: [alone[LONG]] for name in "ab"}, "whatever the order"


def test_groups_do_not_mind_each_other() -> None:
    both = {"a": deck(LONG)["a"], "b": deck(SHORT, group="other")["a"]}
    assert sizes(both)["b"] == sizes(deck(SHORT))["a"]


def test_a_group_within_one_face_has_one_size() -> None:
    made = sizes({"a": "".join(deck(SHORT, LONG, LONGER).values())})["a"]
    assert len(made) == 3 and set(made) == set(sizes(deck(LONG))["a"])


def test_what_no_group_holds_keeps_its_own_size() -> None:
    made = sizes(deck(SHORT, LONG, more=text("free", 20, 20)))
    assert made["a"][0] == made["b"][0] and made["a"][1] == made["b"][1] == 9.0


def test_a_face_that_is_laid_out_again_says_its_trouble_once() -> None:
    _, found = laid_out(
        deck(SHORT, LONG, more=text("incomprehensible", 5, 5) + text("\u4e2d", 9, 9))
    )
    assert sorted(d.code for d in found) == ["P310", "P315"]
    assert {d.notes[1:] for d in found} == {(Note("the same on 1 more card: b"),)}


def test_what_the_groups_size_mends_is_not_said() -> None:
    """At its own size the text of the first card leaves no room for what follows it; at the
    group's it does.
    """
    row = '<row width="40mm" height="6mm"><text group="g" size="14pt" min="6pt">{}</text><rect width="25mm" fill="ink"/></row>'
    long = text("incomprehensible", 12, 9, group="g", size="14pt", min="4pt")
    assert said(row.format("Midsummer")).startswith("P311 <row> needs ")
    _, found = laid_out({"a": row.format("Midsummer"), "b": long})
    assert [told(d) for d in found] == []


def test_a_group_that_does_not_fit_at_its_least_size_names_the_card_that_forced_it() -> None:
    _, found = laid_out(
        deck(SHORT, "An incomprehensible midsummer night's dream of a very early spring")
    )
    (problem,) = found
    assert problem.code == "P310" and [note.message for note in problem.notes] == [
        'card "b" is here'
    ]
    assert "does not fit at 6 pt" in problem.message


def test_cards_that_look_alike_share_one_face_and_are_all_named() -> None:
    laid, found = laid_out(dict.fromkeys("abc", '<rect fill="rse"/>'))
    assert laid == []
    assert [note.message for note in found[0].notes] == [
        'card "a" is here',
        "the same on 2 more cards: b, c",
    ]
    laid, found = laid_out({**dict.fromkeys("abc", '<rect fill="rose"/>'), "d": ""})
    assert [side.card.id for side in laid] == ["a", "b", "c", "d"] and found == []
    assert len({id(side.face) for side in laid}) == 2 and all(
        side.face.size == CARD for side in laid
    )


def test_a_face_that_fails_says_all_that_was_found_on_it() -> None:
    told_ = said(
        '<icon name="nope" size="3mm"/><text width="9mm" height="9mm">\u4e2d</text><rect fill="rse"/>'
    )
    assert [line[:4] for line in told_.splitlines()] == ["P401", "P315", "P305"]
