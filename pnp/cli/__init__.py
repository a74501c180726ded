"""The command line, where everything is said and every exit code given; each command is a module of
its own, imported when it is called.

Only that nothing has changed is said before this is loaded, by `unchanged`.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

import click

COMMANDS = {
    "new": "start a game that builds at once",
    "build": "check a game and write its PDFs",
    "check": "say everything that is wrong with a game",
    "promises": "what the rules of a game promise, and whether it is kept",
    "verify": "hold finished PDFs against the data",
    "list": "games, their components, cards and sheets",
    "show": "one card's data with its places; its faces as PNG",
    "rules": "the rulebook as PDF, booklet, HTML, Markdown or text",
    "reference": "the player aids as PDF, pictures, HTML, Markdown or text",
    "export": "each face as a PNG or SVG file",
    "explain": "the manual page of a diagnostic",
    "schema": "JSON Schema of every file, for editors",
    "doctor": "versions, fonts, icons, and a trial PDF",
    "completion": "the completion script of a shell",
}
"""Commands with the line that `pnp --help` shows, so that help needs none of their modules."""


class Commands(click.Group):
    """Looks a command's module up only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of a day's work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"pnp.cli.{cmd_name}_").command
        # Every option has its PNP_… name, the same in all commands. Not set on `pnp` itself:
        # PNP_VERSION is likely to mean another thing.
        for option in command.params:
            if isinstance(option, click.Option) and option.envvar is None:
                option.envvar = (
                    f"PNP_{max(option.opts, key=len).strip('-').replace('-', '_').upper()}"
                )
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; a misspelt one is answered with the nearest."""
        try:
            name, command, rest = super().resolve_command(ctx, args)
        except click.UsageError as problem:
            from pnp.diagnostics import did_you_mean

            hint = did_you_mean(args[0], COMMANDS) if args else ""
            raise click.UsageError(
                f'There is no command "{args[0]}". {hint}'.rstrip(), problem.ctx
            ) from None
        self._refuse_misspelt(ctx, command)
        return name, command, rest

    def _refuse_misspelt(self, ctx: click.Context, command: click.Command | None) -> None:
        """UsageError for a variable of the environment that is a slip from one of ours: the
        paper of a `PNP_PAPR` would be A4.
        """
        given = {name for name in os.environ if name.startswith("PNP_")} - _variables(command)
        if not given:
            return
        from pnp.diagnostics import is_slip

        known = sorted(set().union(*(_variables(self.get_command(ctx, name)) for name in COMMANDS)))
        for name in sorted(given.difference(known)):
            meant = next((one for one in known if is_slip(name, one)), "")
            if meant:
                raise click.UsageError(
                    f"Nothing reads {name} of the environment. Did you mean {meant}?", ctx
                )

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands for the help page."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _variables(command: click.Command | None) -> set[str]:
    """The variables of the environment that a command reads."""
    return (
        {str(option.envvar) for option in command.params if isinstance(option, click.Option)}
        if command
        else set()
    )


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        from pnp import __version__

        click.echo(f"pnp {__version__}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Turn a folder of YAML into a printed game.

    \b
    Examples:
      pnp build                 every game into ./output
      pnp build my-game --paper letter
      pnp check my-game
    """


class Run(NamedTuple):
    """How pnp was called."""

    args: tuple[str, ...]


def run(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code.

    0 done, 1 findings, 2 usage, 3 unreadable, 4 refused, 5 not written, 70 our bug, 130
    interrupted.
    """
    # A run is short and its values are trees: looking for cycles costs a third of its time and
    # finds none.
    gc.disable()
    this = Run(tuple(sys.argv[1:] if args is None else args))
    leave(lambda: main(args=list(this.args), standalone_mode=False, obj=this))


def leave(call: Callable[[], Any]) -> NoReturn:
    """Do what a command does, and leave with its exit code."""
    code = status(call)
    with suppress(OSError):
        _flush()
    os._exit(code)  # everything is written and closed by now


def status(call: Callable[[], Any]) -> int:
    """The exit code of a command, after saying what stopped it."""
    try:
        return _outcome(call)
    except (BrokenPipeError, SystemExit):  # click leaves by the second
        # The reader of a stream that is not `entry.Pipe` went away: nothing more can be said, and
        # nothing is wrong.
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return 0
    except BlockingIOError:
        click.echo(
            "The system allows no further process just now: close other programs and try again.",
            err=True,
        )
        return 5
    except OSError as problem:
        if problem.filename is not None or problem.errno not in (
            errno.ENOSPC,
            errno.EIO,
            errno.EDQUOT,
            errno.EFBIG,
        ):
            return _fault()
        with suppress(OSError):  # standard error may lie on the same disk
            click.echo(f"Standard output cannot be written: {problem.strerror}.", err=True)
        return 5
    except MemoryError:
        click.echo(
            "There is not enough memory: close other programs, or build the game in parts (--only,"
            " -j 1).",
            err=True,
        )
        return 5
    except Exception as problem:
        if _interrupted(problem):
            click.echo("Stopped.", err=True)
            return 130
        return _fault()


def _interrupted(problem: BaseException | None) -> bool:
    """Whether Ctrl-C is behind a problem: Python makes another of it while it makes a class."""
    while problem is not None and not isinstance(problem, KeyboardInterrupt):
        problem = problem.__cause__ or problem.__context__
    return problem is not None


def _fault() -> int:
    import traceback

    traceback.print_exc()
    click.echo(
        "\nThis is a fault in pnp, not in your game. Please report it with the lines above.",
        err=True,
    )
    return 70


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # `>&-` leaves none
            stream.flush()


def _outcome(call: Callable[[], Any]) -> int:
    from pnp.diagnostics import Problems

    try:
        result = call()
        _flush()
        return result if isinstance(result, int) else 0
    except Problems as problem:
        from pnp.cli.speech import say_problems

        return say_problems(problem.diagnostics)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        return 130
    except click.ClickException as problem:
        problem.show()
        return 2
