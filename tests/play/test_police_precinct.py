"""Takes many seeded games of Police Precinct; tests that they end, use all, and reward thinking."""

from __future__ import annotations

from random import Random

from shipped import shipped

from .police_precinct import WAYS, play
from .series import series

GAME = shipped("police-precinct").game
LOW, HIGH = GAME.players
MANY = [[series(GAME, [way] * n, 30) for way in WAYS] for n in range(LOW, HIGH + 1)]


def test_it_ends_and_who_thinks_wins() -> None:
    for greedy, random in MANY:
        assert not greedy.ran_out and not random.ran_out
        assert max(greedy.rounds[2], random.rounds[2]) <= GAME.facts["last_day"]
        assert random.lost >= 0.9 > 0.15 > greedy.lost


def test_all_is_used() -> None:
    used = frozenset().union(*(done.used for pair in MANY for done in pair))
    events, police = ([card.id for card in GAME.components[d].cards] for d in ("events", "police"))
    assert {f"events/{name}" for name in events} <= used
    assert {f"{how} police/{name}" for how in ("words", "symbols") for name in police} <= used
    actions = "draw investigate emergency arrest clear upgrade"
    assert {f"action: {action}" for action in actions.split()} <= used
    assert {"won: evidence", "lost: crime"} <= used


def test_a_seed_gives_the_same_game() -> None:
    games = [play(GAME, Random("7"), ["greedy", "random", "greedy"]) for _ in range(2)]
    assert games[0] == games[1]
