"""What a rulebook needs beside its text: the page, the figures, and the values that its
generated parts are made from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from pnp.face import Face
from pnp.model.definitions import Scene
from pnp.units.geometry import MM, PAPERS, Size, Um

MAX_PAGES = 300
"""Pages that a rulebook may have: what a home stapler and a table can bear many times over."""

COVER_BLEED = Um(3 * MM)
"""How far a cover goes on beyond its page, which is cut where it is printed on larger paper;
other pages are white at their edges.
"""


class Margins(NamedTuple):
    """The white round the text of a page; `inner` is at the spine, left on odd pages and right
    on even ones.
    """

    top: Um
    bottom: Um
    inner: Um
    outer: Um


@dataclass(frozen=True, slots=True)
class Listed:
    """One row of the list of components: what it is, how many there are, its picture, a few
    words more, and the path it is cut along.
    """

    title: str
    count: str
    face: Face | None = None
    note: str = ""
    outline: str = ""


class Meaning(NamedTuple):
    """One row of the icon glossary: the icon's name and what it stands for."""

    icon: str
    text: str


class Credit(NamedTuple):
    """One entry of the credits: a font, an artist, a licence."""

    title: str
    text: str


WORDS: Mapping[str, str] = MappingProxyType(
    {
        "contents": "Contents",
        "figure": "Figure",
        "note": "Note",
        "example": "Example",
        "variant": "Variant",
        "page": "page",
        "players": "{players} players",
        "player": "{players} player",
        "age": "age {age}",
        "game": "Game",
        "icons": "Icons",
        "type": "Type",
        "skip": "Skip to the text",
    }
)
"""The words that the tool itself puts on a page; a game in another language gives its own."""


def margins_for(page: Size) -> Margins:
    """The usual margins: about a tenth of the width, more at the spine and at the foot, where
    the page number stands.
    """
    side = max(9 * MM, page.width // 11)
    return Margins(Um(side), Um(side + 4 * MM), Um(side + MM), Um(side))


def _nothing(_: str) -> Face | None:
    return None


class Book(NamedTuple):
    """One rulebook's page and parts.

    `figures` gives the face of a target such as `card:deck/id`, `targets` the names that it knows,
    `outlines` the canonical path, in micrometres of the face, of each that is not cut along its
    trim.

    `cover` is a finished face; without one `[[cover]]` is drawn from title, subtitle and lines.
    `grounds` are what lies under the text of a player aid, front and back. `language` is a tag such
    as en or de-CH.
    """

    title: str
    size: Size = PAPERS["a5"]
    margins: Margins | None = None
    columns: int = 1
    subtitle: str = ""
    lines: tuple[str, ...] = ()
    figures: Callable[[str], Face | None] = _nothing
    targets: tuple[str, ...] = ()
    outlines: Mapping[str, str] = MappingProxyType({})
    scenes: Mapping[str, Scene | None] = MappingProxyType({})
    cover: Face | None = None
    grounds: tuple[Face, ...] = ()
    components: tuple[Listed, ...] = ()
    icons: tuple[Meaning, ...] = ()
    credits: tuple[Credit, ...] = ()
    hyphenate: bool = False
    language: str = "en"
    words: Mapping[str, str] = MappingProxyType({})

    def word(self, name: str) -> str:
        """A word of the tool's in the game's language."""
        return self.words.get(name, WORDS.get(name, name))
