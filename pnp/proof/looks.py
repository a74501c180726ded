"""Compares the pages of a finished PDF with those expected by what is drawn, not by what is marked:
both are rasterised, and each place that shows something else is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from io import BytesIO
from typing import Any, NamedTuple

import pypdfium2 as _pypdfium2
from PIL import Image, ImageChops

from pnp.units.geometry import MM, PT, Rect, Size, rect, size

pypdfium2: Any = _pypdfium2  # it has no type information

COARSE, FINE = 150, 600
"""Dots an inch at which pages are compared, and then the places that differ."""
LEAST = 24
"""How much of 255 a channel must differ to count: more than smoothed edges do."""
SHIFT = 2
"""Fine dots (0.085 mm) that something may stand beside its place."""
MARGIN = 500
"""How far around a place that differs is looked at anew, in µm."""
THUMB, NEAR = 16, 16
"""Dots an inch at which the page that is most alike is looked for, and by how much of 255 it may
differ in the mean.
"""
_TURNS = (Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_270)
MAX_PIXELS = 120_000_000
"""Pixels of a page, or place, that are compared at a time."""


class Difference(NamedTuple):
    """A place of a page that shows something else than expected; both as pictures."""

    page: int
    place: Rect
    found: Image.Image
    expected: Image.Image


class UnreadablePages(ValueError):
    """The file cannot be rasterised."""


class Pages:
    """The pages of a PDF, rasterised when they are asked for."""

    def __init__(self, data: bytes) -> None:
        self._page: tuple[int, Any] | None = None
        try:
            self._pdf: Any = pypdfium2.PdfDocument(data)
            self._pdf.init_forms()
            self.sizes = [
                size(round(width * PT), round(height * PT))
                for width, height in (self._pdf.get_page_size(n) for n in range(len(self._pdf)))
            ]
        except (pypdfium2.PdfiumError, ValueError, OSError) as problem:
            raise UnreadablePages(str(problem)) from None

    def __len__(self) -> int:
        return len(self.sizes)

    def picture(self, number: int, dpi: float, place: Rect | None = None) -> Image.Image:
        """A page, counted from 0, or a place of it; annotations and form fields included."""
        width, height = self.sizes[number]
        area = place or rect(0, 0, width, height)
        scale = dpi / 72
        while area.width / PT * scale * area.height / PT * scale > MAX_PIXELS:
            scale /= 2
        crop = (
            area.x / PT,
            (height - area.bottom) / PT,
            (width - area.right) / PT,
            area.y / PT,
        )
        try:
            if self._page is None or self._page[0] != number:
                self._page = number, self._pdf[number]  # which is read once for all its places
            drawn = self._page[1].render(scale=scale, crop=crop, may_draw_forms=True)
            picture: Image.Image = drawn.to_pil().convert("RGB")
        except (pypdfium2.PdfiumError, ValueError, OSError) as problem:
            raise UnreadablePages(str(problem)) from None
        return picture


def differences(
    found: Pages, number: int, expected: Pages, other: int, areas: Sequence[Rect]
) -> Iterator[Difference]:
    """The places in which a page shows something else than another, one for each of the `areas`
    (the trims of its faces, in µm) and one for all that lies beside them.

    A difference counts if, at a fine resolution, it survives one pixel of erosion.
    """
    there, due = found.picture(number, COARSE), expected.picture(other, COARSE)
    upright = same_size(found.sizes[number], expected.sizes[other])
    mask = _mask(there, due)
    if (upright and mask.getbbox() is None) or _turned(there, due):
        return
    if not upright:
        yield Difference(number + 1, rect(0, 0, *expected.sizes[other]), there, due)
        return
    dot = PT * 72 / COARSE
    for area in areas:
        left, top = round(area.x / dot), round(area.y / dot)
        box = left, top, round(area.right / dot), round(area.bottom / dot)
        part = mask.crop(box)
        mask.paste(0, box)
        if inner := part.getbbox():
            edges = (left + inner[0], top + inner[1], left + inner[2], top + inner[3])
            yield from _judged(found, number, expected, other, edges)
    if rest := mask.getbbox():
        yield from _judged(found, number, expected, other, rest)


def _judged(
    found: Pages,
    number: int,
    expected: Pages,
    other: int,
    box: tuple[int, int, int, int],
) -> Iterator[Difference]:
    """The place within a box of coarse dots, if it differs at a fine resolution too."""
    place = _around(box, PT * 72 / COARSE).meet(rect(0, 0, *expected.sizes[other]))
    if place.width > 0 and place.height > 0:
        there, due = (
            pages.picture(n, FINE, place) for pages, n in ((found, number), (expected, other))
        )
        if _differ(there, due):
            yield Difference(number + 1, place, there, due)


def _around_each(picture: Image.Image, pick: Callable[..., Image.Image], reach: int) -> Image.Image:
    """For each dot the darkest (`ImageChops.darker`) or lightest that is so near; beyond the edges
    all is black.
    """
    width, height = picture.size
    for across, down in ((1, 0), (0, 1)):
        line = picture
        for n in (*range(-reach, 0), *range(1, reach + 1)):
            x, y = n * across, n * down
            line = pick(line, picture.crop((x, y, width + x, height + y)))
        picture = line
    return picture


def _eroded(mask: Image.Image) -> tuple[int, int, int, int] | None:
    """The box of what is left of a mask after one pixel of erosion, from its edges too."""
    return _around_each(mask, ImageChops.darker, 1).getbbox()


def _differ(one: Image.Image, other: Image.Image) -> bool:
    """Whether fine pictures differ by more than that something stands a hair's breadth beside its
    place: programs round the coordinates that they write.
    """
    box = _eroded(_mask(one, other))
    if box is None:
        return False
    left, top, right, bottom = box
    around = left - 2 * SHIFT, top - 2 * SHIFT, right + 2 * SHIFT, bottom + 2 * SHIFT
    one, other = one.crop(around), other.crop(around)
    strays = ImageChops.lighter(_strays(one, other), _strays(other, one))
    return _eroded(strays) is not None


def _strays(one: Image.Image, other: Image.Image) -> Image.Image:
    """White where a picture has a colour that another has nowhere near."""
    low, high = (_around_each(other, p, SHIFT) for p in (ImageChops.darker, ImageChops.lighter))
    darker, lighter = ImageChops.subtract(low, one), ImageChops.subtract(one, high)
    return _either(ImageChops.lighter(darker, lighter))


def _turned(one: Image.Image, other: Image.Image) -> bool:
    """Whether a picture is another turned by quarters: the same sheet of paper."""
    turns = (one.transpose(way) for way in _TURNS)
    alike = (turn for turn in turns if _close(turn.size, other.size))
    return any(_mask(turn, other).getbbox() is None for turn in alike)


def _close(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True))


def same_size(one: Size, other: Size) -> bool:
    """Whether two pages have one size, to half a millimetre."""
    return all(abs(a - b) <= MM // 2 for a, b in zip(one, other, strict=True))


def _around(box: Sequence[int], dot: float) -> Rect:
    left, top, right, bottom = (round(edge * dot) for edge in box)
    x, y = max(0, left - MARGIN), max(0, top - MARGIN)
    return rect(x, y, right + MARGIN - x, bottom + MARGIN - y)


def _mask(one: Image.Image, other: Image.Image) -> Image.Image:
    """White where two pictures differ, in any channel."""
    if one.size != other.size:
        other = other.resize(one.size)
    return _either(ImageChops.difference(one, other))


def _either(picture: Image.Image) -> Image.Image:
    """White where any channel of a picture has so much that it counts."""
    return reduce(ImageChops.lighter, picture.split()).point(lambda value: 255 * (value >= LEAST))


def most_alike(found: Pages, number: int, expected: Sequence[Pages]) -> tuple[int, int] | None:
    """The document and page among those expected that a page looks most like; None where none
    has its size and comes near.
    """
    thumb = found.picture(number, THUMB).convert("L")
    best: tuple[float, int, int] | None = None
    for document, pages in enumerate(expected):
        for other, other_size in enumerate(pages.sizes):
            if same_size(found.sizes[number], other_size):
                picture = pages.picture(other, THUMB).convert("L").resize(thumb.size)
                histogram = ImageChops.difference(thumb, picture).histogram()
                apart = sum(value * count for value, count in enumerate(histogram))
                best = min(best or (apart, document, other), (apart, document, other))
    near = best is not None and best[0] <= NEAR * thumb.width * thumb.height
    return best[1:] if best is not None and near else None


def beside(difference: Difference) -> bytes:
    """A PNG of what is there, what was expected, and where these differ in red."""
    one, other = difference.found, difference.expected.resize(difference.found.size)
    pale = Image.blend(one, Image.new("RGB", one.size, "white"), 0.7)
    pale.paste((214, 0, 0), mask=_mask(one, other))
    gap = 20
    sheet = Image.new("RGB", (3 * one.width + 2 * gap, one.height), "white")
    for index, picture in enumerate((one, other, pale)):
        sheet.paste(picture, (index * (one.width + gap), 0))
    out = BytesIO()
    sheet.save(out, "PNG")
    return out.getvalue()
