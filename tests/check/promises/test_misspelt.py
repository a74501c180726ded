"""P591, P580: conditions that compare a field with what it never is.

They hold for no card or for all, and guarded none.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import column, judged
from .test_setup import findings
from .world import judged as on_board

SLIPS = {
    "all but what none is": ("only", 'count, of: deck, is: 4, only: suit != "sunn"', 'suit is never "sunn"', 'did you mean "sun"?'),
    "none of what none is": ("only", "count, of: deck, is: 4, only: 'suit not in [\"mon\"]'", 'suit is never "mon"', 'did you mean "moon"?'),
    "one of two": ("only", 'count, of: deck, is: 2, only: suit == "sun" or suit == "mon"', 'suit is never "mon"', 'did you mean "moon"?'),
    "not": ("only", 'count, of: deck, is: 4, only: not suit == "mon"', 'suit is never "mon"', 'did you mean "moon"?'),
    "a text for a number": ("only", 'count, of: deck, is: 4, only: rank != "1"', 'rank is a number and never "1"', "write 1"),
    "a number for a text": ("only", "count, of: deck, is: 4, only: name != 1", "name is a text and never 1", 'write "1"'),
    "a list for one of it": ("only", 'count, of: deck, is: 4, only: signs != "sun"', 'signs is a list and never "sun"', 'write "sun" in signs'),
    "not in a list": ("only", "count, of: deck, is: 4, only: '\"mon\" not in signs'", 'one of signs is never "mon"', 'did you mean "moon"?'),
    "what is hoped for": ("match", 'odds, of: deck, draw: 1, is: "1", match: suit != "mon"', 'suit is never "mon"', 'did you mean "moon"?'),
    "a kind for each of another deck": (
        "where_card", 'kind_present, of: deck, for_each: coins, where_card: suit == "mon", is: 0', 'suit is never "mon"', 'did you mean "moon"?',
    ),
    "what each is": (
        "where_card", 'kind_present, of: coins, for_each: deck, where_card: each.suit != "mon"', 'each.suit is never "mon"', 'did you mean "moon"?',
    ),
    "what each is, as a limit": (
        "each_only", 'kind_present, of: coins, for_each: deck, where_card: worth, each_only: suit != "mon"',
        'suit is never "mon"', 'did you mean "moon"?',
    ),
    "the other side": (
        "in_only", 'ref, of: deck, field: suit, in: deck, as: suit, in_only: suit != "mon"', 'suit is never "mon"', 'did you mean "moon"?',
    ),
    "a value": ("value", 'sum, of: deck, is: 0, value: 1 if suit == "mon" else 0', 'suit is never "mon"', 'did you mean "moon"?'),
    "an expression": ("that", 'expr, for_each: deck, that: each.suit != "mon"', 'each.suit is never "mon"', 'did you mean "moon"?'),
    "a fact": ("that", "expr, that: 'facts.low != \"1\"'", 'facts.low is a number and never "1"', "write 1"),
    "an id": ("only", 'sum, of: coins, is: 5, only: id != "fiv"', 'id is never "fiv"', 'did you mean "five"?'),
}  # fmt: skip


@pytest.mark.parametrize(("key", "promise", "message", "hint"), SLIPS.values(), ids=SLIPS.keys())
def test_what_a_field_never_is(
    tmp_path: Path, key: str, promise: str, message: str, hint: str
) -> None:
    changes = (
        (("id: five, worth: 5, count: 2", "id: five, worth: 1, count: 2"),)
        if "five" in hint
        else ()
    )
    promise = f"kind: {promise}"
    assert judged(tmp_path, promise, changes=changes) == (
        f'rules.yaml:1:{column(promise, key)}: error P591 X1: "{key}": {message}\n  hint: {hint}'
    )


@pytest.mark.parametrize(
    "promise",
    [
        'count, of: deck, is: 4, only: suit != "joker"',
        "count, of: deck, is: 4, only: rank != 9",
        'count, of: deck, is: 4, only: suit != "" and suit != none',
        'count, of: deck, is: 4, only: id != "stranger"',
        'count, of: deck, is: 3, only: name != "Ann"',
        "count, of: deck, is: 3, only: \"'nn' not in name\"",
        'kind_present, of: coins, for_each: deck, where_card: each.suit != "sun" or worth == 1',
    ],
)
def test_what_the_game_does_not_have_may_be_spoken_of(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, f"kind: {promise}") == ""


def test_what_is_broken_says_so_itself(tmp_path: Path) -> None:
    assert "error P501 deck" in judged(
        tmp_path, 'kind: count, of: deck, is: 5, only: suit != "sunn"'
    )


def test_the_kind_of_a_space(tmp_path: Path) -> None:
    said = on_board(
        tmp_path, 'kind: graph, of: board, rule: connected, among: not track and kind != "fre"'
    )
    assert (
        said.endswith('"among": kind is never "fre"\n  hint: did you mean "free"?')
        and "error P591" in said
    )


def test_a_step_of_the_setup(tmp_path: Path) -> None:
    said = findings(tmp_path, '- {says: one each, what: cells, only: place != "1", each: 1}\n')
    assert said == (
        'setup.yaml:1:39: error P571 step 1, one each: "only": place is a number and never "1"\n  hint: write 1'
    )
