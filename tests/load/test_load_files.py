"""The resolver: which file a name means, and everything that it refuses to open."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostic, Problems, Span
from pnp.diagnostics import text as shown
from pnp.load import files
from pnp.load.file_states import changed_at
from pnp.load.files import DEFAULT, Disk, Root, path_error
from tests.golden import check

CASES = Path(__file__).with_name("path_cases.txt")
AT = Span("game.yaml", 7, 9)
links = pytest.mark.skipif(os.name == "nt", reason="needs symbolic links")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name, text in {
        "g/game.yaml": "title: x",
        "g/cards/a.csv": "id",
        "g/cards/b.yaml": "[]",
        "g/cards/.hidden.csv": "",
        "own/base/face.xml": "own",
        "shipped/base/face.xml": "shipped",
        "shipped/base/back.xml": "back",
        "secret/key.csv": "secret",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def disk(home: Path) -> Disk:
    return Disk(
        (
            Root("data/g", home / "g"),
            Root("templates", home / "own"),
            Root("templates", home / "shipped"),
        )
    )


def the_problem(disk: Disk, path: str) -> Diagnostic:
    with pytest.raises(Problems) as caught:
        disk.read(path, AT)
    assert len(caught.value.diagnostics) == 1
    assert caught.value.diagnostics[0].span == AT
    return caught.value.diagnostics[0]


def test_read_takes_the_first_root_that_has_a_file(disk: Disk) -> None:
    assert disk.read("data/g/game.yaml") == b"title: x"
    assert disk.read("templates/base/face.xml") == b"own"
    assert disk.read("templates/base/back.xml") == b"back"


def test_exists_and_names_see_the_files_of_a_game(disk: Disk) -> None:
    assert disk.exists("data/g/cards/a.csv")
    assert not disk.exists("data/g/cards/c.csv")
    assert not disk.exists("data/g/../g/game.yaml")
    assert not disk.exists("elsewhere/x")
    assert not disk.exists("data/g/game.yaml/x")
    assert not disk.exists("data/g/" + "x" * 300)
    assert disk.names("data/g") == ["data/g/cards/a.csv", "data/g/cards/b.yaml", "data/g/game.yaml"]
    assert disk.names("data/g/cards", ".csv") == ["data/g/cards/a.csv"]
    assert disk.names("templates") == ["templates/base/back.xml", "templates/base/face.xml"]
    assert disk.names("data/g/none") == []
    with pytest.raises(Problems, match="P810"):
        disk.names("data/g/../..")


def test_shown_is_a_path_from_the_current_folder(
    disk: Disk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    assert disk.shown("data/g/game.yaml") == "g/game.yaml"
    assert disk.shown("templates/base/back.xml") == "shipped/base/back.xml"
    assert disk.shown("templates/none.xml") == "own/none.xml"
    assert disk.shown("../x") == "../x"
    assert disk.shown("elsewhere/x") == "elsewhere/x"
    monkeypatch.chdir(home / "own")
    assert disk.shown("data/g/game.yaml") == (home / "g/game.yaml").as_posix()


def test_read_paths_are_what_was_read(disk: Disk, home: Path) -> None:
    disk.read("templates/base/face.xml")
    disk.read("data/g/game.yaml")
    disk.read("data/g/game.yaml")
    disk.exists("data/g/cards/a.csv")
    state = (home / "own/base/face.xml").stat()
    real = os.path.realpath(home / "own/base/face.xml")
    assert disk.read_paths()[0] == ("templates/base/face.xml", real, 3, changed_at(state))
    assert [read.path for read in disk.read_paths()] == [
        "templates/base/face.xml",
        "data/g/game.yaml",
    ]


def test_read_paths_hold_both_states_of_a_file_saved_between(disk: Disk, home: Path) -> None:
    """What another process had read of it before was forgotten, and its print taken for what is
    there now.
    """
    disk.read("data/g/game.yaml")
    (before,) = disk.read_paths()
    (home / "g/game.yaml").write_text("title: other")
    disk.read("data/g/game.yaml")
    (_, after) = disk.read_paths()
    assert (before.path, before.size, after.path, after.size) == (
        "data/g/game.yaml",
        8,
        "data/g/game.yaml",
        12,
    )


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("data/g/gmae.yaml", 'did you mean "game.yaml"?'),
        ("data/g/crads/a.csv", 'did you mean "cards/a.csv"?'),
        ("data/g/cards/bb.yaml", 'did you mean "cards/b.yaml"?'),
        ("data/g/b.yaml", 'did you mean "cards/b.yaml"?'),
        ("data/g/data/g/cards/a.csv", "paths begin in data/g: write cards/a.csv"),
        ("data/g/cards/A.csv", 'it is spelt "cards/a.csv"'),
        ("templates/base/bakc.xml", 'did you mean "base/back.xml"'),
    ],
)
def test_missing_file_has_near_names(disk: Disk, path: str, hint: str) -> None:
    found = the_problem(disk, path)
    assert (found.code, "there is no file" in found.message) == ("P130", True)
    assert found.hint.startswith(hint)


def test_missing_file_is_the_place_where_none_is_given(disk: Disk) -> None:
    with pytest.raises(Problems) as caught:
        disk.read("data/g/gone.yaml")
    assert caught.value.diagnostics[0].span == Span(disk.shown("data/g/gone.yaml"))


def test_spelling_counts_where_the_disk_does_not_care(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    lstat, lexists, realpath = Path.lstat, os.path.lexists, os.path.realpath

    def lower(path: Path | str) -> Path:
        name = Path(path).name
        return Path(path).with_name(
            name.lower() if name.lower() in ("a.csv", "game.yaml") else name
        )

    monkeypatch.setattr(Path, "lstat", lambda path: lstat(lower(path)))
    monkeypatch.setattr(files.os.path, "lexists", lambda path: lexists(lower(path)))
    monkeypatch.setattr(
        files.os.path, "realpath", lambda path, strict=False: realpath(lower(path), strict=strict)
    )
    assert disk.read("data/g/game.yaml") == b"title: x"
    assert not disk.exists("data/g/cards/A.csv")
    assert the_problem(disk, "data/g/cards/A.csv").hint.startswith('it is spelt "cards/a.csv"')


def test_path_error_of_names_that_some_system_lacks() -> None:
    def outcome(path: bytes) -> str:
        found = path_error(path.decode("utf-8", "surrogatepass")[:-1])
        return shown(found) if found else "a name"

    check(CASES, outcome)
    for path in ("", "x" * 1001):
        assert path_error(path) is not None


@pytest.mark.parametrize("path", ["data/g/../secret/key.csv", "secret/key.csv", "data/gg/x"])
def test_read_leaves_no_folder_by_a_name(disk: Disk, path: str) -> None:
    assert the_problem(disk, path).code == "P810"


@links
def test_link_inside_its_folder_is_followed(disk: Disk, home: Path) -> None:
    (home / "g/link.csv").symlink_to("cards/a.csv")
    (home / "g/more").symlink_to(home / "g/cards")
    assert disk.read("data/g/link.csv") == disk.read("data/g/more/a.csv") == b"id"
    assert "data/g/link.csv" in disk.names("data/g")
    assert "data/g/more/a.csv" not in disk.names("data/g")


@links
@pytest.mark.parametrize(
    ("link", "to", "path"),
    [
        ("g/x", "../secret", "data/g/x/key.csv"),
        ("own/base/back.xml", "../../secret/key.csv", "templates/base/back.xml"),
        ("g/x.csv", "../nowhere", "data/g/x.csv"),
    ],
)
def test_link_out_is_refused(disk: Disk, home: Path, link: str, to: str, path: str) -> None:
    (home / link).symlink_to(to)
    assert disk.exists(path)
    assert the_problem(disk, path).code == "P811"


@links
def test_link_to_itself_is_refused_when_it_is_read(disk: Disk, home: Path) -> None:
    (home / "g/loop.csv").symlink_to("loop.csv")
    assert "data/g/loop.csv" in disk.names("data/g")
    assert the_problem(disk, "data/g/loop.csv").code == "P811"


@links
def test_names_do_not_look_behind_a_link_out(disk: Disk, home: Path) -> None:
    (home / "g/x").symlink_to("../secret")
    with pytest.raises(Problems, match="P811"):
        disk.names("data/g/x")


@links
def test_trusted_root_may_link_anywhere(home: Path) -> None:
    (home / "shipped/linked.csv").symlink_to("../secret/key.csv")
    assert (
        Disk((Root("templates", home / "shipped", trusted=True),)).read("templates/linked.csv")
        == b"secret"
    )


READING = """\
import os, sys
from pathlib import Path
from pnp.diagnostics import Problems, text
from pnp.load.files import Disk, Root

Path.lstat = lambda _: os.lstat(sys.argv[1])
try:
    Disk((Root("data/g", Path("g")),)).read("data/g/pipe.yaml")
except Problems as problem:
    print(*map(text, problem.diagnostics))
"""


@links
def test_pipe_put_between_look_and_open_does_not_block(disk: Disk, home: Path) -> None:
    os.mkfifo(home / "g/pipe.yaml")
    command = [sys.executable, "-c", READING, "g/game.yaml"]
    run = subprocess.run(command, cwd=home, capture_output=True, text=True, timeout=120)
    assert "error P812 data/g/pipe.yaml is" in run.stdout and run.stderr == ""
    assert disk.exists("data/g/pipe.yaml")
    assert "data/g/pipe.yaml" not in disk.names("data/g")


def test_folder_is_no_file(disk: Disk) -> None:
    assert the_problem(disk, "data/g/cards").message == "data/g/cards is a folder, not a file"
    assert the_problem(disk, "data/g").code == "P812"


@pytest.mark.parametrize(
    ("name", "most"), [("x.png", 20), ("x.TTF", 30), ("x.svg", 40), ("x.yaml", 10)]
)
def test_read_refuses_more_than_the_limit_of_a_kind(home: Path, name: str, most: int) -> None:
    few = DEFAULT._replace(text_bytes=10, image_bytes=20, font_bytes=30, svg_bytes=40)
    disk = Disk((Root("data/g", home / "g"),), few)
    (home / "g" / name).write_bytes(b"x" * most)
    assert len(disk.read(f"data/g/{name}")) == most
    (home / "g" / name).write_bytes(b"x" * (most + 1))
    found = the_problem(disk, f"data/g/{name}")
    told = f"data/g/{name} has {most + 1} bytes; a file of its kind may have {most}"
    assert (found.code, found.message) == ("P813", told)


def test_file_that_grows_is_read_whole_or_refused(
    disk: Disk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fstat = os.fstat

    def grown(handle: int) -> os.stat_result:
        state = fstat(handle)
        with (home / "g/game.yaml").open("ab") as file:
            file.write(b" and more")
        return state

    monkeypatch.setattr(files.os, "fstat", grown)
    assert disk.read("data/g/game.yaml") == b"title: x and more"
    few = Disk((Root("data/g", home / "g"),), DEFAULT._replace(text_bytes=20))
    assert (
        the_problem(few, "data/g/game.yaml").message
        == "data/g/game.yaml has 21 bytes; a file of its kind may have 20"
    )


@links
@pytest.mark.skipif(getattr(os, "geteuid", lambda: 0)() == 0, reason="root reads everything")
def test_file_without_permission_is_refused(disk: Disk, home: Path) -> None:
    (home / "g/game.yaml").chmod(0)
    assert the_problem(disk, "data/g/game.yaml").code == "P131"


def test_disk_that_fails_is_reported(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files.os, "open", refuse)
    found = the_problem(disk, "data/g/game.yaml")
    assert (found.code, found.message) == (
        "P131",
        "data/g/game.yaml cannot be read: Permission denied",
    )
