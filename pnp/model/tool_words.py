"""Puts the words that pnp itself prints, in the language of a game, under those of the game."""

from __future__ import annotations

from pnp.load import yaml
from pnp.load.files import Disk
from pnp.load.yaml import Map

FOLDER = "templates/base/words"
"""A file for each language but English, whose words stand where they are printed."""


def with_tool_words(files: Disk, words: Map, language: str) -> Map:
    """The words of a game, and ours in its language where it says none; de-CH takes those of de
    where it has none of its own.
    """
    names = (f"{FOLDER}/{one}.yaml" for one in (language, language.partition("-")[0]))
    path = next(filter(files.exists, names), "")
    ours = yaml.parse(files.read(path), files.shown(path)) if path else None
    return _under(words, ours) if isinstance(ours, Map) else words


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
