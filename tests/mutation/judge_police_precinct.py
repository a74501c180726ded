"""Police Precinct by its rules: what no kit of it may break.

Plain and slow; it knows nothing of `pnp`.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from mutation.raw import Finds, Raw, copies, tally, where

STACKS = {"crime-scene": 4, "body": 3, "witness": 3, "weapon": 3}
LASTING = {
    "street-riot",
    "detainees-run-amok",
    "jail-break",
    "gas-leak",
    "officer-down",
    "escort-van",
    "car-theft",
}
SINGLES = (
    "murderer",
    "urgent",
    "crime-marker",
    "calendar-marker",
    "start-player",
    "stolen-car",
    "escort-van",
    "officer-down",
)


def judge(raw: Raw) -> list[str]:
    """The invariants that are broken."""
    found = Finds()
    found.stated(raw, "police-precinct")
    for players in range(1, 7):
        found.want(
            "start hands",
            players * raw.facts[f"start_hand_{players}"] <= 45
            and players * raw.facts[f"start_donuts_{players}"] <= 20,
        )
    for what in ("hand", "donuts"):
        begin = [raw.facts[f"start_{what}_{players}"] for players in range(1, 7)]
        found.want("more players begin with no more each", begin == sorted(begin, reverse=True))
    adds = {
        "movement": "+1 space",
        "investigation": "+1 card",
        "emergency": "+1 die",
        "arrest": "+1 die",
    }
    found.want(
        "what upgrades add",
        {name: term.get("text") for name, term in raw.game["terms"]["upgrade"].items()} == adds,
    )
    found.want(
        "PP7 room for all that dice place",
        raw.facts["die_emergencies_at_once"] + 1 < raw.facts["buildings"],
    )
    found.want("players 1 to 6", (raw.least, raw.most) == (1, 6))
    _cards(found, raw)
    _events(found, raw)
    _pieces(found, raw)
    _boards(found, raw)
    _city(found, raw)
    _texts(found, raw)
    return found.broken


def _cards(found: Finds, raw: Raw) -> None:
    police, people = raw.cards("cards/police.yaml"), raw.cards("cards/characters.yaml")
    small = 0
    for name, evidence in STACKS.items():
        cards = raw.cards(f"cards/{name}.yaml")
        found.ids(name, cards)
        small += copies(cards)
        found.want(
            f"PP3 {name}",
            copies(cards) == 10
            and copies(c for c in cards if c.get("evidence") == "yes") == evidence,
        )
    gangs, loyalty = raw.cards("cards/gangs.yaml"), raw.cards("cards/loyalty.yaml")
    for cards in (police, people, gangs, loyalty):
        found.ids("cards", cards)
    found.want("PP1 gangs", copies(gangs) == 4)
    found.want(
        "PP10 loyalty",
        copies(loyalty) == 6 and copies(c for c in loyalty if c["dirty"] == "yes") == 1,
    )
    found.want("PP1 large cards", copies(people) == 8 and copies(police) == 45)
    found.want(
        "PP1 small cards",
        small + copies(raw.cards("cards/events.yaml")) + copies(gangs) + copies(loyalty) == 90,
    )
    found.want(
        "PP15 characters",
        all(
            c["search"] + c["light"] + c["cuffs"] == 8
            and all(2 <= c[n] <= 4 for n in ("search", "light", "cuffs"))
            for c in people
        ),
    )
    powers = {c["id"]: c["text"] for c in people if c["id"].title() in c["name"]}
    found.want(
        "PP16 what Kinney and Hartley can do",
        "cancel the event" in powers.get("kinney", "")
        and "no Police cards" in powers.get("hartley", ""),
    )
    found.want(
        "PP16 Kinney, Hartley, Thorough",
        {"kinney", "hartley"} <= {c["id"] for c in people}
        and any(c["power"] == "Thorough" and "without shuffling" in c["text"] for c in people),
    )
    symbols = {
        name: sum(c["count"] * c["symbols"] for c in where(police, symbol=name))
        for name in ("search", "light", "cuffs")
    }
    found.want("PP18 symbols", set(symbols.values()) == {18})
    found.want(
        "PP16 Fast Response",
        all(c["amount"] == 2 for c in where(police, title="Fast Response"))
        and copies(where(police, title="Fast Response")) == 5,
    )


def _events(found: Finds, raw: Raw) -> None:
    events = raw.cards("cards/events.yaml")
    found.ids("events", events)
    kinds = tally(events, "kind")
    found.want("PP2 kinds", kinds == {"emergency": 24, "lasting": 7, "immediate": 9})
    found.want("PP2 lasting", {e["id"] for e in where(events, kind="lasting")} == LASTING)
    found.want("one title, one event", len({e["title"] for e in events}) == len(events))
    found.want(
        "PP2 titles",
        {e["title"].lower().replace(" ", "-") for e in where(events, kind="lasting")} == LASTING,
    )
    steps = {
        "gas-leak": "crime_step",
        "officer-down": "crime_step",
        "escort-van": "stray_crime",
        "car-theft": "stray_crime",
    }
    found.want(
        "events cost as much crime as the texts say",
        all(e.get("crime") == raw.facts[steps[e["id"]]] for e in events if e["id"] in steps),
    )
    ones = [
        e
        for e in where(events, kind="immediate")
        if any(
            f"**{{n}}** {words}" in e["text"] for words in ("Police card.", "punk:", "space fewer")
        )
    ]
    found.want("one is one", bool(ones) and all(e.get("amount") == 1 for e in ones))
    calls = list(where(events, kind="emergency"))
    colours = tally(calls, "color")
    found.want(
        "PP8 colours",
        set(colours) == {"blue", "red", "yellow", "green"}
        and min(colours.values()) >= max(3, raw.facts["colors_least"]),
    )
    found.want(
        "PP11 difficulty",
        all(2 <= e["difficulty"] <= 6 for e in calls) and any(e["difficulty"] >= 5 for e in calls),
    )
    found.want("PP9 slots", any(e.get("marker") == "yes" for e in calls))
    found.want("PP16 no event draw", any("no-event" in str(e.get("rewards")) for e in calls))
    for colour, spots in (("yellow", "123456"), ("green", "abcdef")):
        have = [str(e["spot"]) for e in where(calls, color=colour)]
        found.want(f"PP14 {colour}", sorted(have) == sorted(set(have)) and set(have) <= set(spots))
    found.want(
        "PP7 the die places two colours",
        all(e["spot"] == "die" for e in calls if e["color"] in ("blue", "red")),
    )


def _pieces(found: Finds, raw: Raw) -> None:
    pieces = raw.pieces("tokens.yaml")
    have = tally(
        (p for p in pieces if not p["owner"]), "id"
    )  # what is made for each of something has that in its id
    found.ids("pieces", [{**p, "id": f"{p['id']}-{p['owner']}"} for p in pieces])
    found.want("PP6 punks", have["punk"] == 24)
    found.want("PP9 circumstances", copies(where(pieces, look="unknown")) >= 5)
    found.want(
        "PP10 upgrades",
        copies(where(pieces, for_each="terms.upgrade")) == 24
        and len(raw.game["terms"]["upgrade"]) == 4,
    )
    found.want("PP10 blocked", have["blocked"] == 6)
    for name in ("marked", "unmarked", "blocked"):
        found.want(f"PP10 {name} by their looks", copies(where(pieces, look=name)) == 6)
    found.want("support vehicles", have["support"] == 2 == copies(where(pieces, look="support")))
    found.want("officers at the station", raw.facts["setup_officers"] < have["officer"])
    found.want("donuts and officers", have["donut"] == 20 and have["officer"] == 6)
    for name in SINGLES:
        found.want(f"one {name}", have[name] == 1)
    found.want(
        "PP16 big knife",
        any(
            p["id"] == "big-knife"
            and p["count"]
            and p.get("word") == "+1"
            and p.get("icon") == "bowie-knife"
            and p["look"] == "unknown"
            for p in pieces
        ),
    )
    dice = {
        (p["title"].partition(": ")[2], p.get("word"))
        for p in where(pieces, icon="rolling-dices", look="unknown")
        if p["count"]
    }
    found.want(
        "PP16 dice markers",
        dice == {("one die more", "+1"), ("one die fewer", "−1"), ("two dice fewer", "−2")},
    )
    found.want(
        "one marker of two dice fewer",
        copies(where(pieces, icon="rolling-dices", look="unknown", word="−2")) == 1,
    )
    found.want("120 tokens", copies(pieces) == 120)


def _boards(found: Finds, raw: Raw) -> None:
    crime = raw.spaces("boards/crime.yaml")
    found.want(
        "PP4 calendar", sorted(s["number"] for s in where(crime, kind="day")) == list(range(1, 23))
    )
    found.want(
        "PP4 each track has its name",
        all(
            s["track"] == name
            for kind, name in (("day", "days"), ("crime", "crime"))
            for s in where(crime, kind=kind)
        ),
    )
    found.want(
        "crime track", sorted(s["number"] for s in where(crime, kind="crime")) == list(range(1, 11))
    )
    found.want("FAIL", [s.get("label") for s in where(crime, kind="fail")] == ["FAIL"])
    slots = tally(where(raw.areas("boards/evidence.yaml"), kind="slot"), "of")
    found.want("PP3 slots", slots == STACKS)
    numbers = sorted(
        (a["of"], int(a["slot"])) for a in where(raw.areas("boards/evidence.yaml"), kind="slot")
    )
    found.want(
        "PP3 numbers of slots",
        numbers == sorted((name, n) for name, most in STACKS.items() for n in range(1, most + 1)),
    )


def _gap(one: dict[str, Any], other: dict[str, Any]) -> float:
    """How far two places of a board lie apart, in millimetres, across or down."""
    apart = []
    for axis in (0, 1):
        (a, b), (c, d) = (
            (
                float(place["at"][axis][:-2]),
                float(
                    (size if isinstance(size := place["size"], list) else [size, size])[axis][:-2]
                )
                / 2,
            )
            for place in (one, other)
        )
        apart.append(abs(a - c) - b - d)
    return max(apart)


def _city(found: Finds, raw: Raw) -> None:
    spaces = {s["id"]: s for s in raw.spaces("boards/city.yaml")}
    kinds = tally(spaces.values(), "kind")
    found.want("streets and intersections", kinds == {"street": 26, "crossing": 6, "traffic": 6})
    found.want(
        "numbers of intersections",
        sorted(str(s["spot"]) for s in where(spaces.values(), kind="traffic")) == list("123456"),
    )
    ways: dict[str, set[str]] = {name: set() for name in spaces}
    for name, space in spaces.items():
        for other in space.get("links", []):
            ways[name].add(other)
            ways[other].add(name)
            found.want("PP12 a way is no jump", _gap(space, spaces[other]) <= 1)
    found.want("a way leads elsewhere", all(name not in others for name, others in ways.items()))
    found.want("PP12 connected", len(_part(ways, set(), next(iter(ways)))) == len(ways))
    traffic = [name for name, s in spaces.items() if s["kind"] == "traffic"]
    for pair in combinations(traffic, 2):
        left = set(ways) - set(pair)
        while left:
            part = _part(ways, set(pair), next(iter(left)))
            left -= part
            found.want(
                "PP13 jams",
                any(ways[name] & set(pair) for name in part)
                or (not left and len(part) == len(ways) - 2),
            )
    areas = raw.areas("boards/city.yaml")
    found.want(
        "cards lie on a site",
        {a["of"] for a in where(areas, kind="cards") if "of" in a} <= {a["id"] for a in areas},
    )
    sites = [a for a in areas if a["kind"] not in ("cards", "note")]
    found.want("22 sites", len(sites) == 22)
    for site in sites:
        found.want(
            "PP12 access",
            bool(site.get("enter"))
            and all(spaces[name]["kind"] == "street" for name in site["enter"]),
        )
    for name, space in spaces.items():
        if space["kind"] == "street":
            found.want(
                "PP12 the blocks beside a space",
                {int(n) for n in space.get("blocks", [])} == _blocks(name),
            )
    for site in sites:
        found.want(
            "PP12 own block",
            all(int(site.get("block", 0)) in _blocks(name) for name in site["enter"]),
        )
    for kind in ("hood", "building"):
        found.want(
            f"a {kind} for each number of a die",
            sorted(str(s.get("spot")) for s in where(sites, kind=kind))
            == [f"{kind}-{n}" for n in range(1, 7)],
        )
    found.want(
        "a hood is called by its number",
        all(s["label"] == f"Bad Hood {s.get('spot', '')[-1:]}" for s in where(sites, kind="hood")),
    )
    by_kind = tally(sites, "kind")
    found.want(
        "hoods, buildings, landmarks",
        (by_kind["hood"], by_kind["building"], by_kind["landmark"]) == (6, 6, 6),
    )
    places = {str(a["spot"]) for a in sites if a.get("spot")} | {
        str(s["spot"]) for s in spaces.values() if s.get("spot")
    }
    for event in where(raw.cards("cards/events.yaml"), kind="emergency"):
        found.want("PP14 on the board", event["spot"] == "die" or str(event["spot"]) in places)
    for event in where(raw.cards("cards/events.yaml"), kind="emergency", color="green"):
        found.want(
            "PP14 landmark",
            any(
                a.get("label") == event["place"] and str(a.get("spot")) == str(event["spot"])
                for a in sites
            ),
        )


def _blocks(name: str) -> set[int]:
    """The blocks that a street space runs along, by its name: 1 to 3 in the upper row, 4 to 6 in
    the lower.
    """
    if name[0] in "ABC":
        column = (int(name[1]) + 1) // 2
        return {"A": {column}, "B": {column, column + 3}, "C": {column + 3}}[name[0]]
    return {
        column + (3 if name[1] == "S" else 0)
        for column in (int(name[0]) - 1, int(name[0]))
        if 1 <= column <= 3
    }


def _part(ways: dict[str, set[str]], out: set[str], start: str) -> set[str]:
    seen, todo = {start}, [start]
    while todo:
        for other in ways[todo.pop()] - seen - out:
            seen.add(other)
            todo.append(other)
    return seen


def _texts(found: Finds, raw: Raw) -> None:
    rulebook = raw.text("rulebook.md")
    aid = raw.text("reference.md")
    for text, rows in (
        (rulebook, ("each other vehicle on your space", "each such symbol on helpers’ cards")),
        (aid, ("other vehicle", "symbol")),
    ):
        for said in rows:
            found.says(
                "the sheet",
                text,
                rf"{said} \| \+(\d+) \| \+(\d+) \| \+(\d+) \|",
                1,
                1,
                1,
                must=True,
            )
    found.want("PP4 the subtitle", raw.game["subtitle"].endswith("before day 22"))
