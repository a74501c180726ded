"""Walks the tree of an SVG file: its size and its parts, as canonical paths.

Whoever is asked for the shapes of a drawing also says what of it cannot be drawn, and where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from pnp.assets import LineStyle, paths
from pnp.assets.fonts import Typeface
from pnp.assets.path_geometry import clockwise, even_odd
from pnp.assets.svg_paint import AS_IMAGE, URL, Paint, inherited
from pnp.assets.svg_painting import painted
from pnp.assets.svg_style import Sheet
from pnp.assets.svg_tree import Findings, Node, Sort, Stop, parse
from pnp.assets.svg_values import (
    DATA,
    Attributes,
    View,
    Wrong,
    fitted,
    length,
    share,
    values,
    view_box,
)
from pnp.assets.vector import Part, PartGroup
from pnp.diagnostics import Problems
from pnp.units.color import BLACK
from pnp.units.geometry import IDENTITY, moved

_MAX_NESTED = 100
"""Elements within elements, clones counted."""
MAX_VISITS = 200_000
"""Elements that are looked at, clones counted."""
_FEW_UNITS = 20
_FINE = 200_000
"""Steps that the longer side of an image has at least: 2 µm of a poster."""

_SKIPPED = frozenset(
    "title desc metadata defs linearGradient radialGradient stop clipPath mask filter pattern"
    " marker symbol style".split()
)
_HOLDING = frozenset("defs clipPath mask pattern marker symbol".split())
_HINTS = {
    "text": "turn the text into paths in your drawing program",
    "image": "place the picture with <image> in the template",
}
_PLAIN_HINT = "draw it with paths, plain fills and strokes only"


Family = Callable[[str, int, bool], Typeface | None]
"""The typeface of a family's name, with its weight (400 is regular), italic or not."""


class Fonts:
    """The fonts of a game as a drawing names them."""

    def __init__(self, find: Family, names: tuple[str, ...]) -> None:
        self.find, self.names = find, names


class Reader:
    """One drawing: its size and parts, and what is known while its tree is walked.

    Raises Problems.
    """

    def __init__(
        self, data: bytes, file: str, sort: Sort, fonts: Fonts | None = None, *, rough: bool = False
    ) -> None:
        """A `rough` reading finds only what no program could draw safely."""
        self.sort, self.fonts, self.rough = sort, fonts, rough
        self.found = Findings(file, sort)
        self.root = parse(data, self.found)
        self.parts: list[Part | PartGroup] = []
        self.typefaces: set[str] = set()
        self.ids: dict[str, Node] = {}
        self.sheet = Sheet()
        self.using: list[str] = []
        self.clipping = False
        self.visits = self.depth = self.segments = self.drawn = 0
        self.scale = 1000.0
        self.width = self.height = 0.0
        try:
            self._index()
            self._read()
        except Stop:
            pass
        if not self.found.list and not self.parts and not rough:
            hint = f"expected at least one of {', '.join(DATA)}"
            self.found.report("P416", f"the {sort.name} draws nothing", None, hint)
        if self.found.list:
            raise Problems(self.found.list)

    def _index(self) -> None:
        """Note every element that has a name, and read the style sheets."""
        tags: Counter[str] = Counter()
        stack = [self.root]
        while stack:
            node = stack.pop()
            tags[node.tag] += 1
            if name := node.attributes.get("id"):
                self.ids.setdefault(name, node)
            if self.rough:
                self._check_for_raster(node)
            if node.tag == "style":
                self.sheet.read(node, self.found)
            stack += reversed(node.nodes)
        count = sum(tags[tag] for tag in DATA)
        if count > self.sort.max_parts and not self.rough:
            message = f"the {self.sort.name} has {count:,} shapes; {self._most()}"
            self.found.report("P823", message, None, f"simplify the drawing{self.sort.way}")

    def _check_for_raster(self, node: Node) -> None:
        """Report texts, and bitmaps inside the drawing that are damaged or too large (P420)."""
        link = node.attributes.get("href", "")
        if node.tag == "text":
            hint = "turn the text into paths in your drawing program, or take raster away"
            self.found.report("P420", "resvg has no fonts for a <text>", node.place, hint)
        elif node.tag in ("image", "feImage") and link.lstrip().startswith("data:"):
            from pnp.assets import images

            try:
                images.read(_embedded(link), "the bitmap in the drawing")
            except (ValueError, Problems) as problem:
                why = problem.diagnostics[0].message if isinstance(problem, Problems) else problem
                hint = "embed it as PNG or JPEG"
                self.found.report("P420", f"<{node.tag}>: {why}", node.place, hint)

    def _most(self) -> str:
        return f"at most {self.sort.max_parts:,} are drawn"

    def _read(self) -> None:
        own = self.sheet.of(self.root)
        box = own.get("viewBox", "")
        viewport = view_box(box) if box else None
        sides = self._own_size(own)
        if viewport is None and (box or sides is None):
            wrong = f"the {self.sort.name} has neither a viewBox nor width and height in pixels"
            wrong = f'"{box[:60]}" is no usable viewBox' if box else wrong
            hint = 'write viewBox="0 0 WIDTH HEIGHT" with positive numbers'
            self.found.report("P415", wrong, self.root.place, hint)
            return
        if self.sort.is_icon or sides is None:
            sides = viewport[2:] if viewport else sides
        assert sides is not None
        viewport = viewport or (0.0, 0.0, *sides)
        least = _FEW_UNITS * 1000 if self.sort.is_icon else _FINE
        self.scale = max(1000.0, least / max(sides))
        self.width, self.height = (max(1.0, side * self.scale) for side in sides)
        aspect = own.get("preserveAspectRatio", "")
        root = IDENTITY
        try:
            root = fitted(viewport, sides, "" if self.sort.is_icon else aspect)
        except Wrong as wrong:
            self.wrong(self.root, wrong)
        if self.sort.is_icon:
            start = Paint((viewport[2], viewport[3]), None, root)
        else:
            start = Paint((viewport[2], viewport[3]), BLACK, root, color=BLACK, line=LineStyle())
        try:
            self.children(self.root, own, start, self.parts, children=True)
        except Wrong as wrong:
            self.wrong(self.root, wrong)

    def _own_size(self, own: Attributes) -> View | None:
        """The size that an `<svg>` says it has, in pixels; None where it says none."""
        try:
            width, height = (length(own[key], key, None) for key in ("width", "height"))
        except (Wrong, KeyError):
            return None
        largest = paths.MAX_NUMBER / 1000
        return (width, height) if 0 < width <= largest and 0 < height <= largest else None

    def wrong(self, node: Node, wrong: Wrong) -> None:
        """Report a value that cannot be drawn."""
        if not self.rough:
            hint = wrong.hint or f"{_PLAIN_HINT}{self.sort.way}"
            self.found.report(wrong.code, f"<{node.tag}>: {wrong}", node.place, hint)

    def lost(self, node: Node, message: str) -> None:
        """Report a reference that cannot be followed (P418)."""
        if not self.rough:
            hint = "save the drawing again, or take the reference out"
            self.found.report("P418", f"<{node.tag}>: {message}", node.place, hint)

    def draw(self, node: Node, paint: Paint, out: list[Part | PartGroup]) -> None:
        """An element with all that it holds, behind what is drawn."""
        tag = node.tag
        if tag in _SKIPPED and not (self.rough and tag in _HOLDING):
            return
        self.visits += 1
        if self.visits > MAX_VISITS or self.depth > _MAX_NESTED:
            what = f"with its clones, the {self.sort.name} has"
            most = f"{MAX_VISITS:,} elements" if self.depth <= _MAX_NESTED else "100 levels"
            hint = "turn clones into shapes of their own, or draw fewer"
            self.found.report("P823", f"{what} more than {most}", node.place, hint)
        known = tag in DATA or tag in ("g", "a", "use", "svg", "switch")
        if not (known or self.rough or (tag == "text" and not self.sort.is_icon)):
            hint = _HINTS.get(tag, _PLAIN_HINT)
            message = f"<{tag}> cannot be read in {self.sort.one}"
            self.found.report("P412", message, node.place, f"{hint}{self.sort.way}")
            return
        self.depth += 1
        try:
            own = self.sheet.of(node)
            opacity, clip = 1.0, ""
            if not self.rough:
                paint = inherited(self.sort, paint, own)
                opacity, clip = self._alone(own)
            inner: list[Part | PartGroup] = [] if clip or opacity < 1 else out
            self.children(node, own, paint, inner)
            if inner is not out:
                out += self._grouped(node, inner, opacity, clip, paint)
        except Wrong as wrong:
            self.wrong(node, wrong)
        finally:
            self.depth -= 1

    def children(
        self,
        node: Node,
        own: Attributes,
        paint: Paint,
        out: list[Part | PartGroup],
        *,
        children: bool = False,
    ) -> None:
        """What an element draws, without its opacity and clip; only its `children` where those of
        the root are meant. Raises Wrong.
        """
        if not paint.shown:
            return
        tag = node.tag
        if children:
            paint = inherited(self.sort, paint, own)
        elif tag in DATA:
            if paint.visible and not self.rough:
                self.shape(node, DATA[tag](own, paint.view), paint, out)
        elif tag == "text" and not self.rough:
            from pnp.assets.svg_text import draw_text

            draw_text(self, node, paint, out)
            return
        elif tag == "use":
            self._use(node, own, paint, out)
        elif tag == "svg":
            self._viewport(node, own, paint, out)
            return
        inside = node.nodes
        if tag == "switch":
            asking = ("requiredExtensions", "systemLanguage", "requiredFeatures")
            inside = [one for one in inside if not any(key in one.attributes for key in asking)][:1]
        for child in inside:
            self.draw(child, paint, out)

    def _alone(self, own: Attributes) -> tuple[float, str]:
        """The opacity of an element as a whole, and what it is clipped by. Raises Wrong."""
        opacity = share(own.get("opacity", "1"), "opacity")
        clip = own.get("clip-path", "none")
        clip = "" if clip in ("none", "") else clip
        if self.sort.is_icon:
            if opacity < 1:
                said = f'opacity="{own["opacity"][:40]}"'
                raise Wrong(f"{said}: an icon is opaque", hint=AS_IMAGE)
            if clip:
                raise Wrong(
                    f'clip-path="{clip[:40]}" cannot be printed from an icon', hint=AS_IMAGE
                )
        return opacity, clip

    def _grouped(
        self, node: Node, inner: list[Part | PartGroup], opacity: float, clip: str, paint: Paint
    ) -> list[Part | PartGroup]:
        """Parts with an opacity, behind the clips that a reference leads to. Raises Wrong."""
        if not inner:
            return []
        group = PartGroup(tuple(inner), opacity=opacity)
        for path in self.clips(node, clip, paint) if clip else ():
            if not path:
                return []
            group = (
                group._replace(clip=path) if group.clip is None else PartGroup((group,), clip=path)
            )
        return [group] if opacity > 0 else []

    def clips(self, node: Node, value: str, paint: Paint) -> list[str]:
        """The paths that a reference to a `<clipPath>` cuts with, all of them. Raises Wrong."""
        if self.clipping:
            raise Wrong(f'clip-path="{value[:40]}" inside a <clipPath> cannot be drawn')
        match = URL.fullmatch(value)
        target = self.ids.get(match[1]) if match else None
        if target is None or target.tag != "clipPath":
            self.lost(node, f'clip-path="{value[:40]}" leads to no <clipPath>')
            return []
        own = self.sheet.of(target)
        if own.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
            raise Wrong("a clip path in shares of what it clips cannot be drawn")
        found: list[Part | PartGroup] = []
        start = Paint(paint.view, BLACK, paint.transform)
        base = inherited(self.sort, start, {k: v for k, v in own.items() if k != "clip-path"})
        self.clipping = True
        try:
            for child in target.nodes:
                self.draw(child, base, found)
        finally:
            self.clipping = False
        cut = "".join(part.path for part in found if type(part) is Part)
        outer = own.get("clip-path", "none")
        if outer == "none":
            return [cut]
        key = match[1] if match else ""
        if key in self.using or len(self.using) > _MAX_NESTED:
            self.lost(node, f'the clip path "{key}" leads back to itself')
            return [cut]
        self.using.append(key)
        try:
            return [cut, *self.clips(target, outer, base)]
        finally:
            self.using.pop()

    def _use(self, node: Node, own: Attributes, paint: Paint, out: list[Part | PartGroup]) -> None:
        link = own.get("href", "")
        target = self.ids.get(link[1:]) if link[:1] == "#" else None
        if target is None:
            self.lost(node, f'href="{link[:40]}" leads to nothing in the drawing')
            return
        if link in self.using:
            self.lost(node, f'href="{link[:40]}" leads back to itself')
            return
        x, y = values(own, paint.view, "x", "y")
        paint = paint._replace(transform=moved(x, y).then(paint.transform))
        self.using.append(link)
        try:
            if target.tag in ("symbol", "svg"):
                given = {
                    **target.attributes,
                    **{k: own[k] for k in ("width", "height") if k in own},
                }
                given |= {"x": "0", "y": "0"} if target.tag == "symbol" else {}
                copy = Node("svg", given, target.place)
                copy.children = target.children
                self.draw(copy, paint, out)
            else:
                self.draw(target, paint, out)
        finally:
            self.using.pop()

    def _viewport(
        self, node: Node, own: Attributes, paint: Paint, out: list[Part | PartGroup]
    ) -> None:
        """An `<svg>` inside the drawing, or a symbol: clipped, its viewBox fitted."""
        x, y = values(own, paint.view, "x", "y")
        sides = [own.get(key, "100%") for key in ("width", "height")]
        width, height = (
            length("100%" if side == "auto" else side, key, paint.view)
            for side, key in zip(sides, ("width", "height"), strict=True)
        )
        if width <= 0 or height <= 0:
            return
        box = view_box(own.get("viewBox", "")) or (0.0, 0.0, width, height)
        at = fitted(box, (width, height), own.get("preserveAspectRatio", "")).then(moved(x, y))
        inner: list[Part | PartGroup] = []
        inside = paint._replace(transform=at.then(paint.transform), view=(box[2], box[3]))
        for child in node.nodes:
            self.draw(child, inside, inner)
        edge = paths.canonical(f"M{x} {y}h{width}v{height}h{-width}z", self.scale, paint.transform)
        if not inner:
            return
        free = own.get("overflow", "hidden") in ("visible", "auto") or self.sort.is_icon
        out += inner if free or self.clipping else [PartGroup(tuple(inner), clip=edge)]

    def shape(self, node: Node, d: str, paint: Paint, out: list[Part | PartGroup]) -> None:
        """The parts of one path: its fill and its stroke. Raises Wrong."""
        filled = paint.fill != "" and node.tag != "line"
        stroked = paint.stroke != "" and paint.stroke_width > 0
        try:
            path = paths.canonical(d, self.scale, paint.transform)
            wound = paint.clip_even_odd if self.clipping else paint.even_odd
            if wound and (filled or self.clipping):
                path = even_odd(path)
            if self.clipping:
                out += [Part(clockwise(path))] if path else []
            elif path and (filled or stroked):
                painted(self, node, d, path, paint, (filled, stroked), out)
        except paths.PathLimit as limit:
            self.found.report("P823", f"<{node.tag}>: {limit}", node.place, "simplify the path")
        except paths.PathError as problem:
            hint = "draw the shape again, or export it from a drawing program"
            self.found.report("P414", f"<{node.tag}>: {problem}", node.place, hint)
            return
        self._count(node, path)

    def _count(self, node: Node, path: str) -> None:
        self.segments += path.count("L") + path.count("C")
        self.drawn += 1
        hint = f"simplify the drawing{self.sort.way}"
        if self.segments > self.sort.max_segments:
            message = f"the {self.sort.name} has more than {self.sort.max_segments:,} segments"
            self.found.report("P823", message, node.place, hint)
        if self.drawn > self.sort.max_parts:
            message = (
                f"with its clones the {self.sort.name} has more than {self.drawn - 1:,} shapes"
            )
            self.found.report("P823", f"{message}; {self._most()}", node.place, hint)


def _embedded(link: str) -> bytes:
    """The bytes of a data URI. Raises ValueError."""
    from base64 import b64decode
    from urllib.parse import unquote

    head, comma, body = link.partition(",")
    if not comma or "base64" not in head:
        raise ValueError("its data URI is not in base64")
    return b64decode(unquote(body))
