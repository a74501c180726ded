"""Takes a bot and plays many games with seeds; gives what came out: lengths, winners by seat, what
ran out, what was used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from statistics import median, quantiles
from typing import NamedTuple

from pnp.model.game import Game

BOTS = {
    "organ-trail": "organ_trail",
    "organ-match": "organ_match",
    "narco-empire": "narco_empire",
    "police-precinct": "police_precinct",
    "host-takeover": "host_takeover",
}
"""The module of each game; it has `play`, SECONDS (that a turn takes at the table) and WAYS."""


class Outcome(NamedTuple):
    """One game: the seats that won (none: the table lost), its rounds and turns, what ran out
    where the rules give no answer, and which kinds of cards and actions were used.
    """

    winners: tuple[int, ...]
    rounds: int
    turns: int
    ran_out: tuple[str, ...]
    used: frozenset[str]


Play = Callable[[Game, Random, Sequence[str]], Outcome]
"""Plays one game: the data, the dice, and the way of each seat (`greedy`, `random`)."""


class Series(NamedTuple):
    """Many games with as many players: lengths as 5 %, median, 95 %; wins by seat as shares."""

    players: int
    games: int
    rounds: tuple[float, float, float]
    minutes: tuple[float, float, float]
    seats: tuple[float, ...]
    lost: float
    ran_out: Counter[str]
    used: frozenset[str]


def bot(game: str) -> tuple[Play, float]:
    """The bot of a game, and the seconds that a turn takes."""
    module = import_module(f"{__package__}.{BOTS[game]}")
    return module.play, module.SECONDS


def series(game: Game, ways: Sequence[str], games: int, seed: int = 1) -> Series:
    """So many games; seat n plays the n-th way. The same seed plays the same games."""
    play, seconds = bot(game.id)
    outcomes = [play(game, Random(f"{seed}-{number}"), ways) for number in range(games)]
    players = len(ways)
    wins: Counter[int] = Counter()
    for outcome in outcomes:
        for seat in outcome.winners:
            wins[seat] += 1
    return Series(
        players,
        games,
        _spread([outcome.rounds for outcome in outcomes]),
        _spread([outcome.turns * seconds / 60 for outcome in outcomes]),
        tuple(wins[seat] / games for seat in range(players)),
        sum(not outcome.winners for outcome in outcomes) / games,
        Counter(what for outcome in outcomes for what in outcome.ran_out),
        frozenset().union(*(outcome.used for outcome in outcomes)),
    )


def _spread(values: Sequence[float]) -> tuple[float, float, float]:
    cuts = quantiles(values, n=20)
    return cuts[0], median(values), cuts[-1]
