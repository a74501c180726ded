"""The laid-out faces of one deck as rules look at them: each different look once, with the cards that have it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.assets.fonts import Typeface
from pnp.compose.faces import Findings
from pnp.diagnostics import Diagnostic
from pnp.face import Face, Group, Item, Text
from pnp.geometry import IDENTITY, PT, Rect, Transform, rect
from pnp.layout.faces import Laid
from pnp.model.game import Deck, Game


@dataclass(frozen=True, slots=True)
class Sides:
    """A deck with its laid-out sides and the typefaces that they use, by hash."""

    game: Game
    deck: Deck
    laid: Sequence[Laid]
    typefaces: Mapping[str, Typeface]

    def looks(self) -> Iterator[tuple[Face, Laid]]:
        """Each different face once, with the first card that has it."""
        seen: set[int] = set()
        for laid in self.laid:
            if id(laid.face) not in seen:
                seen.add(id(laid.face))
                yield laid.face, laid


class PlacedText(NamedTuple):
    """A text of a face with the map from its coordinates to the face's."""

    text: Text
    transform: Transform


def texts(items: tuple[Item, ...], transform: Transform = IDENTITY) -> Iterator[PlacedText]:
    """Every text of a face."""
    for item in items:
        if type(item) is Text:
            yield PlacedText(item, transform)
        elif type(item) is Group:
            yield from texts(item.items, item.transform.then(transform) if item.transform else transform)


def ink_box(placed: PlacedText, typefaces: Mapping[str, Typeface]) -> Rect:
    """Where the ink of a text can reach: from cap height to half the font's descent below the baseline, in face coordinates."""
    text, transform = placed
    typeface = typefaces[text.font.hash]
    em = text.size * PT / typeface.units_per_em
    up, down = typeface.cap_height * em, -typeface.descent * em * 0.5
    box = rect(text.x, round(text.y - up), text.width, round(up + down))
    return box if transform is IDENTITY else transform.bounds(box)


Rule = Callable[[Face], Iterator[Diagnostic]]


def each_look(sides: Sides, rule: Rule) -> list[Diagnostic]:
    """A rule over every look of a deck; equal findings are joined and name the cards that they befall."""
    findings = Findings()
    for face, laid in sides.looks():
        for diagnostic in rule(face):
            findings.add(diagnostic, laid.card)
    return findings.list()
