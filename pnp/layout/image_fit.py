"""Takes the attributes of an `<image>` and the proportions of its picture; gives where the picture
lies, what of it is seen, and what stands in for one that is missing.
"""

from __future__ import annotations

from functools import lru_cache
from math import floor
from typing import NamedTuple

from pnp.assets import paths
from pnp.assets.fonts import Typeface
from pnp.compose.markup import Element
from pnp.face import Group, Item, Shape, Stroke
from pnp.layout.context import (
    ANCHORS,
    LayoutContext,
    LayoutProblem,
    choice,
    number,
    point,
    share,
    wrong,
)
from pnp.units.color import Color
from pnp.units.geometry import INCH, Rect, Transform, Um, rect

FITS = ("cover", "contain", "stretch", "trim")
MOST_ZOOM = 20
BLEEDS = (3_000, 3_175)
"""What print shops ask for: 3 mm, or an eighth of an inch."""
CLOSE = 500
"""Micrometres by which finished art may differ in its proportions: whole pixels do not come out
even, and print shops round (36 pixels for an eighth of an inch at 300 dpi).
"""
ALIKE = 200
"""Micrometres within which two sheets have the proportions of one picture, as those of square cards
have.
"""
_DPI = 300
_PAPER, _INK = Color("#f2f2f2"), Color("#555555")
_LINE = Um(250)
_HIGH = 4_000
"""The size of type of the name that stands in for a picture, where there is room."""
_LETTERS = 40
"""Letters of its name that are shown, the last ones."""
_FAMILY = "body"


class Placed(NamedTuple):
    """Where the whole picture lies, and the part of that which is seen."""

    whole: Rect
    seen: Rect


def place(
    context: LayoutContext, element: Element, area: Rect, pixels: tuple[int, int], dpi: float | None
) -> Placed:
    """A picture of so many pixels in a box. Raises LayoutProblem."""
    fit = choice(element, "fit", "cover", FITS)
    if fit == "trim":
        area = _finished(context, element, area, pixels, dpi)
    width, height = area.size
    if fit != "stretch":
        ratios = area.width / pixels[0], area.height / pixels[1]
        ratio = min(ratios) if fit == "contain" else max(ratios)
        width, height = Um(round(pixels[0] * ratio)), Um(round(pixels[1] * ratio))
    zoom = number(element, "zoom", 1.0, 1, MOST_ZOOM)
    width, height = Um(round(width * zoom)), Um(round(height * zoom))
    left, top = _position(element, area, width, height)
    whole = rect(left, top, width, height)
    if fit in ("cover", "trim"):
        return Placed(whole, area)
    x, y = max(left, area.x), max(top, area.y)
    right, bottom = min(whole.right, area.right), min(whole.bottom, area.bottom)
    if right < x or bottom < y:
        value = element.attrs["position"]
        raise wrong(element, "position", value, " moves the picture out of its box")
    return Placed(whole, rect(x, y, right - x, bottom - y))


def _position(element: Element, area: Rect, width: int, height: int) -> tuple[int, int]:
    """The left top corner of a picture by CSS's object-position: a share is the point of the
    picture that lies on the same point of the box, a length how far their edges are apart.
    """
    value = element.attrs.get("position", "center")
    room = rect(area.x, area.y, area.width - width, area.height - height)
    words = value.split()
    named = ANCHORS.get("-".join(words)) or ANCHORS.get("-".join(words[::-1]))
    if named:
        across, down = named
        return room.x + floor(room.width * across), room.y + floor(room.height * down)
    return point(element, "position", value, room, 'such as position="30% 20%" or position="top"')


def radius(element: Element, area: Rect) -> int:
    """How round the corners are: a length, or a share of the shorter side."""
    value = element.attrs.get("radius", "0")
    found = share(element, "radius", value, min(area.width, area.height))
    if found < 0:
        raise wrong(element, "radius", value, " is negative")
    return found


def _finished(
    context: LayoutContext,
    element: Element,
    area: Rect,
    pixels: tuple[int, int],
    dpi: float | None,
) -> Rect:
    """The trim, or the trim and the bleed that a picture has of its own, whichever has its
    proportions; where both have, that which fits its resolution better.

    Raises LayoutProblem (P406) for a picture that has neither.
    """
    bleeds = dict.fromkeys((0, *BLEEDS, context.bleed))
    off = {sheet: abs(_off(sheet, pixels)) for sheet in (area.inset(-bleed) for bleed in bleeds)}
    best = min(off, key=lambda sheet: off[sheet])
    if off[best] > CLOSE:
        raise _misfit(context, element, area, pixels)
    alike = [sheet for sheet, by in off.items() if by <= off[best] + ALIKE]
    if area in alike and len(alike) > 1:
        return min(alike, key=lambda sheet: _strange(pixels[0] * INCH / sheet.width, dpi))
    return best


def _off(sheet: Rect, pixels: tuple[int, int]) -> int:
    """How much wider than a sheet a picture is that is as high."""
    return round(sheet.height * pixels[0] / pixels[1]) - sheet.width


def _strange(found: float, dpi: float | None) -> float:
    """How far a resolution is from the one that a file states, or from the next multiple of that
    of printers.
    """
    wanted = dpi or _DPI * max(1, round(found / _DPI))
    return abs(found / wanted - 1)


def _misfit(
    context: LayoutContext, element: Element, area: Rect, pixels: tuple[int, int]
) -> LayoutProblem:
    off = _off(area, pixels)
    with_bleed = area.inset(-(context.bleed or BLEEDS[0]))
    message = (
        f"the picture is {(area.width + off) / 1000:.4g} × {_mm(area.height)} mm at this height,"
        f" {_mm(area.width)} × {_mm(area.height)} or {_mm(with_bleed.width)} ×"
        f" {_mm(with_bleed.height)} expected: {abs(off) / 1000:.3g} mm too"
        f" {'wide' if off > 0 else 'narrow'}"
    )
    turned = pixels[1], pixels[0]
    hint = (
        "export it in the size of the card, or with its bleed; in a list of cards (cards: DECK.yaml"
        " in place of art/*.png) focus_x: 50 cuts it to the card"
    )
    if min(abs(_off(sheet, turned)) for sheet in (area, with_bleed)) <= CLOSE:
        hint = "it lies on its side: turn it by 90°, or turn the size of the cards"
    return LayoutProblem(element, message, hint, "P406")


def _mm(length: int) -> str:
    return f"{length / 1000:g}"


# --- what is missing


def placeholder(context: LayoutContext, element: Element, area: Rect) -> Group:
    """A crossed box with the name of the file that is missing, as outlines: what is said of
    texts is not said of it.
    """
    x, y, right, bottom = area.x, area.y, area.right, area.bottom
    cross = paths.line(x, y, right, bottom) + paths.line(x, bottom, right, y)
    line = Stroke(_INK, _LINE)
    items: list[Item] = [
        Shape(paths.rectangle(area), _PAPER, line),
        Shape(cross, None, line),
        *_name(context, element.attrs.get("src", ""), area),
    ]
    return Group(tuple(items), None, paths.rectangle(area), 1.0, element.origin)


def _name(context: LayoutContext, src: str, area: Rect) -> list[Item]:
    """The name of a file across a box, on a ground of its own."""
    fonts = context.stylesheet.resources.label_fonts(_FAMILY)
    name = src[-_LETTERS:].rpartition("/")[2]
    if not fonts or not name:
        return []
    run, em = fonts[0].shape(name), fonts[0].units_per_em
    scale = min(_HIGH / em, area.width * 0.9 / max(1, run.width), area.height / 2 / em)
    x = area.x + (area.width - run.width * scale) / 2
    y = area.y + area.height / 2 + fonts[0].cap_height * scale / 2
    ground = rect(*(round(v) for v in (x, y - em * scale, run.width * scale, em * 1.4 * scale)))
    items: list[Item] = [Shape(paths.rectangle(ground), _PAPER)]
    for glyph, kerning in zip(run.glyphs, run.adjust, strict=True):
        if path := _outline(fonts[0], glyph):
            items.append(Group((Shape(path, _INK),), Transform(scale, 0, 0, -scale, x, y)))
        x += (fonts[0].advance(glyph) + kerning) * scale
    return items


@lru_cache(maxsize=256)
def _outline(font: Typeface, glyph: int) -> str:
    return paths.canonical(font.outline(glyph), 1)
