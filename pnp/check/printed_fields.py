"""Holds what each card, piece and place of a board prints against its fields: every value that is
declared to be printed is there, and cards of different values look different.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.check.confirmed_faces import PrintedSide
from pnp.diagnostics import Diagnostic, Note, Span, error, warning
from pnp.layout.placed_faces import PlacedFace
from pnp.model.fields import FieldType, flat
from pnp.model.game import NO_COLOR, Card, Component, Game
from pnp.model.kinds import BOARDS
from pnp.sandbox.bounds import as_text
from pnp.sandbox.environment import Record
from pnp.sandbox.sources import WORKED_OUT, Printed

LACKING, ALIKE, WORKED = "P322", "P323", "P324"
"""A value that is not on its face; two cards of one look; a value that a template works out."""
MOST = 3
"""Cards of which it is said one by one."""
_MARKS = re.compile(r"[*_`\s]+")


class Subject(NamedTuple):
    """What has fields: a card, a piece, or a place of a board; `source` is what its values are
    called where they are printed.
    """

    id: str
    source: str
    values: Mapping[str, Any]
    place: Span


class Due(NamedTuple):
    """What a face has to print: a sign, in which way, from which source."""

    way: str
    sign: str
    source: str


Lacking = tuple[Due, Subject]
"""What a face does not print, and whose it is."""


def is_declared(game: Game) -> bool:
    """Whether any field says how it is printed."""
    return any(field.printed for c in game.components.values() for field in _fields(c))


def _fields(component: Component) -> tuple[FieldType, ...]:
    """Those of its cards, or of the places of a board."""
    return (*component.fields.values(), *component.places.values())


def check(
    game: Game, sides: Mapping[str, PrintedSide], named: Mapping[tuple[str, str], Sequence[Span]]
) -> Iterator[Diagnostic]:
    """P322 for every declared value that its face does not print, as often as there are such: at
    the line of the template that prints it for others, else that names it (`named`), else at the
    value.
    """
    shown: dict[tuple[str, str], list[tuple[Span, Printed]]] = {}
    for key, side in sides.items():
        found = ((item.origin, one) for item in side.items for one in item.printed)
        shown.setdefault((key.partition("/")[0], side.card.id), []).extend(found)
    for component in game.components.values():
        for field in _fields(component):
            if not field.printed or "no" in field.printed:
                continue
            lines, lacking = dict[str, Span](), dict[str, list[Lacking]]()
            for card in component.cards:
                face = shown.get((component.id, card.id))
                for due, subjects in (
                    _due(component, card, field).items() if face is not None else ()
                ):
                    there = [line for line, one in face or () if _is_printed(due, one)]
                    if there:
                        lines.setdefault(due.way, there[0])
                    if len(there) < len(subjects):
                        lacking.setdefault(due.way, []).append((due, subjects[len(there)]))
            templates = (component.front, component.back or "")
            naming = [line for name in templates for line in named.get((name, field.name), ())]
            for way, rows in lacking.items():
                line = lines.get(way) or next(iter(naming), None)
                yield _finding(component, field, rows, line)


def _due(component: Component, card: Card, field: FieldType) -> dict[Due, list[Subject]]:
    """What a card has to print of a field; a board as often as it has places of that value."""
    board = component.kind in BOARDS
    due: dict[Due, list[Subject]] = {}
    subjects: Iterable[Subject] = [Subject(card.id, "card", card.values, card.place(field.name))]
    for subject in _places(component) if board else subjects:
        for value in flat(subject.values.get(field.name)):
            for way in field.printed:
                if sign := expected(value, way):
                    name = f"{subject.source}.{field.name}"
                    if isinstance(value, Record):
                        name = f"{value.source}.{_ATTRIBUTES.get(way, way)}"
                    due.setdefault(Due(way, sign, name), []).append(subject)
    return due if board else {one: subjects[:1] for one, subjects in due.items()}


def _finding(
    component: Component, field: FieldType, rows: Sequence[Lacking], line: Span | None
) -> Diagnostic:
    due, first = rows[0]
    message = (
        f'"{first.id}" of "{component.id}" does not print its {field.name}: {due.way} "{due.sign}"'
    )
    notes = [Note(f"it is declared as printed: {due.way}", field.place)] if field.place else []
    notes += [Note(f"its {field.name} is here", first.place)] if line else []
    notes += [Note(f'nor does "{subject.id}"', subject.place) for _, subject in rows[1:MOST]]
    if len(rows) > MOST:
        notes.append(Note(f"and {len(rows) - MOST} more"))
    hint = f"print it in {component.front or 'the template'}, or correct what printed: says"
    return error(LACKING, message, line or first.place, hint, notes)


def _places(component: Component) -> Iterator[Subject]:
    """The spaces and areas of a board."""
    for owner in ("spaces", "areas"):
        for place in getattr(component.details, owner).values():
            yield Subject(place.id, f"{owner}.{place.id}", place.fields, place.span)


_ATTRIBUTES = {"colour": "color", "text": "label", "number": "label"}
"""The attribute of a meaning that a way prints, where it is called otherwise."""


def expected(value: Any, way: str) -> str:
    """What stands on a face for a value: the attribute of a meaning that the way names, else the
    value itself; nothing for an attribute that it does not have.
    """
    if isinstance(value, Record):
        name = _ATTRIBUTES.get(way, way)
        sign = str(value[name] or "") if name in value else ""
        return "" if (name, sign) == ("color", NO_COLOR) else sign
    text = str(as_text(value))
    return _MARKS.sub(" ", text).strip() if way == "text" else text


def _is_printed(due: Due, one: Printed) -> bool:
    """Whether something printed is what a face has to print."""
    if due.source not in one.sources:
        return False
    sign = re.escape(due.sign)
    match due.way:
        case "icon" | "pattern" | "colour":
            return bool(one.attribute and re.search(rf"(?<![\w-]){sign}(?!\w)", one.words))
        case "number":
            digits = sign.removeprefix(r"\-")
            before = "[-−]" if due.sign.startswith("-") else r"(?<![\d.])"
            return bool(re.search(rf"{before}{digits}(?!\d|\.\d)", one.words))
        case "letter":
            return bool(re.search(rf"(?<!\w){sign}(?!\w)", one.words))
    return due.sign.casefold() in _MARKS.sub(" ", one.words).casefold()


def worked_out(sides: Mapping[str, PrintedSide]) -> Iterator[Diagnostic]:
    """P324 for texts and icons that a template works out of a value: no field, fact or rule has
    what it prints.
    """
    found: dict[tuple[Span, str], Printed] = {}
    for side in sides.values():
        for item in side.items:
            for one in item.printed:
                for name in one.sources:
                    if name.startswith(WORKED_OUT) and one.attribute in ("", "name"):
                        found.setdefault((item.origin, name.removeprefix(WORKED_OUT)), one)
    for (line, name), one in found.items():
        message = f'"{one.words}" is worked out of {name} by the template'
        kind = "facts" if name.startswith("facts.") else "fields"
        hint = f"declare it under {kind}: {{NAME: {{expr: …}}}}, and print that"
        yield warning(WORKED, message, line, hint)


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
