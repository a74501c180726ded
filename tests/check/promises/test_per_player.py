"""P509 per_player: so many copies for each player."""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import findings

from . import contract
from .world import HEAD, judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: per_player, of: workers, each: facts.workers",
        "kind: per_player, of: upgrades, per: sort, each: 1",
        "kind: per_player, of: [upgrades], each: 2",
        "kind: per_player, of: help, each: 1",
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


@pytest.mark.parametrize(
    ("promise", "changes", "expected"),
    [
        (
            "kind: per_player, of: workers, each: 6",
            (),
            'rules.yaml:1:3: error P509 "workers" has 5 for player 1, 5 for player 2, 5 for player 3; the rules promise 6 each (X1, stated)\n'
            "  game.yaml:18:7: the component is here\n"
            '  game.yaml:18:9: one is "worker-red"',
        ),
        (
            "kind: per_player, of: upgrades, per: sort, each: 1",
            (("{id: force, count: 3", "{id: force, count: 2"),),
            'rules.yaml:1:3: error P509 "upgrades" has 2 pieces with sort strong; 1 for each of 3 players are 3 (X1, stated)\n'
            "  game.yaml:23:7: the component is here\n"
            "  hint: 1 piece is missing, or a count: is too low",
        ),
        (
            "kind: per_player, of: workers, each: 5",
            (("colours: [red, tan, sky]", "colours: [red, tan]"),),
            'rules.yaml:1:3: error P509 "workers" has 0 for player 3; the rules promise 5 each (X1, stated)\n'
            "  game.yaml:18:7: the component is here\n"
            "  hint: player 3 has no colour: see players.colours",
        ),
        (
            "kind: per_player, of: upgrades, each: 0",
            (),
            'rules.yaml:1:81: error P591 X1: "each": expected 1 or more, found 0',
        ),
        (
            "kind: per_player, of: nobody, each: 1",
            (),
            'rules.yaml:1:65: error P591 X1: there is no component "nobody"\n  hint: known here: board, cells, help, upgrades, workers',
        ),
    ],
)
def test_broken_or_malformed(
    tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str
) -> None:
    assert judged(tmp_path, promise, *changes) == expected


MATS = ("    size: 200mm x 200mm\n", "    size: 200mm x 200mm\n    per_player: 1\n")
"""Three boards of eight spaces, three of which are cells."""


@pytest.mark.parametrize(
    ("promise", "expected"),
    [
        ("of: board, each: 1", ""),
        ("of: board, each: 1, only: kind == 'cell'", ""),
        (
            "of: board, each: 2",
            'rules.yaml:1:3: error P509 "board" has 3 copies; 2 for each of 3 players are 6 (X1, stated)\n'
            "  game.yaml:28:5: the component is here\n"
            "  hint: 3 copies are missing: see copies: or per_player:",
        ),
        (
            "of: board, each: 1, only: kind == 'free'",
            'rules.yaml:1:3: error P509 "board" has 1 spaces; 1 for each of 3 players are 3 (X1, stated)\n',
        ),
    ],
)
def test_a_board_is_one_piece_unless_its_spaces_are_chosen(
    tmp_path: Path, promise: str, expected: str
) -> None:
    said = judged(tmp_path, f"kind: per_player, {promise}", MATS)
    assert said == expected if not expected.endswith("\n") else said.startswith(expected)


def test_boards_and_their_spaces_are_two_sets(tmp_path: Path) -> None:
    spaces = "{id: X2, says: eight spaces, basis: stated, kind: count, of: board, is: 8}"
    assert (
        judged(
            tmp_path,
            "kind: per_player, of: board, each: 1",
            MATS,
            files={
                "rules.yaml": f"- {{{HEAD}, kind: per_player, of: board, each: 1}}\n- {spaces}\n"
            },
        )
        == ""
    )


def test_a_field_called_seat_makes_a_card_nobodys(tmp_path: Path) -> None:
    seats = tuple(
        (f"name: {name}", f"seat: {place}")
        for name, place in zip(
            ("Ann", "Bob", "Cid", "Dan", "text"),
            ("north", "east", "south", "west", "text"),
            strict=True,
        )
    )
    assert contract.judged(tmp_path, "kind: per_player, of: deck, each: 1", changes=seats) == ""


def test_a_value_that_no_card_has_lacks_all_of_its_copies(tmp_path: Path) -> None:
    more = (("rank: {int: [1, 2]}", "rank: {int: [1, 3]}"),)
    assert '"deck" has 0 cards with rank 3' in contract.judged(
        tmp_path, "kind: per_player, of: deck, each: 1, per: rank", changes=more
    )


def test_a_field_called_seat_is_read_as_written_on_pieces_too(tmp_path: Path) -> None:
    pieces = "  bits: {kind: tokens, front: front.xml, fields: {seat: int}, tokens: [{id: a, seat: 3}, {id: b, seat: 4}]}\n"
    game = contract.GAME + pieces
    promise = "- {id: X1, says: seven, kind: sum, of: bits, field: seat, is: 7, basis: stated}\n"
    assert findings(tmp_path, {"game.yaml": game, "rules.yaml": promise}) == ""
