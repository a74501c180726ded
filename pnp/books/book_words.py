"""Gives what a text says beside its own words: the words of the book, the meanings of icons, the
credits; checks what words.yaml says of icons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from pnp.compose.markdown_tree import Block, Callout, Figure, Generated, links_in, walk
from pnp.compose.resource_loader import Resources
from pnp.diagnostics import Diagnostic, error, warning
from pnp.layout.typesetter import WORDS, Credit, Meaning
from pnp.load.files import Disk
from pnp.load.yaml import Map
from pnp.model.definitions import section, unknown_icons
from pnp.model.game import Game
from pnp.units.spelling import is_english

_LICENCE = re.compile(
    r"\b(?:the )((?:[A-Z][A-Za-z]*+ ){1,4}License),? [Vv]ersion ([0-9]++(?>(?:[.][0-9]++)*))"
)
"""How makers name the terms of their fonts (name 13 of the OpenType specification)."""


def book_words(game: Game) -> dict[str, str]:
    """The words that pages bring along: those of the game, else ours."""
    own = section(game.words, "book")
    return {name: str(own.get(name, words)) for name, words in WORDS.items()}


def players_word(game: Game) -> str:
    """The key of the word for who plays: that for one, in a game for one, unless the game only
    says the other itself.
    """
    own = section(game.words, "book")
    alone = game.players[1] == 1 and ("player" in own or "players" not in own)
    return "player" if alone else "players"


def icon_meanings(game: Game, resources: Resources) -> Iterator[Meaning]:
    """The icons that the game really uses: as `icons:` of words.yaml lists them, then those that
    terms explain, in the terms' order.
    """
    meanings = {name: str(words) for name, words in section(game.words, "icons").items()}
    of_terms: dict[str, dict[str, None]] = {}
    for values in game.terms.values():
        for term in values.values():
            if term["icon"]:
                words = f"{term['label']}: {term['text']}" if term["text"] else str(term["label"])
                of_terms.setdefault(term["icon"], {})[words] = None
    for name, several in of_terms.items():
        meanings.setdefault(name, "; ".join(several))
    for name, words in meanings.items():
        if name in resources.icons:
            yield Meaning(name, words)


def credits_of(game: Game, resources: Resources, words: Mapping[str, str]) -> Iterator[Credit]:
    """Who drew the icons, and which fonts the pages are set in, with the terms that each names
    itself.
    """
    if game.author:
        yield Credit(words["game"], game.author)
    if credit := resources.credit():
        yield Credit(words["icons"], credit)
    families: dict[str, set[str]] = {}
    for face in resources.typefaces().values():
        named = _LICENCE.search(face.licence)
        terms = f" – {named[1]} {named[2]}" if named else ""
        folder = PurePosixPath(face.ref.name).parent.name.replace("-", " ").title()
        families.setdefault(terms, set()).add(face.family or folder)
    rows = [
        ", ".join(sorted(filter(None, families[terms]))) + terms
        for terms in sorted(families, reverse=True)
    ]
    yield Credit(words["type"], "; ".join(rows))


# --- checks ---


def empty_icon_lists(blocks: Sequence[Block]) -> Iterator[Diagnostic]:
    """P355 for each list of icons in a game whose icons have no meaning: it stays empty."""
    for block in walk(blocks):
        if isinstance(block, Generated) and block.kind == "icons":
            message = "[[icons]] lists nothing: no icon that the game uses has a meaning"
            hint = "give terms an icon, or say what icons mean under icons: in words.yaml"
            yield warning("P355", message, block.span, hint)


def english_words(
    game: Game, texts: Sequence[Sequence[Block]], rulebook: bool
) -> Iterator[Diagnostic]:
    """A warning where the texts of a game in another language would bear words of ours, which
    are English.
    """
    if is_english(game.language):
        return
    own = section(game.words, "book")
    shown = {name for blocks in texts for name in _shown_words(blocks)}
    if rulebook:
        shown |= {"contents", players_word(game), "skip", *(["age"] if game.record["age"] else [])}
    ours = [name for name in WORDS if name in shown and name not in own]
    if ours:
        english = ", ".join(WORDS[name] for name in ours)
        message = (
            f'the language of the game is "{game.language}", and its texts bear English words:'
            f" {english}"
        )
        lines = ", ".join(f'{name}: "…"' for name in ours)
        hint = f"say them in words.yaml: book: {{{lines}}}"
        yield warning("P362", message, game.raw.at("language"), hint)


def _shown_words(blocks: Sequence[Block]) -> Iterator[str]:
    """The words of ours that a text shows, on paper or on a screen."""
    for block in walk(blocks):
        match block:
            case Figure():
                yield "figure"
            case Callout(kind):
                yield kind
            case Generated("contents"):
                yield "contents"
            case Generated("credits"):
                yield from ("game", "icons", "type")
    if not all(link.inlines for link in links_in(blocks)):
        yield "page"


def misnamed_icons(files: Disk, game: Game) -> Iterator[Diagnostic]:
    """What `icons:` of words.yaml says that no page would ever show."""
    raw = game.written_words
    if "icons" not in raw:
        return
    if not isinstance(raw["icons"], Map):
        message = "icons: expected a map of icons and what they mean"
        yield error("P203", message, raw.at("icons"), 'for example {crown: "Victory"}')
        return
    for name, hint in unknown_icons(files, game.id, tuple(raw["icons"])).items():
        yield error("P401", f'icons: there is no icon "{name}"', raw["icons"].key(name), hint)
