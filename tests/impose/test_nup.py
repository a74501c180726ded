import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.impose.nup import DoesNotFit, Grid, clips, grid
from pnp.units.geometry import Rect, Um, card_size, parse_paper, rect, size

MM = 1_000


def fit(card: str, paper: str, margin: int, gutter: int = 0, bleed: int = 3 * MM) -> Grid:
    return grid(parse_paper(paper), Um(margin), Um(gutter), card_size(card), Um(bleed))


# print-specs, capacity of paper: portrait / landscape, the better one counts.
@pytest.mark.parametrize(
    ("card", "counts"),
    [
        ("63x88", [9, 9, 9, 8]),
        ("63.5x88.9", [9, 8, 9, 8]),
        ("59x92", [9, 9, 8, 8]),
        ("44x68", [16, 16, 18, 12]),
        ("70x120", [4, 4, 4, 4]),
        ("70x70", [8, 6, 6, 6]),
    ],
)
def test_capacity_at_gutter_0(card: str, counts: list[int]) -> None:
    papers = [(paper, margin) for paper in ("a4", "letter") for margin in (5 * MM, 10 * MM)]
    assert [len(fit(card, *one).slots) for one in papers] == counts


@pytest.mark.parametrize(("paper", "count"), [("a4", 8), ("letter", 6)])
def test_capacity_with_a_full_bleed_around_each_card(paper: str, count: int) -> None:
    assert len(fit("63.5x88.9", paper, 5 * MM, gutter=6 * MM).slots) == count


def test_landscape_wins_only_with_more_slots() -> None:
    assert fit("44x68", "letter", 5 * MM).paper == (279_400, 215_900)
    assert fit("70x120", "a4", 5 * MM).paper == (210_000, 297_000)
    assert fit("poker", "297x210", 5 * MM).paper == (210_000, 297_000)


def test_clips_at_gutter_0_bleed_outwards_only() -> None:
    found = fit("poker", "a4", 5 * MM)
    inked = clips(found, 9)
    assert inked[0] == rect(7_500, 13_500, 66 * MM, 91 * MM)
    assert inked[4] == found.slots[4]
    assert inked[5] == rect(136_500, 104_500, 66 * MM, 88 * MM)


def test_clips_share_a_gutter_by_halves() -> None:
    found = fit("poker", "a3", 5 * MM, gutter=4 * MM)
    left, right = clips(found, 2)
    assert (left.right, right.x) == (left.x + 3 * MM + 63 * MM + 2 * MM, left.right)


def test_bleed_runs_into_empty_slots_but_not_around_a_corner() -> None:
    found = fit("poker", "a4", 5 * MM)
    inked = clips(found, 4)
    assert inked[3].right == found.slots[3].right + 3 * MM
    assert inked[1].bottom == found.slots[1].bottom, "the bleed of the card below left lies there"
    assert inked[2].bottom == found.slots[2].bottom + 3 * MM


def test_fold_leaves_room_for_both_bleeds() -> None:
    found = grid(parse_paper("a4"), Um(5 * MM), Um(0), card_size("poker"), Um(3 * MM), fold=True)
    assert (found.paper, found.columns, len(found.slots)) == ((297 * MM, 210 * MM), 4, 4)
    assert found.slots[0].bottom == 105 * MM - 6 * MM
    bare = grid(parse_paper("a4"), Um(5 * MM), Um(0), card_size("poker"), Um(0), fold=True)
    assert bare.slots[0].bottom == 105 * MM - 3 * MM


def test_what_does_not_fit_says_where_it_would() -> None:
    with pytest.raises(DoesNotFit) as caught:
        fit("250x300", "a4", 5 * MM)
    error = caught.value
    assert (error.trim, error.paper, error.margin) == (
        (250_000, 300_000),
        (210_000, 297_000),
        5_000,
    )
    assert error.would_do == ("tabloid", "a3", "arch-b", "sra3", "a2")
    assert str(error) == (
        "a piece of 250 × 300 mm does not fit on paper of 210 × 297 mm with 5 mm kept free at each edge; "
        "the next papers that would do: tabloid, a3, arch-b"
    )
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_what_fits_no_paper_says_so() -> None:
    with pytest.raises(DoesNotFit, match="no named paper would do"):
        fit("900x900", "a4", 5 * MM)


def test_fold_needs_room_twice() -> None:
    fit("140x200", "a4", 5 * MM)
    with pytest.raises(DoesNotFit, match="a piece of 140 × 200 mm does not fit") as caught:
        grid(parse_paper("a4"), Um(5 * MM), Um(0), card_size("140x200"), Um(3 * MM), fold=True)
    assert caught.value.would_do == ("tabloid", "arch-b", "sra3", "a2"), (
        "half of a3 is 148.5 mm deep or 210 mm less 11"
    )


lengths = st.one_of(st.integers(8_000, 130_000), st.integers(8_000, 450_000))
cases = st.tuples(
    st.integers(140_000, 450_000), st.integers(140_000, 450_000), st.integers(0, 15_000), st.sampled_from([0, 0, 1, 3_001, 6_000]),
    lengths, lengths, st.integers(0, 3_500), st.booleans(), st.integers(1, 400),
)  # fmt: skip


def rooms(width: int, height: int, margin: int, bleed: int, fold: bool) -> list[tuple[int, int]]:
    """How large one card may be on either orientation of a paper; beside a fold each side keeps
    off it, and an odd micrometre is lost.
    """
    apart = max(2 * bleed, 3_000)
    turns = ((width, height), (height, width))
    return [
        (across - 2 * margin, down // 2 - apart - margin if fold else down - 2 * margin)
        for across, down in turns
    ]


@settings(max_examples=30, deadline=None)
@given(cases)
def test_card_fits_up_to_the_last_micrometre_and_no_further(case: tuple) -> None:
    width, height, margin, gutter, _, _, bleed, fold, _ = case
    found = rooms(width, height, margin, bleed, fold)

    def slots(w: int, h: int) -> int:
        paper, trim = size(width, height), size(w, h)
        return len(grid(paper, Um(margin), Um(gutter), trim, Um(bleed), fold).slots)

    for across, down in found:
        assert slots(across, down) == 1
    for w, h in (
        (max(across for across, _ in found) + 1, 8_000),
        (8_000, max(down for _, down in found) + 1),
    ):
        with pytest.raises(DoesNotFit):
            slots(w, h)


@settings(max_examples=50, deadline=None)
@given(cases)
def test_slots_keep_the_margin_and_clips_never_overlap(case: tuple) -> None:
    width, height, margin, gutter, w, h, bleed, fold, filled = case
    try:
        found = grid(size(width, height), Um(margin), Um(gutter), size(w, h), Um(bleed), fold)
    except DoesNotFit:
        assert not any(
            w <= across and h <= down for across, down in rooms(width, height, margin, bleed, fold)
        )
        return
    page = rect(0, 0, *found.paper)
    printable = page.inset(margin)
    assert len(found.slots) == found.columns * len({slot.y for slot in found.slots})
    assert all(printable.contains(slot) for slot in found.slots)
    assert all(
        b.x - a.right == gutter
        for a, b in zip(found.slots, found.slots[1:], strict=False)
        if a.y == b.y
    )
    inked = clips(found, min(filled, len(found.slots)))
    if len(inked) <= 40:
        assert not any(a.overlaps(b) for i, a in enumerate(inked) for b in inked[:i])
    for slot, clip in zip(found.slots, inked, strict=False):
        assert (
            clip.contains(slot) and page.contains(clip) and Rect.contains(slot.inset(-bleed), clip)
        )
    if fold:
        assert all(2 * clip.bottom <= found.paper.height for clip in inked)
