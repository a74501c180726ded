"""Figures: finished faces scaled to a width, numbered, with their captions; and scenes that lay
several faces out with a legend.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, radians, sin, sqrt
from typing import NamedTuple

from pnp.assets.paths import ellipse, moved, rectangle
from pnp.compose.markdown_tree import Figure, FigureRow, Inlines, Run
from pnp.diagnostics import Span, did_you_mean, error, warning
from pnp.face import Anchor, Face, Group, Item, Shape, Stroke, walk
from pnp.layout.fragmentation import Canvas, Fragment, kept, placed
from pnp.layout.inlines import Typesetter, spot
from pnp.model.setup import Item as SceneItem
from pnp.model.setup import Scene
from pnp.units.geometry import (
    MM,
    Rect,
    Size,
    Transform,
    Um,
    by,
    millimetres,
    parse_length,
    rect,
    scaled,
)

SMALL = "book-small"
MAX_ITEMS = 400_000
"""Drawn items that one scene may have."""
_CARD_WIDTH = 38 * MM
_GAP = 4 * MM
_CAPTION_GAP = 1_800
_CORNER = 2_500
_DISC = 2_300
_LEGEND_FROM = 84 * MM
_A_PAGE = 170 * MM
"""How tall rows may be, those of an A5 page, to be read down their columns: taller ones go on
overleaf, where a column would begin amid.
"""
_OVER = 1 * MM
"""So far a piece may stick out of its stage without a word."""


class _Picture(NamedTuple):
    """A face, or a scene as one, that a figure shows, and the path that it is cut along."""

    face: Face
    outline: str
    scene: Scene | None = None


def figure_fragments(typesetter: Typesetter, figure: Figure, width: int) -> list[Fragment]:
    """A figure with its caption as one fragment, in the middle of the column; none where it has no
    face.
    """
    typesetter.figures += 1
    fragment = _figure(typesetter, figure, width, None, typesetter.figures)
    return [fragment] if fragment else []


def row_fragments(typesetter: Typesetter, row: FigureRow, width: int) -> list[Fragment]:
    """Figures side by side as one fragment, their tops on one line."""
    each = (width - _GAP * (len(row.figures) - 1)) // len(row.figures)
    if each < 8 * MM:
        told = f"{len(row.figures)} figures do not go side by side in {millimetres(width)}"
        typesetter.say("P357", told, row.span, "part them by an empty line")
        return []
    made: list[Fragment] = []
    for figure in row.figures:
        typesetter.figures += 1
        fragment = _figure(typesetter, figure, each, each, typesetter.figures)
        if fragment:
            made.append(fragment)
    if not made:
        return []

    def draw(canvas: Canvas, x: int, y: int) -> None:
        for number, fragment in enumerate(made):
            fragment.draw(canvas, x + number * (each + _GAP), y)

    anchors = tuple(name for fragment in made for name in fragment.anchors)
    return [
        Fragment(
            max(fragment.height for fragment in made),
            draw,
            anchors=anchors,
            span=row.span,
            what="the row of figures",
        )
    ]


def natural_width(typesetter: Typesetter, figure: Figure, picture: _Picture, column: int) -> int:
    """How wide a figure is drawn: as written, else a card at its true size up to 38 mm, anything
    larger across the column.
    """
    size = picture.face.size
    if figure.width.rstrip().endswith("%"):
        return round(column * float(figure.width.strip()[:-1].strip()) / 100)
    if figure.width:
        return parse_length(figure.width)
    small = max(size) <= 130 * MM and picture.scene is None
    wide = (
        min(size.width, _CARD_WIDTH if size.height >= size.width else _CARD_WIDTH * 3 // 2)
        if small
        else min(column, 2 * size.width)
    )
    tallest = typesetter.book.size.height * 46 // 100
    return min(wide, column, max(1, tallest * size.width // size.height))


def _figure(
    typesetter: Typesetter, figure: Figure, column: int, most: int | None, number: int
) -> Fragment | None:
    picture = _found(typesetter, figure)
    if picture is None:
        return None
    width = natural_width(typesetter, figure, picture, column)
    if most is not None and width > most:
        width = most
    if width < MM:
        told = f"the figure has no room: its column is {millimetres(column)} wide"
        typesetter.say("P357", told, figure.span, "let it stand outside lists and call-outs")
        return None
    if width > column:
        told = (
            f"the figure is {millimetres(width - column)} wider than its column of"
            f" {millimetres(column)}"
        )
        hint = f'make it narrower: ![caption]({figure.target} "100%")'
        typesetter.say("P357", told, figure.span, typesetter.or_across(hint, width - column))
        return None
    height = width * picture.face.size.height // picture.face.size.width
    inner = max(width, min(column, 60 * MM))
    caption = _caption(typesetter, figure, number, inner)
    legend = _legend(typesetter, picture.scene, column) if picture.scene else []
    if legend:
        legend[-1] = legend[-1]._replace(after=_CAPTION_GAP)
    below = [*legend, *caption]
    places, end = placed(below)
    name = f"figure-{number}"

    def draw(canvas: Canvas, x: int, y: int) -> None:
        left = x + (column - width) // 2
        canvas.anchors.append(Anchor(name, Um(y)))
        canvas.items += _shown(typesetter, picture, left, y, width, figure.span)
        for fragment, at in zip(below, places, strict=True):
            caption_x = x if fragment in legend else x + (column - inner) // 2
            fragment.draw(canvas, caption_x, y + height + _CAPTION_GAP + at)

    total = height + (_CAPTION_GAP + end if below else 0)
    return Fragment(total, draw, anchors=(name,), span=figure.span, what="the figure")


def pictured(
    typesetter: Typesetter, figure: Figure, column: int
) -> tuple[Face, Scene | None] | None:
    """What a figure shows, as wide as in a column of a page, with its labels; and its scene.

    None where there is nothing to show.
    """
    picture = _found(typesetter, figure)
    if picture is None:
        return None
    width = max(MM, min(natural_width(typesetter, figure, picture, column), column))
    size = Size(Um(width), Um(width * picture.face.size.height // picture.face.size.width))
    return (
        Face(size, Um(0), tuple(_shown(typesetter, picture, 0, 0, width, figure.span))),
        picture.scene,
    )


def _shown(
    typesetter: Typesetter, picture: _Picture, left: int, top: int, width: int, span: Span
) -> list[Item]:
    """A picture on paper, on a scene its labels. A stage without a ground has no edge either."""
    drawn = embedded(typesetter, picture.face, picture.outline, left, top, width, span)
    if picture.scene is None:
        return drawn
    return [
        *(drawn if picture.scene.background else drawn[1:2]),
        *_labels(typesetter, picture.scene, left, top, width),
    ]


def _caption(typesetter: Typesetter, figure: Figure, number: int, width: int) -> list[Fragment]:
    words: Inlines = (Run(f"{typesetter.book.word('figure')} {number}", bold=True),)
    if figure.caption:
        words = (*words, Run("\u2002"), *figure.caption)
    return kept(typesetter.lines(words, SMALL, width, figure.span, align="center"), whole=True)


def _found(typesetter: Typesetter, figure: Figure) -> _Picture | None:
    if not figure.target:
        return None  # what is wrong with it has been said
    kind, _, name = figure.target.partition(":")
    if kind == "setup":
        scene = typesetter.book.scenes.get(name)
        if scene is None and name in typesetter.book.scenes:
            return None  # what is wrong with it has been said
        if scene is None:
            hint = did_you_mean(name, typesetter.book.scenes) or "describe it in figures.yaml"
            typesetter.say("P354", f'there is no scene "{name}"', figure.span, hint)
            return None
        return _Picture(staged(typesetter, scene), rectangle(rect(0, 0, *scene.size)), scene)
    face = typesetter.book.figures(figure.target)
    if face is None and figure.target in typesetter.book.targets:
        return None  # why it could not be drawn has been said
    if face is None:
        hint = did_you_mean(figure.target, typesetter.book.targets)
        typesetter.say(
            "P354",
            f'there is no "{figure.target}" to show',
            figure.span,
            hint or "write card:DECK/ID as the deck's file has it",
        )
        return None
    return _Picture(face, outline_of(typesetter, figure.target, face))


def outline_of(typesetter: Typesetter, target: str, face: Face) -> str:
    """The path that a piece is cut along: its own, else its trim, of a card with round corners."""
    own = typesetter.book.outlines.get(target)
    return own or rectangle(
        rect(0, 0, *face.size), _CORNER if target.startswith(("card:", "note:")) else 0
    )


def embedded(
    typesetter: Typesetter, face: Face, outline: str, x: int, y: int, width: int, span: Span | None
) -> list[Item]:
    """A face drawn smaller or larger with its top left corner at (x, y), on paper, clipped to
    its outline, a hairline along it.
    """
    where = scaled(width / face.size.width, x, y)
    path = moved(outline, where)
    hairline = Stroke(typesetter.color("line"), Um(120))
    return [
        Shape(path, typesetter.color("paper"), None, span),
        Group(face.items, where, outline, origin=span),
        Shape(path, None, hairline, span),
    ]


# --- scenes ---


def staged(typesetter: Typesetter, scene: Scene) -> Face:
    """A scene as a face of its own size: every item's face in its place.

    Unknown ones are errors at their line of `figures.yaml`.
    """
    items: list[Item] = []
    if scene.background:
        items.append(
            Shape(
                rectangle(rect(0, 0, *scene.size)),
                typesetter.color(scene.background),
                None,
                scene.span,
            )
        )
    drawn = 0
    for item in scene.items:
        if not item.face:
            continue
        face = typesetter.book.figures(item.face)
        if face is None:
            if item.face not in typesetter.book.targets:
                typesetter.say(
                    "P354",
                    f'there is no "{item.face}" to show',
                    item.span,
                    did_you_mean(item.face, typesetter.book.targets),
                )
            continue
        drawn += sum(1 for _ in walk(face.items))
        if drawn > MAX_ITEMS:
            typesetter.say(
                "P842",
                f"the scene draws more than {MAX_ITEMS:,} things",
                item.span,
                "show fewer pieces, or simpler ones",
            )
            break
        trim = outline_of(typesetter, item.face, face)
        where = _placing(face.size, item.scale, item.turn, item.x, item.y)
        _within_stage(typesetter, scene, item, where.bounds(rect(0, 0, *face.size)))
        edge = Shape(
            trim, None, Stroke(typesetter.color("line"), Um(round(150 / item.scale))), item.span
        )
        paper = Shape(trim, typesetter.color("paper"), None, item.span)
        items.append(Group((paper, Group(face.items, None, trim), edge), where, origin=item.span))
    return Face(scene.size, Um(0), tuple(items))


def _within_stage(typesetter: Typesetter, scene: Scene, item: SceneItem, area: Rect) -> None:
    """Say where a thing sticks out of its stage: an error where less than half of it is seen, else
    a warning.

    A thing that fills half of the stage is a close-up of it, and what is placed at less than 0 was
    meant to begin outside.
    """
    stage = rect(0, 0, *scene.size)
    left, top = (0 if at < 0 else -edge for at, edge in ((item.x, area.x), (item.y, area.y)))
    over = max(left, top, area.right - stage.right, area.bottom - stage.bottom)
    shown = area.meet(stage) if area.overlaps(stage) else None
    seen = shown.width * shown.height if shown else 0
    hidden = 2 * seen < area.width * area.height
    if 2 * seen >= stage.width * stage.height or not (hidden or over > _OVER):
        return
    most = max(over, -area.x, -area.y)
    told = f"{item.face} lies {millimetres(most)} outside the scene of {by(scene.size)}"
    if shown is None:
        told = f"{item.face} lies outside the scene of {by(scene.size)}"
    made = error if hidden else warning
    found = made(
        "P363", told, item.span, "move it, scale: it down, or make the scene's size: larger"
    )
    if found not in typesetter.found:  # a scene may be shown twice
        typesetter.found.append(found)


def _placing(size: Size, scale: float, turn: float, x: int, y: int) -> Transform:
    """A face scaled, then turned clockwise about its middle, the upright face's top left corner
    at (x, y).
    """
    co, si = (cos(radians(turn)), sin(radians(turn))) if turn % 360 else (1.0, 0.0)
    cx, cy = size.width / 2, size.height / 2
    return Transform(
        scale * co,
        scale * si,
        -scale * si,
        scale * co,
        x + scale * (cx - co * cx + si * cy),
        y + scale * (cy - si * cx - co * cy),
    )


def _labels(typesetter: Typesetter, scene: Scene, x: int, y: int, width: int) -> list[Item]:
    """A disc about the upper left corner of every labelled item, in its size on the page, and never
    beyond the stage.

    Where it would hide much of a small item it only touches that corner.
    """
    by = width / scene.size.width
    height = round(scene.size.height * by)
    done: list[Item] = []
    for item in scene.items:
        if item.label:
            across, down = _corner(typesetter, item)
            off = _DISC / sqrt(2) if _is_small(typesetter, item, by) else 0
            cx, cy = (
                _within(round(across * by - off), width),
                _within(round(down * by - off), height),
            )
            done += disc(typesetter, item.label, x + cx, y + cy, item.span)
    return done


def _is_small(typesetter: Typesetter, item: SceneItem, by: float) -> bool:
    """Whether the quarter of a disc that lies on an item would hide more than a third of it."""
    face = typesetter.book.figures(item.face) if item.face else None
    if face is None:
        return False
    scale = item.scale * by
    return pi * _DISC**2 / 4 > face.size.width * face.size.height * scale**2 / 3


def _within(at: int, total: int) -> int:
    """A disc's middle, moved so far that all of it lies on a stage of that extent."""
    return min(max(at, _DISC), max(_DISC, total - _DISC))


def _corner(typesetter: Typesetter, item: SceneItem) -> tuple[float, float]:
    """The corner of an item, as it is turned, that lies furthest to the upper left on the scene;
    without a face the place itself.
    """
    face = typesetter.book.figures(item.face) if item.face else None
    if face is None:
        return item.x, item.y
    where = _placing(face.size, item.scale, item.turn, item.x, item.y)
    width, height = face.size
    return min(
        (where.point(x, y) for x in (0, width) for y in (0, height)),
        key=lambda at: (round(at[0] + at[1]), at),
    )


def disc(typesetter: Typesetter, label: str, cx: int, cy: int, span: Span) -> list[Item]:
    """A label in a filled circle."""
    circle = rect(cx - _DISC, cy - _DISC, 2 * _DISC, 2 * _DISC)
    edge = Stroke(typesetter.color("white"), Um(300))
    return [
        Shape(ellipse(circle), typesetter.color("accent"), edge, span),
        *spot(typesetter, label, "book-label", cx, cy + 950, span, "center"),
    ]


def _legend(typesetter: Typesetter, scene: Scene, column: int) -> list[Fragment]:
    """What the labels mean: a disc and words each, in two columns where the page is wide enough."""
    rows = [item for item in scene.items if item.label and item.text]
    columns = 2 if column >= _LEGEND_FROM and len(rows) > 2 else 1
    width = (column - _GAP * (columns - 1)) // columns
    indent = 2 * _DISC + 1_600
    cells: list[Fragment] = []
    for item in rows:
        lines = typesetter.lines((Run(item.text),), SMALL, width - indent, item.span)
        cells.append(_entry(typesetter, item.label, lines, indent, item.span))
    return [
        fragment._replace(after=600)
        for fragment in side_by_side(cells, columns, width + _GAP, whole=True)
    ]


def _entry(
    typesetter: Typesetter, label: str, lines: Sequence[Fragment], indent: int, span: Span
) -> Fragment:
    places, end = placed(lines)
    height = max(end, 2 * _DISC + 300)
    top = max(0, (2 * _DISC + 300 - end) // 2)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.items += disc(typesetter, label, x + _DISC, y + _DISC + 150, span)
        for fragment, at in zip(lines, places, strict=True):
            fragment.draw(canvas, x + indent, y + top + at)

    return Fragment(height, draw, span=span)


def side_by_side(
    cells: Sequence[Fragment], columns: int, pitch: int, whole: bool = False
) -> list[Fragment]:
    """Cells in rows of so many, one fragment a row, read down the columns; along the rows where
    pages part them, unless kept `whole`.
    """
    rows = -(-len(cells) // columns)
    down = [_across([cells[n] for n in range(row, len(cells), rows)], pitch) for row in range(rows)]
    if whole or sum(fragment.height for fragment in down) <= _A_PAGE:
        return down
    return [_across(cells[row * columns : (row + 1) * columns], pitch) for row in range(rows)]


def _across(cells: Sequence[Fragment], pitch: int) -> Fragment:
    def draw(canvas: Canvas, x: int, y: int) -> None:
        for number, cell in enumerate(cells):
            cell.draw(canvas, x + number * pitch, y)

    return Fragment(max(cell.height for cell in cells), draw, span=cells[0].span)
