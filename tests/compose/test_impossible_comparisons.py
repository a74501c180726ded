"""Comparisons in templates and texts that nothing can meet (P309): `impossible_comparisons.txt` has
a condition or a template a case.
"""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from jinja2 import Environment
from model.toy import opened, written

from pnp.build.conductor import check
from pnp.compose.element_trees import all_sides
from pnp.diagnostics import MAX_HINTS, Diagnostic
from pnp.load.workspace import find
from pnp.model.comparisons import Comparison, comparisons, impossible_comparisons, values_of_field
from pnp.model.game import Game
from pnp.sandbox.bounds import parts_of
from tests.golden import check as check_cases

GAME = """\
title: Toy
players: {min: 2, max: 4}
terms: {gem: {ruby: {label: Red stone}, jade: {label: Green stone}}}
facts: {more: no}
components:
  ships:
    kind: deck
    front: f.xml
    fields: {gem: gem, way: {text: [war, peace]}, stars: {int: [1, 5]}, crew: int, note: text, fast: bool, hold: {list: gem, min: 0}, ropes: {list: int}}
    cards:
      - {id: brig, gem: ruby, way: war, stars: 3, crew: 12, note: n, fast: yes, hold: ruby + jade, ropes: 1 + 2}
      - {id: sloop, gem: jade, way: peace, stars: 1, crew: 2, note: m, fast: no, hold: jade, ropes: 3}
"""
PLACES = """\
  map: {kind: board, size: 200mm x 150mm, data: map.yaml, front: f.xml, fields: {gem: {gem: ~, optional: yes}}}
"""
BOARD = """\
spaces:
  A: {at: [20mm, 50mm], size: 10mm, kind: cell, gem: ruby}
  B: {at: [50mm, 50mm], size: 10mm, kind: free, gem: jade}
areas:
  site: {at: [100mm, 80mm], size: [20mm, 20mm], kind: site}
"""


def findings(game: Game, body: str) -> list[Diagnostic]:
    """What is said of a template, or of a condition."""
    template = body if "{%" in body or "{{" in body else f"{{{{ {body} }}}}"
    parts = parts_of(Environment().parse(template))
    return list(impossible_comparisons(game, {"f.xml": comparisons(parts)}, all_sides(game)))


def toy(folder: Path, game: str) -> Game:
    return opened(folder, {"game.yaml": game, "map.yaml": BOARD, "templates/toy/f.xml": "<face/>"})


def test_impossible_comparisons_are_reported(tmp_path: Path) -> None:
    game = toy(tmp_path, GAME + PLACES)

    def outcome(case: bytes) -> str:
        found = findings(game, case.decode().removesuffix("\n"))
        lines = [f"{d.message}; {d.hint}" + (" (declared)" if d.notes else "") for d in found]
        return "\n".join(lines) or "nothing"

    check_cases(Path(__file__).with_name("impossible_comparisons.txt"), outcome)


def reported(folder: Path, body: str, game: str = GAME, **more: str) -> list[tuple[str, int]]:
    """The files and lines of what `pnp check` says of a game with that template."""
    face = f'<face>{{% import "own.xml" as own %}}\n<text x="5mm" y="5mm" w="50mm" h="70mm">{{{{ card.id }}}} {body}</text></face>'
    files = {
        "game.yaml": game,
        "templates/toy/f.xml": face,
        "templates/toy/own.xml": "{% macro nothing() %}{% endmacro %}",
        **more,
    }
    written(folder, files)
    found = [d for d in check(find(folder), "toy", folder / "data/toy")[0] if d.code == "P309"]
    return [(d.span.file.rpartition("/")[2], d.span.line) for d in found if d.span]


PART = "{% if card.way == 'wars' %}x{% endif %}"
RULES = "# Rules\n\nPlay.\n\n{% for ship in cards.ships %}{% if ship.way == 'wars' %}A\n\n{% endif %}{% endfor %}\n"


@pytest.mark.parametrize(
    ("body", "more", "places"),
    [
        ("{{ 'x' if card.gem == 'Ruby' }}", {}, [("f.xml", 2)]),
        ('{% include "part.xml" %}', {"templates/toy/part.xml": PART}, [("part.xml", 1)]),
        ('{% include "part.xml" %}', {"templates/part.xml": PART}, []),
        ("", {"rules.md": RULES}, [("rules.md", 5)]),
    ],
    ids=["template", "part of the game", "shared part", "text"],
)
def test_places_are_those_of_the_games_own_files(
    tmp_path: Path, body: str, more: dict[str, str], places: list[tuple[str, int]]
) -> None:
    rulebook = "  rules: {kind: rulebook, text: rules.md}\n" if "rules.md" in more else ""
    assert reported(tmp_path, body, GAME + rulebook, **more) == places


@pytest.mark.parametrize(
    ("condition", "more", "count"),
    [
        (
            'card.way == "trade"',
            "fields: {way: {text: [trade]}}, cards: [{id: tug, way: trade}]",
            0,
        ),
        (
            'card.way == "trades"',
            "fields: {way: {text: [trade]}}, cards: [{id: tug, way: trade}]",
            1,
        ),
        ('card.way == "trades"', "fields: {way: text}, cards: [{id: tug, way: trade}]", 0),
        ('card.id == "tugg"', "cards: [{id: tug}]", 1),
        ('card.id == "tugg"', "cards: [{id: tug, when: facts.more}, {id: tugboat}]", 0),
        ('card.id == "tugg"', "when: facts.more, cards: [{id: tug}]", 0),
    ],
)
def test_values_of_other_decks_are_possible_as_well(
    tmp_path: Path, condition: str, more: str, count: int
) -> None:
    """One template may serve both; cards that are switched off are not known."""
    game = toy(tmp_path, f"{GAME}  boats: {{kind: deck, front: f.xml, {more}}}\n")
    assert len(findings(game, condition)) == count


def test_hints_are_looked_for_some_times_only(tmp_path: Path) -> None:
    body = "".join(f"{{{{ 'x' if card.id == 'brigg{n}' }}}}" for n in range(MAX_HINTS + 10))
    found = findings(toy(tmp_path, GAME), body)
    assert len(found) == MAX_HINTS + 10 and sum(bool(d.hint) for d in found) == MAX_HINTS


def test_values_of_a_field_are_looked_up_once(tmp_path: Path) -> None:
    """Seven hundred comparisons with a term of two thousand meanings in a hundred decks took
    twelve seconds.
    """
    stones = ", ".join(f"s{n}: " for n in range(300))
    decks = "".join(
        f"  d{n}: {{kind: deck, front: f.xml, fields: {{stone: stone}}, cards: [{{id: d{n}, stone: s1}}]}}\n"
        for n in range(9)
    )
    game = GAME.replace("terms: {", f"terms: {{stone: {{{stones}}}, ") + decks
    made = opened(tmp_path, {"game.yaml": game, "templates/toy/f.xml": "<face/>"})
    with patch("pnp.model.comparisons.values_of_field", wraps=values_of_field) as asked:
        found = list(
            impossible_comparisons(
                made,
                {"f.xml": [Comparison(n, ("card", "stone", "label"), f"t{n}") for n in range(200)]},
                ("front", "back"),
            )
        )
    assert len(found) == 200 and asked.call_count == 9
