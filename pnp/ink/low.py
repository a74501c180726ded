"""Draws a face in pale fills: every big dark fill becomes a tint of its own hue with an outline,
and what was light on it becomes dark.

What a fill means is said by its tint, its outline and what stands on it; letters, patterns and
icons stay. Items are taken in painting order, as the contrast rule takes them, so that each is
judged on what lies under it, in full ink and in low.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from colorsys import hls_to_rgb, rgb_to_hls
from functools import lru_cache
from itertools import product
from math import inf, pi
from typing import NamedTuple

from pnp.assets import paths, plain
from pnp.assets.path_geometry import covers, extent, is_rectangle
from pnp.face import Face, Group, Image, Item, Shape, Stroke, Text, inner
from pnp.units.color import INK, WHITE, Color, contrast, luminance, mixed, of_rgb, rgb
from pnp.units.geometry import IDENTITY, PT, Rect, Transform, Um, around, rect

BIG = 30_000_000
"""Square micrometres from which a fill is big: 30 mm², a disc of 6 mm."""
BIG_SHARE = 0.08
"""The share of a small piece from which a fill is big."""
PART_SHARE, PART_PALE = 0.085, 0.66
"""A colour none of whose fills takes more than this share of a face may keep a tint this dark:
light and dark parts of a drawing stay apart, and people keep their complexion.
"""
SPOT = 4_000_000
"""Square micrometres from which a compact fill goes with the big ones of its colour, as an ear
with its face.
"""
BAND = 2_500
"""Micrometres: what is narrower on average, by twice its area over its edge, is a frame or a
narrow band; it stays strong, not black.
"""
THIN = 1_000
"""Micrometres: what is still narrower is a line or a mark."""
OUTLINE = 250
"""Micrometres: the outline of a paled fill is a hairline (see `layout.shapes`)."""
IMAGE_OPACITY = 0.45
FOLLOWING = 8
"""Items among which is looked for what lies on an icon: it is drawn soon after it."""
CELLS = 12
"""Parts into which a face is divided across and down, so that only what is near is asked what
lies under a point.
"""
PALE = 0.85
"""The luminance of the tint that stands for black: a tenth of its ink or less.

Lighter colours get lighter tints.
"""
TEXT, FORM, DECOR = 4.5, 3.0, 1.8
"""WCAG 2.1 contrasts: of small text (1.4.3), of what carries meaning (1.4.11); and one below
which a shape is mere decoration.
"""


class _Ground(NamedTuple):
    """What has been painted: its bounds on the face, its outline (None: all of the bounds) and
    map, its colours in full and low ink.
    """

    area: Rect
    outline: str | None
    transform: Transform
    full: Color
    low: Color
    opacity: float

    def under(self, x: float, y: float) -> bool:
        """Whether a point of the face lies on it."""
        left, top, width, height = self.area
        if not (left <= x <= left + width and top <= y <= top + height):
            return False
        return self.outline is None or covers(self.outline, self.transform, x, y)


class _Place(NamedTuple):
    """Where items are drawn: their map to the face, their opacity, whether they are parts of an
    icon, and of one that something lies on.
    """

    transform: Transform = IDENTITY
    opacity: float = 1.0
    icon: bool = False
    badge: bool = False


def in_pale(face: Face) -> tuple[Item, ...]:
    """The items of a face in low ink."""
    return _Printer(face).items(face.items, _Place())


class _Printer:
    """Walks a face in painting order and remembers what has been painted."""

    def __init__(self, face: Face) -> None:
        surface = face.size.width * face.size.height
        self.big = min(BIG, BIG_SHARE * surface)
        self.face = face
        largest: dict[Color, float] = {}
        for fill, area, edges in _fills(face.items, IDENTITY):
            if area >= self.big and 2 * area >= BAND * edges:
                largest[fill] = max(largest.get(fill, 0.0), area)
        self.tints = {
            color: pale(color, PART_PALE if area < PART_SHARE * surface else PALE)
            for color, area in largest.items()
        }
        self.cells: dict[tuple[int, int], list[_Ground]] = defaultdict(list)
        """What has been painted, by the parts of the face that it touches: a board has thousands
        of items.
        """

    def items(self, items: tuple[Item, ...], place: _Place) -> tuple[Item, ...]:
        under = _halos(items) if place.icon else frozenset()
        badges = frozenset() if place.icon else _badges(items)
        badge = place._replace(badge=True)
        return tuple(
            item if n in under else self._item(item, badge if n in badges else place)
            for n, item in enumerate(items)
        )

    def _item(self, item: Item, place: _Place) -> Item:
        if type(item) is Text:
            return self._text(item, place)
        if type(item) is Shape:
            return self._shape(item, place)
        if type(item) is Image:
            self._paint(item.area, None, WHITE, WHITE, place._replace(opacity=IMAGE_OPACITY))
            return Group((item,), None, None, IMAGE_OPACITY, item.origin)
        assert type(item) is Group
        if item.drawing:
            self._paint(_box(item), None, WHITE, WHITE, place._replace(opacity=IMAGE_OPACITY))
            return Group((item,), None, None, IMAGE_OPACITY, item.origin)
        return self._group(item, place)

    def _group(self, item: Group, place: _Place) -> Item:
        within = place._replace(
            transform=inner(item, place.transform), opacity=place.opacity * item.opacity
        )
        if item.clip is not None and (shape := _pattern_shape(item)):
            return self._pattern(item, item.clip, shape, within)
        within = within._replace(icon=place.icon or _is_icon(item))
        return item._replace(items=self.items(item.items, within))

    def _text(self, item: Text, place: _Place) -> Text:
        x, y = place.transform.point(item.x + item.width / 2, item.y - item.size * PT * 0.35)
        full, low = self._behind(x, y)
        if full == low or contrast(item.color, low) >= min(TEXT, contrast(item.color, full)):
            return item
        # What was light on a dark ground gets its colour where that is dark enough, else ink.
        return item._replace(color=full if contrast(full, low) >= TEXT else INK)

    def _pattern(self, item: Group, clip: str, shape: Shape, place: _Place) -> Item:
        """A pattern as light as may be: 3:1 on its ground, or as faint as it was."""
        assert shape.fill is not None
        area = paths.bounds(clip)
        full, low = self._behind(*_middle(area, place.transform))
        color = own = plain(shape.fill)
        light = luminance(full) > luminance(color)
        if full != low or (light and _extent(clip, place.transform)[0] >= self.big):
            least = min(FORM, max(contrast(color, full), 1.25))
            if (
                light or contrast(color, low) < least
            ):  # a light one whose ground stays strong is seen as it is, and costs nothing
                if not light and not has_hue(color):
                    color = darkened(full, low, least)
                color = lightened(darkened(color, low, least), low, least)
        self._paint(area, clip, mixed(full, own, 0.4), mixed(low, color, 0.4), place)
        return item._replace(items=(shape._replace(fill=color),))

    def _shape(self, item: Shape, place: _Place) -> Shape:
        area = paths.bounds(item.path)
        full, low = self._behind(*_middle(area, place.transform))
        stroke, fill = item.stroke, item.fill and plain(item.fill)
        if stroke is not None:
            stroke = stroke._replace(color=_line(stroke.color, full, low))
        if fill is None:
            return item._replace(stroke=stroke)
        made = self._fill(item.path, fill, full, low, place)
        # A light edge on a dark fill is none on a pale one.
        edged = stroke is not None and (
            fill == made or not contrast(stroke.color, fill) >= DECOR > contrast(stroke.color, made)
        )
        if not edged and self._wants_outline(item.path, area, fill, made, place):
            color = darkened(fill if made != fill or has_hue(fill) else full, made, FORM)
            width = Um(max(1, round(OUTLINE / max(_scale(place.transform), 1e-6))))
            stroke = stroke._replace(color=color) if stroke else Stroke(color, width)
        self._paint(area, item.path, fill, made, place)
        return item._replace(fill=made, stroke=stroke)

    def _fill(self, path: str, fill: Color, full: Color, low: Color, place: _Place) -> Color:
        """What stands for a fill: its tint when it is big, a dark shade when it is a mark that
        was light on what is pale now.
        """
        surface, edges = _extent(path, place.transform)
        thin, band = 2 * surface < THIN * edges, 2 * surface < BAND * edges
        compact = 4 * pi * surface > 0.3 * edges * edges
        if place.badge and compact and surface >= self.big and luminance(fill) > luminance(full):
            # a light ground, no light mark: dark it would cost the ink that is to be saved, and
            # hide what lies on it
            return fill
        large = surface >= self.big
        paled = (large and not band) or (compact and surface >= SPOT)
        if paled and fill in self.tints and not place.icon:
            return self.tints[fill]
        made = _mark(fill, full, low) if place.icon or thin else fill
        return lightened(made, low, TEXT) if large else made

    def _wants_outline(
        self, path: str, area: Rect, fill: Color, made: Color, place: _Place
    ) -> bool:
        """Whether a fill needs an edge: its edge was plain to see and is no more.

        Not what is the face's own ground.
        """
        if place.opacity < 1:
            return False
        whole = rect(0, 0, *self.face.size)
        if place.transform.bounds(area).contains(whole) and is_rectangle(path):
            return False
        middle = area.y + area.height / 2
        for x in (area.x + area.width / 2, area.x, area.right):
            full, low = self._behind(*place.transform.point(x, middle))
            if contrast(fill, full) >= DECOR > contrast(made, low):
                return True
        return False

    def _paint(
        self, area: Rect, outline: str | None, full: Color, low: Color, place: _Place
    ) -> None:
        transform = place.transform
        if outline is not None and is_rectangle(outline) and not (transform.b or transform.c):
            outline = None
        bounds = transform.bounds(area)
        ground = _Ground(bounds, outline, transform, full, low, place.opacity)
        left, top = self._cell(bounds.x, bounds.y)
        right, bottom = self._cell(bounds.right, bounds.bottom)
        for cell in product(range(left, right + 1), range(top, bottom + 1)):
            self.cells[cell].append(ground)

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        """The part of the face that holds a point; the outer ones reach on beyond it."""
        across, down = (
            min(max(int(at * CELLS // max(length, 1)), 0), CELLS - 1)
            for at, length in zip((x, y), self.face.size, strict=True)
        )
        return across, down

    def _behind(self, x: float, y: float) -> tuple[Color, Color]:
        """The colours of a point in full and in low ink."""
        layers: list[_Ground] = []
        for ground in reversed(self.cells[self._cell(x, y)]):
            if ground.under(x, y):
                layers.append(ground)
                if ground.opacity >= 1:
                    break
        full = low = WHITE
        for ground in reversed(layers):
            full = mixed(full, ground.full, ground.opacity)
            low = mixed(low, ground.low, ground.opacity)
        return full, low


def _is_icon(group: Group) -> bool:
    """Whether a group is an icon: shapes alone, scaled from units of their own."""
    if group.clip is not None or group.transform is None:
        return False
    a, b, c, d, _, _ = group.transform
    return abs(a * d - b * c - 1) > 0.04 and all(type(part) is Shape for part in group.items)


def _badges(items: tuple[Item, ...]) -> frozenset[int]:
    """Which items are icons with something on them, wholly within their bounds: a badge with its
    sign.
    """
    found = set()
    for n, item in enumerate(items):
        if type(item) is Group and _is_icon(item):
            outer = _box(item)
            boxes = map(_box, items[n + 1 : n + 1 + FOLLOWING])
            if any(
                box.width * box.height < outer.width * outer.height and outer.contains(box)
                for box in boxes
            ):
                found.add(n)
    return frozenset(found)


def _box(item: Item) -> Rect:
    """The bounds of what an item paints, without the width of lines."""
    if type(item) is Text:
        height = round(item.size * PT)
        return rect(item.x, item.y - height, item.width, height)
    if type(item) is Image:
        return item.area
    if type(item) is Shape:
        return paths.bounds(item.path)
    assert type(item) is Group
    boxes = (
        [paths.bounds(item.clip)] if item.clip is not None else [_box(part) for part in item.items]
    )
    inner = around(boxes) if boxes else rect(0, 0, 0, 0)
    return item.transform.bounds(inner) if item.transform else inner


def _halos(parts: tuple[Item, ...]) -> frozenset[int]:
    """Which parts of an icon are the edge that `layout.shapes` draws under it: a line alone, its
    path drawn again later.
    """
    last = {part.path: n for n, part in enumerate(parts) if type(part) is Shape}
    return frozenset(
        n
        for n, part in enumerate(parts)
        if type(part) is Shape and part.fill is None and n < last[part.path]
    )


def _pattern_shape(group: Group) -> Shape | None:
    """The shape of a group that is a pattern: one filled shape behind a clip, no plain ground."""
    first = group.items[0] if len(group.items) == 1 else None
    if group.clip is None or type(first) is not Shape or first.fill is None:
        return None
    return None if is_rectangle(first.path) else first


def _fills(
    items: tuple[Item, ...], transform: Transform, most: float = inf
) -> Iterator[tuple[Color, float, float]]:
    """The fill of every shape that is no part of an icon or pattern, its area on the face as far
    as a clip shows it, and the length of its edge.
    """
    for item in items:
        if type(item) is Shape and item.fill:
            area, edges = _extent(item.path, transform)
            yield plain(item.fill), min(area, most), edges
        elif (
            type(item) is Group
            and not item.drawing
            and not _pattern_shape(item)
            and not _is_icon(item)
        ):
            within = inner(item, transform)
            room = inf if item.clip is None else _extent(item.clip, within)[0]
            yield from _fills(item.items, within, min(most, room))


def _extent(path: str, transform: Transform) -> tuple[float, float]:
    """The area of an outline and the length of its edge on the face."""
    (area, edges), scale = extent(path), _scale(transform)
    return area * scale * scale, edges * scale


def _scale(transform: Transform) -> float:
    """How much longer lengths become on the face."""
    a, b, c, d, _, _ = transform
    return float(abs(a * d - b * c) ** 0.5)


def _middle(area: Rect, transform: Transform) -> tuple[float, float]:
    return transform.point(area.x + area.width / 2, area.y + area.height / 2)


def _line(color: Color, full: Color, low: Color) -> Color:
    """The colour of a line or mark on a ground that has changed: as it was where it is still
    seen, else dark, or faint if it was faint.
    """
    was = contrast(color, full)
    if full == low:
        return color
    if was < DECOR:
        return lightened(darkened(color, low, was), low, max(was, 1.2))
    if contrast(color, low) >= min(was, FORM):
        return color
    return (
        darkened(color, low, FORM)
        if has_hue(color)
        else darkened(full, low, max(FORM, min(was, TEXT)))
    )


def _mark(color: Color, full: Color, low: Color) -> Color:
    """The fill of an icon or a thin shape: as a line, but what is told by its hue keeps it and
    gets an outline.
    """
    return color if has_hue(color) and contrast(color, full) >= DECOR else _line(color, full, low)


def _with_lightness(color: Color, lightness: float) -> Color:
    hue, _, saturation = rgb_to_hls(*rgb(color))
    return of_rgb(hls_to_rgb(hue, lightness, saturation))


@lru_cache(maxsize=4096)
def pale(color: Color, least: float = PALE) -> Color:
    """The tint that stands for a fill, `least` being the luminance of the one for black.

    Hue and saturation (HSL) stay, and what was lighter than another colour still is.
    """
    light = luminance(color)
    middle = (1 + least) / 2
    wanted = least + (middle - least) * light / least if light < least else (light + 1) / 2
    _, high = _bisected(
        color, rgb_to_hls(*rgb(color))[1], 1.0, lambda shade: luminance(shade) < wanted
    )
    return _with_lightness(color, high)


@lru_cache(maxsize=4096)
def darkened(color: Color, ground: Color, least: float) -> Color:
    """The lightest shade of a colour, of the same hue, with this contrast to a light ground;
    itself where it has it, ink where none has.
    """
    if contrast(color, ground) >= least and luminance(color) < luminance(ground):
        return color
    low, high = 0.0, rgb_to_hls(*rgb(color))[1]
    if contrast(_with_lightness(color, low), ground) < least:
        return INK
    return _with_lightness(color, _bisected(color, low, high, _legible(ground, least))[0])


@lru_cache(maxsize=4096)
def lightened(color: Color, ground: Color, least: float) -> Color:
    """The lightest tint of a dark colour that keeps this contrast to a light ground; the colour
    itself where it has less already.
    """
    if contrast(color, ground) <= least or luminance(color) >= luminance(ground):
        return color
    low = rgb_to_hls(*rgb(color))[1]
    return _with_lightness(color, _bisected(color, low, 1.0, _legible(ground, least))[0])


def _legible(ground: Color, least: float) -> Callable[[Color], bool]:
    """Whether a colour is darker than the ground and has this contrast to it."""
    return lambda shade: contrast(shade, ground) >= least and luminance(shade) < luminance(ground)


def _bisected(
    color: Color, low: float, high: float, fits: Callable[[Color], bool]
) -> tuple[float, float]:
    """Bounds of the lightness up to which a colour fits."""
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(_with_lightness(color, middle)) else (low, middle)
    return low, high


def has_hue(color: Color) -> bool:
    """Whether a colour is told by its hue rather than as white, grey or black."""
    parts = rgb(color)
    return max(parts) - min(parts) > 0.3
