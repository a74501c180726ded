"""What all kinds of promises share: how they are declared, their limits, and how many are kept."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import patch

import pytest

from pnp.check import promises
from pnp.check.promises.kinds import KINDS, Kind
from pnp.check.promises.scope import value_text
from pnp.load.yaml import Map, parse

from .suites import Suite

DECLARED = sorted((Path(promises.__file__).parent / "kinds").glob("[!_]*.py"))


def test_kinds_are_the_files_of_their_folder() -> None:
    assert [*KINDS] == [path.stem.rstrip("_") for path in DECLARED]
    assert len({kind.code for kind in KINDS.values()}) == len(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_kind_declares_what_others_must_know(name: str) -> None:
    """Each key that its module reads is declared, with what is read of it."""
    kind, source = KINDS[name], DECLARED[[*KINDS].index(name)].read_text(encoding="utf-8")
    assert isinstance(kind, Kind) and len({*kind.keys}) == len(kind.keys)
    read = re.findall(r'details(?:\.get\(|\[)"(\w+)"|scope\.\w+\(promise, "(\w+)"', source)
    assert {one or other for one, other in read} <= {*kind.keys}
    assert bool(kind.claims) == ("\ndef claims(" in source)
    assert bool(kind.covers) == ("\ndef covers(" in source)


@pytest.mark.parametrize("name", KINDS)
def test_kind_has_a_page_whose_right_examples_can_be_written_so(name: str) -> None:
    page = KINDS.page(name)
    assert page.startswith(f"{name} – ") and "Wrong: " in page
    right = " ".join(page.split()).partition("Right: ")[2].partition("Wrong: ")[0]
    examples = re.findall(r"`(\{.*?\})`", right)
    assert examples
    for example in examples:
        text = example.replace("{…, ", "{").replace(", …}", "}")
        assert isinstance(parse(text.encode(), "rules.yaml"), Map)


LONG = [
    (20, "board", "kind: kind_present, of: cells, where_card: 9 in rents"),
    (60, "board", f"kind: kind_present, of: cells, where_card: {' or '.join(['price > 10'] * 9)}"),
    (60, "board", "kind: odds, of: cells, match: group == 'b', draw: 2, is: 0.83"),
    (60, "board", "kind: xdoc, in: help, phrase: draw up to _ cards, is: facts.hand"),
    (60, "board", "kind: xdoc, in: help, phrase: _ cards, is: facts.hand"),
    (60, "board", "kind: xdoc, in: help, phrase: _ é, is: facts.hand"),
    (45, "board", "kind: graph, of: board, rule: connected, without: A"),
    (80, "board", "kind: graph, of: board, rule: near, at_most: 9cm"),
    (60, "board", "kind: graph, of: board, rule: reach, from: [A, B, C], each: yes, to: D"),
    (99, "decks", "kind: factorial, of: deck, fields: [name, rank, suit, signs, id]"),
    (999, "decks", "kind: range, of: deck, field: rank, from: 1, to: 50000, every: yes"),
    (2_000, "board", "kind: expr, for_each: board, that: range(20000)|sum > each.count"),
    (1_000, "decks", f"kind: monotone, of: deck, values: [{', '.join(map(str, range(200)))}, rank]"),
]  # fmt: skip


@pytest.mark.parametrize(("limit", "world", "promise"), LONG)
def test_work_of_a_promise_is_counted(limit: int, world: str, promise: str, tmp_path: Path) -> None:
    suite = Suite("", tmp_path)
    suite.enter([f"= {world}", *(["+ cards, then → é, then"] if "é" in promise else [])])
    with patch.object(promises.scope, "MAX_STEPS", limit):
        assert f"take more than {limit:,} steps" in suite.rules(f"- {{{promise}}}\n")


def test_findings_of_a_promise_are_bounded(tmp_path: Path) -> None:
    suite = Suite("", tmp_path)
    suite.enter(["= decks"])
    with patch.object(promises, "MAX_BROKEN", 2):
        found = suite.rules("- {kind: monotone, of: deck, values: [rank + 1, rank]}\n")
    assert found.count("error P510") == 3 and "in more places than the 2 that are named" in found


def test_combinations_may_be_more_than_python_writes_in_digits(tmp_path: Path) -> None:
    """1,000 to the power of 1,500 has 4,501 digits, and to write them was an error of ours."""
    names = [f"f{n}" for n in range(1_500)]
    fields = "".join(f"{name}: {{int: [1, 1000], default: 1}}, " for name in names)
    suite = Suite("", tmp_path)
    suite.enter(["= decks", f"+ fields: {{suit → fields: {{{fields}suit"])
    found = suite.rules(f"- {{kind: factorial, of: deck, fields: [{', '.join(names)}]}}\n")
    assert "its fields make more than 100,000 combinations" in found


def test_kept_promises_are_counted(tmp_path: Path) -> None:
    suite = Suite("", tmp_path)
    suite.enter(["= decks"])
    assert suite.game
    ((_, proofs),) = suite.rules_of("- {kind: count, of: deck, is: 4}\n")
    game = suite.game._replace(promises=tuple(proofs))
    assert promises.kept(game, promises.check(game)) == 1
    assert promises.kept(suite.game, []) == 0


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "nothing"), ("", "nothing"), ((), "nothing"), (True, "yes"), (False, "no"), (0, "0"),
     (("a", True, None), "a + yes + nothing"), ("Gut", "Gut")],
)  # fmt: skip
def test_value_text_is_what_is_written_in_the_data(value: object, text: str) -> None:
    assert value_text(value) == text
