"""What a board is made of, as values: spaces, areas and the whole; and as the records that
templates read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.diagnostics import Span
from pnp.model.space_links import Link
from pnp.sandbox.environment import Record
from pnp.units.geometry import Rect, Size
from pnp.units.lattice import BOX, Spot


class Space(NamedTuple):
    """A space by its spot (micrometres), with the track and number that it has there, and its
    declared fields.
    """

    id: str
    spot: Spot
    kind: str
    label: str
    track: str | None
    number: int | None
    fields: Mapping[str, Any]
    span: Span


class Area(NamedTuple):
    """A rectangle of the board: a place where something lies, a region, a block."""

    id: str
    rect: Rect
    kind: str
    label: str
    fields: Mapping[str, Any]
    span: Span


class BoardData(NamedTuple):
    """What a board's file says.

    Tracks hold ids of spaces in order; `keep` are rectangles through which no seam should run.

    `values` are what templates read as `card.spaces`, `card.tracks`, `card.areas` and `card.links`,
    lengths in millimetres.
    """

    size: Size
    spaces: Mapping[str, Space]
    tracks: Mapping[str, tuple[str, ...]]
    areas: Mapping[str, Area]
    links: tuple[Link, ...]
    keep: tuple[tuple[str, Rect], ...]
    values: Mapping[str, Any]


def space_record(
    space: Space, enter: tuple[str, ...], cell: tuple[float, float, str] | None = None
) -> Record:
    """What templates see of a space, with those that can be entered from it; lengths in
    millimetres.

    `cell` is its column and row in a grid, and its outline in its box.
    """
    *place, points = cell or (None, None, BOX)
    x, y, width, height, angle = space.spot
    own: dict[str, Any] = {
        "id": space.id,
        "x": x / 1000,
        "y": y / 1000,
        "width": width / 1000,
        "height": height / 1000,
        "angle": angle,
    }
    own |= {
        "kind": space.kind,
        "label": space.label,
        "track": space.track,
        "number": space.number,
        "links": enter,
    }
    column, row = (
        int(part) if isinstance(part, float) and part.is_integer() else part for part in place
    )
    own |= {"column": column, "row": row, "points": points}
    return Record(space.label or space.id, {**space.fields, **own})


def area_record(area: Area) -> Record:
    """What templates see of an area: its top left corner and its size, in millimetres."""
    x, y, width, height = area.rect
    own = {
        "id": area.id,
        "x": x / 1000,
        "y": y / 1000,
        "width": width / 1000,
        "height": height / 1000,
    }
    return Record(
        area.label or area.id, {**area.fields, **own, "kind": area.kind, "label": area.label}
    )
