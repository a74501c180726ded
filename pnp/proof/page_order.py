"""Checks whether the pages of a rulebook are all there, in the order in which they are read – one
after the other, or as a folded booklet –, and whether the tiles of a board, glued together, are the
whole board.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from string import ascii_uppercase

from pnp.diagnostics import Diagnostic, error
from pnp.model.game import Component
from pnp.proof.values import REGISTER, Expected, Pdf, Piece, Printed, lies_behind, offset, part
from pnp.units.geometry import Rect, Size, by, millimetres, rect

_AGAIN = "a page is missing, doubled or in another place: build it again"
_LABEL = re.compile(r"([A-Z]{1,2})([1-9]\d{0,2})")
_COLUMNS = [*ascii_uppercase, *map("".join, product(ascii_uppercase, repeat=2))]
_TURNS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Where up comes out of pages that are turned clockwise by no, one, two and three quarters."""
_PLACE = "another program has moved it: build it again"


def check_pages(pdf: Pdf, expected: Expected) -> Iterator[Diagnostic]:
    """P738 for pages of a rulebook that lie where others belong; the first of each rulebook."""
    for name in expected.books:
        component = expected.game.components[name]
        faces = [
            face
            for face in pdf.all
            if face.mark.component == name and part(component, face.mark.card) is not None
        ]
        if booklet(pdf, expected.books):
            yield from _bound(pdf, component, faces)
        else:
            yield from _read_through(component, faces, expected.asked is None)


def booklet(pdf: Pdf, books: Container[str]) -> bool:
    """Whether its sheets are folded: its pages lie two and two beside each other, or are too few
    for that.
    """
    if any(len(faces) == 2 and faces[0].piece != faces[1].piece for faces in pdf.faces):
        return True
    # One or two pages lie alone on their sides. Nothing but a booklet holds pages of a rulebook
    # only and is flipped.
    return bool(pdf.flip) and all(face.mark.component in books for face in pdf.all)


def _read_through(
    component: Component, faces: Sequence[Printed], whole: bool
) -> Iterator[Diagnostic]:
    """Pages 1, 2, 3 …, one after the other, up to as many as each says that there are; some may
    be left out where a part of a kit was asked for.
    """
    before = 0
    for face in faces:
        number = part(component, face.mark.card) or 0
        if whole and number != before + 1:
            yield _misplaced(component, face, number, before + 1)
            return
        if number < before:
            message = f'page {number} of "{component.id}" comes after page {before}'
            yield face.error("P738", message, _AGAIN)
            return
        before = number
    if whole and faces and before < faces[-1].mark.of:
        message = f'"{component.id}" ends with page {before} of {faces[-1].mark.of}'
        yield faces[-1].error("P738", message, "its last pages are missing: build it again")


def _bound(pdf: Pdf, component: Component, faces: Sequence[Printed]) -> Iterator[Diagnostic]:
    """A booklet of N pages: side s, from 1, bears the pages s and N + 1 - s, as every folded
    signature does; the lower one on the right outside, on the left inside.
    """
    if not faces:
        return
    total = 2 * len(pdf.pages)
    last = max(max(part(component, face.mark.card) or 0, face.mark.of) for face in faces)
    if total % 4 or not total - 4 < last <= total:
        message = (
            f'the booklet of "{component.id}" has {len(pdf.pages)} sides for {last} pages; it needs'
            f" {-(-last // 4) * 2}"
        )
        yield error("P738", message, faces[0].span, _AGAIN)
        return
    # A verso that is turned about a level edge stands on its head: it is judged upright.
    lies = pdf.pages[0].size.width > pdf.pages[0].size.height
    if pdf.flip == ("long" if lies else "short"):
        faces = [face if face.page.number % 2 else _upright(face) for face in faces]
    at = {
        (face.page.number, 2 * face.trim.x + face.trim.width > face.page.size.width): face
        for face in faces
    }
    for page in pdf.pages:
        for beyond in (False, True):
            lower = beyond is (page.number % 2 == 1)
            wanted = page.number if lower else total + 1 - page.number
            face = at.get((page.number, beyond))
            if face and (number := part(component, face.mark.card)) != wanted:
                yield _misplaced(component, face, number, wanted)
                return
            if face is None and wanted <= last:
                message = f'{page.name}: page {wanted} of "{component.id}" is not there'
                other = at.get((page.number, not beyond), faces[0])
                yield error("P738", message, other.span, _AGAIN)
                return
    if pdf.flip:
        yield from _folded(pdf, component, at)
        return
    message = f'the booklet of "{component.id}" does not say how its sheets are flipped'
    hint = "another program has changed it: build it again"
    yield error("P738", message, faces[0].span, hint)


def _upright(face: Printed) -> Printed:
    """A face of a side that is turned by half."""
    paper, trim, (across, down) = face.page.size, face.trim, face.up
    place = rect(paper.width - trim.right, paper.height - trim.bottom, *trim.size)
    return replace(face, trim=place, up=(-across, -down))


def _folded(
    pdf: Pdf, component: Component, at: Mapping[tuple[int, bool], Printed]
) -> Iterator[Diagnostic]:
    """Sheets that are turned about an upright edge and folded in their middle; the first page that
    then lies amiss.

    `at` has the pages by their sides and whether they lie beyond the fold.
    """
    for page in pdf.pages:
        left, right = at.get((page.number, False)), at.get((page.number, True))
        off = left.trim.right + right.trim.x - page.size.width if left and right else 0
        if left and abs(off) > 2 * REGISTER:
            message = f"its fold lies {millimetres(abs(off) // 2)} beside the middle of the sheet"
            yield left.error("P738", message, _PLACE)
            return
        for front, beyond in ((right, False), (left, True)):
            back = at.get((page.number + 1, beyond))
            if page.number % 2 == 0 or front is None or back is None:
                continue
            off = offset(back.trim, lies_behind(front.trim, front.page.size, True))
            across, down = front.up
            if abs(off) > REGISTER:
                amiss = f"lies {millimetres(abs(off))} beside the page before which it lies"
            elif back.up != (-across, down):
                amiss = "stands on its head behind the page before it"
            else:
                continue
            yield back.error("P738", f"page {part(component, back.mark.card)} {amiss}", _PLACE)
            return


def _misplaced(component: Component, face: Printed, number: int | None, wanted: int) -> Diagnostic:
    return face.error(
        "P738",
        f'page {number} of "{component.id}" lies where page {wanted} belongs',
        _AGAIN,
    )


def check_tiles(pdfs: Iterable[Pdf], expected: Expected) -> Iterator[Diagnostic]:
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
            yield face.error("P731", f'there is no tile "{face.mark.tile}"')
            continue
        place = int(label[2]), _COLUMNS.index(label[1])
        if place in seen:
            notes = [seen[place].note("the other")]
            yield face.error(
                "P736", f"{face.name} is there twice", "take it out of your print", notes
            )
        seen.setdefault(place, face)
    rows = range(1, max((row for row, _ in seen), default=0) + 1)
    columns = range(max((column for _, column in seen), default=-1) + 1)
    total = len(rows) * len(columns)
    if total > 10_000:
        return
    gone = [f"{_COLUMNS[c]}{r}" for r in rows for c in columns if (r, c) not in seen]
    if gone:
        message = (
            f"{_board(tiles[0])}: tile {', '.join(gone[:8])} is not on paper; {len(seen)} of"
            f" {total} tiles are"
        )
        hint = "build it again, and print what is missing"
        yield error("P736", message, tiles[0].span, hint, [one.note() for one in tiles[:8]])


def _board(tile: Printed) -> str:
    return f'"{tile.mark.component}", copy {tile.mark.copy}'


def _covered(tiles: Sequence[Printed]) -> Iterator[Diagnostic]:
    """A part of the board that no tile shows."""
    size = _on_board(tiles[0].trim, tiles[0]).size
    shown = []
    for face in tiles:
        paper = rect(0, 0, *face.page.size)
        shown.append(_on_board(face.clip.meet(paper) if face.clip else paper, face))
    if gap := _gap(size, shown):
        face = min(tiles, key=lambda one: (one.page.number, one.slot))
        message = (
            f"{_board(face)}: no tile shows the {by(gap.size)} that lie {millimetres(gap.x)} from"
            f" its left and {millimetres(gap.y)} from its top"
        )
        hint = "a tile is missing or cut off: build it again"
        yield error("P736", message, face.span, hint, [one.note() for one in tiles[:8]])


def _on_board(area: Rect, tile: Printed) -> Rect:
    """Where on its board an area of a tile's page lies: another program may have turned the
    page, and the board on it.
    """
    trim = tile.trim
    beside = area.x - trim.x, area.y - trim.y, trim.right - area.right, trim.bottom - area.bottom
    turn = _TURNS.index(tile.up) if tile.up in _TURNS else 0
    size = area.size.turned() if turn % 2 else area.size
    return rect(beside[turn], beside[(turn + 1) % 4], *size)


def _gap(size: Size, shown: Sequence[Rect]) -> Rect | None:
    """The first part of a board, in reading order, that none of some areas shows."""
    inner = rect(0, 0, *size).inset(REGISTER)
    edges = {edge for area in (inner, *shown) for edge in (area.y, area.bottom)}
    ys = sorted(edge for edge in edges if inner.y <= edge <= inner.bottom)
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
