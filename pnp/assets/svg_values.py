"""Reads the values of SVG attributes: lengths, colours, transforms, viewBoxes, and shapes as path
data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import cos, hypot, radians, sin, sqrt, tan

from pnp.assets import paths
from pnp.units.color import Color, ColorError, parse_color
from pnp.units.geometry import IDENTITY, Transform, moved

View = tuple[float, float]
"""Width and height of the viewport, of which percentages are taken."""

# Possessive, so that thousands of spaces or digits cost no more than they are.
_NUMBER = re.compile(
    r"\s*+([-+]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?>(?:[eE][-+]?[0-9]++)?))\s*+([a-zA-Z%]*+)\s*+"
)
_UNITS = {
    "": 1.0,
    "px": 1.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "in": 96.0,
    "mm": 96 / 25.4,
    "cm": 960 / 25.4,
}
"""Pixels of a unit (CSS Values 3, 6.2)."""
_FUNCTION = re.compile(r"[\s,]*([A-Za-z]+)\s*\(([^()]*)\)[\s,]*")
_RGB = re.compile(r"(rgba?)\(([^()]*)\)")
_ALPHA = re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{4})")
_ACROSS = frozenset("x width cx rx fx x1 x2 dx".split())
_DOWN = frozenset("y height cy ry fy y1 y2 dy".split())


class Wrong(ValueError):
    """One value that cannot be drawn; becomes a P413, or another finding with its hint."""

    def __init__(self, message: str, code: str = "P413", hint: str = "") -> None:
        super().__init__(message)
        self.code, self.hint = code, hint


def number(value: str, key: str = "") -> float:
    """A plain number or one in pixels. Raises Wrong."""
    return length(value, key, None)


def length(value: str, key: str, view: View | None) -> float:
    """A length in pixels; a share of the viewport where there is one. Raises Wrong."""
    match = _NUMBER.fullmatch(value)
    found = float(match[1]) if match else 2.0 * paths.MAX_NUMBER
    unit = match[2].lower() if match else ""
    if unit == "%" and view is not None:
        of = view[0] if key in _ACROSS else view[1] if key in _DOWN else hypot(*view) / sqrt(2)
        found *= of / 100
    else:
        found *= _UNITS.get(unit, 2.0 * paths.MAX_NUMBER)
    if match and not float(match[1]):
        found = 0.0
    if abs(found) > paths.MAX_NUMBER:
        raise Wrong(f'{key}="{value[:40]}" is not a number; expected one such as 12 or 0.5')
    return found


def numbers(value: str, key: str, view: View | None = None) -> list[float]:
    """Lengths between blanks or commas. Raises Wrong."""
    return [length(part, key, view) for part in re.split(r"[\s,]+", value.strip()) if part]


def share(value: str, key: str) -> float:
    """A number from 0 to 1, or so many hundredths (%); what lies beyond is the nearest.

    Raises Wrong.
    """
    found = number(value.removesuffix("%"), key) / (100 if value.endswith("%") else 1)
    return min(1.0, max(0.0, found))


def color(key: str, value: str) -> str | None:
    """A canonical colour, with its alpha where it is not opaque (`#rrggbbaa`), None for
    currentColor, "" for none.

    Raises Wrong.
    """
    value = value.strip()
    if value in ("none", "transparent"):
        return ""
    if value.lower() == "currentcolor":
        return None
    try:
        if match := _RGB.fullmatch(value):
            return _of_parts(match[2])
        if _ALPHA.fullmatch(value):
            digits = value[1:].lower() if len(value) > 5 else "".join(2 * c for c in value[1:])
            return f"#{digits.lower()}"
        return parse_color(value)
    except ValueError as problem:
        if isinstance(problem, ColorError) and value.isalpha() and (named := _named(value)):
            return named
        expected = "expected #rrggbb, #rgb, rgb(0,0,0), a CSS name or none"
        raise Wrong(f'{key}="{value[:40]}" is not a plain colour; {expected}') from problem


def _of_parts(text: str) -> str:
    """The colour of three numbers or shares, and an alpha. Raises ValueError."""
    parts = [part for part in re.split(r"[\s,/]+", text.strip()) if part]
    if len(parts) not in (3, 4):
        raise ValueError(text)
    found = [
        number(part[:-1]) * 255 / 100 if part.endswith("%") else number(part) for part in parts[:3]
    ]
    if not all(0 <= part <= 255 for part in found):
        raise ValueError(text)
    seen = round(255 * share(parts[3], "alpha")) if len(parts) > 3 else 255
    return (
        "#"
        + "".join(f"{round(part):02x}" for part in found)
        + (f"{seen:02x}" if seen < 255 else "")
    )


def _named(value: str) -> Color | None:
    """The colour of one of the names of CSS, which Pillow knows."""
    from PIL import ImageColor

    found = ImageColor.colormap.get(value.lower())
    return Color(found) if isinstance(found, str) else None


def transform(text: str) -> Transform:
    """The matrix of a transform attribute (SVG 1.1, 7.6). Raises Wrong."""
    result, at = IDENTITY, 0
    text = "" if text.strip() == "none" else text
    while at < len(text):
        match, made = _FUNCTION.match(text, at), None
        if match:
            given = [
                number(re.sub(r"(deg|px)\Z", "", n), "transform")
                for n in re.split(r"[\s,]+", match[2].strip())
            ]
            made = _FUNCTIONS.get((match[1], len(given)))
        if not match or not made:
            expected = "expected matrix, translate, scale, rotate, skewX or skewY with numbers"
            raise Wrong(f'transform="{text[:60]}" is not understood; {expected}')
        result, at = made(*given).then(result), match.end()
        if max(map(abs, result)) > paths.MAX_NUMBER:
            raise Wrong(f'transform="{text[:60]}" leads out of the drawing')
    return result


def _turn(degrees: float, x: float = 0, y: float = 0) -> Transform:
    co, si = cos(radians(degrees)), sin(radians(degrees))
    return Transform(co, si, -si, co, x - co * x + si * y, y - si * x - co * y)


_FUNCTIONS: dict[tuple[str, int], Callable[..., Transform]] = {
    ("matrix", 6): Transform,
    ("translate", 1): lambda x: moved(x, 0),
    ("translate", 2): moved,
    ("scale", 1): lambda s: Transform(a=s, d=s),
    ("scale", 2): lambda x, y: Transform(a=x, d=y),
    ("rotate", 1): _turn,
    ("rotate", 3): _turn,
    ("skewX", 1): lambda a: Transform(c=tan(radians(a))),
    ("skewY", 1): lambda a: Transform(b=tan(radians(a))),
}


def view_box(value: str) -> tuple[float, float, float, float] | None:
    """Left, top, width and height; None where it is none."""
    try:
        x, y, width, height = numbers(value, "viewBox")
    except ValueError:
        return None
    largest = paths.MAX_NUMBER / 1000
    if min(width, height) <= 0 or max(abs(x), abs(y), width, height) > largest:
        return None
    return x, y, width, height


def fitted(box: tuple[float, float, float, float], into: View, aspect: str) -> Transform:
    """The way from a viewBox to its viewport (SVG 1.1, 7.8). Raises Wrong."""
    x, y, width, height = box
    across, down = into[0] / width, into[1] / height
    align, _, how = aspect.strip().removeprefix("defer").strip().partition(" ")
    if align == "none":
        return moved(-x, -y).then(Transform(a=across, d=down))
    match = re.fullmatch(r"x(Min|Mid|Max)Y(Min|Mid|Max)", align or "xMidYMid")
    if not match or how.strip() not in ("", "meet", "slice"):
        raise Wrong(f'preserveAspectRatio="{aspect[:40]}" is not understood')
    by = max(across, down) if how.strip() == "slice" else min(across, down)
    left, top = (
        (room - by * side) * {"Min": 0.0, "Mid": 0.5, "Max": 1.0}[at]
        for room, side, at in zip(into, (width, height), match.groups(), strict=True)
    )
    return moved(-x, -y).then(Transform(a=by, d=by, e=left, f=top))


Attributes = Mapping[str, str]


def values(attributes: Attributes, view: View, *keys: str) -> list[float]:
    """The lengths of several attributes, 0 where there is none. Raises Wrong."""
    return [length(attributes.get(key, "0"), key, view) for key in keys]


def _rectangle(attributes: Attributes, view: View) -> str:
    x, y, width, height = values(attributes, view, "x", "y", "width", "height")
    if width <= 0 or height <= 0:
        return ""
    given = [(k, attributes[k]) for k in ("rx", "ry") if attributes.get(k, "auto") != "auto"]
    rx, ry = (length(value, key, view) for key, value in (*given, *given, ("", "0"), ("", "0"))[:2])
    rx, ry = min(max(rx, 0), width / 2), min(max(ry, 0), height / 2)
    if not rx or not ry:
        return f"M{x} {y}h{width}v{height}h{-width}z"
    arc = f"a{rx} {ry} 0 0 1 "
    w, h = width - 2 * rx, height - 2 * ry
    return (
        f"M{x + rx} {y}h{w}{arc}{rx} {ry}v{h}{arc}{-rx} {ry}h{-w}{arc}{-rx} {-ry}v{-h}{arc}{rx}"
        f" {-ry}z"
    )


def _ellipse(cx: float, cy: float, rx: float, ry: float) -> str:
    if min(rx, ry) <= 0:
        return ""
    return f"M{cx - rx} {cy}a{rx} {ry} 0 0 1 {2 * rx} 0a{rx} {ry} 0 0 1 {-2 * rx} 0z"


def _points(attributes: Attributes, end: str = "") -> str:
    points = attributes.get("points", "").strip()
    return f"M{points}{end}" if points else ""


DATA: dict[str, Callable[[Attributes, View], str]] = {
    "path": lambda attributes, _: attributes.get("d", ""),
    "rect": _rectangle,
    "circle": lambda given, view: _ellipse(*values(given, view, "cx", "cy", "r", "r")),
    "ellipse": lambda given, view: _ellipse(*values(given, view, "cx", "cy", "rx", "ry")),
    "line": lambda given, view: "M{} {}L{} {}".format(*values(given, view, "x1", "y1", "x2", "y2")),
    "polygon": lambda attributes, _: _points(attributes, "Z"),
    "polyline": lambda attributes, _: _points(attributes),
}
"""The path data of each shape. Raise Wrong."""
