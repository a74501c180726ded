"""The laid-out faces of one component as rules look at them: each different look once, with the
cards that have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pnp.assets.fonts import Typeface
from pnp.compose.element_trees import Findings
from pnp.diagnostics import Diagnostic
from pnp.face import Face, Group, Item, Text
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


@dataclass(frozen=True, slots=True)
class Sides:
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
    _cards: dict[int, list[Card]] = field(default_factory=dict, compare=False)
    _looks: dict[int, PlacedFace] = field(default_factory=dict, compare=False)

    def looks(self) -> Iterator[tuple[Face, PlacedFace]]:
        """Each different face once, with the first card that has it."""
        if not self._looks:
            for laid in self.laid:
                self._looks.setdefault(id(laid.face), laid)
        for laid in self._looks.values():
            yield laid.face, laid

    def first(self, face: Face) -> PlacedFace:
        """The first card that has a face, and the side of it."""
        return (
            self._looks[id(face)]
            if self._looks
            else next(laid for look, laid in self.looks() if look is face)
        )

    def cards(self, face: Face) -> list[Card]:
        """The cards that have a face."""
        if not self._cards:
            for laid in self.laid:
                self._cards.setdefault(id(laid.face), []).append(laid.card)
        return self._cards[id(face)]

    def texts(self, face: Face) -> list[PlacedText]:
        """Every text of a face, gathered at the first asking."""
        found = self._texts.get(id(face))
        if found is None:
            found = self._texts[id(face)] = []
            self._gather(face.items, IDENTITY, found)
        return found

    def _gather(
        self, items: tuple[Item, ...], transform: Transform, found: list[PlacedText]
    ) -> None:
        for item in items:
            if type(item) is Text:
                found.append((item, transform))
            elif type(item) is Group and not self._pictured(item.transform):
                own = item.transform
                self._gather(
                    item.items,
                    (
                        transform
                        if own is None
                        else own
                        if transform is IDENTITY
                        else own.then(transform)
                    ),
                    found,
                )

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
        found = self._inks.get(id(face))
        if found is None:
            found = self._inks[id(face)] = []
            for number, (text, transform) in enumerate(self.texts(face)):
                if transform is IDENTITY:
                    up, down = self.reach(text)
                    found.append(
                        (
                            text[1] - up,
                            text[0],
                            text[1] + down,
                            text[0] + text[8],
                            number,
                            text,
                            transform,
                        )
                    )
                else:
                    box = self.ink_box(text, transform)
                    found.append((box.y, box.x, box.bottom, box.right, number, text, transform))
        return found

    def ink_box(self, text: Text, transform: Transform) -> Rect:
        """Where the ink of a text can be, in face coordinates."""
        up, down = self.reach(text)
        box = rect(text.x, round(text.y - up), text.width, round(up + down))
        return box if transform is IDENTITY else transform.bounds(box)


_TRUE = 0.99
"""The scale, in area, below which a group is a picture of something larger."""

Rule = Callable[[Face], Iterable[Diagnostic]]


def each_look(sides: Sides, rule: Rule) -> Findings:
    """A rule over every look of a deck; equal findings are joined and name the cards that they
    befall.
    """
    findings = Findings()
    for face, _ in sides.looks():
        for diagnostic in rule(face):
            for card in sides.cards(face):
                findings.add(diagnostic, card)
    return findings
