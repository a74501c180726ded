"""`pnp rules` and `pnp reference`: texts as files."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path

import pikepdf
import PIL.Image
import pypdfium2 as pdfium
import pytest

from pnp.build import text_files as rulesheets

from .run import Said, call, examples

Capture = pytest.CaptureFixture[str]

GAME = """\
title: Lighthouse
players: {min: 2, max: 4}
facts: {hand_size: 5}
components:
  ships: {kind: deck, template: base/classic, cards: cards/ships.yaml}
  aid: {kind: reference, text: reference.md, size: poker}
  rulebook: {kind: rulebook, text: rulebook.md, page: a6}
"""
RULES = """\
[[cover]]

[[contents]]

[[page]]

# Setting up

Everybody gets {{ facts.hand_size | words }} ships; there are {{ counts.ships }}.

![The Brig](card:ships/brig)

[[page]]

# The end

It is over; see [Setting up](#setting-up), [](#setting-up).

[[components]]

[[page]]

# Last
"""
AID = "# Turns\n\n1. Sail\n2. Land\n\n---\n\n# Points\n\nTwo a ship.\n"
SHIPS = "- {id: brig, title: The Brig, count: 3}\n- {id: sloop, title: The Sloop}\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data" / "my-game"
    (folder / "cards").mkdir(parents=True)
    (tmp_path / "pnp.yaml").write_text("")
    for name, content in {
        "game.yaml": GAME,
        "rulebook.md": RULES,
        "reference.md": AID,
        "cards/ships.yaml": SHIPS,
    }.items():
        (folder / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def good(capsys: Capture, *args: str) -> str:
    """What a command says that has nothing to complain about."""
    said = call(capsys, *args)
    assert (said.code, said.err) == (0, ""), said
    return said.out


def test_a_rulebook_in_every_form(home: Path, capsys: Capture) -> None:
    said = [
        good(capsys, "rules", "my-game", "--to", to)
        for to in ("pdf", "booklet", "html", "md", "txt")
    ]
    assert said == [
        "output/my-game/rules.pdf  5 pages\n",
        "output/my-game/rules-booklet.pdf  2 sheets, 5 pages; flip on the short edge, fold, staple\n",
        "output/my-game/rules.html  one file, nothing else needed\n",
        "output/my-game/rules.md  CommonMark\n",
        "output/my-game/rules.txt  78 columns\n",
    ]
    assert sorted(p.name for p in (home / "output/my-game").iterdir()) == [
        "rules-booklet.pdf", "rules.html", "rules.md", "rules.pdf", "rules.txt",
    ]  # fmt: skip
    assert (
        "Everybody gets five ships; there are 4." in (home / "output/my-game/rules.txt").read_text()
    )
    assert '<h2 id="setting-up">Setting up</h2>' in (home / "output/my-game/rules.html").read_text(
        encoding="utf-8"
    )


def test_pages_on_their_own_paper_and_on_a_larger_one(home: Path, capsys: Capture) -> None:
    good(capsys, "rules", "my-game", "-o", "own.pdf")
    good(capsys, "rules", "my-game", "-o", "large.pdf", "--paper", "letter")
    with pikepdf.open("own.pdf") as own, pikepdf.open("large.pdf") as large:
        assert [round(float(v) * 127 / 360) for v in own.pages[0].mediabox] == [0, 0, 105, 148]
        assert [round(float(v) * 127 / 360) for v in large.pages[0].mediabox] == [0, 0, 216, 279]
        assert len(own.pages) == len(large.pages) == 5
        with own.open_outline() as tree:
            assert [item.title for item in tree.root] == ["Setting up", "The end", "Last"]
        assert [page.label for page in own.pages] == ["1", "2", "3", "4", "5"]
        links = [note for page in own.pages for note in page.get("/Annots", [])]
        assert len(links) >= 5 and all(
            note.Dest[0].objgen in [page.objgen for page in own.pages] for note in links
        )


def test_a_booklet_has_two_pages_on_a_side_and_flips_on_the_short_edge(
    home: Path, capsys: Capture
) -> None:
    good(capsys, "rules", "my-game", "--to", "booklet", "-o", "b.pdf", "--paper", "a5")
    with pikepdf.open("b.pdf") as pdf:
        assert (
            len(pdf.pages) == 4 and str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipShortEdge"
        )
        assert [round(float(v) * 127 / 360) for v in pdf.pages[0].mediabox] == [0, 0, 210, 148]
        with pdf.open_outline() as tree:
            assert [item.title for item in tree.root] == ["Setting up", "The end", "Last"]


def test_a_booklet_of_pages_made_smaller_says_so(home: Path, capsys: Capture) -> None:
    (home / "data/my-game/game.yaml").write_text(GAME.replace("a6", "a5"))
    scale = "the pages are printed at 94 % of their size, so that two lie on a side; at 100 % with --paper a4, or page: 139x215 in game.yaml"
    lacking = "no room for crop marks of the level cuts"
    said = call(capsys, "rules", "my-game", "--to", "booklet", "--paper", "letter")
    assert (
        said.out
        == "output/my-game/rules-booklet.pdf  2 sheets, 5 pages; flip on the short edge, fold, staple\n"
    )
    assert (said.code, said.err) == (0, f"  note: {lacking}\n  note: {scale}\n")
    good(capsys, "rules", "my-game", "--to", "booklet", "--paper", "a4")
    (row,) = json.loads(
        good(capsys, "rules", "my-game", "--to", "booklet", "--paper", "letter", "--json")
    )["made"]
    assert (row["notes"], row["duplex"]) == ([lacking, scale], "short")


@pytest.mark.parametrize(
    ("args", "lacking"),
    [
        (("pdf", "--paper", "107x150"), "  note: no room for crop marks at any edge\n"),
        (("pdf", "--paper", "107x200"), "  note: no room for crop marks of the level cuts\n"),
        (("pdf", "--paper", "a4"), ""),
        (("booklet", "--paper", "212x160"), "  note: no room for crop marks of the level cuts\n"),
        (("booklet", "--paper", "a5"), ""),
        (("booklet", "--paper", "a4"), ""),
    ],
)
def test_pages_without_marks_to_cut_by_say_so(
    home: Path, capsys: Capture, args: tuple[str, ...], lacking: str
) -> None:
    said = call(capsys, "rules", "my-game", "--to", *args, "-o", "b.pdf")
    assert (said.code, said.err) == (0, lacking)


def test_the_inner_pages_of_a_booklet_creep_by_its_stock(home: Path, capsys: Capture) -> None:
    made = []
    for stock in ("0.1mm", "0.4mm"):
        text = GAME.replace("page: a6", f"page: a6, stock: {stock}")
        (home / "data/my-game/game.yaml").write_text(text)
        good(capsys, "rules", "my-game", "--to", "booklet", "-o", "b.pdf")
        with pikepdf.open("b.pdf") as pdf:
            made.append([page.Contents.read_bytes() for page in pdf.pages])
    thin, thick = made
    assert [one == other for one, other in zip(thin, thick, strict=True)] == [
        True,
        True,
        False,
        False,
    ], "the outer sheet stays"


def test_a_booklet_that_would_lose_too_much_at_the_fold_is_refused(
    home: Path, capsys: Capture
) -> None:
    """It was made, and `pnp verify` then found that another program had changed it."""
    (home / "data/my-game/game.yaml").write_text(GAME.replace("page: a6", "page: a6, stock: 0.5mm"))
    (home / "data/my-game/rulebook.md").write_text(
        "# Rules\n" + "\nWords.\n\n[[page]]\n" * 32 + "\nWords.\n"
    )
    asked = call(capsys, "rules", "my-game", "--to", "booklet", "-o", "b.pdf")
    refused(asked, 1, "game.yaml", "P602", "9 sheets of 0.5 mm take 5.2 mm off the innermost pages")


def test_player_aids_in_every_form(home: Path, capsys: Capture) -> None:
    assert good(capsys, "reference", "my-game") == "output/my-game/player-aids.pdf  1 sheet\n"
    with pikepdf.open("output/my-game/player-aids.pdf") as pdf:
        assert len(pdf.pages) == 2
    assert (
        good(capsys, "reference", "my-game", "--to", "png", "--dpi", "72")
        == "output/my-game/player-aids/aid  2 files, 72 dpi\n"
    )
    pictures = sorted((home / "output/my-game/player-aids/aid").glob("*.png"))
    assert [path.name for path in pictures] == ["001_aid_back.png", "001_aid_front.png"]
    assert PIL.Image.open(BytesIO(pictures[0].read_bytes())).size == (179, 249)
    assert good(capsys, "reference", "my-game", "--to", "txt", "-o", "-") == (
        f"LIGHTHOUSE\n\nTurns\n=====\n\n1. Sail\n2. Land\n\n{'-' * 78}\n\nPoints\n======\n\nTwo a ship.\n"
    )
    assert "<hr>" in good(capsys, "reference", "my-game", "--to", "html", "-o", "-")


def test_a_text_goes_to_the_terminal_and_nowhere_else(home: Path, capsys: Capture) -> None:
    assert good(capsys, "rules", "my-game", "--to", "md", "-o", "-").startswith(
        "# Lighthouse\n\n- [Setting up](<#setting-up>)\n"
    )
    assert not (home / "output").exists()


TURNED = {
    ("rules", "pdf"): "none",
    ("rules", "html"): None,
    ("reference", "pdf"): "long",
    ("reference", "md"): None,
}


def test_json(home: Path, capsys: Capture) -> None:
    found = json.loads(good(capsys, "rules", "my-game", "--to", "booklet", "--json"))
    path = home / "output/my-game/rules-booklet.pdf"
    row = {
        "file": str(path),
        "bytes": path.stat().st_size,
        "sheets": 2,
        "duplex": "short",
        "notes": [],
    }
    assert found == {"made": [row], "diagnostics": []}
    told = [
        json.loads(good(capsys, command, "my-game", "--to", to, "--json"))["made"][0]["duplex"]
        for command, to in TURNED
    ]
    assert told == list(TURNED.values())
    assert (
        len(json.loads(good(capsys, "reference", "my-game", "--to", "png", "--json"))["made"]) == 2
    )


def test_the_same_game_gives_the_same_bytes(home: Path, capsys: Capture) -> None:
    for to in ("pdf", "booklet", "html"):
        good(capsys, "rules", "my-game", "--to", to, "-o", "one")
        good(capsys, "rules", "my-game", "--to", to, "-o", "two")
        assert (home / "one").read_bytes() == (home / "two").read_bytes(), to


@pytest.mark.parametrize("command", ["rules", "reference"])
def test_the_examples_run(home: Path, capsys: Capture, command: str) -> None:
    shown = examples(command)
    assert len(shown) >= 2
    for args in shown:
        assert call(capsys, *args).code == 0, args


# --- what goes wrong
# --------------------------------------------------------------------------------

BAD = {
    "{{ facts.hand_siz }}": ("1:10: error P302", "hand_size"),
    "# A\n\n![](card:ships/brg)": ("3:5: error P354", "card:ships/brig"),
    "# A\n\n![](board:dock)": ("3:5: error P354", ""),
    "# A\n\nA :nosuchicon:": ("3:3: error P401", ""),
    "# A\n\n[x](#b)": ("3:4: error P353", ""),
    "# A\n\n<b>x</b>": ("3:1: error P350", ""),
    "# A\n\n### B": ("3:1: error P352", "## B"),
    '![](card:ships/brig "400mm")': ("1:5: error P357", "wider than its column"),
    "": ("1:1: error P355", "empty"),
}


@pytest.mark.parametrize("text", BAD)
@pytest.mark.parametrize("to", ["html", "booklet"])
def test_a_bad_text_is_told_with_its_place_and_the_old_file_stays(
    home: Path, capsys: Capture, text: str, to: str
) -> None:
    (home / "old").write_text("as it was")
    (home / "data/my-game/rulebook.md").write_text(text)
    said = call(capsys, "rules", "my-game", "--to", to, "-o", "old")
    place, hint = BAD[text]
    assert said.code == 1 and said.out == ""
    assert f"data/my-game/rulebook.md:{place}" in said.err and hint in said.err, said.err
    assert (home / "old").read_text() == "as it was" and sorted(p.name for p in home.iterdir()) == [
        "data",
        "old",
        "pnp.yaml",
    ]


def refused(said: Said, code: int, *words: str) -> None:
    assert said.code == code and said.out == "", said
    assert all(word in said.err for word in words), said.err


def test_a_game_without_a_text_is_told_what_to_add(home: Path, capsys: Capture) -> None:
    (home / "data/my-game/game.yaml").write_text(GAME.partition("  aid:")[0])
    refused(
        call(capsys, "rules", "my-game"),
        1,
        "data/my-game/game.yaml",
        "P622",
        "rulebook: {kind: rulebook, text: rulebook.md, page: a5}",
    )
    refused(
        call(capsys, "reference", "my-game"),
        1,
        "P622",
        "reference: {kind: reference, text: reference.md, size: poker}",
    )
    refused(
        call(capsys, "reference", "my-game", "--to", "png"),
        1,
        "P622",
        "reference: {kind: reference, text: reference.md, size: poker}",
    )


def test_several_rulebooks_need_a_name(home: Path, capsys: Capture) -> None:
    (home / "data/my-game/game.yaml").write_text(
        f"{GAME}  solo: {{kind: rulebook, text: solo.md}}\n"
    )
    (home / "data/my-game/solo.md").write_text("# Alone\n")
    refused(call(capsys, "rules", "my-game"), 1, "P606", "--only rulebook or --only solo")
    refused(call(capsys, "rules", "my-game", "--only", "slo"), 1, "P601", 'did you mean "solo"?')
    assert "Alone" in good(capsys, "rules", "my-game", "--only", "solo", "--to", "txt", "-o", "-")


def test_several_texts_have_files_of_their_own(home: Path, capsys: Capture) -> None:
    """The second rulebook was written over the first without a word."""
    more = "  solo: {kind: rulebook, text: solo.md}\n  second: {kind: reference, text: second.md}\n"
    (home / "data/my-game/game.yaml").write_text(GAME + more)
    (home / "data/my-game/solo.md").write_text("# Alone\n")
    (home / "data/my-game/second.md").write_text("# Second\n")
    for name in ("rulebook", "solo"):
        assert good(capsys, "rules", "my-game", "--only", name).startswith(
            f"output/my-game/rules/{name}.pdf  "
        )
        assert call(capsys, "rules", "my-game", "--only", name, "--to", "booklet").out.startswith(
            f"output/my-game/rules-booklet/{name}.pdf  "
        )
    for name in ("aid", "second"):
        assert (
            good(capsys, "reference", "my-game", "--only", name, "--to", "md")
            == f"output/my-game/player-aids/{name}.md  CommonMark\n"
        )
        assert good(
            capsys, "reference", "my-game", "--only", name, "--to", "png", "--dpi", "36"
        ).startswith(f"output/my-game/player-aids/{name}  ")
    made = json.loads(
        good(capsys, "rules", "my-game", "--only", "solo", "--to", "txt", "--json", "--untrusted")
    )["made"]
    assert [row["file"] for row in made] == [str(home / "output/my-game/rules/solo.txt")]
    assert good(
        capsys, "rules", "my-game", "--only", "solo", "--to", "txt", "-o", "mine.txt"
    ).startswith("mine.txt  ")


def test_one_rulebook_of_two_that_is_asked_for_stays_where_it_was(
    home: Path, capsys: Capture
) -> None:
    assert (
        good(capsys, "rules", "my-game", "--only", "rulebook", "--to", "txt")
        == "output/my-game/rules.txt  78 columns\n"
    )


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (
            ["rules", "--to", "html", "--ink", "grey"],
            "--to html has no ink; it is for --to pdf and --to booklet",
        ),
        (["rules", "--to", "md", "--ink", "full"], "--to md has no ink"),
        (
            ["rules", "--to", "txt", "--paper", "a4"],
            "--to txt has no paper; it is for --to pdf and --to booklet",
        ),
        (
            ["reference", "--to", "html", "--ink", "low"],
            "--to html has no ink; it is for --to pdf and --to png",
        ),
        (["reference", "--to", "pdf", "--dpi", "72"], "--to pdf has no dpi; it is for --to png"),
    ],
)
def test_an_option_that_a_form_has_no_use_for(
    home: Path, capsys: Capture, args: list[str], told: str
) -> None:
    refused(call(capsys, args[0], "my-game", *args[1:]), 2, told)
    assert not (home / "output").exists()


def test_defaults_of_the_environment_are_for_the_forms_that_use_them(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"INK": "grey", "PAPER": "letter", "DPI": "36"}.items():
        monkeypatch.setenv(f"PNP_{name}", value)
    for args in (
        ["rules", "--to", "html"],
        ["reference", "--to", "txt"],
        ["reference", "--to", "png"],
    ):
        good(capsys, args[0], "my-game", *args[1:])
    said = call(capsys, "reference", "my-game")
    assert (said.code, said.err) == (
        0,
        "  note: bleed runs 0.3 mm into the printer margin; the cut size stays inside it\n",
    )


@pytest.mark.parametrize("written", ["", "ink: grey\n"])
def test_pictures_of_player_aids_in_less_ink(home: Path, capsys: Capture, written: str) -> None:
    """They stayed coloured, whatever was asked for."""
    (home / "data/my-game/reference.md").write_text("# Ships\n\n![](card:ships/brig)\n")
    (home / "pnp.yaml").write_text(written)
    colours = {}
    for args in ([], ["--ink", "full"], ["--ink", "grey"]):
        good(capsys, "reference", "my-game", "--to", "png", "--dpi", "72", "-o", "made", *args)
        samples = (
            PIL.Image.open(BytesIO((home / "made/aid/001_aid_front.png").read_bytes()))
            .convert("RGB")
            .tobytes()
        )
        colours["".join(args)] = max(
            max(samples[at : at + 3]) - min(samples[at : at + 3])
            for at in range(0, len(samples), 3)
        )
    assert colours["--inkgrey"] <= 3 < colours["--inkfull"]
    assert colours[""] == colours["--inkgrey" if written else "--inkfull"]


def test_player_aids_on_more_than_two_sides_are_pictures_as_well(
    home: Path, capsys: Capture
) -> None:
    """They vanished, and the command ended 0 without a word."""
    (home / "data/my-game/reference.md").write_text(f"{AID}\n---\n\n# Third\n\nMore.\n")
    assert (
        good(capsys, "reference", "my-game", "--to", "png", "--dpi", "36")
        == "output/my-game/player-aids/aid  3 files, 36 dpi\n"
    )
    made = sorted(path.name for path in (home / "output/my-game/player-aids/aid").glob("*.png"))
    assert made == ["001_aid-1_back.png", "001_aid-1_front.png", "002_aid-2_front.png"]


def test_player_aids_with_a_side_too_few_lie_on_the_sheets_of_the_others(
    home: Path, capsys: Capture
) -> None:
    """The card without a back had sheets of its own: two pages were called 1r, two said "sheet 1
    of 1".
    """
    (home / "data/my-game/reference.md").write_text(f"{AID}\n---\n\n# Third\n\nMore.\n")
    (home / "data/my-game/game.yaml").write_text(
        GAME.replace("size: poker", "size: 95x130, copies: 3")
    )
    assert call(capsys, "reference", "my-game", "-o", "aid.pdf").out == "aid.pdf  2 sheets\n"
    with pikepdf.open("aid.pdf") as pdf:
        assert [page.label for page in pdf.pages] == ["1r", "1v", "2r", "2v"]
    document = pdfium.PdfDocument(home / "aid.pdf")
    words = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    assert [re.findall(r"sheet \d of \d", page) for page in words[::2]] == [
        ["sheet 1 of 2"],
        ["sheet 2 of 2"],
    ]
    assert [sum(word in page for page in words) for word in ("Sail", "Two a ship", "More")] == [
        1,
        1,
        1,
    ]


def test_a_build_of_player_aids_by_the_name_of_the_component_prints_all_that_it_fills(
    home: Path, capsys: Capture
) -> None:
    """They were said to have no copies; export and show take the name so, too."""
    (home / "data/my-game/reference.md").write_text(f"{AID}\n---\n\n# Third\n\nMore.\n")
    for name in ("aid", "aid/aid"):
        said = call(capsys, "build", "my-game", "--cards", name, "-n")
        assert said.code == 0 and "8 of 9 other pieces on paper" in said.err
    refused(
        call(capsys, "build", "my-game", "--cards", "aid-3"),
        1,
        '"my-game" has no card "aid-3"',
        '"aid-2"',
    )
    assert call(capsys, "build", "my-game", "--cards", "aid-2").code == 0
    (home / "data/my-game/reference.md").write_text(AID)
    assert call(capsys, "build", "my-game", "--cards", "aid").code == 0


def test_pages_that_no_half_sheet_can_hold(home: Path, capsys: Capture) -> None:
    (home / "data/my-game/game.yaml").write_text(GAME.replace("a6", "a4"))
    refused(
        call(capsys, "rules", "my-game", "--to", "booklet"),
        1,
        "game.yaml:7",
        "P602",
        "does not fit",
        "a3",
    )
    refused(call(capsys, "rules", "my-game", "--paper", "a5"), 1, "P602")
    assert call(capsys, "rules", "my-game", "--to", "booklet", "--paper", "a3").code == 0


def test_a_page_too_large_for_a_phone(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulesheets, "MAX_PAGE", 10_000)
    refused(call(capsys, "rules", "my-game", "--to", "html"), 1, "game.yaml:7:", "P621", "MB")
    assert not (home / "output").exists()


def test_a_broken_promise_stops_it(home: Path, capsys: Capture) -> None:
    (home / "data/my-game/game.yaml").write_text(f"{GAME}sources: {{r: Rules}}\n")
    promise = "- {id: A1, says: 9 ships, kind: count, of: ships, is: 9, basis: stated, where: r/Contents}\n"
    (home / "data/my-game/rules.yaml").write_text(promise)
    refused(call(capsys, "rules", "my-game", "--to", "txt", "-o", "-"), 1, "P501")


def test_wrong_usage(home: Path, capsys: Capture) -> None:
    refused(call(capsys, "rules", "my-game", "-o", "-"), 2, "a pdf is no text")
    refused(call(capsys, "reference", "my-game", "--to", "png", "-o", "-"), 2, "no text")
    refused(call(capsys, "reference", "my-game", "--to", "png", "--paper", "a4"), 2, "no paper")
    refused(
        call(capsys, "rules", "my-game", "--to", "md", "-o", "-", "--json"), 2, "standard output"
    )
    refused(call(capsys, "rules", "my-game", "--to", "doc"), 2, "doc")
    refused(call(capsys, "rules", "nogame"), 3, "P130")


def test_what_cannot_be_written(home: Path, capsys: Capture) -> None:
    refused(call(capsys, "rules", "my-game", "--to", "md", "-o", "data/my-game"), 5, "data/my-game")
    refused(
        call(capsys, "rules", "my-game", "--to", "md", "-o", "data/my-game/rulebook.md"), 5, "P712"
    )
    assert (home / "data/my-game/rulebook.md").read_text() == RULES


def test_a_stranger_s_rulebook_is_set_in_a_process_of_its_own(home: Path, capsys: Capture) -> None:
    good(capsys, "rules", "my-game", "--to", "html", "-o", "mine.html", "--trusted")
    good(capsys, "rules", "my-game", "--to", "html", "-o", "theirs.html", "--untrusted")
    assert (home / "mine.html").read_bytes() == (home / "theirs.html").read_bytes()


def test_less_ink(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The cover of a booklet in grey has no colour left, and the file is another one."""
    monkeypatch.chdir(tmp_path)
    for ink in ("full", "grey"):
        assert (
            call(
                capsys, "rules", "organ-match", "--to", "booklet", "--ink", ink, "-o", f"{ink}.pdf"
            ).code
            == 0
        )
    colours = {}
    for ink in ("full", "grey"):
        document = pdfium.PdfDocument(tmp_path / f"{ink}.pdf")
        image = document[0].render(scale=0.5).to_pil().convert("RGB")
        document.close()
        colours[ink] = max(max(colour) - min(colour) for _, colour in image.getcolors(1 << 24))
    assert colours["grey"] <= 3 < colours["full"]


@pytest.mark.parametrize(
    ("to", "name"), [("pdf", "a.txt"), ("html", "a.PDF"), ("booklet", "a.md"), ("txt", "a.html")]
)
def test_a_file_is_not_named_as_another_kind(
    home: Path, capsys: Capture, to: str, name: str
) -> None:
    refused(call(capsys, "rules", "my-game", "--to", to, "-o", f"new/{name}"), 2, "ends as .")
    assert not (home / "new").exists()
    if to != "booklet":
        good(capsys, "rules", "my-game", "--to", name.partition(".")[2].lower(), "-o", name)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["rules", "-o", "x.png"], "x.png ends as .png files do; name it otherwise"),
        (
            ["rules", "--to", "booklet", "-o", "x.svg"],
            "x.svg ends as .svg files do; name it otherwise",
        ),
        (
            ["reference", "-o", "aid.png"],
            "aid.png ends as .png files do; give --to png, or name it otherwise",
        ),
        (
            ["reference", "--to", "png", "-o", "aids.pdf"],
            "aids.pdf ends as .pdf files do; give --to pdf, or name it otherwise",
        ),
        (
            ["reference", "--to", "png", "-o", "aids.png"],
            "aids.png ends as .png files do; pictures go into a folder, name it otherwise",
        ),
    ],
)
def test_pictures_and_files_are_not_named_as_each_other(
    home: Path, capsys: Capture, args: list[str], told: str
) -> None:
    """A PDF was written as aid.png, and a folder of pictures as aids.pdf."""
    refused(call(capsys, args[0], "my-game", *args[1:]), 2, told)
    assert sorted(path.name for path in home.iterdir()) == ["data", "pnp.yaml"]
