"""Compares what faces print with what was confirmed of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.compose.face_content import SEPARATOR, Item
from pnp.diagnostics import Diagnostic, Note, Span, warning
from pnp.model.game import Card, Game

CODE = "P596"
"""The finding on a face that prints something else than was confirmed."""
MOST = 3
"""Cards of which it is said one by one."""


class PrintedSide(NamedTuple):
    """What one side of a card prints."""

    card: Card
    items: Sequence[Item]

    @property
    def shown(self) -> str:
        """Its items in a line, those that are alike in a row as one."""
        runs = [(item, len([*same])) for item, same in groupby(item.shown for item in self.items)]
        return SEPARATOR.join(f"{item} ×{count}" if count > 1 else item for item, count in runs)


def meanings(game: Game) -> frozenset[str]:
    """The names of the colours that its terms have; ink is that of what has none."""
    terms = [term for kind in game.terms.values() for term in kind.values()]
    return frozenset(str(term["color"]) for term in terms if "color" in [*term]) - {
        "None",
        "",
        "ink",
    }


def check(game: Game, sides: Mapping[str, PrintedSide]) -> Iterator[Diagnostic]:
    """P596 for each line of a template that prints something else than was confirmed, with the
    first cards that show it. Faces that were never confirmed, and those that are gone, are not
    told of.
    """
    places: dict[Span, list[tuple[str, Card, str]]] = {}
    for key, shown in (game.confirmed_faces or {}).items():
        side = sides.get(key)
        if side is None or side.shown == shown:
            continue
        old, new, item = first_difference(shown.split(SEPARATOR), side)
        place = item.origin if item else side.card.span
        places.setdefault(place, []).append((key, side.card, _words(old, new)))
    for place, rows in places.items():
        key, card, words = rows[0]
        notes = [Note(f"{name}: {what}", one.span) for name, one, what in rows[1:MOST]]
        if len(rows) > MOST:
            notes.append(Note(f"and {len(rows) - MOST} more like these"))
        here = Note(f'card "{card.id}" is here', card.span)
        hint = f"if all of them are meant to: pnp confirm {game.id} --faces"
        message = f"{key} prints something else than was confirmed: {words}"
        yield warning(CODE, message, place, hint, [here, *notes])


def first_difference(old: Sequence[str], side: PrintedSide) -> tuple[str, str, Item | None]:
    """The first item that differs: what was, what is (empty: nothing), and the item there."""
    new, items = (
        side.shown.split(SEPARATOR),
        [next(same) for _, same in groupby(side.items, _shown)],
    )
    start = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
    start = min(len(old), len(new)) if start is None else start
    item = items[min(start, len(items) - 1)] if items else None
    before, after = ("".join(row[start : start + 1]) for row in (old, new))
    if len(old) > len(new) and after in old[start + 1 :]:  # what followed stands in its place
        after = ""
    elif len(new) > len(old) and before in new[start + 1 :]:
        before = ""
    return before, after, item


def _shown(item: Item) -> str:
    return item.shown


def _words(old: str, new: str) -> str:
    if not old or not new:
        return f'"{new}", where nothing was' if new else f'"{old}" is gone'
    return f'"{new}", where it was "{old}"'
