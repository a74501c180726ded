"""Makes a bitmap of an SVG image by resvg: no font, no file and no network is at its disposal."""

from __future__ import annotations

from typing import Any

from pnp.assets import images
from pnp.assets.images import MAX_PIXELS, Picture
from pnp.diagnostics import Span, refusal


def raster(data: bytes, name: str, width: int, height: int) -> Picture:
    """A picture of so many pixels of a drawing that `svg_reader.for_raster` has looked through.

    Raises Problems: P420 where resvg cannot draw it, P832 for too many pixels.
    """
    import resvg_py

    if width * height > MAX_PIXELS:
        message = (
            f'"{name}" would have {width:,} × {height:,} pixels, at most'
            f" {MAX_PIXELS // 1_000_000} million are drawn"
        )
        raise refusal("P832", message, Span(name), "ask for fewer dpi")
    resvg: Any = resvg_py
    try:
        made = resvg.svg_to_bytes(
            svg_string=_text(data), width=width, height=height, dpi=96, skip_system_fonts=True
        )
    except ValueError as problem:
        message = f'resvg cannot draw "{name}": {problem}'
        raise refusal(
            "P420", message, Span(name), "save it as PNG in your drawing program"
        ) from None
    return images.read(bytes(made), name)


def _text(data: bytes) -> str:
    """The file as text, whose declaration of an encoding holds no longer."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    text = data.decode(encoding, "replace")
    return text[text.index("?>") + 2 :] if text.startswith("<?xml") and "?>" in text else text
