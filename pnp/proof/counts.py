"""Checks whether everything that the data name is on paper, as often as they say, and whether
copies of a card, and backs that must not tell cards apart, look alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, Note, Span, did_you_mean, error, warning
from pnp.model.game import Component
from pnp.model.kinds import FIRST_PAGE, TEXTS
from pnp.proof.page_order import booklet
from pnp.proof.values import AGAIN, BACK, FRONT, Expected, Pdf, Piece, Piecewise, Printed, part

Fronts = Mapping[Piece, Sequence[Printed]]
_NAMED = 8
"""Places that one finding names."""


class Row(NamedTuple):
    """A piece by its name: what it is, the numbers of the copies that must be there, and what is
    there.
    """

    name: str
    piece: Piecewise
    copies: Collection[int]
    there: Sequence[Printed]


def fronts(pdfs: Sequence[Pdf], books: Container[str]) -> dict[Piece, list[Printed]]:
    """The fronts of each piece in the order of files and pages; of what lies on several tiles
    each copy is counted once, and so is a rulebook that is there as a booklet as well.
    """
    found: dict[Piece, list[Printed]] = defaultdict(list)
    tiled: set[tuple[Piece, int]] = set()
    folded = {pdf.file for pdf in pdfs if booklet(pdf, books)}
    all_faces = [face for pdf in pdfs for face in pdf.all if face.mark.side == FRONT]
    elsewhere = {face.mark.component for face in all_faces if face.file not in folded}
    for face in all_faces:
        if face.file in folded and face.mark.component in elsewhere:
            continue
        copy = face.piece, face.mark.copy
        if copy not in tiled:
            found[face.piece].append(face)
        if face.mark.tile:
            tiled.add(copy)
    return dict(found)


def strangers(pdfs: Iterable[Pdf], expected: Expected, whole: bool) -> Iterator[Diagnostic]:
    """P731 for faces that the game has not; a file without any face is no print of pnp."""
    game = expected.game
    for pdf in pdfs:
        if not pdf.all:
            message = (
                "no page of it marks a face: it is no print of pnp, or another program has taken"
                " the marks away"
            )
            if whole:
                hint = "move it out of the folder of prints"
                yield warning("P731", message, Span(pdf.file), hint)
            else:
                hint = "name a PDF that pnp build has written"
                yield error("P731", message, Span(pdf.file), hint)
        first = {face.piece: face for face in reversed(pdf.all) if expected.of(face) is None}
        for (component, card), face in first.items():
            if component == FIRST_PAGE:
                continue
            if owner := game.components.get(component):
                hint = did_you_mean(card, [one.id for one in owner.cards], few=0)
                hint = hint or "it was taken out of the data since: build again"
                yield face.error("P731", f'"{component}" has no card "{card}"', hint)
            else:
                hint = did_you_mean(component, game.components, few=0)
                hint = hint or "it belongs to another game, or to an older state of this one"
                message = f'{game.title} has no component "{component}" (card "{card}")'
                yield face.error("P731", message, hint)


def check(expected: Expected, component: Component, rows: Sequence[Row]) -> Iterator[Diagnostic]:
    """P732 for every piece of a component that is missing or too many."""
    whole = expected.asked is None
    wanted = sum(len(row.copies) for row in rows)
    if wanted and not any(row.there for row in rows):
        source = "the data print" if whole else "the manifest of this part lists"
        message = f'nothing of "{component.id}" is on paper; {source} {wanted} of it'
        hint = f"it belongs into {expected.homes(component)[0]}.pdf: build it again"
        yield error("P732", message, component.raw.span(), hint)
        return
    source = "the data say" if whole else "the manifest of this part says"
    before: Printed | None = None
    for row in rows:
        if len(row.there) < len(row.copies):
            yield _missing(component.id, row, source, before, whole)
        elif len(row.there) > len(row.copies):
            yield _surplus(component.id, row, source)
        before = row.there[-1] if row.there else before


def tally(component: Component, rows: Sequence[Row]) -> tuple[int, int]:
    """How many pieces of a component are on paper, and how many the data name; a rulebook is
    one.
    """
    if component.kind == "rulebook":
        return int(all(row.there for row in rows)), component.total
    there = sum(min(len(row.there), len(row.copies)) for row in rows)
    return there, sum(len(row.copies) for row in rows)


def rows(expected: Expected, component: Component, found: Fronts) -> list[Row]:
    """The pieces of a component with what is on paper of each; a text may make one card or
    several, and the pages of a whole rulebook are one piece.
    """
    own = {card: there for (owner, card), there in found.items() if owner == component.id}
    if (asked := expected.asked) is not None:
        # What is there and was not asked for is one too many.
        cards = dict.fromkeys([*(card for owner, card in asked if owner == component.id), *own])
        return [
            Row(card, piece, asked.get((component.id, card), ()), own.get(card, ()))
            for card in cards
            if (piece := expected.piece((component.id, card)))
        ]
    one = expected.piece((component.id, component.cards[0].id)) if component.cards else None
    if one is None or component.kind not in TEXTS:
        pieces = [(card.id, expected.pieces[component.id, card.id]) for card in component.cards]
        return [
            Row(name, piece, range(1, piece.copies + 1), own.get(name, ()))
            for name, piece in pieces
        ]
    wanted = range(1, one.copies + 1)
    parts = {n: there for card, there in own.items() if (n := part(component, card))}
    if component.kind == "rulebook":
        return [Row(component.id, one, wanted, next(iter(parts.values()), ())[:1])]
    count = max([*parts, *(there[0].mark.of for there in parts.values())], default=1)
    width = len(str(count))
    names = {n: there[0].mark.card for n, there in parts.items()}
    return [
        Row(names.get(n, f"{component.id}-{n:0{width}d}"), one, wanted, parts.get(n, ()))
        for n in range(1, count + 1)
    ]


def _missing(
    component: str, row: Row, source: str, before: Printed | None, whole: bool
) -> Diagnostic:
    there, wanted, card = row.there, len(row.copies), row.piece.card
    numbers = sorted(set(row.copies) - {face.mark.copy for face in there})
    before = next(
        (face for face in reversed(there) if numbers and face.mark.copy < numbers[0]), before
    )
    named = there and len(numbers) == wanted - len(there)
    which = f" (copy {', '.join(map(str, numbers[:_NAMED]))})" if named else ""
    message = (
        f'"{component}/{row.name}" is {len(there)} times on paper, {source} {wanted}:'
        f" {wanted - len(there)} missing{which}"
    )
    notes = [Note(f'"{row.name}" is here', card.span)]
    if before is not None:
        last = f'"{before.mark.card}", copy {before.mark.copy}'
        notes.insert(0, Note(f"the one before it, {last}, lies on {before.place}", before.span))
    hint = "build again, and print what is missing"
    if whole and (card.per_player or card.seat):
        fewer = (n for n in range(100, 0, -1) if card.copies_for(n) == len(there))
        if players := next(fewer, None):
            hint += f"; or was it built with --players {players}?"
    return error("P732", message, before.span if before else card.span, hint, notes)


def _surplus(component: str, row: Row, source: str) -> Diagnostic:
    there, wanted = row.there, len(row.copies)
    first = {face.mark.copy: face for face in reversed(there)}
    doubled = [face for face in there if first[face.mark.copy] is not face]
    more = len(there) - wanted
    over = doubled if len(doubled) == more else there[-more:]
    places = "; ".join(face.place for face in over[:_NAMED]) + (" …" if len(over) > _NAMED else "")
    message = (
        f'"{component}/{row.name}" is {len(there)} times on paper, {source} {wanted}: {more} too'
        f" many, on {places}"
    )
    notes = [
        Note(f'"{row.name}" is here', row.piece.card.span),
        *(face.note("another") for face in there[:_NAMED] if face not in over),
    ]
    return error("P732", message, over[0].span, "take it out of your print", notes)


def order(pdf: Pdf, expected: Expected) -> Iterator[Diagnostic]:
    """P738 where a sheet lies before one whose cards come before its own: sheets have been
    swapped.
    """
    latest: dict[object, tuple[tuple[int, int, int], Printed]] = {}
    reported: set[int] = set()
    for face in pdf.all:
        row = expected.of(face)
        if row is None or face.mark.side != FRONT or face.mark.tile:
            continue
        # Cards with different backs, and pieces of different sizes, may be gathered: within each
        # kind the order of the data holds.
        kind = face.mark.card if row.component.backs == "each" else (row.size, row.card.outline)
        number = part(row.component, face.mark.card) or 0
        order = number if row.component.kind == "reference" else row.order
        at = expected.set_of(face), order, face.mark.copy
        before, earlier = latest.setdefault((face.mark.component, kind), (at, face))
        if at >= before:
            latest[face.mark.component, kind] = at, face
        elif earlier.page.number < face.page.number and face.page.number not in reported:
            reported.add(face.page.number)
            message = (
                f"{face.name} comes after {earlier.name} on {earlier.place}; the data have it"
                " before"
            )
            hint = "sheets have been swapped: build it again"
            yield face.error("P738", message, hint, [earlier.note()])


def alike(
    pdf: Pdf, expected: Expected, differing: Collection[tuple[str, str]] = ()
) -> Iterator[Diagnostic]:
    """P737 for faces of one file that print nothing, or in another way than others of the same
    card, unless its copies are `differing`, or the other backs of their deck.
    """
    alike: dict[tuple[str, str, str, object], list[Printed]] = {}
    for face in pdf.all:
        row = expected.of(face)
        if row is None or face.mark.tile:
            continue
        if face.blank and row.component.kind != "rulebook":
            hint = "another program has emptied it: build it again"
            yield face.error("P737", f"{face.name} prints nothing", hint)
            continue
        component, card = row.component, row.card
        name, side = "/".join(face.piece), face.mark.side
        one_back = component.back is not None and (component.backs == "same" or component.shuffled)
        # Pieces of another size or shape are told apart anyway, as P317 has it.
        key = (
            (component.id, "", BACK, (row.size, card.outline))
            if one_back and side == BACK
            else (*face.piece, side, face.mark.copy if (name, side) in differing else None)
        )
        alike.setdefault(key, []).append(face)
    for (owner, name, side, _), faces in alike.items():
        usual, _ = Counter(face.look for face in faces).most_common(1)[0]
        pattern = next(face for face in faces if face.look == usual)
        what = (
            f'another {side} than other copies of "{owner}/{name}"'
            if name
            else f'another back than the rest of "{owner}"'
        )
        for face in faces:
            if face.look != usual:
                notes = [pattern.note("the usual look")]
                yield face.error("P737", f"{face.name} prints {what}", AGAIN, notes)
