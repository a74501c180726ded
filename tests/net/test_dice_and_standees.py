"""Dice and standees: what folds onto what, and outlines that can be cut."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets.paths import bounds
from pnp.net import Net, NetError, die_net, die_stickers, standee_fold, standee_slotted
from pnp.units.geometry import MM, Um, rect

from .eyes import area, corners, crease, crossings, inside, on_edge

lengths = st.integers(10 * MM, 100 * MM)
Vector = tuple[int, int, int]


def folded_cube(net: Net, edge: int) -> dict[str, Vector]:
    """The outward normal of each panel when the net is folded away from the reader, found by
    rolling the cube over its net.
    """
    places = {
        panel.name: (panel.area.x // edge, round((panel.area.y - net.panel("1").area.y) / edge))
        for panel in net.panels
    }
    start = places["1"]
    found: dict[str, Vector] = {"1": (0, 0, 1)}
    # Right, down and out of the paper of each panel, as vectors of the folded cube.
    frames: dict[str, tuple[Vector, Vector, Vector]] = {"1": ((1, 0, 0), (0, 1, 0), (0, 0, 1))}
    todo = ["1"]
    assert start == (1, 0)
    while todo:
        name = todo.pop()
        right, down, out = frames[name]
        x, y = places[name]
        for other, (ox, oy) in places.items():
            step = (ox - x, oy - y)
            if other in frames or abs(step[0]) + abs(step[1]) != 1:
                continue
            frames[other] = {
                (1, 0): (_minus(out), down, right),
                (-1, 0): (out, down, _minus(right)),
                (0, 1): (right, _minus(out), down),
                (0, -1): (right, out, _minus(down)),
            }[step]
            found[other] = frames[other][2]
            todo.append(other)
    return found


def _minus(v: Vector) -> Vector:
    return (-v[0], -v[1], -v[2])


@settings(max_examples=20)
@given(st.integers(8 * MM, 100 * MM))
def test_opposite_faces_of_a_die_make_seven(edge: int) -> None:
    net = die_net(Um(edge))
    assert all(panel.area.size == (edge, edge) for panel in net.panels)
    found = folded_cube(net, edge)
    assert sorted(found) == list("123456") and len(set(found.values())) == 6
    for name, out in found.items():
        assert found[str(7 - int(name))] == _minus(out)
    one, two, three = found["1"], found["2"], found["3"]
    turn = sum(one[i] * (two[i - 2] * three[i - 1] - two[i - 1] * three[i - 2]) for i in range(3))
    # With y down the axes are left-handed as seen from outside: -1 is anticlockwise, as on dice of
    # the West.
    assert turn == -1


@settings(max_examples=20)
@given(st.integers(8 * MM, 100 * MM))
def test_die_net_can_be_cut_and_glued(edge: int) -> None:
    net = die_net(Um(edge))
    (outline,) = net.cuts
    assert crossings(outline) == [] and bounds(outline) == rect(0, 0, *net.size)
    parts = [panel.area for panel in net.panels] + [bounds(flap.outline) for flap in net.flaps]
    assert len(net.panels) == 6 and len(net.flaps) == len(net.glue) == 7 and len(net.creases) == 12
    for path in net.creases:
        assert sum(on_edge(crease(path), part) for part in parts) >= 2
    inked = sum(p.area.width * p.area.height for p in net.panels) + sum(
        abs(area(f.outline)) for f in net.flaps
    )
    assert inked == area(outline)
    for flap, glue in zip(net.flaps, net.glue, strict=True):
        assert crossings(glue) == [] and all(inside(flap.outline, at) for at in corners(glue))
        assert not any(panel.area.overlaps(bounds(flap.outline)) for panel in net.panels)


@pytest.mark.parametrize("faces", [-1, 0, 4, 7, 20])
def test_only_cubes(faces: int) -> None:
    for make in (die_net, die_stickers):
        with pytest.raises(
            NetError,
            match=f"a die with {faces} faces cannot be folded from a cube's net; expected 6",
        ) as problem:
            make(Um(16_000), faces)
        assert problem.value.hint


@pytest.mark.parametrize("edge", [0, 7_999, 100_001])
def test_dice_no_one_can_fold(edge: int) -> None:
    with pytest.raises(NetError, match=r"the edge of the die is .* expected 8 mm to 100 mm"):
        die_net(Um(edge))


@settings(max_examples=20)
@given(lengths, lengths, st.integers(6 * MM, 100 * MM))
def test_fold_over_standee(width: int, height: int, base: int) -> None:
    net = standee_fold(Um(width), Um(height), Um(base))
    back, front = net.panel("back"), net.panel("front")
    assert (back.turn, front.turn) == (180, 0)
    assert back.area.bottom == front.area.y and back.area.size == front.area.size == (width, height)
    (outline,) = net.cuts
    assert crossings(outline) == [] and bounds(outline) == rect(0, 0, *net.size)
    # The strip is the same upside down: folded at the head, edge lies on edge.
    assert back.area.y == net.size.height - front.area.bottom == base // 2
    parts = [back.area, front.area] + [bounds(flap.outline) for flap in net.flaps]
    assert [sum(on_edge(crease(path), part) for part in parts) for path in net.creases] == [2, 2, 2]
    assert all(crossings(flap.outline) == [] for flap in net.flaps)


def test_slotted_standee_of_25_mm() -> None:
    net = standee_slotted(Um(25_270), Um(56_820), Um(1_540))
    figure, foot = net.cuts
    assert bounds(figure) == rect(0, 0, 25_270, 56_820)
    assert bounds(foot).size == (25_270, 12_608)
    # Slots of 1.64 by 6.3 mm, the measure of sold ones; both pieces stand on one level.
    assert corners(figure)[3:7] == [
        (13_455, 56_820),
        (13_455, 50_502),
        (11_815, 50_502),
        (11_815, 56_820),
    ]
    assert bounds(foot).bottom == 56_820


@settings(max_examples=25)
@given(lengths, lengths, st.integers(200, 2_000))
def test_slotted_standees_stand_level(width: int, height: int, thickness: int) -> None:
    try:
        net = standee_slotted(Um(width), Um(height), Um(thickness))
    except NetError as problem:
        assert (thickness + 100) * 4 > width - 1 or height < width // 2
        assert problem.hint
        return
    figure, foot = net.cuts
    assert crossings(figure) == [] and crossings(foot) == []
    area_of_foot = net.panel("base").area
    assert not bounds(figure).overlaps(bounds(foot)) and net.size.height == height
    assert area_of_foot.x <= bounds(foot).x and bounds(foot).right <= area_of_foot.right
    slot_top = min(y for x, y in corners(figure) if 0 < x < width and y < height)
    middle = area_of_foot.x + width // 2
    slot_foot = max(
        y for x, y in corners(foot) if abs(x - middle) <= thickness + 100 and y < height
    )
    # What the figure keeps above its slot and the foot below its own makes the whole height of the
    # foot, to the micrometre of rounding.
    assert abs((height - slot_top) + (height - slot_foot) - width // 2) <= 1 + (width // 2) % 2


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: standee_fold(Um(0), Um(50_000), Um(25_400)),
            "the width of a standee is 0 mm; expected 10 mm to 300 mm",
        ),
        (
            lambda: standee_fold(Um(25_000), Um(500_000), Um(25_400)),
            "the height of a standee is 500 mm; expected 10 mm to 300 mm",
        ),
        (
            lambda: standee_fold(Um(25_000), Um(50_000), Um(0)),
            "the base of a standee is 0 mm; expected 6 mm to 100 mm",
        ),
        (
            lambda: standee_slotted(Um(25_000), Um(50_000), Um(0)),
            "the board of a standee is 0 mm; expected 0.2 mm to 5 mm",
        ),
        (
            lambda: standee_slotted(Um(10_000), Um(50_000), Um(3_000)),
            "a slot for board of 3 mm is too wide for a standee 10 mm wide",
        ),
        (
            lambda: standee_slotted(Um(100_000), Um(20_000), Um(1_500)),
            "a standee 100 mm wide and 20 mm high is too low for its slot",
        ),
    ],
)
def test_standees_that_cannot_be(make, said: str) -> None:
    with pytest.raises(NetError) as problem:
        make()
    assert str(problem.value) == said
