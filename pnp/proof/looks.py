"""Whether what should look alike does: copies of a card, and backs that must not tell cards
apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, error
from pnp.proof.expected import Expected
from pnp.proof.values import BACK, Pdf, Printed


def check(pdf: Pdf, expected: Expected) -> Iterator[Diagnostic]:
    """P737 for faces of one file that print nothing, or in another way than others of the same
    card or the other backs of their deck.
    """
    alike: dict[tuple[str, str, str, object], list[Printed]] = {}
    for face in pdf.all:
        row = expected.of(face)
        if row is None or face.mark.tile:
            continue
        if face.blank and row.component.kind != "rulebook":
            yield error(
                "P737",
                f"{face.place}: {face.name} prints nothing",
                face.span,
                "another program has emptied it: build it again",
            )
            continue
        same = (
            face.mark.side == BACK
            and row.component.back is not None
            and (row.component.backs == "same" or row.component.shuffled)
        )
        # Pieces of another size or shape are told apart anyway, as P317 has it.
        key = (
            face.mark.component,
            "" if same else face.mark.card,
            face.mark.side,
            (row.size, row.card.outline) if same else None,
        )
        alike.setdefault(key, []).append(face)
    for (component, card, side, _), faces in alike.items():
        looks = Counter(face.look for face in faces)
        if len(looks) == 1:
            continue
        usual, _ = looks.most_common(1)[0]
        odd = [face for face in faces if face.look != usual]
        pattern = next(face for face in faces if face.look == usual)
        what = (
            f'another {side} than other copies of "{component}/{card}"'
            if card
            else f'another back than the rest of "{component}"'
        )
        for face in odd:
            yield error(
                "P737",
                f"{face.place}: {face.name} prints {what}",
                face.span,
                "build it again",
                [pattern.note("the usual look")],
            )
