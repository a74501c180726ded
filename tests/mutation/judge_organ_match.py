"""Organ Match by its rules: what no kit of it may break.

Plain and slow; it knows nothing of `pnp`.
"""

from __future__ import annotations

from itertools import product

from mutation.raw import Finds, Raw, copies, tally, where

ORGANS, CATEGORIES = ("liver", "heart", "lungs"), ("lavender", "mauve", "green", "blue")
SETS = {"liver", "heart", "lungs", "liver+heart", "liver+lungs", "heart+lungs"}


def judge(raw: Raw) -> list[str]:
    """The invariants that are broken."""
    found = Finds()
    found.stated(raw, "organ-match")
    found.want("players 3 to 8", (raw.least, raw.most) == (3, 8))
    _patients(found, raw)
    _others(found, raw)
    _texts(found, raw)
    return found.broken


def _patients(found: Finds, raw: Raw) -> None:
    patients = raw.cards("cards/patients.csv")
    for patient in patients:
        parts = patient["organs"].split("+")
        patient["set"] = "+".join(sorted(parts, key=ORGANS.index))
        found.want("OM5 organs", len(parts) <= 2 and len(set(parts)) == len(parts))
        found.want(
            "OM5 stars and category",
            patient["stars"] in (1, 2, 3, 4) and patient["category"] in CATEGORIES,
        )
    found.want("OM1 patients", len(patients) == 96)
    found.want("OM4 waitlist", sorted(p["waitlist"] for p in patients) == list(range(1, 97)))
    found.want(
        "OM11 every combination once",
        tally(patients, "set", "category", "stars")
        == dict.fromkeys(product(SETS, CATEGORIES, (1, 2, 3, 4)), 1),
    )
    for organ, category in product(ORGANS, CATEGORIES):
        match = [
            p for p in patients if organ in p["organs"].split("+") and p["category"] == category
        ]
        found.want("OM10 twelve match", len(match) == 12)
    for p in patients:
        found.want(
            "the formula of the waitlist",
            p["waitlist"] == _waitlist(p["set"], p["category"], p["stars"]),
        )
    for by, values in (("category", CATEGORIES), ("stars", (1, 2, 3, 4))):
        sums = {value: sum(p["waitlist"] for p in patients if p[by] == value) for value in values}
        found.want(f"waitlist sums by {by} are alike", set(sums.values()) == {1164})
    found.want("names are ours, each its own", len({p["name"] for p in patients}) == len(patients))


def _waitlist(organs: str, category: str, stars: int) -> int:
    """The formula of the numbers, which favours nobody: singles by k, or 97 - k; doubles the
    other way round.
    """
    s, c, t = (
        ("liver", "heart", "lungs", "liver+heart", "liver+lungs", "heart+lungs").index(organs),
        CATEGORIES.index(category),
        stars - 1,
    )
    if s >= 3:
        return 97 - _waitlist(("liver", "heart", "lungs")[5 - s], category, stars)
    k = 16 * s + 4 * c + t + 1
    sign = (1, -1, -1, 1)
    return k if sign[c] * sign[t] > 0 else 97 - k


def _others(found: Finds, raw: Raw) -> None:
    organs, influence = raw.cards("cards/organs.yaml"), raw.cards("cards/influence.yaml")
    found.ids("organs", organs)
    found.ids("influence", influence)
    found.want("OM1 organs", copies(organs) == 24)
    found.want(
        "OM2 factorial",
        tally(organs, "organ", "category") == dict.fromkeys(product(ORGANS, CATEGORIES), 2),
    )
    found.want("OM3 influence", tally(influence, "value") == dict.fromkeys((2, 1, -1, -2), 10))
    found.want(
        "what each influence means has its number and picture",
        {card["id"]: (card["value"], card["icon"]) for card in influence}
        == {
            kind + picture: (value, icon)
            for kind, value, icon in (
                ("worse", 2, "heart-beats"),
                ("minor", 1, "baby-face"),
                ("substance", -1, "test-tubes"),
                ("bribe", -2, "pay-money"),
            )
            for picture in ("", "-2")
        },
    )
    areas = raw.areas("boards/table.yaml")
    found.want(
        "mat: three decks, two discards, the organ of the round",
        {"deck": 3, "discard": 2, "current": 1}.items() <= tally(areas, "kind").items(),
    )
    found.want(
        "mat: nothing else but the steps of a round",
        {area["kind"] for area in areas} <= {"deck", "discard", "current", "step", "goal"},
    )
    kinds = {area["id"]: area["kind"] for area in areas}
    found.want(
        "mat: what the contract names by its id is what it was",
        {f"{name}-deck": "deck" for name in ("organ", "patient", "influence")}.items()
        <= kinds.items()
        and all(kinds.get(name) == "step" for name in ("offer", "play", "influence", "decide")),
    )
    decks = {area["label"] for area in where(areas, kind="deck")}
    found.want("OM24 names of the decks", decks == {"Patients", "Organs", "Influence"})
    found.want(
        "OM24 discards",
        {area["label"] for area in where(areas, kind="discard")} == decks - {"Organs"},
    )
    found.want(
        "OM24 the organ of the round is called so",
        all("organ" in str(area["label"]).lower() for area in where(areas, kind="current")),
    )
    places = [area for area in areas if area["kind"] in ("deck", "discard", "current")]
    found.want(
        "mat: a place takes a card", all(_larger_than_a_card(area["size"]) for area in places)
    )
    for area in places:
        found.want(
            "mat: a place is marked as what it is",
            area["pile"]
            == {"deck": "Deck", "discard": "Discards", "current": "Face up"}[area["kind"]],
        )
    pictures = {"Organs": "heart-organ", "Patients": "id-card", "Influence": "gavel"}
    found.want(
        "mat: a place shows what lies there",
        all(
            area["icon"] == pictures[area["label"]] for area in places if area["kind"] != "current"
        ),
    )
    said = {(area["kind"], area["label"]): area["says"] for area in places}
    for place, wanted in (
        (("deck", "Organs"), "Never reshuffled"),
        (("deck", "Patients"), "Shuffle the discards"),
        (("deck", "Influence"), "Both empty? Nobody draws"),
        (("discard", "Patients"), "not chosen"),
        (("discard", "Influence"), "influence that was played"),
    ):
        found.want(f"mat: what it says of {place}", wanted in said.get(place, ""))
    for kind, mark in (("organ", "icon"), ("category", "letter"), ("category", "pattern")):
        found.want(
            f"no two of {kind} share their {mark}",
            max(tally(raw.game["terms"][kind].values(), mark).values()) == 1,
        )


def _larger_than_a_card(size: list[str]) -> bool:
    """Whether a card of 63 × 88 mm lies within this, upright or on its side."""
    short, long = sorted(float(side.removesuffix("mm")) for side in size)
    return short >= 63 and long >= 88


def _texts(found: Finds, raw: Raw) -> None:
    found.want("the short game is shorter", 0 < raw.facts["short_game_patients"] < 6)
