"""What commands print, as golden suites: every `suite/*.txt` holds cases and what each prints.

    + FILE            files of every case, lines behind "| "; behind a title, of that case alone
    == TITLE          a case, in a fresh folder
    $ COMMAND         `pnp` runs in this process, with NAME=VALUE before it and `| COMMAND` after it
    ! LINE            what follows is printed; lines of standard error have a mark
    [3]               the exit code, where it is not 0

`put FILE OLD NEW` exchanges a text; every other command is the shell's.
`UPDATE_SUITES=1 pytest tests/cli/test_suite.py` writes what is printed now.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from .pnp import Run, pnp

SUITES = sorted((Path(__file__).parent / "suite").glob("*.txt"))
VARIABLE = (
    (r" +\d+\.\d+ (m?s)\b", r" 0 \1"),
    (r"\b[0-9a-f]{64}\b", "SHA256"),
    (r"(is not a valid boolean).*", r"\1"),  # the rest is click's
)


def parts(suite: Path) -> list[str]:
    """The common files of a suite, then its cases."""
    return re.split(r"^(?=== )", suite.read_text(encoding="utf-8"), flags=re.MULTILINE)


CASES = [(suite, case) for suite in SUITES for case in parts(suite)[1:]]


def files(text: str) -> None:
    """Write the files that a text holds."""
    for found in re.finditer(r"^\+ (.+)\n((?:\|.*\n)*)", text, re.MULTILINE):
        path = Path(found[1])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(re.sub(r"^\| ?", "", found[2], flags=re.MULTILINE), encoding="utf-8")


def run(line: str, patch: pytest.MonkeyPatch) -> Run:
    """What a command prints, and its exit code."""
    call, _, pipe = line.partition(" | ")
    words = shlex.split(call)
    if words[0] == "put":
        path = Path(words[1])
        assert path.read_text(encoding="utf-8").count(words[2]) == 1, line
        new = words[3].replace("\\n", "\n")
        path.write_text(path.read_text(encoding="utf-8").replace(words[2], new), encoding="utf-8")
        return Run(0, "", "")
    with patch.context() as environment:
        environment.setenv("LC_ALL", "C.UTF-8")
        while "=" in words[0]:
            environment.setenv(*words.pop(0).split("=", 1))
        done = pnp(*words[1:]) if words[0] == "pnp" else _shell(call, "")
    if not pipe:
        return done
    return done._replace(out=_shell(pipe, done.out).out)


def _shell(line: str, given: str) -> Run:
    done = subprocess.run(
        ["bash", "-c", line], input=given, capture_output=True, text=True, timeout=60, check=False
    )
    return Run(done.returncode, done.stdout, done.stderr)


def printed(done: Run) -> str:
    """A result as a suite has it."""
    talk = "".join(f"! {line}\n" for line in done.talk.splitlines())
    code = f"[{done.status}]\n" if done.status else ""
    text = (done.out + talk).replace(os.getcwd(), "HERE") + code
    for pattern, word in VARIABLE:
        text = re.sub(pattern, word, text)
    return text


@pytest.mark.skipif(sys.platform == "win32", reason="suites call a POSIX shell")
@pytest.mark.parametrize(
    ("suite", "case"),
    CASES,
    ids=[f"{suite.stem}: {case.splitlines()[0][3:]}" for suite, case in CASES],
)
def test_suite(suite: Path, case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path / "home")
    for name in [name for name in os.environ if name.startswith("PNP_") or name == "NO_COLOR"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PNP_UNTRUSTED", "no")
    files(parts(suite)[0])
    head, *commands = re.split(r"^\$ ", case, flags=re.MULTILINE)
    files(head)
    made = head
    for command in commands:
        line = command.splitlines()[0]
        made += f"$ {line}\n{printed(run(line, monkeypatch))}"
    made = made.rstrip("\n") + case[len(case.rstrip("\n")) :]
    if os.environ.get("UPDATE_SUITES"):
        text = suite.read_text(encoding="utf-8")
        suite.write_text(text.replace(case, made), encoding="utf-8")
    else:
        assert made == case
