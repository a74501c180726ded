"""No picture makes type smaller: what is printed on each component, held against the sizes of the
kits that were made before they were drawn.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from shipped import GAMES, shipped

from pnp.face import Text, walk

BASELINE = Path(__file__).parent / "baseline" / "type_sizes.txt"
"""`COMPONENT SIDE POINTS WORDS` a line, below the name of each game: the least size in which a run
of up to twenty characters, or any longer one (`…`), is set.
"""
SMALLER = {
    ("organ-trail", "organs", "front"): 0.75,  # the line below a piece of evidence
    ("organ-trail", "points", "front"): 0.25,  # says where the first point is counted
    ("organ-match", "table", "front"): 0.5,  # says who turns up the first organs
    ("narco-empire", "narcos", "front"): 0.25,  # Police says what is put where
}
"""How many points the type of a side lost on purpose, at most, for larger pictures or more words."""
LONG = 20


def type_sizes(game: str) -> dict[tuple[str, str, str], float]:
    """The least size of each run of words by component and side."""
    least: dict[tuple[str, str, str], float] = {}
    play = (one for one in shipped(game).sides if one.component.kind not in ("rulebook", "box"))
    for sides in play:
        for placed in sides.laid:
            for item in walk(placed.face.items):
                if isinstance(item, Text) and (words := item.text.strip()):
                    key = sides.component.id, placed.side, words if len(words) <= LONG else "…"
                    least[key] = min(item.size, least.get(key, item.size))
    return least


def baseline(game: str) -> dict[tuple[str, str, str], float]:
    text = BASELINE.read_text(encoding="utf-8").split(f"# {game}\n")[1].split("\n#")[0]
    rows = (line.split(" ", 3) for line in text.splitlines() if line)
    return {(component, side, words): float(points) for component, side, points, words in rows}


@pytest.mark.parametrize("game", GAMES)
def test_type_is_not_smaller_than_before(game: str) -> None:
    now, before = type_sizes(game), baseline(game)
    kept = before.keys() & now.keys()
    assert len(kept) > len(before) / 2
    lost: dict[tuple[str, str, str], float] = {}
    for component, side, words in kept:
        key, by = (component, side, words), (game, component, side)
        lost[by] = max(lost.get(by, 0), before[key] - now[key])
    allowed = {by: SMALLER.get(by, 0) for by in lost}
    assert {by: most for by, most in lost.items() if most > allowed[by]} == {}
