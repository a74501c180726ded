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
    found.stated(raw, "organ-trail")
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
    found.want(
        "the short game is shorter, but not too short for a full row",
        3 < raw.facts["short_game"] < 9,
    )
