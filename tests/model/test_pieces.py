"""What components other than decks say of their sizes, copies and shapes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.check.promises.setup_steps import setup_table

from .toy import findings, game, kit

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
def test_a_player_aid_is_a_card_or_a_sheet(
    tmp_path: Path, written: str, size: tuple[float, float]
) -> None:
    made = kit(tmp_path, with_component(f"{{kind: reference, text: aid.md, size: {written}}}"))
    assert made.diagnostics == ()
    assert tuple(made.game.components["it"].size) == tuple(side * 1000 for side in size)


def test_a_deck_is_not_of_the_size_of_a_paper(tmp_path: Path) -> None:
    told = findings(
        tmp_path,
        {"game.yaml": game(("    front: front.xml", "    front: front.xml\n    size: a5"))},
    )
    assert '"size": "a5" is not a card size' in told


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


def test_each_player_gets_what_it_needs_of_its_pieces_without_the_reserve(tmp_path: Path) -> None:
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


def test_pieces_for_each_player_need_a_colour_for_each(tmp_path: Path) -> None:
    told = findings(tmp_path, {"game.yaml": COLOURED, "templates/toy/plain.xml": PLAIN})
    assert told == (
        "game.yaml:2:36: error P216 players: max 4 is more than the 3 of colours, in which each player needs pieces\n"
        "  game.yaml:5:101: one is said here\n"
        "  hint: list a colour for each player, or lower max:"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sand]", "sand, rose]"),
        ("max: 4", "max: 3"),
        ("per_player: 1", "count: 1"),
        ("players.colours, p", "terms.colour, p"),
    ],
)
def test_colours_that_suffice(tmp_path: Path, old: str, new: str) -> None:
    assert (
        findings(
            tmp_path, {"game.yaml": COLOURED.replace(old, new), "templates/toy/plain.xml": PLAIN}
        )
        == ""
    )


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


def test_a_field_says_whose_a_piece_is(tmp_path: Path) -> None:
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


SEATS = {
    "a field that is not there": (
        ("seat: army", "seat: amry"),
        'error P210 "seat": there is no field "amry"\n  hint: did you mean "army"?',
    ),
    "a list": (
        ("{colour: ~, optional: yes}", "{list: colour}"),
        'error P210 "seat": the field "army" is a list; a piece belongs to one player',
    ),
    "no colours": (
        (", colours: [plum, teal, sand]", ""),
        'error P210 "seat": the game has no players.colours',
    ),
    "another colour": (
        ("knight,plum", "knight,rose"),
        'armies.csv:2:8: error P205 "army": "rose" is none of players.colours',
    ),
    "two seats": (
        ("tokens: armies.csv", "tokens: [{id: a, army: plum, for_each: players.colours}]"),
        'error P205 "for_each": "army" says already whose the piece is\n  hint: take one of them out',
    ),
    "fewer pieces than its player needs": (
        ("tokens: armies.csv", "tokens: [{id: a, army: plum, per_player: 2, count: 1}]"),
        'error P205 "count": 1 of "a" are too few for what "per_player" says; all players together need 2',
    ),
}


@pytest.mark.parametrize("case", SEATS)
def test_a_seat_that_cannot_be(tmp_path: Path, case: str) -> None:
    change, told = SEATS[case]
    assert told in findings(tmp_path, armies(change))


WRONG = {
    "copies that are no number": (
        "{kind: mat, size: 100x100, front: plain.xml, copies: many}",
        'error P227 "many": "many" is not defined',
    ),
    "too many copies": (
        "{kind: reference, text: aid.md, copies: 101}",
        'error P227 "copies": expected 1 to 100, found 101',
    ),
    "no copies": (
        "{kind: reference, text: aid.md, copies: facts.two - 2}",
        'error P227 "copies": expected 1 to 100, found 0',
    ),
    "half a copy": (
        "{kind: reference, text: aid.md, copies: 2.5}",
        'error P227 "copies": expected a whole number, found 2.5',
    ),
    "two numbers": (
        "{kind: reference, text: aid.md, copies: 2, per_player: 1}",
        'error P203 "copies" and "per_player" say two numbers',
    ),
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
    "a board larger than A1": (
        "{kind: board, size: 900x900, front: plain.xml}",
        "game.yaml:7:27: error P226 the board is 900 × 900 mm",
    ),
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
