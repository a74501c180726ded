"""Draws the texts of an SVG image as outlines of glyphs, in the fonts of the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pnp.assets import paths
from pnp.assets.fonts import Typeface
from pnp.assets.svg_paint import inherited
from pnp.assets.svg_values import Wrong, length, numbers
from pnp.units.geometry import Transform

if TYPE_CHECKING:
    from pnp.assets.svg_paint import Paint
    from pnp.assets.svg_tree import Node
    from pnp.assets.svg_walk import Reader
    from pnp.assets.vector import Part, PartGroup

_BLANKS = re.compile(r"[ \t\r\n]+")
_SIGNED = re.compile(r"-?\d+")
_WEIGHTS = {"bold": 700, "bolder": 700, "normal": 400, "lighter": 400}
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_UNREAD = {
    "textLength": "",
    "rotate": "",
    "writing-mode": "lr-tb horizontal-tb lr",
    "direction": "ltr",
    "text-decoration": "none",
    "baseline-shift": "baseline 0",
    "dominant-baseline": "auto alphabetic",
    "word-spacing": "normal 0 0px",
}
"""What changes a text and is not drawn, with the values that change nothing."""


class _Style(NamedTuple):
    """How a run is set, and by which element."""

    node: Node
    paint: Paint
    families: str = ""
    size: float = 16.0
    weight: int = 400
    italic: bool = False
    anchor: str = "start"
    spacing: float = 0.0
    kept: bool = False


class _Run(NamedTuple):
    """Characters in one style; `x` and `y` where it begins anew, else None, and shifts."""

    text: str
    style: _Style
    x: float | None
    y: float | None
    dx: float
    dy: float


def draw_text(reader: Reader, node: Node, paint: Paint, out: list[Part | PartGroup]) -> None:
    """A `<text>` with its `<tspan>`s. Raises Wrong."""
    runs: list[_Run] = []
    _collect(reader, node, _styled(reader, node, _Style(node, paint), paint), runs)
    x = y = 0.0
    at = 0
    while at < len(runs):
        end = at + 1
        while end < len(runs) and runs[end].x is None and runs[end].y is None:
            end += 1
        chunk = _collapsed(runs[at:end])
        x = x if runs[at].x is None else runs[at].x or 0.0
        y = y if runs[at].y is None else runs[at].y or 0.0
        drawn = [(run, _typeface(reader, run.style)) for run in chunk if run.text]
        wide = sum(_width(run, face) + run.dx for run, face in drawn)
        x -= wide * _ANCHORS[chunk[0].style.anchor] if chunk else 0
        for run, face in drawn:
            x, y = x + run.dx, y + run.dy
            data, x = _outlines(reader, run, face, x, y)
            if run.style.paint.visible and data:
                reader.shape(run.style.node, data, run.style.paint, out)
        at = end


def _styled(reader: Reader, node: Node, style: _Style, paint: Paint) -> _Style:
    """The style of an element's own text. Raises Wrong."""
    own = reader.sheet.of(node)
    for key, plain in _UNREAD.items():
        if own.get(key, "") not in ("", *plain.split()):
            raise Wrong(f'{key}="{own[key][:40]}" cannot be drawn')
    size = length(own["font-size"], "font-size", None) if "font-size" in own else style.size
    said = own.get("font-weight", "")
    weight = int(said) if re.fullmatch("[1-9]00", said) else _WEIGHTS.get(said, style.weight)
    slant = own.get("font-style", "")
    anchor = own.get("text-anchor", style.anchor)
    if anchor not in _ANCHORS:
        raise Wrong(f'text-anchor="{anchor[:40]}" is not start, middle or end')
    spacing = own.get("letter-spacing", "")
    return _Style(
        node,
        paint,
        own.get("font-family", style.families),
        size,
        weight,
        slant in ("italic", "oblique") if slant else style.italic,
        anchor,
        style.spacing if not spacing else 0.0 if spacing == "normal" else _spacing(spacing, size),
        own.get("xml:space", "preserve" if style.kept else "") == "preserve"
        or own.get("white-space", "") in ("pre", "break-spaces"),
    )


def _spacing(value: str, size: float) -> float:
    if value.endswith("em"):
        return size * length(value.removesuffix("em"), "letter-spacing", None)
    return length(value, "letter-spacing", None)


def _collect(reader: Reader, node: Node, style: _Style, runs: list[_Run]) -> None:
    """The runs of an element and of those in it, in order. Raises Wrong."""
    own = reader.sheet.of(node)
    x, y, dx, dy = (_place(own, key, style.paint) for key in ("x", "y", "dx", "dy"))
    # A first line of Inkscape's says where it begins twice: by its text and by its tspan.
    begun = False

    def add(text: str) -> None:
        nonlocal begun
        first = not begun
        begun = True
        runs.append(
            _Run(
                text,
                style,
                x if first else None,
                y if first else None,
                (dx or 0.0) if first else 0.0,
                (dy or 0.0) if first else 0.0,
            )
        )

    if (None in (x, y) and x != y) or x is not None or dx or dy:
        add("")
    for child in node.children:
        if isinstance(child, str):
            add(child)
            continue
        reader.visits += 1
        if child.tag in ("title", "desc"):
            continue
        if child.tag not in ("tspan", "a"):
            raise Wrong(f"<{child.tag}> in a text cannot be drawn")
        said = reader.sheet.of(child)
        paint = inherited(reader.sort, style.paint, said)
        if said.get("opacity", "1") not in ("1", "1.0"):
            raise Wrong("a part of a text with an opacity cannot be drawn; use fill-opacity")
        if paint.shown:
            _collect(reader, child, _styled(reader, child, style, paint), runs)


def _place(own: dict[str, str], key: str, paint: Paint) -> float | None:
    """A place or shift; None where none is given. Raises Wrong."""
    value = own.get(key, "").strip()
    found = numbers(value, key, paint.view)
    if len(found) > 1:
        raise Wrong(f'{key}="{value[:40]}": letters with a place each cannot be drawn')
    return found[0] if found else None


def _collapsed(runs: list[_Run]) -> list[_Run]:
    """Runs with one blank for several, none at the ends of a line, unless blanks are to be kept."""
    found: list[_Run] = []
    blank = True
    for run in runs:
        text = _BLANKS.sub(" ", run.text) if not run.style.kept else _kept(run.text)
        if not run.style.kept:
            text = text[1:] if blank and text[:1] == " " else text
        blank = text[-1:] == " " if text else blank
        found.append(run._replace(text=text))
    for n in reversed(range(len(found))):
        if found[n].text:
            if not found[n].style.kept:
                found[n] = found[n]._replace(text=found[n].text.rstrip(" "))
            break
    return found


def _kept(text: str) -> str:
    return text.replace("\r\n", " ").replace("\n", " ").replace("\t", " ")


def _typeface(reader: Reader, style: _Style) -> Typeface:
    """The first font of a list that the game has, its body where Inkscape's default stands alone;
    a text in another is reported (P419).
    """
    assert reader.fonts is not None
    names = [name.strip().strip("\"'") for name in style.families.split(",")]
    for name in [*names, *["body"] * (names == ["sans-serif"])]:
        face = reader.fonts.find(name, style.weight, style.italic)
        if face is not None:
            reader.typefaces.add(face.ref.hash)
            return face
    which = (
        f'in "{names[0][:40]}"{", italic" * style.italic}' if names[0] else "without a font-family"
    )
    hint = f"name one of {', '.join(reader.fonts.names)}, or turn the text into paths"
    raise Wrong(f"the game has no font for a text {which}", "P419", hint)


def _steps(run: _Run, face: Typeface) -> tuple[list[tuple[int, float, int]], float]:
    """The glyphs of a run, where each begins and how high it stands, in font units; its width."""
    shaped = face.shape(run.text)
    spacing = run.style.spacing * face.units_per_em / run.style.size if run.style.size else 0.0
    x = 0.0
    found = []
    for n, (glyph, adjust) in enumerate(zip(shaped.glyphs, shaped.adjust, strict=True)):
        found.append((glyph, x, shaped.rises[n] if shaped.rises else 0))
        x += face.advance(glyph) + adjust + (0.0 if n + 1 in shaped.marks else spacing)
    return found, x


def _width(run: _Run, face: Typeface) -> float:
    return _steps(run, face)[1] * run.style.size / face.units_per_em


def _outlines(reader: Reader, run: _Run, face: Typeface, x: float, y: float) -> tuple[str, float]:
    """Path data of a run that begins at a point, and where it ends. Raises Wrong."""
    if lost := face.missing(run.text):
        raise Wrong(f'the font "{face.ref.name}" has no "{lost[0]}"')
    em = run.style.size / face.units_per_em
    glyphs, width = _steps(run, face)
    parts = []
    for glyph, at, rise in glyphs:
        where = Transform(em, 0, 0, -em, x + at * em, y - rise * em)
        parts.append(paths.canonical(face.outline(glyph), reader.scale, where))
    data = _SIGNED.sub(lambda match: repr(int(match[0]) / reader.scale), "".join(parts))
    return data, x + width * em
