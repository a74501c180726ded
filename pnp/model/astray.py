"""What nothing reads because it is misnamed: the promises of a `rules.yml`, a colour `acent` in
the palette.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress

from pnp.diagnostics import Diagnostic, Problems, Span, is_slip, warning
from pnp.load.files import Disk
from pnp.load.yaml import Map

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


def astray(files: Disk, folder: str) -> Iterator[Diagnostic]:
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
    from difflib import get_close_matches  # a millisecond, where no file is astray

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
