"""Packs the pieces of a game side by side, and makes the nets of the tray and the lid around them:
a telescope box, whose lid goes over the tray. Pure geometry, no art.

All of it stands on the footprint of a booklet of A5 that is folded once more, upright: cards in
stacks side by side, chips in a bag beside them, aids flat above, the booklet on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.assets.paths import line, polygon
from pnp.net import (
    CUT_AND_CREASE,
    EASE,
    GLUE_CLEAR,
    TAN_15,
    Flap,
    Net,
    NetError,
    Panel,
    Point,
    within,
)
from pnp.units.geometry import MM, Rect, Size, Um, rect, size

BOOKLET = size(105 * MM, 148 * MM)
"""A booklet of A5, folded once to A6."""
BOOKLET_DEPTH = 5 * MM
"""How high a booklet of 24 pages stands that has been folded once more."""
SPARE = 2 * MM
"""Room in every direction beyond what is packed."""
LEAST, MOST = 15 * MM, 85 * MM
"""How deep a tray may be: what fingers can fold, and what two sheets of A4 hold."""
PLAY = 1_000
"""How much wider the lid is than the tray, beside the two layers of board at each corner."""
SHORTER = 6 * MM
"""How much less deep the lid is than the tray: fingers hold the tray below it."""
LOOSE = 2.0
"""How much more room chips take in a bag than in a stack."""
CHIP = 1_500
"""How thick a chip is that is glued on board."""
_TAB = 15 * MM


class Pile(NamedTuple):
    """So many pieces of one size, each so thick in micrometres."""

    name: str
    size: Size
    number: int
    thick: float

    @property
    def height(self) -> float:
        """How high they stand in one stack."""
        return self.number * self.thick


class Packed(NamedTuple):
    """Something in its place: its area from the inner corner of the footprint, from which height to
    which, in micrometres.
    """

    name: str
    area: Rect
    low: Um
    high: Um


class Packing(NamedTuple):
    """What lies where, how high it stands, and the names of what is too large."""

    packed: tuple[Packed, ...]
    high: Um
    outside: tuple[str, ...]


def pack(piles: Sequence[Pile], bag: float) -> Packing:
    """Stacks of cards, a bag of so many cubic micrometres, aids and booklet, layer by layer; what
    is larger than the booklet stays outside.
    """
    wide, long = BOOKLET
    fitting = [pile for pile in piles if _lies(pile.size)]
    cards = [pile for pile in fitting if min(pile.size) <= long // 2 and max(pile.size) <= wide]
    packed, stacked = list[Packed](), 0.0
    columns = long // max((min(pile.size) for pile in cards), default=long)
    if cards:
        packed += _in_columns(cards, columns)
        stacked = max(one.high for one in packed)
    pitch = max((min(pile.size) for pile in cards), default=0)
    strip = long - columns * pitch if cards else 0
    beside = min(bag, strip * wide * stacked) if strip >= SHORTER else 0.0
    if beside:
        area = rect(0, columns * pitch, wide, strip)
        packed.append(Packed("bag", area, Um(0), Um(round(beside / (strip * wide)))))
    top = stacked
    flat = [(pile.name, pile.height) for pile in fitting if pile not in cards]
    flat += [("bag", (bag - beside) / (wide * long))] * (bag > beside)
    for name, high in (*flat, ("booklet", BOOKLET_DEPTH)):
        packed.append(Packed(name, rect(0, 0, *BOOKLET), Um(round(top)), Um(round(top + high))))
        top += high
    outside = tuple(pile.name for pile in piles if pile not in fitting)
    return Packing(tuple(packed), Um(round(top)), outside)


def _lies(piece: Size) -> bool:
    return min(piece) <= BOOKLET.width and max(piece) <= BOOKLET.height


def _in_columns(piles: Sequence[Pile], columns: int) -> Iterator[Packed]:
    """Piles dealt to columns of about one height, a pile going on in the next column."""
    pitch = max(min(pile.size) for pile in piles)
    full = sum(pile.height for pile in piles) / columns
    column, high = 0, 0.0
    for pile in piles:
        left = pile.number
        while left:
            room = left if column == columns - 1 else int(max(1, (full - high) // pile.thick))
            taken = min(left, room)
            low, high, left = high, high + taken * pile.thick, left - taken
            area = rect(0, column * pitch, max(pile.size), min(pile.size))
            yield Packed(pile.name, area, Um(round(low)), Um(round(high)))
            if high >= full and column < columns - 1:
                column, high = column + 1, 0.0


def tray(high: Um, board: Um) -> Net:
    """A tray for what stands so high, with room to spare: panels bottom, front, back, left, right,
    its walls read from outside. Raises NetError for what is too deep.
    """
    deep = max(high + SPARE, LEAST)
    if deep > MOST:
        hint = "let it hold less, or make two of them"
        message = f"what lies in it stands {high / MM:.0f} mm high; expected at most"
        raise NetError(f"{message} {(MOST - SPARE) / MM:.0f} mm", hint)
    return _open_box(_inside(board), deep, board, "bottom")


def lid(high: Um, board: Um) -> Net:
    """The lid over a tray: panels top, front, back, left, right. Raises NetError as `tray` does."""
    deep = tray(high, board).depth - SHORTER
    more = 4 * board + PLAY
    inner = _inside(board)
    return _open_box(size(inner.width + more, inner.height + more), deep, board, "top")


def _inside(board: int) -> Size:
    """The bottom of a tray from crease to crease: a crease runs in the middle of the board, and two
    layers of it lie at each end.
    """
    more = SPARE + 3 * board
    return size(BOOKLET.width + more, BOOKLET.height + more)


def _open_box(base: Size, deep: int, board: int, name: str) -> Net:
    """A base with four walls; tabs at the ends of the shorter two are glued behind the longer."""
    within(board, "the board of the box", 50, 3 * MM)
    (wide, long), x, y = base, deep, deep
    right, low = x + wide, y + long
    turn = 0 if name == "top" else 180
    panels = (
        Panel(name, rect(x, y, wide, long)),
        Panel("front", rect(x, low, wide, deep), turn),
        Panel("back", rect(x, 0, wide, deep), 180 - turn),
        Panel("left", rect(0, y, deep, long), 90 + turn),
        Panel("right", rect(right, y, deep, long), (270 + turn) % 360),
    )
    reach = min(_TAB, deep - EASE)
    taper = round(reach * TAN_15)
    tabs: dict[str, list[Point]] = {}
    glue = []
    corners = (
        *(("back left", x, 0, y, -1), ("back right", right, 0, y, 1)),
        *(("front right", right, low, low + deep, 1), ("front left", x, low, low + deep, -1)),
    )
    for corner, hinge, top, foot, way in corners:
        # Wide at the free edge of the wall, tapered towards the base, whose wall swings past.
        near, far = (EASE, taper) if "front" in corner else (taper, EASE)
        tip = hinge + way * reach
        tabs[corner] = [(hinge, top), (tip, top + far), (tip, foot - near), (hinge, foot)]
        inner, outer = hinge + way * (GLUE_CLEAR + EASE), tip - way * EASE
        at = (top + far + EASE, foot - near - EASE)
        glue.append(polygon([(inner, at[0]), (outer, at[0]), (outer, at[1]), (inner, at[1])]))
    outline = [
        *((x, 0), (right, 0)),
        *tabs["back right"][1:],
        *((right + deep, y), (right + deep, low), (right, low)),
        *tabs["front right"][1:],
        (x, low + deep),
        *tabs["front left"][-2::-1],
        *((0, low), (0, y), (x, y)),
        *tabs["back left"][-2:0:-1],
    ]
    creases = [line(x, at, right, at) for at in (y, low)]
    creases += [line(at, y, at, low) for at in (x, right)]
    creases += [line(*points[0], *points[-1]) for points in tabs.values()]
    return Net(
        size(wide + 2 * deep, long + 2 * deep),
        panels,
        (polygon(dict.fromkeys(outline)),),
        tuple(creases),
        tuple(Flap(corner, polygon(points)) for corner, points in tabs.items()),
        tuple(glue),
        (
            *CUT_AND_CREASE,
            "glue the hatched tabs behind the long walls",
        ),
        Um(deep),
    )
