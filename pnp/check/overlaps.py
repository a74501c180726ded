"""P321 – two texts are printed over each other.

Told where the ink of one, as high as its capitals and half its descenders, covers a tenth of the
other's. Not told: the same words twice, which are a shadow; letters three times as large behind
others, or seen through, which are an ornament; texts that are turned by other than quarters, whose
boxes are larger than their ink.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.component_faces import ComponentFaces, Ink, each_distinct_face
from pnp.compose.element_trees import Findings
from pnp.diagnostics import Diagnostic, Note, Span, warning
from pnp.face import Face, Group, Item, Text
from pnp.model.kinds import TEXTS
from pnp.units.geometry import Transform

CODE = "P321"
ORNAMENT = 3.0
"""How much larger letters behind a text are that nobody is meant to read."""
SHARE, SAME = 0.1, 0.5
"""Of the smaller ink, what is told of; more for texts that one element makes, for its lines may
be set tight.
"""
MOST = 20
"""Pairs on one face from which the others go without saying."""


def check(sides: ComponentFaces) -> Findings:
    """Every text that lies over another.

    In rulebooks and player aids numbers may lie on what they point at.
    """
    if sides.component.kind in TEXTS:
        return Findings()

    def rule(face: Face) -> Iterator[Diagnostic]:
        told: set[tuple[Span | None, Span | None]] = set()
        faint: set[int] | None = None
        for lower, upper in _pairs(sides, face):
            if faint is None:
                faint = {id(text) for text in _faint(face.items, False)}
            where = upper.origin or sides.component.raw.span()
            if id(lower) in faint or id(upper) in faint or (where, lower.origin) in told:
                continue
            told.add((where, lower.origin))
            shown = [
                text.text if len(text.text) <= 30 else f"{text.text[:29]}…"
                for text in (upper, lower)
            ]
            notes = (
                (Note("the other is written here", lower.origin),)
                if lower.origin and lower.origin != upper.origin
                else ()
            )
            hint = "move one, or make it smaller; a <row> or <column> keeps them apart"
            yield warning(CODE, f'"{shown[0]}" is printed over "{shown[1]}"', where, hint, notes)
            if len(told) == MOST:
                return

    return each_distinct_face(sides, rule)


def _pairs(sides: ComponentFaces, face: Face) -> Iterator[tuple[Text, Text]]:
    """Texts whose inks meet, the one below first, from the top of the face down."""
    inks = sorted(sides.inks(face))
    for index, ink in enumerate(inks, 1):
        _, left, bottom, right, number, text, _ = ink
        for at in range(index, len(inks)):
            other = inks[at]
            if other[0] >= bottom:
                break
            if other[1] < right and left < other[3] and _meet(ink, other):
                yield (text, other[5]) if number < other[4] else (other[5], text)


def _meet(one: Ink, other: Ink) -> bool:
    """Whether so much of two texts lies over each other that it is told."""
    a, b = one[5], other[5]
    if (
        _is_askew(one[6])
        or _is_askew(other[6])
        or a.text == b.text
        or max(a.size, b.size) >= ORNAMENT * min(a.size, b.size)
    ):
        return False
    shared = (min(one[2], other[2]) - other[0]) * (min(one[3], other[3]) - max(one[1], other[1]))
    smaller = min((ink[2] - ink[0]) * (ink[3] - ink[1]) for ink in (one, other))
    return shared > smaller * (SAME if a.origin == b.origin else SHARE)


def _is_askew(transform: Transform) -> bool:
    return bool(transform.a and transform.b)


def _faint(items: tuple[Item, ...], within: bool) -> Iterator[Text]:
    """The texts that one sees through."""
    for item in items:
        if type(item) is Group:
            yield from _faint(item.items, within or item.opacity < 1.0)
        elif within and type(item) is Text:
            yield item
