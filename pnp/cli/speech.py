"""How diagnostics and reports are said: colours on a terminal, plain text in pipes, JSON for
programs.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import click

from pnp.diagnostics import (
    Diagnostic,
    Problems,
    Severity,
    as_json,
    exit_code,
    github,
    order,
    plain,
    text,
)

_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow"}
FORMATS = ("full", "concise", "json", "github")


def colored() -> bool:
    """Whether standard error takes colours: a terminal, and NO_COLOR is not set (no-color.org)."""
    return on_terminal() and not os.environ.get("NO_COLOR")


def on_terminal() -> bool:
    """Whether standard error is a terminal; `2>&-` leaves none at all."""
    return sys.stderr is not None and sys.stderr.isatty()


def tell(text: str, *, nl: bool = True, err: bool = False) -> None:
    """Say what holds texts of a game: none of them may move the cursor, colour it or turn its
    direction.
    """
    click.echo(plain(text), nl=nl, err=err)


def rendered(diagnostics: Iterable[Diagnostic], form: str) -> str:
    """Diagnostics in one of the four forms, with a newline at the end of each but JSON's own."""
    rows = order(diagnostics)
    match form:
        case "json":
            return as_json(rows) + "\n"
        case "github":
            return "".join(github(d) + "\n" for d in rows)
        case _:
            return "".join(text(d, concise=form == "concise") + "\n" for d in rows)


def say(diagnostics: Iterable[Diagnostic]) -> None:
    """Diagnostics on standard error, severities coloured."""
    for diagnostic in order(diagnostics):
        line = text(diagnostic)
        if colored():
            head = f"{diagnostic.severity} {diagnostic.code}"
            line = line.replace(
                head, click.style(head, fg=_COLORS[diagnostic.severity], bold=True), 1
            )
        click.echo(line, err=True)


def say_problems(diagnostics: Sequence[Diagnostic]) -> int:
    """Diagnostics and their sum; returns the exit code that they ask for."""
    say(diagnostics)
    click.echo(summary(diagnostics), err=True)
    return exit_code(diagnostics) or 1


def reported(made: dict[str, Any], diagnostics: Iterable[Diagnostic]) -> None:
    """A report of --json: what was made, and what there is to say about it."""
    click.echo(
        json.dumps(
            {**made, "diagnostics": json.loads(as_json(diagnostics))}, ensure_ascii=False, indent=1
        )
    )


def stopped(problem: Problems, made: dict[str, Any] | None) -> int:
    """Say what kept a command from its work, with --json in a report of nothing `made`; returns
    the exit code.
    """
    if made is None:
        return say_problems(problem.diagnostics)
    reported(made, problem.diagnostics)
    return exit_code(problem.diagnostics) or 1


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`."""
    rows = order(diagnostics)
    errors = sum(d.is_error for d in rows)
    warnings = len(rows) - errors
    parts = [
        f"{n} {word}{'s' if n > 1 else ''}"
        for n, word in ((errors, "error"), (warnings, "warning"))
        if n
    ]
    return ", ".join(parts) or "nothing to say"
