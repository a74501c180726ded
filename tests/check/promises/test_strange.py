"""Whatever stands in a promise, it is judged or refused with a diagnostic, never an exception."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from model.toy import opened

from pnp.check.promises import check_promise as judge
from pnp.check.promises.contract import unguarded as coverage
from pnp.check.promises.contradictions import contradictions
from pnp.check.promises.kinds import KINDS, graph
from pnp.check.promises.scope import Scope
from pnp.load.yaml import Map, Seq
from pnp.model.game import Game, Promise

from .world import BOARD, GAME, HELP

RULES = "- {id: X1, says: x, kind: count, of: cells, is: 4, basis: stated}\n"
WORDS = (
    "cells workers board board.days board.areas help upgrades terms.hue players place rents group name each kind number 1 2 -1 0 3.5 yes no up "
    "connected reach cut_off degree touch near 1mm days A D site facts.low players.max total.cells >=0.5 0.5 _ rest nobody 1//0 {} [] each.name links"
).split() + [
    "",
    "up to _ cards",
    "place == 1",
    "each.place > place",
    "group == 'b'",
    "kind == 'cell'",
    "1 / 0",
    "range(10 ** 9)",
    "x" * 3000,
    "(" * 300,
]


def seq(items: list[Any]) -> Seq:
    made = Seq(items)
    made.file, made.line, made.column, made.places = "rules.yaml", 1, 1, [(1, 1)] * len(items)
    return made


def mapped(pairs: dict[str, Any]) -> Map:
    made = Map(pairs)
    made.file, made.line, made.column, made.places = (
        "rules.yaml",
        1,
        1,
        array("I", [1] * 4 * len(pairs)),
    )
    return made


VALUES = st.recursive(
    st.one_of(st.sampled_from(WORDS), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(seq),
        st.dictionaries(st.sampled_from(WORDS[:8]), inner, max_size=2).map(mapped),
    ),
    max_leaves=4,
)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("strange")
    return opened(
        folder, {"game.yaml": GAME, "board.yaml": BOARD, "help.md": HELP, "rules.yaml": RULES}
    )


@pytest.mark.parametrize("kind", KINDS)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_nothing_but_diagnostics(game: Game, kind: str, data: st.DataObject) -> None:
    keys = KINDS[kind].keys
    details = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(keys, VALUES)))
    rule = details.get("rule")
    if (
        isinstance(rule, str) and rule in graph.RULES and data.draw(st.booleans())
    ):  # else nearly all end at a key of another rule
        details = {
            key: value
            for key, value in details.items()
            if key in ("rule", "among", *graph.RULES[rule])
        }
    if "of" in keys:
        details["of"] = data.draw(
            st.one_of(st.sampled_from(["cells", "board", "workers", "board.days"]), VALUES)
        )
    raw = mapped({**details, "id": "X1", "kind": kind})
    promise = Promise("X1", "x", kind, "stated", "", None, details, raw)
    made = game._replace(promises=(promise,))
    scope = Scope(made)
    for found in (*judge(promise, scope), *contradictions(scope), *coverage(made)):
        assert found.code.startswith(("P5", "P201")) and len(found.message) < 4_000
