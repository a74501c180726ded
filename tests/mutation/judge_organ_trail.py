"""Organ Trail by its rules: what no kit of it may break.

Plain and slow; it knows nothing of `pnp`.
"""

from __future__ import annotations

from itertools import product

from mutation.raw import Finds, Raw, copies, tally, where

TRADES = ("human", "gourmet", "medicinal")


def judge(raw: Raw) -> list[str]:
    """The invariants that are broken."""
    found = Finds()
    found.facts(
        "rules",
        raw,
        criminals=9,
        organs=30,
        trades=3,
        organs_per_trade=10,
        sides_of_a_criminal=7,
        smallest_side=1,
        biggest_side=6,
        agents=9,
        agents_in_market=3,
        agents_a_turn=3,
        cards_an_agent=1,
        multiplier_markers=3,
        score_markers=1,
        multipliers=3,
        organs_at_start=1,
        first_circle=0,
        last_circle=99,
    )
    _cards(found, raw)
    _pieces(found, raw)
    _boards(found, raw)
    _texts(found, raw)
    return found.broken


def _cards(found: Finds, raw: Raw) -> None:
    criminals, organs = raw.cards("cards/criminals.yaml"), raw.cards("cards/organs.yaml")
    found.ids("criminals", criminals)
    found.ids("organs", organs)
    found.want("OT1 criminals", copies(criminals) == 9)
    found.want("OT1 organs", copies(organs) == 30)
    have = tally(criminals, "trade", "low", "high")
    found.want(
        "OT2 factorial",
        have == dict.fromkeys(((t, *p) for t, p in product(TRADES, ((1, 6), (2, 5), (3, 4)))), 1),
    )
    found.want("OT3 seven", all(card["low"] + card["high"] == 7 for card in criminals))
    found.want("OT4 per trade", tally(organs, "trade") == dict.fromkeys(TRADES, 10))
    found.want("OT5 deal", raw.most <= 5)
    found.want("players", 1 <= raw.least <= raw.most)
    found.want(
        "aliases are ours, each its own",
        len({card["name"] for card in criminals}) == len(criminals),
    )
    found.want(
        "evidence: two of each name",
        set(tally(organs, "name").values()) == {2} and len({card["name"] for card in organs}) == 15,
    )


def _pieces(found: Finds, raw: Raw) -> None:
    pieces = raw.pieces("tokens.yaml")
    for kind, each in (("agent", 9), ("multiplier", 3), ("score", 1)):
        of_kind = list(where(pieces, id=kind))
        found.want(f"OT10 {kind}", copies(of_kind) == each * raw.most and len(of_kind) == raw.most)
    found.want("OT10 all", copies(pieces) == 13 * raw.most)


def _boards(found: Finds, raw: Raw) -> None:
    market, points = raw.spaces("boards/market.yaml"), raw.spaces("boards/points.yaml")
    table = tally(where(market, kind="multiplier"), "trade", "number")
    found.want("OT9 table", table == dict.fromkeys(product(TRADES, (1, 2, 3)), 1))
    found.want(
        "OT9 waiting markers",
        tally(where(market, kind="waiting"), "agency") == dict.fromkeys(raw.colours, 3),
    )
    found.want(
        "OT13 lanes", tally(where(market, kind="agent"), "agency") == dict.fromkeys(raw.colours, 3)
    )
    piles = [area["trade"] for area in where(raw.areas("boards/market.yaml"), kind="pile")]
    found.want("OT14 piles", sorted(piles) == sorted(TRADES))
    found.want(
        "OT11 circles",
        sorted(s["number"] for s in where(points, kind="circle")) == list(range(100)),
    )
    found.want(
        "score markers start somewhere", sum(1 for _ in where(points, kind="start")) == raw.most
    )
    found.want("OT14 trades", set(raw.game["terms"]["trade"]) == set(TRADES))
    for kind in ("trade", "agency"):
        for mark in ("icon", "letter"):
            found.want(
                f"OT14 no two of {kind} share their {mark}",
                max(tally(raw.game["terms"][kind].values(), mark).values()) == 1,
            )


def _texts(found: Finds, raw: Raw) -> None:
    rulebook, reference, market, points = map(
        raw.text, ("rulebook.md", "reference.md", "boards/market.yaml", "boards/points.yaml")
    )
    for text in (rulebook, reference, market):
        found.says("OT12", text, r"never more than (\d+) agents", 3, must=True)
        found.says("OT12", text, r"up to (\d+) agents", 3, must=True)
        found.says("draw", text, r"(?:draw|1 draw) (\d+) organ card", 1, must=True)
    found.says("OT1", rulebook, r"(\d+) criminals keep", 9)
    found.says("OT10", rulebook, r"each agency has (\d+) pieces", 13)
    found.says("OT1", rulebook, r"the (\d+) trades\.", 3)
    found.says("OT1", rulebook, r"belong to 1 of (\d+) trades", 3)
    found.says(
        "OT2",
        rulebook,
        r"shuffle the (\d+) criminals and lay them out in (\d+) rows of (\d+)",
        9,
        3,
        3,
    )
    found.says("OT10", rulebook, r"takes its (\d+) agents and (\d+) markers", 9, 4)
    found.says("OT10", rulebook, r"put your (\d+) × markers", 3)
    found.says("OT11", rulebook, r"you have (\d+) points", 0)
    found.says("OT5", rulebook, r"take (\d+) organ card of each trade", 1)
    found.says("OT3", rulebook, r"always add up to (\d+)", 7)
    found.says("OT4", rulebook, r"(\d+) cards, (\d+) in each trade", 30, 10)
    found.says("OT8", rulebook, r"how far (\d+) agents go", 9)
    found.says(
        "OT8", rulebook, r"lane and the largest side take (\d+) \+ (\d+) = (\d+) agents", 3, 6, 9
    )
    found.says("OT9", rulebook, r"as the table has columns \((\d+)\)", 3)
    found.says("OT9", rulebook, r"to the right of ×(\d+)", 3)
    found.says("OT11", rulebook, r"beyond (\d+) points", 99)
    found.says("OT11", rulebook, r"count on from (\d+) to (\d+)", 99, 0)
    found.says("OT11", rulebook, r"1 player (\d+) × (\d+) ×", 3, 7)
    found.says("OT11", rulebook, r"= (\d+) points at most", 126)
    found.says(
        "OT11", reference, r"past (\d+): turn to (\d+), go on from (\d+)", 99, 100, 0, must=True
    )
    found.says("OT11", points, r"past (\d+)\?", 99, must=True)
    found.says("OT11", points, r"it now shows \+(\d+)\. go on counting from (\d+)", 100, 0)
    found.says("OT11", rulebook, r"its back says \+(\d+)", 100)
    for text in (rulebook, reference):
        found.says("the end", text, r"all (\d+) criminals are arrested", 9, must=True)
    found.says("the choice", rulebook, r"do 1 of (\d+) things", 4, must=True)
    for text in (rulebook, reference):
        found.says("the choice", text, r"1 of these (\d+)", 4, must=True)
    found.says("the choice", rulebook, r"it may be any of the (\d+),", 4, must=True)
    found.says("OT9", rulebook, r"put it in the ×(\d+) column", 1, must=True)
    found.says("OT9", rulebook, r"move it (\d+) column to the right", 1, must=True)
    found.says("OT9", reference, r"(\d+) column right, its first to ×(\d+)", 1, 1, must=True)
    found.says("OT9", rulebook, r"worth twice the first, the third (\d+) times", 3, must=True)
    for text, said in (
        (rulebook, "points = your agents on the card × the number of your marker’s column"), (reference, "points = your agents on the card × your column"),
        (rulebook, "has the most arrest points at the end wins"), (rulebook, "the player with the most arrest points wins"),
        (reference, "most points win; tie: more arrests"), (rulebook, "a column for each arrest"),
    ):  # fmt: skip
        found.want(f"it is said: {said}", said in text)
    found.says("OT12", rulebook, r"a lane with (\d+) places", 3)
    found.says("OT11", rulebook, r"for each number from (\d+) to (\d+)", 0, 99)
    found.says("OT9", rulebook, r"may not reach ×(\d+)", 3)
    found.says(
        "the short game", rulebook, r"ends as soon as (\d+) criminals", raw.facts["short_game"]
    )
    found.want(
        "the short game is shorter, but not too short for a full row",
        3 < raw.facts["short_game"] < 9,
    )
