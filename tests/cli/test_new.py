from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import starter
from pnp.diagnostics import refusal
from pnp.load.workspace import find, is_strange, shipped_folder
from pnp.model.contract import CONFIRMED
from pnp.starter import name_fault, proposed_name

from .run import call

SHIPPED = shipped_folder()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def folders(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_dir()
    )


def rest(data: bytes) -> bytes:
    """A file without the line for editors."""
    return data.partition(b"\n")[2] if data.startswith(b"# yaml-language-server:") else data


def test_new_is_three_files_in_a_workspace(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "new", "night-market")
    rows = {
        line.split("  ")[0]: int(line.split("  ")[1].split()[0]) for line in said.out.splitlines()
    }
    made = [sum(name == row or name.startswith(f"{row}/") for name in tree(home)) for row in rows]
    assert (said.code, [*rows], [*rows.values()], sum(made)) == (
        0,
        ["pnp.yaml", ".gitignore", "data/night-market", ".pnp/schema"],
        made,
        len(tree(home)),
    )
    assert [name for name in tree(home) if not name.startswith(".pnp/")] == [
        ".gitignore",
        "data/night-market/cards/cards.yaml",
        "data/night-market/game.yaml",
        "data/night-market/rules.yaml",
        "pnp.yaml",
    ]
    assert b"\ntitle: Night Market\n" in (home / "data/night-market/game.yaml").read_bytes()


def test_new_trusts_the_workspace_that_it_makes(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not one that was there, with the games of whoever made it."""
    (home / "theirs").mkdir()
    (home / "theirs/pnp.yaml").touch()
    for folder, strange in (("mine", False), ("theirs", True)):
        (home / folder).mkdir(exist_ok=True)
        os.chdir(home / folder)
        call(capsys, "new", "toy")
        assert is_strange(find(Path.cwd()), Path.cwd() / "data/toy") is strange


def test_new_promises_watch(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call(capsys, "new", "night-market")
    cards = home / "data/night-market/cards/cards.yaml"
    cards.write_text(
        cards.read_text()
        .replace("title: Campfire", "title: Lantern")
        .replace("{count: 3}", "{count: 4}")
    )
    said = call(capsys, "check", "night-market")
    assert said.code == 1
    assert set(re.findall(r"error (P\d+)", said.out + said.err)) == {"P501", "P503"}


def test_new_says_three_commands_that_work(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "new", "night-market")
    commands = [shlex.split(line) for line in said.err.splitlines() if line.startswith("  pnp ")]
    assert commands == [
        ["pnp", "check", "night-market"],
        ["pnp", "build", "night-market"],
        ["pnp", "show", "night-market", "lantern", "--png", "card.png"],
    ]
    checked, built, shown = [call(capsys, *command[1:]) for command in commands]
    assert (checked.code, built.code, shown.code) == (0, 0, 0)
    assert "9 of 9 cards on paper, 2 promises kept" in built.err
    assert call(capsys, "check", "--strict", "night-market").code == 0


@pytest.mark.parametrize("source", [None, "organ-match"])
def test_new_writes_every_schema_that_a_file_names(
    source: str | None, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call(capsys, "new", "try", *(["--from", source] if source else []))
    led = 0
    for path in home.rglob("*.yaml"):
        if path.name == CONFIRMED or path.parent.name == "lang":  # no schema of their own
            continue
        match = re.match(
            r"# yaml-language-server: \$schema=(\S+)\n", path.read_text(encoding="utf-8")
        )
        assert match, path
        assert (path.parent / match[1]).resolve().is_file()
        assert (path.parent / match[1]).resolve().is_relative_to(home / ".pnp" / "schema")
        led += 1
    assert led >= 4


@pytest.mark.parametrize("kinds", ["rulebook deck", "rulebook"])
def test_new_proposes_a_card_that_can_be_shown(
    kinds: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It proposed the book, of which show made no picture; a card comes before many pages."""
    assert call(capsys, "new", "mine").code == 0
    path = home / "data/mine/game.yaml"
    head, _, deck = path.read_text(encoding="utf-8").partition("components:\n")
    book = "  rulebook: {kind: rulebook, text: rulebook.md, page: a6}\n"
    path.write_text(f"{head}components:\n{book}{deck if 'deck' in kinds else ''}", encoding="utf-8")
    (home / "data/mine/rulebook.md").write_text("# One\n\n[[page]]\n\n# Two\n")
    if "deck" not in kinds:
        (home / "data/mine/rules.yaml").unlink()
    said = call(capsys, "new", "copy", "--from", "mine")
    advice = next(
        line.split()[1:] for line in said.err.splitlines() if line.strip().startswith("pnp show")
    )
    assert advice[2] == ("cards/lantern" if "deck" in kinds else "rulebook")
    said = call(capsys, *advice)
    assert said.code == 0 and list(home.glob("card*.png")), said


def test_copy_is_the_game_and_its_templates(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "new", "my-organs", "--from", "organ-match")
    assert said.code == 0
    for kind in ("data", "templates"):
        original, copy = tree(SHIPPED / kind / "organ-match"), tree(home / kind / "my-organs")
        assert {name: rest(data) for name, data in copy.items()} == {
            name: rest(data) for name, data in original.items()
        }
        assert f"{kind}/my-organs  {len(copy)} files" in said.out.splitlines()


def test_copy_has_the_findings_of_the_original_and_prints_alike(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call(capsys, "new", "my-organs", "--from", "organ-match")
    codes = []
    for name in ("organ-match", "my-organs"):
        said = call(capsys, "check", name, "--format", "concise")
        assert said.code == 0
        codes.append(re.findall(r"(?:error|warning) (P\d+ .*)", said.out))
    assert codes[0] == codes[1]
    lists = [call(capsys, "list", name).out for name in ("organ-match", "my-organs")]
    assert lists[0].replace("organ-match", "").split() == lists[1].replace("my-organs", "").split()


def test_copy_of_a_game_of_ones_own(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call(capsys, "new", "one")
    own = home / "templates" / "one"
    own.mkdir(parents=True)
    (own / "mine.xml").write_text("<face/>")
    (home / "data/one/words.yaml").write_text("\ufeffhello: Hello\n", encoding="utf-8")
    said = call(capsys, "new", "two", "--from", "one")
    assert said.code == 0
    assert (home / "templates/two/mine.xml").read_text() == "<face/>"
    head = "# yaml-language-server: $schema=../../.pnp/schema/words.json\n"
    assert (home / "data/two/words.yaml").read_text(
        encoding="utf-8"
    ) == f"\ufeff{head}hello: Hello\n"
    lines = (home / "data/two/cards/cards.yaml").read_text().splitlines()
    assert lines[0] == "# yaml-language-server: $schema=../../../.pnp/schema/two/cards.json"
    assert not lines[1].startswith("# yaml-language-server")


def test_workspace_that_is_there_is_kept(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "pnp.yaml").write_text("paper: letter\n")
    inside = home / "notes" / "deep"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    assert call(capsys, "new", "one").code == 0
    assert (home / "pnp.yaml").read_text() == "paper: letter\n"
    assert (home / "data" / "one" / "game.yaml").is_file()
    assert tree(inside) == {}


@pytest.mark.parametrize("name", ["one", "organ-match"])
def test_game_that_exists_is_refused(
    name: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call(capsys, "new", "one")
    before = tree(home)
    said = call(capsys, "new", name)
    assert (said.code, said.out) == (5, "")
    assert f'P711 there is a game "{name}" already; nothing was changed' in said.err
    assert f"hint: choose another name, such as: pnp new my-{name} --from {name}" in said.err
    assert tree(home) == before


@pytest.mark.parametrize("kind", ["data", "templates"])
def test_folder_of_that_name_is_refused(
    kind: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / kind / "one").mkdir(parents=True)
    (home / kind / "one" / "notes.txt").write_text("mine")
    said = call(capsys, "new", "one", "--from", "organ-match")
    assert (said.code, said.out) == (5, "")
    assert f"P711 {kind}/one is there already" in said.err
    assert tree(home) == {f"{kind}/one/notes.txt": b"mine"}
    assert folders(home) == [kind, f"{kind}/one"]


def test_unknown_source_is_answered_with_the_nearest(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = call(capsys, "new", "one", "--from", "organ-macth")
    assert (said.code, said.out) == (3, "")
    assert 'did you mean "organ-match"' in said.err
    assert tree(home) == {}


@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("Night Market", "night-market"),
        ("Träume!", "traume"),
        ("7 Wonders", "game-7-wonders"),
        ("night--market-", "night-market"),
        ("../x", "x"),
        ("con", "my-con"),
        ("base", "my-base"),
        ("n" * 41, "n" * 40),
        ("日本", ""),
        ("", ""),
    ],
)
def test_name_that_cannot_be_is_answered_with_one_that_can(
    name: str, better: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert proposed_name(name) == better
    said = call(capsys, "new", name)
    assert (said.code, said.out) == (2, "")
    assert (f'How about "{better}"?' in said.err) == bool(better)
    assert tree(home) == {}


@given(st.text(max_size=80))
def test_proposed_name_can_be_taken(name: str) -> None:
    better = proposed_name(name)
    assert better == "" or name_fault(better) == ""


@pytest.mark.parametrize("failing", [1, 2, 7, 12, 13])
@pytest.mark.parametrize("problem", [refusal("P701", "the disk is full"), KeyboardInterrupt()])
def test_new_leaves_nothing_behind_when_it_fails(
    failing: int,
    problem: BaseException,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (home / "mine.txt").write_text("mine")
    count, save = 0, starter.save

    def breaking(path: Path, data: bytes) -> None:
        nonlocal count
        count += 1
        if count == failing:
            raise problem
        save(path, data)

    monkeypatch.setattr(starter, "save", breaking)
    said = call(capsys, "new", "one", "--from", "organ-match")
    if count < failing:
        assert said.code == 0  # all its files were written before
        assert failing == 13
    else:
        assert said.code == (130 if isinstance(problem, KeyboardInterrupt) else 5)
        assert (tree(home), folders(home)) == ({"mine.txt": b"mine"}, [])


def test_file_in_the_way_of_the_folder(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "data").write_text("mine")
    said = call(capsys, "new", "one")
    assert said.code == 5
    assert "P703" in said.err
    assert "-o DIR" not in said.err
    assert tree(home) == {"data": b"mine"}


def test_from_has_a_name_in_the_environment(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_FROM", "organ-match")
    assert call(capsys, "new", "one").code == 0
    assert (home / "templates" / "one" / "patient.xml").is_file()
