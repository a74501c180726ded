"""A small SVG reader for icons: shapes with plain fills and strokes in, canonical paths out.

Nothing else is opened, nothing runs.

Read: `svg g path rect circle ellipse line polygon polyline`, `viewBox`, `transform`, `d`, `points`,
`fill`, `fill-rule`, `stroke`, `stroke-width`, `display`, `visibility`, as attributes or in
`style="…"`. Refused, because leaving it out would change the picture: text, images, gradients as
fills, clips, masks, filters, style sheets, clones (`use`), animation, dashes, any opacity but 1.
Left out in silence: `title desc metadata defs`, editor data of other namespaces, and the ends and
corners of strokes (`stroke-linecap`, `stroke-linejoin`), which are drawn plain.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import cos, radians, sin, sqrt, tan
from typing import NamedTuple
from xml.parsers import expat

from pnp.assets import paths
from pnp.assets.path_geometry import even_odd
from pnp.diagnostics import Diagnostic, Problems, Span, error, refusal
from pnp.units.color import Color, ColorError, parse_color
from pnp.units.geometry import IDENTITY, Rect, Transform, moved, rect

MAX_BYTES = 2_000_000
MAX_DEPTH = 32
_FEW_UNITS = 20
_MAX_FINDINGS = 20

_SVG = "http://www.w3.org/2000/svg"
_SKIPPED = frozenset(
    "title desc metadata defs linearGradient radialGradient stop clipPath mask filter pattern"
    " marker symbol".split()
)
_DANGEROUS = {
    "script": "a script (<script>)",
    "foreignObject": "foreign content (<foreignObject>)",
}
_HINTS = {
    "text": "turn the text into paths in your drawing program",
    "use": "turn clones into shapes of their own in your drawing program",
    "image": "place the picture with <image> in the template",
    "style": "write fill and stroke as attributes (export with presentation attributes)",
    "svg": "one <svg> a file",
}
_PLAIN_HINT = "draw the icon with paths, plain fills and strokes only"
_MUST_BE_NONE = (
    "clip-path mask filter marker marker-start marker-mid marker-end stroke-dasharray".split()
)
_MUST_BE_ONE = ("opacity", "fill-opacity", "stroke-opacity")

# Possessive, so that thousands of spaces or digits cost no more than they are.
_NUMBER = re.compile(
    r"\s*+([-+]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?>(?:[eE][-+]?[0-9]++)?))\s*+(?>(?:px)?)\s*+"
)
_FUNCTION = re.compile(r"[\s,]*([A-Za-z]+)\s*\(([^()]*)\)[\s,]*")
_RGB = re.compile(r"rgb\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)")
_ELSEWHERE = re.compile(r"url\(\s*+[\"']?+\s*+[^#\s\"']")
"""A reference that does not lead into the icon itself."""


class IconPart(NamedTuple):
    """One path of an icon in steps, painted over the parts before it.

    Where it is `filled`, `fill` None takes the colour of whoever places the icon; likewise `stroke`
    where `stroke_width` (steps) is not 0.
    """

    path: str
    fill: Color | None = None
    filled: bool = True
    stroke: Color | None = None
    stroke_width: int = 0


class Icon(NamedTuple):
    """An icon: its name, its size and its parts, all in steps of a thousandth of a viewBox unit
    (finer for viewBoxes below 20 units).
    """

    name: str
    width: int
    height: int
    parts: tuple[IconPart, ...]

    @property
    def bounds(self) -> Rect:
        """Where its ink lies, in steps, strokes with half their width."""
        areas = [paths.bounds(part.path).inset(-(part.stroke_width // 2)) for part in self.parts]
        if not areas:
            return rect(0, 0, 0, 0)
        left, top = min(area.x for area in areas), min(area.y for area in areas)
        right, bottom = max(area.right for area in areas), max(area.bottom for area in areas)
        return rect(left, top, right - left, bottom - top)


class _Paint(NamedTuple):
    """What children inherit; `fill` and `stroke` None = the placer's colour, "" = none."""

    fill: str | None = None
    stroke: str | None = ""
    stroke_width: float = 1.0
    even_odd: bool = False
    shown: bool = True
    visible: bool = True
    transform: Transform = IDENTITY


class _Wrong(ValueError):
    """One value that cannot be read; becomes a P413."""


def read(data: bytes, file: str, name: str) -> Icon:
    """An icon from the bytes of an SVG file.

    Raises Problems: P411 not SVG, P412 element and P413 value that cannot be printed, P414 path
    data, P415 no usable viewBox, P416 nothing drawn; P821 over 2 MB, P822 deeper than 32, P823 over
    20,000 segments, P824 DOCTYPE or entities, P825 script or reference to another file.
    """
    if len(data) > MAX_BYTES:
        message = f"the file has {len(data):,} bytes, an icon may have {MAX_BYTES:,}"
        raise refusal("P821", message, Span(file), "simplify the drawing")
    reader = _Reader(file)

    def add(code: str, message: str, hint: str, place: Span | None = None) -> None:
        reader.found.append(error(code, message, place or Span(file), hint))

    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as problem:
        place = Span(file, problem.lineno, problem.offset + 1)
        message = f"this is not well-formed SVG: {expat.ErrorString(problem.code)}"
        add("P411", message, "save the icon again as plain SVG", place)
    except _Stop:
        pass
    except (ValueError, LookupError) as problem:  # an encoding that Python does not know
        add("P411", f"this is not well-formed SVG: {problem}", "save the icon again as UTF-8")
    if not reader.found and not reader.parts:
        add("P416", "the icon draws nothing", f"expected at least one of {', '.join(_DATA)}")
    if reader.found:
        raise Problems(reader.found)
    icon = Icon(name, round(reader.width), round(reader.height), tuple(reader.parts))
    drawn = icon.bounds
    if drawn.right < 0 or drawn.bottom < 0 or drawn.x > icon.width or drawn.y > icon.height:
        hint = "move the drawing into the viewBox, or fit the viewBox to the drawing"
        raise refusal("P416", "the icon draws nothing inside its viewBox", Span(file), hint)
    return icon


class _Stop(Exception):
    """Enough was found: reading on would only cost time."""


class _Reader:
    """The state of one parse: open elements, what they hand down, parts and findings so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Diagnostic] = []
        self.parts: list[IconPart] = []
        self.paints: list[_Paint] = []
        self.skipping = 0
        self.segments = 0
        self.scale = 1000.0
        self.width = self.height = 0.0
        self.root = IDENTITY
        self.parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.StartDoctypeDeclHandler = self.doctype
        parser.EntityDeclHandler = self.doctype
        parser.ProcessingInstructionHandler = self.instruction

    def place(self) -> Span:
        return Span(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def report(self, code: str, message: str, hint: str = "") -> None:
        self.found.append(error(code, message, self.place(), hint))
        if len(self.found) >= _MAX_FINDINGS or code >= "P8":
            raise _Stop

    def doctype(self, *_: object) -> None:
        hint = "remove the <!DOCTYPE …> line, it is not needed"
        self.report("P824", "an icon must not have a DOCTYPE or entities", hint)

    def instruction(self, target: str, _: str) -> None:
        if target == "xml-stylesheet":
            self.report("P412", "a style sheet cannot be read in an icon", _HINTS["style"])

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, local = tag.rpartition(" ")
        drawn = space in ("", _SVG)
        self.refuse_danger(local, attributes if drawn else {})
        if len(self.paints) + self.skipping >= MAX_DEPTH:
            self.report("P822", f"elements lie deeper than {MAX_DEPTH}", "ungroup the drawing")
        if self.skipping or (self.paints and (not drawn or local in _SKIPPED)):
            self.skipping += 1
            return
        if not self.paints:
            if local != "svg" or not drawn:
                message = f"the file starts with <{local}>, expected <svg>"
                self.report("P411", message, "save the icon as plain SVG")
                raise _Stop
            self.open_root(attributes)
        elif local not in _DATA and local not in ("g", "a"):
            hint = _HINTS.get(local, _PLAIN_HINT)
            self.report("P412", f"<{local}> cannot be read in an icon", hint)
            self.skipping += 1
            return
        paint = self.paints[-1] if self.paints else _Paint(transform=self.root)
        try:
            paint = _inherited(paint, attributes)
            if local in _DATA and paint.shown and paint.visible:
                self.shape(local, attributes, paint)
        except _Wrong as wrong:
            self.report("P413", f"<{local}>: {wrong}", _PLAIN_HINT)
        self.paints.append(paint)

    def end(self, _: str) -> None:
        if self.skipping:
            self.skipping -= 1
        else:
            self.paints.pop()

    def refuse_danger(self, local: str, attributes: dict[str, str]) -> None:
        """Report scripts, foreign content and references to other files (P825)."""
        held = _DANGEROUS.get(local, "")
        for key, value in attributes.items():
            if key[:2].lower() == "on":
                held = f'a script (attribute "{key}")'
            link = key.rpartition(" ")[2] == "href" and local != "a"
            if (link and not value.lstrip().startswith(("#", "data:"))) or _ELSEWHERE.search(value):
                message = f'<{local}> refers to another file ("{value[:40]}")'
                self.report("P825", message, "an icon must stand alone")
        if held:
            message = f"an icon must not hold {held}"
            self.report("P825", message, "remove it; only shapes are drawn")

    def open_root(self, attributes: dict[str, str]) -> None:
        box = attributes.get("viewBox")
        text = box or f"0 0 {attributes.get('width', '')} {attributes.get('height', '')}"
        try:
            x, y, width, height = [_number(n) for n in re.split(r"[\s,]+", text.strip())]
        except ValueError:
            x = y = width = height = 0.0
        largest = paths.MAX_NUMBER / 1000
        if min(width, height) <= 0 or max(abs(x), abs(y), width, height) > largest:
            wrong = "the icon has neither a viewBox nor width and height in pixels"
            wrong = f'"{box[:60]}" is no usable viewBox' if box else wrong
            self.report("P415", wrong, 'write viewBox="0 0 WIDTH HEIGHT" with positive numbers')
            raise _Stop
        self.scale = 1000 * _FEW_UNITS / min(_FEW_UNITS, max(width, height))
        self.width, self.height = max(1.0, width * self.scale), max(1.0, height * self.scale)
        self.root = moved(-x, -y)

    def shape(self, local: str, attributes: dict[str, str], paint: _Paint) -> None:
        d = _DATA[local](attributes)
        filled = paint.fill != "" and local != "line"
        try:
            path = paths.canonical(d, self.scale, paint.transform)
            if filled and paint.even_odd:
                path = even_odd(path)
        except paths.PathLimit as limit:
            self.report("P823", f"<{local}>: {limit}", "simplify the path")
        except paths.PathError as problem:
            hint = "draw the shape again, or export it from a drawing program"
            self.report("P414", f"<{local}>: {problem}", hint)
            return
        self.segments += path.count("L") + path.count("C")
        if self.segments > paths.MAX_SEGMENTS:
            message = f"the icon has more than {paths.MAX_SEGMENTS:,} segments"
            self.report("P823", message, "simplify the drawing")
        width = self.stroke_width(paint) if paint.stroke != "" else 0
        if path and (filled or width):
            fill, stroke = (Color(c) if c else None for c in (paint.fill, paint.stroke))
            self.parts.append(
                IconPart(path, fill if filled else None, filled, stroke if width else None, width)
            )

    def stroke_width(self, paint: _Paint) -> int:
        low, high = paths.stretch(paint.transform)
        if high > 1.02 * low:
            raise _Wrong("its stroke is stretched more in one direction than in the other")
        return round(min(paint.stroke_width * sqrt(low * high) * self.scale, paths.MAX_NUMBER))


def _inherited(paint: _Paint, attributes: dict[str, str]) -> _Paint:
    """The paint of an element: what it inherits, its own attributes, its style on top.

    Raises _Wrong.
    """
    own = attributes
    if "style" in attributes:
        own = dict(attributes)
        for declaration in attributes["style"].split(";"):
            key, _, value = declaration.partition(":")
            own[key.strip()] = value.replace("!important", "").strip()
    changes: dict[str, object] = {}
    for key, value in own.items():
        if value == "inherit":
            continue
        if key in ("fill", "stroke"):
            changes[key] = _color(key, value)
        elif key == "stroke-width":
            changes["stroke_width"] = abs(_number(value, key))
        elif key == "fill-rule":
            changes["even_odd"] = value == "evenodd"
        elif key == "display":
            changes["shown"] = paint.shown and value != "none"
        elif key == "visibility":
            changes["visible"] = value == "visible"
        elif key == "transform":
            changes["transform"] = _transform(value).then(paint.transform)
        elif key in _MUST_BE_NONE and value not in ("none", ""):
            raise _Wrong(f'{key}="{value[:40]}" cannot be printed from an icon')
        elif key in _MUST_BE_ONE and _number(value.removesuffix("%"), key) != (
            100 if value.endswith("%") else 1
        ):
            raise _Wrong(f'{key}="{value[:40]}": an icon is opaque; set opacity where it is placed')
    return paint._replace(**changes)  # type: ignore[arg-type]


def _color(key: str, value: str) -> str | None:
    """A canonical colour, None for the placer's (currentColor), "" for none.

    Raises _Wrong.
    """
    if value in ("none", "transparent"):
        return ""
    if value.lower() == "currentcolor":
        return None
    match = _RGB.fullmatch(value.strip())
    try:
        # A number above 255 has three digits, which no colour has.
        return parse_color(
            f"#{''.join(f'{int(n):02x}' for n in match.groups())}" if match else value
        )
    except ColorError as problem:
        expected = "expected #rrggbb, #rgb, rgb(0,0,0) or none"
        raise _Wrong(f'{key}="{value[:40]}" is not a plain colour; {expected}') from problem


def _number(value: str, key: str = "") -> float:
    match = _NUMBER.fullmatch(value)
    number = float(match[1]) if match else 2.0 * paths.MAX_NUMBER
    if abs(number) > paths.MAX_NUMBER:
        raise _Wrong(f'{key}="{value[:40]}" is not a number; expected one such as 12 or 0.5')
    return number


def _transform(text: str) -> Transform:
    """The matrix of a transform attribute (SVG 1.1, 7.6). Raises _Wrong."""
    result, at = IDENTITY, 0
    while at < len(text):
        match, made = _FUNCTION.match(text, at), None
        if match:
            numbers = [_number(n, "transform") for n in re.split(r"[\s,]+", match[2].strip())]
            made = _FUNCTIONS.get((match[1], len(numbers)))
        if not match or not made:
            expected = "expected matrix, translate, scale, rotate, skewX or skewY with numbers"
            raise _Wrong(f'transform="{text[:60]}" is not understood; {expected}')
        result, at = made(*numbers).then(result), match.end()
        if max(map(abs, result)) > paths.MAX_NUMBER:
            raise _Wrong(f'transform="{text[:60]}" leads out of the drawing')
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


def _values(attributes: dict[str, str], *keys: str) -> list[float]:
    return [_number(attributes.get(key, "0"), key) for key in keys]


def _rectangle(attributes: dict[str, str]) -> str:
    x, y, width, height = _values(attributes, "x", "y", "width", "height")
    if width <= 0 or height <= 0:
        return ""
    given = [attributes[key] for key in ("rx", "ry") if attributes.get(key, "auto") != "auto"]
    rx, ry = (_number(value, "rx") for value in (*given, *given, "0", "0")[:2])
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


def _points(attributes: dict[str, str], end: str = "") -> str:
    points = attributes.get("points", "").strip()
    return f"M{points}{end}" if points else ""


_DATA: dict[str, Callable[[dict[str, str]], str]] = {
    "path": lambda attributes: attributes.get("d", ""),
    "rect": _rectangle,
    "circle": lambda attributes: _ellipse(*_values(attributes, "cx", "cy", "r", "r")),
    "ellipse": lambda attributes: _ellipse(*_values(attributes, "cx", "cy", "rx", "ry")),
    "line": lambda attributes: "M{} {}L{} {}".format(*_values(attributes, "x1", "y1", "x2", "y2")),
    "polygon": lambda attributes: _points(attributes, "Z"),
    "polyline": _points,
}
