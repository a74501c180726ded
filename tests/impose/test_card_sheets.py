import os
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from pnp.face import Face, Shape, Text, walk
from pnp.impose import Copy, Duplex, Placement, Sheet
from pnp.impose.documents import LEAST_GUTTER, Part, by_back, documents, split_sided
from pnp.impose.duplex import verso_slot
from pnp.impose.nup import DoesNotFit
from pnp.impose.sheet_marks import LabelText
from pnp.units.geometry import rect, size

from .deck import Monospace, deck, face, impose, press
from .grid_text import as_text

GOLDEN = Path(__file__).with_name("sheets.txt")
WORDS = LabelText("Harbour", Monospace())

CASES = {
    f"{paper} {duplex} {size} {count}": (paper, duplex, size, count)
    for paper in ("a4", "letter")
    for duplex in ("long", "short", "fold", "none")
    for size, count in (("poker", 13), ("mini-euro", 20))
}


def goldens() -> dict[str, str]:
    found: dict[str, str] = {}
    for section in GOLDEN.read_text(encoding="utf-8").split("=== ")[1:]:
        name, _, body = section.partition("\n")
        found[name] = body.rstrip("\n") + "\n"
    return found


def test_sheets_look_as_in_the_golden_file() -> None:
    made = {
        name: "".join(as_text(sheet) for sheet in impose(deck(count, size), press(paper, duplex)))
        for name, (paper, duplex, size, count) in CASES.items()
    }
    if os.environ.get("PNP_UPDATE_GOLDENS"):
        GOLDEN.write_text(
            "\n".join(f"=== {name}\n{body}" for name, body in made.items()), encoding="utf-8"
        )
    assert made == goldens()


def test_one_placement_in_full() -> None:
    (sheet,) = impose(deck(2), press())
    front, back = sheet.recto.placements[1], sheet.verso.placements[1]
    trim = rect(73_500, 16_500, 63_000, 88_000)
    assert front[1:9] == (
        "deck",
        "c2",
        1,
        "front",
        1,
        trim,
        0,
        rect(73_500, 13_500, 66_000, 94_000),
    )
    assert back[1:9] == ("deck", "c2", 1, "back", 1, trim, 0, rect(70_500, 13_500, 66_000, 94_000))
    assert (sheet.component, sheet.title, sheet.number, sheet.paper) == (
        "deck",
        "Deck",
        1,
        size(210_000, 297_000),
    )


def test_one_sided_cards_under_a_fold_fill_the_whole_sheet() -> None:
    (sheet,) = impose(deck(9, sided=1), press(duplex="fold"))
    assert len(sheet.recto.placements) == 9


def test_split_sided_parts_cards_with_backs_from_those_without() -> None:
    mixed = [*deck(2), *deck(1, sided=1), *deck(1)]
    backed, one_sided = split_sided(mixed)
    assert ([copy.back is None for copy in backed], [copy.back is None for copy in one_sided]) == (
        [False] * 3,
        [True],
    )


def test_faces_of_two_sizes_are_refused() -> None:
    with pytest.raises(ValueError):
        impose([*deck(1), *deck(1, "tarot")], press())


def test_back_that_stays_off_the_paper_is_not_measured() -> None:
    copies = [copy._replace(back=face(size(1_000, 1_000))) for copy in deck(1)]
    assert len(impose(copies, press(duplex="none"))) == 1


def test_no_cards_make_no_sheets() -> None:
    assert documents("Harbour", [Part("deck", "Deck", [])], press()).documents == ()


def test_card_larger_than_the_paper() -> None:
    with pytest.raises(DoesNotFit, match="a3"):
        impose(deck(1, "205x290"), press())


def backs_of(sheet: Sheet) -> set[Face]:
    return {placement.face for placement in sheet.verso.placements}


@pytest.mark.parametrize("gutter", ["0", "1um", "0.99mm"])
def test_shared_cuts_never_mix_backs(gutter: str) -> None:
    """A gutter that no knife keeps apart was taken for one."""
    sheets = impose(deck(20, backs=2), press(gutter=gutter))
    assert [[p.card for p in sheet.recto.placements] for sheet in sheets] == [
        [f"c{n}" for n in range(1, 18, 2)],
        ["c19", "c20"],
        [f"c{n}" for n in range(2, 19, 2)],
    ]
    assert [len(backs_of(sheet)) for sheet in sheets] == [1, 2, 1]
    upper, lower = (one.trim for one in sheets[1].recto.placements)
    assert (lower.x, lower.y - upper.bottom) == (upper.x, 6_000)


def test_with_a_gutter_backs_may_stand_side_by_side() -> None:
    assert len(backs_of(impose(deck(20, backs=2), press(gutter="1mm"))[0])) == 2
    first, *_ = impose(deck(20, backs=2), press(gutter="6mm"))
    assert [p.card for p in first.recto.placements] == [f"c{n}" for n in range(1, 9)]
    assert len(backs_of(first)) == 2


def test_backs_that_look_alike_are_one_back() -> None:
    copies = [copy._replace(back=face(copy.front.size)) for copy in deck(3)]
    assert len({id(copy.back) for copy in copies}) == 3
    assert len(by_back(copies)) == 1


def test_largest_bleed_of_front_and_back_counts() -> None:
    copies = [copy._replace(back=face(copy.front.size, bleed=4_000)) for copy in deck(1)]
    (sheet,) = impose(copies, press())
    placed = sheet.recto.placements[0]
    assert placed.clip == placed.trim.inset(-4_000)


def parts() -> list[Part]:
    return [
        Part("deck", "Deck", deck(10)),
        Part("notes", "Notes", deck(2, sided=1)),
        Part("tall", "Tall", deck(1, "tarot")),
    ]


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_two_sided_documents_have_a_verso_on_every_sheet(duplex: str) -> None:
    cards, one_sided = documents("Harbour", parts(), press(duplex=duplex)).documents
    assert (cards.name, cards.title, cards.duplex) == ("cards", "Harbour – cards", Duplex(duplex))
    assert [(sheet.component, sheet.number, sheet.verso is None) for sheet in cards.sheets] == [
        ("deck", 1, False),
        ("deck", 2, False),
        ("tall", 1, False),
    ]
    assert (one_sided.name, one_sided.duplex) == ("cards-one-sided", Duplex.NONE)
    assert [(sheet.component, sheet.verso) for sheet in one_sided.sheets] == [("notes", None)]


def test_fronts_alone_are_one_document() -> None:
    (cards,) = documents("Harbour", parts(), press(duplex="none")).documents
    assert cards.duplex is Duplex.NONE
    titles = [sheet.title for sheet in cards.sheets]
    assert titles == ["Deck", "Deck 1–3, Notes 4–5", "Tall"]
    assert all(sheet.verso is None for sheet in cards.sheets)


def test_what_is_folded_and_what_is_not_are_two_documents() -> None:
    cards, one_sided = documents("Harbour", parts(), press(duplex="fold")).documents
    assert [(d.name, d.duplex) for d in (cards, one_sided)] == [
        ("cards", Duplex.FOLD),
        ("cards-one-sided", Duplex.NONE),
    ]
    assert list(dict.fromkeys(sheet.component for sheet in cards.sheets)) == ["deck", "tall"]
    assert [sheet.component for sheet in one_sided.sheets] == ["notes"]
    assert all(sheet.verso is None for sheet in (*cards.sheets, *one_sided.sheets))


def test_without_two_sided_cards_there_is_one_document() -> None:
    (only,) = documents("Harbour", parts()[1:2], press()).documents
    assert (only.name, only.duplex) == ("cards-one-sided", Duplex.NONE)


def test_one_component_with_and_without_backs_goes_to_both_documents() -> None:
    mixed = Part("deck", "Deck", [*deck(2), *deck(1, sided=1)])
    cards, one_sided = documents("Harbour", [mixed], press()).documents
    assert (len(cards.sheets[0].recto.placements), len(one_sided.sheets[0].recto.placements)) == (
        2,
        1,
    )
    (fronts,) = documents("Harbour", [mixed], press(duplex="none")).documents
    assert len(fronts.sheets[0].recto.placements) == 3


def test_sheets_without_room_for_the_line_are_named() -> None:
    assert documents("Harbour", parts(), press(), (Monospace(),)).unlabelled == ()
    tight = press("191x266", margin="1mm")
    assert documents("Harbour", parts()[:1], tight, (Monospace(),)).unlabelled == ("deck",)
    assert documents("Harbour", parts()[:1], tight).unlabelled == ()


def texts(items: tuple) -> list[str]:
    return [item.text for item in walk(items) if isinstance(item, Text)]


def test_every_side_says_what_it_is() -> None:
    first, second = impose(deck(10), press(), WORDS)
    assert texts(first.recto.marks) == [
        "100 mm",
        "Harbour · Deck · sheet 1 of 2 · front · print at 100 %",
    ]
    assert texts(second.verso.marks) == [
        "100 mm",
        "Harbour · Deck · sheet 2 of 2 · back · print at 100 %",
    ]
    (folded,) = impose(deck(2), press(duplex="fold"), WORDS._replace(note="DRAFT"))
    assert (
        texts(folded.recto.marks)[1]
        == "DRAFT · Harbour · Deck · sheet 1 of 1 · front + back · print at 100 %"
    )


def black(items: tuple) -> list[Shape]:
    return [item for item in items if isinstance(item, Shape)]


def test_marks_are_on_rectos_only_and_can_be_left_out() -> None:
    (marked,) = impose(deck(9), press())
    (bare,) = impose(deck(9), press(crop_marks=False))
    assert (
        len(black(marked.recto.marks)),
        len(black(marked.verso.marks)),
        len(bare.recto.marks),
    ) == (1, 0, 0)
    (folded,) = impose(deck(2), press(duplex="fold", crop_marks=False))
    assert len(black(folded.recto.marks)) == 2, "the fold line stays"


decks = st.tuples(
    st.integers(1, 70), st.sampled_from(["poker", "mini-euro", "tarot", "square", "88x63", "31.751x44.451"]), st.integers(1, 3)
)  # fmt: skip
presses = st.builds(
    press,
    st.sampled_from(["a4", "letter", "a3", "210.001x297.003", "250x250", "8.5x11in"]),
    st.sampled_from(["long", "short", "fold", "none"]),
    st.sampled_from(["0", "1mm", "3mm", "6mm"]),
    st.sampled_from(["0", "5mm", "10mm"]),
    st.booleans(),
)


def card_sheets(copies: list[Copy], how, words: LabelText | None = None) -> tuple[Sheet, ...]:
    """The sheets of a deck that fits on its paper; other cases are thrown away."""
    try:
        return impose(copies, how, words)
    except DoesNotFit:
        reject()


def sides(sheets: tuple[Sheet, ...]) -> list[tuple[Sheet, tuple[Placement, ...]]]:
    return [
        (sheet, side.placements) for sheet in sheets for side in (sheet.recto, sheet.verso) if side
    ]


@settings(max_examples=30, deadline=None)
@given(decks, presses)
def test_every_copy_is_placed_once_and_meets_its_back(chosen: tuple[int, str, int], how) -> None:
    count, trim, backs = chosen
    copies = deck(count, trim, backs=backs)
    sheets = card_sheets(copies, how)
    expected = {"front": 1} if how.duplex is Duplex.NONE else {"front": 1, "back": 1}
    placed = Counter(
        (p.card, p.copy, p.side) for _, placements in sides(sheets) for p in placements
    )
    assert placed == {(copy.card, copy.copy, side): 1 for copy in copies for side in expected}
    by_id: dict[str, Copy] = {copy.card: copy for copy in copies}
    for sheet in sheets:
        everything = [p for side in (sheet.recto, sheet.verso) if side for p in side.placements]
        fronts = {p.slot: p for p in everything if p.side == "front"}
        assert list(fronts) == list(range(len(fronts)))
        assert (sheet.verso is None) is (how.duplex in (Duplex.FOLD, Duplex.NONE))
        for back in (p for p in everything if p.side == "back"):
            front = fronts[back.slot]
            assert (back.card, back.copy) == (front.card, front.copy)
            assert back.face == by_id[back.card].back and front.face == by_id[front.card].front
            assert verso_slot(front.trim, sheet.paper, how.duplex) == (back.trim, back.turn)
            assert verso_slot(front.clip, sheet.paper, how.duplex)[0] == back.clip
        if how.gutter < LEAST_GUTTER and how.duplex is not Duplex.NONE:
            behind = [p for p in everything if p.side == "back"]
            for one, other in combinations(behind, 2):
                near = one.trim.inset(-(LEAST_GUTTER // 2)).overlaps(other.trim)
                assert not near or one.face == other.face


@settings(max_examples=25, deadline=None)
@given(decks, presses)
def test_trims_keep_the_margin_and_no_two_clips_overlap(chosen: tuple[int, str, int], how) -> None:
    for sheet, placements in sides(card_sheets(deck(chosen[0], chosen[1]), how)):
        page = rect(0, 0, *sheet.paper)
        assert all(
            page.inset(how.margin).contains(p.trim) and page.contains(p.clip) for p in placements
        )
        assert not any(
            a.clip.overlaps(b.clip) for i, a in enumerate(placements) for b in placements[:i]
        )
        if how.duplex is Duplex.FOLD:
            fronts = [p.clip for p in placements if p.side == "front"]
            backs = [p.clip for p in placements if p.side == "back"]
            assert (
                max(clip.bottom for clip in fronts)
                < sheet.paper.height / 2
                < min(clip.y for clip in backs)
            )
