"""Another process that compiles a game's templates while this one gets ready to use them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from pnp.compose.ahead import FIRST_PAGE_TEMPLATE, compiled_ahead, guessed
from pnp.crew import Beside
from pnp.diagnostics import Problems
from pnp.load.workspace import Workspace, disk_for

WORTH_APART = 3
"""Templates and texts from which a process of their own pays."""
SHALLOWER = 200
"""Calls inside each other that it may make less: what is nested too deeply where it is used is
compiled there, and refused.
"""


@contextmanager
def compiling(workspace: Workspace, folder: Path, prints: bool) -> Iterator[Workspace]:
    """The workspace with the templates of a game, and of the first page if it is printed, being
    compiled as long as this lasts.

    Where there are few, where processes cannot be forked, and when that process ends before its
    time they are compiled where they are used.
    """
    names: list[str] = []
    with suppress(Problems):  # whoever reads the game says so
        names += guessed(disk_for(workspace, folder), folder.name)
    names += [FIRST_PAGE_TEMPLATE] if prints else []
    made: list[Mapping[Any, Any]] = []

    def prepare() -> None:
        sys.setrecursionlimit(sys.getrecursionlimit() - SHALLOWER)
        made.append(compiled_ahead(disk_for(workspace, folder), folder.name, names))

    beside: Beside[None, list[Mapping[Any, Any]]] = Beside(
        prepare, lambda _: made, len(names) >= WORTH_APART
    )
    with beside:
        beside.start()

        @cache
        def ahead() -> Mapping[Any, Any]:
            compiled: Mapping[Any, Any] = {}
            with suppress(Exception):  # whatever became of it, nothing is lost but time
                beside.begin(None)
                compiled = next(iter(beside.result()), compiled)
            beside.stop()
            return compiled

        yield workspace._replace(ahead=ahead)
