"""Puts the words that pnp itself prints, in the language of a game, under those of the game, and
tells of those that a game misnames.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.load import yaml
from pnp.load.files import Disk
from pnp.load.yaml import Map

FOLDER = "templates/base/words"
"""A file for each language but English, whose words stand where they are printed."""
KNOWN = f"{FOLDER}/de.yaml"
"""The file whose keys are those of every language."""
SECTIONS = ("book", "sheet", "first_page")
"""What words.yaml says of the words of rulebooks and player aids, of sheets, of the first page."""
_PLACES = re.compile(r"\{[^{}]*\}")
"""Places of a line of words that are filled in, such as `{players}`."""


def with_tool_words(files: Disk, words: Map, language: str) -> Map:
    """The words of a game, and ours in its language where it says none; de-CH takes those of de
    where it has none of its own.
    """
    names = (f"{FOLDER}/{one}.yaml" for one in (language, language.partition("-")[0]))
    path = next(filter(files.exists, names), "")
    ours = yaml.parse(files.read(path), files.shown(path)) if path else None
    return _under(words, ours) if isinstance(ours, Map) else words


def misnamed(files: Disk, words: Map) -> Iterator[Diagnostic]:
    """What words.yaml says of our words that would never be printed (P201, P203)."""
    known = yaml.parse(files.read(KNOWN), KNOWN)
    assert isinstance(known, Map)
    for section in filter(words.__contains__, SECTIONS):
        own, ours = words[section], known[section]
        if not isinstance(own, Map):
            message = f"{section}: expected a map of words"
            yield error("P203", message, words.at(section), f"its keys are those of {KNOWN}")
            continue
        for name, said in own.items():
            if name not in ours:
                hint = did_you_mean(name, ours) or f"its keys are those of {KNOWN}"
                yield error("P201", f'{section}: pnp prints no word "{name}"', own.key(name), hint)
                continue
            allowed = _PLACES.findall(ours[name])
            expected = "a word or a line of words"
            if isinstance(said, str):
                if {*_PLACES.findall(said)} <= {*allowed}:
                    continue
                expected = " and ".join(allowed) or "no place to be filled in"
            if said is not None:  # which is told of
                message = f'{section}: "{name}": expected {expected}'
                yield error("P203", message, own.at(name))


def _under(words: Map, ours: Map) -> Map:
    both = Map.empty(words.span())
    for key in words:
        value, below = words[key], ours.get(key)
        if isinstance(value, Map) and isinstance(below, Map):
            value = _under(value, below)
        both.put(key, value, words.where(key))
    for key in ours:
        if key not in words:
            both.put(key, ours[key], (words.line, words.column) * 2)
    return both
