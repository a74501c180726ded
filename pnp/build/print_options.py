"""What a person wants printed of a kit: paper, components, cards, players, ink, scale of boards."""

from __future__ import annotations

from typing import NamedTuple

from pnp.impose import PaperOptions
from pnp.ink import Ink


class PrintOptions(NamedTuple):
    """What a person wants printed: how, and which part of it (empty: everything).

    `only` names components or kinds, `players` how many will play (None: all is printed),
    `board_scale` shrinks boards for a desk copy.
    """

    press: PaperOptions
    only: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    changed_since: bytes | None = None
    draft: bool = False
    players: int | None = None
    ink: Ink = Ink.FULL
    board_scale: float = 1.0

    @property
    def whole(self) -> bool:
        """Whether everything is to be printed."""
        return not (self.only or self.cards or self.changed_since is not None)

    @property
    def as_shipped(self) -> bool:
        """Whether the print is the whole kit for as many as can play, its boards at their size:
        what later prints are compared with.
        """
        return self.whole and self.players is None and self.board_scale == 1.0
