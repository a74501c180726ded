"""Makes the net of a tuck box: a reverse-tuck carton whose lid hinges on the back and whose bottom
hinges on the front, so that the front has no raw edge.

From left to right the net shows back, left, front, right and the glue flap, which lies under the
free edge of the back.
"""

from __future__ import annotations

from typing import NamedTuple

from pnp.assets.paths import KAPPA, line, polygon
from pnp.net import EASE, GLUE_CLEAR, LARGEST, SMALLEST, TAN_15, Flap, Net, NetError, Panel, within
from pnp.units.geometry import MM, Size, Um, millimetres, rect, size

PACKED = 1.05
"""How much higher a stack of bare cards is than its stock: cards bend, and air stays between
them.
"""
SLEEVE_EDGE = 3 * MM
"""What a sleeve adds to a card's width and height: sleeves of 66 by 91 mm are sold for cards of
63 by 88 mm.
"""
LEAST_DEPTH = 5 * MM
"""A box is never less deep: narrower strips cannot be creased on both sides by hand."""
MOST_CARDS = 10_000

_TUCK_LEAST, _TUCK = (
    8 * MM,
    12_700,
)  # 12.7 mm (1/2 in), its corners as round, is the tuck flap of sold poker boxes
_NOTCH_LEAST, _NOTCH = 8 * MM, 12_700
_GLUE = 15 * MM  # folding cartons: 1/2 to 3/4 in
# folding cartons: the panel over the glue flap is 1/32 in narrower, so that it clears the crease
_NARROWER = 800

Point = tuple[int, int]


class _Plan(NamedTuple):
    """The lengths of a box in the flat, crease to crease."""

    width: int
    height: int
    depth: int
    back: int
    tuck: int
    dust: int
    glue: int
    notch: int

    @property
    def columns(self) -> tuple[int, int, int, int, int]:
        """The x of the creases between back, left, front, right and glue flap, and the right
        edge.
        """
        left, front = self.back, self.back + self.depth
        right = front + self.width
        return left, front, right, right + self.depth, right + self.depth + self.glue

    @property
    def top(self) -> int:
        """The y of the upper edge of the body."""
        return max(self.depth + self.tuck, self.dust)


def deck_depth(count: int, stock: Um, sleeve: Um, clearance: Um) -> Um:
    """How deep a box for so many cards is inside:

    `count × stock × 1.05 + clearance`; sleeved, `count × (stock + sleeve) + clearance`.

    `sleeve` is what one sleeve adds to the thickness of a card, both its films together; 0 for bare
    cards. Raises NetError for an empty deck, more than 10,000 cards, or a stock that is no card.
    """
    if count < 1:
        raise NetError(
            "a box holds 1 card or more; this deck is empty",
            "give the deck cards, or take the box out",
        )
    if count > MOST_CARDS:
        raise NetError(
            f"a box for {count:,} cards is none that can be folded; expected at most"
            f" {MOST_CARDS:,}",
            "split the deck over several boxes",
        )
    within(stock, "the stock of the cards", 50, 5 * MM)
    within(sleeve, "a sleeve", 0, 2 * MM)
    within(clearance, "the clearance of the box", 0, 20 * MM)
    thick = count * (stock + sleeve)
    return Um((thick if sleeve else -int(-thick * PACKED // 1)) + clearance)


def sleeved(card: Size) -> Size:
    """The outer size of a sleeve for a card: 3 mm more each way."""
    return size(card.width + SLEEVE_EDGE, card.height + SLEEVE_EDGE)


def tuck_box(card: Size, depth: Um, *, clearance: Um, board: Um) -> Net:
    """A tuck box for cards of a trim size whose stack, its clearance included, is `depth` deep
    (`deck_depth`).

    Crease to crease the front is `card + 2 × clearance + board` wide and high and the sides are
    `depth + board` deep, at least 5 mm, since a crease runs through the middle of the board; flaps,
    tapers and notch follow the practice of folding cartons. Panels: front, back, left, right (as
    seen from the front), top and bottom. Left and right read downwards like the spine of a book,
    top and bottom from the front. Raises NetError for measures that cannot be folded.
    """
    plan = _plan(card, depth, clearance, board)
    left, front, right, glue, edge = plan.columns
    y, deep, high = plan.top, plan.depth, plan.height
    foot = y + high
    panels = (
        Panel("back", rect(0, y, plan.back, high)),
        Panel("left", rect(left, y, deep, high), 90),
        Panel("front", rect(front, y, plan.width, high)),
        Panel("right", rect(right, y, deep, high), 90),
        Panel("top", rect(0, y - deep, plan.back, deep), 180),
        Panel("bottom", rect(front, foot, plan.width, deep)),
    )
    lid, base = (
        _tuck(0, plan.back, y - deep, -plan.tuck),
        _tuck(right, front, foot + deep, plan.tuck),
    )
    upper = [_dust(a, b, y, -plan.dust) for a, b in ((left, front), (right, glue))]
    lower = [_dust(b, a, foot, plan.dust) for a, b in ((left, front), (right, glue))]
    taper = round(min(plan.glue * TAN_15, high / 4))
    seam = [(glue, y), (edge, y + taper), (edge, foot - taper), (glue, foot)]
    outline = "".join(
        [
            f"M0 {y}L0 {y - deep}",
            *(lid, f"L{left} {y - deep}L{left} {y}", upper[0], f"L{front} {y}"),
            *(_notch(plan, y), f"L{right} {y}", upper[1], _to(seam)),
            *(lower[1], f"L{right} {foot}L{right} {foot + deep}"),
            *(
                base,
                f"L{front} {foot + deep}L{front} {foot}",
                lower[0],
                f"L{left} {foot}L0 {foot}Z",
            ),
        ]
    )
    flaps = [
        Flap("top tuck", _closed(lid)),
        Flap("bottom tuck", _closed(base)),
        Flap("glue", polygon(seam)),
    ]
    flaps += [
        Flap(f"{where} dust", _closed(path))
        for where, path in zip(("top left", "top right"), upper, strict=True)
    ]
    flaps += [
        Flap(f"{where} dust", _closed(path))
        for where, path in zip(("bottom left", "bottom right"), lower, strict=True)
    ]
    return Net(
        size(edge, foot + y),
        panels,
        (outline,),
        _creases(plan),
        tuple(flaps),
        (_glue(plan, taper),),
        _notes(depth, plan.depth - board),
        Um(plan.depth - board),
    )


def _plan(card: Size, depth: int, clearance: int, board: int) -> _Plan:
    within(card.width, "the width of the cards in the box", SMALLEST, LARGEST)
    within(card.height, "the height of the cards in the box", SMALLEST, LARGEST)
    within(clearance, "the clearance of the box", 0, 20 * MM)
    within(board, "the board of the box", 50, 3 * MM)
    within(depth, "the depth of the box", 1, 1_000 * MM)
    width, height = card.width + 2 * clearance + board, card.height + 2 * clearance + board
    deep = max(depth, LEAST_DEPTH) + board
    back = width - min(_NARROWER, 2 * board)
    tuck = min(max(_TUCK_LEAST, min(deep, _TUCK)), height // 3)
    return _Plan(
        width,
        height,
        deep,
        back,
        tuck,
        dust=min((deep + tuck) // 2, back // 2 - EASE),
        glue=min(_GLUE, width // 2),
        notch=min(_NOTCH, max(_NOTCH_LEAST, int(deep / 1.5)), width // 3) // 2 * 2,
    )


def _creases(plan: _Plan) -> tuple[str, ...]:
    """Upright creases first, then those of lid and bottom, of their tuck flaps and of the dust
    flaps.
    """
    left, front, right, glue, _ = plan.columns
    y, deep, foot = plan.top, plan.depth, plan.top + plan.height
    sides = ((left, front), (right, glue))
    return (
        *(line(x, y, x, foot) for x in (left, front, right, glue)),
        line(0, y, plan.back, y),
        line(front, foot, right, foot),
        line(EASE, y - deep, plan.back - EASE, y - deep),
        line(front + EASE, foot + deep, right - EASE, foot + deep),
        *(line(a + EASE, at, b - EASE, at) for at in (y, foot) for a, b in sides),
    )


def _glue(plan: _Plan, taper: int) -> str:
    """Where the glue goes on its flap: clear of the crease, over which art may run, and of the
    cuts.
    """
    *_, crease, edge = plan.columns
    y, foot, off = plan.top, plan.top + plan.height, round(GLUE_CLEAR * TAN_15) + EASE
    inner, outer = crease + GLUE_CLEAR, edge - EASE
    return polygon(
        [
            (inner, y + off),
            (outer, y + taper + EASE),
            (outer, foot - taper - EASE),
            (inner, foot - off),
        ]
    )


def _notes(depth: int, inside: int) -> tuple[str, ...]:
    thin = (
        (
            f"the deck needs {millimetres(depth)}; the box is {millimetres(inside)} deep, the least"
            " that folds"
        ),
    )
    steps = (
        "cut along the solid line, score and fold along the dashed ones",
        "glue the hatched flap under the free edge of the back",
        "fold the small flaps in, then tuck in bottom and lid",
    )
    return steps + (thin if inside > depth else ())


def _tuck(start: int, end: int, y: int, by: int) -> str:
    """A tuck flap with round corners, drawn from start to end along its hinge at y, reaching by
    up (negative) or down.
    """
    to, way = (1 if end > start else -1), (1 if by > 0 else -1)
    a, b, tip = start + to * EASE, end - to * EASE, y + by
    r = min(abs(by), abs(b - a) // 2) - EASE  # short straight edges remain
    h = r - round(KAPPA * r)
    return (
        f"L{a} {y}L{a} {tip - way * r}C{a} {tip - way * h} {a + to * h} {tip} {a + to * r} {tip}"
        f"L{b - to * r} {tip}C{b - to * h} {tip} {b} {tip - way * h} {b} {tip - way * r}L{b} {y}"
    )


def _dust(start: int, end: int, y: int, by: int) -> str:
    """A dust flap, tapered on both sides, drawn from start to end along its hinge at y."""
    to = 1 if end > start else -1
    a, b = start + to * EASE, end - to * EASE
    taper = to * round(min(abs(by) * TAN_15, abs(b - a) / 3))
    return _to([(a, y), (a + taper, y + by), (b - taper, y + by), (b, y)])


def _notch(plan: _Plan, y: int) -> str:
    """The thumb notch: half a circle cut into the upper edge of the front."""
    _, front, right, _, _ = plan.columns
    r = plan.notch // 2
    middle, k = (front + right) // 2, round(KAPPA * r)
    return (
        f"L{middle - r} {y}C{middle - r} {y + k} {middle - k} {y + r} {middle} {y + r}"
        f"C{middle + k} {y + r} {middle + r} {y + k} {middle + r} {y}"
    )


def _to(points: list[Point]) -> str:
    return "".join(f"L{x} {y}" for x, y in points)


def _closed(path: str) -> str:
    """A run of segments that starts with a line, as a closed path of its own."""
    return f"M{path[1:]}Z"
