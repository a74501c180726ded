"""Whether the tiles of a board, glued together, are the whole board."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pnp.diagnostics import Diagnostic, error
from pnp.proof.expected import Expected
from pnp.proof.values import REGISTER, Pdf, Piece, Printed
from pnp.units.geometry import Rect, Size, by, millimetres, rect

_LABEL = re.compile(r"([A-Z]{1,2})([1-9]\d{0,2})")


def check(pdfs: Iterable[Pdf], expected: Expected) -> Iterator[Diagnostic]:
    """P736 for tiles that are missing, doubled or in another place, board by board and copy by
    copy.
    """
    boards: dict[tuple[Piece, int], list[Printed]] = defaultdict(list)
    for pdf in pdfs:
        for face in pdf.all:
            if face.mark.tile and expected.of(face) is not None:
                boards[face.piece, face.mark.copy].append(face)
    for tiles in boards.values():
        found = list(_labels(tiles))
        yield from found or _covered(tiles)


def _labels(tiles: Sequence[Printed]) -> Iterator[Diagnostic]:
    """A label that cannot be read, or comes twice; a column or row between others without its
    tile.
    """
    seen: dict[tuple[int, int], Printed] = {}
    for face in tiles:
        label = _LABEL.fullmatch(face.mark.tile)
        if label is None:
            yield error(
                "P731",
                f'{face.place}: there is no tile "{face.mark.tile}"',
                face.span,
                "build it again",
            )
            continue
        column, row = 0, int(label[2])
        for letter in label[1]:
            column = 26 * column + ord(letter) - ord("A") + 1
        if (column, row) in seen:
            notes = [seen[column, row].note("the other")]
            yield error(
                "P736",
                f"{face.place}: {face.name} is there twice",
                face.span,
                "take it out of your print",
                notes,
            )
        seen.setdefault((column, row), face)
    columns, rows = max((c for c, _ in seen), default=0), max((r for _, r in seen), default=0)
    if columns * rows > 10_000:
        return
    gone = [
        _name(c, r) for r in range(1, rows + 1) for c in range(1, columns + 1) if (c, r) not in seen
    ]
    if gone:
        face = tiles[0]
        what = f'"{face.mark.component}", copy {face.mark.copy}'
        told = (
            f"{what}: tile {', '.join(gone[:8])} is not on paper; {len(seen)} of {columns * rows}"
            " tiles are"
        )
        yield error(
            "P736",
            told,
            face.span,
            "build it again, and print what is missing",
            [one.note() for one in tiles[:8]],
        )


def _name(column: int, row: int) -> str:
    letters = ""
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row}"


def _covered(tiles: Sequence[Printed]) -> Iterator[Diagnostic]:
    """A part of the board that no tile shows."""
    size = _on_board(tiles[0].trim, tiles[0]).size
    shown = []
    for face in tiles:
        paper = rect(0, 0, *face.page.size)
        seen = face.clip.meet(paper) if face.clip is not None else paper
        shown.append(_on_board(seen, face))
    gap = _gap(size, shown)
    if gap is not None:
        face = min(tiles, key=lambda one: (one.page.number, one.slot))
        where = f"{millimetres(gap.x)} from its left and {millimetres(gap.y)} from its top"
        told = (
            f'"{face.mark.component}", copy {face.mark.copy}: no tile shows the {by(gap.size)} that'
            f" lie {where}"
        )
        hint = "a tile is missing or cut off: build it again"
        yield error("P736", told, face.span, hint, [one.note() for one in tiles[:8]])


def _on_board(area: Rect, tile: Printed) -> Rect:
    """Where on its board an area of a tile's page lies: another program may have turned the
    page, and the board on it.
    """
    left, top = area.x - tile.trim.x, area.y - tile.trim.y
    right, bottom = tile.trim.right - area.right, tile.trim.bottom - area.bottom
    width, height = area.size
    match tile.up:
        case (1, 0):
            return rect(top, right, height, width)
        case (0, 1):
            return rect(right, bottom, width, height)
        case (-1, 0):
            return rect(bottom, left, height, width)
    return rect(left, top, width, height)


def _gap(size: Size, shown: Sequence[Rect]) -> Rect | None:
    """The first part of a board, in reading order, that none of some areas shows."""
    inner = rect(0, 0, *size).inset(REGISTER)
    ys = _between(inner.y, inner.bottom, (edge for area in shown for edge in (area.y, area.bottom)))
    for top, bottom in pairwise(ys):
        row = sorted(
            (area.x, area.right) for area in shown if area.y <= top and area.bottom >= bottom
        )
        at = int(inner.x)
        for left, right in row:
            if left > at + REGISTER:
                return rect(at, top, left - at, bottom - top)
            at = max(at, right)
        if at < inner.right and bottom - top > REGISTER:
            return rect(at, top, inner.right - at, bottom - top)
    return None


def _between(low: int, high: int, edges: Iterable[int]) -> list[int]:
    """The edges between two bounds, and these, in order."""
    return sorted({low, high, *(edge for edge in edges if low < edge < high)})
