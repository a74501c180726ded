"""Art on nets: where each panel's art lies and how far it runs on, lines, glue, fold-over
pieces, shaped pieces.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets.paths import bounds, ellipse, rectangle
from pnp.face import Face, Group, Shape, Stroke, Text, digest, dump, walk
from pnp.ink import Ink
from pnp.ink import inked as printed
from pnp.layout.placed_faces import CREASE, CUT, HATCH, assembled, folded, shaped
from pnp.net import Net, die_net, die_stickers, standee_fold, standee_slotted, tuck_box
from pnp.units.color import Color, contrast
from pnp.units.geometry import IDENTITY, Rect, Size, Um, rect, size, turned

from .stage import font

BLEED = Um(3_000)
RED, BLUE = Color("#cc0000"), Color("#0000cc")
ARROW = "M1000 0L2000 1000L0 1000Z"


def art(of: Size, color: Color = RED) -> Face:
    """A flood over trim and bleed, and an arrow in the upper left corner that points up."""
    flood = rectangle(rect(-BLEED, -BLEED, of.width + 2 * BLEED, of.height + 2 * BLEED))
    return Face(of, BLEED, (Shape(flood, color), Shape(ARROW, BLUE)))


def poker(depth: int = 17_710) -> Net:
    return tuck_box(size(63_000, 88_000), Um(depth), clearance=Um(700), board=Um(400))


def dressed(net: Net, bleed: Um = BLEED) -> Face:
    return assembled(net, {panel.name: art(panel.art) for panel in net.panels}, bleed, font())


def inked(face: Face, net: Net) -> dict[str, Rect]:
    """Where the art of each panel prints."""
    groups = [
        item
        for item in face.items
        if isinstance(item, Group) and item.clip and len(item.items) == 2
    ]
    found = {}
    for panel, group in zip(net.panels, groups, strict=True):
        assert group.transform and group.clip
        found[panel.name] = group.transform.bounds(bounds(group.clip))
    return found


def test_art_runs_on_where_no_panel_follows() -> None:
    net = poker()
    ink = inked(dressed(net), net)
    front, back, left, right = (net.panel(name).area for name in ("front", "back", "left", "right"))
    # To the left and right of the front are the sides, below is the bottom: only at the top does it
    # run on.
    assert ink["front"] == rect(front.x, front.y - 3_000, front.width, front.height + 3_000)
    # Above the back is the lid.
    assert ink["back"] == rect(-3_000, back.y, back.width + 3_000, back.height + 3_000)
    assert ink["left"] == rect(left.x, left.y - 3_000, left.width, left.height + 6_000)
    # On the right the glue flap follows: 1 mm over the crease, the glue begins there.
    assert ink["right"] == rect(right.x, right.y - 3_000, right.width + 1_000, right.height + 6_000)
    top = net.panel("top").area
    assert ink["top"] == rect(-3_000, top.y - 3_000, top.width + 6_000, top.height + 3_000)


nets = st.one_of(
    st.builds(poker, st.integers(1_000, 80_000)),
    st.builds(lambda e: die_net(Um(e)), st.integers(8_000, 60_000)),
    st.builds(lambda e: die_stickers(Um(e)), st.integers(8_000, 60_000)),
    st.builds(
        lambda w, h: standee_fold(Um(w), Um(h), Um(25_400)),
        st.integers(10_000, 60_000),
        st.integers(10_000, 60_000),
    ),
    st.builds(lambda w: standee_slotted(Um(w), Um(2 * w), Um(1_500)), st.integers(10_000, 60_000)),
)


@settings(max_examples=60)
@given(nets, st.integers(0, 3_000))
def test_ink_covers_its_panel_and_no_other_nor_the_glue(net: Net, bleed: int) -> None:
    ink = inked(dressed(net, Um(bleed)), net)
    for panel, other in product(net.panels, net.panels):
        if panel is other:
            assert ink[panel.name].contains(panel.area)
            assert panel.area.inset(-bleed).contains(ink[panel.name])
        else:
            assert not ink[panel.name].overlaps(other.area)
    assert not any(
        ink[panel.name].overlaps(bounds(glue)) for panel in net.panels for glue in net.glue
    )


def test_arrows_point_as_the_box_is_read() -> None:
    net = poker()
    groups = [
        item
        for item in dressed(net).items
        if isinstance(item, Group) and len(item.items) == 2 and item.clip
    ]
    up = {}
    for panel, group in zip(net.panels, groups, strict=True):
        assert group.transform
        (x0, y0), (x1, y1) = group.transform.point(0, 10), group.transform.point(0, 0)
        up[panel.name] = (round(x1 - x0), round(y1 - y0))
    # The lid is read from the front, over whose edge it closes: its art hangs upside down above the
    # back.
    assert up == {
        "back": (0, -10),
        "front": (0, -10),
        "bottom": (0, -10),
        "top": (0, 10),
        "left": (10, 0),
        "right": (10, 0),
    }


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turned_face_fills_its_area(turn: int) -> None:
    area = rect(7_000, 9_000, 40_000, 20_000)
    face = area.size.turned() if turn % 180 else area.size
    at = turned(turn, area)
    assert at.bounds(rect(0, 0, *face)) == area
    corner = {
        0: (area.x, area.y),
        90: (area.right, area.y),
        180: (area.right, area.bottom),
        270: (area.x, area.bottom),
    }[turn]
    assert at.point(0, 0) == corner
    assert at.a * at.d - at.b * at.c == 1  # turned, not mirrored


def test_only_quarter_turns() -> None:
    with pytest.raises(ValueError, match="turned by quarters, not by 45 degrees"):
        turned(45, rect(0, 0, 1, 1))


def test_lines_are_hairlines_over_the_art() -> None:
    net = poker()
    face = dressed(net)
    creases, gleam, cuts = face.items[-3:]
    assert isinstance(creases, Shape) and isinstance(gleam, Shape) and isinstance(cuts, Shape)
    assert gleam.path == cuts.path and gleam.stroke == Stroke(Color("#ffffff"), Um(264))
    assert (creases.stroke, cuts.stroke) == (CREASE, CUT)
    assert CREASE.width == CUT.width == 88 and CREASE.dash and not CUT.dash
    assert cuts.path == net.cuts[0] and creases.path == "".join(net.creases)


def test_glue_is_hatched_and_named() -> None:
    net = die_net(Um(16_000))
    face = dressed(net)
    assert sum(isinstance(item, Shape) and item.fill == HATCH for item in walk(face.items)) == 7
    words = [item for item in walk(face.items) if isinstance(item, Text)]
    assert [word.text for word in words] == ["glue"] * 7
    wordless = assembled(net, {}, BLEED)
    assert not [item for item in walk(wordless.items) if isinstance(item, Text)]


@settings(max_examples=30)
@given(nets)
def test_words_stay_on_the_glue(net: Net) -> None:
    face = assembled(net, {}, BLEED, font())
    for item in face.items:
        if isinstance(item, Group) and isinstance(item.items[-1], Text):
            ground, text = item.items
            assert isinstance(ground, Shape) and item.transform
            where = item.transform.bounds(bounds(ground.path))
            assert any(bounds(glue).contains(where) for glue in net.glue)
            assert (
                bounds(ground.path).x <= text.x and text.x + text.width <= bounds(ground.path).right
            )


def test_panel_without_art_stays_blank() -> None:
    net = standee_slotted(Um(25_000), Um(50_000), Um(1_500))
    face = assembled(net, {"front": art(size(25_000, 50_000))}, BLEED)
    assert len(face.items) == 3  # the art, and the cut on white
    assert face.size == net.size and face.bleed == BLEED


def test_faces_that_belong_to_no_panel_or_have_another_size() -> None:
    net = poker()
    with pytest.raises(ValueError, match="the net has no panel lid"):
        assembled(net, {"lid": art(size(10, 10))}, BLEED)
    with pytest.raises(ValueError, match='the face of "left" is'):
        assembled(net, {"left": art(net.panel("left").area.size)}, BLEED)


def test_same_net_gives_the_same_face() -> None:
    assert digest(dressed(poker())) == digest(dressed(poker()))
    assert digest(dressed(poker())) != digest(dressed(poker(18_000)))


def test_fold_over_piece_as_text() -> None:
    made = folded(art(size(20_000, 30_000)), art(size(20_000, 30_000), BLUE))
    assert dump(made) == (
        "face 2 20000 60000 bleed 3000\n"
        "  group clip M-3000 -3000L23000 -3000L23000 30000L-3000 30000Z\n"
        "    shape M-3000 -3000L23000 -3000L23000 33000L-3000 33000Z fill #cc0000\n"
        "    shape M1000 0L2000 1000L0 1000Z fill #0000cc\n"
        "  group at -1 0 0 -1 20000 60000 clip M-3000 -3000L23000 -3000L23000 30000L-3000 30000Z\n"
        "    shape M-3000 -3000L23000 -3000L23000 33000L-3000 33000Z fill #0000cc\n"
        "    shape M1000 0L2000 1000L0 1000Z fill #0000cc\n"
        "  shape M0 30000L20000 30000 stroke #808080 88 dash 1500 1000\n"
    )


@given(st.integers(5_000, 90_000), st.integers(5_000, 90_000))
def test_sides_of_a_fold_over_piece_meet_back_to_back(width: int, height: int) -> None:
    made = folded(art(size(width, height)), art(size(width, height)))
    front, back, _ = made.items
    assert (
        isinstance(front, Group)
        and isinstance(back, Group)
        and front.clip
        and back.clip
        and back.transform
    )
    above = (front.transform or IDENTITY).bounds(bounds(front.clip))
    below = back.transform.bounds(bounds(back.clip))
    assert above.bottom == below.y == height
    assert (above.y, below.bottom) == (-3_000, 2 * height + 3_000)
    # Folding brings y to 2h - y; a point of the back then lies over the front mirrored from left to
    # right, as seen through paper.
    x, y = back.transform.point(1_000, 2_000)
    assert (x, 2 * height - y) == (width - 1_000, 2_000)


def test_sides_of_two_sizes_are_not_folded() -> None:
    with pytest.raises(ValueError, match="two sizes"):
        folded(art(size(20_000, 30_000)), art(size(20_000, 30_001)))


def test_shaped_piece_is_clipped_to_its_outline_and_bleed() -> None:
    grown = ellipse(rect(-2_000, -2_000, 29_000, 29_000))
    face = art(size(25_000, 25_000))
    made = shaped(face, grown)
    (group,) = made.items
    assert isinstance(group, Group) and (group.clip, group.items) == (grown, face.items)
    assert (made.size, made.bleed) == (face.size, face.bleed)


@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("ground", ["#000000", "#40100a", "#808080", "#ffffff"])
def test_cut_is_seen_on_dark_and_on_light(ground: str, ink: Ink) -> None:
    net = poker()
    art_of = {
        panel.name: Face(
            panel.art, BLEED, (Shape(rectangle(rect(0, 0, *panel.art)), Color(ground)),)
        )
        for panel in net.panels
    }
    made = printed(assembled(net, art_of, BLEED), ink)
    gleam, cut = made.items[-2:]
    assert isinstance(gleam, Shape) and isinstance(cut, Shape) and gleam.stroke and cut.stroke
    beneath = next(item.fill for item in walk(made.items) if isinstance(item, Shape) and item.fill)
    assert max(contrast(line.stroke.color, beneath) for line in (gleam, cut)) > 3
    assert gleam.stroke.width > 2 * cut.stroke.width
