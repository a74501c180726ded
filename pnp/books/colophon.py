"""What a text tells of its own making: what the icons mean, who drew them, which fonts it is set
in and on what terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from pnp.compose.markdown_tree import Block, Generated, walk
from pnp.compose.resource_loader import Resources
from pnp.diagnostics import Diagnostic, warning
from pnp.layout.book import Credit, Meaning
from pnp.model.game import Game
from pnp.sandbox.environment import Record

_LICENCE = re.compile(
    r"\b(?:the )((?:[A-Z][A-Za-z]*+ ){1,4}License),? [Vv]ersion ([0-9]++(?>(?:[.][0-9]++)*))"
)
"""How makers name the terms of their fonts (name 13 of the OpenType specification)."""


def meanings(game: Game, resources: Resources) -> Iterator[Meaning]:
    """The icons that the game really uses: as `icons:` of words.yaml lists them, then those that
    terms explain, in the terms' order.
    """
    told = game.words["icons"] if "icons" in game.words else ()  # noqa: SIM401 - a Record has no get
    ours = {name: str(told[name]) for name in told} if isinstance(told, Record) else {}
    termed: dict[str, list[str]] = {}
    for term in (
        term for values in game.terms.values() for term in values.values() if term["icon"]
    ):
        meaning = f"{term['label']}: {term['text']}" if term["text"] else str(term["label"])
        termed.setdefault(term["icon"], []).append(meaning)
    for name, several in termed.items():
        ours.setdefault(name, "; ".join(dict.fromkeys(several)))
    for name, meaning in ours.items():
        if name in resources.icons:
            yield Meaning(name, meaning)


def nothing_to_list(blocks: Sequence[Block]) -> Iterator[Diagnostic]:
    """P355 for a list of icons in a game whose icons have no meaning: it stays empty."""
    for block in walk(blocks):
        if isinstance(block, Generated) and block.kind == "icons":
            hint = "give terms an icon, or say what icons mean under icons: in words.yaml"
            yield warning(
                "P355",
                "[[icons]] lists nothing: no icon that the game uses has a meaning",
                block.span,
                hint,
            )


def credited(game: Game, resources: Resources, words: Mapping[str, str]) -> Iterator[Credit]:
    """Who drew the icons, and which fonts the pages are set in, with the terms that each names
    itself.
    """
    if game.author:
        yield Credit(words["game"], game.author)
    if credit := resources.credit():
        yield Credit(words["icons"], credit)
    terms: dict[str, set[str]] = {}
    for face in resources.typefaces().values():
        named = _LICENCE.search(face.licence)
        terms.setdefault(f" – {named[1]} {named[2]}" if named else "", set()).add(
            face.family or _folder(face.ref.name)
        )
    yield Credit(
        words["type"],
        "; ".join(
            f"{', '.join(sorted(filter(None, terms[term])))}{term}"
            for term in sorted(terms, reverse=True)
        ),
    )


def _folder(font: str) -> str:
    """The name of the folder that a font lies in, for one that does not say its own."""
    return PurePosixPath(font).parent.name.replace("-", " ").title()
