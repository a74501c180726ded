"""A bot plays Organ Trail: it ends, all of it is used, and who plays well wins."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from shipped import GAMES, WORKSPACE

from pnp.load.workspace import disk_for
from pnp.model.game import Game
from pnp.model.read import load_game

from .series import Series, series

GAME = "organ-trail"
ACTIONS = {"plant", "recall", "corner", "withdraw", "toss", "pass", "arrest alone", "arrest by two"}


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(disk_for(WORKSPACE, GAMES[GAME]), GAME)[0]


def thirty(game: Game, ways: Sequence[str]) -> Series:
    return series(game, ways, 30)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_ends_and_nothing_runs_out(game: Game, players: int) -> None:
    done = thirty(game, ["greedy"] * players)
    assert not done.ran_out and not done.lost
    assert done.rounds[2] < 20


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_plays_well_wins_more_than_its_share(game: Game, players: int) -> None:
    for seat in (0, players - 1):
        ways = ["random"] * players
        ways[seat] = "greedy"
        assert thirty(game, ways).seats[seat] > 1.5 / players


def test_all_is_used(game: Game) -> None:
    used = thirty(game, ["greedy"] * 3).used | thirty(game, ["random"] * 3).used
    criminals = game.components["criminals"].cards
    kinds = {f"criminals/{card.id}" for card in criminals}
    trades = {f"organs/{trade}" for trade in game.terms["trade"]}
    assert kinds | trades | ACTIONS <= used


def test_the_same_seed_plays_the_same_games(game: Game) -> None:
    ways = ["greedy", "random"]
    assert series(game, ways, 5, 7) == series(game, ways, 5, 7)
    assert series(game, ways, 5, 7) != series(game, ways, 5, 8)
