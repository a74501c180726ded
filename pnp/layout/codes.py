"""Draws the elements of texts that machines read: QR codes and barcodes, each as one path on a
ground that is its quiet zone as well.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import Any

from pnp.assets.paths import rectangle
from pnp.compose.markup import Element
from pnp.face import Item, Shape
from pnp.layout.context import (
    PLACED,
    LayoutContext,
    LayoutProblem,
    choice,
    element_type,
    extent,
    length,
)
from pnp.units.color import Color, luminance
from pnp.units.geometry import Rect, Um, millimetres, rect

MODULE = 330
"""Micrometres that a module of a QR code needs: four dots at 300 dpi (DENSO WAVE, "Point for
setting the module size").
"""
BAR, NOMINAL_BAR = 264, 330
"""Micrometres: the width of the narrowest bar at 80 % and at 100 % of the nominal size (GS1 General
Specifications, X-dimension of EAN and UPC).
"""
QUIET = 4
"""Modules that stay light around a QR code (ISO/IEC 18004)."""
CONTRAST = 0.4
"""The least difference of reflectance between light and dark (ISO/IEC 15415 and 15416, grade C)."""
_LEVELS = ("L", "M", "Q", "H")
_MODES = {
    "numeric": (re.compile(r"[0-9]+"), 3, 10),
    "alphanumeric": (re.compile(r"[0-9A-Z $%*+\-./:]+"), 2, 11),
    "byte": (re.compile(r".*", re.DOTALL), 1, 8),
}
"""What a QR code packs: so many characters of a kind into so many bits."""
_KINDS = {
    "ean-13": ("ean13", 13, 11, 7),
    "ean-8": ("ean8", 8, 7, 7),
    "upc-a": ("upca", 12, 9, 9),
    "code-128": ("code128", 0, 10, 10),
}
"""The name in python-barcode, how many digits there are (0: any text), and the modules that stay
light on the left and on the right (GS1 General Specifications).
"""
_DARK_ON_LIGHT = "print dark on light, such as black on white"
_BARS = 'for example type="ean-13" height="12mm"'


def _content(element: Element) -> str:
    """The text that a code holds, without blanks around it."""
    parts = []
    for child in element.children:
        if isinstance(child, Element):
            message = f"<{child.tag}> cannot stand inside <{element.tag}>"
            raise LayoutProblem(child, message, "a code holds text only", "P304")
        parts.append(child)
    text = "".join(parts).strip()
    if not text:
        hint = f"write it between <{element.tag}> and </{element.tag}>, or put {{% if … %}} around"
        raise LayoutProblem(element, f"the text of the <{element.tag}> is empty", hint, "P371")
    return text


def _ground(context: LayoutContext, element: Element, area: Rect, red: bool) -> tuple[Item, Color]:
    """The light ground of a code, and the colour of what is dark on it; `red` says that scanners
    look with red light.
    """
    names = element.attrs.get("background", "white"), element.attrs.get("color", "black")
    light, dark = (context.color(element, name) for name in names)
    seen = [Color(f"#{color[1:3] * 3}") if red else color for color in (light, dark)]
    if luminance(seen[0]) - luminance(seen[1]) < CONTRAST:
        where = " in the red light of scanners" if red else ""
        message = f"the <{element.tag}> in {dark} on {light} has too little contrast{where}"
        raise LayoutProblem(element, message, _DARK_ON_LIGHT, "P372")
    return Shape(rectangle(area), light, None, element.origin), dark


def _blocks(rows: tuple[bytes, ...], area: Rect) -> str:
    """The path of the dark modules of equal rows that fill an area; each edge is rounded to
    micrometres by itself, so that neighbours touch.
    """
    down, across = len(rows), len(rows[0])
    path = []
    for n, row in enumerate(rows):
        top, bottom = (area.y + round(area.height * k / down) for k in (n, n + 1))
        end = 0
        for dark, run in groupby(row):
            start, end = end, end + len(list(run))
            left, right = (area.x + round(area.width * k / across) for k in (start, end))
            path.append(rectangle(rect(left, top, right - left, bottom - top)) if dark else "")
    return "".join(path)


# --- QR codes


def _qr_size(
    _context: LayoutContext, element: Element, aw: int | None, ah: int | None
) -> tuple[int, int]:
    """Width and height of a QR code: a square unless it is told both."""
    width, height = extent(element, "width", aw), extent(element, "height", ah)
    side = length(element, "size") or width or height
    if not side:
        raise LayoutProblem(element, "a QR code needs a size", 'for example size="18mm"')
    return width or side, height or side


@element_type("qr", f"{PLACED} size level color background", measure=_qr_size, holds="text")
def qr(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """A QR code of the element's text, as large as its box allows, quiet zone included, centred
    in it.
    """
    text, level = _content(element), choice(element, "level", "M", _LEVELS)
    side = min(area.width, area.height)
    most = min(40, (side // MODULE - 2 * QUIET - 17) // 4)
    rows = _modules(text, level)
    if rows is None or most < 1 or len(rows) > 17 + 4 * most:
        raise _too_long(element, text, level, side, most, len(rows or ()))
    left, top = area.x + (area.width - side) // 2, area.y + (area.height - side) // 2
    whole = rect(left, top, side, side)
    ground, dark = _ground(context, element, whole, red=False)
    quiet = Um(round(side * QUIET / (len(rows) + 2 * QUIET)))
    out += (ground, Shape(_blocks(rows, whole.inset(quiet)), dark, None, element.origin))


@lru_cache(maxsize=1024)
def _modules(text: str, level: str) -> tuple[bytes, ...] | None:
    """The rows of the least QR code that holds a text, without quiet zone, a byte a module, 1 for
    dark; None for a text that none holds.
    """
    import segno  # only here: most games have no code

    try:
        code = segno.make(text, level, mode=_mode(text), encoding="utf-8", micro=False)
    except segno.DataOverflowError:
        return None
    return tuple(map(bytes, code.matrix))


def _mode(text: str) -> str:
    return next(mode for mode, (pattern, _, _) in _MODES.items() if pattern.fullmatch(text))


def _capacity(text: str, level: str, version: int) -> int:
    """How many characters of a text's kind a QR code of a version holds."""
    from segno import consts as tables

    consts: Any = tables
    _, characters, bits = _MODES[_mode(text)]
    mode = consts.MODE_MAPPING[_mode(text)]
    lengths = consts.CHAR_COUNT_INDICATOR_LENGTH[mode]
    ranges = consts.VERSION_RANGE_01_09, consts.VERSION_RANGE_10_26, consts.VERSION_RANGE_27_40
    head = 4 + lengths[ranges[(version > 9) + (version > 26)]]
    room = consts.SYMBOL_CAPACITY[version][consts.ERROR_MAPPING[level]] - head
    return int(room * characters // bits)


def _too_long(
    element: Element, text: str, level: str, side: int, version: int, modules: int
) -> LayoutProblem:
    """The problem of a text that a code of a size cannot hold."""
    least = (17 + 4 + 2 * QUIET) * MODULE
    if version < 1:
        message = f"a QR code of {millimetres(side)} is too small for any text"
        hint = f"make it {millimetres(least)} or more, so that each module has 0.33 mm"
        return LayoutProblem(element, message, hint, "P370")
    count, what = len(text), "characters"
    if not text.isascii():
        count, what = len(text.encode()), "bytes of UTF-8"
    fits = _capacity(text, level, version)
    message = (
        f"the text of the QR code has {count:,} {what}; at {millimetres(side)} and level {level}"
        f" it holds {fits:,}"
    )
    ways = ["shorten it"]
    if modules:  # else no code holds it
        ways.append(f"make the code {millimetres((modules + 2 * QUIET) * MODULE)}")
    if level != "L" and _capacity(text, "L", version) >= count:
        ways.append('write level="L"')
    return LayoutProblem(element, message, ", or ".join(ways), "P370")


# --- barcodes


@lru_cache(maxsize=1024)
def _bars(name: str, text: str) -> bytes:
    """The modules of a barcode from left to right, 1 for dark."""
    import barcode

    return bytes(map(int, barcode.get(name, text).build()[0]))


def _barcode(element: Element) -> tuple[bytes, int, int]:
    """The modules of an element's barcode, and those that stay light on its left and right."""
    if "type" not in element.attrs:
        raise LayoutProblem(element, "a barcode needs a type", _BARS)
    kind = choice(element, "type", "", tuple(_KINDS))
    name, digits, left, right = _KINDS[kind]
    text = _content(element)
    if digits:
        _check_digits(element, kind, text, digits)
    elif not re.fullmatch("[ -~]+", text):
        wrong = next(sign for sign in text if not " " <= sign <= "~")
        message = f'the code-128 "{text[:40]}" has the character "{wrong}"'
        hint = "it takes letters without accents, digits and signs of ASCII; a <qr> takes any text"
        raise LayoutProblem(element, message, hint, "P371")
    return _bars(name, text), left, right


def _check_digits(element: Element, kind: str, text: str, digits: int) -> None:
    """LayoutProblem unless a text is so many digits, the last of which checks the others."""
    if not re.fullmatch("[0-9]+", text) or not digits - 1 <= len(text) <= digits:
        message = f'"{text[:40]}" is no {kind}: it has {digits} digits and nothing else'
        raise LayoutProblem(element, message, "write the digits without blanks", "P371")
    body = text[: digits - 1]
    total = sum(int(digit) * (3, 1)[n % 2] for n, digit in enumerate(reversed(body)))
    right = f"{body}{-total % 10}"
    if text != right:
        what = "has a wrong check digit" if len(text) == digits else "lacks its check digit"
        raise LayoutProblem(element, f"the {kind} {text} {what}", f"write {right}", "P371")


def _barcode_size(
    _context: LayoutContext, element: Element, aw: int | None, ah: int | None
) -> tuple[int, int]:
    """Width and height of a barcode; without a width its nominal one."""
    width, height = extent(element, "width", aw), extent(element, "height", ah)
    if not height:
        raise LayoutProblem(element, "a barcode needs a height", _BARS)
    bars, left, right = _barcode(element)
    return width or (left + len(bars) + right) * NOMINAL_BAR, height


@element_type("barcode", f"{PLACED} type color background", measure=_barcode_size, holds="text")
def barcode(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """A barcode of the element's text over its box, the quiet zones on both sides included."""
    bars, left, right = _barcode(element)
    total = left + len(bars) + right
    if area.width < total * BAR:
        message = f"a barcode of {millimetres(area.width)} has bars of less than 0.264 mm"
        wide = f"{millimetres(total * BAR)} wide or more, {millimetres(total * NOMINAL_BAR)}"
        raise LayoutProblem(element, message, f"make it {wide} if there is room", "P370")
    ground, dark = _ground(context, element, area, red=True)
    path = _blocks((bytes(left) + bars + bytes(right),), area)
    out += (ground, Shape(path, dark, None, element.origin))
