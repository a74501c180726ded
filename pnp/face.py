"""A face: one finished side of a card or piece, as absolute drawing items of four kinds.

Guarantees to whoever draws it: coordinates are micrometres from the top left corner of the trim, y
down; every path has absolute `M L C Z` segments only; every colour is `#rrggbb`; every text is one
run on one line in one font that has all its glyphs.

Items are named tuples because a deck of a thousand cards makes fifteen thousand of them; their
`origin`, the template line, and the width of a text, which its words give, take no part in
equality, dump and digest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import blake2b
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from pnp.assets import FontRef, Gradient, ImageRef, LineStyle
from pnp.diagnostics import Span
from pnp.units.color import WHITE, Color
from pnp.units.geometry import IDENTITY, PT, Rect, Size, Transform, Um, rect

_T = TypeVar("_T")
FORMAT = 2
"""The version of `dump` and `digest`: raise it when the same look would be written in another
way.
"""
HAIRLINE = Um(88)
"""0.25 pt, the width of lines that the knife follows."""
NO_BREAK_SPACE = "\u00a0"
"""Widened as a plain space is, wherever `Text.space` widens those."""


class Stroke(NamedTuple):
    """A drawn outline: colour, width in micrometres, dash lengths in micrometres (none = solid),
    centred on the path.

    Without a `line` its ends are flat, and its corners round where the path has curves.
    """

    color: Color
    width: Um
    dash: tuple[int, ...] = ()
    line: LineStyle | None = None


GLEAM = Stroke(WHITE, Um(3 * HAIRLINE))
"""Lies under a line that the knife follows, so that it is seen on any art."""
FOLD = (1_500, 1_000)
"""The dash of lines along which paper is folded."""


def _compared_by(key: Callable[[Any], Any]) -> Callable[[type[_T]], type[_T]]:
    """Let named tuples of a class be equal by some of their fields, and differ from all others."""

    def decorate(kind: type[_T]) -> type[_T]:
        def equal(self: Any, other: object) -> bool:
            return type(other) is kind and bool(key(self) == key(other))

        methods: dict[str, Callable[..., Any]] = {
            "__eq__": equal,
            "__ne__": lambda self, other: not equal(self, other),
            "__hash__": lambda self: hash(key(self)),
        }
        for name, method in methods.items():
            setattr(kind, name, method)
        return kind

    return decorate


@_compared_by(itemgetter(0, 1, 2, 4))
class Shape(NamedTuple):
    """A path, filled by the non-zero winding rule (or even-odd), stroked, or both.

    `path` is SVG path data in the canonical form of `assets.paths`: absolute M, L, C and Z with
    numbers in micrometres.
    """

    path: str
    fill: Color | Gradient | None = None
    stroke: Stroke | None = None
    origin: Span | None = None
    even_odd: bool = False


@_compared_by(itemgetter(slice(8)))
class Text(NamedTuple):
    """One run of text, its baseline starting at (x, y).

    `size` is in points, in quarter steps; `space` widens every space and `tracking` every glyph,
    both in micrometres. `width` is where the run ends, for whoever checks it.
    """

    x: Um
    y: Um
    text: str
    font: FontRef
    size: float
    color: Color
    space: float = 0.0
    tracking: float = 0.0
    width: Um = Um(0)
    origin: Span | None = None


@_compared_by(itemgetter(slice(2)))
class Image(NamedTuple):
    """A bitmap stretched over a rectangle."""

    area: Rect
    image: ImageRef
    origin: Span | None = None


@_compared_by(lambda group: (group[5] or group[0], *group[1:4], group[5]))
class Group(NamedTuple):
    """Items drawn together: clipped, then transformed, then laid over what is below with one
    opacity.

    `clip` is a canonical path in the coordinates of the items. Where the items are an SVG image,
    `drawing` is the hash of its content and stands for them.
    """

    items: tuple[Item, ...]
    transform: Transform | None = None
    clip: str | None = None
    opacity: float = 1.0
    origin: Span | None = None
    drawing: str = ""


Item = Group | Shape | Text | Image


class Link(NamedTuple):
    """An area that leads somewhere: to an anchor (`#name`) or to an address."""

    area: Rect
    target: str


class Anchor(NamedTuple):
    """A height on a face that links name; one with a level of 1 or more is also a bookmark with
    its title.
    """

    name: str
    y: Um
    title: str = ""
    level: int = 0


class Face(NamedTuple):
    """One finished side: trim size, how far its ink reaches beyond the trim, and its items in
    painting order.

    Pages of a rulebook also have links and anchors.
    """

    size: Size
    bleed: Um
    items: tuple[Item, ...]
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()


def inner(group: Group, outer: Transform) -> Transform:
    """The map from the coordinates of a group's items to the face's."""
    own = group.transform
    if own is None or outer is IDENTITY:
        return own or outer
    return own.then(outer)


def text_area(text: Text) -> Rect:
    """About where a run stands: from the top of its capitals to the foot of its descenders."""
    above = round(text.size * PT)
    area = (text.x, text.y - above, max(1, text.width), above + round(0.3 * text.size * PT))
    return rect(*area)


def halves(face: Face) -> list[Face]:
    """Front and back of a folded piece, whose face holds both, each as it is seen."""
    half = Size(face.size.width, Um(face.size.height // 2))
    return [Face(half, face.bleed, item.items) for item in face.items if type(item) is Group]


def walk(items: tuple[Item, ...]) -> Iterator[Item]:
    """Every item in painting order, groups before what they hold."""
    for item in items:
        yield item
        if type(item) is Group:
            yield from walk(item.items)


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(f"{v:g}" if abs(v) < 100_000 else f"{v:.0f}" for v in values)


def _lines(items: tuple[Item, ...], indent: str) -> Iterator[str]:
    for item in items:
        match item:
            case Shape(path, fill, stroke):
                line = f"{indent}shape {path}" + (f" fill {fill}" if fill else "")
                line += " even-odd" if item.even_odd else ""
                if stroke:
                    dash = " dash " + " ".join(map(str, stroke.dash)) if stroke.dash else ""
                    line += f" stroke {stroke.color} {stroke.width}{dash}"
                    line += f" line {_numbers(stroke.line)}" if stroke.line else ""
                yield line
            case Text(x, y, text, font, size, color, space, tracking):
                line = f"{indent}text {x} {y} {font.name} {size:g} {color} {text!r}"
                yield (
                    line
                    + (f" space {space:.1f}" if space else "")
                    + (f" tracking {tracking:.1f}" if tracking else "")
                )
            case Image(area, image):
                yield f"{indent}image {_numbers(area)} {image.name}"
            case Group(inner, transform, clip, opacity):
                yield (
                    f"{indent}group"
                    + (" at " + " ".join(f"{v + 0.0:.6g}" for v in transform) if transform else "")
                    + (f" clip {clip}" if clip else "")
                    + (f" opacity {opacity:g}" if opacity != 1 else "")
                    + (f" drawing {item.drawing}" if item.drawing else "")
                )
                if not item.drawing:
                    yield from _lines(inner, indent + "  ")


def dump(face: Face) -> str:
    """The face as readable text, one line an item, assets by name: what golden files hold."""
    head = f"face {FORMAT} {face.size.width} {face.size.height} bleed {face.bleed}"
    ends = [f"  link {_numbers(area)} {target}" for area, target in face.links]
    ends += [
        f"  anchor {name} {y} level {level} {title!r}" for name, y, title, level in face.anchors
    ]
    return "\n".join([head, *_lines(face.items, "  "), *ends]) + "\n"


def _look(items: tuple[Item, ...], out: list[str]) -> None:
    """What of the items can be seen, terse: this runs for every face of every build.

    Neighbouring texts mostly share font and colour.
    """
    face = style = tail = None
    for item in items:
        if type(item) is Text:
            x, y, text, font, size, color, space, tracking, _, _ = item
            if font is not face or (size, color, space, tracking) != style:
                face, style = font, (size, color, space, tracking)
                tail = (  # -0 is 0
                    f"{font.hash} {size} {color} {space + 0.0:.1f} {tracking + 0.0:.1f}"
                )
            out.append(f"T{x} {y} {tail} {text}")
        elif type(item) is Shape:
            stroke = item.stroke
            out.append(
                f"S{_path(item.path)} {item.fill}"
                f" {f'{stroke.color} {stroke.width} {stroke.dash}' if stroke else ''}"
            )
            if item.even_odd or (stroke and stroke.line):
                out.append(f"{item.even_odd} {stroke and stroke.line}")
        elif type(item) is Image:
            left, top, width, height = item.area
            out.append(f"I{left} {top} {width} {height} {item.image.hash}")
        elif type(item) is Group:
            # Six digits, so that the last bit of a sine does not matter; and -0 is 0.
            transform = (_SIX % item.transform).replace("-0 ", "0 ") if item.transform else ""
            out.append(f"G{transform}{_path(item.clip) if item.clip else ''} {item.opacity}")
            if item.drawing:
                out.append(f"D{item.drawing}")
            else:
                _look(item.items, out)
            out.append("E")


_SIX = "%.6g " * 6
_LONG = 100


def _path(path: str) -> str:
    """A path, long ones by a name for their contents: an icon's outline has a thousand
    characters and comes again and again.
    """
    return path if len(path) < _LONG else _named(path)


@lru_cache(maxsize=8192)
def _named(path: str) -> str:
    return "#" + _hash(path)


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def digest(face: Face) -> str:
    """32 hexadecimal digits that name the look: assets by content, no names, no origins.

    Equal digests print alike.

    Where a face has links or anchors a `-` follows, and as many digits that name those.
    """
    out = [f"face {FORMAT} {face.size.width} {face.size.height} {face.bleed}"]
    _look(face.items, out)
    look = _hash("\n".join(out))
    return f"{look}-{_hash(f'{face.links} {face.anchors}')}" if face.links or face.anchors else look


def look_of(digest: str) -> str:
    """What of a digest names the look alone: on paper no link can be seen."""
    return digest.partition("-")[0]
