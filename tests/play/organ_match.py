"""Takes Organ Match's data, dice and the ways of the seats; gives one game played to its end.

`greedy` puts its strongest match forward and spends influence to lead, or to keep the last patient
from somebody who lacks one more; `random` puts any match forward and plays influence in half of
its turns. What the rules leave to the players and the bots decide:

- Influence is played after the patient, and without a patient only against the last win.
- Who has no match puts away the patient who answers the fewest offers, with the fewest stars.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from random import Random
from typing import Generic, NamedTuple, TypeVar

from pnp.model.game import Game

from .series import Outcome

SECONDS = 20.0
"""Assumed: ten seconds to find a match and draw, five for influence, five of the round's end."""
WAYS = ("greedy", "random")
Thing = TypeVar("Thing")


class Patient(NamedTuple):
    """A patient card."""

    stars: int
    waitlist: int
    organs: frozenset[str]
    category: str


class Organ(NamedTuple):
    """An organ card."""

    id: str
    organ: str
    category: str

    def suits(self, patient: Patient) -> bool:
        """Whether a patient matches it."""
        return self.organ in patient.organs and self.category == patient.category


class Case:
    """A patient who was put forward: by whom, the stars that count, and the influence beside."""

    def __init__(self, seat: Seat, patient: Patient) -> None:
        self.seat, self.patient, self.stars = seat, patient, patient.stars
        self.influence: list[int] = []


class Seat:
    """What one player has."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.hand: list[Patient] = []
        self.influence: list[int] = []
        self.won: list[Patient] = []

    @property
    def score(self) -> tuple[int, int, int]:
        """The highest wins: patients won, then stars on them, then the lower sum of numbers."""
        stars = sum(patient.stars for patient in self.won)
        return len(self.won), stars, -sum(patient.waitlist for patient in self.won)


class Deck(Generic[Thing]):
    """A deck, and its discards, which are shuffled when it is empty."""

    def __init__(self, name: str, cards: list[Thing], dice: Random, used: set[str]) -> None:
        self.name, self.cards, self.dice, self.used = name, cards, dice, used
        self.discards: list[Thing] = []
        dice.shuffle(cards)

    def draw(self) -> list[Thing]:
        """The top card; nothing if there are no discards either."""
        if not self.cards and self.discards:
            self.cards, self.discards = self.discards, []
            self.dice.shuffle(self.cards)
            self.used.add(f"{self.name} shuffled again")
        return [self.cards.pop()] if self.cards else []


Move = tuple[tuple[int, Case], ...]
"""The influence of a turn in its order: each value, and the patient that it is laid beside."""


class Table:
    """A game under way."""

    def __init__(self, game: Game, ways: Sequence[str], dice: Random) -> None:
        self.facts: dict[str, int] = game.facts
        self.dice, self.used = dice, set[str]()
        self.ran_out: set[str] = set()
        patients = [
            Patient(
                card.values["stars"],
                card.values["waitlist"],
                frozenset(organ["id"] for organ in card.values["organs"]),
                card.values["category"]["id"],
            )
            for card in game.components["patients"].cards
            for _ in range(card.copies)
        ]
        self.organs = [
            Organ(card.id, card.values["organ"]["id"], card.values["category"]["id"])
            for card in game.components["organs"].cards
            for _ in range(card.copies)
        ]
        dice.shuffle(self.organs)
        kinds = game.components["influence"].cards
        influence = [card.values["value"] for card in kinds for _ in range(card.copies)]
        self.names = {
            value: {f"influence/{card.id}" for card in kinds if card.values["value"] == value}
            for value in influence
        }
        self.patients = Deck("patients", patients, dice, self.used)
        self.influence = Deck("influence", influence, dice, self.used)
        self.seats = [Seat(way) for way in ways]
        for seat in self.seats:
            for _ in range(self.facts["hand_size"]):
                seat.hand += self.patients.draw()

    def round(self, starter: int) -> int:
        """An organ is offered, all take a turn, it is given; gives who starts the next round."""
        organ = self.organs.pop()
        self.used.add(f"organs/{organ.id}")
        order = self.seats[starter:] + self.seats[:starter]
        cases: list[Case] = []
        for seat in order:
            self.turn(seat, organ, cases)
        if not cases:
            self.used.add("nobody has a match")
            return starter
        best = self.leader(cases)
        if [case.stars for case in cases].count(best.stars) > 1:
            self.used.add("the waitlist number decides")
        best.seat.won.append(best.patient)
        for case in cases:
            if case is not best:
                self.patients.discards.append(case.patient)
                for _ in range(self.facts["loser_draws"]):
                    drawn = self.influence.draw()
                    self.used.add("a loser draws" if drawn else "no influence to draw")
                    case.seat.influence += drawn
        for case in cases:
            self.influence.discards += case.influence
        return self.seats.index(best.seat)

    def turn(self, seat: Seat, organ: Organ, cases: list[Case]) -> None:
        """Puts a patient forward or away, draws, and may use influence."""
        matches = [patient for patient in seat.hand if organ.suits(patient)]
        if matches:
            patient = self.dice.choice(matches) if seat.way == "random" else max(matches, key=_rank)
            self.used.add("a choice of matches" if len(matches) > 1 else "one match")
            cases.append(Case(seat, patient))
        else:
            dull = min(seat.hand, key=lambda card: (len(card.organs), card.stars))
            patient = self.dice.choice(seat.hand) if seat.way == "random" else dull
            self.used.add("no match")
            self.patients.discards.append(patient)
        seat.hand.remove(patient)
        for _ in range(self.facts["patients_drawn"]):
            drawn = self.patients.draw()
            seat.hand += drawn
            if not drawn:
                self.ran_out.add("the patients")
        if cases and seat.influence:
            move = (self.random if seat.way == "random" else self.greedy)(seat, cases)
            for value, case in move:
                self.lay(seat, value, case)

    def lay(self, seat: Seat, value: int, case: Case) -> None:
        """Lays influence beside a patient."""
        seat.influence.remove(value)
        case.influence.append(value)
        case.stars = self.rated(case.stars, value)
        self.used |= self.names[value] | {"for oneself" if case.seat is seat else "at a rival"}
        if len(case.influence) > 1:
            self.used.add("two beside one patient")

    def rated(self, stars: int, value: int) -> int:
        """The stars that count after influence."""
        return min(max(stars + value, self.facts["stars_least"]), self.facts["stars_most"])

    def legal(self, move: Move) -> bool:
        """Whether the rules allow it: so many beside a patient, and no two of one value."""
        for case in {case for _, case in move}:
            beside = case.influence + [value for value, other in move if other is case]
            too_many = len(beside) > self.facts["influence_per_patient"]
            if too_many or len(set(beside)) < len(beside):
                return False
        return len(move) <= self.facts["influence_per_turn"]

    def leader(self, cases: list[Case], move: Move = ()) -> Case:
        """Who would get the organ after a move."""
        stars = {case: case.stars for case in cases}
        for value, case in move:
            stars[case] = self.rated(stars[case], value)
        return max(cases, key=lambda case: (stars[case], -case.patient.waitlist))

    def random(self, seat: Seat, cases: list[Case]) -> Move:
        """Any influence beside any patients in every second turn, if the rules allow it."""
        count = self.dice.randint(1, self.facts["influence_per_turn"])
        values = self.dice.sample(seat.influence, min(count, len(seat.influence)))
        move = tuple((value, self.dice.choice(cases)) for value in values)
        return move if self.legal(move) and self.dice.random() < 1 / 2 else ()

    def greedy(self, seat: Seat, cases: list[Case]) -> Move:
        """As little as makes its own patient lead, or keeps somebody from winning the game."""
        leader = self.leader(cases)
        own = next((case for case in cases if case.seat is seat), None)
        if leader is own:
            return ()
        targets = [own] if own else [case for case in cases if case is not leader]
        danger = len(leader.seat.won) + 1 >= self.facts["patients_to_win"]
        for other in targets if own or danger else []:
            for count in range(1, self.facts["influence_per_turn"] + 1):
                for values in sorted(set(permutations(seat.influence, count)), key=_cost):
                    for sides in product((other, leader), repeat=count):
                        move = tuple(zip(values, sides, strict=True))
                        if self.leader(cases, move) is other and self.legal(move):
                            return move
        return ()

    def winners(self) -> tuple[int, ...]:
        """Who has won the most patients, among these the most stars, then the lowest numbers."""
        best = max(seat.score for seat in self.seats)
        for depth, word in enumerate(("patients", "patients and stars", "all"), 1):
            if sum(seat.score[:depth] == best[:depth] for seat in self.seats) > 1:
                self.used.add(f"tie of {word}")
        return tuple(at for at, seat in enumerate(self.seats) if seat.score == best)


def _rank(patient: Patient) -> tuple[int, int]:
    return patient.stars, -patient.waitlist


def _cost(values: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return sum(abs(value) for value in values), values


def play(game: Game, random: Random, ways: Sequence[str]) -> Outcome:
    """One whole game."""
    table = Table(game, ways, random)
    starter, rounds = 0, 0
    most = table.facts["patients_to_win"]
    while table.organs and all(len(seat.won) < most for seat in table.seats):
        starter = table.round(starter)
        rounds += 1
    if all(len(seat.won) < most for seat in table.seats):
        table.used.add("the organs are used up")
    turns = rounds * len(ways)
    ran_out = tuple(sorted(table.ran_out))
    return Outcome(table.winners(), rounds, turns, ran_out, frozenset(table.used))
