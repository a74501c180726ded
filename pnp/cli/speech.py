"""Prints diagnostics and reports: coloured on a terminal, plain in pipes, JSON for programs."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import click

from pnp.diagnostics import (
    Diagnostic,
    Problems,
    as_json,
    exit_code,
    github,
    order,
    plain,
    text,
)

_PAINTED: Sequence[tuple[re.Pattern[str], tuple[str | None, str | None, str]]] = [
    (re.compile(pattern), colors)
    for pattern, colors in (
        (r"(.*?: |)(error P\d+)( .*)", (None, "red", "")),
        (r"(.*?: |)(warning P\d+)( .*)", (None, "yellow", "")),
        (r"(  hint:|  note:)()(.*)", ("cyan", None, "")),
        (r"(  [^:]*: )(.* on paper)(.*)", (None, "green", "")),
        (r"(\d+ errors?)()(.*)", ("red", None, "")),
        (r"(\d+ warnings?)()()", ("yellow", None, "")),
    )
]
"""Lines of a report, and the colours of their parts on a terminal (None: bold, "": plain)."""
FORMATS = ("full", "concise", "json", "github")


def colored() -> bool:
    """Whether standard error takes colours: a terminal, and NO_COLOR is not set (no-color.org)."""
    return on_terminal() and not os.environ.get("NO_COLOR")


def on_terminal() -> bool:
    """Whether standard error is a terminal; `2>&-` leaves none at all."""
    return sys.stderr is not None and sys.stderr.isatty()


def counted(number: int, name: str, plural: str = "") -> str:
    """`1 file`, `2 files`."""
    return f"{number} {name if number == 1 else plural or f'{name}s'}"


def tell(text: str, *, nl: bool = True, err: bool = False) -> None:
    """Print what holds texts of a game: none of them may move the cursor, colour it or turn its
    direction.
    """
    click.echo(plain(text), nl=nl, err=err)


def rendered(diagnostics: Iterable[Diagnostic], form: str) -> str:
    """Diagnostics in one of the four forms, with a newline at the end of each but JSON's own."""
    rows = order(diagnostics)
    if form == "json":
        return as_json(rows) + "\n"
    lines = (github(d) if form == "github" else text(d, concise=form == "concise") for d in rows)
    return "".join(f"{line}\n" for line in lines)


def say(diagnostics: Iterable[Diagnostic]) -> None:
    """Print diagnostics on standard error."""
    report("".join(f"{text(diagnostic)}\n" for diagnostic in order(diagnostics)))


def report(lines: str) -> None:
    """Print lines on standard error, coloured on a terminal."""
    if colored():
        lines = "\n".join(map(_painted, lines.split("\n")))
    click.echo(lines, nl=False, err=True)


def _painted(line: str) -> str:
    for pattern, colors in _PAINTED:
        if found := pattern.fullmatch(line):
            parts = zip(found.groups(), colors, strict=True)
            return "".join(
                part if color == "" else click.style(part, color, bold=True)
                for part, color in parts
                if part
            )
    return line


def say_problems(diagnostics: Sequence[Diagnostic]) -> int:
    """Print diagnostics and their sum; returns the exit code that they ask for."""
    say(diagnostics)
    report(f"{summary(diagnostics)}\n")
    return exit_code(diagnostics) or 1


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def with_findings(row: dict[str, Any], diagnostics: Iterable[Diagnostic]) -> dict[str, Any]:
    """A row of a JSON report with its diagnostics."""
    return {**row, "diagnostics": json.loads(as_json(diagnostics))}


def stopped(problem: Problems, row: dict[str, Any] | None) -> int:
    """Print what kept a command from its work, with --json in an empty report `row`; returns the
    exit code.
    """
    if row is None:
        return say_problems(problem.diagnostics)
    print_json(with_findings(row, problem.diagnostics))
    return exit_code(problem.diagnostics) or 1


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`."""
    rows = order(diagnostics)
    errors = sum(d.is_error for d in rows)
    numbers = {"error": errors, "warning": len(rows) - errors}
    return ", ".join(counted(n, name) for name, n in numbers.items() if n) or "nothing to say"
