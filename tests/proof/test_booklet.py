"""Booklets read back: short ones, whose pages lie alone on their sides, are folded like long
ones; what is missing or swapped is told.
"""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from model.toy import written
from test_kit import press

from pnp.build.text_files import TextRequest, make_text_file
from pnp.load.workspace import find
from pnp.proof import prove
from pnp.units.geometry import parse_paper

from .spoil import Spoil, content, opened, pages_in_order, said, scaled_page, without

GAME = """\
title: Toy
players: {min: 2, max: 4}
components:
  rules: {kind: rulebook, text: rules.md, page: PAGE}
"""
LENGTHS = {1: 10, 2: 45, 6: 145}
"""How many sentences fill so many pages of A5."""


def proof(
    folder: Path,
    pages: int,
    *spoils: Spoil,
    page: str = "a5",
    paper: str = "letter",
    to: str = "booklet",
    duplex: str = "short",
) -> list[str]:
    """What is said of a rulebook of so many pages once hands have spoilt it."""
    text = "# The game\n\n" + "Everybody has three agents.\n\n" * LENGTHS[pages]
    written(folder, {"game.yaml": GAME.replace("PAGE", page), "rules.md": text})
    wanted = TextRequest("rulebook", to, press(duplex=duplex), paper=parse_paper(paper))
    made = folder / "rules.pdf"
    made.write_bytes(make_text_file(find(folder), "toy", folder / "data/toy", wanted).data)
    with pikepdf.open(made, allow_overwriting_input=True) as pdf:
        assert len(pdf.pages) == (-(-pages // 4) * 2 if to == "booklet" else pages)
        assert f"/Of {pages}" in str(
            pikepdf.unparse_content_stream(content(pdf.pages[0])), "latin-1"
        )
        for spoil in spoils:
            spoil(pdf)
        pdf.save(made)
    return said(prove(opened(folder / "output/toy"), [made], whole=False).diagnostics, folder)


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize(
    ("pages", "page", "paper"),
    [
        (1, "a5", "letter"),
        (2, "148x215", "a4"),
        (6, "148x215", "a4"),
        (6, "a5", "letter"),
        (6, "a5", "a4"),
    ],
)
def test_sound_booklet_of_any_length(
    tmp_path: Path, pages: int, page: str, paper: str, duplex: str
) -> None:
    assert proof(tmp_path, pages, page=page, paper=paper, duplex=duplex) == []


@pytest.mark.parametrize(
    ("pages", "spoil", "expected"),
    [
        (1, pages_in_order(1, 0), 'error P738 page 1: page 1 of "rules" is not there'),
        (
            2,
            pages_in_order(1, 0),
            'error P738 page 1, slot 1: page 2 of "rules" lies where page 4 belongs',
        ),
        (
            2,
            pages_in_order(0),
            'error P738 the booklet of "rules" has 1 sides for 2 pages; it needs 2',
        ),
        (2, without(0, 1), 'error P738 page 1: page 1 of "rules" is not there'),
        (2, without(1, 1), 'error P738 page 2: page 2 of "rules" is not there'),
        (6, without(1, 1), 'error P738 sheet 1v (page 2): page 2 of "rules" is not there'),
        (6, without(3, 1), 'error P738 sheet 2v (page 4): page 4 of "rules" is not there'),
        (
            2,
            scaled_page(0, 0.95),
            'error P733 page 1, slot 1: "rules/1", copy 1 measures 132.72 × 188.31 mm; its true size is 148 × 210 mm',
        ),
    ],
)
def test_spoilt_booklet(tmp_path: Path, pages: int, spoil: Spoil, expected: str) -> None:
    found = proof(tmp_path, pages, spoil)
    assert any(expected in line for line in found), found


def flipped(how: str) -> Spoil:
    """Another program has changed, or dropped, how the sheets are turned."""

    def spoil(pdf: pikepdf.Pdf) -> None:
        if how:
            pdf.Root.ViewerPreferences.Duplex = pikepdf.Name(f"/DuplexFlip{how}Edge")
        else:
            del pdf.Root.ViewerPreferences.Duplex

    return spoil


def shifted(x: float, y: float, *pages: int, turn: bool = False) -> Spoil:
    """Everything on some pages moved, in millimetres, or turned upside down."""

    def spoil(pdf: pikepdf.Pdf) -> None:
        for number in pages:
            page = pdf.pages[number]
            _, _, wide, high = (float(n) for n in page.MediaBox)
            matrix = (
                f"-1 0 0 -1 {wide} {high}" if turn else f"1 0 0 1 {x * 72 / 25.4} {y * 72 / 25.4}"
            )
            page.contents_add(pdf.make_stream(f"q {matrix} cm\n".encode()), prepend=True)
            page.contents_add(pdf.make_stream(b"\nQ"))

    return spoil


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (
            flipped("Long"),
            'page 2 of "rules" is not there',
        ),
        (
            flipped(""),
            "does not say how its sheets are flipped",
        ),
        (
            shifted(8, 0, 1),
            "sheet 1v (page 2), slot 1: page 2 lies 8 mm beside the page before which it lies",
        ),
        (
            shifted(0, 10, 1),
            "sheet 1v (page 2), slot 1: page 2 lies 10 mm beside the page before which it lies",
        ),
        (
            shifted(0, 10, 3),
            "sheet 2v (page 4), slot 1: page 4 lies 10 mm beside the page before which it lies",
        ),
        (
            shifted(20, 0, 2, 3),
            "sheet 2r (page 3), slot 1: its fold lies 20 mm beside the middle of the sheet",
        ),
        (shifted(0, 0, 1, turn=True), 'page 2 of "rules" is not there'),
    ],
)
def test_booklet_that_folds_amiss(tmp_path: Path, spoil: Spoil, expected: str) -> None:
    """Every second page stood on its head, or the fold ran through the text, and all was well."""
    found = proof(tmp_path, 6, spoil)
    assert any("error P738" in line and expected in line for line in found), found


def test_booklet_moved_as_a_whole_along_its_fold_is_sound(tmp_path: Path) -> None:
    assert proof(tmp_path, 6, shifted(0, 3, 0, 1, 2, 3)) == []


@pytest.mark.parametrize("pages", [1, 2])
def test_pages_that_are_no_booklet_keep_their_size(tmp_path: Path, pages: int) -> None:
    assert proof(tmp_path, pages, to="pdf", paper="a4") == []
    (line, *_) = proof(tmp_path, pages, scaled_page(0, 0.94), to="pdf", paper="a4")
    assert "error P733 page 1, slot 1:" in line and "94 % of it" in line
