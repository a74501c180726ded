"""The ground under a text, where its outline, its clip or a picture make it less than its bounds."""

from __future__ import annotations

from pathlib import Path

from pnp.assets.fonts import typeface
from pnp.assets.paths import rectangle
from pnp.check.contrast import _Painter
from pnp.face import Group, Item, Shape, Text
from pnp.units.color import Color
from pnp.units.geometry import IDENTITY, Um, moved, rect

FONTS = Path(__file__).parent.parent.parent / "fonts"
NAME = "source-sans-3/SourceSans3_400Regular.ttf"
FACE = typeface((FONTS / NAME).read_bytes(), NAME)


def test_contrast_takes_the_corner_that_a_round_ground_cuts_off_for_paper() -> None:
    ground = Shape(rectangle(rect(0, 0, 40_000, 40_000), 16_000), Color("#000000"))
    middle, corner = (
        Text(Um(x), Um(y), "words", FACE.ref, 9.0, Color("#ffffff"))
        for x, y in ((20_000, 20_000), (1_000, 2_500))
    )
    painter = _Painter({FACE.ref.hash: FACE})
    painter.walk((ground, middle), IDENTITY, 1.0)
    assert painter.found == []
    painter.walk((corner,), IDENTITY, 1.0)
    assert [finding.message[:46] for finding in painter.found] == [
        "a text in #ffffff on #ffffff has a contrast of"
    ]


def judged(*items: Item) -> list[str]:
    painter = _Painter({FACE.ref.hash: FACE})
    painter.walk(items, IDENTITY, 1.0)
    return [finding.message[:27] for finding in painter.found]


def test_contrast_sees_a_ground_no_farther_than_its_clip() -> None:
    """The art of one panel may be larger than the panel; on the next one there is paper."""
    ground = Shape(rectangle(rect(0, 0, 40_000, 40_000), 2_000), Color("#000000"))
    here, beyond = (
        Text(Um(x), Um(20_000), "words", FACE.ref, 9.0, Color("#ffffff")) for x in (8_000, 30_000)
    )
    for to in (None, moved(0, 100)):
        panel = Group((ground, here), to, rectangle(rect(0, 0, 20_000, 40_000)))
        assert judged(panel) == []
        assert judged(panel, beyond) == ["a text in #ffffff on #fffff"]
        assert judged(panel, here, beyond, here) == ["a text in #ffffff on #fffff"]
    assert judged(ground, beyond) == []


def test_contrast_reads_no_face_that_a_text_shows() -> None:
    pale = Text(Um(8_000), Um(20_000), "words", FACE.ref, 9.0, Color("#ffffff"))
    shown = Group((pale, pale), None, rectangle(rect(0, 0, 20_000, 40_000)))
    assert len(judged(shown)) == 2
    painter = _Painter({FACE.ref.hash: FACE}, pictures=True)
    painter.walk((shown,), IDENTITY, 1.0)
    assert painter.found == []
