"""sum – several decks, or the values of a field, add up to a total.

`of` names one deck or a list of them, `is` the total. Without `field` or `value` the physical cards
are added; with one of them that field, or expression over a card's fields, of every physical card,
decimals and thirds exactly. `parts` gives what each deck is to bring: a map of deck and number.

Right: `{…, kind: sum, of: [heroes, spells], parts: {heroes: 9, spells: 30}, is: 39, …}`.
Wrong: `parts` that do not themselves add up to `is`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from pnp.check.promises.kinds import Claim, Kind, exactly, text_of
from pnp.check.promises.record_set import Entry, RecordSet
from pnp.check.promises.scope import Broken, Malformed, Scope, deck_note, describe
from pnp.check.promises.tautology import refuse_total
from pnp.diagnostics import Span
from pnp.model.game import Promise
from pnp.units.decimals import exact, is_number, number_text

Places = tuple[tuple[str, Span | None], ...]


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether parts and total are right."""
    decks = scope.targets(promise)
    counted = not {"field", "value"} & promise.details.keys()
    wanted = scope.whole(promise, "is") if counted else exact(scope.number(promise, "is"))
    if counted and "only" not in promise.details and "parts" not in promise.details:
        refuse_total(scope, promise.details["is"], "is", decks)
    sums: dict[str, Any] = {}
    chosen: dict[str, list[Entry]] = {}
    adds = f"the {decks[0].many}"
    for deck in decks:
        entries = chosen[deck.id] = scope.selected(promise, deck)
        if not counted:
            value = scope.number_of(promise, deck)
            adds = f"the values of {promise.details.get('field') or promise.details.get('value')}"
            sums[deck.id] = sum(exact(value(entry)) * entry.card.copies for entry in entries)
        else:
            sums[deck.id] = sum(entry.card.copies for entry in entries)
    notes: Places = tuple(
        (f'"{deck.id}" brings {number_text(sums[deck.id])}', deck.source) for deck in decks
    )
    parts = promise.details.get("parts")
    if parts is not None:
        yield from _parts(promise, scope, sums, wanted, chosen)
    if sum(sums.values()) != wanted:
        where = " and ".join(f'"{deck.id}"' for deck in decks)
        guilty, hint, why = (
            _likely(decks, chosen, sum(sums.values()) - wanted) if counted else (None, "", ())
        )
        notes = (
            *why,
            *(note for note, deck in zip(notes, decks, strict=True) if guilty in (None, deck)),
        )
        yield Broken(
            f"{adds} in {where} make {number_text(sum(sums.values()))}, the rules promise"
            f" {number_text(wanted)}",
            notes,
            hint,
        )


def _likely(
    decks: Sequence[RecordSet], chosen: dict[str, list[Entry]], difference: Any
) -> tuple[RecordSet | None, str, Places]:
    """The deck that most likely has so many cards too many (too few, below 0), why, and where."""
    from pnp.check.suggest import cause, twins

    for deck in decks:
        hint, notes = (
            cause(chosen[deck.id], difference)
            if len(decks) == 1
            else twins(chosen[deck.id], difference)
        )
        if hint or notes:
            return deck, hint, notes
    return None, "", ()


def _parts(
    promise: Promise,
    scope: Scope,
    sums: dict[str, Any],
    wanted: int | Fraction,
    chosen: dict[str, list[Entry]],
) -> Iterator[Broken]:
    parts = promise.details["parts"]
    if not isinstance(parts, dict):
        raise Malformed('"parts": expected a map of deck and number', "parts")
    promised = {name: scope.evaluate(source, "parts") for name, source in parts.items()}
    for name, number in promised.items():
        if not is_number(number):
            raise Malformed(
                f'"parts": the part of "{name}" is {describe(number)}, not a number', "parts"
            )
    shares = {name: exact(number) for name, number in promised.items()}
    if sum(shares.values()) != wanted:
        raise Malformed(
            f"its parts add up to {number_text(sum(shares.values()))}, not to"
            f" {number_text(wanted)}",
            "parts",
        )
    for name, number in shares.items():
        deck = scope.record_set(name, "parts")
        if name not in sums:
            raise Malformed(f'"{name}" has a part but stands not under "of"', "parts")
        copies = not {"field", "value"} & promise.details.keys()
        if copies and "only" not in promise.details:
            refuse_total(scope, parts[name], "parts", [deck])
        if sums[name] != number:
            from pnp.check.suggest import cause

            hint, notes = (
                cause(chosen[name], sums[name] - number)
                if copies and isinstance(number, int)
                else ("", ())
            )
            yield Broken(
                f"{deck.title} brings {number_text(sums[name])}, the rules promise"
                f" {number_text(number)}",
                (deck_note(deck), *notes),
                hint,
            )


def claims(promise: Promise, scope: Scope) -> Iterator[Claim]:
    """The total, and each part."""
    only, value = text_of(promise, "only"), text_of(promise, "field", "value")
    what = "sum" if value else "copies"
    names = ", ".join(sorted(records.id for records in scope.targets(promise)))
    yield exactly((what, names, only, value), scope.number(promise, "is"), "is")
    parts = promise.details.get("parts")
    for name, part in parts.items() if isinstance(parts, dict) else ():
        number = scope.evaluate(part, "parts")
        if is_number(number):
            yield exactly((what, name, only, value), number, "parts")


KIND = Kind(
    check,
    code="P502",
    on_paper=True,
    components=("of", "parts"),
    cards=("is", "value", "only"),
    words=("field",),
    claims=claims,
)
