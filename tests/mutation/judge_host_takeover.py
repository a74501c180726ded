"""Host Takeover by its rules: what no kit of it may break.

Plain and slow; it knows nothing of `pnp`.
"""

from __future__ import annotations

from mutation.raw import Finds, Raw, copies, tally, where

STARTS = (500, 100, 50, 20, 10, 5)
CALLED = {
    "go": "GO",
    "lymph-node": "Lymph node",
    "go-to-lymph-node": "Go to lymph node",
    "quorum-deck": "Quorum",
    "cytokine-deck": "Cytokine",
}
"""Places of the board that the rules speak of, and what they are called."""


def judge(raw: Raw) -> list[str]:
    """The invariants that are broken."""
    found = Finds()
    found.stated(raw, "host-takeover")
    found.want("players 2 to 6", (raw.least, raw.most) == (2, 6))
    _cells(found, raw)
    _signals(found, raw)
    _money(found, raw)
    _texts(found, raw)
    return found.broken


def _cells(found: Finds, raw: Raw) -> None:
    cells, spaces = raw.cards("cards/cells.csv"), raw.spaces("boards/body.yaml")
    found.want("HT1 cells", len(cells) == 20)
    on_board = [s for s in spaces if s.get("kind") == "cell"]
    found.want(
        "HT1 same on board",
        sorted((c["position"], c["name"], c["organ"], c["price"]) for c in cells)
        == sorted((s["number"], s["label"], s["organ"], int(s["price"])) for s in on_board),
    )
    named = [s for s in spaces if "label" in s]
    found.want(
        "HT4 spaces",
        sorted(s["number"] for s in named) == list(range(28))
        and all(s["track"] == "way" for s in named),
    )
    kinds = tally(named, "kind")
    found.want("HT4 kinds", kinds == {"cell": 20, "corner": 4, "quorum": 2, "cytokine": 2})
    found.want(
        "HT11 corners",
        sorted(s["label"] for s in where(named, kind="corner"))
        == ["GO", "Go to lymph node", "Homeostasis", "Lymph node"],
    )
    found.want("HT11 GO begins", [s["number"] for s in where(named, label="GO")] == [0])
    sizes = sorted(tally(cells, "organ").values())
    found.want("HT5 groups", sizes == [2, 2, 2, 2, 3, 3, 3, 3])
    steps = [
        1,
        raw.facts["rent_group"],
        raw.facts["rent_1"],
        raw.facts["rent_2"],
        raw.facts["rent_3"],
    ]
    found.want(
        "HT6 rents rise",
        all(a < b for a, b in zip(steps, steps[1:], strict=False))
        and all(c["rent"] > 0 for c in cells),
    )
    along = sorted(cells, key=lambda c: c["position"])
    for name in ("price", "rent", "colony_cost"):
        found.want(
            f"HT7 {name} never falls",
            all(a[name] <= b[name] for a, b in zip(along, along[1:], strict=False)),
        )
        found.want(f"HT12 {name}", all(c[name] % 5 == 0 for c in cells))
        found.want(
            f"HT29 {name} is printed and can be paid",
            all(5 <= c[name] <= raw.facts["notes_worth"] for c in cells),
        )
    found.want("HT11 names", len({c["name"] for c in cells}) == 20)
    for kind, mark in (
        ("organ", "letter"),
        ("organ", "pattern"),
        ("bacterium", "letter"),
        ("bacterium", "icon"),
    ):
        found.want(
            f"no two of {kind} share their {mark}",
            max(tally(raw.game["terms"][kind].values(), mark).values()) == 1,
        )
    decks = {name: raw.game["components"][name]["title"] for name in ("quorum", "cytokine")}
    found.want(
        "a signalling space is called by its deck",
        all(s["label"] == decks[s["kind"]] for s in named if s["kind"] in decks),
    )
    places = [(a["kind"], a["label"]) for a in raw.areas("boards/body.yaml") if a["kind"] in decks]
    found.want("decks have their places, called by them", sorted(places) == sorted(decks.items()))
    called = {
        place["id"]: place.get("label", "") for place in [*named, *raw.areas("boards/body.yaml")]
    }
    for name, label in CALLED.items():
        found.want(f"{name} is called so", called.get(name, label) == label)
    found.want(
        "the box holds all cards",
        raw.game["components"]["box"]["holds"] == ["cells", "quorum", "cytokine"],
    )


def _signals(found: Finds, raw: Raw) -> None:
    decks = raw.cards("cards/quorum.yaml"), raw.cards("cards/cytokine.yaml")
    for cards in decks:
        found.ids("signals", cards)
        found.want("HT2 ten", copies(cards) == 10)
    every = [*decks[0], *decks[1]]
    effects = {card["effect"] for card in every if card["count"]}
    found.want(
        "HT8 kinds",
        {"free-card", "to-node", "to-go"} <= effects
        and bool(effects & {"pay-to-each", "collect-from-each"}),
    )
    for cards, own in zip(decks, ("to-go", "pay-to-each"), strict=True):
        found.want(
            "HT8 in each deck",
            {"free-card", "to-node", own} <= {card["effect"] for card in cards if card["count"]},
        )
    for card in every:
        if "amount" in card and card["effect"] not in ("forward", "back"):
            found.want("HT12 amounts", card["amount"] % 5 == 0)
        found.want(
            "amounts are there",
            card["effect"] in ("to-go", "free-card", "to-node") or card.get("amount", 0) > 0,
        )


def _money(found: Finds, raw: Raw) -> None:
    pieces = raw.pieces("tokens/bacteria.yaml")
    found.ids("bacteria", pieces)
    found.want("HT3 tokens", copies(pieces) == 6 and len({p["bacterium"] for p in pieces}) == 6)
    found.want(
        "each piece bears the name of its bacterium",
        all(p["id"] == p["bacterium"] == p["title"].lower() for p in pieces),
    )
    notes = {int(row["value"]): int(row["count"]) for row in raw.pieces("notes.yaml")}
    found.want("notes of one value are one kind", len(notes) == len(raw.pieces("notes.yaml")))
    found.want(
        "HT3 start hand", sum(value * raw.facts[f"start_{value}"] for value in STARTS) == 1000
    )
    found.want(
        "HT3 payable",
        all(notes.get(value, 0) >= 6 * raw.facts[f"start_{value}"] for value in STARTS),
    )
    worth = sum(value * count for value, count in notes.items())
    found.want("HT3 worth", worth >= 6000)
    found.want("HT12 smallest note", min(notes) == 5)
    found.want("HT3 the texts tell what the notes are worth", raw.facts["notes_worth"] == worth)
    found.want("HT9 colonies", raw.facts["colonies"] <= 60)


def _texts(found: Finds, raw: Raw) -> None:
    decks = [a for a in raw.areas("boards/body.yaml") if a["kind"] in ("quorum", "cytokine")]
    found.want(
        "used cards go under the deck",
        all(a["text"] == "face down; used cards go under the deck" for a in decks),
    )
    steps = {a["id"]: a["label"] for a in raw.areas("boards/body.yaml") if a["kind"] == "step"}
    found.want(
        "the board shows the steps of a turn",
        steps == {"throw": "Throw", "move": "Move", "resolve": "Resolve", "build": "Build"},
    )
