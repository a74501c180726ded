"""The page of limits says what the code holds, row by row."""

from __future__ import annotations

import re
from pathlib import Path

from pnp import bounds
from pnp.assets import images, paths
from pnp.check.promises import matching, scope
from pnp.compose import curves, markup
from pnp.load.limits import DEFAULT
from pnp.model import board, links, places, tracks
from pnp.proof import streams
from pnp.proof.scan import MAX_BYTES
from pnp.sizes import CARD_LIMITS

PAGE = (Path(__file__).parent.parent / "docs" / "reference" / "limits.md").read_text(encoding="utf-8")
ROWS = {what.strip(): limit.strip() for what, limit in re.findall(r"^\| ([^|]+)\| ([^|]+)\| P\d{3}", PAGE, re.M)}


def _side(least: int, most: int) -> str:
    return f"{least // 1000} mm to {most // 1000:,} mm"


HELD = {
    "a YAML, CSV, template, Markdown or SVG file": f"{DEFAULT.text_bytes:,} bytes",
    "maps and lists inside each other": f"{DEFAULT.depth}",
    "values of a YAML file, aliases followed": f"{DEFAULT.nodes:,}",
    "aliases (`*name`) of a YAML file": f"{DEFAULT.aliases:,}",
    "different cards of a game": f"{DEFAULT.cards:,}",
    "cards that a game prints": f"{DEFAULT.copies:,}",
    "steps of a template for one face: loop passes, calls, filters": f"{bounds.MAX_STEPS:,}",
    "steps that all promises of a game take together": f"{scope.MAX_STEPS:,}",
    "pairs of cards that one promise compares": f"{matching.MAX_PAIRS:,}",
    "characters that a template makes for one face": f"{bounds.MAX_TEXT:,}",
    "characters of a template": f"{bounds.MAX_SOURCE:,}",
    "elements of one face": f"{markup.MAX_ELEMENTS:,}",
    "elements inside each other": f"{markup.MAX_DEPTH}",
    "pixels of an image": f"{images.MAX_PIXELS:,}",
    "bytes of an image": f"{DEFAULT.image_bytes:,}",
    "segments of a path": f"{paths.MAX_SEGMENTS:,}",
    "bytes of a font": f"{DEFAULT.font_bytes:,}",
    "a card's side": _side(*CARD_LIMITS),
    "a board": f"{board.LARGEST[0] // 1000} × {board.LARGEST[1] // 1000} mm",
    "spaces of a board, those of tracks and grid included": f"{board.MAX_SPACES:,}",
    "spaces of a track": f"{tracks.MAX_TRACK:,}",
    "links of a board": f"{links.MAX_LINKS:,}",
    "different expressions in a board's file": f"{places.MAX_EXPRESSIONS}",
    "places that a filter such as `ring` gives": f"{curves.MOST:,}",
    "a PDF that `pnp verify` reads": f"{MAX_BYTES:,} bytes",
    "what one of its pages draws, unpacked": f"{streams.MAX_STREAM:,} bytes",
}


def test_every_limit_stands_on_the_page() -> None:
    assert ROWS == HELD
