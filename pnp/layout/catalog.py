"""What layout looks things up in: a game's styles and palette, and the resources that were read
beforehand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.compose.resource_loader import Resources
from pnp.model.game import Style
from pnp.units.color import Color


class Catalog(NamedTuple):
    """Everything that a template may name, and the language that its texts are in."""

    styles: Mapping[str, Style]
    palette: Mapping[str, Color]
    resources: Resources
    language: str = "en"
