"""Bytes into values: fonts, images and icons.

Nothing here opens a file; `load` hands over the bytes.
"""

from __future__ import annotations

from typing import NamedTuple


class FontRef(NamedTuple):
    """A font by the name a person gave it and the hash of its bytes (what the digest of a face
    uses).
    """

    name: str
    hash: str


class ImageRef(NamedTuple):
    """An image by name and content hash, with its size in pixels."""

    name: str
    hash: str
    width: int
    height: int
