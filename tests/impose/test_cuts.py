"""Cuts of pieces: straight, marked at both ends outside all pieces, numbered in their order, and as
few as the shipped games are told to have.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shipped import shipped

from pnp.build.imposition import impose_kit
from pnp.build.print_options import PrintOptions
from pnp.face import Face, Group, Shape, Text, walk
from pnp.impose import Copy, Sheet
from pnp.impose.cuts import NUMBER_SIZE
from pnp.impose.documents import Part, Way, documents
from pnp.impose.piece_sheets import piece_sheets
from pnp.impose.sharing import ground
from pnp.impose.sheet_marks import LabelText
from pnp.units.color import Color
from pnp.units.geometry import Size, Um, rect, size

from .deck import Monospace, press
from .test_piece_sheets import kinds, made, pieces, presses

WORDS = LabelText("Harbour", Monospace())
SAND, RED, BLUE = Color("#f1deb0"), Color("#cc0000"), Color("#0000cc")


def numbers(sheet: Sheet) -> list[Text]:
    """The numbers of the cuts, in the order drawn."""
    texts = [item for item in walk(sheet.recto.marks) if isinstance(item, Text)]
    return [text for text in texts if text.text.isdigit()]


def marks(sheet: Sheet) -> list[tuple[int, ...]]:
    paths = [item.path for item in sheet.recto.marks if isinstance(item, Shape)]
    found = (re.findall(r"M(-?\d+) (-?\d+)L(-?\d+) (-?\d+)", path) for path in paths)
    return [tuple(map(int, line)) for lines in found for line in lines]


def sheet_of(copies: list[Copy], **how: str) -> Sheet:
    (sheet,) = piece_sheets({"tokens": "Tokens"}, copies, press(**how), WORDS).sheets
    return sheet


def chip(card: str, color: Color, width: int = 12_000, rim: int = 1_000) -> Copy:
    """A chip with a rim of sand around a ground."""
    inside = rect(rim, rim, width - 2 * rim, width - 2 * rim)
    items = tuple(
        Shape(f"M{x} {y}L{x + w} {y}L{x + w} {y + h}L{x} {y + h}Z", fill)
        for (x, y, w, h), fill in (
            (rect(-1_000, -1_000, width + 2_000, width + 2_000), SAND),
            (inside, color),
        )
    )
    return Copy("tokens", card, 1, Face(size(width, width), Um(1_000), items), None)


def chips(*counts: int) -> list[Copy]:
    made = zip("abc", (RED, BLUE, SAND), counts, strict=False)
    return [chip(f"{name}{n}", color) for name, color, many in made for n in range(many)]


@pytest.mark.parametrize(
    ("game", "sheets", "most"),
    [
        ("organ-trail", 1, 26),
        ("narco-empire", 1, 61),
        ("police-precinct", 1, 50),
        ("host-takeover", 1, 22),
    ],
)
def test_cuts_of_the_tokens_of_the_shipped_games(game: str, sheets: int, most: int) -> None:
    printed = impose_kit(shipped(game), PrintOptions(press())).documents
    (tokens,) = [one for one in printed if one.name == "tokens"]
    assert len(tokens.sheets) == sheets
    assert all(sheet.verso is None for sheet in tokens.sheets), "no printer need turn it over"
    assert sum(len(numbers(sheet)) for sheet in tokens.sheets) <= most
    for sheet in tokens.sheets:
        assert [text.text for text in numbers(sheet)] == [
            str(n + 1) for n in range(len(numbers(sheet)))
        ]


def test_colonies_alone_need_13_cuts() -> None:
    only = PrintOptions(press(), only=("colonies",))
    ((sheet,),) = [one.sheets for one in impose_kit(shipped("host-takeover"), only).documents]
    assert len(numbers(sheet)) == 13


def test_level_cuts_come_first_and_upright_ones_from_left_to_right() -> None:
    sheet = sheet_of(chips(3, 3))
    found = numbers(sheet)
    assert [text.text for text in found] == ["1", "2", "3", "4", "5", "6", "7"]
    assert [text.y for text in found[:3]] == sorted(text.y for text in found[:3])
    assert [text.x for text in found[3:]] == sorted(text.x for text in found[3:])
    assert all(text.size == NUMBER_SIZE >= 5 for text in found)


def test_every_cut_is_marked_at_its_two_ends() -> None:
    sheet = sheet_of(chips(3, 3))
    trims = [one.trim for one in sheet.recto.placements]
    level = [(y, x) for x, y, _, end in marks(sheet) if y == end]
    upright = [(x, y) for x, y, end, _ in marks(sheet) if x == end]
    assert {y for y, _ in level} == {y for trim in trims for y in (trim.y, trim.bottom)}
    assert {x for x, _ in upright} == {x for trim in trims for x in (trim.x, trim.right)}
    assert (len(level), len(upright)) == (2 * 3, 2 * 4)


def test_neighbours_that_are_shaped_have_one_cut_between_them() -> None:
    sheet = sheet_of(pieces("c", 5, "circle", bleed=1_500, back=False))
    trims = sorted(one.trim.x for one in sheet.recto.placements)
    upright = sorted({x for x, _, end, _ in marks(sheet) if x == end})
    assert upright == [trims[0] - 1_500, *(x + 13_500 for x in trims)]


def test_shaped_pieces_of_which_there_is_one_stand_in_a_row() -> None:
    shapes = [(22_000, 11_000), (15_000, 15_000), (26_000, 10_800)]
    found = [
        piece
        for number, (width, height) in enumerate(shapes)
        for piece in pieces(f"p{number}", 1, "circle", width, height, bleed=0, back=False)
    ]
    sheet = sheet_of(found)
    middles = {one.trim.y + one.trim.height // 2 for one in sheet.recto.placements}
    assert len(middles) == 1
    assert len(numbers(sheet)) == 4 + 2


@pytest.mark.parametrize(
    ("counts", "rows"),
    [
        ((9, 9), ["aaaaa", "aaaa", "bbbbb", "bbbb"]),
        ((8, 4), ["aaaa", "aaaa", "bbbb"]),
        ((7, 2), ["aaaa", "aaa", "bb"]),
    ],
)
def test_a_row_never_mixes_two_grounds(counts: tuple[int, ...], rows: list[str]) -> None:
    placed = sheet_of(chips(*counts)).recto.placements
    downs = sorted({one.trim.y for one in placed})
    found = ["".join(one.card[0] for one in placed if one.trim.y == y) for y in downs]
    assert found == rows


def test_grounds_are_mixed_where_that_saves_a_sheet() -> None:
    """16 by 23 chips fill the sheet: rows of their own would be 24."""
    sheet = sheet_of(chips(353, 15), margin="5mm")
    assert len(sheet.recto.placements) == 368


def test_ground_of_a_face_is_what_covers_half_of_it() -> None:
    assert ground(chip("a", RED).front) == (SAND, RED)
    assert ground(chip("a", RED, rim=2_000).front) == (SAND,)
    turned = Face(Size(Um(12_000), Um(12_000)), Um(0), (Group(chip("a", RED).front.items),))
    assert ground(turned) == (SAND, RED)


@settings(max_examples=25, deadline=None)
@given(st.lists(kinds, min_size=1, max_size=4), presses)
def test_no_number_lies_on_a_piece_or_in_another(chosen, how) -> None:
    copies, _ = made(chosen, how, False)
    for sheet in piece_sheets({"tokens": "Tokens"}, copies, how, WORDS).sheets:
        boxes = [rect(text.x, text.y - 1_300, text.width, 1_300) for text in numbers(sheet)]
        clips = [one.clip for one in sheet.recto.placements]
        assert not any(box.overlaps(clip) for box in boxes for clip in clips)
        if all(min(one.trim.size) >= 8_000 for one in sheet.recto.placements):
            assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


def parts(*, backs: tuple[bool, ...], backings: tuple[str, ...] = ("board", "board")) -> list[Part]:
    return [
        Part(
            name,
            name.title(),
            [copy._replace(component=name) for copy in pieces(name, 4, back=back)],
            "tokens",
            Way.ROWS,
            backings=frozenset([backing]),
        )
        for name, back, backing in zip(("moons", "stars"), backs, backings, strict=True)
    ]


@pytest.mark.parametrize(
    ("backs", "backings", "separate", "titles"),
    [
        ((False, False), ("board", "board"), False, ["Moons, Stars"]),
        ((True, True), ("card", "card"), False, ["Moons, Stars"]),
        ((False, True), ("card", "card"), False, ["Moons", "Stars"]),
        ((False, False), ("board", "card"), False, ["Moons", "Stars"]),
        ((False, False), ("board", "board"), True, ["Moons", "Stars"]),
    ],
    ids=["one side", "two sides", "sides differ", "backings differ", "separate"],
)
def test_tokens_of_several_components_share_sheets(
    backs: tuple[bool, ...], backings: tuple[str, ...], separate: bool, titles: list[str]
) -> None:
    how = press()._replace(separate=separate)
    (tokens,) = documents("Harbour", parts(backs=backs, backings=backings), how).documents
    assert [sheet.title for sheet in tokens.sheets] == titles
    placed = [one.component for sheet in tokens.sheets for one in sheet.recto.placements]
    assert sorted(placed) == ["moons"] * 4 + ["stars"] * 4


@pytest.mark.parametrize("game", ["organ-trail", "narco-empire", "police-precinct"])
def test_ruler_stands_at_the_foot_of_the_tokens(game: str) -> None:
    printed = impose_kit(shipped(game), PrintOptions(press())).documents
    ((sheet,),) = [one.sheets for one in printed if one.name == "tokens"]
    labels = [item for item in sheet.recto.marks if isinstance(item, Group) and item.transform]
    lows = [item.transform.point(0, 0)[1] for item in labels]
    assert lows and all(sheet.paper.height - low < 10_000 for low in lows)
