"""Takes Police Precinct's data, dice and who chooses for each seat; gives a table that plays a
game by the rules.

A round is a day. `Over` ends the game at once. What a bot may choose, it is asked for.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, Protocol

from pnp.model.game import Card, Game

STACK_PLACES = {"crime-scene": "crime-scene", "body": "morgue", "witness": "", "weapon": ""}
"""Where each stack lies; on a building by dice where nothing is said."""
SYMBOLS = {"investigate": "search", "emergency": "light", "gas-leak": "light", "arrest": "cuffs"}
UPGRADES = {"search": "investigation", "light": "emergency", "cuffs": "arrest"}


class Over(Exception):
    """The game is over: whether it is won, and how."""

    def __init__(self, won: bool, how: str) -> None:
        super().__init__(how)
        self.won, self.how = won, how


class City:
    """The street spaces, what is beside what, and how far it is."""

    def __init__(self, board: Any) -> None:
        streets = {name for name, space in board.spaces.items() if space.kind == "street"}
        self.around: dict[str, list[str]] = {}
        self.kerb: dict[str, list[str]] = {name: [] for name in sorted(streets)}
        for one, other in ((link.start, link.end) for link in board.links):
            if other in streets:
                self.kerb[one].append(other)
                self.kerb[other].append(one)
            else:
                self.around.setdefault(other, []).append(one)
        self.crossings = {
            space.fields["spot"]: name
            for name, space in board.spaces.items()
            if space.kind == "traffic"
        }
        self.beside: dict[str, list[str]] = dict(self.around)
        for name, area in board.areas.items():
            if area.fields["enter"]:
                self.beside[area.fields["spot"] or name] = list(area.fields["enter"])
        self._far: dict[tuple[str, frozenset[str]], dict[str, int]] = {}

    def far(self, start: str, closed: frozenset[str] = frozenset()) -> dict[str, int]:
        """The spaces that a drive takes from a space to each other one that can be reached."""
        if found := self._far.get((start, closed)):
            return found
        far, todo = {start: 0}, deque([start])
        while todo:
            here = todo.popleft()
            for there in self.next_to(here, closed):
                if there not in far:
                    far[there] = far[here] + 1
                    todo.append(there)
        self._far[start, closed] = far
        return far

    def next_to(self, here: str, closed: frozenset[str]) -> list[str]:
        """The spaces one step away."""
        found = list(self.kerb[here])
        for crossing, spaces in self.around.items():
            if here in spaces and crossing not in closed:
                found += [space for space in spaces if space != here]
        return found


@dataclass(eq=False)
class Emergency:
    """An emergency in the city; `open` is whether its marker lies face up."""

    card: Card
    place: str
    marker: Card | None
    open: bool = False

    @property
    def color(self) -> str:
        """Its colour."""
        return self.card.values["color"]["id"]


@dataclass
class Lasting:
    """A special event that lasts: where it lies or stands, the day it came, punks on it."""

    card: Card
    place: str
    day: int
    punks: int = 0


class Work(NamedTuple):
    """An action and what it is done to."""

    kind: str
    target: Any = None


class Plan(NamedTuple):
    """A turn: the car, the space to drive to, what is paid for it, and the action."""

    marked: bool
    space: str
    work: Work
    fast: int = 0
    donuts: int = 0
    clear: bool = False
    officers: int = 0
    support: str | None = None


@dataclass(eq=False)
class Player:
    """What a player has; `fresh` are cards that wait for the end of the turn."""

    character: Card
    chooser: Chooser
    space: str
    support: str | None
    donuts: int
    marked: bool = True
    hand: list[Card] = field(default_factory=list)
    fresh: list[Card] = field(default_factory=list)
    upgrades: set[str] = field(default_factory=set)
    leak: int = 0
    rush: int = 0
    radio: bool = True
    extra: int = 0
    hurt: bool = False
    quiet: bool = False

    def can(self, power: str) -> bool:
        """Whether this is the character with that power."""
        return self.character.values["power"] == power

    def cards(self, design: str) -> list[Card]:
        """The cards of a design in hand, those with two symbols last."""
        return sorted(
            (card for card in self.hand if card.id.removesuffix("-double") == design),
            key=lambda card: card.values["symbols"],
        )


class Chooser(Protocol):
    """Who decides for a seat."""

    def plan(self, table: Table, player: Player) -> Plan: ...
    def words(self, table: Table, player: Player, work: Work) -> Card | None: ...
    def help(
        self, table: Table, helper: Player, player: Player, work: Work, pool: int
    ) -> Card | None: ...
    def spend(self, table: Table, player: Player, work: Work, pool: int) -> tuple[int, int]: ...
    def lose(self, table: Table, player: Player) -> Card: ...
    def cancel(self, table: Table, player: Player, card: Card) -> bool: ...
    def upgrades(self, table: Table, player: Player) -> list[str]: ...
    def event_first(self, table: Table, cards: list[Card]) -> int: ...
    def clues(self, table: Table, player: Player, work: Work) -> str | None: ...
    def from_discards(self, table: Table) -> Card: ...
    def hood(self, table: Table, hoods: list[int]) -> int: ...
    def reroll(self) -> bool: ...


def deck(game: Game, name: str, dice: Random) -> list[Card]:
    """All cards of a deck, shuffled; the last one is on top."""
    cards = [card for card in game.components[name].cards for _ in range(card.copies)]
    dice.shuffle(cards)
    return cards


class Table:
    """A game under way."""

    def __init__(self, game: Game, dice: Random, choosers: Sequence[Chooser]) -> None:
        self.facts, self.dice = game.facts, dice
        self.city = City(game.components["city"].details)
        self.used: set[str] = set()
        self.ran_out: set[str] = set()
        self.crimes: Counter[str] = Counter()
        self.turns = self.crime_at = 0
        tokens = game.components["tokens"].cards
        count = {token.id: token.copies for token in tokens}
        self.stock = {name: count[name] for name in ("punk", "officer", "donut")}
        self.upgrade_stock = {n[8:]: c for n, c in count.items() if n.startswith("upgrade-")}
        self.markers = [t for t in tokens if t.values["look"] == "unknown" for _ in range(t.copies)]
        dice.shuffle(self.markers)
        self.gangs = deck(game, "gangs", dice)
        self.hood_gangs: dict[int, Card] = {}
        self.punks = dict.fromkeys(range(1, self.facts["hoods"] + 1), 0)
        self.officers: Counter[str] = Counter()
        self.murderer = 0
        self.evidence = 0
        self.emergencies: list[Emergency] = []
        self.urgent: Emergency | None = None
        self.lasting: dict[str, Lasting] = {}
        self._set_up(game, choosers)

    def _set_up(self, game: Game, choosers: Sequence[Chooser]) -> None:
        facts, players = self.facts, len(choosers)
        crime = game.components["crime"].details
        self.crime_at = crime.spaces[crime.tracks["crime"][0]].number
        self.first_day = self.day = facts[f"start_day_{players}"]
        self.stacks = {name: deck(game, name, self.dice) for name in STACK_PLACES}
        buildings = self.dice.sample(range(1, facts["buildings"] + 1), 2)
        self.places = {
            name: place or f"building-{buildings.pop()}" for name, place in STACK_PLACES.items()
        }
        self.events, self.past_events = deck(game, "events", self.dice), []
        self.police, self.police_discards = deck(game, "police", self.dice), []
        others = []
        while len(self.emergencies) < facts["setup_emergencies"]:
            card = self.events.pop()
            if card.values["kind"] == "emergency":
                self.new_emergency(card)
            else:
                others.append(card)
        self.events += others
        self.dice.shuffle(self.events)
        self.add_punks(facts["setup_punks"])
        self.stock["officer"] -= facts["setup_officers"]
        self.officers["station"] = facts["setup_officers"]
        station = self.city.beside["station"]
        self.players: list[Player] = []
        characters = deck(game, "characters", self.dice)
        for chooser in choosers:
            support = self.dice.choice(station) if players <= facts["support_vehicles"] else None
            donuts = facts[f"start_donuts_{players}"]
            space = self.dice.choice(station)
            player = Player(characters.pop(), chooser, space, support, donuts)
            player.hand = [self.police.pop() for _ in range(facts[f"start_hand_{players}"])]
            self.stock["donut"] -= donuts
            self.players.append(player)
            self.used.add(f"characters/{player.character.id}")
        self.turn_of: Player | None = None

    # --- what many rules need

    def die(self) -> int:
        """One die."""
        return self.dice.randint(1, 6)

    def crime(self, why: str, steps: int = 0) -> None:
        """Moves the crime marker; on FAIL the game is lost."""
        steps = steps or self.facts["crime_step"]
        self.crimes[why] += steps
        self.crime_at += steps
        self.used.add(f"crime: {why}")
        if self.crime_at > self.facts["crime_spaces"]:
            raise Over(False, "crime")

    def take(self, what: str) -> bool:
        """Takes a token from the stock, where there is one."""
        if not self.stock[what]:
            self.used.add(f"stock empty: {what}")
            return False
        self.stock[what] -= 1
        return True

    def draw(self, player: Player, cards: int = 1) -> None:
        """Draws Police cards, which wait where it is the turn of the player."""
        for _ in range(0 if player.leak else cards):
            if not self.police:
                self.police, self.police_discards = self.police_discards, []
                self.dice.shuffle(self.police)
                self.used.add("Police cards shuffled")
            if not self.police:
                self.ran_out.add("all Police cards are in hands")
                return
            (player.fresh if player is self.turn_of else player.hand).append(self.police.pop())

    def drop(self, player: Player, card: Card) -> None:
        """Puts a Police card on its discards."""
        (player.hand if card in player.hand else player.fresh).remove(card)
        self.police_discards.append(card)

    def donut(self, player: Player, donuts: int = 1) -> None:
        """Gives donuts."""
        player.donuts += sum(self.take("donut") for _ in range(donuts))

    def pay(self, player: Player, donuts: int) -> None:
        """Takes donuts back to the stock."""
        assert player.donuts >= donuts >= 0
        player.donuts -= donuts
        self.stock["donut"] += donuts

    @property
    def closed(self) -> frozenset[str]:
        """The intersections with an emergency."""
        return frozenset(e.place for e in self.emergencies if e.place in self.city.around)

    def taken(self, place: str) -> bool:
        """Whether an emergency or the Gas Leak lies there."""
        leak = self.lasting.get("gas-leak")
        return any(e.place == place for e in self.emergencies) or bool(leak and leak.place == place)

    def free_building(self) -> str:
        """Rolls a building without an emergency and without the Gas Leak."""
        while self.taken(place := f"building-{self.die()}"):
            self.used.add("rolled again")
        return place

    def population(self, hood: int) -> int:
        """The population of a hood."""
        facts, murderer = self.facts, self.murderer == hood
        gang = facts["gang_population"] if hood in self.hood_gangs else 0
        return self.punks[hood] + gang + facts["murderer_population"] * murderer

    def zone(self, work: Work, space: str) -> list[str]:
        """The spaces from which vehicles and players help."""
        if work.kind == "emergency" and work.target.place in self.city.around:
            return self.city.around[work.target.place]
        return [space]

    def pool(self, player: Player, work: Work, plan: Plan | None = None) -> int:
        """Cards or dice before anything is committed, after the plan or where the car stands."""
        facts, symbol = self.facts, SYMBOLS[work.kind]
        at = plan or Plan(player.marked, player.space, work, support=player.support)
        zone = self.zone(work, at.space)
        others = sum(p.space in zone for p in self.players if p is not player)
        others += sum(p.support in zone for p in self.players if p is not player)
        others += at.support in zone
        pool = player.character.values[symbol] + others * facts["vehicle_bonus"]
        pool += facts["upgrade_bonus"] * (UPGRADES[symbol] in player.upgrades)
        if work.kind == "investigate":
            pool += facts["unmarked_bonus"] * (not at.marked) + player.extra
        if work.kind == "arrest" and player.can("Street sense"):
            pool += work.target in self.hood_gangs
        return pool

    def works(self, player: Player) -> list[tuple[Work, list[str]]]:
        """Every action that could be done somewhere, with the spaces for it."""
        found: list[tuple[Work, list[str]]] = []
        beside = self.city.beside
        for name, stack in self.stacks.items():
            if stack and not self.taken(self.places[name]):
                found.append((Work("investigate", name), beside[self.places[name]]))
        found += [(Work("emergency", e), beside[e.place]) for e in self.emergencies]
        done = self.evidence == self.facts["evidence"]
        for hood, punks in self.punks.items():
            if punks or (done and hood == self.murderer):
                found.append((Work("arrest", hood), beside[f"hood-{hood}"]))
        for name, kind in (("detainees-run-amok", "detainees"), ("gas-leak", "gas-leak")):
            if event := self.lasting.get(name):
                found.append((Work(kind, event), beside[event.place]))
        for name in ("escort-van", "car-theft"):
            if event := self.lasting.get(name):
                found.append((Work(name, event), [event.place]))
        if player.donuts >= self.facts["upgrade_donuts"] and self.open_upgrades(player):
            found.append((Work("upgrade"), beside["station"]))
        return found

    def open_upgrades(self, player: Player) -> list[str]:
        """The upgrades that a player could take."""
        if "detainees-run-amok" in self.lasting:
            return []
        return [
            kind
            for kind, left in self.upgrade_stock.items()
            if left and kind not in player.upgrades
        ]

    # --- a turn

    def play(self) -> None:
        """Plays round after round until `Over`."""
        turns = self.facts["solo_turns"] if len(self.players) == 1 else 1
        while True:
            for player in self.players * turns:
                self.turn(player)
            for player in self.players:
                player.radio = True
            self.end_round()

    def turn(self, player: Player) -> None:
        """All four phases."""
        self.turns += 1
        self.turn_of = player
        player.extra, player.hurt, player.quiet = 0, False, False
        if player.can("Sources"):
            self.used.add("power: Sources")
        plan = player.chooser.plan(self, player)
        self.move(player, plan)
        while card := player.chooser.words(self, player, plan.work):
            self.say(player, card, plan.work)
        self.act(player, plan.work)
        if not player.hurt:
            self.draw(player, self.facts["police_drawn"])
        if player.quiet:
            self.used.add("no event drawn")
        else:
            self.event(player)
        player.hand += player.fresh
        player.fresh = []
        while len(player.hand) > self.facts["hand_limit"]:
            self.used.add("hand limit")
            self.drop(player, player.chooser.lose(self, player))
        player.leak, player.rush = max(player.leak - 1, 0), max(player.rush - 1, 0)

    def speed(self, player: Player, marked: bool) -> int:
        """The spaces that a car drives for nothing."""
        facts = self.facts
        spaces = facts["marked_spaces" if marked else "unmarked_spaces"]
        spaces += facts["upgrade_bonus"] * ("movement" in player.upgrades)
        return spaces + player.can("Wheels") - (player.rush > 0)

    def move(self, player: Player, plan: Plan) -> None:
        """Phase 1, as planned; a car is changed beside the station, before or after the drive."""
        station = self.city.beside["station"]
        before = plan.marked if player.space in station else player.marked
        if plan.marked != player.marked:
            assert player.space in station or plan.space in station
            self.used.add("car changed")
        riders = min(plan.officers, self.facts["officers_carried"])
        for place in (player.space, "station" if player.space in station else player.space):
            got = min(riders, self.officers[place])
            riders -= got
            self.officers[place] -= got
            self.officers[plan.space] += got
            if got and place != plan.space:
                self.used.add("officer carried")
        closed = frozenset() if plan.clear else self.closed
        if plan.clear:
            self.drop_words(player, "clear-the-road")
        spaces = self.speed(player, before) + plan.donuts * self.facts["donut_bonus"]
        for _ in range(plan.fast):
            spaces += self.drop_words(player, "fast-response").values["amount"]
        self.pay(player, plan.donuts)
        steps = self.city.far(player.space, closed)[plan.space]
        assert steps <= max(spaces, 0)
        if player.can("Wheels") and steps == spaces:
            self.used.add("power: Wheels")
        if plan.donuts:
            self.used.add("donut: move")
        player.space, player.marked = plan.space, plan.marked
        if player.support and plan.support:
            way = self.city.far(player.support, self.closed)[plan.support]
            assert way <= self.facts["support_spaces"]
            player.support = plan.support
        self.rescue()

    def rescue(self) -> None:
        """Officer Down ends where a car stands."""
        event = self.lasting.get("officer-down")
        if event and any(player.space == event.place for player in self.players):
            self.end("officer-down")

    def end(self, name: str) -> None:
        """A lasting event ends."""
        event = self.lasting.pop(name)
        self.stock["punk"] += event.punks
        self.past_events.append(event.card)
        self.used.add(f"ended: {name}")

    def drop_words(self, player: Player, design: str) -> Card:
        """Plays a card of a design for its words."""
        card = player.cards(design)[0]
        self.drop(player, card)
        self.used.add(f"words: {design}")
        return card

    def say(self, player: Player, card: Card, work: Work) -> None:
        """What the words of a Police card do before the action."""
        design, amount = card.id.removesuffix("-double"), card.values["amount"]
        chooser = player.chooser
        if design == "case-file":
            assert not player.leak
            back = chooser.from_discards(self)
            self.police_discards.remove(back)
            player.fresh.append(back)
        self.drop(player, card)
        self.used.add(f"words: {design}")
        if design == "canvass":
            player.extra += amount
        elif design == "dispatch" and len(self.events) >= amount:
            seen = [self.events.pop() for _ in range(amount)]
            self.events.append(seen.pop(chooser.event_first(self, seen)))
            self.events[:0] = seen
        elif design == "field-kit" and (name := chooser.clues(self, player, work)):
            stack = self.stacks[name]
            stack[-amount:] = sorted(stack[-amount:], key=lambda clue: clue.values["evidence"])
        elif design in ("roll-call", "backup"):
            place = player.space if design == "backup" else "station"
            self.officers[place] += sum(self.take("officer") for _ in range(amount))
        elif design == "sweep" and (hoods := self.hoods_beside(player.space)):
            hood = chooser.hood(self, hoods)
            self.punks[hood] -= amount
            self.stock["punk"] += amount
            self.tidy(hood)

    def hoods_beside(self, space: str) -> list[int]:
        """The hoods with punks beside a space."""
        return [h for h, n in self.punks.items() if n and space in self.city.beside[f"hood-{h}"]]

    def helpers(self, player: Player, work: Work) -> list[tuple[Player, bool]]:
        """Who may play cards for a player, and whether over the Radio."""
        zone, found = self.zone(work, player.space), []
        alone = len(self.players) == 1
        for other in self.players:
            if other.can("Radio") and other.radio and (alone or other is not player):
                found.append((other, True))
            here = other.support in zone if alone else other is not player and other.space in zone
            if here:
                found.append((other, False))
        return found

    def commit(self, player: Player, work: Work) -> int:
        """What the helpers' cards, donuts and officers add to the pool: the pool."""
        facts, pool = self.facts, self.pool(player, work)
        for helper, radio in self.helpers(player, work):
            while card := helper.chooser.help(self, helper, player, work, pool):
                assert card.values["symbol"]["id"] == SYMBOLS[work.kind]
                self.drop(helper, card)
                self.used.add(f"police/{card.id} helped")
                pool += card.values["symbols"] * facts["symbol_bonus"] * (2 if radio else 1)
                if radio:
                    helper.radio = False
                    self.used.add("power: Radio")
                    break
        donuts, officers = player.chooser.spend(self, player, work, pool)
        self.pay(player, donuts)
        assert officers <= self.officers[player.space] * (work.kind == "arrest")
        self.officers[player.space] -= officers
        self.officers["station"] += officers
        if donuts:
            self.used.add(f"donut: {work.kind}")
        if officers:
            self.used.add("officer helped")
        return pool + donuts * facts["donut_bonus"] + officers * facts["officer_bonus"]

    def act(self, player: Player, work: Work) -> None:
        """Phase 2."""
        self.used.add(f"action: {work.kind}")
        if work.kind == "investigate":
            self.investigate(player, work)
        elif work.kind in ("emergency", "gas-leak"):
            self.handle(player, work)
        elif work.kind == "arrest":
            self.arrest(player, work)
        elif work.kind == "upgrade":
            for kind in player.chooser.upgrades(self, player)[: self.facts["upgrades_at_once"]]:
                self.pay(player, self.facts["upgrade_donuts"])
                self.upgrade_stock[kind] -= 1
                player.upgrades.add(kind)
                self.used.add(f"upgrade: {kind}")
        elif work.kind == "draw":
            self.draw(player)
        elif work.kind == "detainees":
            self.end("detainees-run-amok")
        elif work.kind in ("escort-van", "car-theft"):
            self.end(work.kind)
            if work.kind == "car-theft" and "jail-break" in self.lasting and self.take("punk"):
                self.jail()

    def investigate(self, player: Player, work: Work) -> None:
        """Draws from a stack and places the evidence."""
        facts, stack = self.facts, self.stacks[work.target]
        pool = self.commit(player, work)
        drawn = [stack.pop() for _ in range(min(pool, len(stack)))]
        rest = [card for card in drawn if not card.values["evidence"]]
        for card in drawn:
            self.used.add(f"{work.target}/{card.id}")
        self.evidence += len(drawn) - len(rest)
        stack[:0] = rest[facts["useless_shown"] :]
        if player.can("Thorough"):
            self.used.add("power: Thorough")
        else:
            self.dice.shuffle(stack)
        if not any(card.values["evidence"] for card in stack):
            stack.clear()
            self.donut(player, facts["category_donut"])
        if self.evidence == facts["evidence"] and not self.murderer:
            raise Over(True, "evidence")

    def handle(self, player: Player, work: Work) -> None:
        """Rolls for an emergency or the Gas Leak."""
        facts, target = self.facts, work.target
        pool = self.commit(player, work)
        marker = target.marker if work.kind == "emergency" else None
        printed = target.card.values["difficulty" if work.kind == "emergency" else "amount"]
        icon = marker.values["icon"] if marker else ""
        change = int((marker.values["word"] or "0").replace("−", "-")) if marker else 0
        if marker:
            target.open = True
            self.used.add(f"tokens/{marker.id}")
        pool += change * (icon == "rolling-dices")
        harder = change * (icon != "rolling-dices")
        difficulty = min(printed + harder, facts["difficulty_most"])
        rolls = sorted(self.die() for _ in range(pool))
        if rolls and rolls[-1] < difficulty and player.can("First aid") and player.chooser.reroll():
            rolls[0] = self.die()
            self.used.add("power: First aid")
        if not rolls or max(rolls) < difficulty:
            if work.kind == "emergency" and printed >= facts["hospital_difficulty"]:
                self.hospital(player)
            return
        if work.kind == "gas-leak":
            self.end("gas-leak")
            return
        self.used.add(f"events/{target.card.id} handled")
        icons = {"donut": "donut", "card-draw": "card"}
        for reward in [icons.get(icon), *(r["id"] for r in target.card.values["rewards"])]:
            self.reward(player, reward)
        self.clear(target)

    def reward(self, player: Player, reward: str | None) -> None:
        """Gives one reward."""
        if reward == "card":
            self.draw(player)
        elif reward == "donut":
            self.donut(player)
        elif reward == "officer":
            self.officers["station"] += self.take("officer")
        elif reward == "no-event":
            player.quiet = True

    def clear(self, emergency: Emergency) -> None:
        """Takes an emergency off the board."""
        self.emergencies.remove(emergency)
        self.past_events.append(emergency.card)
        if emergency.marker:
            self.markers.append(emergency.marker)
            self.dice.shuffle(self.markers)
        if self.urgent is emergency:
            self.urgent = None

    def hospital(self, player: Player) -> None:
        """Brings a car to the Hospital; phase 3 is skipped."""
        player.space = self.city.beside["hospital"][0]
        player.hurt = True
        self.used.add("hospital")

    def succeeds(self, roll: int, population: int) -> bool:
        """Whether a die arrests."""
        facts = self.facts
        return roll == facts["always"] or (roll != facts["never"] and roll >= population)

    def arrest(self, player: Player, work: Work) -> None:
        """Rolls for the arrests in a hood."""
        facts, hood = self.facts, work.target
        if player.can("Street sense") and hood in self.hood_gangs:
            self.used.add("power: Street sense")
        population, murderer = self.population(hood), self.murderer == hood
        if not population:  # the punks were swept away before
            return
        pool = self.commit(player, work)
        hits = sum(self.succeeds(self.die(), population) for _ in range(pool))
        if not hits:
            if player.can("Unshaken"):
                self.used.add("power: Unshaken")
            for _ in range(0 if player.can("Unshaken") else facts["cards_lost"]):
                if player.hand:
                    self.drop(player, player.chooser.lose(self, player))
            self.hospital(player)
            return
        riot = self.lasting.get("street-riot")
        if riot and riot.place == f"hood-{hood}":
            hits -= riot.card.values["amount"]
        arrested = min(self.punks[hood], hits * facts["punks_a_success"])
        for _ in range(arrested):
            self.punks[hood] -= 1
            if "jail-break" in self.lasting:
                self.jail()
            else:
                self.stock["punk"] += 1
        if arrested >= facts["arrests_for_donut"]:
            self.donut(player, facts["donut_reward"])
            self.used.add("donut for arrests")
        if murderer and self.evidence == facts["evidence"] and hits > arrested:
            raise Over(True, "murderer")
        self.tidy(hood)

    def jail(self) -> None:
        """Lays a punk on the Jail Break, which ends with the last of them."""
        event = self.lasting["jail-break"]
        event.punks += 1
        if event.punks == event.card.values["amount"]:
            self.end("jail-break")

    def tidy(self, hood: int) -> None:
        """Gang and riot leave with the last punk."""
        if self.punks[hood]:
            return
        if gang := self.hood_gangs.pop(hood, None):
            self.gangs.insert(0, gang)
        riot = self.lasting.get("street-riot")
        if riot and riot.place == f"hood-{hood}":
            self.end("street-riot")

    # --- events

    def event(self, player: Player) -> None:
        """Phase 4."""
        self.lasting_act()
        card = self.events.pop()
        cost = player.character.values["amount"]
        if (
            player.can("Committed")
            and player.donuts >= cost
            and player.chooser.cancel(self, player, card)
        ):
            self.pay(player, cost)
            self.past_events.append(card)
            self.used.add("power: Committed")
        else:
            self.used.add(f"events/{card.id}")
            {
                "emergency": self.new_emergency,
                "lasting": self.new_lasting,
                "immediate": self.at_once,
            }[card.values["kind"]](card)
        if not self.events:
            self.events, self.past_events = self.past_events, []
            self.dice.shuffle(self.events)
            self.crime("event deck drawn out")

    def new_emergency(self, card: Card) -> None:
        """Places an emergency; Urgent may move, and what it lay on fails."""
        spot = card.values["spot"]
        place = self.free_building() if spot == "die" else self.city.crossings.get(spot, spot)
        marker = self.markers.pop() if card.values["marker"] else None
        new = Emergency(card, place, marker)
        color = new.color
        if any(e.color == color for e in self.emergencies):
            if failed := self.urgent:
                self.used.add("urgent failed")
                self.clear(failed)
            self.urgent = next((e for e in self.emergencies if e.color == color), None)
            self.emergencies.append(new)
            if failed:
                self.crime("urgent")
        else:
            self.emergencies.append(new)

    def add_punks(self, number: int) -> bool:
        """Adds punks by dice, or none where the stock holds fewer: crime moves."""
        if self.stock["punk"] < number:
            self.crime("punks ran out")
            return False
        for _ in range(number):
            hood = self.die()
            self.stock["punk"] -= 1
            self.punks[hood] += 1
            if self.punks[hood] >= self.facts["gang_punks"] and hood not in self.hood_gangs:
                if self.gangs:
                    self.hood_gangs[hood] = self.gangs.pop()
                    self.used.add(f"gangs/{self.hood_gangs[hood].id}")
                else:
                    self.crime("gangs ran out")
        return True

    def new_lasting(self, card: Card) -> None:
        """Places a special event that lasts."""
        place = "station"
        if card.id == "street-riot":
            place = f"hood-{(hood := self.die())}"
            if not self.punks[hood]:
                self.past_events.append(card)
                return
        elif card.id == "gas-leak":
            place = self.free_building()
        elif card.id in ("officer-down", "escort-van", "car-theft"):
            place = self.city.beside[f"building-{self.die()}"][0]
        elif card.id == "jail-break" and not self.add_punks(card.values["amount"]):
            self.past_events.append(card)
            return
        self.lasting[card.id] = Lasting(card, place, self.day)
        self.rescue()

    def at_once(self, card: Card) -> None:
        """Does what a special event says, and discards it."""
        amount = card.values["amount"]
        self.past_events.append(card)
        for player in self.players:
            until = 2 if player is self.turn_of else 1  # the end of this turn does not count
            if card.id == "press-leak":
                player.leak = until
            elif card.id == "rush-hour":
                player.rush = until
            elif card.id == "quiet-shift":
                self.draw(player, amount)
            elif card.id == "budget-cut" and player.hand + player.fresh:
                self.drop(player, player.chooser.lose(self, player))
        if card.id in ("fresh-faces", "corner-crew", "turf-quarrel", "hot-night"):
            self.add_punks(amount)

    def lasting_act(self) -> None:
        """What lasting events do at each event."""
        beside = self.city.beside
        if (leak := self.lasting.get("gas-leak")) and self.die() == 1:
            self.crime("gas-leak", leak.card.values["crime"])
        if van := self.lasting.get("escort-van"):
            place = beside[f"building-{self.die()}"][0]
            if place == van.place:
                self.crime("escort-van", van.card.values["crime"])
            van.place = place
        if theft := self.lasting.get("car-theft"):
            goal = beside[f"building-{self.die()}"][0]
            far = self.city.far(goal)
            for _ in range(min(theft.card.values["amount"], far[theft.place])):
                near = self.city.next_to(theft.place, frozenset())
                theft.place = self.dice.choice([s for s in near if far[s] < far[theft.place]])
            if theft.place == goal:
                self.crime("car-theft", theft.card.values["crime"])

    def end_round(self) -> None:
        """Moves the calendar and the murderer on."""
        facts, down = self.facts, self.lasting.get("officer-down")
        if down and self.day > down.day:
            self.crime("officer-down", down.card.values["crime"])
            self.end("officer-down")
        self.day += facts["days_a_round"]
        if self.day == facts["last_day"]:
            raise Over(False, "evidence late" if self.evidence < facts["evidence"] else "murderer")
        if self.day >= facts["murderer_day"]:
            self.murderer = facts["hoods"] + facts["murderer_day"] - self.day
