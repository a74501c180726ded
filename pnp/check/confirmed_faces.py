"""Compares what faces print with what was confirmed of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.check.source_places import meanings_of, named_by, places
from pnp.compose.face_content import SEPARATOR, Item
from pnp.diagnostics import Diagnostic, Note, Span, warning
from pnp.model.game import Card, Game
from pnp.sandbox.sources import Printed

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


class Change(NamedTuple):
    """A side that prints something else: its name, its card, the first item that was and is, what
    of it is printed of which value, and the values of which it prints what it did.
    """

    side: str
    card: Card
    old: str
    new: str
    printed: tuple[Printed, ...] = ()
    same: frozenset[str] = frozenset()

    @property
    def words(self) -> str:
        """It as a message says it."""
        if not self.old or not self.new:
            return f'"{self.new}", where nothing was' if self.new else f'"{self.old}" is gone'
        return f'"{self.new}", where it was "{self.old}"'


def check(game: Game, sides: Mapping[str, PrintedSide]) -> Iterator[Diagnostic]:
    """P596 for what is printed otherwise than was confirmed, with the first sides that show it: at
    the line of the template where all that it prints has changed, else at the data that it comes
    from. Sides that were never confirmed, and those that are gone, are not told of.
    """
    confirmed = game.confirmed_faces or {}
    changes: dict[Span, list[Change]] = {}
    moved: set[Span] = set()
    """Lines whose items stand in another order, which they have from the data."""
    for key, shown in confirmed.items():
        side = sides.get(key)
        if side is None or side.shown == shown:
            continue
        before = shown.split(SEPARATOR)
        old, new, item = first_difference(before, side)
        place = item.origin if item else side.card.span
        printed = item.printed if item and new else ()
        same = (one for item in side.items if item.shown in before for one in item.printed)
        names = frozenset(name for one in same for name in one.sources)
        changes.setdefault(place, []).append(Change(key, side.card, old, new, printed, names))
        if sorted(before) == sorted(side.shown.split(SEPARATOR)):
            moved.add(place)
    if not changes:
        return
    printing = Counter(
        place
        for key in confirmed.keys() & sides.keys()
        for place in {item.origin for item in sides[key].items}
    )
    for place, rows in changes.items():
        groups: dict[Span, list[Change]] = {}
        for row in rows:
            of_data = len(rows) < printing[place] or place in moved
            origin = _data_place(game, row, rows) if of_data else None
            groups.setdefault(origin or place, []).append(row)
        for at, some in groups.items():
            yield _finding(game, at, place, some)


def _finding(game: Game, at: Span, line: Span, rows: Sequence[Change]) -> Diagnostic:
    first = rows[0]
    notes = [Note("printed here", line)] if at != line else []
    if first.card.span != at:
        notes.append(Note(f'card "{first.card.id}" is here', first.card.span))
    notes += [Note(f"{row.side}: {row.words}", row.card.span) for row in rows[1:MOST]]
    if len(rows) > MOST:
        notes.append(Note(f"and {len(rows) - MOST} more like these"))
    hint = f"if all of them are meant to: pnp confirm {game.id} --faces"
    message = f"{first.side} prints something else than was confirmed: {first.words}"
    return warning(CODE, message, at, hint, notes)


def _data_place(game: Game, change: Change, changes: Sequence[Change]) -> Span | None:
    """Where the data say what a side prints now and did not before: a meaning where it changed on
    all cards that have it, or in part, else the field that names it.
    """
    component, card = game.components[change.side.partition("/")[0]], change.card
    changed = {row.card.id for row in changes}
    for one in change.printed:
        if one.words in change.old:
            continue
        in_part = not meanings_of(one.sources).isdisjoint(meanings_of(change.same))
        for field in () if in_part else named_by(card, one):
            alike = [other for other in component.cards if field in named_by(other, one)]
            if len(alike) == 1 or not changed.issuperset(other.id for other in alike):
                return card.place(field)
        if place := next(filter(None, places(game, component, card, one).values()), None):
            return place
    return None


def first_difference(old: Sequence[str], side: PrintedSide) -> tuple[str, str, Item | None]:
    """The first item that differs: what was, what is (empty: nothing), and the item there, or
    before it.
    """
    new, items = (
        side.shown.split(SEPARATOR),
        [next(same) for _, same in groupby(side.items, _shown)],
    )
    start = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
    start = min(len(old), len(new)) if start is None else start
    before, after = ("".join(row[start : start + 1]) for row in (old, new))
    if len(old) > len(new) and after in old[start + 1 :]:  # what followed stands in its place
        after = ""
    elif len(new) > len(old) and before in new[start + 1 :]:
        before = ""
    where = min(start, len(items) - 1) if after else max(0, start - 1)
    return before, after, items[where] if items else None


def _shown(item: Item) -> str:
    return item.shown
