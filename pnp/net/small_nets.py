"""Makes the nets of dice, the cube and stickers for blank dice, and of standees, flat figures that
are folded from one strip or slotted into a foot of board.
"""

from __future__ import annotations

from math import isqrt

from pnp.assets.paths import KAPPA, canonical, line, polygon, rectangle
from pnp.net import EASE, GLUE_CLEAR, Flap, Net, NetError, Panel, within
from pnp.units.geometry import MM, Um, millimetres, rect, size

SMALLEST_DIE, LARGEST_DIE = 8 * MM, 100 * MM
STICKER = 12_700 / 16_000
"""A sticker beside the edge of its die: 12.7 mm on a die of 16 mm, whose corners are round."""
STICKERS_APART = Um(6 * MM)
"""Between two stickers: room for the bleed of both."""
_TAB = 7 * MM

Point = tuple[int, int]


def die_net(edge: Um, faces: int = 6) -> Net:
    """The net of a cube: panels "1" to "6", opposite ones 7 together, 1, 2 and 3 anticlockwise
    about their corner as on dice of the West.

    A row of 2, 1, 5, 6 with 4 above and 3 below the 1; seven tabs. Raises NetError for a die that
    is no cube or whose edge is not 8 to 100 mm.
    """
    _check(edge, faces)
    e, tab = edge, min(_TAB, round(edge * 0.35))
    a, b, c, d = (
        tab,
        tab + e,
        tab + 2 * e,
        tab + 3 * e,
    )  # the y of the four levels, the tab above the 4 included
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
