"""A game read, checked and typeset: what printing, listing and exporting begin with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter

from pnp.check import check_faces, check_game
from pnp.check.sides import Sides
from pnp.compose.shelf import Shelf
from pnp.diagnostics import Diagnostic, downgraded, order
from pnp.load.files import Disk
from pnp.model.game import Game
from pnp.model.read import open_game
from pnp.typeset import typeset


class Clock:
    """Seconds spent in each stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time of a block to a stage."""
        begun = perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - begun


@dataclass(frozen=True, slots=True)
class Kit:
    """A game with all its faces, their digests by identity, and everything that is to be said about it."""

    game: Game
    sides: tuple[Sides, ...]
    shelf: Shelf
    diagnostics: tuple[Diagnostic, ...]
    digests: Mapping[int, str] = field(default_factory=dict)


def open_kit(files: Disk, name: str, clock: Clock, jobs: int = 1) -> Kit:
    """Read a game, check its data, make every face on up to `jobs` processors, check the faces. Raises Problems when it cannot be read."""
    with clock.stage("load"):
        game, found = open_game(files, name)
    with clock.stage("check"):
        found = [*found, *check_game(game)]
    with clock.stage("typeset"):
        made = typeset(files, game, jobs)
    found += made.found
    typefaces = made.shelf.typefaces()
    sides = [Sides(game, deck, made.laid[deck.id], typefaces) for deck in game.components.values()]
    with clock.stage("check"):
        found += check_faces(sides)
    return Kit(game, tuple(sides), made.shelf, tuple(order(found)), made.digests)


def drafted(kit: Kit) -> Kit:
    """The kit with its broken promises as warnings, so that it can be printed in spite of them."""
    return replace(kit, diagnostics=tuple(downgraded(d) if d.code.startswith("P5") else d for d in kit.diagnostics))
