"""Where the facts are said that an expression uses."""

from __future__ import annotations

import pytest

from pnp.load import yaml
from pnp.load.yaml import Map
from pnp.model.suggestions import where_facts_are_used


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("facts.low + 1", ["2:8 facts.low is 1"]),
        ('facts["low"] + 1', ["2:8 facts.low is 1"]),
        ("facts[ 'low' ] + players", ["2:8 facts.low is 1", "5:10 2 to 4 players"]),
        ("facts.both", ["4:9 facts.both is 3", "2:8 facts.low is 1", "3:9 facts.high is 2"]),
        ('facts["start_" ~ each]', []),
        ("artifacts.low", []),
    ],
)
def test_each_fact_is_named_with_its_place(source: str, expected: list[str]) -> None:
    raw = yaml.parse(
        b"facts:\n  low: 1\n  high: 2\n  both: {expr: \"facts.low + facts['high']\"}\nplayers: {min: 2, max: 4}\n",
        "game.yaml",
    )
    assert isinstance(raw, Map)
    notes = where_facts_are_used(raw, {"low": 1, "high": 2, "both": 3}, [source])
    assert [f"{n.span.line}:{n.span.column} {n.message}" for n in notes if n.span] == expected
