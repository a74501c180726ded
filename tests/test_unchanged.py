"""A build that would change nothing is answered from file times alone; anything that matters
undoes the answer.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from model.toy import CARDS, game, written

from pnp.cli import build_, main
from pnp.diagnostics import Problems
from pnp.load import workspace
from pnp.output.up_to_date import MOST_CALLS, RECORD, Snapshot, recall, record

ARGS = ("build", "toy")


@pytest.fixture
def built(tmp_path, monkeypatch, capsys):
    """A workspace with one game, built once."""
    written(
        tmp_path,
        {
            "pnp.yaml": "paper: a4\n",
            "game.yaml": game((CARDS, "    cards: cards.csv\n")),
            "cards.csv": CSV,
            "rules.yaml": RULES,
        },
    )
    monkeypatch.chdir(tmp_path)
    for name in ("PNP_PAPER", "PNP_OUTPUT"):
        monkeypatch.delenv(name, raising=False)
    assert main(args=list(ARGS), standalone_mode=False) == 0
    capsys.readouterr()
    return tmp_path


CSV = "id,rank,gem,name,gems\na,1,ruby,Ann,ruby\nb,2,jade,Bob,ruby+jade\n"
RULES = (
    "- {id: T1, says: two cards, kind: count, of: cards, is: 2, basis: stated, where: rules/All}\n"
)


class Built(Exception):
    """A game was about to be built."""


def answered(args: Sequence[str]) -> bool:
    """Whether a call is answered from the record of an earlier one."""

    def build(*_: object) -> None:
        raise Built

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build_, "each", build)
        try:
            return main(args=[*args], standalone_mode=False) == 0
        except (Built, Problems):
            return False


def _later(path: Path, text: str | None = None) -> None:
    """Change a file, surely at another time."""
    content = path.read_text() if path.exists() else ""
    path.write_text(content if text is None else text)
    later = path.stat().st_mtime_ns + 1_000_000_000
    os.utime(path, ns=(later, later))


def test_nothing_changed_is_said_again_with_its_findings(built, capsys):
    assert answered(ARGS)
    said = capsys.readouterr()
    assert "cards-one-sided.pdf  1 sheet, 2 cards\n" in said.out and "unchanged" in said.err
    assert "Toy (toy): 2 of 2 cards on paper, 1 promise kept, unchanged" in said.err


@pytest.mark.parametrize(
    "change",
    [
        lambda home: _later(home / "data/toy/cards.csv"),
        lambda home: _later(home / "data/toy/rules.yaml"),
        lambda home: _later(home / "templates/toy/front.xml"),
        lambda home: _later(home / "pnp.yaml", "paper: letter\n"),
        lambda home: (home / "output/toy/cards-one-sided.pdf").unlink(),
        lambda home: _later(home / "output/toy/manifest.json"),
        lambda home: (home / "data/toy/words.yaml").write_text("hello: you\n"),
        lambda home: (home / "templates/base").mkdir(),
        lambda home: (home / "fonts").mkdir(),
        lambda home: (home / "output" / RECORD).write_text("{"),
        lambda home: (home / "output" / RECORD).write_text(json.dumps({"calls": []})),
        lambda home: (home / "output" / RECORD).unlink(),
    ],
    ids="cards rules template defaults no-pdf manifest new-file shadowing-templates shadowing-fonts broken-note wrong-note no-note".split(),
)
def test_whatever_matters_undoes_the_answer(built, change):
    assert answered(ARGS)
    change(built)
    assert not answered(ARGS)


def test_a_library_that_is_replaced_undoes_the_answer(tmp_path, monkeypatch, toy):
    packages = tmp_path / "lib" / "site-packages"
    (packages / "reportlab-4.4.0.dist-info").mkdir(parents=True)
    monkeypatch.syspath_prepend(packages)
    _made("build", "toy")
    assert answered(("build", "toy"))
    (packages / "reportlab-4.4.0.dist-info").rename(packages / "reportlab-9.0.0.dist-info")
    os.utime(packages, ns=(1, 1))
    assert not answered(("build", "toy"))


def test_what_changes_in_hidden_folders_does_not_matter(built):
    hidden = [built / "data/toy" / name for name in (".git", "__pycache__")]
    for folder in hidden:
        folder.mkdir()
    assert main(args=list(ARGS), standalone_mode=False) == 0
    for folder in hidden:
        (folder / "index").write_text("")
    assert answered(ARGS)


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A small game in a workspace that is the current folder."""
    written(tmp_path, {"icons/own.svg": ICON, "icons/more/own.svg": ICON})
    monkeypatch.chdir(tmp_path)
    for name in ("PNP_PAPER", "PNP_OUTPUT"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


ICON = '<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'


@pytest.mark.parametrize(
    "place",
    ["templates/toy/__lib", "data/__new", "data/toy/icons/__old", "templates/__all/__inner"],
)
def test_what_comes_into_folders_whose_names_begin_with_two_lines_matters(toy, place):
    (toy / place).mkdir(parents=True)
    _made("build")
    (toy / place / "p.xml").write_text("")
    assert not answered(("build",))


def test_what_a_template_takes_from_such_a_folder_is_drawn_anew(toy):
    (toy / "templates/__lib").mkdir()
    (toy / "templates/__lib/p.xml").write_text("{% macro at() %}5mm 5mm{% endmacro %}")
    front = toy / "templates/toy/front.xml"
    front.write_text(
        '{% import "__lib/p.xml" as p %}\n' + front.read_text().replace("5mm 5mm", "{{ p.at() }}")
    )
    (toy / "templates/toy/__lib").mkdir()
    _made("build")
    before = (toy / "output/toy/cards-one-sided.pdf").read_bytes()
    (toy / "templates/toy/__lib/p.xml").write_text("{% macro at() %}9mm 9mm{% endmacro %}")
    assert not answered(("build",))
    _made("build")
    assert (toy / "output/toy/cards-one-sided.pdf").read_bytes() != before


def _meanwhile(monkeypatch: pytest.MonkeyPatch, change: Callable[[str], object]) -> None:
    """Have something happen while games are built: as one is read, and as one is in place."""
    from pnp.build import conductor

    def read(files, name, *args):
        found = loaded(files, name, *args)
        change(f"{name} read")
        return found

    def build(workspace, job, *args):
        report = made(workspace, job, *args)
        change(f"{job.name} built")
        return report

    loaded, made = conductor.load_game, conductor.build
    monkeypatch.setattr(conductor, "load_game", read)
    monkeypatch.setattr(conductor, "build", build)


@pytest.mark.parametrize(
    "change",
    [
        lambda home: _later(home / "pnp.yaml", "paper: letter\n"),
        lambda home: _later(home / "data/toy/game.yaml"),
        lambda home: shutil.copytree(home / "data/toy", home / "data/b"),
        lambda home: (home / "data/toy/icons/round-star.svg").write_text(ICON),
        lambda home: (home / "data/toy/icons/more/round-star.svg").write_text(ICON),
        lambda home: (home / "templates/base").mkdir(),
        lambda home: (home / "fonts").mkdir(),
        lambda home: (home / "here/pnp.yaml").write_text(""),
    ],
    ids="defaults game another-game icon deep-icon shadowing-templates shadowing-fonts nearer-pnp.yaml".split(),
)
@pytest.mark.parametrize("moment", ["toy read", "toy built"])
def test_what_is_saved_while_a_build_runs_is_for_the_next(toy, monkeypatch, change, moment):
    (toy / "here").mkdir()
    monkeypatch.chdir(toy / "here")
    call = ("build", "-o", str(toy / "made"))
    with monkeypatch.context() as patch:
        _meanwhile(patch, lambda now: change(toy) if now == moment else None)
        assert main(args=list(call), standalone_mode=False) == 0
    assert not answered(call)


def test_what_is_saved_meanwhile_in_a_game_that_lies_elsewhere_by_a_link_is_for_the_next(
    toy, monkeypatch
):
    (toy / "data/toy").rename(toy / "data/.toy")
    (toy / "data/toy").symlink_to(".toy")
    _made("build")
    _later(toy / "data/toy/game.yaml")
    with monkeypatch.context() as patch:
        _meanwhile(patch, lambda _: (toy / "data/toy/icons/more/star.svg").write_text(ICON))
        assert main(args=["build"], standalone_mode=False) == 0
    assert not answered(("build",))
    _made("build")


def _two(home: Path) -> None:
    """Two games whose templates share a file."""
    front = home / "templates/toy/front.xml"
    (home / "templates/shared.xml").write_text("{% macro at() %}5mm 5mm{% endmacro %}")
    front.write_text(
        '{% import "shared.xml" as p %}\n' + front.read_text().replace("5mm 5mm", "{{ p.at() }}")
    )
    for name in ("alpha", "beta"):
        shutil.copytree(home / "data/toy", home / "data" / name)
        shutil.copytree(home / "templates/toy", home / "templates" / name)
    shutil.rmtree(home / "data/toy")


def test_a_print_that_another_build_replaces_while_this_one_runs_undoes_the_answer(
    toy, monkeypatch
):
    _two(toy)
    _made("build", "-j", "1")
    _later(toy / "templates/shared.xml")
    pdf = toy / "output/alpha/cards-one-sided.pdf"
    with monkeypatch.context() as patch:
        _meanwhile(
            patch, lambda now: pdf.write_bytes(b"of another build") if now == "beta read" else None
        )
        assert main(args=["build", "-j", "1"], standalone_mode=False) == 0
    assert pdf.read_bytes() == b"of another build"
    assert not answered(("build", "-j", "1"))
    assert main(args=["build", "-j", "1"], standalone_mode=False) == 5  # P708
    _made("build", "-j", "1", "--force")
    assert pdf.read_bytes().startswith(b"%PDF")


def test_a_file_that_two_games_have_read_in_two_states_undoes_the_answer(toy, monkeypatch):
    _two(toy)
    with monkeypatch.context() as patch:
        _meanwhile(
            patch,
            lambda now: _later(toy / "templates/shared.xml") if now == "alpha built" else None,
        )
        assert main(args=["build", "-j", "1"], standalone_mode=False) == 0
    assert not answered(("build", "-j", "1"))
    _made("build", "-j", "1")


@pytest.mark.parametrize("more", [(), ("data/toy/rules.yaml",)])
def test_a_file_that_one_game_has_read_in_two_states_undoes_the_answer_and_is_told(
    toy, monkeypatch, capsys, more
):
    """Two processes typeset, each of which reads the templates at its own time: boards had the
    old one, cards the new one.
    """
    from pnp.build import conductor

    saved = [toy / "templates/toy/front.xml", *(toy / name for name in more)]
    (toy / "data/toy/rules.yaml").write_text(RULES)

    def read(files, name, *args):
        files.read("templates/toy/front.xml")
        found = loaded(files, name, *args)
        for path in saved:
            _later(path)
        files.read("data/toy/rules.yaml")
        return found

    loaded = conductor.load_game
    with monkeypatch.context() as patch:
        patch.setattr(conductor, "load_game", read)
        assert main(args=list(ARGS), standalone_mode=False) == 0
    told = "and 1 more were" if more else "was"
    assert (
        f"note: templates/toy/front.xml {told} saved while the game was read: not all of this print "
        in capsys.readouterr().err
    )
    assert not answered(ARGS)
    _made(*ARGS)
    assert "saved while" not in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no time of such a change")
def test_other_bytes_of_the_same_size_and_time_undo_the_answer(built):
    front = built / "templates/toy/front.xml"
    old = front.stat()
    front.write_text(front.read_text().replace("5mm 5mm", "9mm 5mm"))
    os.utime(front, ns=(old.st_atime_ns, old.st_mtime_ns))
    assert (front.stat().st_size, front.stat().st_mtime_ns) == (old.st_size, old.st_mtime_ns)
    assert not answered(ARGS)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no time of such a change")
def test_other_bytes_of_a_file_from_the_future_undo_the_answer(toy):
    """The time to come hid when the bytes came."""
    front = toy / "templates/toy/front.xml"
    later = front.stat().st_mtime_ns + 10**17
    os.utime(front, ns=(later, later))
    _made(*ARGS)
    assert answered(ARGS)
    front.write_text(front.read_text().replace("5mm 5mm", "9mm 5mm"))
    os.utime(front, ns=(later, later))
    assert not answered(ARGS)


def test_a_file_that_may_change_unseen_leaves_no_answer(toy):
    """On a disk that counts whole seconds a change in the same one has the same time."""
    front = toy / "templates/toy/front.xml"
    second = 10**9
    for age, is_answered in ((0, False), (20, True)):
        when = (time.time_ns() // second - age) * second
        os.utime(front, ns=(when, when))
        assert main(args=list(ARGS), standalone_mode=False) == 0
        assert answered(ARGS) is is_answered


def test_two_builds_at_once_on_several_processors_leave_what_is_true(toy):
    _two(toy)
    _made("build", "-j", "2")
    assert main(args=["build", "alpha", "--paper", "letter"], standalone_mode=False) == 0
    assert not answered(("build", "-j", "2"))


def test_the_last_calls_are_remembered(tmp_path, monkeypatch):
    before = Snapshot({}, {})
    for n in range(MOST_CALLS + 2):
        record(tmp_path, f"call {n}", before, (), (), (f"{n}", ""))
    found = [recall(tmp_path, f"call {n}") for n in range(MOST_CALLS + 2)]
    assert found == [None, None, *((f"{n}", "") for n in range(2, MOST_CALLS + 2))]


def test_another_call_another_folder_or_another_variable_is_another_build(built, monkeypatch):
    assert not answered((*ARGS, "--paper", "letter"))
    assert not answered((*ARGS, "--json"))
    monkeypatch.setenv("PNP_PAPER", "letter")
    assert not answered(ARGS)
    monkeypatch.delenv("PNP_PAPER")
    assert answered(ARGS)
    monkeypatch.chdir(built / "data")
    assert not answered(ARGS)


def _made(*args: str) -> None:
    assert main(args=list(args), standalone_mode=False) == 0
    assert answered(args)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A workspace as it ships, but with one small game."""
    folder = tmp_path_factory.mktemp("wheel")
    for part in ("fonts", "templates/base"):
        shutil.copytree(workspace.shipped_folder() / part, folder / part)
    written(folder, {})
    return folder


@pytest.fixture
def wheel(small, monkeypatch):
    monkeypatch.setattr(workspace, "shipped_folder", lambda: small)


def test_a_pnp_yaml_that_comes_undoes_the_answer(tmp_path, monkeypatch, wheel):
    monkeypatch.chdir(tmp_path)
    call = ("build", "toy", "--only", "cards", "-o", "out")
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


def test_games_that_come_without_a_pnp_yaml_undo_the_answer(tmp_path, monkeypatch, wheel):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data" / "mine").mkdir(parents=True)
    call = ("build", "toy", "--only", "cards", "-o", "out")
    _made(*call)
    (tmp_path / "data" / "mine" / "game.yaml").write_text("title: Mine\n")
    assert not answered(call)


def test_games_that_come_beside_this_folder_undo_the_answer(tmp_path, monkeypatch, wheel):
    (tmp_path / "data" / "mine").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "data" / "mine")
    call = ("build", "toy", "--only", "cards", "-o", "out")
    _made(*call)
    (tmp_path / "data" / "other").mkdir()
    (tmp_path / "data" / "other" / "game.yaml").write_text("title: Other\n")
    assert not answered(call)


@pytest.mark.parametrize("output", [(), ("-o", "out"), ("-o", "../other")])
def test_what_a_build_writes_among_folders_that_matter_does_not_undo_the_answer(
    tmp_path, monkeypatch, wheel, output
):
    """The current folder is looked at for games that come there: the build makes `output` in it,
    or a folder beside it.
    """
    (tmp_path / "data" / "mine").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "data" / "mine")
    _made("build", "toy", "--only", "cards", *output)


@pytest.mark.parametrize("output", [(), ("-o", "parts")])
@pytest.mark.parametrize("kit", [True, False])
def test_a_part_that_is_built_twice_is_unchanged(toy, output, kit):
    if kit:
        _made("build", *output)
    _made("build", "--only", "cards", *output)
    _made("build", "--only", "cards", *output)


def test_a_kit_that_comes_beside_a_part_undoes_its_answer(toy, monkeypatch):
    _made("build", "--only", "cards")
    _later(toy / "data/toy/game.yaml")
    with monkeypatch.context() as patch:
        _meanwhile(patch, lambda _: _later(toy / "output/toy/manifest.json", "{}"))
        assert main(args=["build", "--only", "cards"], standalone_mode=False) == 0
    assert not answered(("build", "--only", "cards"))


def test_what_changes_are_told_from_is_what_was_read(toy, monkeypatch):
    _made("build")
    earlier = toy / "earlier.json"
    shutil.copy(toy / "output/toy/manifest.json", earlier)
    _later(
        toy / "data/toy/game.yaml",
        (toy / "data/toy/game.yaml").read_text().replace("id: b,", "id: c,"),
    )
    call = ("build", "--changed-since", "earlier.json")
    _made(*call)
    _later(toy / "data/toy/game.yaml")
    with monkeypatch.context() as patch:
        _meanwhile(patch, lambda _: _later(earlier))
        assert main(args=list(call), standalone_mode=False) == 0
    assert not answered(call)


def test_a_folder_that_is_no_more_is_said(tmp_path, monkeypatch, capsys):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    for call in (ARGS, (*ARGS, "--watch")):
        with pytest.raises(Problems) as problem:
            main(args=list(call), standalone_mode=False)
        assert problem.value.diagnostics[0].code == "P130"


@pytest.mark.skipif(os.name == "nt", reason="the current folder cannot go")
def test_a_build_whose_folder_goes_meanwhile_is_told_to_its_end(toy, monkeypatch, capsys):
    """It ended with a traceback, though all was printed."""
    (toy / "gone").mkdir()
    monkeypatch.chdir(toy / "gone")
    call = ("build", "-o", str(toy / "made"))
    with monkeypatch.context() as patch:
        _meanwhile(patch, lambda now: (toy / "gone").rmdir() if now == "toy built" else None)
        assert main(args=list(call), standalone_mode=False) == 0
    assert f"{toy}/made/toy/cards-one-sided.pdf  1 sheet, 2 cards" in capsys.readouterr().out


def test_a_build_that_watches_leaves_no_answer(built, monkeypatch):
    monkeypatch.setenv("PNP_WATCH", "1")
    monkeypatch.setattr("pnp.cli.watching.keep_building", lambda *_: 0)
    assert main(args=list(ARGS), standalone_mode=False) == 0
    assert not answered(ARGS)


def test_a_failed_build_leaves_no_answer(built):
    _later(built / "data/toy/cards.csv", "id,rank\n1,A\n")
    assert main(args=list(ARGS), standalone_mode=False) == 1
    assert not answered(ARGS)
