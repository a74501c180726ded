"""P514 xdoc: what a text says is what the data say."""

from __future__ import annotations

import re
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import Environment

from pnp.check.promises import text_index as texts
from pnp.check.promises.kinds import xdoc

from .world import judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: xdoc, in: help, phrase: up to _ cards, is: facts.hand",
        "kind: xdoc, phrase: play _ of them, is: 3",
        "kind: xdoc, in: help, phrase: Draw _ at the end, is: 2",
        "kind: xdoc, in: help, phrase: your turn",
        "kind: xdoc, phrase: up to _ cards, is: 2",  # in one of all the texts
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


@pytest.mark.parametrize(
    ("promise", "changes", "expected"),
    [
        (
            "kind: xdoc, in: help, phrase: up to _ cards, is: 3",
            (),
            'rules.yaml:1:3: error P514 "help" says "up to two cards", which is 2; the data say 3 (X1, stated)\n'
            "  help.md:3:8: it is said here",
        ),
        (
            "kind: xdoc, in: help, phrase: play _ of them, is: 4",
            (),
            'rules.yaml:1:3: error P514 "help" says "play 3 of them"; the data say 4 (X1, stated)\n  help.md:3:32: it is said here',
        ),
        (
            "kind: xdoc, in: help, phrase: discard _ cards, is: 3",
            (),
            'rules.yaml:1:3: error P514 "help" does not say "discard _ cards" (X1, stated)\n'
            '  help.md:1:1: "help" begins here\n'
            "  hint: look for the words around the number; a phrase may be short",
        ),
        (
            "kind: xdoc, in: halp, phrase: discard _ cards, is: 3",
            (),
            'rules.yaml:1:59: error P591 X1: there is no component "halp"\n  hint: did you mean "help"?',
        ),
        (
            "kind: xdoc, in: workers, phrase: discard _ cards, is: 3",
            (),
            'rules.yaml:1:3: error P514 "workers" does not say "discard _ cards" (X1, stated)\n'
            '  game.yaml:18:14: "workers" begins here\n'
            '  game.yaml:18:56: the last text of "workers"\n'
            "  hint: look for the words around the number; a phrase may be short",
        ),
        (
            "kind: xdoc, in: help, phrase: _, is: 3",
            (),
            'rules.yaml:1:73: error P591 X1: "phrase": expected some words, with one _ where the number stands',
        ),
        (
            "kind: xdoc, in: [help, board], phrase: up to _ cards, is: 2",
            (),
            'rules.yaml:1:3: error P514 "board" does not say "up to _ cards" (X1, stated)\n'
            '  board.yaml:2:16: "board" begins here\n'
            '  board.yaml:7:6: the last text of "board"\n'
            "  hint: look for the words around the number; a phrase may be short",
        ),
    ],
)
def test_broken_or_malformed(
    tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str
) -> None:
    assert judged(tmp_path, promise, *changes) == expected


TAX = "facts: {tax: {expr: 0.1 + 0.2}, start: 1234568, "
FACTS = "facts: {workers: 5, low: 1, high: 3, "


@pytest.mark.parametrize(
    "text",
    [
        "The tax is 0.3 dollars.",
        "The tax is {{ facts.tax }} dollars.",
        "{% set t = facts.tax %}The tax is {{ t }} dollars.",
    ],
)
def test_a_decimal_that_is_worked_out_is_the_one_that_is_written(tmp_path: Path, text: str) -> None:
    promise = "kind: xdoc, in: help, phrase: tax is _ dollars, is: facts.tax"
    assert (
        judged(
            tmp_path,
            promise,
            (FACTS, TAX + FACTS[8:]),
            files={"help.md": f"# Your turn\n\n{text}\n"},
        )
        == ""
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The tax is 0.4 dollars.", 'says "tax is 0.4 dollars"; the data say 0.3 ('),
        (
            "The tax is .3 dollars. The tax is half dollars.",
            'says "tax is half dollars", which is 0.5; the data say 0.3 (',
        ),
        (
            "Take 1,234,567 dollars.",
            'says "take 1,234,567 dollars", which is 1234567; the data say 1234568 (',
        ),
        ("Take 1234569 dollars.", 'says "take 1234569 dollars"; the data say 1234568 ('),
    ],
)
def test_numbers_are_told_in_full(tmp_path: Path, text: str, told: str) -> None:
    phrase, wanted = (
        ("take _ dollars", "facts.start") if "Take" in text else ("tax is _ dollars", "facts.tax")
    )
    promise = f"kind: xdoc, in: help, phrase: {phrase}, is: {wanted}"
    found = judged(
        tmp_path, promise, (FACTS, TAX + FACTS[8:]), files={"help.md": f"# Your turn\n\n{text}\n"}
    )
    assert f'rules.yaml:1:3: error P514 "help" {told}X1, stated)' in found


def test_no_text_says_a_number_beyond_all_numbers(tmp_path: Path) -> None:
    found = judged(tmp_path, "kind: xdoc, in: help, phrase: up to _ cards, is: 1e300 * 1e300")
    assert 'error P591 X1: "is": a number grows past 300 digits' in found


def test_a_component_without_a_text_cannot_promise_one(tmp_path: Path) -> None:
    numbers = (("sort: text", "sort: int"), ("sort: fast", "sort: 1"), ("sort: strong", "sort: 2"))
    found = judged(tmp_path, "kind: xdoc, in: [help, upgrades], phrase: your turn", *numbers)
    assert found == 'rules.yaml:1:59: error P591 X1: "upgrades" has no text to read'


HELD = "kind: xdoc, in: help, phrase: up to _ cards, is: 2"
NOT_PRINTED = {
    "a comment": "{# Draw up to two cards. #}",
    "a comment of several lines": "{#- Draw\nup to two\ncards. -#}",
    "a condition that does not hold": "{% if facts.hand == 1 %}Draw up to two cards.{% endif %}",
    "another branch": "{%-if(facts.hand == 2)-%} Pass. {%- elif facts.low %} Draw up to two cards. {% else %} Draw up to two cards. {%- endif -%}",
    "a condition inside of another": "{% if game.players.min == 5 %}{% if cards.cells %}Draw up to two cards.{% endif %}{% endif %}",
    "a condition on what is set": "{% set few = counts.cells < 3 %}{% if few %}Draw up to two cards.{% endif %}",
    "a tag": "{% include 'up to two cards' %}",
    "an expression": "{{ cards.cells[0]['up to two cards'] }}",
}


@pytest.mark.parametrize("text", NOT_PRINTED.values(), ids=NOT_PRINTED.keys())
def test_what_is_not_printed_keeps_no_promise(tmp_path: Path, text: str) -> None:
    found = judged(tmp_path, HELD, files={"help.md": f"# Your turn\n\n{text}\n"})
    assert found.startswith('rules.yaml:1:3: error P514 "help" does not say "up to _ cards"')


PRINTED = {
    "a condition that holds": "{% if facts.hand == 2 %}Draw up to two cards.{% else %}Draw up to three cards.{% endif %}",
    "a wrong number that is not printed": "Draw up to two cards.{# Draw up to 3 cards. #}{% if not facts.hand %}Draw up to 4 cards.{% endif %}",
    "behind an attribute that is set": "{% set kept = namespace(n=2) %}{% if facts.hand > 2 %}{% set kept.n = 5 %}{% endif %}Draw up to two cards.",
    "behind two that are set": "{% if facts.hand > 2 %}{% set low, high = 5, 9 %}{% endif %}Draw up to two cards.",
    "a number that is set": "{% set n = facts.low * 2 %}Draw up to {{ n }} cards.",
    "a number that is set twice": "{% set n = 9 %}{% if facts.hand == 2 %}{% set n = 2 %}{% endif %}Draw up to {{ n | words }} cards.",
    "a number that is meant": "Draw up to {{ 2 }} cards.",
    "a count": "Draw up to {{ counts.cells // 2 }} cards of {{ total.cells }}.",
    "on both sides of a comment": "Draw up to {# all of #}two cards.",
    "half of a condition": "Draw up to {% if facts.none %}three{% else %}two{% endif %} cards.",
    "as it stands": "{% raw %}{# Draw up to two cards #}{% endraw %}",
    "under a condition on cards": "{% if cards.cells %}Draw up to two cards.{% endif %}",
    "under a tag that is left open": "Draw up to two cards. {# Draw",
    "in a loop": "{% for n in 3 | upto %}Draw up to two cards. {% endfor %}",
}


@pytest.mark.parametrize("text", PRINTED.values(), ids=PRINTED.keys())
def test_what_is_printed_is_said(tmp_path: Path, text: str) -> None:
    assert judged(tmp_path, HELD, files={"help.md": f"# Your turn\n\n{text}\n"}) == ""


UNSURE = {
    "set in a loop": "{% set n = 2 %}{% for n in 3 | upto %}{% endfor %}Draw up to {{ n }} cards.",
    "set under a condition on cards": "{% set n = 2 %}{% if cards.cells %}{% set n = 3 %}{% endif %}Draw up to {{ n }} cards.",
    "set as a text": "{% set n = 2 %}{% set n %}3{% endset %}Draw up to {{ n }} cards.",
    "of a macro": "{% set n = 2 %}{% macro told(n) %}Draw up to {{ n }} cards.{% endmacro %}",
}


@pytest.mark.parametrize("text", UNSURE.values(), ids=UNSURE.keys())
def test_what_cannot_be_told_is_not_guessed(tmp_path: Path, text: str) -> None:
    assert "does not say" in judged(tmp_path, HELD, files={"help.md": f"# Your turn\n\n{text}\n"})


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{# two #}Draw up to {{ 3 }} cards.", "3:15"),
        (
            "{% if facts.none %}No.\n{% endif %}{{ facts.high }} a day,\nup to {{ facts.high | words }} cards.",
            "5:1",
        ),
        ("{% if facts.high %}up to 3 cards.{% endif %}", "3:20"),
    ],
)
def test_a_wrong_number_is_found_where_it_is_written(tmp_path: Path, text: str, place: str) -> None:
    found = judged(tmp_path, HELD, files={"help.md": f"# Your turn\n\n{text}\n"})
    assert f"help.md:{place}: it is said here" in found


def blocks(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    condition = st.sampled_from(["a", "b", "not a", "n > 2", "n == 2 or b"])
    return st.one_of(
        st.lists(parts, max_size=4).map("".join),
        st.tuples(condition, parts, parts).map(
            lambda p: f"{{% if {p[0]} %}}{p[1]}{{% else %}}{p[2]}{{% endif %}}"
        ),
        st.tuples(condition, parts, condition, parts).map(
            lambda p: f"{{% if {p[0]} -%}}{p[1]}{{% elif {p[2]} %}}{p[3]}{{% endif %}}"
        ),
    )


LEAVES = st.sampled_from(
    ["WORD", "WORD ", "{{ n }}", "{# n #}", "{% set n = 2 %}", "{% set n = n + 1 %}", "\n"]
)


@settings(max_examples=200)
@given(st.recursive(LEAVES, blocks, max_leaves=20), st.booleans(), st.booleans())
def test_what_is_read_is_what_a_template_prints(template: str, a: bool, b: bool) -> None:
    while "WORD" in template:
        template = template.replace("WORD", f"w{template.count('WORD')}.", 1)
    values = {"a": a, "b": b, "n": 1}
    environment = Environment()
    read = texts.Printed(
        lambda source, more: environment.compile_expression(source)({**values, **more}),
        frozenset(values),
    )
    made = read.of(template)
    assert (
        made.split()
        == environment.from_string(template.replace("-%}", "%}")).render(values).split()
    )
    for word in re.finditer(r"w\d+\.", made):
        assert template.index(word[0]) == word.start() - sum(
            gain for at, gain in read.moved if at < word.start()
        )


@pytest.mark.parametrize(
    "piece", ["{% raw %}", "{{ ", "{# ", "{% if n %}", "{{ n" + "|words" * 60 + "|x }}"]
)
def test_a_long_text_is_read_in_one_go(piece: str) -> None:
    asked: list[str] = []
    read = texts.Printed(lambda source, _: asked.append(source), frozenset("n"))
    begun = perf_counter()
    read.of(piece * (200_000 // len(piece)) + "|words" * 20_000)
    assert perf_counter() - begun < 5 and len(asked) <= texts.MAX_EXPRESSIONS


_PIECES = [
    "_",
    "past",
    "Cards",
    "cards",
    "of",
    "seven",
    "seventy",
    "twenty",
    "one",
    "12",
    "1,000",
    "−3",
    "half",
    "a",
    "an",
    "another",
    "one-armed",
    "**",
    "*",
    ".",
    "pa\u017ft",
    "é",
    "-",
    "\n",
]


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from(_PIECES[1:]), min_size=1, max_size=3).map(" ".join),
    st.lists(st.sampled_from(_PIECES[1:]), max_size=2).map(" ".join),
    st.sampled_from(["", "_", " _", "_ ", " _ "]),
    st.lists(st.tuples(st.sampled_from(_PIECES), st.sampled_from(["", " ", "  "])), max_size=30),
)
def test_places_are_found_by_their_word_as_by_the_whole_expression(
    before: str, after: str, mark: str, text: list[tuple[str, str]]
) -> None:
    said = "".join(word + space for word, space in text)
    for phrase in (f"{before}{mark}{after}", f"{mark}{before}"):
        wanted = xdoc._wanted(" ".join(phrase.split()))
        everywhere = [
            (match.start(), match[1]) for match in xdoc._expression(wanted.source).finditer(said)
        ]
        assert list(xdoc._places_of(wanted, xdoc.reading(said), lambda _: None)) == everywhere


QUOTED = {
    "a call-out": "> [!NOTE] When tired\n> At night everybody draws up to\n> 9 cards.\n",
    "a quotation": "> At night everybody draws\n> up to 9\n> cards.\n",
    "a quotation in another": "> > At night everybody draws up\n> > to 9 cards.\n",
    "a quotation that is not begun again": ">At night everybody draws up to\n>9 cards.\n",
    "a number of two lines": "> At night everybody draws up to twenty\n> one cards.\n",
}


@pytest.mark.parametrize("text", QUOTED.values(), ids=QUOTED.keys())
def test_a_phrase_runs_on_over_the_lines_of_a_quotation(tmp_path: Path, text: str) -> None:
    """The marks at the beginning of each line stood between its words, and its number was passed
    over.
    """
    promise = "kind: xdoc, in: help, phrase: draws up to _ cards, is: 3"
    found = judged(
        tmp_path, promise, files={"help.md": f"# Rules\n\nEverybody draws up to 3 cards.\n\n{text}"}
    )
    said = "twenty one" if "twenty" in text else "9"
    number = f'{said} cards", which is 21' if "twenty" in text else f'{said} cards"'
    line, column = next(
        (n, row.index("draws") + 1) for n, row in enumerate(text.splitlines(), 5) if "draws" in row
    )
    assert " ".join(found.split()) == (
        f'rules.yaml:1:3: error P514 "help" says "draws up to {number}; the data say 3 (X1, stated) help.md:{line}:{column}: it is said here'
    )


def test_lists_of_texts_on_cards_are_read(tmp_path: Path) -> None:
    here = (
        ("rents: 1+5+9, group: a}", "rents: 1, group: a, stats: [Power 1, Speed 4]}"),
        ("rents: 2+6+9, group: a}", "rents: 1, group: a, stats: Speed 4 + Speed 9}"),
        ("group: text}", "group: text, stats: {list: text, optional: yes}}"),
    )
    assert judged(tmp_path, "kind: xdoc, in: cells, phrase: Power _, is: 1", *here) == ""
    assert judged(tmp_path, "kind: xdoc, in: cells, phrase: Speed _, is: 4", *here) == (
        'rules.yaml:1:3: error P514 "cells" says "Speed 9"; the data say 4 (X1, stated)\n  game.yaml:11:77: it is said here'
    )
    assert "game.yaml:10:88: it is said here" in judged(
        tmp_path, "kind: xdoc, in: cells, phrase: Speed _, is: 9", *here
    )


ODD = {
    "and a half": "4½",
    "below nothing": "minus three",
    "a range": "2–5",
    "a range with a hyphen": "2-3",
    "millions": "one million",
    "one or another": "two or three",
    "or more": "3+",
    "about": "~3",
    "a comma": "2,5",
    "a fraction": "1/2",
}


SENTENCES = {
    "takes _ cards": "Everybody takes {} cards.",
    "_ cards": "It is {} cards.",
    "Speed _": "Speed {}.",
}
APART = {
    "_ cards": ("two or three", "~3", "2,5", "1/2"),
    "Speed _": ("one million", "two or three", "3+", "2,5", "1/2"),
}
"""Where what stands before a number, or behind it, need not belong to it."""


@pytest.mark.parametrize(
    ("number", "phrase", "sentence"),
    [
        (number, phrase, said)
        for phrase, said in SENTENCES.items()
        for number in ODD.values()
        if number not in APART.get(phrase, ())
    ],
)
def test_a_number_that_is_not_understood_is_not_the_one_promised(
    tmp_path: Path, number: str, phrase: str, sentence: str
) -> None:
    """It was passed over in silence, or taken for its last part."""
    right = sentence.format(3)
    found = judged(
        tmp_path,
        f'kind: xdoc, in: help, phrase: "{phrase}", is: 3',
        files={"help.md": f"# Rules\n\n{right}\n\n{sentence.format(number)}\n"},
    )
    column = (
        sentence.casefold().index(
            "takes" if "takes" in sentence else "{}" if phrase[0] == "_" else "speed"
        )
        + 1
    )
    assert found == (
        f'rules.yaml:1:3: error P514 "help" says "{phrase.replace("_", number)}"; the data say 3 (X1, stated)\n'
        f"  help.md:5:{column}: it is said here\n"
        "  hint: its number is not understood: write it in digits, or in words such as seven"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Everybody takes [3](#cards) cards.",
        "Everybody takes [three cards](#cards).",
        "Everybody [takes](https://example.org/x) *[3](#cards)* cards.",
        "Everybody takes&nbsp;3 cards.",
        "Everybody takes 3&#160;cards.",
    ],
)
def test_links_and_blanks_are_read_as_they_are_printed(tmp_path: Path, text: str) -> None:
    promise = "kind: xdoc, in: help, phrase: takes _ cards, is: 3"
    assert judged(tmp_path, promise, files={"help.md": f"# Rules\n\n{text}\n"}) == ""
    wrong = (
        text.replace("3]", "9]").replace(";3", ";9").replace("3&", "9&").replace("three", "nine")
    )
    said = judged(tmp_path, promise, files={"help.md": f"# Rules\n\n{text}\n\n{wrong}\n"})
    at = wrong.replace("[", "").index("takes") + 1 + wrong.startswith("Everybody [")
    assert f"; the data say 3 (X1, stated)\n  help.md:5:{at}: it is said here" in said


@pytest.mark.parametrize(
    "text",
    [
        "takes several cards",
        "takes one or more cards",
        "takes up to five cards",
        "takes to five cards",
        "takes the 2nd card",
        "takes 2. Cards",
    ],
)
def test_what_is_no_number_is_passed_over(tmp_path: Path, text: str) -> None:
    promise = "kind: xdoc, in: help, phrase: takes _ cards, is: 3"
    assert (
        judged(
            tmp_path,
            promise,
            files={"help.md": f"# Rules\n\nEverybody takes 3 cards. Nobody {text}.\n"},
        )
        == ""
    )
