"""Places faces on sheets; holds what that takes and gives: copies of cards and the options of a
print, documents of sheets whose sides hold placed faces.

Plain values; `draw` turns each document into one PDF file.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from pnp.face import Face, Item
from pnp.units.geometry import Rect, Size, Um


class Duplex(StrEnum):
    """How a verso meets its recto: the sheet is flipped on its long or short edge, folded, or
    has no back.
    """

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    NONE = "none"


def flip_of(duplex: Duplex) -> Duplex:
    """How sheets with two sides are flipped, also those of a print that folds the others."""
    return Duplex.SHORT if duplex is Duplex.SHORT else Duplex.LONG


class Copy(NamedTuple):
    """One physical card or piece: its faces and how it is called.

    Copies of a card count from 1; `back` is None for one-sided ones.

    `outline` is the path that a shaped piece is cut along, in face coordinates; None for a
    rectangle. `of` is how many pages or player aids one text was set in; 0 for what no text
    decides. The face of a `folded` piece is both its sides, with the fold across the middle.
    """

    component: str
    card: str
    copy: int
    front: Face
    back: Face | None
    outline: str | None = None
    of: int = 0
    folded: bool = False

    def placed(
        self,
        side: str,
        slot: int,
        trim: Rect,
        turn: int,
        clip: Rect,
        overlay: tuple[Item, ...] = (),
        tile: str = "",
    ) -> Placement:
        """Its front or its back on a side of a sheet."""
        component, card, number, front, back, _, of, _ = self
        face = front if side == "front" else back
        assert face is not None
        return Placement(
            face, component, card, number, side, slot, trim, turn, clip, overlay, tile, of
        )


class Placement(NamedTuple):
    """A face on one side of a sheet.

    `trim` is where the cut size lies on the side, in micrometres from its top left; the face is
    turned clockwise by `turn` degrees (0, 90, 180 or 270) to fill it. Ink is clipped to `clip`.
    `overlay` holds stamps in side coordinates that are no part of the face's look. Of a board
    larger than the paper `clip` shows one part, called `tile`, and `trim` reaches beyond the paper.
    `of` is that of its Copy.
    """

    face: Face
    component: str
    card: str
    copy: int
    side: str
    slot: int
    trim: Rect
    turn: int
    clip: Rect
    overlay: tuple[Item, ...] = ()
    tile: str = ""
    of: int = 0


class Side(NamedTuple):
    """One side of a sheet: placed faces, and the sheet marks (crop marks, fold line,
    ruler, the small line) in side coordinates.
    """

    placements: tuple[Placement, ...] = ()
    marks: tuple[Item, ...] = ()


class Sheet(NamedTuple):
    """One piece of paper.

    `title` names it in the bookmarks; `verso` is None where the back stays off the printer. `file`
    is the document of its kind, where it lies in another.
    """

    component: str
    title: str
    number: int
    paper: Size
    recto: Side
    verso: Side | None
    file: str = ""


class Document(NamedTuple):
    """One PDF file: its name without suffix, title, how its sides meet and its sheets in order.

    A document has versos on every sheet or on none, so that a duplex printer never shifts fronts
    onto backs.
    """

    name: str
    title: str
    duplex: Duplex
    sheets: tuple[Sheet, ...]


class PaperOptions(NamedTuple):
    """How a person wants to print: paper, flip, space between slots, unprintable edge (µm),
    whether crop marks are drawn, and whether each deck has sheets of its own.
    """

    paper: Size
    duplex: Duplex
    gutter: Um
    margin: Um
    crop_marks: bool
    separate: bool = False


class ComponentSheets(NamedTuple):
    """The sheets of one kind of cards of a component, what there is no room for on them, and
    which areas of a board seams have to cross.
    """

    sheets: tuple[Sheet, ...]
    missing: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()
    outside: str = ""
    """Which sides have small line and ruler in the printer margin, for want of room inside it:
    sheets, fronts, backs.
    """


def sided(copies: Iterable[Copy], duplex: Duplex, backed: bool = False) -> Duplex:
    """How copies are printed: on both sides as soon as one has a back, or when they share a
    document with such copies.
    """
    two_sided = any(copy.back is not None for copy in copies)
    return duplex if two_sided or (backed and duplex is not Duplex.FOLD) else Duplex.NONE
