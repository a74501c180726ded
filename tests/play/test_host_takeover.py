"""Takes many seeded games of Host Takeover; tests that they end and use all that there is."""

from __future__ import annotations

from random import Random

import pytest
from shipped import shipped

from .host_takeover import play
from .series import series

GAME = shipped("host-takeover").game
LOW, HIGH = GAME.players
MANY = {players: series(GAME, ["greedy"] * players, 30) for players in range(LOW, HIGH + 1)}
MIXED = [series(GAME, ["greedy"] + ["random"] * (players - 1), 30) for players in (2, 4)]


@pytest.mark.parametrize("players", MANY)
def test_it_ends(players: int) -> None:
    # Two rich owners of all colonies may live on GO for ever; the timed game is the way out.
    assert MANY[players].ran_out["the game does not end"] <= 2
    assert MANY[players].ran_out.keys() <= {"the game does not end"}


def test_all_is_used() -> None:
    used = frozenset().union(*(each.used for each in [*MANY.values(), *MIXED]))
    assert set(GAME.components["board"].details.spaces) <= used
    for deck in ("quorum", "cytokine"):
        assert {f"{deck}/{card.id}" for card in GAME.components[deck].cards} <= used
    assert {"rent", "rent_group", "rent_1", "rent_2", "rent_3", "rent not asked for"} <= used
    assert {"infect", "auction", "nobody bids", "build", "colony given back"} <= used
    assert {"sale of a cell", "sale of a free card", "GO", "three doubles"} <= used
    assert {"fee at once", "free card at once", "free card in place of a throw"} <= used
    assert {"out by doubles", "out after the last throw"} <= used
    assert {"bankrupt by a player", "bankrupt by the bank"} <= used


def test_colonies_run_out_as_the_rules_foresee() -> None:
    assert "no colony left" in MANY[HIGH].used


def test_a_greedy_player_beats_random_ones() -> None:
    for each in MIXED:
        assert each.seats[0] > 1.5 / each.players


def test_a_seed_gives_the_same_game() -> None:
    games = [play(GAME, Random("7"), ["greedy", "random", "greedy"]) for _ in range(2)]
    assert games[0] == games[1]
