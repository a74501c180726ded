"""A bot plays Police Precinct: it ends, all of it is used, nothing is lost, and who thinks wins."""

from __future__ import annotations

from random import Random

import pytest
from shipped import GAMES, WORKSPACE

from pnp.load.workspace import disk_for
from pnp.model.game import Game
from pnp.model.read import load_game

from .police_precinct import run
from .series import Series, series

NAME = "police-precinct"
GAME: Game = load_game(disk_for(WORKSPACE, GAMES[NAME]), NAME)[0]
PLAYERS = range(GAME.players[0], GAME.players[1] + 1)
GREEDY = {n: series(GAME, ["greedy"] * n, 30) for n in PLAYERS}
RANDOM = {n: series(GAME, ["random"] * n, 30) for n in PLAYERS}


def changed(way: str, players: int, **facts: int) -> Series:
    """Games with other facts, which get where good ones do not and bad ones end before."""
    game = GAME._replace(facts={**GAME.facts, **facts})
    return series(game, [way] * players, 30)


LATE = changed("greedy", 3, start_day_3=15)
LONG = changed("random", 3, crime_spaces=1_000)
CROWD = changed("random", 3, crime_spaces=1_000, setup_punks=22)
"""As the game ships punks and gangs do not run out: its 40 events add 11 punks."""


def ids(component: str) -> list[str]:
    return [card.id for card in GAME.components[component].cards]


@pytest.mark.parametrize("players", PLAYERS)
def test_it_ends_and_nothing_runs_out(players: int) -> None:
    for done in (GREEDY[players], RANDOM[players]):
        assert not done.ran_out
        assert done.rounds[2] <= GAME.facts["last_day"]
    assert not LONG.ran_out


@pytest.mark.parametrize("players", PLAYERS)
def test_who_thinks_wins_more(players: int) -> None:
    assert RANDOM[players].lost > 0.9 > 0.5 > GREEDY[players].lost
    half = series(GAME, ["greedy", "random"], 30)
    assert GREEDY[2].lost < half.lost < RANDOM[2].lost


def test_all_cards_and_tokens_are_used() -> None:
    used = frozenset().union(*(done.used for done in [*GREEDY.values(), *RANDOM.values(), LONG]))
    names = "characters events gangs crime-scene body witness weapon".split()
    kinds = {f"{name}/{card}" for name in names for card in ids(name)}
    police = {f"police/{card} helped" for card in ids("police")}
    words = {f"words: {card.removesuffix('-double')}" for card in ids("police")}
    powers = {f"power: {card.values['power']}" for card in GAME.components["characters"].cards}
    tokens = GAME.components["tokens"].cards
    markers = {f"tokens/{t.id}" for t in tokens if t.values["look"] == "unknown"}
    upgrades = {f"upgrade: {name}" for name in GAME.terms["upgrade"]}
    events = GAME.components["events"].cards
    emergencies = {f"events/{e.id} handled" for e in events if e.values["kind"] == "emergency"}
    lasting = {f"ended: {e.id}" for e in events if e.values["kind"] == "lasting"}
    assert kinds | police | words | powers | markers | upgrades | emergencies | lasting <= used


def test_all_actions_and_ends_are_used() -> None:
    played = [*GREEDY.values(), *RANDOM.values(), LATE, LONG, CROWD]
    used = frozenset().union(*(done.used for done in played))
    actions = "investigate emergency arrest upgrade draw detainees gas-leak escort-van car-theft"
    assert {f"action: {action}" for action in [*actions.split(), "nothing"]} <= used
    crimes = ("urgent", "punks ran out", "gangs ran out", "event deck drawn out", "gas-leak")
    crimes += ("officer-down", "escort-van", "car-theft")
    assert {f"crime: {crime}" for crime in crimes} <= used
    ends = ("won: evidence", "won: murderer", "lost: crime", "lost: evidence late")
    assert {*ends, "lost: murderer"} <= used
    assert {"car changed", "officer carried", "officer helped", "hospital", "hand limit"} <= used
    assert {"donut: move", "donut: investigate", "donut: emergency", "donut: arrest"} <= used


@pytest.mark.parametrize("way", ["greedy", "random"])
def test_no_piece_and_no_card_gets_lost(way: str) -> None:
    facts = GAME.facts
    for number in range(12):
        table, _ = run(GAME, Random(number), [way] * (number % 6 + 1))
        seats = table.players
        jailed = sum(event.punks for event in table.lasting.values())
        assert table.stock["punk"] + sum(table.punks.values()) + jailed == facts["punks"]
        assert table.stock["donut"] + sum(player.donuts for player in seats) == facts["donuts"]
        assert table.stock["officer"] + table.officers.total() == facts["officers"]
        hands = sum(len(player.hand) + len(player.fresh) for player in seats)
        assert len(table.police) + len(table.police_discards) + hands == facts["police_cards"]
        assert len(table.gangs) + len(table.hood_gangs) == facts["gangs"]
        markers = sum(bool(emergency.marker) for emergency in table.emergencies)
        assert len(table.markers) + markers == facts["unknown_markers"]
        laid = len(table.emergencies) + len(table.lasting)
        assert len(table.events) + len(table.past_events) + laid == facts["events"]
        assert len(table.emergencies) <= facts["emergencies_at_once"]


def test_a_seed_gives_the_same_games() -> None:
    ways = ["greedy", "random", "greedy"]
    assert series(GAME, ways, 5, 7) == series(GAME, ways, 5, 7)
    assert series(GAME, ways, 5, 7) != series(GAME, ways, 5, 8)
