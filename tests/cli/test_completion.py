from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from pnp.cli import COMMANDS, VARIABLE, main

from .run import call


def completions(monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """What bash is told when the user asks for what could follow; the last word has only begun."""
    monkeypatch.setenv("COMP_WORDS", " ".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    return [
        line.partition(",")[2]
        for line in BashComplete(main, {}, "pnp", VARIABLE).complete().splitlines()
    ]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("shell", "mark"),
    [
        ("bash", "complete -o nosort -F _pnp_completion pnp"),
        ("zsh", "#compdef pnp"),
        ("fish", "complete --no-files --command pnp"),
    ],
)
def test_script_for_each_shell(shell: str, mark: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "completion", shell)
    assert (said.code, said.err) == (0, "")
    assert mark in said.out
    assert f"{VARIABLE}={shell}_complete" in said.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_script_is_read_by_its_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = call(capsys, "completion", shell).out
    done = subprocess.run([shell, "-n"], input=script, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_other_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "completion", "tcsh")
    assert (said.code, said.out) == (2, "")
    assert "'bash', 'zsh', 'fish'" in said.err


def test_commands_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert completions(monkeypatch, "pnp", "c") == [
        name for name in COMMANDS if name.startswith("c")
    ]


def test_options_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert completions(monkeypatch, "pnp", "build", "--pa") == ["--paper"]
    assert completions(monkeypatch, "pnp", "build", "--duplex", "f") == ["fold"]


@pytest.mark.parametrize(
    "words",
    [("build",), ("check",), ("list",), ("show",), ("new", "mine", "--from"), ("schema", "cards")],
)
def test_names_of_games_are_completed(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert completions(monkeypatch, "pnp", *words, "organ-m") == ["organ-match"]


def test_workspace_completes_its_own_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call(capsys, "new", "night-market")
    assert completions(monkeypatch, "pnp", "check", "") == ["night-market"]
    assert {"night-market", "organ-match"} <= {
        *completions(monkeypatch, "pnp", "new", "mine", "--from", "")
    }
    said = call(capsys, "new", "mine", "--from", "organ-mach")
    assert (
        said.code == 3
        and 'there is no game "organ-mach"\n  hint: did you mean "organ-match" or "organ-trail"?'
        in said.err
    )


def test_broken_workspace_completes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pnp.yaml").write_text("[")
    assert completions(monkeypatch, "pnp", "check", "") == []


def test_codes_and_kinds_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert completions(monkeypatch, "pnp", "explain", "p31") == completions(
        monkeypatch, "pnp", "explain", "P31"
    )
    assert "P310" in completions(monkeypatch, "pnp", "explain", "P31")
    assert completions(monkeypatch, "pnp", "schema", "g") == ["game"]


def test_program_answers_its_script() -> None:
    asked = {**os.environ, VARIABLE: "bash_complete", "COMP_WORDS": "pnp comp", "COMP_CWORD": "1"}
    program = "import sys; sys.argv = ['pnp']; from pnp.cli.console import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", program], env=asked, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "plain,completion\n", "")


def test_help_page_makes_the_folder_and_shows_it_to_zsh(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = " ".join(call(capsys, "completion", "--help").out.split())
    assert "mkdir -p ~/.zfunc" in said and "fpath=(~/.zfunc $fpath); autoload -Uz compinit" in said
