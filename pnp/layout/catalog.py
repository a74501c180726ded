"""What layout looks things up in: a game's styles and palette, and the shelf of what was read beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.color import Color
from pnp.compose.shelf import Shelf
from pnp.model.game import Style


class Catalog(NamedTuple):
    """Everything that a template may name, and the language that its texts are in."""

    styles: Mapping[str, Style]
    palette: Mapping[str, Color]
    shelf: Shelf
    language: str = "en"
