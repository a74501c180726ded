"""Registers the kinds of promise: every module of this package declares one as `KIND`.

A kind goes by the name of its file; its module is imported when it is asked for, because most games
make promises of a few kinds.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Set
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.units.spelling import number_text, tidy

if TYPE_CHECKING:
    from pnp.check.promises.scope import Broken, Scope
    from pnp.model.game import Promise


class Claim(NamedTuple):
    """A set, the least and the most that its number may be, and the key of the promise that says
    so.
    """

    what: Hashable
    low: float
    high: float
    key: str
    part: bool = False
    """Whether it is said of a part of the set, which can only be smaller."""

    @property
    def range(self) -> str:
        """Its numbers for people."""
        if self.low == self.high:
            return number_text(self.low)
        least = number_text(self.low)
        return f"at least {least}" if self.high == inf else f"{least} to {number_text(self.high)}"


class Kind(NamedTuple):
    """A kind of promise: what it checks, its own keys by what is read of them, and all else that
    others must know.
    """

    check: Callable[[Promise, Scope], Iterator[Broken]]
    code: str
    on_paper: bool
    """Whether it turns on how many are printed, so that a finished PDF can break it."""
    components: tuple[str, ...] = ()
    """Keys that name components."""
    cards: tuple[str, ...] = ()
    """Keys with expressions that see the cards of the component under `of`."""
    each: tuple[str, ...] = ()
    """The same of the component under `for_each`."""
    others: tuple[str, ...] = ()
    """The same of the component under `in`."""
    game: tuple[str, ...] = ()
    """Keys with expressions that see all components."""
    words: tuple[str, ...] = ()
    """Keys with fields, choices and lengths."""
    facts: tuple[str, ...] = ()
    """Keys that name facts."""
    claims: Callable[[Promise, Scope], Iterator[Claim]] | None = None
    """Gives the numbers that a promise claims, which those of others may contradict."""
    covers: Callable[[Promise, Scope], Set[str]] | None = None
    """Names components that a promise guards without naming them."""

    @property
    def keys(self) -> tuple[str, ...]:
        """All its own keys."""
        seen = (*self.components, *self.cards, *self.each, *self.others)
        return (*seen, *self.game, *self.words, *self.facts)

    def names(self, promise: Promise) -> Iterator[str]:
        """The components that a promise names."""
        for _, written in _written(promise, self.components):
            yield str(written).partition(".")[0]

    def expressions(self, promise: Promise) -> Iterator[tuple[str, str, Any]]:
        """Each expression of a promise: its key, the key of the component whose cards it sees, and
        its text.
        """
        seen = {"of": self.cards, "for_each": self.each, "in": self.others, "": self.game}
        for owner, keys in seen.items():
            yield from (
                (key, owner, source) for key, source in _written(promise, keys, values=True)
            )


def _written(
    promise: Promise, keys: tuple[str, ...], values: bool = False
) -> Iterator[tuple[str, Any]]:
    """What is written under some keys as one, as a list, or as a map by its keys (or `values`)."""
    for key in keys:
        written = promise.details.get(key, ())
        if values and isinstance(written, dict):
            written = [*written.values()]
        whole = isinstance(written, (list, dict, tuple))
        yield from ((key, one) for one in (written if whole else [written]))


def exactly(what: Hashable, number: float, key: str) -> Claim:
    """A claim to one number."""
    return Claim(what, tidy(number), tidy(number), key)


def text_of(promise: Promise, *keys: str) -> str:
    """What is written under the first of some keys that is there, with single blanks."""
    written = next((promise.details[key] for key in keys if promise.details.get(key)), "")
    return " ".join(str(written).split())


class _Kinds(Mapping[str, Kind]):
    """The kinds by name."""

    def __init__(self) -> None:
        found = (module.name for module in pkgutil.iter_modules(__path__))
        self._modules = {name.rstrip("_"): f"{__name__}.{name}" for name in found}

    def __getitem__(self, name: str) -> Kind:
        kind: Kind = import_module(self._modules[name]).KIND
        return kind

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def page(self, name: str) -> str:
        """The manual page of a kind."""
        return import_module(self._modules[name]).__doc__ or ""


KINDS = _Kinds()
_COMPONENT = re.compile(r"\bcomponents(?:\.(\w+)|\[\s*['\"]([^'\"]+)['\"]\s*\])")


def speaks_of(promise: Promise, names: frozenset[str]) -> bool:
    """Whether a promise names one of some components, or a track or the areas of one, or looks
    at its cards in an expression.
    """
    kind = KINDS.get(promise.kind) if names else None
    if kind is None:
        return False
    if not names.isdisjoint(kind.names(promise)):
        return True
    seen = (str(source) for _, owner, source in kind.expressions(promise) if not owner)
    return any((a or b) in names for source in seen for a, b in _COMPONENT.findall(source))
