"""What a large face asks of its tiles: the areas that should stay whole, and the scale that it
is printed at.
"""

from __future__ import annotations

from typing import NamedTuple

from pnp.face import Face, Group
from pnp.units.geometry import Rect, Size, Um, by, rect
from pnp.units.geometry import scaled as scale_by


class Keep(NamedTuple):
    """An area of the board, in micrometres from its top left, that no seam should cut."""

    name: str
    area: Rect


class KeepTooLarge(ValueError):
    """An area that should stay whole is larger than a tile.

    Carries its name, its size and the largest tiles of this paper.
    """

    def __init__(self, name: str, size: Size, tiles: tuple[Size, ...], paper: Size) -> None:
        super().__init__(name, size, tiles, paper)
        self.name, self.size, self.tiles, self.paper = name, size, tiles, paper

    def __str__(self) -> str:
        room = " or ".join(by(tile) for tile in dict.fromkeys(self.tiles))
        return (
            f'"{self.name}" ({by(self.size)}) cannot stay whole: a tile on paper of'
            f" {by(self.paper)} holds at most {room}"
        )


def scaled(face: Face, factor: float) -> Face:
    """The same face smaller or larger, for a desk copy; sizes in whole micrometres.

    Raises ValueError for a factor of nothing.
    """
    if not factor > 0:
        raise ValueError(f"a face cannot be scaled by {factor}")
    size = Size(_times(face.size.width, factor), _times(face.size.height, factor))
    return face._replace(
        size=size,
        bleed=_times(face.bleed, factor),
        items=(Group(face.items, transform=scale_by(factor)),),
    )


def scaled_keep(keep: Keep, factor: float) -> Keep:
    """The same area of a scaled board."""
    x, y, right, bottom = (
        _times(at, factor) for at in (keep.area.x, keep.area.y, keep.area.right, keep.area.bottom)
    )
    return Keep(keep.name, rect(x, y, right - x, bottom - y))


def _times(length: int, factor: float) -> Um:
    return Um(round(length * factor))
