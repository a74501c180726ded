"""Whether every face comes out at true size, where its mark says, inside the paper and clear of its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.diagnostics import Diagnostic, error, warning
from pnp.geometry import Rect, Size, millimetres, rect
from pnp.proof.book import booklet
from pnp.proof.expected import LINED, Expected, Piecewise
from pnp.proof.values import REGISTER, TOLERANCE, Pdf, Printed, by

_LEAST_BOOKLET = 0.9
"""Pages of a booklet may be a little smaller, to lie two and two on the paper."""
_CREEP = 5_000
"""How far the pages of a booklet may be cut at the fold, since the inner sheets are pushed out."""
_AGAIN = "another program has changed the page: build it again"
_FULL = "print at 100 % (actual size) into no other PDF; build it again"


def check(pdf: Pdf, expected: Expected) -> Iterator[Diagnostic]:
    """P733 for faces that are not of true size, P735 for those that lie wrong."""
    folds = booklet(pdf)
    for faces in pdf.faces:
        known = [(face, row) for face in faces if (row := expected.of(face)) is not None]
        sound = True
        for face, row in known:
            found = list(_alone(face, row, folds))
            sound = sound and not found
            yield from found
        if sound:
            yield from _neighbours(known)


def _alone(face: Printed, row: Piecewise, folds: bool) -> Iterator[Diagnostic]:
    """What is wrong with one face whatever lies beside it: the first thing that is."""
    size = face.trim.size
    wanted = min(row.size, row.size.turned(), key=lambda one: abs(one.width - size.width) + abs(one.height - size.height))
    share = size.width / wanted.width
    if not _alike(size, wanted):
        even = abs(size.height / wanted.height - share) < 0.002 and abs(share - 1) >= 0.0005
        percent = f", {100 * share:.4g} % of it" if even else ""
        told = f"{face.place}: {face.name} measures {by(size)}; its true size is {by(wanted)}{percent}"
        as_meant = abs(face.scale - 1) < 0.0005 and _near(face.drawn, face.trim)
        if even and as_meant and folds and row.component.kind == "rulebook" and share >= _LEAST_BOOKLET:
            return
        if even and as_meant and row.component.kind in ("board", "mat"):
            yield warning("P733", f"{told}: a desk copy", face.span, "build without --board-scale for the true size")
        else:
            yield error("P733", told, face.span, _FULL)
    elif not _near(face.drawn, face.trim):
        if _alike(face.drawn.size, size):
            off = f"{millimetres(face.drawn.x - face.trim.x)} to the right and {millimetres(face.drawn.y - face.trim.y)} down"
            yield error("P735", f"{face.place}: {face.name} is drawn {off} from where its mark says that it lies", face.span, _AGAIN)
        else:
            told = f"is drawn {by(face.drawn.size)} large, {100 * face.drawn.width / size.width:.4g} % of its true size {by(size)}"
            yield error("P733", f"{face.place}: {face.name} {told}", face.span, _FULL)
    elif not face.mark.tile:
        paper = rect(-TOLERANCE, -TOLERANCE, face.page.size.width + 2 * TOLERANCE, face.page.size.height + 2 * TOLERANCE)
        if not paper.contains(face.trim):
            told = f"{face.place}: {face.name} reaches beyond the paper of {by(face.page.size)}"
            yield error("P735", told, face.span, _AGAIN)
        elif face.clip is not None and not face.clip.inset(-(_CREEP if folds else TOLERANCE)).contains(face.trim):
            yield error("P735", f"{face.place}: a part of {face.name} is cut off before its edge", face.span, _AGAIN)


def _neighbours(known: Sequence[tuple[Printed, Piecewise]]) -> Iterator[Diagnostic]:
    """P735 for faces that lie over each other, or so that the cut of one goes through the other; each face once."""
    ordered = sorted(known, key=lambda one: one[0].trim.x)
    said: set[int] = set()
    for index, (face, row) in enumerate(ordered):
        for other, other_row in ordered[index + 1 :]:
            if other.trim.x >= face.trim.right and row.component.kind not in LINED:
                break
            if other.slot in said:
                continue
            told = _apart(face, row, other, other_row)
            if told:
                said.add(other.slot)
                yield error("P735", f"{other.place}: {other.name} {told} {face.name}, slot {face.slot}", other.span, _AGAIN, [face.note()])


def _apart(face: Printed, row: Piecewise, other: Printed, other_row: Piecewise) -> str:
    """How two faces of a page are in each other's way; empty where they are not."""
    one, two = _seen(face), _seen(other)
    shared = one.meet(two)
    if min(shared.size) > REGISTER:
        away = ((one.x + one.right - two.x - two.right) ** 2 + (one.y + one.bottom - two.y - two.bottom) ** 2) ** 0.5 / 2
        nested = row.shaped and other_row.shaped and away >= min(*one.size, *two.size) - REGISTER
        return "" if nested else "lies over"
    if row.component.id == other_row.component.id and row.component.kind in LINED and _alike(one.size, two.size):
        across, down = abs(one.x - two.x), abs(one.y - two.y)
        for off, length in ((across, one.width), (down, one.height)):
            if REGISTER < off < length - REGISTER:
                return f"is {millimetres(min(off, length - off))} out of line with"
    return ""


def _seen(face: Printed) -> Rect:
    """What of a face is inked: pages of a booklet reach over the fold by what the sheets around them take up, and end there."""
    return face.trim if face.clip is None else face.trim.meet(face.clip)


def _alike(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= TOLERANCE and abs(one.height - other.height) <= TOLERANCE


def _near(one: Rect, other: Rect) -> bool:
    """Whether two rectangles are one, edge by edge."""
    edges = ((one.x, other.x), (one.y, other.y), (one.right, other.right), (one.bottom, other.bottom))
    return all(abs(a - b) <= TOLERANCE for a, b in edges)
