"""A stage to lay out single elements on: real fonts, two icons, one picture, and eyes for what
came out.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

import PIL.Image

from pnp.assets import images
from pnp.assets.fonts import Typeface, typeface
from pnp.assets.images import Picture
from pnp.assets.vector import Icon, Part
from pnp.compose.element_trees import FRONT, ComposedSide
from pnp.compose.markup import parse
from pnp.compose.resource_loader import Family, Resources
from pnp.diagnostics import Diagnostic, Span, text
from pnp.face import Face, Group, Image, Item, Shape, Text, walk
from pnp.layout.context import Stylesheet
from pnp.layout.line_boxes import Ink
from pnp.layout.placed_faces import PlacedFace, lay_out
from pnp.load.yaml import Map
from pnp.model.game import Card, Style
from pnp.sandbox.environment import Record
from pnp.units.color import Color
from pnp.units.geometry import Rect, Size, rect, size

FONTS = Path(__file__).parents[2] / "fonts"
SANS, BOLD, ITALIC = (
    "SourceSans3_400Regular",
    "SourceSans3_700Bold",
    "SourceSans3_400Regular_Italic",
)
SLAB = "RobotoSlab_700Bold"
CARD = size(63_000, 88_000)
HERE = Span("front.xml", 1)
SQUARE = Icon("square", 512_000, 512_000, (Part("M0 0L512000 0L512000 512000L0 512000Z"),))
WIDE = Icon("wide", 400_000, 200_000, (Part("M0 0L400000 0L400000 200000Z", Color("#ff0000")),))
DRAWN = Icon(
    "drawn",
    100_000,
    100_000,
    (
        Part("M0 0L9 9", None, False, None, 5_000),
        Part("M9 0L0 9", None, False, Color("#00ff00"), 7_000),
    ),
)


@cache
def font(name: str = SANS) -> Typeface:
    folder = {"S": "source-sans-3", "R": "roboto-slab", "D": "dejavu-sans"}[name[0]]
    return typeface((FONTS / folder / f"{name}.ttf").read_bytes(), name)


@cache
def picture() -> Picture:
    """600 by 400 pixels."""
    stream = BytesIO()
    PIL.Image.new("RGB", (600, 400), "#336699").save(stream, "PNG")
    return images.read(stream.getvalue(), "photo.png")


@cache
def stylesheet() -> Stylesheet:
    symbol = font("DejaVuSans")
    body = Family(
        "body",
        {(False, False): font(SANS), (True, False): font(BOLD), (False, True): font(ITALIC)},
        (symbol,),
    )
    plain = Family("plain", {(False, False): font(SANS)}, ())
    title = Family("title", {(False, False): font(SLAB)}, (symbol,))
    base = Style("body", "body", size=9.0, min=7.0, leading=1.2)
    styles = {
        "body": base,
        "fixed": base._replace(name="fixed", min=9.0),
        "plain": base._replace(name="plain", font="plain"),
        "title": Style("title", "title", size=14.0, min=9.0, leading=1.1),
        "spaced": base._replace(name="spaced", tracking=0.2, case="upper", min=9.0),
        "low": base._replace(name="low", valign="bottom", min=9.0),
    }
    palette = {"ink": Color("#1d1d1b"), "paper": Color("#ffffff"), "rose": Color("#ee4466")}
    resources = Resources(
        {f.name: f for f in (body, plain, title)},
        {"square": SQUARE, "wide": WIDE, "drawn": DRAWN},
        {"photo.png": picture()},
        ("square", "wide", "drawn"),
        missing=("art/l.png",),
    )
    return Stylesheet(styles, palette, resources)


def ink(name: str = "", tracking: float = 0.0, missing: list[str] | None = None) -> Ink:
    """A typeface in black; characters that no font has are added to `missing`."""
    black, hear = Color("#1d1d1b"), ([] if missing is None else missing).append
    return Ink(font(name or SANS), (font("DejaVuSans"),), black, tracking, hear)


def card(name: str) -> Card:
    return Card(name, 1, {}, Record(name, {}), Map.empty(Span("cards.yaml", ord(name[0]) - 96, 3)))


def laid_out(
    bodies: dict[str, str], area: Size = CARD, bleed: int = 3_000
) -> tuple[list[PlacedFace], list[Diagnostic]]:
    """Faces of several cards, each given as what stands inside <face>."""
    whole = {
        name: body if body.lstrip().startswith("<face") else f"<face>{body}</face>"
        for name, body in bodies.items()
    }
    trees = {xml: parse(xml, [], {}, HERE) for xml in whole.values()}
    looks = list(trees)
    sides = [
        ComposedSide(card(name), FRONT, trees[xml], looks.index(xml)) for name, xml in whole.items()
    ]
    return lay_out(sides, area, bleed, stylesheet())


def lay(body: str, area: Size = CARD, bleed: int = 3_000) -> Face:
    """The face of what stands inside <face>; nothing may be said about it."""
    laid, found = laid_out({"a": body}, area, bleed)
    assert not found, "\n".join(map(text, found))
    return laid[0].face


def said(body: str, area: Size = CARD) -> str:
    """What is said about a face, without place and card:

    `code message | hint`, one line a finding.
    """
    _, found = laid_out({"a": body}, area)
    assert all(d.span == HERE and d.notes[0].message == 'card "a" is here' for d in found)
    return "\n".join(f"{d.code} {d.message}" + (f" | {d.hint}" if d.hint else "") for d in found)


def bounds(item: Item) -> Rect:
    """The rectangle of a shape that has straight sides only, or of an image."""
    if isinstance(item, Image):
        return item.area
    assert isinstance(item, Shape)
    numbers = [
        int(n) for n in item.path.replace("M", " ").replace("L", " ").replace("Z", " ").split()
    ]
    xs, ys = numbers[::2], numbers[1::2]
    return rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def rects(face: Face) -> list[Rect]:
    """The rectangles of all straight shapes, in millimetres where they are whole."""
    return [
        bounds(item)
        for item in walk(face.items)
        if isinstance(item, Shape) and "C" not in item.path
    ]


def mm(*values: float) -> tuple[int, ...]:
    return tuple(round(v * 1000) for v in values)


def runs(face: Face) -> list[Text]:
    return [item for item in walk(face.items) if isinstance(item, Text)]


def lines(face: Face) -> list[str]:
    """The text of each line, runs of one baseline joined by a bar."""
    found: dict[int, list[str]] = {}
    for run in runs(face):
        found.setdefault(run.y, []).append(run.text)
    return ["|".join(parts) for parts in found.values()]


def groups(face: Face) -> list[Group]:
    return [item for item in walk(face.items) if isinstance(item, Group)]


def em(text: str, name: str = SANS) -> float:
    """The width of a word in em."""
    return font(name).width(text) / font(name).units_per_em
