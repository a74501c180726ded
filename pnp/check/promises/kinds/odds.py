"""odds – how likely a draw is, worked out exactly on the copies that print.

`of` names the deck, `match` the cards that are hoped for (an expression), `draw` how many are drawn
without putting back (an expression); `at_least` (1), `at_most` or `exactly` how many of them must
match. `is` compares the chance: `>= 0.6`, `< 5 %`, `0.4 .. 0.6`, or `0.62`, which is kept when the
chance rounds to it; `0` is never and `1` always. With `for_each: DECK` it must hold for every card
of another deck, called `each` in `match`; with `for_each: players` for every number of players,
which is then `players` in `draw`. `only` leaves some cards out of the deck.

Right: `{…, kind: odds, of: guests, for_each: dishes, match: each.dish in dishes, draw:
facts.hand_size, is: ">= 0.6", …}`. Wrong: to draw more cards than the deck has; `at_least: 0`,
which always holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from operator import ge, gt, le, lt
from typing import Any

from pnp.check.promises.kinds import Kind
from pnp.check.promises.record_set import Entry, copies
from pnp.check.promises.scope import (
    Broken,
    Malformed,
    Scope,
    Vacuous,
    count_matches,
    count_matches_of_each,
    deck_note,
    describe,
)
from pnp.model.game import Promise
from pnp.sandbox.environment import Record

MAX_DRAW = 200
"""Cards that a chance is worked out for."""
MAX_EACH = 1_000
TERM = 40
"""Steps that a term of the sum counts as: numbers of a thousand digits are multiplied."""
_COMPARISONS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    ">=": ge,
    "<=": le,
    ">": gt,
    "<": lt,
}
_NUMBER = r"(\d{1,6}(?:\.\d{1,9})?|\.\d{1,9})\s*(%?)"


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether the chance is as promised, for each card or number of players if so asked."""
    records = scope.target(promise)
    entries = scope.selected(promise, records)
    fits = _comparison(promise.details.get("is"))
    found: list[str] = []
    if "match" not in promise.details:
        raise Malformed('the key "match" is missing: which cards are hoped for?')
    size = copies(entries)
    matched = uncertain = False
    for who, values, good in _rounds(promise, scope, entries):
        matched = matched or bool(good)
        draw = scope.whole(promise, "draw", values)
        most = min(size, MAX_DRAW)
        if not 1 <= draw <= most:
            message = f"expected 1 to {most} of the {size} {records.many}, found {draw}"
            raise Malformed(f'"draw": {message}', "draw")
        low, high = scope.bounds(promise, "exactly", draw, values)
        if not {"exactly", "at_least", "at_most"} & promise.details.keys():
            low = 1
        scope.spend(TERM * max(1, min(high, draw) - max(0, low) + 1))
        chance = _chance_of(size, good, draw, low, high)
        uncertain = uncertain or (low <= draw and high >= 0 and (low > 0 or high < draw))
        if not fits(chance):
            number = str(low) if low == high else f"{low} to {high}"
            if low != high and (high >= draw or low <= 0):
                number = f"at least {low}" if high >= draw else f"at most {high}"
            found.append(
                f"{who}{draw} of {size} {records.many} hold {number} of {good} that match with a"
                f" chance of {_chance_text(chance)}; the rules promise {promise.details['is']}"
            )
    if not uncertain:
        raise _settled(promise, draw, low, high)
    for message in found:
        yield Broken(message, (deck_note(records),))
    if not matched:
        none = f"has {describe(promise.details['match'])}"
        raise Vacuous(f'no {records.one} of "{records.id}" {none}')


@lru_cache(4_096)
def _chance_of(size: int, good: int, draw: int, low: int, high: int) -> Fraction:
    """The chance that `draw` of `size` cards, `good` of which match, hold from `low` to `high` that
    match.

    The sum of C(good, k) · C(size − good, draw − k) / C(size, draw), exact.
    """
    ways = sum(
        comb(good, k) * comb(size - good, draw - k)
        for k in range(max(0, low), min(high, draw, good) + 1)
    )
    return Fraction(ways, comb(size, draw))


def _rounds(
    promise: Promise, scope: Scope, entries: list[Entry]
) -> Iterator[tuple[str, dict[str, Any], int]]:
    """For whom, with what names, how many cards match."""
    condition, written = promise.details["match"], promise.details.get("for_each")
    if written is None:
        yield "", {}, count_matches(scope, condition, "match", entries)
    elif written == "players":
        low, high = scope.game.players
        good = count_matches(scope, condition, "match", entries)
        for players in range(low, high + 1):
            yield f"with {players} players ", {"players": players}, good
    else:
        others = scope.printed(scope.target(promise, "for_each"))
        if len(others) > MAX_EACH:
            raise Malformed(
                f'"for_each": {len(others):,} cards; at most {MAX_EACH:,} are judged', "for_each"
            )
        for entry, good in count_matches_of_each(scope, condition, "match", entries, others):
            yield f'for "{entry.card.id}" ', {"each": Record(entry.card.id, entry.values)}, good


def _settled(promise: Promise, draw: int, low: int, high: int) -> Malformed:
    """What is said where as many match always or never, whatever the cards are."""
    key = next(key for key in ("exactly", "at_least", "at_most") if key in promise.details)
    least, most = {"exactly": (0, draw), "at_least": (1, draw), "at_most": (0, draw - 1)}[key]
    return Malformed(
        f'"{key}": expected {least} to {most}, as {draw} are drawn, found'
        f" {high if key == 'at_most' else low}",
        key,
    )


def _comparison(written: Any) -> Callable[[Fraction], bool]:
    """What a chance is held against."""
    text = written.strip() if isinstance(written, str) else ""
    fits = _fits(text)
    if fits is None:
        key = "is" if written is not None else ""
        raise Malformed(
            '"is": expected a chance such as ">= 0.6", "< 5 %" or "0.4 .. 0.6", found'
            f" {describe(written)}",
            key,
        )
    if fits(Fraction(0)) and fits(Fraction(1)):
        raise Malformed(
            f'"is": every chance is {text}', "is", "hold it against a chance between 0 and 1"
        )
    return fits


def _fits(text: str) -> Callable[[Fraction], bool] | None:
    """Whether a chance is what a comparison says; None where it says nothing."""
    match = re.fullmatch(rf"(>=|<=|>|<|=)?\s*{_NUMBER}|{_NUMBER}\s*\.\.\s*{_NUMBER}", text)
    if not match:
        return None
    sign, one, percent, least, its_percent, most, all_percent = match.groups()
    if one:
        low = high = _chance(one, percent)
    else:
        low, high = _chance(least, its_percent or all_percent), _chance(most, all_percent)
    if high > 1:
        raise Malformed(f'"is": a chance is 0 to 1, or 0 % to 100 %, found {text}', "is")
    if low > high:
        message = f'"is": from {text.replace("..", "to")} there is nothing'
        raise Malformed(message, "is", "write the smaller one first")
    if sign in _COMPARISONS:
        return lambda chance: _COMPARISONS[sign](chance, low)
    if one and low not in (0, 1):  # never and always are no numbers that others are rounded to
        half = Fraction(1, 2 * 10 ** (len(one.partition(".")[2]) + (2 if percent else 0)))
        low, high = low - half, high + half
    return lambda chance: low <= chance <= high


def _chance(number: str, percent: str) -> Fraction:
    return Fraction(number) / (100 if percent else 1)


def _chance_text(chance: Fraction) -> str:
    """A chance to four digits; one that merely comes near to never or always is none of these."""
    if 0 < chance < Fraction(1, 20_000):
        return "less than 0.0001"
    return "more than 0.9999" if 1 - Fraction(1, 20_000) <= chance < 1 else f"{float(chance):.4f}"


KIND = Kind(
    check,
    code="P516",
    on_paper=True,
    components=("of", "for_each"),
    cards=("match", "draw", "at_least", "at_most", "exactly", "only"),
    words=("is",),
)
