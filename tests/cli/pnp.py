"""`pnp` as it is called, without a process of its own: what it says where, and its exit code."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from pnp.cli import main
from pnp.cli.console import status


class Run(NamedTuple):
    """Exit code, standard output, standard error."""

    status: int
    out: str
    talk: str


def pnp(*args: str) -> Run:
    """One call in the current folder."""
    out, talk = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(talk):
        code = status(lambda: main(args=list(args), prog_name="pnp", standalone_mode=False))
    return Run(code, out.getvalue(), talk.getvalue())
