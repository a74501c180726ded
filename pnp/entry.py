"""Where the program begins: a build that would change nothing is answered here, everything else by the command line."""

from __future__ import annotations

import sys
from typing import NoReturn


def run() -> NoReturn:
    """The console script `pnp`."""
    from pnp.unchanged import answered

    args = sys.argv[1:]
    if answered(args):
        sys.exit(0)
    from pnp.cli import run as command_line

    command_line(args)
