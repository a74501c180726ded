"""Takes Organ Trail's data, dice and the ways of the seats; gives one game played to its end.

`greedy` keeps one case open at a time, by its larger side, covers what brings most and draws for
what it wants next; `random` does any legal action. What the rules leave open and a bot decides:

- Whoever wants a trade of which the others hold too much stands off, and nobody need give way.
  `greedy` then tosses what it holds of it; if nobody tossed, such games would end after the rounds
  in which nobody covers a side.
- `random` tosses a card in every second turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from random import Random
from typing import NamedTuple

from pnp.model.game import Game

from .series import Outcome

SECONDS = 40.0
"""Assumed: ten seconds to draw, twenty to choose, ten to move agents and, at times, to score."""
WAYS = ("greedy", "random")
ROUNDS = 500
"""A game that lasts longer does not end."""
FIRST_SIDE = 0.5
"""What a point is worth to `greedy` that comes only when the other side is covered, too."""
EYE = 0.5
"""How far `greedy` may be off when it judges by eye what to draw for: nothing else is luck here."""


class Side(NamedTuple):
    """One side of a criminal: which of the criminals, whether the second, and its number."""

    criminal: int
    second: int
    number: int

    @property
    def other(self) -> tuple[int, int]:
        """Where the other side of the criminal lies."""
        return self.criminal, 1 - self.second


class Seat:
    """What one player has: agents in the supply and the lane, cards and markers by trade."""

    def __init__(self, agents: int, cards: dict[str, int]) -> None:
        self.supply = agents
        self.lane = 0
        self.cards = cards
        self.columns = dict.fromkeys(cards, 0)
        self.points = 0

    @property
    def arrests(self) -> int:
        """In how many arrests this player took part."""
        return sum(self.columns.values())


class Table:
    """A game under way."""

    def __init__(self, game: Game, players: int, dice: Random) -> None:
        facts: dict[str, int] = game.facts
        self.facts, self.dice = facts, dice
        self.criminals = game.components["criminals"].cards
        self.trades = [card.values["trade"]["id"] for card in self.criminals]
        self.sides = [
            Side(at, second, card.values[end])
            for at, card in enumerate(self.criminals)
            for second, end in enumerate(("low", "high"))
        ]
        self.piles: dict[str, int] = {}
        for card in game.components["organs"].cards:
            trade = card.values["trade"]["id"]
            self.piles[trade] = self.piles.get(trade, 0) + card.copies
        start = dict.fromkeys(self.piles, facts["organs_at_start"])
        self.seats = [Seat(facts["agents"], dict(start)) for _ in range(players)]
        for trade, cards in start.items():
            self.piles[trade] -= cards * players
        self.owners: dict[tuple[int, int], Seat] = {}
        self.arrested: set[int] = set()
        self.used: set[str] = set()
        self.covered = False

    def free(self) -> list[Side]:
        """The sides that somebody could cover."""
        return [
            side
            for side in self.sides
            if side.criminal not in self.arrested and side[:2] not in self.owners
        ]

    def held(self, seat: Seat) -> list[Side]:
        """The sides that a player covers."""
        return [side for side in self.sides if self.owners.get(side[:2]) is seat]

    def payable(self, seat: Seat) -> list[Side]:
        """The free sides that a player has the cards for."""
        return [s for s in self.free() if seat.cards[self.trades[s.criminal]] >= s.number]

    def room(self, seat: Seat) -> int:
        """How many agents a player can plant."""
        facts = self.facts
        return min(seat.supply, facts["agents_in_market"] - seat.lane, facts["agents_a_turn"])

    def draw(self, seat: Seat, way: str) -> None:
        """Draws for each agent in the lane: for what is wanted next, else any."""
        for _ in range(seat.lane * self.facts["cards_an_agent"]):
            open_piles = [trade for trade, cards in self.piles.items() if cards]
            if not open_piles:
                self.used.add("all piles empty")
                return
            wanted = self.aim(seat) if way == "greedy" else None
            trade = wanted or self.dice.choice(open_piles)
            self.piles[trade] -= 1
            seat.cards[trade] += 1
            self.used.add(f"organs/{trade}")

    def give(self, seat: Seat, trade: str, cards: int) -> None:
        """Lays cards back on their pile."""
        seat.cards[trade] -= cards
        self.piles[trade] += cards

    def plant(self, seat: Seat, agents: int) -> None:
        """Puts agents into the lane; fewer than none are taken out."""
        seat.supply -= agents
        seat.lane += agents
        self.used.add("plant" if agents > 0 else "recall")

    def withdraw(self, seat: Seat, side: Side) -> None:
        """Takes all agents off a side."""
        del self.owners[side[:2]]
        seat.supply += side.number
        self.used.add("withdraw")

    def corner(self, seat: Seat, side: Side) -> None:
        """Covers a side, and arrests the criminal if the other one was covered."""
        seat.supply -= side.number
        self.give(seat, self.trades[side.criminal], side.number)
        self.owners[side[:2]] = seat
        self.covered = True
        self.used.add("corner")
        if side.other in self.owners:
            self.arrest(side.criminal)

    def arrest(self, criminal: int) -> None:
        """Moves a marker of all who take part, scores, and gives the agents back."""
        trade = self.trades[criminal]
        pair = [side for side in self.sides if side.criminal == criminal]
        owners = [self.owners.pop(side[:2]) for side in pair]
        for seat in set(owners):
            seat.columns[trade] += 1
        for side, seat in zip(pair, owners, strict=True):
            seat.points += side.number * seat.columns[trade]
            seat.supply += side.number
            if seat.points > self.facts["last_circle"]:
                self.used.add("a score marker turned over")
        self.arrested.add(criminal)
        self.used |= {
            f"criminals/{self.criminals[criminal].id}",
            "arrest alone" if owners[0] is owners[1] else "arrest by two",
        }

    def closes(self, side: Side) -> bool:
        """Whether covering a side makes an arrest."""
        return side.other in self.owners

    def likes(self, seat: Seat, side: Side) -> bool:
        """Whether `greedy` would cover a side: a second one, or a larger one while it has none."""
        larger = 2 * side.number > self.facts["sides_of_a_criminal"]
        return self.closes(side) or (larger and seat not in self.owners.values())

    def worth(self, seat: Seat, side: Side) -> float:
        """The points that a side brings its player, those of a first side not in full."""
        times = seat.columns[self.trades[side.criminal]] + 1
        if not self.closes(side):
            return side.number * times * FIRST_SIDE
        alone = self.owners[side.other] is seat
        return (self.facts["sides_of_a_criminal"] if alone else side.number) * times

    def best(self, seat: Seat, sides: list[Side]) -> Side | None:
        """The side that brings a player most of those that `greedy` likes."""
        liked = [side for side in sides if self.likes(seat, side)]
        self.dice.shuffle(liked)
        return max(liked, key=lambda side: self.worth(seat, side)) if liked else None

    def aim(self, seat: Seat) -> str | None:
        """The trade of the side that brings most a turn, once the best of now is paid."""
        spare, now = dict(seat.cards), self.best(seat, self.payable(seat))
        if now:
            spare[self.trades[now.criminal]] -= now.number
        a_turn = max(seat.lane, 1) * self.facts["cards_an_agent"]
        rates: list[tuple[float, str]] = []
        for side in self.free():
            trade = self.trades[side.criminal]
            missing = side.number - spare[trade]
            if side is not now and 0 < missing <= self.piles[trade] and self.likes(seat, side):
                rate = self.worth(seat, side) / (1 + ceil(missing / a_turn))
                rates.append((rate * self.dice.uniform(1 - EYE, 1 + EYE), trade))
        return max(rates)[1] if rates else None

    def clear(self, seat: Seat) -> None:
        """Tosses the cards of the trades in which a player cannot come by enough for any side."""
        for trade, cards in seat.cards.items():
            open_sides = [side for side in self.free() if self.trades[side.criminal] == trade]
            needs = [side.number for side in open_sides if self.likes(seat, side)]
            if cards and (not open_sides or (needs and min(needs) > cards + self.piles[trade])):
                self.used |= {"toss", "a stand-off" if open_sides else "a trade is closed"}
                self.give(seat, trade, cards)

    def greedy(self, seat: Seat) -> None:
        """One action: cover what brings most, else free agents for it, else plant, else pass."""
        self.clear(seat)
        payable = self.payable(seat)
        if now := self.best(seat, [side for side in payable if side.number <= seat.supply]):
            self.corner(seat, now)
            return
        next_one, back = self.best(seat, payable), min(seat.lane, self.facts["agents_a_turn"])
        if next_one and next_one.number <= seat.supply + back:
            self.plant(seat, seat.supply - next_one.number)
        elif next_one and (held := self.held(seat)):
            self.withdraw(seat, held[0])
        elif room := self.room(seat):
            self.plant(seat, room)
        else:
            self.used.add("pass")

    def random(self, seat: Seat) -> None:
        """Any legal action, and before it perhaps a card tossed."""
        dice, facts = self.dice, self.facts
        hand = [trade for trade, cards in seat.cards.items() if cards]
        if hand and dice.random() < 1 / 2:
            self.give(seat, dice.choice(hand), 1)
            self.used.add("toss")
        back = min(seat.lane, facts["agents_a_turn"])
        actions: list[tuple[str, Side | int]] = [("pass", 0)]
        actions += [("plant", agents) for agents in range(1, self.room(seat) + 1)]
        actions += [("plant", -agents) for agents in range(1, back + 1)]
        payable = [side for side in self.payable(seat) if side.number <= seat.supply]
        actions += [("corner", side) for side in payable]
        actions += [("withdraw", side) for side in self.held(seat)]
        name, what = dice.choice(actions)
        if name == "pass":
            self.used.add(name)
        else:
            getattr(self, name)(seat, what)

    def winners(self) -> tuple[int, ...]:
        """Who has the most points, and among these the most arrests."""
        scores = [(seat.points, seat.arrests) for seat in self.seats]
        best = max(scores)
        if sum(points == best[0] for points, _ in scores) > 1:
            self.used.add("tie of points")
        return tuple(at for at, score in enumerate(scores) if score == best)


def play(game: Game, random: Random, ways: Sequence[str]) -> Outcome:
    """One whole game."""
    table = Table(game, len(ways), random)
    turns = stalled = 0
    for rounds in range(1, ROUNDS + 1):
        table.covered = False
        for seat, way in zip(table.seats, ways, strict=True):
            turns += 1
            table.draw(seat, way)
            (table.greedy if way == "greedy" else table.random)(seat)
            if len(table.arrested) == len(table.criminals):
                return Outcome(table.winners(), rounds, turns, (), frozenset(table.used))
        stalled = 0 if table.covered else stalled + 1
        if stalled == table.facts["stalled_rounds"]:
            used = frozenset(table.used | {"nobody covers a side"})
            return Outcome(table.winners(), rounds, turns, (), used)
    return Outcome((), ROUNDS, turns, ("the game does not end",), frozenset(table.used))
