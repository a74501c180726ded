"""Organ Trail's decks hold what its rules say."""

from collections import Counter

import pnp

GAME = "organ-trail"


def test_the_decks_have_their_cards():
    game = pnp.load_game(GAME)
    assert {deck.id: deck.total for deck in game.components.values() if deck.kind == "deck"} == {
        "criminals": 9,
        "organs": 30,
    }
    by_trade: Counter[str] = Counter()
    for card in game.components["organs"].cards:
        by_trade[card.values["trade"]["id"]] += card.copies
    assert by_trade == {"human": 10, "gourmet": 10, "medicinal": 10}


def test_each_trade_has_each_pair_of_sides_once():
    criminals = pnp.load_game(GAME).components["criminals"].cards
    found = sorted(
        (card.values["trade"]["id"], card.values["low"], card.values["high"]) for card in criminals
    )
    assert found == sorted(
        (trade, low, 7 - low) for trade in ("human", "gourmet", "medicinal") for low in (1, 2, 3)
    )


def test_nothing_is_wrong_with_it():
    assert pnp.check_game(GAME) == []
