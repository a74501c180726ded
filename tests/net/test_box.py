"""Tuck boxes: sizes by the formula, parts in the order in which they fold, an outline that can
be cut.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets.paths import bounds
from pnp.net import LEAST_DEPTH, Net, NetError, deck_depth, sleeved, tuck_box
from pnp.units.geometry import CARDS, MM, PAPERS, Size, Um, rect, size

from .eyes import area, corners, crease, crossings, dump, fits, inside, on_edge

POKER = CARDS["poker"]
BARE = {"stock": Um(300), "sleeve": Um(0), "clearance": Um(700)}


def box(card: Size = POKER, depth: int = 17_710, clearance: int = 700, board: int = 400) -> Net:
    return tuck_box(card, Um(depth), clearance=Um(clearance), board=Um(board))


boxes = st.builds(
    box,
    st.builds(size, st.integers(10 * MM, 300 * MM), st.integers(10 * MM, 300 * MM)),
    st.integers(1, 200 * MM),
    st.integers(0, 5 * MM),
    st.integers(50, 3 * MM),
)


def test_54_poker_cards_fit_the_box_on_a4_and_letter() -> None:
    depth = deck_depth(54, **BARE)
    assert depth == 17_710  # 54 × 0.3 × 1.05 + 0.7
    net = box(depth=depth)
    assert net.panel("front").area.size == (64_800, 89_800)  # card + 2 × 0.7 + 0.4
    assert net.panel("left").area.size == (18_110, 89_800)
    assert net.panel("top").area.size == (64_000, 18_110)
    assert net.size == (180_020, 151_420)
    assert net.depth == 17_710
    assert fits(net, PAPERS["a4"], 5_000) and fits(net, PAPERS["letter"], 6_350)
    assert not fits(net, PAPERS["a5"], 5_000)


def test_golden_box() -> None:
    path = Path(__file__).parent / "box.txt"
    made = dump(box())
    if os.environ.get("PNP_GOLDENS") == "write":
        path.write_text(made, encoding="utf-8")
    assert made == path.read_text(encoding="utf-8")


def test_depths_of_decks() -> None:
    assert deck_depth(1, **BARE) == 1_015
    assert deck_depth(54, Um(305), Um(0), Um(0)) == 17_294  # 17,293.5, rounded up
    assert deck_depth(54, Um(300), Um(100), Um(700)) == 22_300  # films instead of air
    assert sleeved(POKER) == (66_000, 91_000)


def test_notch_is_cut_into_the_front_only() -> None:
    net = box()
    front, back = net.panel("front").area, net.panel("back").area
    (outline,) = net.cuts
    middle = (front.x + front.right) / 2
    assert not inside(outline, (middle, front.y + 6_000))
    assert inside(outline, (middle, front.y + 6_100))
    assert inside(outline, (middle - 6_100, front.y + 100))
    assert inside(outline, ((back.x + back.right) / 2, back.y + 100))


@settings(max_examples=30)
@given(boxes)
def test_every_outline_can_be_cut(net: Net) -> None:
    (outline,) = net.cuts
    assert crossings(outline) == []
    assert area(outline) > 0
    assert bounds(outline) == rect(0, 0, *net.size)
    for panel in net.panels:
        a = panel.area
        assert a.width > 0 and a.height > 0
        near = min(a.width, a.height) * 0.01
        for at in (
            (a.x + near, a.y + a.height - near),
            (a.right - near, a.bottom - near),
            (a.x + near, a.y + near),
        ):
            assert inside(outline, at), panel.name


@settings(max_examples=30)
@given(boxes)
def test_parts_fill_the_outline(net: Net) -> None:
    parts = sum(p.area.width * p.area.height for p in net.panels) + sum(
        abs(area(f.outline)) for f in net.flaps
    )
    notch = (
        min(
            12_700,
            max(8_000, int(net.panel("left").area.width / 1.5)),
            net.panel("front").area.width // 3,
        )
        // 2
    )
    assert parts - area(net.cuts[0]) == pytest.approx(3.14159 * notch**2 / 2, rel=0.02, abs=2_000)


@settings(max_examples=30)
@given(boxes)
def test_every_crease_lies_between_two_parts(net: Net) -> None:
    parts = [panel.area for panel in net.panels] + [bounds(flap.outline) for flap in net.flaps]
    assert len(net.creases) == 12 == len(parts) - 1 == len(set(net.creases))
    for path in net.creases:
        assert sum(on_edge(crease(path), part) for part in parts) == 2


@settings(max_examples=30)
@given(boxes)
def test_no_part_lies_on_another_and_no_glue_on_art(net: Net) -> None:
    panels = [panel.area for panel in net.panels]
    assert not any(a.overlaps(b) for i, a in enumerate(panels) for b in panels[:i])
    assert not any(a.overlaps(bounds(flap.outline)) for a in panels for flap in net.flaps)
    (glue,) = net.glue
    assert not any(a.inset(-1_000).overlaps(bounds(glue)) for a in panels)
    flap = next(flap.outline for flap in net.flaps if flap.name == "glue")
    assert crossings(glue) == []
    assert all(inside(flap, at) for at in corners(glue))


sizes = st.builds(size, st.integers(20 * MM, 150 * MM), st.integers(20 * MM, 150 * MM))


@settings(max_examples=30)
@given(
    sizes,
    st.integers(1, 300),
    st.integers(200, 500),
    st.sampled_from((0, 100)),
    st.integers(500, 1_000),
    st.integers(200, 700),
)
def test_deck_goes_in(
    card: Size, count: int, stock: int, sleeve: int, clearance: int, board: int
) -> None:
    depth = deck_depth(count, Um(stock), Um(sleeve), Um(clearance))
    assert depth >= count * (stock + sleeve) + clearance
    net = box(card, depth, clearance, board)
    front, side = net.panel("front").area, net.panel("left").area
    # A crease runs through the middle of the board, so that half of it on either side is lost.
    assert front.width - board >= card.width + clearance
    assert front.height - board >= card.height + clearance
    assert side.width - board == net.depth >= depth
    assert net.panel("back").area.width - board >= card.width
    assert net.panel("right").area.size == side.size


@settings(max_examples=30)
@given(boxes)
def test_flaps_find_room_inside(net: Net) -> None:
    front = net.panel("front").area
    flaps = {flap.name: bounds(flap.outline) for flap in net.flaps}
    assert flaps["top tuck"].height <= front.height / 3
    assert flaps["top tuck"].width < net.panel("top").area.width
    assert flaps["glue"].width <= front.width / 2
    for end in ("top", "bottom"):
        assert (
            flaps[f"{end} left dust"].height + flaps[f"{end} right dust"].height
            < net.panel("back").area.width
        )
        assert flaps[f"{end} left dust"].width < net.panel("left").area.width


def test_thin_deck_gets_a_box_that_folds_and_a_note_about_it() -> None:
    net = box(depth=deck_depth(5, **BARE))
    assert net.panel("left").area.width == LEAST_DEPTH + 400
    assert net.notes[-1] == "the deck needs 2.27 mm; the box is 5 mm deep, the least that folds"
    assert "the least" not in " ".join(box().notes)


@pytest.mark.parametrize(
    ("count", "stock", "said"),
    [
        (0, 300, "a box holds 1 card or more; this deck is empty"),
        (-3, 300, "a box holds 1 card or more; this deck is empty"),
        (10_001, 300, "a box for 10,001 cards is none that can be folded; expected at most 10,000"),
        (54, 0, "the stock of the cards is 0 mm; expected 0.05 mm to 5 mm"),
        (54, 50_000, "the stock of the cards is 50 mm; expected 0.05 mm to 5 mm"),
    ],
)
def test_decks_that_no_box_holds(count: int, stock: int, said: str) -> None:
    with pytest.raises(NetError) as problem:
        deck_depth(count, Um(stock), Um(0), Um(700))
    assert str(problem.value) == said and isinstance(problem.value, ValueError)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"card": size(5 * MM, 88 * MM)},
            "the width of the cards in the box is 5 mm; expected 10 mm to 2000 mm",
        ),
        (
            {"card": size(63 * MM, 3_000 * MM)},
            "the height of the cards in the box is 3000 mm; expected 10 mm to 2000 mm",
        ),
        ({"depth": 0}, "the depth of the box is 0 mm; expected 0 mm to 1000 mm"),
        ({"clearance": -100}, "the clearance of the box is -0.1 mm; expected 0 mm to 20 mm"),
        ({"board": 0}, "the board of the box is 0 mm; expected 0.05 mm to 3 mm"),
    ],
)
def test_measures_that_cannot_be_folded(changed: dict[str, object], said: str) -> None:
    with pytest.raises(NetError) as problem:
        box(**changed)
    assert str(problem.value) == said


def test_eyes_see_an_outline_that_crosses_itself() -> None:
    assert crossings("M0 0L10 10L10 0L0 10Z")
    assert crossings("M0 0L10 0L10 10L5 0L0 10Z")  # touches itself
    assert crossings("M0 0L10 0L10 0L10 10L0 10Z")  # a side without length
    assert not crossings("M0 0L10 0L10 10L0 10Z")
