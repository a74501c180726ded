"""What `draw` needs beside the document: the fonts and images by content hash, and what the file
says about itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from pnp.assets.fonts import Typeface
from pnp.assets.images import Picture


class Assets(NamedTuple):
    """Typefaces by `FontRef.hash` and pictures by `ImageRef.hash`."""

    fonts: Mapping[str, Typeface] = MappingProxyType({})
    images: Mapping[str, Picture] = MappingProxyType({})


class Info(NamedTuple):
    """The file's own words about itself; `language` is a BCP 47 tag such as `en` or `de-AT`."""

    title: str = ""
    author: str = ""
    subject: str = ""
    language: str = ""
    keywords: str = ""
