"""A side of a sheet as operators: every placed face inside its marked content, then the
furniture as an artifact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from pnp.draw.content import Content
from pnp.draw.literals import corners, placed, text_string
from pnp.face import Face, Item
from pnp.impose.sheet import Placement, Side
from pnp.units.geometry import Rect, Size

Show = Callable[[Face], Content]
"""Draws a face, or calls its form."""

Paint = Callable[[tuple[Item, ...], Size], Content]
"""Draws items that lie on a side of this size."""

MITRE = 4
"""Corners sharper than 29° are cut off; at PDF's 10 they grow spikes.

It is SVG's default, which icons are drawn for.
"""


def side_content(side: Side, paper: Size, show: Show, paint: Paint) -> Content:
    """The operators of one side in page points; none for an empty side."""
    out: list[str] = []
    parts: list[Content] = []
    for placement in side.placements:
        face = show(placement.face)
        parts.append(face)
        out += ["q", marked(placement, paper), f"{_box(placement.clip, paper)} re W n"]
        matrix = f"{placing(placement, paper)} cm"
        if placement.overlay:
            overlay = paint(placement.overlay, paper)
            parts.append(overlay)
            out += ["q", matrix, face.operators, "Q", overlay.operators, "EMC\nQ"]
        else:
            out += [matrix, face.operators, "EMC\nQ"]
    if side.furniture:
        furniture = paint(side.furniture, paper)
        parts.append(furniture)
        out += ["/Artifact BMC\nq", furniture.operators, "Q\nEMC"]
    if out:
        out.insert(0, f"{MITRE} M")
    return merged("\n".join(out), parts)


def merged(operators: str, parts: Iterable[Content]) -> Content:
    """Operators with all that their parts name."""
    xobjects: set[str] = set()
    opacities: set[int] = set()
    layers = {}
    for part in parts:
        xobjects |= part.xobjects
        opacities |= part.opacities
        for layer in part.layers:
            layers[layer.name] = layer
    return Content(operators, frozenset(xobjects), frozenset(opacities), tuple(layers.values()))


def marked(placement: Placement, paper: Size) -> str:
    """The opening of marked content that says which card lies where; Trim holds left, bottom,
    right, top in page points.

    Of says how many pages, or player aids, its text fills, so that a print tells by itself whether
    its last are missing.
    """
    left, bottom, right, top = corners(placement.trim, paper.height)
    tile = f" /Tile {text_string(placement.tile)}" if placement.tile else ""
    of = f" /Of {placement.of}" if placement.of else ""
    return (
        f"/PnpFace <</Component {text_string(placement.component)} /Card"
        f" {text_string(placement.card)} /Copy {placement.copy} /Side {text_string(placement.side)}"
        f" /Trim [{left} {bottom} {right} {top}]{tile}{of}>> BDC"
    )


def placing(placement: Placement, paper: Size) -> str:
    """The matrix that lays a face into its trim, turned clockwise as seen on paper.

    Raises ValueError for other turns than quarters.
    """
    left, bottom, right, top = corners(placement.trim, paper.height)
    match placement.turn:
        case 0:
            return f"1 0 0 1 {left} {bottom}"
        case 90:
            return f"0 -1 1 0 {left} {top}"
        case 180:
            return f"-1 0 0 -1 {right} {top}"
        case 270:
            return f"0 1 -1 0 {right} {bottom}"
    raise ValueError(f"a face turns by 0, 90, 180 or 270 degrees, not {placement.turn}")


@lru_cache(maxsize=1024)
def _box(area: Rect, paper: Size) -> str:
    return (
        f"{placed(area.x)} {placed(paper.height - area.bottom)} {placed(area.width)}"
        f" {placed(area.height)}"
    )
