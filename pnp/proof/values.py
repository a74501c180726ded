"""Holds what a finished PDF says of itself: faces on pages, in whole micrometres from the top left
of the page as a reader sees it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, Note, Span, error
from pnp.units.geometry import Rect, Size

FRONT, BACK = "front", "back"
TOLERANCE = 50
"""How far sizes may be off, in micrometres: ten times what the numbers of a PDF round away."""
REGISTER = 100
"""How far a back may lie beside its front."""
_SHEET = re.compile(r"(^| )\d+[rv]$")

Piece = tuple[str, str]
"""Component and card."""


def offset(one: Rect, other: Rect) -> int:
    """How far an edge of a place lies beside the same edge of another: that which is farthest."""
    edges = zip(
        (one.x, one.y, one.right, one.bottom),
        (other.x, other.y, other.right, other.bottom),
        strict=True,
    )
    return max((a - b for a, b in edges), key=abs)


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

    def error(self, code: str, message: str, hint: str, notes: Iterable[Note] = ()) -> Diagnostic:
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
