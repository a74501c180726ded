"""Where the facts are said that an expression uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pnp.diagnostics import Note, Span
from pnp.load.yaml import Map

MAX_FACTS = 4
_FACT = re.compile(r"""\bfacts(?:\.|\[\s*["'])([A-Za-z_]\w*)""")
_PLAYERS = re.compile(r"\bplayers\b")


def said(
    raw: Map, known: Mapping[str, Any], sources: Iterable[str], *, players: bool = False
) -> list[Note]:
    """The facts of `game.yaml` and the number of players that some expressions use; facts that one
    is worked out from as well.

    `players` asks for their number in any case.
    """
    listed = list(sources)
    facts = raw.get("facts")
    names = [name for source in listed for name in _FACT.findall(source)]
    notes: dict[Span, Note] = {}
    seen: set[str] = set()
    while names and len(notes) < MAX_FACTS:
        name = names.pop(0)
        if name in seen or not isinstance(facts, Map) or name not in facts:
            continue
        seen.add(name)
        value = facts[name]
        if isinstance(value, Map) and isinstance(value.get("expr"), str):
            names += _FACT.findall(value["expr"])
        span = facts.at(name)
        notes[span] = Note(f"facts.{name} is {known.get(name, value)}", span)
    if players or any(_PLAYERS.search(source) for source in listed):
        count = raw.get("players")
        low, high = (count.get("min"), count.get("max")) if isinstance(count, Map) else (None, None)
        span = raw.at("players")
        notes[span] = Note(f"{low} to {high} players", span)
    return list(notes.values())
