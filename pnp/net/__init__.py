"""Holds nets: flat outlines that are cut, creased and folded into boxes, dice and standees.

Pure geometry, no art.

A net is drawn as the outside of the folded thing, printed side up; every crease is folded away from
the reader unless a note says else.
"""

from __future__ import annotations

from typing import NamedTuple

from pnp.units.geometry import MM, Rect, Size, Um, millimetres

TAN_15 = 0.26795
"""The usual taper of a carton's flaps: 15°."""
EASE = 500
"""How far a flap that slides into the box, or folds beside another one, stands back from its
panel's corner.
"""
GLUE_CLEAR = 1_000
"""Between a crease and the glue: as far the art of the panel may run over the crease."""


SMALLEST, LARGEST = 10 * MM, 2_000 * MM
"""Limits of a folded thing each way: what fingers can fold, and what the longest card may be."""

_FLAT = Um(0)


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
    depth: Um = _FLAT

    def panel(self, name: str) -> Panel:
        """The panel of a name. Raises KeyError."""
        return {panel.name: panel for panel in self.panels}[name]


def within(value: int, what: str, least: int, most: int) -> None:
    """Raises NetError where a length in µm lies outside its limits."""
    if not least <= value <= most:
        raise NetError(
            f"{what} is {millimetres(value)}; expected {millimetres(least)} to {millimetres(most)}"
        )
