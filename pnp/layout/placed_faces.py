"""Lays out the composed sides of cards as faces, with one text size per group, and assembles them
into what goes on paper: panels on their net, tokens in their shape, fold-over pieces in one.

Lines of a net are hairlines: solid on white where the knife goes, dashed where paper is folded; the
hatch is pale and says where the glue goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from pnp.assets.paths import bounds, line, moved, rectangle
from pnp.assets.patterns import pattern
from pnp.compose.element_trees import BACK, FRONT, ComposedSide, Findings
from pnp.diagnostics import Diagnostic, Span
from pnp.face import FOLD, GLEAM, HAIRLINE, Face, Group, Item, Shape, Stroke, Text
from pnp.layout.boxes import stack
from pnp.layout.context import (
    GroupedText,
    LayoutContext,
    LayoutProblem,
    Stylesheet,
    type_of,
)
from pnp.model.game import Card, Component
from pnp.units.color import BLACK, WHITE, Color
from pnp.units.geometry import PT, Edges, Rect, Size, Um, rect, turned
from pnp.units.geometry import moved as shift

if TYPE_CHECKING:
    from pnp.assets.fonts import Typeface
    from pnp.net import Net, Panel

OVERFLOW_CODES = frozenset(("P310", "P311"))
"""Too little room for a text, or for what stands side by side: findings on what is drawn all the
same.
"""

CUT = Stroke(BLACK, HAIRLINE)
CREASE = Stroke(Color("#808080"), HAIRLINE, FOLD)
HATCH = Color("#dcdcdc")
INK = Color("#555555")
GLUE_FONT = "body"
"""The font family of the word on the glue."""
GLUE_SIZES = (9.0, 8.0, 7.0, 6.0)
"""Type sizes of the word on the glue, the largest that fits."""
GLUE = "glue"
"""The word itself; a game in another language has its own."""


class PlacedFace(NamedTuple):
    """One side of one card as a face. Cards that look alike share the very same face; so do all
    copies of a card, or each is placed by itself, as `copy` from 1 on.
    """

    card: Card
    side: str
    face: Face
    copy: int = 0


ShrunkByGroup = frozenset[tuple[str, str, Span | None]]
"""Texts that are smaller than they would be by themselves, since their group is: the side, the
id of the card, where their element is written.
"""


def lay_out(
    sides: Iterable[ComposedSide], size: Size, bleed: int, stylesheet: Stylesheet
) -> tuple[list[PlacedFace], list[Diagnostic]]:
    """Faces of one size for the composed sides of a deck, in their order."""
    findings = Findings()
    faces, _ = lay_out_cards(sides, lambda _: size, bleed, stylesheet, findings)
    return faces, findings.list()


def lay_out_cards(
    sides: Iterable[ComposedSide],
    size_of: Callable[[ComposedSide], Size],
    bleed: int,
    stylesheet: Stylesheet,
    findings: Findings,
) -> tuple[list[PlacedFace], ShrunkByGroup]:
    """Faces for the sides of a component, in their order, and the texts that follow others in
    size; what is wrong goes to the findings. Sides of one name come together.

    No tree is held longer than need be: a large deck takes twice the memory as trees that it takes
    as faces.

    Text groups have one size per side: each face first takes what it would by itself; then the
    faces that took more than the smallest size of their group are laid out again with that size.
    """
    faces: list[PlacedFace] = []
    shrunk: set[tuple[str, str, Span | None]] = set()
    for side, of_side in groupby(sides, attrgetter("side")):
        context = LayoutContext(stylesheet, bleed)
        cards: list[tuple[Card, int, int]] = []
        distinct: dict[int, tuple[Face | None, list[Diagnostic]]] = {}
        grouped: list[tuple[ComposedSide, list[GroupedText]]] = []
        smaller: dict[int, list[Span | None]] = {}
        for composed in of_side:
            cards.append((composed.card, composed.render, composed.copy))
            if composed.render not in distinct:
                distinct[composed.render] = _face(context, composed, size_of(composed))
                if context.grouped:
                    grouped.append((composed, list(context.grouped)))
        for _, texts in grouped:
            for group, _, size in texts:
                context.pins[group] = min(size, context.pins.get(group, size))
        for composed, texts in grouped:
            origins = [text.origin for text in texts if text.size > context.pins[text.group]]
            if origins:
                smaller[composed.render] = origins
                distinct[composed.render] = _face(context, composed, size_of(composed))
        for card, look, copy in cards:
            face, found = distinct[look]
            for diagnostic in found:
                findings.add(diagnostic, card)
            if face is not None:
                faces.append(PlacedFace(card, side, face, copy))
            for origin in smaller.get(look, ()):
                shrunk.add((side, card.id, origin))
    return each_copy(faces), frozenset(shrunk)


def each_copy(faces: list[PlacedFace]) -> list[PlacedFace]:
    """The faces, all sides of a card by copies where one of them is."""
    apart = {id(one.card) for one in faces if one.copy}
    if not apart:
        return faces
    return [
        one._replace(copy=copy)
        for one in faces
        for copy in (
            range(1, one.card.copies + 1) if id(one.card) in apart and not one.copy else [one.copy]
        )
    ]


def _face(
    context: LayoutContext, composed: ComposedSide, size: Size
) -> tuple[Face | None, list[Diagnostic]]:
    """The face of a tree, None where it cannot be laid out, and what is wrong with it."""
    assert composed.element is not None  # the first card of a distinct face brings the tree
    context.begin_face(size, composed.card.outline is not None)
    items: list[Item] = []
    try:
        type_of(composed.element)
        stack(context, composed.element, rect(0, 0, *size), items)
    except LayoutProblem as problem:
        return None, [*context.reports, problem.diagnostic]
    return Face(size, Um(context.bleed), tuple(items)), list(context.reports)


def finished(
    component: Component, faces: Sequence[PlacedFace], stylesheet: Stylesheet, word: str = GLUE
) -> list[PlacedFace]:
    """The faces of a component as they are imposed: a front and perhaps a back of each card. `word`
    is that on the glue of nets.
    """
    if component.kind == "box":
        nets = {card.id: component.details.net for card in component.cards}
    elif component.kind == "tokens":
        nets = component.details.nets
    else:
        return list(faces)
    done = []
    if component.kind == "tokens":
        done = _cut_tokens(component, [one for one in faces if one.card.id not in nets])
    # Boxes, dice and standees, each with its panels in one face; one that has not all of its panels
    # has been reported.
    typeface = next(iter(stylesheet.resources.label_fonts(GLUE_FONT)), None)
    for card in component.cards:
        net = nets.get(card.id)
        copies: dict[int, dict[str, Face]] = {}
        for one in faces:
            if one.card is card and net is not None:
                copies.setdefault(one.copy, {})[one.side] = one.face
        for copy, panels in copies.items():
            if net is not None and len(panels) == len(net.panels):
                face = assembled(net, panels, Um(component.bleed), typeface, word)
                if component.kind == "box":
                    face = face._replace(items=(*_flaps(net, panels), *face.items))
                done.append(PlacedFace(card, FRONT, face, copy))
    return done


def _cut_tokens(component: Component, faces: Sequence[PlacedFace]) -> list[PlacedFace]:
    """Ink is clipped to each token's shape and its bleed; equal faces cut alike stay one face."""
    from pnp.assets.die_lines import grown

    cut: dict[tuple[int, str], Face] = {}
    pairs: dict[tuple[int, int], Face] = {}

    def clipped(placed: PlacedFace) -> Face:
        outline, side, face = placed.card.outline, placed.side, placed.face
        if outline is None:
            return face
        if side == BACK:
            outline = _outline_from_behind(outline, face.size)
        key = (id(face), outline)
        if key not in cut:
            cut[key] = shaped(face, grown(outline, face.size, component.bleed))
        return cut[key]

    backs = {(one.card.id, one.copy): clipped(one) for one in faces if one.side == BACK}
    done = []
    for one in faces:
        face, back = clipped(one), backs.get((one.card.id, one.copy))
        if component.details.sides[one.card.id] != "fold":
            done.append(one._replace(face=face))
        elif one.side == FRONT and back:
            pair = pairs.setdefault((id(face), id(back)), folded(face, back))
            done.append(one._replace(face=pair))
    return done


def _outline_from_behind(outline: str, size: Size) -> str:
    """The outline of a piece as its back shows it.

    That of a named shape stays to the letter, or all such backs would count as changed.
    """
    from pnp.assets.die_lines import SHAPES, mirrored, shape_path

    if any(outline == shape_path(shape, size) for shape in SHAPES if shape != "path"):
        return outline
    return mirrored(outline, size)


def shaped(face: Face, outline: str) -> Face:
    """A face whose ink ends at an outline, that of a piece enlarged by its bleed."""
    return face._replace(items=(Group(face.items, None, outline),))


def folded(front: Face, back: Face) -> Face:
    """A fold-over piece: the front above, the back upside down below, a dashed line between; as
    wide as both and twice as high.

    Folded along the line with the print outside, both sides stand upright when the piece is turned
    over like a leaf. Raises ValueError where the sizes differ.
    """
    if front.size != back.size:
        sizes = f"{front.size} and {back.size}"
        raise ValueError(f"front and back of a fold-over piece have two sizes: {sizes}")
    width, height = front.size
    bleed = max(front.bleed, back.bleed)
    clip = rectangle(rect(-bleed, -bleed, width + 2 * bleed, height + bleed))
    items = (
        Group(front.items, None, clip),
        Group(back.items, turned(180, rect(0, height, width, height)), clip),
        Shape(line(0, height, width, height), stroke=CREASE),
    )
    return Face(Size(width, Um(2 * height)), bleed, items)


def assembled(
    net: Net,
    faces: Mapping[str, Face],
    bleed: Um,
    typeface: Typeface | None = None,
    word: str = GLUE,
) -> Face:
    """One face of the net's size: the art of each panel, creases, cuts and a hatch where the glue
    goes, named where there is a typeface.

    A panel without a face stays blank. Art runs on by `bleed` over every edge that no other panel
    shares, but never onto the glue. Raises ValueError for a face of another size than its panel's
    art, or for one that has no panel.
    """
    unknown = sorted(faces.keys() - {panel.name for panel in net.panels})
    if unknown:
        raise ValueError(f"the net has no panel {', '.join(unknown)}")
    glue = [bounds(path) for path in net.glue]
    items: list[Item] = [
        _panel(net, panel, faces[panel.name], bleed, glue)
        for panel in net.panels
        if panel.name in faces
    ]
    for path, area in zip(net.glue, glue, strict=True):
        stripes = Shape(pattern("stripes", area.width, area.height), HATCH)
        inside = moved(path, shift(-area.x, -area.y))
        items.append(Group((stripes,), shift(area.x, area.y), inside))
    items += (
        [item for area in glue for item in _glue_label(typeface, area, word)] if typeface else []
    )
    items += [Shape("".join(net.creases), stroke=CREASE)] if net.creases else []
    items += [Shape("".join(net.cuts), stroke=stroke) for stroke in (GLEAM, CUT)]
    return Face(net.size, bleed, tuple(items))


def _flaps(net: Net, faces: Mapping[str, Face]) -> Iterator[Shape]:
    """The flaps that are not glued, in the colour of the panel that they hang on where all of that
    lies on one; a little beyond their cuts and creases.
    """
    from pnp.assets.die_lines import grown
    from pnp.net import GLUE_CLEAR

    glue = [bounds(path) for path in net.glue]
    for flap in net.flaps:
        area = bounds(flap.outline)
        hinge = max(net.panels, key=lambda panel: _shared(panel.area, area))
        first = faces[hinge.name].items[0] if faces[hinge.name].items else None
        if not any(map(area.overlaps, glue)) and isinstance(first, Shape) and first.fill:
            whole = bounds(first.path)
            if whole.contains(rect(0, 0, *hinge.art)):
                yield Shape(grown(flap.outline, area.size, GLUE_CLEAR), first.fill)


def _shared(panel: Rect, flap: Rect) -> int:
    """How long the crease between a panel and a flap is, in micrometres."""
    near = panel.inset(-1)
    both = near.meet(flap) if near.overlaps(flap) else rect(0, 0, 0, 0)
    return max(both.size)


def _panel(net: Net, panel: Panel, face: Face, bleed: int, glue: Iterable[Rect]) -> Group:
    if face.size != panel.art:
        raise ValueError(f'the face of "{panel.name}" is {face.size}; its panel takes {panel.art}')
    others = [other.area for other in net.panels if other is not panel]
    around = _panel_bleed(panel.area, bleed, [*others, *glue])
    quarters = panel.turn // 90
    # The upper edge of the art is the edge of the panel so many further round.
    edges = Edges(*(Um(-around[(i + quarters) % 4]) for i in range(4)))
    clip = rectangle(rect(0, 0, *panel.art).inside(edges))
    return Group(face.items, turned(panel.turn, panel.area), clip)


def _panel_bleed(area: Rect, bleed: int, others: Iterable[Rect]) -> list[int]:
    """How far art may run over its panel's edges (top, right, bottom, left): not onto another
    panel, and up to the glue.
    """
    x, y, width, height = area
    strips = (
        rect(x, y - bleed, width, bleed),
        rect(area.right, y, bleed, height),
        rect(x, area.bottom, width, bleed),
        rect(x - bleed, y, bleed, height),
    )
    around = [bleed] * 4
    for other in others:
        gaps = (
            y - other.bottom,
            other.x - area.right,
            other.y - area.bottom,
            x - other.right,
        )
        for edge, (strip, gap) in enumerate(zip(strips, gaps, strict=True)):
            if strip.overlaps(other):
                around[edge] = min(around[edge], max(0, gap))
    return around


def _glue_label(typeface: Typeface, area: Rect, word: str) -> tuple[Item, ...]:
    """The word on the glue, in the middle of an area, along its longer side, on a white ground;
    nothing where no size fits.
    """
    upright = area.height > area.width
    along, across = (area.height, area.width) if upright else (area.width, area.height)
    for points in GLUE_SIZES:
        em = points * PT / typeface.units_per_em
        metrics = typeface.width(word), typeface.cap_height, -typeface.descent
        width, rise, drop = (round(units * em) for units in metrics)
        if width * 2.4 <= along and (rise + drop) * 1.6 <= across:
            x, y = (along - width) // 2, (across + rise) // 2
            ground = rect(x - 600, y - rise - 400, width + 1_200, rise + drop + 400)
            ground = ground.meet(rect(0, 0, along, across))
            text = Text(Um(x), Um(y), word, typeface.ref, points, INK, width=Um(width))
            at = turned(90, area) if upright else shift(area.x, area.y)
            return (Group((Shape(rectangle(ground), WHITE), text), at),)
    return ()
