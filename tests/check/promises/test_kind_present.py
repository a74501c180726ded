"""P507 kind_present: cards of a kind that the rules speak of exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import COINS, DECK, column, judged
from .world import judged as on_board


@pytest.mark.parametrize(
    "promise",
    [
        "kind: kind_present, of: deck, where_card: rank == 2",
        "kind: kind_present, of: deck, where_card: rank == 2, at_least: 2",
        "kind: kind_present, of: deck, where_card: rank == 2, is: 2",
        "kind: kind_present, of: coins, where_card: worth == 5, is: 2",
        "kind: kind_present, of: deck, where_card: \"'sun' in signs\", is: 2",
        "kind: kind_present, of: deck, for_each: coins, where_card: each.worth > rank or rank == 1, at_least: 2",
        "kind: kind_present, of: deck, for_each: deck, where_card: each.suit == suit and each.rank != rank, is: 1",
        "kind: kind_present, of: deck, where_card: rank == 1, only: suit == 'sun', is: 1",
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


BROKEN = {
    "none": (
        "kind: kind_present, of: deck, where_card: suit == 'The moon'",
        f"0 cards of \"deck\" have suit == 'The moon'; the rules promise at least 1 (X1, stated){DECK}",
    ),
    "not enough": (
        "kind: kind_present, of: coins, where_card: worth == 1, at_least: 4",
        f'3 cards of "coins" have worth == 1; the rules promise at least 4 (X1, stated){COINS}',
    ),
    "not so many": (
        "kind: kind_present, of: coins, where_card: worth == 1, is: 2",
        f'3 cards of "coins" have worth == 1; the rules promise 2 (X1, stated){COINS}',
    ),
    "not for each card of another deck": (
        "kind: kind_present, of: deck, for_each: coins, where_card: rank < each.worth",
        f'card "one" of "coins" finds 0 in "deck"; the rules promise at least 1 (X1, stated)\n  game.yaml:19:9: the card is here{DECK}',
    ),
}


@pytest.mark.parametrize(("promise", "expected"), BROKEN.values(), ids=BROKEN.keys())
def test_broken(tmp_path: Path, promise: str, expected: str) -> None:
    assert judged(tmp_path, promise) == f"rules.yaml:1:3: error P507 {expected}"


def test_about_nothing(tmp_path: Path) -> None:
    assert judged(
        tmp_path, "kind: kind_present, of: deck, where_card: rank, only: rank > 2"
    ).startswith("rules.yaml:1:3: error P580 ")
    counts = (
        ("worth: 1, count: 3", "worth: 1, count: 0"),
        ("worth: 5, count: 2", "worth: 5, count: 0"),
    )
    assert judged(
        tmp_path,
        "kind: kind_present, of: deck, for_each: coins, where_card: rank == 9",
        changes=counts,
    ) == (
        'rules.yaml:1:3: error P580 X1 holds only because its set is empty: "coins" prints no card\n'
        "  game.yaml:19:7: the deck is here\n"
        "  hint: a promise about nothing guards nothing: correct what it names"
    )


MALFORMED = {
    "no kind": ("kind: kind_present, of: deck", "", 'the key "where_card" is missing: which cards are meant?', ""),
    "an unknown field": (
        "kind: kind_present, of: deck, where_card: rnk == 1", "where_card", '"where_card": "rnk" is not defined', 'did you mean "rank"?',
    ),
    "an unknown deck": (
        "kind: kind_present, of: deck, for_each: coin, where_card: rank", "for_each",
        'there is no component "coin"', 'did you mean "coins"?',
    ),
    "an unknown field of the other": (
        "kind: kind_present, of: deck, for_each: coins, where_card: each.wort == 1", "where_card",
        '"where_card": "one" has no "wort"', 'did you mean "worth"?',
    ),
    "two numbers": (
        "kind: kind_present, of: deck, where_card: rank, is: 4, at_least: 1", "at_least",
        '"is" and "at_least" exclude each other', "leave one of them out",
    ),
    "a limit of nothing": (
        "kind: kind_present, of: deck, where_card: rank == 2, each_only: nosuch == 3", "each_only",
        '"each_only" means nothing without "for_each"', "to limit the cards that are counted write only:",
    ),
    "a demand for nothing": (
        "kind: kind_present, of: deck, where_card: rank == 9, at_least: 0", "at_least", '"at_least": expected 1 or more, found 0', "",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("promise", "key", "message", "hint"), MALFORMED.values(), ids=MALFORMED.keys()
)
def test_malformed(tmp_path: Path, promise: str, key: str, message: str, hint: str) -> None:
    at = column(promise, key) if key else 3
    assert judged(tmp_path, promise) == f"rules.yaml:1:{at}: error P591 X1: {message}" + (
        f"\n  hint: {hint}" if hint else ""
    )


def test_two_expressions_in_place_of_one(tmp_path: Path) -> None:
    said = judged(
        tmp_path, "kind: kind_present, of: deck, for_each: deck, where_card: suit each.suit"
    )
    assert "P591" in said and "where_card" in said


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("suit == 'The moon'", 'suit is never "The moon" (did you mean "moon"?)'),
        ("rank == 1 and suit in ['sun', 'mooon']", 'suit is never "mooon" (did you mean "moon"?)'),
        ("rank == '2'", 'rank is a number and never "2" (write 2)'),
    ],
)
def test_that_no_card_is_what_none_can_be_guards_nothing(
    tmp_path: Path, condition: str, told: str
) -> None:
    """A misspelt meaning kept the promise that no card has it."""
    said = judged(tmp_path, f'kind: kind_present, of: deck, where_card: "{condition}", is: 0')
    assert said.startswith(
        f"rules.yaml:1:3: error P580 X1 holds only because its set is empty: {told}"
    ), said


@pytest.mark.parametrize(
    "condition", ["rank == 9", "suit == 'joker'", "rank == 2 and suit == 'comet'", "suit == none"]
)
def test_that_there_is_no_card_of_another_kind_can_be_promised(
    tmp_path: Path, condition: str
) -> None:
    assert judged(tmp_path, f'kind: kind_present, of: deck, where_card: "{condition}", is: 0') == ""


@pytest.mark.parametrize("of", ["board", "board.areas", "board.days"])
def test_that_there_is_no_place_of_a_kind_can_be_promised(tmp_path: Path, of: str) -> None:
    """Tracks and areas are no components of their own: this ended in a traceback."""
    here = (
        "size: 200mm x 200mm\n",
        "size: 200mm x 200mm\n    fields: {side: {text: [north, south], optional: yes}}\n",
    )
    promise = f"kind: kind_present, of: {of}, where_card: side == 'north', is: 0"
    assert on_board(tmp_path / "a", promise, here) == ""
    assert "P580 X1 holds only because" in on_board(
        tmp_path / "b", promise.replace("north", "noth"), here
    )
