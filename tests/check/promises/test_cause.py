"""What most likely made a number wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import findings

GAME = """\
title: T
players: {{min: 2, max: 4}}
terms: {{suit: {{sun: , moon: , star: }}}}
components:
  deck: {{kind: deck, cards: cards.csv, fields: {{suit: suit, rank: int, number: int}}, front: front.xml}}
"""
ROWS = [
    f"{suit[:2]}{rank},{suit},{rank},{n * 3 + rank},2"
    for n, suit in enumerate(("sun", "moon", "star"))
    for rank in (1, 2, 3)
]
CASES = {
    "an odd count": (
        18,
        [*ROWS[:4], ROWS[4][:-1] + "1", *ROWS[5:]],
        '1 card is missing, or a count: is too low; the lowest count is that of "mo2", 1',
    ),
    "a number left out": (
        18,
        [*ROWS[:4], *ROWS[5:]],
        "number 5 is left out, the one before is here",
    ),
    "a combination": (
        18,
        [f"{row.rsplit(',', 2)[0]},0,2" for row in (*ROWS[:4], *ROWS[5:])],
        "rare: suit moon, rank 2; the nearest is",
    ),
    "alike": (
        18,
        [*(f"{row.rsplit(',', 2)[0]},{n % 2},2" for n, row in enumerate(ROWS)), "st9,star,3,0,2"],
        '"st3" and "st9" are alike',
    ),
    "the highest": (
        19,
        [*ROWS[:4], ROWS[4][:-1] + "4", ROWS[5][:-1] + "3", *ROWS[6:]],
        'the highest count is that of "mo2", 4',
    ),
    "all counts": (
        27,
        ROWS,
        "9 cards are missing, or a count: is too low; each of the 9 has 2, where 3 each would do",
    ),
    "nothing plain": (30, ROWS, "12 cards are missing, or a count: is too low"),
}


@pytest.mark.parametrize(("wanted", "rows", "expected"), CASES.values(), ids=CASES.keys())
def test_the_likely_cause(tmp_path: Path, wanted: int, rows: list[str], expected: str) -> None:
    cards = "\n".join(["id,suit,rank,number,count", *rows]) + "\n"
    rules = f"- {{id: X1, says: x, kind: count, of: deck, is: {wanted}, basis: stated}}\n"
    said = findings(
        tmp_path,
        {
            "game.yaml": GAME.replace("{{", "{").replace("}}", "}"),
            "cards.csv": cards,
            "rules.yaml": rules,
        },
    )
    assert "P501" in said and expected in said, said


def test_what_a_small_number_is_made_of(tmp_path: Path) -> None:
    cards = "id,suit,rank,number,count\na,sun,1,1,4\nb,moon,1,2,3\n"
    rules = "- {id: X1, says: x, kind: count, of: deck, is: 9, basis: stated}\n"
    said = findings(
        tmp_path,
        {
            "game.yaml": GAME.replace("{{", "{").replace("}}", "}"),
            "cards.csv": cards,
            "rules.yaml": rules,
        },
    )
    assert 'cards.csv:2:11: "a" brings 4' in said and 'cards.csv:3:12: "b" brings 3' in said


def test_what_brings_as_many_as_are_missing(tmp_path: Path) -> None:
    cards = "id,suit,rank,number,count\n" + "".join(
        f"c{n},sun,{n},{n},{2 if n in (3, 5) else 1}\n" for n in range(1, 7)
    )
    rules = "- {id: X1, says: x, kind: count, of: deck, is: 10, basis: stated}\n"
    said = findings(
        tmp_path,
        {
            "game.yaml": GAME.replace("{{", "{").replace("}}", "}"),
            "cards.csv": cards,
            "rules.yaml": rules,
        },
    )
    assert (
        'cards.csv:4:12: "c3" brings 2, as many as are missing' in said
        and 'cards.csv:6:12: "c5" brings 2' in said
    )


def test_a_card_twice_in_one_of_several_decks(tmp_path: Path) -> None:
    game = (
        GAME.replace("{{", "{").replace("}}", "}")
        + "  more: {kind: deck, cards: more.csv, fields: {name: text}, front: front.xml}\n"
    )
    rules = "- {id: X1, says: x, kind: sum, of: [deck, more], is: 20, basis: stated}\n"
    cards = "\n".join(["id,suit,rank,number,count", *ROWS]) + "\n"
    files = {
        "game.yaml": game,
        "cards.csv": cards,
        "more.csv": "id,name\na,Ann\nb,Bob\nb-again,Bob\n",
        "rules.yaml": rules,
    }
    said = findings(tmp_path, files)
    assert (
        '\n  more.csv:3:1: "b" is here\n  more.csv:4:1: "b-again" is here\n' in said
        and '"b" and "b-again" are alike' in said
    )
