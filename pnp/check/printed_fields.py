"""Holds what each card, piece and place of a board prints against its fields: every value that is
declared to be printed is there, and cards of different values look different.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.check.confirmed_faces import PrintedSide
from pnp.compose.face_content import SEPARATOR
from pnp.diagnostics import Diagnostic, Note, Span, error, warning
from pnp.layout.placed_faces import PlacedFace
from pnp.model.fields import FieldType, flat
from pnp.model.game import Card, Component, Game
from pnp.model.kinds import BOARDS
from pnp.sandbox.bounds import as_text
from pnp.sandbox.environment import Record

LACKING, ALIKE = "P322", "P323"
"""A value that is not on its face; two cards of one look."""
MOST = 3
"""Cards of which it is said one by one."""
_MARKS = re.compile(r"[*_`\s]+")


class Subject(NamedTuple):
    """What has fields: a card, a piece, or a place of a board."""

    id: str
    values: Mapping[str, Any]
    place: Span


class Lacking(NamedTuple):
    """What a face does not print, in which way, and whose it is."""

    way: str
    sign: str
    subject: Subject


def is_declared(game: Game) -> bool:
    """Whether any field says how it is printed."""
    return any(field.printed for c in game.components.values() for field in _fields(c))


def _fields(component: Component) -> tuple[FieldType, ...]:
    """Those of its cards, or of the places of a board."""
    return (*component.fields.values(), *component.places.values())


def check(game: Game, sides: Mapping[str, PrintedSide]) -> Iterator[Diagnostic]:
    """P322 for every declared value that its face does not print, as often as there are such."""
    shown: dict[tuple[str, str], list[str]] = {}
    for key, side in sides.items():
        shown.setdefault((key.partition("/")[0], side.card.id), []).extend(
            i.shown for i in side.items
        )
    for component in game.components.values():
        for field in _fields(component):
            if not field.printed or "no" in field.printed:
                continue
            lacking: dict[str, list[Lacking]] = {}
            for card in component.cards:
                face = shown.get((component.id, card.id))
                for one in _lacking(component, card, field, face) if face is not None else ():
                    lacking.setdefault(one.way, []).append(one)
            for rows in lacking.values():
                yield _finding(component, field, rows)


def _lacking(
    component: Component, card: Card, field: FieldType, face: Sequence[str]
) -> Iterator[Lacking]:
    """What a face does not print of a field: of a board as often as it has places of that value."""
    board = component.kind in BOARDS
    subjects: Iterable[Subject] = [Subject(card.id, card.values, card.place(field.name))]
    words, single = SEPARATOR.join(face), Counter(part for item in face for part in _parts(item))
    due: dict[tuple[str, str], list[Subject]] = {}
    for subject in _places(component) if board else subjects:
        for value in flat(subject.values.get(field.name)):
            for way in field.printed:
                if sign := expected(value, way):
                    due.setdefault((way, sign), []).append(subject)
    for (way, sign), those in due.items():
        there = _times(way, sign, words, single)
        if there < (len(those) if board else 1):
            yield Lacking(way, sign, those[there if board else 0])


def _finding(component: Component, field: FieldType, rows: Sequence[Lacking]) -> Diagnostic:
    first = rows[0]
    message = (
        f'"{first.subject.id}" of "{component.id}" does not print its {field.name}:'
        f' {first.way} "{first.sign}"'
    )
    notes = [Note(f"it is declared as printed: {first.way}", field.place)] if field.place else []
    notes += [Note(f'nor does "{row.subject.id}"', row.subject.place) for row in rows[1:MOST]]
    if len(rows) > MOST:
        notes.append(Note(f"and {len(rows) - MOST} more"))
    hint = f"print it in {component.front or 'the template'}, or correct what printed: says"
    return error(LACKING, message, first.subject.place, hint, notes)


def _places(component: Component) -> Iterator[Subject]:
    """The spaces and areas of a board."""
    for place in (*component.details.spaces.values(), *component.details.areas.values()):
        yield Subject(place.id, place.fields, place.span)


def expected(value: Any, way: str) -> str:
    """What stands on a face for a value: the attribute of a meaning that the way names, else the
    value itself; nothing for an attribute that it does not have.
    """
    if isinstance(value, Record):
        name = "color" if way == "colour" else "label" if way == "text" else way
        return str(value[name] or "") if name in value else ""
    text = str(as_text(value))
    return _MARKS.sub(" ", text).strip() if way == "text" else text


def _parts(item: str) -> Iterator[str]:
    """The icons, colours and patterns of an item."""
    yield from re.findall(r":[\w-]+:|\[[\w-]+\]|\{[\w-]+\}", item)


def _times(way: str, sign: str, words: str, parts: Mapping[str, int]) -> int:
    """How often a face prints something in a way."""
    if way == "icon":
        return parts.get(f":{sign}:", 0)
    if way == "pattern":
        return parts.get(f"{{{sign}}}", 0)
    if way == "colour":
        return sum(n for p, n in parts.items() if p == f"[{sign}]" or p.startswith(f"[{sign}-"))
    if way == "number":
        digits = re.escape(sign.removeprefix("-"))
        before = "[-−]" if sign.startswith("-") else r"(?<![\d.])"
        return len(re.findall(rf"{before}{digits}(?![\d]|\.\d)", words))
    if way == "letter":
        return len(re.findall(rf"(?<!\w){re.escape(sign)}(?!\w)", words))
    return _MARKS.sub(" ", words).casefold().count(sign.casefold())


def alike(component: Component, placed: Iterable[PlacedFace]) -> Iterator[Diagnostic]:
    """P323 for cards of different values that have one front, unless they differ in what is not
    printed; of components whose fields say how they are printed.
    """
    if not any(field.printed for field in component.fields.values()):
        return
    skipped = {"id", "count", *(n for n, f in component.fields.items() if "no" in f.printed)}
    groups: dict[int, list[Card]] = {}
    for one in placed:
        if one.side == "front":
            groups.setdefault(id(one.face), []).append(one.card)
    for cards in groups.values():
        first = cards[0]
        others = [
            (card, names)
            for card in cards[1:]
            if (names := [n for n in first.values if n not in skipped and _differ(first, card, n)])
        ]
        if others:
            card, names = others[0]
            message = (
                f'"{first.id}" and "{card.id}" of "{component.id}" differ in {", ".join(names)} and'
                " look alike"
            )
            notes = [Note(f'so does "{more.id}"', more.span) for more, _ in others[1:MOST]]
            if len(others) > MOST:
                notes.append(Note(f"and {len(others) - MOST} more"))
            hint = "print it, or declare under fields: that it is not: {…, printed: no}"
            yield warning(ALIKE, message, card.span, hint, notes)


def _differ(one: Card, other: Card, name: str) -> bool:
    return bool(one.values.get(name) != other.values.get(name))
