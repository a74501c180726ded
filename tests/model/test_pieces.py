"""What components other than decks say of their sizes, copies and shapes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.check.promises.setup_steps import setup_table

from .toy import game, kit

PLAIN = '<face fill="tint"/>\n'


def with_component(entry: str) -> dict[str, str]:
    return {
        "game.yaml": game(("components:\n", f"components:\n  it: {entry}\n")),
        "templates/toy/plain.xml": PLAIN,
        "aid.md": "# Turn\n\nMove.\n",
    }


@pytest.mark.parametrize(
    ("written", "size"),
    [("a5", (148, 210)), ("a6", (105, 148)), ("tarot", (69.85, 120.65)), ("134x198", (134, 198))],
)
def test_player_aid_is_a_card_or_a_sheet(
    tmp_path: Path, written: str, size: tuple[float, float]
) -> None:
    made = kit(tmp_path, with_component(f"{{kind: reference, text: aid.md, size: {written}}}"))
    assert made.diagnostics == ()
    assert tuple(made.game.components["it"].size) == tuple(side * 1000 for side in size)


COPIES = {
    "aids, one a player": ("{kind: reference, text: aid.md}", 4, 2),
    "aids by number": ("{kind: reference, text: aid.md, copies: 3}", 3, 3),
    "aids by an expression": ("{kind: reference, text: aid.md, copies: players.max}", 4, 4),
    "aids for each player": ("{kind: reference, text: aid.md, per_player: 2}", 8, 4),
    "mats by an expression": (
        "{kind: mat, size: 100x100, front: plain.xml, copies: facts.two * 2}",
        4,
        4,
    ),
    "mats for each player": ("{kind: mat, size: 100x100, front: plain.xml, per_player: 1}", 4, 2),
    "tokens with a reserve": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, count: 10, per_player: 1}]}",
        10,
        2,
    ),
    "tokens for no one player": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, count: 3, per_player: 0}]}",
        3,
        3,
    ),
    "tokens without a count": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, per_player: 3}]}",
        12,
        6,
    ),
    "tokens for each player": (
        "{kind: tokens, front: plain.xml, tokens: [{id: t, count: facts.two * 4, per_player: facts.two}]}",
        8,
        4,
    ),
}


@pytest.mark.parametrize("case", COPIES)
def test_copies_follow_facts_and_players(tmp_path: Path, case: str) -> None:
    entry, whole, for_two = COPIES[case]
    made = kit(tmp_path, with_component(entry))
    (card,) = made.game.components["it"].cards
    assert (made.diagnostics, card.copies, card.copies_for(2)) == ((), whole, for_two)
    assert card.values.get("count", whole) == whole


COLOURED = """\
title: Toy
players: {min: 2, max: 4, colours: [plum, teal, sand]}
terms: {colour: {plum: , teal: , sand: , rose: }}
components:
  it: {kind: tokens, front: plain.xml, tokens: [{id: leader, for_each: players.colours, per_player: 1}]}
"""


def test_copies_for_players_leave_the_reserve(tmp_path: Path) -> None:
    text = COLOURED.replace("max: 4", "max: 3").replace("per_player: 1", "per_player: 3, count: 6")
    cards = (
        kit(tmp_path, {"game.yaml": text, "templates/toy/plain.xml": PLAIN})
        .game.components["it"]
        .cards
    )
    assert [sum(card.copies_for(players) for card in cards) for players in (1, 2, 3, None)] == [
        3,
        6,
        9,
        18,
    ]


ARMIES = COLOURED.replace("max: 4", "max: 3").replace(
    "front: plain.xml, tokens: [{id: leader, for_each: players.colours, per_player: 1}]",
    "seat: army, fields: {army: {colour: ~, optional: yes}}, front: plain.xml, tokens: armies.csv",
)
COUNTERS = "id,army,count\nknight,plum,2\narcher,teal,1\nrider,teal,1\nspear,sand,2\nruin,,3\n"


def armies(*changes: tuple[str, str]) -> dict[str, str]:
    """A game for three with an army of its own for each, and pieces that belong to nobody."""
    files = {"game.yaml": ARMIES, "armies.csv": COUNTERS, "templates/toy/plain.xml": PLAIN}
    for old, new in changes:
        assert "".join(files.values()).count(old) == 1
        files = {name: text.replace(old, new) for name, text in files.items()}
    return files


def test_seat_says_whose_a_piece_is(tmp_path: Path) -> None:
    each = "- {id: A1, says: two counters each, kind: per_player, of: it, only: army, each: 2, basis: stated}\n"
    setup = "- {says: a pair each, what: it, only: army, each: 2}\n- {says: the ruins, what: it, only: not army, all: 3}\n"
    made = kit(tmp_path, {**armies(), "rules.yaml": each, "setup.yaml": setup})
    assert made.diagnostics == ()
    cards = made.game.components["it"].cards
    assert [(card.seat, card.copies, card.copies_for(2)) for card in cards] == [
        (1, 2, 2),
        (2, 1, 1),
        (2, 1, 1),
        (3, 2, 0),
        (0, 3, 3),
    ]
    assert [(row.players, row.there) for row in setup_table(made.game)] == [
        (2, 4),
        (2, 3),
        (3, 6),
        (3, 3),
    ]
