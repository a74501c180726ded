"""Compares what faces print with what was confirmed of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.check.promises.record_set import AREAS
from pnp.check.promises.scope import Malformed, Scope
from pnp.compose.face_content import SEPARATOR, Item
from pnp.diagnostics import Diagnostic, Note, Span, warning
from pnp.model.fields import flat
from pnp.model.game import Card, Game
from pnp.model.kinds import BOARDS
from pnp.sandbox.environment import Record

CODE = "P596"
"""The finding on a face that prints something else than was confirmed."""
MOST = 3
"""Cards of which it is said one by one."""
_DECORATION = re.compile(r"^[:\[{(]|[:\]})]?(?: ×\d+)?$")


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
    """A side that prints something else: its name, its card, the first item that was and is."""

    side: str
    card: Card
    old: str
    new: str

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
        changes.setdefault(place, []).append(Change(key, side.card, old, new))
        if sorted(before) == sorted(side.shown.split(SEPARATOR)):
            moved.add(place)
    if not changes:
        return
    printing = Counter(
        place
        for key in confirmed.keys() & sides.keys()
        for place in {item.origin for item in sides[key].items}
    )
    scope = Scope(game)
    for place, rows in changes.items():
        groups: dict[Span, list[Change]] = {}
        for row in rows:
            of_data = len(rows) < printing[place] or place in moved
            origin = data_place(scope, row, rows) if of_data else None
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


def data_place(scope: Scope, change: Change, changes: Sequence[Change]) -> Span | None:
    """Where the data say what a side prints now: a field of its card, the meaning that it names,
    another place of its board, a title; None where none of them says just that.
    """
    word, before = (_DECORATION.sub("", words) for words in (change.new, change.old))
    if not word or not before or word == before:  # data say another word, templates none or more
        return None
    words = {word, word.rpartition("-")[0]} if change.new.startswith("[") else {word}
    component = scope.game.components[change.side.partition("/")[0]]
    changed = {row.card.id for row in changes}
    for name, value in change.card.values.items():
        for meaning in filter(_is_record, flat(value)):
            if words.isdisjoint(str(meaning[key]) for key in meaning):
                continue
            alike = [card for card in component.cards if card.values.get(name) == value]
            if len(alike) == 1 or not changed.issuperset(card.id for card in alike):
                return change.card.place(name)
    board = [f"{component.id}.{AREAS}"] if component.kind in BOARDS else []
    for name in (component.id, *board, *(f"terms.{kind}" for kind in scope.game.terms)):
        try:
            entries = scope.record_set(name).entries
        except Malformed:  # a board without areas
            continue
        for entry in sorted(entries, key=lambda one: one.card.id != change.card.id):
            for field, value in entry.values.items():
                if isinstance(value, str) and value in words:
                    return entry.card.place(field)
    titled = (one for one in scope.game.components.values() if one.title == word)
    return next((one.raw.at("title") for one in titled), None)


def _is_record(value: object) -> bool:
    return isinstance(value, Record)


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
