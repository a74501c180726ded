"""What can be read of a game: the texts of rulebooks and references as they are written, and those on cards and boards."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NamedTuple

from pnp.diagnostics import Span
from pnp.load.yaml import Map, Seq
from pnp.model.game import Component, Game
from pnp.model.spaces import Area, BoardData, Space

MAX_TEXT = 2_000_000
"""Characters that are read of one component."""


class Passage(NamedTuple):
    """A piece of text and where it begins; with `lines` its line breaks are those of the file."""

    text: str
    span: Span
    lines: bool = False

    def at(self, offset: int) -> Span:
        """The place of a character."""
        if not self.lines:
            return self.span
        before = self.text[:offset]
        return Span(self.span.file, self.span.line + before.count("\n"), offset - (before.rfind("\n") + 1) + 1)


@dataclass(frozen=True, slots=True)
class Text:
    """All that a component says."""

    name: str
    passages: tuple[Passage, ...]


class Reading(NamedTuple):
    """A passage with its facts put in: the text, the same in small letters, where each word begins; where it grew, by how much."""

    text: str
    folded: str
    words: Mapping[str, Sequence[int]]
    moved: Sequence[tuple[int, int]]


def texts_of(game: Game) -> dict[str, Text]:
    """The texts of a game by component."""
    return {component.id: Text(component.id, tuple(_passages(game, component))) for component in game.components.values()}


def _passages(game: Game, component: Component) -> Iterator[Passage]:
    written, path = getattr(component.details, "text", None), getattr(component.details, "path", None)
    if isinstance(written, bytes) and isinstance(path, str):
        name = str(PurePosixPath(game.raw.file).parent / PurePosixPath(path).relative_to(f"data/{game.id}"))
        text = written[:MAX_TEXT].decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
        yield Passage(text, Span(name, 1, 1), lines=True)
        return
    left = MAX_TEXT
    for card in component.cards:
        for name, value in card.values.items() if component.fields else ():
            if isinstance(value, str) and name in component.fields and left > 0:
                left -= len(value)
                yield Passage(value, card.place(name))
        if not component.fields:
            as_written = list(_written(card.raw))
            yield from as_written
            yield from _worked_out(component, {passage.text for passage in as_written})


def _worked_out(component: Component, known: Container[str]) -> Iterator[Passage]:
    """The labels and texts of a board that are worked out (`{expr: …}`)."""
    if isinstance(component.details, BoardData):
        labels = [(area.label, area.span) for area in component.details.areas.values()]
        labels += [(space.label, space.span) for space in component.details.spaces.values() if space.track is None]
        places: list[Area | Space] = [*component.details.areas.values(), *component.details.spaces.values()]
        labels += [(value, place.span) for place in places for value in place.fields.values() if isinstance(value, str)]
        yield from (Passage(label, span) for label, span in labels if label not in known)


def _written(raw: Map, depth: int = 0) -> Iterator[Passage]:
    """Every text of a map as it is written."""
    for key, value in raw.items():
        yield from _value(value, raw.at(key), depth)


def _value(value: object, span: Span, depth: int) -> Iterator[Passage]:
    if depth > 16:
        return
    if isinstance(value, str):
        yield Passage(value, span)
    elif isinstance(value, Map):
        yield from _written(value, depth + 1)
    elif isinstance(value, Seq):
        for index, part in enumerate(value):
            yield from _value(part, value.at(index), depth + 1)
