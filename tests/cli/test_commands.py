"""The command line: exit codes, forms, defaults, names and what is said where."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import pytest
from model.toy import CARDS, game, written

from pnp import __version__, cli
from pnp.cli import COMMANDS, main, options, speech
from pnp.diagnostics import Problems, Severity, Span, error, exit_code, warning
from pnp.load.workspace import find, is_strange

from .pnp import pnp

ROOT = Path(__file__).parent.parent.parent
BROKEN = "- {id: T1, says: three cards, kind: count, of: cards, is: 3, basis: stated}\n"
MILD = BROKEN.replace("stated", "ours")


@pytest.fixture(autouse=True)
def _nothing_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("PNP_") or name == "NO_COLOR"]:
        monkeypatch.delenv(name)


def here(
    folder: Path, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, str | bytes] | None = None
) -> None:
    """The toy in the current folder."""
    written(folder, files or {})
    monkeypatch.chdir(folder)


# --- exit codes
# --------------------------------------------------------------------------------

EXIT: dict[str, tuple[dict[str, str | bytes], list[str], int, str]] = {
    "all is well": ({}, ["check"], 0, ""),
    "a warning": ({"rules.yaml": MILD}, ["check"], 0, "warning P501"),
    "a warning, strictly": ({"rules.yaml": MILD}, ["check", "--strict"], 1, "warning P501"),
    "P2 data": ({"game.yaml": game(("rank: 1", "rank: 9"))}, ["check"], 1, "error P205"),
    "P3 a template": ({"templates/toy/front.xml": "<face><txt/></face>"}, ["check"], 1, "error P304"),
    "P4 an icon": ({"templates/toy/front.xml": '<face><icon name="nonesuch" size="9mm"/></face>'}, ["check"], 1, "error P401"),
    "P5 a promise": ({"rules.yaml": BROKEN}, ["check"], 1, "error P501"),
    "P6 a card that is not there": ({}, ["build", "--cards", "zed"], 1, "error P601"),
    "P1 no YAML": ({"game.yaml": "title: [\n"}, ["check"], 3, "error P101"),
    "P1 no such game": ({}, ["check", "chess"], 3, "error P130"),
    "P1 before P2": ({"rules.yaml": "- {\n", "game.yaml": game(("rank: 1", "rank: 9"))}, ["check"], 3, "error P1"),
    "P8 a way out": ({"game.yaml": game((CARDS, "    cards: ../../x.yaml\n"))}, ["check"], 4, "error P810"),
    "P8 a limit": ({"game.yaml": game(("terms:", "limits: {cards: 1}\nterms:"))}, ["check"], 4, "error P805"),
    "P7 a file in the way": ({}, ["build", "-o", "pnp.yaml"], 5, "error P703"),
    "an unknown option": ({}, ["check", "--loud"], 2, "No such option"),
    "an unknown command": ({}, ["chek"], 2, 'There is no command "chek". did you mean "check"'),
    "a bad value": ({}, ["build", "--paper", "a9"], 2, '"a9" is not a paper'),
}  # fmt: skip


@pytest.mark.parametrize(("files", "args", "code", "told"), EXIT.values(), ids=EXIT.keys())
def test_exit_codes(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: dict[str, str | bytes],
    args: list[str],
    code: int,
    told: str,
) -> None:
    here(tmp_path, monkeypatch, files)
    run = pnp(*args)
    assert (run.status, told in run.out + run.talk) == (code, True), run
    assert "Traceback" not in run.talk


def test_a_fault_of_ours_is_70_with_its_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path, monkeypatch)
    monkeypatch.setattr("pnp.build.conductor.make_kit", lambda *_: 1 / 0)
    run = pnp("check")
    assert run.status == 70
    assert "ZeroDivisionError" in run.talk and run.talk.endswith(
        "\nThis is a fault in pnp, not in your game. Please report it with the lines above.\n"
    )


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, click.Abort])
def test_stopped_by_hand_is_130(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, interruption: type[BaseException]
) -> None:
    def stop(*_: object) -> None:
        raise interruption

    here(tmp_path, monkeypatch)
    monkeypatch.setattr("pnp.build.conductor.make_kit", stop)
    run = pnp("check")
    assert (run.status, run.out, run.talk.lstrip("\n")) == (130, "", "Stopped.\n")


def test_the_gravest_finding_decides() -> None:
    families = {"P7": 5, "P8": 4, "P1": 3, "P2": 1, "P3": 1, "P4": 1, "P5": 1, "P6": 1}
    assert exit_code([]) == 0
    while families:
        assert exit_code([error(f"{family}01", "x") for family in reversed(families)]) == next(
            iter(families.values())
        )
        assert exit_code([warning(f"{family}01", "x") for family in families]) == 0
        assert exit_code([warning(f"{family}01", "x") for family in families], strict=True) == 1
        del families[next(iter(families))]


def test_the_gravest_of_several_games_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path, monkeypatch, {"rules.yaml": BROKEN})
    shutil.copytree(tmp_path / "data/toy", tmp_path / "data/other")
    shutil.copytree(tmp_path / "templates/toy", tmp_path / "templates/other")
    assert pnp("check").status == 1
    (tmp_path / "data/other/game.yaml").write_text("title: [\n")
    run = pnp("check")
    assert (run.status, run.talk) == (3, "2 games checked: 2 errors\n")


# --- forms
# --------------------------------------------------------------------------------

DECK = "the deck is here"
HINT = "1 card is missing, or a count: is too low"
MESSAGE = 'deck "cards" prints 2 cards, the rules promise 3 (T1, stated)'
FORMS = {
    "full": f"data/toy/rules.yaml:1:3: error P501 {MESSAGE}\n  data/toy/game.yaml:10:7: {DECK}\n"
    '  data/toy/game.yaml:10:9: "a" brings 1\n  data/toy/game.yaml:11:9: "b" brings 1\n'
    f"  hint: {HINT}\n",
    "concise": f"data/toy/rules.yaml:1:3: error P501 {MESSAGE}\n",
    "github": f'::error file=data/toy/rules.yaml,line=1,col=3,title=P501::{MESSAGE}%0A{DECK}%0A"a" brings 1%0A"b" brings 1%0A{HINT}\n',
}


@pytest.mark.parametrize("form", FORMS)
def test_a_finding_in_every_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    here(tmp_path, monkeypatch, {"rules.yaml": BROKEN})
    assert pnp("check", "--format", form)[:] == (1, FORMS[form], "1 game checked: 1 error\n")


def test_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch, {"rules.yaml": BROKEN})
    run = pnp("check", "--format", "json")
    assert json.loads(run.out) == [
        {
            "severity": "error",
            "code": "P501",
            "message": MESSAGE,
            "span": {"file": "data/toy/rules.yaml", "line": 1, "column": 3},
            "hint": HINT,
            "notes": [
                {
                    "message": message,
                    "span": {"file": "data/toy/game.yaml", "line": line, "column": column},
                }
                for message, line, column in (
                    (DECK, 10, 7),
                    ('"a" brings 1', 10, 9),
                    ('"b" brings 1', 11, 9),
                )
            ],
        }
    ]


@pytest.mark.parametrize("args", [["check", "chess"], ["check", "toy", "chess"]])
def test_json_stays_json_when_a_game_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    here(tmp_path, monkeypatch)
    run = pnp(*args, "--format", "json")
    assert (run.status, [row["code"] for row in json.loads(run.out)]) == (3, ["P130"])


@pytest.mark.parametrize(
    ("form", "nothing"), [("full", ""), ("concise", ""), ("github", ""), ("json", "[]\n")]
)
def test_nothing_to_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, nothing: str
) -> None:
    here(tmp_path, monkeypatch)
    assert pnp("check", "--format", form)[:] == (0, nothing, "1 game checked: all is well\n")


MANY = {
    "rules.yaml": BROKEN
    + MILD.replace("T1", "T2")
    + "- {id: T3, says: x, kind: range, of: cards, field: rank, from: 3, to: 4, only: rank > 5, severity: warning, basis: ours}\n",
    "game.yaml": game(("terms:", "limits: {text_floor: 12pt}\nterms:")),
}


@pytest.mark.parametrize(
    ("args", "codes", "status"),
    [
        ([], ["P501", "P501", "P580", "P312"], 1),
        (["--select", "P5"], ["P501", "P501", "P580"], 1),
        (["--select", "P501"], ["P501", "P501"], 1),
        (["--select", "p580, P3"], ["P580", "P312"], 1),
        (["--ignore", "P5"], ["P312"], 0),
        (["--ignore", "P501,P312"], ["P580"], 1),
        (["--select", "P5", "--ignore", "P580"], ["P501", "P501"], 1),
        (["--select", "P1"], [], 0),
        (["--select", "P580", "--select", "P3"], ["P580", "P312"], 1),
        (["--ignore", "P5", "--ignore", "P312"], [], 0),
    ],
)
def test_select_and_ignore(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], codes: list[str], status: int
) -> None:
    here(tmp_path, monkeypatch, MANY)
    run = pnp("check", "--format", "concise", *args)
    assert (sorted(re.findall(r" (P\d+) ", run.out)), run.status) == (sorted(codes), status)


@pytest.mark.parametrize("code", ["501", "X5", "P5O1", "P5014", "contrast"])
def test_what_is_no_code_is_not_taken_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    here(tmp_path, monkeypatch, {"rules.yaml": BROKEN})
    run = pnp("check", "--select", code)
    assert (
        run.status == 2
        and f'"{code.upper()}" is no code; expected one such as P501, or a family such as P5'
        in run.talk
    )


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--select", "P599"], 'no code begins with P599; did you mean "P59'),
        (
            ["--select", "P99"],
            "no code begins with P99; families are P1, P2, P3, P4, P5, P6, P7, P8",
        ),
        (["--select", "P501", "--ignore", "P5,P999"], "no code begins with P999"),
    ],
)
def test_a_code_that_is_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], told: str
) -> None:
    here(tmp_path, monkeypatch, {"rules.yaml": BROKEN})
    run = pnp("check", *args)
    assert (run.status, run.out) == (2, "") and told in run.talk


@pytest.mark.parametrize(
    ("command", "expected"), [("build", {"built": []}), ("verify", {"verified": []})],
)  # fmt: skip
@pytest.mark.parametrize("mark", ["", "paper: [\n"], ids=["no such game", "a broken pnp.yaml"])
def test_a_report_stays_json_when_there_is_no_game(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    expected: dict[str, Any],
    mark: str,
) -> None:
    here(tmp_path, monkeypatch)
    (tmp_path / "pnp.yaml").write_text(mark)
    run = pnp(command, "chess", "--json")
    report = json.loads(run.out)
    found = report.pop("diagnostics")
    assert (run.status, report, [row["code"] for row in found], run.talk) == (
        3,
        expected,
        ["P101" if mark else "P130"],
        "",
    )


@pytest.mark.parametrize(
    "args", [["list", "chess", "--json"], ["promises", "chess", "--format", "json"]]
)
def test_a_list_stays_json_when_there_is_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    here(tmp_path, monkeypatch)
    run = pnp(*args)
    assert (run.status, json.loads(run.out)) == (
        3,
        [],
    ) and 'error P130 there is no game "chess"' in run.talk


EARLY = {
    "export, no game": (
        ["export", "chess"],
        3,
        "P130",
        {"exported": [], "removed": [], "replaced": {}},
    ),
    "export, among the data": (
        ["export", "toy", "-o", "data"],
        5,
        "P712",
        {"exported": [], "removed": [], "replaced": {}},
    ),
    "rules, no game": (["rules", "chess"], 3, "P130", {"made": []}),
    "rules, among the data": (["rules", "toy", "-o", "data/toy/x.pdf"], 5, "P712", {"made": []}),
    "reference, no game": (["reference", "chess", "--to", "png"], 3, "P130", {"made": []}),
    "show, no game": (["show", "chess", "a"], 3, "P130", {}),
    "show, no card": (["show", "toy", "nosuch"], 1, "P601", {}),
}


@pytest.mark.parametrize(("args", "code", "finding", "rest"), EARLY.values(), ids=EARLY.keys())
def test_what_goes_wrong_early_is_told_as_json_too(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    args: list[str],
    code: int,
    finding: str,
    rest: dict[str, Any],
) -> None:
    """Standard output was empty, so that a program had nothing to read."""
    here(tmp_path, monkeypatch)
    run = pnp(*args, "--json")
    report = json.loads(run.out)
    found = [row["code"] for row in report.pop("diagnostics")]
    assert (run.status, found, report, run.talk) == (code, [finding], rest, "")


@pytest.mark.parametrize(
    "args", [["show", "toy", "a"], ["doctor"], ["rules", "toy"], ["export", "toy"]]
)
def test_a_broken_pnp_yaml_is_told_as_json_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    here(tmp_path, monkeypatch)
    (tmp_path / "pnp.yaml").write_text("paper: [\n")
    run = pnp(*args, "--json")
    assert (run.status, [row["code"] for row in json.loads(run.out)["diagnostics"]], run.talk) == (
        3,
        ["P101"],
        "",
    )


def test_pdfs_of_no_game_are_a_usage_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch)
    shutil.copytree(tmp_path / "data/toy", tmp_path / "data/other")
    assert pnp("verify", "--pdf", "cards.pdf").status == 2
    assert pnp("verify", "chess", "--pdf", "cards.pdf").status == 3


def test_cards_named_twice_are_all_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch)
    assert "2 of 2 cards" in pnp("build", "--cards", "a", "--cards", "b", "-n").talk
    assert "1 of 2 cards" in pnp("build", "--cards", "b", "-n").talk
    monkeypatch.setenv("PNP_CARDS", "a, b")
    assert "2 of 2 cards" in pnp("build", "-n").talk
    assert pnp("build", "--cards", " ").status == 2


@pytest.mark.parametrize("command", ["check", "build", "list", "verify", "promises"])
def test_games_without_a_pnp_yaml_are_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    here(tmp_path, monkeypatch)
    (tmp_path / "pnp.yaml").unlink()
    for args in ([command], [command, "toy"]):
        run = pnp(*args)
        said = run.out + run.talk
        assert (
            run.status == 3
            and "error P130 the games in data are not seen: no pnp.yaml lies beside that folder"
            in said
        )
        assert "hint: make an empty file pnp.yaml" in said


def test_shipped_games_are_there_where_no_others_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path, monkeypatch)
    (tmp_path / "pnp.yaml").unlink()
    assert pnp("build", "organ-match", "--only", "reference", "-n").status == 0


@pytest.mark.parametrize("marked", [True, False])
def test_a_shipped_game_does_not_stand_in_for_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, marked: bool
) -> None:
    here(tmp_path, monkeypatch)
    (tmp_path / "data/toy").rename(tmp_path / "data/organ-trail")
    if marked:
        (tmp_path / "data/organ-trail/game.yaml").rename(tmp_path / "data/organ-trail/game.yml")
    else:
        (tmp_path / "pnp.yaml").unlink()
    run = pnp("check", "organ-trail")
    assert (
        run.status == 3
        and ("holds no game.yaml" if marked else "no pnp.yaml lies beside that folder")
        in run.out + run.talk
    )


@pytest.mark.parametrize("command", ["check", "build", "list", "verify", "promises"])
def test_a_game_yaml_of_another_name_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    here(tmp_path, monkeypatch)
    assert pnp("build").status == 0
    shutil.copytree(tmp_path / "data/toy", tmp_path / "data/other")
    (tmp_path / "data/other/game.yaml").rename(tmp_path / "data/other/game.yml")
    run = pnp(command)
    told = 'warning P130 data/other is no game: it holds no game.yaml, but "game.yml"\n  hint: rename "game.yml" to game.yaml'
    assert run.status == 0 and told in run.out + run.talk
    assert "P130" not in pnp(command, "toy").talk  # who names a game is not troubled with others
    run = pnp(command, "other")
    assert run.status == 3 and told in run.out + run.talk
    shutil.rmtree(tmp_path / "data/toy")
    run = pnp(command)
    assert (
        run.status == 3
        and "there are no games here" in run.out + run.talk
        and told in run.out + run.talk
    )


class Terminal:
    """A standard error that is a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


@pytest.mark.parametrize(
    ("variable", "colours"), [(None, True), ("", True), ("1", False), ("0", False)]
)
def test_no_color(monkeypatch: pytest.MonkeyPatch, variable: str | None, colours: bool) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    if variable is not None:
        monkeypatch.setenv("NO_COLOR", variable)
    speech.say([error("P501", "broken", Span("a.yaml", 1, 2)), warning("P312", "too small")])
    red, yellow, plain = "\x1b[31m\x1b[1m", "\x1b[33m\x1b[1m", "\x1b[0m"
    expected = f"{yellow}warning P312{plain} too small\na.yaml:1:2: {red}error P501{plain} broken\n"
    assert terminal.text == (expected if colours else re.sub(r"\x1b\[\d+m", "", expected))


def test_no_colours_in_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch, {"rules.yaml": BROKEN})
    run = pnp("build")
    assert "error P501" in run.talk and "\x1b" not in run.talk + run.out


def test_severities_have_their_words() -> None:
    assert speech.summary([]) == "nothing to say"
    assert (
        speech.summary([error("P1", "a"), error("P1", "b"), warning("P1", "c"), error("P1", "a")])
        == "2 errors, 1 warning"
    )
    assert set(speech._COLORS) == set(Severity)


# --- what goes where
# --------------------------------------------------------------------------------


def test_files_on_standard_output_talk_on_standard_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path, monkeypatch, {"rules.yaml": MILD})
    run = pnp("build")
    first = r"output/toy/print-me-first\.pdf  1 sheet, 1 page, \d\.\d\d s\n"
    assert re.fullmatch(
        first + r"output/toy/cards-one-sided\.pdf  1 sheet, 2 cards, \d\.\d\d s\n", run.out
    )
    assert run.talk.startswith("  Toy: 2 of 2 cards on paper\n") and "warning P501" in run.talk


def test_a_build_that_fails_says_nothing_on_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path, monkeypatch, {"rules.yaml": BROKEN})
    run = pnp("build")
    assert (run.status, run.out) == (1, "") and run.talk.endswith("1 error\n")


def test_a_report_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch, {"rules.yaml": MILD})
    run = pnp("build", "--json")
    report = json.loads(run.out)
    (built,) = report["built"]
    assert (
        built["game"],
        built["cards"],
        built["written"],
        [row["code"] for row in report["diagnostics"]],
    ) == ("toy", 2, True, ["P501"])
    assert [(Path(row["file"]).name, row["sheets"]) for row in built["files"]] == [
        ("print-me-first.pdf", 1),
        ("cards-one-sided.pdf", 1),
    ]
    assert run.talk == ""


def test_a_report_asked_for_by_the_environment_is_made_each_time(tmp_path: Path) -> None:
    written(tmp_path, {})
    for _ in range(2):
        run = shell("pnp build", tmp_path, PNP_JSON="1")
        assert (run.returncode, json.loads(run.stdout)["built"][0]["game"]) == (0, "toy")


def test_a_dry_run_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch)
    run = pnp("build", "-n")
    assert run.status == 0 and run.out.endswith("(not written)\n")
    assert not (tmp_path / "output").exists()


def test_timings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch)
    run = pnp("build", "--timings")
    for stage in ("load", "check", "impose", "draw", "write"):
        assert re.search(rf"^  {stage} +\d+\.\d ms$", run.talk, re.M), run.talk


def test_a_draft_goes_through_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch, {"rules.yaml": BROKEN})
    run = pnp("build", "--draft")
    assert (run.status, "warning P501" in run.talk, "error" in run.talk) == (0, True, False)


@pytest.mark.parametrize(
    "args",
    [
        ["build", "toy"],
        ["check"],
        ["list"],
        ["promises"],
        ["verify"],
        ["show", "toy", "a"],
        ["export", "toy"],
    ],
    ids=lambda args: args[0],
)
@pytest.mark.parametrize("given", ["option", "variable", "neither"])
def test_every_command_that_reads_a_game_can_be_told_not_to_trust_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], given: str
) -> None:
    """`pnp list` and `pnp promises` knew nothing of PNP_UNTRUSTED."""
    here(tmp_path, monkeypatch)
    apart: list[object] = []

    def confined(task: Any, *args: Any) -> Any:
        apart.append(task)
        return task(*args)

    pnp("build", "toy", "--duplex", "none")
    monkeypatch.setattr("pnp.sandbox.worker.confined", confined)
    if given == "variable":
        monkeypatch.setenv("PNP_UNTRUSTED", "1")
    made = pnp(*args, *(["--untrusted"] if given == "option" else []))
    assert made.status == 0 and len(apart) == (0 if given == "neither" else 1)


def test_whose_a_folder_is_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    """It looked like a fault of pnp."""
    written(tmp_path, {})
    with pytest.raises(Problems) as problem:
        is_strange(find(tmp_path), tmp_path / "data/none")
    assert [d.code for d in problem.value.diagnostics] == ["P131"]


def test_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch, {"rules.yaml": BROKEN})
    run = pnp("list")
    assert run[:] == (
        0,
        "toy                Toy: 2 cards; 1 sheet\n  cards            deck          2 cards          1 sheet\n",
        "",
    )
    rows = json.loads(pnp("list", "--json").out)
    assert [(row["game"], row["cards"], row["sheets"], len(row["components"])) for row in rows] == [
        ("toy", 2, 1, 1)
    ]


@pytest.mark.parametrize(
    ("kind", "count", "told"),
    [
        ("rulebook", 1, "1 page"),
        ("rulebook", 2, "2 pages"),
        ("deck", 1, "1 sheet"),
        ("deck", 2, "2 sheets"),
    ],
)
def test_list_counts_one_page_as_one(kind: str, count: int, told: str) -> None:
    from pnp.cli.list_ import _told

    part = {
        "component": "it",
        "title": "It",
        "kind": kind,
        "pieces": 1,
        "sheets": count,
        "tiles": [],
    }
    assert _told({"game": "toy", "title": "Toy", "sheets": 1, "components": [part]}).endswith(
        f" {told}\n"
    )


def test_list_names_what_can_be_read_and_what_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path, monkeypatch)
    (tmp_path / "data/bad").mkdir()
    (tmp_path / "data/bad/game.yaml").write_text("title: [\n")
    run = pnp("list")
    assert run.status == 3 and run.out.startswith("toy ") and "data/bad/game.yaml:" in run.talk


PART = (
    ("--cards", "a"),
    ("--only", "cards"),
    ("--only", "deck", "--changed-since", "output/toy/manifest.json"),
    ("--changed-since", "earlier.json"),
    ("--changed-since", "output/toy/manifest.json"),
    ("--players", "2"),
    ("--board-scale", "50%"),
)


@pytest.mark.parametrize("asked", PART, ids=" ".join)
def test_a_part_of_a_kit_leaves_the_print_of_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    here(tmp_path, monkeypatch)
    assert pnp("build").status == 0
    sheet = tmp_path / "templates/toy/front.xml"
    sheet.write_text(sheet.read_text().replace("<face", '<face fill="#ffeedd"', 1))
    whole = {
        path: path.read_bytes()
        for path in sorted((tmp_path / "output/toy").iterdir())
        if path.is_file()
    }
    shutil.copyfile(tmp_path / "output/toy/manifest.json", tmp_path / "earlier.json")
    run = pnp("build", *asked)
    assert (
        run.status == 0 and "output/toy/part/cards" in run.out and "output/toy/cards" not in run.out
    )
    assert (
        "  note: a part of the kit, in part/ with a manifest of its own: the print of all of it stays\n"
        in run.talk
    )
    assert {path: path.read_bytes() for path in whole} == whole
    assert json.loads((tmp_path / "output/toy/part/manifest.json").read_text()).get("players") == (
        2 if "--players" in asked else None
    )
    printed = json.loads((tmp_path / "output/toy/part/manifest.json").read_text())["files"]
    assert sorted(printed) == sorted(
        path.name for path in (tmp_path / "output/toy/part").glob("*.pdf")
    )


def test_changes_that_are_undone_do_not_stay_to_be_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was "nothing to print", and the last reprint still lay there."""
    here(tmp_path, monkeypatch)
    assert pnp("build").status == 0
    sheet, call = (
        tmp_path / "templates/toy/front.xml",
        ("build", "--changed-since", "output/toy/manifest.json"),
    )
    old, whole = (
        sheet.read_text(),
        sorted(path.name for path in (tmp_path / "output/toy").iterdir()),
    )
    sheet.write_text(old.replace("<face", '<face fill="#ffeedd"', 1))
    assert pnp(*call).status == 0
    sheet.write_text(old)
    (tmp_path / "output/toy/part/own.txt").write_text("mine")
    assert (
        "removed" not in pnp(*call, "--dry-run").talk
        and (tmp_path / "output/toy/part/manifest.json").exists()
    )
    told = "Toy: nothing to print\n  note: the earlier print in output/toy/part is removed, since this one is empty\n"
    assert pnp(*call).talk.startswith(told)
    assert [
        path.name for path in (tmp_path / "output/toy/part").iterdir() if path.name != ".pnp.lock"
    ] == ["own.txt"]
    assert "removed" not in pnp(*call).talk
    assert sorted(path.name for path in (tmp_path / "output/toy").iterdir()) == sorted(
        [*whole, "part"]
    )


def test_a_part_goes_where_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch)
    run = pnp("build", "--only", "cards", "-o", "made")
    assert run.out.startswith("made/toy/cards") and "a part of the kit" not in run.talk
    monkeypatch.setenv("PNP_OUTPUT", "made")
    assert pnp("build", "--only", "cards").out.startswith("made/toy/part/cards")


def test_a_part_never_takes_the_place_of_a_whole_kit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path, monkeypatch)
    assert pnp("build", "-o", "kit").status == 0
    whole = {path: path.read_bytes() for path in sorted((tmp_path / "kit/toy").iterdir())}
    for asked in (
        ("--changed-since", "kit/toy/manifest.json", "--only", "cards"),
        ("--only", "cards"),
        ("--players", "2"),
    ):
        run = pnp("build", *asked, "-o", "kit")
        assert run.status == 0 and "kit/toy/cards" not in run.out
        assert {path: path.read_bytes() for path in whole} == whole
    assert (tmp_path / "kit/toy/part/manifest.json").exists()


@pytest.mark.parametrize(
    ("file", "content", "target"),
    [
        ("manifest.json", '{"game": "toy", "files": {}, "part": true}', "made/toy/cards"),
        ("notes.txt", "", "made/toy/cards"),
        ("rules.pdf", "", "made/toy/cards"),
        ("player-aids-booklet.pdf", "", "made/toy/cards"),
        ("rulebook.pdf", "", "made/toy/part/cards"),
        ("manifest.json", '{"game": "toy", "files": {}}', "made/toy/part/cards"),
        ("manifest.json", '{"game": "other", "files": {}, "part": true}', "made/toy/part/cards"),
        ("manifest.json", "{", "made/toy/part/cards"),
        ("cards.pdf", "", "made/toy/part/cards"),
    ],
)
def test_a_part_replaces_nothing_but_a_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, content: str, target: str
) -> None:
    here(tmp_path, monkeypatch)
    (tmp_path / "made/toy").mkdir(parents=True)
    (tmp_path / "made/toy" / file).write_text(content)
    assert pnp("build", "--only", "cards", "-o", "made").out.startswith(target)


def test_a_kit_whose_manifest_is_a_link_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path, monkeypatch)
    assert pnp("build", "-o", "kit").status == 0
    (tmp_path / "kit/toy/manifest.json").rename(tmp_path / "m.json")
    (tmp_path / "kit/toy/manifest.json").symlink_to(tmp_path / "m.json")
    assert pnp("build", "--only", "cards", "-o", "kit").out.startswith("kit/toy/part/")
    shutil.rmtree(tmp_path / "kit/toy/part")
    (tmp_path / "kit/toy/part").symlink_to(".")
    run = pnp("build", "--only", "cards", "-o", "kit")
    assert (run.status, run.out) == (5, "") and "error P703" in run.talk


def test_what_is_said_of_a_part_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch)
    assert (
        "with a manifest of its own\n" in pnp("build", "--only", "cards").talk
    )  # no print of all was ever made
    assert pnp("build").status == 0
    assert "of its own: the print of all of it stays\n" in pnp("build", "--only", "cards").talk
    for path in (tmp_path / "output/toy").glob("*.*"):
        path.unlink()
    assert "the print of all of it stays" not in pnp("build", "--only", "cards").talk


def test_a_rule_sheet_is_no_print_of_a_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = "  book: {kind: rulebook, text: book.md}\n"
    here(tmp_path, monkeypatch, {"game.yaml": game() + book, "book.md": "# Turns\n\nDraw.\n"})
    assert pnp("rules", "toy").status == 0 and (tmp_path / "output/toy/rules.pdf").exists()
    talk = pnp("build", "--only", "cards").talk
    assert "with a manifest of its own\n" in talk and "the print of all of it stays" not in talk
    (tmp_path / "output/toy/manifest.json").write_text("{")
    assert "the print of all of it stays" in pnp("build", "--only", "cards").talk


def test_a_part_never_leaves_the_workspace_by_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path / "home", monkeypatch)
    (tmp_path / "home/output/toy").mkdir(parents=True)
    (tmp_path / "away").mkdir()
    (tmp_path / "home/output/toy/part").symlink_to(tmp_path / "away")
    run = pnp("build", "--only", "cards")
    assert "error P811" in run.talk and not list((tmp_path / "away").iterdir())


def test_a_print_does_not_take_the_place_of_the_one_it_is_compared_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path, monkeypatch)
    assert pnp("build").status == 0
    assert pnp("build", "--only", "cards").status == 0
    before = (tmp_path / "output/toy/part/manifest.json").read_bytes()
    run = pnp("build", "--changed-since", "output/toy/part/manifest.json")
    assert (run.status, run.out) == (
        1,
        "",
    ) and "error P605 --changed-since: the new build would take the place of the print" in run.talk
    assert (tmp_path / "output/toy/part/manifest.json").read_bytes() == before
    assert pnp("build", "--changed-since", "output/toy/manifest.json", "-n").talk.startswith(
        "Toy: nothing to print\n"
    )


# --- defaults: the command line, PNP_…, pnp.yaml, ours
# --------------------------------------------------------------------------------


def papers(*args: str) -> tuple[int, int]:
    """Width and height of the paper that a build would take, in millimetres, the shorter side
    first.
    """
    report = json.loads(pnp("build", "--json", *args).out)["built"][0]
    manifest = json.loads((Path(report["folder"]) / "manifest.json").read_text())
    width, height = manifest["files"]["cards-one-sided.pdf"]["sheets"][0]["paper"]
    return min(round(width), round(height)), max(round(width), round(height))


def test_the_nearest_default_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch)
    assert papers() == (210, 297)
    (tmp_path / "pnp.yaml").write_text("paper: letter\n")
    assert papers() == (216, 279)
    monkeypatch.setenv("PNP_PAPER", "legal")
    assert papers() == (216, 356)
    assert papers("--paper", "100x150") == (100, 150)


@pytest.mark.parametrize("name", ["PNP_PAPR", "PNP_PAEPR", "PNP_PAPERS", "PNP_FORMATS"])
def test_a_misspelt_variable_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The kit was printed on A4, and nothing was said. `PNP_FORMAT` is of another command."""
    here(tmp_path, monkeypatch)
    monkeypatch.setenv(name, "letter")
    meant = "PNP_FORMAT" if "FORMAT" in name else "PNP_PAPER"
    result = pnp("build")
    assert (result.status, result.out) == (2, "")
    assert f"Error: Nothing reads {name} of the environment. Did you mean {meant}?" in result.talk
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize(
    "name", ["PNP_VERSION", "PNP_HOME", "PNP_PAPER_SIZE", "PNP_PAPER", "PNP_FORMAT", "XPNP_PAPER"]
)
def test_variables_of_others_are_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    here(tmp_path, monkeypatch)
    monkeypatch.setenv(name, {"PNP_PAPER": "a4", "PNP_FORMAT": "concise"}.get(name, "17"))
    assert pnp("build").status == 0


ENVIRONMENT = {
    "PNP_PAPER": ("build", "a9", '"a9" is not a paper'),
    "PNP_DUPLEX": ("build", "sideways", "'sideways' is not one of"),
    "PNP_GUTTER": ("build", "3", '"3" has no unit'),
    "PNP_MARGIN": ("list", "-1mm", "is negative"),
    "PNP_MARKS": ("list", "dots", "'dots' is not one of"),
    "PNP_JOBS": ("build", "many", "'many' is not a valid integer"),
    "PNP_STRICT": ("check", "perhaps", "'perhaps' is not a valid boolean"),
    "PNP_FORMAT": ("check", "xml", "'xml' is not one of"),
    "PNP_SELECT": ("check", "all", '"ALL" is no code'),
    "PNP_IGNORE": ("check", "all", '"ALL" is no code'),
    "PNP_CARDS": ("build", "zed", '"toy" has no card "zed"'),
    "PNP_ONLY": ("build", "dek", 'has no component "dek"'),
    "PNP_CHANGED_SINCE": ("build", "none.json", "'none.json' does not exist"),
    "PNP_UNTRUSTED": ("check", "perhaps", "'perhaps' is not a valid boolean"),
    "PNP_DRAFT": ("build", "perhaps", "'perhaps' is not a valid boolean"),
    "PNP_DRY_RUN": ("build", "perhaps", "'perhaps' is not a valid boolean"),
    "PNP_JSON": ("build", "perhaps", "'perhaps' is not a valid boolean"),
    "PNP_TIMINGS": ("build", "perhaps", "'perhaps' is not a valid boolean"),
    "PNP_OPEN": ("build", "perhaps", "'perhaps' is not a valid boolean"),
    "PNP_MAX_CARDS": ("check", "few", "'few' is not a valid integer"),
}


@pytest.mark.parametrize(("name", "case"), ENVIRONMENT.items(), ids=ENVIRONMENT.keys())
def test_every_option_has_its_name_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, case: tuple[str, str, str]
) -> None:
    command, value, told = case
    here(tmp_path, monkeypatch)
    monkeypatch.setenv(name, value)
    run = pnp(command)
    assert run.status in (1, 2) and told in run.talk, run


def test_the_output_folder_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path, monkeypatch)
    monkeypatch.setenv("PNP_OUTPUT", "elsewhere")
    assert pnp("build").status == 0
    assert (tmp_path / "elsewhere/toy/cards-one-sided.pdf").is_file() and not (
        tmp_path / "output"
    ).exists()


TEXTS = {
    "game.yaml": game(
        (
            "components:\n",
            "components:\n  aid: {kind: reference, text: a.md, size: poker}\n  book: {kind: rulebook, text: b.md, page: a6}\n",
        )
    ),
    "a.md": "# Turns\n\nDraw.\n",
    "b.md": "# Rules\n\nPlay.\n",
}


def test_the_output_of_the_environment_is_the_same_folder_for_every_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was a folder for build, the game's own for export and a file for rules, which then
    stood in the way of the others.
    """
    here(tmp_path, monkeypatch, TEXTS)
    monkeypatch.setenv("PNP_OUTPUT", "prints")
    for args in (
        ["rules"], ["reference"], ["reference", "--to", "png", "--dpi", "36"], ["export", "--dpi", "36"], ["build"], ["verify"],
    ):  # fmt: skip
        run = pnp(args[0], "toy", *args[1:])
        assert run.status == 0, run
    made = {path.name for path in (tmp_path / "prints/toy").iterdir()}
    assert made >= {"rules.pdf", "player-aids.pdf", "player-aids", "export", "manifest.json"}
    assert sorted(path.name for path in (tmp_path / "prints").iterdir() if path.name[0] != ".") == [
        "toy"
    ]
    assert pnp("rules", "toy", "-o", "mine.pdf").out.startswith("mine.pdf  ")
    assert pnp("export", "toy", "--dpi", "36", "-o", "faces").out.startswith("faces/")


ELSEWHERE = {
    "rules": ("PNP_TO", "png", ["rules", "toy"], "output/toy/rules.pdf  "),
    "reference": ("PNP_TO", "booklet", ["reference", "toy"], "output/toy/player-aids.pdf  "),
    "reference that has it": ("PNP_TO", "md", ["reference", "toy"], "output/toy/player-aids.md  "),
    "export": ("PNP_TO", "html", ["export", "toy", "--dpi", "36"], "output/toy/export/"),
    "promises": ("PNP_FORMAT", "github", ["promises", "toy"], "Toy: "),
    "check": ("PNP_FORMAT", "md", ["check", "toy"], ""),
    "a text on standard output": (
        "PNP_JSON",
        "1",
        ["rules", "toy", "--to", "txt", "-o", "-"],
        "TOY\n",
    ),
}


@pytest.mark.parametrize(
    ("name", "value", "args", "told"), ELSEWHERE.values(), ids=ELSEWHERE.keys()
)
def test_what_the_environment_says_for_another_command_is_passed_over(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    value: str,
    args: list[str],
    told: str,
) -> None:
    here(tmp_path, monkeypatch, TEXTS)
    monkeypatch.setenv(name, value)
    run = pnp(*args)
    assert run.status == 0 and run.out.startswith(told), run


@pytest.mark.parametrize(
    ("name", "command"), [("PNP_TO", "rules"), ("PNP_TO", "export"), ("PNP_FORMAT", "promises")]
)
def test_what_no_command_offers_is_an_error_in_the_environment_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, command: str
) -> None:
    here(tmp_path, monkeypatch)
    monkeypatch.setenv(name, "scroll")
    run = pnp(command, "toy")
    assert run.status == 2 and "'scroll' is not one of" in run.talk


def test_the_forms_of_all_commands_are_known() -> None:
    offered: dict[str, set[str]] = {}
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        for option in command.params:
            if isinstance(option, options.Shared):
                assert isinstance(option.type, click.Choice)
                offered.setdefault(str(option.envvar), set()).update(option.type.choices)
    assert offered == {name: set(forms) for name, forms in options.FORMS.items()}


def test_every_command_that_reads_cards_may_be_allowed_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `pnp build --max-cards` had printed could not be shown, listed, verified or exported."""
    many = "".join(f"- {{id: c{n}, rank: 1, gem: ruby, name: Ann}}\n" for n in range(5_001))
    here(
        tmp_path,
        monkeypatch,
        {"cards.yaml": many, "game.yaml": game((CARDS, "    cards: cards.yaml\n"))},
    )
    for args in (["promises", "toy"], ["schema", "cards", "toy", "cards"], ["show", "toy", "c7"]):
        run = pnp(*args)
        assert (run.status, "P805" in run.talk) == (4, True), run
        assert pnp(*args, "--max-cards", "6000").status == 0, args
    monkeypatch.setenv("PNP_MAX_CARDS", "6000")
    assert pnp("promises", "toy").status == 0
    for name in (
        "build",
        "check",
        "export",
        "list",
        "new",
        "promises",
        "reference",
        "rules",
        "schema",
        "show",
        "verify",
    ):
        command = main.get_command(click.Context(main), name)
        assert command is not None
        assert "PNP_MAX_CARDS" in [option.envvar for option in command.params], name


def test_no_option_is_left_without_a_name() -> None:
    known = {*ENVIRONMENT, "PNP_OUTPUT", "PNP_UNTRUSTED", "PNP_SETUP"}
    for name in ("build", "check", "list"):
        command = main.get_command(click.Context(main), name)
        assert command is not None
        context = click.Context(
            command,
            info_name=name,
            **{k: v for k, v in command.context_settings.items() if k == "auto_envvar_prefix"},
        )
        options = [p for p in command.params if isinstance(p, click.Option)]
        for option in options:
            found = option.envvar or f"{context.auto_envvar_prefix}_{str(option.name).upper()}"
            long = max(option.opts, key=len).removeprefix("--").replace("-", "_").upper()
            assert found == f"PNP_{long}", (name, option.opts)
            assert found in known or name == "build", found


def test_a_version_in_the_environment_means_nothing_to_us(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path, monkeypatch)
    monkeypatch.setenv("PNP_VERSION", "1.2.3")
    assert pnp("list").status == 0


PNP_YAML = {
    "an unknown key": (
        "papr: a4\n", ['pnp.yaml:1:1: error P201 pnp.yaml has no key "papr"', 'hint: did you mean "paper"?'],
    ),
    "a bad paper": ("paper: a9\n", ['pnp.yaml:1:8: error P203 "paper": "a9" is not a paper', "a4"]),
    "a bad choice": ("duplex: sideways\n", ['pnp.yaml:1:9: error P203 "duplex": expected long, short, fold, none, found "sideways"']),
    "a length without unit": ("margin: 5\n", ['pnp.yaml:1:9: error P203 "margin": "5" has no unit; did you mean 5mm?']),
    "a negative length": ("gutter: -1mm\n", ['pnp.yaml:1:9: error P203 "gutter": "-1mm" is negative']),
    "a list": ("paper: [a4]\n", ['pnp.yaml:1:8: error P203 "paper": expected one value']),
    "several at once": (
        "papr: a4\nmarks: dots\n", ["pnp.yaml:1:1: error P201", 'pnp.yaml:2:8: error P203 "marks": expected crop, none, found "dots"'],
    ),
    "no map": ("- paper\n", ["pnp.yaml:1:1: error P203 expected keys and values, such as paper: a4"]),
    "no YAML": ("paper: [\n", ["pnp.yaml:1:8: error P101"]),
}  # fmt: skip


@pytest.mark.parametrize("command", ["build", "list", "check"])
@pytest.mark.parametrize(("text", "expected"), PNP_YAML.values(), ids=PNP_YAML.keys())
def test_defaults_that_are_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, text: str, expected: list[str]
) -> None:
    here(tmp_path, monkeypatch)
    (tmp_path / "pnp.yaml").write_text(text)
    run = pnp(command)
    assert run.status == (3 if text == "paper: [\n" else 1)
    for line in expected:
        assert line in run.out + run.talk, run


def test_an_option_does_not_hide_a_wrong_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(tmp_path, monkeypatch)
    (tmp_path / "pnp.yaml").write_text("paper: a9\n")
    assert pnp("build", "--paper", "a4").status == 1


# --- names
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "near"), [("biuld", "build"), ("chekc", "check"), ("lsit", "list")]
)
def test_a_command_that_is_nearly_one(name: str, near: str) -> None:
    run = pnp(name)
    assert run.status == 2 and f'There is no command "{name}". did you mean "{near}"' in run.talk


@pytest.mark.parametrize(
    ("command", "option", "near"),
    [
        ("build", "--papr", "--paper"),
        ("build", "--duplx", "--duplex"),
        ("check", "--strct", "--strict"),
        ("list", "--jsn", "--json"),
    ],
)
def test_an_option_that_is_nearly_one(command: str, option: str, near: str) -> None:
    run = pnp(command, option)
    assert run.status == 2 and option in run.talk and near in run.talk


def test_a_game_that_is_nearly_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch)
    for command in ("build", "check", "list"):
        run = pnp(command, "tyo")
        assert (
            run.status == 3
            and 'error P130 there is no game "tyo"\n  hint: did you mean "toy"?'
            in run.out + run.talk
        )


def test_a_paper_that_is_nearly_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here(tmp_path, monkeypatch)
    assert 'did you mean "letter"' in pnp("build", "--paper", "leter").talk


# --- help
# --------------------------------------------------------------------------------


def examples(page: str) -> list[list[str]]:
    """The calls under Examples: of a help page, without remarks."""
    assert "Examples:\n" in page
    part = page.split("Examples:\n", 1)[1].split("\n\n", 1)[0]
    return [
        shlex.split(re.split(r"\s{2,}|[|>]", line.strip())[0])[1:]
        for line in part.splitlines()
        if line.strip().startswith("pnp ")
    ]


def page(name: str) -> str:
    """The help page of a command; of all of them without a name."""
    return pnp(*filter(None, [name]), "--help").out


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_page_has_two_examples_and_they_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for part in (
        "data/organ-match",
        "data/organ-trail",
        "templates",
    ):  # examples that name no game take all that are there
        shutil.copytree(ROOT / part, tmp_path / part)
    (tmp_path / "pnp.yaml").write_text("")
    monkeypatch.chdir(tmp_path)
    calls = examples(page(name))
    assert len(calls) >= 2
    if name != "new":
        texts = ("--from", "organ-match") if name in ("rules", "reference") else ()
        assert pnp("new", "my-game", *texts).status == 0
    if name == "verify":
        assert pnp("build", "my-game").status == 0
    for call in calls:
        assert name in ("", call[0])
        if "--watch" in call:  # goes on until it is stopped
            continue
        if "--changed-since" in call:
            assert pnp("build", call[1], "-o", ".").status == 0
            Path(call[1]).rename("old")
        run = pnp(*call)
        # --strict may find something in a game whose promises are not all built yet; everything
        # else ends well.
        assert run.status == 0 or ("--strict" in call and run.status == 1), (call, run)


def test_the_page_of_all_commands_names_each() -> None:
    for name, line in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(line)}$", page(""), re.M)
    assert pnp("-h").out == page("")


def test_without_a_command_the_page_is_shown() -> None:
    run = pnp()
    assert run.status == 2 and "Commands:" in run.out + run.talk


def test_version() -> None:
    assert pnp("--version")[:] == (0, f"pnp {__version__}\n", "")


# --- processes: what only a real one shows
# --------------------------------------------------------------------------------


def shell(line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A line of shell in a folder; `pnp` is this interpreter's."""
    command = line.replace("pnp", f"{shlex.quote(sys.executable)} -m pnp", 1)
    variables: dict[str, Any] = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")


@posix
@pytest.mark.parametrize(
    ("line", "status", "out"),
    [
        ("pnp --version", 0, f"pnp {__version__}\n"),
        ("pnp list >&-", 0, ""),
        ("pnp list | head -c 3; exit ${PIPESTATUS[0]}", 0, "toy"),
        (
            "pnp check chess 2>&-",
            3,
            'error P130 there is no game "chess"\n  hint: known here: toy\n',
        ),
        ("pnp build chess 2>&-", 3, ""),
    ],
)
def test_python_m_pnp_with_streams_open_and_closed(
    tmp_path: Path, line: str, status: int, out: str
) -> None:
    written(tmp_path, {})
    run = shell(line, tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (status, out, "")


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_disk_that_is_full_where_standard_output_goes(tmp_path: Path) -> None:
    written(tmp_path, {})
    run = shell("pnp list > /dev/full", tmp_path)
    assert (run.returncode, run.stderr) == (
        5,
        "Standard output cannot be written: No space left on device.\n",
    )


def test_problems_travel_between_processes() -> None:
    import pickle

    problem = Problems([error("P501", "broken", Span("a", 1, 2), "mend it")])
    assert pickle.loads(pickle.dumps(problem)).diagnostics == problem.diagnostics


def test_want_of_memory_is_no_fault_of_pnp(capsys: pytest.CaptureFixture[str]) -> None:
    """It ended with a traceback that asked for a report."""

    def greedy() -> None:
        raise MemoryError

    assert cli.status(greedy) == 5
    assert capsys.readouterr() == (
        "",
        "There is not enough memory: close other programs, or build the game in parts (--only, -j 1).\n",
    )
