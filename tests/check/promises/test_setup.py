"""P570, P571: the setup worked through for every number of players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given as each_of
from hypothesis import settings
from hypothesis import strategies as st
from model.toy import said, written

from pnp.check.promises import setup_steps as setup
from pnp.diagnostics import Diagnostic, Problems
from pnp.model.game import Game
from pnp.model.read import load_game
from pnp.model.setup import Step, read_setup

from .world import BOARD, GAME, HELP


def given(folder: Path, steps: str) -> tuple[Game, tuple[Step, ...], list[Diagnostic]]:
    """The game without its setup, the steps of that, and what is wrong with the file."""
    world = {"game.yaml": GAME, "board.yaml": BOARD, "help.md": HELP}
    game = load_game(written(folder, world), "toy")[0]
    found: list[Diagnostic] = []
    return (
        game,
        read_setup(written(folder, {**world, "setup.yaml": steps}), "data/toy", found),
        found,
    )


def rows(folder: Path, steps: str) -> list[tuple[int, int, int, int, int]]:
    """Step, players, needed, there, left."""
    game, listed, found = given(folder, steps)
    assert found == []
    return [
        (row.step, row.players, row.needed, row.there, row.left)
        for row in setup.setup_table(game, listed)
    ]


def findings(folder: Path, steps: str) -> str:
    game, listed, found = given(folder, steps)
    return said([*found, *setup.check(game, listed)], folder)


def test_each_step_takes_what_it_needs(tmp_path: Path) -> None:
    steps = "- {says: one each, what: cells, each: 1}\n- {says: the rest waits, what: cells, all: rest}\n"
    assert rows(tmp_path, steps) == [
        (1, 2, 2, 4, 2),
        (2, 2, 2, 2, 0),
        (1, 3, 3, 4, 1),
        (2, 3, 1, 1, 0),
    ]


def test_blind_draws_count_at_their_worst(tmp_path: Path) -> None:
    blind = "- {says: one each, what: cells, each: 1}\n- {says: a lung, what: cells, only: group == 'b', all: 1}\n"
    assert [row[3] for row in rows(tmp_path, blind) if row[0] == 2] == [0, 0]
    sought = "- {says: a lung, what: cells, only: group == 'b', all: 1}\n- {says: one each, what: cells, each: 1}\n"
    assert [row[3] for row in rows(tmp_path, sought) if row[0] == 2] == [3, 3]


def test_a_step_about_what_when_leaves_out_is_passed_over(tmp_path: Path) -> None:
    steps = "- {says: speed, what: upgrades, only: sort == 'fast', each: 99}\n- {says: one each, what: cells, each: 1}\n"
    off = GAME.replace(
        "  upgrades:\n    kind: tokens\n",
        "  upgrades:\n    kind: tokens\n    when: facts.none > 0\n",
    )
    assert off != GAME
    game = load_game(
        written(
            tmp_path, {"game.yaml": off, "board.yaml": BOARD, "help.md": HELP, "setup.yaml": steps}
        ),
        "toy",
    )[0]
    assert list(setup.check(game)) == []
    assert [(row.step, row.players) for row in setup.setup_table(game)] == [(2, 2), (2, 3)]


DECK = """\
title: Toy
players: {min: 2, max: 2}
components:
  cards:
    kind: deck
    front: front.xml
    fields: {suit: text}
    cards: [{id: a, suit: sun, count: 4}, {id: b, suit: moon, count: 4}, {id: c, suit: star, count: 4}]
"""


def as_steps(*steps: str) -> str:
    """Steps that say how many cards are taken, and of what suits."""
    made = ""
    for step in steps:
        number, *suits = step.split()
        made += f'- {{says: draw, what: cards, all: {number}, only: "suit in {suits or ["sun", "moon", "star"]}"}}\n'
    return made


def drawn(folder: Path, *steps: str) -> list[int]:
    """How many cards are there at each step, of four suns, four moons and four stars; a step
    says how many it takes, and of what suits.
    """
    files = {"game.yaml": DECK, "setup.yaml": as_steps(*steps)}
    return [row.there for row in setup.setup_table(load_game(written(folder, files), "toy")[0])]


WORST = {
    "the rest of a suit after a blind draw": (["8", "rest sun", "4"], [12, 0, 0]),
    "a suit that is gone cannot be drawn": (["4 sun", "4 sun moon", "4 sun star"], [4, 4, 4]),
    "no copy is drawn twice": (["4", "4", "1 sun"], [12, 8, 0]),
    "what is drawn of one suit is left of others": (
        ["3 sun", "3 sun moon", "3 sun star"],
        [4, 5, 4],
    ),
    "the rest of all": (["1 sun", "rest", "1 moon"], [4, 11, 0]),
    "others may be put back": (["8", "-4", "4 sun"], [12, 4, 0]),
    "all that was drawn is put back": (["8", "-8", "4 sun"], [12, 4, 4]),
    "of the rest a part is put back": (["1", "rest", "-9", "1 sun"], [12, 11, 0, 1]),
    "what can only be of one suit is put back": (["4 sun", "-4", "4 sun"], [4, 8, 4]),
    "a suit is put back": (["4 sun", "2 moon", "-2 moon", "4 moon", "1 sun"], [4, 4, 2, 4, 0]),
}


@pytest.mark.parametrize(("steps", "there"), WORST.values(), ids=WORST.keys())
def test_the_worst_that_draws_together_can_do(
    tmp_path: Path, steps: list[str], there: list[int]
) -> None:
    assert drawn(tmp_path, *steps) == there


def drawn_in_turn(
    stock: Sequence[int], left: tuple[int, ...], draws: Sequence[tuple[frozenset[int], int]]
) -> int:
    """The same by trying everything: how many are left at the worst of what the last of the
    draws is from.
    """
    (here, number), *more = draws
    if not more:
        return sum(left[kind] for kind in here)
    kinds = [kind for kind in sorted(here) if left[kind]]
    if not number or not kinds:
        return drawn_in_turn(stock, left, more)
    return min(
        drawn_in_turn(
            stock,
            tuple(n - (kind == taken) for kind, n in enumerate(left)),
            [(here, number - 1), *more],
        )
        for taken in kinds
    )


DRAWS = st.lists(
    st.tuples(st.frozensets(st.integers(0, 2), min_size=1), st.integers(0, 3)),
    min_size=1,
    max_size=4,
)


@settings(max_examples=200)
@each_of(st.lists(st.integers(1, 3), min_size=3, max_size=3), DRAWS)
def test_no_other_way_to_draw_leaves_fewer(
    stock: list[int], draws: list[tuple[frozenset[int], int]]
) -> None:
    of = [({kind: stock[kind] for kind in sorted(kinds)}, number) for kinds, number in draws]
    (last, _), earlier = of[-1], [setup._Taken(copies, number) for copies, number in of[:-1]]
    assert sum(last.values()) - setup._most_taken(last, earlier) == drawn_in_turn(
        stock, tuple(stock), draws
    )


def test_of_many_unlike_draws_each_counts_by_itself() -> None:
    stock = dict.fromkeys(range(12), 2)
    draws = [setup._Taken({kind: 2, kind + 1: 2}, 3) for kind in range(11)]
    assert setup._most_taken(stock, draws[:4]) == 10 and setup._most_taken(stock, draws) == 24
    assert setup._most_taken(stock, [setup._Taken({kind: 2}, 1) for kind in range(12)]) == 12


def test_what_goes_back_is_there_again(tmp_path: Path) -> None:
    steps = "- {says: take all, what: cells, all: 4}\n- {says: two go back, what: cells, all: -2}\n- {says: one each, what: cells, each: 1}\n"
    assert [row[2:] for row in rows(tmp_path, steps)][:3] == [(4, 4, 0), (-2, 0, 2), (2, 2, 0)]


def test_only_the_colours_at_the_table_play(tmp_path: Path) -> None:
    assert rows(tmp_path, "- {says: five workers each, what: workers, each: facts.workers}\n") == [
        (1, 2, 10, 10, 0),
        (1, 3, 15, 15, 0),
    ]


def test_each_value_by_itself_and_some_counts_only(tmp_path: Path) -> None:
    steps = "- {says: speed, what: upgrades, per: sort, each: {fast: 1}, all: {strong: 2}}\n- {says: x, what: upgrades, all: 1, when: players == 3}\n"
    assert rows(tmp_path, steps) == [
        (1, 2, 2, 3, 1),
        (1, 2, 2, 3, 1),
        (1, 3, 3, 3, 0),
        (1, 3, 2, 3, 1),
        (2, 3, 1, 1, 0),
    ]


@pytest.mark.parametrize(
    ("step", "there"),
    [
        ("each: 1", 3),
        ("all: rest", 3),
        ("only: kind == 'cell', each: 1", 3),
        ("only: track == 'days', each: 1", 4),
        ("per: kind, all: {free: 1}", 1),
    ],
)
def test_a_board_is_one_piece_unless_its_spaces_are_chosen(
    tmp_path: Path, step: str, there: int
) -> None:
    game = GAME.replace("    size: 200mm x 200mm\n", "    size: 200mm x 200mm\n    per_player: 1\n")
    files = {
        "game.yaml": game,
        "board.yaml": BOARD,
        "help.md": HELP,
        "setup.yaml": f"- {{says: x, what: board, {step}}}\n",
    }
    rows = setup.setup_table(load_game(written(tmp_path, files), "toy")[0])
    assert {row.there for row in rows if row.players == 3 and row.needed} == {there}


def test_more_boards_than_are_printed(tmp_path: Path) -> None:
    assert findings(tmp_path, "- {says: one each, what: board, each: 1}\n") == (
        'setup.yaml:1:3: error P570 step 1, one each: 2 players need 2 of "board", there are 1 (and for 1 more)\n'
        "  game.yaml:28:5: the component is here\n"
        "  hint: 2 more would do for every number of players"
    )
    assert 'no copy of "board" is asked for' in findings(
        tmp_path, "- {says: none, what: board, each: 0}\n"
    )


def test_a_step_that_runs_short(tmp_path: Path) -> None:
    assert findings(tmp_path, "- {says: two each, what: cells, each: facts.hand}\n") == (
        'setup.yaml:1:3: error P570 step 1, two each: 3 players need 6 of "cells", there are 4\n'
        "  game.yaml:10:7: the deck is here\n"
        "  hint: 2 more would do for every number of players"
    )


CURES = {
    "nothing else": (["14"], "2 more"),
    "a draw from the same": (["10", "6"], "4 more"),
    "a draw from these that takes what is added": (["4 sun moon", "4 sun"], "4 more"),
    "a draw from these and others": (["2 sun moon", "4 sun"], "2 more"),
    "draws from these that were short themselves": (["20", "4 sun"], "20 more"),
    "what was drawn and what is added": (["6 sun", "4 sun"], "6 more"),
    "the rest": (["rest sun", "9"], None),
    "the rest of others": (["rest sun", "5 moon"], "1 more"),
}


@pytest.mark.parametrize(("steps", "expected"), CURES.values(), ids=CURES.keys())
def test_as_many_more_as_are_told_do(
    tmp_path: Path, steps: list[str], expected: str | None
) -> None:
    """Earlier steps that draw blindly may take what is added as well."""

    def hint(game: str) -> str:
        files = {"game.yaml": game, "setup.yaml": as_steps(*steps)}
        last = [
            d
            for d in setup.check(load_game(written(tmp_path, files), "toy")[0])
            if d.message.startswith(f"step {len(steps)},")
        ]
        return last[0].hint if last else ""

    told = hint(DECK)
    if expected is None:
        assert (
            told
            == "print more, or let the steps before it take fewer: they may take what is added as well"
        )
        return
    assert told == f"{expected} would do for every number of players"
    more, suit = int(expected.split()[0]), "moon" if "moon" in steps[-1] else "sun"
    assert hint(DECK.replace(f"suit: {suit}, count: 4", f"suit: {suit}, count: {4 + more}")) == ""
    assert (
        hint(DECK.replace(f"suit: {suit}, count: 4", f"suit: {suit}, count: {4 + more - 1}")) != ""
    )


def test_nothing_is_the_least_that_is_there(tmp_path: Path) -> None:
    steps = "- {says: x, what: cells, all: 4}\n- {says: y, what: cells, all: 4}\n- {says: z, what: cells, only: group == 'b', all: 1}\n"
    found = findings(tmp_path, steps)
    assert (
        "step 3, z: 2 players need 1 of \"cells\" with group == 'b', there are 0 (and for 1 more)"
        in found
    )


MALFORMED = {
    "without end": (
        "- {says: x, what: cells, each: 1e308 * 10}",
        'setup.yaml:1:32: error P571 step 1, x: "each": a number grows past 300 digits',
    ),
    "no list": ("a: b", "setup.yaml:1:1: error P203 expected a list of steps"),
    "nothing taken": (
        "- {says: x, what: cells}",
        'setup.yaml:1:3: error P202 the step has neither "each" nor "all"\n'
        "  hint: each: 7 for every player, all: 16 once, all: rest for what is left",
    ),
    "an unknown component": (
        "- {says: x, what: cell, each: 1}",
        'setup.yaml:1:19: error P571 step 1, x: there is no component "cell"\n  hint: did you mean "cells"?',
    ),
    "an unknown fact": (
        "- {says: x, what: cells, each: facts.hands}",
        'setup.yaml:1:32: error P571 step 1, x: "each": "facts" has no "hands"\n  hint: did you mean "hand"?',
    ),
    "halves": (
        "- {says: x, what: cells, each: 1 / 2}",
        'setup.yaml:1:32: error P571 step 1, x: "each": expected a whole number, found 0.5',
    ),
    "nothing meant": (
        "- {says: x, what: cells, only: place > 9, each: 1}",
        'setup.yaml:1:3: error P571 step 1, x: no card of "cells" has place > 9\n  game.yaml:10:7: the deck is here',
    ),
    "an unknown value": (
        "- {says: x, what: upgrades, per: sort, each: {slow: 1}}",
        'setup.yaml:1:46: error P571 step 1, x: "each": no piece of "upgrades" has sort slow\n  game.yaml:23:7: the component is here\n  hint: there are: fast, strong',
    ),
}


IDLE = {
    "never": (
        "- {says: x, what: cells, each: facts.hand, when: players > 10}",
        'setup.yaml:1:50: error P571 step 1, x: "when": players > 10 holds for no number of players from 2 to 3\n'
        "  hint: correct it, or take the step out",
    ),
    "never, whatever sounds like a fact": (
        "- {says: x, what: cells, each: 1, when: 'players > 10 and \"artifacts\"'}",
        'setup.yaml:1:41: error P571 step 1, x: "when": players > 10 and "artifacts" holds for no number of players from 2 to 3\n'
        "  hint: correct it, or take the step out",
    ),
    "for nobody": (
        "- {says: x, what: cells, each: 0}",
        'setup.yaml:1:32: error P571 step 1, x: no card of "cells" is asked for, whatever the number of players\n'
        "  hint: correct the number, or take the step out",
    ),
    "none by an expression": (
        "- {says: x, what: upgrades, per: sort, all: {fast: 0}, each: {strong: players - players}}",
        'setup.yaml:1:62: error P571 step 1, x: no piece of "upgrades" is asked for, whatever the number of players\n'
        "  hint: correct the number, or take the step out",
    ),
    "the other steps are well": (
        "- {says: x, what: cells, each: 1}\n- {says: y, what: cells, all: 0}",
        'setup.yaml:2:31: error P571 step 2, y: no card of "cells" is asked for, whatever the number of players\n'
        "  hint: correct the number, or take the step out",
    ),
    "what is told already": (
        "- {says: x, what: cell, each: 0}",
        'setup.yaml:1:19: error P571 step 1, x: there is no component "cell"\n  hint: did you mean "cells"?',
    ),
}


@pytest.mark.parametrize(("steps", "expected"), IDLE.values(), ids=IDLE.keys())
def test_a_step_that_takes_nothing_for_any_number_of_players(
    tmp_path: Path, steps: str, expected: str
) -> None:
    assert findings(tmp_path, steps + "\n") == expected


@pytest.mark.parametrize(
    "steps",
    [
        "- {says: x, what: cells, each: 1, when: players == 3}",
        "- {says: x, what: cells, all: players - 2}",
        "- {says: x, what: cells, all: 2}\n- {says: y, what: cells, all: -2}",
        "- {says: x, what: upgrades, per: sort, each: {fast: 1, strong: 0}}",
        "- {says: x, what: cells, all: 4}\n- {says: y, what: cells, all: rest}",
        "- {says: x, what: cells, all: 3}\n- {says: y, what: cells, only: group == 'b', all: rest}",
        "- {says: x, what: upgrades, all: 6}\n- {says: y, what: upgrades, per: sort, all: {fast: rest}}",
    ],
)
def test_a_step_that_takes_something_now_and_then_or_the_rest(tmp_path: Path, steps: str) -> None:
    """What is left after blind draws counts at its worst: that the rest may be nothing is no
    fault.
    """
    assert findings(tmp_path, steps + "\n") == ""


def test_one_number_of_players_is_called_so(tmp_path: Path) -> None:
    files = {
        "game.yaml": DECK,
        "setup.yaml": "- {says: x, what: cards, each: 1, when: players > 2}\n",
    }
    found = said(setup.check(load_game(written(tmp_path, files), "toy")[0]), tmp_path)
    assert 'step 1, x: "when": players > 2 does not hold for players = 2\n' in found


@pytest.mark.parametrize(
    "step", ["each: 1, when: facts.expert", "each: facts.none", "each: 0, all: facts.none"]
)
def test_a_step_that_a_fact_switches_off_is_for_another_variant(tmp_path: Path, step: str) -> None:
    game = DECK.replace("components:", "facts: {expert: no, none: 0}\ncomponents:")
    files = {"game.yaml": game, "setup.yaml": f"- {{says: x, what: cards, {step}}}\n"}
    assert said(setup.check(load_game(written(tmp_path, files), "toy")[0]), tmp_path) == ""


@pytest.mark.parametrize("seat", ["text", "int"])
def test_a_field_called_seat_makes_a_card_nobodys(tmp_path: Path, seat: str) -> None:
    game = DECK.replace("suit: text", f"suit: text, seat: {seat}").replace(
        "count: 4", "count: 4, seat: 3"
    )
    files = {"game.yaml": game, "setup.yaml": "- {says: x, what: cards, each: 1}\n"}
    assert [
        row.there for row in setup.setup_table(load_game(written(tmp_path, files), "toy")[0])
    ] == [12]


@pytest.mark.parametrize(("steps", "expected"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed(tmp_path: Path, steps: str, expected: str) -> None:
    assert findings(tmp_path, steps + "\n") == expected


def test_a_table_of_what_cannot_be_judged_is_refused(tmp_path: Path) -> None:
    game, steps, _ = given(tmp_path, "- {says: x, what: cell, each: 1}\n")
    with pytest.raises(Problems):
        setup.setup_table(game, steps)


@pytest.mark.parametrize("typed", ["{{ facts.hand }}", "{ facts.hand }"])
def test_braces_of_a_template_in_a_sentence_are_told_of(tmp_path: Path, typed: str) -> None:
    told = findings(tmp_path, f'- {{says: "Take {typed}", what: cells, each: 1}}\n')
    assert told.startswith(f'setup.yaml:1:10: error P204 "{typed}" would be printed as it stands')


def test_no_file_no_steps(tmp_path: Path) -> None:
    files = written(tmp_path, {"game.yaml": GAME, "board.yaml": BOARD, "help.md": HELP})
    assert read_setup(files, "data/toy", []) == ()
