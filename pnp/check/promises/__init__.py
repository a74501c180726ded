"""P5 – checks the promises of `rules.yaml`, each by the module of its kind, and the setup."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from itertools import islice
from math import inf

from pnp.check.promises.confirmation import OF_WORDS
from pnp.check.promises.kinds import KINDS, Claim, Kind, speaks_of
from pnp.check.promises.scope import Broken, Malformed, Scope, Vacuous, deck_note
from pnp.check.promises.tautology import refuse_never
from pnp.diagnostics import Diagnostic, Note, Severity, Span, did_you_mean, error
from pnp.load.yaml import Map
from pnp.model.contract import RuleFile
from pnp.model.declarations import entries
from pnp.model.game import Game, Promise

MAX_BROKEN = 100
"""Findings of one promise: who broke it so often needs no list."""
MAX_SOURCES = 1_000
"""Sources among which the nearest to a misspelt one is looked for."""
MAX_MORE = 4
"""Places that a finding names beside those of its kind."""
_HERE = re.compile(r'(?:the \w+|".*") is here')
PROMISED = "promised here"
"""The note of a finding that lies at the data."""


def check(game: Game) -> Iterator[Diagnostic]:
    """Every promise that is broken, malformed, about nothing or contradicts another; every step
    of the setup that runs short. A translated game is judged in its first language.
    """
    game = game.first or game
    scope = Scope(game)
    yield from _sources(game)
    for promise in game.promises:
        if not speaks_of(promise, game.left_out):
            yield from check_promise(promise, scope)
    yield from contradictions(scope)
    if game.setup:
        from pnp.check.promises import setup_steps

        yield from setup_steps.check(game, scope=scope)


def _sources(game: Game) -> Iterator[Diagnostic]:
    """P591 for each rule that is said to stand in a source which there is not."""
    for rule in game.rules:
        source = rule.where.partition("/")[0]
        if source and source not in game.sources:
            message = (
                f'{rule.id}: "where" names the source "{source}", which is not under sources: in'
                " game.yaml"
            )
            hint = did_you_mean(source, [*islice(game.sources, MAX_SOURCES)])
            yield error("P591", message, rule.raw.at("where"), hint)


def kept(game: Game, found: Iterable[Diagnostic]) -> int:
    """How many promises were checked and found kept."""
    places = {place for d in found if d.code not in OF_WORDS for place in places_of(d)}
    return sum(
        places.isdisjoint(spans(promise.raw))
        for promise in game.promises
        if promise.kind in KINDS and not speaks_of(promise, game.left_out)
    )


def spans(raw: Map) -> set[Span]:
    """Where findings on a promise may lie."""
    return {raw.span(), *(place for key in raw for place in (raw.at(key), raw.key(key)))}


def check_promise(promise: Promise, scope: Scope) -> Iterator[Diagnostic]:
    """The findings on one promise."""
    kind = KINDS.get(promise.kind)
    if kind is None:
        message = f'{promise.id}: there is no promise of kind "{promise.kind}"'
        hint = did_you_mean(promise.kind, KINDS) or f"known: {', '.join(KINDS)}"
        yield error("P592", message, promise.raw.at("kind"), hint)
        return
    for key in promise.details:
        if key not in kind.keys:
            message = f'{promise.id}: a promise of kind "{promise.kind}" has no key "{key}"'
            hint = did_you_mean(key, [*kind.keys, *entries(RuleFile)])
            hint = hint or f"its own keys: {', '.join(kind.keys)}"
            yield error("P201", message, promise.raw.key(key), hint)
            return
    try:
        yield from _broken(promise, kind, scope)
    except Malformed as problem:
        span = promise.raw.at(problem.key) if problem.key in promise.raw else promise.raw.span()
        notes = [Note(message, at) for message, at in problem.places]
        found = error("P591", f"{promise.id}: {problem}", span, problem.hint, notes)
        yield _with_places(found, promise, scope)
    except Vacuous as problem:
        message = f"{promise.id} holds only because its set is empty: {problem}"
        hint = "a promise about nothing guards nothing: correct what it names"
        here = [Note(*deck_note(problem.records))] if problem.records is not None else []
        yield _with_places(error("P580", message, promise.raw.span(), hint, here), promise, scope)


def _broken(promise: Promise, kind: Kind, scope: Scope) -> Iterator[Diagnostic]:
    """Every way in which it is broken; the first, and those about expressions of their own, name
    where it may be mended.
    """
    number = 0
    for number, broken in enumerate(kind.check(promise, scope), 1):
        if number > MAX_BROKEN:
            message = f"it is broken in more places than the {MAX_BROKEN} that are named"
            yield _diagnostic(promise, kind.code, Broken(message, (), "mend those first"))
            return
        found = _diagnostic(promise, kind.code, broken)
        if number == 1 or broken.sources:
            found = _with_places(found, promise, scope, broken)
        yield _at_data(found, promise, scope)
    if not number:  # what is broken says of itself what it looks at
        refuse_never(promise, scope)


def _with_places(
    found: Diagnostic, promise: Promise, scope: Scope, broken: Broken | None = None
) -> Diagnostic:
    """A finding with places where it may be mended, each once."""
    from pnp.check.suggest import places  # only what is broken needs them

    named = {note.span for note in found.notes}
    new = {n.span: n for n in places(promise, scope, broken) if n.span not in named}
    return found._replace(notes=(*found.notes, *islice(new.values(), MAX_MORE)))


def places_of(found: Diagnostic) -> Iterator[Span | None]:
    """Where a finding lies: its place, and that of the promise that it is about."""
    yield found.span
    yield from (note.span for note in found.notes if note.message == PROMISED)


def _at_data(found: Diagnostic, promise: Promise, scope: Scope) -> Diagnostic:
    """A finding at the entry that most likely breaks the promise, with a note where it is promised;
    at the promise itself where no entry is named.
    """
    named = (
        note.span
        for note in found.notes
        if note.span not in scope.sources and not note.message.startswith("facts.")
    )
    place = next(filter(None, named), None)
    if place is None:
        return found
    rest = [n for n in found.notes if n.span != place or not _HERE.fullmatch(n.message)]
    return found._replace(span=place, notes=(Note(PROMISED, promise.raw.span()), *rest))


def _diagnostic(promise: Promise, code: str, broken: Broken) -> Diagnostic:
    severity = promise.severity or (
        "error" if promise.basis in ("stated", "derived") else "warning"
    )
    basis = ", ".join(filter(None, (promise.id, promise.basis, promise.where)))
    first = [Note(message, span) for message, span in broken.notes[:1]]
    once = {span or message: Note(message, span) for message, span in reversed(broken.notes[1:])}
    notes = (*first, *reversed(once.values()))
    message = f"{broken.message} ({basis})"
    return Diagnostic(Severity(severity), code, message, promise.raw.span(), broken.hint, notes)


def contradictions(scope: Scope) -> Iterator[Diagnostic]:
    """P581 for each promise that leaves no number that an earlier one allows for the same set."""
    lows: dict[Hashable, tuple[Claim, Promise]] = {}
    highs: dict[Hashable, tuple[Claim, Promise]] = {}
    absent = scope.game.left_out
    for promise in scope.game.promises:
        if speaks_of(promise, absent):
            continue
        try:
            claims = list(_claims(promise, scope))
        except (Malformed, Vacuous):  # said where it is judged
            continue
        for claim in claims:
            low, high = (
                bounds.setdefault(claim.what, (claim, promise)) for bounds in (lows, highs)
            )
            other = low if claim.high < low[0].low else high if claim.low > high[0].high else None
            if other is None:
                lows[claim.what] = (claim, promise) if claim.low > low[0].low else low
                highs[claim.what] = (claim, promise) if claim.high < high[0].high else high
            elif other[1] is not promise:
                yield _both(promise, claim, *other)


def _both(promise: Promise, claim: Claim, before: Claim, other: Promise) -> Diagnostic:
    first, second = f"{promise.id} promises {claim.range}", f"{other.id} promises {before.range}"
    if claim.part or before.part:
        first, second = (
            f"{words} of {'a part' if one.part else 'the whole'}"
            for words, one in ((first, claim), (second, before))
        )
    else:
        second = f"{second} of the same"
    note = Note(f"{other.id}: {other.says}", other.raw.at(before.key))
    hint = "correct one of them, or say which part is meant with only:"
    return error(
        "P581", f"{first}, {second}: both cannot be kept", promise.raw.at(claim.key), hint, [note]
    )


def _claims(promise: Promise, scope: Scope) -> Iterator[Claim]:
    """The numbers that a promise gives; where a part has at least so many, its whole has as
    well.
    """
    kind = KINDS.get(promise.kind)
    for claim in kind.claims(promise, scope) if kind and kind.claims else ():
        yield claim
        match claim.what:
            case ("copies", of, only, per) if claim.high == inf and (only or per):
                yield Claim(("copies", of, "", ""), claim.low, inf, claim.key, part=True)
