"""`pnp verify`: what the command adds to the proof of the paper."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from model.toy import written

from .pnp import pnp
from .run import call

Capture = pytest.CaptureFixture[str]
GAME = "title: Toy\nplayers: {min: 2, max: 4}\ncomponents:\n  ships: {kind: deck, template: base/classic, cards: [{id: brig, title: Brig, count: 3}]}\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace whose game has been built."""
    folder = tmp_path_factory.mktemp("built")
    written(folder, {"game.yaml": GAME})
    (folder / "data/toy").rename(folder / "data/my-game")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert pnp("build", "my-game").status == 0
    return folder


@pytest.fixture
def home(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it."""
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _stamped(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].contents_add(pdf.make_stream(b"q 1 0 0 rg 100 400 400 60 re f Q"))


def _clipped(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].contents_add(pdf.make_stream(b"0 0 1 1 re W n"), prepend=True)


def _scaled_by_the_viewer(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.ViewerPreferences["/PrintScaling"]


def changed(home: Path, how: Callable[[pikepdf.Pdf], None]) -> None:
    with pikepdf.open(home / "output/my-game/cards.pdf", allow_overwriting_input=True) as pdf:
        how(pdf)
        pdf.save()


@pytest.mark.parametrize("how", [_stamped, _clipped])
def test_a_file_that_shows_something_else_is_refused(
    home: Path, capsys: Capture, how: Callable[[pikepdf.Pdf], None]
) -> None:
    """A sign over the cards and a clip before them went by as a good print."""
    assert "P739" not in call(capsys, "verify", "my-game").err
    changed(home, how)
    said = call(capsys, "verify", "my-game", "--png", "differences")
    assert said.code == 1 and "cards.pdf:1:" in said.err
    assert "error P739" in said.err and "shows something else than the data say" in said.err
    assert next(path.suffix for path in (home / "differences").iterdir()) == ".png"


def test_a_file_of_other_bytes_that_shows_the_same_is_silent(home: Path, capsys: Capture) -> None:
    changed(home, _scaled_by_the_viewer)
    said = call(capsys, "verify", "my-game", "--strict")
    assert (said.code, said.err) == (0, "")


def test_what_else_is_wrong_says_it_already(home: Path, capsys: Capture) -> None:
    changed(home, lambda pdf: pdf.pages.append(pdf.pages[0]))
    said = call(capsys, "verify", "my-game")
    assert said.code == 1 and "P732" in said.err


def test_a_copy_elsewhere_tells_by_itself_how_it_was_printed(home: Path, capsys: Capture) -> None:
    other = home / "other"
    other.mkdir()
    assert call(capsys, "build", "my-game", "--paper", "letter", "-o", "letter").code == 0
    shutil.copy(home / "letter/my-game/cards.pdf", other)
    assert call(capsys, "verify", "my-game", "--pdf", "other/cards.pdf").err == ""
    changed(home, _stamped)
    shutil.copy(home / "output/my-game/cards.pdf", other)
    assert "P739" in call(capsys, "verify", "my-game", "--pdf", "other/cards.pdf").err


def test_a_print_that_is_older_than_the_data_is_refused(home: Path, capsys: Capture) -> None:
    game = home / "data/my-game/game.yaml"
    game.write_text(game.read_text().replace("title: Brig", "title: Bark"))
    said = call(capsys, "verify", "my-game")
    assert said.code == 1
    assert "error P740 1 card has changed since this was printed: ships/brig" in said.err


def test_files_of_two_builds_are_refused(home: Path, capsys: Capture) -> None:
    (home / "output/my-game/.cards.pdf.old.99.tmp").touch()
    said = call(capsys, "verify", "my-game")
    assert said.code != 0 and "error P741 a build was stopped while" in said.err
    assert call(capsys, "build", "my-game", "--paper", "letter").code == 0
    assert call(capsys, "verify", "my-game").code == 0


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("template: base/classic", "template: base/classic, size: 63x88", ""),
        ("template: base/classic", "template: base/classic, size: 70x120", "P733"),
    ],
)
def test_a_file_that_is_as_it_was_built_is_older_than_the_data(
    home: Path, capsys: Capture, before: str, after: str, code: str
) -> None:
    """The hint was to print at 100 %, into no other PDF."""
    game = home / "data/my-game/game.yaml"
    game.write_text(GAME.replace(before, after))
    said = call(capsys, "verify", "my-game").err
    assert said.count(f"error {code}") >= 1 if code else not said
    assert ("hint: the game has changed since the file was built: build it again" in said) is bool(
        code
    ), said


def test_a_file_that_was_printed_into_another_is_not_as_it_was_built(
    home: Path, capsys: Capture
) -> None:
    def shrunk(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].contents_add(pdf.make_stream(b"0.97 0 0 0.97 0 0 cm"), prepend=True)

    changed(home, shrunk)
    said = call(capsys, "verify", "my-game").err
    assert (
        "error P733" in said and "hint: print at 100 % (actual size) into no other PDF" in said
    ), said


def test_promises_of_ones_own_that_the_paper_breaks_are_told_of(
    home: Path, capsys: Capture
) -> None:
    """They were passed over, even by --strict, which build and check do not."""
    rules = "- {id: A9, says: ten ships, kind: count, of: ships, is: 10, basis: ours}\n"
    (home / "data/my-game/rules.yaml").write_text(rules)
    assert call(capsys, "build", "my-game").code == 0
    said = call(capsys, "verify", "my-game")
    assert (
        said.code == 0
        and 'warning P501 deck "ships" prints 3 cards, the rules promise 10 (A9, ours)' in said.err
    )
    assert call(capsys, "verify", "my-game", "--strict").code == 1
