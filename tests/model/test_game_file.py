"""`game.yaml`: each key right, and each wrong in the ways that people write it wrong, with what
is said then.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.units.color import Color
from pnp.units.geometry import size

from .toy import FRONT, findings, game, kit, opened, said

PLAYERS = "players: {min: 2, max: 4}"
FACTS = "facts: {two: 2, six: {expr: facts.two * 3}}"
TERMS = "terms: {gem: {ruby: , jade: {label: Green jade}}}"
LAST = "    front: front.xml"
NO_NAME = "is no name; expected lower-case letters, digits, - and _, beginning with a letter"


def test_game_is_what_its_file_says(tmp_path: Path) -> None:
    made = opened(
        tmp_path,
        {
            "game.yaml": game(
                (
                    "title: Toy\n",
                    "title: Toy\nsubtitle: A game\nauthor: Ann\nlanguage: de-CH\nnotice: Play\nage: 8+\n",
                ),
                (
                    "terms:",
                    "palette: {sky: '#0af'}\nlimits: {text_floor: 6.5pt, cards: 10}\nterms:",
                ),
                (
                    LAST,
                    "    title: All cards\n    size: 2.5x3.5in\n    bleed: 2mm\n    safe: 4mm\n    shuffled: yes\n    front: front.xml",
                ),
            ),
            "words.yaml": "draw: Draw a card\nturn: {first: First}\n",
        },
    )
    assert (made.id, made.title, made.subtitle, made.author, made.language, made.notice) == (
        "toy",
        "Toy",
        "A game",
        "Ann",
        "de-CH",
        "Play",
    )
    assert made.players == (2, 4)
    assert made.facts == {"two": 2, "six": 6}
    assert made.sources == {"rules": "Toy rules"}
    assert made.palette["sky"] == Color("#00aaff") and "ink" in made.palette
    assert {name: str(term) for name, term in made.terms["gem"].items()} == {
        "ruby": "Ruby",
        "jade": "Green jade",
    }
    assert (made.limits.text_floor, made.limits.cards) == (6.5, 10)
    assert (made.words["draw"], made.words["turn"]["first"]) == ("Draw a card", "First")
    deck = made.components["cards"]
    assert (deck.title, deck.size, deck.bleed, deck.safe, deck.shuffled) == (
        "All cards",
        size(63_500, 88_900),
        2_000,
        4_000,
        True,
    )
    assert (deck.front, deck.back, deck.backs, deck.key, deck.total) == (
        "front.xml",
        None,
        "same",
        "id",
        2,
    )
    assert [card.id for card in deck.cards] == ["a", "b"]


def test_game_has_defaults(tmp_path: Path) -> None:
    made = opened(tmp_path, {})
    deck = made.components["cards"]
    assert (made.language, made.notice, made.limits.text_floor) == ("en", "", 7.0)
    assert (deck.title, deck.size, deck.bleed, deck.safe, deck.shuffled) == (
        "Cards",
        size(63_000, 88_000),
        3_000,
        3_000,
        False,
    )
    assert dict(made.terms["gem"]["ruby"]._values) == {
        "id": "ruby", "label": "Ruby", "letter": "", "color": "ink", "pattern": "", "icon": "", "text": "",
    }  # fmt: skip


def test_numbers_are_not_spelled_in_expressions_of_a_game_that_is_not_english(
    tmp_path: Path,
) -> None:
    spelt = (FACTS, "facts: {two: 2, six: {expr: facts.two | words}}")
    assert opened(tmp_path, {"game.yaml": game(spelt)}).facts["six"] == "two"
    told = findings(tmp_path, {"game.yaml": game(spelt, ("title:", "language: de\ntitle:"))})
    assert told == (
        'game.yaml:4:29: error P212 fact "six": "2 | words" is English, and the language of the game is "de"\n'
        "  hint: write the number in figures, without | words"
    )


def test_template_that_is_missing_is_reported_where_it_is_named(tmp_path: Path) -> None:
    found = said(
        kit(tmp_path, {"game.yaml": game((LAST, "    front: fornt.xml"))}).diagnostics, tmp_path
    )
    assert found.startswith('game.yaml:13:12: error P307 there is no template "fornt.xml"')


@pytest.mark.parametrize(
    ("named", "meant"),
    [("templates/toy/front.xml", "front.xml"), ("templates/base/classic.xml", "base/classic.xml")],
)
def test_template_named_with_its_folders(tmp_path: Path, named: str, meant: str) -> None:
    found = said(
        kit(tmp_path, {"game.yaml": game((LAST, f"    front: {named}"))}).diagnostics, tmp_path
    )
    assert found.startswith(
        f'game.yaml:13:12: error P307 there is no template "{named}"\n'
        f"  hint: names begin inside templates/toy/ or templates/: write {meant}"
    )


def test_font_that_is_missing_is_reported_where_it_is_declared(tmp_path: Path) -> None:
    files = {
        "game.yaml": game((TERMS, "fonts:\n  other: {regular: none.ttf}\n" + TERMS)),
        "templates/toy/front.xml": FRONT,
    }
    found = said(kit(tmp_path, files).diagnostics, tmp_path)
    assert found.startswith("game.yaml:6:3: error P130 there is no file fonts/none.ttf\n")


# --- facts
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("7", 7), ("−7", -7), ("012", 12), ("0.5", 0.5), ("yes", True), ("False", False), ("", ""), ("seven", "seven"),
        ("see facts.hand above", "see facts.hand above"), ("For players. Or two", "For players. Or two"), ("cards", "cards"),
        ("1:30", "1:30"), ("1_000", "1_000"), ("1e3", "1e3"), ("1e999", "1e999"), ("nan", "nan"), ("Infinity", "Infinity"),
    ],
)  # fmt: skip
def test_fact_is_what_is_written(tmp_path: Path, written: str, value: object) -> None:
    fact = opened(tmp_path, {"game.yaml": game((FACTS, f"facts: {{two: {written}}}"))}).facts["two"]
    assert (fact, type(fact)) == (value, type(value))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("'7'", 7), ('"1.5"', 1.5), ('"no"', False), ('""', ""), ("'−3'", -3), ("'" + 19 * "7" + "'", 19 * "7"), ("it's 007", "it's 007"), ("007", 7),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "head",
    ["", "# été 😀\n", "\ufeff"],
    ids=["plain", "below a comment", "behind a byte order mark"],
)
def test_fact_of_digits_is_a_number_also_in_quotes(
    tmp_path: Path, written: str, value: object, head: str
) -> None:
    facts = opened(
        tmp_path, {"game.yaml": head + game((FACTS, f"facts:\n  ten: 10\n  two: {written}\n"))}
    ).facts
    assert (facts["two"], facts["ten"]) == (value, 10)


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("{a: {expr: facts.b + 1}, b: {expr: facts.c * 2}, c: 3}", {"a": 7, "b": 6, "c": 3}),
        (
            "{a: {expr: facts.b}, b: {expr: facts.c}, c: {expr: facts.d}, d: {expr: '4'}}",
            {"a": 4, "b": 4, "c": 4, "d": 4},
        ),
        ("{a: {expr: players.max * 2}}", {"a": 8}),
        ("{a: {expr: '[1, 2]'}, b: {expr: 'facts.a[1]'}}", {"a": (1, 2), "b": 2}),
        ("{b: 1, bb: 2, a: {expr: facts.bb}}", {"b": 1, "bb": 2, "a": 2}),
        (
            "{a: {expr: facts.b | default(1) + 5}, b: {expr: facts.c * 2}, c: 4}",
            {"a": 13, "b": 8, "c": 4},
        ),
        (
            "{a: {expr: 1 if facts.b is defined else 0}, b: {expr: facts.c}, c: {expr: '4'}}",
            {"a": 1, "b": 4, "c": 4},
        ),
        ("{a: {expr: \"facts['b'] | default(1)\"}, b: {expr: '4'}}", {"a": 4, "b": 4}),
        ("{a: {expr: 'facts[\"b\"] | default(1)'}, b: {expr: '4'}}", {"a": 4, "b": 4}),
        ("{a: {expr: facts.nope | default(1)}}", {"a": 1}),
        (
            "{a: {expr: 3 if players.max > 1 else facts.b}, b: {expr: facts.a + 2 if players.max > 1 else 8}}",
            {"a": 3, "b": 5},
        ),
        (
            "{a: 0.29, b: {expr: facts.a * 100}, c: {expr: '0.1 + 0.2'}}",
            {"a": 0.29, "b": 29.0, "c": 0.3},
        ),
        (
            "{a: {expr: \"'see facts.a, facts.b' ~ facts.c\"}, b: {expr: facts.a}, c: 4}",
            {"a": "see facts.a, facts.b4", "b": "see facts.a, facts.b4", "c": 4},
        ),
    ],
)
def test_facts_are_worked_out_in_any_order(
    tmp_path: Path, written: str, values: dict[str, object]
) -> None:
    assert opened(tmp_path, {"game.yaml": game((FACTS, f"facts: {written}"))}).facts == values


# --- words.yaml and rules.yaml
# --------------------------------------------------------------------------------


def test_title_written_as_a_block_is_one_line(tmp_path: Path) -> None:
    made = opened(
        tmp_path,
        {
            "game.yaml": game(
                ("title: Toy\n", "title: >\n  My\n  Toy\u00a0!\nauthor: |\n  Ann\n"),
                (LAST, f"    title: |\n      All\n      cards\n{LAST}"),
            )
        },
    )
    assert (made.title, made.author, made.components["cards"].title) == (
        "My Toy\u00a0!",
        "Ann",
        "All cards",
    )
