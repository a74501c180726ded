"""Takes Police Precinct's data, dice and the ways of the seats; gives one game played to its end.

All seats win or none. `greedy` goes where its action is worth most now and helps others with cards
whose words it can spare; `random` drives anywhere and does any legal action there. No Dirty Cop and
no Manic mode: both are variants. The calendar ends every game. What the rules leave open:

- A Dispatch with one event left in the deck changes nothing.
- The last card of the event deck is carried out first, then crime moves and all is shuffled.
- Who arrests where a Sweep took the last punk before has spent the action for nothing.
- What is seen by Tip Line is not remembered; Sources only tells when to play a Dispatch.
- If all Police cards are in hands, none is drawn: counted as run out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from pnp.model.game import Card, Game

from .police_precinct_table import SYMBOLS, UPGRADES, Chooser, Over, Plan, Player, Table, Work
from .series import Outcome

SECONDS = 70.0
"""Assumed: 25 to talk over where to go, 10 to drive, 20 for cards and dice, 15 for the event."""
WAYS = ("greedy", "random")
KEEP = "canvass case-file fast-response dispatch backup field-kit sweep roll-call clear-the-road"
"""The designs by the worth of their words to `greedy`, best first."""
RANK = {design: rank for rank, design in enumerate(reversed(KEEP.split()))}


def design(card: Card) -> str:
    """The design of a Police card."""
    return card.id.removesuffix("-double")


def drives(table: Table, player: Player) -> Iterator[Plan]:
    """Every space that can be reached, with what it costs at least; the action is open."""
    at_station = player.space in table.city.beside["station"]
    closed, nothing = table.closed, Work("nothing")
    fasts = player.cards("fast-response")
    for marked in {player.marked, player.marked ^ at_station}:
        free = max(table.speed(player, marked), 0)
        for clear in {False, bool(closed and player.cards("clear-the-road"))}:
            far = table.city.far(player.space, frozenset() if clear else closed)
            usual = table.city.far(player.space, closed) if clear else {}
            for space, steps in far.items():
                if steps >= usual.get(space, steps + 1):
                    continue
                missing, fast = steps - free, 0
                while missing > 0 and fast < len(fasts):
                    missing -= fasts[fast].values["amount"]
                    fast += 1
                if missing <= player.donuts:
                    yield Plan(marked, space, nothing, fast, max(missing, 0), clear)


def playable(table: Table, player: Player) -> list[Card]:
    """The cards whose words a player may use before the action."""
    may = {"canvass", "dispatch", "roll-call", "backup", "field-kit"}
    if table.police_discards and not player.leak:
        may.add("case-file")
    if table.hoods_beside(player.space):
        may.add("sweep")
    return [card for card in player.hand if design(card) in may]


class Greedy:
    """Does what is worth most now, counted in spaces of the City Crime Track."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice

    def plan(self, table: Table, player: Player) -> Plan:
        works = [(work, spaces) for work, spaces in table.works(player) if spaces]
        here = Plan(player.marked, player.space, Work("nothing"), support=player.support)
        goals = [
            (self.worth(table, player, here._replace(work=work, space=spaces[0])), spaces[0])
            for work, spaces in works
        ]
        down = table.lasting.get("officer-down")
        best, most = here, -9.0
        for drive in drives(table, player):
            there = self.join(table, player, drive)
            base = 0.8 * bool(down and down.place == drive.space)
            base -= 0.35 * drive.donuts + 0.25 * (drive.fast + drive.clear)
            far = table.city.far(drive.space)
            near = max((worth / (2 + far[space]) for worth, space in goals), default=0.0)
            works_here = [work for work, spaces in works if drive.space in spaces]
            for work in (*works_here, Work("draw")):
                plan = there._replace(work=work)
                value = base + 0.2 * near
                value += self.worth(table, player, plan)
                if value > most + 1e-9:
                    best, most = plan, value
        officers = best.work.kind == "arrest"
        return best._replace(officers=table.facts["officers_carried"] * officers)

    def join(self, table: Table, player: Player, plan: Plan) -> Plan:
        """The Support Vehicle comes as near as it can."""
        if not player.support:
            return plan
        way = table.city.far(player.support, table.closed)
        far = table.city.far(plan.space)
        reach = [space for space, steps in way.items() if steps <= table.facts["support_spaces"]]
        return plan._replace(support=min(reach, key=lambda space: (far[space], way[space])))

    def worth(self, table: Table, player: Player, plan: Plan) -> float:
        """What an action brings."""
        work = plan.work
        if work.kind == "draw":
            return 0.3
        if work.kind == "upgrade":
            most = table.facts["upgrades_at_once"]
            count = min(player.donuts, len(table.open_upgrades(player)), most)
            left = (table.facts["murderer_day"] - table.day) / table.facts["murderer_day"]
            return count * max(left, 0) * (1.3 if "investigation" not in player.upgrades else 0.6)
        if work.kind in ("detainees", "escort-van", "car-theft"):
            return {"detainees": 0.3, "escort-van": 0.9, "car-theft": 1.3}[work.kind]
        pool = table.pool(player, work, plan) + self.helping(table, player, plan)
        if work.kind == "investigate":
            return self.clue_worth(table, player, work, pool)
        if work.kind == "arrest":
            riders = table.officers[plan.space] + table.officers[player.space]
            riders += table.officers["station"] * (player.space in table.city.beside["station"])
            return self.arrest_worth(
                table, work.target, pool + min(riders, table.facts["officers_carried"])
            )
        hit = self.chance(table, work, pool)
        if work.kind == "gas-leak":
            return hit * 0.9
        emergency = work.target
        value = 0.45 + 0.2 * len(emergency.card.values["rewards"])
        value += 1.0 * (table.urgent is emergency)
        blocked = [s for s, p in table.places.items() if p == emergency.place and table.stacks[s]]
        value += 0.7 * len(blocked) + 0.2 * (emergency.place in table.city.around)
        hurts = emergency.card.values["difficulty"] >= table.facts["hospital_difficulty"]
        return hit * value - (1 - hit) * 0.4 * hurts

    def helping(self, table: Table, player: Player, plan: Plan) -> int:
        """The fitting symbols that may be hoped for from others there."""
        symbol, zone = SYMBOLS[plan.work.kind], table.zone(plan.work, plan.space)
        alone = len(table.players) == 1
        return sum(
            card.values["symbols"]
            for other in table.players
            if (other.space in zone and other is not player) or (alone and plan.support in zone)
            for card in other.hand
            if card.values["symbol"]["id"] == symbol and design(card) != "canvass"
        )

    def clue_worth(self, table: Table, player: Player, work: Work, pool: int) -> float:
        """The evidence to be hoped for; it presses as days go by."""
        stack = table.stacks[work.target]
        pool += sum(card.values["amount"] for card in player.cards("canvass"))
        evidence = sum(card.values["evidence"] for card in stack)
        late = table.day / table.facts["murderer_day"]
        return min(pool, len(stack)) * evidence / len(stack) * (0.9 + 0.5 * late)

    def arrest_worth(self, table: Table, hood: int, pool: int) -> float:
        """Fewer punks, a gang less, and the murderer."""
        facts, population = table.facts, table.population(hood)
        done = table.evidence == facts["evidence"]
        each = sum(table.succeeds(roll, population) for roll in range(1, 7)) / 6
        fails, hits = (1 - each) ** pool, pool * each
        crowd = sum(table.punks.values()) / (sum(table.punks.values()) + table.stock["punk"])
        value = min(hits, table.punks[hood]) * (0.08 + 0.5 * crowd * crowd)
        soon = table.punks[hood] >= facts["gang_punks"] - 1
        value += 0.3 * (hood in table.hood_gangs or soon) * (hits > 1)
        value += 0.2 * (min(hits, table.punks[hood]) >= facts["arrests_for_donut"])
        if "jail-break" in table.lasting:
            value += 0.1
        if done and table.murderer == hood:
            value += 30 * max(0.0, min(1.0, (hits - table.punks[hood]) / 2 + 0.3))
        elif done and table.murderer:
            value += 0.5 * (hood < table.murderer)
        return value - fails * 0.6

    def chance(self, table: Table, work: Work, pool: int) -> float:
        """How likely the highest die is enough; a marker that nobody knows costs half a die."""
        gas = work.kind == "gas-leak"
        difficulty = work.target.card.values["amount" if gas else "difficulty"]
        dice = pool - 0.5 * bool(not gas and work.target.marker)
        return 1 - ((difficulty - 1) / 6) ** max(dice, 0)

    def short(self, table: Table, work: Work, pool: int) -> bool:
        """Whether one more card or die would matter."""
        if work.kind == "investigate":
            return pool < len(table.stacks[work.target])
        if work.kind != "arrest":
            return self.chance(table, work, pool) < 0.85
        hood, population = work.target, table.population(work.target)
        each = sum(table.succeeds(roll, population) for roll in range(1, 7)) / 6
        caught = table.evidence == table.facts["evidence"] and table.murderer == hood
        return pool * each < table.punks[hood] + 3 * caught

    def words(self, table: Table, player: Player, work: Work) -> Card | None:
        crowd = len(player.hand) + 1 >= table.facts["hand_limit"]
        for card in playable(table, player):
            kind = design(card)
            if kind == "case-file" and not any(
                design(c) == "canvass" for c in table.police_discards
            ):
                continue
            good = {
                "canvass": work.kind == "investigate"
                and table.pool(player, work) + 1 < len(table.stacks[work.target]),
                "field-kit": work.kind == "investigate"
                and table.pool(player, work) < card.values["amount"],
                "case-file": True,
                "dispatch": bool(table.urgent)
                or (player.can("Sources") and self.bad(table, table.events[-1]) > 0.6),
                "backup": work.kind == "arrest" and table.stock["officer"] > 0,
                "roll-call": crowd and table.stock["officer"] > 0,
                "sweep": work.kind == "arrest" or max(table.punks.values()) > 2,
            }[kind]
            if good:
                return card
        return None

    def help(
        self, table: Table, helper: Player, player: Player, work: Work, pool: int
    ) -> Card | None:
        fits = [card for card in helper.hand if card.values["symbol"]["id"] == SYMBOLS[work.kind]]
        fits = [c for c in fits if design(c) != "canvass" or helper is not player]
        if not fits or not self.short(table, work, pool):
            return None
        return min(fits, key=lambda card: (RANK[design(card)], -card.values["symbols"]))

    def spend(self, table: Table, player: Player, work: Work, pool: int) -> tuple[int, int]:
        officers = 0
        if work.kind == "arrest":
            officers = table.officers[player.space]
            pool += officers
        late = table.day + 2 >= table.facts["murderer_day"]
        urgent = work.kind == "emergency" and work.target is table.urgent
        keep = 0 if late or urgent else 2
        donuts = 0
        while player.donuts - donuts > keep and self.short(table, work, pool + donuts):
            donuts += 1
        return donuts, officers

    def lose(self, table: Table, player: Player) -> Card:
        cards = player.hand + player.fresh
        return min(cards, key=lambda card: (card.values["symbols"], RANK[design(card)]))

    def bad(self, table: Table, card: Card) -> float:
        """How much harm an event does."""
        values = card.values
        if values["kind"] == "emergency":
            same = any(e.color == values["color"]["id"] for e in table.emergencies)
            return 0.3 + 0.3 * same + 0.7 * (same and table.urgent is not None)
        if values["kind"] == "lasting":
            return 0.6
        bad = {"fresh-faces": 0.2, "hot-night": 0.6, "quiet-shift": -0.5, "tip-line": 0.0}
        return bad.get(card.id, 0.35)

    def cancel(self, table: Table, player: Player, card: Card) -> bool:
        return self.bad(table, card) > 0.55

    def upgrades(self, table: Table, player: Player) -> list[str]:
        first = [UPGRADES["search"], "movement", UPGRADES["light"], UPGRADES["cuffs"]]
        kinds = [kind for kind in first if kind in table.open_upgrades(player)]
        return kinds[: player.donuts // table.facts["upgrade_donuts"]]

    def event_first(self, table: Table, cards: list[Card]) -> int:
        return min(range(len(cards)), key=lambda n: self.bad(table, cards[n]))

    def clues(self, table: Table, player: Player, work: Work) -> str | None:
        return work.target if work.kind == "investigate" else None

    def from_discards(self, table: Table) -> Card:
        return max(table.police_discards, key=lambda card: RANK[design(card)])

    def hood(self, table: Table, hoods: list[int]) -> int:
        return max(hoods, key=lambda hood: table.punks[hood])

    def reroll(self) -> bool:
        return True


class Anyhow:
    """Does anything legal."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice

    def plan(self, table: Table, player: Player) -> Plan:
        plan = self.dice.choice(list(drives(table, player)))
        works = [work for work, spaces in table.works(player) if plan.space in spaces]
        support = None
        if player.support:
            way = table.city.far(player.support, table.closed)
            limit = table.facts["support_spaces"]
            support = self.dice.choice([space for space, steps in way.items() if steps <= limit])
        station = table.city.beside["station"]
        if plan.space in station and player.space not in station:
            plan = plan._replace(marked=self.coin())
        return plan._replace(
            work=self.dice.choice([*works, Work("draw"), Work("nothing")]),
            officers=self.dice.randint(0, table.facts["officers_carried"]),
            support=support,
        )

    def coin(self) -> bool:
        """One time in two."""
        return self.dice.random() < 0.5

    def words(self, table: Table, player: Player, work: Work) -> Card | None:
        cards = playable(table, player)
        return self.dice.choice(cards) if cards and self.dice.random() < 0.3 else None

    def help(
        self, table: Table, helper: Player, player: Player, work: Work, pool: int
    ) -> Card | None:
        fits = [card for card in helper.hand if card.values["symbol"]["id"] == SYMBOLS[work.kind]]
        return self.dice.choice(fits) if fits and self.coin() else None

    def spend(self, table: Table, player: Player, work: Work, pool: int) -> tuple[int, int]:
        officers = table.officers[player.space] if work.kind == "arrest" else 0
        return self.dice.randint(0, player.donuts), self.dice.randint(0, officers)

    def lose(self, table: Table, player: Player) -> Card:
        return self.dice.choice(player.hand + player.fresh)

    def cancel(self, table: Table, player: Player, card: Card) -> bool:
        return self.coin()

    def upgrades(self, table: Table, player: Player) -> list[str]:
        kinds = table.open_upgrades(player)
        most = player.donuts // table.facts["upgrade_donuts"]
        return self.dice.sample(kinds, min(len(kinds), most))

    def event_first(self, table: Table, cards: list[Card]) -> int:
        return self.dice.randrange(len(cards))

    def clues(self, table: Table, player: Player, work: Work) -> str | None:
        open_stacks = [n for n, s in table.stacks.items() if s and not table.taken(table.places[n])]
        return self.dice.choice(open_stacks) if open_stacks else None

    def from_discards(self, table: Table) -> Card:
        return self.dice.choice(table.police_discards)

    def hood(self, table: Table, hoods: list[int]) -> int:
        return self.dice.choice(hoods)

    def reroll(self) -> bool:
        return self.coin()


def run(game: Game, dice: Random, ways: Sequence[str]) -> tuple[Table, Over]:
    """One game: its table at the end, and how it ended."""
    kinds: dict[str, Callable[[Random], Chooser]] = {"greedy": Greedy, "random": Anyhow}
    table = Table(game, dice, [kinds[way](dice) for way in ways])
    try:
        table.play()
    except Over as over:
        return table, over
    raise AssertionError("the calendar ends every game")


def play(game: Game, random: Random, ways: Sequence[str]) -> Outcome:
    """One game for as many players as there are ways."""
    table, over = run(game, random, ways)
    end = f"{'won' if over.won else 'lost'}: {over.how}"
    return Outcome(
        tuple(range(len(ways))) if over.won else (),
        table.day - table.first_day + 1,
        table.turns,
        tuple(sorted(table.ran_out)),
        frozenset(table.used | {end}),
    )
