"""What the ink looks like.

`_` white, capital letters pure colours, `h` half black, `p` half red.
"""

from __future__ import annotations

from io import BytesIO

import PIL.Image
import PIL.ImageChops
import PIL.ImageStat
import pytest

from pnp.assets.images import Picture
from pnp.assets.paths import rectangle
from pnp.assets.patterns import Pattern, pattern
from pnp.face import Group, Shape, Stroke
from pnp.units.color import Color
from pnp.units.geometry import Transform, moved, rotated, scaled

from .scene import (
    COLORS,
    PX,
    art,
    box,
    drawing_of,
    face,
    frame,
    image,
    looks,
    pdf,
    picture,
    pixels,
    place,
    raster,
    sheet,
)


def test_origin_is_top_left_and_y_points_down() -> None:
    assert looks(box("R", 1, 1, 3, 2), box("B", 10, 6, 2, 2)) == drawing_of("""
        ____________
        _RRR________
        _RRR________
        ____________
        ____________
        ____________
        __________BB
        __________BB
    """)


def test_later_items_cover_earlier_ones_and_a_stroke_covers_its_fill() -> None:
    both = Shape(
        rectangle(pixels(5.5, 1.5, 4, 4)), Color(COLORS["G"]), Stroke(Color(COLORS["K"]), PX)
    )
    assert looks(box("R", 0, 0, 8, 3), both) == drawing_of("""
        RRRRRRRR____
        RRRRRKKKKK__
        RRRRRKGGGK__
        _____KGGGK__
        _____KGGGK__
        _____KKKKK__
        ____________
        ____________
    """)


def test_winding_is_non_zero() -> None:
    same_way = rectangle(pixels(0, 0, 5, 5)) + rectangle(pixels(1, 1, 3, 3))
    other_way = (
        rectangle(pixels(6, 0, 5, 5))
        + f"M{7 * PX} {1 * PX}L{7 * PX} {4 * PX}L{10 * PX} {4 * PX}L{10 * PX} {1 * PX}Z"
    )
    assert looks(
        Shape(same_way, Color(COLORS["K"])), Shape(other_way, Color(COLORS["K"]))
    ) == drawing_of("""
        KKKKK_KKKKK_
        KKKKK_K___K_
        KKKKK_K___K_
        KKKKK_K___K_
        KKKKK_KKKKK_
        ____________
        ____________
        ____________
    """)


@pytest.mark.parametrize(("name", "opacity"), [("dots", 1.0), ("checks", 1.0), ("bricks", 0.5)])
def test_large_pattern_drawn_band_by_band_looks_as_it_does_in_one(
    name: str, opacity: float
) -> None:
    path = pattern(name, 400 * PX, 400 * PX)
    assert isinstance(path, Pattern)
    one, other = (
        raster(
            pdf(sheet(place(face(ground, width=400, height=400)), width=400, height=400)), dpi=200
        )
        for drawn in (path, str(path))
        for ground in [
            Group(
                (Shape(drawn, Color(COLORS["R"])),),
                moved(2 * PX, 3 * PX),
                rectangle(pixels(0, 0, 390, 390)),
                opacity,
            )
        ]
    )
    assert max(high for _, high in PIL.ImageChops.difference(one, other).getextrema()) < 72, (
        "rounded in other places"
    )


def test_group_clips_in_the_coordinates_of_its_items_then_transforms() -> None:
    clipped = Group((box("R", 0, 0, 6, 6),), moved(2 * PX, 1 * PX), rectangle(pixels(1, 1, 3, 2)))
    assert looks(clipped, box("B", 0, 7, 12, 1)) == drawing_of("""
        ____________
        ____________
        ___RRR______
        ___RRR______
        ____________
        ____________
        ____________
        BBBBBBBBBBBB
    """)


@pytest.mark.parametrize(
    ("transform", "rows"),
    [
        (moved(3 * PX, 2 * PX), ["______", "______", "___RR_", "___RG_"]),
        (scaled(2), ["RRRR__", "RRRR__", "RRGG__", "RRGG__"]),
        (rotated(90, 2 * PX, 2 * PX), ["__RR__", "__GR__"]),
        (rotated(180, 1 * PX, 1 * PX), ["GR____", "RR____"]),
        (Transform(a=2, d=1), ["RRRR__", "RRGG__"]),
        (Transform(a=-1, d=1, e=4 * PX), ["__RR__", "__GR__"]),
    ],
)
def test_transforms_go_clockwise_and_downwards_as_on_paper(
    transform: Transform, rows: list[str]
) -> None:
    corner = Group((box("R", 0, 0, 2, 2), box("G", 1, 1, 1, 1)), transform)
    wanted = "\n".join([*rows, *["______"] * 8][:8])
    assert [row[:6] for row in looks(corner).split("\n")] == wanted.split("\n")


L_SHAPE = (box("R", 0, 0, 1, 3), box("B", 0, 2, 2, 1))
TURNED = {
    0: ["R_", "R_", "BB"],
    90: ["BRR", "B__"],
    180: ["BB", "_R", "_R"],
    270: ["__B", "RRB"],
}


@pytest.mark.parametrize("turn", TURNED)
def test_faces_turn_clockwise_about_their_trim(turn: int) -> None:
    rows = [row.ljust(3, "_") for row in TURNED[turn]]
    wanted = [f"_{row}__" for row in rows] + ["______"] * (4 - len(rows))
    assert (
        art(
            pdf(sheet(place(face(*L_SHAPE, width=2, height=3), 1, 1, turn=turn), width=6, height=5))
        ).split("\n")[1:]
        == wanted
    )


@pytest.mark.parametrize("turn", TURNED)
def test_face_placed_twice_looks_like_one_placed_once(turn: int) -> None:
    corner = face(*L_SHAPE, width=2, height=3, bleed=1)
    once = art(pdf(sheet(place(corner, 1, 1, turn=turn), width=6, height=5)))
    twice = pdf(
        sheet(place(corner, 1, 1, turn=turn), width=6, height=5),
        sheet(place(corner, 2, 1, turn=turn), width=6, height=5),
    )
    assert art(twice) == once
    assert art(twice, 1) == "\n".join("_" + row[:-1] for row in once.split("\n"))


def test_ink_is_clipped_to_the_placement_and_bleed_reaches_beyond_the_trim() -> None:
    bleeding = face(box("R", -2, -2, 8, 8), box("K", 0, 0, 4, 3), width=4, height=3, bleed=2)
    other = face(box("B", -2, -2, 8, 8), width=4, height=3, bleed=2)
    both = sheet(
        place(bleeding, 2, 2, clip=pixels(1, 0, 5, 6)), place(other, 6, 2, clip=pixels(6, 2, 5, 3))
    )
    assert art(pdf(both)) == drawing_of("""
        _RRRRR______
        _RRRRR______
        _RKKKKBBBBB_
        _RKKKKBBBBB_
        _RKKKKBBBBB_
        _RRRRR______
        ____________
        ____________
    """)


def test_stamp_lies_over_its_face_in_the_coordinates_of_the_sheet() -> None:
    stamped = place(
        face(box("R", 0, 0, 4, 3), width=4, height=3),
        2,
        2,
        turn=180,
        overlay=(box("K", 3, 3, 1, 1), box("K", 0, 0, 1, 1)),
    )
    assert art(pdf(sheet(stamped, width=8, height=6))) == drawing_of("""
        ________
        ________
        __RRRR__
        __RKRR__
        __RRRR__
        ________
    """)


def test_sheet_marks_lie_on_the_sheet() -> None:
    assert art(pdf(sheet(width=4, height=3, marks=(box("K", 3, 0, 1, 1),)))) == "___K\n____\n____"


def test_items_of_a_translucent_group_do_not_show_through_each_other() -> None:
    group = Group((box("R", 0, 0, 3, 3), box("R", 2, 0, 3, 3)), opacity=0.5)
    assert looks(group, box("K", 0, 3, 2, 1)).split("\n")[:4] == ["ppppp_______"] * 3 + [
        "KK__________"
    ]


def test_translucent_group_inside_a_turned_one_is_whole() -> None:
    group = Group((box("R", 0, 0, 3, 2), box("R", 1, 0, 2, 2)), opacity=0.5)
    turned = Group((group, box("K", 0, 0, 1, 1)), rotated(90, 4 * PX, 4 * PX))
    assert looks(turned) == drawing_of("""
        ______pK____
        ______pp____
        ______pp____
        ____________
        ____________
        ____________
        ____________
        ____________
    """)


def test_translucent_groups_inside_each_other_multiply() -> None:
    half = Group((box("K", 0, 0, 2, 1), box("K", 1, 0, 2, 1)), opacity=0.7072)
    assert (
        looks(Group((half, box("_", 9, 0, 1, 1)), opacity=0.7072)).split("\n")[0] == "hhh_________"
    )


def png(rows: list[str], mode: str = "RGB") -> Picture:
    made = PIL.Image.new("RGB", (len(rows[0]), len(rows)))
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            made.putpixel((x, y), tuple(bytes.fromhex(COLORS[letter][1:])))
    made = made.quantize(8) if mode == "P" else made.convert(mode)
    buffer = BytesIO()
    made.save(buffer, "PNG")
    return picture(buffer.getvalue(), f"{mode}.png")


@pytest.mark.parametrize("mode", ["RGB", "P"])
def test_png_stands_upright(mode: str) -> None:
    small = png(["RG", "BK"], mode)
    assert small.passes
    assert looks(image(small, 1, 1, 4, 4), pictures=(small,)) == drawing_of("""
        ____________
        _RRGG_______
        _RRGG_______
        _BBKK_______
        _BBKK_______
        ____________
        ____________
        ____________
    """)


def test_alpha_lets_the_ground_through() -> None:
    made = PIL.Image.new("RGBA", (2, 1), (255, 0, 0, 255))
    made.putpixel((1, 0), (255, 0, 0, 0))
    buffer = BytesIO()
    made.save(buffer, "PNG")
    clear = picture(buffer.getvalue())
    rows = looks(box("B", 0, 0, 12, 8), image(clear, 2, 2, 4, 2), pictures=(clear,)).split("\n")
    assert rows[1:5] == ["B" * 12, "BBRRBBBBBBBB", "BBRRBBBBBBBB", "B" * 12]


def test_cmyk_jpegs_of_adobes_kind_are_not_negatives() -> None:
    buffer = BytesIO()
    PIL.Image.new("CMYK", (8, 8), (0, 0, 0, 0)).save(buffer, "JPEG", quality=100)
    white = picture(buffer.getvalue())
    assert white.jpeg.inverted
    assert (
        looks(box("K", 0, 0, 6, 3), image(white, 0, 0, 3, 3), pictures=(white,)).split("\n")[0]
        == "___KKK______"
    )


def test_strokes_are_centred_and_dashed() -> None:
    dashed = Shape(
        f"M0 {PX * 3 // 2}L{8 * PX} {PX * 3 // 2}",
        None,
        Stroke(Color(COLORS["K"]), PX, (2 * PX, PX)),
    )
    assert looks(dashed, frame("R", 0.5, 3.5, 4, 3)) == drawing_of("""
        ____________
        KK_KK_KK____
        ____________
        RRRRR_______
        R___R_______
        R___R_______
        RRRRR_______
        ____________
    """)
