"""P505 factorial: each combination of some fields, so many times."""

from __future__ import annotations

from pathlib import Path

import pytest

from .contract import DECK, column, judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: factorial, of: deck, fields: [suit, rank]",
        "kind: factorial, of: deck, fields: [rank, suit], times: facts.low",
        "kind: factorial, of: deck, fields: [suit], times: 2",
        "kind: factorial, of: deck, fields: [rank], only: suit == 'moon'",
        "kind: factorial, of: deck, fields: [name]",
        "kind: factorial, of: deck, fields: [signs], sets: [sun, moon, moon+sun], only: signs",
        "kind: factorial, of: deck, fields: [signs], sets: [sun, moon, [moon, sun]], only: signs",
        "kind: factorial, of: deck, fields: [signs], sets: {signs: [sun, moon, moon+sun]}, only: signs",
        "kind: factorial, of: deck, fields: [suit, rank], sets: {suit: [moon]}, only: suit == 'moon'",
        "kind: factorial, of: deck, fields: [suit, rank], sets: {rank: [2], suit: [sun, moon]}, only: rank == 2",
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


HEAD = 'rules.yaml:1:3: error P505 deck "deck": each combination of suit and rank is promised'
BROKEN = {
    "one missing, one too many": (
        "kind: factorial, of: deck, fields: [suit, rank]", ("b, suit: sun, rank: 2", "b, suit: sun, rank: 1"),
        f"{HEAD} once, but 1 combination is missing or too few and 1 is too many (X1, stated){DECK}\n"
        '  game.yaml:10:9: one too many may be "a"\n  game.yaml:11:9: one too many may be "b"\n'
        "  hint: missing: suit sun, rank 2 (0 of 1); too many: suit sun, rank 1 (2 of 1)",
    ),
    "one too many copies": (
        "kind: factorial, of: deck, fields: [suit, rank]", ("{id: a,", "{id: a, count: 2,"),
        f'{HEAD} once, but 1 is too many (X1, stated){DECK}\n  game.yaml:10:9: one too many may be "a"\n'
        "  hint: too many: suit sun, rank 1 (2 of 1)",
    ),
    "all too few": (
        "kind: factorial, of: deck, fields: [suit, rank], times: 2", ("{id: a,", "{id: a, count: 2,"),
        f"{HEAD} twice, but 3 combinations are missing or too few (X1, stated){DECK}\n"
        "  hint: missing: suit sun, rank 2 (1 of 2); missing: suit moon, rank 1 (1 of 2); missing: suit moon, rank 2 (1 of 2)",
    ),
    "a value that no card has": (
        "kind: factorial, of: deck, fields: [suit, rank], times: 1", ("{suit: {sun: ,", "{suit: {star: , sun: ,"),
        f"{HEAD} once, but 2 combinations are missing or too few (X1, stated){DECK}\n"
        "  hint: missing: suit star, rank 1 (0 of 1); missing: suit star, rank 2 (0 of 1)",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("promise", "change", "expected"), BROKEN.values(), ids=BROKEN.keys())
def test_broken(tmp_path: Path, promise: str, change: tuple[str, str], expected: str) -> None:
    assert judged(tmp_path, promise, changes=(change,)) == expected


def test_a_set_that_is_not_promised(tmp_path: Path) -> None:
    assert judged(
        tmp_path, "kind: factorial, of: deck, fields: [signs], sets: [sun, moon], only: signs"
    ) == (
        f'rules.yaml:1:3: error P505 deck "deck": each combination of signs is promised once, but 1 is too many (X1, stated){DECK}\n'
        '  game.yaml:12:9: one too many may be "c"\n  hint: too many: signs moon + sun (1 of 0)'
    )


def test_about_nothing(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: factorial, of: deck, fields: [suit], only: rank > 2").startswith(
        "rules.yaml:1:3: error P580 "
    )


MALFORMED = {
    "no fields": ("kind: factorial, of: deck", "", '"fields" lists the fields that are combined', ""),
    "one field, no list": ("kind: factorial, of: deck, fields: suit", "fields", '"fields" lists the fields that are combined', ""),
    "an unknown field": (
        "kind: factorial, of: deck, fields: [suits]", "fields", '"deck" has no field "suits"', 'did you mean "suit" or "signs"?',
    ),
    "a field twice": ("kind: factorial, of: deck, fields: [suit, suit]", "fields", '"fields" names a field twice', ""),
    "an unknown term in a set": (
        "kind: factorial, of: deck, fields: [signs], sets: [sun, mon]", "sets",
        '"sets": "mon" is no suit; expected sun or moon', 'did you mean "moon"?',
    ),
    "sets for no list among the fields": (
        "kind: factorial, of: deck, fields: [suit, rank], sets: [sun]", "sets",
        '"sets": a list is for the one list among the fields', "write sets: {FIELD: [a, b]}",
    ),
    "sets for a field that is not combined": (
        "kind: factorial, of: deck, fields: [suit], sets: {suits: [sun]}", "sets", '"sets": "suits" is none of the fields', 'did you mean "suit"?',
    ),
    "a set of nothing": (
        "kind: factorial, of: deck, fields: [suit], sets: {suit: []}", "sets", '"sets": expected a list of values of "suit"', "",
    ),
    "a value that the field cannot have": (
        "kind: factorial, of: deck, fields: [suit], sets: {suit: [sun, mon]}", "sets",
        '"sets": "mon" is no suit; expected sun or moon', 'did you mean "moon"?',
    ),
    "sets that are no list": (
        "kind: factorial, of: deck, fields: [signs], sets: sun", "sets", '"sets": expected a list such as [a, b, a+b]', "",
    ),
    "a set that is a list in a list": (
        "kind: factorial, of: deck, fields: [signs], sets: [[[sun]]]", "sets", '"sets": expected one value, found a list', "",
    ),
    "times in halves": (
        "kind: factorial, of: deck, fields: [suit], times: facts.half", "times", '"times": expected a whole number, found 0.5', "",
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


def test_more_combinations_than_can_be_judged(tmp_path: Path) -> None:
    changes = (("rank: {int: [1, 2]}", "rank: {int: [1, 900]}, high: {int: [1, 900], default: 1}"),)
    assert judged(tmp_path, "kind: factorial, of: deck, fields: [rank, high]", changes=changes) == (
        f"rules.yaml:1:{column('kind: factorial, of: deck, fields: [rank, high]', 'fields')}: error P591 "
        "X1: its fields make more than 100,000 combinations, which are not judged"
    )


def test_more_combinations_than_python_writes_in_digits(tmp_path: Path) -> None:
    """1,000 to the power of 1,500 has 4,501 digits, and to write them was an error of ours."""
    names = [f"f{n}" for n in range(1_500)]
    declared = ", ".join(f"{name}: {{int: [1, 1000], default: 1}}" for name in names)
    promise = f"kind: factorial, of: deck, fields: [{', '.join(names)}]"
    said = judged(
        tmp_path, promise, changes=(("rank: {int: [1, 2]}", f"rank: {{int: [1, 2]}}, {declared}"),)
    )
    assert said.endswith(
        "error P591 X1: its fields make more than 100,000 combinations, which are not judged"
    )


@pytest.mark.parametrize(
    "promise",
    [
        "factorial, of: deck, fields: [rank, high]",
        "range, of: deck, field: high, from: 1, to: 50000, every: yes",
    ],
)
def test_what_is_looked_for_one_by_one_counts_among_the_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, promise: str
) -> None:
    """A thousand such promises took more than a minute, and nothing was counted."""
    monkeypatch.setattr("pnp.check.promises.scope.MAX_STEPS", 10_000)
    changes = (("rank: {int: [1, 2]}", "rank: {int: [1, 300]}, high: {int: [1, 300], default: 1}"),)
    assert "all promises together take more than 10,000 steps" in judged(
        tmp_path, f"kind: {promise}", changes=changes
    )
