"""Every face of a deck: laid out once a look, with one text size for each group."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.compose.element_trees import BACK, FRONT, Composed, Findings
from pnp.compose.markup import Element
from pnp.diagnostics import Diagnostic, Span
from pnp.face import Face, Item
from pnp.layout import boxes
from pnp.layout.context import Grouped, LayoutContext, LayoutProblem, Stylesheet, known
from pnp.model.game import Card
from pnp.units.geometry import Size, Um, rect

OVERFLOW_CODES = frozenset(("P310", "P311"))
"""Too little room for a text, or for what stands side by side: findings on what is drawn all the
same.
"""


class PlacedFace(NamedTuple):
    """One side of one card as a face. Cards that look alike share the very same face."""

    card: Card
    side: str
    face: Face


ShrunkByGroup = frozenset[tuple[str, str, Span | None]]
"""Texts that are smaller than they would be by themselves, since their group is: the side, the
id of the card, where their element is written.
"""


def lay_out(
    sides: Sequence[Composed], size: Size, bleed: int, stylesheet: Stylesheet
) -> tuple[list[PlacedFace], list[Diagnostic]]:
    """Faces for the composed sides of a deck, in their order."""
    findings = Findings()
    return (
        lay_out_cards(sides, (FRONT, BACK), lambda _: size, bleed, stylesheet, findings)[0],
        findings.list(),
    )


def lay_out_cards(
    sides: Iterable[Composed],
    names: Sequence[str],
    size_of: Callable[[Composed], Size],
    bleed: int,
    stylesheet: Stylesheet,
    findings: Findings,
) -> tuple[list[PlacedFace], ShrunkByGroup]:
    """Faces for the sides of a component, in their order, and the texts that follow others in
    size; what is wrong goes to the findings.

    `names` are those of all its sides, and sides of one name come together, in the order of the
    names. No tree is held longer than need be: a large deck takes twice the memory as trees that it
    takes as faces.

    Text groups have one size per side: each face first takes what it would by itself; then the
    faces that took more than the smallest size of their group are laid out again with that size.
    """
    done: list[PlacedFace] = []
    followers: ShrunkByGroup = frozenset()
    groups = groupby(sides, key=lambda composed: composed.side)
    name, group = next(groups, ("", iter(())))
    for side in names:
        context = LayoutContext(stylesheet, bleed, None)
        if side == name:
            laid, following = _side(context, side, group, size_of, findings)
            done += laid
            followers |= following
            name, group = next(groups, ("", iter(())))
    if name:
        raise ValueError(f"sides out of order: {name}")
    return done, followers


def _side(
    context: LayoutContext,
    side: str,
    sides: Iterable[Composed],
    size_of: Callable[[Composed], Size],
    findings: Findings,
) -> tuple[list[PlacedFace], ShrunkByGroup]:
    """The faces of all sides of one name, and the texts that follow others in size."""
    cards: list[tuple[Card, int]] = []
    made: dict[int, tuple[Face | None, list[Diagnostic]]] = {}
    grouped: list[tuple[Composed, list[Grouped]]] = []
    followers: dict[int, list[Span | None]] = {}
    for composed in sides:
        cards.append((composed.card, composed.look))
        if composed.look not in made:
            made[composed.look] = _face(context, composed, size_of(composed))
            if context.grouped:
                grouped.append((composed, list(context.grouped)))
    sizes = ({text.group: text.size} for _, texts in grouped for text in texts)
    context.pins = pins = _smallest(sizes)
    for composed, texts in grouped:
        larger = [text.origin for text in texts if text.size > pins[text.group]]
        if larger:
            followers[composed.look] = larger
            made[composed.look] = _face(context, composed, size_of(composed))
    for card, look in cards:
        for diagnostic in made[look][1]:
            findings.add(diagnostic, card)
    laid = [
        PlacedFace(card, side, face) for card, look in cards if (face := made[look][0]) is not None
    ]
    return laid, frozenset(
        (side, card.id, origin) for card, look in cards for origin in followers.get(look, ())
    )


def _smallest(fitted: Iterable[dict[str, float]]) -> dict[str, float]:
    pins: dict[str, float] = {}
    for sizes in fitted:
        for group, value in sizes.items():
            pins[group] = min(value, pins.get(group, value))
    return pins


def _face(
    context: LayoutContext, composed: Composed, size: Size
) -> tuple[Face | None, list[Diagnostic]]:
    assert composed.element is not None  # the first of a look brings the tree
    for of_one_face in (context.grouped, context.reports, context.atoms, context.fits):
        of_one_face.clear()
    context.patterned = 0
    context.trim = rect(0, 0, size.width, size.height)
    context.outlined = composed.card.outline is not None
    items: list[Item] = []
    try:
        _root(context, composed.element, size, items)
    except LayoutProblem as problem:
        return None, [*context.reports, problem.diagnostic]
    return Face(size, Um(context.bleed), tuple(items)), list(context.reports)


def _root(context: LayoutContext, element: Element, size: Size, items: list[Item]) -> None:
    known(element)
    boxes.stack(context, element, rect(0, 0, size.width, size.height), items)
