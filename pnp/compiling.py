"""Another process that compiles a game's templates while this one gets ready to use them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from pnp.compose.ahead import FIRST_PAGE, compiled_ahead
from pnp.crew import Beside
from pnp.load.workspace import Workspace, disk_for


@contextmanager
def compiling(workspace: Workspace, folder: Path, prints: bool, apart: bool = True) -> Iterator[Workspace]:
    """The workspace with the templates of a game, and of the first page if it is printed, being compiled as long as this lasts.

    Without `apart`, or where processes cannot be forked, they are compiled where they are used, as ever.
    """
    made: list[Mapping[Any, Any]] = []

    def prepare() -> None:
        made.append(compiled_ahead(disk_for(workspace, folder), folder.name, [FIRST_PAGE] if prints else []))

    beside: Beside[None, list[Mapping[Any, Any]]] = Beside(prepare, lambda _: made, apart)
    with beside:
        beside.start()

        @cache
        def ahead() -> Mapping[Any, Any]:
            beside.begin(None)
            compiled = next(iter(beside.result()), {})
            beside.stop()
            return compiled

        yield workspace._replace(ahead=ahead)
