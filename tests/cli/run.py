"""The command line called as a user calls it, without a process of its own."""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

import pytest

from pnp.cli import COMMANDS, Commands, main
from pnp.cli.console import status


class Said(NamedTuple):
    """What a command said and the code that it left with."""

    code: int
    out: str
    err: str


def call(capsys: pytest.CaptureFixture[str], *args: str) -> Said:
    """Run `pnp ARGS…` in the current folder."""
    capsys.readouterr()
    code = status(lambda: main(args=list(args), prog_name="pnp", standalone_mode=False, obj=args))
    return Said(code, *capsys.readouterr())


def examples(name: str) -> list[list[str]]:
    """The arguments of the examples on a command's help page."""
    assert name in COMMANDS
    command = Commands(name="pnp").get_command(None, name)  # type: ignore[arg-type]
    assert command is not None
    lines = (command.help or "").partition("Examples:")[2].splitlines()
    shown = [re.split(r"\s{3,}|\s*#|\s*>", line.strip())[0] for line in lines if line.strip()]
    assert all(line.startswith("pnp ") for line in shown)
    return [shlex.split(line)[1:] for line in shown]
