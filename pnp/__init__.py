"""Print-and-play: a folder of YAML into sheets of cards that measure true, checked against rules.

The public API is `load`, whose game has `read()`, `check()` and `build()`; these raise `Problems`.
The command line is `pnp.cli`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pnp.load  # noqa: F401 - before the function of that name, whose place it would take

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.build.conductor import GameFolder
    from pnp.diagnostics import Problems

__version__ = "0.1.0"
__all__ = ["Problems", "load"]


def load(path: Path | str) -> GameFolder:
    """The game in a folder `data/NAME`, or the shipped game of that name. Raises Problems."""
    from pnp.build import conductor

    return conductor.load(path)


def __getattr__(name: str) -> object:
    """`Problems`, imported when it is asked for: the command line starts without it."""
    if name == "Problems":
        from pnp.diagnostics import Problems

        return Problems
    raise AttributeError(name)
