"""Sheets that lie on their sides, and pages that another program has turned: the paper is the same."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from test_kit import FILES

from pnp.proof.streams import frame

from .spoil import Spoil, around, built, exchanged, proved, said, spoilt, without

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
    other = {"/DuplexFlipLongEdge": "/DuplexFlipShortEdge", "/DuplexFlipShortEdge": "/DuplexFlipLongEdge"}
    pdf.Root.ViewerPreferences.Duplex = pikepdf.Name(other[str(pdf.Root.ViewerPreferences.Duplex)])


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_backs_on_a_sheet_that_lies_on_its_side(tmp_path: Path, duplex: str) -> None:
    made = lying(tmp_path, duplex)
    assert said(proved(made, made).diagnostics, made) == []
    spoils: dict[str, tuple[Spoil, str]] = {
        "another flip": (flipped, "P734 sheet 1"),
        "two backs exchanged": (exchanged(1, 3, 4, "/Copy"), "lies the back of"),
        "a back deleted": (without(1, 3), "nothing lies behind"),
        "a verso turned": (lambda pdf: pdf.pages[1].rotate(180, relative=False), "nothing lies behind"),
    }
    for number, (what, (spoil, expected)) in enumerate(spoils.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        lines = said(spoilt(made, folder, "cards", spoil).diagnostics, folder)
        assert any(expected in line for line in lines), (what, lines)


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {"upright": built(tmp_path_factory.mktemp("upright")), "lying": lying(tmp_path_factory.mktemp("lying"))}


@pytest.mark.parametrize("turn", [90, 180, 270])
@pytest.mark.parametrize("file", ["cards", "notes", "tokens"])
@pytest.mark.parametrize("cards", ["upright", "lying"])
def test_pages_turned_by_quarters_are_the_same_paper(kits: dict[str, Path], tmp_path: Path, cards: str, file: str, turn: int) -> None:
    def turned(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            page.rotate(turn, relative=False)

    def out_of_line(pdf: pikepdf.Pdf) -> None:
        around(0, 2, 1, 0, 0, 1, 0, 0.4 * MM)(pdf)
        turned(pdf)

    assert said(spoilt(kits[cards], tmp_path, file, turned).diagnostics, tmp_path) == []
    folder = tmp_path / "moved"
    folder.mkdir()
    lines = said(spoilt(kits[cards], folder, file, out_of_line).diagnostics, folder)
    assert any("P735" in line and "is 0.4 mm out of line with" in line for line in lines), lines


@pytest.mark.parametrize(("turn", "across", "down"), [(0, 10, 380), (90, 20, 10), (180, 290, 20), (270, 380, 290), (-90, 380, 290)])
def test_a_point_on_a_page_that_is_turned_clockwise(turn: int, across: int, down: int) -> None:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(300, 400))
        page.obj.MediaBox = pikepdf.Array([5, 7, 305, 407])
        page.obj.Rotate = turn
        seen, base = frame(page.obj)
    size = (300, 400) if turn % 180 == 0 else (400, 300)
    pt = 25_400 / 72
    assert seen == (round(size[0] * pt), round(size[1] * pt))
    assert base.point(15, 27) == pytest.approx((across * pt, down * pt))
