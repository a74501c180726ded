"""Files of eight strangers, each as it came, go to paper with a game.yaml of a few lines."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import golden
import openpyxl
import pytest
from cli.run import call
from paper import marks
from printed import order, print_to, words_in

from pnp.build.conductor import make_kit
from pnp.diagnostics import Severity
from pnp.load.workspace import disk_for, find

STRANGERS = Path(__file__).parent / "strangers"

# The folder, how many cards and copies of them lie on paper, and a card with words of its file.
CASES = [
    ("squib-sheet", 491, 865, "006", "2 Rusty Eclipse Reveal 6 cards from the deck; the first"),
    ("yaml-by-suit", 34, 34, "JOA", "A Wild Card The Inspector arrives. Tidy up! Jokers belong"),
    ("map-of-maps", 54, 54, "hearts-6", "6 hearts A wedding is held under the old quince: yes,"),
    ("json-export", 30, 61, "bazaar-gate", "CWB Bazaar Gate Place"),
    (
        "excel-500",
        500,
        860,
        "3",
        "Royal Timber Load Contract, 4.99 € Deliver 3 times before Sunday.",
    ),
    ("png-folder", 11, 18, "raven-s-oath", ""),
    ("five-languages", 30, 54, "owl", "4 Owl Look at the top three cards of the deck."),
    ("semicolon-windows", 120, 195, "5", "The Baker of Süßenbach Fellow Traveller Sings all"),
]


def workspace(folder: Path, name: str) -> Path:
    """The folder of a stranger's game in a workspace of its own; his files are as he sent them."""
    game = folder / "data" / name
    shutil.copytree(STRANGERS / name, game)
    if (game / "templates").exists():
        (folder / "templates").mkdir()
        (game / "templates").rename(folder / "templates" / name)
    (folder / "pnp.yaml").write_text("# A workspace.\n", encoding="utf-8")
    return game


def test_a_case_for_every_stranger() -> None:
    assert sorted(case[0] for case in CASES) == sorted(one.name for one in STRANGERS.iterdir())


@pytest.mark.parametrize(("name", "cards", "copies", "card", "words"), CASES)
def test_a_file_goes_to_paper_as_it_came(
    name: str, cards: int, copies: int, card: str, words: str, tmp_path: Path
) -> None:
    game = workspace(tmp_path, name)
    kit = make_kit(disk_for(find(tmp_path), game), name)
    assert [one for one in kit.diagnostics if one.severity is Severity.ERROR] == []
    pdf = print_to(tmp_path, kit, order()) / "cards.pdf"
    fronts = [mark for mark in marks(pdf) if mark.side == "front"]
    assert (len({mark.card for mark in fronts}), len(fronts)) == (cards, copies)
    assert words_in(pdf, next(one for one in fronts if one.card == card)).startswith(words)


@pytest.mark.parametrize(
    ("language", "words"), [("de", "4 Eule Sieh dir"), ("hu", "4 Bagoly Nézd")]
)
def test_a_sheet_of_five_languages_is_printed_in_each(
    language: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    workspace(tmp_path, "five-languages")
    monkeypatch.chdir(tmp_path)
    assert call(capsys, "build", "five-languages", "--lang", language, "--draft").code == 0
    pdf = tmp_path / "output/five-languages" / language / "cards.pdf"
    owl = next(one for one in marks(pdf) if one.card == "owl")
    assert words_in(pdf, owl).startswith(words)


FILES = {
    case[0]: next(
        one
        for one in (STRANGERS / case[0]).iterdir()
        if one.name not in ("README.txt", "game.yaml", "templates")
    )
    for case in CASES
}


@pytest.mark.parametrize(("name", "cards", "copies"), [case[:3] for case in CASES])
def test_an_imported_file_builds_at_once(
    name: str,
    cards: int,
    copies: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    said = call(capsys, "import", str(FILES[name]), "--as", name)
    assert said.code == 0, said.err
    copy = tmp_path / "data" / name / FILES[name].name
    assert copy.is_dir() or copy.read_bytes() == FILES[name].read_bytes()
    assert call(capsys, "build", name).code == 0
    fronts = [m for m in marks(tmp_path / "output" / name / "cards.pdf") if m.side == "front"]
    assert (len({mark.card for mark in fronts}), len(fronts)) == (cards, copies)
    again = call(capsys, "import", str(FILES[name]), "--as", name)
    assert (again.code, "P711" in again.err) == (5, True)
    assert f"save a newer one over data/{name}/{'art' if copy.is_dir() else copy.name}, or" in (
        again.err
    )


def test_sheets_with_the_same_columns_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    book = openpyxl.Workbook()
    for name, title in (("Goods", "Salt"), ("Other", ""), ("Persons", "Anna")):
        sheet = book.create_sheet(name)
        sheet.append(["Title", "Cost"] if title else ["Tasks", "Done", "Who"])
        sheet.append([title or "Print", 1])
        sheet.append([f"{title}y", 2])
    book.remove(book.worksheets[0])
    book.save("my cards.xlsx")
    said = call(capsys, "import", "my cards.xlsx", "--as", "The Sound")
    line = 'cards: ["my cards.xlsx", "my cards.xlsx#Persons"]'
    assert f"for all sheets with these columns write {line}\n" in said.out
    assert "From now on edit data/the-sound/my cards.xlsx; a newer one is saved over" in said.err
    game = tmp_path / "data/the-sound/game.yaml"
    text = game.read_text(encoding="utf-8")
    assert "title: The Sound\n" in text
    game.write_text(re.sub("cards: .*xlsx.*", line, text), encoding="utf-8")
    assert "The Sound: 4 cards" in call(capsys, "list").out


def test_a_game_that_cannot_be_read_is_not_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tags.csv").write_text("Title\nSee <font>\nMoon light\n", encoding="utf-8")
    said = call(capsys, "import", "tags.csv")
    assert (said.code, [one.name for one in tmp_path.iterdir()]) == (1, ["tags.csv"])
    assert said.err.startswith("tags.csv:2:1: error P205 ")


def test_what_an_import_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def outcome(case: bytes) -> str:
        """What is said of a stranger's file, or of one with the lines below its name."""
        name, _, content = case.decode().partition("\n")
        file = STRANGERS / name
        if content:
            file = tmp_path / name
            file.write_text(content, encoding="utf-8")
        said = call(capsys, "import", str(file), "--as", f"game-{len(list(tmp_path.iterdir()))}")
        found = said.err.partition("Next:")[0].replace(str(tmp_path), "")
        shutil.rmtree(tmp_path / "data", ignore_errors=True)
        lines = (said.out + found).splitlines()
        return "\n".join(line for line in lines if not line.endswith(("  1 file", " files")))

    golden.check(Path(__file__).parent / "import_cases.txt", outcome)
