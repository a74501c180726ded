"""The page of limits says what the code holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp import bounds
from pnp.assets import images, paths
from pnp.compose import markup
from pnp.load.limits import DEFAULT
from pnp.proof import streams
from pnp.proof.scan import MAX_BYTES

PAGE = (Path(__file__).parent.parent / "docs" / "reference" / "limits.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "number",
    [
        DEFAULT.text_bytes,
        DEFAULT.depth,
        DEFAULT.nodes,
        DEFAULT.aliases,
        DEFAULT.cards,
        DEFAULT.copies,
        DEFAULT.image_bytes,
        bounds.MAX_STEPS,
        bounds.MAX_TEXT,
        markup.MAX_ELEMENTS,
        images.MAX_PIXELS,
        paths.MAX_SEGMENTS,
        MAX_BYTES,
        streams.MAX_STREAM,
    ],
)
def test_every_limit_stands_on_the_page(number: int) -> None:
    assert f"{number:,}" in PAGE
