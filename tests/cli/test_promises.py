"""`pnp promises`, and `pnp check --setup`: the contract of a game as a table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from model.toy import GAME, written

from .run import call, examples

RULES = """\
- {id: A1, says: two cards, kind: count, of: cards, is: facts.two, basis: stated, where: rules/Contents}
- {id: A2, says: three | cards, kind: count, of: cards, only: rank > 0, is: 3, basis: stated}
- {id: A3, says: nothing, kind: unique, of: cards, field: name, only: rank > 5, basis: ours}
- {id: A4, says: no field, kind: unique, of: cards, field: nome, basis: ours}
- {id: A5, says: one card, kind: count, of: cards, is: 1, severity: warning, basis: ours}
"""
SETUP = "- {says: one card each, what: cards, each: 1}\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    written(tmp_path, {"game.yaml": GAME, "rules.yaml": RULES, "setup.yaml": SETUP})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_promise_with_its_state(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "promises", "toy")
    assert said.code == 0
    assert said.out.splitlines() == [
        "Toy: 1 of 5 promises kept",
        "A1  count   stated  kept                 two cards  (rules/Contents)",
        "A2  count   stated  broken               three | cards",
        "A3  unique  ours    about nothing        nothing",
        "A4  unique  ours    cannot be judged     no field",
        "A5  count   ours    contradicts another  one card",
    ]


def test_what_is_passed_over_is_not_kept(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It was listed as kept, where `pnp build` did not count it."""
    off = GAME.replace(
        "components:\n",
        "components:\n  more: {kind: deck, when: facts.two > 2, front: front.xml, cards: [{id: x}]}\n",
    )
    rules = "- {id: A1, says: two, kind: count, of: cards, is: 2, basis: ours}\n- {id: A2, says: nine, kind: count, of: more, is: 9, basis: ours}\n"
    written(home, {"game.yaml": off, "rules.yaml": rules})
    assert call(capsys, "promises", "toy").out.splitlines() == [
        "Toy: 1 of 2 promises kept, 1 passed over",
        "A1  count  ours  kept         two",
        "A2  count  ours  passed over  nine",
    ]
    assert call(capsys, "promises", "toy", "--format", "md").out.startswith(
        "## Toy: 1 of 2 promises kept, 1 passed over\n"
    )
    (row,) = json.loads(call(capsys, "promises", "--format", "json").out)
    assert (row["kept"], row["passed_over"], [p["state"] for p in row["promises"]]) == (
        1,
        1,
        ["kept", "passed over"],
    )


def test_as_markdown(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = call(capsys, "promises", "toy", "--format", "md").out.splitlines()
    assert lines[:3] == [
        "## Toy: 1 of 5 promises kept",
        "",
        "| id | kind | says | basis | where | state |",
    ]
    assert "| A2 | count | three \\| cards | stated |  | broken |" in lines


def test_words_that_markdown_would_read_are_words(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stars, brackets and tags of a title or a promise came out raw."""
    (home / "data/toy/game.yaml").write_text(
        GAME.replace("title: Toy", "title: Toy & <b>_1_"), encoding="utf-8"
    )
    rules = 'says: "there | are <two> *x* [a](b)", kind: count, of: cards, is: 2, basis: ours, where: rules/a_b_'
    (home / "data/toy/rules.yaml").write_text(f"- {{id: A1, {rules}}}\n", encoding="utf-8")
    lines = call(capsys, "promises", "toy", "--format", "md").out.splitlines()
    assert lines[0] == r"## Toy \& \<b\>\_1\_: 1 of 1 promises kept"
    assert (
        lines[-1]
        == r"| A1 | count | there \| are \<two\> \*x\* \[a\](b) | ours | rules/a\_b\_ | kept |"
    )
    assert (
        "A1  count  ours  kept  there | are <two> *x* [a](b)" in call(capsys, "promises", "toy").out
    )


def test_as_json_with_all_there_is(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = json.loads(call(capsys, "promises", "--format", "json", "--coverage", "--setup").out)
    assert (row["game"], row["kept"], [p["state"] for p in row["promises"]][:2]) == (
        "toy",
        1,
        ["kept", "broken"],
    )
    assert row["unguarded"] == ['nothing guards the fact "six": no promise speaks of it']
    assert 'the field "gems" of "cards" changes nothing on a face' in row["unshown"]
    assert [
        (step["players"], step["needed"], step["there"], step["left"]) for step in row["setup"]
    ] == [
        (2, 2, 2, 0),
        (3, 3, 2, -1),
        (4, 4, 2, -2),
    ]


def test_what_nothing_guards_is_said_beside(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "promises", "toy", "--coverage")
    assert 'warning P590 nothing guards the fact "six"' in said.err and "P590" not in said.out


TABLE = [
    "players  needed  there   left  step",
    '      2       2      2      0  1. one card each ("cards")',
    '      3       3      2     -1  1. one card each ("cards")  <- too few',
    '      4       4      2     -2  1. one card each ("cards")  <- too few',
]


def test_the_setup_as_a_table(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "promises", "toy", "--setup").out.splitlines()[-4:] == TABLE
    (home / "data/toy/rules.yaml").unlink()
    said = call(capsys, "check", "toy", "--setup")
    assert (said.code, said.out.splitlines()[:5]) == (1, ["Toy", *TABLE])
    assert "error P570 step 1, one card each: 3 players need 3" in said.out


def test_a_game_without_a_setup(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "data/toy/setup.yaml").unlink()
    assert (
        "no setup: a file setup.yaml would say who gets what"
        in call(capsys, "promises", "--setup").out
    )


def test_a_setup_that_cannot_be_read(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "data/toy/setup.yaml").write_text("- {says: x, what: crads, each: 1}\n")
    said = call(capsys, "promises", "--setup")
    assert said.code == 1 and "P571" in said.err
    said = call(capsys, "check", "--setup")
    assert said.code == 1 and "P571" in said.out + said.err and "no setup" not in said.out


def test_a_table_is_no_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "check", "--setup", "--format", "json")
    assert said.code == 2 and "pnp promises --setup --format json" in said.err


def test_an_unknown_game(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "promises", "chess").code != 0


def test_the_help_page_has_two_examples() -> None:
    assert len(examples("promises")) == 2
