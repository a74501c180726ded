"""Makes the nets of tuck boxes, dice, stickers for blank dice, and standees: flat outlines that are
cut, creased and folded. Pure geometry, no art.

A net is drawn as the outside of the folded thing, printed side up; every crease is folded away from
the reader unless a note says else.

A tuck box is a reverse-tuck carton whose lid hinges on the back and whose bottom hinges on the
front, so that the front has no raw edge. From left to right its net shows back, left, front, right
and the glue flap, which lies under the free edge of the back.
"""

from __future__ import annotations

from itertools import chain
from math import isqrt
from typing import NamedTuple

from pnp.assets.paths import KAPPA, canonical, line, polygon, rectangle
from pnp.units.geometry import MM, Rect, Size, Um, millimetres, rect, size

TAN_15 = 0.26795
"""The usual taper of a carton's flaps: 15°."""
EASE = 500
"""How far a flap that slides in, or folds beside another, stands back from its panel's corner."""
GLUE_CLEAR = 1_000
"""Between a crease and the glue: as far the art of the panel may run over the crease."""
SMALLEST, LARGEST = 10 * MM, 2_000 * MM
"""Limits of a folded thing each way: what fingers can fold, and what the longest card may be."""


class NetError(ValueError):
    """A thing that cannot be folded; the message says what was expected, in the user's words,
    `hint` what to do.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Panel(NamedTuple):
    """A visible rectangle of a net.

    Its art is turned clockwise by `turn` degrees (0, 90, 180 or 270) to fill `area`.
    """

    name: str
    area: Rect
    turn: int = 0

    @property
    def art(self) -> Size:
        """The size of the art before it is turned: as it is read."""
        return self.area.size.turned() if self.turn % 180 else self.area.size


class Flap(NamedTuple):
    """A part of a net that ends up inside or underneath; `outline` is its canonical path, the
    crease included.
    """

    name: str
    outline: str


class Net(NamedTuple):
    """A flat outline with its parts, in micrometres from the top left of its bounds.

    `cuts` are closed canonical paths, one a piece; `creases` single straight lines; `glue` closed
    paths on the printed side; `notes` say how it is put together, one step each. `depth` is that of
    the inside, 0 for what holds nothing.
    """

    size: Size
    panels: tuple[Panel, ...]
    cuts: tuple[str, ...]
    creases: tuple[str, ...]
    flaps: tuple[Flap, ...] = ()
    glue: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    depth: Um = Um(0)

    def panel(self, name: str) -> Panel:
        """The panel of a name. Raises KeyError."""
        return {panel.name: panel for panel in self.panels}[name]


def within(value: int, what: str, least: int, most: int) -> None:
    """Raises NetError where a length in µm lies outside its limits."""
    if not least <= value <= most:
        raise NetError(
            f"{what} is {millimetres(value)}; expected {millimetres(least)} to {millimetres(most)}"
        )


PACKED = 1.05
"""How much higher a stack of bare cards is than its stock: cards bend, and air stays between."""
SLEEVE_EDGE = 3 * MM
"""What a sleeve adds to a card's width and height: sleeves of 66 by 91 mm are sold for cards of
63 by 88 mm.
"""
SLEEVE = Um(300)
"""What a sleeve adds to a card of 0.3 mm, which then takes 0.6 mm: plain paper of 0.1 mm in front
of an old card of 0.3 mm, between two films of 0.1 mm.
"""
LEAST_DEPTH = 5 * MM
"""A box is never less deep: narrower strips cannot be creased on both sides by hand."""
MOST_CARDS = 10_000
_CREASE = "score the dashed lines with a blunt point and a ruler; fold them away from you"
CUT_AND_CREASE = ("cut along the outline", _CREASE)
BOX_FLAPS = (
    *("top tuck", "bottom tuck", "glue", "top left dust", "top right dust"),
    *("bottom left dust", "bottom right dust"),
)

# 12.7 mm (1/2 in), its corners as round, is the tuck flap of sold poker boxes
_TUCK_LEAST, _TUCK = 8 * MM, 12_700
_NOTCH_LEAST, _NOTCH = 8 * MM, 12_700
_GLUE = 15 * MM  # folding cartons: 1/2 to 3/4 in
# folding cartons: the panel over the glue flap is 1/32 in narrower, so that it clears the crease
_NARROWER = 800

Point = tuple[int, int]


class _Plan(NamedTuple):
    """A box in the flat, crease to crease: the x of the creases between back, left, front, right
    and glue flap, and of the right edge; the y of the edges of the body; how deep its sides are,
    and how far tuck flaps, dust flaps and the notch reach.
    """

    left: int
    front: int
    right: int
    glue: int
    edge: int
    top: int
    foot: int
    depth: int
    tuck: int
    dust: int
    notch: int


def deck_depth(count: int, stock: Um, sleeve: Um, clearance: Um) -> Um:
    """How deep a box for so many cards is inside:

    `count × stock × 1.05 + clearance`; sleeved, `count × (stock + sleeve) + clearance`.

    `sleeve` is what one sleeve adds to the thickness of a card, both its films together; 0 for bare
    cards. Raises NetError for an empty deck, more than 10,000 cards, or a stock that is no card.
    """
    if count < 1:
        message = "a box holds 1 card or more; this deck is empty"
        raise NetError(message, "give the deck cards, or take the box out")
    if count > MOST_CARDS:
        message = f"a box for {count:,} cards is none that can be folded; expected at most"
        raise NetError(f"{message} {MOST_CARDS:,}", "split the deck over several boxes")
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
    left, front, right, glue, edge, y, foot, deep, tuck, dust, notch = plan
    width, high = right - front, foot - y
    panels = (
        Panel("back", rect(0, y, left, high)),
        Panel("left", rect(left, y, deep, high), 90),
        Panel("front", rect(front, y, width, high)),
        Panel("right", rect(right, y, deep, high), 90),
        Panel("top", rect(0, y - deep, left, deep), 180),
        Panel("bottom", rect(front, foot, width, deep)),
    )
    lid, base = _tuck(0, left, y - deep, -tuck), _tuck(right, front, foot + deep, tuck)
    slope = round(min(dust * TAN_15, (deep - 2 * EASE) / 3))
    hinges = ((y, left, front), (y, right, glue), (foot, glue, right), (foot, front, left))
    upper_left, upper_right, lower_right, lower_left = (
        _to(_trapezoid((start, at), (end, at), (EASE, 0), (EASE + slope, dust)))
        for at, start, end in hinges
    )
    hinge, taper = ((glue, y), (glue, foot)), round(min((edge - glue) * TAN_15, high / 4))
    seam = _to(_trapezoid(*hinge, (0, 0), (taper, edge - glue)))
    # Clear of the crease, over which art may run, and of the cuts.
    off = round(GLUE_CLEAR * TAN_15) + EASE
    glued = _trapezoid(*hinge, (off, GLUE_CLEAR), (taper + EASE, edge - glue - EASE))
    outline = (
        f"M0 {y}L0 {y - deep}{lid}L{left} {y - deep}L{left} {y}{upper_left}L{front} {y}"
        f"{_notch((front + right) // 2, y, notch)}L{right} {y}{upper_right}{seam}"
        f"{lower_right}L{right} {foot}L{right} {foot + deep}{base}L{front} {foot + deep}"
        f"L{front} {foot}{lower_left}L{left} {foot}L0 {foot}Z"
    )
    flaps = (lid, base, seam, upper_left, upper_right, lower_left, lower_right)
    return Net(
        size(edge, foot + y),
        panels,
        (outline,),
        _creases(plan),
        tuple(Flap(name, f"M{path[1:]}Z") for name, path in zip(BOX_FLAPS, flaps, strict=True)),
        (polygon(glued),),
        _notes(depth, deep - board),
        Um(deep - board),
    )


def _plan(card: Size, depth: int, clearance: int, board: int) -> _Plan:
    within(card.width, "the width of the cards in the box", SMALLEST, LARGEST)
    within(card.height, "the height of the cards in the box", SMALLEST, LARGEST)
    within(clearance, "the clearance of the box", 0, 20 * MM)
    within(board, "the board of the box", 50, 3 * MM)
    within(depth, "the depth of the box", 1, 1_000 * MM)
    width, height = (side + 2 * clearance + board for side in card)
    deep = max(depth, LEAST_DEPTH) + board
    left = width - min(_NARROWER, 2 * board)
    front = left + deep
    right = front + width
    glue = right + deep
    tuck = min(max(_TUCK_LEAST, min(deep, _TUCK)), height // 3)
    dust = min((deep + tuck) // 2, left // 2 - EASE)
    top = max(deep + tuck, dust)
    notch = min(_NOTCH, max(_NOTCH_LEAST, int(deep / 1.5)), width // 3) // 2
    edge = glue + min(_GLUE, width // 2)
    return _Plan(left, front, right, glue, edge, top, top + height, deep, tuck, dust, notch)


def _creases(plan: _Plan) -> tuple[str, ...]:
    """Upright creases first, then those of lid and bottom, of their tuck flaps and of the dust
    flaps.
    """
    left, front, right, glue, _, y, foot, deep, *_ = plan
    sides = ((left, front), (right, glue))
    return (
        *(line(x, y, x, foot) for x in (left, front, right, glue)),
        line(0, y, left, y),
        line(front, foot, right, foot),
        line(EASE, y - deep, left - EASE, y - deep),
        line(front + EASE, foot + deep, right - EASE, foot + deep),
        *(line(a + EASE, at, b - EASE, at) for at in (y, foot) for a, b in sides),
    )


def _notes(depth: int, inside: int) -> tuple[str, ...]:
    glue = "glue the hatched flap under the free edge of the back"
    steps = (*CUT_AND_CREASE, f"{glue}; fold in the small flaps, tuck in bottom and lid")
    if inside <= depth:
        return steps
    needs = f"the deck needs {millimetres(depth)}; the box is {millimetres(inside)} deep"
    return (*steps, f"{needs}, the least that folds")


def _tuck(start: int, end: int, y: int, by: int, ease: int = EASE) -> str:
    """A flap with round corners, drawn from start to end along its hinge at y, reaching by up
    (negative) or down.
    """
    to, way = _sign(end - start), _sign(by)
    a, b, tip = start + to * ease, end - to * ease, y + by
    r = min(abs(by), abs(b - a) // 2) - EASE  # short straight edges remain
    h = r - round(KAPPA * r)
    return (
        f"L{a} {y}L{a} {tip - way * r}C{a} {tip - way * h} {a + to * h} {tip} {a + to * r} {tip}"
        f"L{b - to * r} {tip}C{b - to * h} {tip} {b} {tip - way * h} {b} {tip - way * r}L{b} {y}"
    )


def _trapezoid(start: Point, end: Point, near: Point, far: Point) -> list[Point]:
    """Four corners over a hinge, to the left of the way along it: the lower and the upper ones by
    their distances from its ends, along it and off it.
    """
    x, y = (_sign(to - at) for at, to in zip(start, end, strict=True))

    def corner(hinge: Point, along: int, off: int) -> Point:
        return hinge[0] + x * along + y * off, hinge[1] + y * along - x * off

    return [
        corner(start, *near),
        corner(start, *far),
        corner(end, -far[0], far[1]),
        corner(end, -near[0], near[1]),
    ]


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _notch(middle: int, y: int, r: int) -> str:
    """The thumb notch: half a circle cut into the upper edge of the front."""
    k = round(KAPPA * r)
    return (
        f"L{middle - r} {y}C{middle - r} {y + k} {middle - k} {y + r} {middle} {y + r}"
        f"C{middle + k} {y + r} {middle + r} {y + k} {middle + r} {y}"
    )


def _to(points: list[Point]) -> str:
    return "".join(f"L{x} {y}" for x, y in points)


SMALLEST_DIE, LARGEST_DIE = 8 * MM, 100 * MM
STICKER = 12_700 / 16_000
"""A sticker beside the edge of its die: 12.7 mm on a die of 16 mm, whose corners are round."""
STICKERS_APART = Um(6 * MM)
"""Between two stickers: room for the bleed of both."""
_TAB = 7 * MM


def die_net(edge: Um, faces: int = 6) -> Net:
    """The net of a cube: panels "1" to "6", opposite ones 7 together, 1, 2 and 3 anticlockwise
    about their corner as on dice of the West.

    A row of 2, 1, 5, 6 with 4 above and 3 below the 1; seven tabs. Raises NetError for a die that
    is no cube or whose edge is not 8 to 100 mm.
    """
    _check(edge, faces)
    tab = min(_TAB, round(edge * 0.35))

    def square(name: str, column: int, row: int) -> Panel:
        return Panel(name, rect(column * edge, tab + row * edge, edge, edge))

    row = [square(name, column, 1) for column, name in enumerate(("2", "1", "5", "6"))]
    panels = (*row, square("4", 1, 0), square("3", 1, 2))
    hinges = {
        "4 left": ((1, 1), (1, 0)),
        "4 top": ((1, 0), (2, 0)),
        "4 right": ((2, 0), (2, 1)),
        "6 right": ((4, 1), (4, 2)),
        "3 right": ((2, 2), (2, 3)),
        "3 bottom": ((2, 3), (1, 3)),
        "3 left": ((1, 3), (1, 2)),
    }
    tabs: dict[str, list[Point]] = {}
    glue = []
    for name, ends in hinges.items():
        start, end = ((column * edge, tab + level * edge) for column, level in ends)
        tabs[name] = _trapezoid(start, end, (0, 0), (tab, tab))
        # Clear of the crease by 1 mm and of the cuts by 0.5 mm or a little less.
        near, far = (GLUE_CLEAR + EASE, GLUE_CLEAR), (tab + EASE // 2, tab - EASE)
        glue.append(polygon(_trapezoid(start, end, near, far)))
    upper, lower = tab + edge, tab + 2 * edge
    outline = dict.fromkeys([(0, upper), *chain(*tabs.values()), (0, lower)])
    creases = [line(x * edge, upper, x * edge, lower) for x in (1, 2, 3)]
    creases += [line(edge, y, 2 * edge, y) for y in (upper, lower)]
    creases += [line(*points[0], *points[-1]) for points in tabs.values()]
    return Net(
        size(4 * edge + tab, 2 * tab + 3 * edge),
        panels,
        (polygon(outline),),
        tuple(creases),
        tuple(Flap(name, polygon(points)) for name, points in tabs.items()),
        tuple(glue),
        (
            "cut along the solid line, score and fold along the dashed ones",
            "glue the hatched tabs inside, the 6 last",
        ),
    )


def die_stickers(edge: Um, faces: int = 6) -> Net:
    """Six square stickers for a blank die in one row, in the order "1" to "6".

    Raises NetError as `die_net` does.
    """
    _check(edge, faces)
    side = round(edge * STICKER / 100) * 100
    areas = [rect(i * (side + STICKERS_APART), 0, side, side) for i in range(6)]
    panels = tuple(Panel(str(i), area) for i, area in enumerate(areas, 1))
    note = "print on sticker paper, cut along the solid lines; opposite sides make 7 together"
    return Net(
        size(6 * side + 5 * STICKERS_APART, side),
        panels,
        tuple(map(rectangle, areas)),
        (),
        notes=(note,),
    )


def _check(edge: int, faces: int) -> None:
    if faces != 6:
        raise NetError(
            f"a die with {faces} faces cannot be folded from a cube's net; expected 6",
            "take such a die from another game, or print chits to draw",
        )
    within(edge, "the edge of the die", SMALLEST_DIE, LARGEST_DIE)


SLOT_PLAY = 100
"""A slot is wider than the board by 0.1 mm: that holds and still goes in."""
FOOT_APART = 6 * MM
"""Between the figure and its foot on the sheet: room for the bleed of both."""
SMALLEST_FIGURE, LARGEST_FIGURE = 10 * MM, 300 * MM


def standee_fold(width: Um, height: Um, base: Um) -> Net:
    """A figure of two halves with the fold at its head:

    `back` upside down above, `front` below, a foot at either end.

    The feet fold apart, so that figure and feet make an upturned T that stands `base` deep. Raises
    NetError for lengths that cannot be folded.
    """
    _figure(width, height)
    within(base, "the base of a standee", 6 * MM, 100 * MM)
    foot = base // 2
    low, end = foot + 2 * height, 2 * foot + 2 * height
    upper = _tuck(0, width, foot, -foot, ease=0)
    lower = _tuck(width, 0, low, foot, ease=0)
    return Net(
        size(width, end),
        (
            Panel("back", rect(0, foot, width, height), 180),
            Panel("front", rect(0, foot + height, width, height)),
        ),
        (f"M{upper[1:]}{lower}Z",),
        tuple(line(0, y, width, y) for y in (foot, foot + height, low)),
        (Flap("back foot", f"M{upper[1:]}Z"), Flap("front foot", f"M{lower[1:]}Z")),
        (),
        (
            "cut along the solid line, score along the dashed ones",
            "fold at the head and glue the halves together, unprinted sides inside",
            "fold the feet apart and glue them to a disc or a coin",
        ),
    )


def standee_slotted(width: Um, height: Um, thickness: Um) -> Net:
    """A figure with a slot in its foot, and the half-disc that goes into it crosswise: panels
    `front` and `base`.

    The half-disc is as wide as the figure; both slots are half as deep as it is high, so that both
    stand level. `thickness` is that of the board; slots are 0.1 mm wider. Raises NetError for
    lengths that make no standee.
    """
    _figure(width, height)
    within(thickness, "the board of a standee", 200, 5 * MM)
    r = width // 2
    across = 2 * r
    slot = thickness + SLOT_PLAY
    deep = -(-r // 2)
    if slot * 4 > across:
        raise NetError(
            f"a slot for board of {millimetres(thickness)} is too wide for a standee"
            f" {millimetres(width)} wide",
            "make the figure wider",
        )
    if deep * 2 > height:
        raise NetError(
            f"a standee {millimetres(width)} wide and {millimetres(height)} high is too low for its"
            " slot",
            "make it higher",
        )
    a = (width - slot) // 2
    b = a + slot
    figure = (
        f"M0 0L{width} 0L{width} {height}L{b} {height}L{b} {height - deep}L{a} {height - deep}L{a}"
        f" {height}L0 {height}Z"
    )
    x, y = width + FOOT_APART, height - r
    middle = x + r
    left = middle - slot // 2
    right = left + slot
    # How high the half-disc is at both sides of its slot.
    start, end = (height - isqrt(r * r - (at - middle) ** 2) for at in (left, right))
    foot = canonical(
        f"M{x} {height}A{r} {r} 0 0 1 {left} {start}L{left} {y + deep}L{right} {y + deep}"
        f"L{right} {end}A{r} {r} 0 0 1 {x + across} {height}Z",
        scale=1,
    )
    return Net(
        size(x + across, height),
        (Panel("front", rect(0, 0, width, height)), Panel("base", rect(x, y, across, r))),
        (figure, foot),
        (),
        notes=(
            "glue to board before cutting, or print on board",
            "slide the half-disc into the figure, slot into slot",
        ),
    )


def _figure(width: int, height: int) -> None:
    within(width, "the width of a standee", SMALLEST_FIGURE, LARGEST_FIGURE)
    within(height, "the height of a standee", SMALLEST_FIGURE, LARGEST_FIGURE)
