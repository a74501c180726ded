"""Files of eight strangers, each as it came, go to paper with a game.yaml of a few lines."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from paper import marks
from printed import order, print_to, words_in

from pnp.build.conductor import make_kit
from pnp.diagnostics import Severity
from pnp.load.workspace import disk_for, find

STRANGERS = Path(__file__).parent / "strangers"

# The folder, how many cards and copies of them lie on paper, and a card with words of its file.
CASES = [
    ("squib-sheet", 491, 865, "006", "2 Rusty Eclipse Reveal 6 cards from the deck; the first"),
    ("yaml-by-suit", 34, 34, "JOA", "A Wild Card The Inspector arrives. Tidy up! Jokers belong"),
    ("map-of-maps", 54, 54, "hearts-6", "6 hearts A wedding is held under the old quince: yes,"),
    ("json-export", 30, 61, "bazaar-gate", "CWB Bazaar Gate Place"),
    (
        "excel-500",
        500,
        860,
        "3",
        "Royal Timber Load Contract, 4.99 € Deliver 3 times before Sunday.",
    ),
    ("png-folder", 11, 18, "raven-s-oath", ""),
    ("five-languages", 30, 54, "owl", "4 Owl Look at the top three cards of the deck."),
    ("semicolon-windows", 120, 195, "5", "The Baker of Süßenbach Fellow Traveller Sings all"),
]


def workspace(folder: Path, name: str) -> Path:
    """The folder of a stranger's game in a workspace of its own; his files are as he sent them."""
    game = folder / "data" / name
    shutil.copytree(STRANGERS / name, game)
    if (game / "templates").exists():
        (folder / "templates").mkdir()
        (game / "templates").rename(folder / "templates" / name)
    (folder / "pnp.yaml").write_text("# A workspace.\n", encoding="utf-8")
    return game


def test_a_case_for_every_stranger() -> None:
    assert sorted(case[0] for case in CASES) == sorted(one.name for one in STRANGERS.iterdir())


@pytest.mark.parametrize(("name", "cards", "copies", "card", "words"), CASES)
def test_a_file_goes_to_paper_as_it_came(
    name: str, cards: int, copies: int, card: str, words: str, tmp_path: Path
) -> None:
    game = workspace(tmp_path, name)
    kit = make_kit(disk_for(find(tmp_path), game), name)
    assert [one for one in kit.diagnostics if one.severity is Severity.ERROR] == []
    pdf = print_to(tmp_path, kit, order()) / "cards.pdf"
    fronts = [mark for mark in marks(pdf) if mark.side == "front"]
    assert (len({mark.card for mark in fronts}), len(fronts)) == (cards, copies)
    assert words_in(pdf, next(one for one in fronts if one.card == card)).startswith(words)
