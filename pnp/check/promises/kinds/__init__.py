"""Registers the kinds of promise: every module of this package declares one as `KIND`.

A kind goes by the name of its file; its module is imported when it is asked for, because most games
make promises of a few kinds.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Set
from enum import Enum
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.units.decimals import number_text
from pnp.units.spelling import tidy

if TYPE_CHECKING:
    from pnp.check.promises.scope import Broken, Scope
    from pnp.model.game import Promise


class Reads(Enum):
    """What is read of a key; an expression sees the cards of the component under the key that is
    its value.
    """

    COMPONENTS = "the names of components"
    CARDS = "of"
    EACH = "for_each"
    OTHERS = "in"
    GAME = "everything"
    WORDS = "a name, a choice, a length"


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
    """A kind of promise: what it checks, and all that others must know of it."""

    check: Callable[[Promise, Scope], Iterator[Broken]]
    code: str
    keys: Mapping[str, Reads]
    """Its own keys, in the order in which its page names them."""
    on_paper: bool
    """Whether it turns on how many are printed, so that a finished PDF can break it."""
    claims: Callable[[Promise, Scope], Iterator[Claim]] | None = None
    """Gives the numbers that a promise claims, which those of others may contradict."""
    covers: Callable[[Promise, Scope], Set[str]] | None = None
    """Names components that a promise guards without naming them."""

    def components(self, promise: Promise) -> Iterator[str]:
        """The names under the keys that name components."""
        for key, reads in self.keys.items():
            if reads is Reads.COMPONENTS and key in promise.details:
                written = promise.details[key]
                yield from map(str, written if isinstance(written, (list, dict)) else [written])

    def expressions(self, promise: Promise) -> Iterator[tuple[str, Reads, Any]]:
        """Each expression that is written, with its key and what it sees."""
        for key, reads in self.keys.items():
            if key in promise.details and reads not in (Reads.COMPONENTS, Reads.WORDS):
                written = promise.details[key]
                if isinstance(written, dict):
                    written = [*written.values()]
                for source in written if isinstance(written, list) else [written]:
                    yield key, reads, source


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
    if any(name.partition(".")[0] in names for name in kind.components(promise)):
        return True
    seen = (str(source) for _, reads, source in kind.expressions(promise) if reads is Reads.GAME)
    return any((a or b) in names for source in seen for a, b in _COMPONENT.findall(source))
