"""Checks whether every face comes out at true size, where its mark says, inside the paper and clear
of its neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.assets.paths import bounds
from pnp.diagnostics import Diagnostic, warning
from pnp.model.kinds import BOARDS
from pnp.proof.expected import Expected, Piecewise
from pnp.proof.page_order import booklet
from pnp.proof.values import REGISTER, TOLERANCE, Pdf, Printed, offset
from pnp.units.geometry import Rect, Size, by, millimetres, rect

_LEAST_BOOKLET = 0.9
"""Pages of a booklet may be a little smaller, to lie two and two on the paper."""
_ENOUGH = 20
"""Findings on one page."""
_CREEP = 5_000
"""How far the pages of a booklet may be cut at the fold, since the inner sheets are pushed out."""
_MIRROR = "switch mirroring off in the other program, or build it again"
_AGAIN = "another program has changed the page: build it again"
_FULL = "print at 100 % (actual size) into no other PDF; build it again"


def check(pdf: Pdf, expected: Expected) -> Iterator[Diagnostic]:
    """P733 for faces that are not of true size, P735 for those that lie wrong."""
    folded = booklet(pdf, expected.books)
    for faces in pdf.faces:
        known = [(face, row) for face in faces if (row := expected.of(face)) is not None]
        sound = True
        for face, row in known:
            found = list(_alone(face, row, folded and row.component.kind == "rulebook"))
            sound = sound and not found
            yield from found
        if sound:
            yield from list(_neighbours(known)) or list(_rows(known)) or _moved(known)


def _alone(face: Printed, row: Piecewise, folds: bool) -> Iterator[Diagnostic]:
    """What is wrong with one face whatever lies beside it: the first thing that is.

    `folds`: it is a page of a booklet.
    """
    if face.mirrored:
        yield face.error("P735", f"{face.name} is printed as in a mirror", _MIRROR)
        return
    size = face.trim.size
    wanted = min(
        row.size,
        row.size.turned(),
        key=lambda one: abs(one.width - size.width) + abs(one.height - size.height),
    )
    share = size.width / wanted.width
    if not _alike(size, wanted):
        even = abs(size.height / wanted.height - share) < 0.002 and abs(share - 1) >= 0.0005
        percent = f", {100 * share:.4g} % of it" if even else ""
        message = f"{face.name} measures {by(size)}; its true size is {by(wanted)}{percent}"
        as_meant = abs(face.scale - 1) < 0.0005 and _near(face.drawn, face.trim)
        if even and as_meant and folds and share >= _LEAST_BOOKLET:
            return
        if even and as_meant and row.component.kind in BOARDS:
            yield warning(
                "P733",
                f"{face.place}: {message}: a desk copy",
                face.span,
                "build without --board-scale for the true size",
            )
        else:
            yield face.error("P733", message, _FULL)
    elif not _near(face.drawn, face.trim):
        if _alike(face.drawn.size, size):
            off = (
                f"{millimetres(face.drawn.x - face.trim.x)} to the right and"
                f" {millimetres(face.drawn.y - face.trim.y)} down"
            )
            yield face.error(
                "P735",
                f"{face.name} is drawn {off} from where its mark says that it lies",
                _AGAIN,
            )
        else:
            message = (
                f"is drawn {by(face.drawn.size)} large, {100 * face.drawn.width / size.width:.4g} %"
                f" of its true size {by(size)}"
            )
            yield face.error("P733", f"{face.name} {message}", _FULL)
    elif not face.mark.tile:
        paper = rect(
            -TOLERANCE,
            -TOLERANCE,
            face.page.size.width + 2 * TOLERANCE,
            face.page.size.height + 2 * TOLERANCE,
        )
        if not paper.contains(face.trim):
            message = f"{face.name} reaches beyond the paper of {by(face.page.size)}"
            yield face.error("P735", message, _AGAIN)
        elif face.clip is not None and not face.clip.inset(
            -(_CREEP if folds else TOLERANCE)
        ).contains(face.trim):
            yield face.error(
                "P735",
                f"a part of {face.name} is cut off before its edge",
                _AGAIN,
            )


def _neighbours(known: Sequence[tuple[Printed, Piecewise]]) -> Iterator[Diagnostic]:
    """P735 for faces that lie over each other, each once; after a few of a page the rest would
    say nothing new.
    """
    ordered = sorted(known, key=lambda one: one[0].trim.x)
    reported: set[int] = set()
    for index, (face, row) in enumerate(ordered):
        for other, other_row in ordered[index + 1 :]:
            if other.trim.x >= face.trim.right or len(reported) > _ENOUGH:
                break
            if other.slot not in reported and _over(face, row, other, other_row):
                reported.add(other.slot)
                message = f"{other.name} lies over {face.name}, slot {face.slot}"
                yield other.error("P735", message, _AGAIN, [face.note()])


def _over(face: Printed, row: Piecewise, other: Printed, other_row: Piecewise) -> bool:
    """Whether two faces of a page share paper.

    Round and six-sided pieces may stand in each other's gaps.
    """
    one, two = _seen(face), _seen(other)
    if min(one.meet(two).size) <= REGISTER:
        return False
    away = (
        (one.x + one.right - two.x - two.right) ** 2
        + (one.y + one.bottom - two.y - two.bottom) ** 2
    ) ** 0.5 / 2
    outlines = [bounds(one.card.outline).size for one in (row, other_row) if one.card.outline]
    return not (len(outlines) == 2 and away >= min(map(min, outlines)) - REGISTER)


def _moved(known: Sequence[tuple[Printed, Piecewise]]) -> Iterator[Diagnostic]:
    """P735 for a face moved with its mark: all others of its page stand in coordinates of one
    origin, and it alone in others.

    Whole pages that lie side by side on one are forms of their own, and are no faces moved.
    """
    origins = Counter(face.frame for face, row in known if row.component.kind != "rulebook")
    if len(origins) < 2:
        return
    (usual, count), *others = origins.most_common()
    alone = {
        origin
        for origin, times in others
        if times == 1 < count
        and origin[2] == usual[2]
        and max(map(abs, _off(origin, usual))) > REGISTER
    }
    for face, _ in known:
        if face.frame in alone:
            right, down = _off(face.frame, usual)
            message = (
                f"{face.name} has been moved by {millimetres(right)} to the right and"
                f" {millimetres(down)} down"
            )
            yield face.error("P735", message, _AGAIN)


def _off(origin: tuple[int, int, int], usual: tuple[int, int, int]) -> tuple[int, int]:
    return origin[0] - usual[0], origin[1] - usual[1]


def _rows(known: Sequence[tuple[Printed, Piecewise]]) -> Iterator[Diagnostic]:
    """P735 for cards that are out of line: a cut along the edge of others goes through them."""
    kinds: dict[tuple[str, Size], list[Printed]] = {}
    for face, row in known:
        if row.lined:
            kinds.setdefault((row.component.id, row.size), []).append(face)
    for (_, size), faces in kinds.items():
        across = (
            abs(faces[0].trim.width - size.width) <= TOLERANCE
        )  # else the whole page has been turned
        width, height = size if across else size.turned()
        yield from _out_of_line(faces, [face.trim.x for face in faces], width)
        yield from _out_of_line(faces, [face.trim.y for face in faces], height)


def _out_of_line(
    faces: Sequence[Printed], places: Sequence[int], length: int
) -> Iterator[Diagnostic]:
    """Faces that begin less than their length beside the others; of two lines the one with fewer
    faces is out.
    """
    lines: list[list[tuple[int, Printed]]] = []
    for place, face in sorted(
        zip(places, faces, strict=True), key=lambda one: (one[0], one[1].slot)
    ):
        if lines and place - lines[-1][0][0] <= REGISTER:
            lines[-1].append((place, face))
        else:
            lines.append([(place, face)])
    for one, other in pairwise(lines):
        off = other[0][0] - one[0][0]
        if off < length - REGISTER:
            few, many = sorted((other, one), key=len)
            for _, face in few[:_ENOUGH]:
                message = (
                    f"{face.name} is {millimetres(min(off, length - off))} out of line with"
                    f" {many[0][1].name}, slot {many[0][1].slot}"
                )
                yield face.error("P735", message, _AGAIN, [many[0][1].note()])


def _seen(face: Printed) -> Rect:
    """What of a face is inked: pages of a booklet reach over the fold by what the sheets around
    them take up, and end there.
    """
    return face.trim if face.clip is None else face.trim.meet(face.clip)


def _alike(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= TOLERANCE and abs(one.height - other.height) <= TOLERANCE


def _near(one: Rect, other: Rect) -> bool:
    """Whether two rectangles are one, edge by edge."""
    return abs(offset(one, other)) <= TOLERANCE
