"""Makes the nets of tuck boxes, dice, stickers for blank dice, and standees.

A tuck box is a reverse-tuck carton whose lid hinges on the back and whose bottom hinges on the
front, so that the front has no raw edge. From left to right its net shows back, left, front, right
and the glue flap, which lies under the free edge of the back.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from pnp.assets.paths import KAPPA, canonical, line, polygon, rectangle
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
    flaps = {
        "top tuck": lid,
        "bottom tuck": base,
        "glue": _to(seam),
        "top left dust": upper[0],
        "top right dust": upper[1],
        "bottom left dust": lower[0],
        "bottom right dust": lower[1],
    }
    return Net(
        size(edge, foot + y),
        panels,
        (outline,),
        _creases(plan),
        tuple(Flap(name, f"M{path[1:]}Z") for name, path in flaps.items()),
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
    e, tab = edge, min(_TAB, round(edge * 0.35))
    # The y of the four levels, the tab above the 4 included.
    a, b, c, d = (tab + level * e for level in range(4))
    row = [Panel(name, rect(i * e, b, e, e)) for i, name in enumerate(("2", "1", "5", "6"))]
    panels = (*row, Panel("4", rect(e, a, e, e)), Panel("3", rect(e, c, e, e)))
    tabs = (
        ("4 left", [(e, b), (e - tab, b - tab), (e - tab, a + tab), (e, a)]),
        ("4 top", [(e, a), (e + tab, 0), (2 * e - tab, 0), (2 * e, a)]),
        ("4 right", [(2 * e, a), (2 * e + tab, a + tab), (2 * e + tab, b - tab), (2 * e, b)]),
        ("6 right", [(4 * e, b), (4 * e + tab, b + tab), (4 * e + tab, c - tab), (4 * e, c)]),
        ("3 right", [(2 * e, c), (2 * e + tab, c + tab), (2 * e + tab, d - tab), (2 * e, d)]),
        ("3 bottom", [(2 * e, d), (2 * e - tab, d + tab), (e + tab, d + tab), (e, d)]),
        ("3 left", [(e, d), (e - tab, d - tab), (e - tab, c + tab), (e, c)]),
    )
    outline: list[Point] = [(0, b)]
    for _, points in tabs:
        outline += [point for point in points if point != outline[-1]]
    outline += [(0, c)]
    creases = [line(x, b, x, c) for x in (e, 2 * e, 3 * e)] + [
        line(e, b, 2 * e, b),
        line(e, c, 2 * e, c),
    ]
    creases += [line(*points[0], *points[-1]) for _, points in tabs]
    return Net(
        size(4 * e + tab, d + tab),
        panels,
        (polygon(outline),),
        tuple(creases),
        tuple(Flap(name, polygon(points)) for name, points in tabs),
        tuple(polygon(_shrunk(points)) for _, points in tabs),
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


def _shrunk(tab: list[Point]) -> list[Point]:
    """The part of a tab for glue: clear of the crease by 1 mm and of the cuts by 0.5 mm or a
    little less. All its corners are at 45°.
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = tab
    along = (_sign(dx - ax), _sign(dy - ay))
    out = (_sign(bx - ax) if not along[0] else 0, _sign(by - ay) if not along[1] else 0)

    def point(x: int, y: int, forth: int, off: int) -> Point:
        return (x + along[0] * forth + out[0] * off, y + along[1] * forth + out[1] * off)

    low = GLUE_CLEAR + EASE
    return [
        point(ax, ay, low, GLUE_CLEAR),
        point(bx, by, EASE // 2, -EASE),
        point(cx, cy, -EASE // 2, -EASE),
        point(dx, dy, -low, GLUE_CLEAR),
    ]


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


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
    r = min(foot, width // 2) - EASE  # short straight edges remain
    h = r - round(KAPPA * r)
    upper = (
        f"L0 {foot}L0 {r}C0 {h} {h} 0 {r} 0L{width - r} 0C{width - h} 0 {width} {h} {width}"
        f" {r}L{width} {foot}"
    )
    lower = (
        f"L{width} {low}L{width} {end - r}C{width} {end - h} {width - h} {end} {width - r} {end}"
        f"L{r} {end}C{h} {end} 0 {end - h} 0 {end - r}L0 {low}"
    )
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
    foot = canonical(
        f"M{x} {height}A{r} {r} 0 0 1 {left} {height - _rise(r, middle - left)}L{left}"
        f" {y + deep}L{right} {y + deep}L{right} {height - _rise(r, right - middle)}A{r} {r} 0 0 1"
        f" {x + across} {height}Z",
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


def _rise(radius: int, off: int) -> int:
    """How high a half-disc is at a distance from its middle."""
    return isqrt(radius * radius - off * off)


def _figure(width: int, height: int) -> None:
    within(width, "the width of a standee", SMALLEST_FIGURE, LARGEST_FIGURE)
    within(height, "the height of a standee", SMALLEST_FIGURE, LARGEST_FIGURE)
