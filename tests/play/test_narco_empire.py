"""Takes many seeded games of Narco Empire; tests that they end and use all that there is."""

from __future__ import annotations

from random import Random

import pytest
from shipped import shipped

from .narco_empire import play
from .series import Outcome, series

GAME = shipped("narco-empire").game
LOW, HIGH = GAME.players
MANY = {players: series(GAME, ["greedy"] * players, 30) for players in range(LOW, HIGH + 1)}
MIXED = {n: series(GAME, ["greedy"] + ["random"] * (n - 1), 30) for n in range(LOW, HIGH + 1)}


def advanced(ways: list[str], games: int = 30) -> list[Outcome]:
    return [play(GAME, Random(f"a{number}"), ways, advanced=True) for number in range(games)]


ADVANCED = advanced(["greedy"] * HIGH) + advanced(["greedy"] * LOW) + advanced(["random"] * 3)


@pytest.mark.parametrize("players", MANY)
def test_it_ends(players: int) -> None:
    assert not MANY[players].ran_out


def test_the_advanced_game_ends() -> None:
    assert not any(each.ran_out for each in ADVANCED)


def test_all_is_used() -> None:
    used = frozenset().union(*(each.used for each in [*MANY.values(), *MIXED.values()]))
    assert {f"cartel/{card.id}" for card in GAME.components["cartel"].cards} <= used
    for card in GAME.components["narcos"].cards:
        assert f"{card.values['kind']['id']} {card.id}" in used
        assert not card.values["price"] or f"buy {card.id}" in used
    assert {"produce", "ship", "clear out", "sale: dealer", "sale: spare"} <= used
    assert {"buy a crop", "buy what is left", "sale in the turn of another"} <= used
    assert {f"hitman removes {kind}" for kind in ("police", "military", "press")} <= used
    assert {"fine of police", "fine of military", "fine not paid", "flee"} <= used
    assert {"hitman hired", "Cartel card face down", "Press on the last place"} <= used
    assert {"watched by the Shadow", "watched by the Auditor"} <= used


def test_all_of_the_advanced_game_is_used() -> None:
    used = frozenset().union(*(each.used for each in ADVANCED))
    assert {"toll", "sale: contact", "token airstrip", "token harbour", "token bulk"} <= used
    ways = ("stays", "works", "becomes a hitman", "goes with the goods")
    assert {f"worker {way}" for way in ways} <= used


def test_a_greedy_player_beats_random_ones() -> None:
    for players, each in MIXED.items():
        assert each.seats[0] > 1.5 / players


def test_a_seed_gives_the_same_game() -> None:
    games = [play(GAME, Random("7"), ["greedy", "random", "greedy"]) for _ in range(2)]
    assert games[0] == games[1]
