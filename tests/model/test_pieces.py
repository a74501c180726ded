"""What components other than decks say of their sizes, copies and shapes."""

from __future__ import annotations

from pathlib import Path

import pytest

from .toy import findings, game, kit

PLAIN = '<face fill="tint"/>\n'


def with_component(entry: str) -> dict[str, str]:
    return {
        "game.yaml": game(("components:\n", f"components:\n  it: {entry}\n")),
        "templates/toy/plain.xml": PLAIN,
        "aid.md": "# Turn\n\nMove.\n",
    }


@pytest.mark.parametrize(("written", "size"), [("a5", (148, 210)), ("a6", (105, 148)), ("tarot", (69.85, 120.65)), ("134x198", (134, 198))])
def test_a_player_aid_is_a_card_or_a_sheet(tmp_path: Path, written: str, size: tuple[float, float]) -> None:
    made = kit(tmp_path, with_component(f"{{kind: reference, text: aid.md, size: {written}}}"))
    assert made.diagnostics == ()
    assert tuple(made.game.components["it"].size) == tuple(side * 1000 for side in size)


def test_a_deck_is_not_of_the_size_of_a_paper(tmp_path: Path) -> None:
    told = findings(tmp_path, {"game.yaml": game(("    front: front.xml", "    front: front.xml\n    size: a5"))})
    assert '"size": "a5" is not a card size' in told


COPIES = {
    "aids, one a player": ("{kind: reference, text: aid.md}", 4, 2),
    "aids by number": ("{kind: reference, text: aid.md, copies: 3}", 3, 3),
    "aids by an expression": ("{kind: reference, text: aid.md, copies: players.max}", 4, 4),
    "aids for each player": ("{kind: reference, text: aid.md, per_player: 2}", 8, 4),
    "mats by an expression": ("{kind: mat, size: 100x100, front: plain.xml, copies: facts.two * 2}", 4, 4),
    "mats for each player": ("{kind: mat, size: 100x100, front: plain.xml, per_player: 1}", 4, 2),
    "tokens with a reserve": ("{kind: tokens, front: plain.xml, tokens: [{id: t, count: 10, per_player: 1}]}", 10, 2),
    "tokens for no one player": ("{kind: tokens, front: plain.xml, tokens: [{id: t, count: 3, per_player: 0}]}", 3, 3),
    "tokens without a count": ("{kind: tokens, front: plain.xml, tokens: [{id: t, per_player: 3}]}", 12, 6),
    "tokens for each player": ("{kind: tokens, front: plain.xml, tokens: [{id: t, count: facts.two * 4, per_player: facts.two}]}", 8, 4),
}


@pytest.mark.parametrize("case", COPIES)
def test_copies_follow_facts_and_players(tmp_path: Path, case: str) -> None:
    entry, whole, for_two = COPIES[case]
    made = kit(tmp_path, with_component(entry))
    (card,) = made.game.components["it"].cards
    assert (made.diagnostics, card.copies, card.copies_for(2)) == ((), whole, for_two)
    assert card.values.get("count", whole) == whole


WRONG = {
    "copies that are no number": ("{kind: mat, size: 100x100, front: plain.xml, copies: many}", 'error P227 "many": "many" is not defined'),
    "too many copies": ("{kind: reference, text: aid.md, copies: 101}", 'error P227 "copies": expected 1 to 100, found 101'),
    "no copies": ("{kind: reference, text: aid.md, copies: facts.two - 2}", 'error P227 "copies": expected 1 to 100, found 0'),
    "half a copy": ("{kind: reference, text: aid.md, copies: 2.5}", 'error P227 "copies": expected a whole number, found 2.5'),
    "two numbers": ("{kind: reference, text: aid.md, copies: 2, per_player: 1}", 'error P203 "copies" and "per_player" say two numbers'),
    "a token for no player": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, per_player: facts.two - 3}]}",
        'error P205 "per_player": expected a whole number, found facts.two - 3',
    ),
    "a token for a fact that is not there": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, per_player: facts.three}]}",
        'error P205 "per_player": "facts" has no "three"',
    ),
    "fewer tokens than all players need": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, count: 11, per_player: 3}]}",
        'error P205 "count": 11 of "t" are too few for what "per_player" says; all players together need 12',
    ),
    "a million tokens for each player": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, per_player: 1000000}]}",
        'error P805 with "it" the game prints 4,000,000 cards; at most 20,000 are allowed',
    ),
    "a million tokens": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, count: 1000000}]}",
        'error P805 with "it" the game prints 1,000,000 cards; at most 20,000 are allowed',
    ),
    "a million tokens by an expression": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, count: facts.two * 500000}]}",
        'error P805 with "it" the game prints 1,000,000 cards; at most 20,000 are allowed',
    ),
    "a board larger than A1": ("{kind: board, size: 900x900, front: plain.xml}", "game.yaml:7:27: error P226 the board is 900 × 900 mm"),
    "a die that is no cube": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, shape: die, size: 16x20mm}]}",
        'error P218 "size": a die is as high as wide, not 16 × 20 mm',
    ),
    "sides of a standee": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, shape: standee, size: 25x40mm, sides: one}]}",
        'error P218 "sides": what lies on the sides of a standee follows from its shape',
    ),
    "faces of a chip": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, shape: circle, faces: 7}]}",
        'error P218 "faces": a circle has none; it is of die or die-stickers',
    ),
    "the base of a die": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, shape: die, size: 16mm, base: 3mm}]}",
        'error P218 "base": a die has none; it is of standee or slotted-standee',
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_met_is_refused(tmp_path: Path, case: str) -> None:
    entry, told = WRONG[case]
    assert told in findings(tmp_path, with_component(entry))
