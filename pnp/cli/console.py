"""Where the program begins: a build that would change nothing is answered here, everything else
by the command line.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any, NoReturn

_GONE = (errno.EPIPE, errno.ESHUTDOWN, *([errno.EINVAL] if os.name == "nt" else []))


def run() -> NoReturn:
    """The console script `pnp`."""
    sys.unraisablehook = _heard_again
    try:
        from pnp.output.up_to_date import answered

        sys.stdout, sys.stderr = _lasting(sys.stdout), _lasting(sys.stderr)
        args = sys.argv[1:]
        try:
            if answered(args):
                sys.exit(0)
        except OSError as problem:
            _stopped(problem)
        from pnp.cli import run as command_line

        command_line(args)
    except KeyboardInterrupt:  # before or behind the command line, which says more
        os._exit(130)


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


def _stopped(problem: OSError) -> NoReturn:
    """Leave as the command line does when its output cannot be written."""
    from pnp.cli import leave

    def again() -> NoReturn:
        raise problem

    leave(again)


def _heard_again(what: Any) -> None:
    """Ctrl-C that came while Python cleaned up behind a value, where it would be lost, comes
    again a moment later.
    """
    import signal

    if issubclass(what.exc_type, KeyboardInterrupt) and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.001)
    else:
        sys.__unraisablehook__(what)
