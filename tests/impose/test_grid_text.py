from .deck import deck, impose, press
from .grid_text import as_text


def test_recto_beside_verso_with_copies_and_brackets() -> None:
    one, two = deck(2)
    first, second = impose([one, one._replace(copy=2), two], press("a6", "short"))
    assert as_text(first) == "deck 1 on 148 × 105 mm\nc1      c1*2   | (c1*2)  (c1)\n"
    assert as_text(second) == "deck 2 on 148 × 105 mm\nc2    .    | .     (c2)\n"


def test_quarter_turns_have_arrows() -> None:
    (sheet,) = impose(deck(2), press("a5", "none"))
    turned = [
        placement._replace(turn=turn)
        for placement, turn in zip(sheet.recto.placements, (90, 270), strict=True)
    ]
    assert (
        as_text(sheet._replace(recto=sheet.recto._replace(placements=tuple(turned))))
        .splitlines()[1]
        .startswith("c1 →")
    )


def test_a_sheet_without_cards_is_its_head() -> None:
    (sheet,) = impose(deck(1), press(duplex="none"))
    assert (
        as_text(sheet._replace(recto=sheet.recto._replace(placements=())))
        == "deck 1 on 210 × 297 mm, recto only\n"
    )
