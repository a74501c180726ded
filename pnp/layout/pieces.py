"""From laid-out sides to the faces that go on paper: the panels of a box on their net, tokens in
their shape, fold-over pieces in one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.compose.element_trees import BACK, FRONT
from pnp.face import Face
from pnp.layout.context import Stylesheet
from pnp.layout.faces import PlacedFace
from pnp.model.game import Card, Component
from pnp.units.geometry import Size, Um

if TYPE_CHECKING:
    from pnp.net import Net

_WORDS = "body"
"""The font family of the words that a net carries."""


def finished(
    component: Component, laid: Sequence[PlacedFace], stylesheet: Stylesheet
) -> list[PlacedFace]:
    """The faces of a component as they are imposed: a front and perhaps a back of each card."""
    if component.kind == "box":
        return _nets(
            component,
            {card.id: component.details.net for card in component.cards},
            laid,
            stylesheet,
        )
    if component.kind == "tokens":
        nets = component.details.nets
        flat = [side for side in laid if side.card.id not in nets]
        return [*_tokens(component, flat), *_nets(component, nets, laid, stylesheet)]
    return list(laid)


def _nets(
    component: Component,
    nets: Mapping[str, Net],
    laid: Sequence[PlacedFace],
    stylesheet: Stylesheet,
) -> list[PlacedFace]:
    """Boxes, dice and standees, each with its panels in one face; one that lacks a panel has
    been reported.
    """
    from pnp.layout.nets import assembled

    typeface = next(iter(stylesheet.resources.label_fonts(_WORDS)), None)
    done = []
    for card in component.cards:
        net = nets.get(card.id)
        panels = {side.side: side.face for side in laid if side.card is card}
        if net is not None and len(panels) == len(net.panels):
            done.append(
                PlacedFace(card, FRONT, assembled(net, panels, Um(component.bleed), typeface))
            )
    return done


def _tokens(component: Component, laid: Sequence[PlacedFace]) -> list[PlacedFace]:
    """Ink is clipped to each token's shape and its bleed; equal faces cut alike stay one face."""
    from pnp.assets.die_lines import grown
    from pnp.layout.nets import folded, shaped

    cut: dict[tuple[int, str | None], Face] = {}

    def face(side: PlacedFace) -> Face:
        outline = side.card.outline
        if outline is None:
            return side.face
        if side.side == BACK:
            outline = _from_behind(outline, side.face.size)
        key = (id(side.face), outline)
        if key not in cut:
            cut[key] = shaped(side.face, grown(outline, side.face.size, component.bleed))
        return cut[key]

    fold = {card.id for card in component.cards if component.details.sides[card.id] == "fold"}
    backs = {side.card.id: face(side) for side in laid if side.side == BACK}
    made: dict[tuple[int, int], Face] = {}

    def both(card: Card, front: Face) -> Face:
        back = backs[card.id]
        return made.setdefault((id(front), id(back)), folded(front, back))

    done = []
    for side in laid:
        if side.card.id not in fold:
            done.append(PlacedFace(side.card, side.side, face(side)))
        elif side.side == FRONT and side.card.id in backs:
            done.append(PlacedFace(side.card, FRONT, both(side.card, face(side))))
    return done


def _from_behind(outline: str, size: Size) -> str:
    """The outline of a piece as its back shows it.

    That of a named shape stays to the letter, or all such backs would count as changed.
    """
    from pnp.assets.die_lines import SHAPES, mirrored, shape_path

    if any(outline == shape_path(shape, size) for shape in SHAPES if shape != "path"):
        return outline
    return mirrored(outline, size)
