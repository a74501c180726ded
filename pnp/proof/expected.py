"""Reckons what must be on paper: each piece of a game with its size, how often by its data or a
part's manifest, and whether it has a back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from pnp.model.game import Card, Component, Game
from pnp.model.kinds import FILES, TEXTS
from pnp.proof.values import Pdf, Piece, Printed
from pnp.units.geometry import Size, size

CARDS = ("deck", "notes", "reference")
"""Kinds whose pieces are cards."""
_ONE_SIDED = "-one-sided"
_PAGE = re.compile(r"(?:page-)?(\d{1,5})")


Asked = Mapping[Piece, Collection[int]]
"""The numbers of the copies that a part of a kit has of its pieces, by its manifest."""


class Piecewise(NamedTuple):
    """One card or piece as it must come out.

    `backed`: whether it has a back; None where its text decides that.
    """

    component: Component
    card: Card
    size: Size
    copies: int
    backed: bool | None
    order: int

    @property
    def lined(self) -> bool:
        """Whether pieces of its size stand in straight rows and columns on a page, for straight
        cuts.
        """
        kind = self.component.kind
        return kind in CARDS or (kind == "tokens" and not self.component.details.nest)


class Expected:
    """The pieces of a game by component and card; those that a text makes are found out as they are
    met.

    Of a part of the kit only what is `asked` for need be there.
    """

    def __init__(self, game: Game, asked: Asked | None = None) -> None:
        self.game = game
        self.asked = asked
        self.pieces: dict[Piece, Piecewise] = {}
        self.books = frozenset(
            name for name, component in game.components.items() if component.kind == "rulebook"
        )
        for component in game.components.values():
            if component.kind != "rulebook":
                for card in component.cards:
                    self.pieces[component.id, card.id] = _piece(component, card, len(self.pieces))

    def of(self, face: Printed) -> Piecewise | None:
        """What a face should be; None for one that the game has not."""
        return self.piece(face.piece)

    def piece(self, piece: Piece) -> Piecewise | None:
        """What a piece should be; None for one that the game has not."""
        found = self.pieces.get(piece)
        if found is not None:
            return found
        component, card = piece
        owner = self.game.components.get(component)
        if owner is None or owner.kind not in TEXTS or part(owner, card) is None:
            return None
        return _piece(owner, owner.cards[0], len(self.pieces))


def part(component: Component, card: str) -> int | None:
    """Which page of a rulebook, or which aid of several, a card's name stands for, from 1; None
    where it is no such name.
    """
    if component.kind == "rulebook":
        found = _PAGE.fullmatch(card)
        return 1 if card == component.id else int(found[1]) if found else None
    number = card.removeprefix(f"{component.id}-")
    return (
        1
        if card == component.id
        else int(number)
        if number != card and number.isdecimal() and len(number) < 6
        else None
    )


def _piece(component: Component, card: Card, order: int) -> Piecewise:
    trim, backed = card.size or component.size, component.back is not None
    if component.kind == "box":
        trim = component.details.net.size
    elif component.kind == "tokens":
        net, sides = component.details.nets.get(card.id), component.details.sides[card.id]
        backed = backed and net is None and sides == "two"
        if net is not None:
            trim = net.size
        elif sides == "fold":
            trim = size(trim.width, 2 * trim.height)  # front and back in one, a crease between
    return Piecewise(
        component, card, trim, card.copies, None if component.kind == "reference" else backed, order
    )


def checked(expected: Expected, pdfs: Sequence[Pdf], whole: bool) -> Mapping[str, Component]:
    """The components that these files must hold: all of a whole kit, those that are asked for of
    a part; else what lies in them, or should by the name of a file.
    """
    game = expected.game
    met = {face.mark.component for pdf in pdfs for face in pdf.all}
    if expected.asked is not None:
        met |= {component for component, _ in expected.asked}
        return {name: component for name, component in game.components.items() if name in met}
    if whole:
        return game.components
    stems = {pdf.stem for pdf in pdfs}
    return {
        name: component
        for name, component in game.components.items()
        if name in met or _at_home(component, stems, game)
    }


def _at_home(component: Component, stems: Iterable[str], game: Game) -> bool:
    """Whether the file that a component is printed in is among some.

    What has no back may stand in a file of its own.
    """
    home = FILES[component.kind]
    apart = component.back is None and any(
        other.back is not None and FILES[other.kind] == home for other in game.components.values()
    )
    return f"{home}{_ONE_SIDED}" in stems if apart and component.kind in CARDS else home in stems
