"""Guesses what was meant: spaces near a missing one, files and names that nothing uses, and where
the facts of an expression are written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from pnp.diagnostics import Diagnostic, Note, Problems, Span, is_slip, warning
from pnp.load.files import Disk
from pnp.load.yaml import Map

MAX_KNOWN = 500
"""Spaces among which neighbours are looked for."""


def named(place: Any, field: str) -> tuple[Any, ...]:
    """The names in a field of a space or area: one, a list of them, or none."""
    value = place.fields.get(field)
    return value if isinstance(value, tuple) else () if value is None else (value,)


def nearby_spaces(
    name: str, known: Mapping[str, Any], owner: str = "", field: str = ""
) -> list[Note]:
    """Up to two places that say where a missing space was: those next to it by number, else those
    that the neighbours of its `owner` name in a `field`.
    """
    if len(known) > MAX_KNOWN:
        return []
    order = list(known)
    for digits in reversed(list(re.finditer(r"\d{1,6}", name))):
        numbers = (int(digits[0]) - 1, int(digits[0]) + 1)
        around = [f"{name[: digits.start()]}{number}{name[digits.end() :]}" for number in numbers]
        there = [order.index(other) for other in around if other in known]
        if there and there[-1] - there[0] <= 1:
            return [
                Note(f'"{order[index]}", next to it by number, is here', known[order[index]].span)
                for index in there
            ]
    at = order.index(owner) if owner in known else 0
    return [
        Note(f'"{other}", which "{one}" names, is here', known[other].span)
        for one in (*order[max(0, at - 1) : at], *order[at + 1 : at + 2])
        for other in named(known[one], field)
        if other in known
    ][:2]


READ = {"rules": "promises", "setup": "the steps of the setup", "words": "words"}
"""The files of a game that are read where they are there, without their ending, and what stands
in each.
"""
_YAML = re.compile(r"([^/]+?)\.ya?ml(?:\.txt)?", re.IGNORECASE)


def unused_files(files: Disk, folder: str) -> Iterator[Diagnostic]:
    """A warning (P130) for each file beside `game.yaml` that is called nearly as one that is not
    there; for after all has been read.
    """
    missing = [name for name in READ if not files.exists(f"{folder}/{name}.yaml")]
    if not missing:
        return
    from difflib import get_close_matches  # a millisecond, where no file is missing

    there: list[str] = []
    with suppress(Problems):
        there = files.names(folder)
    read = {entry.path for entry in files.read_paths()}
    for path in there:
        file = path.removeprefix(f"{folder}/")
        stem = _YAML.fullmatch(file)
        if stem is None or path in read:
            continue
        for meant in get_close_matches(stem[1].casefold(), missing, 1, 0.85):
            message = f'nothing reads "{file}": {READ[meant]} stand in {meant}.yaml'
            hint = f'rename "{file}" to {meant}.yaml'
            yield warning("P130", message, Span(files.shown(path)), hint)


REFINED = {"palette": "colour", "fonts": "font family", "styles": "style"}
"""The keys of `game.yaml` whose names are the game's own, or those of the base sheet that it
refines.
"""
_NAMING = (".yaml", ".csv", ".md", ".xml", ".svg")
"""Files that can name a colour, font family or style."""
_WORD = re.compile(r"\w[\w-]*")


def unused_names(
    files: Disk, game: str, raw: Map, base: Mapping[str, Collection[str]]
) -> Iterator[Diagnostic]:
    """A warning (P219) for each name under `palette:`, `fonts:` or `styles:` that is a slip from
    one of the base sheet, and that nothing else in the game's files speaks of: what it was to
    refine stays as it was.

    `base` holds the names of the base sheet by those keys.
    """
    words: Counter[str] = Counter()
    for key, what in REFINED.items():
        own: Any = raw.get(key, {})
        for name in own:
            meant = next((one for one in base[key] if is_slip(name, one) and one not in own), "")
            if meant and name not in base[key]:
                words = words or _words(files, game)
                if words[name] < 2:
                    message = (
                        f'nothing uses the {what} "{name}", and it refines none that every game has'
                    )
                    yield warning("P219", message, own.key(name), f'did you mean "{meant}"?')


def _words(files: Disk, game: str) -> Counter[str]:
    """How often each word, with its hyphens, stands in the files of a game and in the templates;
    the shared faces name none of its own.
    """
    words: Counter[str] = Counter()
    with suppress(Problems):
        for path in (*files.names(f"data/{game}"), *files.names("templates")):
            if path.endswith(_NAMING) and not path.startswith("templates/base/"):
                with suppress(Problems):
                    words.update(_WORD.findall(files.read(path).decode("utf-8", "replace")))
    return words


MAX_FACTS = 4
_FACT = re.compile(r"""\bfacts(?:\.|\[\s*["'])([A-Za-z_]\w*)""")
_PLAYERS = re.compile(r"\bplayers\b")


def where_facts_are_used(
    raw: Map, known: Mapping[str, Any], sources: Iterable[str], *, players: bool = False
) -> list[Note]:
    """The facts of `game.yaml` and the number of players that some expressions use; facts that one
    is worked out from as well.

    `players` asks for their number in any case.
    """
    text = "\n".join(sources)
    facts: Any = raw.get("facts", {})
    names = _FACT.findall(text)
    notes: dict[str, Note] = {}
    while names and len(notes) < MAX_FACTS:
        name = names.pop(0)
        if name in notes or name not in facts:
            continue
        value = facts[name]
        if isinstance(value, Map) and isinstance(value.get("expr"), str):
            names += _FACT.findall(value["expr"])
        notes[name] = Note(f"facts.{name} is {known.get(name, value)}", facts.at(name))
    found = list(notes.values())
    if players or _PLAYERS.search(text):
        count = raw["players"]
        found.append(Note(f"{count['min']} to {count['max']} players", raw.at("players")))
    return found
