"""Where the program begins: a build that would change nothing is answered here, everything else by the command line."""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn


def run() -> NoReturn:
    """The console script `pnp`."""
    sys.unraisablehook = _heard_again
    try:
        from pnp.unchanged import answered

        args = sys.argv[1:]
        if answered(args):
            sys.exit(0)
        # Looking for pydantic's plugins reads the metadata of every package installed; we have none.
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
        from pnp.cli import run as command_line

        command_line(args)
    except KeyboardInterrupt:  # before or behind the command line, which says more
        os._exit(130)


def _heard_again(what: Any) -> None:
    """Ctrl-C that came while Python cleaned up behind a value, where it would be lost, comes again a moment later."""
    import signal

    if issubclass(what.exc_type, KeyboardInterrupt) and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.001)
    else:
        sys.__unraisablehook__(what)
