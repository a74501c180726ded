"""Runs the command line as the program `pnp`: standard streams, exit codes, faults."""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

import click

_GONE = (errno.EPIPE, errno.ESHUTDOWN, *([errno.EINVAL] if os.name == "nt" else []))


def run() -> NoReturn:
    """The console script `pnp`: run the command line and leave with its exit code.

    0 done, 1 findings, 2 usage, 3 unreadable, 4 refused, 5 not written, 70 a fault of ours,
    130 interrupted.
    """
    sys.unraisablehook = _raise_again
    # A run is short and its values are trees: looking for cycles costs a third of its time and
    # finds none.
    gc.disable()
    try:
        sys.stdout, sys.stderr = _lasting(sys.stdout), _lasting(sys.stderr)
        from pnp.cli import main

        code = status(lambda: main(standalone_mode=False))
        with suppress(OSError):
            _flush()
    except KeyboardInterrupt:
        code = 130
    os._exit(code)  # everything is written and closed by now


class Pipe(io.FileIO):
    """A file or pipe that takes what is written once its reader has gone away (`pnp check |
    head`): a command leaves with its own code.
    """

    gone = False

    def write(self, data: Any) -> int:
        """Write bytes; how many were taken."""
        try:
            return len(data) if self.gone else super().write(data)
        except OSError as problem:
            if problem.errno not in _GONE:
                raise
            self.gone = True
            return len(data)


def _lasting(stream: Any) -> Any:
    """A standard stream that takes every text:

    UTF-8 in files and pipes, whatever the system's code page; a terminal keeps its own.
    """
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    if stream.isatty():
        stream.reconfigure(errors="backslashreplace")
        return stream
    pipe = io.BufferedWriter(Pipe(stream.fileno(), "wb", closefd=False))
    return io.TextIOWrapper(
        pipe,
        "utf-8",
        "backslashreplace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def _raise_again(what: Any) -> None:
    """Ctrl-C that came while Python cleaned up behind a value, where it would be lost, comes
    again a moment later.
    """
    import signal

    if issubclass(what.exc_type, KeyboardInterrupt) and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.001)
    else:
        sys.__unraisablehook__(what)


def status(call: Callable[[], Any]) -> int:
    """The exit code of a command, after saying what stopped it."""
    try:
        return _outcome(call)
    except (BrokenPipeError, SystemExit):  # click leaves by the second
        # The reader of a stream that is not a `Pipe` went away: nothing more can be said, and
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
