"""What is known of the ground around a text changes nothing that is said: against a painter who
looks anew for each text.
"""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets.fonts import typeface
from pnp.assets.paths import ellipse, rectangle
from pnp.check.contrast import _Known, _Painter
from pnp.face import Group, Item, Shape, Text
from pnp.units.color import Color
from pnp.units.geometry import IDENTITY, Um, moved, rect, rotated, scaled

FONTS = Path(__file__).parent.parent.parent / "fonts"
NAME = "source-sans-3/SourceSans3_400Regular.ttf"
FACE = typeface((FONTS / NAME).read_bytes(), NAME)
COLORS = st.sampled_from([Color("#ffffff"), Color("#000000")])
STEPS = st.integers(0, 5).map(lambda n: n * 8_000)
FINE = st.integers(0, 20).map(lambda n: n * 2_000 + 700)
SIZES = st.sampled_from([8_000, 24_000, 40_000])
AREAS = st.builds(rect, STEPS, STEPS, SIZES, SIZES)
TEXTS = st.builds(
    lambda x, y, color, wide: Text(Um(x), Um(y), "words", FACE.ref, 9.0, color, width=Um(wide)),
    FINE,
    FINE,
    COLORS,
    STEPS,
)
OUTLINES = st.builds(rectangle, AREAS, st.sampled_from([0, 0, 16_000])) | st.builds(ellipse, AREAS)
SHAPES = st.builds(Shape, OUTLINES, COLORS)
LEAVES = st.one_of(TEXTS, TEXTS, SHAPES)
MAPS = st.sampled_from(
    [None, moved(5_000, 2_000), scaled(0.5), scaled(0.04), rotated(30, 20_000, 20_000)]
)
GROUPS = st.builds(
    lambda items, to, opacity, clip: Group(
        tuple(items), to, rectangle(clip) if clip else None, opacity
    ),
    st.lists(LEAVES, max_size=4),
    MAPS,
    st.sampled_from([1.0, 1.0, 0.5]),
    st.none() | st.none() | AREAS,
)


class _Forgetful(_Painter):
    """Looks for the ground of each text."""

    def _paint(self, painted: object) -> None:
        self.room = None
        super()._paint(painted)  # type: ignore[arg-type]

    def _read(self, text: Text, transform: object, opacity: float) -> None:
        self.room = None
        super()._read(text, transform, opacity)  # type: ignore[arg-type]


ROUNDS = st.lists(
    st.tuples(st.lists(SHAPES | GROUPS, max_size=4), st.lists(TEXTS, max_size=8)), max_size=3
)
FACES = ROUNDS.map(
    lambda rounds: [item for painted, written in rounds for item in (*painted, *written)]
)


@settings(max_examples=100)
@given(FACES)
def test_contrast_is_the_same_whatever_is_known_of_the_ground(items: list[Item]) -> None:
    painters = [kind({FACE.ref.hash: FACE}, _Known({}, set())) for kind in (_Painter, _Forgetful)]
    for painter in painters:
        painter.walk(tuple(items), IDENTITY, 1.0)
    assert painters[0].found == painters[1].found


def test_contrast_takes_the_corner_that_a_round_ground_cuts_off_for_paper() -> None:
    ground = Shape(rectangle(rect(0, 0, 40_000, 40_000), 16_000), Color("#000000"))
    middle, corner = (
        Text(Um(x), Um(y), "words", FACE.ref, 9.0, Color("#ffffff"))
        for x, y in ((20_000, 20_000), (1_000, 2_500))
    )
    painter = _Painter({FACE.ref.hash: FACE}, _Known({}, set()))
    painter.walk((ground, middle), IDENTITY, 1.0)
    assert painter.found == []
    painter.walk((corner,), IDENTITY, 1.0)
    assert [finding.message[:46] for finding in painter.found] == [
        "a text in #ffffff on #ffffff has a contrast of"
    ]


def judged(*items: Item) -> list[str]:
    painter = _Painter({FACE.ref.hash: FACE}, _Known({}, set()))
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
    painter = _Painter({FACE.ref.hash: FACE}, _Known({}, set()), pictures=True)
    painter.walk((shown,), IDENTITY, 1.0)
    assert painter.found == []
