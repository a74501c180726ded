"""A sheet of 500 rows with a hundred mistakes: few lines say all of them, and whoever does what
the hints say, once, has mended it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from .toy import findings, game

SUITS = ("hearts", "spades", "clubs", "diamonds")
GAME = game(
    ("terms: {gem:", "terms: {suit: {hearts: , spades: {label: Pik}, clubs: , diamonds: }, gem:"),
    (
        "    cards:\n      - {id: a, rank: 1, gem: ruby, name: Ann, gems: ruby}\n"
        "      - {id: b, rank: 2, gem: jade, name: Bob, gems: ruby+jade}\n",
        "    cards: cards.csv\n",
    ),
    (
        "{rank: {int: [1, 2]}, gem: gem, name: text, gems: {list: gem, optional: yes}}",
        "{title: text, suit: suit, cost: int, weight: number, text: markup, size: {text: [small, large]},"
        " tags: {list: suit, optional: yes}, foil: bool}",
    ),
)
HEADER = "id title suit cost weight text siez tags foil count".split()
ROW = "Card {n};{suit};{n};2;Take **two**.;small;hearts+clubs;no;1"
MISTAKES = {  # what stands in a column, row after row, all of them wrong
    "weight": ["1,5", "2,25", "0,75", "12,5", "3,5", "1,5", "10,25", "8,5", "7,5", "6,5", "5,5", "4,5"],
    "suit": ["haerts", "spaeds", "clubbs", "diamnds", "heart", "spade", "club", "diamond", "hearst", "cluds", "spdes", "hartes"],
    "cost": ["2-Jan", "3-Feb", "1/2", "5. Mrz", "6-May", "7-Jun", "8-Jul", "9-Aug", "10-Sep", "11-Oct"],
    "text": ["**bold", "**Take two", "Pay **two", "**a", "**b", "**c", "x **y", "**z", "**q", "**w"],
    "title": [""] * 12,
    "size": ["smal", "lagre", "larg", "smll", "smalll", "largee", "smalk", "larje", "samll", "lareg"],
    "tags": ["hearts+", "clubs+", "+spades", "hearts++clubs", "spades+", "+clubs", "+hearts", "clubs++spades"],
    "foil": ["maybe", "perhaps", "sometimes", "rarely", "often", "now and then", "usually", "half"],
    "count": ["two", "three", "a few", "many", "some", "lots", "several", "four"],
    "id": ["double"] * 13,
}  # fmt: skip


def sheet() -> list[list[str]]:
    """The rows, header first; every mistake stands in a row of its own."""
    rows = [[f"c{n}", *ROW.format(n=n, suit=SUITS[n % 4]).split(";")] for n in range(1, 501)]
    rows[2][2], rows[4][2], rows[6][8], rows[8][9] = "PIK", " Hearts ", "TRUE", "2.0"
    at = 10
    for name, values in MISTAKES.items():
        for value in values:
            at += 1 + at % 7
            rows[at][HEADER.index(name if name != "size" else "siez")] = value
    return [HEADER, *rows]


def written(rows: list[list[str]]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def said(found: str) -> Iterator[tuple[str, str, dict[int, str]]]:
    """Code and message of each finding, and the hint for each line that it speaks of."""
    for part in re.split(r"\n(?=\S)", found):
        line, code, message = re.match(r"\S+?:(\d+):\d+: error (P\d+) (.*)", part).groups()  # type: ignore[union-attr]
        hint = m[1] if (m := re.search(r"^  hint: (.*)", part, re.MULTILINE)) else ""
        cures = {int(line): hint}
        if more := re.search(r"and \d+ more like it, (.*)", part):
            for lines, other in re.findall(
                r"in lines? ([\d–, ]+)(?:: ((?:(?!; in line).)*))?", more[1]
            ):
                for one in lines.split(", "):
                    first, _, last = one.partition("–")
                    cures |= dict.fromkeys(range(int(first), int(last or first) + 1), other or hint)
        yield code, message, cures


def mended(rows: list[list[str]], found: str, declared: str) -> tuple[list[list[str]], str]:
    """The sheet and the game after what the hints say is done, to the letter."""
    rows, gone = [list(row) for row in rows], set[int]()
    for code, message, cures in said(found):
        for number, hint in cures.items():
            row = rows[number - 1]
            field = re.search(r'"(\w+)"', message)[1]  # type: ignore[index]
            at = rows[0].index(field) if field in rows[0] else 0
            if key := re.search(r"declare (decimal: \w+) for the component", hint):
                declared = declared.replace("    cards: cards.csv\n", f"    cards: cards.csv\n    {key[1]}\n", "decimal:" not in declared)  # fmt: skip
            elif code == "P201" and (meant := re.search(r'did you mean "(.*?)"', hint)):
                rows[0][rows[0].index(field)] = meant[1]
            elif meant := re.search(r'did you mean "(.*?)"', hint):
                row[at] = meant[1]
            elif code == "P207":
                assert hint == "for several copies of one card write count: instead"
                gone.add(number)
            elif "format the column as text" in hint:
                row[at] = "2"
            elif hint.startswith("bold text stands between two pairs of stars"):
                row[at] += "**"
            elif hint.startswith('take one "+" away'):
                row[at] = row[at].replace("++", "+").strip("+")
            elif code == "P202" and hint.startswith("fill it in"):
                row[at] = "A title"
            elif "expected yes or no" in message:
                row[at] = "yes"
            else:
                assert "expected a whole number of copies" in message, (message, hint)
                row[at] = "2"
    return [row for number, row in enumerate(rows, 1) if number not in gone], declared


def test_sheet_is_mended_in_one_pass_by_doing_what_the_hints_say(tmp_path: Path) -> None:
    rows = sheet()
    found = findings(tmp_path, {"game.yaml": GAME, "cards.csv": written(rows)})
    lines = sum(len(cures) for _, _, cures in said(found))
    assert lines >= 100 and found.count("\n") + 1 <= 40, found
    rows, declared = mended(rows, found, GAME)
    assert findings(tmp_path, {"game.yaml": declared, "cards.csv": written(rows)}) == ""
