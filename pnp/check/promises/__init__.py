"""P5 – the promises of `rules.yaml`, each judged by the module of its kind; the kinds are listed
here by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import islice
from types import ModuleType

from pnp.check.promises.contradictions import contradictions
from pnp.check.promises.left_out import speaks_of
from pnp.check.promises.misspelt import refuse
from pnp.check.promises.scope import Broken, Malformed, Scope, Vacuous, deck_note
from pnp.diagnostics import Diagnostic, Note, Severity, Span, did_you_mean, error
from pnp.load.yaml import Map
from pnp.model.declarations import entries
from pnp.model.game import Game, Promise, PromiseFile

_MODULES = {
    "sum": "sum_",
    "count": "count",
    "unique": "unique",
    "range": "range_",
    "factorial": "factorial",
    "balance": "balance",
    "kind_present": "kind_present",
    "supply": "supply",
    "per_player": "per_player",
    "monotone": "monotone",
    "track": "track",
    "graph": "graph",
    "ref": "ref",
    "xdoc": "xdoc",
    "expr": "expr",
    "odds": "odds",
}


class _Kinds(Mapping[str, ModuleType]):
    """The module of each kind, imported when it is asked for: most games make promises of a few
    kinds.
    """

    def __getitem__(self, kind: str) -> ModuleType:
        return import_module(f"{__name__}.{_MODULES[kind]}")

    def __contains__(self, kind: object) -> bool:
        return kind in _MODULES

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


KINDS: Mapping[str, ModuleType] = _Kinds()


MAX_BROKEN = 100
"""Findings of one promise: who broke it so often needs no list."""
MAX_SOURCES = 1_000
"""Sources among which the nearest to a misspelt one is looked for."""
MAX_MORE = 4
"""Places that a finding names beside those of its kind."""


def check(game: Game) -> Iterator[Diagnostic]:
    """Every promise that is broken, malformed, about nothing or contradicts another; every step
    of the setup that runs short.
    """
    scope, absent = Scope(game), game.left_out
    for promise in game.promises:
        if not speaks_of(promise, absent):
            yield from judge(promise, scope)
    yield from contradictions(scope)
    if game.setup:
        from pnp.check.promises import setup_steps as setup

        yield from setup.check(game, scope=scope)


def kept(game: Game, found: Iterable[Diagnostic]) -> int:
    """How many promises were judged and found kept."""
    said, absent = {d.span for d in found}, game.left_out
    judged = [
        promise
        for promise in game.promises
        if promise.kind in KINDS and not speaks_of(promise, absent)
    ]
    return sum(said.isdisjoint(spans(promise.raw)) for promise in judged)


def spans(raw: Map) -> set[Span]:
    """Where findings on a promise may lie."""
    return {raw.span(), *(place for key in raw for place in (raw.at(key), raw.key(key)))}


def judge(promise: Promise, scope: Scope) -> Iterator[Diagnostic]:
    """The findings on one promise."""
    place = promise.raw.span()
    source = promise.where.partition("/")[0]
    if source and source not in scope.game.sources:
        message = (
            f'{promise.id}: "where" names the source "{source}", which is not under sources: in'
            " game.yaml"
        )
        yield error(
            "P591",
            message,
            promise.raw.at("where"),
            did_you_mean(source, [*islice(scope.game.sources, MAX_SOURCES)]),
        )
    kind = KINDS.get(promise.kind)
    if kind is None:
        message = f'{promise.id}: there is no promise of kind "{promise.kind}"'
        yield error(
            "P592",
            message,
            promise.raw.at("kind"),
            did_you_mean(promise.kind, KINDS) or f"known: {', '.join(KINDS)}",
        )
        return
    for key in promise.details:
        if key not in kind.KEYS:
            message = f'{promise.id}: a promise of kind "{promise.kind}" has no key "{key}"'
            hint = did_you_mean(key, [*kind.KEYS, *entries(PromiseFile)])
            yield error(
                "P201",
                message,
                promise.raw.key(key),
                hint or f"its own keys: {', '.join(kind.KEYS)}",
            )
            return
    try:
        more: Callable[[bool], list[Note]] = cache(
            lambda alone: _likely(promise, scope, alone=alone)
        )
        first = True
        for number, broken in enumerate(kind.judge(promise, scope)):
            if number == MAX_BROKEN:
                told = f"it is broken in more places than the {MAX_BROKEN} that are named"
                yield _diagnostic(promise, kind.CODE, Broken(told, (), "mend those first"), place)
                return
            found = _diagnostic(promise, kind.CODE, broken, place)
            if first or broken.sources:
                found = _with(
                    found,
                    (
                        _likely(promise, scope, broken.sources)
                        if broken.sources
                        else more(len(broken.notes) < 2)
                    ),
                )
            first = False
            yield found
        if first:  # what is broken says of itself what it looks at
            refuse(promise, scope)
    except Malformed as problem:
        span = promise.raw.at(problem.key) if problem.key else place
        notes = [Note(message, at) for message, at in problem.places]
        yield _with(
            error("P591", f"{promise.id}: {problem}", span, problem.hint, notes), more(False)
        )
    except Vacuous as problem:
        hint = "a promise about nothing guards nothing: correct what it names"
        here = [Note(*deck_note(problem.records))] if problem.records is not None else []
        yield _with(
            error(
                "P580",
                f"{promise.id} holds only because its set is empty: {problem}",
                place,
                hint,
                here,
            ),
            more(False),
        )


def _likely(
    promise: Promise, scope: Scope, sources: Iterable[str] | None = None, alone: bool = False
) -> list[Note]:
    """Where what broke a promise probably lies; a promise that is kept needs nothing that looks
    for it.
    """
    from pnp.check.promises.likely_places import likely

    return likely(promise, scope, sources, alone=alone)


def _with(found: Diagnostic, more: Iterable[Note]) -> Diagnostic:
    """A finding with some more notes, each place once."""
    there = {note.span: note for note in (*more, *found.notes)}
    new = [note for span, note in there.items() if span not in {old.span for old in found.notes}]
    return found._replace(notes=(*found.notes, *new[:MAX_MORE]))


def _diagnostic(promise: Promise, code: str, broken: Broken, place: Span) -> Diagnostic:
    severe = promise.severity or ("error" if promise.basis in ("stated", "derived") else "warning")
    basis = ", ".join(part for part in (promise.id, promise.basis, promise.where) if part)
    first = [Note(message, span) for message, span in broken.notes[:1]]
    once = {span or message: Note(message, span) for message, span in reversed(broken.notes[1:])}
    notes = (*first, *reversed(once.values()))
    made = error(code, f"{broken.message} ({basis})", place, broken.hint, notes)
    return made if severe == "error" else made._replace(severity=Severity.WARNING)
