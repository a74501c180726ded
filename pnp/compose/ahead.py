"""The templates and texts of a game compiled by a process of their own, while this one still
imports the rest and reads the data.

To compile them takes a fifth of the time that a small game takes to be checked, and needs nothing
but their files. What is compiled is guessed from `game.yaml`, which nobody has read yet; it is used
where the very same text comes to be compiled. What was not guessed, or cannot be compiled, is
compiled again where it is used, and told of there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from jinja2 import TemplateError

from pnp.compose.templated_markdown import markdown_templates, unified
from pnp.compose.templates import Compiled, Key, Templates
from pnp.diagnostics import Problems
from pnp.load.encoding import utf8
from pnp.load.files import Disk

FIRST_PAGE_TEMPLATE = "base/print-me-first.xml"
"""The template of the page that tells of the other documents of a print."""
MOST, MOST_CHARACTERS = 100, 1_000_000
"""What is compiled ahead of a game with very many templates, names that lead nowhere included:
the rest may never be used.
"""

_COMMENT = re.compile(r"(?:^|\s)#.*$", re.MULTILINE)
_BETWEEN = re.compile(r"[\s\"'\[\]{},:]+")
"""What stands between the words of YAML."""
_TAKEN_IN = re.compile(r"\{%[-+]?\s*(?:include|import|from|extends)\s+[\"']([^\"'\n]{1,200})[\"']")


def guessed(files: Disk, game: str) -> list[str]:
    """The templates and texts that the `game.yaml` of a game most likely names. Raises nothing."""
    try:
        words = _BETWEEN.split(_COMMENT.sub("", _read(files, f"data/{game}/game.yaml")))
    except Problems:
        return []
    return [*dict.fromkeys(word for word in words if word.endswith((".xml", ".md")))][:MOST]


def compiled_ahead(files: Disk, game: str, names: Iterable[str]) -> dict[Key, Compiled]:
    """Templates and texts of these names, and the templates that such templates take in, compiled.

    Raises nothing that a game can cause.
    """
    made: dict[Key, Compiled] = {}
    left = MOST_CHARACTERS
    for templates, name, file, source in _sources(files, game, names):
        left -= len(source)
        if left < 0:
            break
        with suppress(TemplateError, RecursionError):
            made[templates.kind, name, file, source] = templates.compiled(source, name, file)
    return made


def _sources(
    files: Disk, game: str, names: Iterable[str]
) -> Iterator[tuple[Templates, str, str, str]]:
    """The environment, name, file and source of texts and templates, each once."""
    texts, templates = markdown_templates(files, game), Templates(files, game)
    queue = [*names]
    for name in queue:
        with suppress(Problems, TemplateError):
            if name.endswith(".md"):
                path = f"data/{game}/{name}"
                if files.exists(path):
                    shown = files.shown(path)
                    yield texts, shown, shown, unified(_read(files, path))
            else:
                source, file = templates.source(name)
                taken = dict.fromkeys(_TAKEN_IN.findall(source))
                queue += [one for one in taken if one not in queue][: max(0, MOST - len(queue))]
                yield templates, name, file, source


def _read(files: Disk, path: str) -> str:
    return utf8(files.read(path), files.shown(path))
