"""Jinja over Markdown: what texts see, and where each line was written."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Problems, Span

from .text import MD, said, script


def lines(source: str) -> list[tuple[str, int]]:
    made = script(source)
    return [
        (line, origin.line)
        for line, origin in zip(made.lines, made.origins, strict=True)
        if line.strip()
    ]


def test_values_that_texts_see() -> None:
    source = "{{ facts.hand }} {{ facts.hand | words }} {{ game.title }} {{ counts.cards }} {{ total.cards }} {{ cards.cards[1].name }} {{ terms.gem.ruby.label }}"
    assert script(source).lines == ("7 seven Toy 2 2 Bob Ruby",)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("total", "total.cards"),
        ("facts", "facts.hand"),
        ("terms.gem", "gem.ruby"),
        ("counts ~ ''", "counts"),
    ],
)
def test_record_of_many_values_is_not_printed_by_its_name(source: str, told: str) -> None:
    with pytest.raises(Problems) as caught:
        script(f"There are {{{{ {source} }}}} cards")
    assert (
        "holds many values; name one of them, as in " + told in caught.value.diagnostics[0].message
    )


def test_nothing_is_escaped() -> None:
    assert script("{{ 'a < b & c' }} & {{ '**x**' }}").lines == ("a < b & c & **x**",)
    assert script("{{ '**x**' | markup }}").lines == ("**x**",)


def test_every_line_of_a_loop_knows_its_place() -> None:
    source = "# Cards\n\n{% for card in cards.cards %}\n- {{ card.name }}\n  is {{ card.n }}\n{% endfor %}\n\nend"
    assert lines(source) == [
        ("# Cards", 1),
        ("- Ann", 4),
        ("  is 1", 5),
        ("- Bob", 4),
        ("  is 2", 5),
        ("end", 8),
    ]


def test_table_made_by_a_loop_is_without_gaps() -> None:
    source = "| a |\n|---|\n{% for n in range(3) %}\n| {{ n }} |\n{% endfor %}\n"
    assert script(source).lines == ("| a |", "|---|", "| 0 |", "| 1 |", "| 2 |", "")


def test_lines_of_a_macro_lie_in_its_file() -> None:
    made = script("one\n\n{% from 'parts.md' import twice %}\n{{ twice('x') }}\n\ntwo")
    places = dict(zip(made.lines, made.origins, strict=True))
    assert (places["x and"].line, places["x :broken-one:"].line, places["two"]) == (
        2,
        3,
        Span(MD, 6),
    )
    assert places["x and"].file.endswith("parts.md")


def test_columns_are_those_of_the_words_as_written() -> None:
    made = script("one\n   two {{ facts.hand }} three")
    assert [made.at(1, "three"), made.at(1), made.at(1, "7 three")] == [
        Span(MD, 2, 25),
        Span(MD, 2, 4),
        Span(MD, 2, 4),
    ]


def test_marks_cannot_be_forged() -> None:
    assert lines("a {{ '\\x020:9\\x03' }}\nb") == [("a ", 1), ("b", 2)]


def test_old_line_ends_and_byte_order_marks() -> None:
    assert lines("\ufeffa\r\nb\rc") == [("a", 1), ("b", 2), ("c", 3)]


@pytest.mark.parametrize(
    "words",
    ["{n} of {max}", "{facts} }", "{% raw %}{facts.hand} }}{% endraw %}", "{# { facts.hand }} #}"],
)
def test_braces_that_are_meant_are_words(words: str) -> None:
    assert said(words + " x") == ""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "a\n\nhold {{ facts.hnad }}",
            f'{MD}:3:15: error P302 "facts" has no "hnad"\n  hint: did you mean "hand"?',
        ),
        (
            "{{ players.max }}",
            f'{MD}:1:4: error P302 "players" is not defined\n  hint: did you mean "game.players"?',
        ),
        (
            "{{ hand }}",
            f'{MD}:1:4: error P302 "hand" is not defined\n  hint: did you mean "facts.hand"?',
        ),
        (
            "{{ fact.hand }}",
            f'{MD}:1:4: error P302 "fact" is not defined\n  hint: did you mean "facts"?',
        ),
        (
            "a\n{% if %}",
            f"{MD}:2:1: error P301 the text cannot be read: %}} stands where a value was expected",
        ),
        (
            "a\nb { facts.hand }} c",
            f'{MD}:2:3: error P301 the text cannot be read: "{{ facts.hand }}}}" would be printed as it stands: only {{{{ … }}}} and {{% … %}} are worked out\n  hint: write {{{{ facts.hand }}}}',
        ),
        (
            "{{ 1 }} {facts.hand}",
            f'{MD}:1:9: error P301 the text cannot be read: "{{facts.hand}}" would be printed as it stands: only {{{{ … }}}} and {{% … %}} are worked out\n  hint: write {{{{ facts.hand }}}}',
        ),
        (
            "facts.hand }}",
            f'{MD}:1:12: error P301 the text cannot be read: "}}}}" would be printed as it stands: only {{{{ … }}}} and {{% … %}} are worked out\n  hint: write {{{{ NAME }}}};',
        ),
        (
            "{{ facts.hand }",
            f"{MD}:1:1: error P301 the text cannot be read: }} stands where a value was expected\n  hint: close {{{{ with }}}} and {{% with %}}",
        ),
        (
            "a\n{{ „x“ }}",
            f'{MD}:2:1: error P301 the text cannot be read: unexpected „\n  hint: write straight quotes: "…"',
        ),
        (
            "a {{ 'Ann wins' | provided(facts.hand > 99) }}",
            f'{MD}:1:3: error P308 the text fails: it says "Ann wins", provided something that does not hold\n'
            "  hint: tell the example anew, or mend the data that it is about",
        ),
        (
            "a\n {{ 'a' + 1 }}",
            f"{MD}:2:2: error P308 the text fails: it mixes values that do not fit together",
        ),
        ("{{ ''.__class__ }}", f"{MD}:1:1: error P841 not allowed in a text"),
        (
            "{% for a in range(20000) %}{% for b in range(20000) %}x{% endfor %}{% endfor %}",
            f"{MD}:1:1: error P840 the template takes more than",
        ),
        (
            "x" * 131_073,
            f"{MD}:1:1: error P840 the text cannot be read: it has 131,073 characters; at most 131,072 are allowed\n  hint: part it: files in templates/ ",
        ),
        ("{% include 'nope.md' %}", f'{MD}:1:1: error P307 there is no template "nope.md"'),
    ],
)
def test_jinja_that_fails_is_reported(source: str, expected: str) -> None:
    found = said(source)
    assert found.startswith(expected), found
