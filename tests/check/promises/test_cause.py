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
ROWS = [f"{suit[:2]}{rank},{suit},{rank},{n * 3 + rank},2" for n, suit in enumerate(("sun", "moon", "star")) for rank in (1, 2, 3)]
CASES = {
    "an odd count": (
        18,
        [*ROWS[:4], ROWS[4][:-1] + "1", *ROWS[5:]],
        '1 card is missing, or a count: is too low; "mo2" has 1, every other 2',
    ),
    "a number left out": (18, [*ROWS[:4], *ROWS[5:]], "left out: number 5"),
    "a combination": (18, [f"{row.rsplit(',', 2)[0]},0,2" for row in (*ROWS[:4], *ROWS[5:])], "too rare: suit moon, rank 2"),
    "twice there": (18, [*ROWS, "x9,moon,2,5,2"], "twice there: number 5"),
    "all counts": (27, ROWS, "9 cards are missing, or a count: is too low; each of the 9 has 2, where 3 each would do"),
    "nothing plain": (30, ROWS, "12 cards are missing, or a count: is too low"),
}


@pytest.mark.parametrize(("wanted", "rows", "expected"), CASES.values(), ids=CASES.keys())
def test_the_likely_cause(tmp_path: Path, wanted: int, rows: list[str], expected: str) -> None:
    cards = "\n".join(["id,suit,rank,number,count", *rows]) + "\n"
    rules = f"- {{id: X1, says: x, kind: count, of: deck, is: {wanted}, basis: stated}}\n"
    said = findings(tmp_path, {"game.yaml": GAME.replace("{{", "{").replace("}}", "}"), "cards.csv": cards, "rules.yaml": rules})
    assert "P501" in said and expected in said, said
