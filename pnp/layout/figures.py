"""Sets figures as fragments: finished faces scaled to a width, numbered, with their captions; and
scenes that show several faces with a legend; and lists of components and icons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, radians, sin, sqrt
from operator import is_
from typing import NamedTuple

from pnp.assets.paths import ellipse, moved, rectangle, stretch
from pnp.assets.patterns import Pattern, larger
from pnp.compose.markdown_tree import Figure, FigureRow, Icon, Inlines, Run
from pnp.diagnostics import Span, did_you_mean, error, warning
from pnp.face import Anchor, Face, Group, Item, Shape, Stroke, walk
from pnp.layout.fragmentation import (
    Canvas,
    Fragment,
    composite,
    in_row,
    kept,
    shifted,
    spaced,
    stacked,
)
from pnp.layout.leaders import BESIDE, LEAST, Label, label, with_leaders
from pnp.layout.typesetter import Listed, Meaning, Typesetter, line_at
from pnp.model.scenes import Item as SceneItem
from pnp.model.scenes import Scene
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
    size,
)

SMALL = "book-small"
MAX_ITEMS = 400_000
"""Drawn items that one scene may have."""
_CARD_WIDTH = 38 * MM
_GAP = 4 * MM
_PICTURE = 13 * MM
_WIDE = 88 * MM
"""From this width on lists of small things have two columns."""
_CAPTION_GAP = 1_800
_CORNER = 2_500
_DISC = 2_300
_LEGEND_FROM = 84 * MM
_A_PAGE = 170 * MM
"""How tall rows may be, those of an A5 page, to be read down their columns: taller ones go on
overleaf, where a column would begin amid.
"""
_PATTERN = 0.5
"""Patterns are drawn at half their size, at least: smaller ones cannot be told apart in print."""
_TOLERANCE = 1 * MM
"""So far a piece may stick out of its stage without a word."""


class _Picture(NamedTuple):
    """A face, or a scene as one, that a figure shows, and the path that it is cut along."""

    face: Face
    outline: str
    scene: Scene | None = None


def row_fragments(typesetter: Typesetter, row: FigureRow, width: int) -> list[Fragment]:
    """Figures side by side as one fragment, their tops on one line."""
    each = (width - _GAP * (len(row.figures) - 1)) // len(row.figures)
    if each < 8 * MM:
        message = f"{len(row.figures)} figures do not go side by side in {millimetres(width)}"
        typesetter.report("P357", message, row.span, "part them by an empty line")
        return []
    shown = [
        cell
        for figure in row.figures
        for cell in figure_fragments(typesetter, figure, each, in_a_row=True)
    ]
    if not shown:
        return []
    return [in_row(shown, each + _GAP)._replace(span=row.span, what="the row of figures")]


def figure_fragments(
    typesetter: Typesetter, figure: Figure, column: int, in_a_row: bool = False
) -> list[Fragment]:
    """A figure with its caption as one fragment, in the middle of the column; none where it has no
    face.
    """
    typesetter.figures += 1
    number = typesetter.figures
    picture = _picture(typesetter, figure)
    if picture is None:
        return []
    width = _figure_width(typesetter, figure, picture, column)
    if in_a_row:
        width = min(width, column)
    if width < MM:
        message = f"the figure has no room: its column is {millimetres(column)} wide"
        hint = "let it stand outside lists and call-outs"
        typesetter.report("P357", message, figure.span, hint)
        return []
    if width > column:
        over, wide = millimetres(width - column), millimetres(column)
        hint = f'make it narrower: ![caption]({figure.target} "100%")'
        message = f"the figure is {over} wider than its column of {wide}"
        typesetter.report("P357", message, figure.span, hint)
        return []
    height = width * picture.face.size.height // picture.face.size.width
    inner = max(width, min(column, 60 * MM))
    caption = shifted(_caption(typesetter, figure, number, inner), (column - inner) // 2)
    lines = picture.scene is not None and picture.scene.legend == "lines"
    legend = _legend(typesetter, picture.scene, column) if picture.scene and not lines else []
    if legend:
        legend[-1] = legend[-1]._replace(after=_CAPTION_GAP)
    name = f"figure-{number}"

    def draw(canvas: Canvas, x: int, y: int) -> None:
        left = x + (column - width) // 2
        canvas.anchors.append(Anchor(name, Um(y)))
        canvas.items += _on_paper(typesetter, picture, left, y, width, figure.span)

    drawn = Fragment(height, draw, after=_CAPTION_GAP)
    if picture.scene and lines:
        labels = _labels_of(typesetter, picture.scene, width)
        drawn = with_leaders(typesetter, drawn, width, column, labels)
    whole = stacked([drawn, *legend, *caption], figure.span)
    return [whole._replace(anchors=(name, *whole.anchors), what="the figure")]


def _figure_width(typesetter: Typesetter, figure: Figure, picture: _Picture, column: int) -> int:
    """How wide a figure is drawn: as written (`margin` outside of a margin column as if nothing
    was), else a card at its true size up to 38 mm, anything larger across the column.
    """
    trim = picture.face.size
    if figure.width.rstrip().endswith("%"):
        return round(column * float(figure.width.rstrip("% ")) / 100)
    if picture.scene and picture.scene.legend == "lines" and figure.width in ("", "margin", "wide"):
        return min(trim.width, column - 2 * (LEAST + BESIDE))
    if figure.width == "wide":
        return column
    if figure.width not in ("", "margin"):
        return parse_length(figure.width)
    small = max(trim) <= 130 * MM and picture.scene is None
    limit = _CARD_WIDTH if trim.height >= trim.width else _CARD_WIDTH * 3 // 2
    wide = min(trim.width, limit) if small else 2 * trim.width
    tallest = typesetter.book.size.height * 46 // 100
    return min(wide, column, max(1, tallest * trim.width // trim.height))


def pictured(
    typesetter: Typesetter, figure: Figure, column: int
) -> tuple[Face, Scene | None] | None:
    """What a figure shows, as wide as in a column of a page, with its labels; and its scene.

    None where there is nothing to show.
    """
    picture = _picture(typesetter, figure)
    if picture is None:
        return None
    width = max(MM, min(_figure_width(typesetter, figure, picture, column), column))
    trim = size(width, width * picture.face.size.height // picture.face.size.width)
    items = _on_paper(typesetter, picture, 0, 0, width, figure.span)
    return Face(trim, Um(0), tuple(items)), picture.scene


def _on_paper(
    typesetter: Typesetter, picture: _Picture, left: int, top: int, width: int, span: Span
) -> list[Item]:
    """A picture on paper, on a scene its labels. A stage without a ground has no edge either."""
    drawn = embedded(typesetter, picture.face, picture.outline, left, top, width, span)
    if picture.scene is None:
        return drawn
    shown = drawn if picture.scene.background else drawn[1:2]
    if picture.scene.legend == "lines":
        return shown
    return [*shown, *_discs(typesetter, picture.scene, left, top, width)]


def _labels_of(typesetter: Typesetter, scene: Scene, width: int) -> list[Label]:
    """What the labels of a scene say, each with its point: the middle of a face."""
    by, labels = width / scene.size.width, list[Label]()
    for item in scene.items:
        face = typesetter.book.figures(item.face) if item.face else None
        x, y = float(item.x), float(item.y)
        if face is not None:
            where = _item_transform(face.size, item)
            x, y = where.point(face.size.width / 2, face.size.height / 2)
        if item.text:
            labels.append(label(item.label, item.text, round(x * by), round(y * by), item.span))
    return labels


def _caption(typesetter: Typesetter, figure: Figure, number: int, width: int) -> list[Fragment]:
    title = typesetter.captions.get(f"figure-{number}", "")
    words: Inlines = (Run(title, bold=True),) if title else ()
    if figure.caption:
        words = (*words, Run("\u2002"), *figure.caption) if title else figure.caption
    return kept(typesetter.lines(words, SMALL, width, figure.span, align="center"), whole=True)


def _picture(typesetter: Typesetter, figure: Figure) -> _Picture | None:
    """What a figure shows; None where that is wrong, which is reported once."""
    kind, _, name = figure.target.partition(":")
    scenes = typesetter.book.scenes
    if kind == "setup":
        if scene := scenes.get(name):
            outline = rectangle(rect(0, 0, *scene.size))
            return _Picture(_scene_face(typesetter, scene), outline, scene)
        if name not in scenes:
            hint = did_you_mean(name, scenes) or "describe it in figures.yaml"
            typesetter.report("P354", f'there is no scene "{name}"', figure.span, hint)
        return None
    face = _face(typesetter, figure.target, figure.span) if figure.target else None
    return _Picture(face, _outline(typesetter, figure.target, face)) if face else None


def _face(typesetter: Typesetter, target: str, span: Span) -> Face | None:
    """The face of a target; one that there is not is an error, but not one that could not be drawn,
    of which that has been reported.
    """
    book = typesetter.book
    face = book.figures(target)
    if face is None and target not in book.targets:
        hint = did_you_mean(target, book.targets) or "write card:DECK/ID as the deck's file has it"
        typesetter.report("P354", f'there is no "{target}" to show', span, hint)
    return face


def _outline(typesetter: Typesetter, target: str, face: Face) -> str:
    """The path that a piece is cut along: its own, else its trim, of a card with round corners."""
    radius = _CORNER if target.startswith(("card:", "note:")) else 0
    own = typesetter.book.outlines.get(target)
    return own or rectangle(rect(0, 0, *face.size), radius)


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
        Group(_legible(face.items, where), where, outline, origin=span),
        Shape(path, None, hairline, span),
    ]


def _legible(items: tuple[Item, ...], transform: Transform) -> tuple[Item, ...]:
    """Items with the patterns that a transform makes small drawn larger, as they can still be told
    apart in print.
    """
    by = stretch(transform)[1]
    done: list[Item] = []
    for item in items:
        if type(item) is Group:
            inside = item.transform.then(transform) if item.transform else transform
            if (legible := _legible(item.items, inside)) is not item.items:
                item = item._replace(items=legible)
        elif type(item) is Shape and type(item.path) is Pattern and by < _PATTERN:
            item = item._replace(path=larger(*item.path.made_of, _PATTERN / by))
        done.append(item)
    return items if all(map(is_, items, done)) else tuple(done)


def _scene_face(typesetter: Typesetter, scene: Scene) -> Face:
    """A scene as a face of its own size: every item's face in its place.

    Unknown ones are errors at their line of `figures.yaml`.
    """
    items: list[Item] = []
    if scene.background:
        color = typesetter.color(scene.background)
        items.append(Shape(rectangle(rect(0, 0, *scene.size)), color, None, scene.span))
    if stage := typesetter.book.stages.get(f"setup:{scene.name}"):
        items += stage.items
    drawn = 0
    for item in scene.items:
        face = _face(typesetter, item.face, item.span) if item.face else None
        if face is None:
            continue
        drawn += sum(1 for _ in walk(face.items))
        if drawn > MAX_ITEMS:
            message = f"the scene draws more than {MAX_ITEMS:,} things"
            typesetter.report("P842", message, item.span, "show fewer pieces, or simpler ones")
            break
        trim = _outline(typesetter, item.face, face)
        where = _item_transform(face.size, item)
        _report_outside_stage(typesetter, scene, item, where.bounds(rect(0, 0, *face.size)))
        hairline = Stroke(typesetter.color("line"), Um(round(150 / item.scale)))
        edge = Shape(trim, None, hairline, item.span)
        paper = Shape(trim, typesetter.color("paper"), None, item.span)
        items.append(Group((paper, Group(face.items, None, trim), edge), where, origin=item.span))
    return Face(scene.size, Um(0), tuple(items))


def _report_outside_stage(
    typesetter: Typesetter, scene: Scene, item: SceneItem, area: Rect
) -> None:
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
    if 2 * seen >= stage.width * stage.height or not (hidden or over > _TOLERANCE):
        return
    most = f" {millimetres(max(over, -area.x, -area.y))}" if shown else ""
    message = f"{item.face} lies{most} outside the scene of {by(scene.size)}"
    hint = "move it, scale: it down, or make the scene's size: larger"
    found = (error if hidden else warning)("P363", message, item.span, hint)
    if found not in typesetter.reports:  # a scene may be shown twice
        typesetter.reports.append(found)


def _item_transform(trim: Size, item: SceneItem) -> Transform:
    """A face turned clockwise about its middle, then scaled, the upright face's top left corner
    at (x, y).
    """
    co, si = cos(radians(item.turn)), sin(radians(item.turn))
    cx, cy = trim.width / 2, trim.height / 2
    turned = Transform(co, si, -si, co, cx - co * cx + si * cy, cy - si * cx - co * cy)
    return turned.then(scaled(item.scale, item.x, item.y))


def _discs(typesetter: Typesetter, scene: Scene, x: int, y: int, width: int) -> list[Item]:
    """A disc about the upper left corner of every labelled item, in its size on the page, and never
    beyond the stage.

    Where a quarter of it would hide more than a third of a small item it only touches that corner.
    """
    by = width / scene.size.width
    height = round(scene.size.height * by)
    done: list[Item] = []
    for item in scene.items:
        if not item.label:
            continue
        face = typesetter.book.figures(item.face) if item.face else None
        across, down, off = float(item.x), float(item.y), 0.0
        if face is not None:
            where = _item_transform(face.size, item)
            corners = [
                where.point(cx, cy) for cx in (0, face.size.width) for cy in (0, face.size.height)
            ]
            across, down = min(corners, key=lambda at: (round(at[0] + at[1]), at))
            area = face.size.width * face.size.height * (item.scale * by) ** 2
            off = _DISC / sqrt(2) if pi * _DISC**2 / 4 > area / 3 else 0.0
        cx = min(max(round(across * by - off), _DISC), max(_DISC, width - _DISC))
        cy = min(max(round(down * by - off), _DISC), max(_DISC, height - _DISC))
        done += _disc(typesetter, item.label, x + cx, y + cy, item.span)
    return done


def _disc(typesetter: Typesetter, label: str, cx: int, cy: int, span: Span) -> list[Item]:
    """A label in a filled circle."""
    circle = rect(cx - _DISC, cy - _DISC, 2 * _DISC, 2 * _DISC)
    edge = Stroke(typesetter.color("white"), Um(300))
    return [
        Shape(ellipse(circle), typesetter.color("accent"), edge, span),
        *line_at(typesetter, label, "book-label", cx, cy + 950, span, "center"),
    ]


def _legend(typesetter: Typesetter, scene: Scene, column: int) -> list[Fragment]:
    """What the labels mean: a disc and words each, in two columns where the page is wide enough."""
    rows = [item for item in scene.items if item.label and item.text]
    columns = 2 if column >= _LEGEND_FROM and len(rows) > 2 else 1
    width = (column - _GAP * (columns - 1)) // columns
    cells = [_legend_entry(typesetter, item, width) for item in rows]
    return [
        fragment._replace(after=600)
        for fragment in side_by_side(cells, columns, width + _GAP, whole=True)
    ]


def _legend_entry(typesetter: Typesetter, item: SceneItem, width: int) -> Fragment:
    indent, tall = 2 * _DISC + 1_600, 2 * _DISC + 300
    words = typesetter.stacked(item.text, SMALL, width - indent, item.span)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.items += _disc(typesetter, item.label, x + _DISC, y + _DISC + 150, item.span)

    return _beside(Fragment(tall, draw), words, indent, max(0, (tall - words.height) // 2))


def _beside(mark: Fragment, words: Fragment, indent: int, top: int) -> Fragment:
    """Words indented behind a mark, so far below its top."""
    height = max(mark.height, top + words.height)
    draw = composite((mark.draw, 0, 0), (words.draw, indent, top))
    return Fragment(height, draw, span=words.span)


def side_by_side(
    cells: Sequence[Fragment], columns: int, pitch: int, whole: bool = False
) -> list[Fragment]:
    """Cells in rows of so many, one fragment per row, read down the columns; along the rows where
    pages split them, unless kept `whole`.
    """
    rows = -(-len(cells) // columns)
    down = [in_row(cells[row::rows], pitch) for row in range(rows)]
    if whole or sum(fragment.height for fragment in down) <= _A_PAGE:
        return down
    return [in_row(cells[row * columns : (row + 1) * columns], pitch) for row in range(rows)]


def _cell_width(width: int) -> int:
    """How wide each of a list of small things is: there are two columns where they have room."""
    return (width - _GAP) // 2 if width >= _WIDE else width


def _in_columns(
    typesetter: Typesetter, cells: Sequence[Fragment], width: int, white: int
) -> list[Fragment]:
    """A list of small things in one column or two, with so much white below each row."""
    rows = side_by_side(cells, 2 if width >= _WIDE else 1, _cell_width(width) + _GAP)
    half = typesetter.half_line
    return spaced([row._replace(after=white) for row in rows], half, half)


def components(
    typesetter: Typesetter, rows: Iterable[Listed], width: int, span: Span
) -> list[Fragment]:
    """Every component with a small picture, how many there are, and what it is."""
    indent = _PICTURE + 2_600
    each = _cell_width(width)

    def cell(row: Listed) -> Fragment:
        title = (Run(f"{row.count}\u00a0× ", bold=True), Run(row.title, bold=True))
        words = typesetter.stacked(title, "book-table", each - indent, span)
        face = row.face
        if face is None:
            return shifted([words], indent)[0]
        wide = min(_PICTURE, _PICTURE * face.size.width // face.size.height)
        tall = wide * face.size.height // face.size.width
        outline = row.outline or rectangle(rect(0, 0, *face.size))

        def draw(canvas: Canvas, x: int, y: int) -> None:
            left, top = x + (_PICTURE - wide) // 2, y + max(0, words.height - tall) // 2
            canvas.items += embedded(typesetter, face, outline, left, top, wide, span)

        return _beside(Fragment(tall, draw), words, indent, max(0, tall - words.height) // 2)

    return _in_columns(typesetter, [cell(row) for row in rows], width, 1_800)


def icons(
    typesetter: Typesetter, rows: Iterable[Meaning], width: int, span: Span
) -> list[Fragment]:
    """Every icon beside what it means."""
    indent = 8 * MM
    each = _cell_width(width)

    def cell(row: Meaning) -> Fragment:
        glyph = typesetter.stacked((Icon(row.icon, span),), "book-icon", indent, span)
        words = typesetter.stacked(row.text, "book-table", each - indent, span)
        top = max(0, (glyph.height - typesetter.line_height("book-table")) // 2)
        return _beside(glyph, words, indent, top)

    return _in_columns(typesetter, [cell(row) for row in rows], width, 900)
