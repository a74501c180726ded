"""`pnp build --watch`: one line a rebuild, the last good output kept while the data are broken."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from model.toy import written

from pnp.cli import watching
from pnp.cli.watching import changes, concerned, files_of
from pnp.diagnostics import Problems, error

from .pnp import Run, pnp

NAMES = ["one", "two"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/w/data/one/game.yaml", ["one"]),
        ("/w/data/two/cards/deck.csv", ["two"]),
        ("/w/templates/one/card.xml", ["one"]),
        ("/w/templates/base/styles.yaml", NAMES),
        ("/w/fonts/own/a.ttf", NAMES),
        ("/w/pnp.yaml", NAMES),
        ("/w/data/three/game.yaml", []),
        ("/w/templates", NAMES),
        ("/w/data/two", ["two"]),
    ],
)
def test_which_games_a_change_concerns(path, expected):
    assert concerned([path], NAMES, Path("/w"), {"one": (), "two": ()}) == expected


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        ({"one": ["/w/templates/one/card.xml"], "two": ["/w/templates/two/card.xml"]}, ["one"]),
        ({"one": [], "two": ["/w/templates/one/card.xml"]}, NAMES),
        ({"one": []}, NAMES),  # its build has failed: who knows what it lacks
    ],
)
@pytest.mark.parametrize("path", ["/w/templates/one/card.xml", "/w/templates/one"])
def test_a_template_of_one_game_concerns_others_that_use_it(path, read, expected):
    assert concerned([path], NAMES, Path("/w"), read) == expected
    assert concerned(["/w/data/one/game.yaml"], NAMES, Path("/w"), read) == ["one"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A workspace as `pnp new` leaves it: without templates/ and fonts/."""
    (tmp_path / "data" / "one").mkdir(parents=True)
    (tmp_path / "pnp.yaml").write_text("paper: a4\n")
    return tmp_path.resolve()


@contextmanager
def _listening(home: Path) -> Iterator[Callable[[Path], bool]]:
    """What is heard of a workspace: whether a change at a path is, within some seconds."""
    stop, heard = threading.Event(), set[str]()

    def listen() -> None:
        for paths in changes(home, stop):
            heard.update(paths)

    def whether(path: Path, seconds: float = 5) -> bool:
        end = time.monotonic() + seconds
        while str(path) not in heard and time.monotonic() < end:
            time.sleep(0.02)
        found = str(path) in heard
        heard.clear()
        return found

    thread = threading.Thread(target=listen)
    thread.start()
    time.sleep(0.3)
    try:
        yield whether
    finally:
        stop.set()
        thread.join()


def test_a_pnp_yaml_is_heard_of_also_when_another_takes_its_place(home: Path) -> None:
    mark = home / "pnp.yaml"
    with _listening(home) as heard:
        for paper in ("letter", "a3"):
            (home / "pnp.yaml.new").write_text(f"paper: {paper}\n")
            (home / "pnp.yaml.new").rename(mark)
            assert heard(mark)
        mark.write_text("paper: legal\n")
        assert heard(mark)
        mark.unlink()
        assert heard(mark)


def test_a_folder_that_is_made_later_is_watched(home: Path) -> None:
    sheet = home / "templates" / "one" / "card.xml"
    with _listening(home) as heard:
        sheet.parent.mkdir(parents=True)
        assert heard(home / "templates")
        sheet.write_text("<face/>")
        assert heard(sheet)
        (home / "templates").rename(home / "old")
        assert heard(home / "templates")
        (home / "data" / "one" / "game.yaml").write_text("title: One\n")
        assert heard(home / "data" / "one" / "game.yaml")


def test_the_files_of_a_game_that_is_a_link_are_known(tmp_path: Path) -> None:
    (tmp_path / "lib/toy").mkdir(parents=True)
    (tmp_path / "data").mkdir()
    (tmp_path / "lib/toy/game.yaml").write_text("title: Toy\n")
    (tmp_path / "data/toy").symlink_to("../lib/toy")
    (tmp_path / "lib/toy/round").symlink_to(".")  # a circle ends
    assert str(tmp_path / "data/toy/game.yaml") in files_of(tmp_path)


def test_nothing_is_looked_at_behind_a_link_that_leads_out(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/secret.yaml").write_text("x\n")
    home = tmp_path / "home"
    (home / "data").mkdir(parents=True)
    (home / "data/toy").symlink_to("../../out")
    (home / "templates").symlink_to("../out")
    assert list(files_of(home)) == [str(home / "pnp.yaml")]


def test_outputs_and_hidden_files_are_not_heard_of(home: Path) -> None:
    with _listening(home) as heard:
        for place in (
            home / "one" / "cards.pdf",
            home / "output" / "one" / "cards.pdf",
            home / ".venv" / "a.py",
        ):
            place.parent.mkdir(parents=True)
            place.write_text("")
            assert not heard(place, 0.7)
        for name in (".game.yaml.swp", "game.yaml~"):
            (home / "data" / "one" / name).write_text("")
            assert not heard(home / "data" / "one" / name, 0.4)


def _first(home: Path, before: dict[str, tuple[str, int, int]], seconds: float = 2) -> set[str]:
    """What is heard of at once, though nothing changes any more."""
    stop = threading.Event()
    timer = threading.Timer(seconds, stop.set)
    timer.start()
    try:
        return next(changes(home, stop, before), set())
    finally:
        stop.set()
        timer.cancel()


def test_what_was_saved_before_anybody_listened_is_heard_of(home: Path) -> None:
    game, mark, card = (
        home / "data/one/game.yaml",
        home / "pnp.yaml",
        home / "templates/one/card.xml",
    )
    game.write_text("title: One\n")
    assert _first(home, files_of(home), 0.7) == set()
    before = files_of(home)
    mark.write_text("paper: letter\n")
    card.parent.mkdir(parents=True)
    card.write_text("<face/>")
    game.unlink()
    assert _first(home, before) == {str(game), str(mark), str(card)}


def test_what_stood_in_another_home_is_not_heard_of(home: Path) -> None:
    before = files_of(home.parent / "other")
    assert _first(home, before) == {str(home / "pnp.yaml")}


def test_what_an_editor_left_before_anybody_listened_is_not_heard_of(home: Path) -> None:
    (home / "data/one/game.yaml").write_text("title: One\n")
    before = files_of(home)
    for name in (".game.yaml.swp", "game.yaml~", ".git/index"):
        (home / "data/one" / name).parent.mkdir(exist_ok=True)
        (home / "data/one" / name).write_text("")
    (home / "output").mkdir()
    assert _first(home, before, 0.7) == set()


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game in the current folder."""
    written(tmp_path, {})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a session end with the first rebuild, or soon if there is none."""
    monkeypatch.setattr(
        watching, "changes", lambda home, stop, before: iter([_first(home, before)])
    )


@pytest.mark.parametrize("broken", [False, True])
def test_what_is_saved_while_the_first_build_runs_is_built(
    toy: Path, monkeypatch: pytest.MonkeyPatch, broken: bool
) -> None:
    from pnp.build import conductor

    game, loaded = toy / "data/toy/game.yaml", conductor.load_game
    good, seen = game.read_text(), list[int]()

    def load(*args):
        seen.append(1)
        if len(seen) > 1:
            return loaded(*args)
        found = loaded(*args)
        game.write_text(good.replace("title: Toy", "title: Other Toy"))
        if broken:
            raise Problems([error("P201", "what was there before was broken")])
        return found

    _once_more(monkeypatch)
    monkeypatch.setattr(conductor, "load_game", load)
    run = pnp("build", "--watch")
    assert len(seen) == 2 and run.out.count("cards-one-sided.pdf  1 sheet, 2 cards") == (
        1 if broken else 2
    )
    assert '"Other Toy"' in (toy / "output/toy/manifest.json").read_text()


def test_nothing_is_built_again_when_nothing_was_saved(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _once_more(monkeypatch)
    run = pnp("build", "--watch")
    assert run.out.count("cards-one-sided.pdf") == 1 and run.talk.endswith(
        "watching for changes; stop with Ctrl-C\n"
    )


def _session(toy: Path, monkeypatch: pytest.MonkeyPatch, *saved: str) -> Run:
    """What is said from the second build on, as these texts are saved as the game's file."""
    game = toy / "data/toy/game.yaml"

    def save(*_: object) -> Iterator[set[str]]:
        for text in saved:
            game.write_text(text)
            yield {str(game)}

    monkeypatch.setattr(watching, "changes", save)
    assert pnp("build").status == 0
    run = pnp("build", "--watch", "--changed-since", "output/toy/manifest.json")
    return run._replace(talk=run.talk.partition("watching for changes; stop with Ctrl-C\n")[2])


def test_a_rebuild_of_changes_says_what_to_take_out_and_that_nothing_is_left(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = (toy / "data/toy/game.yaml").read_text()
    assert good.count("id: b,") == 1
    run = _session(toy, monkeypatch, good.replace("id: b,", "id: c,"), good)
    assert run.talk == "  take out of your print: cards/b\nToy: nothing to print\n"
    assert run.out.count("1 sheet, 1 card\n") == 1


def test_a_rebuild_says_one_line_otherwise(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = (toy / "data/toy/game.yaml").read_text()
    more = good.replace(
        "    fields:", "      - {id: d, rank: 1, gem: ruby, name: Di, gems: ruby}\n    fields:"
    )
    run = _session(toy, monkeypatch, more)
    assert (run.talk, run.out.count("1 sheet, 1 card\n")) == ("", 1)


def test_a_template_of_another_game_is_drawn_anew(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was taken to belong to the game whose folder it lies in alone."""
    (toy / "data/other").mkdir()
    (toy / "data/other/game.yaml").write_text(
        (toy / "data/toy/game.yaml").read_text().replace("front.xml", "toy/front.xml")
    )

    def save(*_: object) -> Iterator[set[str]]:
        front = toy / "templates/toy/front.xml"
        front.write_text(front.read_text().replace("5mm 5mm", "9mm 9mm"))
        yield {str(front)}

    monkeypatch.setattr(watching, "changes", save)
    run = pnp("build", "toy", "other", "--watch")
    assert (run.status, run.out.count("output/toy/"), run.out.count("output/other/")) == (
        0,
        2 * 2,
        2 * 2,
    ), run


def test_a_game_that_comes_meanwhile_is_built_where_none_is_named(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def come_and_go(*_: object) -> Iterator[set[str]]:
        shutil.copytree(toy / "data/toy", toy / "data/new")
        shutil.copytree(toy / "templates/toy", toy / "templates/new")
        yield {str(toy / "data/new/game.yaml")}
        (toy / "pnp.yaml").write_text("paper: [")
        yield {str(toy / "pnp.yaml")}
        (toy / "pnp.yaml").write_text("")
        shutil.rmtree(toy / "data/new")
        yield {str(toy / "data/new/game.yaml")}
        yield {str(toy / "templates/new/front.xml")}

    for named, times in (((), 1), (("toy",), 0)):
        monkeypatch.setattr(watching, "changes", come_and_go)
        run = pnp("build", *named, "--watch")
        talk = run.talk.partition("watching for changes; stop with Ctrl-C\n")[2]
        assert run.out.count("output/new/cards-one-sided.pdf") == times
        assert talk.count("new: 1 error; the last good output stays") == 2 * times
        assert talk.count('there is no game "new"') == times
        assert talk.count("toy: 1 error; the last good output stays") == 1
        shutil.rmtree(toy / "templates/new")


def test_the_shipped_games_do_not_stand_in_for_a_data_folder_that_is_away(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def come_and_go(*_: object) -> Iterator[set[str]]:
        (toy / "data").rename(toy / "away")
        yield {str(toy / "data")}
        (toy / "away").rename(toy / "data")
        yield {str(toy / "data/toy/game.yaml")}

    monkeypatch.setattr(watching, "changes", come_and_go)
    run = pnp("build", "--watch")
    assert {path.name for path in (toy / "output").iterdir() if path.is_dir()} == {"toy"}, run.talk
    assert run.talk.count('there is no game "toy"') == 1


def _wait(process, pattern: str, lines: list[str]) -> None:
    """Read lines until one has the pattern."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        line = process.stdout.readline()
        lines.append(line)
        if pattern in line:
            return
    raise AssertionError(f"{pattern!r} was not said: {lines}")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_a_session_of_saving(tmp_path: Path):
    root = Path(__file__).parents[2]
    run = [sys.executable, "-m", "pnp"]
    environment = {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(root),
        "PYTHONUNBUFFERED": "1",
        "PNP_JOBS": "1",
    }
    subprocess.run(
        [*run, "new", "toy"], cwd=tmp_path, check=True, capture_output=True, env=environment
    )
    game = tmp_path / "data" / "toy" / "game.yaml"
    process = subprocess.Popen(
        [*run, "build", "toy", "--watch"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    lines: list[str] = []
    try:
        _wait(process, "watching for changes", lines)
        pdf = tmp_path / "output" / "toy" / "cards.pdf"
        first = pdf.read_bytes()
        time.sleep(0.3)
        good = game.read_text()
        game.write_text(good + "\n:broken: [\n")
        _wait(process, "the last good output stays", lines)
        assert pdf.read_bytes() == first
        game.write_text(good.replace("title:", "title: New", 1))
        _wait(process, "cards.pdf", lines)
        assert pdf.read_bytes() != first
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_what_a_session_makes_of_a_changed_workspace(tmp_path: Path):
    root = Path(__file__).parents[2]
    run = [sys.executable, "-m", "pnp"]
    environment = {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(root),
        "PYTHONUNBUFFERED": "1",
        "PNP_JOBS": "1",
        "PNP_WATCH": "1",
    }
    subprocess.run(
        [*run, "new", "toy"], cwd=tmp_path, check=True, capture_output=True, env=environment
    )
    game, mark, manifest = (
        tmp_path / "data" / "toy" / "game.yaml",
        tmp_path / "pnp.yaml",
        tmp_path / "made" / "toy" / "manifest.json",
    )
    process = subprocess.Popen(
        [*run, "build", "toy", "-o", "made"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    lines: list[str] = []
    try:
        _wait(process, "watching for changes", lines)
        time.sleep(0.3)
        mark.write_text("paper: letter\n")
        _wait(process, "cards.pdf", lines)
        assert "215.9" in manifest.read_text()
        mark.write_text("papper: letter\n")
        _wait(process, 'P201 pnp.yaml has no key "papper"', lines)
        _wait(process, "the last good output stays", lines)
        mark.write_text("")
        _wait(process, "cards.pdf", lines)
        good = game.read_text()
        game.write_text(good + "limits: {text_floor: 30pt}\n")
        _wait(process, "cards.pdf", lines)
        _wait(process, "warning P312", lines)
        (tmp_path / "data" / "toy").rename(tmp_path / "away")
        _wait(process, 'error P130 there is no game "toy"', lines)
        (tmp_path / "away").rename(tmp_path / "data" / "toy")
        _wait(process, "cards.pdf", lines)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


def test_a_session_that_nobody_hears_ends(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.cli.watching import keep_building
    from pnp.load.workspace import find

    class Gone:
        """A standard output whose reader has gone away."""

        buffer = raw = None
        gone = True

    monkeypatch.setattr("pnp.cli.watching.changes", lambda *_: iter([{str(home / "pnp.yaml")}] * 3))
    built: list[str] = []

    def rebuild(name: str) -> object:
        built.append(name)
        return Problems([error("P130", "gone")])

    assert keep_building(find(home), lambda: ["one"], [], rebuild, str) == 0
    assert len(built) == 3
    stream = Gone()
    stream.buffer = stream.raw = stream  # type: ignore[assignment]
    monkeypatch.setattr("pnp.cli.watching.sys.stdout", stream)
    assert keep_building(find(home), lambda: ["one"], [], rebuild, str) == 0
    assert len(built) == 4
