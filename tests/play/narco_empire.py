"""Takes the data of Narco Empire and ways to play; gives one whole game, basic or advanced.

Seat 0 begins. A round is once round the table (the rules have two rounds, one for each deck). A
greedy player counts how many sirens the deck has left. Where the rules leave a choice: a sale by
Side Door pays toll and may leave a worker as any other; the other players sell and buy one after
the other, each both at once. Units, hitmen, money and Cartel cards may run out, and the rules say
what then happens: `used` counts that.

The game ends with the turn in which the deck does, so those who sit late often have a turn less.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from pnp.model.game import Game

from .narco_table import Offer, Piece, Seat, Table
from .series import Outcome

SECONDS: float = 80
"""Four cards with a decision after each, as many activities, a sale and a purchase, the others."""
WAYS = ("greedy", "random")
LIMIT = 500
"""Turns after which a game counts as one that does not end."""


class Day:
    """One turn of one player; a card on the time line is [card, is it an activity, fined]."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table, self.seat, self.facts, self.used = table, seat, table.facts, table.used
        self.line: list[list[Any]] = []
        self.sirens = self.must = self.seen = self.done = self.due = self.back = 0
        self.stopped = self.fled = self.papers = False
        self.sold: set[int | str] = set()

    def whole(self) -> int:
        """The three phases and the others; gives the activities carried out."""
        self.actions()
        self.events()
        self.network()
        self.purchase(self.seat, 0)
        for other in self.table.others(self.seat):
            offers = self.fresh()
            if offers and other.store and self.table.wish(other, True):
                self.sell(other, self.best(other, offers), other.store)
                self.used.add("sale in the turn of another")
            self.side_door(other)
            self.purchase(other, self.facts["left_over_extra"])
        self.side_door(self.seat)
        for card, *_ in self.line:
            if card.kind == "dea":
                self.table.agents[card.id] = card
                self.table.watched.setdefault(card.id, None)
            else:
                self.table.discards.append(card)
        return self.done

    # --- Phase 1

    def actions(self) -> None:
        watched, agents = self.table.watched, self.table.agents
        watching = [agents[name] for name in agents if watched[name] is self.seat]
        self.papers = self.table.play(self.seat, "false-papers", bool(watching))
        for agent in watching:
            self.lay(agent)
        self.must = self.facts["dea_draws"]
        limit, deck = self.facts["drawn_at_most"], self.table.deck
        while deck and not self.stopped and len(self.line) < limit and self.go_on():
            self.turn_up()
        if deck and not self.stopped and self.must and len(self.line) == limit:
            self.used.add("Press on the last place")
            self.turn_up(last=True)
        guns = self.guns()
        if self.fled:
            self.used.add("flee")
        elif guns >= self.facts["guns_for_hitman"]:
            if not self.table.hitmen:
                self.used.add("no hitman left")
            if self.table.hitmen and self.table.wish(self.seat, not self.seat.hitmen):
                self.hire()
            else:
                self.table.draw(self.seat, self.facts["more_cartel"])
        elif guns >= self.facts["guns_for_cartel"]:
            self.table.draw(self.seat, self.facts["gang_cartel"])

    def guns(self) -> int:
        return sum(card.mark in ("gun", "start") for card, *_ in self.line)

    def hire(self) -> None:
        self.table.hitmen -= self.facts["more_hitmen"]
        self.seat.hitmen += self.facts["more_hitmen"]
        self.used.add("hitman hired")

    def lay(self, card: Piece) -> None:
        self.line.append([card, True, False])
        self.used.add(f"{card.kind} {card.id}")
        self.sirens += card.mark == "siren" and not (self.papers and card.kind == "dea")
        if self.sirens >= self.facts["danger_from"]:
            for turned in self.line:
                if turned[0].kind in ("police", "military") and not turned[2]:
                    turned[2] = True
                    turned[1] = self.fine(turned[0].kind)
                    self.stopped |= not turned[1]
        if self.sirens >= self.facts["sirens_to_flee"]:
            self.stopped = self.fled = True

    def fine(self, kind: str) -> bool:
        """Whether a fine could be paid: the Police takes units first."""
        seat, units = self.seat, self.facts["danger_units"]
        if kind == "police" and seat.lab + seat.store >= units:
            lab = min(seat.lab, units)
            seat.lab -= lab
            seat.store -= units - lab
            self.table.compound += units
        elif seat.money >= self.facts["danger_millions"]:
            seat.money -= self.facts["danger_millions"]
        else:
            self.used.add("fine not paid")
            return False
        self.used.add(f"fine of {kind}")
        return True

    def go_on(self) -> bool:
        """Turn up one more? Greedy: when it brings more than the third siren may cost."""
        if self.must:
            return True
        deck, close = self.table.deck, self.sirens + 1 >= self.facts["sirens_to_flee"]
        if self.table.play(self.seat, "wiretap", close and not self.seen):
            self.seen = min(len(deck), self.facts["tapped"])
            deck[-self.seen :] = sorted(deck[-self.seen :], key=lambda card: card.mark != "siren")
        if self.seen:
            return self.table.wish(self.seat, not close or deck[-1].mark != "siren")
        risk = sum(card.mark == "siren" for card in deck) / len(deck)
        stake = self.activities() - self.facts["flee_activities"]
        stake += self.guns() >= self.facts["guns_for_cartel"]
        return self.table.wish(self.seat, not close or 1 - risk > risk * stake)

    def turn_up(self, last: bool = False) -> None:
        """The next card; after a Press on the last place it stays only with a siren."""
        card = self.table.deck.pop()
        self.seen, self.must = max(0, self.seen - 1), max(0, self.must - 1)
        self.stopped = last
        if self.removed(card) or (last and card.mark != "siren"):
            self.table.discards.append(card)
            return
        if card.kind == "press":
            self.must = self.facts["press_draws"]
        if card.kind == "informant":
            self.seen = max(1, self.seen) if self.table.deck else 0
        self.lay(card)

    def removed(self, card: Piece) -> bool:
        """Whether a hitman or the Desk Sergeant removes a card: the one that would cost."""
        sirens = self.sirens + (card.mark == "siren")
        third = sirens >= self.facts["sirens_to_flee"]
        if third or card.kind not in ("police", "military", "press"):
            return False
        seat, bites = self.seat, sirens >= self.facts["danger_from"]
        if card.kind != "press" and self.table.play(seat, "desk-sergeant", bites):
            return True
        price = self.facts["hitman_price"]
        able = seat.workers and self.table.hitmen and seat.money >= price
        if bites and not seat.hitmen and able and self.table.wish(seat, seat.money > 2 * price):
            seat.money -= price
            seat.workers -= 1
            self.hire()
            self.used.add("worker becomes a hitman")
        if not seat.hitmen or not self.table.wish(seat, bites):
            return False
        seat.hitmen -= 1
        self.table.hitmen += 1
        self.used.add(f"hitman removes {card.kind}")
        return True

    def activities(self) -> int:
        return self.facts["flee_activities"] if self.fled else sum(each[1] for each in self.line)

    # --- Phase 2

    def events(self) -> None:
        """Events of the own turn, against others and the compound."""
        table, seat = self.table, self.seat
        others = table.others(seat)
        if table.compound and table.play(seat, "compound-break-in", table.compound > seat.hitmen):
            seat.lab, table.compound = seat.lab + table.compound, 0
        victims = [other for other in others if other.crops >= self.facts["field_from"]]
        if victims and table.play(seat, "scorched-field", seat.hitmen > 1):
            max(victims, key=lambda other: other.money).crops -= 1
        victim = max(others, key=lambda other: other.store)
        units = min(victim.store, seat.room, self.facts["hijacked"])
        if units and table.play(seat, "hijack", units > 1):
            victim.store -= units
            seat.store += units

    def network(self) -> None:
        """Activities, then the free sale; what was sold is paid and goes back at the end."""
        left = self.activities()
        while left or (left := self.more()):
            what = self.choose(left)
            if not what:
                break
            left, self.done = left - 1, self.done + 1
            self.used.add(what)
            self.act(what)
        offers = self.offers() if self.seat.store else []
        if offers:
            best = self.best(self.seat, offers)
            worth = self.table.worth(self.seat, best)
            late = self.table.turns_left() < 1
            if self.table.wish(self.seat, worth > 0 and (late or worth >= best.penalty)):
                self.sell(self.seat, best, self.seat.store)
        self.seat.money += self.due
        self.table.units += self.back
        self.due = self.back = 0

    def act(self, what: str) -> None:
        seat = self.seat
        if what == "produce":
            made = seat.ring["laboratory"].makes[seat.crops - 1]
            if made > self.table.units:
                self.used.add("no unit left")
            made = min(made, self.table.units)
            seat.lab += made
            self.table.units -= made
        elif what == "ship":
            load = seat.load
            seat.lab -= load
            seat.store += load
        else:
            self.sell(seat, self.best(seat, self.offers()), seat.store)

    def choose(self, left: int) -> str:
        """An activity: ship full loads, clear out for more, else produce."""
        seat, fresh = self.seat, self.fresh()
        can = {
            "ship": seat.load > 0,
            "produce": self.table.units > 0,
            "clear out": seat.store > 0 and bool(self.offers()),
        }
        legal = [what for what, may in can.items() if may]
        if not seat.greedy or not legal:
            return self.table.random.choice(legal) if legal else ""
        if can["clear out"] and not seat.room and seat.lab and left > 1 and len(fresh) > 1:
            return "clear out"
        full = seat.load == min(seat.room, seat.ring["transport"].carries)
        if can["ship"] and (full or left == 1 or not can["produce"]):
            return "ship"
        return "produce" if can["produce"] else ""

    def more(self) -> int:
        """Activities beyond those of the cards, while a load waits in the laboratory."""
        table, seat = self.table, self.seat
        waits = seat.load > 1
        if seat.lab and seat.room and table.play(seat, "convoy", min(seat.lab, seat.room) > 2):
            load = min(seat.lab, seat.room)
            seat.lab, seat.store = seat.lab - load, seat.store + load
        if table.play(seat, "double-shift", True):
            return int(self.facts["shifts"])
        if seat.hand and table.wish(seat, waits):
            table.lay(seat, seat.hand[0])
            self.used.add("Cartel card face down")
            return 1
        if seat.workers and table.wish(seat, waits and seat.workers > 1):
            seat.workers -= 1
            self.used.add("worker works")
            return int(self.facts["worker_activities"])
        return 0

    # --- Selling and buying

    def fresh(self) -> list[Offer]:
        """The dealers on the time line whom nobody has used."""
        places = enumerate(card for card, *_ in self.line)
        dealers = [Offer(at, card.city, 0) for at, card in places if card.kind == "dealer"]
        return [offer for offer in dealers if offer.sign not in self.sold]

    def offers(self) -> list[Offer]:
        """To whom the player of the turn may sell; the spare dealer when there is no other."""
        fresh, table = self.fresh(), self.table
        spare = [] if fresh else table.spare
        fresh += [Offer(f"spare {c.city}", c.city, self.facts["spare_penalty"]) for c in spare]
        contact = [city for city, token in table.tokens.items() if token == "contact"]
        fresh += [Offer("contact", city, self.facts["token_penalty"]) for city in contact]
        return [offer for offer in fresh if offer.sign not in self.sold]

    def best(self, seat: Seat, offers: list[Offer]) -> Offer:
        if not seat.greedy:
            return self.table.random.choice(offers)
        return max(offers, key=lambda offer: self.table.worth(seat, offer))

    def sell(self, seat: Seat, offer: Offer, units: int) -> None:
        """Penalty, toll, sale, a worker; paid at once in the turn of another."""
        table = self.table
        self.sold.add(offer.sign)
        self.used.add(f"sale: {str(offer.sign).split()[0] if offer.penalty else 'dealer'}")
        paid, tolls = table.split(seat, offer, units)
        seat.store -= units
        returned = units
        for other, toll in tolls:
            fits = min(toll, other.room)
            other.store += fits
            returned -= fits
            self.used.add("toll")
        money = 0
        if paid:
            bonus = table.bonus(seat, offer.city, paid)
            money = paid * self.facts["unit_price"] + bonus + self.extras(seat, paid)
            if bonus:
                self.used.add(f"token {table.tokens[offer.city]}")
            self.station(seat, offer.city)
        if seat is self.seat:
            self.due, self.back = self.due + money, self.back + returned
        else:
            seat.money, table.units = seat.money + money, table.units + returned

    def extras(self, seat: Seat, units: int) -> int:
        """A price spike, and workers who go with the goods."""
        table, late = self.table, self.table.turns_left() < 1
        money = 0
        own = seat is self.seat and units >= self.facts["spike_from"]
        if own and table.play(seat, "price-spike", True):
            money += self.facts["spike_bonus"]
        while seat.workers and table.wish(seat, late):
            seat.workers -= 1
            money += self.facts["worker_sale"]
            self.used.add("worker goes with the goods")
        return money

    def station(self, seat: Seat, city: str) -> None:
        """A worker stays, where others have more or nobody is."""
        table = self.table
        mine = table.workers[city, seat]
        least = all(table.workers[city, other] >= mine for other in table.others(seat))
        if seat.workers and table.wish(seat, least):
            seat.workers -= self.facts["workers_a_sale"]
            table.workers[city, seat] += self.facts["workers_a_sale"]
            self.used.add("worker stays")

    def side_door(self, seat: Seat) -> None:
        """A few units to any dealer on the time line, used or not."""
        offers = [Offer(f"door {c.city}", c.city, 0) for c, *_ in self.line if c.kind == "dealer"]
        units = min(seat.store, self.facts["side_units"])
        if offers and units and self.table.play(seat, "side-door", units > 1):
            self.sell(seat, self.best(seat, offers), units)
            self.seat.money += self.due
            self.table.units += self.back
            self.due = self.back = 0

    def purchase(self, seat: Seat, extra: int) -> None:
        """One thing: what raises the output of the ring most, if it pays in the turns left."""
        acts, crops = self.facts["busy_moves"] - 1, seat.ring["plantation"].crops
        options: list[tuple[float, int, list[Any] | None]] = []
        now = seat.output(acts)
        if seat is self.seat and seat.crops < len(crops):
            seat.crops += 1
            options.append((seat.output(acts) - now, crops[seat.crops - 1], None))
            seat.crops -= 1
        for turned in self.line:
            card = turned[0]
            if card.price and card.kind in seat.ring:
                old, seat.ring[card.kind] = seat.ring[card.kind], card
                options.append((seat.output(acts) - now, card.price + extra, turned))
                seat.ring[card.kind] = old
        options = [option for option in options if option[1] <= seat.money]
        if seat.greedy:
            turns = self.table.turns_left()
            options = [each for each in options if each[0] * turns > each[1]]
            options.sort(key=lambda each: (-each[0], each[1]))
        if options and self.table.wish(seat, True):
            self.buy(seat, *(options[0] if seat.greedy else self.table.random.choice(options))[1:])

    def buy(self, seat: Seat, price: int, turned: list[Any] | None) -> None:
        seat.money -= price
        if turned is None:
            seat.crops += 1
            self.used.add("buy a crop")
            return
        card = turned[0]
        self.used.add(f"buy {card.id}" if seat is self.seat else "buy what is left")
        old, seat.ring[card.kind] = seat.ring[card.kind], card
        self.line.remove(turned)
        if old.mark != "start" or self.facts["replaced_setup_cards"] == "discarded":
            self.table.discards.append(old)
        lost = max(0, -seat.room)
        seat.store -= lost
        self.table.units += lost


def play(game: Game, random: Random, ways: Sequence[str], advanced: bool = False) -> Outcome:
    """One whole game, until the second deck is used up."""
    table = Table(game, random, ways, advanced)
    turns, busy = 0, game.facts["busy_moves"]
    while turns < LIMIT and (table.deck or table.round == 1):
        seat = table.seats[turns % len(ways)]
        turns += 1
        cards = len(table.deck)
        few = cards < game.facts["drawn_at_most"] and table.wish(seat, cards < busy)
        if table.round == 1 and (few or not cards):
            table.second()
        table.watch(seat, Day(table, seat).whole())
        if sum(each.money for each in table.seats) > game.facts["box_money"]:
            table.used.add("no million left")
    best = max((seat.money, seat.crops) for seat in table.seats)
    return Outcome(
        tuple(n for n, seat in enumerate(table.seats) if (seat.money, seat.crops) == best),
        -(-turns // len(ways)),
        turns,
        ("the game does not end",) if turns == LIMIT else (),
        frozenset(table.used),
    )
