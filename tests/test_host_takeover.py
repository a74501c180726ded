"""Host Takeover's decks hold what its rules say."""

import pnp

GAME = "host-takeover"


def test_the_decks_have_their_cards():
    game = pnp.load_game(GAME)
    assert {deck.id: deck.total for deck in game.components.values() if deck.kind == "deck"} == {
        "cells": 20,
        "quorum": 10,
        "cytokine": 10,
    }


def test_groups_have_two_or_three_cells_and_prices_never_fall_along_the_board():
    cells = sorted(
        pnp.load_game(GAME).components["cells"].cards, key=lambda card: card.values["position"]
    )
    groups = [card.values["organ"]["id"] for card in cells]
    assert sorted(groups.count(group) for group in set(groups)) == [2, 2, 2, 2, 3, 3, 3, 3]
    for field in ("price", "rent", "colony_cost"):
        amounts = [card.values[field] for card in cells]
        assert amounts == sorted(amounts)
    assert sum(card.values["price"] for card in cells) == 4700


def test_nothing_is_wrong_with_it():
    assert pnp.check_game(GAME) == []
