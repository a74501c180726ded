"""Holds what a finished PDF says of itself – faces on pages, in whole micrometres from the top left
of the page as a reader sees it – and which pieces the data of its game say that it must hold.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, Note, Span, error
from pnp.model.game import Card, Component, Game
from pnp.model.kinds import FILES, STOCKS, TEXTS, stock_file
from pnp.units.geometry import Rect, Size, rect, size

FRONT, BACK = "front", "back"
AGAIN = "build it again"
TOLERANCE = 50
"""How far sizes may be off, in micrometres: ten times what the numbers of a PDF round away."""
REGISTER = 100
"""How far a back may lie beside its front."""
_SHEET = re.compile(r"(^| )\d+[rv]$")

Piece = tuple[str, str]
"""Component and card."""


def offset(one: Rect, other: Rect) -> int:
    """How far an edge of a place lies beside the same edge of another: that which is farthest."""
    edges = (one.x - other.x, one.y - other.y, one.right - other.right, one.bottom - other.bottom)
    return max(edges, key=abs)


class Mark(NamedTuple):
    """What the marked content around a face says: which card it is, and its trim in the coordinates
    where it stands, in points.

    `of`: of how many pages or player aids it is one; 0 where it says nothing of that.
    """

    component: str
    card: str
    copy: int
    side: str
    tile: str
    trim: tuple[float, float, float, float]
    of: int = 0


@dataclass(frozen=True, slots=True)
class Printed:
    """A face on a page.

    `trim` is where its mark says that its cut size lies and `drawn` where its content lies, both as
    they come out on paper; `scale` is what everything around the face makes of true size. `clip` is
    what of it is inked (None: all of it), `up` the direction of its upper edge, `look` a digest of
    its content, `frame` the origin of the coordinates in which its mark stands (µm on the page) and
    the form that it lies in (0: none), `blank` whether nothing of it paints, `mirrored` whether it
    runs backwards, `aside` whether the coordinates in which its mark stands lie on their side:
    another program has turned the page by a quarter. Slots count in reading order from 1.
    """

    file: str
    page: Page
    slot: int
    mark: Mark
    trim: Rect
    drawn: Rect
    scale: float
    clip: Rect | None
    up: tuple[int, int]
    look: bytes
    frame: tuple[int, int, int]
    blank: bool
    mirrored: bool
    aside: bool

    @property
    def piece(self) -> Piece:
        """Which card it is."""
        return self.mark.component, self.mark.card

    @property
    def name(self) -> str:
        """The card, its copy and side as they are said."""
        side = " (back)" if self.mark.side == BACK else ""
        tile = f", tile {self.mark.tile}" if self.mark.tile else ""
        return f'"{self.mark.component}/{self.mark.card}", copy {self.mark.copy}{tile}{side}'

    @property
    def place(self) -> str:
        """The sheet and slot for people."""
        return f"{self.page.name}, slot {self.slot}"

    @property
    def span(self) -> Span:
        """File, page and slot."""
        return Span(self.file, self.page.number, self.slot)

    def error(
        self, code: str, message: str, hint: str = AGAIN, notes: Iterable[Note] = ()
    ) -> Diagnostic:
        """A finding about it."""
        return error(code, f"{self.place}: {message}", self.span, hint, notes)

    def note(self, what: str = "") -> Note:
        """A note that points at it."""
        return Note(f"{what or self.name}: {self.place}", self.span)


class Page(NamedTuple):
    """One page: its number in the file from 1, its label (`3r`, `cards 3r`, `page-04`; empty
    where it has none) and its size.
    """

    number: int
    label: str
    size: Size

    @property
    def name(self) -> str:
        """How it is called: by the sheet that its label names, and its number in the file."""
        return (
            f"sheet {self.label} (page {self.number})"
            if _SHEET.search(self.label)
            else f"page {self.number}"
        )


@dataclass(frozen=True, slots=True)
class Pdf:
    """A PDF read: how it is shown to people, its name without suffix, how its sheets are flipped
    (`long`, `short`, else one-sided).

    `stamp` is the SHA-256 of its bytes.
    """

    file: str
    stem: str
    flip: str
    pages: tuple[Page, ...]
    faces: tuple[tuple[Printed, ...], ...]
    """The faces of each page in the order of their slots."""
    stamp: str = ""

    @property
    def all(self) -> list[Printed]:
        """Every face in the order of pages and slots."""
        return [face for page in self.faces for face in page]


CARDS = ("deck", "notes", "reference")
"""Kinds whose pieces are cards."""
_ONE_SIDED, _BOTH_SIDES = "-one-sided", "-both-sides"
_STOCKS = tuple(f"{stock}-" for stock in STOCKS.values())
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

    Of a part of the kit only what is `asked` for need be there, in so many `sets` one after the
    other. `stems` name the files.
    """

    def __init__(
        self,
        game: Game,
        asked: Asked | None = None,
        stems: Collection[str] = frozenset(),
        sets: int = 1,
    ) -> None:
        self._sets = sets
        self.game = game
        self.asked = asked
        self.stems = stems
        self.pieces: dict[Piece, Piecewise] = {}
        self.books = frozenset(
            name for name, component in game.components.items() if component.kind == "rulebook"
        )
        for component in game.components.values():
            if component.kind != "rulebook":
                for card in component.cards:
                    self.pieces[component.id, card.id] = _piece(component, card, len(self.pieces))

    def homes(self, component: Component) -> tuple[str, ...]:
        """The files that a component may be printed in, without suffix."""
        kind = component.kind
        if kind == "rulebook" or not any(stem.startswith(_STOCKS) for stem in self.stems):
            return (FILES[kind],)
        rows = [row for (name, _), row in self.pieces.items() if name == component.id]
        flips = ("none",) if all(row.backed is False for row in rows) else ("long", "fold")
        return tuple(stock_file(kind, flip) for flip in flips)

    def set_of(self, face: Printed) -> int:
        """The set that a face belongs to, from 0."""
        copies = len(self.asked.get(face.piece, ())) if self.asked and self._sets > 1 else 0
        return (face.mark.copy - 1) * self._sets // copies if copies else 0

    def of(self, face: Printed) -> Piecewise | None:
        """What a face should be; None for one that the game has not."""
        return self.piece(face.piece)

    def piece(self, piece: Piece) -> Piecewise | None:
        """What a piece should be; None for one that the game has not."""
        component, card = piece
        owner = self.game.components.get(component)
        if piece not in self.pieces and owner and owner.kind in TEXTS and part(owner, card):
            return _piece(owner, owner.cards[0], len(self.pieces))
        return self.pieces.get(piece)


def part(component: Component, card: str) -> int | None:
    """Which page of a rulebook, or which aid of several, a card's name stands for, from 1; None
    where it is no such name.
    """
    if card == component.id:
        return 1
    if component.kind == "rulebook":
        found = _PAGE.fullmatch(card)
    else:
        found = re.fullmatch(rf"{re.escape(component.id)}-(\d{{1,5}})", card)
    return int(found[1]) if found else None


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
    if whole and expected.asked is None:
        return game.components
    met = {face.mark.component for pdf in pdfs for face in pdf.all}
    met |= {component for component, _ in expected.asked or ()}
    return {
        name: component
        for name, component in game.components.items()
        if name in met or (expected.asked is None and _at_home(component, expected))
    }


def _at_home(component: Component, expected: Expected) -> bool:
    """Whether the file that a component is printed in is among some.

    What has no back may stand in a file of its own; whether a player aid has one, its text
    decides.
    """
    if component.kind == "reference":
        return False
    home, *others = expected.homes(component)
    game, stems = expected.game, expected.stems
    apart = component.back is None and any(
        other.back is not None and FILES[other.kind] == home for other in game.components.values()
    )
    if apart and component.kind in CARDS:
        return f"{home}{_ONE_SIDED}" in stems
    return any(name in stems for name in (home, f"{home}{_BOTH_SIDES}", *others))


def lies_behind(trim: Rect, paper: Size, upright: bool) -> Rect:
    """Where on the other side something comes to lie behind a place: a turn about an upright
    edge mirrors x, about a level one y.
    """
    if upright:
        return rect(paper.width - trim.right, trim.y, trim.width, trim.height)
    return rect(trim.x, paper.height - trim.bottom, trim.width, trim.height)
