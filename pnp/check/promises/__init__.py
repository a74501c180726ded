"""P5 – the promises of `rules.yaml`, each judged by the module of its kind; the kinds are listed here by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import ModuleType

from pnp.check.promises import (
    balance,
    count,
    expr,
    factorial,
    graph,
    kind_present,
    monotone,
    odds,
    per_player,
    range_,
    ref,
    setup,
    sum_,
    supply,
    track,
    unique,
    xdoc,
)
from pnp.check.promises.contradictions import contradictions
from pnp.check.promises.scope import Broken, Malformed, Scope, Vacuous
from pnp.diagnostics import Diagnostic, Note, Severity, Span, did_you_mean, error
from pnp.load.yaml import Map
from pnp.model.game import Game, Promise, PromiseFile

KINDS: dict[str, ModuleType] = {
    "sum": sum_,
    "count": count,
    "unique": unique,
    "range": range_,
    "factorial": factorial,
    "balance": balance,
    "kind_present": kind_present,
    "supply": supply,
    "per_player": per_player,
    "monotone": monotone,
    "track": track,
    "graph": graph,
    "ref": ref,
    "xdoc": xdoc,
    "expr": expr,
    "odds": odds,
}


def check(game: Game) -> Iterator[Diagnostic]:
    """Every promise that is broken, malformed, about nothing or contradicts another; every step of the setup that runs short."""
    scope = Scope(game)
    for promise in game.promises:
        yield from judge(promise, scope)
    yield from contradictions(scope)
    yield from setup.check(game)


def kept(game: Game, found: Iterable[Diagnostic]) -> int:
    """How many promises were judged and found kept."""
    said = {d.span for d in found}
    return sum(promise.kind in KINDS and said.isdisjoint(places(promise.raw)) for promise in game.promises)


def places(raw: Map) -> set[Span]:
    """Where findings on a promise may lie."""
    return {raw.span(), *(place for key in raw for place in (raw.at(key), raw.key(key)))}


def judge(promise: Promise, scope: Scope) -> Iterator[Diagnostic]:
    """The findings on one promise."""
    place = promise.raw.span()
    source = promise.where.partition("/")[0]
    if source and source not in scope.game.sources:
        message = f'{promise.id}: "where" names the source "{source}", which is not under sources: in game.yaml'
        yield error("P591", message, promise.raw.at("where"), did_you_mean(source, scope.game.sources))
    kind = KINDS.get(promise.kind)
    if kind is None:
        message = f'{promise.id}: there is no promise of kind "{promise.kind}"'
        yield error("P592", message, promise.raw.at("kind"), did_you_mean(promise.kind, KINDS) or f"known: {', '.join(KINDS)}")
        return
    for key in promise.details:
        if key not in kind.KEYS:
            message = f'{promise.id}: a promise of kind "{promise.kind}" has no key "{key}"'
            hint = did_you_mean(key, [*kind.KEYS, *PromiseFile.model_fields])
            yield error("P201", message, promise.raw.key(key), hint or f"its own keys: {', '.join(kind.KEYS)}")
            return
    try:
        for broken in kind.judge(promise, scope):
            yield _diagnostic(promise, kind.CODE, broken, place)
    except Malformed as problem:
        span = promise.raw.at(problem.key) if problem.key else place
        yield error("P591", f"{promise.id}: {problem}", span, problem.hint)
    except Vacuous as problem:
        hint = "a promise about nothing guards nothing: correct what it names"
        yield error("P580", f"{promise.id} holds only because its set is empty: {problem}", place, hint)


def _diagnostic(promise: Promise, code: str, broken: Broken, place: Span) -> Diagnostic:
    severe = promise.severity or ("error" if promise.basis in ("stated", "derived") else "warning")
    basis = ", ".join(part for part in (promise.id, promise.basis, promise.where) if part)
    notes = tuple(Note(message, span) for message, span in broken.notes)
    made = error(code, f"{broken.message} ({basis})", place, broken.hint, notes)
    return made if severe == "error" else replace(made, severity=Severity.WARNING)
