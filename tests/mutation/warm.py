"""What is kept from mutant to mutant of one game: whatever the changed file cannot have touched is
taken from the intact kit.

Documents are known by their bytes, what is made of them by its identity: a component is read again
only when one of the files that it was made from is the changed one, a promise is judged again only
when something that it speaks of was made anew. `test_mutation.py` holds verdicts found so against
cold ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, lru_cache, partial
from typing import Any
from unittest.mock import patch

from pnp.check import color_vision, promises
from pnp.check import typed_numbers as prose
from pnp.check.promises import boards, contract, scope
from pnp.check.promises import setup_steps as setup
from pnp.check.promises import text_index as texts
from pnp.load import csv, yaml
from pnp.model import read
from pnp.model.kinds import BoxFile

_WHOLE = re.compile(r"\b(?:components|total)\b(?!\.|\[\s*['\"])")
"""An expression that looks at all components."""


def remembered(function: Callable[..., Any], intact: Callable[[], bool]) -> Callable[..., Any]:
    """A parser that meets the bytes of the intact kit only once; those of a changed file are met
    once anyway.
    """
    known: dict[Any, Any] = {}

    def call(data: bytes, file: str, *more: Any) -> Any:
        key = (data, file, more)
        made = known[key] if key in known else function(data, file, *more)
        if intact():
            known[key] = made
        return made

    return call


def by_identity(
    function: Callable[..., Any], intact: Callable[[], bool], one: int = 0, *others: int
) -> Callable[..., Any]:
    """A function of some values of the intact kit that is worked out once; the values are kept,
    so that none takes another's place.
    """
    known: dict[tuple[int, ...], tuple[Any, Any]] = {}

    def call(*given: Any, **named: Any) -> Any:
        kept = [given[at] for at in (one, *others)]
        key = tuple(map(id, kept))
        if key in known:
            return known[key][1]
        made = function(*given, **named)
        if intact():
            known[key] = (kept, made)
        return made

    return call


def listed(function: Callable[..., Any]) -> Callable[..., Any]:
    """A generator as a function of a tuple."""
    return lambda *given: tuple(function(*given))


class Warm:
    """What is known of the intact kit.

    `changed` says which file is not as it was; `reads` gathers the files that are asked for.
    """

    def __init__(self, changed: Callable[[], str], reads: Callable[[], set[str]]) -> None:
        self.changed, self.reads = changed, reads
        self.made: dict[str, tuple[Any, ...]] = {}
        self.judged: dict[int, tuple[Any, ...]] = {}
        self.steps: tuple[Any, ...] | None = None
        self.totals: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.named = by_identity(_named, lambda: not changed())

    def component(
        self, plain: Callable[..., Any], reader: Any, name: str, file: Any, raw: Any
    ) -> Any:
        """A component as it was, with what was found in it, where neither its entry nor one of
        its files nor a deck that it holds changed.
        """
        names = file.holds if isinstance(file, BoxFile) else []
        held = [reader.made.get(one) for one in ([names] if isinstance(names, str) else names)]
        known = self.made.get(name)
        if known is not None:
            was, paths, decks, made, found, different, copies = known
            if was is raw and self.changed() not in paths and same(decks, held):
                reader.found.extend(found)
                reader.tally.different += different
                reader.tally.copies += copies
                return made
        found, before = len(reader.found), (reader.tally.different, reader.tally.copies)
        self.reads().clear()
        made = plain(reader, name, file, raw)
        if not self.changed():
            counted = reader.tally.different - before[0], reader.tally.copies - before[1]
            self.made[name] = (raw, set(self.reads()), held, made, reader.found[found:], *counted)
        return made

    def judge(self, plain: Callable[..., Any], promise: Any, over: Any) -> Iterator[Any]:
        """What was found of a promise, where all that it speaks of is as it was."""
        about = [promise, over.game.raw, *self.about(over.game, *self.named(promise))]
        if "phrase" in promise.details:  # a text may name the total of any component
            totals = tuple(component.total for component in over.game.components.values())
            about.append(self.totals.setdefault(totals, totals))
        known = self.judged.get(id(promise))
        if known is not None and same(known[0], about):
            return iter(known[1])
        found = list(plain(promise, over))
        if not self.changed():
            self.judged[id(promise)] = (about, found)
        return iter(found)

    def setup(self, plain: Callable[..., Any], game: Any, **more: Any) -> Iterator[Any]:
        """The same for the steps of the setup together."""
        names, whole = set(), False
        for step in game.setup:
            names.add(step.what)
            whole = whole or bool(_WHOLE.search(str(step.raw)))
        about = [game.raw, *(step.raw for step in game.setup), *self.about(game, names, whole)]
        if self.steps is not None and same(self.steps[0], about):
            return iter(self.steps[1])
        found = list(plain(game, **more))
        if not self.changed():
            self.steps = (about, found)
        return iter(found)

    def about(self, game: Any, names: set[str], whole: bool) -> list[Any]:
        """The components that something speaks of; None for one that there is not."""
        return (
            list(game.components.values())
            if whole
            else [game.components.get(name) for name in sorted(names)]
        )


def same(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two lists hold the very same things."""
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))


def _named(promise: Any) -> tuple[set[str], bool]:
    """The components that a promise names, and whether it looks at all of them."""

    class Only:
        promises, components, raw, left_out = (promise,), (), {}, frozenset[str]()

    names, _ = contract.touched(Only, ())  # type: ignore[arg-type]
    said = str(promise.details)
    everywhere = "phrase" in promise.details and "in" not in promise.details
    return names, everywhere or bool(_WHOLE.search(said))


@contextmanager
def warm(changed: Callable[[], str], reads: Callable[[], set[str]]) -> Iterator[None]:
    """Judge the mutants of one game in here, the intact kit first."""
    kept = Warm(changed, reads)

    def intact() -> bool:
        return not changed()

    sandboxes = cache(read.Sandbox)
    put: list[tuple[Any, str, Any]] = [
        (yaml, "parse", remembered(yaml.parse, intact)),
        (csv, "parse", remembered(csv.parse, intact)),
        (read, "Sandbox", sandboxes),
        (scope, "Sandbox", sandboxes),
        (read, "validated", by_identity(read.validated, intact, 0, 1)),
        (read, "written_as", by_identity(read.written_as, intact, 1)),
        (read, "_promise", by_identity(read._promise, intact)),
        (read, "component", partial(kept.component, read.component)),
        (scope, "names_in", cache(scope.names_in)),
        (scope, "attributes_of", cache(scope.attributes_of)),
        (scope, "records_of_component", by_identity(scope.records_of_component, intact)),
        (boards, "board_of", by_identity(boards.board_of, intact)),
        (texts, "_passages", by_identity(listed(texts._passages), intact, 1)),
        (promises, "check_promise", partial(kept.judge, promises.check_promise)),
        (setup, "check", partial(kept.setup, setup.check)),
        (prose, "_numbers", lru_cache(500)(prose._numbers)),
        (color_vision, "difference", cache(color_vision.difference)),
    ]
    with ExitStack() as stack:
        for module, name, made in put:
            stack.enter_context(patch.object(module, name, made))
        yield
