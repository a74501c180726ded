"""What no promise looks at: components and facts that could change without a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pnp.check.promises import xdoc
from pnp.check.promises.left_out import speaks_of
from pnp.check.promises.scope import Malformed, Scope
from pnp.diagnostics import Diagnostic, warning
from pnp.load.yaml import Map
from pnp.model.game import Game, Promise
from pnp.model.setup import Step

_FACT = re.compile(r"\bfacts(?:\.([\w-]+)|\[\s*['\"]([^'\"]+)['\"]\s*\])")
_NAMED = re.compile(r"\b(?:total|components)(?:\.(\w+)|\[\s*['\"]([^'\"]+)['\"]\s*\])")
_NAMES = ("of", "for_each", "in", "what")


def coverage(game: Game, steps: Sequence[Step] | None = None) -> list[Diagnostic]:
    """P590 for every component and fact that no promise and no step of the setup touches, in the
    order of `game.yaml`.
    """
    components, facts = touched(game, steps)
    found = []
    for kind, names, seen in (
        ("component", game.components, components),
        ("fact", game.facts, facts),
    ):
        section = game.raw.get(f"{kind}s")
        for name in names:
            if name not in seen:
                place = section.key(name) if isinstance(section, Map) else game.raw.span()
                message = f'nothing guards the {kind} "{name}": no promise speaks of it'
                found.append(warning("P590", message, place, "write one in rules.yaml"))
    return found


def touched(game: Game, steps: Sequence[Step] | None = None) -> tuple[set[str], set[str]]:
    """The components and the facts that promises and steps of the setup speak of; a fact stands
    for those that it is worked out from.
    """
    components: set[str] = set()
    facts: set[str] = set()
    listed = game.setup if steps is None else steps
    scope = Scope(game)
    judged = [promise for promise in game.promises if not speaks_of(promise, game.left_out)]
    for promise in judged:
        if promise.kind == "xdoc" and promise.details.get("in") is None:
            components |= {name for name in game.components if _says(promise, name, scope)}
    for raw in (*(promise.details for promise in judged), *(step.raw for step in listed)):
        components |= {
            str(name).partition(".")[0] for key in _NAMES for name in _listed(raw.get(key))
        }
        components |= set(raw["parts"]) if isinstance(raw.get("parts"), dict) else set()
        for text in _texts(raw):
            components |= {a or b for a, b in _NAMED.findall(text)}
            facts |= {a or b for a, b in _FACT.findall(text)}
    waiting = list(facts)
    written = game.raw.get("facts")
    while waiting and isinstance(written, Map):
        source = written.get(waiting.pop())
        for text in _texts(source) if isinstance(source, Map) else ():
            more = {a or b for a, b in _FACT.findall(text)} - facts
            facts |= more
            waiting += more
    return components, facts


def _says(promise: Promise, name: str, scope: Scope) -> bool:
    """Whether a phrase that is looked for everywhere stands in the text of one component, be its
    number right or wrong.
    """
    try:
        found = list(xdoc.judge(promise._replace(details={**promise.details, "in": name}), scope))
    except Malformed:
        return False
    return all(broken.message.startswith(f'"{name}" says ') for broken in found)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _texts(value: Any) -> Iterator[str]:
    """Every text in a value, whatever it is nested in."""
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            todo += [*one.values(), *one.keys()]
        elif isinstance(one, list):
            todo += one
