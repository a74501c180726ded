"""P590: what no promise looks at."""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import opened, said

from pnp.check.promises.contract import unguarded as coverage

from .world import BOARD, GAME, HELP

RULES = """\
- {id: A, says: x, kind: count, of: cells, is: facts.twice + total.upgrades, basis: ours}
- {id: B, says: x, kind: ref, of: cells, field: name, in: board.areas, basis: ours}
- {id: C, says: x, kind: expr, that: 'facts["hand"] == 2', basis: ours}
"""


def test_components_and_facts_that_nothing_guards(tmp_path: Path) -> None:
    game = GAME.replace("none: 0}", "none: 0, twice: {expr: facts.high * 2}}")
    made = opened(
        tmp_path, {"game.yaml": game, "board.yaml": BOARD, "help.md": HELP, "rules.yaml": RULES}
    )
    found = coverage(made)
    assert [(d.code, d.severity, d.message.split('"')[1]) for d in found] == [
        ("P590", "warning", name) for name in ("workers", "help", "workers", "low", "days", "none")
    ]
    assert said(found[:1], tmp_path) == (
        'game.yaml:15:3: warning P590 nothing guards the component "workers": no promise speaks of it\n  hint: write one in rules.yaml'
    )


def test_a_fact_stands_for_those_behind_it_however_far(tmp_path: Path) -> None:
    chain = "none: 0, twice: {expr: facts.high * 2}, thrice: {expr: facts.twice + facts.low}, most: {expr: facts.thrice}}"
    rules = "- {id: A, says: x, kind: expr, that: facts.most == 7, basis: ours}\n"
    made = opened(
        tmp_path,
        {
            "game.yaml": GAME.replace("none: 0}", chain),
            "board.yaml": BOARD,
            "help.md": HELP,
            "rules.yaml": rules,
        },
    )
    assert [d.message.split('"')[1] for d in coverage(made) if "the fact" in d.message] == [
        "workers",
        "hand",
        "days",
        "none",
    ]


@pytest.mark.parametrize(
    "phrase", ["your turn", "draw _ at the end, is: 2", "draw _ at the end, is: 3"]
)
def test_a_phrase_looked_for_everywhere_guards_the_texts_that_have_it(
    tmp_path: Path, phrase: str
) -> None:
    rules = f"- {{id: A, says: x, kind: xdoc, phrase: {phrase}, basis: ours}}\n"
    made = opened(
        tmp_path, {"game.yaml": GAME, "board.yaml": BOARD, "help.md": HELP, "rules.yaml": rules}
    )
    assert {d.message.split('"')[1] for d in coverage(made) if "component" in d.message} == {
        "cells",
        "workers",
        "upgrades",
        "board",
    }


def test_a_phrase_that_no_text_has_guards_nothing(tmp_path: Path) -> None:
    rules = "- {id: A, says: x, kind: xdoc, phrase: nobody says so, basis: ours}\n"
    made = opened(
        tmp_path, {"game.yaml": GAME, "board.yaml": BOARD, "help.md": HELP, "rules.yaml": rules}
    )
    assert sum("component" in d.message for d in coverage(made)) == 5


def test_a_promise_that_is_passed_over_guards_nothing(tmp_path: Path) -> None:
    game = GAME.replace(
        "  upgrades:\n    kind: tokens\n",
        "  upgrades:\n    kind: tokens\n    when: facts.none > 0\n",
    )
    rules = "- {id: A, says: x, kind: sum, of: [cells, upgrades], is: facts.days, basis: ours}\n"
    made = opened(
        tmp_path, {"game.yaml": game, "board.yaml": BOARD, "help.md": HELP, "rules.yaml": rules}
    )
    assert {"cells", "days"} <= {d.message.split('"')[1] for d in coverage(made)}
