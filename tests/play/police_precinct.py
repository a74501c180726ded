"""Takes Police Precinct's data, dice and the ways of the seats; gives one game played to its end.

All seats win or none. `greedy` takes what `worth` says is best; `random` does anything legal. Both
variants, Dirty Cop and Manic mode, are left out. What the rules leave open and a bot decides:

- All drive their unmarked cars. Officers ride along to arrests. A Support Vehicle drives where its
  car goes, if it can.
- At most one card is played while driving. A Dispatch leaves the smaller harm on top; a Case File
  is in vain for who plays alone, as its card might be spent at once.
- The last card of the event deck is carried out first, then crime moves and all is shuffled.
- Who arrests where a Sweep took the last punk before has spent the action for nothing.
- The stock of donuts and of upgrades is never empty and not counted.
- If all Police cards are in hands, none is drawn: counted as run out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from types import SimpleNamespace as Card
from typing import Any, NamedTuple

from pnp.model.game import Game

from .series import Outcome

SECONDS = 70.0
"""Assumed: 25 to talk over where to go, 10 to drive, 20 for cards and dice, 15 for the event."""
WAYS = ("greedy", "random")
SKILLS = {
    "investigate": ("search", "investigation"),
    "emergency": ("light", "emergency"),
    "arrest": ("cuffs", "arrest"),
}
"""The symbol and the upgrade that help an action."""
DRIVING = ("fast-response", "clear-the-road")
PUNKS = ("fresh-faces", "corner-crew", "turf-quarrel", "hot-night")
HARM = {"emergency": 0.4, "lasting": 0.6, "immediate": 0.3}
"""What an event costs, as `greedy` sees it."""
CARD, DONUT = 0.1, 0.15
"""What one of them must bring for `greedy` to spend it."""


class Over(Exception):
    """The game is over; says how it was won or lost."""


class Work(NamedTuple):
    """An action, where it is done, and the event that it is done to."""

    kind: str
    place: str
    event: Any = None


@dataclass(eq=False)
class Player:
    """What a player has; `blocked` counts the ends of turns for which an event holds."""

    way: str
    character: Card
    hand: list[Card]
    donuts: int
    space: str
    support: str
    radio: bool = True
    extra: int = 0
    upgrades: set[str] = field(default_factory=set)
    blocked: Counter[str] = field(default_factory=Counter)

    def power(self, name: str) -> int:
        """The number of the character's power, if it is this one; 1 where it has none."""
        return (self.character.amount or 1) * (self.character.power == name)


class Table:
    """A game under way; `pieces` counts punks, officers and gangs by where they are."""

    def __init__(self, game: Game, dice: Random, ways: Sequence[str]) -> None:
        self.game, self.dice, self.facts = game, dice, Card(**game.facts)
        start = [game.facts[f"start_{n}_{len(ways)}"] for n in ("day", "hand", "donuts")]
        self.day, cards, donuts = start
        self.used, self.ran_out = set[str](), set[str]()
        self.turns = self.rounds = self.crimes = 0
        self.missing, self.murderer = self.facts.evidence, ""
        self.urgent: Card | None = None
        self.laid: dict[str, Card] = {}
        self.past, self.discards = list[Card](), list[Card]()
        self.map(game.components["city"].details)
        self.pieces = Counter({name: game.facts[name] for name in ("punks", "officers", "gangs")})
        self.send("officers", "station", self.facts.setup_officers)
        self.markers = [token for token in self.deck("tokens") if token.look == "unknown"]
        self.hoods = [f"hood-{number}" for number in range(1, self.facts.hoods + 1)]
        dice.shuffle(buildings := [f"building-{n}" for n in range(1, self.facts.buildings + 1)])
        sites = {"crime-scene": "crime-scene", "morgue": "body"}
        sites |= zip(buildings, ("witness", "weapon"), strict=False)
        self.stacks = {at: [card.evidence for card in self.deck(n)] for at, n in sites.items()}
        self.police, self.events = self.deck("police"), self.deck("events")
        self.amounts = {card.id: card.amount for card in self.events}
        emergencies = [card for card in self.events if card.kind == "emergency"]
        for card in dice.sample(emergencies, self.facts.setup_emergencies):
            self.events.remove(card)
            self.emergency(card)
        self.add_punks(self.facts.setup_punks)
        characters, station = self.deck("characters"), self.beside["station"]
        self.players: list[Player] = []
        for way in ways:
            support = dice.choice(station) if len(ways) <= self.facts.support_vehicles else ""
            hand = [self.police.pop() for _ in range(cards)]
            seat = characters.pop(), hand, donuts, dice.choice(station), support
            self.players.append(Player(way, *seat))

    def map(self, board: Any) -> None:
        """What is beside what; where two spaces meet along the kerb is a joint as well."""
        streets = [name for name, space in board.spaces.items() if space.kind == "street"]
        joints: dict[str, list[str]] = {}
        for link in board.links:
            joint = joints.setdefault(board.spaces[link.end].fields["spot"] or link.end, [])
            joint += [space for space in (link.start, link.end) if space in streets]
        sites = {a.fields["spot"] or name: a.fields["enter"] for name, a in board.areas.items()}
        self.beside = {"": streets, **joints, **{name: [name] for name in streets}, **sites}

        @cache
        def far(start: str, closed: frozenset[str] = frozenset()) -> dict[str, int]:
            steps, todo = {start: 0}, [start]
            for here in todo:
                for name, joint in joints.items():
                    for there in joint if here in joint and name not in closed else ():
                        if there not in steps:
                            steps[there] = steps[here] + 1
                            todo.append(there)
            return steps

        self.far = far

    def deck(self, name: str) -> list[Card]:
        cards = [c for c in self.game.components[name].cards for _ in range(c.copies)]
        return [Card(**card.values) for card in self.dice.sample(cards, len(cards))]

    def die(self) -> int:
        return self.dice.randint(1, 6)

    def choose(self, player: Player, options: Sequence[Any], worth: Callable[[Any], float]) -> Any:
        return self.dice.choice(options) if player.way == "random" else max(options, key=worth)

    def wants(self, player: Player, gain: float) -> bool:
        return self.dice.random() < 0.5 if player.way == "random" else gain > 0

    def crime(self, steps: int) -> None:
        """Moves the crime marker; on FAIL the game is lost."""
        self.crimes += steps
        if self.crimes >= self.facts.crime_spaces:
            raise Over("lost: crime")

    def send(self, start: str, goal: str, number: int = 1) -> int:
        """Moves pieces as far as there are any; gives how many."""
        number = min(number, self.pieces[start])
        self.pieces[start] -= number
        self.pieces[goal] += number
        return number

    def draw(self, player: Player, cards: int) -> None:
        for _ in range(0 if player.blocked["press-leak"] else cards):
            if not self.police:
                self.police, self.discards = self.discards, []
                self.dice.shuffle(self.police)
            if self.police:
                player.hand.append(self.police.pop())
            else:
                self.ran_out.add("all Police cards are in hands")

    def drop(self, player: Player, card: Card, why: str) -> None:
        player.hand.remove(card)
        self.discards.append(card)
        self.used.add(f"{why} police/{card.id}")

    def lose(self, player: Player, cards: int) -> None:
        for _ in range(min(cards, len(player.hand))):
            self.drop(player, self.choose(player, player.hand, lambda c: -c.symbols), "lost")

    def at(self, place: str) -> list[Card]:
        return [event for event in self.laid.values() if event.at == place]

    def end(self, event: Card) -> None:
        """Takes an event off the board, with its marker and the punks of a Jail Break."""
        self.past.append(self.laid.pop(event.id))
        self.send(event.id, "punks", self.facts.punks)
        self.markers += [event.token] * event.marker
        if self.urgent is event:
            self.urgent = None

    def lay(self, event: Card, place: str) -> None:
        """Puts an event on the board, by dice on a free building, with a marker if it has one."""
        while place == "die" or (place.startswith("building") and self.at(place)):
            place = f"building-{self.die()}"
        self.laid[event.id], event.at, event.day = event, place, self.day
        self.used.add(f"events/{event.id}")
        self.dice.shuffle(self.markers)
        event.token = self.markers.pop() if event.marker else Card(icon="", word="")

    def play(self) -> None:
        """Plays round after round until `Over`."""
        facts = self.facts
        while True:
            self.rounds += 1
            for player in self.players * (facts.solo_turns if len(self.players) == 1 else 1):
                self.turn(player)
            for player in self.players:
                player.radio = True
            down = self.laid.get("officer-down")
            if down and self.day > down.day:
                self.end(down)
                self.crime(down.crime)
            self.day += facts.days_a_round
            if self.day >= facts.last_day:
                raise Over("lost: calendar")
            if self.day >= facts.murderer_day:
                self.murderer = self.hoods[facts.murderer_day - self.day - 1]

    def turn(self, player: Player) -> None:
        """All four phases; what is drawn in a turn waits for its end."""
        self.turns += 1
        self.skipped, player.extra = set[str](), 0

        def worth(plan: tuple[str, Work, Card | None, int]) -> float:
            space, work, card, donuts = plan
            pool = self.spend(player, work, space, False)
            return self.worth(player, work, pool) - CARD * bool(card) - 2 * DONUT * donuts

        space, work, card, donuts = self.choose(player, list(self.plans(player)), worth)
        riders = self.facts.officers_carried * (work.kind == "arrest")
        for place in (player.space, "station"):
            if player.space in self.beside[place]:
                riders -= self.send(place, space, riders)
        if card:
            self.drop(player, card, "words")
        player.donuts -= donuts
        player.support, player.space = self.trail(player, space), space
        self.rescue()
        self.speak(player, work)
        self.act(player, work, self.spend(player, work, space, True))
        if "police" in self.skipped:
            player.space = self.beside["hospital"][0]
        else:
            self.draw(player, self.facts.police_drawn)
        if "no-event" not in self.skipped:
            self.event(player)
        self.rescue()
        self.lose(player, len(player.hand) - self.facts.hand_limit)
        player.blocked -= Counter(list(player.blocked))

    def rescue(self) -> None:
        """Officer Down ends where a car stands."""
        down = self.laid.get("officer-down")
        if down and any(player.space == down.at for player in self.players):
            self.end(down)

    def works(self, player: Player) -> Iterator[Work]:
        """Every action that could be done somewhere."""
        yield Work("draw", "")
        for site, stack in self.stacks.items():
            if stack and not self.at(site):
                yield Work("investigate", site)
        for hood in self.hoods:
            if self.pieces[hood] or (hood == self.murderer and not self.missing):
                yield Work("arrest", hood)
        for name, event in self.laid.items():
            if event.kind == "emergency" or name == "gas-leak":
                yield Work("emergency", event.at, event)
            elif name in ("detainees-run-amok", "escort-van", "car-theft"):
                yield Work("clear", event.at, event)
        if player.donuts and "detainees-run-amok" not in self.laid:
            yield Work("upgrade", "station")

    def plans(self, player: Player) -> Iterator[tuple[str, Work, Card | None, int]]:
        """Where a player could go, for which action, and the card and donuts for the drive."""
        facts, works = self.facts, list(self.works(player))
        for card in (None, *(card for card in player.hand if card.id.startswith(DRIVING))):
            free = facts.unmarked_spaces + ((card and card.amount) or 0)
            free += facts.upgrade_bonus * ("movement" in player.upgrades) + player.power("Wheels")
            free -= self.amounts["rush-hour"] * (player.blocked["rush-hour"] > 0)
            way = self.far(player.space, frozenset() if card and not card.amount else self.cones())
            for space, steps in way.items():
                for work in works if steps <= free + player.donuts else ():
                    if space in self.beside[work.place]:
                        yield space, work, card, max(steps - free, 0)

    def cones(self) -> frozenset[str]:
        """The closed intersections; they alone have a bare number."""
        return frozenset(event.at for event in self.laid.values() if event.at.isdigit())

    def trail(self, player: Player, space: str) -> str:
        """Where the Support Vehicle is when its car drives to a space: there, if it can come."""
        steps = self.far(player.support, self.cones()).get(space, self.facts.longest_drive)
        return space if steps <= self.facts.support_spaces else player.support

    def speak(self, player: Player, work: Work) -> None:
        """Plays Police cards for their words before the action."""
        alone, symbols = len(self.players) == 1, SKILLS.get(work.kind, ())
        for card in list(player.hand):
            design = card.id.removesuffix("-double")
            if design in DRIVING or not self.wants(player, card.symbol["id"] in symbols):
                continue
            if (
                design == "case-file"
                and self.discards
                and not (alone or player.blocked["press-leak"])
            ):
                back = self.choose(player, self.discards, lambda c: c.symbols)
                self.discards.remove(back)
                player.hand.append(back)
            elif design == "canvass":
                player.extra += card.amount
            elif design == "dispatch":
                seen = sorted(self.events[-card.amount :], key=lambda event: HARM[event.kind])
                self.events = [*seen[1:], *self.events[: -card.amount], seen[0]]
            elif design == "field-kit" and work.kind == "investigate":
                stack = self.stacks[work.place]
                stack[-card.amount :] = sorted(stack[-card.amount :])
            elif design in ("roll-call", "backup"):
                place = "station" if design == "roll-call" else player.space
                self.send("officers", place, card.amount)
            elif design == "sweep":
                for hood in (hood for hood in self.hoods if player.space in self.beside[hood]):
                    self.send(hood, "punks", card.amount)
                    self.tidy(hood)
            self.drop(player, card, "words")

    def spend(self, player: Player, work: Work, space: str, real: bool) -> int:
        """How many cards or dice an action has, once what is wanted is spent; else with all help."""
        if work.kind not in SKILLS:
            return 0
        facts, (symbol, upgrade), alone = self.facts, SKILLS[work.kind], len(self.players) == 1
        zone = self.beside[work.place] if work.place.isdigit() else [space]
        others = [other for other in self.players if other is not player]
        support = self.trail(player, space)
        vehicles = [support, *(at for other in others for at in (other.space, other.support))]
        pool = vars(player.character)[symbol] + facts.upgrade_bonus * (upgrade in player.upgrades)
        pool += facts.vehicle_bonus * sum(vehicle in zone for vehicle in vehicles)
        pool += player.power("Street sense") * self.pieces[f"gang {work.place}"]
        if work.kind == "investigate":
            pool += facts.unmarked_bonus + player.extra

        def wants(giver: Player, price: float) -> bool:
            gain = self.worth(player, work, pool + 1) - self.worth(player, work, pool)
            return not real or self.wants(giver, gain - price)

        for helper in self.players if alone else others:
            for card in list(helper.hand):
                radio = helper.radio * helper.power("Radio")
                here = radio or (support if alone else helper.space) in zone
                if here and card.symbol["id"] == symbol and wants(helper, CARD):
                    pool += card.symbols * facts.symbol_bonus * (1 + radio)
                    if real:
                        self.drop(helper, card, "symbols")
                        helper.radio = False
        for _ in range(self.pieces[space] * (work.kind == "arrest")):
            if wants(player, 0):
                pool += facts.officer_bonus
                self.send(space, "station", real)
        for _ in range(player.donuts * real):
            if wants(player, DONUT):
                pool += facts.donut_bonus
                player.donuts -= 1
        return int(pool)

    def act(self, player: Player, work: Work, pool: int) -> None:
        """Phase 2."""
        self.used.add(f"action: {work.kind}")
        if work.kind == "emergency":
            self.handle(player, work.event, pool)
        elif work.kind == "arrest":
            self.arrest(player, work.place, pool)
        elif work.kind == "draw":
            self.draw(player, 1)
        elif work.kind == "clear":
            self.end(work.event)
            if work.event.id == "car-theft" and "jail-break" in self.laid:
                self.jail("punks")
        elif work.kind == "upgrade":
            kinds = [kind for kind in self.game.terms["upgrade"] if kind not in player.upgrades]
            for _ in range(min(self.facts.upgrades_at_once, player.donuts, len(kinds))):
                kinds.remove(kind := self.choose(player, kinds, lambda k: k == "investigation"))
                player.upgrades.add(kind)
                player.donuts -= self.facts.upgrade_donuts
        else:
            stack = self.stacks[work.place]
            drawn = [stack.pop() for _ in range(min(pool, len(stack)))]
            self.missing -= sum(drawn)
            stack[:0] = [False] * (drawn.count(False) - self.facts.useless_shown)
            if not player.power("Thorough"):
                self.dice.shuffle(stack)
            if not any(stack):
                stack.clear()
                player.donuts += self.facts.category_donut
            if not self.missing and not self.murderer:
                raise Over("won: evidence")

    def handle(self, player: Player, event: Card, pool: int) -> None:
        """Rolls for an emergency or the Gas Leak; First aid rolls a low die again."""
        facts, token, difficulty = self.facts, event.token, event.difficulty or event.amount
        change, dice = int((token.word or "0").replace("−", "-")), token.icon == "rolling-dices"
        needed = min(difficulty + change * (not dice), facts.difficulty_most)
        rolls = [self.die() for _ in range(pool + change * dice)]
        if rolls and max(rolls) < needed:
            rolls += [self.die() for _ in range(player.power("First aid"))]
        if max(rolls, default=0) >= needed:
            rewards = [token.icon, *(reward["id"] for reward in event.rewards)]
            self.draw(player, rewards.count("card") + rewards.count("card-draw"))
            player.donuts += rewards.count("donut")
            self.send("officers", "station", rewards.count("officer"))
            self.skipped.update({"no-event"}.intersection(rewards))
            self.end(event)
        elif difficulty >= facts.hospital_difficulty:
            self.skipped.add("police")

    def least(self, hood: str) -> int:
        """What a die has to show for an arrest: the population within what always and never do."""
        facts = self.facts
        population = self.pieces[hood] + facts.gang_population * self.pieces[f"gang {hood}"]
        population += facts.murderer_population * (hood == self.murderer)
        return max(facts.never + 1, min(facts.always, population))

    def arrest(self, player: Player, hood: str, pool: int) -> None:
        """Rolls for the arrests in a hood; only a riot lies in one."""
        facts, least, punks = self.facts, self.least(hood), self.pieces[hood]
        hits = sum(self.die() >= least for _ in range(pool))
        if not punks and hood != self.murderer:
            return
        if not hits:
            self.lose(player, 0 if player.power("Unshaken") else facts.cards_lost)
            self.skipped.add("police")
            return
        hits -= sum(riot.amount for riot in self.at(hood))
        arrested = min(punks, hits * facts.punks_a_success)
        if arrested >= facts.arrests_for_donut:
            player.donuts += facts.donut_reward
        if hood == self.murderer and not self.missing and hits > arrested:
            raise Over("won: murderer")
        for _ in range(arrested):
            self.jail(hood)
        self.tidy(hood)

    def jail(self, start: str) -> None:
        """Moves a punk to the Jail Break, which ends with the last one, or to the stock."""
        jail = self.laid.get("jail-break")
        self.send(start, "jail-break" if jail else "punks")
        if jail and self.pieces["jail-break"] == jail.amount:
            self.end(jail)

    def tidy(self, hood: str) -> None:
        """Gang and riot leave with the last punk."""
        if not self.pieces[hood]:
            self.send(f"gang {hood}", "gangs")
            for riot in self.at(hood):
                self.end(riot)

    def event(self, player: Player) -> None:
        """Phase 4."""
        for event in list(self.laid.values()):
            self.stray(event)
        card, cost = self.events.pop(), player.power("Committed")
        if 0 < cost <= player.donuts and self.wants(player, HARM[card.kind] - DONUT):
            player.donuts -= cost
            self.past.append(card)
        elif card.kind != "immediate":
            (self.emergency if card.kind == "emergency" else self.lasting)(card)
        else:
            self.past.append(card)
            self.used.add(f"events/{card.id}")
            for other in self.players:
                other.blocked[card.id] = 1 + (other is player)
                self.draw(other, card.amount if card.id == "quiet-shift" else 0)
                self.lose(other, card.amount if card.id == "budget-cut" else 0)
            self.add_punks(card.amount if card.id in PUNKS else 0)
        if not self.events:
            self.events, self.past = self.past, []
            self.dice.shuffle(self.events)
            self.crime(self.facts.crime_step)

    def stray(self, event: Card) -> None:
        """What a lasting event does at each event."""
        goal = self.beside[f"building-{self.die()}"][0]
        hit = event.id == "gas-leak" and self.die() == 1
        if event.id == "escort-van":
            hit, event.at = event.at == goal, goal
        if event.id == "car-theft":
            way, far = self.far(event.at), self.far(goal)
            steps = min(event.amount, far[event.at])
            near = [s for s in way if way[s] == steps and far[s] == far[event.at] - steps]
            event.at = self.dice.choice(near)
            hit = event.at == goal
        if hit:
            self.crime(event.crime)

    def emergency(self, card: Card) -> None:
        """Places an emergency; Urgent may move, and what it lay on fails."""
        same = [other for other in self.laid.values() if other.color == card.color]
        self.lay(card, card.spot)
        if same:
            failed = self.urgent
            if failed:
                self.end(failed)
            self.urgent = next((other for other in same if other is not failed), None)
            self.crime(self.facts.crime_step * bool(failed))

    def add_punks(self, number: int) -> int:
        """Adds punks by dice, or none where the stock holds fewer: crime moves."""
        if self.pieces["punks"] < number:
            self.crime(self.facts.crime_step)
            return 0
        for _ in range(number):
            hood = f"hood-{self.die()}"
            self.send("punks", hood)
            full = self.pieces[hood] >= self.facts.gang_punks
            if full and not self.pieces[f"gang {hood}"] and not self.send("gangs", f"gang {hood}"):
                self.crime(self.facts.crime_step)
        return number

    def lasting(self, card: Card) -> None:
        """Places a special event that lasts, unless it has no place."""
        place = {
            "street-riot": f"hood-{self.die()}",
            "detainees-run-amok": "station",
            "jail-break": "station",
            "gas-leak": "die",
        }.get(card.id, self.beside[f"building-{self.die()}"][0])
        void = card.id == "street-riot" and not self.pieces[place]
        if void or (card.id == "jail-break" and not self.add_punks(card.amount)):
            self.past.append(card)
        else:
            self.lay(card, place)

    def worth(self, player: Player, work: Work, pool: int) -> float:
        """What an action brings with so many cards or dice, in pieces of evidence."""
        if work.kind == "investigate":
            stack = self.stacks[work.place]
            return min(pool, len(stack)) * sum(stack) / len(stack) * 2.2
        if work.kind == "emergency":
            difficulty = work.event.difficulty or work.event.amount
            return (1 - ((difficulty - 1) / 6) ** pool) * (1 + (work.event is self.urgent))
        if work.kind == "arrest":
            odds, punks = (7 - self.least(work.place)) / 6, self.pieces[work.place]
            caught = not self.missing and work.place == self.murderer and pool * odds > punks
            return 0.25 * min(pool * odds, punks) - (1 - odds) ** pool + 30 * caught
        if work.kind == "upgrade":
            late = self.day / self.facts.murderer_day
            return (1 - late) * min(player.donuts, 4 - len(player.upgrades))
        return 1.0 if work.kind == "clear" else 0.3


def play(game: Game, random: Random, ways: Sequence[str]) -> Outcome:
    """One game for as many players as there are ways."""
    table, end = Table(game, random, ways), ""
    try:
        table.play()
    except Over as over:
        end = str(over)
    winners = tuple(range(len(ways) * end.startswith("won")))
    used = frozenset({*table.used, end})
    return Outcome(winners, table.rounds, table.turns, tuple(table.ran_out), used)
