"""P318 – a text is hidden under what is drawn after it.

Elements are drawn in the order of the template, each over those before: a box written below a text
lies on top of it. Told is a text whose middle half is covered, over the height of its capitals, by
an opaque fill or a photo (JPEG). Other images and icons are not judged, since one may look through
them.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.assets import paths
from pnp.assets.path_geometry import covers
from pnp.check.component_faces import ComponentFaces, PlacedText, each_distinct_face
from pnp.compose.element_trees import Findings
from pnp.diagnostics import Diagnostic, Note, warning
from pnp.face import Face, Group, Image, Item, Shape, Text, inner
from pnp.model.kinds import TEXTS
from pnp.units.geometry import IDENTITY, Transform, rect

CODE = "P318"
_PHOTOS = (".jpg", ".jpeg")

_Edge = tuple[str, Transform]
"""An outline and the map to the face: what all that is drawn in a group is cut to."""

_Seen = tuple[int, int, int, int, Text, Transform]
"""A text drawn: left, top, right and bottom of what must be seen of it, on the face."""


class _Search:
    """Walks a face in painting order and holds every fill against the texts before it."""

    def __init__(self, sides: ComponentFaces) -> None:
        self.sides = sides
        self.drawn: list[PlacedText] = []
        self.seen: list[_Seen] = []
        """Those of them that are measured: most faces have nothing behind their last text."""
        self.hidden: list[tuple[Text, Shape]] = []

    def walk(
        self,
        items: tuple[Item, ...],
        transform: Transform = IDENTITY,
        edges: tuple[_Edge, ...] = (),
    ) -> None:
        for item in items:
            if type(item) is Text:
                self.drawn.append((item, transform))
            elif type(item) is Shape:
                if item.fill is not None and (self.seen or self.drawn):
                    self._cover(item, transform, edges)
            elif (
                type(item) is Image
                and item.image.name.lower().endswith(_PHOTOS)
                and (self.seen or self.drawn)
            ):
                self._cover(
                    Shape(paths.rectangle(item.area), None, None, item.origin), transform, edges
                )
            elif type(item) is Group and item.opacity == 1.0 and not item.drawing:
                own = item.transform
                if (
                    own and not 0.98 < own.a * own.d - own.b * own.c < 1.02
                ):  # an icon, in units of its own, is no ground
                    continue
                within = inner(item, transform)
                if item.clip is None:
                    self.walk(item.items, within, edges)
                elif (
                    len(item.items) != 1 or type(item.items[0]) is Image
                ):  # one alone is a pattern, between whose strokes one sees
                    self.walk(item.items, within, (*edges, (item.clip, within)))

    def _cover(self, shape: Shape, transform: Transform, edges: tuple[_Edge, ...]) -> None:
        area = paths.bounds(shape.path)
        left, top, width, height = area if transform is IDENTITY else transform.bounds(area)
        right, bottom = left + width, top + height
        for text, place in self.drawn:
            up, _ = self.sides.reach(text)
            box = rect(
                text.x + text.width // 4, round(text.y - up * 0.9), text.width // 2, round(up * 0.8)
            )
            x, y, wide, high = box if place is IDENTITY else place.bounds(box)
            self.seen.append((x, y, x + wide, y + high, text, place))
        self.drawn = []
        for seen in [
            s
            for s in self.seen
            if left <= s[0] and s[2] <= right and top <= s[1] and s[3] <= bottom
        ]:
            points, outlines = self._points(*seen[4:]), (*edges, (shape.path, transform))
            if all(covers(outline, place, x, y) for outline, place in outlines for x, y in points):
                self.seen.remove(seen)
                self.hidden.append((seen[4], shape))

    def _points(self, text: Text, transform: Transform) -> list[tuple[float, float]]:
        """Points of the middle half of a text, at the feet and the tops of its capitals."""
        up, _ = self.sides.reach(text)
        across = [text.x + share * text.width for share in (0.25, 0.5, 0.75)]
        return [transform.point(x, text.y - height * up) for x in across for height in (0.1, 0.9)]


def check(sides: ComponentFaces) -> Findings:
    """Every text that nobody will see.

    In rulebooks and player aids numbers may lie on what they point at.
    """
    if sides.component.kind in TEXTS:
        return Findings()

    def rule(face: Face) -> Iterator[Diagnostic]:
        search = _Search(sides)
        search.walk(face.items)
        for text, above in search.hidden:
            notes = (Note("this covers it", above.origin),) if above.origin else ()
            hint = "move its element behind what covers it: what is written later lies on top"
            yield warning(
                CODE,
                "a text is hidden under what is drawn after it",
                text.origin or sides.component.raw.span(),
                hint,
                notes,
            )

    return each_distinct_face(sides, rule)
