"""A document of a kit as a PDF file: the fonts and pictures of its resources, and who made what."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pnp.build.kit import Kit
from pnp.impose.sheet import Document
from pnp.ink import Ink, pictures


def drawn(
    kit: Kit,
    document: Document,
    ink: Ink,
    looks: Mapping[int, str] = MappingProxyType({}),
) -> bytes:
    """The bytes of a PDF file, `looks` are digests of its
    faces by identity.
    """
    from pnp.draw.pdf import Info, draw
    from pnp.draw.resources import Assets

    game = kit.game
    keywords = f"Icons by {credit}" if (credit := kit.resources.credit()) else ""
    assets = Assets(kit.resources.typefaces(), pictures(kit.resources.images, ink))
    return draw(
        document,
        assets,
        Info(document.title, game.author, game.subtitle, game.language, keywords),
        looks,
    )
