"""Where lines and runs stand: alignment, justification, baselines, hyphens, tracking, icons."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Span
from pnp.face import Face, Item, Text
from pnp.layout import text_element as texts
from pnp.layout.line_boxes import Box, Fit, Line, set_lines
from pnp.layout.shaping import Atom, Ink
from pnp.units.color import Color
from pnp.units.geometry import PT

from .stage import BOLD, SANS, em, font, groups, lay, lines, runs, said

LATIN = "The quick brown fox jumps over the lazy dog and the well-known cat sits by it"
MM = 1_000


def text(body: str, width: float = 40, height: float = 30, **attrs: str) -> Face:
    more = "".join(f' {name}="{value}"' for name, value in attrs.items())
    return lay(f'<text at="10mm 20mm" width="{width}mm" height="{height}mm"{more}>{body}</text>')


def drawn(run: Text) -> float:
    """How far a run reaches as `draw` sets it: words apart, every space widened, tracking
    between the glyphs.
    """
    face = font(run.font.name)
    size = run.size * PT / face.units_per_em
    words = re.split("[ \u00a0]", run.text)
    blanks = sum(face.width(c) * size + run.space for c in run.text if c in " \u00a0")
    return sum(map(face.width, words)) * size + blanks + run.tracking * (len(run.text) - 1)


def ends(face: Face) -> list[tuple[int, float]]:
    """Left and right edge of each line."""
    found: dict[int, list[float]] = {}
    for run in runs(face):
        found.setdefault(run.y, []).extend((run.x, run.x + drawn(run)))
    return [(int(min(xs)), max(xs)) for xs in found.values()]


def test_left_is_the_edge_of_the_box() -> None:
    assert {left for left, _ in ends(text(LATIN))} == {10 * MM}


def test_right_is_the_other_edge() -> None:
    assert [right for _, right in ends(text(LATIN, align="right"))] == [
        pytest.approx(50 * MM, abs=1)
    ] * 3


def test_center_is_the_middle() -> None:
    face = text(LATIN, align="center")
    assert [(left + right) / 2 for left, right in ends(face)] == [pytest.approx(30 * MM, abs=1)] * 3
    assert len({left for left, _ in ends(face)}) == 3


def test_justify_fills_every_line_but_the_last_of_a_paragraph() -> None:
    edges = ends(text(LATIN + "<br/>" + LATIN, align="justify"))
    full = [(10 * MM, pytest.approx(50 * MM, abs=1))] * 2
    assert edges[:2] == full and edges[3:5] == full
    assert edges[2] == edges[5] and edges[2][1] < 45 * MM


def test_justify_widens_no_break_spaces_like_the_others() -> None:
    face = text(
        "Draw 10\u00a0cards and\u00a0keep one\u00a0of them, then put the others back",
        align="justify",
    )
    assert "Draw 10\u00a0cards and\u00a0keep" in lines(face)[0]
    assert ends(face)[0] == (10 * MM, pytest.approx(50 * MM, abs=1))


def test_justify_goes_through_cuts_icons_and_fallbacks() -> None:
    face = text(
        'Gain <b>two red cards</b> <icon name="square"/> and ★ ★, then <i>pass the turn</i> to the left',
        align="justify",
        width=30,
    )
    (square,) = groups(face)
    assert square.transform is not None
    assert square.transform.e + square.transform.a * 512_000 == pytest.approx(40 * MM, abs=1), (
        "the icon ends the first line"
    )
    assert ends(face)[1] == (10 * MM, pytest.approx(40 * MM, abs=2))
    assert lines(face) == ["Gain|two red cards", "and|★|★|, then|pass", "the turn|to the left"]


def test_a_word_alone_is_not_stretched() -> None:
    face = text("incomprehensibilities incomprehensibilities", align="justify", width=30)
    assert {run.space for run in runs(face)} == {0.0}


@given(
    st.lists(
        st.sampled_from(
            "a to the\u00a0cat well-known co\u00adop\u00ader\u00adate AVAT <b>bold</b> it, x".split(
                " "
            )
        ),
        min_size=1,
        max_size=25,
    )
)
@settings(max_examples=60)
def test_justified_lines_are_exact_whatever_they_hold(words: list[str]) -> None:
    face = text(" ".join(words), align="justify", width=25, height=88)
    edges = ends(face)
    spaced = [
        any(" " in run.text or "\u00a0" in run.text for run in runs(face) if run.y == y)
        for y in dict.fromkeys(r.y for r in runs(face))
    ]
    for (left, right), gaps in zip(edges[:-1], spaced[:-1], strict=True):
        assert left == 10 * MM and right <= 35 * MM + 2
        if gaps:
            assert right == pytest.approx(35 * MM, abs=2)


@given(
    st.sampled_from(["left", "center", "right", "justify"]), st.integers(12, 60), st.integers(0, 12)
)
@settings(max_examples=60)
def test_widths_of_runs_are_what_is_drawn(align: str, width: int, tracking: int) -> None:
    face = text(
        LATIN + " <b>AVAT To</b> ★★ x\u00a0y co\u00adop\u00ader\u00adate",
        align=align,
        width=width,
        height=68,
        size="7pt",
    )
    assert all(
        run.x + run.width == pytest.approx(run.x + drawn(run), abs=1.5) for run in runs(face)
    )
    assert all(
        10 * MM - 1 <= run.x and run.x + run.width <= 10 * MM + width * MM + 1 for run in runs(face)
    )


WORDS = ["a", "to", "the\u00a0cat", "well-known", "co\u00adop\u00ader\u00adate", "AVAT", "it,", "★", "x<br/>", "<b>bold</b>", "<b>two bold</b>",
         "<i>thin</i>", "<c color='#aa0000'>in red</c>", "un<b>glued</b>"]  # fmt: skip


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=25),
    st.sampled_from(["left", "center", "right", "justify"]),
)
@settings(max_examples=60)
def test_lines_of_plain_words_are_set_as_all_others_are(words: list[str], align: str) -> None:
    body = " ".join(words)

    def slowly(atoms: list[Atom], *rest: Any) -> None:
        set_lines([atom._replace(ink=None) for atom in atoms], *rest)

    at_once = text(body, align=align, width=25, height=88)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "set_lines", slowly)
        apart = text(body, align=align, width=25, height=88)
    assert at_once._replace(items=()) == apart._replace(items=())
    assert [run._replace(width=0) for run in runs(at_once)] == [
        run._replace(width=0) for run in runs(apart)
    ]
    assert all(
        abs(one.width - other.width) <= 1
        for one, other in zip(runs(at_once), runs(apart), strict=True)
    )


def test_a_line_without_words_sets_nothing() -> None:
    out: list[Item] = []
    ink = Ink(font(), (), Color("#000000"), 0.0, lambda _: None)
    set_lines(
        [],
        Fit(9.0, [Line(0, 0, 0.0, False, True)], 0.0, 0.0),
        Box(0, 0, 0, 0, "right", "top"),
        ink,
        1.2,
        Span(""),
        out,
    )
    assert out == []


def test_a_soft_hyphen_shows_only_where_a_line_ends() -> None:
    face = text("An in\u00adcom\u00adpre\u00adhen\u00adsible in\u00adstruc\u00adtion", width=20)
    assert lines(face) == ["An incompre-", "hensible in-", "struction"]
    assert lines(text("in\u00adcom\u00adpre\u00adhen\u00adsible")) == ["incomprehensible"]
    right = ends(
        text(
            "An in\u00adcom\u00adpre\u00adhen\u00adsible in\u00adstruc\u00adtion",
            width=20,
            align="right",
        )
    )
    assert [edge for _, edge in right] == [pytest.approx(30 * MM, abs=3)] * 3


def test_spaces_of_all_kinds() -> None:
    assert lines(text("one\u00a0two three", width=11)) == ["one\u00a0two", "three"]
    assert lines(text("super\u200bcali\u200bfragi", width=14)) == ["supercali", "fragi"]
    assert lines(text("one<br/>two<br/><br/>three<br/>")) == ["one", "two", "three"]
    assert lines(text("\n   one\n   two   ")) == ["one two"]


def test_an_empty_line_takes_a_line() -> None:
    y = [run.y for run in runs(text("one<br/>two<br/><br/>three"))]
    assert y[1] - y[0] == pytest.approx(9 * 1.2 * PT, abs=1) and y[2] - y[1] == pytest.approx(
        2 * 9 * 1.2 * PT, abs=1
    )


def test_the_first_line_box_begins_at_the_top() -> None:
    face = font(SANS)
    ascent, descent = face.ascent / face.units_per_em, -face.descent / face.units_per_em
    (run,) = runs(text("Hxg", size="10pt"))
    assert run.y == round(20 * MM + ((1.2 - ascent - descent) / 2 + ascent) * 10 * PT)
    (run,) = runs(text("Hxg", size="10pt", valign="bottom"))
    assert run.y == round(50 * MM - ((1.2 - ascent - descent) / 2 + descent) * 10 * PT)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_middle_centres_from_cap_height_to_the_last_baseline(count: int) -> None:
    made = runs(text("<br/>".join(["Hx"] * count), size="10pt", valign="middle"))
    cap = font().cap_height / font().units_per_em * 10 * PT
    assert ((made[0].y - cap) + made[-1].y) / 2 == pytest.approx(35 * MM, abs=1)
    assert [b.y - a.y for a, b in zip(made, made[1:], strict=False)] == [
        pytest.approx(12 * PT, abs=1)
    ] * (count - 1)


def test_accents_set_apart_take_no_tracking() -> None:
    """They were reckoned as letters: a line of them ended before its edge."""
    whole, apart = (
        runs(text(words, size="10pt", tracking="0.2"))[0].width
        for words in ("éèê", unicodedata.normalize("NFD", "éèê"))
    )
    assert whole == apart


def test_tracking_parts_the_letters_by_a_share_of_the_size() -> None:
    plain, wide = (runs(text("abcd", size="10pt", **more))[0] for more in ({}, {"tracking": "0.1"}))
    assert (plain.tracking, wide.tracking) == (0, 10 * PT * 0.1)
    assert abs(wide.width - plain.width - 3 * PT) <= 1
    assert runs(text("a<b>b</b>", tracking="0.2"))[1].tracking > 0


def test_leading_is_a_factor_of_the_size() -> None:
    one, two = runs(text("a<br/>b", size="10pt", leading="1.5"))
    assert two.y - one.y == pytest.approx(15 * PT, abs=1)


def test_tracking_is_centred_without_its_tail() -> None:
    (run,) = runs(text("abc", style="spaced", align="center"))
    assert run.text == "ABC" and run.tracking == pytest.approx(0.2 * 9 * PT)
    assert run.x + drawn(run) / 2 == pytest.approx(30 * MM, abs=1)
    assert drawn(run) == pytest.approx((em("ABC") + 0.4) * 9 * PT)
    (run,) = runs(text("abc", style="spaced", align="right"))
    assert run.x + drawn(run) == pytest.approx(50 * MM, abs=1)


def test_a_tracked_word_fits_exactly_where_its_last_glyph_ends() -> None:
    wide = (em("ABC") + 0.4) * 9 * PT / MM
    assert lines(text("abc", style="spaced", width=wide + 0.001)) == ["ABC"]
    assert "too wide for its box" in said(
        f'<text style="spaced" width="{wide - 0.01}mm" height="9mm">abc</text>'
    )


def test_an_inline_icon_is_centred_on_the_capitals() -> None:
    face = text('ab <icon name="square"/>, c <icon name="wide" color="rose"/>')
    square, wide = groups(face)
    cap = font().cap_height / font().units_per_em * 9 * PT
    before, comma = runs(face)[:2]
    assert square.transform is not None and wide.transform is not None
    height = square.transform.d * 512_000
    assert height == pytest.approx(1.3 * cap)
    assert square.transform.f + height / 2 == pytest.approx(before.y - cap / 2, abs=1)
    assert square.transform.e == pytest.approx(10 * MM + (em("ab") + em(" ")) * 9 * PT, abs=1)
    assert comma.x == pytest.approx(square.transform.e + height, abs=1) and comma.text == ", c"
    assert [shape.fill for shape in square.items if hasattr(shape, "fill")] == ["#1d1d1b"]
    assert [shape.fill for shape in wide.items if hasattr(shape, "fill")] == ["#ff0000"], (
        "a part's own colour stays"
    )
    assert wide.transform.a == wide.transform.d == pytest.approx(1.3 * cap / 200_000)


def test_icons_take_the_colour_of_their_place() -> None:
    face = text(
        '<icon name="square"/><c color="rose"><icon name="square"/></c><icon name="square" color="#123456"/>'
    )
    assert [
        shape.fill for group in groups(face) for shape in group.items if hasattr(shape, "fill")
    ] == ["#1d1d1b", "#ee4466", "#123456"]


def test_glued_punctuation_never_begins_a_line() -> None:
    face = text('take one <icon name="square"/>, and <b>run</b>!', width=18.2)
    assert all(not line.startswith((",", "!")) for line in lines(face))
    bold = next(run for run in runs(face) if run.font.name == BOLD)
    mark = runs(face)[runs(face).index(bold) + 1]
    assert (mark.text, mark.y, mark.x) == ("!", bold.y, pytest.approx(bold.x + drawn(bold), abs=1))


@pytest.mark.parametrize(
    ("body", "attrs", "told"),
    [
        (
            "word",
            {"width": 40.0, "height": 3.0},
            "the text does not fit at 9 pt: it is 0.81 mm too high for its box",
        ),
        (
            "a<br/>b",
            {"height": 6.0},
            "the text does not fit at 9 pt: it is 1.62 mm too high for its box",
        ),
        (
            "a<br/>b<br/>c",
            {"lines": "2"},
            "the text does not fit at 9 pt: it is 3.81 mm too high for its box and 2 lines",
        ),
        (
            "a<br/>b",
            {"lines": "1", "height": 20.0},
            "the text does not fit at 9 pt: it is 3.81 mm too high for its box and 1 line",
        ),
        (
            "a<br/>b",
            {"lines": "1", "height": 2.0},
            "the text does not fit at 9 pt: it is 5.62 mm too high for its box and 1 line",
        ),
    ],
)
def test_what_does_not_fit_is_said_in_millimetres(
    body: str, attrs: dict[str, Any], told: str
) -> None:
    more = "".join(
        f' {name}="{value}{"" if name == "lines" else "mm"}"'
        for name, value in ({"width": 40.0, "height": 30.0} | attrs).items()
    )
    hint = "shorten the text, enlarge its box, or allow a smaller min"
    assert said(f'<text style="fixed"{more}>{body}</text>') == f"P310 {told} | {hint}"


def test_a_word_that_is_too_wide_is_said_in_millimetres() -> None:
    over = em("incomprehensible") * 9 * PT / MM - 20
    told = said('<text style="fixed" width="20mm" height="4mm">incomprehensible x</text>')
    assert told.startswith(
        f"P310 the text does not fit at 9 pt: a word is {over:.3g} mm too wide for its box and it is 3.62 mm too high for its box"
    )
