"""What one more card costs, counted and not timed: calls of Python functions, and bytes of the PDF.

Lower the figures as it gets cheaper.

The deck is that of the bench. Two decks of other cards are built; the difference of their costs, by
card, holds nothing that is paid once.
"""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Iterator
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from PIL import Image

import pnp
from pnp.diagnostics import Problems
from pnp.load.files import for_cards
from pnp.load.workspace import disk_for, find
from pnp.model.read import load_game

ROOT = Path(__file__).parent.parent
CALLS_A_CARD = 1_970
BYTES_A_CARD = 616
SLACK = 1.06


class Cost(NamedTuple):
    """Calls and bytes of a whole build."""

    calls: int
    size: int


@pytest.fixture(scope="module")
def bench() -> Iterator[SimpleNamespace]:
    """The modules of the bench that make its deck."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(ROOT), *sys.path])
        yield SimpleNamespace(
            **{name: importlib.import_module(f"bench.{name}") for name in ("deck", "folder")}
        )


@pytest.fixture(scope="module")
def home(bench: SimpleNamespace, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with ten plain pictures in the size of the deck's."""
    folder: Path = tmp_path_factory.mktemp("bench")
    bench.folder.write_workspace(folder)
    for i in range(10):
        Image.new("RGB", (600, 400), (25 * i, 99, 99)).save(folder / f"art-{i}.jpg")
    return folder


@pytest.fixture(scope="module")
def costs(bench: SimpleNamespace, home: Path) -> dict[int, Cost]:
    """What decks of 100 and 200 cards cost, after one of 50 that fills what is kept from build
    to build.
    """
    cards = bench.deck.deck(350)
    return {
        n: built(bench, home, cards[first : first + n])
        for n, first in ((50, 0), (100, 50), (200, 150))
    }


def built(bench: SimpleNamespace, home: Path, cards: list[object]) -> Cost:
    name = f"cost-{len(cards)}"
    bench.folder.write_game(home, name, cards, home.glob("art-*.jpg"))
    profile = Profile()
    gc.disable()  # what is called back when rubbish is collected would be counted as well
    try:
        report = profile.runcall(pnp.load(home / "data" / name).build)
    finally:
        gc.enable()
    assert report.cards == len(cards)
    assert not report.diagnostics
    (deck,) = (file for file in report.files if file.pieces == len(cards))
    return Cost(Stats(profile).total_calls, deck.bytes)  # type: ignore[attr-defined]


def test_calls_for_one_more_card(costs: dict[int, Cost]) -> None:
    assert (costs[200].calls - costs[100].calls) / 100 <= CALLS_A_CARD * SLACK


def test_bytes_for_one_more_card(costs: dict[int, Cost]) -> None:
    assert (costs[200].size - costs[100].size) / 100 <= BYTES_A_CARD * SLACK


def test_more_cards_than_the_usual_limit_are_asked_for_on_the_command_line(
    bench: SimpleNamespace, home: Path
) -> None:
    first = bench.deck.deck(1)[0]
    cards = [first._replace(id=f"c{i}", body="", foot=f"{i}") for i in range(5_001)]
    folder = bench.folder.write_game(home, "large", cards, ())
    workspace = find(home)
    with pytest.raises(Problems) as raised:
        load_game(disk_for(workspace, folder), "large")
    (found,) = raised.value.diagnostics
    assert (found.code, found.hint) == ("P805", "raise it on the command line: --max-cards N")
    assert "has 5,001 different cards; at most 5,000 are allowed" in found.message
    raised_by_hand = type(workspace)(
        workspace.home, workspace.shipped, workspace.defaults, for_cards(5_001)
    )
    game, _ = load_game(disk_for(raised_by_hand, folder), "large")
    assert game.components["cards"].total == 5_001
