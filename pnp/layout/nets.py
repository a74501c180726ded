"""Faces of folded and shaped things: art on the panels of a net, two sides around a fold, one side
inside an outline.

Lines are hairlines: solid on white where the knife goes, dashed where paper is folded; the hatch is
pale and says where the glue goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pnp.assets.paths import bounds, line, moved, rectangle
from pnp.assets.patterns import pattern
from pnp.face import FOLD, GLEAM, HAIRLINE, Face, Group, Item, Shape, Stroke, Text
from pnp.net import Net, Panel
from pnp.units.color import BLACK, WHITE, Color
from pnp.units.geometry import PT, Edges, Rect, Size, Um, rect, turned
from pnp.units.geometry import moved as shift

if TYPE_CHECKING:
    from pnp.assets.fonts import Typeface

CUT = Stroke(BLACK, HAIRLINE)
CREASE = Stroke(Color("#808080"), HAIRLINE, FOLD)
HATCH = Color("#dcdcdc")
INK = Color("#555555")
SIZES = (9.0, 8.0, 7.0, 6.0)
"""Type sizes of the word on the glue, the largest that fits."""
_WORD = "glue"


def assembled(
    net: Net, faces: Mapping[str, Face], bleed: Um, typeface: Typeface | None = None
) -> Face:
    """One face of the net's size: the art of each panel, creases, cuts and a hatch where the glue
    goes, named where there is a typeface.

    A panel without a face stays blank. Art runs on by `bleed` over every edge that no other panel
    shares, but never onto the glue. Raises ValueError for a face of another size than its panel's
    art, or for one that has no panel.
    """
    unknown = sorted(faces.keys() - {panel.name for panel in net.panels})
    if unknown:
        raise ValueError(f"the net has no panel {', '.join(unknown)}")
    glue = [bounds(path) for path in net.glue]
    items: list[Item] = [
        _panel(net, panel, faces[panel.name], bleed, glue)
        for panel in net.panels
        if panel.name in faces
    ]
    items += [_hatched(path, area) for path, area in zip(net.glue, glue, strict=True)]
    items += [item for area in glue for item in _written(typeface, area)] if typeface else []
    items += [Shape("".join(net.creases), stroke=CREASE)] if net.creases else []
    items += [Shape("".join(net.cuts), stroke=stroke) for stroke in (GLEAM, CUT)]
    return Face(net.size, bleed, tuple(items))


def folded(front: Face, back: Face) -> Face:
    """A fold-over piece: the front above, the back upside down below, a dashed line between; as
    wide as both and twice as high.

    Folded along the line with the print outside, both sides stand upright when the piece is turned
    over like a leaf. Raises ValueError where the sizes differ.
    """
    if front.size != back.size:
        raise ValueError(
            f"front and back of a fold-over piece have two sizes: {front.size} and {back.size}"
        )
    width, height = front.size
    bleed = max(front.bleed, back.bleed)
    whole = rect(0, 0, width, height)
    clip = rectangle(_grown(whole, Edges(bleed, bleed, Um(0), bleed)))
    items = (
        Group(front.items, None, clip),
        Group(back.items, turned(180, rect(0, height, width, height)), clip),
        Shape(line(0, height, width, height), stroke=CREASE),
    )
    return Face(Size(width, Um(2 * height)), bleed, items)


def shaped(face: Face, grown: str) -> Face:
    """A face whose ink ends at `grown`, the outline of a piece enlarged by its bleed."""
    return face._replace(items=(Group(face.items, None, grown),))


def _panel(net: Net, panel: Panel, face: Face, bleed: int, glue: Iterable[Rect]) -> Group:
    if face.size != panel.art:
        raise ValueError(f'the face of "{panel.name}" is {face.size}; its panel takes {panel.art}')
    others = [other.area for other in net.panels if other is not panel]
    around = [_room(edge, bleed, others, glue) for edge in _strips(panel.area, bleed)]
    quarters = (
        panel.turn // 90
    )  # the upper edge of the art is the edge of the panel so many further round
    edges = Edges(*(Um(around[(i + quarters) % 4]) for i in range(4)))
    clip = _grown(rect(0, 0, *panel.art), edges)
    return Group(face.items, turned(panel.turn, panel.area), rectangle(clip))


def _strips(area: Rect, by: int) -> tuple[tuple[str, Rect], ...]:
    """What lies within a distance of each edge: top, right, bottom, left."""
    return (
        ("top", rect(area.x, area.y - by, area.width, by)),
        ("right", rect(area.right, area.y, by, area.height)),
        ("bottom", rect(area.x, area.bottom, area.width, by)),
        ("left", rect(area.x - by, area.y, by, area.height)),
    )


def _room(edge: tuple[str, Rect], bleed: int, others: Iterable[Rect], glue: Iterable[Rect]) -> int:
    """How far art may run over an edge: not onto another panel, and up to the glue."""
    name, strip = edge
    room = bleed
    for other in (*others, *glue):
        if strip.overlaps(other):
            gap = {
                "top": strip.bottom - other.bottom,
                "right": other.x - strip.x,
                "bottom": other.y - strip.y,
                "left": strip.right - other.right,
            }[name]
            room = min(room, max(0, gap))
    return room


def _grown(area: Rect, by: Edges) -> Rect:
    return area.inside(Edges(*(Um(-edge) for edge in by)))


def _hatched(path: str, area: Rect) -> Group:
    stripes = Shape(pattern("stripes", area.width, area.height), HATCH)
    return Group((stripes,), shift(area.x, area.y), moved(path, shift(-area.x, -area.y)))


def _written(typeface: Typeface, area: Rect) -> tuple[Item, ...]:
    """The word on the glue, in the middle of an area, along its longer side, on a white ground;
    nothing where no size fits.
    """
    upright = area.height > area.width
    along, across = (area.height, area.width) if upright else (area.width, area.height)
    for points in SIZES:
        em = points * PT / typeface.units_per_em
        width, rise, drop = (
            round(units * em)
            for units in (typeface.width(_WORD), typeface.cap_height, -typeface.descent)
        )
        if width * 2.4 <= along and (rise + drop) * 1.6 <= across:
            x, y = (along - width) // 2, (across + rise) // 2
            ground = rect(x - 600, y - rise - 400, width + 1_200, rise + drop + 400).meet(
                rect(0, 0, along, across)
            )
            text = Text(Um(x), Um(y), _WORD, typeface.ref, points, INK, width=Um(width))
            at = turned(90, area) if upright else shift(area.x, area.y)
            return (Group((Shape(rectangle(ground), WHITE), text), at),)
    return ()
