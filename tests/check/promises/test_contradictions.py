"""P581: promises that cannot both be kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import findings

from .contract import GAME
from .world import BOARD, HELP
from .world import GAME as WORLD

PAIRS = [
    ("kind: count, of: deck, is: 4", "kind: count, of: deck, is: 5"),
    ("kind: count, of: deck, is: 4", "kind: sum, of: [deck], is: 5"),
    (
        "kind: count, of: deck, is: 4",
        "kind: sum, of: [deck, coins], parts: {deck: 5, coins: 4}, is: 9",
    ),
    ("kind: sum, of: [deck, coins], is: 9", "kind: sum, of: [coins, deck], is: 10"),
    (
        "kind: count, of: deck, only: rank == 1, is: 2",
        "kind: kind_present, of: deck, where_card: rank  ==  1, is: 3",
    ),
    ("kind: count, of: deck, per: suit, is: 2", "kind: balance, of: deck, by: suit, is: 3"),
    ("kind: count, of: deck, is: 4", "kind: per_player, of: deck, each: 2"),
    (
        "kind: count, of: deck, only: rank == 1, is: 2",
        "kind: kind_present, of: deck, where_card: rank == 1, at_least: 3",
    ),
    (
        "kind: kind_present, of: deck, where_card: rank == 1",
        "kind: count, of: deck, only: rank == 1, is: 0",
    ),
    (
        "kind: count, of: deck, is: 4",
        "kind: kind_present, of: deck, where_card: rank == 1, at_least: 5",
    ),
    (
        "kind: kind_present, of: deck, where_card: rank == 2, at_least: 5",
        "kind: count, of: deck, is: 4",
    ),
    (
        "kind: count, of: deck, is: 4",
        "kind: kind_present, of: deck, only: rank == 2, where_card: suit == 'sun', at_least: 5",
    ),
    ("kind: count, of: deck, is: 4", "kind: supply, of: deck, needs: players * 4"),
    ("kind: count, of: deck, is: 4", "kind: supply, of: deck, only: rank == 1, needs: players * 4"),
    (
        "kind: count, of: deck, per: suit, is: 2",
        "kind: supply, of: deck, per: suit, needs: players",
    ),
    ("kind: count, of: deck, is: 4", "kind: supply, of: deck, per: suit, needs: players * 4"),
    (
        "kind: range, of: deck, field: rank, from: 1, to: 4",
        "kind: range, of: deck, field: rank, from: 5, to: 8",
    ),
    (
        "kind: range, of: deck, field: rank, from: 5, to: 8",
        "kind: range, of: deck, field: rank, from: 1, to: 4",
    ),
]


def codes(folder: Path, first: str, second: str) -> str:
    rules = "".join(
        f"- {{id: X{n}, says: says {n}, basis: stated, {promise}}}\n"
        for n, promise in enumerate((first, second), 1)
    )
    return findings(folder, {"game.yaml": GAME, "rules.yaml": rules})


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_pair_is_named(tmp_path: Path, first: str, second: str) -> None:
    said = codes(tmp_path, first, second)
    assert (
        "error P581 X2 promises " in said
        and ", X1 promises " in said
        and "rules.yaml:1:" in said.split("P581")[1]
    ), said


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("kind: count, of: deck, is: 4", "kind: count, of: deck, only: rank == 1, is: 2"),
        ("kind: count, of: deck, is: 4", "kind: sum, of: deck, field: rank, is: 6"),
        ("kind: count, of: deck, is: 4", "kind: count, of: deck, is: facts.cards"),
        ("kind: count, of: deck, per: suit, is: 2", "kind: count, of: deck, per: name, is: 1"),
        (
            "kind: count, of: deck, is: 4",
            "kind: kind_present, of: deck, where_card: rank == 1, at_least: 2",
        ),
        ("kind: count, of: deck, only: rank == 1, is: 2", "kind: supply, of: deck, needs: players"),
        ("kind: count, of: deck, is: 4", "kind: supply, of: coins, needs: players + 1"),
        (
            "kind: count, of: deck, only: rank == 1, is: 2",
            "kind: supply, of: deck, per: suit, needs: 2",
        ),
        (
            "kind: range, of: deck, field: rank, from: 1, to: 2",
            "kind: range, of: deck, field: rank, from: 2, to: 2, only: rank == 2",
        ),
        (
            "kind: range, of: deck, field: rank, from: 1, to: 2",
            "kind: range, of: deck, field: rank, from: 0, to: 4",
        ),
        (
            "kind: range, of: deck, field: rank, from: 1, to: 1, only: rank == 1",
            "kind: range, of: deck, field: rank, from: 2, to: 2, only: rank == 2",
        ),
        (
            "kind: kind_present, of: deck, where_card: rank == 1, is: 2",
            "kind: kind_present, of: deck, only: suit == 'sun', where_card: rank == 1, is: 1",
        ),
    ],
)
def test_promises_of_different_things_agree(tmp_path: Path, first: str, second: str) -> None:
    assert codes(tmp_path, first, second) == ""


def test_how_it_is_said(tmp_path: Path) -> None:
    assert codes(tmp_path, *PAIRS[0]).split("\n")[-3:] == [
        "rules.yaml:2:68: error P581 X2 promises 5, X1 promises 4 of the same: both cannot be kept",
        "  rules.yaml:1:68: X1: says 1",
        "  hint: correct one of them, or say which part is meant with only:",
    ]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (
            "kind: count, of: deck, is: 4",
            "kind: supply, of: deck, needs: players * 4",
            "rules.yaml:2:72: error P581 X2 promises at least 16, X1 promises 4 of the same: both cannot be kept",
        ),
        (
            "kind: range, of: deck, field: rank, from: 1, to: 4",
            "kind: range, of: deck, field: rank, from: 5, to: 8",
            "rules.yaml:2:83: error P581 X2 promises 5 to 8, X1 promises 1 to 4 of the same: both cannot be kept",
        ),
        (
            "kind: count, of: deck, is: 4",
            "kind: kind_present, of: deck, where_card: rank == 1, at_least: 5",
            "rules.yaml:2:104: error P581 X2 promises at least 5 of a part, X1 promises 4 of the whole: both cannot be kept",
        ),
        (
            "kind: kind_present, of: deck, where_card: rank == 1",
            "kind: count, of: deck, is: 0",
            "rules.yaml:2:68: error P581 X2 promises 0 of the whole, X1 promises at least 1 of a part: both cannot be kept",
        ),
    ],
)
def test_how_ranges_are_said(tmp_path: Path, first: str, second: str, expected: str) -> None:
    assert [line for line in codes(tmp_path, first, second).split("\n") if "P581" in line] == [
        expected
    ]


def test_a_range_that_is_empty_contradicts_nothing(tmp_path: Path) -> None:
    empty, whole = (
        "kind: range, of: deck, field: rank, from: 9, to: 5",
        "kind: range, of: deck, field: rank, from: 1, to: 2",
    )
    assert "P581" not in codes(tmp_path, empty, whole) + codes(tmp_path, whole, empty)


def test_all_that_contradict_the_first_are_named(tmp_path: Path) -> None:
    rules = "".join(
        f"- {{id: X{n}, says: x, basis: stated, kind: count, of: deck, is: {n}}}\n"
        for n in (4, 5, 6)
    )
    said = findings(tmp_path, {"game.yaml": GAME, "rules.yaml": rules})
    assert (
        "X5 promises 5, X4 promises 4" in said
        and "X6 promises 6, X4 promises 4" in said
        and said.count("P581") == 2
    )


@pytest.mark.parametrize(
    "promises",
    [
        (
            "kind: kind_present, of: deck, where_card: rank == 1",
            "kind: kind_present, of: deck, where_card: rank == 1, at_least: 3",
            "kind: count, of: deck, only: rank == 1, is: 2",
        ),
        (
            "kind: range, of: deck, field: rank, from: 1, to: 9",
            "kind: range, of: deck, field: rank, from: 1, to: 4",
            "kind: range, of: deck, field: rank, from: 5, to: 8",
        ),
    ],
)
def test_the_narrowest_of_the_earlier_is_named(tmp_path: Path, promises: tuple[str, ...]) -> None:
    rules = "".join(
        f"- {{id: X{n}, says: x, basis: stated, {promise}}}\n" for n, promise in enumerate(promises)
    )
    said = [
        line
        for line in findings(tmp_path, {"game.yaml": GAME, "rules.yaml": rules}).split("\n")
        if "P581" in line
    ]
    assert len(said) == 1 and "X2 promises" in said[0] and ", X1 promises" in said[0]


COLOURS = {
    "four colours": ("[red, tan, sky, pea]", 20),
    "three colours": ("[red, tan, sky]", 15),
    "two colours": ("[red, tan]", 15),
}


@pytest.mark.parametrize(("colours", "number"), COLOURS.values(), ids=COLOURS.keys())
def test_each_player_means_every_colour_that_there_is(
    tmp_path: Path, colours: str, number: int
) -> None:
    """More colours than players may play: pieces are then counted colour by colour.

    Fewer cannot do, which is said of the promise.
    """

    def contradicts(*promises: str) -> bool:
        rules = "".join(
            f"- {{id: X{n}, says: x, basis: stated, {promise}}}\n"
            for n, promise in enumerate(promises)
        )
        game = WORLD.replace("[red, tan, sky]", colours).replace("sky: }", "sky: , pea: }")
        return "P581" in findings(
            tmp_path, {"game.yaml": game, "board.yaml": BOARD, "help.md": HELP, "rules.yaml": rules}
        )

    each = "kind: per_player, of: workers, each: 5"
    assert not contradicts(each, f"kind: count, of: workers, is: {number}")
    assert contradicts(each, f"kind: count, of: workers, is: {number + 1}")
    assert not contradicts(
        "kind: per_player, of: upgrades, each: 2", "kind: count, of: upgrades, is: 6"
    )
    assert not contradicts(
        f"{each}, per: shape", f"kind: balance, of: workers, by: shape, is: {number}"
    )


def test_pieces_of_nobody_among_those_of_colours_make_each_mean_each_player(tmp_path: Path) -> None:
    game = WORLD.replace("[red, tan, sky]", "[red, tan, sky, pea]").replace(
        "sky: }", "sky: , pea: }"
    )
    game = game.replace("count: 5}", "count: 2}\n      - {id: spare}")
    rules = "- {id: A, says: x, basis: ours, kind: per_player, of: workers, each: 3}\n- {id: B, says: x, basis: ours, kind: count, of: workers, is: 9}\n"
    assert (
        findings(
            tmp_path, {"game.yaml": game, "board.yaml": BOARD, "help.md": HELP, "rules.yaml": rules}
        )
        == ""
    )


@pytest.mark.parametrize(
    "promise",
    [
        "kind: sum, of: deck, field: rank, is: {}",
        "kind: range, of: deck, field: rank, from: {0}, to: {0}",
    ],
)
def test_the_same_decimal_is_no_contradiction(tmp_path: Path, promise: str) -> None:
    assert "P581" in codes(tmp_path, promise.format("0.3"), promise.format("0.4"))
    assert "P581" not in codes(tmp_path, promise.format("0.3"), promise.format("0.1 + 0.2"))
