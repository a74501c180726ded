"""Promises that cannot both be kept: two numbers for one set."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from pnp.check.promises.scope import Malformed, Scope
from pnp.diagnostics import Diagnostic, Note, error
from pnp.model.game import Promise

Claim = tuple[Hashable, int | float, str]
"""A set, its number, and the key of the promise that gives it."""


def contradictions(scope: Scope) -> Iterator[Diagnostic]:
    """P581 for each promise that gives another number than an earlier one for the same set."""
    first: dict[Hashable, tuple[int | float, Promise, str]] = {}
    for promise in scope.game.promises:
        try:
            claims = list(_claims(promise, scope))
        except Malformed:  # said where it is judged
            continue
        for what, number, key in claims:
            before = first.setdefault(what, (number, promise, key))
            if before[0] != number and before[1] is not promise:
                other = before[1]
                message = f"{promise.id} promises {number:g}, {other.id} promises {before[0]:g} of the same: both cannot be kept"
                note = Note(f"{other.id}: {other.says}", other.raw.at(before[2]))
                yield error("P581", message, promise.raw.at(key), "correct one of them, or say which part is meant with only:", [note])


def _claims(promise: Promise, scope: Scope) -> Iterator[Claim]:
    """The numbers that a promise gives."""
    said = promise.details
    only = _text(said.get("only"))
    of = said.get("of")
    match promise.kind:
        case "count" if isinstance(of, str):
            yield ("copies", (of,), only, _text(said.get("per"))), scope.number(promise, "is"), "is"
        case "sum" if isinstance(of, (str, list)):
            names = (of,) if isinstance(of, str) else tuple(sorted(map(str, of)))
            what = _text(said.get("field") or said.get("value"))
            yield ("sum" if what else "copies", names, only, what), scope.number(promise, "is"), "is"
            for name, part in said["parts"].items() if isinstance(said.get("parts"), dict) else ():
                number = scope.evaluate(part, "parts")
                if isinstance(number, (int, float)):
                    yield ("sum" if what else "copies", (name,), only, what), number, "parts"
        case "per_player" if isinstance(of, str):
            yield ("copies", (of,), only, _text(said.get("per"))), scope.whole(promise, "each") * scope.game.players[1], "each"
        case "balance" if isinstance(of, str) and "is" in said and not {"field", "value"} & said.keys():
            yield ("copies", (of,), only, _text(said.get("by"))), scope.number(promise, "is"), "is"
        case "kind_present" if isinstance(of, str) and "is" in said and not {"for_each", "only"} & said.keys():
            yield ("copies", (of,), _text(said.get("where_card")), ""), scope.number(promise, "is"), "is"
        case "track" if isinstance(of, str):
            name = f"{of}.{said['track']}" if "track" in said else of
            for key in ("from", "to", "length"):
                if key in said:
                    yield ("track", name, key, _text(said.get("field"))), scope.number(promise, key), key


def _text(value: Any) -> str:
    return " ".join(str(value).split()) if value is not None else ""
