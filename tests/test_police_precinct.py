"""Police Precinct's decks hold what its rules say."""

import pnp

GAME = "police-precinct"


def test_the_decks_have_their_cards():
    decks = pnp.open_game(GAME).components
    totals = {name: deck.total for name, deck in decks.items()}
    stacks = ("crime-scene", "body", "witness", "weapon")
    assert totals["characters"] + totals["police"] == 53
    assert {name: totals[name] for name in ("characters", "police", "events", "gangs", "loyalty")} == {
        "characters": 8,
        "police": 45,
        "events": 40,
        "gangs": 4,
        "loyalty": 6,
    }
    assert [totals[name] for name in stacks] == [10, 10, 10, 10]


def test_emergencies_and_evidence_are_as_many_as_promised():
    decks = pnp.open_game(GAME).components
    events = [card.values for card in decks["events"].cards]
    assert [sum(event["kind"] == kind for event in events) for kind in ("emergency", "lasting", "immediate")] == [24, 7, 9]
    assert sum(bool(event["marker"]) for event in events) == 13
    assert [sum(event["difficulty"] == n for event in events) for n in range(2, 7)] == [3, 6, 7, 5, 3]
    evidence = [
        sum(card.copies for card in decks[name].cards if card.values["evidence"]) for name in ("crime-scene", "body", "witness", "weapon")
    ]
    assert evidence == [4, 3, 3, 3]


def test_nothing_is_wrong_with_it():
    assert pnp.check_game(GAME) == []
