"""What draws: fills and strokes, bleed, patterns, polygons, paths, icons and images."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.assets import paths
from pnp.assets.patterns import PATTERNS, Pattern, pattern
from pnp.face import Group, Image, Shape, walk
from pnp.units.geometry import Transform, moved, rect

from .stage import bounds, groups, lay, mm, picture, rects, said

TOO_MUCH = "patterns cover more than half a square metre of the face | fill it with a colour"
DASHED = ' | a dash and a gap, such as dash="1mm 0.5mm"; without it the line is solid'


def shape(body: str) -> Shape:
    (item,) = lay(body).items
    assert isinstance(item, Shape)
    return item


# rectangles and bleed


@pytest.mark.parametrize(
    ("attrs", "box"),
    [
        ("", (-3, -3, 69, 94)),
        ('width="10mm"', (-3, -3, 13, 94)),
        ('height="10mm"', (-3, -3, 69, 13)),
        ('at="5mm 5mm"', (5, 5, 61, 86)),
        ('at="5mm 5mm" width="10mm" height="10mm"', (5, 5, 10, 10)),
        ('at="53mm 5mm" width="10mm" height="10mm"', (53, 5, 13, 10)),
        ('at="-1mm 5mm" width="10mm" height="10mm"', (-3, 5, 12, 10)),
        ('at="0 88mm" anchor="bottom-left" width="10mm" height="10mm"', (-3, 78, 13, 13)),
        ('at="70mm 5mm" width="4mm" height="4mm"', (70, 5, 4, 4)),
        ('at="66.66% 5mm" width="33.33%" height="4mm"', (41.996, 5, 24.004, 4)),
        ('at="0.05mm 5mm" width="10mm" height="10mm"', (-3, 5, 13.05, 10)),
        ('at="0.06mm 5mm" width="10mm" height="10mm"', (0.06, 5, 10, 10)),
        ('at="0 0" width="10mm" height="10mm" radius="1mm"', None),
    ],
)
def test_a_fill_that_reaches_the_trim_runs_on_into_the_bleed(
    attrs: str, box: tuple[int, ...] | None
) -> None:
    made = shape(f'<rect {attrs} fill="rose"/>')
    if box is None:
        assert made.path == paths.rectangle(rect(0, 0, 10_000, 10_000), 1_000), (
            "round corners end at the trim"
        )
    else:
        assert bounds(made) == mm(*box)


def test_a_face_and_its_containers_bleed_like_rectangles() -> None:
    assert rects(lay('<face fill="rose"/>')) == [mm(-3, -3, 69, 94)]
    assert rects(lay('<row height="10mm" fill="rose"/>')) == [mm(-3, -3, 69, 13)]
    assert rects(lay('<face padding="4mm" fill="rose"><stack fill="ink"/></face>')) == [
        mm(-3, -3, 69, 94),
        mm(4, 4, 55, 80),
    ]


def test_what_is_turned_by_quarters_bleeds_and_what_is_askew_does_not() -> None:
    assert rects(lay('<rect fill="rose" rotate="180"/>')) == [mm(-3, -3, 69, 94)]
    assert rects(lay('<rect fill="rose" rotate="181"/>')) == [mm(0, 0, 63, 88)]
    assert rects(lay('<stack rotate="90"><rect fill="rose"/></stack><rect fill="ink"/>'))[1] == mm(
        -3, -3, 69, 94
    )


def test_quarter_turns_bleed_at_the_edges_that_they_reach_on_paper() -> None:
    (corner,) = groups(lay('<rect width="20mm" height="40mm" fill="rose" rotate="180"/>'))
    (lying,) = groups(
        lay('<rect at="21.5mm -21.5mm" width="20mm" height="63mm" fill="rose" rotate="90"/>')
    )
    assert corner.transform is not None and lying.transform is not None
    assert corner.transform.bounds(bounds(corner.items[0])) == mm(-3, -3, 23, 43)
    assert lying.transform.bounds(bounds(lying.items[0])) == mm(-3, -3, 69, 23)


def test_a_stroke_stays_inside_and_bleeds_only_as_a_border() -> None:
    alone = shape('<rect at="5mm 5mm" width="10mm" height="8mm" stroke="ink" stroke-width="1mm"/>')
    assert (
        bounds(alone) == mm(5.5, 5.5, 9, 7)
        and alone.fill is None
        and alone.stroke == ("#1d1d1b", 1_000, ())
    )
    edge = lay('<rect width="10mm" height="8mm" fill="rose" stroke="ink" stroke-width="0.8mm"/>')
    assert rects(edge) == [mm(-3, -3, 13, 11), mm(0.4, 0.4, 9.2, 7.2)]
    border = lay('<rect width="10mm" height="8mm" fill="rose" stroke="ink" stroke-width="1mm"/>')
    assert rects(border) == [mm(-3, -3, 13, 11), mm(-3, -3, 13, 11)]
    round_ = shape(
        '<rect at="5mm 5mm" width="10mm" height="8mm" radius="2mm" fill="rose" stroke="ink" stroke-width="1mm"/>'
    )
    assert round_.path == paths.rectangle(rect(5_500, 5_500, 9_000, 7_000), 1_500)
    assert (round_.fill, round_.stroke) == ("#ee4466", ("#1d1d1b", 1_000, ()))


def test_strokes_are_a_quarter_millimetre_unless_said_and_may_be_dashed() -> None:
    made = shape('<rect at="5mm 5mm" width="10mm" height="8mm" stroke="ink" dash="1mm 0.5mm"/>')
    assert made.stroke == ("#1d1d1b", 250, (1_000, 500))


def test_none_is_nothing() -> None:
    assert lay('<rect fill="none" stroke="none"/>').items == ()


def test_a_radius_is_at_most_half_the_shorter_side() -> None:
    assert shape(
        '<rect at="1mm 1mm" width="8mm" height="4mm" radius="9mm" fill="ink"/>'
    ).path == paths.rectangle(rect(1_000, 1_000, 8_000, 4_000), 2_000)


def test_circles_are_round_and_ellipses_are_not() -> None:
    assert shape('<circle at="10mm 10mm" r="4mm" fill="ink"/>').path == paths.ellipse(
        rect(10_000, 10_000, 8_000, 8_000)
    )
    assert shape(
        '<circle at="10mm 10mm" anchor="center" r="4mm" fill="ink"/>'
    ).path == paths.ellipse(rect(6_000, 6_000, 8_000, 8_000))
    ring = shape(
        '<circle at="10mm 10mm" width="8mm" height="4mm" stroke="ink" stroke-width="1mm"/>'
    )
    assert ring.path == paths.ellipse(rect(10_500, 10_500, 7_000, 3_000))


def test_lines_run_from_point_to_point_of_their_box() -> None:
    assert (
        shape('<line at="5mm 6mm" width="10mm" height="4mm" stroke="ink"/>').path
        == "M5000 6000L15000 6000"
    )
    assert (
        shape(
            '<line at="5mm 6mm" width="10mm" height="4mm" from="0 100%" to="50%+1mm 0" stroke="ink"/>'
        ).path
        == "M5000 10000L11000 6000"
    )


def test_polygons_close_through_points_of_their_box() -> None:
    made = shape(
        '<polygon at="5mm 5mm" width="10mm" height="10mm" points="50% 0, 100% 100%, 0 10mm," fill="rose" stroke="ink"/>'
    )
    assert made.path == "M10000 5000L15000 15000L5000 15000Z"
    assert (made.fill, made.stroke and made.stroke.color) == ("#ee4466", "#1d1d1b")


def test_paths_are_millimetres_or_fill_their_viewbox() -> None:
    assert (
        shape('<path at="5mm 5mm" d="M0 0h2v3z" fill="ink"/>').path
        == "M5000 5000L7000 5000L7000 8000Z"
    )
    assert (
        shape(
            '<path at="5mm 5mm" width="20mm" height="6mm" viewbox="10 2" d="M0 0h10v2z" fill="ink"/>'
        ).path
        == "M5000 5000L25000 5000L25000 11000Z"
    )


# patterns


def test_a_pattern_is_clipped_to_its_shape() -> None:
    (group,) = groups(
        lay(
            '<rect at="5mm 6mm" width="10mm" height="8mm" radius="1mm" fill="pattern:dots" color="rose"/>'
        )
    )
    assert group.transform == moved(5_000, 6_000)
    assert group.clip == paths.rectangle(rect(0, 0, 10_000, 8_000), 1_000)
    (dots,) = group.items
    assert isinstance(dots, Shape) and (dots.path, dots.fill) == (
        pattern("dots", 10_000, 8_000),
        "#ee4466",
    )


def test_a_pattern_may_have_a_ground_and_a_stroke_and_bleeds() -> None:
    ground, group, stroke = lay(
        '<rect height="8mm" fill="pattern:checks" ground="rose" stroke="ink"/>'
    ).items
    assert isinstance(ground, Shape) and isinstance(group, Group) and isinstance(stroke, Shape)
    assert (
        bounds(ground) == mm(-3, -3, 69, 11) and ground.fill == "#ee4466" and ground.stroke is None
    )
    assert group.transform == moved(-3_000, -3_000) and group.clip == paths.rectangle(
        rect(0, 0, 69_000, 11_000)
    )
    assert stroke.fill is None and stroke.stroke is not None


@pytest.mark.parametrize("name", PATTERNS)
@given(st.integers(1, 20_000), st.integers(1, 20_000))
def test_patterns_cover_their_area_and_repeat(name: str, width: int, height: int) -> None:
    path = pattern(name, width, height)
    box = paths.bounds(path)
    assert path == pattern(name, width, height)
    assert (
        box.x <= 2_400
        and box.y <= 2_400
        and box.right >= width - 2_400
        and box.bottom >= height - 2_400
    )
    assert (
        box.x >= -height - 2_400
        and box.right <= width + 2 * height + 4_000
        and box.bottom <= height + 4_000
    )


@pytest.mark.parametrize(
    "name", ["dots", "rings", "checks", "crosses", "zigzag", "bricks", "triangles"]
)
@pytest.mark.parametrize(
    ("width", "height"), [(190_000, 191_000), (195_123, 240_400), (184_777, 265_999)]
)
def test_a_large_pattern_is_a_band_again_and_again(name: str, width: int, height: int) -> None:
    path = pattern(name, width, height)
    assert isinstance(path, Pattern) and len(path.band) * 6 < len(path)
    again = "".join(paths.moved(path.band, moved(0, n * path.pitch)) for n in range(path.times))
    assert _above(height, again) == _above(height, path)


def _above(height: int, path: str) -> list[str]:
    """The parts of a path that begin above a height, in order."""
    return sorted(
        part
        for part in path.split("M")[1:]
        if int(part.replace("L", " ").replace("C", " ").split()[1]) < height
    )


def test_a_small_pattern_is_a_path_like_any_other_and_a_large_one_keeps_its_band_in_another_process() -> (
    None
):
    assert type(pattern("dots", 20_000, 20_000)) is str
    large = pattern("dots", 90_000, 90_000)
    again = pickle.loads(pickle.dumps(large))
    assert isinstance(large, Pattern) and (again, again.band, again.times) == (
        large,
        large.band,
        45,
    )


def test_patterns_differ() -> None:
    assert len({pattern(name, 9_000, 9_000) for name in PATTERNS}) == len(PATTERNS) == 10


# icons


def test_an_icon_is_as_high_as_its_size() -> None:
    (square,) = groups(lay('<icon at="5mm 6mm" name="square" size="8mm" color="rose"/>'))
    assert square.transform == Transform(8_000 / 512_000, 0, 0, 8_000 / 512_000, 5_000, 6_000)
    assert [s.fill for s in square.items if isinstance(s, Shape)] == ["#ee4466"]
    (wide,) = groups(lay('<icon at="10mm 10mm" anchor="center" name="wide" size="4mm"/>'))
    assert wide.transform == Transform(0.02, 0, 0, 0.02, 6_000, 8_000), "twice as wide as high"


@pytest.mark.parametrize(
    ("attrs", "scale", "x", "y"),
    [
        ('width="8mm"', 0.02, 5_000, 6_000),
        ('height="8mm"', 0.04, 5_000, 6_000),
        ('width="8mm" height="8mm"', 0.02, 5_000, 8_000),
        ('width="8mm" height="2mm"', 0.01, 7_000, 6_000),
    ],
)
def test_an_icon_keeps_its_proportions_centred_in_its_box(
    attrs: str, scale: float, x: int, y: int
) -> None:
    (wide,) = groups(lay(f'<icon at="5mm 6mm" name="wide" {attrs}/>'))
    assert wide.transform == Transform(scale, 0, 0, scale, x, y)


def test_the_strokes_of_an_icon_take_its_colour_unless_they_have_one() -> None:
    (drawn,) = groups(lay('<icon at="5mm 6mm" name="drawn" size="8mm" color="rose"/>'))
    assert [(s.fill, s.stroke) for s in drawn.items if isinstance(s, Shape)] == [
        (None, ("#ee4466", 5_000, ())),
        (None, ("#00ff00", 7_000, ())),
    ]


def test_an_outlined_icon_has_its_outline_below() -> None:
    (square,) = groups(
        lay(
            '<icon at="5mm 6mm" name="square" size="8mm" color="rose" stroke="ink" stroke-width="0.5mm"/>'
        )
    )
    below, above = square.items
    assert isinstance(below, Shape) and isinstance(above, Shape)
    assert below.fill is None and below.stroke == ("#1d1d1b", 32_000, ()), (
        "half a millimetre at this scale"
    )
    assert above.fill == "#ee4466" and above.stroke is None


# images


def image(attrs: str) -> tuple[Image, Group | None]:
    (item,) = lay(f'<image src="photo.png" {attrs}/>').items
    if isinstance(item, Group):
        inner = item.items[0]
        assert isinstance(inner, Image)
        return inner, item
    assert isinstance(item, Image)
    return item, None


def test_cover_fills_the_box_and_is_cut_at_its_edges() -> None:
    drawn, group = image('at="5mm 5mm" width="30mm" height="40mm"')
    assert drawn.area == mm(-10, 5, 60, 40) and drawn.image is picture().ref
    assert (
        group is not None
        and group.clip == paths.rectangle(rect(5_000, 5_000, 30_000, 40_000))
        and group.transform is None
    )


def test_cover_that_reaches_the_trim_bleeds() -> None:
    drawn, group = image("")
    assert group is not None and group.clip == paths.rectangle(rect(-3_000, -3_000, 69_000, 94_000))
    assert drawn.area == rect(-34_500, 0, 132_000, 88_000), "where its box says, whatever the bleed"
    assert mirrored(group) == [(1, -1, 0, 0), (1, -1, 0, 176)]


def mirrored(group: Group | None) -> list[tuple[float, ...]]:
    """How an image is shown again: its scale across and down, and where it is laid, in mm."""
    assert group is not None and group.clip is not None
    first, *more = group.items
    found = []
    for again in more:
        assert isinstance(again, Group) and again.items == (first,) and again.transform is not None
        a, b, c, d, e, f = again.transform
        assert b == c == 0
        found.append((a, d, e / 1000, f / 1000))
    return found


@pytest.mark.parametrize("fit", ["stretch", "cover", "contain"])
def test_an_image_that_touches_the_trim_stays_in_place_and_is_mirrored_in_the_bleed(
    fit: str,
) -> None:
    """It was drawn larger by the bleed: a frame 2 mm inside its edges was cut off, and a map lay
    beside the spaces of its board.
    """
    drawn, group = image(f'at="0 10mm" width="63mm" height="42mm" fit="{fit}"')
    assert drawn.area == mm(0, 10, 63, 42)
    assert group is not None and group.clip == paths.rectangle(mm(-3, 10, 69, 42))
    assert mirrored(group) == [(-1, 1, 0, 0), (-1, 1, 126, 0)]
    drawn, group = image(f'at="0 0" width="30mm" height="20mm" fit="{fit}"')
    assert drawn.area == mm(0, 0, 30, 20) and mirrored(group) == [
        (1, -1, 0, 0),
        (-1, 1, 0, 0),
        (-1, -1, 0, 0),
    ]
    drawn, group = image(f'at="-3mm -3mm" width="30mm" height="20mm" fit="{fit}"')
    assert drawn.area == mm(-3, -3, 30, 20) and group is None
    drawn, group = image(f'at="-2mm 5mm" width="30mm" height="20mm" fit="{fit}"')
    assert mirrored(group) == [(-1, 1, -4, 0)], "at its own edge"


def test_contain_lies_within_the_box() -> None:
    drawn, group = image('at="5mm 5mm" width="30mm" height="40mm" fit="contain"')
    assert drawn.area == mm(5, 15, 30, 20) and group is None


def test_stretch_is_the_box() -> None:
    assert image('at="5mm 5mm" width="30mm" height="40mm" fit="stretch"') == (
        Image(rect(5_000, 5_000, 30_000, 40_000), picture().ref),
        None,
    )


@pytest.mark.parametrize(
    ("attrs", "box"), [('width="30mm"', (5, 5, 30, 20)), ('height="30mm"', (5, 5, 45, 30))]
)
def test_one_side_brings_the_other(attrs: str, box: tuple[int, ...]) -> None:
    drawn, group = image(f'at="5mm 5mm" {attrs}')
    assert drawn.area == mm(*box) and group is None


@given(st.integers(1_000, 60_000), st.integers(1_000, 80_000))
def test_images_keep_their_proportions(width: int, height: int) -> None:
    box = rect(1_000, 1_000, width, height)
    at = f'at="1mm 1mm" width="{width}um" height="{height}um"'
    cover, contain = image(at)[0].area, image(f'{at} fit="contain"')[0].area
    assert (
        cover.width >= width
        and cover.height >= height
        and (cover.width <= width + 1 or cover.height <= height + 1)
    )
    assert (
        contain.width <= width
        and contain.height <= height
        and (contain.width >= width - 1 or contain.height >= height - 1)
    )
    for area in (cover, contain):
        assert abs(area.width * 2 - area.height * 3) <= 3
        assert (
            abs((area.x + area.right) - (box.x + box.right)) <= 2
            and abs((area.y + area.bottom) - (box.y + box.bottom)) <= 2
        )


def test_a_missing_picture_is_left_to_those_who_read_it() -> None:
    assert lay('<image src="nope.png"/>').items == ()


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "<rect/>",
            'P305 <rect> without fill and stroke draws nothing | add fill="tint", or stroke="ink"; fill="none" where nothing is meant',
        ),
        (
            '<circle r="2mm" color="rose"/>',
            'P305 <circle> without fill and stroke draws nothing | did you mean fill="rose"?',
        ),
        (
            '<polygon points="0 0, 3mm 0, 3mm 3mm"/>',
            "P305 <polygon> without fill and stroke draws nothing",
        ),
        (
            '<path d="M0 0H3V3Z" stroke-width="1mm" fill="rose"/>',
            'P305 stroke-width without stroke draws nothing | add stroke="ink"',
        ),
        ('<rect dash="1mm 1mm"/>', "P305 dash without stroke draws nothing"),
        (
            '<stack stroke-width="1mm"/>',
            'P305 stroke-width without stroke draws nothing | add stroke="ink"',
        ),
        ('<row dash="1mm 1mm"/>', "P305 dash without stroke draws nothing"),
        (
            '<icon name="square" size="8mm" stroke-width="1mm"/>',
            "P305 stroke-width without stroke draws nothing",
        ),
        (
            '<rect fill="rse"/>',
            'P305 "rse" is not a colour; expected #rrggbb, #rgb, a name of the palette or a basic colour such as navy | did you mean "rose"?',
        ),
        (
            '<rect fill="#12"/>',
            'P305 "#12" is not a colour; expected #rrggbb, #rgb, a name of the palette or a basic colour such as navy',
        ),
        (
            '<rect fill="#11223344"/>',
            'P305 "#11223344" carries an alpha; write the six-digit colour and use opacity',
        ),
        ('<rect fill=""/>', 'P305 "" is not a colour'),
        ('<rect fill="pattern:dot"/>', 'P305 there is no pattern "dot" | did you mean "dots"?'),
        (
            '<rect fill="pattern:zebra"/>',
            'P305 there is no pattern "zebra" | known here: bars, bricks, checks',
        ),
        (
            '<rect width="1000mm" height="600mm" at="1mm 1mm" radius="1mm" fill="pattern:dots"/>',
            f'P842 with fill="pattern:dots" over 1000 mm by 600 mm {TOO_MUCH}',
        ),
        (
            '<rect at="1mm 1mm" width="600mm" height="600mm" radius="1mm" fill="pattern:bars"/>'
            * 2,
            f'P842 with fill="pattern:bars" over 600 mm by 600 mm {TOO_MUCH}',
        ),
        ('<rect fill="pattern:dots" ground="rse"/>', 'P305 "rse" is not a colour'),
        ('<rect stroke="rse"/>', 'P305 "rse" is not a colour'),
        ('<rect stroke="ink" stroke-width="0mm"/>', 'P305 stroke-width="0mm" draws nothing'),
        ('<rect stroke="ink" stroke-width="-1mm"/>', 'P305 stroke-width="-1mm" is negative'),
        (
            '<rect width="5mm" height="1mm" stroke="ink" stroke-width="2mm"/>',
            "P305 <rect> is 5 mm by 1 mm, its stroke is 2 mm wide | a stroke stays inside; make it thinner",
        ),
        (
            '<circle r="1mm" stroke="ink" stroke-width="3mm"/>',
            "P305 <circle> is 2 mm by 2 mm, its stroke is 3 mm wide",
        ),
        ('<rect radius="-1mm" fill="ink"/>', 'P305 radius="-1mm" is negative'),
        ('<rect radius="10%" fill="ink"/>', 'P305 radius="10%": "10%" has the unknown unit "%"'),
        ('<rect stroke="ink" dash="1"/>', 'P305 dash="1": "1" has no unit; did you mean 1mm?'),
        (
            '<line stroke="ink" dash="-1mm 2mm"/>',
            f'P305 dash="-1mm 2mm" has a negative part{DASHED}',
        ),
        ('<rect stroke="ink" dash="0mm 0mm"/>', f'P305 dash="0mm 0mm" has no length{DASHED}'),
        ('<rect stroke="ink" dash="0.001mm"/>', f'P305 dash="0.001mm" has no length{DASHED}'),
        ('<circle r="-1mm"/>', 'P305 r="-1mm" is negative'),
        ("<line/>", 'P305 a line without stroke draws nothing | add stroke="ink"'),
        ('<line stroke="ink" from="0"/>', 'P305 from="0": expected two lengths, across and down'),
        (
            '<polygon points="0 0, 1mm 1mm" fill="ink"/>',
            'P305 a polygon needs three points or more | points="0 0, 10mm 0, 5mm 8mm"',
        ),
        (
            '<polygon points="0 0, 1mm, 2mm 2mm" fill="ink"/>',
            'P305 points=" 1mm": expected two lengths, across and down',
        ),
        ("<path/>", "P305 a path needs d"),
        ('<path d="M0 0 Q"/>', "P305 d: "),
        (
            '<path d="M0 0L1 1" viewbox="0 0 60 8"/>',
            'P305 viewbox="0 0 60 8": expected a width and a height, such as "60 8"',
        ),
        ('<path d="M0 0L1 1" viewbox="0 8"/>', 'P305 viewbox="0 8": expected a width and a height'),
        (
            '<path d="M0 0L1 1" viewbox="-5 8"/>',
            'P305 viewbox="-5 8": expected a width and a height',
        ),
        (
            '<path d="M0 0L1 1" viewbox="nan inf"/>',
            'P305 viewbox="nan inf": expected a width and a height',
        ),
        ('<icon name="square"/>', 'P305 an icon needs a size | for example size="8mm"'),
        ('<icon name="square" size="0mm"/>', 'P305 size="0mm" draws nothing'),
        ('<icon name="square" size="-3mm"/>', 'P305 size="-3mm" is negative'),
        ('<icon name="square" width="0mm"/>', "P305 an icon needs a size"),
        (
            '<icon name="sqare" size="3mm"/>',
            'P401 there is no icon "sqare" | did you mean "square"?',
        ),
        (
            '<icon size="3mm"/>',
            "P401 the name of the icon is empty | name one, or put {% if … %} around it for cards that have none",
        ),
        (
            '<image src="photo.png" fit="fill"/>',
            'P305 fit="fill": expected cover, contain, stretch',
        ),
        ('<image src="photo.png">x</image>', 'P306 the text "x" stands outside <text>'),
    ],
)
def test_what_cannot_be_drawn_is_said(body: str, told: str) -> None:
    assert said(body).startswith(told)


def test_shapes_paint_in_the_order_they_are_written() -> None:
    kinds = [
        type(item).__name__
        for item in walk(
            lay(
                '<rect fill="ink"/><text width="9mm" height="9mm">x</text><image src="photo.png" at="5mm 5mm" width="9mm" height="5mm"/>'
            ).items
        )
    ]
    assert kinds == ["Shape", "Text", "Group", "Image"]
