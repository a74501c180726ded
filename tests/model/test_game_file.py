"""`game.yaml`: each key right, and each wrong in the ways that people write it wrong, with what
is said then.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

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


def test_numbers_are_not_spelled_in_expressions_of_a_language_without_words(tmp_path: Path) -> None:
    spelt = (FACTS, "facts: {two: 2, six: {expr: facts.two | words}}")
    assert opened(tmp_path, {"game.yaml": game(spelt)}).facts["six"] == "two"
    told = findings(tmp_path, {"game.yaml": game(spelt, ("title:", "language: hu\ntitle:"))})
    assert told == (
        'game.yaml:4:29: error P212 fact "six": "2 | words": no number is written in words of the language "hu"\n'
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


FACT_VALUES = yaml.safe_load(
    (Path(__file__).parent / "suites/values/facts.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("written", "value"), FACT_VALUES["plain"])
def test_fact_is_what_is_written(tmp_path: Path, written: str, value: object) -> None:
    fact = opened(tmp_path, {"game.yaml": game((FACTS, f"facts: {{two: {written}}}"))}).facts["two"]
    assert (fact, type(fact)) == (value, type(value))


@pytest.mark.parametrize(("written", "value"), FACT_VALUES["quoted"])
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


@pytest.mark.parametrize(("written", "values"), FACT_VALUES["worked out"])
def test_facts_are_worked_out_in_any_order(
    tmp_path: Path, written: str, values: dict[str, object]
) -> None:
    made = opened(tmp_path, {"game.yaml": game((FACTS, f"facts: {written}"))}).facts
    lists = {name: list(fact) for name, fact in made.items() if isinstance(fact, tuple)}
    assert {**made, **lists} == values


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
