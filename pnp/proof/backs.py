"""Checks which back comes to lie behind which front: the sheet is turned over as its file declares,
or folded across its middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pnp.diagnostics import Diagnostic, Note, Span, error
from pnp.model.kinds import FILES
from pnp.proof.expected import Expected, part
from pnp.proof.values import BACK, FRONT, REGISTER, Pdf, Printed, offset
from pnp.units.geometry import Rect, Size, millimetres, rect

_AGAIN = "build it again"


def check(pdf: Pdf, expected: Expected) -> Iterator[Diagnostic]:
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
            pdf.flip and (not last or pdf.stem == FILES[row.component.kind])
        )

    if pdf.flip:
        if len(pdf.pages) % 2:
            message = (
                f"{len(pdf.pages)} pages are to be printed on both sides: one is missing or too"
                " many"
            )
            yield error("P734", message, Span(pdf.file), _AGAIN)
        for recto, verso in zip(
            range(0, len(pdf.pages), 2), range(1, len(pdf.pages), 2), strict=False
        ):
            front, back = pdf.pages[recto], pdf.pages[verso]
            if (
                max(
                    abs(front.size.width - back.size.width),
                    abs(front.size.height - back.size.height),
                )
                > REGISTER
            ):
                message = f"{back.name} has another size than {front.name}, whose back it is"
                yield error("P734", message, Span(pdf.file, back.number), _AGAIN)
                continue
            upright = (front.size.height >= front.size.width) is (pdf.flip == "long")
            fronts, behind = (_faces(pdf.faces[at], expected) for at in (recto, verso))
            for face in fronts:
                if face.mark.side == BACK:
                    yield face.error(
                        "P734",
                        f"{face.name} lies on the front of its sheet",
                        _AGAIN,
                    )
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
            yield front.error(
                "P734",
                f"nothing lies behind {front.name} on {where}",
                _AGAIN,
            )
    for back in free:
        message = (
            f"no front lies before {back.name}"
            if back.mark.side == BACK
            else f"{back.name} lies on the back of its sheet"
        )
        yield back.error("P734", message, _AGAIN)


def _pair(front: Printed, back: Printed, seen: Rect, upright: bool) -> Iterator[Diagnostic]:
    """A front and what lies behind it: of the same card, in the same place, the same way up."""
    notes = [Note(f"the front: {front.place}", front.span)]
    if back.mark.side != BACK:
        yield back.error(
            "P734",
            f"{back.name} lies on the back of its sheet",
            _AGAIN,
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
            _AGAIN,
            notes,
        )
        return
    across, down = front.up
    if back.up != ((-across, down) if upright else (across, -down)):
        yield back.error(
            "P734",
            f"{back.name} stands on its head behind its front",
            _AGAIN,
            notes,
        )


def lies_behind(trim: Rect, paper: Size, upright: bool) -> Rect:
    """Where on the other side something comes to lie behind a place: a turn about an upright
    edge mirrors x, about a level one y.
    """
    if upright:
        return rect(paper.width - trim.right, trim.y, trim.width, trim.height)
    return rect(trim.x, paper.height - trim.bottom, trim.width, trim.height)


def _covers(one: Rect, other: Rect) -> bool:
    """Whether two places are mostly the same."""
    shared = one.meet(other)
    return 2 * shared.width * shared.height > min(
        one.width * one.height, other.width * other.height
    )
