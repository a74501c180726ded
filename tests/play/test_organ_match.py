"""A bot plays Organ Match: it ends, all of it is used, and who plays well wins."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from shipped import GAMES, WORKSPACE

from pnp.load.workspace import disk_for
from pnp.model.game import Game
from pnp.model.read import load_game

from .series import Series, series

GAME = "organ-match"
PLAYERS = range(3, 9)
ACTIONS = {
    "a choice of matches",
    "one match",
    "no match",
    "nobody has a match",
    "the waitlist number decides",
    "a loser draws",
    "no influence to draw",
    "for oneself",
    "at a rival",
    "two beside one patient",
    "patients shuffled again",
    "influence shuffled again",
    "the organs are used up",
    "tie of patients",
}


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(disk_for(WORKSPACE, GAMES[GAME]), GAME)[0]


def thirty(game: Game, ways: Sequence[str]) -> Series:
    return series(game, ways, 30)


@pytest.mark.parametrize("players", PLAYERS)
def test_it_ends_and_no_patient_is_lacking(game: Game, players: int) -> None:
    done = thirty(game, ["greedy"] * players)
    assert not done.ran_out and not done.lost
    assert done.rounds[2] <= game.facts["organs"]


@pytest.mark.parametrize("players", PLAYERS)
def test_who_plays_well_wins_more_than_its_share(game: Game, players: int) -> None:
    for seat in (0, players - 1):
        ways = ["random"] * players
        ways[seat] = "greedy"
        assert thirty(game, ways).seats[seat] > 1.5 / players


def test_all_is_used(game: Game) -> None:
    greedy = [thirty(game, ["greedy"] * players).used for players in PLAYERS]
    used = thirty(game, ["random"] * 3).used.union(*greedy)
    cards = {
        f"{deck}/{c.id}" for deck in ("organs", "influence") for c in game.components[deck].cards
    }
    assert cards | ACTIONS <= used


def test_the_same_seed_plays_the_same_games(game: Game) -> None:
    ways = ["greedy", "random", "greedy"]
    assert series(game, ways, 5, 7) == series(game, ways, 5, 7)
    assert series(game, ways, 5, 7) != series(game, ways, 5, 8)
