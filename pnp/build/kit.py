"""A game read, checked and typeset: what printing, listing and exporting begin with."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from pnp.assets.fonts import Typeface
from pnp.build.typeset import Meanwhile, Typeset, typeset
from pnp.check import blank_face, own_words
from pnp.check.component_faces import Sides
from pnp.check.rules import check_faces, check_game, check_looks
from pnp.compose.element_trees import Findings
from pnp.compose.resource_loader import Resources
from pnp.crew import Exchange, together
from pnp.diagnostics import Diagnostic, downgraded, order
from pnp.layout.faces import OVERFLOW_CODES, PlacedFace, ShrunkByGroup
from pnp.load.files import Disk
from pnp.load.workspace import Workspace, disk_for
from pnp.model.game import Component, Game
from pnp.model.read import load_game

if TYPE_CHECKING:
    from pnp.books.typeset_texts import TypesetText


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


WORTH_APART = 10
"""Promises from which a process of their own pays."""
GIVING_WAY = 3
"""By how much that process is nicer: those that make the faces have more to do.

More would hold it up on a machine with other work.
"""


class Kit(NamedTuple):
    """A game with all its faces, their digests by identity, everything that is to be said about
    it, and its texts by component.
    """

    game: Game
    sides: tuple[Sides, ...]
    resources: Resources
    diagnostics: tuple[Diagnostic, ...]
    digests: Mapping[int, str] = MappingProxyType({})
    texts: Mapping[str, TypesetText] = MappingProxyType({})


def found_in(
    workspace: Workspace, name: str, folder: Path, jobs: int = 1
) -> tuple[Diagnostic, ...]:
    """Everything that is to be said about a game, on up to `jobs` processors.

    Raises Problems when it cannot be read.
    """
    return open_kit(disk_for(workspace, folder), name, Clock(), jobs).diagnostics


def open_kit(files: Disk, name: str, clock: Clock, jobs: int = 1) -> Kit:
    """Read a game, check its data, make every face on up to `jobs` processors, check the faces.

    Raises Problems when it cannot be read.
    """
    return made_kit(files, *loaded(files, name, clock), clock, jobs)


def loaded(files: Disk, name: str, clock: Clock) -> tuple[Game, list[Diagnostic]]:
    """A game read, and what is to be said about its files.

    Raises Problems when it cannot be read.
    """
    with clock.stage("load"):
        return load_game(files, name)


def made_kit(
    files: Disk,
    game: Game,
    found: Sequence[Diagnostic],
    clock: Clock,
    jobs: int = 1,
    meanwhile: Meanwhile | None = None,
) -> Kit:
    """The data of a game checked, every face made and checked; `found` is what reading had to say,
    `meanwhile` as for `typeset`.

    Many promises are judged by a process beside the one that makes the faces.
    """

    def task(part: int, parts: int, _: Exchange) -> tuple[Typeset | None, list[Diagnostic]]:
        checked: list[Diagnostic] = []
        made = None
        if part == parts - 1:
            if part:
                os.nice(GIVING_WAY)
            with clock.stage("check"):
                checked = check_game(game)
        if part == 0:
            with clock.stage("typeset"):
                made = typeset(files, game, jobs, partial(_judged, game), meanwhile=meanwhile)
        return made, checked

    done = together(2 if jobs > 1 and len(game.promises) >= WORTH_APART else 1, task)
    made = done[0][0]
    assert made is not None
    found = [*found, *done[-1][1], *made.found]
    typefaces = made.resources.typefaces()
    sides = [
        Sides(game, component, made.laid[component.id], typefaces)
        for component in game.components.values()
    ]
    # A face whose picture or element could not be had is blank for that reason, which is told
    # already.
    lost = any(d.is_error and d.code not in OVERFLOW_CODES for d in made.found)
    with clock.stage("check"):
        found += own_words.check(game, made.resources)
        found += [
            d for d in check_faces(sides, made.judged) if not (lost and d.code == blank_face.CODE)
        ]
    return Kit(game, tuple(sides), made.resources, tuple(order(found)), made.digests, made.texts)


def _judged(
    game: Game,
    component: Component,
    laid: Sequence[PlacedFace],
    typefaces: Mapping[str, Typeface],
    followers: ShrunkByGroup,
) -> list[Findings]:
    return check_looks(Sides(game, component, laid, typefaces, followers))


def _unjudged(
    _component: Component,
    _laid: Sequence[PlacedFace],
    _typefaces: Mapping[str, Typeface],
    _followers: ShrunkByGroup,
) -> list[Findings]:
    return []


def open_texts(files: Disk, game: Game, found: Sequence[Diagnostic], names: Collection[str]) -> Kit:
    """Some rulebooks and player aids of a game that has been read, with no more faces than they
    show; its data and promises are checked.

    `found` is what reading had to say. Where processes can be forked the checks run beside the
    setting.
    """

    def task(part: int, parts: int, _: Exchange) -> tuple[Typeset | None, list[Diagnostic]]:
        return typeset(files, game, 1, _unjudged, names) if part == 0 else None, (
            list(check_game(game)) if part == parts - 1 else []
        )

    done = together(2, task)
    made = done[0][0]
    assert made is not None
    sides = [
        Sides(game, game.components[name], made.laid[name], made.resources.typefaces())
        for name in names
    ]
    found = [
        *found,
        *(d for _, checked in done for d in checked),
        *made.found,
        *check_faces(sides, {}),
    ]
    return Kit(game, tuple(sides), made.resources, tuple(order(found)), made.digests, made.texts)


def drafted(kit: Kit) -> Kit:
    """The kit with its broken promises as warnings, so that it can be printed in spite of them."""
    return kit._replace(
        diagnostics=tuple(downgraded(d) if d.code.startswith("P5") else d for d in kit.diagnostics)
    )
