"""Standees: flat figures that stand, folded from one strip or slotted into a foot of board."""

from __future__ import annotations

from math import isqrt

from pnp.assets.paths import KAPPA, canonical, line
from pnp.net import EASE, Flap, Net, NetError, Panel, within
from pnp.units.geometry import MM, Um, millimetres, rect, size

SLOT_PLAY = 100
"""A slot is wider than the board by 0.1 mm: that holds and still goes in."""
APART = 6 * MM
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
    x, y = width + APART, height - r
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
