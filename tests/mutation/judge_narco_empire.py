"""Narco Empire by its rules: what no kit of it may break.

Plain and slow; it knows nothing of `pnp`.
"""

from __future__ import annotations

from mutation.raw import Finds, Raw, copies, number, tally, where

KINDS = {
    "laboratory": 4,
    "transport": 8,
    "dealer": 12,
    "storage": 12,
    "press": 5,
    "informant": 8,
    "police": 10,
    "military": 7,
    "dea": 2,
}
LOOKS = {
    "plantation": ("Plantation", "seedling"),
    "laboratory": ("Laboratory", "erlenmeyer"),
    "transport": ("Transport", "truck"),
    "storage": ("Storage", "warehouse"),
    "dealer": ("Dealer", "cash"),
    "press": ("Press", "newspaper"),
    "informant": ("Informant", "human-ear"),
    "police": ("Police", "police-car"),
    "military": ("Military", "tank"),
    "dea": ("DEA agent", "spy"),
}
NAMES = {
    "chicago": ("Chicago", "C"),
    "miami": ("Miami", "M"),
    "new-york": ("New York", "N"),
    "los-angeles": ("Los Angeles", "L"),
}
CITIES = ("chicago", "miami", "new-york", "los-angeles")


def judge(raw: Raw) -> list[str]:
    """The invariants that are broken."""
    found = Finds()
    found.stated(raw, "narco-empire")
    found.want("players up to 4", raw.most == 4 and 1 <= raw.least <= 4 and len(raw.colours) == 4)
    found.want("one dealer stays, or one of each city", raw.facts["start_dealers"] in (1, 4))
    found.want("the Press has a siren or none", raw.facts["press_is_siren"] in (True, False))
    _cards(found, raw)
    _terms(found, raw)
    _network(found, raw)
    _pieces(found, raw)
    _boards(found, raw)
    _texts(found, raw)
    return found.broken


def _cards(found: Finds, raw: Raw) -> None:
    setup, narcos, cartel = (
        raw.cards(f"cards/{name}.yaml") for name in ("setup", "narcos", "cartel")
    )
    for cards in (setup, narcos, cartel):
        found.ids("cards", cards)
    found.want(
        "NE3 setup",
        tally(setup, "kind") == {"plantation": 4, "laboratory": 4, "transport": 4, "storage": 4},
    )
    found.want("one name, one card", len({card["name"] for card in setup}) == len(setup))
    found.want("NE1 kinds", tally(narcos, "kind") == KINDS)
    found.want("cartel", copies(cartel) == 20)
    later = [card for card in narcos if card["round"] == 2]
    found.want(
        "NE4 second round",
        tally(later, "kind") == {"dea": 1, "military": 7, "transport": 4, "storage": 4}
        and copies(narcos) - copies(later) == 52,
    )
    found.want("NE4 rounds", all(card["round"] in (1, 2) for card in narcos))
    found.want(
        "NE6 dealers", tally(where(narcos, kind="dealer"), "city") == dict.fromkeys(CITIES, 3)
    )
    agents = {(card["id"], card["name"], card["round"]) for card in where(narcos, kind="dea")}
    found.want(
        "NE4 one agent follows moves, a later one money, and what is printed of them goes by the id",
        agents == {("shadow", "Shadow", 1), ("auditor", "Auditor", 2)},
    )
    for kind, name in (
        ("press", "Press"),
        ("informant", "Informant"),
        ("police", "Police"),
        ("military", "Military"),
    ):
        found.want(
            f"the texts speak of {name}",
            {card["name"] for card in where(narcos, kind=kind)} == {name},
        )
    for kind, name in (
        ("plantation", "Plantation"),
        ("laboratory", "Laboratory"),
        ("transport", "Truck"),
    ):
        found.want(
            f"the texts speak of {name}",
            {card["name"] for card in where(setup, kind=kind)} == {name},
        )
    found.want(
        "the texts speak of depots",
        {card["name"] for card in where(later, kind="storage")} == {"Depot"},
    )
    guns = {"laboratory", "transport", "dealer", "storage"}
    for card in narcos:
        wanted = "gun" if card["kind"] in guns else "siren"
        if card["kind"] == "press" and not raw.facts["press_is_siren"]:
            continue
        found.want("NE7 gun or siren", card.get("mark") == wanted)
    found.want("NE16 setup pistols", all(card.get("mark") == "start" for card in setup))
    texts = [card["text"] for card in cartel if card["count"] and card.get("hitmen", 0) > 0]
    found.want("NE14 robs the compound", any("from the Police Compound" in text for text in texts))
    found.want(
        "NE14 attacks crops",
        any(
            "crops" in card["text"] and "loses" in card["text"] for card in cartel if card["count"]
        ),
    )
    found.want("NE14 costs hitmen", any(card.get("hitmen", 0) > 0 for card in cartel))
    found.want("NE14 costs money", any(card.get("millions", 0) > 0 for card in cartel))
    found.want("NE14 in another's turn", any(card.get("moment") == "any" for card in cartel))


def _terms(found: Finds, raw: Raw) -> None:
    terms = raw.game["terms"]
    looks = {name: (term["label"], term["icon"]) for name, term in terms["kind"].items()}
    found.want("NE1 what the kinds are called and look like", looks == LOOKS)
    letters = {name: (term["label"], term["letter"]) for name, term in terms["city"].items()}
    found.want("NE24 the cities by their names and letters", letters == NAMES)
    players = {
        name: (term["label"], term["letter"], term["color"])
        for name, term in terms["player"].items()
    }
    found.want(
        "NE78 the players by their colours",
        players == {c: (c.capitalize(), c[0].upper(), f"side-{c}") for c in raw.colours},
    )
    signs = {name: term["icon"] for name, term in terms["mark"].items()}
    found.want(
        "NE7 and NE16 what the signs look like",
        signs == {"gun": "pistol-gun", "siren": "siren", "start": "pistol-gun"}
        and [terms["mark"][name]["label"] for name in ("gun", "siren")] == ["Gun", "Siren"]
        and terms["mark"]["start"]["color"] == "gold",
    )
    boxes = {name: raw.game["components"][f"{name}-box"]["holds"] for name in ("narcos", "family")}
    found.want("boxes", boxes == {"narcos": ["narcos"], "family": ["setup", "cartel"]})


def _network(found: Finds, raw: Raw) -> None:
    setup, narcos = raw.cards("cards/setup.yaml"), raw.cards("cards/narcos.yaml")
    labs = [card for cards in (setup, narcos) for card in where(cards, kind="laboratory")]
    ships = {
        (card["name"], card["carries"])
        for cards in (setup, narcos)
        for card in where(cards, kind="transport")
    }
    found.want("NE8 loads", ships == {("Truck", 3), ("Boat", 6), ("Plane", 9)})
    found.want(
        "NE9 the boat costs 2",
        all(card["price"] == 2 for card in where(narcos, kind="transport", name="Boat")),
    )
    for kind in ("transport", "storage"):
        priced = sorted((card["price"], card["carries"]) for card in where(narcos, kind=kind))
        found.want(
            f"NE9 {kind}",
            all(a[0] == b[0] or a[1] < b[1] for a, b in zip(priced, priced[1:], strict=False)),
        )
    largest = sorted(card["carries"] for card in where(narcos, kind="storage"))
    found.want("NE11 white cubes", 4 * largest[-1] <= 50)
    found.want("NE12 storage takes a load", largest[-1] >= 9 and largest[-2] >= 6)
    found.want(
        "NE10 crop spaces", [len(card["crops"]) for card in where(setup, kind="plantation")] == [3]
    )
    found.want(
        "NE10 the first crop is free",
        all(number(card["crops"][0]) == 0 for card in where(setup, kind="plantation")),
    )
    makes = [[number(n) for n in card["makes"]] for card in labs[:2]]
    found.want(
        "laboratories",
        makes[0][:2] == [1, 2]
        and makes[1][1] == 3
        and all(m == sorted(set(m)) and len(m) == 3 for m in makes),
    )


def _pieces(found: Finds, raw: Raw) -> None:
    pieces = raw.pieces("tokens.yaml")
    found.ids("pieces", [{**p, "id": f"{p['id']}-{p['owner']}"} for p in pieces])
    have = tally(
        (p for p in pieces if not p["owner"]), "id"
    )  # what is made for each of something has that in its id
    wanted = {"unit": 50, "crop": 12, "million": 20, "gold": 10, "hitman": 8}
    for name, count in wanted.items():
        found.want(f"NE2 {name}", have[name] == count)
    found.want(
        "groups",
        tally(pieces, "group") == {"cube": 62, "money": 30, "hitman": 8, "worker": 20, "event": 4},
    )
    workers = tally(where(pieces, group="worker"), "owner")
    found.want("NE3 workers", workers == dict.fromkeys(raw.colours, 5))
    found.want(
        "NE15 tokens",
        tally(where(pieces, group="event"), "id")
        == {"contact": 1, "airstrip": 1, "harbour": 1, "bulk": 1},
    )
    worth = {p["id"]: p["amount"] for p in pieces if "amount" in p}
    found.want(
        "NE2 a piece of money is worth its own fact, and NE15 so is a token",
        worth
        == {
            "million": "million_worth",
            "gold": "gold_worth",
            "contact": "token_penalty",
            "airstrip": "plane_bonus",
            "harbour": "boat_bonus",
            "bulk": "bulk_bonus",
        },
    )
    found.want("124 pieces", copies(pieces) == 124)


def _boards(found: Finds, raw: Raw) -> None:
    areas, spaces = raw.areas("boards/board.yaml"), raw.spaces("boards/board.yaml")
    found.want("NE6 cities", sorted(a["city"] for a in where(areas, kind="city")) == sorted(CITIES))
    found.want(
        "a city's area is called so", all(a["id"] == a["city"] for a in where(areas, kind="city"))
    )
    found.want("one name, one city", len({a.get("label") for a in where(areas, kind="city")}) == 4)
    dealers = {
        (card["city"], card["name"])
        for card in where(raw.cards("cards/narcos.yaml"), kind="dealer")
    }
    found.want(
        "NE6 a dealer is called by the city where he sells",
        dealers == {(a["city"], a.get("label")) for a in where(areas, kind="city")},
    )
    found.want("NE6 Chicago", any(a.get("label") == "Chicago" for a in where(areas, kind="city")))
    found.want("compound", sum(1 for _ in where(areas, kind="compound")) == 1)
    found.want(
        "token spots", tally(where(spaces, kind="token"), "city") == dict.fromkeys(CITIES, 1)
    )
    homes = tally(where(spaces, kind="worker"), "city", "player")
    found.want(
        "worker areas", homes == {(city, colour): 5 for city in CITIES for colour in raw.colours}
    )
    day = sorted(s["number"] for s in raw.spaces("boards/time-line.yaml"))
    found.want("NE17 time line", day == list(range(1, 9)))


def _texts(found: Finds, raw: Raw) -> None:
    rulebook, reference = raw.text("rulebook.md"), raw.text("reference.md")
    found.says("players", rulebook, r"is for (\d+) to (\d+) players", raw.least, 4)
    found.want(
        "NE13 the phases by their numbers",
        [raw.game["terms"]["moment"][name]["label"][-7:] for name in ("actions", "network")]
        == ["phase 1", "phase 2"],
    )
    found.want(
        "NE13 what hitmen remove",
        "police, military or press" in rulebook
        and ":hitman: hitman | discards any of these just turned up" in reference,
    )
    found.says("NE4", rulebook, r"a deck of (\d+)\.", 52 - raw.facts["start_dealers"], must=True)
    found.says(
        "NE7",
        rulebook,
        r"round 1 has (\d+) guns and (\d+) sirens",
        28,
        24 if raw.facts["press_is_siren"] else 19,
        must=True,
    )
    for what, name in (("with plane", "plane_bonus"), ("with boat", "boat_bonus")):
        found.says("NE15", rulebook, rf"\+(\d+)m, {what}", raw.facts[name], must=True)
    _card(found, reference)


def _card(found: Finds, reference: str) -> None:
    """The same on the reference card."""
