"""`--ink`: the command line, then `pnp.yaml`, then full."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pnp.cli.options import ink, ink_option
from pnp.diagnostics import Problems
from pnp.ink import Ink
from pnp.load.workspace import find


def asked(folder: Path, written: str, given: str | None = None) -> Ink:
    (folder / "pnp.yaml").write_text(written)
    return ink(find(folder), given)


def test_full_unless_something_else_is_said(tmp_path: Path) -> None:
    assert asked(tmp_path, "") is Ink.FULL
    assert asked(tmp_path, "ink: low\n") is Ink.LOW
    assert asked(tmp_path, "ink: low\n", "grey") is Ink.GREY


def test_a_default_that_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(
        Problems, match=r'pnp\.yaml:1:6: error P203 "ink": expected full, low, grey, found "gray"'
    ):
        asked(tmp_path, "ink: gray\n")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--ink", "low"], 0, "low"),
        ([], 0, "None"),
        (["--ink", "none"], 2, "'full', 'low', 'grey'"),
    ],
)
def test_the_option(words: list[str], status: int, said: str) -> None:
    @click.command()
    @ink_option
    def command(ink: str | None) -> None:
        click.echo(str(ink))

    run = CliRunner().invoke(command, words)
    assert run.exit_code == status
    assert said in run.output
