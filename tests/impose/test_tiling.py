from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pnp.impose.tiling import cuts, parts, pieces

OVERLAP = 10


@pytest.mark.parametrize(
    ("length", "reach", "count"),
    [
        (200, 200, 1),
        (201, 200, 2),
        (390, 200, 2),
        (391, 200, 3),
        (580, 200, 3),
        (581, 200, 4),
        (1, 30, 1),
    ],
)
def test_how_many_pieces(length: int, reach: int, count: int) -> None:
    assert pieces(length, reach, OVERLAP) == count


def test_seams_part_evenly() -> None:
    assert cuts(390, 200, OVERLAP).seams == (190,)
    assert cuts(300, 200, OVERLAP).seams == (145,)
    assert cuts(520, 200, OVERLAP).seams == (170, 340)
    assert cuts(200, 200, OVERLAP) == ((), ())


def test_seam_gives_way_to_the_nearer_side() -> None:
    assert cuts(300, 200, OVERLAP, [(140, 180)]) == ((140,), ())
    assert cuts(300, 200, OVERLAP, [(110, 150)]) == ((150,), ())


def test_between_stretches_that_touch_there_is_a_place() -> None:
    assert cuts(300, 200, OVERLAP, [(100, 160), (160, 200)]) == ((160,), ())
    assert cuts(300, 200, OVERLAP, [(110, 161), (160, 170)]) == ((170,), ())


def test_seams_move_together() -> None:
    # 560 needs three pieces of 200 with 20 to spare in all: the second seam can clear its stretch
    # only where the first makes room.
    assert cuts(560, 200, OVERLAP).seams == (183, 367)
    assert cuts(560, 200, OVERLAP, [(350, 376)]) == ((186, 376), ())


def test_what_cannot_stay_whole_is_told_and_the_first_named_wins() -> None:
    assert cuts(390, 200, OVERLAP, [(0, 100), (180, 200)]) == ((190,), (1,))
    both = [(100, 150), (140, 200)]
    assert cuts(300, 200, OVERLAP, [(99, 191)]).crossed == (0,)
    assert cuts(300, 200, OVERLAP, [(99, 150), (140, 191)]) == ((150,), (1,))
    assert cuts(300, 200, OVERLAP, [(140, 191), (99, 150)]) == ((140,), (1,))
    assert cuts(300, 200, OVERLAP, both).crossed == ()


def test_stretch_of_nothing_bars_nothing() -> None:
    assert cuts(300, 200, OVERLAP, [(145, 145), (150, 140)]) == ((145,), ())


def test_parts_share_the_overlap() -> None:
    assert parts(390, (190,), OVERLAP) == ((0, 200), (190, 390))
    assert parts(390, (), OVERLAP) == ((0, 390),)


def brute(length: int, reach: int, number: int, whole: list[tuple[int, int]]) -> bool:
    """Whether seams exist that cut no stretch, by trying all."""
    free = [
        at for at in range(OVERLAP, length) if not any(start < at < end for start, end in whole)
    ]
    for seams in combinations(free, number - 1):
        edges = (0, *seams, length)
        steps = [after - before for before, after in zip(edges, edges[1:], strict=False)]
        if (
            all(OVERLAP <= step <= reach - OVERLAP for step in steps[:-1])
            and OVERLAP <= steps[-1] <= reach
        ):
            return True
    return False


stretches = st.lists(
    st.tuples(st.integers(0, 120), st.integers(1, 40)).map(lambda pair: (pair[0], sum(pair))),
    max_size=6,
)


@settings(max_examples=50)
@given(st.integers(31, 130), st.integers(30, 60), stretches)
def test_seams_avoid_stretches_whenever_they_can(
    length: int, reach: int, whole: list[tuple[int, int]]
) -> None:
    number = pieces(length, reach, OVERLAP)
    assume(1 < number <= 4)
    seams, crossed = cuts(length, reach, OVERLAP, whole)
    assert len(seams) == number - 1
    assert (not crossed) is brute(length, reach, number, whole)
    assert list(crossed) == [
        i for i, (start, end) in enumerate(whole) if any(start < seam < end for seam in seams)
    ]
    tiles = parts(length, seams, OVERLAP)
    assert all(0 < end - start <= reach for start, end in tiles)
    assert tiles[0][0] == 0 and tiles[-1][1] == length
    assert all(one[1] - two[0] == OVERLAP for one, two in zip(tiles, tiles[1:], strict=False))


def test_among_a_thousand_stretches_the_first_named_stay_whole() -> None:
    crowd = [(start, start + 200) for start in range(1_000)]
    seams, crossed = cuts(1_200, 210, OVERLAP, [(390, 420), *crowd])
    assert len(seams) == 5 and 0 not in crossed and crossed
