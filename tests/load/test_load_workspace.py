"""The workspace: found upwards, its games and folders before the shipped ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pnp.diagnostics import Problems, Span
from pnp.load.workspace import (
    Workspace,
    disk_for,
    find,
    find_game,
    games,
    overlooked,
    shipped_folder,
    unmarked,
)

links = pytest.mark.skipif(os.name == "nt", reason="needs symbolic links")


def made(home: Path, *names: str) -> Path:
    for name in names:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(home.name)
    return home


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    return made(
        tmp_path / "shipped",
        "data/one/game.yaml",
        "data/two/game.yaml",
        "templates/a.xml",
        "templates/b.xml",
        "fonts/f.ttf",
    )


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    games = ("data/two/game.yaml", "data/three/game.yaml", "data/.x/game.yaml")
    home = made(tmp_path / "mine", *games, "data/notes/todo.md", "templates/a.xml")
    (home / "pnp.yaml").write_text("paper: letter\n")
    return home


def test_shipped_folder_holds_templates() -> None:
    assert (shipped_folder() / "templates").is_dir()


def test_find_looks_upwards(mine: Path, shipped: Path) -> None:
    workspace = find(mine / "data" / "three", shipped)
    assert (workspace.home, workspace.shipped, workspace.defaults) == (
        mine,
        shipped,
        {"paper": "letter"},
    )
    assert workspace.defaults.key("paper").line == 1


def test_games_are_the_shipped_ones_without_a_workspace(tmp_path: Path, shipped: Path) -> None:
    workspace = find(tmp_path, shipped)
    assert workspace == Workspace(None, shipped, workspace.defaults)
    assert workspace.defaults == {}
    assert games(workspace) == {"one": shipped / "data/one", "two": shipped / "data/two"}
    assert disk_for(workspace, shipped / "data/one").read("templates/a.xml") == b"shipped"


def test_find_takes_an_empty_pnp_yaml(mine: Path, shipped: Path) -> None:
    (mine / "pnp.yaml").write_text("# nothing yet\n")
    assert find(mine, shipped).defaults == {}
    (mine / "data").rename(mine / "old")
    assert list(games(find(mine, shipped))) == ["one", "two"]


@pytest.mark.parametrize(
    ("text", "code"), [("- a\n", "P203"), ("a: b: c\n", "P101"), ("a: b\na: c\n", "P102")]
)
def test_find_refuses_a_broken_pnp_yaml(
    mine: Path, shipped: Path, text: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(mine)
    (mine / "pnp.yaml").write_text(text)
    with pytest.raises(Problems) as caught:
        find(mine, shipped)
    (found,) = caught.value.diagnostics
    assert (found.code, (found.span or Span("")).file) == (code, "pnp.yaml")


def test_own_games_come_first(mine: Path, shipped: Path) -> None:
    workspace = find(mine, shipped)
    assert games(workspace) == {"three": mine / "data/three", "two": mine / "data/two"}
    assert find_game(workspace, "two") == mine / "data/two"
    assert find_game(workspace, "one") == shipped / "data/one"
    assert find_game(workspace, "four") is None
    assert find_game(workspace, "../mine/data/two") is None
    assert find_game(workspace, ".x") is None


def test_own_folders_win_over_shipped_ones(mine: Path, shipped: Path) -> None:
    workspace = find(mine, shipped)
    disk = disk_for(workspace, mine / "data/two")
    read = {
        path: disk.read(path)
        for path in ("data/two/game.yaml", "templates/a.xml", "templates/b.xml", "fonts/f.ttf")
    }
    assert list(read.values()) == [b"mine", b"mine", b"shipped", b"shipped"]
    assert disk_for(workspace, shipped / "data/one").read("data/one/game.yaml") == b"shipped"
    with pytest.raises(Problems, match="P810"):
        disk.read("data/three/game.yaml")


@links
def test_disk_of_the_repository_has_each_folder_once(mine: Path, tmp_path: Path) -> None:
    (tmp_path / "same").symlink_to(mine)
    for shipped in (mine, tmp_path / "same"):
        disk = disk_for(find(mine, shipped), mine / "data/two")
        assert [(root.prefix, root.folder) for root in disk._roots] == [
            ("data/two", mine / "data/two"),
            ("templates", mine / "templates"),
            ("fonts", mine / "fonts"),
        ]


@links
@pytest.mark.parametrize("name", ["templates", "data/evil", "fonts"])
def test_disk_refuses_a_folder_that_is_a_link_out(
    mine: Path, shipped: Path, tmp_path: Path, name: str
) -> None:
    made(tmp_path / "secret", "game.yaml")
    if (mine / name).exists():
        (mine / name).rename(mine / "old")
    (mine / name).symlink_to(tmp_path / "secret")
    game = mine / name if name.startswith("data") else mine / "data/two"
    with pytest.raises(Problems, match="P811"):
        disk_for(find(mine, shipped), game)


def test_games_are_no_shipped_ones_where_data_has_none(mine: Path, shipped: Path) -> None:
    for name in ("two", "three"):
        (mine / "data" / name / "game.yaml").rename(mine / "data" / name / "game.yml")
    assert games(find(mine, shipped)) == {}


def test_games_report_a_data_folder_without_permission(
    mine: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: str | Path) -> list[str]:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "listdir", refused)
    for look in (games, lambda workspace: find_game(workspace, "two")):
        with pytest.raises(Problems, match=r"P131 .*data cannot be read: Permission denied"):
            look(find(mine, shipped))


def test_games_keep_one_without_permission(
    mine: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, asked = os.lstat, mine / "data" / "notes"

    def refused(path: str | Path) -> os.stat_result:
        if Path(path).parent == asked:
            raise PermissionError(13, "Permission denied", str(path))
        return known(path)

    monkeypatch.setattr(os, "lstat", refused)
    assert list(games(find(mine, shipped))) == ["notes", "three", "two"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_overlooked_folders_look_like_games(mine: Path) -> None:
    names = "lost/game.yml far/game.yaml.txt gone/rules.yaml lost./game.yaml"
    others = "art/lantern.png readme.yaml .git/game.yml four/game.yaml"
    made(mine, *(f"data/{name}" for name in f"{names} {others}".split()))
    assert [(d.code, d.is_error, d.message) for d in overlooked(mine)] == [
        ("P130", False, f"data/{told}")
        for told in (
            'far is no game: it holds no game.yaml, but "game.yaml.txt"',
            "gone is no game: it holds YAML files, but no game.yaml",
            'lost is no game: it holds no game.yaml, but "game.yml"',
            'lost. is not taken for a game: "lost.": "lost." cannot be a file name on Windows',
        )
    ]


def test_unmarked_is_the_folder_around_games(mine: Path, tmp_path: Path) -> None:
    inside = mine / "data" / "two"
    assert (unmarked(mine), unmarked(inside), unmarked(mine / "data")) == (mine, mine, mine)
    assert unmarked(tmp_path) is None and unmarked(mine / "templates") is None
    assert unmarked(made(tmp_path / "other", "data/steam/game.json")) is None


@links
def test_disk_passes_links_in_a_circle(mine: Path, shipped: Path) -> None:
    (mine / "fonts").symlink_to("fonts")
    disk = disk_for(find(mine, shipped), mine / "data/two")
    assert not disk.exists("fonts/g.ttf")
    assert disk.read("fonts/f.ttf") == b"shipped"
