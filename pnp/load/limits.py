"""How much one game may ask of the machine: numbers that stop a stranger's folder, never a
person's.
"""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """Upper bounds, sizes in bytes.

    `nodes` counts what a YAML file holds after its aliases are followed, or the cells of a CSV
    file; `findings` ends the reading of a file that is wrong all over. `cards` are the different
    ones of a game, `copies` those that it prints. `verify` has pictures unpacked that would pass
    into a PDF as they are.
    """

    text_bytes: int = 2_000_000
    image_bytes: int = 30_000_000
    font_bytes: int = 20_000_000
    depth: int = 32
    nodes: int = 500_000
    aliases: int = 1_000
    findings: int = 100
    cards: int = 5_000
    copies: int = 20_000
    verify: bool = False

    def bytes_for(self, suffix: str) -> int:
        """The size limit of a file by its lower-case suffix (`.png`): text unless it names an
        image or a font.
        """
        if suffix in IMAGES:
            return self.image_bytes
        return self.font_bytes if suffix in FONTS else self.text_bytes


IMAGES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif"})
FONTS = frozenset({".ttf", ".otf", ".ttc", ".woff", ".woff2"})
DEFAULT = Limits()


def for_cards(most: int) -> Limits:
    """The limits for games of so many different cards, with room for their files and copies;
    never less than the usual ones.
    """
    return DEFAULT._replace(
        cards=max(DEFAULT.cards, most),
        copies=max(DEFAULT.copies, 4 * most),
        text_bytes=max(DEFAULT.text_bytes, 1_000 * most),
        nodes=max(DEFAULT.nodes, 100 * most),
    )
