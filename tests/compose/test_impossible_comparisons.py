"""Comparisons in templates that no card can meet (P309)."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from model.toy import opened, written

from pnp.build.conductor import check
from pnp.compose.impossible_comparisons import impossible_comparisons
from pnp.diagnostics import MAX_HINTS, Diagnostic
from pnp.load.workspace import find
from pnp.model.comparisons import Comparison, values_of_field

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


def warnings(folder: Path, body: str, game: str = GAME, **more: str) -> list[Diagnostic]:
    face = f'<face>{{% import "own.xml" as own %}}\n<text x="5mm" y="5mm" w="50mm" h="70mm">{{{{ card.id }}}} {body}</text></face>'
    files = {
        "game.yaml": game,
        "templates/toy/f.xml": face,
        "templates/toy/own.xml": "{% macro nothing() %}{% endmacro %}",
        **more,
    }
    written(folder, files)
    return [d for d in check(find(folder), "toy", folder / "data/toy") if d.code == "P309"]


def shown(condition: str) -> str:
    return f"{{% if {condition} %}}x{{% endif %}}"


@pytest.mark.parametrize(
    ("condition", "told", "hint"),
    [
        ('card.gem == "Ruby"', 'card.gem is never "Ruby"', 'did you mean "ruby"?'),
        ('"Ruby" == card.gem', 'card.gem is never "Ruby"', 'did you mean "ruby"?'),
        ('card["gem"] != "onyx"', 'card.gem is never "onyx"', "known here: jade, ruby"),
        (
            'card.gem.label == "ruby"',
            'card.gem.label is never "ruby"',
            "known here: Green stone, Red stone",
        ),
        ('card.way in ["war", "piece"]', 'card.way is never "piece"', 'did you mean "peace"?'),
        ('card.way not in ("wars", "peace")', 'card.way is never "wars"', 'did you mean "war"?'),
        (
            'not card.way == "wars" and card.crew > 2',
            'card.way is never "wars"',
            'did you mean "war"?',
        ),
        ("card.stars == 6", "card.stars is never 6", "it is a number from 1 to 5"),
        ('card.crew == "12"', 'card.crew is a number and never "12"', "write 12"),
        ("card.note == 3", "card.note is a text and never 3", 'write "3"'),
        (
            'card.fast == "yes"',
            'card.fast is true or false and never "yes"',
            "write true or false, without quotes",
        ),
        (
            'card.hold == "ruby"',
            'card.hold is a list and never "ruby"',
            'write "ruby" in card.hold',
        ),
        ('"rubin" in card.hold', 'one of card.hold is never "rubin"', 'did you mean "ruby"?'),
        ('card.id == "brigg"', 'card.id is never "brigg"', 'did you mean "brig"?'),
        ('side == "frnt"', 'side is never "frnt"', 'did you mean "front"?'),
        ("side == 6", "side is never 6", "known here: back, front"),
        ('side in ["verso", "front"]', 'side is never "verso"', "known here: back, front"),
        ('component.id == "ship"', 'component.id is never "ship"', 'did you mean "ships"?'),
    ],
)
def test_what_no_card_can_be_is_told_at_its_line(
    tmp_path: Path, condition: str, told: str, hint: str
) -> None:
    """The picture behind a misspelt value was left out of every card, and all was well."""
    (found,) = warnings(tmp_path, shown(condition))
    assert found.message == f"{told}: what depends on it is the same for every card"
    assert found.hint == hint
    assert found.span is not None and (found.span.file.rpartition("/")[2], found.span.line) == (
        "f.xml",
        2,
    )
    assert found.notes or told.startswith(("card.id", "side", "component"))


@pytest.mark.parametrize(
    "body",
    [
        "{% for gem in card.hold %}{% if gem == 'rubin' %}x{% endif %}{% endfor %}",
        "{% for gem in card.hold %}{% if gem.id == 'rubin' %}x{% endif %}{% endfor %}",
        "{% set gem = card.gem %}{{ 'x' if gem == 'rubin' }}y",
        "{% for rope in card.ropes %}{{ 'x' if rope == 'three' else 'y' }}{% endfor %}",
        "{% for one in card.ropes %}{{ one }}{% endfor %}{% for one in card.hold %}{{ 'x' if one == 'rubin' }}{% endfor %}",
        "{% for one in card.hold %}{{ 'x' if one == 'rubin' }}{% for one in card.ropes %}{{ 'x' if one == 3 }}{% endfor %}{% endfor %}",
        "{% for one in card.ropes %}{% for one in card.hold %}{{ 'x' if one == 'rubin' }}{% endfor %}{% endfor %}",
        "{% for one in card.ropes %}y{% endfor %}{% for one in card.hold if one == 'rubin' %}x{% endfor %}",
    ],
)
def test_names_that_a_template_gives_are_followed(tmp_path: Path, body: str) -> None:
    assert len(warnings(tmp_path, body)) == 1


@pytest.mark.parametrize(
    "body",
    [
        *map(
            shown,
            (
                'card.gem == "ruby"',
                'card.gem.label == "Red stone"',
                'card.way in ["war", "peace"]',
                "card.stars == 5",
                "card.crew == 99",
                'card.note == "nobody writes so"',
                "card.fast == true",
                "card.fast == 1",
                'card.way == ""',
                '"ruby" in card.hold',
                "2 in card.ropes",
                '"w" in card.way',
                'card.way in "war, not peace"',
                'card.way | upper == "WAR"',
                'card.id == "sloop"',
                'side == "back"',
                'component.id == "ships"',
                'component.title == "Nobody"',
                "card.gem == card.hold[0]",
                "1 < card.stars < 9",
                'component.id == "others"',
            ),
        ),
        "{% set gem = card.gem %}{% set gem = 'onyx' %}{{ 'x' if gem == 'onyx' }}y",
        "{% for gem in card.hold %}{{ gem }}{% endfor %}{% for gem in ['onyx'] %}{{ 'x' if gem == 'onyx' }}{% endfor %}",
        "{% for gem in card.hold %}{% set gem = 'onyx' %}{{ 'x' if gem == 'onyx' }}{% endfor %}",
        "{% for gem in card.hold %}{{ gem }}{% endfor %}{% for gem in card.ropes %}{{ 'x' if gem == 3 }}{% endfor %}",
        "{% for gem in ['onyx'] %}{{ 'x' if gem == 'onyx' }}{% endfor %}",
        "{% macro m(gem) %}{{ 'x' if gem == 'onyx' }}{% endmacro %}{{ m('onyx') }}y",
        "{% raw %}card.way == 'wars'{% endraw %}",
    ],
)
def test_what_a_card_may_be_or_nobody_can_know_is_well(tmp_path: Path, body: str) -> None:
    assert not warnings(tmp_path, body)


def test_value_that_another_deck_has_is_well(tmp_path: Path) -> None:
    """One template may serve both."""
    other = "  boats: {kind: deck, front: f.xml, fields: {way: {text: [trade]}}, cards: [{id: tug, way: trade}]}\n"
    assert not warnings(tmp_path / "a", shown('card.way == "trade"'), GAME + other)
    assert len(warnings(tmp_path / "b", shown('card.way == "trades"'), GAME + other)) == 1
    free = other.replace("{text: [trade]}", "text")
    assert not warnings(tmp_path / "c", shown('card.way == "trades"'), GAME + free)


def test_ids_of_cards_that_are_switched_off_are_unknown(tmp_path: Path) -> None:
    switch = "      - {id: tug, when: facts.more, gem: jade, way: war, stars: 1, crew: 1, note: n, fast: no, hold: jade, ropes: 1}\n"
    assert not warnings(tmp_path / "a", shown('card.id == "tugg"'), GAME + switch)
    assert (
        len(
            warnings(
                tmp_path / "b",
                shown('card.id == "tugg"'),
                GAME + switch.replace("when: facts.more, ", ""),
            )
        )
        == 1
    )
    off = "  boats: {kind: deck, when: facts.more, front: f.xml, cards: [{id: tug}]}\n"
    assert not warnings(tmp_path / "c", shown('card.id == "tugg"'), GAME + off)


def test_what_is_taken_in_is_looked_at_and_what_is_shared_is_not(tmp_path: Path) -> None:
    part = "{% if card.way == 'wars' %}x{% endif %}"
    (found,) = warnings(
        tmp_path / "a", '{% include "part.xml" %}', **{"templates/toy/part.xml": part}
    )
    assert found.span is not None and (found.span.file.rpartition("/")[2], found.span.line) == (
        "part.xml",
        1,
    )
    assert not warnings(tmp_path / "b", '{% include "part.xml" %}', **{"templates/part.xml": part})


def test_many_are_reported_and_the_nearest_is_looked_for_some_times_only(tmp_path: Path) -> None:
    body = "".join(f"{{{{ 'x' if card.id == 'brigg{n}' }}}}" for n in range(MAX_HINTS + 10))
    found = warnings(tmp_path, body)
    assert len(found) == MAX_HINTS + 10 and sum(bool(d.hint) for d in found) == MAX_HINTS


BOARD = """\
spaces:
  A: {at: [20mm, 50mm], size: 10mm, kind: cell, gem: ruby}
  B: {at: [50mm, 50mm], size: 10mm, kind: free, gem: jade}
areas:
  site: {at: [100mm, 80mm], size: [20mm, 20mm], kind: site}
"""


@pytest.mark.parametrize(
    ("condition", "told", "hint"),
    [
        (
            "for s in card.spaces.values() if s.kind == 'cel'",
            'one of card.spaces.kind is never "cel"',
            'did you mean "cell"?',
        ),
        (
            "for a in card.areas.values() if a.kind not in ['sites']",
            'one of card.areas.kind is never "sites"',
            'did you mean "site"?',
        ),
        (
            "for s in card.spaces.values() if s.gem == 'rubyy'",
            'one of card.spaces.gem is never "rubyy"',
            'did you mean "ruby"?',
        ),
        (
            "for s in card.spaces.values() if s.kind == 'cell' and s.gem.label == 'Red stone'",
            "",
            "",
        ),
        ("for s in card.spaces.values() if s.kind == 'harbour' or s.number == 3", "", ""),
    ],
)
def test_kinds_and_fields_of_places_are_known(
    tmp_path: Path, condition: str, told: str, hint: str
) -> None:
    """A kind of space that no board has was drawn on none."""
    board = "  map: {kind: board, size: 200mm x 150mm, data: map.yaml, front: map.xml, fields: {gem: {gem: ~, optional: yes}}}\n"
    face = f'<face fill="tint">{{% {condition} %}}<rect at="1mm 1mm" width="5mm" height="5mm" fill="ink"/>{{% endfor %}}</face>'
    found = warnings(
        tmp_path, "", GAME + board, **{"map.yaml": BOARD, "templates/toy/map.xml": face}
    )
    assert [(d.message.partition(":")[0], d.hint) for d in found] == (
        [(told, hint)] if told else []
    )


RULES = "  rules: {kind: rulebook, text: rules.md}\n"


@pytest.mark.parametrize(
    ("text", "told", "hint"),
    [
        (
            "{% if facts.more == 'yes' %}A\n\n{% endif %}",
            'facts.more is a yes or no and never "yes": what depends on it is always the same',
            "write true or false",
        ),
        (
            "{% for ship in cards.ships %}{% if ship.way == 'wars' %}A\n\n{% endif %}{% endfor %}",
            'card.way is never "wars": what depends on it is the same for every card',
            'did you mean "war"?',
        ),
        (
            "{% for ship in cards.ships %}{% if ship.id == 'brick' %}A\n\n{% endif %}{% endfor %}",
            'card.id is never "brick": what depends on it is the same for every card',
            'did you mean "brig"?',
        ),
        (
            "{% for ship in cards.ships %}{% if ship.id == 'brig' %}A\n\n{% endif %}{% endfor %}",
            "",
            "",
        ),
        (
            "{% if facts.more %}A\n\n{% endif %}{% for ship in cards.ships if ship.way == 'war' %}B{% endfor %}",
            "",
            "",
        ),
        (
            "{% for ship in cards.boats %}{% if ship.way == 'wars' %}A\n\n{% endif %}{% endfor %}",
            "",
            "",
        ),
    ],
)
def test_texts_are_looked_at_as_templates_are(
    tmp_path: Path, text: str, told: str, hint: str
) -> None:
    """A paragraph of the rules was missing, and all was well."""
    boats = (
        "  boats: {kind: deck, front: f.xml, fields: {way: text}, cards: [{id: tug, way: trade}]}\n"
    )
    found = warnings(
        tmp_path, "", GAME + boats + RULES, **{"rules.md": f"# Rules\n\nPlay.\n\n{text}\n"}
    )
    assert [(d.message, d.hint) for d in found] == ([(told, hint)] if told else [])
    assert all(
        d.span is not None and (d.span.file.rpartition("/")[2], d.span.line) == ("rules.md", 5)
        for d in found
    )


def test_fact_of_another_kind_is_reported_in_templates(tmp_path: Path) -> None:
    (found,) = warnings(tmp_path, shown("facts.more != 'no'"))
    assert (
        found.message
        == 'facts.more is a yes or no and never "no": what depends on it is always the same'
    )


def test_what_a_field_can_be_is_looked_up_once_for_all_comparisons(tmp_path: Path) -> None:
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
    with patch(
        "pnp.compose.impossible_comparisons.values_of_field", wraps=values_of_field
    ) as asked:
        found = list(
            impossible_comparisons(
                made,
                {"f.xml": [Comparison(n, ("card", "stone", "label"), f"t{n}") for n in range(200)]},
            )
        )
    assert len(found) == 200 and asked.call_count == 9
