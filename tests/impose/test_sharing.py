"""Decks that share sheets: as few as there are ways to, no small deck divided, every back behind its
front, no cut between backs that differ there.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shipped import shipped

from pnp.build.imposition import impose_kit
from pnp.build.print_options import PrintOptions
from pnp.face import Face, Group, Item, Shape, Stroke
from pnp.impose import Copy, Document, Duplex
from pnp.impose.documents import Part, documents
from pnp.impose.duplex import verso_slot
from pnp.impose.piece_sheets import piece_sheets
from pnp.impose.sharing import edge_color, least_part, packed
from pnp.units.color import Color
from pnp.units.geometry import Um, moved, size

from .deck import press

POKER = size(63_000, 88_000)
WHITE, RED, SAND = Color("#ffffff"), Color("#cc0000"), Color("#f1deb0")


def box(x: int, y: int, right: int, bottom: int, fill: Color, stroke: int = 0) -> Shape:
    path = f"M{x} {y}L{right} {y}L{right} {bottom}L{x} {bottom}Z"
    return Shape(path, fill, Stroke(RED, Um(stroke)) if stroke else None)


def back(*items: Item, bleed: int = 3_000) -> Face:
    return Face(POKER, Um(bleed), items)


GROUND = box(-3_000, -3_000, 66_000, 91_000, SAND)


@pytest.mark.parametrize(
    ("items", "color"),
    [
        ((), WHITE),
        ((GROUND,), SAND),
        ((GROUND, box(3_000, 3_000, 60_000, 85_000, RED)), SAND),
        ((GROUND, box(2_999, 3_000, 60_000, 85_000, RED)), None),
        ((GROUND, box(3_300, 3_300, 59_700, 84_700, RED, stroke=600)), SAND),
        ((GROUND, box(3_300, 3_300, 59_700, 84_700, RED, stroke=602)), None),
        ((box(0, 0, 63_000, 88_000, RED), GROUND), SAND),
        ((box(0, 0, 63_000, 88_000, RED),), None),
        ((Shape("M-9000 -9000L99000 -9000L99000 99000Z", RED),), None),
        ((Group((GROUND,)),), SAND),
        ((Group((GROUND,), opacity=0.5),), None),
        ((Group((GROUND,), clip=box(3_000, 3_000, 9_000, 9_000, RED).path),), WHITE),
        ((Group((GROUND,), clip=box(0, 0, 63_000, 88_000, RED).path),), None),
        ((GROUND, Group((box(0, 0, 9_000, 9_000, RED),), moved(9_000, 9_000))), SAND),
    ],
)
def test_color_at_the_edge(items: tuple[Item, ...], color: Color | None) -> None:
    assert edge_color(back(*items)) == color


@cache
def ways(length: int, capacity: int) -> list[tuple[int, ...]]:
    """Into which parts a deck may be divided."""
    if length <= capacity:
        return [(length,)]
    most = -(-length // capacity) + 1
    counts = range(2, most + 1)
    parts = (
        p for n in counts for p in product(range(least_part(capacity), capacity + 1), repeat=n)
    )
    return sorted({tuple(sorted(p)) for p in parts if sum(p) == length})


@cache
def fewest(lengths: tuple[int, ...], capacity: int, free: tuple[int, ...] = ()) -> int:
    """Every division of every deck on every choice of sheets."""
    if not lengths:
        return len(free)
    return min(
        fewest(lengths[1:], capacity, filled)
        for parts in ways(lengths[0], capacity)
        for filled in placings(parts, capacity, free)
    )


@cache
def placings(
    parts: tuple[int, ...], capacity: int, free: tuple[int, ...], used: tuple[int, ...] = ()
) -> frozenset[tuple[int, ...]]:
    """What is free on all sheets once parts lie on sheets of their own."""
    if not parts:
        return frozenset([tuple(sorted((*free, *used)))])
    found = set(placings(parts[1:], capacity, free, (*used, capacity - parts[0])))
    for at, room in enumerate(free):
        if room >= parts[0]:
            rest = (*free[:at], *free[at + 1 :])
            found |= placings(parts[1:], capacity, rest, (*used, room - parts[0]))
    return frozenset(found)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 12), min_size=2, max_size=4), st.integers(3, 8))
def test_as_few_sheets_as_there_are_ways_to(lengths: list[int], capacity: int) -> None:
    assert len(packed(lengths, capacity)) == fewest(tuple(sorted(lengths)), capacity)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 120), min_size=1, max_size=9), st.sampled_from([1, 3, 4, 8, 9, 16]))
def test_decks_run_on_in_order_and_small_ones_stay_whole(lengths: list[int], capacity: int) -> None:
    sheets = packed(lengths, capacity)
    assert all(sum(run.stop - run.start for run in sheet) <= capacity for sheet in sheets)
    for deck, length in enumerate(lengths):
        runs = [run for sheet in sheets for run in sheet if run.deck == deck]
        assert [run.start for run in runs] == [0, *(run.stop for run in runs[:-1])]
        assert runs[-1].stop == length
        least = -(-length // capacity)
        assert len(runs) == 1 if length <= capacity else len(runs) <= least + 1
        assert len(runs) == 1 or min(run.stop - run.start for run in runs) >= least_part(capacity)


@pytest.mark.parametrize(
    ("lengths", "capacity", "sheets"),
    [
        ([9, 30, 4], 9, 5),
        ([96, 24, 40, 8], 9, 19),
        ([16, 68, 20, 4], 9, 12),
        ([20, 10, 10, 6], 9, 6),
        ([40, 10, 10, 10, 10, 4, 6], 16, 6),
        ([10_000], 9, 1_112),
    ],
)
def test_decks_as_those_of_the_games(lengths: list[int], capacity: int, sheets: int) -> None:
    assert len(packed(lengths, capacity)) == sheets


@pytest.mark.parametrize(
    ("game", "sheets"),
    [
        ("organ-trail", 5),
        ("organ-match", 19),
        ("narco-empire", 12),
        ("police-precinct", 15),
        ("host-takeover", 6),
    ],
)
def test_cards_and_aids_of_the_shipped_games(game: str, sheets: int) -> None:
    made = impose_kit(shipped(game), PrintOptions(press())).documents
    assert [len(one.sheets) for one in made if one.name == "cards"] == [sheets]


def decks(*counts: int, backs: tuple[Face, ...] = ()) -> list[Part]:
    faces = backs or (back(GROUND),) * len(counts)
    return [
        Part(
            name,
            name.title(),
            [Copy(name, f"{name}-{n}", 1, back(), face) for n in range(count)],
        )
        for name, count, face in zip("abcdefg", counts, faces, strict=False)
    ]


def shown(document: Document) -> list[str]:
    return [sheet.title for sheet in document.sheets]


def test_small_line_says_which_deck_lies_where() -> None:
    (cards,) = documents("Harbour", decks(10, 5), press()).documents
    assert shown(cards) == ["A", "A 1–3, B 4–8"]


def test_every_deck_has_sheets_of_its_own_where_that_is_asked_for() -> None:
    alone = press()._replace(separate=True)
    (cards,) = documents("Harbour", decks(10, 5), alone).documents
    assert shown(cards) == ["A", "A", "B"]


@pytest.mark.parametrize(
    ("gutter", "other", "sheets"),
    [("0", back(GROUND), 1), ("0", back(), 2), ("0", back(RED_EDGE := box(0, 0, 9, 9, RED)), 2)]
    + [("1mm", back(RED_EDGE), 1)],
)
def test_cuts_are_shared_where_backs_are_alike_there(gutter: str, other: Face, sheets: int) -> None:
    parts = decks(4, 5, backs=(back(GROUND), other))
    (cards,) = documents("Harbour", parts, press(gutter=gutter)).documents
    assert len(cards.sheets) == sheets


@pytest.mark.parametrize(
    ("counts", "paper", "separate", "sheets", "gaps"),
    [
        ((3, 6), "a4", False, [9], [6_000]),
        ((3, 3, 3), "a4", False, [9], [6_000, 6_000]),
        ((3, 3, 3), "letter", False, [9], [2_700, 2_700]),
        ((4, 4), "a4", False, [8], [6_000]),
        ((4, 5), "a4", False, [4, 5], []),
        ((3, 6), "a4", True, [3, 6], []),
        ((10, 2), "a4", False, [9, 3], [6_000]),
    ],
    ids=["two", "three", "a narrow gutter", "on lying paper", "no room", "separate", "the rest"],
)
def test_gutter_between_decks_that_share_no_cuts(
    counts: tuple[int, ...], paper: str, separate: bool, sheets: list[int], gaps: list[int]
) -> None:
    parts = decks(*counts, backs=(back(GROUND), back(), back(RED_EDGE)))
    how = press(paper)._replace(separate=separate)
    (cards,) = documents("Harbour", parts, how).documents
    assert [len(sheet.recto.placements) for sheet in cards.sheets] == sheets
    tops = sorted({(one.trim.y, one.trim.bottom) for one in cards.sheets[-1].recto.placements})
    between = [top - bottom for (_, bottom), (top, _) in zip(tops, tops[1:], strict=False)]
    assert [gap for gap in between if gap] == gaps


COUNTS = st.lists(st.integers(1, 14), min_size=2, max_size=3)
UNLIKE = (back(GROUND), back(), back(RED_EDGE))


@settings(max_examples=25, deadline=None)
@given(COUNTS, st.sampled_from(["a4", "letter"]), st.sampled_from(["long", "short", "fold"]))
def test_decks_with_a_gutter_between_them(counts: list[int], paper: str, duplex: str) -> None:
    parts = decks(*counts, backs=UNLIKE)
    (cards,) = documents("Harbour", parts, press(paper, duplex)).documents
    apart = press(paper, duplex)._replace(separate=True)
    (alone,) = documents("Harbour", parts, apart).documents
    assert len(cards.sheets) <= len(alone.sheets)
    placed: list[tuple[str, str, str]] = []
    for sheet in cards.sheets:
        sides = [*sheet.recto.placements, *(sheet.verso.placements if sheet.verso else ())]
        placed += [(one.component, one.card, one.side) for one in sides]
        fronts = [one for one in sides if one.side == "front"]
        assert [one.slot for one in fronts] == list(range(len(fronts)))
        by_slot = {one.slot: one for one in fronts}
        for one in sides:
            if one.side == "back":
                front = by_slot[one.slot]
                assert (front.component, front.card) == (one.component, one.card)
                behind = verso_slot(front.trim, sheet.paper, Duplex(duplex))
                assert (one.trim, one.turn) == behind
        for side in (sheet.recto, sheet.verso):
            for one in side.placements if side else ():
                for other in side.placements if side else ():
                    if one.component != other.component:
                        assert not one.trim.inset(-500).overlaps(other.trim)
                        assert not one.clip.overlaps(other.clip)
    wanted = [(p.component, c.card, side) for p in parts for c in p.copies for side in SIDES]
    assert sorted(placed) == sorted(wanted)


SIDES = ("front", "back")


@pytest.mark.parametrize("duplex", ["long", "short", "fold"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_backs_lie_behind_fronts_on_shared_sheets(paper: str, duplex: str) -> None:
    backs = tuple(back(GROUND, box(9_000, 9_000, 20_000, 20_000 + n, RED)) for n in range(3))
    parts = decks(7, 11, 5, backs=backs)
    (cards,) = documents("Harbour", parts, press(paper, duplex)).documents
    placed = 0
    for sheet in cards.sheets:
        sides = [*sheet.recto.placements, *(sheet.verso.placements if sheet.verso else ())]
        fronts = {one.trim: one for one in sides if one.side == "front"}
        for one in sides:
            if one.side == "back":
                front = fronts[verso_slot(one.trim, sheet.paper, Duplex(duplex))[0]]
                assert (front.component, front.card) == (one.component, one.card)
                assert one.face is backs["abc".index(one.component)]
                placed += 1
    assert placed == 23


def test_a_thousand_backs_of_two_edges_are_two_groups() -> None:
    """Each back was a deck of its own to pack: more than Python may call inside each other."""
    looks = [back(GROUND, box(9_000, 9_000, 20_000, 9_100 + n, RED)) for n in range(1_100)]
    looks += [back(box(9_000, 9_000, 20_000, 9_100 + n, RED)) for n in range(9)]
    copies = [Copy("a", f"a-{n}", 1, back(), look) for n, look in enumerate(looks)]
    (cards,) = documents("Harbour", [Part("a", "A", copies)], press()).documents
    assert len(cards.sheets) == 124
    assert [one.card for one in cards.sheets[0].recto.placements] == [f"a-{n}" for n in range(9)]


def test_sizes_and_backs_keep_decks_apart() -> None:
    tarot = Face(size(70_000, 120_000), Um(3_000), ())
    other = Part("t", "T", [Copy("t", "t", 1, tarot, tarot)])
    bare = Part("u", "U", [Copy("u", "u", 1, back(), None)])
    made = documents("Harbour", [*decks(4), other, bare], press()).documents
    assert [(one.name, len(one.sheets)) for one in made] == [("cards", 2), ("cards-one-sided", 1)]


# --- pieces that share their cuts


def chips(count: int, *items: Item) -> list[Copy]:
    front = Face(size(12_000, 12_000), Um(1_000), items)
    return [Copy("chips", "chip", n, front, None) for n in range(count)]


PALE = box(-1_000, -1_000, 13_000, 13_000, SAND)
INSIDE, ACROSS = box(700, 700, 11_300, 11_300, RED), box(600, 700, 11_300, 11_300, RED)


@pytest.mark.parametrize(
    ("count", "items", "gutter", "columns", "gap"),
    [
        (36, (PALE, INSIDE), "0", 6, 0),
        (30, (PALE, INSIDE), "0", 6, 0),
        (36, (PALE, ACROSS), "0", 12, 2_000),
        (36, (PALE, INSIDE), "3mm", 12, 3_000),
    ],
    ids=["a block", "as few cuts as can be", "art at the edge", "a gutter"],
)
def test_pieces_with_a_rim_of_one_color_share_their_cuts(
    count: int, items: tuple[Item, ...], gutter: str, columns: int, gap: int
) -> None:
    (sheet,) = piece_sheets({"chips": "Chips"}, chips(count, *items), press(gutter=gutter)).sheets
    placed = sheet.recto.placements
    first, second = placed[:2]
    assert second.trim.x - first.trim.right == gap
    assert sum(one.trim.y == first.trim.y for one in placed) == columns


def test_no_piece_is_inked_over_another_and_bleed_stays_outside() -> None:
    copies = chips(4, PALE, INSIDE)
    (sheet,) = piece_sheets({"chips": "Chips"}, copies, press()).sheets
    placed = sheet.recto.placements
    assert not any(
        one.clip.overlaps(other.trim) for one in placed for other in placed if one != other
    )
    first, last = placed[0], placed[-1]
    assert (first.trim.x - first.clip.x, first.trim.y - first.clip.y) == (1_000, 1_000)
    assert (last.clip.right - last.trim.right, last.clip.bottom - last.trim.bottom) == (
        1_000,
        1_000,
    )
