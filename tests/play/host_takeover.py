"""Takes the data of Host Takeover and ways to play; gives one whole game, played until one is left.

Seat 0 is the player whose first throw was the highest, so the shares by seat tell what beginning is
worth. Where the rules leave a choice: an auction ends one note above the second highest limit, and
of equal limits a random one wins; a player in need sells to the highest bidder; whoever gives back
a free card in place of a throw does not build in that turn; a greedy player sells cells of a
broken organ for twice their price to whoever has as many of it as anybody. Colonies and notes may
run out, and the rules say what then happens: `used` counts that.

Few games do not end: two rich players who own all colonies between them live on GO, and the rules
know no end but bankruptcy, except for the timed game.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from pnp.model.game import Game

from .series import Outcome

SECONDS: float = 40
"""A throw, a move, a payment through the banker, at times an auction or a purchase of colonies."""
WAYS = ("greedy", "random")
LIMIT = 500
"""Rounds after which a game counts as one that does not end."""


@dataclass(eq=False)
class Seat:
    """A bacterium: protein, place, cells, free cards by deck, failed throws in the lymph node."""

    greedy: bool
    money: int
    at: int = 0
    cells: set[int] = field(default_factory=set)
    free: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    failed: int | None = None
    out: bool = False


class Table:
    """The board, the bank and all that lies there."""

    def __init__(self, game: Game, random: Random, ways: Sequence[str]) -> None:
        self.facts, self.random = game.facts, random
        details = game.components["board"].details
        self.way = {space.number: space for space in details.spaces.values()}
        self.node = details.spaces["lymph-node"].number
        self.cards = {
            card.values["position"]: card.values for card in game.components["cells"].cards
        }
        organs: dict[str, list[int]] = {}
        for at, card in self.cards.items():
            organs.setdefault(card["organ"]["id"], []).append(at)
        self.organ = {at: cells for cells in organs.values() for at in cells}
        self.organs = list(organs.values())
        self.owner: dict[int, Seat] = {}
        self.colonies = dict.fromkeys(self.cards, 0)
        self.stock = game.components["colonies"].total
        self.notes = sum(
            card.values["value"] * card.copies for card in game.components["notes"].cards
        )
        self.decks = {}
        for name in ("quorum", "cytokine"):
            cards = [card.values for card in game.components[name].cards]
            self.decks[name] = deque(random.sample(cards, len(cards)))
        self.seats = [Seat(way == "greedy", self.facts["start_money"]) for way in ways]
        self.used: set[str] = set()
        self.turns = 0

    # --- Who does what

    def wish(self, seat: Seat, yes: bool) -> bool:
        """What a greedy seat decides; a random one tosses a coin."""
        return yes if seat.greedy else self.random.random() < 0.5

    def left(self, of: Seat | None = None) -> list[Seat]:
        """Those still in the host, or the others of them from the left of a seat."""
        here = self.seats.index(of) if of else 0
        seats = self.seats[here:] + self.seats[:here]
        return [seat for seat in seats if not seat.out and seat is not of]

    def whole(self, seat: Seat, at: int) -> bool:
        return all(cell in seat.cells for cell in self.organ[at])

    def missing(self, seat: Seat) -> list[int]:
        """The cells each of which would complete an organ for a seat."""
        lacks = ([at for at in organ if at not in seat.cells] for organ in self.organs)
        return [lack[0] for lack in lacks if len(lack) == 1]

    def give(self, at: int, seat: Seat | None) -> None:
        if at in self.owner:
            self.owner.pop(at).cells.remove(at)
        if seat:
            self.owner[at] = seat
            seat.cells.add(at)

    def grow(self, at: int, colonies: int) -> None:
        self.colonies[at] += colonies
        self.stock -= colonies

    # --- Selling

    def limit(self, seat: Seat, at: int) -> int:
        """What a seat would bid for a cell at most, in whole notes."""
        note = self.facts["smallest_note"]
        if not seat.greedy:
            return self.random.randint(0, seat.money // note) * note
        others = any(at in self.missing(other) for other in self.left())
        worth = self.cards[at]["price"] * (self.facts["rent_group"] if others else 1)
        return min(seat.money, worth) // note * note

    def auction(self, at: int, bidders: Iterable[Seat], seller: Seat | None = None) -> bool:
        """The highest bidder takes a cell, whose price goes to its seller or the bank."""
        bids = [(self.limit(seat, at), self.random.random(), seat) for seat in bidders]
        bids.sort(reverse=True)
        if not bids or not bids[0][0]:
            self.used.add("nobody bids")
            return False
        second = bids[1][0] if len(bids) > 1 else 0
        self.sell(at, bids[0][2], min(bids[0][0], second + self.facts["smallest_note"]), seller)
        self.used.add("sale of a cell" if seller else "auction")
        return True

    def sell(self, at: int, buyer: Seat, price: int, seller: Seat | None = None) -> None:
        buyer.money -= price
        if seller:
            seller.money += price
        self.give(at, buyer)

    def sell_cell(self, seat: Seat) -> bool:
        """One without colonies, of a broken organ first."""
        cells = [at for at in seat.cells if not any(self.colonies[c] for c in self.organ[at])]
        cells.sort(key=lambda at: (self.whole(seat, at), self.cards[at]["price"]))
        return bool(cells) and self.auction(cells[0], self.left(seat), seat)

    def sell_free(self, seat: Seat) -> bool:
        """A free card goes to another player for what it saves."""
        fee = self.facts["release_fee"]
        for other in self.left(seat) if seat.free else ():
            if other.money >= fee and self.wish(other, not other.free):
                other.money -= fee
                seat.money += fee
                other.free.append(seat.free.pop())
                self.used.add("sale of a free card")
                return True
        return False

    def take_off(self, seat: Seat) -> bool:
        """One colony goes back, the cheapest, from the fullest cell of its organ."""
        cells = [at for at in seat.cells if self.colonies[at]]
        if not cells:
            return False
        at = min(cells, key=lambda at: (self.cards[at]["colony_cost"], -self.colonies[at], at))
        seat.money += self.cards[at]["colony_cost"] // self.facts["sell_back"]
        self.grow(at, -1)
        self.used.add("colony given back")
        return True

    def trade(self, seat: Seat) -> None:
        """The rest of organs is bought; a random seat sells what it likes."""
        if not seat.greedy:
            if self.wish(seat, False):
                self.random.choice((self.sell_cell, self.sell_free))(seat)
            return
        if len(seat.free) > 1:
            self.sell_free(seat)
        for organ in self.organs:
            self.buy_rest(seat, organ)

    def buy_rest(self, seat: Seat, organ: list[int]) -> None:
        """Whoever has most of an organ buys the rest at the price of a group, salary kept."""
        holders = Counter(self.owner.get(at) for at in organ)
        if not holders[seat] or holders[None] or holders[seat] < max(holders.values()):
            return
        for at in organ:
            owner = self.owner[at]
            price = self.cards[at]["price"] * self.facts["rent_group"]
            rich = seat.money >= price + self.facts["go_salary"]
            if owner is not seat and rich and self.wish(owner, True):
                self.sell(at, seat, price, owner)
                self.used.add("sale of a cell")

    # --- Paying

    def pay(self, seat: Seat, amount: int, to: Seat | None = None) -> bool:
        """A debt is paid, if need be from what is sold; False: the seat is bankrupt."""
        means: list[Callable[[Seat], bool]] = [self.sell_free, self.take_off, self.sell_cell]
        if not seat.greedy:
            self.random.shuffle(means)
        for mean in means:
            while seat.money < amount and self.wish(seat, True) and mean(seat):
                pass
        if seat.money < amount:
            self.bankrupt(seat, to)
            return False
        seat.money -= amount
        if to:
            to.money += amount
        return True

    def bankrupt(self, seat: Seat, to: Seat | None) -> None:
        seat.out = True
        self.used.add("bankrupt by a player" if to else "bankrupt by the bank")
        cells = sorted(seat.cells)
        for at in cells:
            self.give(at, to)
        if to:
            to.money += seat.money
            to.free += seat.free
        seat.money = 0
        if to:
            return
        while seat.free:
            self.return_free(seat)
        for at in cells:
            self.grow(at, -self.colonies[at])
        for at in cells if len(self.left()) > 1 else ():
            self.auction(at, self.left())

    # --- A turn

    def turn(self, seat: Seat) -> None:
        self.turns += 1
        self.trade(seat)
        if seat.failed is not None:
            self.held(seat, seat.failed)
            return
        for throw in count(1):
            steps, doubles = self.throw()
            if doubles and throw == self.facts["doubles_to_node"]:
                self.used.add("three doubles")
                self.catch(seat)
            elif self.move(seat, steps):
                self.build(seat)
                if doubles:
                    continue
            return

    def throw(self) -> tuple[int, bool]:
        """The total of the dice, and whether they are alike."""
        dice = [self.random.randint(1, 6) for _ in range(self.facts["dice"])]
        return sum(dice), len(set(dice)) == 1

    def held(self, seat: Seat, failed: int) -> None:
        """A turn in the lymph node."""
        if self.freed(seat, "in place of a throw", self.open()):
            return
        steps, doubles = self.throw()
        if doubles:
            seat.failed = None
            self.used.add("out by doubles")
            if not self.move(seat, steps):
                return
        elif failed + 1 == self.facts["release_turns"]:
            seat.failed = None
            self.used.add("out after the last throw")
        else:
            seat.failed = failed + 1
        self.build(seat)

    def catch(self, seat: Seat) -> None:
        """To the lymph node; a greedy seat leaves at once while there are cells to infect."""
        seat.at, seat.failed = self.node, 0
        fee = self.facts["release_fee"]
        if self.freed(seat, "at once", self.open()):
            return
        if seat.money >= fee and self.wish(seat, self.open()):
            seat.money -= fee
            seat.failed = None
            self.used.add("fee at once")

    def open(self) -> bool:
        return len(self.owner) < len(self.cards)

    def freed(self, seat: Seat, when: str, yes: bool) -> bool:
        """Whether a free card is given back now."""
        if not seat.free or not self.wish(seat, yes):
            return False
        self.return_free(seat)
        seat.failed = None
        self.used.add(f"free card {when}")
        return True

    def return_free(self, seat: Seat) -> None:
        deck, card = seat.free.pop()
        self.decks[deck].append(card)

    def move(self, seat: Seat, steps: int) -> bool:
        """On by so many spaces, and what the space says; False: the turn is over."""
        if seat.at + steps >= len(self.way):
            seat.money += self.facts["go_salary"]
            self.used.add("GO")
        seat.at = (seat.at + steps) % len(self.way)
        space = self.way[seat.at]
        self.used.add(space.id)
        if space.kind == "cell":
            return self.cell(seat, seat.at)
        if space.kind in self.decks:
            return self.signal(seat, space.kind)
        if space.id == "go-to-lymph-node":
            self.catch(seat)
            return False
        return True

    def cell(self, seat: Seat, at: int) -> bool:
        owner, price = self.owner.get(at), self.cards[at]["price"]
        if owner is None and seat.money >= price and self.wish(seat, True):
            self.sell(at, seat, price)
            self.used.add("infect")
        elif owner is None:
            self.auction(at, self.left())
        elif owner is not seat and self.wish(owner, True):
            return self.pay(seat, self.rent(owner, at), owner)
        elif owner is not seat:
            self.used.add("rent not asked for")
        return True

    def rent(self, owner: Seat, at: int) -> int:
        """What the card of a cell says for its colonies, or for a whole organ."""
        sign = f"rent_{self.colonies[at]}" if self.colonies[at] else "rent_group"
        if sign == "rent_group" and not self.whole(owner, at):
            self.used.add("rent")
            return self.cards[at]["rent"]
        self.used.add(sign)
        return self.cards[at]["rent"] * self.facts[sign]

    def signal(self, seat: Seat, deck: str) -> bool:
        """The top card: done, and put under its deck unless it is kept."""
        card = self.decks[deck].popleft()
        effect, amount = card["effect"], card.get("amount") or 0
        self.used.add(f"{deck}/{card['id']}")
        if effect == "free-card":
            seat.free.append((deck, card))
            return True
        self.decks[deck].append(card)
        if effect.endswith("per-colony"):
            amount *= sum(self.colonies[at] for at in seat.cells)
        if effect == "to-node":
            self.catch(seat)
            return False
        if effect == "pay-to-each":
            return all(self.pay(seat, amount, other) for other in self.left(seat))
        if effect in ("pay", "pay-per-colony"):
            return self.pay(seat, amount)
        if effect in ("forward", "back", "to-go"):
            far = {"forward": amount, "back": -amount, "to-go": len(self.way) - seat.at}
            return self.move(seat, far[effect])
        for other in self.left(seat) if effect == "collect-from-each" else ():
            self.pay(other, amount, seat)
        seat.money += 0 if effect == "collect-from-each" else amount
        return True

    def build(self, seat: Seat) -> None:
        """Colonies, evenly, while a salary is left; the best for its cost first."""
        keep = self.facts["go_salary"] if seat.greedy else 0
        while cells := self.sites(seat, seat.money - keep):
            if not self.stock:
                self.used.add("no colony left")
            if not self.stock or not self.wish(seat, True):
                return
            at = cells[0] if seat.greedy else self.random.choice(cells)
            seat.money -= self.cards[at]["colony_cost"]
            self.grow(at, 1)
            self.used.add("build")

    def sites(self, seat: Seat, money: int) -> list[int]:
        """Where a colony may be built for so much, best first."""
        cells = [
            at
            for organ in self.organs
            if all(at in seat.cells for at in organ)
            for at in organ
            if self.colonies[at] == min(self.colonies[cell] for cell in organ)
            and self.colonies[at] < self.facts["colonies_per_cell"]
            and self.cards[at]["colony_cost"] <= money
        ]
        return sorted(cells, key=lambda at: self.cards[at]["colony_cost"] / self.cards[at]["rent"])


def play(game: Game, random: Random, ways: Sequence[str]) -> Outcome:
    """One whole game, until one is left in the host."""
    table = Table(game, random, ways)
    rounds = 0
    while len(table.left()) > 1 and rounds < LIMIT:
        rounds += 1
        for seat in table.seats:
            if not seat.out and len(table.left()) > 1:
                table.turn(seat)
                if sum(each.money for each in table.seats) > table.notes:
                    table.used.add("no note left")
    ended = len(table.left()) == 1
    return Outcome(
        tuple(number for number, seat in enumerate(table.seats) if ended and not seat.out),
        rounds,
        table.turns,
        () if ended else ("the game does not end",),
        frozenset(table.used),
    )
