"""Gives rules the faces of one component: each distinct face once, with its texts, their ink and
the cards that have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pnp.assets.fonts import Typeface
from pnp.compose.element_trees import Findings
from pnp.diagnostics import Diagnostic
from pnp.face import Face, Group, Item, Text, inner
from pnp.layout.placed_faces import PlacedFace, ShrunkByGroup
from pnp.model.game import Card, Component, Game
from pnp.model.kinds import TEXTS
from pnp.units.geometry import IDENTITY, PT, Rect, Transform, rect

PlacedText = tuple[Text, Transform]
"""A text of a face and the map from its coordinates to the face's."""


Ink = tuple[float, float, float, float, int, Text, Transform]
"""Where the ink of a text is on its face: top, left, bottom, right; its number in the order of
painting; the text and its transform.
"""


@dataclass(frozen=True)
class ComponentFaces:
    """A component with its laid-out sides, the typefaces that they use, by hash, and the texts
    that follow others in size.
    """

    game: Game
    component: Component
    laid: Sequence[PlacedFace]
    typefaces: Mapping[str, Typeface]
    followers: ShrunkByGroup = frozenset()
    _texts: dict[int, list[PlacedText]] = field(default_factory=dict, compare=False)
    _inks: dict[int, list[Ink]] = field(default_factory=dict, compare=False)
    _reach: dict[tuple[str, float], tuple[float, float]] = field(
        default_factory=dict, compare=False
    )

    @cached_property
    def _sharing(self) -> dict[int, list[PlacedFace]]:
        """The placed faces that share each face."""
        sharing: dict[int, list[PlacedFace]] = {}
        for placed in self.laid:
            sharing.setdefault(id(placed.face), []).append(placed)
        return sharing

    def distinct(self) -> list[Face]:
        """Each different face once."""
        return [sharing[0].face for sharing in self._sharing.values()]

    def first(self, face: Face) -> PlacedFace:
        """The first card that has a face, and the side of it."""
        return self._sharing[id(face)][0]

    def cards(self, face: Face) -> list[Card]:
        """The cards that have a face."""
        return [placed.card for placed in self._sharing[id(face)]]

    def texts(self, face: Face) -> list[PlacedText]:
        """Every text of a face, gathered at the first asking."""
        if id(face) not in self._texts:
            found = self._texts[id(face)] = []
            self._gather(face.items, IDENTITY, found)
        return self._texts[id(face)]

    def _gather(
        self, items: tuple[Item, ...], transform: Transform, found: list[PlacedText]
    ) -> None:
        for item in items:
            if type(item) is Text:
                found.append((item, transform))
            elif type(item) is Group and not self._pictured(item.transform):
                self._gather(item.items, inner(item, transform), found)

    def _pictured(self, transform: Transform | None) -> bool:
        """Whether a group is a component shown small in a text: a picture of it, not meant to be
        read there.
        """
        if transform is None or self.component.kind not in TEXTS:
            return False
        return abs(transform.a * transform.d - transform.b * transform.c) < _TRUE

    def reach(self, text: Text) -> tuple[float, float]:
        """How far ink can go up and down from a text's baseline: its cap height, and half the
        font's descent.
        """
        key = (text.font.hash, text.size)
        reach = self._reach.get(key)
        if reach is None:
            typeface = self.typefaces[text.font.hash]
            em = text.size * PT / typeface.units_per_em
            reach = self._reach[key] = (typeface.cap_height * em, -typeface.descent * em * 0.5)
        return reach

    def inks(self, face: Face) -> list[Ink]:
        """Where the ink of every text of a face can be, in the order of painting, reckoned at
        the first asking.
        """
        if id(face) not in self._inks:
            self._inks[id(face)] = [
                self._ink(number, text, transform)
                for number, (text, transform) in enumerate(self.texts(face))
            ]
        return self._inks[id(face)]

    def _ink(self, number: int, text: Text, transform: Transform) -> Ink:
        if transform is IDENTITY:
            up, down = self.reach(text)
            left, base = text[0], text[1]
            return base - up, left, base + down, left + text[8], number, text, transform
        box = self.ink_box(text, transform)
        return box.y, box.x, box.bottom, box.right, number, text, transform

    def ink_box(self, text: Text, transform: Transform) -> Rect:
        """Where the ink of a text can be, in face coordinates."""
        up, down = self.reach(text)
        box = rect(text.x, round(text.y - up), text.width, round(up + down))
        return box if transform is IDENTITY else transform.bounds(box)


_TRUE = 0.99
"""The scale, in area, below which a group is a picture of something larger."""

Rule = Callable[[Face], Iterable[Diagnostic]]


def each_distinct_face(sides: ComponentFaces, rule: Rule) -> Findings:
    """A rule over each distinct face; equal findings are joined and name the cards with them."""
    findings = Findings()
    for face in sides.distinct():
        for diagnostic in rule(face):
            for card in sides.cards(face):
                findings.add(diagnostic, card)
    return findings
