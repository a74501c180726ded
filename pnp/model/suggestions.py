"""Guesses what was meant: spaces near a missing one, files that nothing reads, and where the facts
of an expression are written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from pnp.diagnostics import Diagnostic, Note, Problems, Span, is_slip, warning
from pnp.load.files import Disk
from pnp.load.yaml import Map

MOST = 2
MAX_KNOWN = 500
"""Spaces among which neighbours are looked for."""


def named(place: Any, field: str) -> tuple[Any, ...]:
    """The names in a field of a space or area: one, a list of them, or none."""
    value = place.fields.get(field)
    return value if isinstance(value, tuple) else () if value is None else (value,)


def nearby_spaces(
    name: str, known: Mapping[str, Any], owner: str = "", field: str = ""
) -> list[Note]:
    """Up to two places that say where a missing one was: spaces and areas by their ids; `owner`
    names it in a `field`.
    """
    if len(known) > MAX_KNOWN:
        return []
    order = list(known)
    longer = [
        other
        for other in known
        if other != owner
        and name
        and other.startswith(f"{name}-")
        and not _names(known, name, other)
    ]
    if len(longer) == 1:
        return [Note(f'"{longer[0]}" is here', known[longer[0]].span)]
    for digits in reversed(list(re.finditer(r"\d{1,6}", name))):
        around = [
            f"{name[: digits.start()]}{int(digits[0]) + step}{name[digits.end() :]}"
            for step in (-1, 1)
        ]
        there = [order.index(other) for other in around if other in known]
        if there and there[-1] - there[0] <= 1:
            return [
                Note(f'"{order[index]}", next to it by number, is here', known[order[index]].span)
                for index in there
            ]
    at = order.index(owner) if owner in known else 0
    pairs = [
        (other, one)
        for one in (*order[max(0, at - 1) : at], *order[at + 1 : at + 2])
        for other in named(known[one], field)
    ]
    return [
        Note(f'"{other}", which "{one}" names, is here', known[other].span)
        for other, one in pairs
        if other in known
    ][:MOST]


def _names(known: Mapping[str, Any], name: str, other: str) -> bool:
    """Whether a place has the missing name in one of its fields, and hence its own name from it."""
    return any(name in named(known[other], field) for field in known[other].fields)


READ = {"rules": "promises", "setup": "the steps of the setup", "words": "words"}
"""The files of a game that are read where they are there, without their ending, and what stands
in each.
"""
ALIKE = 0.85
"""How like a name must be: `rule` and `Rules` are, `roles` is not."""
REFINED = {"palette": "colour", "fonts": "font family", "styles": "style"}
"""The keys of `game.yaml` whose names are the game's own, or those of the base sheet that it
refines.
"""
_SPEAKING = (".yaml", ".csv", ".md", ".xml", ".svg")
"""Files that can name a colour, font family or style."""
_YAML = re.compile(r"([^/]+?)\.ya?ml(?:\.txt)?", re.IGNORECASE)
_WORD = re.compile(r"\w[\w-]*")


def unused_files(files: Disk, folder: str) -> Iterator[Diagnostic]:
    """A warning (P130) for each file beside `game.yaml` that is called nearly as one that is not
    there; for after all has been read.
    """
    lacking = [name for name in READ if not files.exists(f"{folder}/{name}.yaml")]
    if not lacking:
        return
    there: list[str] = []
    with suppress(Problems):
        there = files.names(folder)
    read = {entry.path for entry in files.read_paths()}
    for path in there:
        file = path.removeprefix(f"{folder}/")
        named = _YAML.fullmatch(file)
        if named and path not in read and (meant := _meant(named[1], lacking)):
            told = f'nothing reads "{file}": {READ[meant]} stand in {meant}.yaml'
            yield warning("P130", told, Span(files.shown(path)), f'rename "{file}" to {meant}.yaml')


def _meant(name: str, lacking: Sequence[str]) -> str:
    """The file that is most likely meant; empty where none is."""
    from difflib import get_close_matches  # a millisecond, where all files are used

    return next(iter(get_close_matches(name.casefold(), lacking, 1, ALIKE)), "")


def unrefined(
    files: Disk, game: str, raw: Map, base: Mapping[str, Collection[str]]
) -> Iterator[Diagnostic]:
    """A warning (P219) for each name under `palette:`, `fonts:` or `styles:` that is a slip from
    one of the base sheet, and that nothing else in the game's files speaks of: what it was to
    refine stays as it was.

    `base` holds the names of the base sheet by those keys.
    """
    words: Counter[str] = Counter()
    for key, what in REFINED.items():
        own = raw.get(key)
        if not isinstance(own, Map):
            continue
        for name in own:
            meant = next((one for one in base[key] if is_slip(name, one) and one not in own), "")
            if meant and name not in base[key]:
                words = words or _words(files, game)
                if words[name] < 2:
                    told = (
                        f'nothing uses the {what} "{name}", and it refines none that every game has'
                    )
                    yield warning("P219", told, own.key(name), f'did you mean "{meant}"?')


def _words(files: Disk, game: str) -> Counter[str]:
    """How often each word, with its hyphens, stands in the files of a game and in the templates;
    the shared faces name none of its own.
    """
    words: Counter[str] = Counter()
    with suppress(Problems):
        for path in (*files.names(f"data/{game}"), *files.names("templates")):
            if path.endswith(_SPEAKING) and not path.startswith("templates/base/"):
                with suppress(Problems):
                    words.update(_WORD.findall(files.read(path).decode("utf-8", "replace")))
    return words


MAX_FACTS = 4
_FACT_NAME = re.compile(r"""\bfacts(?:\.|\[\s*["'])([A-Za-z_]\w*)""")
_PLAYERS = re.compile(r"\bplayers\b")


def where_facts_are_used(
    raw: Map, known: Mapping[str, Any], sources: Iterable[str], *, players: bool = False
) -> list[Note]:
    """The facts of `game.yaml` and the number of players that some expressions use; facts that one
    is worked out from as well.

    `players` asks for their number in any case.
    """
    listed = list(sources)
    facts = raw.get("facts")
    names = [name for source in listed for name in _FACT_NAME.findall(source)]
    notes: dict[Span, Note] = {}
    seen: set[str] = set()
    while names and len(notes) < MAX_FACTS:
        name = names.pop(0)
        if name in seen or not isinstance(facts, Map) or name not in facts:
            continue
        seen.add(name)
        value = facts[name]
        if isinstance(value, Map) and isinstance(value.get("expr"), str):
            names += _FACT_NAME.findall(value["expr"])
        span = facts.at(name)
        notes[span] = Note(f"facts.{name} is {known.get(name, value)}", span)
    if players or any(_PLAYERS.search(source) for source in listed):
        count = raw.get("players")
        low, high = (count.get("min"), count.get("max")) if isinstance(count, Map) else (None, None)
        span = raw.at("players")
        notes[span] = Note(f"{low} to {high} players", span)
    return list(notes.values())
