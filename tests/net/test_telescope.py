"""Boxes for a kit: every piece is packed with room to spare, tray and lid go into each other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets.paths import bounds
from pnp.net import Net, NetError
from pnp.net.telescope import BOOKLET, BOOKLET_DEPTH, SPARE, Packed, Pile, lid, pack, tray
from pnp.units.geometry import MM, PAPERS, Um, rect, size

from .eyes import area, corners, crease, crossings, fits, inside, on_edge

BOARD = Um(400)
POKER, NOTE = size(63 * MM, 88 * MM), size(100 * MM, 50 * MM)
piles = st.lists(
    st.builds(
        Pile,
        st.sampled_from(["a", "b", "c", "d"]),
        st.sampled_from([POKER, NOTE, size(43 * MM, 68 * MM), size(90 * MM, 130 * MM)]),
        st.integers(1, 90),
        st.sampled_from([100.0, 315.0, 600.0]),
    ),
    max_size=4,
)
depths = st.integers(1 * MM, 83 * MM).map(Um)


def test_two_decks_stand_side_by_side_under_the_booklet() -> None:
    packed, high, outside = pack([Pile("a", POKER, 30, 300), Pile("b", POKER, 10, 300)], 0)
    assert packed == (
        ("a", rect(0, 0, 88_000, 63_000), 0, 6_000),
        ("a", rect(0, 63_000, 88_000, 63_000), 0, 3_000),
        ("b", rect(0, 63_000, 88_000, 63_000), 3_000, 6_000),
        ("booklet", rect(0, 0, *BOOKLET), 6_000, 11_000),
    )
    assert (high, outside) == (11_000, ())


def test_chips_lie_beside_the_cards_and_above_them_where_they_are_more() -> None:
    beside = Packed("bag", rect(0, 126_000, 105_000, 22_000), Um(0), Um(5_195))
    packed, high, _ = pack([Pile("a", POKER, 40, 300)], 12e12)
    assert beside in packed and high == 6_000 + BOOKLET_DEPTH
    packed, high, _ = pack([Pile("a", POKER, 40, 300)], 30e12)
    assert [one.name for one in packed] == ["a", "a", "bag", "bag", "booklet"]
    assert high == 6_000 + BOOKLET_DEPTH + round(
        (30e12 - 105_000 * 22_000 * 6_000) / 105_000 / 148_000
    )


def test_aids_lie_flat_and_what_is_larger_than_the_booklet_stays_outside() -> None:
    aid, sheet = Pile("aid", size(100 * MM, 140 * MM), 4, 300), Pile("sheet", PAPERS["a5"], 1, 300)
    packed, high, outside = pack([aid, sheet], 0)
    assert [one.name for one in packed] == ["aid", "booklet"]
    assert (high, outside) == (1_200 + BOOKLET_DEPTH, ("sheet",))


@settings(max_examples=60)
@given(piles, st.sampled_from([0.0, 5e12, 60e12]))
def test_every_piece_is_packed_once_inside_and_none_in_another(
    given_piles: list[Pile], bag: float
) -> None:
    named = [pile._replace(name=f"{pile.name}{n}") for n, pile in enumerate(given_piles)]
    packed, high, outside = pack(named, bag)
    assert not outside
    for pile in named:
        mine = [one for one in packed if one.name == pile.name]
        tall = sum(one.high - one.low for one in mine)
        assert tall == pytest.approx(pile.height, abs=4 * len(mine))
        assert {tuple(sorted(one.area.size)) for one in mine} == {tuple(sorted(pile.size))} or {one.area.size for one in mine} == {BOOKLET}  # fmt: skip
    if bag:
        room = sum(
            one.area.width * one.area.height * (one.high - one.low)
            for one in packed
            if one.name == "bag"
        )
        assert room == pytest.approx(bag, rel=1e-3)
    for at, one in enumerate(packed):
        assert rect(0, 0, *BOOKLET).contains(one.area) and 0 <= one.low < one.high <= high
        for other in packed[:at]:
            apart = one.low >= other.high or other.low >= one.high
            assert apart or not one.area.overlaps(other.area)


@settings(max_examples=30)
@given(depths)
def test_tray_has_room_to_spare_and_goes_into_the_lid(high: Um) -> None:
    within, over = tray(high, BOARD), lid(high, BOARD)
    base, top = within.panel("bottom").area, over.panel("top").area
    tabs = 3 * BOARD  # half a board at either wall, and a tab behind both
    assert (
        base.width - tabs == BOOKLET.width + SPARE and base.height - tabs == BOOKLET.height + SPARE
    )
    assert within.depth >= high + SPARE
    outer = size(base.width + BOARD, base.height + BOARD)
    assert top.width - tabs - outer.width == 1_000 and top.height - tabs - outer.height == 1_000
    assert over.depth == within.depth - 6 * MM


@settings(max_examples=30)
@given(depths, st.booleans())
def test_every_outline_can_be_cut_and_its_parts_fill_it(high: Um, upper: bool) -> None:
    net: Net = (lid if upper else tray)(high, BOARD)
    (outline,) = net.cuts
    assert crossings(outline) == [] and bounds(outline) == rect(0, 0, *net.size)
    panels = sum(panel.area.width * panel.area.height for panel in net.panels)
    assert area(outline) == pytest.approx(
        panels + sum(abs(area(f.outline)) for f in net.flaps), abs=2
    )
    parts = [panel.area for panel in net.panels] + [bounds(flap.outline) for flap in net.flaps]
    assert len(net.creases) == 8
    for path in net.creases:
        assert sum(on_edge(crease(path), part) for part in parts) == 2
    for flap, glue in zip(net.flaps, net.glue, strict=True):
        assert all(inside(flap.outline, at) for at in corners(glue))
        assert not any(panel.area.inset(-1_000).overlaps(bounds(glue)) for panel in net.panels)


def test_a_part_of_up_to_44_mm_comes_onto_one_sheet() -> None:
    for paper in ("a4", "letter"):
        assert fits(tray(Um(40 * MM), BOARD), PAPERS[paper], 5_000)
    assert not fits(tray(Um(60 * MM), BOARD), PAPERS["a4"], 5_000)


def test_art_is_read_from_outside() -> None:
    turns = {p.name: p.turn for p in lid(Um(20_000), BOARD).panels}
    assert turns == {"top": 0, "front": 0, "back": 180, "left": 90, "right": 270}
    turns = {p.name: p.turn for p in tray(Um(20_000), BOARD).panels}
    assert turns == {"bottom": 0, "front": 180, "back": 0, "left": 270, "right": 90}


def test_what_is_too_deep_is_refused() -> None:
    with pytest.raises(NetError, match="stands 90 mm high; expected at most 83 mm"):
        tray(Um(90 * MM), BOARD)
