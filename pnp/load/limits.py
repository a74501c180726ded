"""How much one game may ask of the machine: numbers that stop a stranger's folder, never a person's."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds, sizes in bytes.

    `nodes` counts what a YAML file holds after its aliases are followed, or the cells of a CSV file; `findings` ends the reading of a file
    that is wrong all over.
    """

    text_bytes: int = 2_000_000
    image_bytes: int = 30_000_000
    font_bytes: int = 20_000_000
    depth: int = 32
    nodes: int = 500_000
    aliases: int = 1_000
    findings: int = 100

    def bytes_for(self, suffix: str) -> int:
        """The size limit of a file by its lower-case suffix (`.png`): text unless it names an image or a font."""
        if suffix in IMAGES:
            return self.image_bytes
        return self.font_bytes if suffix in FONTS else self.text_bytes


IMAGES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif"})
FONTS = frozenset({".ttf", ".otf", ".ttc", ".woff", ".woff2"})
DEFAULT = Limits()
