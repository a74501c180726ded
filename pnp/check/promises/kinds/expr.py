"""expr – an expression holds; the last resort, where no other kind can say it.

`that` is a Jinja expression that must be true, or a list of them. It knows `facts`, `players.min`
and `players.max`, `total.NAME` (copies printed), `components.NAME` (a list of cards, each with its
fields, its `id` and its `count`; spaces for a board), and `terms.KIND` (ids). With `for_each:
players` it must hold for every number of players, which is then `players`; with `for_each: NAME`
for every card of a component, called `each`. `let` names parts: a map of name and expression,
worked out in order.

Right: `{…, kind: expr, that: facts.last_day == facts.first_day + facts.hoods, …}`, `{…, kind: expr,
that: 'components.events|selectattr("kind", "equalto", "riot")|sum(attribute="count") == 1', …}`.
Wrong: `that: 6 == 6`, which speaks of nothing in the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.check.promises.kinds import Kind
from pnp.check.promises.scope import Broken, Malformed, Scope, Vacuous, describe
from pnp.diagnostics import Span
from pnp.model.game import Promise
from pnp.sandbox.environment import Record
from pnp.units.spelling import tidy

MAX_FINDINGS = 10
Places = tuple[tuple[str, Span | None], ...]
_SIDES = re.compile(r"(==|!=|<=|>=|<|>)")


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Every expression that does not hold."""
    sources = scope.listed(promise, "that", "is the expression that must hold")
    parts = promise.details.get("let", {})
    if not isinstance(parts, dict):
        raise Malformed('"let": expected a map of name and expression', "let")
    if not _read(scope, sources, parts) & {*_WORLD, *scope.shared, "each"}:
        _understood(promise, scope, sources, parts)
        raise Vacuous("it speaks of nothing in the game")
    named = frozenset[str]().union(*map(scope.names_in, [*sources, *parts.values()]))
    world = {name: make(scope) for name, make in _WORLD.items() if name in named}
    wrong = 0
    for who, values, places in _rounds(promise, scope):
        seen = {**world, **values}
        for name, source in parts.items():
            value = scope.evaluate(source, "let", seen)
            seen[name] = tidy(value) if isinstance(value, float) else value
        for source in sources:
            holds = scope.evaluate(source, "that", seen)
            if not isinstance(holds, bool):
                message = f'"that": expected a comparison, found {describe(holds)}'
                raise Malformed(message, "that", "write one with ==, <, > or in")
            if not holds:
                wrong += 1
                used = (str(source), *map(str, parts.values()))
                message = f"{who}{source} does not hold{_sides(scope, str(source), seen)}"
                yield Broken(message, places, sources=used)
                if wrong >= MAX_FINDINGS:
                    return


def _read(scope: Scope, sources: list[Any], parts: dict[str, Any]) -> frozenset[str]:
    """The names that the expressions read, themselves and through the parts that they use."""
    read = frozenset[str]().union(*map(scope.names_in, sources))
    for name in reversed(parts):  # a part may use those before it
        if name in read:
            read |= scope.names_in(parts[name])
    return read


def _understood(
    promise: Promise, scope: Scope, sources: list[Any], parts: Mapping[str, Any]
) -> None:
    """Raise Malformed for what is no expression, or reads a name that there is not."""
    _, values, _ = next(_rounds(promise, scope))
    seen = {name: make(scope) for name, make in _WORLD.items()} | values
    for name, source in parts.items():
        seen[name] = scope.evaluate(source, "let", seen)
    for source in sources:
        scope.evaluate(source, "that", seen)


def _rounds(promise: Promise, scope: Scope) -> Iterator[tuple[str, dict[str, Any], Places]]:
    """For whom, with what names, where that is."""
    written = promise.details.get("for_each")
    if written is None:
        yield "", {}, ()
    elif written == "players":
        low, high = scope.game.players
        for players in range(low, high + 1):
            yield f"with {players} players ", {"players": players}, ()
    else:
        records = scope.target(promise, "for_each")
        for entry in scope.printed(records):
            names = {"each": Record(entry.card.id, entry.values)}
            yield f'for "{entry.card.id}" ', names, (("it is here", entry.card.span),)


def _sides(scope: Scope, source: str, values: Mapping[str, Any]) -> str:
    """Both sides of a plain comparison with their values."""
    pieces = _SIDES.split(source)
    if len(pieces) != 3:
        return ""
    try:
        left, right = (scope.evaluate(side, "that", values) for side in (pieces[0], pieces[2]))
    except Malformed:
        return ""
    return f": {describe(left)} {pieces[1]} {describe(right)} is false"


def _components(scope: Scope) -> Record:
    cards = {
        name: tuple(
            Record(e.card.id, {**e.values, "id": e.card.id, "count": e.card.copies})
            for e in scope.record_set(name).entries
        )
        for name in scope.game.components
    }
    return Record("components", cards)


def _terms(scope: Scope) -> Record:
    return Record("terms", {kind: tuple(values) for kind, values in scope.game.terms.items()})


_WORLD: Mapping[str, Callable[[Scope], Record]] = {"components": _components, "terms": _terms}


KIND = Kind(
    check,
    code="P515",
    on_paper=True,
    components=("for_each",),
    game=("that", "let"),
)
