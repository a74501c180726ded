"""What the peers share: the cards, the nine slots of a sheet and its crop marks.

Points, the origin at the bottom left of an A4 page.

Every peer is called as `PEER.py CARDS.json OUT.pdf` in the folder that holds `fonts/`, `icons/` and
`pictures/`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

MM = 72 / 25.4
PAPER = (210 * MM, 297 * MM)
CARD = (63 * MM, 88 * MM)
LEFT, BOTTOM = 10.5 * MM, 16.5 * MM
TITLE, BODY, FOOT, BACK = 11, 8.5, 6.5, 16
LEADING = 10.2
MEASURE = 55 * MM
REGULAR, BOLD = "fonts/DejaVuSans.ttf", "fonts/DejaVuSans-Bold.ttf"

Data = dict[str, Any]


class Deck(NamedTuple):
    """The cards, each as often as it prints, their back, and whether a card is nothing but its
    picture.
    """

    cards: list[Data]
    back: Data
    picture: bool

    def sheets(self) -> Iterator[list[Data]]:
        """Nine cards at a time."""
        for at in range(0, len(self.cards), 9):
            yield self.cards[at : at + 9]


def read(path: str) -> Deck:
    """The deck of a JSON file."""
    data = json.loads(Path(path).read_text(encoding="utf-8"))
    return Deck(
        [card for card in data["cards"] for _ in range(card["count"])],
        data["back"],
        data["picture"],
    )


def slots() -> list[tuple[float, float]]:
    """The bottom left corners of the nine cards of a sheet, row by row from the top."""
    return [
        (LEFT + column * CARD[0], BOTTOM + (2 - row) * CARD[1])
        for row in range(3)
        for column in range(3)
    ]


def crop_marks() -> list[tuple[float, float, float, float]]:
    """Sixteen lines of 4 mm, 1.5 mm away from the cards."""
    lines = []
    near, far = 1.5 * MM, 5.5 * MM
    right, top = LEFT + 3 * CARD[0], BOTTOM + 3 * CARD[1]
    for i in range(4):
        x, y = LEFT + i * CARD[0], BOTTOM + i * CARD[1]
        lines += [(x, BOTTOM - near, x, BOTTOM - far), (x, top + near, x, top + far)]
        lines += [(LEFT - near, y, LEFT - far, y), (right + near, y, right + far, y)]
    return lines


def words(body: str) -> list[tuple[str, bool, bool]]:
    """The words of a body: text or icon name, whether it is bold, whether it is an icon."""
    found = []
    bold = False
    for word in body.split(" "):
        icon = re.fullmatch(r":([a-z-]+):", word)
        if icon:
            found.append((icon[1], False, True))
            continue
        bold = bold or word.startswith("**")
        found.append((word.replace("**", ""), bold, False))
        bold = bold and not word.endswith("**")
    return found


def rgb(color: str) -> tuple[int, int, int]:
    """`#rrggbb` as three numbers up to 255."""
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue
