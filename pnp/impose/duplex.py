"""Reckons where the back of a card lies: on the verso of its sheet, or across the fold.

The argument, with paper in hand. Both pages of a sheet are drawn upright as the reader sees them, y
down. The printer turns the sheet over about one of its edges, so a point of the verso page lies
behind a point of the recto page:

* About an upright edge (left or right), like the page of a book: (u, v) lies behind (W − u, v). Up
  stays up.
* About a level edge (top or bottom), like a calendar: (u, v) lies behind (u, H − v). What is up on
  the verso lies behind what is down on the recto.

A player turns a card over about its own upright axis, and the back must then stand upright: the
upper edge of the back has to lie behind the upper edge of the front. About an upright edge that
holds when the back is drawn as it is (turn 0). About a level edge the upper edge of the front is,
on the verso, at the lower edge of the slot, so the back is drawn turned by 180°. Left and right
then come right of themselves, since a turn of the sheet never mirrors ink.

Which edge is which depends on the sheet alone: on a portrait sheet the long edges are the upright
ones, on a landscape sheet the level.

|           | long edge         | short edge        |
|-----------|-------------------|-------------------|
| portrait  | (W−x−w, y), 0°    | (x, H−y−h), 180°  |
| landscape | (x, H−y−h), 180°  | (W−x−w, y), 0°    |

A fold across the middle of the sheet is a turn about a level line: the lower half swings back
behind the upper, (u, v) comes to lie behind (u, H − v), and so the back stands at (x, H−y−h),
turned by 180°, on the same side of the sheet.
"""

from __future__ import annotations

from pnp.impose import Duplex
from pnp.units.geometry import Rect, Size, Um


def verso_slot(trim: Rect, paper: Size, duplex: Duplex) -> tuple[Rect, int]:
    """Where the back of a front at `trim` lies, and its clockwise turn (0 or 180 degrees); a square
    sheet counts as portrait.

    Doing it twice leads back. Raises ValueError for `Duplex.NONE`, which has no backs.
    """
    if duplex is Duplex.NONE:
        raise ValueError("a sheet that is printed on one side only has no verso")
    portrait = paper.height >= paper.width
    if duplex is not Duplex.FOLD and portrait is (duplex is Duplex.LONG):
        return Rect(Um(paper.width - trim.x - trim.width), trim.y, trim.width, trim.height), 0
    return Rect(trim.x, Um(paper.height - trim.y - trim.height), trim.width, trim.height), 180
