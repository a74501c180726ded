"""A build that would change nothing is answered from file times alone; anything that matters undoes the answer."""

import json
import shutil
from pathlib import Path

import pytest

from pnp.cli import main
from pnp.unchanged import NOTE, answered, remember

ROOT = Path(__file__).parent.parent
ARGS = ("build", "organ-match")


@pytest.fixture
def built(tmp_path, monkeypatch, capsys):
    """A workspace with one game, built once."""
    for part in ("data/organ-match", "templates/organ-match"):
        shutil.copytree(ROOT / part, tmp_path / part)
    (tmp_path / "pnp.yaml").write_text("paper: a4\n")
    monkeypatch.chdir(tmp_path)
    for name in ("PNP_PAPER", "PNP_OUTPUT"):
        monkeypatch.delenv(name, raising=False)
    assert main(args=list(ARGS), obj=ARGS, standalone_mode=False) == 0
    capsys.readouterr()
    return tmp_path


def _later(path: Path, text: str | None = None) -> None:
    """Change a file, surely at another time."""
    content = path.read_text() if path.exists() else ""
    path.write_text(content if text is None else text)
    time = path.stat().st_mtime_ns + 1_000_000_000
    import os

    os.utime(path, ns=(time, time))


def test_nothing_changed_is_said_again_with_its_findings(built, capsys):
    assert answered(ARGS)
    said = capsys.readouterr()
    assert "cards.pdf  19 sheets, 160 cards, unchanged" in said.out
    assert "160 of 160 cards and " in said.err


@pytest.mark.parametrize(
    "change",
    [
        lambda home: _later(home / "data/organ-match/cards/patients.csv"),
        lambda home: _later(home / "data/organ-match/rules.yaml"),
        lambda home: _later(home / "templates/organ-match/people.xml"),
        lambda home: _later(home / "pnp.yaml", "paper: letter\n"),
        lambda home: (home / "output/organ-match/cards.pdf").unlink(),
        lambda home: _later(home / "output/organ-match/manifest.json"),
        lambda home: (home / "data/organ-match/words.yaml").write_text("hello: you\n"),
        lambda home: (home / "templates/base").mkdir(),
        lambda home: (home / "fonts").mkdir(),
        lambda home: (home / "output" / NOTE).write_text("{"),
        lambda home: (home / "output" / NOTE).write_text(json.dumps({"calls": []})),
        lambda home: (home / "output" / NOTE).unlink(),
    ],
    ids="cards rules template defaults no-pdf manifest new-file shadowing-templates shadowing-fonts broken-note wrong-note no-note".split(),
)
def test_whatever_matters_undoes_the_answer(built, change):
    assert answered(ARGS)
    change(built)
    assert not answered(ARGS)


def test_what_changes_in_hidden_folders_does_not_matter(built):
    hidden = [built / "data/organ-match" / name for name in (".git", "__pycache__")]
    for folder in hidden:
        folder.mkdir()
    assert main(args=list(ARGS), obj=ARGS, standalone_mode=False) == 0
    for folder in hidden:
        (folder / "index").write_text("")
    assert answered(ARGS)


def test_the_last_sixteen_calls_are_remembered(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    calls = [("build", f"game-{n}", "--output=.") for n in range(18)]
    for call in calls:
        remember(call, (), (), "", "")
    assert [answered(call) for call in calls] == [False] * 2 + [True] * 16


def test_another_call_another_folder_or_another_variable_is_another_build(built, monkeypatch):
    assert not answered((*ARGS, "--paper", "letter"))
    assert not answered(("check", "organ-match"))
    assert not answered((*ARGS, "--json"))
    monkeypatch.setenv("PNP_PAPER", "letter")
    assert not answered(ARGS)
    monkeypatch.delenv("PNP_PAPER")
    assert answered(ARGS)
    monkeypatch.chdir(built / "data")
    assert not answered(ARGS)


def _made(*args: str) -> None:
    assert main(args=list(args), obj=args, standalone_mode=False) == 0
    assert answered(args)


def test_a_pnp_yaml_that_comes_undoes_the_answer(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call = ("build", "organ-trail", "--only", "reference", "-o", "out")
    _made(*call)
    (tmp_path / "pnp.yaml").write_text("paper: letter\n")
    assert not answered(call)


def test_a_nearer_pnp_yaml_undoes_the_answer(built, monkeypatch):
    inner = built / "notes"
    inner.mkdir()
    monkeypatch.chdir(inner)
    call = (*ARGS, "-o", "out")
    _made(*call)
    (inner / "pnp.yaml").write_text("paper: letter\n")
    assert not answered(call)


def test_games_that_come_without_a_pnp_yaml_undo_the_answer(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data" / "mine").mkdir(parents=True)
    call = ("build", "organ-trail", "--only", "reference", "-o", "out")
    _made(*call)
    (tmp_path / "data" / "mine" / "game.yaml").write_text("title: Mine\n")
    assert not answered(call)


def test_games_that_come_beside_this_folder_undo_the_answer(tmp_path, monkeypatch):
    (tmp_path / "data" / "mine").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "data" / "mine")
    call = ("build", "organ-trail", "--only", "reference", "-o", "out")
    _made(*call)
    (tmp_path / "data" / "other").mkdir()
    (tmp_path / "data" / "other" / "game.yaml").write_text("title: Other\n")
    assert not answered(call)


def test_a_build_that_watches_leaves_no_answer(built, monkeypatch):
    monkeypatch.setenv("PNP_WATCH", "1")
    monkeypatch.setattr("pnp.cli.watching.keep_building", lambda *_: 0)
    assert main(args=list(ARGS), obj=ARGS, standalone_mode=False) == 0
    assert not answered(ARGS)


def test_a_failed_build_leaves_no_answer(built):
    _later(built / "data/organ-match/cards/patients.csv", "waitlist,name\n1,A\n")
    assert main(args=list(ARGS), obj=ARGS, standalone_mode=False) == 1
    assert not answered(ARGS)
