"""The elements that a template may emit and the attributes of each.

Anything else is an error with the nearest name.
"""

from __future__ import annotations

_PLACED = "width height grow at anchor rotate opacity"
_DRAWN = "fill color ground stroke stroke-width dash"
_PAINTED = f"{_DRAWN} radius"
_HOLDING = f"{_PLACED} {_PAINTED} padding"

ATTRIBUTES: dict[str, frozenset[str]] = {
    tag: frozenset(words.split())
    for tag, words in {
        "face": f"{_PAINTED} padding",
        "stack": _HOLDING,
        "box": _HOLDING,
        "row": f"{_HOLDING} gap align justify",
        "column": f"{_HOLDING} gap align justify",
        "grid": f"{_HOLDING} gap columns rows",
        "text": (
            f"{_PLACED} style font weight slope size min color align valign lines group leading"
            " tracking"
        ),
        "image": f"{_PLACED} src fit",
        "icon": f"{_PLACED} name size color stroke stroke-width",
        "rect": f"{_PLACED} {_PAINTED}",
        "circle": f"{_PLACED} {_DRAWN} r",
        "line": f"{_PLACED} from to stroke stroke-width dash",
        "polygon": f"{_PLACED} {_DRAWN} points",
        "path": f"{_PLACED} {_DRAWN} d viewbox",
        "spacer": "width height grow",
    }.items()
}

EMPTY = frozenset(("rect", "circle", "line", "polygon", "path", "image", "icon", "spacer"))
"""Elements that hold no others."""

INLINE: dict[str, frozenset[str]] = {
    "b": frozenset(),
    "i": frozenset(),
    "c": frozenset(("color",)),
    "icon": frozenset(("name", "color")),
    "br": frozenset(),
}

ANCHORS: dict[str, tuple[float, float]] = {
    "top-left": (0.0, 0.0),
    "top": (0.5, 0.0),
    "top-right": (1.0, 0.0),
    "left": (0.0, 0.5),
    "center": (0.5, 0.5),
    "right": (1.0, 0.5),
    "bottom-left": (0.0, 1.0),
    "bottom": (0.5, 1.0),
    "bottom-right": (1.0, 1.0),
}
