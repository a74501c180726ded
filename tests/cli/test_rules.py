"""`pnp rules` and `pnp reference`: what is in the files that they make; what they print is in
`suite/rules.txt`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pikepdf
import PIL.Image
import pypdfium2 as pdfium
import pytest

from pnp.build import text_files

from .run import call, examples
from .test_suite import SUITES, files, parts

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the game of the suite."""
    monkeypatch.chdir(tmp_path)
    files(parts(next(suite for suite in SUITES if suite.stem == "rules"))[0])
    return tmp_path


def good(capsys: Capture, command: str, *args: str) -> str:
    """What a command prints that has nothing to complain about."""
    said = call(capsys, command, "my-game", *args)
    assert (said.code, said.err) == (0, ""), said
    return said.out


def exchange(home: Path, name: str, old: str, new: str) -> None:
    path = home / "data/my-game" / name
    path.write_text(path.read_text().replace(old, new))


def size_in_mm(page: Any) -> list[int]:
    return [round(float(value) * 127 / 360) for value in page.mediabox]


def colour_in(image: PIL.Image.Image) -> int:
    """How far from grey the strongest colour is."""
    colours = image.convert("RGB").getcolors(1 << 24) or []
    return max(max(rgb) - min(rgb) for _, rgb in colours)  # type: ignore[type-var,operator]


def test_pages_on_their_own_paper_and_on_a_larger_one(home: Path, capsys: Capture) -> None:
    good(capsys, "rules", "-o", "own.pdf")
    good(capsys, "rules", "-o", "large.pdf", "--paper", "letter")
    with pikepdf.open("own.pdf") as own, pikepdf.open("large.pdf") as large:
        assert size_in_mm(own.pages[0]) == [0, 0, 105, 148]
        assert size_in_mm(large.pages[0]) == [0, 0, 216, 279]
        assert len(own.pages) == len(large.pages) == 5
        with own.open_outline() as tree:
            assert [item.title for item in tree.root] == ["Setting up", "The end", "Last"]
        assert [page.label for page in own.pages] == ["1", "2", "3", "4", "5"]
        links = [note for page in own.pages for note in page.get("/Annots", [])]
        pages = [page.objgen for page in own.pages]
        assert len(links) >= 5 and all(note.Dest[0].objgen in pages for note in links)


def test_booklet_has_two_pages_on_a_side_and_flips_as_sheets_of_cards_do(
    home: Path, capsys: Capture
) -> None:
    good(capsys, "rules", "--to", "booklet", "-o", "b.pdf", "--paper", "a5")
    with pikepdf.open("b.pdf") as pdf:
        assert len(pdf.pages) == 4 and size_in_mm(pdf.pages[0]) == [0, 0, 210, 148]
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"
        with pdf.open_outline() as tree:
            assert [item.title for item in tree.root] == ["Setting up", "The end", "Last"]


def test_inner_pages_of_a_booklet_creep_by_its_stock(home: Path, capsys: Capture) -> None:
    made = []
    exchange(home, "game.yaml", "page: a6", "page: a6, stock: 0.1mm")
    for stock in ("0.1mm", "0.4mm"):
        exchange(home, "game.yaml", "0.1mm", stock)
        good(capsys, "rules", "--to", "booklet", "-o", "b.pdf")
        with pikepdf.open("b.pdf") as pdf:
            made.append([page.Contents.read_bytes() for page in pdf.pages])
    same = [one == other for one, other in zip(*made, strict=True)]
    assert same == [True, True, False, False], "the outer sheet stays"


@pytest.mark.parametrize("command", ["rules", "reference"])
def test_examples_run(home: Path, capsys: Capture, command: str) -> None:
    shown = examples(command)
    assert len(shown) >= 2
    for args in shown:
        assert call(capsys, *args).code == 0, args


@pytest.mark.parametrize("written", ["", "ink: grey\n"])
def test_ink_of_pictures_and_pages(home: Path, capsys: Capture, written: str) -> None:
    """Pictures stayed coloured, whatever was asked for."""
    (home / "data/my-game/reference.md").write_text("# Ships\n\n![](card:ships/brig)\n")
    (home / "pnp.yaml").write_text(written)
    colours = {}
    for ink in ("", "full", "grey"):
        asked = ["--ink", ink] if ink else []
        good(capsys, "reference", "--to", "png", "--dpi", "72", "-o", "made", *asked)
        picture = PIL.Image.open("made/aid/001_aid_front.png")
        assert picture.size == (179, 249)
        colours[ink] = colour_in(picture)
        good(capsys, "rules", "-o", "r.pdf", *asked)
        document = pdfium.PdfDocument("r.pdf")
        assert (colour_in(document[2].render().to_pil()) <= 3) == (colours[ink] <= 3)
        document.close()
    assert colours["grey"] <= 3 < colours["full"]
    assert colours[""] == colours["grey" if written else "full"]


def test_player_aids_with_a_side_too_few_lie_on_the_sheets_of_the_others(
    home: Path, capsys: Capture
) -> None:
    """The card without a back had sheets of its own: two pages were called 1r, two said "sheet 1
    of 1".
    """
    exchange(home, "reference.md", "Two a ship.", "Two a ship.\n\n---\n\n# Third\n\nMore.")
    exchange(home, "game.yaml", "size: poker", "size: 95x130, copies: 3")
    assert good(capsys, "reference", "-o", "aid.pdf") == "aid.pdf  2 sheets\n"
    with pikepdf.open("aid.pdf") as pdf:
        assert [page.label for page in pdf.pages] == ["1r", "1v", "2r", "2v"]
    document = pdfium.PdfDocument("aid.pdf")
    words = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    sheets = [re.findall(r"sheet \d of \d", page) for page in words[::2]]
    assert sheets == [["sheet 1 of 2"], ["sheet 2 of 2"]]
    for word in ("Sail", "Two a ship", "More"):
        assert any(word in page for page in words)


def test_page_too_large_for_a_phone_is_refused(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_files, "MAX_PAGE", 10_000)
    said = call(capsys, "rules", "my-game", "--to", "html")
    assert said.code == 1 and "game.yaml:7:" in said.err and "P621" in said.err
    assert not (home / "output").exists()
