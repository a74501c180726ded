"""The size of the code stays inside its budget. A commit that raises a figure says what it buys."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import measure  # noqa: E402

BUDGET = {
    "tokens in pnp/ and tools/": 404_400,
    "tokens in tests/": 349_600,
    "modules in pnp/": 243,
    "modules in the root of pnp/": 4,
    "module names that occur more than once": 0,
    "lines wider than 100 columns in pnp/": 11,
    "modules over 500 lines": 0,
    "functions over 75 lines": 0,
    "modules entered by a 3-card build": 104,
    "functions entered by a 3-card build": 1_151,
}


@pytest.fixture(scope="module")
def figures() -> dict[str, int]:
    return measure.figures(ROOT)


@pytest.mark.parametrize("name", BUDGET)
def test_figure_is_inside_its_budget(name: str, figures: dict[str, int]) -> None:
    assert 0 <= figures[name] <= BUDGET[name]


def test_every_figure_has_a_budget(figures: dict[str, int]) -> None:
    assert set(figures) == set(BUDGET)


def test_tokens_count_names_operators_numbers_and_strings() -> None:
    assert measure.tokens('a = f"{b}" + "c"  # d\n') == 5


def test_every_code_of_the_baseline_is_still_reported() -> None:
    codes = (ROOT / "tests/baseline/codes.txt").read_text(encoding="utf-8").split()
    source = "\n".join(text for _, text in measure.sources("pnp"))
    assert codes and not [code for code in codes if f'"{code}"' not in source]
