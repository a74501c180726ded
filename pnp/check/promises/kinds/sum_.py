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
from pnp.check.promises.record_set import Entry, copies
from pnp.check.promises.scope import Broken, Malformed, Scope, deck_note, describe
from pnp.check.promises.tautology import refuse_total
from pnp.diagnostics import Span
from pnp.model.game import Promise
from pnp.units.spelling import exact, is_number, number_text

Places = tuple[tuple[str, Span | None], ...]


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether parts and total are right."""
    decks = scope.targets(promise)
    name = promise.details.get("field") or promise.details.get("value")
    wanted = exact(scope.number(promise, "is")) if name else scope.whole(promise, "is")
    whole = not name and "only" not in promise.details
    if whole and "parts" not in promise.details:
        refuse_total(scope, promise.details["is"], "is", decks)
    sums: dict[str, Any] = {}
    chosen: dict[str, list[Entry]] = {}
    for deck in decks:
        entries = chosen[deck.id] = scope.selected(promise, deck)
        value = scope.number_of(promise, deck) if name else None
        sums[deck.id] = (
            sum(exact(value(e)) * e.card.copies for e in entries) if value else copies(entries)
        )
    for part, number in _parts(promise, scope, wanted).items():
        deck = scope.record_set(part, "parts")
        if part not in sums:
            raise Malformed(f'"{part}" has a part but stands not under "of"', "parts")
        if whole:
            refuse_total(scope, promise.details["parts"][part], "parts", [deck])
        if sums[part] != number:
            hint, places = _cause([part], chosen, None if name else sums[part] - number)
            brings = number_text(sums[part])
            message = f"{deck.title} brings {brings}, the rules promise {number_text(number)}"
            yield Broken(message, (deck_note(deck), *places), hint)
    total = sum(sums.values())
    if total != wanted:
        hint, places = _cause([*sums], chosen, None if name else total - wanted)
        if len(decks) == 1 or not hint:
            own = ((f'"{d.id}" brings {number_text(sums[d.id])}', d.source) for d in decks)
            places = (*places, *own)
        where = " and ".join(f'"{deck.id}"' for deck in decks)
        adds = f"the values of {name}" if name else f"the {decks[0].many}"
        make = f"{adds} in {where} make {number_text(total)}"
        yield Broken(f"{make}, the rules promise {number_text(wanted)}", places, hint)


def _cause(
    names: Sequence[str], chosen: dict[str, list[Entry]], difference: Any
) -> tuple[str, Places]:
    """What most likely made so many cards too many (too few, below 0), and where."""
    from pnp.check.suggest import cause, twins

    if not isinstance(difference, int):
        return "", ()
    if len(names) == 1:
        return cause(chosen[names[0]], difference)
    return next(filter(any, (twins(chosen[name], difference) for name in names)), ("", ()))


def _parts(promise: Promise, scope: Scope, wanted: int | Fraction) -> dict[str, int | Fraction]:
    """What each deck is to bring."""
    parts = promise.details.get("parts")
    if parts is None:
        return {}
    if not isinstance(parts, dict):
        raise Malformed('"parts": expected a map of deck and number', "parts")
    shares: dict[str, int | Fraction] = {}
    for name, source in parts.items():
        number = scope.evaluate(source, "parts")
        if not is_number(number):
            message = f'"parts": the part of "{name}" is {describe(number)}, not a number'
            raise Malformed(message, "parts")
        shares[name] = exact(number)
    total = sum(shares.values())
    if total != wanted:
        message = f"its parts add up to {number_text(total)}, not to {number_text(wanted)}"
        raise Malformed(message, "parts")
    return shares


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
