"""Faces in low ink and in grey: what must change, and above all what must not."""

from __future__ import annotations

from io import BytesIO

import PIL.Image
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets import FontRef, ImageRef, images
from pnp.assets.paths import ellipse, rectangle
from pnp.draw.pictures import png
from pnp.draw.resources import Assets
from pnp.face import Face, Group, Image, Item, Shape, Stroke, Text, walk
from pnp.ink import Ink, inked, pictures
from pnp.ink.low import PALE, darkened, lightened, pale
from pnp.units.color import WHITE, Color, contrast, grey, luminance, rgb
from pnp.units.geometry import Transform, Um, moved, rect, size

NAVY, RED, GOLD, BONE, BLACK = (
    Color(c) for c in ("#18305a", "#b8291f", "#f8c51c", "#fbf6ea", "#000000")
)
FONT = FontRef("sans", "f")
colors = st.tuples(*[st.integers(0, 255)] * 3).map(
    lambda c: Color("#{:02x}{:02x}{:02x}".format(*c))
)


def face(*items: Item) -> Face:
    return Face(size(63_000, 88_000), Um(3_000), items)


def box(x: int, y: int, width: int, height: int, fill: Color) -> Shape:
    """A filled rectangle, in millimetres."""
    return Shape(rectangle(rect(x * 1000, y * 1000, width * 1000, height * 1000)), fill)


def word(x: int, y: int, color: Color) -> Text:
    return Text(Um(x * 1000), Um(y * 1000), "word", FONT, 10.0, color, width=Um(8_000))


def low(*items: Item) -> list[Item]:
    return list(inked(face(*items), Ink.LOW).items)


def test_big_fills_are_paled_behind_a_clip_as_well() -> None:
    page = rectangle(rect(0, 0, 63_000, 88_000))
    (outer,) = low(
        Group(
            (
                Group(
                    (box(0, 0, 63, 50, NAVY), word(10, 20, WHITE)),
                    Transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0),
                ),
            ),
            None,
            page,
        )
    )
    fill, text = outer.items[0].items
    ground = fill.fill
    assert ground is not None and luminance(ground) >= PALE and contrast(text.color, ground) >= 4.5
    # what is seen of a fill counts, not what the clip hides
    (small,) = low(
        Group(
            (box(0, 0, 63, 50, NAVY), box(0, 0, 1, 1, RED)),
            None,
            rectangle(rect(0, 0, 4_000, 4_000)),
        )
    )
    assert small.items[0].fill != ground


# --- low
# --------------------------------------------------------------------------------


def test_full_ink_is_the_face_itself() -> None:
    one = face(box(0, 0, 63, 20, NAVY))
    assert inked(one, Ink.FULL) is one


def test_big_fill_is_paled_and_outlined_in_its_own_colour() -> None:
    band = low(box(3, 3, 57, 12, NAVY))[0]
    assert luminance(band.fill) >= 0.82
    red, _, blue = rgb(band.fill)
    assert blue > red  # still blue
    assert band.stroke == Stroke(NAVY, Um(250))


def test_what_is_light_on_it_becomes_dark() -> None:
    band, text = low(box(3, 3, 57, 12, NAVY), word(10, 10, WHITE))
    ground = band.fill
    assert text.color == NAVY
    assert contrast(NAVY, ground) >= 4.5


def test_on_a_middling_ground_it_becomes_ink() -> None:
    sky = Color("#3d8fd6")
    text = low(box(3, 3, 57, 12, sky), word(10, 10, WHITE))[1]
    assert text.color == "#1d1d1b"


def test_text_beside_it_and_text_that_is_dark_stay() -> None:
    assert [
        t.color for t in low(box(3, 3, 57, 12, NAVY), word(10, 40, NAVY), word(10, 50, BLACK))[1:]
    ] == [NAVY, BLACK]


@pytest.mark.parametrize(
    "fill",
    [box(10, 10, 5, 5, NAVY), box(3, 10, 57, 2, NAVY), box(0, 0, 1, 88, RED)],
    ids=["small", "band", "rule"],
)
def test_small_fills_and_narrow_bands_stay_strong(fill: Shape) -> None:
    made = low(fill)[0]
    assert made.stroke is None
    assert contrast(made.fill, WHITE) >= 4.4


def test_small_fill_goes_with_the_big_ones_of_its_colour() -> None:
    head, ear = low(
        box(10, 10, 20, 25, RED), Shape(ellipse(rect(40_000, 10_000, 3_000, 3_000)), RED)
    )
    assert head.fill == ear.fill != RED


def test_rule_of_the_colour_of_a_big_fill_stays() -> None:
    ground, rule = low(
        box(10, 10, 20, 25, RED), Shape(rectangle(rect(3_000, 50_000, 12_000, 1_200)), RED)
    )
    assert ground.fill != RED and rule.fill == RED


def test_what_shines_through_has_no_outline() -> None:
    band = box(3, 3, 57, 12, NAVY)
    for opacity, outlined in ((1.0, True), (0.9, False)):
        (group,) = low(Group((band,), None, None, opacity))
        assert group.items[0].fill != NAVY
        assert (group.items[0].stroke is not None) is outlined


@pytest.mark.parametrize(
    ("under", "outlined"), [((20, 20), True), ((3, 50), True), ((12, 48), True), ((2, 59), False)]
)
def test_fill_that_is_seen_in_part_has_an_outline(under: tuple[int, int], outlined: bool) -> None:
    left, width = under
    band = low(box(left, 3, width, 12, NAVY), box(3, 3, 57, 12, NAVY))[-1]
    assert (band.stroke is not None) is outlined
    middle = low(box(2, 3, 20, 12, NAVY), box(42, 3, 20, 12, NAVY), box(3, 3, 57, 12, NAVY))[-1]
    assert middle.stroke


def test_part_of_a_drawing_stays_darker_than_a_ground() -> None:
    (part,), (ground,) = low(box(3, 3, 20, 20, NAVY)), low(box(3, 3, 30, 20, NAVY))
    assert (part.fill, ground.fill) == ("#c8d7f0", "#e9eff9")


def test_frame_with_a_hole_is_narrow() -> None:
    hole = "M4000 4000L4000 84000L59000 84000L59000 4000Z"
    frame = Shape(rectangle(rect(3_000, 3_000, 57_000, 82_000)) + hole, NAVY)
    made = low(frame)[0]
    assert made.stroke is None and made.fill is not None and contrast(made.fill, WHITE) >= 4.4


def test_ground_of_the_whole_face_has_no_outline() -> None:
    ground = low(box(-3, -3, 69, 94, NAVY))[0]
    assert ground.stroke is None
    assert ground.fill == pale(NAVY)


def test_stroke_on_what_was_paled_is_seen_again() -> None:
    line = Shape("M10000 10000L40000 10000", None, Stroke(WHITE, Um(400)))
    band, made = low(box(3, 3, 57, 14, NAVY), line)
    stroke, ground = made.stroke, band.fill
    assert stroke.width == 400
    assert contrast(stroke.color, ground) >= 3


def icon(color: Color, scale: float = 1.02e-2) -> Group:
    """An icon of 500,000 units, as wide as 5 mm."""
    return Group(
        (Shape(rectangle(rect(0, 0, 500_000, 500_000)), color),),
        Transform(scale, 0, 0, scale, 10_000, 6_000),
    )


@pytest.mark.parametrize("color", [WHITE, BONE])
def test_white_icon_becomes_dark(color: Color) -> None:
    band, made = low(box(3, 3, 57, 14, NAVY), icon(color))
    fill, ground = made.items[0].fill, band.fill
    assert contrast(fill, ground) >= 3


def test_coloured_icon_keeps_its_colour_and_gets_an_edge() -> None:
    made = low(box(3, 3, 57, 14, NAVY), icon(GOLD))[1].items[0]
    assert made.fill == GOLD
    assert (
        240 <= made.stroke.width * 1.02e-2 <= 260
    )  # a hairline on the face, whatever the icon's units


def disc(color: Color) -> Group:
    """An icon: a filled disc of 9 mm."""
    return Group(
        (Shape(ellipse(rect(0, 0, 18_000, 18_000)), color),),
        Transform(0.5, 0, 0, 0.5, 10_000, 4_000),
    )


def test_light_icon_with_something_on_it_is_a_ground_and_stays_light() -> None:
    sign = Group(
        (Shape(rectangle(rect(0, 0, 8_000, 8_000)), BLACK),),
        Transform(0.5, 0, 0, 0.5, 12_500, 6_500),
    )
    ground, badge, hat = low(box(3, 3, 57, 14, NAVY), disc(BONE), sign)
    made, below = badge.items[0], ground.fill
    assert made.fill == BONE and hat.items[0].fill == BLACK
    assert contrast(made.stroke.color, below) >= 3
    # a number on it makes it a ground as well; what merely follows beside it does not
    number = word(11, 10, BLACK)._replace(width=Um(5_000))
    for after, light in (((number,), True), ((word(30, 10, WHITE),), False), ((), False)):
        badge = low(box(3, 3, 57, 14, NAVY), disc(BONE), *after)[1]
        assert (badge.items[0].fill == BONE) is light


def ring(*strokes: Color | None, width: int = 3_000, fill: Color | None = None) -> Group:
    """An icon of lines along a ring in these colours, one above the other; last, where a colour
    is given, its filling.
    """
    path = ellipse(rect(3_000, 3_000, 18_000, 18_000))
    lines = tuple(Shape(path, None, Stroke(color, Um(width))) for color in strokes if color)
    filled = (Shape(path, fill),) if fill else ()
    return Group((*lines, *filled), Transform(0.5, 0, 0, 0.5, 10_000, 4_000))


def test_icon_of_lines_is_seen_again_as_one_of_fills_is() -> None:
    ground, lines, filled = low(box(3, 3, 57, 18, NAVY), ring(WHITE), icon(WHITE))
    stroke, below = lines.items[0].stroke, ground.fill
    assert stroke.width == 3_000 and contrast(stroke.color, below) >= 3
    assert stroke.color == filled.items[0].fill


def test_icon_of_lines_that_is_seen_stays() -> None:
    assert low(ring(NAVY)) == [ring(NAVY)]
    assert low(box(3, 3, 57, 18, GOLD), ring(BLACK))[1] == ring(BLACK)


@pytest.mark.parametrize("fill", [None, BLACK], ids=["lines", "fills"])
def test_edge_under_an_icon_stays(fill: Color | None) -> None:
    edged = ring(WHITE, None if fill else BLACK, fill=fill)
    made = low(box(3, 3, 57, 18, NAVY), edged)[1]
    assert made.items[0] == edged.items[0]


def test_light_pattern_on_a_band_that_stays_strong_stays_light() -> None:
    area = rect(5_000, 5_000, 53_000, 2_500)
    dots = "".join(ellipse(rect(2_000 * n, 600, 600, 600)) for n in range(20))
    band, made = low(
        Shape(rectangle(area), RED),
        Group((Shape(dots, WHITE),), moved(5_000, 5_000), rectangle(rect(0, 0, 53_000, 2_500))),
    )
    ground = band.fill
    assert (
        isinstance(made, Group) and ground is not None and ground != RED
    )  # a little lighter, as ink goes
    assert made.items[0].fill == WHITE and contrast(WHITE, ground) >= 4.5


def test_pattern_stays_and_is_told_from_its_ground() -> None:
    dots = "".join(
        ellipse(rect(x, y, 600, 600))
        for x in range(0, 50_000, 2_000)
        for y in range(0, 20_000, 2_000)
    )
    area = rect(0, 0, 50_000, 20_000)
    pattern = Group((Shape(dots, WHITE),), moved(5_000, 5_000), rectangle(area))
    ground, made = low(box(5, 5, 50, 20, NAVY), pattern)
    fill = made.items[0].fill
    below = ground.fill
    assert made.items[0].path == dots
    assert 3 <= contrast(fill, below) < 3.3  # as light as may be


def test_image_is_faint_and_text_on_it_stays() -> None:
    picture = Image(rect(0, 0, 60_000, 40_000), ImageRef("a.jpg", "a", 600, 400))
    made, text = low(picture, word(10, 10, BLACK))
    assert made == Group((picture,), None, None, 0.45)
    assert text.color == BLACK


def test_colours_stay_apart() -> None:
    three = [
        item.fill
        for item in low(*(box(3, 3 + 20 * n, 57, 18, c) for n, c in enumerate((NAVY, RED, GOLD))))
    ]
    assert len(set(three)) == 3


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 50), st.integers(0, 70), st.integers(1, 40), st.integers(1, 40), colors
        ),
        max_size=8,
    ),
    colors,
)
def test_nothing_is_lost_and_no_text_is_harder_to_read(
    boxes: list[tuple[int, int, int, int, Color]], color: Color
) -> None:
    items: list[Item] = [box(*one) for one in boxes]
    text = word(20, 30, color)
    before = face(*items, text)
    after = inked(before, Ink.LOW)
    assert [type(item) for item in walk(after.items)] == [type(item) for item in walk(before.items)]
    assert [i.path for i in after.items if isinstance(i, Shape)] == [
        i.path for i in before.items if isinstance(i, Shape)
    ]
    x, y = 24_000, 30_000 - 1_235
    under = [
        n
        for n, b in enumerate(boxes)
        if b[0] <= x / 1000 <= b[0] + b[2] and b[1] <= y / 1000 <= b[1] + b[3]
    ]
    full = boxes[under[-1]][4] if under else WHITE
    now = after.items[under[-1]].fill if under else WHITE
    assert after.items[-1]._replace(color=color) == text
    assert contrast(after.items[-1].color, now) >= min(4.5, contrast(color, full)) - 1e-9


# --- tones
# --------------------------------------------------------------------------------


@given(colors)
def test_tint_is_pale_and_no_darker_than_its_colour(color: Color) -> None:
    assert luminance(pale(color)) >= max(PALE - 0.01, luminance(color) - 0.02)


@given(colors, st.sampled_from([WHITE, BONE, Color("#dfe6f5")]), st.sampled_from([3.0, 4.5]))
def test_shade_has_its_contrast(color: Color, ground: Color, least: float) -> None:
    assert contrast(darkened(color, ground, least), ground) >= least
    if contrast(color, ground) >= least:
        assert (
            least
            <= contrast(lightened(color, ground, least), ground)
            <= contrast(color, ground) + 1e-9
        )


# --- grey
# --------------------------------------------------------------------------------


def test_every_colour_becomes_its_grey() -> None:
    line = Stroke(RED, Um(250))
    one = face(
        box(0, 0, 10, 10, RED)._replace(stroke=line), Group((word(1, 1, NAVY),), moved(1, 1))
    )
    made = inked(one, Ink.GREY)
    assert made.items[0].fill == grey(RED)
    assert made.items[0].stroke == line._replace(color=grey(RED))
    assert [i.color for i in walk(made.items) if isinstance(i, Text)] == [grey(NAVY)]


@pytest.mark.parametrize(
    ("kind", "options"), [("JPEG", {"quality": 95}), ("PNG", {}), ("WEBP", {"lossless": True})]
)
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_image_is_drawn_in_grey(kind: str, options: dict[str, int], mode: str) -> None:
    if (kind, mode) == ("JPEG", "RGBA"):
        mode = "CMYK"
    made = PIL.Image.new("RGB", (8, 8), (200, 30, 30)).convert(mode)
    if mode == "RGBA":
        made.putpixel((0, 0), (200, 30, 30, 0))
    stream = BytesIO()
    made.save(stream, kind, **options)
    picture = images.read(stream.getvalue(), "a")
    one = inked(face(Image(rect(0, 0, 63_000, 88_000), picture.ref)), Ink.GREY)
    found = pictures({picture.ref.hash: picture}, Ink.GREY)
    assert picture.ref.hash not in found
    shown = PIL.Image.open(BytesIO(png(one, Assets({}, found), 20))).convert("RGB")
    red, green, blue = shown.getpixel((25, 35))
    assert red == green == blue
    assert 70 <= red <= 90


def test_in_other_inks_images_are_the_same() -> None:
    assert pictures({}, Ink.GREY) == {}
    stream = BytesIO()
    PIL.Image.new("RGB", (2, 2), (200, 30, 30)).save(stream, "PNG")
    picture = images.read(stream.getvalue(), "a")
    assert pictures({picture.ref.hash: picture}, Ink.LOW) == {picture.ref.hash: picture}
