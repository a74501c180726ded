"""Which entries a finding names as probably at fault: one that is misspelt, nearly fits, or
differs from all that are like it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import findings

GAME = """\
title: T
players: {min: 2, max: 4, colours: [red, tan]}
terms: {suit: {sun: , moon: , star: }}
components:
  deck: {kind: deck, cards: cards.csv, fields: {name: text, suit: suit, rank: int}, front: front.xml}
  board: {kind: board, data: board.yaml, size: 200mm x 200mm, front: front.xml, fields: {suit: {suit: ~, optional: yes}}}
"""
CARDS = "id,name,suit,rank\n" + "".join(
    f"{suit}-{rank},{name},{suit},{rank}\n"
    for suit, names in (
        ("sun", ("Ray", "Dawn", "Noon")),
        ("moon", ("Tide", "Owl", "Dusk")),
        ("star", ("Pole", "Nova", "Dwarf")),
    )
    for rank, name in enumerate(names, 1)
)
BOARD = """\
tracks:
  way: {from: 1, to: 5, at: [10mm, 10mm], cell: 10mm}
  sun-row: {from: 1, to: 2, at: [10mm, 30mm], cell: 10mm, kind: row, suit: sun}
  moon-row: {from: 1, to: 2, at: [10mm, 50mm], cell: 10mm, kind: row, suit: moon}
spaces:
  a: {at: {on: way, number: 1}, kind: step}
  b: {at: {on: way, number: 2}, kind: step}
  c: {at: {on: way, number: 3}, kind: step}
  d: {at: {on: way, number: 4}, kind: step}
  e: {at: {on: way, number: 5}, kind: step}
  goal: {at: [150mm, 150mm], kind: goal, label: GOAL}
"""


def said(folder: Path, promise: str, *changes: tuple[str, str], setup: str = "") -> str:
    """What is found of one promise over the changed deck and board."""
    files = {"cards.csv": CARDS, "board.yaml": BOARD}
    for old, new in changes:
        name = next(name for name, content in files.items() if content.count(old) == 1)
        files[name] = files[name].replace(old, new)
    rules = f"- {{id: X1, says: x, basis: stated, {promise}}}\n"
    return findings(
        folder,
        {
            "game.yaml": GAME,
            "rules.yaml": rules,
            **files,
            **({"setup.yaml": setup} if setup else {}),
        },
    )


@pytest.mark.parametrize(
    ("promise", "changes", "expected"),
    [
        (
            'kind: count, of: deck, only: \'name in ["Ray", "Owl", "Nova"]\', is: 3',
            (("Owl", "Owls"),),
            'cards.csv:6:8: nothing has name "Owl"; the nearest is "Owls"',
        ),
        (
            'kind: count, of: deck, only: \'name in ["Ray", "Owl", "Nova"]\', is: 3',
            (("moon-2,Owl,moon,2\n", ""),),
            "cards.csv:2:1: name Ray, beside Owl, is here",
        ),
        (
            "kind: count, of: deck, only: id == 'sun-3', is: 1",
            (("sun-3,", "sun-33,"),),
            'the nearest is "sun-33"',
        ),
        (
            "kind: kind_present, of: board, where_card: kind == 'goal', is: 1",
            (("kind: goal", "kind: gaol"),),
            'board.yaml:11:36: "goal" is called so, but has kind gaol',
        ),
        (
            "kind: kind_present, of: board, where_card: kind == 'goal' and label == 'GOAL', is: 1",
            (("label: GOAL", "label: END"),),
            'board.yaml:11:49: "goal" is called so, but has label END',
        ),
        (
            "kind: kind_present, of: board, where_card: kind == 'goal' and label == 'END', is: 1",
            (),
            'board.yaml:11:49: "goal" would fit, but has label GOAL',
        ),
        (
            "kind: count, of: board, only: kind == 'row' and suit == 'sun', is: 2",
            (("kind: row, suit: sun", "kind: row, suit: star"),),
            'board.yaml:3:12: "sun-row-1" is called so, but has suit star',
        ),
        (
            "kind: count, of: board, only: kind == 'step', is: 5",
            (("  c: {at: {on: way, number: 3}, kind: step}\n", ""),),
            'board.yaml:7:6: "b" is 2 of track "way"; 3 is written nowhere',
        ),
    ],
    ids=[
        "misspelt",
        "left out of a list",
        "an id",
        "called so",
        "called so in capitals",
        "nearly",
        "a track",
        "a space nobody wrote",
    ],
)
def test_the_entry_at_fault(
    tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str
) -> None:
    assert expected in said(tmp_path, promise, *changes)


def test_a_number_that_is_missing_lies_between_two(tmp_path: Path) -> None:
    setup = "- {says: deal, what: deck, per: rank, each: {2: 1}}\n"
    rest = [
        (f"{name},{suit},2", f"{name},{suit},4")
        for name, suit in (("Dawn", "sun"), ("Owl", "moon"), ("Nova", "star"))
    ]
    found = said(tmp_path, "kind: count, of: deck, is: 9", *rest, setup=setup)
    assert (
        "P571" in found
        and "cards.csv:2:1: rank 1, beside 2, is here" in found
        and "cards.csv:4:1: rank 3, beside 2, is here" in found
    )


def test_no_entry_is_looked_for_where_the_promises_take_too_long_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    promise = "kind: count, of: deck, only: 'suit == \"sun\" and rank == 4', is: 1"
    assert "would fit" in said(tmp_path, promise)
    monkeypatch.setattr("pnp.check.promises.scope.MAX_STEPS", 150)
    told = said(tmp_path, promise)
    assert " P580 " in told and "would fit" not in told and "too" not in told


def test_a_kept_promise_names_nobody(tmp_path: Path) -> None:
    assert said(tmp_path, "kind: count, of: deck, per: suit, is: 3") == ""


def test_a_right_entry_is_not_blamed(tmp_path: Path) -> None:
    """Where only the promised number is wrong, no entry is."""
    found = said(tmp_path, "kind: count, of: deck, per: suit, is: 4")
    assert "has suit" not in found and "nearest" not in found
