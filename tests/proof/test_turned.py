"""Sheets that lie on their sides, and pages that another program has turned: the paper is the
same.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pytest
from test_kit import FILES

from pnp.proof.streams import frame

from .spoil import (
    Spoil,
    around,
    built,
    changed,
    exchanged,
    marked,
    on_its_head,
    op,
    pages_in_order,
    proved,
    said,
    spoilt_lines,
    turned,
    turned_content,
    without,
)

MM = 72 / 25.4
LYING = """\
title: Toy
players: {min: 2, max: 4}
components:
  cards: {kind: deck, size: 88x63, front: word.xml, back: plain.xml, backs: each, cards: [{id: a, count: 5}, {id: b, count: 2}]}
  money: {kind: notes, size: 100x50, front: word.xml, notes: [{id: one, count: 3}]}
  chips: {kind: tokens, size: 30x12, front: word.xml, tokens: [{id: bar, count: 5}]}
"""


def lying(folder: Path, duplex: str = "long") -> Path:
    """A kit whose cards lie on their sides, and so does their sheet."""
    made = built(folder, duplex=duplex, files={**FILES, "game.yaml": LYING})
    with pikepdf.open(made / "cards.pdf") as pdf:
        assert float(pdf.pages[0].MediaBox[2]) > float(pdf.pages[0].MediaBox[3])
    return made


def flipped(pdf: pikepdf.Pdf) -> None:
    """The file says that its sheets are turned over about the other edge."""
    other = {
        "/DuplexFlipLongEdge": "/DuplexFlipShortEdge",
        "/DuplexFlipShortEdge": "/DuplexFlipLongEdge",
    }
    pdf.Root.ViewerPreferences.Duplex = pikepdf.Name(other[str(pdf.Root.ViewerPreferences.Duplex)])


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_backs_on_a_sheet_that_lies_on_its_side(tmp_path: Path, duplex: str) -> None:
    made = lying(tmp_path, duplex)
    assert said(proved(made, made).diagnostics, made) == []
    spoils: dict[str, tuple[Spoil, str]] = {
        "another flip": (flipped, "P734 sheet 1"),
        "two backs exchanged": (exchanged(1, 3, 4, "/Copy"), "lies the back of"),
        "a back deleted": (without(1, 3), "nothing lies behind"),
        "a verso turned": (
            lambda pdf: pdf.pages[1].rotate(180, relative=False),
            "nothing lies behind",
        ),
    }
    for number, (what, (spoil, expected)) in enumerate(spoils.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        lines = spoilt_lines(made, folder, "cards", spoil)
        assert any(expected in line for line in lines), (what, lines)


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {
        "upright": built(tmp_path_factory.mktemp("upright")),
        "lying": lying(tmp_path_factory.mktemp("lying")),
        "folded": built(tmp_path_factory.mktemp("folded"), duplex="fold"),
        "lying, folded": built(
            tmp_path_factory.mktemp("lying-folded"),
            duplex="fold",
            files={**FILES, "game.yaml": LYING},
        ),
    }


@pytest.mark.parametrize("turn", [90, 180])
@pytest.mark.parametrize("file", ["cards", "notes", "tokens"])
@pytest.mark.parametrize("cards", ["upright", "lying"])
def test_pages_turned_by_quarters_are_the_same_paper(
    kits: dict[str, Path], tmp_path: Path, cards: str, file: str, turn: int
) -> None:
    def all_turned(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            page.rotate(turn, relative=False)

    def out_of_line(pdf: pikepdf.Pdf) -> None:
        around(0, 2, 1, 0, 0, 1, 0, 0.4 * MM)(pdf)
        all_turned(pdf)

    assert spoilt_lines(kits[cards], tmp_path, file, all_turned) == []
    folder = tmp_path / "moved"
    folder.mkdir()
    lines = spoilt_lines(kits[cards], folder, file, out_of_line)
    assert any("P735" in line and "is 0.4 mm out of line with" in line for line in lines), lines


TURNS = {"quarter": (turned, 90), "half": (turned, 180), "content": (turned_content, 270)}


def after(*spoils: Spoil) -> Spoil:
    """One hand after another."""

    def spoil(pdf: pikepdf.Pdf) -> None:
        for one in spoils:
            one(pdf)

    return spoil


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize(
    ("kit", "file"),
    [
        ("folded", "cards"),
        ("folded", "tokens"),
        ("lying, folded", "cards"),
    ],
)
def test_fold_stands_upright_on_a_page_turned_by_a_quarter(
    kits: dict[str, Path], tmp_path: Path, kit: str, file: str, turn: str
) -> None:
    """The line of the fold has turned with its page: all backs lay wrong, and no paper was."""
    how, by = TURNS[turn]
    assert spoilt_lines(kits[kit], tmp_path, file, how(0, by)) == []


BACKS: dict[str, tuple[Spoil, str]] = {
    "a back deleted": (without(0, 6), "nothing lies behind"),
    "a front deleted": (without(0, 1), "no front lies before"),
    "two backs exchanged": (exchanged(0, 5, 6, "/Copy"), "lies the back of"),
    "a back moved": (around(0, 5, 1, 0, 0, 1, 0, -0.3 * MM), "0.3 mm beside its front"),
    "a back on its head": (on_its_head(0, 5), "stands on its head behind its front"),
}


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("case", BACKS)
def test_wrong_back_on_a_folded_page_that_is_turned(
    kits: dict[str, Path], tmp_path: Path, case: str, turn: str
) -> None:
    (how, by), (spoil, expected) = TURNS[turn], BACKS[case]
    lines = spoilt_lines(kits["folded"], tmp_path, "cards", after(spoil, how(0, by)))
    wrong = [line for line in lines if " P734 " in line]
    assert wrong, lines
    assert all(expected in line for line in wrong), lines


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("pages", [(0,), (1,), (0, 1)])
def test_tiles_turned_as_pages_are_whole(
    kits: dict[str, Path], tmp_path: Path, pages: tuple[int, ...], turn: str
) -> None:
    """What a tile shows of its board was read as if the board always stood upright on the page."""
    how, by = TURNS[turn]
    assert (
        spoilt_lines(kits["upright"], tmp_path, "boards", after(*(how(page, by) for page in pages)))
        == []
    )


def cut_off(page: int) -> Spoil:
    """What a tile shows ends too soon, above."""

    def how(all_: list[Any], at: list[tuple[int, int]]) -> list[Any]:
        return [
            op("re", 0, 0, 595, 700) if str(one.operator) == "re" and n == at[0][0] + 2 else one
            for n, one in enumerate(all_)
        ]

    return changed(page, how)


@pytest.mark.parametrize("turn", TURNS)
def test_tile_cut_off_on_a_page_that_is_turned(
    kits: dict[str, Path], tmp_path: Path, turn: str
) -> None:
    how, by = TURNS[turn]
    (upright,) = spoilt_lines(kits["upright"], tmp_path, "boards", cut_off(0))
    folder = tmp_path / "turned"
    folder.mkdir()
    (line,) = spoilt_lines(kits["upright"], folder, "boards", after(cut_off(0), how(0, by)))
    assert "P736" in line
    assert line == upright, "the place is that on the board, however its page lies"


def test_tile_on_its_head_that_passes_for_another(kits: dict[str, Path], tmp_path: Path) -> None:
    """Its part of the board, turned, was taken for the part on the other side."""
    spoil = after(pages_in_order(0, 0, 2), marked(1, 1, Tile="B1"), turned(1, 180))
    (line,) = spoilt_lines(kits["upright"], tmp_path, "boards", spoil)
    assert 'P736 "market", copy 1: no tile shows the' in line


def test_board_on_its_head_behind_the_window_of_a_tile(
    kits: dict[str, Path], tmp_path: Path
) -> None:
    """The tile shows the far end of its board, though its page, its mark and its window are as
    they were.
    """

    def how(all_: list[Any], at: list[tuple[int, int]]) -> list[Any]:
        begin, end = at[0]
        left, bottom, right, top = (float(n) for n in all_[begin + 1].operands[1].Trim)
        placed = next(n for n in range(begin, end) if str(all_[n].operator) == "cm")
        assert [float(n) for n in all_[placed].operands] == pytest.approx(
            [1, 0, 0, 1, left, bottom], abs=0.01
        )
        return [*all_[:placed], op("cm", -1, 0, 0, -1, right, top), *all_[placed + 1 :]]

    (line,) = spoilt_lines(kits["upright"], tmp_path, "boards", changed(0, how))
    assert 'P736 "market", copy 1: no tile shows the' in line


@pytest.mark.parametrize(
    ("turn", "across", "down"),
    [(0, 10, 380), (90, 20, 10), (180, 290, 20), (270, 380, 290), (-90, 380, 290)],
)
def test_point_on_a_page_that_is_turned_clockwise(turn: int, across: int, down: int) -> None:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(300, 400))
        page.obj.MediaBox = pikepdf.Array([5, 7, 305, 407])
        page.obj.Rotate = turn
        seen, base = frame(page.obj)
    size = (300, 400) if turn % 180 == 0 else (400, 300)
    pt = 25_400 / 72
    assert seen == (round(size[0] * pt), round(size[1] * pt))
    assert base.point(15, 27) == pytest.approx((across * pt, down * pt))
