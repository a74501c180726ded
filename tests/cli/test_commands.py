"""The command line: exit codes, options and help; `suite/*.txt` has what is printed."""

from __future__ import annotations

import pickle
import re
import shlex
import shutil
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import click
import pytest
from model.toy import CARDS, game, written

from pnp import __version__
from pnp.cli import COMMANDS, main, options, speech
from pnp.diagnostics import Problems, Span, error, exit_code, warning
from pnp.load.workspace import find, is_strange

from .pnp import pnp


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The toy in the current folder."""
    written(tmp_path, {})
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("fault", "status", "message"),
    [
        (KeyboardInterrupt(), 130, "Stopped.\n"),
        (click.Abort(), 130, "Stopped.\n"),
        (MemoryError(), 5, "There is not enough memory: close other programs, or build the game"),
        (ZeroDivisionError(), 70, "\nThis is a fault in pnp, not in your game. Please report it"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_exit_code_of_a_fault(
    toy: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: BaseException,
    status: int,
    message: str,
) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr("pnp.build.conductor.make_kit", fail)
    run = pnp("check")
    assert (run.status, run.out) == (status, "") and message in run.talk
    assert ("Traceback" in run.talk) is (status == 70)


def test_exit_code_is_that_of_the_gravest_finding() -> None:
    families = {"P7": 5, "P8": 4, "P1": 3, "P2": 1, "P3": 1, "P4": 1, "P5": 1, "P6": 1}
    assert exit_code([]) == 0
    while families:
        gravest = next(iter(families))
        warnings = [warning(f"{family}01", "x") for family in families]
        errors = [error(f"{family}01", "x") for family in reversed(families)]
        assert exit_code(errors) == families.pop(gravest)
        assert (exit_code(warnings), exit_code(warnings, strict=True)) == (0, 1)


@pytest.mark.parametrize(
    ("variable", "colours"), [(None, True), ("", True), ("1", False), ("0", False)]
)
def test_no_color(monkeypatch: pytest.MonkeyPatch, variable: str | None, colours: bool) -> None:
    terminal = StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.delenv("NO_COLOR", raising=False)
    if variable is not None:
        monkeypatch.setenv("NO_COLOR", variable)
    speech.say([error("P501", "broken", Span("a.yaml", 1, 2)), warning("P312", "too small")])
    red, yellow, bold, plain = "\x1b[31m\x1b[1m", "\x1b[33m\x1b[1m", "\x1b[1m", "\x1b[0m"
    expected = (
        f"{yellow}warning P312{plain} too small\n"
        f"{bold}a.yaml:1:2: {plain}{red}error P501{plain} broken\n"
    )
    expected = expected if colours else re.sub(r"\x1b\[\d+m", "", expected)
    assert terminal.getvalue() == expected


def test_summary_counts_each_finding_once() -> None:
    assert speech.summary([]) == "nothing to say"
    found = [error("P1", "a"), error("P1", "b"), warning("P1", "c"), error("P1", "a")]
    assert speech.summary(found) == "2 errors, 1 warning"


@pytest.mark.parametrize(
    "line",
    ["build toy", "check", "list", "promises", "verify", "show toy a", "export toy --dpi 36"],
)
def test_untrusted_is_an_option_of_every_command_that_reads_a_game(
    toy: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """`pnp list` and `pnp promises` knew nothing of PNP_UNTRUSTED."""
    confined: list[object] = []

    def run_here(task: Any, *args: Any) -> Any:
        confined.append(task)
        return task(*args)

    pnp("build", "toy")
    monkeypatch.setattr("pnp.sandbox.worker.confined", run_here)
    assert pnp(*line.split()).status == 0 and not confined
    assert pnp(*line.split(), "--untrusted").status == 0 and len(confined) == 1
    monkeypatch.setenv("PNP_UNTRUSTED", "1")
    assert pnp(*line.split()).status == 0 and len(confined) == 2


def test_owner_of_a_folder_that_may_not_be_read_is_a_problem(toy: Path) -> None:
    """It looked like a fault of pnp."""
    with pytest.raises(Problems) as problem:
        is_strange(find(toy), toy / "data/none")
    assert [d.code for d in problem.value.diagnostics] == ["P131"]


def offered(name: str) -> list[click.Parameter]:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    return command.params


def test_forms_of_all_commands_are_known() -> None:
    forms: dict[str, set[str]] = {}
    for name in COMMANDS:
        for option in offered(name):
            if isinstance(option, options.Shared):
                assert isinstance(option.type, click.Choice)
                forms.setdefault(str(option.envvar), set()).update(option.type.choices)
    assert forms == {name: set(options.forms(name)) for name in forms}


def test_max_cards_is_an_option_of_every_command_that_reads_cards(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `pnp build --max-cards` had printed could not be shown, listed, verified or exported."""
    many = "".join(f"- {{id: c{n}, rank: 1, gem: ruby, name: Ann}}\n" for n in range(5_001))
    cards = game((CARDS, "    cards: cards.yaml\n"))
    written(toy, {"cards.yaml": many, "game.yaml": cards})
    run = pnp("promises", "toy")
    assert run.status == 4 and "P805" in run.talk
    assert pnp("promises", "toy", "--max-cards", "6000").status == 0
    monkeypatch.setenv("PNP_MAX_CARDS", "6000")
    assert pnp("promises", "toy").status == 0
    reading = "build check export list new promises reference rules schema show verify"
    for name in reading.split():
        assert "PNP_MAX_CARDS" in [option.envvar for option in offered(name)], name


def test_options_have_their_names_in_the_environment() -> None:
    for name in ("build", "check", "list"):
        command = main.get_command(click.Context(main), name)
        assert command is not None
        prefix = command.context_settings.get("auto_envvar_prefix")
        for option in command.params:
            if isinstance(option, click.Option):
                long = max(option.opts, key=len).removeprefix("--").replace("-", "_").upper()
                assert (option.envvar or f"{prefix}_{str(option.name).upper()}") == f"PNP_{long}"


def examples(page: str) -> list[list[str]]:
    """The calls under Examples: of a help page, without remarks."""
    part = page.split("Examples:\n", 1)[1].split("\n\n", 1)[0]
    lines = [line.strip() for line in part.splitlines()]
    calls = [shlex.split(re.split(r"\s{2,}|[|>]", line)[0]) for line in lines]
    assert len(calls) >= 2 and all(call[0] == "pnp" for call in calls)
    return [call[1:] for call in calls]


TEXTS = (
    "components:\n  aid: {kind: reference, text: aid.md}\n  rules: {kind: rulebook, text: aid.md}\n"
)


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_has_examples_that_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pnp.yaml").touch()
    calls = examples(pnp(*name.split(), "--help").out)
    if name != "new":
        assert pnp("new", "my-game").status == 0
        data = Path("data/my-game/game.yaml")
        data.write_text(data.read_text().replace("components:\n", TEXTS))
        data.with_name("aid.md").write_text("# Turns\n\nDraw.\n")
        if name == "lang":
            data.write_text(f"languages: [de, fr]\n{data.read_text()}")
    if name == "import":
        Path("cards.csv").write_text("title,text\nLamp,Draw two cards\nMoon,Wait\n")
        shutil.copytree(Path(__file__).parent.parent / "strangers/png-folder/art", "art")
    if name == "verify":
        assert pnp("build", "my-game").status == 0
    for call in calls:
        assert name in ("", call[0])
        if "--changed-since" in call:
            assert pnp("build", call[1]).status == 0
        run = pnp(*call)
        assert run.status == 0, (call, run)


def test_help_of_all_commands_names_each() -> None:
    page = pnp("--help").out
    for name, line in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(line)}$", page, re.M)
    assert pnp("-h").out == page
    bare = pnp()
    assert bare.status == 2 and "Commands:" in bare.out + bare.talk


def test_version() -> None:
    assert pnp("--version")[:] == (0, f"pnp {__version__}\n", "")


def test_problems_can_be_pickled() -> None:
    problem = Problems([error("P501", "broken", Span("a", 1, 2), "mend it")])
    assert pickle.loads(pickle.dumps(problem)).diagnostics == problem.diagnostics
