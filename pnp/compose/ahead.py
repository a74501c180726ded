"""The templates and texts of a game compiled by a process of their own, while this one still imports the rest and reads the data.

To compile them takes a fifth of the time that a small game takes to be checked, and needs nothing but their files. What is compiled is
guessed from `game.yaml`, which nobody has read yet; it is used where the very same text comes to be compiled. What was not guessed, or
cannot be compiled, is compiled again where it is used, and told of there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from jinja2 import TemplateError

from pnp.compose.jinja import Compiled, Key, Templates
from pnp.compose.manuscript import prose_templates, unified
from pnp.diagnostics import Problems
from pnp.load.files import Disk
from pnp.load.text import utf8
from pnp.regex import regex

FIRST_PAGE = "base/print-me-first.xml"
"""The template of the page that tells of the other documents of a print."""
MOST, MOST_CHARACTERS = 100, 1_000_000
"""What is compiled ahead of a game with very many templates: the rest may never be used."""

_BETWEEN = regex(r"[\s\"'\[\]{},:]+")
"""What stands between the words of YAML."""
_TAKEN_IN = regex(r"\{%[-+]?\s*(?:include|import|from|extends)\s+[\"']([^\"'\n]{1,200})[\"']")


def compiled_ahead(files: Disk, game: str, more: Iterable[str] = ()) -> dict[Key, Compiled]:
    """What the `game.yaml` of a game most likely names, `more` templates, and what these take in, compiled. Raises nothing."""
    names: list[str] = []
    with suppress(Problems):
        names = [word for word in _BETWEEN.split(_read(files, f"data/{game}/game.yaml")) if word.endswith((".xml", ".md"))]
    made: dict[Key, Compiled] = {}
    left = MOST_CHARACTERS
    for templates, name, file, source in _sources(files, game, dict.fromkeys([*names, *more])):
        left -= len(source)
        if len(made) == MOST or left < 0:
            break
        with suppress(TemplateError, RecursionError):
            made[templates.kind, name, file, source] = templates.compiled(source, name, file)
    return made


def _sources(files: Disk, game: str, names: Iterable[str]) -> Iterator[tuple[Templates, str, str, str]]:
    """The environment, name, file and source of texts and templates, each once."""
    texts, templates = prose_templates(files, game), Templates(files, game)
    queue = [*names]
    for name in queue:
        with suppress(Problems, TemplateError):
            if name.endswith(".md"):
                path = f"data/{game}/{name}"
                shown = files.shown(path)
                yield texts, shown, shown, unified(_read(files, path))
            else:
                source, file = templates.source(name)
                queue += [one for one in _TAKEN_IN.findall(source) if one not in queue]
                yield templates, name, file, source


def _read(files: Disk, path: str) -> str:
    return utf8(files.read(path), files.shown(path))
