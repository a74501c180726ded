"""Rows, columns, grids and stacks: who gets which rectangle.

Lengths in the tests are millimetres.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.face import Group, Shape, walk
from pnp.units.geometry import PT, rotated

from .stage import CARD, bounds, em, groups, lay, lines, mm, rects, runs, said


def boxes(body: str) -> list[tuple[float, ...]]:
    """x, y, width and height in millimetres of every straight shape on a card without bleed."""
    return [tuple(v / 1000 for v in r) for r in rects(lay(body, bleed=0))]


def frame(inner: str, tag: str, **attrs: str) -> str:
    more = "".join(f' {name}="{value}"' for name, value in attrs.items())
    return f'<{tag} at="10mm 20mm" width="40mm" height="30mm"{more}>{inner}</{tag}>'


A = '<rect width="10mm" height="4mm" fill="rose"/>'
B = '<rect width="5mm" height="6mm" fill="ink"/>'
GROW = '<rect grow="1" fill="ink"/>'


# stacks


@pytest.mark.parametrize(
    ("attrs", "box"),
    [
        ('width="10mm" height="4mm"', (0, 0, 10, 4)),
        ('at="3mm 5mm" width="10mm" height="4mm"', (3, 5, 10, 4)),
        ('at="3mm 5mm"', (3, 5, 60, 83)),
        ('at="3mm 5mm" width="10mm"', (3, 5, 10, 83)),
        ("", (0, 0, 63, 88)),
        ('at="50% 25%" width="10mm" height="4mm"', (31.5, 22, 10, 4)),
        ('at="50%+1mm 100%-8mm" width="10mm" height="4mm"', (32.5, 80, 10, 4)),
        (
            'at="-2mm -3mm" width="10mm" height="4mm"',
            (0, 0, 8, 1),
        ),  # cut where the ink of a card ends
        ('width="100%-4mm" height="50%"', (0, 0, 59, 44)),
        ('width="100% - 4mm" height="100%−8mm"', (0, 0, 59, 80)),
        ('width="33.5%" height="50%+2mm"', (0, 0, 21.105, 46)),
        ('at="0 0" width="200%" height="10mm"', (0, 0, 63, 10)),
        # anchors, at the same corner of the parent where no place is given
        ('anchor="top-left" width="10mm" height="4mm"', (0, 0, 10, 4)),
        ('anchor="top" width="10mm" height="4mm"', (26.5, 0, 10, 4)),
        ('anchor="top-right" width="10mm" height="4mm"', (53, 0, 10, 4)),
        ('anchor="left" width="10mm" height="4mm"', (0, 42, 10, 4)),
        ('anchor="center" width="10mm" height="4mm"', (26.5, 42, 10, 4)),
        ('anchor="right" width="10mm" height="4mm"', (53, 42, 10, 4)),
        ('anchor="bottom-left" width="10mm" height="4mm"', (0, 84, 10, 4)),
        ('anchor="bottom" width="10mm" height="4mm"', (26.5, 84, 10, 4)),
        ('anchor="bottom-right" width="10mm" height="4mm"', (53, 84, 10, 4)),
        ('at="20mm 30mm" anchor="center" width="10mm" height="4mm"', (15, 28, 10, 4)),
        ('at="20mm 30mm" anchor="bottom-right" width="10mm" height="4mm"', (10, 26, 10, 4)),
        # the room from a point to the edges
        ('at="20mm 30mm" anchor="bottom-right"', (0, 0, 20, 30)),
        ('at="20mm 30mm" anchor="center"', (0, 0, 40, 60)),
        ('at="20mm 30mm" anchor="top"', (0, 30, 40, 58)),
    ],
)
def test_a_child_of_a_stack_stands_at_its_point(attrs: str, box: tuple[float, ...]) -> None:
    assert boxes(f'<rect {attrs} fill="rose"/>') == [box]


def test_stacks_nest_and_pad() -> None:
    inner = '<rect fill="ink"/>'
    assert boxes(frame(inner, "stack", padding="2mm")) == [(12, 22, 36, 26)]
    assert boxes(frame(inner, "stack", padding="2mm 3mm")) == [(13, 22, 34, 26)]
    assert boxes(frame(inner, "stack", padding="1mm 2mm 3mm 4mm")) == [(14, 21, 34, 26)]
    assert boxes(
        frame('<stack at="50% 50%" width="50%" height="50%"><rect fill="ink"/></stack>', "stack")
    ) == [(30, 35, 20, 15)]
    assert boxes('<face padding="5mm"><rect fill="ink"/></face>') == [(5, 5, 53, 78)]


def test_a_box_is_as_large_as_what_it_holds() -> None:
    body = f'<box at="10mm 20mm" fill="paper" padding="1mm 2mm">{A}<rect at="3mm 5mm" width="2mm" height="2mm" fill="ink"/></box>'
    assert boxes(body) == [(10, 20, 14, 9), (12, 21, 10, 4), (15, 26, 2, 2)]


# rows


@pytest.mark.parametrize(
    ("attrs", "expected"),
    [
        ({}, [(10, 20, 10, 4), (20, 20, 5, 6)]),
        ({"gap": "2mm"}, [(10, 20, 10, 4), (22, 20, 5, 6)]),
        ({"gap": "-1mm"}, [(10, 20, 10, 4), (19, 20, 5, 6)]),
        ({"justify": "center"}, [(22.5, 20, 10, 4), (32.5, 20, 5, 6)]),
        ({"justify": "end", "gap": "2mm"}, [(33, 20, 10, 4), (45, 20, 5, 6)]),
        ({"justify": "between"}, [(10, 20, 10, 4), (45, 20, 5, 6)]),
        ({"align": "center"}, [(10, 33, 10, 4), (20, 32, 5, 6)]),
        ({"align": "end"}, [(10, 46, 10, 4), (20, 44, 5, 6)]),
        ({"padding": "1mm 2mm"}, [(12, 21, 10, 4), (22, 21, 5, 6)]),
    ],
)
def test_a_row_sets_its_children_side_by_side(
    attrs: dict[str, str], expected: list[tuple[float, ...]]
) -> None:
    assert boxes(frame(A + B, "row", **attrs)) == expected


def test_growing_children_share_what_is_left_by_their_weights() -> None:
    assert boxes(frame(GROW + A + '<rect grow="2" fill="ink"/>', "row")) == [
        (10, 20, 10, 30),
        (20, 20, 10, 4),
        (30, 20, 20, 30),
    ]
    assert boxes(frame(A + "<spacer/>" + B, "row")) == [(10, 20, 10, 4), (45, 20, 5, 6)]
    assert boxes(frame('<spacer width="3mm"/>' + A, "row")) == [(13, 20, 10, 4)]
    assert boxes(frame('<rect grow="0" fill="ink"/>' + GROW, "row"))[1] == (10, 20, 40, 30)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9), st.integers(1, 60_000))
def test_growing_children_fill_their_row_to_the_micrometre(weights: list[int], width: int) -> None:
    inner = "".join(f'<rect grow="{w}" fill="ink"/>' for w in weights)
    made = rects(lay(f'<row at="1mm 1mm" width="{width}um" height="5mm">{inner}</row>'))
    assert made[0].x == 1_000 and made[-1].right == 1_000 + width
    assert all(a.right == b.x for a, b in zip(made, made[1:], strict=False))
    assert all(
        abs(r.width - width * w / sum(weights)) <= 1 for r, w in zip(made, weights, strict=True)
    )


def test_stretch_is_for_what_has_no_height_of_its_own() -> None:
    icons = '<icon name="square" size="4mm"/><circle r="2mm" fill="ink"/><image src="photo.png" width="6mm" fit="stretch"/>'
    face = lay(frame(icons + '<stack width="3mm" fill="ink"/>', "row"), bleed=0)
    square, circle, image, stack = face.items
    assert (
        isinstance(square, Group)
        and square.transform is not None
        and square.transform.d * 512_000 == pytest.approx(4_000)
    )
    assert isinstance(circle, Shape) and circle.path.startswith("M16000 20000C")
    assert "18000 22000" in circle.path, "a circle stays round"
    assert bounds(image) == mm(18, 20, 6, 4), "an image keeps its proportions"
    assert bounds(stack) == mm(24, 20, 3, 30)


def test_a_row_is_as_wide_as_its_texts_would_like() -> None:
    face = lay(frame("<text>one two</text><text>three</text>", "row", gap="1mm"))
    one, three = runs(face)
    assert one.x == 10_000
    assert three.x == pytest.approx(
        10_000 + (em("one") + em(" ") + em("two")) * 9 * PT + 1_000, abs=3
    )


def test_a_text_without_height_has_the_room_behind_its_anchor() -> None:
    def baseline(attrs: str) -> int:
        (run,) = runs(
            lay(f'<stack at="0 10mm" width="40mm" height="30mm"><text {attrs}>x</text></stack>')
        )
        return run.y

    top, line = baseline("") - 10_000, round(9 * 1.2 * PT)
    assert baseline('valign="bottom"') == pytest.approx(40_000 - line + top, abs=2)
    assert baseline('anchor="bottom"') == pytest.approx(40_000 - line + top, abs=2)
    assert baseline('anchor="bottom" valign="top"') == 10_000 + top
    assert baseline('anchor="left"') == pytest.approx(25_000 - line / 2 + top, abs=2)
    assert baseline('at="0 12mm"') == 22_000 + top


# columns


@pytest.mark.parametrize(
    ("attrs", "expected"),
    [
        ({}, [(10, 20, 10, 4), (10, 24, 5, 6)]),
        ({"gap": "2mm"}, [(10, 20, 10, 4), (10, 26, 5, 6)]),
        ({"justify": "center"}, [(10, 30, 10, 4), (10, 34, 5, 6)]),
        ({"justify": "end"}, [(10, 40, 10, 4), (10, 44, 5, 6)]),
        ({"justify": "between"}, [(10, 20, 10, 4), (10, 44, 5, 6)]),
        ({"align": "center"}, [(25, 20, 10, 4), (27.5, 24, 5, 6)]),
        ({"align": "end"}, [(40, 20, 10, 4), (45, 24, 5, 6)]),
    ],
)
def test_a_column_sets_its_children_below_each_other(
    attrs: dict[str, str], expected: list[tuple[float, ...]]
) -> None:
    assert boxes(frame(A + B, "column", **attrs)) == expected


def test_a_column_stretches_what_has_no_width() -> None:
    assert boxes(
        frame('<rect height="4mm" fill="ink"/><rect grow="1" fill="rose"/>', "column")
    ) == [(10, 20, 40, 4), (10, 24, 40, 26)]


def test_a_column_without_height_is_as_high_as_what_it_holds() -> None:
    body = f'<stack at="10mm 20mm" width="40mm" height="30mm"><column anchor="bottom-left" fill="paper" gap="1mm">{A}{B}</column></stack>'
    assert boxes(body) == [(10, 39, 40, 11), (10, 39, 10, 4), (10, 44, 5, 6)]


def test_texts_of_a_column_follow_each_other() -> None:
    high = 2 * 9 * 1.2 * PT
    face = lay(frame("<text>a<br/>b</text><text>c</text>" + A, "column", gap="1mm"))
    a, b, c = runs(face)
    assert b.y - a.y == pytest.approx(high / 2, abs=1)
    assert c.y - a.y == pytest.approx(high + 1_000, abs=2)
    assert rects(face)[0].y == pytest.approx(20_000 + high * 1.5 + 2_000, abs=3)


def test_texts_of_a_column_shrink_to_what_the_others_leave() -> None:
    text = "<text>one two three four five six seven eight nine ten eleven twelve thirteen</text>"
    whole = lay(f'<column at="0 0" width="20mm" height="30mm">{text}</column>')
    assert {run.size for run in runs(whole)} == {9.0}
    tight = lay(
        f'<column at="0 0" width="20mm" height="22mm">{text}<rect height="6mm" fill="ink"/></column>'
    )
    size = runs(tight)[0].size
    assert 7.0 <= size < 9.0 and size * 4 == int(size * 4)
    used = len(lines(tight)) * size * 1.2 * PT
    assert used <= 16_000 and rects(tight)[0].y == pytest.approx(used, abs=2)


def test_texts_that_may_not_shrink_leave_it_to_the_others() -> None:
    some = "one two three four five six seven eight nine"
    face = lay(
        f'<column width="20mm" height="25mm"><text style="fixed">{some}</text><text>{some}</text></column>'
    )
    assert {run.size for run in runs(face)[:3]} == {9.0} and runs(face)[-1].size < 9.0


def test_a_column_without_height_shrinks_into_the_room_it_has() -> None:
    words = "one two three four five six seven eight nine ten eleven twelve thirteen"
    face = lay(f'<stack width="20mm" height="16mm"><column><text>{words}</text></column></stack>')
    assert 7 <= runs(face)[0].size < 9
    text = "<text>" + "word " * 40 + "</text>"
    told = said(f'<stack width="20mm" height="16mm"><column>{text}</column></stack>')
    assert told.startswith("P311 <column> needs ") and told.endswith(
        " more height than it has | give it more room, or its text a smaller size or min"
    )


# grids


def test_a_grid_fills_equal_cells_row_by_row() -> None:
    assert boxes(frame(GROW * 5, "grid", columns="2", gap="2mm")) == [
        (10, 20, 19, 8.666),
        (31, 20, 19, 8.666),
        (10, 30.666, 19, 8.667),
        (31, 30.666, 19, 8.667),
        (10, 41.333, 19, 8.667),
    ]


@given(st.integers(1, 7), st.integers(1, 7), st.integers(0, 2_000), st.integers(20_000, 60_000))
def test_a_grid_adds_up_to_the_micrometre(columns: int, rows: int, gap: int, width: int) -> None:
    inner = '<rect fill="ink"/>' * (columns * rows)
    body = f'<grid at="1mm 1mm" width="{width}um" height="{width}um" columns="{columns}" gap="{gap}um">{inner}</grid>'
    made = rects(lay(body))
    assert made[0][:2] == (1_000, 1_000) and (made[-1].right, made[-1].bottom) == (
        1_000 + width,
        1_000 + width,
    )
    assert max(r.width for r in made) - min(r.width for r in made) <= 1
    assert all(
        abs(b.x - a.right - gap) <= 1 for a, b in zip(made, made[1:], strict=False) if a.y == b.y
    )


def test_rows_can_be_given_and_spacers_leave_cells_empty() -> None:
    assert boxes(frame("<spacer/>" + GROW, "grid", columns="2", rows="3")) == [(30, 20, 20, 10)]
    assert (
        said(frame(GROW * 5, "grid", columns="2", rows="2"))
        == "P305 5 children do not fit a grid of 2 by 2"
    )


def test_a_cell_is_a_stack_to_a_child_with_a_size() -> None:
    assert boxes(
        frame(
            A + '<rect anchor="center" width="4mm" height="2mm" fill="ink"/>', "grid", columns="2"
        )
    ) == [
        (10, 20, 10, 4),
        (38, 34, 4, 2),
    ]
    (big, small) = groups(
        lay(
            frame(
                '<icon name="square"/><icon name="square" size="4mm" anchor="center"/>',
                "grid",
                columns="2",
            )
        )
    )
    assert big.transform is not None and small.transform is not None
    assert (big.transform.a * 512_000, big.transform.e, big.transform.f) == (
        pytest.approx(20_000),
        10_000,
        25_000,
    )
    assert (small.transform.a * 512_000, small.transform.e, small.transform.f) == (
        pytest.approx(4_000),
        38_000,
        33_000,
    )


def test_a_grid_without_height_is_as_high_as_its_highest_cell() -> None:
    body = f'<column width="40mm" height="60mm"><grid columns="2" gap="1mm">{A}{B}{A}</grid>{GROW}</column>'
    assert boxes(body)[-1] == (0, 13, 40, 47)
    assert boxes(body.replace('gap="1mm"', 'gap="1mm" padding="2mm 0"'))[-1] == (0, 17, 40, 43)


def test_a_grid_takes_the_width_that_its_row_offers() -> None:
    assert boxes(
        f'<row width="40mm" height="20mm"><grid columns="2" gap="2mm">{GROW}{GROW}</grid></row>'
    ) == [(0, 0, 19, 20), (21, 0, 19, 20)]


# turned and translucent


def test_rotate_turns_about_the_middle_of_the_box() -> None:
    (turned,) = groups(
        lay('<rect at="10mm 20mm" width="20mm" height="10mm" rotate="90" fill="ink"/>')
    )
    assert turned.transform == rotated(90, 20_000, 25_000) and turned.opacity == 1
    (half,) = groups(
        lay(
            '<rect at="10mm 20mm" width="20mm" height="10mm" rotate="-12.5" opacity="0.5" fill="ink"/>'
        )
    )
    assert half.transform == rotated(-12.5, 20_000, 25_000) and half.opacity == 0.5


def test_rotate_0_makes_no_turn_and_opacity_0_nothing_at_all() -> None:
    (plain,) = groups(
        lay('<rect at="10mm 20mm" width="20mm" height="10mm" rotate="0" opacity="1" fill="ink"/>')
    )
    assert (plain.transform, plain.opacity) == (None, 1.0)
    assert lay('<rect opacity="0" fill="ink"/>').items == ()


# what is refused


ANCHOR = "P305 anchor="
WORDS = "expected top-left, top, top-right, left, center, right, bottom-left, bottom, bottom-right"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<rectt/>", 'P304 there is no element <rectt> | did you mean "rect"?'),
        ("<b>x</b>", "P304 there is no element <b>"),
        (
            "<div>x</div>",
            "P304 there is no element <div> | known here: box, circle, column, grid, icon, image, line, path, polygon, rect, row, spacer, stack, text",
        ),
        ('<rect colour="ink"/>', 'P305 <rect> has no attribute "colour" | did you mean "color"?'),
        ('<face margin="1mm"/>', 'P305 <face> has no attribute "margin"'),
        ("hello", 'P306 the text "hello" stands outside <text>'),
        (
            "<row>hello</row>",
            'P306 the text "hello" stands outside <text> | put it between <text> and </text>, or take it away',
        ),
        (
            "<text><B>on</B></text>",
            "P304 <B> cannot stand inside <text> | a filter such as | upper has changed the bold words and icons of a text with it: write case: upper in its style instead",
        ),
        ('<rect width="3"/>', 'P305 width="3": "3" has no unit; did you mean 3mm?'),
        (
            '<rect width="3px"/>',
            'P305 width="3px": "3px" has the unknown unit "px"; known units: mm, cm, um, in, pt',
        ),
        ('<rect width="-3mm"/>', 'P305 width="-3mm" is negative'),
        ('<rect width="50%-40mm"/>', 'P305 width="50%-40mm" is negative'),
        ('<rect width="nan%"/>', 'P305 width="nan%": "nan%" is not a length'),
        ('<rect width="inf%"/>', 'P305 width="inf%": "inf%" is not a length'),
        ('<rect width="99999%"/>', 'P305 width="99999%": "99999%" has the unknown unit "%"'),
        ('<rect width="50%4mm"/>', 'P305 width="50%4mm": "50%4mm" is not a length'),
        ('<rect width="50%+4"/>', 'P305 width="50%+4": "+4" has no unit'),
        (
            '<rect at="3mm"/>',
            'P305 at="3mm": expected two lengths, across and down | for example at="4mm 50%"',
        ),
        ('<rect at="3mm 4mm 5mm"/>', 'P305 at="3mm 4mm 5mm": expected two lengths'),
        ('<rect anchor="middle"/>', f'{ANCHOR}"middle": {WORDS} | did you mean "center"?'),
        (
            '<rect anchor="topleft"/>',
            f'{ANCHOR}"topleft": {WORDS} | did you mean "top-left" or "left" or "bottom-left"?',
        ),
        (
            '<rect at="31,5mm 78mm"/>',
            'P305 at="31,5mm": "31,5mm" is not a length; write 31.5mm, with a point',
        ),
        ('<rect at="6mm, 39mm"/>', 'P305 at="6mm,": "6mm," is not a length; take the comma out'),
        (
            '<stack padding="1mm 2mm 3mm"/>',
            'P305 padding="1mm 2mm 3mm": expected one, two or four lengths',
        ),
        (
            '<stack width="3mm" height="3mm" padding="2mm"/>',
            "P305 <stack> is smaller than its padding",
        ),
        ('<row justify="middle"/>', 'P305 justify="middle": expected start, center, end, between'),
        (
            '<row justify="centre"/>',
            'P305 justify="centre": expected start, center, end, between | did you mean "center"?',
        ),
        ('<column align="left"/>', 'P305 align="left": expected stretch, start, center, end'),
        ('<grid columns="0"/>', 'P305 columns="0": expected 1 to 1000'),
        ('<grid columns="2.7"/>', 'P305 columns="2.7": expected a whole number'),
        ('<grid rows="1.5"/>', 'P305 rows="1.5": expected a whole number'),
        ('<grid columns="two"/>', 'P305 columns="two": expected a number'),
        ('<rect rotate="400"/>', 'P305 rotate="400": expected -360 to 360'),
        ('<rect opacity="50%"/>', 'P305 opacity="50%": expected a number'),
        ('<rect opacity="nan"/>', 'P305 opacity="nan": expected 0 to 1'),
        ('<row><rect grow="-1"/></row>', 'P305 grow="-1": expected 0 to 1000'),
        ('<row><rect fill="ink"/></row>', "P305 <rect> in a <row> needs width or grow"),
        ('<column><path d="M0 0"/></column>', "P305 <path> in a <column> needs height or grow"),
        (
            '<row><text at="1mm 1mm">x</text></row>',
            'P305 at="1mm 1mm": a child of <row> has no place of its own | put it into a <stack>, or shift it with <spacer>, justify or align',
        ),
        (
            '<column><text anchor="top">x</text></column>',
            'P305 anchor="top": a child of <column> has no place of its own',
        ),
        (
            '<column><rect width="50%" height="50%"/></column>',
            'P305 height="50%": a share of a size that is not known here; give a length',
        ),
        ('<stack gap="1mm"/>', 'P305 <stack> has no attribute "gap"'),
    ],
)
def test_what_is_wrong_is_said_with_what_was_expected(body: str, told: str) -> None:
    assert said(body).startswith(told)


def test_children_that_need_more_than_there_is_are_said_in_millimetres() -> None:
    more = "give it more room, or its text a smaller size or min"
    assert (
        said(frame(A * 5, "row"))
        == 'P311 <row> needs 10 mm more width than it has | give it more room, or a child grow="1" in place of its width'
    )
    assert (
        said(frame(A * 9, "column")) == f"P311 <column> needs 6 mm more height than it has | {more}"
    )
    assert said(
        '<grid width="20mm" height="9mm" gap="12mm" columns="3">' + GROW * 3 + "</grid>"
    ).startswith("P311 <grid> needs 4 mm more width")
    assert said(
        '<grid width="20mm" height="9mm" gap="12mm" columns="1">' + GROW * 2 + "</grid>"
    ).startswith("P311 <grid> needs 3 mm more height")
    assert said(frame('<rect width="40mm" height="1mm" fill="ink"/>' * 2, "row")).startswith(
        "P311 <row> needs 40 mm more width"
    )
    assert said(
        '<stack height="5mm" width="9mm"><row anchor="bottom">' + A + "</row></stack>"
    ).startswith("P311 <row> needs 1 mm more width")


LONG = "One two three four five six seven eight nine ten."


@pytest.mark.parametrize("wrap", ["{}", "<row>{}</row>", '<row><column grow="1">{}</column></row>'])
def test_a_growing_text_in_a_row_in_a_column_has_the_height_of_its_lines(wrap: str) -> None:
    inner = f'<row><rect width="25mm" height="1mm" fill="ink"/><text {{}}>{LONG}</text></row>'
    growing, fixed = (
        frame(wrap.format(inner.format(words)) + A, "column")
        for words in ('grow="1"', 'width="15mm"')
    )
    assert said(growing) == "" and len(lines(lay(growing))) > 4
    assert [(run.x, run.y, run.text) for run in runs(lay(growing))] == [
        (run.x, run.y, run.text) for run in runs(lay(fixed))
    ]
    assert boxes(growing) == boxes(fixed)


def test_rounding_is_no_overflow() -> None:
    thirds = '<rect width="33.334%" height="1mm" fill="ink"/>' * 3
    assert said(f'<row width="40mm" height="5mm">{thirds}</row>') == ""


def test_more_than_a_hundredth_of_a_millimetre_is_an_overflow() -> None:
    row = '<row width="40mm" height="5mm"><rect width="{}mm" height="1mm" fill="ink"/></row>'
    assert said(row.format(40.01)) == ""
    assert said(row.format(40.02)).startswith("P311 <row> needs 0.02 mm more width than it has")


def test_every_face_stands_on_the_whole_card() -> None:
    assert lay("").items == () and lay("").size == CARD


def test_origins_are_kept() -> None:
    assert {item.origin for item in walk(lay(frame(A + "<text>x</text>", "row")).items)} == {
        lay(A).items[0].origin
    }
