"""Takes the data of Narco Empire; gives the table that its bot plays at: decks, bank, cities, rings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from pnp.model.game import Component, Game


class Piece(NamedTuple):
    """A Narcos or setup card."""

    id: str
    kind: str
    mark: str
    round: int
    price: int
    carries: int
    makes: tuple[int, ...]
    crops: tuple[int, ...]
    city: str


class Offer(NamedTuple):
    """Where one may sell: the place on the time line or another sign, the city, what is lost."""

    sign: int | str
    city: str
    penalty: int


def pieces(component: Component) -> list[Piece]:
    """The cards of a deck, each as often as it is printed."""
    cards = []
    for card in component.cards:
        v = card.values
        kind, mark, city = (v[name]["id"] if v[name] else "" for name in ("kind", "mark", "city"))
        numbers = (v["round"] or 0, v["price"] or 0, v["carries"] or 0)
        cards += [Piece(card.id, kind, mark, *numbers, v["makes"], v["crops"], city)] * card.copies
    return cards


@dataclass(eq=False)
class Seat:
    """A player: what lies in front, in the ring and in the hand."""

    greedy: bool
    money: int
    hitmen: int
    crops: int
    lab: int
    workers: int
    ring: dict[str, Piece]
    store: int = 0
    hand: list[str] = field(default_factory=list)

    @property
    def room(self) -> int:
        return self.ring["storage"].carries - self.store

    @property
    def load(self) -> int:
        """How much one activity would ship."""
        return min(self.lab, self.room, self.ring["transport"].carries)

    def output(self, acts: int) -> float:
        """What a turn of so many activities would sell, and a part of what is yet too wide."""
        made, load = self.ring["laboratory"].makes[self.crops - 1], self.ring["transport"].carries
        room = self.ring["storage"].carries
        sold = max(min(n * made, (acts - n) * load, room) for n in range(1, acts))
        return sold + made / 2 + load / 6 + room / 4


class Table:
    """Decks, bank, compound, cities and agents."""

    def __init__(self, game: Game, random: Random, ways: Sequence[str], advanced: bool) -> None:
        facts = self.facts = game.facts
        self.random, self.advanced = random, advanced
        cards = pieces(game.components["narcos"])
        self.waiting = [card for card in cards if card.round > 1]
        dealers = {card.city: card for card in cards if card.kind == "dealer"}
        self.spare = random.sample(list(dealers.values()), facts["start_dealers"])
        self.deck = [card for card in cards if card.round == 1]
        for card in self.spare:
            self.deck.remove(card)
        random.shuffle(self.deck)
        self.round, self.discards = 1, list[Piece]()
        self.events = {card.id: card.values for card in game.components["cartel"].cards}
        self.cartel = [c.id for c in game.components["cartel"].cards for _ in range(c.copies)]
        random.shuffle(self.cartel)
        self.played: list[str] = []
        ring = {card.kind: card for card in pieces(game.components["setup"])}
        start = [facts[f"start_{what}"] for what in ("millions", "hitmen", "crops", "units")]
        workers = facts["workers_per_player"] if advanced else 0
        self.seats = [Seat(way == "greedy", *start, workers, dict(ring)) for way in ways]
        self.hitmen = facts["hitmen"] - sum(seat.hitmen for seat in self.seats)
        self.units = facts["units"] - sum(seat.lab for seat in self.seats)
        self.compound = 0
        self.used: set[str] = set()
        for seat in self.seats:
            self.draw(seat, facts["start_cartel"])
        tokens = [c.id for c in game.components["tokens"].cards if c.values["group"] == "event"]
        random.shuffle(tokens)
        self.tokens = dict(zip(dealers, tokens, strict=True)) if advanced else {}
        self.workers: Counter[tuple[str, Seat]] = Counter()
        self.agents: dict[str, Piece] = {}
        self.watched: dict[str, Seat | None] = {}

    def wish(self, seat: Seat, yes: bool) -> bool:
        """What a greedy seat decides; a random one tosses a coin."""
        return yes if seat.greedy else self.random.random() < 0.5

    def others(self, seat: Seat) -> list[Seat]:
        here = self.seats.index(seat)
        return self.seats[here + 1 :] + self.seats[:here]

    def draw(self, seat: Seat, cards: int) -> None:
        """Cartel cards, shuffled anew when there are none."""
        for _ in range(cards):
            if not self.cartel:
                self.used.add("Cartel cards shuffled anew")
                self.cartel, self.played = self.random.sample(self.played, len(self.played)), []
            if self.cartel:
                seat.hand.append(self.cartel.pop())
            else:
                self.used.add("no Cartel card left")

    def play(self, seat: Seat, event: str, yes: bool) -> bool:
        """Whether a seat plays an event, and pays for it."""
        if event not in seat.hand:
            return False
        hitmen, millions = self.events[event]["hitmen"], self.events[event]["millions"]
        if seat.hitmen < hitmen or seat.money < millions or not self.wish(seat, yes):
            return False
        seat.hitmen -= hitmen
        self.hitmen += hitmen
        seat.money -= millions
        self.lay(seat, event)
        self.used.add(f"cartel/{event}")
        return True

    def lay(self, seat: Seat, card: str) -> None:
        seat.hand.remove(card)
        self.played.append(card)

    def second(self) -> None:
        """The second deck: the discards, what is left, and the cards that waited."""
        cards = self.discards + self.deck + self.waiting
        self.deck = self.random.sample(cards, len(cards))
        self.round, self.discards, self.waiting = 2, [], []

    def turns_left(self) -> float:
        """About how many turns a seat still has."""
        cards = len(self.deck + self.discards + self.waiting) if self.round == 1 else 0
        return max(cards, len(self.deck)) / len(self.seats) / (self.facts["busy_moves"] - 1)

    def split(self, seat: Seat, offer: Offer, units: int) -> tuple[int, list[tuple[Seat, int]]]:
        """How many units of a sale are paid for, and who gets which toll."""
        units -= min(units, offer.penalty)
        tolls = []
        for other in self.others(seat) if self.advanced else ():
            workers = self.workers[offer.city, other]
            if workers > self.workers[offer.city, seat]:
                tolls.append((other, min(units, workers * self.facts["toll"])))
                units -= tolls[-1][1]
        return units, tolls

    def bonus(self, seat: Seat, city: str, units: int) -> int:
        """What the token of a city adds to a sale."""
        token, transport = self.tokens.get(city, ""), seat.ring["transport"].id
        return {
            "airstrip": self.facts["plane_bonus"] * (transport == "plane"),
            "harbour": self.facts["boat_bonus"] * (transport == "boat"),
            "bulk": self.facts["bulk_bonus"] * (units >= self.facts["bulk_from"]),
        }.get(token, 0)

    def worth(self, seat: Seat, offer: Offer) -> int:
        units, _ = self.split(seat, offer, seat.store)
        return units and units * self.facts["unit_price"] + self.bonus(seat, offer.city, units)

    def watch(self, seat: Seat, done: int) -> None:
        """Where the agents go at the end of a turn."""
        if "shadow" in self.agents:
            if done >= self.facts["busy_moves"]:
                self.watched["shadow"] = seat
                self.used.add("watched by the Shadow")
            elif self.watched["shadow"] is seat:
                self.watched["shadow"] = None
        if "auditor" in self.agents:
            most = max(each.money for each in self.seats)
            if (now := self.watched["auditor"]) is None or now.money < most:
                next_first = [*self.others(seat), seat]
                self.watched["auditor"] = next(s for s in next_first if s.money == most)
                self.used.add("watched by the Auditor")
