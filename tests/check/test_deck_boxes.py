from __future__ import annotations

from pathlib import Path

import pytest

from tests.model.toy import findings, game

DECK = "  {}: {{kind: deck, front: front.xml, cards: [{{id: a}}]{}}}\n"
BOX = "  {}: {{kind: box, front: front.xml, holds: [{}]}}\n"
TWO = 'warning P241 the deck "cards" lies in "x" and "y"'
NONE = 'warning P241 the deck "more" lies in no box'


@pytest.mark.parametrize(
    ("more", "boxes", "told"),
    [
        ("", {}, ""),
        ("", {"x": "cards, more"}, ""),
        ("", {"x": "cards", "y": "more"}, ""),
        ("", {"x": "cards"}, NONE),
        (", boxed: no", {"x": "cards"}, ""),
        ("", {"x": "cards", "y": "cards, more"}, TWO),
    ],
)
def test_deck_lies_in_one_box(tmp_path: Path, more: str, boxes: dict[str, str], told: str) -> None:
    made = game() + DECK.format("more", more)
    made += "".join(BOX.format(name, holds) for name, holds in boxes.items())
    said = findings(tmp_path, {"game.yaml": made})
    assert (told in said) if told else said == ""
