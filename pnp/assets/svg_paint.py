"""Takes what an SVG element inherits and what it says itself; gives its paint: colours, lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pnp.assets import LineStyle
from pnp.assets.svg_tree import Sort
from pnp.assets.svg_values import (
    Attributes,
    View,
    Wrong,
    color,
    length,
    numbers,
    share,
    transform,
)
from pnp.units.geometry import IDENTITY, Transform

_MUST_BE_NONE = "mask filter marker marker-start marker-mid marker-end mask-image".split()
_USUAL = {"mix-blend-mode": "normal", "vector-effect": "none", "transform-origin": "0 0"}
AS_IMAGE = "set opacity where the icon is placed, or show the drawing by <image>"
"""What to do about an icon that is more than plain shapes."""
URL = re.compile(r"url\(\s*+[\"']?+#([^)\"']*+)[\"']?+\s*+\)\s*+(.*)", re.DOTALL)
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class Paint(NamedTuple):
    """What children inherit; `fill` and `stroke` are a colour, `url(…)`, None = the placer's
    colour, "" = none. `view` is the viewport that shares are taken of.
    """

    view: View
    fill: str | None
    transform: Transform = IDENTITY
    stroke: str | None = ""
    color: str | None = None
    stroke_width: float = 1.0
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    even_odd: bool = False
    clip_even_odd: bool = False
    shown: bool = True
    visible: bool = True
    line: LineStyle | None = None
    offset: float = 0.0
    dash: tuple[float, ...] = ()
    stroke_first: bool = False


def _painted(key: str, value: str) -> str | None:
    """The value of `fill` or `stroke`. Raises Wrong."""
    return value if URL.fullmatch(value) else color(key, value)


def _dashes(paint: Paint, value: str) -> tuple[float, ...]:
    found = tuple(numbers(value, "stroke-dasharray", paint.view)) if value != "none" else ()
    if any(part < 0 for part in found):
        raise Wrong(f'stroke-dasharray="{value[:40]}" has a negative part')
    return found * (1 + len(found) % 2)


_READ: Mapping[str, Callable[[Paint, str], dict[str, Any]]] = {
    "fill": lambda _, value: {"fill": _painted("fill", value)},
    "stroke": lambda _, value: {"stroke": _painted("stroke", value)},
    "color": lambda _, value: {} if value == "currentColor" else {"color": color("color", value)},
    "stroke-width": lambda paint, value: {
        "stroke_width": abs(length(value, "stroke-width", paint.view))
    },
    "fill-opacity": lambda _, value: {"fill_opacity": share(value, "fill-opacity")},
    "stroke-opacity": lambda _, value: {"stroke_opacity": share(value, "stroke-opacity")},
    "fill-rule": lambda _, value: {"even_odd": value == "evenodd"},
    "clip-rule": lambda _, value: {"clip_even_odd": value == "evenodd"},
    "display": lambda paint, value: {"shown": paint.shown and value != "none"},
    "visibility": lambda _, value: {"visible": value == "visible"},
    "transform": lambda paint, value: {"transform": transform(value).then(paint.transform)},
    "stroke-dasharray": lambda paint, value: {"dash": _dashes(paint, value)},
    "stroke-dashoffset": lambda paint, value: {
        "offset": length(value, "stroke-dashoffset", paint.view)
    },
    "paint-order": lambda _, value: {
        "stroke_first": "stroke" in value and "fill" not in value.partition("stroke")[0]
    },
}


def _of(words: Mapping[str, int], key: str, value: str) -> int:
    if value not in words:
        raise Wrong(f'{key}="{value[:40]}" is not one of {", ".join(words)}')
    return words[value]


_LINES: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "stroke-linecap": lambda value: {"cap": _of(_CAPS, "stroke-linecap", value)},
    "stroke-linejoin": lambda value: {"join": _of(_JOINS, "stroke-linejoin", value)},
    "stroke-miterlimit": lambda value: {
        "limit": max(1.0, length(value, "stroke-miterlimit", None))
    },
}


def inherited(sort: Sort, paint: Paint, own: Attributes) -> Paint:
    """The paint of an element: what it inherits, changed by what it says itself.

    Raises Wrong.
    """
    changes: dict[str, Any] = {}
    for key, value in own.items():
        if value == "inherit":
            continue
        if key in _READ:
            changes |= _READ[key](paint, value)
        elif key in _LINES:
            line = changes.get("line", paint.line) or LineStyle()
            changes["line"] = line._replace(**_LINES[key](value))
        elif key in _MUST_BE_NONE and value not in ("none", ""):
            raise Wrong(f'{key}="{value[:40]}" cannot be printed from {sort.one}')
        elif value != _USUAL.get(key, value):
            raise Wrong(f'{key}="{value[:40]}" cannot be drawn')
    if sort.is_icon:
        for key in ("fill-opacity", "stroke-opacity"):
            if key in own and share(own[key], key) < 1:
                said = f'{key}="{own[key][:40]}"'
                raise Wrong(f"{said}: an icon is opaque", hint=AS_IMAGE)
        said = next((c for c in (changes.get("fill"), changes.get("stroke")) if c), "")
        if said.startswith("#") and len(said) > 7:
            raise Wrong(
                "a colour that one sees through cannot be printed from an icon", hint=AS_IMAGE
            )
    return paint._replace(**changes)
