"""Files of a game that nothing reads because they are misnamed: a `rules.yml` keeps no promise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from pnp.diagnostics import Diagnostic, Problems, Span, warning
from pnp.load.files import Disk
from pnp.regex import regex

READ = {"rules": "promises", "setup": "the steps of the setup", "words": "words"}
"""The files of a game that are read where they are there, without their ending, and what stands in each."""
ALIKE = 0.85
"""How like a name must be: `rule` and `Rules` are, `roles` is not."""
_YAML = regex(r"([^/]+?)\.ya?ml(?:\.txt)?", re.IGNORECASE)


def astray(files: Disk, folder: str) -> Iterator[Diagnostic]:
    """A warning (P130) for each file beside `game.yaml` that is called nearly as one that is not there; for after all has been read."""
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
    from difflib import get_close_matches  # a millisecond, where no file is astray

    return next(iter(get_close_matches(name.casefold(), lacking, 1, ALIKE)), "")
