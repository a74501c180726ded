"""Checks where faces lie: at true size, where their marks say, inside the paper and clear of their
neighbours; and which back comes to lie behind which front when the sheet is turned over or folded.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from pnp.assets.paths import bounds
from pnp.diagnostics import Diagnostic, Note, Span, error, warning
from pnp.model.kinds import BOARDS
from pnp.proof.page_order import booklet
from pnp.proof.values import (
    AGAIN,
    BACK,
    FRONT,
    REGISTER,
    TOLERANCE,
    Expected,
    Pdf,
    Piecewise,
    Printed,
    lies_behind,
    offset,
    part,
)
from pnp.units.geometry import Rect, Size, by, millimetres, rect


def check_backs(pdf: Pdf, expected: Expected) -> Iterator[Diagnostic]:
    """P734 for every front without its own back behind it, and every back without its front."""
    backed = {face.piece for face in pdf.all if face.mark.side == BACK}

    def needs(front: Printed) -> bool:
        """Whether a front must have a back: by the data; of a text as soon as another copy has one,
        and where it is not the last aid.

        What `pnp build` flips has a back whichever it is: a last aid without one lies in a file of
        its own.
        """
        row = expected.of(front)
        if row is None or row.backed is not None:
            return row is not None and bool(row.backed)
        last = (part(row.component, front.mark.card) or 0) >= front.mark.of
        return front.piece in backed or bool(
            pdf.flip and (not last or pdf.stem in expected.homes(row.component))
        )

    if pdf.flip:
        if len(pdf.pages) % 2:
            message = (
                f"{len(pdf.pages)} pages are to be printed on both sides: one is missing or too"
                " many"
            )
            yield error("P734", message, Span(pdf.file), AGAIN)
        for at in range(0, len(pdf.pages) - 1, 2):
            front, back = pdf.pages[at : at + 2]
            if not _alike(front.size, back.size, REGISTER):
                message = f"{back.name} has another size than {front.name}, whose back it is"
                yield error("P734", message, Span(pdf.file, back.number), AGAIN)
                continue
            upright = (front.size.height >= front.size.width) is (pdf.flip == "long")
            fronts, behind = (_faces(faces, expected) for faces in pdf.faces[at : at + 2])
            for face in fronts:
                if face.mark.side == BACK:
                    yield face.error("P734", f"{face.name} lies on the front of its sheet")
            fronts = [face for face in fronts if face.mark.side == FRONT]
            yield from _met(fronts, behind, upright, needs, f"the back of {front.name}")
    elif alone := next(
        (faces for faces in pdf.faces if faces and all(face.mark.side == BACK for face in faces)),
        None,
    ):
        message = (
            f"{alone[0].page.name} holds backs only, but the file does not say how its sheets are"
            " to be flipped"
        )
        yield error(
            "P734",
            message,
            alone[0].span,
            "another program has dropped it, or the page of the fronts: build it again",
        )
    else:
        for faces in pdf.faces:
            fronts = [face for face in faces if face.mark.side == FRONT]
            backs = [face for face in faces if face.mark.side == BACK]
            if backs:
                # The fold is level where the marks stand; on a page that has been turned by a
                # quarter it has turned with them.
                upright = 2 * sum(face.aside for face in faces) > len(faces)
                yield from _met(fronts, backs, upright, needs, "the other side of the fold")


def _faces(faces: Sequence[Printed], expected: Expected) -> list[Printed]:
    """All but the pages of rulebooks, which are printed on both sides."""
    return [
        face
        for face in faces
        if (row := expected.of(face)) is None or row.component.kind != "rulebook"
    ]


def _met(
    fronts: Sequence[Printed],
    behind: Sequence[Printed],
    upright: bool,
    needs: Callable[[Printed], bool],
    where: str,
) -> Iterator[Diagnostic]:
    """Fronts and backs of one sheet brought together.

    `upright`: it is turned about an upright edge, else about a level one.
    """
    free = list(behind)
    for front in fronts:
        seen = lies_behind(front.trim, front.page.size, upright)
        back = next((one for one in free if _covers(one.trim, seen)), None)
        if back is not None:
            free.remove(back)
            yield from _pair(front, back, seen, upright)
            continue
        if needs(front):
            yield front.error("P734", f"nothing lies behind {front.name} on {where}")
    for back in free:
        message = (
            f"no front lies before {back.name}"
            if back.mark.side == BACK
            else f"{back.name} lies on the back of its sheet"
        )
        yield back.error("P734", message)


def _pair(front: Printed, back: Printed, seen: Rect, upright: bool) -> Iterator[Diagnostic]:
    """A front and what lies behind it: of the same card, in the same place, the same way up."""
    notes = [Note(f"the front: {front.place}", front.span)]
    if back.mark.side != BACK:
        yield back.error(
            "P734",
            f"{back.name} lies on the back of its sheet",
            AGAIN,
            notes,
        )
        return
    if (front.piece, front.mark.copy) != (back.piece, back.mark.copy):
        message = f"behind {front.name} lies the back of {back.name.removesuffix(' (back)')}"
        hint = "two backs have changed places, or a sheet: build it again"
        yield front.error("P734", message, hint, [Note(f"the back: {back.place}", back.span)])
        return
    off = offset(back.trim, seen)
    if abs(off) > REGISTER:
        yield back.error(
            "P734",
            f"{back.name} lies {millimetres(abs(off))} beside its front",
            AGAIN,
            notes,
        )
        return
    across, down = front.up
    if back.up != ((-across, down) if upright else (across, -down)):
        yield back.error(
            "P734",
            f"{back.name} stands on its head behind its front",
            AGAIN,
            notes,
        )


def _covers(one: Rect, other: Rect) -> bool:
    """Whether two places are mostly the same."""
    shared, *areas = (math.prod(place.size) for place in (one.meet(other), one, other))
    return 2 * shared > min(areas)


_LEAST_BOOKLET = 0.9
"""Pages of a booklet may be a little smaller, to lie two and two on the paper."""
_ENOUGH = 20
"""Faces over others that are looked for on one page."""
_CREEP = 5_000
"""How far the pages of a booklet may be cut at the fold, since the inner sheets are pushed out."""
_MIRROR = "switch mirroring off in the other program, or build it again"
_CHANGED = "another program has changed the page: build it again"
_FULL = "print at 100 % (actual size) into no other PDF; build it again"


def check_sizes(pdf: Pdf, expected: Expected) -> Iterator[Diagnostic]:
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
                _CHANGED,
            )
        else:
            message = (
                f"is drawn {by(face.drawn.size)} large, {100 * face.drawn.width / size.width:.4g} %"
                f" of its true size {by(size)}"
            )
            yield face.error("P733", f"{face.name} {message}", _FULL)
    elif not face.mark.tile:
        if not rect(0, 0, *face.page.size).inset(-TOLERANCE).contains(face.trim):
            message = f"{face.name} reaches beyond the paper of {by(face.page.size)}"
            yield face.error("P735", message, _CHANGED)
        elif face.clip and not face.clip.inset(-(_CREEP if folds else TOLERANCE)).contains(
            face.trim
        ):
            yield face.error("P735", f"a part of {face.name} is cut off before its edge", _CHANGED)


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
                yield other.error("P735", message, _CHANGED, [face.note()])


def _over(face: Printed, row: Piecewise, other: Printed, other_row: Piecewise) -> bool:
    """Whether two faces of a page share paper: what of them is inked, since pages of a booklet
    reach over the fold by what the sheets around them take up, and end there.

    Round and six-sided pieces may stand in each other's gaps.
    """
    one, two = (face.trim.meet(face.clip) if face.clip else face.trim for face in (face, other))
    if min(one.meet(two).size) <= REGISTER:
        return False
    away = (
        math.hypot(one.x + one.right - two.x - two.right, one.y + one.bottom - two.y - two.bottom)
        / 2
    )
    outlines = [bounds(one.card.outline).size for one in (row, other_row) if one.card.outline]
    return not (len(outlines) == 2 and away >= min(map(min, outlines)) - REGISTER)


def _moved(known: Sequence[tuple[Printed, Piecewise]]) -> Iterator[Diagnostic]:
    """P735 for a face moved with its mark: all others of its page stand in coordinates of one
    origin, and it alone in others.

    Whole pages that lie side by side on one are forms of their own, and are no faces moved.
    """
    origins = Counter(face.frame for face, row in known if row.component.kind != "rulebook")
    if not origins:
        return
    (usual, count), *_ = origins.most_common()
    for face, _ in known:
        across, down, form = (a - b for a, b in zip(face.frame, usual, strict=True))
        far = form == 0 and max(abs(across), abs(down)) > REGISTER
        if far and origins[face.frame] == 1 < count:
            message = (
                f"{face.name} has been moved by {millimetres(across)} to the right and"
                f" {millimetres(down)} down"
            )
            yield face.error("P735", message, _CHANGED)


def _rows(known: Sequence[tuple[Printed, Piecewise]]) -> Iterator[Diagnostic]:
    """P735 for cards that are out of line: a cut along the edge of others goes through them."""
    kinds: dict[tuple[str, Size], list[Printed]] = {}
    for face, row in known:
        if row.lined:
            kinds.setdefault((row.component.id, row.size), []).append(face)
    for (_, size), faces in kinds.items():
        if abs(faces[0].trim.width - size.width) > TOLERANCE:  # the whole page has been turned
            size = size.turned()
        for axis in (0, 1):
            yield from _out_of_line(faces, axis, size[axis])


def _out_of_line(faces: Sequence[Printed], axis: int, length: int) -> Iterator[Diagnostic]:
    """Faces that begin less than their length beside the others, across (0) or down (1); of two
    lines the one with fewer faces is out.
    """
    lines: list[list[Printed]] = []
    for face in sorted(faces, key=lambda one: (one.trim[axis], one.slot)):
        if not lines or face.trim[axis] - lines[-1][0].trim[axis] > REGISTER:
            lines.append([])
        lines[-1].append(face)
    for one, other in pairwise(lines):
        off = other[0].trim[axis] - one[0].trim[axis]
        if off < length - REGISTER:
            few, (usual, *_) = sorted((other, one), key=len)
            for face in few:
                message = (
                    f"{face.name} is {millimetres(min(off, length - off))} out of line with"
                    f" {usual.name}, slot {usual.slot}"
                )
                yield face.error("P735", message, _CHANGED, [usual.note()])


def _alike(one: Size, other: Size, by: int = TOLERANCE) -> bool:
    return abs(one.width - other.width) <= by and abs(one.height - other.height) <= by


def _near(one: Rect, other: Rect) -> bool:
    """Whether two rectangles are one, edge by edge."""
    return abs(offset(one, other)) <= TOLERANCE
