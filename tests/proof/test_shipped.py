"""The kits of shipped games as they are built, and the command that verifies them."""

from __future__ import annotations

import json
import os
from itertools import cycle
from pathlib import Path

import pikepdf
import pytest
from cli.pnp import pnp
from test_kit import press

from pnp.build.conductor import Job, build
from pnp.build.print_options import PrintOptions
from pnp.impose import booklet
from pnp.load.workspace import disk_for, find, trust
from pnp.model.read import load_game
from pnp.proof import prove

from .spoil import built, pages_in_order, without

ROOT = Path(__file__).parent.parent.parent
GAMES = sorted(path.parent.name for path in (ROOT / "data").glob("*/game.yaml"))
SAMPLE = GAMES if os.environ.get("PNP_PROOF") == "all" else GAMES[1:4:2]
"""All of them by `make proof`; a few in the usual tests, since each is built for it."""


@pytest.mark.parametrize(
    ("name", "how"), [*zip(SAMPLE, cycle([("a4", "long"), ("tabloid", "fold")]), strict=False)]
)
def test_shipped_game(tmp_path: Path, name: str, how: tuple[str, str]) -> None:
    workspace, folder = find(ROOT), ROOT / "data" / name
    build(workspace, Job(name, folder, tmp_path, PrintOptions(press(*how))))
    game, _ = load_game(disk_for(workspace, folder), name)
    proof = prove(game, sorted(tmp_path.glob("*.pdf")))
    assert [d for d in proof.diagnostics if d.is_error] == []
    assert proof.pieces == proof.pieces_of > 0
    assert proof.promises_kept > 0


# --- the command
# --------------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [name for name in os.environ if name.startswith("PNP_")]:
        monkeypatch.delenv(name)
    trust(tmp_path)
    made = built(tmp_path)
    monkeypatch.chdir(tmp_path)
    return made


def spoil(path: Path) -> None:
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        without(1, 2)(pdf)
        pdf.save(path)


def test_one_line_a_game(here: Path) -> None:
    line = "Toy: 67 of 67 pieces on paper, 27 pages in 8 PDFs, 2 of 2 promises judged on paper and kept\n"
    run = pnp("verify")
    assert (run.status, run.talk) == (0, "")
    pages = 0
    for path in here.glob("*.pdf"):
        with pikepdf.open(path) as pdf:
            pages += len(pdf.pages)
    assert run.out == line.replace("27", str(pages))


def test_findings_name_file_page_and_slot(here: Path) -> None:
    spoil(here / "notes.pdf")
    run = pnp("verify", "toy")
    assert run.status == 1
    assert run.out.startswith("Toy: 66 of 67 pieces on paper") and run.out.endswith("2 errors\n")
    assert run.talk == (
        'output/toy/notes.pdf:2:1: error P732 "money/one" is 11 times on paper, the data say 12: 1 missing (copy 12)\n'
        '  output/toy/notes.pdf:2:1: the one before it, "one", copy 11, lies on sheet 2r (page 2), slot 1\n'
        '  data/toy/game.yaml:28:32: "one" is here\n'
        "  hint: build again, and print what is missing\n"
        'output/toy/notes.pdf:2:2: error P739 sheet 2r (page 2), slot 2: "money/one", copy 12 shows something else than the data say: 3.71 × 5.57 mm at 140, 46 mm from its upper left corner\n'
        "  hint: build it again, or look at what changed with pnp verify --png DIR\n2 errors\n"
    )


def test_json(here: Path) -> None:
    spoil(here / "notes.pdf")
    run = pnp("verify", "--json", "--pdf", "output/toy/notes.pdf")
    said = json.loads(run.out)
    assert (run.status, run.talk) == (1, "")
    (row,) = said["verified"]
    assert (row["game"], row["pieces"], row["pieces_of"]) == ("toy", 15, 16)
    assert row["files"] == [{"file": "output/toy/notes.pdf", "pages": 2, "faces": 15}]
    assert [d["code"] for d in said["diagnostics"]] == ["P732", "P739"]


def test_booklet(here: Path) -> None:
    """Two pages a side, folded: page 1 on the right of the first."""
    assert pnp("rules", "toy", "--to", "booklet", "-o", "booklet.pdf").status == 0
    run = pnp("verify", "--pdf", "booklet.pdf")
    assert (run.status, run.talk) == (0, "")
    with pikepdf.open(here.parent.parent / "booklet.pdf", allow_overwriting_input=True) as pdf:
        pages_in_order(*(n ^ 1 for n in range(len(pdf.pages))))(pdf)
        pdf.save(here.parent.parent / "booklet.pdf")
    run = pnp("verify", "--pdf", "booklet.pdf")
    assert run.status == 1
    assert 'error P738 sheet 1v (page 1), slot 1: page 2 of "rules" lies where page ' in run.talk


def test_pages_of_a_booklet_are_nine_tenths_of_their_size_at_least(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(booklet, "LEAST_SCALE", 0.5)
    make = ("rules", "toy", "--to", "booklet", "-o", "booklet.pdf", "--paper")
    assert (pnp(*make, "letter").status, pnp("verify", "--pdf", "booklet.pdf").talk) == (0, "")
    assert pnp(*make, "266x190").status == 0
    run = pnp("verify", "--pdf", "booklet.pdf")
    assert run.status == 1
    small = (
        '"rules/1", copy 1 measures 133 × 188.72 mm; its true size is 148 × 210 mm, 89.86 % of it'
    )
    assert f"error P733 sheet 1r (page 1), slot 1: {small}" in run.talk


def test_pdf_that_cannot_be_read_is_3(here: Path) -> None:
    (here / "notes.pdf").write_bytes(b"gone")
    assert pnp("verify").status == 3


def test_nothing_built_yet(here: Path) -> None:
    run = pnp("verify", "-o", "elsewhere")
    assert (run.status, run.out) == (3, "")
    assert (
        run.talk
        == "elsewhere/toy: error P730 there are no PDFs to verify\n  hint: make them with: pnp build toy; those that lie elsewhere are named by --pdf\n1 error\n"
    )


def test_pdf_of_which_game(here: Path) -> None:
    other = here.parent.parent / "data/other"
    other.mkdir()
    (other / "game.yaml").write_bytes((other.parent / "toy/game.yaml").read_bytes())
    run = pnp("verify", "--pdf", "output/toy/notes.pdf")
    assert run.status == 2 and "--pdf: name the one game that the PDFs are of" in run.talk


def test_no_promise_is_kept_by_a_file_that_holds_nothing(here: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.pdf").write_bytes(b"")
    run = pnp("verify", "toy", "--pdf", str(tmp_path / "empty.pdf"))
    assert (
        run.status != 0 and run.out == "Toy: 0 of 0 pieces on paper, 0 pages in 0 PDFs, 1 error\n"
    )
